"""Computer players in a room: they play while somebody is there; thoughts about the past are dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.server.guests import Guest, new_room, registry, run, seat_taken

from carrom.errors import StoreError
from carrom.live import computers
from carrom.live import messages as wire
from carrom.server import registry as registry_module
from carrom.server.config import Config, Limits
from carrom.server.registry import Registry
from carrom.server.workers.fair_queue import QueueFull
from carrom.server.workers.pools import Workers
from carrom.store import KeptLine, MatchSummary
from carrom.store.sqlite import SqliteStore
from carrom.table.player_questions import Answer, Question


async def against_computer(h: Registry, **more: object) -> tuple[wire.RoomMade, Guest]:
    made = await h.open(new_room("computer", **more))
    return made, await Guest.joins(h, made.room, made.links[0].token)


def mine(state: wire.After) -> bool:
    return state.asks.players == ("Asha",)


class Thinking(Workers):
    """Workers whose computer players think as the test says."""

    def __init__(self, think: Callable[[Question], Answer | None]) -> None:
        """`think` gives the answer, or None for one that never comes."""
        super().__init__(0)
        self.think = think
        self.asked: list[Question] = []
        self.askers: list[str] = []
        self.called_off = 0

    async def decide(self, asker: str, level: str, question: Question) -> Answer:
        self.asked.append(question)
        self.askers.append(asker)
        answer = self.think(question)
        if answer is not None:
            return answer
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.called_off += 1
            raise
        raise AssertionError("it never comes")


def _as_usual(question: Question) -> Answer | None:
    return None if question.what == "aim" else 0.0


def test_a_computer_player_plays_until_a_person_is_asked(tmp_path: Path) -> None:
    """It breaks, everybody sees that it thinks, and a beginner's turn ends before long."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await against_computer(h, breaks="second")
            await asha.until(mine)

            assert asha.state.asks.kind in ("strike", "place")
            strokes = [each for each in asha.told if isinstance(each, wire.StrokeMessage)]
            assert strokes
            assert strokes[0].line.player == "Ben"
            thoughts = [each.player for each in asha.told if isinstance(each, wire.ThinkingMessage)]
            assert thoughts[0] == "Ben"
            assert thoughts[-1] == ""
            assert asha.state.players[1].level == "beginner"

    run(play)


def test_a_computer_player_that_wins_the_toss_breaks(tmp_path: Path) -> None:
    """The toss is the server's; whoever wins it against a computer is asked, the computer is not."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            winners: set[str] = set()
            while len(winners) < 2:
                _, asha = await against_computer(h, breaks="toss")
                await asha.until(lambda state: state.asks.players == ("Asha",))
                winners.add(asha.kind)
                if asha.kind == "seat":
                    await asha.chooses("seats", "north")
                    await asha.until(lambda state: state.breaker == "Ben")
                    assert [player.seat for player in asha.state.players] == ["north", "south"]
                asha.leaves()

            assert winners == {"toss", "seat"}

    run(play)


def test_nobody_plays_in_an_empty_room(tmp_path: Path) -> None:
    """Who leaves calls the computer player's thoughts off; who comes back has it think again."""

    async def play() -> None:
        workers = Thinking(_as_usual)
        async with registry(tmp_path, workers) as h:
            made, asha = await against_computer(h, breaks="second")
            await asha.until(lambda state: state.asks.kind == "strike")
            while len(workers.asked) < 2:
                await asyncio.sleep(0.01)
            v = asha.v
            asha.leaves()
            while not workers.called_off:
                await asyncio.sleep(0.01)
            back = await Guest.joins(h, made.room, made.links[0].token)
            while len(workers.asked) < 3:
                await asyncio.sleep(0.01)
            watcher = await Guest.joins(h, made.room, made.watch)

            assert [question.what for question in workers.asked] == ["turn", "aim", "aim"]
            # The same board, the same chance: it would have played the same.
            assert workers.asked[1] == workers.asked[2]
            assert back.v == v
            assert watcher.welcome.thinking == "Ben"

    run(play)


def test_a_hint_is_a_stroke_that_may_be_played_in_the_askers_language(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await against_computer(h)
            await asha.chooses("turn", 0.0)
            await asha.hear(wire.HintRequest(60, asha.v, 1, "fr"))
            await asha.hear(wire.HintRequest(61, asha.v, 1, "fr"))
            busy = await asha.hears(wire.ErrorMessage)
            hint = await asha.hears(wire.HintMessage)
            (found,) = hint.hints

            assert (busy.id, busy.code) == (61, "busy")
            assert hint.id == 60
            assert 0.0 <= found.low <= found.chance <= found.high <= 1.0
            assert "ouverture" in " ".join(found.words).lower()
            assert all(len(way) >= 2 for way in found.track)
            assert isinstance(await asha.strikes(found.x, found.angle, found.power), wire.AckMessage)

    run(play)


def test_a_rematch_against_the_computer_comes_at_once_and_swaps_the_break(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await against_computer(h)
            await asha.offers("rematch")
            moved = next(each for each in asha.told if isinstance(each, wire.MovedMessage))
            there = await Guest.joins(h, moved.room, seat_taken(h, moved.invitation))
            await there.until(lambda state: state.breaker == "Ben")

            assert there.welcome.mine == ("Asha",)

    run(play)


def test_a_rematch_may_be_at_another_level_and_then_it_is_another_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await against_computer(h)
            for level in ("casual", "", "casual"):
                await asha.offers("rematch", level=level)
            moved = [each for each in asha.told if isinstance(each, wire.MovedMessage)]
            there = [await Guest.joins(h, each.room, seat_taken(h, each.invitation)) for each in moved]
            refused = await asha.offers("rematch", level="clever")

            levels = [[player.level for player in each.welcome.state.players] for each in there]
            assert levels == [["", "casual"], ["", "beginner"], ["", "casual"]]
            assert len({each.room for each in moved}) == 3
            assert isinstance(refused, wire.ErrorMessage)
            assert "clever" in str(refused.text)

    run(play)


def test_two_persons_on_one_link_play_a_doubles_with_computers(tmp_path: Path) -> None:
    """The link plays for both persons, and a take-back is for the one who acted last."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            _, guest = await against_computer(
                h,
                first=(wire.Chair("Asha"), wire.Chair("Chan")),
                second=(wire.Chair("Ben", "beginner"), wire.Chair("Dora", "beginner")),
            )
            await guest.chooses("turn", 0.0)
            struck: list[str] = []
            while "Chan" not in struck or guest.state.asks.players == ("Chan",):
                await guest.until(lambda state: bool(set(state.asks.players) & {"Asha", "Chan"}))
                state = guest.state
                if state.asks.kind == "place":
                    assert state.asks.coin is not None
                    assert state.spot is not None
                    await guest.asks(wire.PlaceRequest(1000 + state.v, state.v, state.asks.coin, *state.spot))
                    continue
                struck += state.asks.players
                await guest.chooses("pass")
            await guest.offers("take-back")

            assert guest.welcome.mine == ("Asha", "Chan")
            assert guest.state.asks.players == ("Chan",)

    run(play)


def test_everybody_sees_where_a_computer_player_aims_before_it_strikes(tmp_path: Path) -> None:
    """As they would see it of a person; the stroke is the one that was shown, but for its hand."""

    async def play() -> None:
        async with Registry(Config(tmp_path, workers=0)) as h:
            _, asha = await against_computer(h, breaks="second")
            await asha.until(lambda state: state.v > 0 and any(map(is_stroke, asha.told)))

            stroke = next(each for each in asha.told if isinstance(each, wire.StrokeMessage))
            aims = [each for each in asha.told if isinstance(each, wire.AimMessage)]
            assert [aim.player for aim in aims] == ["Ben"]
            assert asha.told.index(aims[0]) < asha.told.index(stroke)
            assert stroke.line.aim is not None
            assert abs(stroke.line.aim.angle - aims[0].angle) < 0.5

    run(play)


def is_stroke(message: wire.Message) -> bool:
    return isinstance(message, wire.StrokeMessage)


class Once(SqliteStore):
    """A store that fails once, at the next stroke that is kept after `fails` is set."""

    fails = False

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        if self.fails and lines[0].trace is not None:
            self.fails = False
            raise StoreError("locked", "refused.sentence", text="another program holds the store")
        super().append(match, lines, summary, at=at)


def test_a_computers_stroke_that_could_not_be_kept_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody has seen the first, and by the same chance the second is the same stroke."""
    monkeypatch.setattr(computers, "AGAIN", 0.05)

    async def play() -> None:
        store = Once(tmp_path / "carrom.sqlite")
        store.fails = True
        async with registry(tmp_path, store=store) as h:
            _, asha = await against_computer(h, breaks="second")
            await asha.until(mine)
            strokes = [each for each in asha.told if isinstance(each, wire.StrokeMessage)]

            assert not store.fails
            assert [each.v for each in strokes] == sorted({each.v for each in strokes})
            assert "store/locked" in caplog.text

    run(play)


def test_nobody_strikes_in_a_room_whose_record_is_full(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path, Thinking(_as_usual), entries=4) as h:
            _, asha = await against_computer(h, breaks="first")
            await asha.until(lambda state: state.asks.kind == "turn")
            assert isinstance(await asha.chooses("turn", 0.0), wire.AckMessage)
            v = asha.v
            refused = await asha.strikes()

            assert isinstance(refused, wire.ErrorMessage)
            assert (refused.code, refused.args["limit"], asha.v) == ("record/full", 4, v)
            assert not asha.owner.journal.unsure

    run(play)


class Hinting(Workers):
    """Workers whose hints never come; `begun` and `called_off` count them."""

    def __init__(self) -> None:
        super().__init__(0)
        self.begun = asyncio.Event()
        self.called_off = asyncio.Event()
        self.askers: list[str] = []

    async def hint(self, asker: str, *_: object) -> tuple[wire.HintNow, ...]:
        self.askers.append(asker)
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.called_off.set()
        raise AssertionError("it never comes")


def test_a_hint_is_dropped_when_its_asker_leaves(tmp_path: Path) -> None:
    """And the link may ask again from another page."""

    async def play() -> None:
        workers = Hinting()
        async with registry(tmp_path, workers) as h:
            made, asha = await against_computer(h)
            await asha.chooses("turn", 0.0)
            await asha.hear(wire.HintRequest(60, asha.v))
            await workers.begun.wait()
            asha.leaves()
            await workers.called_off.wait()
            workers.begun.clear()
            back = await Guest.joins(h, made.room, made.links[0].token)
            await back.hear(wire.HintRequest(61, back.v))
            await workers.begun.wait()

    run(play)


def test_a_room_whose_record_is_full_says_so_and_can_only_be_given_up(tmp_path: Path) -> None:
    """Nobody thinks there any more, and no clock runs; who comes later is told too."""

    async def play() -> None:
        workers = Thinking(_as_usual)
        async with registry(tmp_path, workers, entries=4) as h:
            made, asha = await against_computer(h, breaks="second")
            full = await asha.hears(wire.ErrorMessage)
            assert (full.code, full.id, full.args["limit"]) == ("record/full", 0, 4)
            late = await Guest.joins(h, made.room, made.links[0].token)
            await asyncio.sleep(0)

            assert any(isinstance(each, wire.ErrorMessage) for each in late.told)
            assert [each.what for each in workers.asked] == ["turn"]
            assert isinstance(await asha.offers("resign"), wire.AckMessage)
            assert asha.state.asks.kind == "over"
            asha.leaves()
            again = await Guest.joins(h, made.room, made.links[0].token)
            assert not any(isinstance(each, wire.ErrorMessage) for each in again.told)

    run(play)


def test_a_hint_is_dropped_when_the_table_has_moved_on(tmp_path: Path) -> None:
    async def play() -> None:
        workers = Hinting()
        async with registry(tmp_path, workers) as h:
            _, asha = await against_computer(h)
            await asha.chooses("turn", 0.0)
            await asha.hear(wire.HintRequest(60, asha.v))
            await workers.begun.wait()
            await asha.strikes()
            await workers.called_off.wait()
            stale = next(each for each in asha.told if isinstance(each, wire.ErrorMessage))

            assert (stale.id, stale.code) == (60, "table/stale")

    run(play)


def test_an_address_gets_so_many_hints_and_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        config = Config(tmp_path, workers=0, limits=Limits(hints=1))
        async with Registry(config, workers=Hinting()) as h:
            rooms = [await against_computer(h) for _ in range(2)]
            for _, asha in rooms:
                await asha.chooses("turn", 0.0)
                await asha.hear(wire.HintRequest(60, asha.v))

            assert (await rooms[1][1].hears(wire.ErrorMessage)).code == "frame/too-many"

    run(play)


def test_a_computer_player_thinks_for_the_address_of_who_plays_there(tmp_path: Path) -> None:
    """Fair to addresses: who opens many tables has them wait for each other."""

    async def play() -> None:
        workers = Thinking(_as_usual)
        async with registry(tmp_path, workers) as h:
            made = await h.open(new_room("computer", breaks="second"))
            await Guest.joins(h, made.room, made.watch, asker="192.0.2.1")
            await Guest.joins(h, made.room, made.links[0].token, asker="192.0.2.7")
            while not workers.askers:
                await asyncio.sleep(0.01)

            assert set(workers.askers) == {"192.0.2.7"}

    run(play)


def test_a_computer_player_loses_no_stroke_because_the_queue_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked again a little later."""
    monkeypatch.setattr(registry_module, "AGAIN", 0.01)
    full = iter((True, True, False))

    def think(question: Question) -> Answer | None:
        if question.what == "aim" and next(full, False):
            raise QueueFull("refused.server.queue", waiting=9)
        return _as_usual(question)

    async def play() -> None:
        workers = Thinking(think)
        async with registry(tmp_path, workers) as h:
            await against_computer(h, breaks="second")
            while len(workers.asked) < 4:
                await asyncio.sleep(0.01)

            assert [question.what for question in workers.asked] == ["turn", "aim", "aim", "aim"]

    run(play)


def test_a_computer_player_is_asked_again_where_no_process_could_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The match does not wait for ever."""
    monkeypatch.setattr(registry_module, "AGAIN", 0.01)
    missing = iter((True, False))

    def think(question: Question) -> Answer | None:
        if question.what == "aim" and next(missing, False):
            raise BlockingIOError("no process can be started")
        return _as_usual(question)

    async def play() -> None:
        workers = Thinking(think)
        async with registry(tmp_path, workers) as h:
            await against_computer(h, breaks="second")
            while len(workers.asked) < 3:
                await asyncio.sleep(0.01)

            assert [question.what for question in workers.asked] == ["turn", "aim", "aim"]
            assert "no process can be started" in caplog.text

    run(play)


def test_a_hint_that_no_process_could_look_for_is_refused_and_may_be_asked_for_again(tmp_path: Path) -> None:
    class Broken(Hinting):
        async def hint(self, asker: str, *_: object) -> tuple[wire.HintNow, ...]:
            raise BlockingIOError("no process can be started")

    async def play() -> None:
        async with registry(tmp_path, Broken()) as h:
            _, asha = await against_computer(h)
            await asha.chooses("turn", 0.0)
            for number in (60, 61):
                await asha.hear(wire.HintRequest(number, asha.v))
                refused = await asha.hears(wire.ErrorMessage)

                assert (refused.id, refused.code) == (number, "busy")

    run(play)

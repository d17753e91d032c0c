"""A room: requests in turn, each at most once, and nothing told that is not kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from math import atan2
from pathlib import Path
from typing import Any

from tests.server.guests import Guest, new_room, opened, registry, run

from carrom.errors import StoreError
from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.server.registry import Registry
from carrom.store import KeptLine, MatchSummary
from carrom.store.sqlite import SqliteStore


async def at_the_break(
    h: Registry, kind: wire.RoomKind = "screen", **more: Any
) -> tuple[wire.RoomMade, Guest]:
    """A table at which Asha is to break."""
    made = await h.open(new_room(kind, **more))
    guest = await Guest.joins(h, made.room, made.links[0].token)
    await guest.chooses("turn", 0.0)
    return made, guest


def test_a_stroke_goes_to_everybody_with_its_trace_once_it_is_kept(tmp_path: Path) -> None:
    """Who struck is told what it did, and then that it was done; who looks on is told the same."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha = await at_the_break(h)
            watcher = await Guest.joins(h, made.room, made.watch)
            asha.listen()
            await asha.hear(wire.StrikeRequest(9, asha.v, 0.0, 1.5707, 0.6))
            told = asha.listen()

            assert [type(each) for each in told] == [wire.StrokeMessage, wire.AckMessage]
            stroke = told[0]
            assert isinstance(stroke, wire.StrokeMessage)
            assert stroke.trace.pieces[0] == "striker"
            assert stroke.after.v == stroke.v == 6
            assert stroke in watcher.listen()
            assert watcher.welcome.mine == ()
            kept = Journal(h.store, made.room)
            assert kept.entries[5].event.hash == stroke.trace.hash  # type: ignore[union-attr]  # it is a stroke
            assert h.store.trace(made.room, 6) is not None

    run(play)


def test_a_request_made_at_another_entry_is_stale(tmp_path: Path) -> None:
    """The one who pocketed plays again, so a late repeat could be legal: it is refused all the same."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await at_the_break(h)
            await asha.strikes()
            before = asha.v

            refused = await asha.strikes(v=before - 1)

            assert isinstance(refused, wire.ErrorMessage)
            assert (refused.code, refused.args) == ("table/stale", {"v": before})
            assert asha.v == before

    run(play)


def test_a_repeated_request_gets_the_first_answer_and_is_played_once(tmp_path: Path) -> None:
    """Sent again on another connection of the same page, before or after a restart of the server."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made, _ = await at_the_break(h)
            token = made.links[0].token
            page = await Guest.joins(h, made.room, token, page="asha-page")
            v = page.v
            first = await page.strikes(id=41, v=v)
            page.leaves()
            back = await Guest.joins(h, made.room, token, page="asha-page", since=v)
            again = await back.strikes(id=41, v=v)

            assert isinstance(first, wire.AckMessage)
            assert again == first
            assert back.v == v + 1
            assert [line.v for line in back.welcome.log] == [v + 1]

        async with registry(tmp_path) as h:
            back = await Guest.joins(h, made.room, token, page="asha-page")
            again = await back.strikes(id=41, v=v)
            other_page = await Guest.joins(h, made.room, token, page="another")
            stale = await other_page.strikes(id=41, v=v)

            assert again == wire.AckMessage(41, v + 1)
            assert isinstance(stale, wire.ErrorMessage)
            assert stale.code == "table/stale"
            assert back.v == v + 1

    run(play)


def test_a_refusal_is_repeated_too(tmp_path: Path) -> None:
    """The same request cannot be refused first and done later."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await at_the_break(h)
            first = await asha.strikes(x=0.5, id=7, v=asha.v)
            again = await asha.strikes(x=0.0, id=7, v=asha.v)

            assert isinstance(first, wire.ErrorMessage)
            assert first.code == "aim/impossible"
            assert first.args["why"] == "ends"
            assert again == first
            assert asha.v == 5

    run(play)


def test_of_two_requests_at_the_same_entry_one_is_played(tmp_path: Path) -> None:
    """Two pages of one link strike at once: the second is stale, and nothing is played twice."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha = await at_the_break(h)
            twin = await Guest.joins(h, made.room, made.links[0].token)
            v = asha.v
            answers = await asyncio.gather(*(guest.strikes(id=5, v=v) for guest in (asha, twin)))

            assert sorted(type(each).__name__ for each in answers) == ["AckMessage", "ErrorMessage"]
            assert asha.v == twin.v == v + 1

    run(play)


def test_who_only_looks_on_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha = await at_the_break(h)
            watcher = await Guest.joins(h, made.room, made.watch)
            refused = [
                await watcher.strikes(),
                await watcher.chooses("pass"),
                await watcher.offers("resign"),
                await watcher.offers("rematch"),
                await watcher.asks(wire.SayRequest(90, "hello")),
            ]

            assert {each.code for each in refused if isinstance(each, wire.ErrorMessage)} == {
                "table/not-yours"
            }
            assert len(refused) == 5
            assert asha.v == 5

    run(play)


def test_the_winner_of_the_toss_chooses_and_then_the_others(tmp_path: Path) -> None:
    """Who is asked is told; whoever answers in their place is refused."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await opened(h, new_room("online", breaks="toss"))
            guests = {link.player: await Guest.joins(h, made.room, link.token) for link in made.links}
            (winner,) = guests["Asha"].state.asks.players
            loser = "Ben" if winner == "Asha" else "Asha"
            refused = await guests[loser].chooses("toss", "break")
            wrong = await guests[winner].chooses("toss", "tea")
            await guests[winner].chooses("toss", "break")
            asks = guests[winner].state.asks
            assert (asks.kind, asks.players) == ("seat", (loser,))
            assert asks.side == ("first" if loser == "Asha" else "second")
            assert str(asks.text) == f"{loser} may choose the seats."
            assert str(guests[loser].state.asks.text) == "Choose your seat."
            nowhere = await guests[loser].chooses("seats", "east")
            await guests[loser].chooses("seats", "north")
            seats = {player.name: player.seat for player in guests[winner].state.players}

            assert isinstance(refused, wire.ErrorMessage)
            assert refused.code == "table/not-yours"
            assert isinstance(wrong, wire.ErrorMessage)
            assert isinstance(nowhere, wire.ErrorMessage)
            assert nowhere.code == "case/impossible"
            assert seats == {loser: "north", winner: "south"}
            assert guests[winner].state.asks.kind == "turn"

    run(play)


def test_trial_boards_passes_and_requests_to_the_umpire(tmp_path: Path) -> None:
    """All that a table asks for besides strokes, in one match."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room(trials=True))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            assert asha.kind == "try"
            await asha.strikes()
            assert isinstance(asha.told[-2], wire.StrokeMessage)
            assert asha.told[-2].line.kind == "trial-played"
            assert len(asha.state.layout) == 19
            await asha.chooses("trial", "leave")
            await asha.chooses("turn", 1.0)
            await asha.asks(wire.IncidentRequest(70, asha.v, "ask"))
            assert asha.kind == "answer"
            while_asked = await asha.strikes()
            await asha.chooses("answer")
            passed = await asha.chooses("pass")
            stroke = asha.told[-2]

            assert isinstance(while_asked, wire.ErrorMessage)
            assert while_asked.code == "play/not-now"
            assert isinstance(passed, wire.AckMessage)
            assert isinstance(stroke, wire.StrokeMessage)
            assert not stroke.line.pocketed
            given_up = await asha.asks(wire.IncidentRequest(71, asha.v, "abandon"))
            assert isinstance(given_up, wire.AckMessage)

    run(play)


def test_a_coin_is_put_back_where_it_may_lie(tmp_path: Path) -> None:
    """A place can be tried without consequence; one that is refused says which rules it breaks."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await at_the_break(h, "practice")
            await asha.sets_up("w -0.2,0.2; w -0.1,0.2; b -0.2,0.1; b -0.1,0.1; q 0.0,0.0")
            # The striker straight into a pocket costs a coin, which the other side places.
            board = asha.welcome.geometry
            angle = atan2(board.pockets[0][0] + board.band_middle, board.pockets[0][0])
            await asha.strikes(x=0.0, angle=angle, power=0.4)
            ask, v = asha.state.asks, asha.v
            assert (ask.kind, ask.players, ask.coin) == ("place", ("Ben",), "white")
            await asha.hear(wire.ProbeRequest(1, 0.3, 0.3))
            probed = asha.listen()[-1]
            assert isinstance(probed, wire.ProbedMessage)
            assert probed.failed == ("outside-inner-circle",)
            assert str(probed.text).startswith("The coin must lie wholly inside the circle")
            wrong = await asha.asks(wire.PlaceRequest(80, v, "white", 0.3, 0.3))
            other = await asha.asks(wire.PlaceRequest(81, v, "black", 0.05, 0.05))
            assert asha.state.spot is not None
            placed = await asha.asks(wire.PlaceRequest(82, v, "white", *asha.state.spot))

            assert isinstance(wrong, wire.ErrorMessage)
            assert wrong.args["failed"] == ["outside-inner-circle"]
            assert isinstance(other, wire.ErrorMessage)
            assert isinstance(placed, wire.AckMessage)
            assert asha.state.asks.players == ("Ben",)
            assert sum(each.coin == "white" for each in asha.state.layout) == 3

    run(play)


def test_nobody_is_asked_while_the_umpire_still_has_to_act(tmp_path: Path) -> None:
    """A stroke that pockets the queen without right: she comes back before anybody plays on."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha = await at_the_break(h)
            turned, called = (each for each in asha.told if isinstance(each, wire.EntryMessage))

            assert (turned.line.kind, turned.after.asks.players) == ("rosette-turned", ())
            assert (called.line.kind, called.after.asks.players) == ("play-called", ("Asha",))

    run(play)


def test_an_aim_is_shown_to_the_others_and_a_phrase_to_all(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha = await at_the_break(h)
            watcher = await Guest.joins(h, made.room, made.watch)
            asha.listen()
            await asha.hear(wire.AimRequest(0.01, 1.5, 0.3))
            await watcher.hear(wire.AimRequest(0.01, 1.5, 0.3))
            assert [each for each in asha.listen() if isinstance(each, wire.AimMessage)] == []
            assert watcher.listen()[-1] == wire.AimMessage("Asha", 0.01, 1.5, 0.3)
            said = await asha.asks(wire.SayRequest(90, "well-played"))
            unknown = await asha.asks(wire.SayRequest(91, "something of my own"))

            assert isinstance(said, wire.AckMessage)
            assert watcher.listen() == [wire.SaidMessage("Asha", "well-played")]
            assert isinstance(unknown, wire.ErrorMessage)

    run(play)


def test_a_room_in_which_nobody_is_comes_back_from_the_store_as_it_stood(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path, idle_seconds=0.01) as h:
            made, asha = await at_the_break(h)
            await asha.strikes()
            stood = asha.state
            await asyncio.sleep(0.02)
            await h.sweep()
            assert h.live == 1
            asha.leaves()
            await asyncio.sleep(0.02)
            await h.sweep()
            assert h.live == 0
            back = await Guest.joins(h, made.room, made.links[0].token)

            assert back.state == stood
            assert isinstance(await back.strikes(), wire.AckMessage)

    run(play)


def test_a_second_server_on_the_same_store_loses_cleanly_and_catches_up(tmp_path: Path) -> None:
    """Two owners of one table must not be; if they are, the later one is told and reads again."""

    async def play() -> None:
        async with registry(tmp_path) as h, registry(tmp_path) as other:
            made, asha = await at_the_break(h)
            there = await Guest.joins(other, made.room, made.links[0].token)
            v = there.v
            await asha.strikes()
            stale = await there.strikes(v=v)

            assert isinstance(stale, wire.ErrorMessage)
            assert (stale.code, stale.args) == ("table/stale", {"v": v + 1})
            assert there.state == asha.state
            assert isinstance(there.told[-2], wire.StrokeMessage)
            assert isinstance(await there.strikes(), wire.AckMessage)

    run(play)


class Failing(SqliteStore):
    """A store whose disk is full while `full` is set."""

    full = False

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        if self.full:
            raise StoreError("full", "refused.sentence", text="no room left")
        super().append(match, lines, summary, at=at)


def test_a_stroke_the_store_does_not_take_has_not_been_played(tmp_path: Path) -> None:
    """Nobody hears of it, and the table goes on from where it stood."""

    async def play() -> None:
        store = Failing(tmp_path / "carrom.sqlite")
        async with registry(tmp_path, store=store) as h:
            made, asha = await at_the_break(h)
            watcher = await Guest.joins(h, made.room, made.watch)
            before = asha.state
            watcher.listen()
            store.full = True
            refused = await asha.strikes()
            store.full = False

            assert isinstance(refused, wire.ErrorMessage)
            assert refused.code.startswith("store/")
            assert watcher.listen() == []
            assert asha.state == before
            assert isinstance(await asha.strikes(), wire.AckMessage)
            assert asha.v == before.v + 1

    run(play)


def test_a_reader_who_is_too_slow_is_let_go(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha = await at_the_break(h)
            slow = await Guest.joins(h, made.room, made.watch, sends=3)
            let_go: list[bool] = []
            slow.outbox.on_drop = lambda: let_go.append(True)
            for number in range(100, 105):
                await asha.asks(wire.SayRequest(number, "hello"))

            assert let_go == [True]
            assert slow.outbox.gone

    run(play)


def test_a_link_that_leads_nowhere_is_refused_for_what_it_is(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            one, two = await h.open(new_room()), await h.open(new_room())
            codes = []
            for room, token in (
                ("nowhere", "x"),
                (one.room, "x"),
                (one.room, two.links[0].token),
                (two.room, two.watch),
            ):
                try:
                    await h.find(room, token)
                    codes.append("")
                except Exception as refused:
                    codes.append(getattr(refused, "code", "?"))

            assert codes == ["room/unknown", "room/token", "room/token", ""]

    run(play)


def test_rooms_that_nobody_could_play_in_are_not_opened(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            asha, ben, machine = wire.Chair("Asha"), wire.Chair("Ben"), wire.Chair("Ben", "club")
            wrong = {
                "room/names": new_room(second=(wire.Chair(" Asha "),)),
                "law/unknown": new_room(rulebook="whist"),
                "case/impossible": new_room(second=(wire.Chair("Ben", "mine.py:Mine"),)),
                "setup/not-here": new_room(layout="w 0.0,0.0"),
                "text/unreadable": new_room("practice", layout="coins everywhere"),
            }
            for code, new in wrong.items():
                assert await _code(h.open(new)) == code
            assert await _code(h.open(new_room(first=(asha, wire.Chair("Chan"))))) == "case/impossible"
            assert await _code(h.open(new_room("online", second=(machine,)))) == "case/impossible"
            assert await _code(h.open(new_room(first=(wire.Chair("*"),), second=(ben,)))) == "room/names"
            assert h.store.latest(10) == []

    run(play)


async def _code(made: Awaitable[wire.RoomMade]) -> str:
    try:
        await made
    except Exception as refused:
        return str(getattr(refused, "code", refused))
    return ""

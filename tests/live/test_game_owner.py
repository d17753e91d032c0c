"""The owner of a game: requests in, messages out, at times that the test says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game

from carrom.errors import CarromError, StoreError
from carrom.live import messages as wire
from carrom.live.clock import GRACE, ON_THE_WAY, PAUSE
from carrom.live.computers import AGAIN, AIMING, Advice, Decision
from carrom.live.game import MemberRequest, Result
from carrom.live.owner import Job, Rejection, Tick
from carrom.record.entries import UmpireAsked
from carrom.store import KeptLine, MatchSummary
from carrom.store.sqlite import SqliteStore
from carrom.stroke import Aim
from carrom.table.player_questions import Failed
from carrom.words import Seat

STROKE = 15.0
"""Seconds for a stroke under the rulebook of these tests."""


def code(answer: wire.AckMessage | CarromError) -> str:
    return answer.code if isinstance(answer, CarromError) else "done"


def test_what_is_entered_is_told_with_its_trace_and_then_acknowledged(tmp_path: Path) -> None:
    game = Game(tmp_path)
    asha, watcher = game.joins(), game.watches()
    asha.chooses("turn", 0.0)
    before = len(asha.told)
    answer = asha.strikes()

    stroke, ack = asha.told[before:]
    assert isinstance(stroke, wire.StrokeMessage)
    assert ack is answer
    assert watcher.told[-1] is stroke
    trace = game.owner.journal.trace(stroke.v)
    assert trace is not None
    assert trace.hash == stroke.trace.hash


def test_an_outcome_has_the_entries_that_were_stored(tmp_path: Path) -> None:
    """With their numbers; what is refused stores none."""
    game = Game(tmp_path)
    asha = game.joins()
    turned = game.handle(MemberRequest(asha.member, wire.ChooseRequest(1, 3, "turn", 0.0)))
    stale = game.handle(MemberRequest(asha.member, wire.ChooseRequest(2, 3, "turn", 0.0)))

    assert [each.entry.seq for each in turned.entries] == [4, 5]
    assert [each.seq for each in game.store.lines(game.made.room)][-2:] == [4, 5]
    assert stale.entries == []


def test_a_stroke_that_does_not_come_is_late(tmp_path: Path) -> None:
    """With the clock on, the time goes out with every entry; when it is up, the turn is the other's."""
    game = Game(tmp_path, clock=True)
    asha = game.joins()
    assert asha.welcome.clock == STROKE
    asha.chooses("turn", 0.0)
    assert asha.timing is not None
    assert asha.timing.limit == STROKE
    game.pass_time(GRACE + STROKE + ON_THE_WAY - 0.01)
    assert asha.v == 5
    game.pass_time(0.02)

    late = asha.of(wire.EntryMessage)[-1]
    assert (late.line.what, late.line.player) == ("late-stroke", "Asha")
    assert late.timing is not None


def test_the_clock_stands_while_nobody_is_at_the_table(tmp_path: Path) -> None:
    game = Game(tmp_path, clock=True)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    asha.leaves()
    game.pass_time(100.0)
    back = game.joins()

    assert back.v == 5
    assert back.welcome.timing is not None
    assert back.welcome.timing.left == STROKE


def test_asking_the_umpire_gives_no_more_time_for_the_stroke(tmp_path: Path) -> None:
    """The clock stands until the answer, and goes on with the seconds that were left."""
    game = Game(tmp_path, clock=True)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    game.pass_time(GRACE + 3.0)
    asha.asks_the_umpire()
    assert asha.timing is None
    game.pass_time(20.0)
    asha.chooses("answer")
    assert asha.timing == wire.Clock(STROKE, STROKE - 3.0, 0.0)
    game.pass_time(2.0)
    asha.strikes()

    assert getattr(game.owner.table.entries[-1].event, "seconds", 0.0) == 5.0


def test_everybody_is_told_when_the_clock_waits_for_one_who_has_gone(tmp_path: Path) -> None:
    game = Game(tmp_path, "online", clock=True)
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    asha.leaves()
    away = ben.timing
    game.joins("Asha")

    assert away is not None
    assert away.delay > GRACE
    assert ben.timing is not None
    assert ben.timing.delay <= GRACE


def test_a_restart_gives_back_no_used_seconds(tmp_path: Path) -> None:
    """Of the stroke, and of the minute for which one may be gone."""
    game = Game(tmp_path, "online", clock=True)
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    game.pass_time(GRACE + 4.0)
    asha.leaves()
    game.pass_time(10.0)
    game.joins("Asha").leaves()
    ben.leaves()
    game.read()
    back, ben = game.joins("Asha"), game.joins("Ben")
    assert back.welcome.timing is not None
    assert back.welcome.timing.left == STROKE - 4.0
    back.leaves()

    assert ben.timing is not None
    assert ben.timing.delay == pytest.approx(50.0)


def test_a_request_that_waits_is_made_when_the_time_is_up_and_before_the_next_clock_runs(
    tmp_path: Path,
) -> None:
    game = Game(tmp_path, "online", clock=True)
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    ben.asks_the_umpire()
    game.pass_time(STROKE + GRACE + ON_THE_WAY)

    entries = ben.of(wire.EntryMessage)
    assert "late-stroke" in [each.line.what for each in entries]
    assert entries[-1].line.kind == "umpire-asked"
    assert (entries[-1].timing, entries[-1].after.asks.players) == (None, ("Ben",))
    ben.chooses("answer")
    assert ben.timing is not None


def test_a_request_to_the_umpire_does_not_hold_the_other_side_up_for_ever(tmp_path: Path) -> None:
    """Who asked goes on when they will; after half a minute the other side may too."""
    game = Game(tmp_path, "online")
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    asha.asks_the_umpire()
    assert isinstance(game.owner.table.entries[-1].event, UmpireAsked)
    game.pass_time(29.0)
    assert code(ben.chooses("answer")) == "table/not-yours"
    game.pass_time(2.0)

    assert code(ben.chooses("answer")) == "done"
    assert ben.state.asks.players == ("Asha",)


def test_a_match_that_somebody_has_left_can_be_claimed_after_a_minute(tmp_path: Path) -> None:
    """Everybody is told when it can be, without asking."""
    game = Game(tmp_path, "online")
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    ben.leaves()
    assert code(asha.offers("claim")) == "play/not-now"
    game.pass_time(61.0)

    present = asha.of(wire.PresenceMessage)[-1].present
    assert [each.claimable for each in present] == [False, True]
    assert code(asha.offers("claim")) == "done"
    assert asha.state.winner == "first"


def test_everybody_is_told_that_a_match_can_be_claimed_however_late_its_owner_wakes(tmp_path: Path) -> None:
    """By then a stroke is late as well."""
    game = Game(tmp_path, "online", clock=True)
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    ben.leaves()
    game.seconds += 61.0
    game.handle(Tick())
    game.pass_time(1.0)

    assert asha.state.asks.players == ("Ben",)
    present = asha.of(wire.PresenceMessage)[-1].present
    assert [each.claimable for each in present] == [False, True]


def test_an_aim_does_not_keep_from_anybody_that_a_match_can_be_claimed(tmp_path: Path) -> None:
    """It comes when the time to say so has come, and the owner has not been woken yet."""
    game = Game(tmp_path, "online")
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    ben.leaves()
    game.seconds += 61.0
    asha.hears(wire.AimRequest(0.0, 1.5, 0.5))
    game.pass_time(1.0)

    present = asha.of(wire.PresenceMessage)[-1].present
    assert [each.claimable for each in present] == [False, True]


def straight(job: Job) -> Result:
    """A computer player who turns nothing and plays straight ahead."""
    assert isinstance(job, Decision)
    return Aim(Seat.NORTH, 0.0, 1.5707, 3.0) if job.question.what == "aim" else 0.0


def test_a_computer_player_decides_elsewhere_and_acts_in_turn(tmp_path: Path) -> None:
    """Its question is a job; the answer is one more request."""
    game = Game(tmp_path, "computer", breaks="second")
    asha = game.joins()
    game.pass_time(0.0)
    (job,) = game.jobs
    assert isinstance(job, Decision)
    assert (job.level, job.question.player, job.question.what) == ("beginner", "Ben", "turn")
    assert [each.player for each in asha.of(wire.ThinkingMessage)] == ["Ben"]
    game.thinks(straight)
    game.pass_time(0.0)

    assert asha.state.asks.kind == "strike"
    assert [each.player for each in asha.of(wire.ThinkingMessage)][:2] == ["Ben", ""]
    (job,) = game.jobs
    assert isinstance(job, Decision)
    assert job.question.what == "aim"


def test_a_computer_player_lets_everybody_look_and_shows_its_aim(tmp_path: Path) -> None:
    """It thinks meanwhile, and strikes once the last stroke has been shown, and its aim."""
    game = Game(tmp_path, "computer", hurry=False)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    asha.strikes(power=0.1)
    stroke = asha.of(wire.StrokeMessage)[-1]
    game.pass_time(0.0)
    game.thinks(straight)
    game.pass_time(stroke.trace.duration + PAUSE - 0.01)
    assert asha.of(wire.AimMessage) == []
    game.pass_time(0.02)
    (aim,) = asha.of(wire.AimMessage)
    assert (aim.player, len(asha.of(wire.StrokeMessage))) == ("Ben", 1)
    game.pass_time(AIMING)

    assert len(asha.of(wire.StrokeMessage)) == 2


@pytest.mark.parametrize("thinks_before", [True, False], ids=["it has decided", "it still thinks"])
def test_who_has_seen_the_stroke_need_not_wait_for_the_computer(tmp_path: Path, thinks_before: bool) -> None:
    """Its aim is still shown, also to who has seen everything."""
    game = Game(tmp_path, "computer", hurry=False)
    asha, watcher = game.joins(), game.watches()
    asha.chooses("turn", 0.0)
    asha.strikes(power=0.1)
    game.pass_time(0.0)
    watcher.hears(wire.ReadRequest(asha.v))
    asha.hears(wire.ReadRequest(asha.v - 1))
    for step in sorted(("read", "think"), reverse=thinks_before):
        if step == "think":
            game.thinks(straight)
            game.pass_time(0.0)
        else:
            assert asha.of(wire.AimMessage) == []
            asha.hears(wire.ReadRequest(asha.v))
            game.pass_time(0.0)
    assert len(asha.of(wire.AimMessage)) == 1
    asha.hears(wire.ReadRequest(asha.v))
    game.pass_time(AIMING - 0.01)
    assert len(asha.of(wire.StrokeMessage)) == 1
    game.pass_time(0.02)

    assert len(asha.of(wire.StrokeMessage)) == 2


def test_over_several_links_a_computer_player_waits_for_everybody(tmp_path: Path) -> None:
    first = wire.Chair("Asha"), wire.Chair("Carla")
    second = wire.Chair("Ben", "beginner"), wire.Chair("Dev")
    game = Game(tmp_path, "online", hurry=False, first=first, second=second)
    asha, _, _ = game.joins("Asha"), game.joins("Carla"), game.joins("Dev")
    asha.chooses("turn", 0.0)
    asha.strikes(power=0.1)
    game.pass_time(0.0)
    game.thinks(straight)
    asha.hears(wire.ReadRequest(asha.v))
    game.pass_time(asha.of(wire.StrokeMessage)[-1].trace.duration + PAUSE - 0.01)
    assert asha.of(wire.AimMessage) == []
    game.pass_time(0.02)

    assert len(asha.of(wire.AimMessage)) == 1


def test_who_leaves_calls_a_computer_players_thoughts_off(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer", breaks="second")
    asha = game.joins()
    game.pass_time(0.0)
    late = game.jobs
    assert len(late) == 1
    asha.leaves()
    assert not game.jobs
    back = game.joins()
    game.pass_time(0.0)
    (again,) = game.jobs

    assert again not in late
    assert isinstance(again, Decision)
    assert isinstance(late[0], Decision)
    assert again.question == late[0].question
    assert back.welcome.thinking == ""


def test_a_thought_about_a_board_that_is_no_more_is_dropped(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer")
    asha = game.joins()
    asha.chooses("turn", 0.0)
    while asha.state.asks.players == ("Asha",):
        asha.chooses("pass")
    game.pass_time(0.0)
    late = game.jobs
    assert len(late) == 1
    assert code(asha.offers("take-back")) == "done"
    assert game.jobs == ()
    v = asha.v
    game.jobs = late
    game.thinks(straight)
    game.pass_time(10.0)

    assert asha.v == v
    assert asha.of(wire.ThinkingMessage)[-1].player == ""


def test_a_computer_player_that_fails_is_late_by_the_laws(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer", breaks="second")
    asha = game.joins()
    game.pass_time(0.0)
    game.thinks(straight)
    game.pass_time(0.0)
    game.thinks(lambda _: Failed("refused.player.raised", what="ZeroDivisionError"))
    game.pass_time(0.0)

    assert "late-stroke" in [each.line.what for each in asha.of(wire.EntryMessage)]
    assert asha.state.asks.players == ("Asha",)


class Troubled(SqliteStore):
    """A store that fails when it is told to: before it has written, or after; or when it is read."""

    fails_before = False
    fails_after = False
    reads = True
    reads_traces = True

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        if self.fails_before:
            raise StoreError("full", "refused.sentence", text="no room left")
        super().append(match, lines, summary, at=at)
        if self.fails_after:
            raise StoreError("failed", "refused.sentence", text="and nobody knows whether it is there")

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        if not self.reads:
            raise StoreError("failed", "refused.sentence", text="it cannot be read")
        return super().lines(match, after)

    def trace(self, match: str, seq: int) -> bytes | None:
        if not self.reads_traces:
            raise StoreError("failed", "refused.sentence", text="it cannot be read")
        return super().trace(match, seq)


def test_a_computers_stroke_that_could_not_be_kept_is_played_again(tmp_path: Path) -> None:
    """Nobody has seen the first, and by the same chance the second is the same stroke."""
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, "computer", store, breaks="second")
    asha = game.joins()
    game.pass_time(0.0)
    game.thinks(straight)
    game.pass_time(0.0)
    asked = game.jobs[0]
    store.fails_before = True
    game.thinks(straight)
    refused = game.handle(Tick()).refused
    assert isinstance(refused, StoreError)
    assert asha.of(wire.StrokeMessage) == []
    store.fails_before = False
    game.pass_time(AGAIN - 0.01)
    assert not game.jobs
    game.pass_time(0.02)
    again = game.jobs[0]
    game.thinks(straight)
    game.pass_time(0.0)

    assert isinstance(asked, Decision)
    assert isinstance(again, Decision)
    assert asked.question == again.question
    assert len(asha.of(wire.StrokeMessage)) == 1


def test_what_the_store_does_not_take_has_not_happened(tmp_path: Path) -> None:
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    before = asha.state
    store.fails_before = True
    refused = asha.strikes(id=70)
    store.fails_before = False

    assert refused.code == "store/full"
    assert asha.state == before
    assert code(asha.strikes(id=71)) == "done"


def test_what_the_store_took_without_saying_so_is_told_and_acknowledged(tmp_path: Path) -> None:
    """The commit was there, only its answer was not: the stroke stands once."""
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    store.fails_after = True
    answer = asha.strikes(id=70)
    store.fails_after = False

    assert answer == wire.AckMessage(70, 6)
    assert [each.v for each in asha.of(wire.StrokeMessage)] == [6]
    assert asha.strikes(id=70, v=5) == answer


def test_a_stroke_of_which_nobody_knows_whether_it_stands_is_answered_once_the_store_can_be_read(
    tmp_path: Path,
) -> None:
    """It stood, so it is acknowledged. Whatever else is asked until then is refused."""
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    told = len(asha.told)
    store.fails_after, store.reads = True, False
    asha.hears(wire.StrikeRequest(70, asha.v, 0.0, 1.5707, 0.6))
    store.fails_after = False
    unanswered = asha.told[told:]
    other = asha.strikes(id=71)
    game.pass_time(3.0)
    store.reads = True
    game.pass_time(3.0)

    heard = [each for each in asha.told if isinstance(each, wire.StrokeMessage | wire.AckMessage)]
    stroke, acknowledged = heard[-2:]

    assert unanswered == []
    assert code(other) == "store/failed"
    assert isinstance(stroke, wire.StrokeMessage), "the effect comes before the answer"
    assert stroke.v == 6
    assert acknowledged == wire.AckMessage(70, 6)
    assert asha.strikes(id=70, v=5) == wire.AckMessage(70, 6)


@pytest.mark.parametrize("reads", [True, False])
def test_a_stroke_is_told_and_acknowledged_though_the_store_was_lost_again_before_it_was_read(
    tmp_path: Path, reads: bool
) -> None:
    """Its entry can be read at once, or a little later, but its trace only later still."""
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    told = len(asha.told)
    store.fails_after, store.reads, store.reads_traces = True, reads, False
    asha.hears(wire.StrikeRequest(70, asha.v, 0.0, 1.5707, 0.1))
    store.fails_after, store.reads = False, True
    game.pass_time(3.0)
    unanswered = asha.told[told:]
    store.reads_traces = True
    game.pass_time(3.0)

    heard = [each for each in asha.told if isinstance(each, wire.StrokeMessage | wire.AckMessage)]
    stroke, acknowledged = heard[-2:]
    assert unanswered == []
    assert isinstance(stroke, wire.StrokeMessage), "the effect comes before the answer"
    assert (stroke.v, acknowledged) == (6, wire.AckMessage(70, 6))
    assert [each.v for each in asha.of(wire.StrokeMessage)] == [6]


def test_a_phrase_is_said_once_though_a_stroke_before_it_cannot_be_told_yet(tmp_path: Path) -> None:
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    store.fails_after, store.reads, store.reads_traces = True, False, False
    asha.hears(wire.StrikeRequest(70, asha.v, 0.0, 1.5707, 0.1))
    store.fails_after, store.reads = False, True
    game.pass_time(3.0)
    asha.hears(wire.SayRequest(71, "hello"))
    store.reads_traces = True
    game.pass_time(3.0)

    assert len(asha.of(wire.SaidMessage)) == 1
    assert asha.told.count(wire.AckMessage(71, 6)) == 1


def test_a_stroke_of_unknown_outcome_that_is_sent_again_is_acknowledged_and_not_refused_as_stale(
    tmp_path: Path,
) -> None:
    """Its player has lost the connection meanwhile, and comes back as soon as the store can be read."""
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    store.fails_after, store.reads = True, False
    again = wire.StrikeRequest(70, asha.v, 0.0, 1.5707, 0.6)
    told = len(asha.told)
    asha.hears(again)
    asha.hears(again)
    unanswered = asha.told[told:]
    store.fails_after, store.reads = False, True

    assert unanswered == []
    assert asha.strikes(id=70, v=5) == wire.AckMessage(70, 6)
    game.pass_time(3.0)
    assert [each.v for each in asha.of(wire.StrokeMessage)] == [6]


def test_a_stroke_that_was_lost_with_the_store_is_played_once_it_can_be_read(tmp_path: Path) -> None:
    """Its player waits, as does everybody else, and needs not play it again."""
    store = Troubled(tmp_path / "s.sqlite")
    game = Game(tmp_path, store=store)
    asha = game.joins()
    asha.chooses("turn", 0.0)
    store.fails_before, store.reads = True, False
    asha.hears(wire.StrikeRequest(70, asha.v, 0.0, 1.5707, 0.6))
    store.fails_before, store.reads = False, True
    game.pass_time(3.0)

    assert [each.v for each in asha.of(wire.StrokeMessage)] == [6]
    assert asha.told.count(wire.AckMessage(70, 6)) == 1


def test_a_repeated_request_gets_the_first_answer_also_from_a_new_owner(tmp_path: Path) -> None:
    game = Game(tmp_path)
    asha = game.joins(page="asha's page")
    asha.chooses("turn", 0.0)
    first = asha.strikes(id=41)
    assert asha.strikes(id=41, v=5) == first
    game.read()
    back = game.joins(page="asha's page")

    assert back.strikes(id=41, v=5) == first
    assert code(game.joins(page="another").strikes(id=41, v=5)) == "table/stale"
    assert back.v == 6


def test_a_hint_is_a_job_of_its_asker(tmp_path: Path) -> None:
    """One at a time; it is called off when the table moves on or the asker leaves."""
    game = Game(tmp_path, "practice")
    asha = game.joins()
    asha.chooses("turn", 0.0)
    asha.hears(wire.HintRequest(60, asha.v, 1, "fr"))
    asha.hears(wire.HintRequest(61, asha.v, 1, "fr"))
    (job,) = game.jobs
    assert isinstance(job, Advice)
    assert (job.request.count, job.lang, job.view.player) == (1, "fr", "Asha")
    busy = asha.of(Rejection)[-1]
    assert (busy.id, busy.error.code) == (61, "busy")
    hint = wire.HintNow(0.0, 1.5, 0.5, 0.4, 0.3, 0.5, "break", (), "", {}, ("…",), ())
    game.thinks(lambda _: (hint,))
    assert asha.of(wire.HintMessage) == [wire.HintMessage(60, (hint,))]
    assert game.jobs == ()
    asha.hears(wire.HintRequest(62, asha.v))
    asha.strikes()

    stale = asha.of(Rejection)[-1]
    assert (stale.id, stale.error.code, game.jobs) == (62, "table/stale", ())


def test_nobody_thinks_and_no_clock_runs_once_a_record_is_full(tmp_path: Path) -> None:
    game = Game(tmp_path, limits={"entries": 4}, clock=True)
    asha = game.joins()
    asha.chooses("turn", 0.0)

    assert asha.strikes().code == "record/full"
    assert (game.wake_at, asha.timing) == (None, None)
    assert asha.of(Rejection)[0].error.code == "record/full"
    assert code(asha.offers("resign")) == "done"


@pytest.mark.parametrize("kind", ["screen", "online"])
def test_the_same_owner_never_asks_to_be_woken_in_the_past_for_ever(tmp_path: Path, kind: Any) -> None:
    """A tick that finds nothing to do does not ask for the next at once."""
    game = Game(tmp_path, kind, clock=True)
    asha, ben = game.joins("Asha"), game.joins("Ben")
    asha.chooses("turn", 0.0)
    ben.leaves()
    for _ in range(20):
        if game.wake_at is None:
            break
        game.seconds = game.wake_at
        game.handle(Tick())

        assert game.wake_at is None or game.wake_at > game.seconds

"""The record: it replays, undoes, is overruled and protested against."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.record.builders import SINGLES, happened, opened, record, struck, win_quickly
from tests.says import incident, law, standing, stroke

from carrom import INTERNATIONAL_A
from carrom.equipment import STANDARD
from carrom.errors import NotNow, RecordError
from carrom.record import Entry, audit, decode, encode, fold, rule_on, states
from carrom.record.entries import (
    Begun,
    CameLate,
    CoinPlaced,
    Event,
    Happened,
    Overruled,
    PlayCalled,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    SeatsChanged,
    StrikerChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialPlayed,
    UmpireAsked,
)
from carrom.record.fold import last_play
from carrom.rules import judge
from carrom.rules.match import IN_PLAY, OVER, TO_TOSS
from carrom.rules.ruling import BoardEnds, Consequence, Finding, Owes, PutBack, Ruling, StandsAs, TurnPasses
from carrom.stroke import Layout, Placed, StrokeReport
from carrom.words import BLACK, WHITE, Coin, Side


def test_the_state_after_any_entry_is_the_fold_of_the_entries_up_to_it() -> None:
    kept = opened()
    for text in ("w", "q", "w", "s"):
        struck(kept, text)

    for number in range(1, len(kept.entries) + 1):
        assert fold(kept.entries[:number]) == kept.states[number - 1]


def test_an_entry_keeps_the_ruling_as_it_was_given() -> None:
    """A ruling that no law would give today is still followed; the audit lists it."""
    kept = opened()
    odd = Ruling((Finding(INTERNATIONAL_A.strokes[-1].laws, "nothing", (TurnPasses(BLACK),)),))
    kept.enter(Struck(stroke("w"), odd))

    assert kept.state.match.on_strike == "Ben"
    (difference,) = audit(kept.entries)
    assert difference.entry == 5
    assert difference.given == odd
    assert difference.now == judge(
        kept.states[3].match.standing or standing(""), stroke("w"), INTERNATIONAL_A
    )


def test_an_audit_says_when_an_entry_could_not_be_judged_at_all() -> None:
    kept = opened()
    struck(kept, "w")
    entry = kept.entries[-1]
    assert isinstance(entry.event, Struck)
    kept.entries[-1] = Entry(entry.seq, Happened(incident("abandon black"), entry.event.ruling))
    (difference,) = audit(kept.entries)
    assert "only the side on strike" in str(difference.now)


def test_a_take_back_folds_the_match_as_it_was() -> None:
    kept = opened()
    struck(kept, "w")
    before = kept.state.match
    struck(kept, "s")

    kept.enter(TakenBack(5))

    assert kept.state.match == before
    assert kept.state.stands == 5
    struck(kept, "w")
    assert kept.state.match.standing is not None
    assert kept.state.match.standing.coins.white == 7


def test_taking_back_again_and_again_goes_back_step_by_step() -> None:
    kept = opened()
    for text in ("w", "w", "w"):
        struck(kept, text)

    for coins in (7, 8, 9):
        last = last_play(kept.states, kept.entries)
        assert last is not None
        kept.enter(TakenBack(last - 1))
        assert kept.state.match.standing is not None
        assert kept.state.match.standing.coins.white == coins


def test_a_remark_is_passed_over_by_undo_and_kept() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(Remarked("lamp flickered"))

    last = last_play(kept.states, kept.entries)
    assert last == 5
    kept.enter(TakenBack(4))

    assert kept.state.remarks == ((6, "lamp flickered"),)


@pytest.mark.parametrize("to", [0, -1, 6, 99])
def test_nothing_can_be_taken_back_to_an_entry_that_does_not_exist(to: int) -> None:
    kept = opened()
    with pytest.raises(RecordError, match="does not exist"):
        kept.enter(TakenBack(to))


def test_a_call_is_overruled_by_the_right_facts() -> None:
    kept = opened()
    struck(kept, "w")
    struck(kept, "nothing")
    right = stroke("w")
    before = kept.states[4]
    kept.enter(Overruled(6, rule_on(before, right).ruling, right, "the coin had fallen"))

    assert kept.state.match.on_strike == "Asha"
    assert kept.state.match.standing is not None
    assert kept.state.match.standing.coins.white == 7
    assert audit(kept.entries) == []


def test_a_call_is_overruled_by_hand() -> None:
    kept = opened()
    struck(kept, "w")
    line = "black on strike, 5 white, 5 black, queen covered by white"
    by_hand = Ruling((Finding((), "by-hand", (StandsAs(standing(line)),)),))

    kept.enter(Overruled(5, by_hand))

    assert str(kept.state.match.standing) == line
    assert kept.state.match.on_strike == "Ben"
    assert [*kept.state.overruled] == [5]
    assert audit(kept.entries) == []


def test_only_the_last_call_of_the_running_board_can_be_overruled() -> None:
    kept = opened()
    struck(kept, "w")
    struck(kept, "w")
    ruling = rule_on(kept.states[3], stroke("b")).ruling

    with pytest.raises(RecordError, match="last call"):
        kept.enter(Overruled(5, ruling))
    win_quickly(kept)
    kept.enter(PlayCalled())
    with pytest.raises(RecordError, match="there is none"):
        kept.enter(Overruled(len(kept.entries) - 1, ruling))


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_goes_from_spoken_to_decided() -> None:
    kept = opened()
    struck(kept, "w")

    kept.enter(ProtestSpoken(Side.SECOND, 5))
    assert kept.state.open_protests
    with pytest.raises(RecordError, match="only a written protest"):
        kept.enter(ProtestDecided(True))
    with pytest.raises(RecordError, match="no paragraph"):
        kept.enter(ProtestWritten("the coin was touched", "international-a 9.9"))
    kept.enter(ProtestWritten("the coin was touched", "international-a 3.11 n"))
    with pytest.raises(RecordError, match="written once"):
        kept.enter(ProtestWritten("again", "international-a 3.11 n"))
    struck(kept, "w")
    kept.enter(ProtestDecided(False))

    assert not kept.state.open_protests
    assert kept.state.match.stage == IN_PLAY


@law("international-a 4.3", "international-b 4.3")
def test_a_second_protest_is_spoken_while_the_first_is_undecided_and_each_keeps_its_call() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(ProtestSpoken(Side.SECOND, 5))
    struck(kept, "s")
    kept.enter(ProtestSpoken(Side.FIRST, 7))
    with pytest.raises(RecordError, match=r"several protests are open.*6, 8"):
        kept.enter(ProtestWritten("facts", "international-a 3.11 a"))
    kept.enter(ProtestWritten("it lay on the frame", "international-a 3.11 a", 8))
    kept.enter(ProtestWritten("it had not fallen", "international-a 3.6 a"))
    with pytest.raises(RecordError, match="only a written protest"):
        kept.enter(ProtestDecided(False, protest=5))
    kept.enter(ProtestDecided(False, "it was in", protest=6))

    assert [(each.entry, each.about, each.written, each.upheld) for each in kept.state.protests] == [
        (6, 5, "it had not fallen", False),
        (8, 7, "it lay on the frame", None),
    ]
    assert all(decode(encode(entry), entry.seq)[0] == entry for entry in kept.entries)


def test_only_so_many_protests_can_be_open() -> None:
    """A hostile record cannot make every entry slow."""
    kept = opened()
    struck(kept, "w")
    for _ in range(20):
        kept.enter(ProtestSpoken(Side.SECOND, 5))

    with pytest.raises(RecordError, match="20 protests are open"):
        kept.enter(ProtestSpoken(Side.SECOND, 5))


@law("international-a 4.3", "international-b 4.3")
def test_an_upheld_protest_replays_the_match_and_a_spoken_one_survives_undo() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(ProtestSpoken(Side.SECOND, 5))
    kept.enter(TakenBack(4))
    assert kept.state.open_protests

    kept.enter(ProtestWritten("facts", "international-a 3.6 a"))
    kept.enter(ProtestDecided(True))

    assert kept.state.match.stage == TO_TOSS
    assert kept.state.match.replays == 1
    assert last_play(kept.states, kept.entries) is None
    with pytest.raises(RecordError, match="cannot be undone"):
        kept.enter(TakenBack(4))
    kept.enter(Tossed(Side.SECOND, "break"))
    kept.enter(TakenBack(len(kept.entries) - 1))
    assert kept.state.match.stage == TO_TOSS


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_is_written_within_fifteen_minutes_of_the_end_of_the_board() -> None:
    kept = opened()
    for text in ("w", "q", "w"):
        struck(kept, text)
    kept.enter(rule_on(kept.state, stroke("w w w w w w w")), "2026-05-01T10:00:00+02:00")
    kept.enter(ProtestSpoken(Side.SECOND, 8))

    with pytest.raises(RecordError, match="had to be written by 2026-05-01T10:15"):
        kept.enter(ProtestWritten("facts", "international-a 3.7 b"), "2026-05-01T10:15:01+02:00")
    kept.enter(ProtestWritten("facts", "international-a 3.7 b"), "2026-05-01T10:15:00+02:00")


@law("international-a 4.3", "international-b 4.3")
def test_the_fifteen_minutes_run_from_the_board_that_was_running_not_from_a_later_one() -> None:
    kept = opened()
    struck(kept, "w", "2026-05-01T09:00:00+02:00")
    kept.enter(ProtestSpoken(Side.SECOND, 5))
    ended = kept.state.match.boards_ended
    for text in ("q", "w", "w w w w w w w"):
        struck(kept, text, "2026-05-01T10:00:00+02:00")
    assert kept.state.match.boards_ended == ended + 1
    kept.enter(PlayCalled(), "2026-05-01T10:05:00+02:00")

    with pytest.raises(RecordError, match="by 2026-05-01T10:15"):
        kept.enter(ProtestWritten("facts", "international-a 3.6 a"), "2026-05-01T18:00:00+02:00")


def test_a_replay_forgets_all_but_what_was_spoken() -> None:
    kept = opened()
    happened(kept, "technical-foul black 4 k")
    kept.enter(Remarked("before"))
    kept.enter(ProtestSpoken(Side.SECOND, 5))
    kept.enter(ProtestWritten("facts", "international-a 4.1.1"))
    kept.enter(UmpireAsked(Side.FIRST))
    kept.enter(ProtestDecided(True))

    state = kept.state
    assert (*state.fouls, state.request, state.toss, state.distractions("Ben")) == (None, None, 0)
    assert state.remarks == ((6, "before"),)
    assert [protest.upheld for protest in state.protests] == [True]


def test_an_overruling_keeps_a_pending_request_and_the_time_of_the_call() -> None:
    kept = opened()
    struck(kept, "w", "2026-05-01T10:00:00+02:00")
    kept.enter(UmpireAsked(Side.SECOND))
    right = stroke("nothing")
    kept.enter(Overruled(5, rule_on(kept.states[3], right).ruling, right), "2026-05-01T11:00:00+02:00")

    assert kept.state.request is Side.SECOND
    assert kept.state.last_call_at == "2026-05-01T10:00:00+02:00"


def test_a_board_set_by_hand_has_holders_that_fit() -> None:
    kept = opened()
    struck(kept, "w w")
    struck(kept, "s")
    happened(kept, "no-room black")
    line = "black on strike, 5 white, 5 black, queen on board"
    by_hand = Ruling((Finding((), "by-hand", (StandsAs(standing(line)),)),))

    kept.enter(Overruled(7, by_hand))

    assert kept.state.match.holders == ()


def test_a_change_of_striker_can_be_taken_back() -> None:
    kept = record(*SINGLES[:3])
    kept.enter(StrikerChanged("Asha"))
    assert last_play(kept.states, kept.entries) == 4

    kept.enter(TakenBack(3))

    assert kept.state.strikers_of("Asha") == 0


@pytest.mark.parametrize(
    "line",
    [
        "white on strike, 5 white, 5 black, board over: white wins 30",
        "white on strike, 5 white, 5 black, board void",
    ],
)
def test_a_board_cannot_be_ended_by_hand(line: str) -> None:
    kept = opened()
    struck(kept, "w")

    with pytest.raises(RecordError, match="set by hand goes on"):
        kept.enter(Overruled(5, Ruling((Finding((), "by-hand", (StandsAs(standing(line)),)),))))


@pytest.mark.parametrize(
    "consequence", [PutBack(WHITE, 50), BoardEnds(WHITE, -7), BoardEnds(WHITE, 26), Owes(BLACK, -1)]
)
def test_a_ruling_that_leaves_an_impossible_board_is_refused(consequence: Consequence) -> None:
    kept = opened()
    odd = Ruling((Finding(INTERNATIONAL_A.strokes[-1].laws, "nothing", (consequence,)),))

    with pytest.raises(RecordError, match="entry 5"):
        kept.enter(Struck(stroke("w"), odd))


def test_an_incident_without_a_board_is_refused() -> None:
    ruling = rule_on(opened().state, incident("technical-foul black")).ruling

    with pytest.raises(RecordError, match="no board is set up"):
        record(SINGLES[0], Happened(incident("technical-foul black"), ruling))


def test_a_protest_is_spoken_about_the_last_call() -> None:
    kept = opened()
    struck(kept, "w")
    struck(kept, "w")

    with pytest.raises(RecordError, match="spoken at once"):
        kept.enter(ProtestSpoken(Side.SECOND, 5))


@law("international-a 4 g", "international-b 4 g")
def test_nobody_strikes_while_a_request_is_pending() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(UmpireAsked(Side.SECOND))

    with pytest.raises(RecordError, match="Ben asked the umpire"):
        struck(kept, "w")
    with pytest.raises(RecordError, match="only the other side"):
        happened(kept, "ignored-request black")
    kept.enter(PlayCalled())
    struck(kept, "w")
    kept.enter(UmpireAsked(Side.SECOND))
    happened(kept, "ignored-request white")

    assert kept.state.match.boards[0].winner is Side.SECOND
    assert kept.state.request is None


def test_an_ignored_request_needs_a_request() -> None:
    kept = opened()
    with pytest.raises(RecordError, match="only the other side"):
        happened(kept, "ignored-request white")
    with pytest.raises(RecordError, match="one at a time"):
        record(*SINGLES[:3], UmpireAsked(Side.FIRST))


@law("international-a 4 e", "international-b 4 e")
def test_a_striker_is_changed_once_between_boards_and_then_only_back() -> None:
    kept = record(*SINGLES[:3])
    kept.enter(StrikerChanged("Asha"))
    kept.enter(StrikerChanged("Asha"))

    with pytest.raises(RecordError, match="must keep it"):
        kept.enter(StrikerChanged("Asha"))
    kept.enter(PlayCalled())
    with pytest.raises(RecordError, match="between boards"):
        kept.enter(StrikerChanged("Ben"))
    with pytest.raises(RecordError, match="does not play here"):
        kept.enter(StrikerChanged("Zoe"))


@law(
    "international-a 4 k", "international-b 4 l", "international-a 4.2 h", "international-b 4.2 h", "icf 143h"
)
@pytest.mark.parametrize(
    ("book", "paragraph"), [("international-a", "4 k"), ("international-b", "4 l"), ("icf", "129")]
)
def test_disturbing_the_opponent_is_counted(book: str, paragraph: str) -> None:
    """Three are technical fouls; the fourth is a ground for disqualification, which the umpire may use."""
    kept = record(Begun(book, ("Asha",), ("Ben",)), *SINGLES[1:])
    for _ in range(4):
        happened(kept, f"technical-foul black {paragraph}")
    happened(kept, f"technical-foul black {'132' if book == 'icf' else '4 a'}")

    assert kept.state.distractions("Ben") == 4
    assert kept.state.distractions("Asha") == 0
    happened(kept, "disqualified black h")
    assert kept.state.match.winner is Side.FIRST


def test_coins_are_placed_one_by_one() -> None:
    kept = opened()
    struck(kept, "w w")
    struck(kept, "s w")
    assert kept.state.match.to_place == (2, 0)

    kept.enter(CoinPlaced(Coin.WHITE, 0.05, 0.01))
    kept.enter(CoinPlaced(Coin.WHITE))
    kept.enter(CoinPlaced(Coin.QUEEN))

    assert kept.state.match.to_place == (0, 0)
    with pytest.raises(RecordError, match="no white coin is to be placed"):
        kept.enter(CoinPlaced(Coin.WHITE))


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ((Tossed(Side.FIRST, "break"),), "must begin with the players"),
        ((SINGLES[0], SINGLES[0]), "begun already"),
        ((SINGLES[0], PlayCalled()), "entry 2: not now: the toss comes first"),
        ((*SINGLES, Tossed(Side.FIRST, "break")), "entry 5"),
        ((*SINGLES, SeatsChanged()), "between boards"),
        ((*SINGLES, TossedAgain("Ben")), "entry 5"),
        ((*SINGLES[:2], CameLate(Side.SECOND), TrialPlayed(Side.SECOND)), "late"),
        ((Begun("ifc", ("Asha",), ("Ben",)),), "no rulebook is called 'ifc'"),
    ],
)
def test_an_entry_out_of_place_is_refused_with_its_number(events: tuple[Event, ...], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        record(*events)


def test_entries_are_numbered_without_gaps() -> None:
    with pytest.raises(RecordError, match="entry 3 came where entry 2 was expected"):
        states([Entry(1, SINGLES[0]), Entry(3, SINGLES[1])])
    with pytest.raises(RecordError, match="the record is empty"):
        fold([])


def test_a_stroke_is_refused_before_play_and_after_the_match() -> None:
    kept = record(*SINGLES[:3])
    with pytest.raises(NotNow, match="has not said Play"):
        rule_on(kept.state, stroke("w"))
    with pytest.raises(RecordError, match="has not said Play"):
        kept.enter(Struck(stroke("w"), Ruling(())))
    happened(kept, "disqualified white a")
    assert kept.state.match.stage == OVER
    with pytest.raises(NotNow, match="match is over"):
        rule_on(kept.state, stroke("w"))


def test_a_report_with_its_layout_reads_back_from_any_table() -> None:
    """A record does not say how large its board was: what was written is what is read."""
    wide = replace(STANDARD, board=replace(STANDARD.board, surface=0.7398))
    place = 0.33191616701181814  # over a pocket of the standard board
    layout = Layout((Placed(Coin.WHITE, place, place),), wide)
    report = replace(StrokeReport.of(["black", "white"]), order=("black", "white"), layout=layout)

    entry = Entry(1, Struck(report, Ruling(())))

    assert decode(encode(entry), 1)[0] == entry

"""What only an umpire at a real board enters: points by hand, retirements, breaches, corrections."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.run import carrom
from tests.says import law, stroke

from carrom.errors import RecordError
from carrom.parts import Score
from carrom.record import Entry, Event, Record, RecordFile, audit, decode, encode, rule_on
from carrom.record.entries import (
    Begun,
    CameLate,
    GaveUp,
    Overruled,
    PlayCalled,
    PointsSet,
    Remarked,
    Seated,
    SeatsChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialLeft,
    TrialPlayed,
)
from carrom.record.fold import in_effect
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, TO_TOSS_AGAIN, Match, running_totals
from carrom.umpiring.sheet import score_sheet, sheet_result
from carrom.words import Seat, Side

BEGUN = Begun(
    "international-a",
    ("Asha",),
    ("Ben",),
    "Club cup",
    "Chan",
    round="final",
    number="17",
    place="board 4",
    clubs=(("Asha", "Lyon"),),
    strikers=("Asha", "Ben"),
    replay_of="k3v9",
)
SEATED: tuple[Event, ...] = (
    Tossed(Side.FIRST, "break"),
    Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))),
)


def record(*events: Event) -> Record:
    kept = Record()
    for event in (BEGUN, *SEATED, *events):
        kept.enter(event)
    return kept


def struck(kept: Record | RecordFile, text: str, breach: str = "") -> None:
    judged = rule_on(kept.state, stroke(text))
    assert isinstance(judged, Struck)
    kept.enter(replace(judged, breach=breach))


def points(kept: Record) -> tuple[int, int]:
    return kept.state.match.points(Side.FIRST), kept.state.match.points(Side.SECOND)


@pytest.mark.parametrize(
    "event",
    [
        BEGUN,
        PointsSet(3, 22, "the last sheet was wrong"),
        GaveUp(Side.SECOND, "retired"),
        GaveUp(Side.FIRST, "walkover"),
        TakenBack(7, "typed twice"),
        TakenBack(7, "one had fallen", 8),
        TakenBack(7, "none had fallen", 8, instead=False, left_out=3),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_entry_of_an_umpire_reads_back_as_it_was_written(event: Event) -> None:
    entry = Entry(8, event)

    assert decode(encode(entry), 8)[0] == entry


def test_a_breach_reads_back_and_is_left_out_where_there_is_none() -> None:
    kept = record(PlayCalled())
    struck(kept, "improper", "international-a 3.2 h")
    struck(kept, "nothing")

    broke, plain = (encode(entry) for entry in kept.entries[-2:])
    assert '"breach": "international-a 3.2 h"' in broke
    assert "breach" not in plain
    assert decode(broke, 5)[0] == kept.entries[-2]


def test_points_set_by_hand_are_the_games_and_count_for_the_board_that_runs() -> None:
    """From 22 points on the queen is worth nothing, however a side came by them."""
    kept = record(PointsSet(22, 5, "a board was not entered"), PlayCalled())
    for text in ("w", "q", "w", "w w w w w w w"):
        struck(kept, text)

    assert kept.state.match.games[0].winner is Side.FIRST
    assert kept.state.match.games[0].by_hand == (22, 5)
    assert kept.state.match.games[0].points(Side.FIRST) == 31
    assert points(kept) == (0, 0)


def test_points_set_again_take_the_place_of_the_first_and_are_undone() -> None:
    kept = record(PointsSet(5, 5), PointsSet(7, 2, "counted again"))
    assert points(kept) == (7, 2)

    kept.enter(TakenBack(4))
    assert points(kept) == (5, 5)


@pytest.mark.parametrize(("first", "second"), [(25, 0), (0, 25), (-1, 0)])
def test_points_that_no_running_game_has_are_refused(first: int, second: int) -> None:
    with pytest.raises(RecordError, match="while a game runs a side has 0 to 24"):
        record(PointsSet(first, second))


def test_points_are_set_while_a_game_runs() -> None:
    kept = Record()
    kept.enter(BEGUN)
    with pytest.raises(RecordError, match="no game is running"):
        kept.enter(PointsSet(1, 1))


@pytest.mark.parametrize("why", ["retired", "walkover"])
def test_a_match_ends_with_a_retirement_or_a_walkover(why: str) -> None:
    kept = record(GaveUp(Side.FIRST, why))

    assert (kept.state.match.stage, kept.state.match.winner) == (OVER, Side.SECOND)
    assert {"retired": "Asha retired", "walkover": "walkover: Asha did not play"}[why] in sheet_result(
        score_sheet(kept), "en"
    )


def test_there_is_no_other_way_to_give_up() -> None:
    with pytest.raises(RecordError, match="did you mean retired"):
        record(GaveUp(Side.FIRST, "tired"))


def test_the_entries_in_effect_are_those_the_last_one_follows_from() -> None:
    """What is taken back does not stand, nor the taking back; a second take-back can bring entries back."""
    kept = record(PlayCalled())
    for text in ("w", "w"):
        struck(kept, text)
    kept.enter(TakenBack(4, "wrong board", 5))
    struck(kept, "b")
    assert in_effect(kept.states) == [True, True, True, True, False, False, False, True]
    kept.enter(TakenBack(6))

    assert in_effect(kept.states) == [True] * 6 + [False] * 3


def test_a_correction_in_a_record_audits_clean() -> None:
    kept = record(PlayCalled())
    struck(kept, "w")
    kept.enter(Remarked("lamp"))
    kept.enter(TakenBack(4, "two fell", 5))
    struck(kept, "w w")

    assert audit(kept.entries) == []
    assert kept.state.remarks == ((6, "lamp"),)


def test_a_record_is_shown_in_words(tmp_path: Path) -> None:
    """Everything an umpire has said is in `carrom record show`."""
    kept = RecordFile.create(tmp_path / "m.carrom")
    for event in (replace(BEGUN, length="game"), *SEATED, PointsSet(3, 4, "sheet"), PlayCalled()):
        kept.enter(event)
    struck(kept, "improper", "international-a 3.2 h")
    right = stroke("b")
    kept.enter(Overruled(6, rule_on(kept.states[4], right).ruling, right, "seen again"))
    kept.enter(TakenBack(5, "one fell", 6))
    kept.enter(TakenBack(4, "wrong board"))
    kept.enter(GaveUp(Side.SECOND, "walkover"))

    shown = carrom("record", "show", "m.carrom", folder=tmp_path).stdout
    for said in (
        "begun international-a Asha (Lyon) – Ben (Club cup; round final; match 17; at board 4; umpire Chan; "
        "one game; strikers approved: Asha, Ben; played again after k3v9)",
        "points set to 3–4 (sheet)",
        "nothing improper against international-a 3.2 h",
        "overruled 6: black (seen again)",
        "taken back to 5 to correct 6 (one fell)",
        "taken back to 4 (wrong board)",
        "the second side did not play: walkover",
    ):
        assert said in shown


def boards(kept: Record, *winners: Side, left: int = 1) -> None:
    """Whole boards, won with so many of the other side's coins left and the queen covered."""
    for winner in winners:
        if kept.state.match.change_seats:
            kept.enter(SeatsChanged())
        if kept.state.match.stage == TO_TOSS_AGAIN:
            kept.enter(TossedAgain("Asha"))
        kept.enter(PlayCalled())
        own, theirs = ("w", "b") if kept.state.match.white is winner else ("b", "w")
        if own == "b":
            struck(kept, "nothing")
        for text in (" ".join([own, *[theirs] * (9 - left)]), "q", own, " ".join([own] * 7)):
            struck(kept, text)


A, B = Side.FIRST, Side.SECOND


def deciding(kept: Record) -> Match:
    """One game each, and the seats changed for the third."""
    boards(kept, A, A, A, B, B, B, left=9)
    kept.enter(SeatsChanged())
    return kept.state.match


@law("international-a 3.8 c", "international-b 3.8 c")
def test_points_set_by_hand_between_boards_make_the_change_in_the_deciding_game_due_or_not() -> None:
    kept = record()
    assert deciding(kept).deciding
    boards(kept, A, left=2)
    assert not kept.state.match.change_seats
    kept.enter(PointsSet(14, 0, "added up wrongly"))
    assert kept.state.match.change_seats
    kept.enter(PointsSet(5, 0, "it was right"))
    assert not kept.state.match.change_seats
    kept.enter(PointsSet(13, 0, "it was not"))
    kept.enter(SeatsChanged())
    kept.enter(PointsSet(5, 0, "they have moved now"))
    kept.enter(PointsSet(14, 0, "once is enough"))

    assert not kept.state.match.change_seats


@law("international-a 3.7 e", "international-b 3.7 e")
@pytest.mark.parametrize("tossed", [False, True])
def test_a_game_that_is_not_level_after_eight_boards_is_over_by_the_points_set(tossed: bool) -> None:
    kept = record()
    boards(kept, A, B, A, B, A, B, A, B)
    kept.enter(PointsSet(17, 17, "both had one more"))
    assert kept.state.match.stage == TO_TOSS_AGAIN
    if tossed:
        kept.enter(TossedAgain("Ben"))
    kept.enter(PointsSet(17, 16, "only one had"))

    match = kept.state.match
    assert [(game.winner, game.points(A), game.points(B)) for game in match.games] == [(A, 17, 16)]
    assert (match.stage, match.change_seats, points(kept)) == (TO_PLAY, True, (0, 0))


def test_a_ninth_board_that_is_played_goes_on_under_the_points_set() -> None:
    kept = record()
    boards(kept, A, B, A, B, A, B, A, B)
    for event in (TossedAgain("Ben"), PlayCalled(), PointsSet(17, 16, "one more")):
        kept.enter(event)

    assert kept.state.match.stage == IN_PLAY
    assert points(kept) == (17, 16)


def test_points_by_hand_are_in_the_running_totals_from_where_they_were_given() -> None:
    kept = record()
    boards(kept, A, left=3)
    kept.enter(PointsSet(10, 2, "added up wrongly"))
    assert running_totals(kept.state.match) == ((6, 0),)
    boards(kept, B, left=4)
    kept.enter(PointsSet(10, 8, "and again"))
    boards(kept, A, A, left=5)

    assert running_totals(kept.state.match.games[0]) == ((6, 0), (10, 9), (18, 8), (26, 8))
    assert [board.total for board in score_sheet(kept).games[0].boards][1] == Score(10, 9)


@pytest.mark.parametrize("trial", [TrialPlayed(A), TrialLeft(A)])
def test_who_has_had_the_trial_board_did_not_come_late_nor_the_other_way_round(trial: Event) -> None:
    with pytest.raises(RecordError, match="did not come late"):
        record(trial, CameLate(A))
    with pytest.raises(RecordError, match="loses its trial board"):
        record(CameLate(A), trial)

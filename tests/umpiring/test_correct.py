"""Correcting an earlier entry: what followed it is judged again, and the differences are shown before."""

from __future__ import annotations

import pytest
from tests.umpiring.at_table import AT, ask, can, clear, doubles, opened, refused, set_up, stroke, view

from carrom import umpiring
from carrom.errors import NotNow
from carrom.record import Record, audit
from carrom.record.entries import CoinPlaced, Overruled, Struck, TakenBack
from carrom.record.fold import in_effect
from carrom.umpiring.view.types import Difference, Preview
from carrom.words import Coin


def correct(record: Record, entry: int, **what: object) -> None:
    ask(record, "correct", entry=entry, reason="it was otherwise", **what)


def preview(record: Record, entry: int, **what: object) -> Preview:
    asked = umpiring.read_request({"do": "correct", "entry": entry, "reason": "it was otherwise", **what})
    return umpiring.preview_request(record, asked, AT)


def why(difference: Difference) -> tuple[int, str, str]:
    """The entry, and its deciding finding before and after."""
    assert difference.before is not None
    assert difference.after is not None
    return difference.v, difference.before.findings[0].why, difference.after.findings[0].why


def test_an_earlier_stroke_is_corrected_and_the_later_ones_are_judged_again() -> None:
    """Had black pocketed nothing, the stroke with the queen was white's, who had no right to her."""
    record = opened()
    stroke(record)
    stroke(record, "black")
    stroke(record, "black", "queen")
    stroke(record, "black")

    shown = preview(record, 6, stroke={})
    assert [why(each) for each in shown.differences] == [(7, "queen-with-own", "queen-too-early")]
    assert [each.player for each in shown.differences] == ["Asha"]
    correct(record, 6, stroke={})

    board = view(record).board
    assert board is not None
    assert board.on_strike == "black"
    assert (board.queen, board.black) == ("on-board", 7)
    assert view(record) == shown.after
    assert audit(record.entries) == []


def test_every_entry_again_has_its_own_time_and_the_history_is_kept() -> None:
    record = set_up("international-a")
    for second, do in enumerate(("play", "stroke", "stroke")):
        umpiring.enter_request(record, umpiring.read_request({"do": do}), f"2026-03-14T15:00:0{second}+01:00")
    correct(record, 5, stroke={"pocketed": ["white"]})

    assert record.entries[6].event == TakenBack(4, "it was otherwise", 5)
    assert [entry.at for entry in record.entries[6:]] == [AT, record.entries[4].at, record.entries[5].at]
    assert in_effect(record.states) == [True] * 4 + [False] * 3 + [True] * 2


@pytest.mark.parametrize(("stroke_", "kind"), [(None, "struck-out"), ({}, "corrected")])
def test_the_record_says_whether_anything_happened_instead(stroke_: object, kind: str) -> None:
    """Though every entry has the same time and the same facts."""
    record = opened()
    for _ in range(3):
        stroke(record)
    correct(record, 5, stroke=stroke_)

    change = umpiring.score_sheet(record).changes[-1]
    assert (change.kind, change.count) == (kind, 0)
    assert (change.facts_now is None) == (stroke_ is None)


def test_the_record_says_how_many_entries_were_left_out() -> None:
    record = opened()
    stroke(record, "white")
    stroke(record, *["white"] * 7)
    stroke(record)
    correct(record, 5, stroke={"pocketed": ["white"] * 3}, drop=True)

    back = record.entries[7].event
    assert isinstance(back, TakenBack)
    assert (back.instead, back.left_out) == (True, 2)
    assert umpiring.score_sheet(record).changes[-1].count == 2


def test_an_entry_that_did_not_happen_at_all_is_left_out() -> None:
    record = opened()
    stroke(record, "white")
    stroke(record, "white")
    ask(record, "incident", kind="foul", by="white")
    correct(record, 6)

    board = view(record).board
    assert board is not None
    assert (board.on_strike, board.white) == ("black", 9)
    assert preview(record, can(record).correct[0]).ruling is None


def test_a_correction_that_changes_nothing_later_shows_no_difference() -> None:
    """Whether the second stroke made the break is kept count of, but nobody is told anything else."""
    record = opened()
    stroke(record, "white")
    stroke(record, "white")

    assert preview(record, 5).differences == ()


def test_coins_that_need_not_be_placed_any_more_are_not_confirmed_again() -> None:
    """The confirmation falls away with the penalty; what was played after it stays."""
    record = opened()
    stroke(record, "white")
    stroke(record, "striker")
    ask(record, "placed", coins=["white"])
    stroke(record, "black")
    correct(record, 6, stroke={})

    events = [entry.event for entry in record.entries[8:]]
    assert not any(isinstance(event, CoinPlaced) for event in events)
    assert sum(isinstance(event, Struck) for event in events) == 2
    board = view(record).board
    assert board is not None
    assert (board.white, board.black) == (8, 8)


def test_a_queen_that_still_comes_back_is_confirmed_again_and_one_that_does_not_is_not() -> None:
    record = opened()
    stroke(record)
    stroke(record, "queen")
    ask(record, "placed", coins=["queen"])
    stroke(record)
    correct(record, 5, stroke={"touched": False, "improper": True})
    assert CoinPlaced(Coin.QUEEN) in [entry.event for entry in record.entries[8:]]

    again = len(record.entries)
    correct(record, can(record).correct[1], stroke={})
    assert CoinPlaced(Coin.QUEEN) not in [entry.event for entry in record.entries[again:]]


def test_what_no_longer_fits_is_refused_unless_it_may_be_dropped() -> None:
    """Nine whites cannot fall twice; the entry and all after it are left out only when the umpire says so."""
    record = opened()
    stroke(record, "white")
    stroke(record, *["white"] * 7)
    stroke(record)
    again = {"stroke": {"pocketed": ["white"] * 3}}

    shown = preview(record, 5, **again)
    first, second = shown.differences
    assert (first.v, first.after) == (6, None)
    assert "7 white coins, but 6 lie on the board" in str(first.refused)
    assert (second.v, second.after, str(second.refused)) == (7, None, "It follows entry 6.")
    refused(record, "entry 6 no longer fits", "correct", entry=5, reason="x", **again)
    correct(record, 5, **again, drop=True)

    board = view(record).board
    assert board is not None
    assert board.white == 6
    assert view(record) == shown.after


def test_an_incident_about_a_coin_that_is_not_placed_any_more_no_longer_fits() -> None:
    """There was no room for a penalty coin; without the penalty nothing is held, and no coin is missing."""
    record = opened()
    stroke(record, "white")
    stroke(record, "striker")
    penalty = len(record.entries)
    ask(record, "incident", kind="no-room", by="black")
    held = len(record.entries)

    shown = preview(record, penalty, stroke={})
    assert [(each.v, each.after) for each in shown.differences] == [(held, None)]
    assert "“No room for a coin” cannot have happened" in str(shown.differences[0].refused)
    correct(record, penalty, stroke={}, drop=True)

    board = view(record).board
    assert board is not None
    assert (board.white, board.held.white, board.on_strike) == (8, 0, "black")


def test_a_board_set_by_hand_no_longer_fits_where_the_next_board_is_not_open() -> None:
    """The corrected stroke ends the board, so the incident after it falls before the next "Play"."""
    record = opened()
    stroke(record, "white")
    ask(record, "incident", kind="touched-coins", by="white")
    ask(
        record,
        "overrule",
        reason="counted again",
        by_hand={"board": {"on_strike": "white", "white": 5, "black": 5}},
    )
    ask(record, "correct", entry=5, reason="all nine", stroke={"pocketed": ["white"] * 9}, drop=True)

    board = view(record).board
    assert board is not None
    assert (view(record).stage, board.broken, view(record).to_place) == ("to-play", False, ())


def test_a_call_overruled_since_is_overruled_again_where_it_now_stands() -> None:
    """By the facts: judged again on the board that is there now. By hand: as the umpire said it."""
    record = opened()
    stroke(record, "white")
    stroke(record)
    ask(record, "overrule", reason="one fell", stroke={"pocketed": ["white"]})
    stroke(record, "queen")
    ask(record, "overrule", reason="count", by_hand={"board": {"on_strike": "black", "white": 3, "black": 9}})
    correct(record, 5, stroke={"pocketed": ["white", "white"]})

    again = [entry for entry in record.entries[9:] if isinstance(entry.event, Overruled)]
    assert [entry.event.entry for entry in again if isinstance(entry.event, Overruled)] == [12, 14]
    board = view(record).board
    assert board is not None
    assert (board.on_strike, board.white) == ("black", 3)
    assert audit(record.entries) == []


def test_correcting_an_overruled_call_is_the_last_word_about_it() -> None:
    """By the number of the call or of its overruling: the old correction falls away."""
    for entry in (5, 6):
        record = opened()
        stroke(record)
        ask(record, "overrule", reason="one fell", stroke={"pocketed": ["white"]})
        stroke(record)
        correct(record, entry, stroke={"pocketed": ["white"] * 3})

        board = view(record).board
        assert board is not None
        assert (board.white, board.on_strike) == (6, "black")
        assert not any(isinstance(each.event, Overruled) for each in record.entries[7:])


def test_a_board_set_by_hand_keeps_the_points_the_game_has_now() -> None:
    """A correction in an earlier board changes the points under it."""
    record = set_up("international-a")
    clear(record)
    ask(record, "play")
    stroke(record)
    ask(record, "overrule", reason="count", by_hand={"board": {"on_strike": "white", "white": 5, "black": 5}})
    correct(record, can(record).correct[0], stroke={"pocketed": ["white", "black"]})

    board = record.state.match.standing
    assert board is not None
    assert (board.coins, board.points) == ((5, 5), (0, 11))


def test_remarks_and_protests_stay_and_are_not_entered_again() -> None:
    record = opened()
    stroke(record, "white")
    ask(record, "remark", text="the lamp flickered")
    ask(record, "protest", side="second")
    stroke(record, "white")
    correct(record, 5, stroke={"pocketed": ["white", "white"]})

    assert [entry.seq for entry in record.entries[8:]] == [9, 10, 11]
    assert len(view(record).protests) == 1
    assert [text for _, text in record.state.remarks] == ["the lamp flickered"]


def test_points_set_by_hand_and_an_answered_request_follow_again() -> None:
    record = opened()
    stroke(record)
    ask(record, "ask", side="first")
    ask(record, "play")
    ask(record, "set-points", first=4, second=4, reason="sheet")
    stroke(record, "black")
    correct(record, 5, stroke={"touched": False})

    assert view(record).points.first == 4
    assert view(record).request is None
    assert audit(record.entries) == []


def test_a_correction_reaches_through_the_end_of_a_board() -> None:
    """The board was won by one coin more or less: the next board stands, the score changes."""
    record = doubles()
    clear(record)
    clear(record)
    first = can(record).correct[0]
    correct(record, first, stroke={"pocketed": ["white", "black"]})

    assert [board.points for board in view(record).games[0].boards] == [11, 12]
    assert audit(record.entries) == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"entry": 5, "reason": ""}, "correct.reason: say what was wrong"),
        ({"entry": 4, "reason": "x"}, "entry 4 is not a stroke or incident that stands"),
        ({"entry": 0, "reason": "x"}, "entry 0 is not a stroke or incident that stands"),
        ({"entry": 99, "reason": "x"}, "entry 99 is not a stroke or incident that stands"),
        ({"entry": 6, "reason": "x"}, "entry 6 is not a stroke or incident that stands"),
        (
            {"entry": 5, "reason": "x", "stroke": {}, "incident": {"kind": "foul"}},
            "give a stroke or an incident",
        ),
        ({"entry": 5, "reason": "x", "stroke": {"pocketed": ["white"] * 10}}, "10 coins of a colour"),
        ({"entry": 5, "reason": "x", "incident": {"kind": "foul", "by": "black"}}, "is a technical foul"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(fields: dict[str, object], says: str) -> None:
    record = opened()
    stroke(record, "white")
    stroke(record, "white")
    ask(record, "undo", to=5)

    refused(record, says, "correct", **fields)


def test_a_preview_of_a_correction_is_refused_like_the_correction() -> None:
    asked = umpiring.read_request({"do": "correct", "entry": 1, "reason": "x"})
    with pytest.raises(NotNow, match="no match has begun"):
        umpiring.preview_request(Record(), asked, AT)

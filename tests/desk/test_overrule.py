"""Overruling: another ruling for the last call, or the board as the umpire says."""

from __future__ import annotations

import pytest
from tests.desk.at_table import ask, can, clear, opened, refused, set_up, stroke, todo, view

from carrom.record import Record, audit

BOARD = {"on_strike": "black", "white": 4, "black": 6, "queen": "white", "due": {"black": 1}}


def overrule(record: Record, **what: object) -> None:
    ask(record, "overrule", reason="seen from the other side", **what)


def test_the_last_call_is_overruled_by_the_facts() -> None:
    """The corrected call stands in the place of the one given, and says that it is one."""
    record = opened()
    stroke(record, "striker")
    overrule(record, stroke={"pocketed": ["white"]})

    call, board = view(record).call, view(record).board
    assert call is not None
    assert board is not None
    assert (call.v, call.overruled, call.ruling.findings[0].why) == (5, True, "own")
    assert (board.on_strike, board.white) == ("white", 8)
    assert audit(record.entries) == []


def test_a_stroke_is_overruled_by_an_incident_and_an_incident_by_a_stroke() -> None:
    record = opened()
    stroke(record, "white")
    overrule(record, incident={"kind": "late-stroke", "by": "white"})
    assert view(record).on_strike == "Ben"
    overrule(record, stroke={"pocketed": ["white", "white"]})

    board = view(record).board
    assert board is not None
    assert (board.on_strike, board.white) == ("white", 7)


def test_the_board_stands_as_the_umpire_says_and_the_points_stay() -> None:
    record = opened()
    ask(record, "set-points", first=5, second=9, reason="a board was not entered")
    stroke(record)
    overrule(record, by_hand={"board": BOARD})

    shown = view(record)
    assert shown.board is not None
    assert (shown.board.white, shown.board.black, shown.board.queen) == (4, 6, "white")
    assert shown.board.due.black == 1
    assert shown.on_strike == "Ben"
    assert record.state.match.standing is not None
    assert record.state.match.standing.points == (5, 9)
    assert todo(record) == []


@pytest.mark.parametrize(
    ("by_hand", "points", "queen"),
    [
        ({"winner": "white", "points": 7, "queen": "white"}, 3, "first"),
        ({"winner": "white", "points": 2, "queen": "white"}, 2, "first"),
        ({"winner": "black", "points": 4, "queen": "white"}, 0, "first"),
        ({"winner": "black", "points": 4}, 0, None),
    ],
)
def test_a_board_is_ended_by_hand(by_hand: dict[str, object], points: int, queen: str | None) -> None:
    """Points go to its winner; so many of them for the queen, where the winner had her."""
    record = opened()
    stroke(record, "white")
    overrule(record, by_hand=by_hand)

    shown = view(record)
    (game,) = shown.games
    (board,) = game.boards
    won = "first" if by_hand["winner"] == "white" else "second"
    assert (board.winner, board.points, board.queen) == (won, by_hand["points"], queen)
    assert shown.call is not None
    ends = shown.call.ruling.findings[0].then[-1]
    assert ends == ("board-ends", by_hand["winner"], by_hand["points"], "board", points)
    assert shown.call.ruling.findings[0].laws == ("international-a 4.1",)


def test_a_board_is_declared_void_by_hand_and_broken_again_by_the_same_player() -> None:
    record = opened()
    stroke(record, "white")
    overrule(record, by_hand={"void": True})

    assert (view(record).stage, view(record).breaker) == ("to-play", "Asha")
    assert view(record).games[0].boards[0].winner is None


def test_edition_b_is_cited_where_it_is_played() -> None:
    record = opened("international-b")
    stroke(record)
    overrule(record, by_hand={"void": True})

    call = view(record).call
    assert call is not None
    assert call.ruling.findings[0].laws == ("international-b 4.1",)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"reason": " ", "stroke": {}}, "overrule.reason: is empty"),
        ({"reason": "x"}, "overrule: give one of stroke, incident and by_hand"),
        (
            {"reason": "x", "stroke": {}, "by_hand": {"void": True}},
            "give one of stroke, incident and by_hand",
        ),
        ({"reason": "x", "by_hand": {}}, "by_hand: give one of board, winner and void"),
        ({"reason": "x", "by_hand": {"void": True, "winner": "white"}}, "give one of board, winner and void"),
        ({"reason": "x", "by_hand": {"void": True, "points": 3}}, "points and queen go with a winner"),
        ({"reason": "x", "by_hand": {"winner": "white", "points": 26}}, "a board gives 0 to 25"),
        ({"reason": "x", "by_hand": {"winner": "white", "points": -1}}, "a board gives 0 to 25"),
        ({"reason": "x", "by_hand": {"board": {**BOARD, "white": 10}}}, "board.white: 10 coins"),
        ({"reason": "x", "by_hand": {"board": {**BOARD, "white": 0}}}, "this board is over"),
        (
            {"reason": "x", "by_hand": {"board": {**BOARD, "points": {}}}},
            "board.points: leave the points out",
        ),
        ({"reason": "x", "stroke": {"pocketed": ["white"] * 10}}, "10 coins of a colour"),
        ({"reason": "x", "stroke": {"breach": "3.2 h"}}, "a proper stroke broke no law"),
        ({"reason": "x", "incident": {"kind": "early-break", "by": "white"}}, "the umpire has said Play"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(fields: dict[str, object], says: str) -> None:
    record = opened()
    stroke(record, "white")

    refused(record, says, "overrule", **fields)


def test_a_board_that_is_not_open_is_not_broken() -> None:
    """A call before "Play" can be overruled too; what lies on the rosette then lies there still."""
    record = set_up("international-a")
    ask(record, "incident", kind="technical-foul", by="black")
    board = {"on_strike": "white", "white": 9, "black": 9}

    refused(
        record,
        "board.broken: the board has not been opened",
        "overrule",
        reason="x",
        by_hand={"board": board},
    )
    overrule(record, by_hand={"board": {**board, "broken": False}})

    shown = view(record).board
    assert shown is not None
    assert (shown.due.black, shown.broken) == (0, False)
    assert view(record).stage == "to-play"


def test_a_call_is_overruled_until_the_next_board_is_opened() -> None:
    record = set_up("international-a")
    clear(record)
    assert can(record).overrule is not None
    ask(record, "play")

    assert can(record).overrule is None
    refused(
        record, "there is no call that could be overruled", "overrule", reason="x", by_hand={"void": True}
    )


@pytest.mark.parametrize(
    ("do", "fields"),
    [("give-up", {"side": "first", "why": "left"}), ("set-points", {"first": 1, "second": 1, "reason": "x"})],
)
def test_what_was_decided_after_a_call_is_not_lost_by_overruling_it(
    do: str, fields: dict[str, object]
) -> None:
    """Overruling goes back to before the call; the later decision must be undone first, in so many words."""
    record = opened()
    stroke(record, "white")
    ask(record, do, **fields)

    assert can(record).overrule is None
    assert "overrule" not in can(record).acts
    refused(record, "undo that first", "overrule", reason="x", stroke={})

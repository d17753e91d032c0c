"""Overruling: another ruling for the last call, or the board as the umpire says."""

from __future__ import annotations

import pytest
from tests.says import law
from tests.umpiring.at_table import ask, can, clear, opened, refused, set_up, stroke, todo, view
from tests.umpiring.scripted import Desk, singles

from carrom.errors import NotNow
from carrom.parts import Score
from carrom.record import Record, audit
from carrom.record.entries import Struck
from carrom.words import Side

BOARD = {"on_strike": "black", "white": 4, "black": 6, "queen": "white"}

OPEN = {"on_strike": "white", "white": 9, "black": 9, "broken": False}


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


@law("international-a 3.11 g", "international-b 3.11 g")
@pytest.mark.parametrize(("black", "due", "paid"), [(6, 1, 1), (8, 3, 1), (9, 2, 0)])
def test_dues_set_by_hand_are_paid_at_once_as_far_as_the_nets_allow(black: int, due: int, paid: int) -> None:
    """Somebody is told to place them, and the board lies as it will."""
    record = opened()
    stroke(record)
    overrule(record, by_hand={"board": {**BOARD, "black": black, "due": {"black": due}}})

    board = view(record).board
    assert board is not None
    assert (board.black, board.due.black) == (black + paid, due - paid)
    assert [(each.what, each.colour, each.n) for each in todo(record)] == [("place", "black", 1)] * paid
    assert audit(record.entries) == []


@pytest.mark.parametrize("book", ["family", "ffc-leaflet"])
def test_a_board_gives_its_winner_no_more_than_the_book_allows(book: str) -> None:
    record = opened(book)
    most = can(record).points_most
    stroke(record)
    refused(
        record,
        f"a board gives its winner 1 to {most}",
        "overrule",
        reason="x",
        by_hand={"winner": "white", "points": most + 1},
    )
    overrule(record, by_hand={"winner": "white", "points": most})

    assert view(record).games[0].boards[0].points == most


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
        ({"reason": " ", "stroke": {}}, "overrule.reason: say why"),
        ({"reason": "x"}, "overrule: give one of stroke, incident and by_hand"),
        (
            {"reason": "x", "stroke": {}, "by_hand": {"void": True}},
            "give one of stroke, incident and by_hand",
        ),
        ({"reason": "x", "by_hand": {}}, "by_hand: give one of board, winner and void"),
        ({"reason": "x", "by_hand": {"void": True, "winner": "white"}}, "give one of board, winner and void"),
        ({"reason": "x", "by_hand": {"void": True, "points": 3}}, "points and queen go with a winner"),
        ({"reason": "x", "by_hand": {"winner": "white", "points": 13}}, "a board gives its winner 1 to 12"),
        ({"reason": "x", "by_hand": {"winner": "white", "points": 0}}, "a board gives its winner 1 to 12"),
        ({"reason": "x", "by_hand": {"board": {**BOARD, "white": 10}}}, "board.white: 10 coins"),
        ({"reason": "x", "by_hand": {"board": {**BOARD, "due": {"black": 10}}}}, "a side owes 0 to 9"),
        ({"reason": "x", "by_hand": {"board": {**BOARD, "due": {"black": 1000}}}}, "a side owes 0 to 999"),
        ({"reason": "x", "by_hand": {"board": {**OPEN, "tries": 1000}}}, "board.tries: 1000; give 0 to 999"),
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


def eight_boards() -> Desk:
    """Level after the eighth board: the ninth must be tossed for."""
    desk = singles()
    for _ in range(4):
        desk.win("first", 1).win("second", 1)
    return desk


def again(desk: Desk, **fields: object) -> None:
    """Overrule the last call of a board won by seven whites or blacks, by the same facts."""
    call = desk.record.state.last_call
    assert call is not None
    event = desk.record.entries[call - 1].event
    assert isinstance(event, Struck)
    pocketed = list(event.report.pocketed_names)
    desk.ask("overrule", reason="seen again", stroke={"pocketed": pocketed, **fields})


def test_trials_and_coming_late_stand_whatever_call_before_play_is_overruled() -> None:
    desk = singles().ask("incident", kind="technical-foul", by="black", paragraph="4 a")
    desk.ask("trial", side="first").ask("late", side="second")
    foul = {"kind": "technical-foul", "by": "white", "paragraph": "4 a"}
    desk.ask("overrule", reason="the other one", incident=foul)

    assert (desk.match.trials, desk.match.late) == ((Side.FIRST,), (Side.SECOND,))


def test_a_change_of_seats_stands_where_it_is_still_due_and_is_undone_first_where_it_is_not() -> None:
    desk = singles().win("first", 9).win("first", 9).win("first", 9)
    desk.ask("change-seats")
    changed, seats = desk.last, desk.match.seats
    again(desk, off=["black"])
    assert (desk.match.seats, desk.match.change_seats) == (seats, False)

    says = rf"the change of seats \(entry {changed}\) came after that call .* undo that first"
    with pytest.raises(NotNow, match=says):
        desk.ask("overrule", reason="one stayed", stroke={"pocketed": ["white"] * 6})
    desk.ask("undo", to=changed - 1, reason="too early")
    desk.ask("overrule", reason="one stayed", stroke={"pocketed": ["white"] * 6})
    assert view(desk.record).stage == "in-play"


def test_a_toss_for_the_ninth_board_stands_where_there_is_still_a_ninth_board() -> None:
    desk = eight_boards().ask("toss-again", breaker="Ben")
    again(desk)
    assert (view(desk.record).stage, desk.match.breaker) == ("to-play", "Ben")

    with pytest.raises(NotNow, match="the toss for the ninth board"):
        desk.ask("overrule", reason="two left", by_hand={"winner": "black", "points": 2})


def test_points_and_a_request_stand_as_long_as_the_board_runs() -> None:
    desk = singles().play().stroke("white").ask("set-points", first=4, second=1, reason="sheet")
    desk.ask("ask", side="second")
    desk.ask("overrule", reason="nothing fell", stroke={})

    assert view(desk.record).points == Score(4, 1)
    assert desk.board.points == (4, 1)
    assert desk.record.state.request is Side.SECOND
    with pytest.raises(NotNow, match="the setting of the points"):
        desk.ask("overrule", reason="over", by_hand={"winner": "white", "points": 5})


def test_a_request_that_the_overruled_end_had_dropped_is_pending_again() -> None:
    desk = singles().play().stroke("white").ask("ask", side="second")
    foul = {"kind": "technical-foul", "by": "black"}
    desk.ask("incident", **foul)
    desk.ask("overrule", reason="x", by_hand={"void": True})
    desk.ask("overrule", reason="y", incident=foul)

    assert desk.record.state.request is Side.SECOND


def test_a_match_given_up_stays_so() -> None:
    desk = singles().play().stroke("white").ask("give-up", side="first", why="left")
    desk.ask("overrule", reason="nothing fell", stroke={})

    assert view(desk.record).stage == "over"
    assert desk.record.state.gave_up is not None


def test_coins_are_placed_as_the_new_ruling_has_it() -> None:
    desk = singles().play().stroke("white", "white").stroke("striker").ask("placed", coins=["white"])
    desk.ask("overrule", reason="seen again", stroke={"pocketed": ["white", "striker"]})

    assert desk.match.to_place == (2, 0)

"""What an umpire sets by hand: the points of a game, a board, the end of a match."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.laws.played import at, boards, both, doubles, play_stroke, report, singles, win_board
from tests.says import law, standing

from carrom import FFC_LEAFLET, INTERNATIONAL_A
from carrom.errors import ImpossibleCase, NotNow
from carrom.rules import match as matches
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, TO_TOSS_AGAIN, Match, running_totals
from carrom.words import Side

LEVEL = (1, -1, 1, -1, 1, -1, 1, -1)


def points(match: Match) -> tuple[int, int]:
    return match.points(Side.FIRST), match.points(Side.SECOND)


def decider() -> Match:
    """The third game of a match that stands at one game each, its players in their new seats."""
    return matches.change_seats(boards(singles(), 9, 9, 7, -9, -9, -7))


def test_points_set_by_hand_replace_those_of_the_running_game() -> None:
    match = matches.set_points(boards(singles(), 3, -4), 5, 2)

    assert points(match) == (5, 2)
    assert match.by_hand == (2, -2)
    assert match.boards.points == (3, 4)


def test_points_set_by_hand_reach_the_board_each_under_its_colour() -> None:
    """Ben breaks the second board and has the whites, so his points are white's."""
    match = matches.set_points(boards(singles(), 3), 20, 22)

    assert match.standing is not None
    assert match.standing.points == (22, 20)


def test_points_set_on_a_running_board_count_for_it_and_leave_it_as_it_is() -> None:
    match = at(boards(singles(), 3, -4), "white on strike, 2 white, 5 black, queen waiting")

    corrected = matches.set_points(match, 23, 1)

    assert str(corrected.standing) == (
        "white on strike, 2 white, 5 black, queen waiting, white has 23 points, black has 1 point"
    )
    assert (corrected.stage, corrected.on_strike) == (IN_PLAY, match.on_strike)


def test_points_set_again_after_the_same_board_count_once() -> None:
    once = matches.set_points(boards(singles(), 3), 5, 1)

    again = matches.set_points(once, 10, 0)

    assert points(again) == (10, 0)
    assert [tuple(each) for each in again.given] == [(1, 7, 0)]
    later = matches.set_points(boards(again, 2), 1, 1)
    assert [tuple(each) for each in later.given] == [(1, 7, 0), (2, -11, 1)]


def test_points_set_before_the_first_board_count_from_it_on() -> None:
    match = boards(matches.set_points(singles(), 4, 6), 3)

    assert points(match) == (7, 6)
    assert running_totals(match) == ((7, 6),)


def test_the_score_after_each_board_has_the_points_by_hand_from_the_next_board_on() -> None:
    match = boards(singles(), 3)
    match = boards(matches.set_points(match, 1, 2), -4, 2)
    match = matches.set_points(match, 20, 20)

    assert running_totals(match) == ((3, 0), (1, 6), (3, 6))
    assert points(match) == (20, 20)


def test_a_game_that_is_over_keeps_its_points_by_hand() -> None:
    """The next game begins without them."""
    match = boards(matches.set_points(boards(singles(), 9), 20, 3), 5)

    assert match.games[0].by_hand == (11, 3)
    assert (match.games[0].points(Side.FIRST), match.games[0].points(Side.SECOND)) == (25, 3)
    assert running_totals(match.games[0]) == ((9, 0), (25, 3))
    assert (points(match), match.by_hand) == ((0, 0), (0, 0))


@both("3.7 e")
def test_points_by_hand_after_the_last_board_decide_a_game_that_was_level() -> None:
    level = boards(singles(), *LEVEL)
    assert level.stage == TO_TOSS_AGAIN

    won = matches.set_points(level, 4, 5)

    assert won.games[0].winner is Side.SECOND
    assert won.boards == ()
    assert (won.stage, won.to_place, won.holders) == (TO_PLAY, (0, 0), ())
    assert matches.set_points(level, 7, 7).stage == TO_TOSS_AGAIN


@both("3.7 e")
def test_points_by_hand_during_a_board_end_no_game() -> None:
    """The ninth board decides, whatever the points are while it is played."""
    ninth = matches.call_play(matches.toss_again(boards(singles(), *LEVEL), "Ben"))

    corrected = matches.set_points(ninth, 4, 5)

    assert (corrected.stage, corrected.games) == (IN_PLAY, ())


@both("3.7 e")
def test_points_by_hand_before_the_first_board_end_no_game() -> None:
    match = matches.set_points(singles(), 24, 0)

    assert (match.stage, match.games) == (TO_PLAY, ())


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        (25, 0, "first: 25 points; while a game runs a side has 0 to 24"),
        (-1, 0, "first: -1 points; while a game runs a side has 0 to 24"),
        (0, 25, "second: 25 points; while a game runs a side has 0 to 24"),
        (0, -1, "second: -1 points; while a game runs a side has 0 to 24"),
    ],
)
def test_points_that_no_running_game_has_are_refused(first: int, second: int, says: str) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        matches.set_points(singles(), first, second)

    assert str(refused.value) == says
    assert points(matches.set_points(singles(), 0, 24)) == (0, 24)


def test_no_points_are_set_while_no_game_is_running() -> None:
    with pytest.raises(NotNow, match="no game is running: the toss comes first"):
        matches.set_points(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), 1, 1)
    with pytest.raises(NotNow, match="no game is running: the match is over"):
        matches.set_points(matches.give_up(singles(), Side.FIRST), 1, 1)


@both("3.8 c")
def test_points_by_hand_may_make_the_deciding_games_change_of_seats_due() -> None:
    third = boards(decider(), 9)
    assert not third.change_seats

    due = matches.set_points(third, 13, 0)

    assert due.change_seats
    assert matches.set_points(third, 0, 13).change_seats
    assert not matches.set_points(third, 12, 12).change_seats


@both("3.8 c")
def test_points_by_hand_may_cancel_that_change_as_long_as_nobody_has_moved() -> None:
    due = boards(decider(), 9, 4)
    assert due.change_seats

    cancelled = matches.set_points(due, 12, 0)

    assert not cancelled.change_seats
    assert boards(cancelled, 1).change_seats
    moved = matches.set_points(matches.change_seats(due), 12, 0)
    assert not moved.change_seats
    assert not boards(moved, 1).change_seats


@both("3.8 c")
def test_after_four_boards_the_change_stays_due_whatever_the_points() -> None:
    due = boards(decider(), 1, 1, 1, 1)

    assert matches.set_points(due, 0, 0).change_seats


@both("3.8 c")
def test_points_by_hand_on_a_running_board_change_no_seats() -> None:
    running = matches.call_play(boards(decider(), 9))

    assert not matches.set_points(running, 13, 0).change_seats


@both("3.8 a")
def test_a_change_of_seats_after_a_game_stays_due_when_points_are_set() -> None:
    """Only the change within the deciding game depends on the points; this one was overlooked."""
    second = win_board(boards(singles(), 9, 9, 7), Side.FIRST, 1)
    assert second.change_seats

    assert matches.set_points(second, 0, 0).change_seats


@law("ffc-leaflet play 8")
def test_a_text_without_a_last_board_goes_on_at_any_points_below_the_end() -> None:
    match = matches.set_points(boards(singles(FFC_LEAFLET), *LEVEL, 1), 24, 3)

    assert (match.stage, match.winner) == (TO_PLAY, None)
    assert boards(match, 1).winner is Side.FIRST


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("white on strike, 3 white, 5 black, queen waiting", "Asha"),
        ("black on strike, 3 white, 5 black, queen on board", "Ben"),
    ],
)
def test_a_board_set_up_for_practice_is_in_play_and_the_breaker_keeps_white(line: str, player: str) -> None:
    match = matches.position(doubles(), standing(line))

    assert (match.stage, match.on_strike, match.white) == (IN_PLAY, player, Side.FIRST)
    assert str(match.standing) == line


def test_a_board_set_up_over_another_forgets_what_was_to_be_placed_or_held() -> None:
    fouled = play_stroke(at(singles(), "white on strike, 6 white, 5 black, queen on board"), "s 2w")
    held = report(fouled, "no-room black")
    assert (held.to_place, held.holder(held.colour_of(Side.FIRST))) == ((2, 0), "Ben")

    match = matches.position(held, standing("white on strike, 3 white, 5 black, queen on board"))

    assert (match.to_place, match.placers, match.holders) == ((0, 0), (), ())


@pytest.mark.parametrize(
    "line",
    [
        "white on strike, 3 white, 5 black, board over: white wins 3",
        "white on strike, 3 white, 5 black, 1 white held",
    ],
)
def test_a_board_that_cannot_be_played_is_not_set_up(line: str) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        matches.position(singles(), standing(line))

    assert str(refused.value) == "standing: a board is set up to be played: not over, and no coin held"


def test_an_impossible_board_is_not_set_up() -> None:
    board = standing("white on strike, 3 white, 5 black")

    with pytest.raises(ImpossibleCase, match=r"board\.passes"):
        matches.position(singles(), replace(board, passes=6))


def test_no_board_is_set_up_before_everybody_sits_or_when_all_is_over() -> None:
    board = standing("white on strike, 3 white, 5 black")

    with pytest.raises(NotNow, match="no board can be set up: the toss comes first"):
        matches.position(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), board)
    with pytest.raises(NotNow, match="no board can be set up: the ninth board must be tossed for first"):
        matches.position(boards(singles(), *LEVEL), board)


def test_a_side_may_give_up_the_match_at_any_stage_but_not_once_it_is_over() -> None:
    """The other side wins; no board and no coin is left to attend to."""
    fouled = play_stroke(at(singles(), "white on strike, 6 white, 5 black, queen on board"), "s 2w")
    held = report(fouled, "no-room black")

    over = matches.give_up(held, Side.FIRST)

    assert (over.stage, over.winner, over.standing) == (OVER, Side.SECOND, None)
    assert (over.to_place, over.holders) == ((0, 0), ())
    assert matches.give_up(singles(), Side.SECOND).winner is Side.FIRST
    with pytest.raises(NotNow, match="the match is over"):
        matches.give_up(over, Side.FIRST)


def test_a_won_board_counts_on_top_of_points_by_hand() -> None:
    match = win_board(matches.set_points(singles(), 10, 0), Side.FIRST, 4)

    assert points(match) == (14, 0)

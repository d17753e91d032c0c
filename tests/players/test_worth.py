"""What outcomes are worth: the judge says what follows, the end of a board is worth what the game is then."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.players.boards import B, Q, W, any_board, scattered, standing_of, view
from tests.players.races import grid_of
from tests.players.volleys import as_rows, play

from carrom.errors import CarromError
from carrom.physics import report, simulate
from carrom.players import LEVELS, View
from carrom.players.hand import hand_on
from carrom.players.search_kernel import I_COVER, IS_MINE, IS_THEIRS, ON_BOARD, THEY_COVER
from carrom.players.volley import Volley
from carrom.players.worth import Worth, race_of
from carrom.rulebooks import RULEBOOKS
from carrom.rules import Standing, apply, judge
from carrom.rules.standing import CoveredBy, OnBoard, Waiting
from carrom.stroke import Aim, Layout, StrokeReport
from carrom.words import Colour, Seat

BOOKS = pytest.mark.parametrize("book", RULEBOOKS)

Fell = tuple[int, int, int, int, int]


def weighing(shown: View, level: str = "club") -> Worth:
    hand = hand_on(LEVELS[level], shown.equipment)
    return Worth(shown, hand, hand, Volley(shown.equipment, shown.seat, plain=False))


def worths_of(worth: Worth, *layouts: Layout) -> list[float]:
    """The worth of boards at the standing of the view."""
    return worth.of_boards(worth.volley.boards(layouts), len(layouts))


def shown_as(standing: Standing, book: str, points: tuple[int, int] = (0, 0)) -> View:
    """A view at a standing; only how many coins lie there matters."""
    queen = isinstance(standing.queen, OnBoard)
    layout = scattered(Random(1), standing.coins.white, standing.coins.black, queen)
    return view(layout, standing, book=book, points=points)


def any_standing(chance: Random) -> Standing:
    """Somewhere in a board, with dues and a right to the queen now and then."""
    side = chance.choice(("white", "black"))
    whites, blacks = chance.randint(1, 9), chance.randint(1, 9)
    queen = chance.choice(("on board", "on board", "waiting", "covered by white", "covered by black"))
    due = chance.choice(("", "", f", {side} owes 1")) if {"white": whites, "black": blacks}[side] == 9 else ""
    text = f"{side} on strike, {whites} white, {blacks} black, queen {queen}{due}"
    try:
        return Standing.parse(text)
    except CarromError:
        return any_standing(chance)


def any_fall(chance: Random, standing: Standing) -> Fell:
    white = min(chance.choice((0, 0, 1, 1, 2, 9)), standing.coins.white)
    black = min(chance.choice((0, 0, 0, 1, 2, 9)), standing.coins.black)
    queen = int(isinstance(standing.queen, OnBoard) and chance.random() < 0.3)
    striker = int(chance.random() < 0.3)
    touched = int(bool(white or black or queen) or chance.random() < 0.8)
    return white, black, queen, striker, touched


def judged(shown: View, standing: Standing, fell: Fell) -> Standing:
    white, black, queen, striker, touched = fell
    facts = StrokeReport(white, black, bool(queen), bool(striker), touched=bool(touched))
    return apply(standing, judge(standing, facts, shown.book))


@BOOKS
def test_what_the_judge_says_is_what_follows(book: str) -> None:
    """The same standing; and its words for the race say who plays, what is to be taken, and whose she is."""
    chance = Random(len(book))
    ended = 0
    for _ in range(250):
        standing = any_standing(chance)
        shown = shown_as(standing, book)
        fell = any_fall(chance, standing)
        me = shown.colour
        after = judged(shown, shown.standing, fell)

        follows = weighing(shown).follows(shown.standing, fell)

        assert follows.standing == after
        if after.over is not None:
            ended += 1
            assert follows.ends is not None
            continue
        assert follows.ends is None
        assert follows.mine_on_strike == (after.on_strike is me)
        assert follows.mine == to_take(after, me)
        assert follows.theirs == to_take(after, me.other)
        assert follows.queen == queen_for(after, me)
    assert ended > 10


def to_take(standing: Standing, colour: Colour) -> int:
    """On the board, in a hand, or owed: all must be pocketed before the board is won, nine at most."""
    return min(9, standing.coins.of(colour) + standing.held.of(colour) + standing.due.of(colour))


def queen_for(standing: Standing, me: Colour) -> int:
    if isinstance(standing.queen, CoveredBy):
        return IS_MINE if standing.queen.colour is me else IS_THEIRS
    if isinstance(standing.queen, Waiting):
        return I_COVER if standing.on_strike is me else THEY_COVER
    return ON_BOARD


@BOOKS
@pytest.mark.parametrize("points", [(0, 0), (21, 4), (4, 23), (23, 24)])
def test_a_board_that_ends_is_worth_the_game(book: str, points: tuple[int, int]) -> None:
    """By the points the judge gives and those on demand: reaching 25 is worth 1, losing to them 0."""
    chance = Random(7)
    wins = losses = 0
    for _ in range(120):
        standing = any_standing(chance)
        shown = shown_as(standing, book, points)
        fell = any_fall(chance, standing)
        over = judged(shown, shown.standing, fell).over
        if over is None or over.winner is None:
            continue
        mine = over.winner is shown.colour
        wins, losses = wins + mine, losses + (not mine)

        worth = weighing(shown).follows(shown.standing, fell).ends

        assert worth is not None
        won = over.points + over.extra
        reached = points[0 if mine else 1] + won >= shown.book.match.game_points
        if reached:
            assert worth == (1.0 if mine else 0.0)
        else:
            assert 0.0 < worth < 1.0
        score = race_of(shown.match, shown.colour, plain=False)
        assert worth == score.after_board(won if mine else 0, 0 if mine else won)
    assert wins
    assert losses


@BOOKS
@pytest.mark.parametrize("points", [(0, 0), (22, 5), (5, 22), (24, 24)])
def test_the_race_ends_as_the_judge_ends_a_board(book: str, points: tuple[int, int]) -> None:
    """The last own coin, or theirs, with the queen on the board, mine or theirs: the same points."""
    for queen, where in (
        ("on board", ON_BOARD),
        ("covered by white", IS_MINE),
        ("covered by black", IS_THEIRS),
    ):
        for left in (1, 4, 9):
            mine_last = Standing.parse(f"white on strike, 1 white, {left} black, queen {queen}")
            shown = shown_as(mine_last, book, points)
            worth = weighing(shown)
            ends = worth.follows(shown.standing, (1, 0, 0, 0, 1)).ends
            assert ends is not None
            assert grid_of(worth.race)[0, left, where] == pytest.approx(ends), (queen, left, "my last")

            theirs_last = Standing.parse(f"black on strike, {left} white, 1 black, queen {queen}")
            ends = worth.follows(replace(theirs_last, points=shown.standing.points), (0, 1, 0, 0, 1)).ends
            assert ends is not None
            assert grid_of(worth.race)[left, 0, where] == pytest.approx(ends), (queen, left, "their last")


def test_a_void_board_leaves_the_game_where_it_was() -> None:
    """Three passes each: the board is played again, and who was ahead still is."""
    standing = Standing.parse("white on strike, 3 white, 3 black, queen on board, 5 passes")
    ahead, behind = (shown_as(standing, "international-a", points) for points in ((20, 2), (2, 20)))

    worths = [weighing(each).follows(each.standing, (0, 0, 0, 0, 0)).ends for each in (ahead, behind)]

    assert worths[0] is not None
    assert worths[1] is not None
    assert worths[0] > 0.5 > worths[1]


@BOOKS
def test_every_outcome_of_a_volley_is_judged_by_what_was_seen_to_happen(book: str) -> None:
    """Strokes from several boards at several standings at once, each with what follows for it alone."""
    chance = Random(17)
    layouts = [any_board(chance, clear=0.001) for _ in range(6)]
    standings = [standing_of(each, queen="covered by black") for each in layouts]
    shown = view(layouts[0], standings[0], book=book)
    strokes: list[Aim] = []
    board_of: list[int] = []
    for board, layout in enumerate(layouts):
        places = view(layout, standings[board], book=book).places
        for _ in range(25):
            low, high = chance.choice(places)
            x, angle = chance.uniform(low, high), chance.uniform(0.2, 2.9)
            strokes.append(Aim(Seat.SOUTH, x, angle, chance.uniform(1.0, 6.0)))
            board_of.append(board)
    worth = weighing(shown)
    numbers = np.array([worth.number_of(standing) for standing in standings])
    played = play(layouts, as_rows(strokes), board_of, Seat.SOUTH, shown.equipment)

    worths = worth.of(played.boards, played.outcomes, len(strokes), numbers).tolist()
    followed = [worth.kinds[kind] for kind in worth.kinds_of(played.outcomes, len(strokes))]

    between = shown.book.striker_between_lines
    for aim, board, follows, value in zip(strokes, board_of, followed, worths, strict=True):
        facts = replace(report(simulate(layouts[board], aim, between_lines=between)), layout=None)
        expected = apply(standings[board], judge(standings[board], facts, shown.book))
        assert follows.standing == expected
        assert 0.0 <= value <= 1.0
        if follows.ends is not None:
            assert value == follows.ends
    assert len({each.standing for each in followed}) > 10


@pytest.mark.parametrize("level", LEVELS)
def test_a_board_with_open_coins_is_worth_more_than_the_same_coins_shut_in(level: str) -> None:
    """For whoever is on strike; and with the other side's coins it is the other way round."""
    mine_open = Layout.parse("w 0.25,0.25; w -0.25,0.25; b 0.0,0.34; b 0.05,0.34; q 0.0,0.0")
    mine_shut = Layout.parse("b 0.25,0.25; b -0.25,0.25; w 0.0,0.34; w 0.05,0.34; q 0.0,0.0")
    assert [mine_open.count(each) for each in (W, B, Q)] == [mine_shut.count(each) for each in (W, B, Q)]
    worth = weighing(view(mine_open), level)

    better, worse = worths_of(worth, mine_open, mine_shut)

    assert better > worse


def test_a_board_that_is_nearer_its_end_is_worth_more_to_who_is_on_strike() -> None:
    """Fewer own coins to take, the rest alike."""
    worths = []
    for whites in (6, 4, 2):
        layout = scattered(Random(3), whites, 4, False, clear=0.01)
        shown = view(layout, standing_of(layout, queen="covered by white"), points=(24, 24))
        worths += worths_of(weighing(shown), shown.layout)

    assert worths == sorted(worths)

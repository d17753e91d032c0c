"""Clearing alone: every coin counts, the striker costs, and the rest should lie well."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.players.boards import any_board, outcome, standing_of, stands_legally, view

from carrom.arena.jobs import CLEAR, SoloBoard, SoloResult, run
from carrom.physics import report, simulate
from carrom.players import LEVELS, named
from carrom.players.levels import Plan
from carrom.players.searcher import Searcher, _Clearing
from carrom.stroke import Aim, Layout
from carrom.words import Coin, Seat

LEVEL = pytest.mark.parametrize("level", LEVELS)


def weighed(layout: str, fell: tuple[int, ...] = (), level: str = "club") -> float:
    """What it is worth that a stroke on this board pocketed these pieces (0: the striker), no other."""
    shown = view(layout, "white on strike, 1 white, 1 black, queen covered by white")
    thought = _Clearing(Searcher(LEVELS[level], plain=False), shown, Plan())
    resting = thought.volley.at_rest(thought.root, 1)
    for piece in fell:
        resting.rows[thought.kernel.FELL_AT + piece] = 1.0
    return float(thought.weighed(thought.root, resting, 1, thought.home)[0])


BOARD = "w 0.2,0.2; b -0.2,0.2; q 0.1,0.0; b -0.1,-0.1"


@LEVEL
def test_every_coin_counts_alike(level: str) -> None:
    """White, black or queen: what fell does not matter, how much does."""
    alike = [
        weighed(text, (1,), level)
        for text in ("w 0.2,0.2; b 0.0,0.1", "b 0.2,0.2; b 0.0,0.1", "q 0.2,0.2; b 0.0,0.1")
    ]

    assert max(alike) == min(alike)
    assert weighed(BOARD, (1, 2), level) > weighed(BOARD, (1,), level) > weighed(BOARD, (), level)


@LEVEL
def test_a_pocketed_striker_costs_more_than_a_coin_gains(level: str) -> None:
    assert weighed(BOARD, (0, 1), level) < weighed(BOARD, (), level)
    assert weighed(BOARD, (0,), level) < weighed(BOARD, (), level)


@LEVEL
def test_the_last_coin_ends_it_and_nothing_is_better(level: str) -> None:
    last = weighed("w 0.2,0.2", (1,), level)

    assert last >= weighed("w 0.2,0.2; b 0.25,0.25", (1,), level)
    assert last > weighed("w 0.2,0.2; b 0.0,0.35", (1,), level)


def test_coins_that_lie_well_are_worth_more_than_coins_that_do_not() -> None:
    open_, shut = "w 0.25,0.25; b -0.25,0.25", "w 0.0,0.352; b -0.0,-0.352"

    assert weighed(open_) > weighed(shut)


@LEVEL
def test_any_coin_is_taken(level: str) -> None:
    """The open coin is the other side's; alone that is no matter, and the striker stays on the board."""
    player = named(level).player
    assert player is not None
    layout = Layout.parse("b 0.29,0.29; w 0.0,0.345; w 0.05,0.345")
    for seat in (Seat.SOUTH, Seat.WEST):
        shown = view(layout, standing_of(layout, queen="covered by white"), seat, seed=3)

        _, _, fell = outcome(shown, player.clear(shown))

        assert fell
        assert "striker" not in fell


@LEVEL
def test_strokes_are_legal_and_repeatable(level: str) -> None:
    player = named(f"{level}*0.5").player
    assert player is not None
    chance = Random(2)
    for number in range(4):
        layout = any_board(chance)
        shown = view(layout, standing_of(layout, queen="covered by white"), list(Seat)[number], seed=number)

        aim = player.clear(shown)

        assert stands_legally(shown, aim)
        assert player.clear(shown) == aim


def test_a_lone_last_coin_of_any_kind_can_be_cleared() -> None:
    player = named("champion").player
    assert player is not None
    for coin in Coin:
        letter = coin.value[0]
        layout = Layout.parse(f"{letter} 0.2,0.2")
        shown = view(layout, "white on strike, 1 white, 1 black, queen covered by white", seed=1)

        assert falls(shown.layout, player.clear(shown)) == (coin.value,)


def falls(layout: Layout, aim: Aim) -> tuple[str, ...]:
    """What falls, with no judge: alone there is no law."""
    return tuple(report(simulate(layout, aim)).order)


def test_a_searcher_clears_the_board_in_fewer_strokes_than_geometry() -> None:
    """The same shaky hand, a few boards of the arena's own task, and no failure."""
    strokes = {}
    for name in ("champion@beginner", "geometric@beginner"):
        results = [run(SoloBoard(name, CLEAR, seed=seed)) for seed in range(3)]
        assert all(isinstance(each, SoloResult) and each.done and not each.failures for each in results)
        strokes[name] = np.mean([each.strokes for each in results if isinstance(each, SoloResult)])

    assert strokes["champion@beginner"] < strokes["geometric@beginner"]

"""The baseline: by geometry alone, and good enough to be one."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.players.boards import any_board, outcome, scattered, standing_of, stands_legally, view

from carrom.arena import BoardPair, run
from carrom.arena.jobs import PairResult
from carrom.physics.engine import Runtime
from carrom.players import LEVELS
from carrom.players.geometric import Geometric
from carrom.rulebooks import RULEBOOKS
from carrom.stroke import Layout
from carrom.words import Seat

OPEN = "w 0.2,0.2; w -0.05,0.34; b -0.1,0.3; b -0.2,0.1; q 0.0,0.0"


@pytest.mark.parametrize("seat", Seat)
def test_an_open_coin_is_pocketed(seat: Seat) -> None:
    shown = view(OPEN, "white on strike, 2 white, 2 black, queen on board", seat)

    _, after, fell = outcome(shown, Geometric().aim(shown))

    assert fell == ("white",)
    assert after.on_strike is shown.colour


def test_nothing_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("a stroke was simulated")

    monkeypatch.setattr(Runtime, "play", refuse)
    for noise in LEVELS.values():
        player = Geometric(noise)
        player.aim(view(OPEN))
        player.clear(view(OPEN))
        player.aim(view("w 0.0,0.34; b 0.05,0.3"))


def test_the_same_board_gives_the_same_stroke_whatever_the_seed() -> None:
    shown = view(scattered(Random(2), 5, 5))
    player = Geometric(LEVELS["club"])

    assert {player.aim(replace(shown, seed=seed)) for seed in range(5)} == {
        Geometric(LEVELS["club"]).aim(shown)
    }


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("seat", Seat)
def test_an_aim_is_always_legal(seat: Seat, book: str) -> None:
    chance = Random(6)
    for _ in range(20):
        layout = any_board(chance)
        shown = view(layout, standing_of(layout, chance.choice(("white", "black")), "waiting"), seat, book)

        assert stands_legally(shown, Geometric().aim(shown)), str(shown.layout)
        assert stands_legally(shown, Geometric(LEVELS["beginner"]).clear(shown)), str(shown.layout)


def test_the_queen_comes_before_the_last_coin() -> None:
    shown = view("w 0.29,0.29; q -0.25,0.25; b 0.0,0.34; b 0.05,0.34")

    _, after, fell = outcome(shown, Geometric().aim(shown))

    assert fell == ("queen",)
    assert after.over is None


def test_the_queen_is_left_while_there_is_no_right_to_her() -> None:
    shown = view(
        "q 0.29,0.29; " + "; ".join(f"w {-0.2 + 0.05 * step},0.1" for step in range(9)) + "; b 0.2,-0.1",
        "white on strike, 9 white, 1 black, queen on board",
    )

    _, _, fell = outcome(shown, Geometric().aim(shown))

    assert "queen" not in fell


def test_theirs_are_not_taken() -> None:
    """The easiest coin of all is black; a white one can be had too."""
    shown = view(
        "b 0.3,0.3; w -0.2,0.2; w 0.0,0.34",
        standing_of(Layout.parse("b 0.3,0.3; w -0.2,0.2; w 0.0,0.34"), queen="covered by white"),
    )

    _, _, fell = outcome(shown, Geometric().aim(shown))

    assert fell == ("white",)


def test_alone_every_coin_counts() -> None:
    shown = view("b 0.3,0.3; w 0.0,0.34")

    _, _, fell = outcome(shown, Geometric().clear(shown))

    assert fell == ("black",)


def test_where_no_line_is_open_a_coin_is_met_all_the_same() -> None:
    """A white behind blacks: hard at it, and the stroke touches something."""
    shut = "w 0.0,0.35; b -0.033,0.31; b 0.0,0.31; b 0.033,0.31; b -0.066,0.33; b 0.066,0.33"
    shown = view(shut, standing_of(Layout.parse(shut), queen="covered by black"))

    aim = Geometric().aim(shown)
    left, _, _ = outcome(shown, aim)

    assert stands_legally(shown, aim)
    assert left != shown.layout


def test_a_shaky_hand_takes_the_coin_that_forgives_more() -> None:
    """With no error every open line is as good; with errors the coin at the pocket is the surer one."""
    shown = view(
        "w 0.31,0.31; w -0.05,-0.15; b 0.0,0.3",
        standing_of(Layout.parse("w 0.31,0.31; w -0.05,-0.15; b 0.0,0.3"), queen="covered by white"),
    )

    left, _, fell = outcome(shown, Geometric(LEVELS["beginner"]).aim(shown))

    assert fell == ("white",)
    assert (0.31, 0.31) not in left.points


def test_it_beats_random_play_and_never_fails() -> None:
    """Two pairs of boards with a steady hand: not one board lost to chance."""
    for seed in range(2):
        result = run(BoardPair("geometric@0.25°,3%,0.5mm", "random", seed=seed))
        assert isinstance(result, PairResult)

        assert result.halves == 4
        assert all(board.failures == ((), ()) for board in result.boards)

"""The board as a race: what can be said on paper of the worth of a standing."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from tests.players.races import Floats, grid_of

from carrom.players import search_kernel
from carrom.players.race import Ends, Race, Score, game_worth, race
from carrom.players.search_kernel import I_COVER, ON_BOARD, THEY_COVER, queen_chance
from carrom.players.search_kernel import IS_MINE as MINE
from carrom.players.search_kernel import IS_THEIRS as THEIRS

CHANCES = np.array(search_kernel.CHANCES)
SURE = len(CHANCES) - 1
SEEN_BY_THE_OTHER = {ON_BOARD: ON_BOARD, MINE: THEIRS, THEIRS: MINE, I_COVER: THEY_COVER, THEY_COVER: I_COVER}
ON, OFF = 0, 1

EVEN = Score(0, 0, 8)
LAST = Score(24, 24, None)
"""Whoever wins the board wins the game: a worth is the chance to win the board."""


def at(score: Score, queen: int = 3, special: int = 3, patience: float = 0.0) -> Race:
    """A race whose ends give the coins left and the queen, or so many points for the last coin before her."""
    mine = tuple(((0, special), (left + queen, 0), (left, 0)) for left in range(1, 10))
    theirs = tuple(((special, 0), (0, left), (0, left + queen)) for left in range(1, 10))
    return race(Ends(mine, theirs), score, 25, plain=False, patience=patience)


def worths_at(score: Score) -> Floats:
    return grid_of(at(score))


def test_the_last_chance_of_the_grid_is_certainty() -> None:
    assert CHANCES[SURE] == 1.0
    assert (np.diff(CHANCES) > 0.0).all()
    assert CHANCES[0] > 0.0, "two sides that never pocket would never end a board"


@pytest.mark.parametrize("score", [EVEN, LAST, Score(3, 17, 4)])
def test_who_never_misses_and_is_on_strike_takes_everything(score: Score) -> None:
    """With the queen where she lies she is taken too: nine whites and she are the board."""
    board = at(score)
    worths = grid_of(board)
    for mine, theirs in product(range(1, 10), repeat=2):
        covered = board.after_board(theirs + 3, 0)
        assert worths[mine, theirs, MINE, ON, SURE] == pytest.approx(covered)
        assert worths[mine, theirs, ON_BOARD, ON, SURE] == pytest.approx(covered)
        assert worths[mine, theirs, I_COVER, ON, SURE] == pytest.approx(covered)
        assert worths[mine, theirs, THEIRS, ON, SURE] == pytest.approx(board.after_board(theirs, 0))


def test_one_coin_each_is_a_duel() -> None:
    """On strike with chances p and q: p of the first stroke, and again after two misses."""
    worths = worths_at(LAST)[1, 1, MINE]
    p, q = CHANCES[:, None], CHANCES[None, :]

    assert worths[ON] == pytest.approx(p / (1.0 - (1.0 - p) * (1.0 - q)))
    assert worths[OFF] == pytest.approx((1.0 - q) * worths[ON])


def test_a_side_that_must_take_two_coins_first_needs_both() -> None:
    worths = worths_at(LAST)
    p, q = CHANCES[:, None], CHANCES[None, :]

    won = p * worths[1, 1, MINE, ON] + (1.0 - p) * worths[2, 1, MINE, OFF]
    assert worths[2, 1, MINE, ON] == pytest.approx(won)
    lost = (1.0 - q) * worths[2, 1, MINE, ON]
    assert worths[2, 1, MINE, OFF] == pytest.approx(np.broadcast_to(lost, worths[2, 1, MINE, OFF].shape))


@pytest.mark.parametrize("score", [EVEN, LAST, Score(13, 13, 2)])
def test_what_one_side_gains_the_other_loses(score: Score) -> None:
    """At an even score the board seen from the other side is worth the rest."""
    worths = worths_at(score)
    for mine, theirs, queen, turn in product(range(1, 10), range(1, 10), range(5), (ON, OFF)):
        other = worths[theirs, mine, SEEN_BY_THE_OTHER[queen], 1 - turn]
        assert worths[mine, theirs, queen, turn] + other.T == pytest.approx(1.0)


def test_the_last_coin_before_the_queen_is_a_lost_board() -> None:
    """Where the board decides the game it is worth nothing, and any other way is worth something."""
    worths = worths_at(LAST)
    assert (worths[0, 1:, ON_BOARD] == 0.0).all()
    assert (worths[1, 1:, I_COVER, ON] > 0.0).all()
    assert (worths[1, 1:, ON_BOARD, OFF, :, :SURE] > 0.0).all()


@pytest.mark.parametrize("score", [EVEN, Score(20, 3, 5), Score(3, 20, 5)])
def test_a_side_that_pockets_often_takes_the_queen_before_its_last_coin(score: Score) -> None:
    """Only one that hardly ever covers her may give the board away cheaply."""
    board = at(score)
    worths = grid_of(board)
    often = int(np.searchsorted(CHANCES, 0.5))
    for theirs in range(1, 10):
        last_coin = worths[0, theirs, ON_BOARD, ON]
        assert last_coin == pytest.approx(board.after_board(0, 3))
        assert (worths[1, theirs, I_COVER, ON, often:] > last_coin[often:]).all()
        assert (worths[1, theirs, ON_BOARD, ON, often:] > last_coin[often:]).all()


def test_the_more_often_a_side_pockets_the_better_for_it() -> None:
    for score in (EVEN, LAST, Score(22, 7, 3)):
        worths = worths_at(score)[1:, 1:]
        assert np.diff(worths, axis=4).min() > -1e-12
        assert np.diff(worths, axis=5).max() < 1e-12


def test_a_coin_less_to_take_is_never_a_loss_where_the_board_decides() -> None:
    worths = worths_at(LAST)[1:, 1:]
    assert np.diff(worths, axis=0).max() < 1e-12
    assert np.diff(worths, axis=1).min() > -1e-12


def test_to_be_on_strike_is_never_a_loss() -> None:
    worths = worths_at(EVEN)[1:, 1:]
    for queen in (ON_BOARD, MINE, THEIRS):
        assert (worths[:, :, queen, ON] - worths[:, :, queen, OFF]).min() > -1e-12


def test_her_cover_decides_whose_the_queen_is() -> None:
    worths = worths_at(EVEN)[1:, 1:]
    assert (worths[:, :, MINE] >= worths[:, :, THEIRS] - 1e-12).all()
    assert (worths[:, :, MINE, ON, 3, 3] > worths[:, :, THEIRS, ON, 3, 3]).all()


def test_all_worths_are_chances() -> None:
    worths = worths_at(Score(11, 4, 6))
    assert worths.min() >= 0.0
    assert worths.max() <= 1.0


def test_with_patience_the_queen_is_nearer_and_can_wait() -> None:
    """Two strokes away without it, one with a patience of 1; having covered her gains less then."""
    for p in map(float, CHANCES):
        assert queen_chance(p, 0.0) == pytest.approx(p * p)
        assert queen_chance(p, 1.0) == p
        assert p <= queen_chance(p, 1.5) <= 1.0
    gains = []
    for patience in (0.0, 0.5, 1.0, 1.5):
        worths = grid_of(at(EVEN, patience=patience))
        gain = (worths[:, :, MINE] - worths[:, :, ON_BOARD])[4:, 4:, ON]
        gains.append(np.diagonal(gain, axis1=2, axis2=3)[..., 3:9].mean(axis=(0, 1)))
    assert all((later < sooner).all() for sooner, later in pairwise(gains))


def test_at_25_the_game_is_won() -> None:
    for left in (None, 0, 3):
        assert game_worth(Score(25, 24, left), 25) == 1.0
        assert game_worth(Score(3, 27, left), 25) == 0.0


def test_after_eight_boards_the_score_decides() -> None:
    assert game_worth(Score(7, 6, 0), 25) == 1.0
    assert game_worth(Score(6, 7, 0), 25) == 0.0
    assert game_worth(Score(7, 7, 0), 25) == 0.5


@pytest.mark.parametrize("left", [1, 2, 8, None])
def test_a_game_at_an_even_score_is_open_and_every_point_helps(left: int | None) -> None:
    for points in (0, 9, 24):
        assert game_worth(Score(points, points, left), 25) == pytest.approx(0.5)
    ahead = [game_worth(Score(points, 10, left), 25) for points in range(26)]
    assert all(more >= less - 1e-12 for less, more in pairwise(ahead))
    assert ahead[0] < 0.5 < ahead[24]
    assert game_worth(Score(20, 5, left), 25) == pytest.approx(1.0 - game_worth(Score(5, 20, left), 25))


def test_a_lead_is_worth_more_than_half_and_all_when_no_board_is_left() -> None:
    left = [game_worth(Score(8, 4, boards), 25) for boards in range(9)]
    assert left[0] == 1.0
    assert all(0.5 < worth < 1.0 for worth in left[1:])


def test_from_22_points_on_the_queen_gives_nothing() -> None:
    """Covering her is then worth what leaving her to the other side is, but for the special end."""
    worths = grid_of(at(Score(22, 22, None), queen=0, special=1))
    assert worths[1:, 1:, MINE] == pytest.approx(worths[1:, 1:, THEIRS])
    # She still comes before the last coin.
    assert (worths[1, 1:, I_COVER, ON] > worths[0, 1:, ON_BOARD, ON]).all()


def test_points_beyond_the_goal_do_not_count() -> None:
    board = at(Score(24, 0, 8))
    assert board.after_board(1, 0) == board.after_board(12, 0) == 1.0
    assert board.after_board(0, 12) < board.after_board(0, 1) < 1.0

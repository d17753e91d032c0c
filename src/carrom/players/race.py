"""The board as a race: the worth of a standing to one side, from the chance of each side to pocket a coin.

Each side is assumed to pocket with a constant chance a stroke, until it misses. The worth of every standing
follows backwards from the ends of a board, and these are worth the chance to win the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# The state of the queen, from one side's view.
ON_BOARD, MINE, THEIRS, I_COVER, THEY_COVER = range(5)

CHANCES = np.array([0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0])
"""The grid of chances a stroke; worths are interpolated between its points."""

POINTS_SEEN = ((1, 0.04), (2, 0.06), (3, 0.08), (4, 0.12), (5, 0.13), (6, 0.14), (7, 0.13), (8, 0.11))
MORE_POINTS_SEEN = ((9, 0.07), (10, 0.05), (11, 0.04), (12, 0.03))
"""The approximate shares of boards with so many points, between players of equal strength."""


@dataclass(frozen=True)
class Score:
    """The score of a game, from one side's view; `boards_left` includes the current board."""

    mine: int
    theirs: int
    boards_left: int | None


@lru_cache(maxsize=4096)
def game_worth(score: Score, goal: int) -> float:
    """The chance to win the game if both sides are equally strong."""
    if score.mine >= goal or score.theirs >= goal:
        return 1.0 if score.mine >= goal else 0.0
    if score.boards_left == 0:
        return 0.5 + 0.5 * float(np.sign(score.mine - score.theirs))
    left = None if score.boards_left is None else score.boards_left - 1
    total = 0.0
    for points, share in (*POINTS_SEEN, *MORE_POINTS_SEEN):
        win = game_worth(Score(min(score.mine + points, goal), score.theirs, left), goal)
        lose = game_worth(Score(score.mine, min(score.theirs + points, goal), left), goal)
        total += 0.5 * share * (win + lose)
    return total


Result = tuple[int, int]
"""The points of a board: mine, theirs."""


@dataclass(frozen=True)
class Ends:
    """The results of a board that ends by my last coin or by theirs.

    Row n is for n + 1 coins left to the other side; its columns are for the queen on board, mine, theirs.
    """

    mine: tuple[tuple[Result, Result, Result], ...]
    theirs: tuple[tuple[Result, Result, Result], ...]


@dataclass(frozen=True, eq=False)
class Race:
    """Worths by own coins, their coins, queen, who is on strike (0: I) and the two chances."""

    worths: Floats
    score: Score
    goal: int

    def after_board(self, mine: int, theirs: int) -> float:
        """The worth of the game after a board with these points."""
        return _after(self.score, self.goal, mine, theirs)

    @property
    def void(self) -> float:
        """The worth of the game if the board does not count."""
        return game_worth(self.score, self.goal)


@lru_cache(maxsize=64)
def race(ends: Ends, score: Score, goal: int) -> Race:
    """The worths of all standings of a board at this score, computed backwards from its ends."""
    size = len(CHANCES)
    worths = np.zeros((10, 10, 5, 2, size, size))
    for left in range(1, 10):
        for queen, (mine_ends, theirs_ends) in enumerate(
            zip(ends.mine[left - 1], ends.theirs[left - 1], strict=True)
        ):
            worths[0, left, queen] = _after(score, goal, *mine_ends)
            worths[left, 0, queen] = _after(score, goal, *theirs_ends)
        # A stroke that covers the queen may end the board.
        worths[0, left, I_COVER] = worths[0, left, MINE]
        worths[left, 0, THEY_COVER] = worths[left, 0, THEIRS]
    p = CHANCES[:, None] * np.ones(size)
    q = CHANCES[None, :] * np.ones((size, 1))
    for mine in range(1, 10):
        for theirs in range(1, 10):
            _settled(worths, mine, theirs, MINE, p, q)
            _settled(worths, mine, theirs, THEIRS, p, q)
            _queen_out(worths, mine, theirs, p, q)
    return Race(worths, score, goal)


def _after(score: Score, goal: int, mine: int, theirs: int) -> float:
    left = None if score.boards_left is None else score.boards_left - 1
    return game_worth(Score(min(score.mine + mine, goal), min(score.theirs + theirs, goal), left), goal)


def _settled(worths: Floats, mine: int, theirs: int, queen: int, p: Floats, q: Floats) -> None:
    """The worths where the queen is covered, and both sides only pocket their coins."""
    mine_falls = worths[mine - 1, theirs, queen, 0]
    theirs_falls = worths[mine, theirs - 1, queen, 1]
    worths[mine, theirs, queen, 0], worths[mine, theirs, queen, 1] = _turn_about(
        mine_falls, p, theirs_falls, q
    )


def _queen_out(worths: Floats, mine: int, theirs: int, p: Floats, q: Floats) -> None:
    """The worths where the queen is on the board: a side pockets a coin, or the queen and a cover."""
    coin_mine = worths[mine - 1, theirs, ON_BOARD, 0]
    coin_theirs = worths[mine, theirs - 1, ON_BOARD, 1]
    covered_mine = worths[mine - 1, theirs, MINE, 0]
    covered_theirs = worths[mine, theirs - 1, THEIRS, 1]

    def best_answer(gain: Floats, chance: Floats) -> tuple[Floats, Floats]:
        """My worth on strike and off strike, if they choose what is better for them."""
        coin_on, coin_off = _turn_about(gain, chance, coin_theirs, q)
        queen_on, queen_off = _turn_about(gain, chance, covered_theirs, q * q)
        return np.minimum(coin_on, queen_on), np.minimum(coin_off, queen_off)

    coin_on, coin_off = best_answer(coin_mine, p)
    queen_on, queen_off = best_answer(covered_mine, p * p)
    best_on, best_off = np.maximum(coin_on, queen_on), np.maximum(coin_off, queen_off)
    worths[mine, theirs, ON_BOARD, 0], worths[mine, theirs, ON_BOARD, 1] = best_on, best_off
    # A cover that fails puts the queen back and passes the turn.
    worths[mine, theirs, I_COVER, 0] = p * covered_mine + (1.0 - p) * best_off
    worths[mine, theirs, I_COVER, 1] = best_off
    worths[mine, theirs, THEY_COVER, 1] = q * covered_theirs + (1.0 - q) * best_on
    worths[mine, theirs, THEY_COVER, 0] = best_on


def _turn_about(gain: Floats, p: Floats, loss: Floats, q: Floats) -> tuple[Floats, Floats]:
    """The worth on strike and off strike, if a miss passes the turn: two equations, two unknowns."""
    both_miss = 1.0 - (1.0 - p) * (1.0 - q)
    on = (p * gain + (1.0 - p) * q * loss) / both_miss
    off = q * loss + (1.0 - q) * on
    return on, off

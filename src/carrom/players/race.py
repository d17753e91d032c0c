"""The board as a race: the worth of a standing to one side, from the chance of each side to pocket a coin.

Each side is assumed to pocket with a constant chance a stroke, until it misses. The worth of every standing
follows backwards from the ends of a board, and these are worth the chance to win the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from carrom.physics.engine import runtime
from carrom.players.volley import Floats, search_kernel

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
        return 0.5 if score.mine == score.theirs else float(score.mine > score.theirs)
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
    """The worths of all standings of a board, in the order of `search_kernel`."""

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
def race(ends: Ends, score: Score, goal: int, plain: bool, patience: float = 0.0) -> Race:
    """The worths of all standings of a board at this score."""
    new, k = runtime(plain), search_kernel(plain)
    results = [result for rows in (ends.mine, ends.theirs) for row in rows for result in row]
    worths = new.floats(k.RACE_SIZE)
    k.run_race(new.of_floats([_after(score, goal, *result) for result in results]), patience, worths)
    return Race(worths, score, goal)


def _after(score: Score, goal: int, mine: int, theirs: int) -> float:
    left = None if score.boards_left is None else score.boards_left - 1
    return game_worth(Score(min(score.mine + mine, goal), min(score.theirs + theirs, goal), left), goal)

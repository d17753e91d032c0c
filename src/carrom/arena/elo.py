"""Elo from boards played in pairs.

The two boards of a pair share a seed and exchange the break, so they are not independent: the pair is what
counts. It ends 0, ½, 1, 1½ or 2 boards for the first player (a void board is half for each), and how the
five outcomes spread gives the interval. Where the break decides most boards, pairs end 1 to 1, and the
interval is far narrower than that of as many single boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, log10, sqrt

from carrom.estimate import Estimate, Z

OUTCOMES = 5
Counts = tuple[float, ...]


def elo_of(score: float) -> float:
    """The Elo difference that gives this score a board, from 0 to 1.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if score <= 0.0:
        return -inf
    if score >= 1.0:
        return inf
    return 400.0 * log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    """The score a board expected of a player this much stronger.

    >>> round(score_of(200.0), 4)
    0.7597
    """
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


@dataclass(frozen=True)
class PairScores:
    """How many pairs ended 0, ½, 1, 1½ and 2 boards for the first player.

    >>> scores = PairScores.of([4, 2, 2, 0, 3])  # in halves of a board
    >>> scores.counts, scores.pairs, scores.score
    ((1, 0, 2, 1, 1), 5, 0.55)
    """

    counts: tuple[int, ...] = (0,) * OUTCOMES

    @classmethod
    def of(cls, halves: Iterable[int]) -> PairScores:
        counts = Counter(halves)
        return cls(tuple(counts[half] for half in range(OUTCOMES)))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Boards won a board, void ones as half."""
        return moments(self.counts)[0] if self.pairs else 0.5

    @property
    def swapped(self) -> PairScores:
        """The same, seen by the other player."""
        return PairScores(self.counts[::-1])

    @property
    def elo(self) -> Estimate:
        """The Elo difference and its 95 % interval.

        For the interval one pair won and one lost are added, which for single boards is the "plus four" of
        Agresti and Coull (1998): it stays honest where all pairs ended alike, and matters little elsewhere.
        """
        middle, spread = moments(more_spread(self.counts))
        half = Z * sqrt(spread / (self.pairs + 2))
        return Estimate(elo_of(self.score), elo_of(middle - half), elo_of(middle + half))


def moments(counts: Counts) -> tuple[float, float]:
    """Mean and variance of a pair's score a board."""
    total = sum(counts)
    scores = [place / (OUTCOMES - 1) for place in range(OUTCOMES)]
    middle = sum(count * score for count, score in zip(counts, scores, strict=True)) / total
    spread = sum(count * (score - middle) ** 2 for count, score in zip(counts, scores, strict=True)) / total
    return middle, spread


def more_spread(counts: Counts) -> Counts:
    """One pair lost and one won more."""
    return (counts[0] + 1, *counts[1:-1], counts[-1] + 1)

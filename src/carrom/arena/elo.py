"""Elo differences from boards played in pairs.

The two boards of a pair share a seed and exchange the break, so they are not independent, and the pair is the
unit of measurement. The first player gets 0, ½, 1, 1½ or 2 boards of it; a void board is half for each. Where
the break decides most boards, pairs end 1 to 1, and the interval is far narrower than that of single boards.
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
    """The Elo difference that corresponds to a mean score a board, from 0 to 1.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if score <= 0.0:
        return -inf
    if score >= 1.0:
        return inf
    return 400.0 * log10(score / (1.0 - score))


def score_of(elo: float) -> float:
    """The expected score a board of a player who is stronger by this Elo difference.

    >>> round(score_of(200.0), 4)
    0.7597
    """
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


@dataclass(frozen=True)
class PairScores:
    """The number of pairs that ended with 0, ½, 1, 1½ and 2 boards for the first player.

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
        """The mean score a board; a void board counts half."""
        return moments(self.counts)[0] if self.pairs else 0.5

    @property
    def elo(self) -> Estimate:
        """The Elo difference and its 95 % interval.

        The interval counts one more pair won and one more lost, the "plus four" of Agresti and Coull (1998),
        so that it has a width even if all pairs ended alike.
        """
        middle, spread = moments(more_spread(self.counts))
        half = Z * sqrt(spread / (self.pairs + 2))
        return Estimate(elo_of(self.score), elo_of(middle - half), elo_of(middle + half))


def moments(counts: Counts) -> tuple[float, float]:
    """The mean and the variance of a pair's score a board."""
    total = sum(counts)
    scores = [place / (OUTCOMES - 1) for place in range(OUTCOMES)]
    middle = sum(count * score for count, score in zip(counts, scores, strict=True)) / total
    spread = sum(count * (score - middle) ** 2 for count, score in zip(counts, scores, strict=True)) / total
    return middle, spread


def more_spread(counts: Counts) -> Counts:
    """The counts with one more pair lost and one more won."""
    return (counts[0] + 1, *counts[1:-1], counts[-1] + 1)

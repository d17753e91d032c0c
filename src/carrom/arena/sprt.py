"""Stopping early: the generalized sequential probability ratio test on pairs of boards.

After each pair the likelihood of the best distribution of the five outcomes whose mean is that of `elo1` is
compared with that of the best whose mean is that of `elo0`. Wald's bounds end the test. The maximum of the
likelihood under a given mean is Proposition 1.1 of M. Van den Bergh, "Comments on the GSPRT": each share is
divided by 1 + x (score − mean), with x such that the mean comes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import log

from carrom.arena.elo import OUTCOMES, PairScores, score_of
from carrom.errors import CarromError

_NEVER_SEEN = 1e-3
"""What an outcome that has not come yet counts: the likelihood needs some of each end."""


class Verdict(Enum):
    """What a test says: H1 is taken (the stronger claim holds), H0 is taken, or neither yet."""

    H0 = "h0"
    H1 = "h1"


@dataclass(frozen=True)
class Sprt:
    """Is the first player better by `elo1` rather than by `elo0`? Wrong either way in one test of twenty."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000.0 <= self.elo0 < self.elo1 <= 1000.0:
            raise CarromError("refused.arena.sprt", elo0=self.elo0, elo1=self.elo1)

    @property
    def lower(self) -> float:
        return log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1.0 - self.beta) / self.alpha)

    def ratio(self, scores: PairScores) -> float:
        """The logarithm of the likelihood ratio; 0 before the first pair."""
        if scores.pairs == 0:
            return 0.0
        counts = [count or _NEVER_SEEN for count in scores.counts]
        under0, under1 = (_tilted(counts, score_of(elo)) for elo in (self.elo0, self.elo1))
        return sum(count * log(p1 / p0) for count, p0, p1 in zip(counts, under0, under1, strict=True))

    def verdict(self, scores: PairScores) -> Verdict | None:
        ratio = self.ratio(scores)
        if ratio >= self.upper:
            return Verdict.H1
        return Verdict.H0 if ratio <= self.lower else None

    def ends_after(self, halves: Iterable[int]) -> int | None:
        """After how many pairs, taken in order, the test ends; None while it goes on."""
        counts = [0] * OUTCOMES
        for number, half in enumerate(halves, start=1):
            counts[half] += 1
            if self.verdict(PairScores(tuple(counts))) is not None:
                return number
        return None


def _tilted(counts: list[float], mean: float) -> list[float]:
    """The most likely shares of the outcomes if their mean is this."""
    total = sum(counts)
    away = [place / (OUTCOMES - 1) - mean for place in range(OUTCOMES)]

    def pull(x: float) -> float:
        return sum(count * a / (1.0 + x * a) for count, a in zip(counts, away, strict=True))

    # Between its two poles the sum falls from +∞ to −∞, so halving finds its zero.
    low, high = -1.0 / away[-1], -1.0 / away[0]
    for _ in range(60):
        x = (low + high) / 2.0
        low, high = (x, high) if pull(x) > 0.0 else (low, x)
    x = (low + high) / 2.0
    return [count / total / (1.0 + x * a) for count, a in zip(counts, away, strict=True)]

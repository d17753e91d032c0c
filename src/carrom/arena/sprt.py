"""The generalized sequential probability ratio test on pairs of boards, which ends a run early.

The test compares the most likely distribution of the five outcomes with the mean of `elo1` and the one with
the mean of `elo0`; Wald's bounds end it. M. Van den Bergh, "Comments on the GSPRT", Proposition 1.1, gives
the maximum of the likelihood: each share is divided by 1 + x (score − mean), and x sets the mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log

from carrom.arena.elo import OUTCOMES, PairScores, score_of
from carrom.errors import CarromError

_NEVER_SEEN = 1e-3
"""The count of an outcome that has not occurred: the likelihood needs some of each."""


class Verdict(Enum):
    """The hypothesis that a test accepts: the difference is `elo0` (H0) or `elo1` (H1)."""

    H0 = "h0"
    H1 = "h1"


@dataclass(frozen=True)
class Sprt:
    """Tests if the first player is better by `elo1` or by `elo0`; one test in twenty errs either way."""

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
        """The log-likelihood ratio; 0 before the first pair."""
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


def _tilted(counts: list[float], mean: float) -> list[float]:
    """The most likely shares of the outcomes, given their mean."""
    total = sum(counts)
    away = [place / (OUTCOMES - 1) - mean for place in range(OUTCOMES)]

    def pull(x: float) -> float:
        return sum(count * a / (1.0 + x * a) for count, a in zip(counts, away, strict=True))

    # Between its two poles the sum falls from +∞ to −∞, so bisection finds its zero.
    low, high = -1.0 / away[-1], -1.0 / away[0]
    for _ in range(60):
        x = (low + high) / 2.0
        low, high = (x, high) if pull(x) > 0.0 else (low, x)
    x = (low + high) / 2.0
    return [count / total / (1.0 + x * a) for count, a in zip(counts, away, strict=True)]

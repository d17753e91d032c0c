"""Shares and means with their intervals, 95 % where nothing else is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan, sqrt

Z = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval; where nothing bounds it, infinite."""

    value: float
    low: float
    high: float

    def plain(self) -> dict[str, float | None]:
        """For JSON, which has no infinity: there it is null."""
        given = {"value": self.value, "low": self.low, "high": self.high}
        return {name: number if isfinite(number) else None for name, number in given.items()}


def wilson(successes: int, of: int, z: float = Z) -> Estimate:
    """A share of `of` trials with Wilson's score interval (1927), good near 0 and 1 too.

    >>> share = wilson(81, 263)
    >>> f"{share.low:.4f} {share.high:.4f}"
    '0.2553 0.3662'
    """
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = successes / of
    wide = 1.0 + z * z / of
    middle = (share + z * z / (2.0 * of)) / wide
    half = z * sqrt(share * (1.0 - share) / of + z * z / (4.0 * of * of)) / wide
    # At the ends the formula gives 0 and 1 but for rounding.
    low = 0.0 if successes == 0 else middle - half
    high = 1.0 if successes == of else middle + half
    return Estimate(share, low, high)


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its normal interval; one value alone says nothing about its spread, none nothing at all."""
    count = len(values)
    if count == 0:
        return Estimate(nan, -inf, inf)
    middle = sum(values) / count
    if count == 1:
        return Estimate(middle, -inf, inf)
    spread = sum((value - middle) ** 2 for value in values) / (count - 1)
    half = Z * sqrt(spread / count)
    return Estimate(middle, middle - half, middle + half)

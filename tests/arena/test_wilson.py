"""Shares and means with their intervals, against published figures."""

from __future__ import annotations

from math import inf, sqrt

import pytest

from carrom.estimate import Z, mean, wilson


@pytest.mark.parametrize(
    ("successes", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_those_of_newcombe(successes: int, of: int, low: float, high: float) -> None:
    """R. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    share = wilson(successes, of)

    assert share.value == successes / of
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_all_and_nothing_reach_the_ends_and_mirror_each_other() -> None:
    assert wilson(20, 20).high == 1.0
    assert wilson(20, 20).low == pytest.approx(1.0 - wilson(0, 20).high)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_a_mean_has_the_normal_interval() -> None:
    """1, 2, 3, 4: mean 2.5, sample variance 5/3."""
    found = mean([1, 2, 3, 4])

    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(Z * sqrt(5.0 / 3.0 / 4.0))


def test_one_value_says_nothing_about_its_spread() -> None:
    assert (mean([7]).value, mean([7]).low, mean([7]).high) == (7.0, -inf, inf)
    assert mean([7]).plain() == {"value": 7.0, "low": None, "high": None}

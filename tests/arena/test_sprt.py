"""The sequential test: Wald's bounds, a likelihood ratio by hand, and where a run ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random

import pytest

from carrom.arena.elo import PairScores, score_of
from carrom.arena.sprt import Sprt, Verdict
from carrom.errors import CarromError


def ends_after(test: Sprt, halves: Sequence[int]) -> int | None:
    """After how many pairs, taken in order, a test ends; None if it does not."""
    numbers = range(1, len(halves) + 1)
    return next((n for n in numbers if test.verdict(PairScores.of(halves[:n])) is not None), None)


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0.0, 20.0)

    assert (round(test.lower, 4), round(test.upper, 4)) == (-2.9444, 2.9444)
    assert Sprt(0.0, 20.0, alpha=0.01, beta=0.1).upper == pytest.approx(log(0.9 / 0.01))


def test_with_two_outcomes_the_ratio_is_that_of_the_binomial() -> None:
    """Pairs won or lost: the mean alone decides both shares, so the ratio can be written down."""
    test = Sprt(0.0, 20.0)
    by_hand = 130 * log(score_of(20.0) / 0.5) + 100 * log((1.0 - score_of(20.0)) / 0.5)

    assert test.ratio(PairScores((100, 0, 0, 0, 130))) == pytest.approx(by_hand, abs=1e-4)


def test_near_the_middle_the_ratio_is_the_known_approximation() -> None:
    """N (s1 − s0)(2 s − s0 − s1) / 2 σ², for small differences."""
    scores, test = PairScores((2000, 1000, 5000, 1000, 2100)), Sprt(0.0, 4.0)
    s0, s1, s = score_of(0.0), score_of(4.0), scores.score
    variance = sum(n * (place / 4.0 - s) ** 2 for place, n in enumerate(scores.counts)) / scores.pairs
    near = scores.pairs * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * variance)

    assert test.ratio(scores) == pytest.approx(near, rel=0.01)


def test_the_ratio_turns_round_with_the_players() -> None:
    scores, swapped = PairScores((10, 5, 40, 8, 30)), PairScores((30, 8, 40, 5, 10))

    assert Sprt(-20.0, 20.0).ratio(scores) == pytest.approx(-Sprt(-20.0, 20.0).ratio(swapped))


def test_nothing_played_decides_nothing() -> None:
    assert Sprt(0.0, 20.0).ratio(PairScores()) == 0.0
    assert Sprt(0.0, 20.0).verdict(PairScores()) is None


def test_a_clear_difference_ends_early_and_for_the_right_side() -> None:
    test = Sprt(0.0, 100.0)
    won, lost = ends_after(test, [4] * 400), ends_after(test, [0] * 400)

    assert won is not None
    assert won < 30
    assert test.verdict(PairScores((0, 0, 0, 0, won))) is Verdict.H1
    assert test.verdict(PairScores((0, 0, 0, 0, won - 1))) is None
    assert lost is not None
    assert test.verdict(PairScores((lost, 0, 0, 0, 0))) is Verdict.H0


def test_it_is_wrong_no_oftener_than_it_says() -> None:
    """Players who are level, asked whether it is 0 or 100 Elo: one test in twenty may say 100."""
    chance, test = Random(3), Sprt(0.0, 100.0)
    wrong, runs = 0, 80
    for _ in range(runs):
        halves = [2 * chance.randrange(2) + 2 * chance.randrange(2) for _ in range(600)]
        ended = ends_after(test, halves)
        assert ended is not None
        wrong += test.verdict(PairScores.of(halves[:ended])) is Verdict.H1

    assert wrong / runs < 0.12


@pytest.mark.parametrize(("elo0", "elo1"), [(20.0, 0.0), (5.0, 5.0), (0.0, 5000.0)])
def test_a_question_that_cannot_be_is_refused(elo0: float, elo1: float) -> None:
    with pytest.raises(CarromError, match="0 20"):
        Sprt(elo0, elo1)

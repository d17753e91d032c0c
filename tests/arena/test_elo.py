"""Elo from pairs of boards, against figures worked out by hand."""

from __future__ import annotations

from math import inf, sqrt
from random import Random

import pytest

from carrom.arena.elo import PairScores, elo_of, score_of


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.848), (0.64, 99.95), (10.0 / 11.0, 400.0)])
def test_a_score_and_its_elo_are_the_two_ends_of_one_formula(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert score_of(elo) == pytest.approx(score, abs=1e-5)
    assert elo_of(1.0 - score) == pytest.approx(-elo, abs=0.01)


def test_who_wins_or_loses_everything_is_beyond_any_elo() -> None:
    assert (elo_of(1.0), elo_of(0.0)) == (inf, -inf)


def test_a_pair_counts_its_half_boards() -> None:
    scores = PairScores.of([4, 4, 3, 2, 0])

    assert scores.counts == (1, 0, 1, 1, 2)
    assert scores.score == (2 + 2 + 1.5 + 1 + 0) / 10


def test_the_interval_of_a_hundred_pairs_worked_out_by_hand() -> None:
    """10 lost, 50 even, 40 won, and one lost and one won more: of 102 the mean is 66.0/102.

    Mean 0.647059; variance (11·0.647059² + 50·0.147059² + 41·0.352941²)/102 = 0.105825; the mean's error
    is √(0.105825/102) = 0.032210, and 1.96 of it reach from 0.583928 to 0.710189.
    """
    elo = PairScores((10, 0, 50, 0, 40)).elo

    assert elo.value == pytest.approx(elo_of(0.65))
    assert score_of(elo.low) == pytest.approx(0.583928, abs=2e-6)
    assert score_of(elo.high) == pytest.approx(0.710189, abs=2e-6)


def test_pairs_that_all_end_even_say_more_than_boards_by_chance() -> None:
    """Where the break decides every board the two players are level, and that is known well."""
    even, chance = PairScores((0, 0, 400, 0, 0)).elo, PairScores((100, 0, 200, 0, 100)).elo

    assert even.value == chance.value == 0.0
    assert even.high < 3.0
    assert chance.high > 20.0


def test_a_clean_sheet_has_a_lower_bound_and_no_upper_one() -> None:
    elo = PairScores((0, 0, 0, 0, 400)).elo

    assert (elo.value, elo.high) == (inf, inf)
    assert 800.0 < elo.low < 900.0
    assert elo.plain() == {"value": None, "low": elo.low, "high": None}


def test_nothing_played_says_nothing() -> None:
    assert (PairScores().elo.value, PairScores().elo.low, PairScores().elo.high) == (0.0, -inf, inf)


@pytest.mark.parametrize("true", [0.5, 0.8, 0.97])
def test_nineteen_intervals_of_twenty_hold_the_truth(true: float) -> None:
    """A thousand runs of 100 pairs, boards independent: the share of intervals that hold the true Elo."""
    chance, held, runs = Random(7), 0, 1000
    for _ in range(runs):
        halves = [2 * (chance.random() < true) + 2 * (chance.random() < true) for _ in range(100)]
        elo = PairScores.of(halves).elo
        held += elo.low <= elo_of(true) <= elo.high

    error = 3.5 * sqrt(0.05 * 0.95 / runs)
    assert 0.95 - error < held / runs

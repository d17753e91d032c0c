"""Ratings of several players by maximum likelihood."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from carrom.arena.bradley_terry import ratings
from carrom.arena.elo import PairScores, score_of

TRUE = (-250.0, -70.0, 20.0, 300.0)


def all_met(pairs: int, chance: Random | None = None) -> dict[tuple[int, int], PairScores]:
    """Everybody against everybody: exactly as expected, or as chance has it."""
    meetings = {}
    for a, b in combinations(range(len(TRUE)), 2):
        score = score_of(TRUE[a] - TRUE[b])
        if chance is None:
            won = round(pairs * score)
            meetings[a, b] = PairScores((pairs - won, 0, 0, 0, won))
        else:
            halves = [2 * (chance.random() < score) + 2 * (chance.random() < score) for _ in range(pairs)]
            meetings[a, b] = PairScores.of(halves)
    return meetings


def test_known_ratings_are_found_again() -> None:
    found = ratings(4, all_met(10**6))

    assert not found.steadied
    assert [each.value for each in found.elo] == pytest.approx(TRUE, abs=0.01)


def test_two_players_get_the_difference_of_their_score() -> None:
    scores = PairScores((10, 0, 50, 0, 40))
    first, second = ratings(2, {(0, 1): scores}).elo

    assert first.value - second.value == pytest.approx(scores.elo.value)
    assert first.value == pytest.approx(-second.value)
    # Each moves by half of what the difference moves by.
    assert 2.0 * (first.high - first.low) == pytest.approx(scores.elo.high - scores.elo.low, rel=0.03)


def test_nineteen_intervals_of_twenty_hold_the_truth() -> None:
    chance = Random(11)
    held = 0
    for _ in range(100):
        found = ratings(4, all_met(60, chance))
        held += sum(each.low <= true <= each.high for each, true in zip(found.elo, TRUE, strict=True))

    assert 0.91 < held / 400 < 0.99


def test_who_never_lost_is_rated_after_a_drawn_pair_and_that_is_said() -> None:
    won = PairScores((0, 0, 0, 0, 9))
    found = ratings(3, {(0, 1): won, (0, 2): won, (1, 2): PairScores((3, 0, 3, 0, 3))})

    assert found.steadied
    assert found.elo[0].value > 200.0
    assert found.elo[1].value == pytest.approx(found.elo[2].value)


def test_a_ring_of_wins_needs_no_help() -> None:
    """Everybody lost to somebody: all are level, though each pair met was one-sided."""
    won, lost = PairScores((0, 0, 0, 0, 5)), PairScores((5, 0, 0, 0, 0))
    found = ratings(3, {(0, 1): won, (1, 2): won, (0, 2): lost})

    assert not found.steadied
    assert [each.value for each in found.elo] == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)

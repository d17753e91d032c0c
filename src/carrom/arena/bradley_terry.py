"""Ratings of several players: the model of Bradley and Terry, by maximum likelihood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from carrom.arena.elo import PairScores, more_spread
from carrom.estimate import Estimate, Z

Meetings = Mapping[tuple[int, int], PairScores]
"""The scores of pairs, by the numbers of the two players, as the first of them sees the scores."""

_ELO = 400.0 / log(10.0)
_ROUNDS = 200
_DRAWN_PAIR = (0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Ratings:
    """The Elo of each player, with a mean of 0.

    `steadied`: no rating is the most likely one, because somebody won or lost everything. One drawn pair was
    added to each meeting.
    """

    elo: tuple[Estimate, ...]
    steadied: bool = False


def ratings(players: int, meetings: Meetings) -> Ratings:
    """Rate players by their meetings, which must connect every player with every other.

    Newton's method on the log-likelihood of the boards, which is concave. The intervals allow for pairs whose
    boards are not independent (White's "sandwich", pair by pair).
    """
    import numpy as np

    counts = np.array([scores.counts for scores in meetings.values()], float)
    steadied = not _all_lose_to_all(players, meetings)
    if steadied:
        counts += _DRAWN_PAIR
    # A row a meeting: 1 for the first player, −1 for the second.
    apart = np.zeros((len(meetings), players))
    for row, (first, second) in zip(apart, meetings, strict=True):
        row[first], row[second] = 1.0, -1.0
    halves = np.arange(counts.shape[1])
    boards, won = 2.0 * counts.sum(axis=1), counts @ halves / 2.0
    strength = np.zeros(players)
    for _ in range(_ROUNDS):
        expected = 1.0 / (1.0 + np.exp(-apart @ strength))
        # Only differences of strength count: the pseudo-inverse leaves their mean alone.
        inverse = np.linalg.pinv(apart.T * (boards * expected * (1.0 - expected)) @ apart)
        step = inverse @ apart.T @ (won - boards * expected)
        # A long first step may overshoot where the likelihood is flat.
        longest = float(np.max(np.abs(step)))
        strength += step / max(1.0, longest)
        if longest < 1e-12:
            break
    strength -= strength.mean()
    wider = np.array([more_spread(row) for row in counts.tolist()])
    seen = (wider * (halves / 2.0 - 2.0 * expected[:, None]) ** 2).sum(axis=1)
    covariance = inverse @ (apart.T * seen @ apart) @ inverse
    values, errors = _ELO * strength, _ELO * Z * np.sqrt(covariance.diagonal())
    found = zip(values.tolist(), errors.tolist(), strict=True)
    return Ratings(tuple(Estimate(value, value - error, value + error) for value, error in found), steadied)


def _all_lose_to_all(players: int, meetings: Meetings) -> bool:
    """Ford's condition (1957): if the players are split in two groups, each group has won from the other."""
    import numpy as np

    won_from = np.eye(players, dtype=bool)
    for (first, second), scores in meetings.items():
        won_from[first, second] = any(scores.counts[1:])
        won_from[second, first] = any(scores.counts[:-1])
    for _ in range(players):
        won_from = won_from @ won_from
    return bool(won_from.all())

"""Ratings of several players: the model of Bradley and Terry, by maximum likelihood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING

from carrom.arena.elo import PairScores, more_spread
from carrom.estimate import Estimate, Z

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Meetings = Mapping[tuple[int, int], PairScores]
"""By two players' numbers, how their pairs ended for the first of them."""

_ELO = 400.0 / log(10.0)
_ROUNDS = 200


@dataclass(frozen=True)
class Ratings:
    """Elo of each player, around a mean of 0.

    `steadied`: somebody won or lost everything, so that no rating is most likely; one drawn pair was added
    to each meeting.
    """

    elo: tuple[Estimate, ...]
    steadied: bool = False


def ratings(players: int, meetings: Meetings) -> Ratings:
    """Ratings from who met whom; every player must be reachable from every other through meetings.

    The intervals allow for pairs whose boards are not independent (White's "sandwich", pair by pair).
    """
    steadied = not _all_lose_to_all(players, meetings)
    if steadied:
        meetings = {who: _with_a_drawn_pair(scores) for who, scores in meetings.items()}
    strength = _most_likely(players, meetings)
    spread = _spread(strength, meetings)
    found = []
    for number in range(players):
        value, half = _ELO * float(strength[number]), _ELO * Z * sqrt(float(spread[number, number]))
        found.append(Estimate(value, value - half, value + half))
    return Ratings(tuple(found), steadied)


def _with_a_drawn_pair(scores: PairScores) -> PairScores:
    lost, less, even, more, won = scores.counts
    return PairScores((lost, less, even + 1, more, won))


def _all_lose_to_all(players: int, meetings: Meetings) -> bool:
    """Ford's condition (1957): however the players are parted in two, each part has won from the other."""
    won_from: dict[int, set[int]] = {number: set() for number in range(players)}
    for (first, second), scores in meetings.items():
        if any(scores.counts[1:]):
            won_from[first].add(second)
        if any(scores.counts[:-1]):
            won_from[second].add(first)
    lost_to = {n: {other for other in won_from if n in won_from[other]} for n in won_from}
    return len(_reached(won_from)) == len(_reached(lost_to)) == players


def _reached(ways: Mapping[int, set[int]]) -> set[int]:
    seen, waiting = {0}, [0]
    while waiting:
        new = ways[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


def _most_likely(players: int, meetings: Meetings) -> Floats:
    """Newton's method on the log-likelihood of the boards, which is concave."""
    import numpy as np

    strength = np.zeros(players)
    for _ in range(_ROUNDS):
        slope, bend = np.zeros(players), np.zeros((players, players))
        for (first, second), scores in meetings.items():
            chance = _chance(strength, first, second)
            boards = 2 * scores.pairs
            surplus = boards * (scores.score - chance)
            slope[first] += surplus
            slope[second] -= surplus
            bend += boards * chance * (1.0 - chance) * _apart(players, first, second)
        # Only differences count: the inverse leaves the mean alone.
        step = np.linalg.pinv(bend) @ slope
        # A long first step may overshoot where the likelihood is flat.
        longest = float(np.max(np.abs(step)))
        strength += step if longest <= 1.0 else step / longest
        if longest < 1e-12:
            break
    centred: Floats = strength - strength.mean()
    return centred


def _spread(strength: Floats, meetings: Meetings) -> Floats:
    """The covariance of the strengths."""
    import numpy as np

    players = len(strength)
    bend, seen = np.zeros((players, players)), np.zeros((players, players))
    for (first, second), scores in meetings.items():
        chance = _chance(strength, first, second)
        apart = _apart(players, first, second)
        bend += 2 * scores.pairs * chance * (1.0 - chance) * apart
        counts = more_spread(scores.counts)
        seen += sum(count * (half / 2.0 - 2.0 * chance) ** 2 for half, count in enumerate(counts)) * apart
    inverse = np.linalg.pinv(bend)
    spread: Floats = inverse @ seen @ inverse
    return spread


def _chance(strength: Floats, first: int, second: int) -> float:
    import numpy as np

    return float(1.0 / (1.0 + np.exp(strength[second] - strength[first])))


def _apart(players: int, first: int, second: int) -> Floats:
    import numpy as np

    towards = np.zeros(players)
    towards[first], towards[second] = 1.0, -1.0
    return np.outer(towards, towards)

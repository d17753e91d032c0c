"""A break is chaotic: its positions prove nothing beyond their bits, its statistics do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from carrom.equipment import STANDARD
from carrom.pace import pace
from carrom.physics import simulate_many
from carrom.stroke import Aim, Layout
from carrom.words import Seat


@dataclass(frozen=True)
class Breaks:
    """What a few thousand breaks of one kind come to."""

    pocketed: float  # coins a break
    seconds: float
    striker_lost: float


def breaks(name: str, count: int, seed: int) -> Breaks:
    """Straight breaks at full force, place and angle as uncertain as a club player's."""
    chance = Random(seed)
    table = replace(STANDARD, pace=pace(name))
    aims = [
        Aim(Seat.SOUTH, chance.gauss(0.0, 0.001), chance.gauss(1.5707963, 0.0087), 6.0) for _ in range(count)
    ]
    outcomes = simulate_many(Layout.rosette(), aims, table)
    fell = [outcomes.fell(i) for i in range(count)]
    coins = [sum(piece > 0 for piece in pieces) for pieces in fell]
    return Breaks(
        sum(coins) / count,
        sum(outcomes.duration(i) for i in range(count)) / count,
        sum(0 in pieces for pieces in fell) / count,
    )


def test_two_samples_of_breaks_tell_the_same() -> None:
    """The statistics are of the table, not of the seed."""
    one, other = breaks("club", 3_000, 7), breaks("club", 3_000, 8)

    assert one.pocketed == pytest.approx(other.pocketed, abs=0.08)
    assert one.seconds == pytest.approx(other.seconds, rel=0.02)


def test_a_freshly_powdered_board_plays_longer_and_pockets_more() -> None:
    fresh, club, slow = (breaks(name, 3_000, 7) for name in ("fresh", "club", "slow"))

    assert fresh.seconds > 1.1 * club.seconds > 1.2 * slow.seconds
    assert fresh.pocketed > club.pocketed > slow.pocketed


def test_the_striker_itself_hardly_ever_falls_at_a_straight_break() -> None:
    """It has given its speed away in the middle, and the pockets are at the corners."""
    assert breaks("club", 3_000, 9).striker_lost < 0.01

"""The chance of a hand to pocket a coin: from the open lines, corrected by experience.

A line's closed form ignores indirect strokes and fouls. Experience corrects this by a linear function of the
chance of the best line, the mean chance of the side's coins, and their number. The rows for 0.25° to 2° were
fitted by least squares to 150 boards each of an earlier searcher's games; the others are set by hand. (The
fit at 0.125° was (0.92, 0.02, 0.04, 0.06): 65 of 100 boards were slams, and 73 with the row here.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from carrom.equipment import Equipment
from carrom.physics import volley
from carrom.physics.volley import Floats, Ints
from carrom.players.noise import FLUFF, FLUFFS, Noise
from carrom.words import COINS_A_SIDE

LEAST_SPREAD = 0.0022
"""The least error of angle in radians by which lines are compared, so that wide lines come first."""

SEEN = (  # error of angle in degrees; constant, best line, average line, share of the nine coins
    (0.0, 0.95, 0.02, 0.03, 0.03),
    (0.125, 0.77, 0.07, 0.11, 0.17),
    (0.25, 0.75, 0.07, 0.11, 0.18),
    (0.5, 0.63, 0.15, 0.20, 0.22),
    (1.0, 0.38, 0.38, 0.25, 0.29),
    (2.0, 0.28, 0.52, 0.16, 0.28),
    (8.0, 0.05, 0.30, 0.10, 0.10),
)
SUREST = 0.995


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand on a table: its numbers for `physics.sight`, and its experience."""

    numbers: Floats
    experience: Floats

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, noise: Noise, equipment: Equipment) -> Hand:
        numbers = volley.hand(equipment, max(noise.angle, LEAST_SPREAD), noise.place, FLUFFS, FLUFF)
        seen = np.array(SEEN)
        angles = np.radians(seen[:, 0])
        return cls(numbers, np.array([np.interp(noise.angle, angles, seen[:, k]) for k in range(1, 5)]))

    def goes_on(self, line: Floats, average: Floats, coins: Ints) -> Floats:
        """The chance of a stroke on a board with such lines and so many own coins."""
        constant, best, mean, share = self.experience
        chance = constant + best * line + mean * average + share * coins / COINS_A_SIDE
        clipped: Floats = np.clip(chance, 0.0, SUREST)
        return clipped

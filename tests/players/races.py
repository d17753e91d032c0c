"""The worths of a race, read back as one array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from carrom.players.race import Race
from carrom.players.search_kernel import GRID

Floats = NDArray[np.float64]


def grid_of(race: Race) -> Floats:
    """Worths by own coins, their coins, queen, who is on strike (0: I) and the two chances."""
    return np.asarray(race.worths).reshape(10, 10, 5, 2, GRID, GRID)

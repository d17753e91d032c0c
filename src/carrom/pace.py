"""How a table plays: friction, bounce, pockets, the rosette. Estimates until a club measures.

No measurement of a carrom board has been published. Every figure here is an estimate inside the range that
other programs use, and every one is a field that a club can set (docs/your-board.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import isfinite

from carrom.errors import UnknownProfile

GRAVITY = 9.80665  # m/s²
FASTEST = 10.0  # m/s; nothing is simulated above it


@dataclass(frozen=True)
class Pace:
    """What decides how pieces slide, meet and bounce: ratios, except where a unit is given.

    The last three say how people set the rosette (`surface.rosette`); at 0 it is exact. They are 0 by default
    because records made before there were such fields had an exact rosette.
    """

    name: str
    friction: float  # of a piece sliding on the powdered surface, μ
    coin_coin: float  # restitution where two coins meet
    striker_coin: float
    coin_frame: float
    striker_frame: float
    piece_grip: float  # friction between the rims of two pieces
    frame_grip: float  # friction between a rim and the frame
    lip: float = 0.001  # m; how far a piece may sink over a pocket and still ride out over the edge
    spin: bool = True  # False: rims are smooth and nothing turns
    full_force: float = 6.0  # m/s; what power 100 % means; it limits players, not the simulator
    rosette_gap: float = 0.0  # m; mean gap between coins that should touch
    rosette_turn: float = 0.0  # degrees; standard deviation of the turn of the whole
    rosette_offset: float = 0.0  # m; standard deviation of its offset, along each axis

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            value = getattr(self, name)
            if not isinstance(value, int | float) or not isfinite(value) or not low <= value <= high:
                raise UnknownProfile(
                    "refused.out-of-range", field=name, value=repr(value), low=f"{low:g}", high=f"{high:g}"
                )


_RATIOS = ("coin_coin", "striker_coin", "coin_frame", "striker_frame", "piece_grip", "frame_grip")
_LIMITS = {
    "friction": (0.005, 1.0),
    **dict.fromkeys(_RATIOS, (0.0, 1.0)),
    "lip": (0.0, 0.02),
    "full_force": (0.1, FASTEST),
    "rosette_gap": (0.0, 0.001),
    "rosette_turn": (0.0, 5.0),
    "rosette_offset": (0.0, 0.002),
}

_by_hand = partial(Pace, rosette_gap=0.0001, rosette_turn=0.5, rosette_offset=0.0005)

FRESH = _by_hand("fresh", 0.08, 0.92, 0.92, 0.80, 0.80, 0.12, 0.15)
CLUB = _by_hand("club", 0.10, 0.89, 0.89, 0.75, 0.75, 0.15, 0.18)
SLOW = _by_hand("slow", 0.12, 0.85, 0.85, 0.70, 0.70, 0.18, 0.20)

PACES = {pace.name: pace for pace in (FRESH, CLUB, SLOW)}


def pace(name: str) -> Pace:
    """The pace of a name. Raises `UnknownProfile` if there is none."""
    if name not in PACES:
        raise UnknownProfile("refused.pace.unknown", name=name, names=tuple(PACES))
    return PACES[name]

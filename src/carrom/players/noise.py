"""The errors of a hand: the difference between the wanted stroke and the stroke as played.

Errors of place, angle and speed are independent and normal; that of speed is a factor. About one stroke in
thirty is a fluff, with three times the error of angle. The levels' hands were fitted together with their
plans (docs/strength.md): a level is to play like people, and its hand need not err as theirs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import degrees, isfinite, pi, radians

from carrom.elementary import exp
from carrom.errors import NotationError
from carrom.rng import Rng
from carrom.stroke import Aim
from carrom.surface import Interval

FLUFFS = 0.03
FLUFF = 3.0

SLOWEST = 0.01  # m/s


@dataclass(frozen=True)
class Noise:
    """The standard deviations of a hand: angle in radians, speed as a ratio, place in metres.

    >>> print(Noise.parse("0.25°, 3%, 0.5mm"))
    0.25°,3%,0.5mm
    """

    angle: float = 0.0
    speed: float = 0.0
    place: float = 0.0

    def __post_init__(self) -> None:
        for value, most in ((self.angle, pi), (self.speed, 1.0), (self.place, 0.1)):
            if not isfinite(value) or not 0.0 <= value <= most:
                raise NotationError("refused.hand.impossible", value=value)

    @classmethod
    def parse(cls, text: str) -> Noise:
        """The noise from what `str` writes; a part that is left out is 0."""
        units = {"°": 0.0, "%": 0.0, "mm": 0.0}
        for part in text.split(","):
            found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)\s*(°|%|mm)\s*", part)
            if found is None:
                raise NotationError("refused.hand.unreadable", text=part.strip())
            units[found[2]] = float(found[1])
        return cls(radians(units["°"]), units["%"] / 100.0, units["mm"] / 1000.0)

    def __str__(self) -> str:
        return f"{degrees(self.angle):.6g}°,{100.0 * self.speed:.6g}%,{1000.0 * self.place:.6g}mm"

    @property
    def none(self) -> bool:
        return self.angle == self.speed == self.place == 0.0

    def played(self, wanted: Aim, rng: Rng, free: Iterable[Interval], full_force: float) -> Aim:
        """The wanted stroke with random errors, from a legal place and with full force at most."""
        if self.none:
            return wanted
        x = nearest_place(wanted.x + self.place * rng.normal(), free)
        off = self.angle * rng.normal()
        if rng.uniform() < FLUFFS:
            off *= FLUFF
        speed = wanted.speed * exp(self.speed * rng.normal())
        angle = wanted.angle + off
        angle -= 2.0 * pi * round(angle / (2.0 * pi)) if abs(angle) > 2.0 * pi else 0.0
        return Aim(wanted.seat, x, angle, min(max(speed, SLOWEST), full_force))


STEADY = Noise()
"""A hand without error."""


def nearest_place(x: float, free: Iterable[Interval]) -> float:
    """The legal place nearest to x."""
    return min((min(max(x, low), high) for low, high in free), key=lambda place: abs(place - x))


LEVELS: dict[str, Noise] = {
    "beginner": Noise.parse("4°,22%,5mm"),
    "casual": Noise.parse("2.4°,17%,3.2mm"),
    "club": Noise.parse("1.3°,13%,2.4mm"),
    "national": Noise.parse("1°,12%,2mm"),
    "champion": Noise.parse("0.5°,5%,1mm"),
    "grandmaster": STEADY,
}
"""The hand of each level, from weak to strong."""

FORMER = {"expert": "national"}
"""Levels by their names before 0.15: kept matches, records and habits have them."""


def level_hand(level: str) -> Noise | None:
    """The hand of a level, also by its former name; None if there is no such level."""
    return LEVELS.get(FORMER.get(level, level))

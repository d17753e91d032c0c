"""The book of openings: breaks found by long searches (tools/openings.py), for every pace and hand.

They only hold for the simulated rosette, whose coins all touch: with an expert's hand eight of them pocketed
a white without the striker in all strokes there, and in 60 % where the coins were 0.01 to 0.3 mm apart.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import hypot

from carrom.players.noise import LEVELS, Noise, nearest_place
from carrom.players.view import View
from carrom.stroke import Aim, Layout


@dataclass(frozen=True)
class Opening:
    """A turn of the rosette, the stroke that breaks it, and how often the breaker goes on."""

    turned: float
    x: float
    angle: float
    speed: float
    worth: float
    goes_on: float


@cache
def _book() -> dict[str, dict[str, tuple[Opening, ...]]]:
    text = files("carrom.players").joinpath("openings.json").read_text(encoding="utf-8")
    return {
        pace: {level: tuple(Opening(*row) for row in rows) for level, rows in levels.items()}
        for pace, levels in json.loads(text).items()
        if pace != "engine"
    }


def openings(pace: str, noise: Noise) -> tuple[Opening, ...]:
    """The openings of the level nearest to a hand; an unknown pace has those of the club's table."""
    known = _book().get(pace) or _book()["club"]
    level = min(known, key=lambda name: abs(LEVELS[name].angle - noise.angle))
    return known[level]


def opening_for(view: View, noise: Noise) -> Opening:
    """One of the openings, by the view's seed."""
    known = openings(view.equipment.pace.name, noise)
    return known[view.seed % len(known)]


def book_stroke(view: View, noise: Noise) -> Aim | None:
    """The stroke of the opening for the rosette on the board; None if there is none."""
    if len(view.layout.coins) != 19:
        return None
    for opening in openings(view.equipment.pace.name, noise):
        rosette = Layout.rosette(view.equipment, opening.turned, view.seat)
        if _same(rosette, view.layout):
            # The book rounds its numbers, so a place may lie slightly outside its interval.
            x = nearest_place(opening.x, view.places)
            return Aim(view.seat, x, opening.angle, min(opening.speed, view.equipment.pace.full_force))
    return None


def _same(a: Layout, b: Layout) -> bool:
    return all(
        one.coin is other.coin and hypot(one.x - other.x, one.y - other.y) < 1e-9
        for one, other in zip(a.coins, b.coins, strict=True)
    )

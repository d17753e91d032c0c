"""The book of openings: breaks found by long searches (tools/openings.py), for every pace and several hands.

Each was tried on many rosettes as people set them. For the rosette on the board, the nearest in the book is
taken.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from carrom.players.noise import Noise, nearest_place
from carrom.players.view import View
from carrom.stroke import Aim, Layout

HANDS = ("0°,0%,0mm", "0.125°,2%,0.25mm", "0.25°,3%,0.5mm", "0.5°,5%,1mm", "1°,8%,1.5mm", "2°,12%,2mm")
"""The hands that the book has openings for, as `str(Noise)` writes them."""

BY_HAND = 0.003
"""Metres by which people may set a coin of a rosette off its place."""


@dataclass(frozen=True)
class Opening:
    """A turn of the rosette, the stroke that breaks it, the coins it pockets, and how often the turn stays.

    `coins` are own ones and the queen, less those of the other side, on average.
    """

    turned: float
    x: float
    angle: float
    speed: float
    coins: float
    goes_on: float


@cache
def _book() -> dict[str, dict[str, tuple[Opening, ...]]]:
    text = files("carrom.players").joinpath("openings.json").read_text(encoding="utf-8")
    return {
        pace: {hand: tuple(Opening(*row) for row in rows) for hand, rows in hands.items()}
        for pace, hands in json.loads(text).items()
        if pace != "engine"
    }


def openings(pace: str, noise: Noise) -> tuple[Opening, ...]:
    """The openings of the hand nearest to this one; an unknown pace has those of the club's table."""
    known = _book().get(pace) or _book()["club"]
    return known[min(known, key=lambda hand: abs(Noise.parse(hand).angle - noise.angle))]


def opening_for(view: View, noise: Noise) -> Opening:
    """One of the openings, by the view's seed."""
    known = openings(view.equipment.pace.name, noise)
    return known[view.seed % len(known)]


def book_stroke(view: View, noise: Noise) -> Aim | None:
    """The stroke of the opening whose rosette is nearest to the one on the board; None if none is near."""
    if len(view.layout.coins) != 19:
        return None

    def off(opening: Opening) -> float:
        return view.layout.off(Layout.rosette(view.equipment, opening.turned, view.seat))

    opening = min(openings(view.equipment.pace.name, noise), key=off)
    if off(opening) > BY_HAND:
        return None
    # The book rounds its numbers, so a place may lie slightly outside its interval.
    x = nearest_place(opening.x, view.places)
    return Aim(view.seat, x, opening.angle, min(opening.speed, view.equipment.pace.full_force))

"""Builders in plain words for strokes and tables."""

from __future__ import annotations

from dataclasses import replace
from math import pi

from carrom.equipment import STANDARD, Equipment
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import band_middle
from carrom.words import Coin, Seat

AHEAD = pi / 2.0


def table(**pace: float | bool) -> Equipment:
    """The standard table with another pace in some respects, smooth rims unless said otherwise."""
    return replace(STANDARD, pace=replace(STANDARD.pace, **{"spin": False, **pace}))  # type: ignore[arg-type]


def coins(*places: tuple[float, float]) -> Layout:
    """Black coins at these places."""
    return Layout(tuple(Placed(Coin.BLACK, x, y) for x, y in places))


def south(x: float = 0.0, angle: float = AHEAD, speed: float = 2.0) -> Aim:
    return Aim(Seat.SOUTH, x, angle, speed)


START = -band_middle(STANDARD.board)  # y of a striker of the south seat
STRIKER_RADIUS = STANDARD.striker.diameter / 2.0
COIN_RADIUS = STANDARD.coins.diameter / 2.0
HALF = STANDARD.board.surface / 2.0

"""Strokes whose end is known on paper, to see that every engine has been given the same problem.

At even slowing a, v² falls by 2as over a length s. At a contact of masses M and m with restitution e, the
piece that lay still leaves along the line of centres with (1 + e) M / (M + m) of the speed of approach.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, sqrt

from benchmarks.strokes import Stroke

from carrom.equipment import STANDARD
from carrom.pace import GRAVITY
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import Point, band_middle, pockets
from carrom.words import Coin, Seat

_PACE = STANDARD.pace
_SLOWING = _PACE.friction * GRAVITY
_STRIKER = STANDARD.striker.diameter / 2.0
_COIN = STANDARD.coins.diameter / 2.0
_START = -band_middle(STANDARD.board)
_AHEAD = pi / 2.0


@dataclass(frozen=True)
class KnownStroke:
    name: str
    stroke: Stroke
    rest: tuple[Point | None, ...]  # the striker first


def known_strokes() -> tuple[KnownStroke, ...]:
    return (_stopping(), _off_the_frame(), _head_on(), _cut(), _into_the_pocket())


def _distance(speed: float) -> float:
    """How far a piece slides until it stops."""
    return speed * speed / (2.0 * _SLOWING)


def _after(speed: float, length: float) -> float:
    """The speed left after sliding so far."""
    return sqrt(speed * speed - 2.0 * _SLOWING * length)


def _struck(coins: tuple[Point, ...], speed: float, x: float = 0.0, angle: float = _AHEAD) -> Stroke:
    layout = Layout(tuple(Placed(Coin.WHITE, *point) for point in coins))
    return Stroke(layout, Aim(Seat.SOUTH, x, angle, speed))


def _stopping() -> KnownStroke:
    return KnownStroke("stops alone", _struck((), 1.0), ((0.0, _START + _distance(1.0)),))


def _off_the_frame() -> KnownStroke:
    frame = STANDARD.board.surface / 2.0 - _STRIKER
    back = _PACE.striker_frame * _after(1.6, frame - _START)
    return KnownStroke("off the frame", _struck((), 1.6, x=0.1), ((0.1, frame - _distance(back)),))


def _shares() -> tuple[float, float]:
    """What the striker loses of its speed along the line of centres, and what the coin gets."""
    heavy, light = STANDARD.striker.mass, STANDARD.coins.mass
    given = (1.0 + _PACE.striker_coin) / (heavy + light)
    return given * light, given * heavy


def _head_on() -> KnownStroke:
    contact = -_STRIKER - _COIN
    speed = _after(0.85, contact - _START)
    lost, got = _shares()
    ends = (0.0, contact + _distance(speed * (1.0 - lost))), (0.0, _distance(speed * got))
    return KnownStroke("head on", _struck(((0.0, 0.0),), 0.85), ends)


def _cut() -> KnownStroke:
    """The coin leaves at 30° from the striker's way, along the line of centres."""
    apart = _STRIKER + _COIN
    nx, ny = sin(pi / 6.0), cos(pi / 6.0)
    coin = (apart * nx, 0.0)
    contact = -apart * ny
    speed = _after(0.9, contact - _START)
    lost, got = _shares()
    vx, vy = -speed * ny * lost * nx, speed - speed * ny * lost * ny
    far = _distance(hypot(vx, vy)) / hypot(vx, vy)
    coin_far = _distance(speed * ny * got)
    ends = (vx * far, contact + vy * far), (coin[0] + nx * coin_far, coin_far * ny)
    return KnownStroke("cut of 30°", _struck((coin,), 0.9), ends)


def _into_the_pocket() -> KnownStroke:
    """A coin on the line to a corner, struck full from behind, falls; the striker stays on the surface."""
    hole = next(point for point in pockets(STANDARD.board) if min(point) > 0.0)
    away = hypot(hole[0], hole[1] - _START)
    ux, uy = hole[0] / away, (hole[1] - _START) / away
    coin = (ux * 0.3, _START + uy * 0.3)
    gone = 0.3 - _STRIKER - _COIN
    lost, _ = _shares()
    far = gone + _distance(_after(1.2, gone) * (1.0 - lost))
    stroke = _struck((coin,), 1.2, angle=atan2(uy, ux))
    return KnownStroke("into a pocket", stroke, ((ux * far, _START + uy * far), None))

"""The strokes every engine is given: seeded, varied, and the same for all.

A stroke is timed once in a set of some hundreds: one stroke replayed runs up to twice as fast, because the
processor's branch predictor learns it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import atan2, cos, pi, sin

from carrom.equipment import STANDARD, Equipment
from carrom.pace import GRAVITY
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import Point, distance, legal_intervals, pockets, seen_from, striker_place, turned_to
from carrom.words import Coin, Seat

SAME_PROBLEM: Equipment = replace(STANDARD, pace=replace(STANDARD.pace, spin=False, lip=0.0))
"""What the steppers can play too: smooth rims, and whatever passes a pocket's edge is gone at once."""

SCATTERED = "8 scattered coins, 1–3 m/s"
BREAK = "19-coin break, 6–8 m/s"


@dataclass(frozen=True)
class Stroke:
    layout: Layout
    aim: Aim

    def plain(self) -> dict[str, object]:
        """As the peers read it: the striker first, then the coins, and the striker's velocity."""
        ahead = (self.aim.speed * cos(self.aim.angle), self.aim.speed * sin(self.aim.angle))
        striker = striker_place(self.aim.seat, self.aim.x)
        return {
            "pieces": [list(striker), *map(list, self.layout.points)],
            "velocity": list(turned_to(self.aim.seat, ahead)),
        }


def problem(equipment: Equipment = SAME_PROBLEM) -> dict[str, float]:
    """What a peer has to know beside the strokes. Metres, kilograms, seconds."""
    pace = equipment.pace
    return {
        "surface": equipment.board.surface,
        "pocket_radius": equipment.board.pocket_diameter / 2.0,
        "striker_radius": equipment.striker.diameter / 2.0,
        "striker_mass": equipment.striker.mass,
        "coin_radius": equipment.coins.diameter / 2.0,
        "coin_mass": equipment.coins.mass,
        "slowing": pace.friction * GRAVITY,
        "piece_bounce": pace.coin_coin,
        "frame_bounce": pace.coin_frame,
    }


def scattered(count: int, seed: int = 8) -> list[Stroke]:
    """Eight coins anywhere, the striker aimed at one of them, more or less."""
    chance = random.Random(seed)
    colours = (Coin.QUEEN, *(Coin.WHITE, Coin.BLACK) * 3, Coin.WHITE)
    strokes: list[Stroke] = []
    while len(strokes) < count:
        seat = chance.choice(tuple(Seat))
        points = _apart(chance, len(colours))
        spans = legal_intervals(seat, points)
        if not spans:
            continue
        x = chance.uniform(*chance.choice(spans))
        angle = _towards(seat, x, chance.choice(points)) + chance.gauss(0.0, 0.03)
        if not 0.0 < angle < pi:  # backwards
            continue
        layout = Layout(tuple(Placed(coin, *point) for coin, point in zip(colours, points, strict=True)))
        strokes.append(Stroke(layout, Aim(seat, x, angle, chance.uniform(1.0, 3.0))))
    return strokes


def breaks(count: int, seed: int = 19) -> list[Stroke]:
    """The rosette turned by chance, the striker sent at it from anywhere along the lines."""
    chance = random.Random(seed)
    strokes = []
    for _ in range(count):
        seat = chance.choice(tuple(Seat))
        layout = Layout.rosette(turned=chance.uniform(0.0, pi / 3.0), seat=seat)
        x = chance.uniform(-0.15, 0.15)
        angle = _towards(seat, x, (0.0, 0.0)) + chance.gauss(0.0, 0.03)
        strokes.append(Stroke(layout, Aim(seat, x, angle, chance.uniform(6.0, 8.0))))
    return strokes


def _apart(chance: random.Random, count: int) -> list[Point]:
    """Places for coins, a millimetre or more from each other, the frame and the pockets."""
    clear = 0.001
    radius = STANDARD.coins.diameter / 2.0
    reach = STANDARD.board.surface / 2.0 - radius - clear
    from_pocket = STANDARD.board.pocket_diameter / 2.0 + clear
    holes = pockets(STANDARD.board)
    points: list[Point] = []
    while len(points) < count:
        point = (chance.uniform(-reach, reach), chance.uniform(-reach, reach))
        if all(distance(point, other) >= 2.0 * radius + clear for other in points) and all(
            distance(point, hole) >= from_pocket for hole in holes
        ):
            points.append(point)
    return points


def _towards(seat: Seat, x: float, target: Point) -> float:
    """The angle, in the seat's own terms, from a striker at `x` to a point of the surface."""
    along, away = seen_from(seat, target)
    from_along, from_away = seen_from(seat, striker_place(seat, x))
    return atan2(away - from_away, along - from_along)

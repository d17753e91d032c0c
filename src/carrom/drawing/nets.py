"""Where pocketed pieces lie in the nets: small, side by side, all visible."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from carrom.drawing import palette
from carrom.drawing.markup import ring
from carrom.drawing.pieces import radius
from carrom.drawing.view import mm
from carrom.equipment import Equipment
from carrom.physics.trace import Trace
from carrom.surface import Point, pockets, seen_from, turned_to
from carrom.words import Coin, Seat

_IN_THE_NET = 0.62  # a coin down in the net looks that much smaller
_POCKET_EDGE = 2.0  # mm of rim that nothing in the net covers


class InNet(NamedTuple):
    """A place on the board, in metres, and how large a piece looks there."""

    place: Point
    size: float


def in_nets(trace: Trace, seat: Seat) -> dict[int, InNet]:
    """The place of each piece that fell in the net of its pocket, arranged as that seat sees it."""
    lying: dict[int, InNet] = {}
    for which, pocket in enumerate(pockets(trace.equipment.board)):
        fallen = [fall.piece for fall in trace.falls if fall.other == which]
        x, y = seen_from(seat, pocket)
        places = _beside(tuple(trace.pieces[piece] for piece in fallen), trace.equipment)
        for piece, (across, up, size) in zip(fallen, places, strict=True):
            lying[piece] = InNet(turned_to(seat, (x + across, y + up)), size)
    return lying


def net_edge(piece: Coin | None, equipment: Equipment, **look: float) -> str:
    """A light edge that sets a piece off against the dark hole; it shrinks with the piece."""
    return ring(0, 0, radius(piece, equipment), 1.1, class_="net-edge", stroke=palette.NET, **look)


def _beside(fallen: tuple[Coin | None, ...], equipment: Equipment) -> list[tuple[float, float, float]]:
    """Offsets in metres from the middle of the hole, and the size: one in the middle, several around it."""
    hole = equipment.board.pocket_diameter / 2.0 - _POCKET_EDGE / mm(1.0)
    radii = [radius(piece, equipment) / mm(1.0) for piece in fallen]
    count = len(fallen)
    if count == 1:
        return [(0.0, 0.0, min(_IN_THE_NET, hole / radii[0]))]
    if count == 2:
        size = min(_IN_THE_NET, hole / sum(radii))
        return [(radii[0] * size - hole, 0.0, size), (hole - radii[1] * size, 0.0, size)]
    lying = []
    for index, own in enumerate(radii):
        # So many equal discs about the middle of a round hole, each touching its neighbours and the edge.
        size = min(_IN_THE_NET, hole / max(radii) / (1.0 + 1.0 / sin(pi / count)))
        angle, away = 2.0 * pi * index / count, hole - own * size
        lying.append((away * sin(angle), away * cos(angle), size))
    return lying

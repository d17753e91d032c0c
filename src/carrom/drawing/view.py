"""From metres on the board to millimetres in the picture, as one of the four seats sees them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf

from carrom.equipment import Board, Equipment
from carrom.errors import EquipmentError
from carrom.physics.trace import Trace
from carrom.surface import Point, seen_from
from carrom.words import Seat

MILLIMETRES = 1000.0


def mm(metres: float) -> float:
    return metres * MILLIMETRES


def outer_edge(board: Board) -> float:
    """From the board's centre to the outside of its frame, in millimetres."""
    return mm(board.surface / 2.0 + board.frame_width)


def check_sizes(equipment: Equipment) -> None:
    """Raises `EquipmentError` for a size that is not a positive number."""
    for part in (equipment.board, equipment.coins, equipment.striker):
        for field in fields(part):
            size = getattr(part, field.name)
            if size is None and field.name == "outer_circle_diameter":
                continue  # the modern board has none
            if not isinstance(size, int | float) or not 0.0 < size < inf:
                raise EquipmentError("refused.picture.size", field=field.name, size=repr(size))


@dataclass(frozen=True)
class View:
    """The board as a seat sees it, with its own side below. In a picture y runs down."""

    seat: Seat = Seat.SOUTH

    def place(self, point: Point) -> Point:
        x, y = seen_from(self.seat, point)
        return mm(x), 0.0 - mm(y)  # 0.0 - y: a bare minus would write -0.0

    @property
    def turn(self) -> float:
        """Degrees, clockwise in the picture, that the board itself is turned by."""
        return 90.0 * self.seat.quarter_turns


def view_of(trace: Trace, seat: Seat | None) -> View:
    """The view of a sound trace from a seat, by default the one that struck. Raises for a broken trace."""
    check_sizes(trace.equipment)
    trace.check()
    return View(trace.aim.seat if seat is None else seat)

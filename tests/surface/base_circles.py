"""Distances between base circles."""

from __future__ import annotations

from carrom.equipment import Board
from carrom.surface import base_circles, distance
from carrom.words import Seat


def gap_between_base_circles(board: Board) -> float:
    """The gap between the right base circle of a seat and the left one of its neighbour."""
    _, right = base_circles(Seat.SOUTH, board)
    left, _ = base_circles(Seat.EAST, board)
    return distance(right, left) - board.base_circle_diameter

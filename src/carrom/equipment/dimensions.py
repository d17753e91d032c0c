"""Board, coins and striker: their nominal sizes, in metres and kilograms."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.pace import CLUB, Pace


@dataclass(frozen=True)
class Board:
    """The nominal sizes of a board in metres, within the ranges that the laws give."""

    surface: float = 0.7366
    pocket_diameter: float = 0.0445
    base_line_offset: float = 0.1016
    base_line_length: float = 0.47
    base_line_thickness: float = 0.0056
    base_circle_diameter: float = 0.0318
    red_disc_diameter: float = 0.0254
    arrow_length: float = 0.267
    arrow_thickness: float = 0.0015
    arrow_from_pocket: float = 0.05
    arc_diameter: float = 0.0635
    centre_circle_diameter: float = 0.0318
    inner_circle_diameter: float = 0.17  # the one the laws of play call inner; the modern table says outer
    outer_circle_diameter: float | None = None
    frame_width: float = 0.07
    frame_height: float = 0.0222


@dataclass(frozen=True)
class CoinSet:
    """Nineteen equal coins. At 3.18 cm the queen covers the centre circle exactly."""

    diameter: float = 0.0318
    thickness: float = 0.008
    mass: float = 0.0054


@dataclass(frozen=True)
class Striker:
    """As wide and as heavy as the laws allow."""

    diameter: float = 0.0413
    mass: float = 0.015


@dataclass(frozen=True)
class Equipment:
    """Everything on one table."""

    board: Board
    coins: CoinSet
    striker: Striker
    name: str
    pace: Pace = CLUB


MODERN_BOARD = Board()
OLDER_BOARD = Board(
    arrow_length=0.27,
    arrow_from_pocket=0.0508,
    inner_circle_diameter=0.1619,
    outer_circle_diameter=0.2143,
)

EQUIPMENT: dict[str, Equipment] = {
    "modern": Equipment(MODERN_BOARD, CoinSet(), Striker(), "modern"),
    "older": Equipment(OLDER_BOARD, CoinSet(), Striker(), "older"),
}
STANDARD = EQUIPMENT["modern"]

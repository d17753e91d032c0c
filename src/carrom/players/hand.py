"""A hand on a table: its errors, and its chance to pocket a coin by open lines and experience.

A line's closed form ignores indirect strokes and fouls. Experience corrects this by a linear function of the
chance of the best line, the mean chance of the side's coins, and their number. The rows for 0.5°, 1° and 2°
were fitted by least squares, as tools/experience.py does: to 160 boards of champion, 600 of national, and
160 of club with a hand of 2°. The others are set by hand: at 0.125° a fit gave fewer slams, 65 of 100 boards
instead of 73.
"""

from __future__ import annotations

from functools import lru_cache
from math import radians

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.players.noise import FLUFF, FLUFFS, Noise
from carrom.surface import band_middle, base_circles, legal_intervals, pockets
from carrom.words import Seat

LEAST_SPREAD = 0.0022
"""The least error of angle in radians by which lines are compared, so that wide lines come first."""

SEEN = (  # error of angle in degrees; constant, best line, average line, share of the nine coins
    (0.0, 0.95, 0.02, 0.03, 0.03),
    (0.125, 0.77, 0.07, 0.11, 0.17),
    (0.25, 0.75, 0.07, 0.11, 0.18),
    (0.5, 0.54, 0.26, 0.05, 0.16),
    (1.0, 0.36, 0.04, 0.53, 0.26),
    (2.0, 0.25, 0.08, 0.52, 0.14),
    (8.0, 0.05, 0.30, 0.10, 0.10),
)


@lru_cache(maxsize=64)
def hand_on(noise: Noise, equipment: Equipment, cover: float = 1.0) -> tuple[float, ...]:
    """The numbers of a hand on a table, in the order of the fields of `search_kernel`.

    `cover` is the share of its chance that the player counts on when the queen is to be covered.
    """
    spread = max(noise.angle, LEAST_SPREAD)
    return (*numbers_of(equipment, spread, noise.place, FLUFFS, FLUFF), *experience(noise.angle), cover)


def numbers_of(
    equipment: Equipment, angle: float, place: float, fluffs: float, fluff: float
) -> tuple[float, ...]:
    """The numbers of a table, and of errors of angle (rad) and place (m)."""
    board, coins, striker, pace = equipment.board, equipment.coins, equipment.striker, equipment.pace
    share = striker.mass / (striker.mass + coins.mass)
    # A striker that is smaller than the base circles may stand between them only.
    free = legal_intervals(Seat.SOUTH, (), equipment) or legal_intervals(Seat.SOUTH, (), equipment, True)
    places = [high for _, high in free]
    return (
        pockets(board)[0][0],
        board.pocket_diameter / 2.0,
        band_middle(board),
        (striker.diameter + coins.diameter) / 2.0,
        coins.diameter,
        (1.0 + pace.striker_coin) * share,
        pace.piece_grip if pace.spin else 0.0,
        1.0 / (3.0 * (1.0 + pace.striker_coin)),
        pace.friction * GRAVITY,
        angle,
        place,
        fluffs,
        fluff,
        places[len(places) // 2],
        base_circles(Seat.SOUTH, board)[1][0] if len(places) > 1 else places[-1],
        board.surface / 2.0 - striker.diameter / 2.0,
        pace.full_force,
    )


def experience(angle: float) -> tuple[float, ...]:
    """The experience of a hand with this error of angle, between the rows of `SEEN`."""
    rows = [(radians(degrees), row) for degrees, *row in SEEN]
    if angle >= rows[-1][0]:
        return tuple(rows[-1][1])
    at = max(i for i, (known, _) in enumerate(rows) if known <= angle)
    (low, before), (high, after) = rows[at], rows[at + 1]
    share = (angle - low) / (high - low)
    return tuple(a + share * (b - a) for a, b in zip(before, after, strict=True))

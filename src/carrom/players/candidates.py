"""Strokes worth a look: direct lines at several speeds, and strokes by chance that meet something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from carrom.equipment import Equipment
from carrom.physics.volley import Boards, Lines, Volley
from carrom.surface import Interval, band_middle
from carrom.words import Seat

if TYPE_CHECKING:
    from carrom.players.race import Floats, Ints

PUSHES = (1.2, 1.6, 2.3, 3.4)
"""How hard a line is played, as multiples of the least speed that gets the coin there."""

SLOWEST = 0.6  # m/s, of a stroke by chance
A_PAIR = 5  # lines kept for one coin and one pocket


@dataclass(frozen=True, eq=False)
class Strokes:
    """Aims from one seat as arrays."""

    x: Floats
    angle: Floats
    speed: Floats

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, which: Ints) -> Strokes:
        return Strokes(self.x[which], self.angle[which], self.speed[which])

    def joined(self, other: Strokes) -> Strokes:
        return Strokes(
            np.concatenate([self.x, other.x]),
            np.concatenate([self.angle, other.angle]),
            np.concatenate([self.speed, other.speed]),
        )

    def volley(self, seat: Seat, board_of: Ints | None = None) -> Volley:
        boards = np.zeros(len(self), np.int64) if board_of is None else board_of
        return Volley(seat, self.x, self.angle, self.speed, boards)


NONE = Strokes(np.empty(0), np.empty(0), np.empty(0))


def places_on(free: tuple[Interval, ...], step: float) -> Floats:
    """Places along the base lines, the ends of every interval among them."""
    spans = [np.linspace(low, high, max(1, round((high - low) / step)) + 1) for low, high in free]
    return np.concatenate(spans) if spans else np.empty(0)


def best_lines(found: Lines, most: int) -> Ints:
    """The most promising lines, a few for each coin and pocket, best first."""
    order = np.argsort(-found.chance, kind="stable")
    pair = found.coin[order] * 4 + found.pocket[order]
    # The how-manieth of its pair each line is, in order of chance.
    by_pair = np.argsort(pair, kind="stable")
    sizes = np.bincount(pair)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    rank = np.empty(len(order), np.int64)
    rank[by_pair] = np.arange(len(order)) - starts
    return order[rank < A_PAIR][:most]


def along_lines(found: Lines, which: Ints, pushes: tuple[float, ...], full_force: float) -> Strokes:
    """Those lines, each at every push."""
    times = np.array(pushes)
    speed = np.minimum(np.outer(found.speed[which] + 0.05, times).ravel(), full_force)
    return Strokes(np.repeat(found.x[which], len(times)), np.repeat(found.angle[which], len(times)), speed)


def by_chance(
    boards: Boards,
    board: int,
    seat: Seat,
    free: tuple[Interval, ...],
    count: int,
    equipment: Equipment,
    chance: np.random.Generator,
) -> Strokes:
    """Strokes that meet some coin somewhere, straight or after one frame, at any speed."""
    coins = int(boards.pieces[board]) - 1
    if not free or not coins or count <= 0:
        return NONE
    lows = np.array([low for low, _ in free])
    widths = np.array([high - low for low, high in free]) + 1e-6
    at = chance.uniform(0.0, widths.sum(), count)
    span = np.minimum(np.searchsorted(np.cumsum(widths), at), len(free) - 1)
    start = np.cumsum(widths) - widths
    x = np.minimum(lows[span] + at - start[span], lows[span] + widths[span] - 1e-6)
    tx, ty = boards.coins[board, 0 : 2 * coins : 2], boards.coins[board, 1 : 2 * coins : 2]
    for _ in range(seat.quarter_turns):
        tx, ty = ty, 0.0 - tx
    coin = chance.integers(0, coins, count)
    tx, ty = tx[coin], ty[coin]
    # Off a frame: the coin's mirror image, a little farther, since a frame takes from the speed across it.
    frame = chance.integers(0, 6, count)
    wall = equipment.board.surface / 2.0 - equipment.striker.diameter / 2.0
    longer = chance.uniform(0.95, 1.25, count)
    ty = np.where(frame == 0, wall + longer * (wall - ty), ty)
    tx = np.where(frame == 1, wall + longer * (wall - tx), tx)
    tx = np.where(frame == 2, -wall - longer * (tx + wall), tx)
    y = -band_middle(equipment.board)
    dx, dy = tx - x, ty - y
    far = np.hypot(dx, dy)
    reach = (equipment.striker.diameter + equipment.coins.diameter) / 2.0
    off = np.arcsin(np.clip(chance.uniform(-1.0, 1.0, count) * reach / np.maximum(far, reach), -1.0, 1.0))
    full = equipment.pace.full_force
    slowest = min(SLOWEST, 0.5 * full)
    speed = slowest + (full - slowest) * chance.uniform(0.0, 1.0, count) ** 1.5
    return Strokes(x, np.arctan2(dy, dx) + off, speed)


def shaken(
    strokes: Strokes,
    errors: Floats,
    noise: tuple[float, float, float],
    free: tuple[Interval, ...],
    full: float,
) -> Strokes:
    """Every stroke with every error of hand: stroke s with error e is at s · len(errors) + e.

    A row of `errors` holds three normal numbers for angle (a fluff's already larger), speed and place.
    """
    angle, speed, place = noise
    count = len(errors)
    x = (strokes.x[:, None] + place * errors[None, :, 2]).ravel()
    return (
        Strokes(
            nearest_places(x, free),
            (strokes.angle[:, None] + angle * errors[None, :, 0]).ravel(),
            np.minimum((strokes.speed[:, None] * np.exp(speed * errors[None, :, 1])).ravel(), full),
        )
        if count
        else NONE
    )


def nearest_places(x: Floats, free: tuple[Interval, ...]) -> Floats:
    """For each place the nearest legal one."""
    best = np.clip(x, *free[0])
    for low, high in free[1:]:
        other = np.clip(x, low, high)
        best = np.where(np.abs(other - x) < np.abs(best - x), other, best)
    return best


def errors_of_hand(count: int, fluffs: float, fluff: float, chance: np.random.Generator) -> Floats:
    """Normal numbers for angle, speed and place; some angles are fluffs."""
    errors = chance.standard_normal((count, 3))
    errors[:, 0] *= np.where(chance.uniform(0.0, 1.0, count) < fluffs, fluff, 1.0)
    return errors

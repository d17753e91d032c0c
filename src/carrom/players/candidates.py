"""Candidate strokes: direct lines at several speeds, and random strokes at a coin."""

from __future__ import annotations

import numpy as np

from carrom.equipment import Equipment
from carrom.physics.volley import NO_STROKES, Boards, Floats, Ints, Lines, Strokes
from carrom.players.noise import FLUFF, FLUFFS, Noise
from carrom.surface import Interval, band_middle
from carrom.words import Seat

PUSHES = (1.2, 1.6, 2.3, 3.4)
"""The speeds of a line, as multiples of the least speed that pockets the coin."""

SLOWEST = 0.6  # m/s, of a random stroke
LINES_A_PAIR = 5  # lines kept for one coin and one pocket


def places_on(free: tuple[Interval, ...], step: float) -> Floats:
    """Places along the base lines, with the ends of every interval."""
    spans = [np.linspace(low, high, max(1, round((high - low) / step)) + 1) for low, high in free]
    return np.concatenate(spans) if spans else np.empty(0)


def best_lines(found: Lines, most: int) -> Ints:
    """The lines with the best chances, at most a few for each coin and pocket, best first."""
    order = np.argsort(-found.chance, kind="stable")
    pair = found.coin[order] * 4 + found.pocket[order]
    # The rank of each line within its coin and pocket, by chance.
    by_pair = np.argsort(pair, kind="stable")
    sizes = np.bincount(pair)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    rank = np.empty(len(order), np.int64)
    rank[by_pair] = np.arange(len(order)) - starts
    return order[rank < LINES_A_PAIR][:most]


def along_lines(found: Lines, which: Ints, pushes: tuple[float, ...], full_force: float) -> Strokes:
    """These lines, each at every push."""
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
    """Random strokes that meet some coin, straight or off one frame, at any speed."""
    coins = int(boards.pieces[board]) - 1
    if not free or not coins or count <= 0:
        return NO_STROKES
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
    # Off a frame: aim at the coin's mirror image, a little farther, since a frame takes speed across it.
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
    strokes: Strokes, errors: Floats, noise: Noise, free: tuple[Interval, ...], full: float
) -> Strokes:
    """Apply every error of the hand to every stroke: stroke s with error e is at s · len(errors) + e.

    A row of `errors` is an angle, a speed and a place, in units of `noise`. The striker goes to the nearest
    place in `free`; the speed is at most `full`.
    """
    x = (strokes.x[:, None] + noise.place * errors[None, :, 2]).ravel()
    return Strokes(
        nearest_places(x, free),
        (strokes.angle[:, None] + noise.angle * errors[None, :, 0]).ravel(),
        np.minimum((strokes.speed[:, None] * np.exp(noise.speed * errors[None, :, 1])).ravel(), full),
    )


def nearest_places(x: Floats, free: tuple[Interval, ...]) -> Floats:
    """The nearest legal place for each place."""
    best = np.clip(x, *free[0])
    for low, high in free[1:]:
        other = np.clip(x, low, high)
        best = np.where(np.abs(other - x) < np.abs(best - x), other, best)
    return best


def errors_of_hand(count: int, chance: np.random.Generator) -> Floats:
    """Rows of normal numbers for angle, speed and place; the angles of fluffs are larger."""
    errors = chance.standard_normal((count, 3))
    errors[:, 0] *= np.where(chance.uniform(0.0, 1.0, count) < FLUFFS, FLUFF, 1.0)
    return errors

"""Lines and strokes of the players' kernel, read back as numpy's arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.equipment import STANDARD, Equipment
from carrom.players.hand import experience, numbers_of
from carrom.players.volley import KINDS, Boards, Outcomes, Volley
from carrom.stroke import Aim, Layout
from carrom.surface import legal_intervals
from carrom.words import Coin, Seat

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STEADY = (0.0, 0.0)


def hand_of(angle: float, place: float, table: Equipment = STANDARD) -> tuple[float, ...]:
    """The numbers of a hand with these errors and no fluffs."""
    return (*numbers_of(table, angle, place, 0.0, 1.0), *experience(angle), 1.0)


@dataclass(frozen=True, eq=False)
class Lines:
    """Direct lines: coin, pocket, place, angle, chance and the least speed that suffices."""

    coin: Ints
    pocket: Ints
    x: Floats
    angle: Floats
    chance: Floats
    speed: Floats


def lines(
    layout: Layout,
    seat: Seat = Seat.SOUTH,
    hand: tuple[float, float] = STEADY,
    table: Equipment = STANDARD,
    step: float = 0.04,
    coins: set[Coin] | None = None,
    places: Floats | None = None,
) -> Lines:
    """All lines to these coins, from places a step apart; the hand is its spread of angle and place."""
    if places is None:
        spans = legal_intervals(seat, layout.points, table)
        places = np.concatenate(
            [np.linspace(low, high, 1 + round((high - low) / step)) for low, high in spans]
        )
    volley = Volley(table, seat, plain=False)
    wanted = np.array([coins is None or coin in coins for coin in KINDS], np.int64)
    numbers = np.array(hand_of(*hand, table))
    found, rows = volley.lines(0, volley.boards([layout]), wanted, places, len(places), numbers)
    size = volley.kernel.LINE_SIZE
    coin, pocket, *others = found[: size * rows].reshape(rows, size).T
    return Lines(coin.astype(np.int64), pocket.astype(np.int64), *others)


@dataclass(frozen=True, eq=False)
class Played:
    """The outcomes of strokes: a row of the kernel for each, and the boards that they began on."""

    volley: Volley
    boards: Boards
    outcomes: Outcomes
    count: int

    @property
    def rows(self) -> Floats:
        size = self.volley.kernel.OUT_SIZE
        rows: Floats = self.outcomes.rows[: self.count * size].reshape(self.count, size)
        return rows

    @property
    def fell(self) -> Ints:
        """1 for each piece of each stroke that fell, else 0; the striker is first."""
        k = self.volley.kernel
        return (self.rows[:, k.FELL_AT : k.FELL_AT + k.MOST] >= 0.0).astype(np.int64)

    def codes(self) -> list[int]:
        """The code of each outcome; all boards have the same standing."""
        k, codes = self.volley.kernel, self.outcomes.codes
        standing_of = np.zeros(len(self.boards.pieces), np.int64)
        kinds, asked = np.full(k.CODES, k.UNKNOWN), np.zeros(k.CODES, np.int64)
        k.tally(self.count, self.boards, standing_of, self.outcomes, kinds, asked)
        found: list[int] = codes.tolist()
        return found


def play(
    layouts: Sequence[Layout], strokes: Floats, board_of: Sequence[int], seat: Seat, table: Equipment
) -> Played:
    """Play strokes, rows of place, angle and speed; stroke s begins on layout `board_of[s]`."""
    volley = Volley(table, seat, plain=False)
    boards = volley.boards(layouts)
    flat = np.ascontiguousarray(strokes).ravel()
    outcomes = volley.play(boards, flat, len(strokes), np.array(board_of, np.int64))
    return Played(volley, boards, outcomes, len(strokes))


def as_rows(aims: Sequence[Aim]) -> Floats:
    return np.array([(aim.x, aim.angle, aim.speed) for aim in aims])

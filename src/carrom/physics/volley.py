"""Strokes by the thousand as arrays, for computer players, with the same bits as `simulate`.

Nothing is checked: the places of strikers must be legal (`surface.legal_intervals`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.direction import COSINE_TERMS, QUARTER, QUARTER_REST, SAME, SINE_TERMS
from carrom.equipment import Equipment
from carrom.errors import SimulationError
from carrom.pace import GRAVITY
from carrom.physics import sight
from carrom.physics.engine import fields, run_many
from carrom.stroke import Layout
from carrom.surface import band_middle, base_circles, legal_intervals, pockets
from carrom.words import Coin, Colour, Seat

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

KINDS = {Coin.WHITE: 0, Coin.BLACK: 1, Coin.QUEEN: sight.QUEEN_KIND}
COINS = 19


@dataclass(frozen=True, eq=False)
class Boards:
    """Layouts as arrays, a row a board: the x and y of its coins, their kinds, the number of pieces."""

    coins: Floats
    kinds: Ints
    pieces: Ints

    @classmethod
    def empty(cls, count: int) -> Boards:
        kinds = np.full((count, COINS), -1, np.int64)
        return cls(np.zeros((count, 2 * COINS)), kinds, np.ones(count, np.int64))

    @classmethod
    def of(cls, layouts: Sequence[Layout]) -> Boards:
        boards = cls.empty(len(layouts))
        for row, layout in enumerate(layouts):
            count = len(layout.coins)
            boards.coins[row, : 2 * count] = [value for point in layout.points for value in point]
            boards.kinds[row, :count] = [KINDS[placed.coin] for placed in layout.coins]
            boards.pieces[row] = count + 1
        return boards

    def __len__(self) -> int:
        return len(self.pieces)


@dataclass(frozen=True, eq=False)
class Strokes:
    """Aims from one seat as arrays: places, angles and speeds as in `Aim`."""

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

    def strikes(self, seat: Seat, equipment: Equipment) -> Floats:
        """The places and velocities of the strikers in the coordinates of the board, a row each."""
        cosine, sine = cosines_sines(self.angle)
        x, y = self.x, np.full(len(self.x), -band_middle(equipment.board))
        vx, vy = self.speed * cosine, self.speed * sine
        for _ in range(seat.quarter_turns):
            x, y = 0.0 - y, x
            vx, vy = 0.0 - vy, vx
        return np.stack([x, y, vx, vy], axis=1)


NO_STROKES = Strokes(np.empty(0), np.empty(0), np.empty(0))


@dataclass(frozen=True, eq=False)
class Played:
    """The outcomes of strokes: a row of the kernel for each, and the board that it began on."""

    boards: Boards
    board_of: Ints
    rows: Floats

    @property
    def fell(self) -> Ints:
        """1 for each piece of each stroke that fell, else 0; the striker is first."""
        k = fields()
        return (self.rows[:, k.FELL_AT : k.FELL_AT + k.MOST] >= 0.0).astype(np.int64)

    @property
    def touched(self) -> Ints:
        return self.rows[:, fields().TOUCHED_COIN].astype(np.int64)

    def pocketed(self) -> Ints:
        """Columns for each stroke: white, black, queen and striker pocketed, and coin touched."""
        fell = self.fell
        kinds = self.boards.kinds[self.board_of]
        counts = [((kinds == kind) * fell[:, 1:]).sum(axis=1) for kind in (0, 1, 2)]
        return np.stack([*counts, fell[:, 0], self.touched], axis=1)

    def boards_after(self, which: Ints) -> Boards:
        """The boards after these strokes."""
        k = fields()
        boards = Boards.empty(len(which))
        for row, stroke in enumerate(which):
            before = self.boards.kinds[self.board_of[stroke]]
            count = self.boards.pieces[self.board_of[stroke]] - 1
            out = self.rows[stroke]
            stay = np.flatnonzero(out[k.FELL_AT + 1 : k.FELL_AT + 1 + count] < 0.0)
            boards.kinds[row, : len(stay)] = before[stay]
            boards.coins[row, 0 : 2 * len(stay) : 2] = out[k.END_X + 1 + stay]
            boards.coins[row, 1 : 2 * len(stay) : 2] = out[k.END_Y + 1 + stay]
            boards.pieces[row] = len(stay) + 1
        return boards


def at_rest(boards: Boards) -> Played:
    """The boards as outcomes, as if a stroke had left them so."""
    k = fields()
    rows = np.full((len(boards), k.OUT_SIZE), -1.0)
    rows[:, k.END_X + 1 : k.END_X + 1 + COINS] = boards.coins[:, 0::2]
    rows[:, k.END_Y + 1 : k.END_Y + 1 + COINS] = boards.coins[:, 1::2]
    return Played(boards, np.arange(len(boards)), rows)


def play(
    boards: Boards, strokes: Strokes, board_of: Ints, seat: Seat, equipment: Equipment, threads: int = 1
) -> Played:
    """Simulate all strokes; stroke s begins on board `board_of[s]`."""
    strikes = strokes.strikes(seat, equipment)
    rows = run_many(boards.coins.ravel(), boards.pieces, board_of, strikes.ravel(), equipment, threads)
    k = fields()
    if (rows[:, k.STATUS] != k.DONE).any():
        first = int(np.flatnonzero(rows[:, k.STATUS] != k.DONE)[0])
        raise SimulationError("refused.physics.unfinished-strike", strike=str(strikes[first].tolist()))
    return Played(boards, board_of, rows)


def cosines_sines(angles: Floats) -> tuple[Floats, Floats]:
    """`direction.cosine_sine` for many angles, with the same bits."""
    rest = np.fmod(angles, QUARTER)
    # As in `math.remainder`, halfway goes to the even multiple.
    odd = np.fmod(np.rint((angles - rest) / QUARTER), 2.0) != 0.0
    half = QUARTER / 2.0
    over = (np.abs(rest) > half) | ((np.abs(rest) == half) & odd)
    rest = np.where(over, rest - np.copysign(QUARTER, rest), rest)
    quarters = np.rint((angles - rest) / QUARTER)
    rest = rest - quarters * QUARTER_REST
    rest = np.where(np.abs(rest) < SAME, 0.0, rest)
    square = rest * rest
    sine = rest + rest * _series(SINE_TERMS, square)
    cosine = 1.0 + _series(COSINE_TERMS, square)
    quarter = quarters.astype(np.int64) % 4
    across = 0.0 - sine
    return (
        np.choose(quarter, (cosine, across, -cosine, sine)),
        np.choose(quarter, (sine, cosine, across, -cosine)),
    )


def _series(terms: tuple[float, ...], square: Floats) -> Floats:
    total = np.zeros(len(square))
    for term in reversed(terms):
        total = (total + term) * square
    return total


def hand(equipment: Equipment, angle: float, place: float, fluffs: float, fluff: float) -> Floats:
    """The numbers of a table and a hand for `sight`; `angle` (rad) and `place` (m) are its errors."""
    board, coins, striker, pace = equipment.board, equipment.coins, equipment.striker, equipment.pace
    numbers = np.zeros(sight.BOARD_SIZE)
    share = striker.mass / (striker.mass + coins.mass)
    numbers[sight.POCKET] = pockets(board)[0][0]
    numbers[sight.MOUTH] = board.pocket_diameter / 2.0
    numbers[sight.BAND] = band_middle(board)
    numbers[sight.REACH] = (striker.diameter + coins.diameter) / 2.0
    numbers[sight.TWO_COINS] = coins.diameter
    numbers[sight.IMPACT] = (1.0 + pace.striker_coin) * share
    numbers[sight.GRIP] = pace.piece_grip if pace.spin else 0.0
    numbers[sight.STICKING] = 1.0 / (3.0 * (1.0 + pace.striker_coin))
    numbers[sight.SLOWING] = pace.friction * GRAVITY
    numbers[sight.ANGLE] = angle
    numbers[sight.PLACE] = place
    numbers[sight.FLUFFS] = fluffs
    numbers[sight.FLUFF] = fluff
    # A striker that is smaller than the base circles may stand between them only.
    places = [high for _, high in legal_intervals(Seat.SOUTH, (), equipment)]
    numbers[sight.WALL] = board.surface / 2.0 - striker.diameter / 2.0
    numbers[sight.CLEAR] = places[len(places) // 2]
    numbers[sight.END] = base_circles(Seat.SOUTH, board)[1][0] if len(places) > 1 else places[-1]
    return numbers


@dataclass(frozen=True, eq=False)
class Lines:
    """Direct lines from one seat: coin, pocket, place, angle, chance and the least speed that suffices."""

    coin: Ints
    pocket: Ints
    x: Floats
    angle: Floats
    chance: Floats
    speed: Floats


def lines(boards: Boards, board: int, seat: Seat, wanted: Ints, places: Floats, numbers: Floats) -> Lines:
    """All direct lines on one board to the wanted coins."""
    count = int(boards.pieces[board]) - 1
    x, y = boards.coins[board, 0 : 2 * count : 2], boards.coins[board, 1 : 2 * count : 2]
    for _ in range(seat.quarter_turns):
        x, y = y, 0.0 - x
    found = np.empty((max(1, int(wanted[:count].sum()) * 4 * len(places)), sight.LINE_SIZE))
    rows = sight.lines(
        count, np.ascontiguousarray(x), np.ascontiguousarray(y), wanted, places, numbers, found
    )
    coin, pocket, *others = found[:rows].T
    return Lines(coin.astype(np.int64), pocket.astype(np.int64), *others)


def sights(
    played: Played, side_of: Ints, seats: tuple[Seat, Seat], own: tuple[Colour, Colour], hands: Floats
) -> Floats:
    """The chances of the side that plays next after each outcome: best line, mean coin, queen."""
    k = fields()
    x, y, fell_at = (played.rows[:, at : at + k.MOST] for at in (k.END_X, k.END_Y, k.FELL_AT))
    ends = sight.Ends(x, y, fell_at, played.boards.kinds, played.boards.pieces, played.board_of)
    kinds = [KINDS[Coin(colour.value)] for colour in own]
    turns = np.array([seat.quarter_turns for seat in seats])
    looks = sight.Looks(side_of, turns, np.array(kinds), hands)
    seen = np.zeros((len(played.rows), sight.SIGHT_SIZE))
    sight.sights(ends, looks, np.empty(COINS), np.empty(COINS), np.empty(COINS, np.int64), seen)
    return seen

"""Boards and strokes by the thousand for a search: its kernel's arrays, compiled or plain, and calls of it.

Nothing is checked: the places of strikers must be legal (`surface.legal_intervals`). Strokes have the same
bits as `physics.simulate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from carrom.equipment import Equipment
from carrom.errors import SimulationError
from carrom.physics.engine import load_plain, runtime
from carrom.stroke import Layout
from carrom.surface import Interval, band_middle
from carrom.words import Coin, Colour, Seat

Floats = Any
Ints = Any
Boards = Any  # of search_kernel, in the arrays of a runtime
Outcomes = Any

KINDS = {Coin.WHITE: 0, Coin.BLACK: 1, Coin.QUEEN: 2}
MOST_SPANS = 24  # intervals of the base lines: each coin splits one at most


@cache
def search_kernel(plain: bool) -> ModuleType:
    if plain:
        return load_plain("carrom.players.plain_search_kernel", Path(__file__).with_name("search_kernel.py"))
    from carrom.players import search_kernel as compiled

    return compiled


class Volley:
    """Strokes from one seat of a table. `plain`: without the compiler; by default where there is none."""

    def __init__(self, equipment: Equipment, seat: Seat, plain: bool | None = None) -> None:
        self.equipment, self.seat = equipment, seat
        self.runtime = runtime(plain)
        self.kernel = search_kernel(self.runtime.plain)
        k, new = self.kernel, self.runtime
        self.turns, self.band = seat.quarter_turns, band_middle(equipment.board)
        self.seen = k.Seen(new.floats(k.COINS), new.floats(k.COINS), new.ints(k.COINS))

    def boards(self, layouts: Sequence[Layout]) -> Boards:
        k = self.kernel
        coins, kinds, pieces = [], [], []
        for layout in layouts:
            rest = k.COINS - len(layout.coins)
            coins += [value for point in layout.points for value in point] + [0.0] * (2 * rest)
            kinds += [KINDS[placed.coin] for placed in layout.coins] + [0] * rest
            pieces.append(len(layout.coins) + 1)
        new = self.runtime
        return k.Boards(new.of_floats(coins), new.of_ints(kinds), new.of_ints(pieces))

    def intervals(self, free: Iterable[Interval]) -> tuple[Floats, int]:
        """Intervals of `Aim.x` as a flat array with room for more, and their number."""
        flat = [end for interval in free for end in interval]
        return self.runtime.of_floats(flat + [0.0] * (2 * MOST_SPANS)), len(flat) // 2

    def places(self, free: Floats, spans: int, step: float) -> tuple[Floats, int]:
        """Places along these intervals, about a step apart, with the ends of each; and their number."""
        ends = self.runtime.first(free, 2 * spans)
        room = int((sum(ends[1::2]) - sum(ends[::2])) / step) + 2 * spans + 1
        places = self.runtime.floats(room)
        return places, self.kernel.places_on(free, spans, step, places)

    def aims(self, count: int) -> Floats:
        """Room for strokes."""
        return self.runtime.floats(self.kernel.AIM_SIZE * count)

    def lines(
        self, board: int, boards: Boards, wanted: Ints, places: Floats, count: int, hand: Floats
    ) -> tuple[Floats, int]:
        """All direct lines on one board to coins of the wanted kinds, and their number."""
        k = self.kernel
        found = self.runtime.floats(k.LINE_SIZE * 4 * k.COINS * max(1, count))
        return found, k.lines(board, boards, self.turns, wanted, places, count, hand, self.seen, found)

    def play(self, boards: Boards, aims: Floats, count: int, board_of: Ints) -> Outcomes:
        """Simulate strokes; stroke s begins on board `board_of[s]`."""
        k, new = self.kernel, self.runtime
        strikes = new.floats(4 * max(1, count))
        k.launched(count, aims, self.turns, self.band, strikes)
        outcomes = k.Outcomes(new.floats(k.OUT_SIZE * max(1, count)), board_of, new.ints(max(1, count)))
        new.play(boards.coins, boards.pieces, board_of, strikes, count, self.equipment, outcomes.rows)
        stalled = k.unfinished(count, outcomes.rows)
        if stalled >= 0:
            strike = new.first(strikes, 4 * count)[4 * stalled : 4 * stalled + 4]
            raise SimulationError("refused.physics.unfinished-strike", strike=str(strike))
        return outcomes

    def at_rest(self, boards: Boards, count: int) -> Outcomes:
        """The boards as outcomes, as if a stroke had left them so."""
        k, new = self.kernel, self.runtime
        outcomes = k.Outcomes(new.floats(k.OUT_SIZE * count), new.ints(count), new.ints(count))
        k.at_rest(count, boards, outcomes)
        return outcomes

    def after(self, which: Sequence[int], boards: Boards, outcomes: Outcomes) -> Boards:
        """The boards after these strokes."""
        k, new, count = self.kernel, self.runtime, max(1, len(which))
        room = new.floats(2 * k.COINS * count), new.ints(k.COINS * count), new.ints(count)
        after = k.Boards(*room)
        k.boards_after(len(which), new.of_ints(which), boards, outcomes, after)
        return after

    def sides(
        self, seats: tuple[Seat, Seat], own: tuple[Colour, Colour], hands: Sequence[Sequence[float]]
    ) -> Any:
        """Two sides as the kernel has them; what they see of the board now is still to be written."""
        k, new = self.kernel, self.runtime
        return k.Sides(
            new.of_ints([seat.quarter_turns for seat in seats]),
            new.of_ints([KINDS[Coin(colour.value)] for colour in own]),
            new.of_floats([number for hand in hands for number in hand]),
            new.floats(2 * k.SIGHT_SIZE),
        )

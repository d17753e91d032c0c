"""Clearing the board alone: every coin counts, and only strokes are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from carrom.physics import sight, volley
from carrom.players.hand import Hand
from carrom.words import Colour, Seat

if TYPE_CHECKING:
    from carrom.players.race import Floats

STRIKER = 1.6
"""A pocketed striker costs the coin that comes back and the stroke that takes it."""

NEXT = 0.8
AVERAGE = 0.5
"""What the lines left open are worth, in coins: the best of them, and the average."""


class Clearing:
    """Weighs outcomes by the coins that fell, the striker, and how easy the rest lies."""

    def __init__(self, seat: Seat, hand: Hand) -> None:
        self.seat = seat
        self.hand = hand
        self._numbers = np.stack([hand.numbers, hand.numbers])

    def of(self, outcome: volley.Played) -> Floats:
        """The worth of each outcome, in coins."""
        fell = outcome.fell
        coins = fell[:, 1:].sum(axis=1)
        alike = np.where(outcome.boards.kinds >= 0, 0, -1)
        boards = volley.Boards(outcome.boards.coins, alike, outcome.boards.pieces)
        all_own = volley.Played(boards, outcome.board_of, outcome.rows)
        nobody_else = np.zeros(len(outcome.rows), np.int64)
        sides = (Colour.WHITE, Colour.WHITE)
        seen = volley.sights(all_own, nobody_else, (self.seat, self.seat), sides, self._numbers)
        left = boards.pieces[outcome.board_of] - 1 - coins
        rest = NEXT * seen[:, sight.BEST] + AVERAGE * seen[:, sight.MEAN]
        worth: Floats = coins - STRIKER * fell[:, 0] + np.where(left > 0, rest, NEXT + AVERAGE)
        return worth

"""Nouns that all modules share: colours, coins, seats and sides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Literal

from carrom.i18n import Message


class Colour(Enum):
    """The colour of a side for one board: the breaker has the whites."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE

    @property
    def side(self) -> Message:
        """The side that has this colour."""
        return Message(f"noun.side.{self.value}")

    @property
    def coin(self) -> Message:
        """A coin of this colour, without an article."""
        return Message(f"noun.coin.{self.value}")

    def coins(self, n: int) -> Message:
        """A number of coins of this colour."""
        return Message(f"noun.coins.{self.value}", {"n": n})

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name


WHITE = Colour.WHITE
BLACK = Colour.BLACK

COINS_A_SIDE = 9

RosetteSetting = Literal["hand", "exact"]
"""How the rosette is set before a break: by hand, never twice the same, or exactly."""


class Coin(Enum):
    """A coin on the board. The queen is a coin too; "own" never includes her."""

    WHITE = "white"
    BLACK = "black"
    QUEEN = "queen"

    @property
    def colour(self) -> Colour | None:
        return None if self is Coin.QUEEN else Colour(self.value)

    def coins(self, n: int) -> Message:
        """A number of these coins."""
        return Message(f"noun.coins.{self.value}", {"n": n})

    def __str__(self) -> str:
        return self.value


class Seat(Enum):
    """The four chairs, counter-clockwise seen from above: each is to the right of the one before."""

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"

    @property
    def right(self) -> Seat:
        return _ROUND[(_ROUND.index(self) + 1) % 4]

    @property
    def left(self) -> Seat:
        return _ROUND[(_ROUND.index(self) - 1) % 4]

    @property
    def opposite(self) -> Seat:
        return _ROUND[(_ROUND.index(self) + 2) % 4]

    @property
    def message(self) -> Message:
        """The name of the chair."""
        return Message(f"sheet.chair.{self.value}")

    @property
    def quarter_turns(self) -> int:
        """Quarter turns counter-clockwise that bring the south seat here."""
        return _ROUND.index(self)

    def __str__(self) -> str:
        return self.value


_ROUND = tuple(Seat)


def chairs(doubles: bool) -> tuple[Seat, ...]:
    """The chairs in use, each to the right of the one before."""
    return _ROUND if doubles else (Seat.SOUTH, Seat.NORTH)


def seated_around(first: Sequence[str], second: Sequence[str], chair: Seat = Seat.SOUTH) -> dict[Seat, str]:
    """Seats for both sides in turn, from `chair` to the right, so that partners sit face to face.

    >>> seated_around(["Asha"], ["Ben"], Seat.NORTH)
    {<Seat.NORTH: 'north'>: 'Asha', <Seat.SOUTH: 'south'>: 'Ben'}
    """
    names = [name for pair in zip(first, second, strict=True) for name in pair]
    step = len(_ROUND) // len(names)
    return {_ROUND[(chair.quarter_turns + step * place) % 4]: name for place, name in enumerate(names)}


class Side(Enum):
    """One of the two parties of a match: a player, or two partners. It keeps its name when colours change."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Side:
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    def __str__(self) -> str:
        return self.value


@cache
def kebab(name: str) -> str:
    """The name of a class as JSON writes it: CoinPlaced → coin-placed."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


_JOINER = re.compile("(?<=[\u0590-\U0001ffff])[\u200c\u200d]")


def is_writable(text: str) -> bool:
    """Whether a text is printable. Joiners may follow the letters that they shape, for example in Sinhala.

    >>> is_writable("ශ්\u200dරී"), is_writable("As\u200dha")
    (True, False)
    """
    return _JOINER.sub("", text).isprintable()

"""The layout of the coins, an aim and a placement: values with a one-line text form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import InitVar, dataclass
from math import inf, isfinite, pi, radians, remainder

from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleAim, ImpossibleCase, ImpossiblePlacing, NotationError
from carrom.i18n import Argument, Message, either
from carrom.surface import CONTACT, Point, distance, inside_frame, pockets, rosette
from carrom.words import COINS_A_SIDE, Coin, Seat

_LETTERS = {"w": Coin.WHITE, "b": Coin.BLACK, "q": Coin.QUEEN}
_EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Placed:
    """A coin lying on the surface."""

    coin: Coin
    x: float
    y: float

    @property
    def point(self) -> Point:
        return self.x, self.y

    def __str__(self) -> str:
        return _coin_text(self.coin, self.x, self.y)


@dataclass(frozen=True)
class Layout:
    """All coins on the surface. Raises `ImpossibleCase` if they cannot lie there.

    The equipment is only used to check the sizes; it is not part of the layout.
    """

    coins: tuple[Placed, ...] = ()
    equipment: InitVar[Equipment] = STANDARD

    def __post_init__(self, equipment: Equipment) -> None:
        for coin, count in Counter(placed.coin for placed in self.coins).items():
            most = 1 if coin is Coin.QUEEN else COINS_A_SIDE
            if count > most:
                raise ImpossibleCase(
                    "layout", "refused.layout.most-coins", coins=coin.coins(count), most=most
                )
        holes = pockets(equipment.board)
        for placed in self.coins:
            _check_on_surface(placed, holes, equipment)
        least = equipment.coins.diameter - CONTACT
        for a, b in _neighbours(self.coins, least):
            if distance(a.point, b.point) < least:
                apart = equipment.coins.diameter
                raise ImpossibleCase(
                    "layout", "refused.layout.overlap", one=str(a), other=str(b), apart=apart
                )
        object.__setattr__(self, "_checked_for", (equipment.board, equipment.coins.diameter))

    @classmethod
    def rosette(
        cls,
        equipment: Equipment = STANDARD,
        turned: float = 0.0,
        seat: Seat = Seat.SOUTH,
        seed: int | None = None,
    ) -> Layout:
        """The coins before the break, as the breaker at `seat` has turned them; with a `seed` set by hand."""
        if not isfinite(turned):
            raise ImpossibleCase("layout", "refused.layout.turned", turned=turned)
        return cls(tuple(Placed(*coin) for coin in rosette(equipment, turned, seat, seed)), equipment)

    @classmethod
    def parse(cls, text: str, equipment: Equipment = STANDARD) -> Layout:
        """Read what `str` writes, for example `w 0.0318,0.0; q 0.0,0.0`, or `empty`."""
        if (written := _as_written(text)) is not None:
            return cls(written, equipment)
        reader = _Reader(text, either(("'w 0.0318,0.0; b -0.0318,0.0; q 0.0,0.0'", "'empty'")))
        if reader.accepts(_EMPTY):
            reader.end()
            return cls((), equipment)
        coins = [Placed(*reader.coin())]
        while reader.accepts(";"):
            coins.append(Placed(*reader.coin()))
        reader.end(Message("refused.notation.coin-or-end"))
        return cls(tuple(coins), equipment)

    @property
    def points(self) -> tuple[Point, ...]:
        return tuple((placed.x, placed.y) for placed in self.coins)

    def on(self, equipment: Equipment) -> Layout:
        """The same coins on another table; `ImpossibleCase` if they cannot lie there."""
        # Every layout was checked once, for the sizes with which it was made.
        known = getattr(self, "_checked_for", None) == (equipment.board, equipment.coins.diameter)
        return self if known else Layout(self.coins, equipment)

    def off(self, other: Layout) -> float:
        """The farthest that a coin lies from its place in the other layout; infinite if the coins differ."""
        if [placed.coin for placed in self.coins] != [placed.coin for placed in other.coins]:
            return inf
        pairs = zip(self.points, other.points, strict=True)
        return max((distance(here, there) for here, there in pairs), default=0.0)

    def count(self, coin: Coin) -> int:
        return sum(placed.coin is coin for placed in self.coins)

    def of(self, coin: Coin) -> tuple[Placed, ...]:
        return tuple(placed for placed in self.coins if placed.coin is coin)

    def with_coin(self, placed: Placed, equipment: Equipment = STANDARD) -> Layout:
        return Layout((*self.coins, placed), equipment)

    def without(self, placed: Placed, equipment: Equipment = STANDARD) -> Layout:
        if placed not in self.coins:
            raise ImpossibleCase("layout", "refused.layout.no-such-coin", coin=str(placed), there=str(self))
        at = self.coins.index(placed)
        return Layout(self.coins[:at] + self.coins[at + 1 :], equipment)

    def __str__(self) -> str:
        return "; ".join(map(str, self.coins)) or _EMPTY


def _neighbours(coins: tuple[Placed, ...], reach: float) -> Iterator[tuple[Placed, Placed]]:
    """The pairs within reach of each other along x, which are far fewer than all pairs."""
    in_order = sorted(coins, key=lambda placed: placed.x)
    for place, a in enumerate(in_order):
        for b in in_order[place + 1 :]:
            if b.x - a.x >= reach:
                break
            yield a, b


def _check_on_surface(placed: Placed, holes: tuple[Point, ...], equipment: Equipment) -> None:
    board = equipment.board
    if not inside_frame(placed.point, equipment.coins.diameter / 2.0, board):
        reach = board.surface / 2.0 - equipment.coins.diameter / 2.0
        raise ImpossibleCase("layout", "refused.layout.outside", coin=str(placed), reach=reach)
    # A coin whose centre is past the pocket's edge has fallen into the net.
    edge = board.pocket_diameter / 2.0 - CONTACT
    if min(abs(placed.x), abs(placed.y)) < board.surface / 2.0 - board.pocket_diameter:
        return
    if any(distance(placed.point, pocket) < edge for pocket in holes):
        raise ImpossibleCase("layout", "refused.layout.pocketed", coin=str(placed))


@dataclass(frozen=True, slots=True)
class Aim:
    """A stroke to be played: the striker's place, its direction and its speed.

    `x` is measured along the base lines from their middle to the seat's right, the striker lying midway
    between the lines; the angle is in radians counter-clockwise from the seat's own right, so that a
    quarter turn is straight ahead; the speed is the striker's at launch, in metres per second.
    """

    seat: Seat
    x: float
    angle: float
    speed: float

    def __post_init__(self) -> None:
        if not all(map(isfinite, (self.x, self.angle, self.speed))) or self.speed <= 0.0:
            raise ImpossibleAim("refused.aim.numbers", aimed=str(self))
        if abs(self.angle) > 2.0 * pi:
            # The angle is most likely in degrees.
            raise ImpossibleAim("refused.aim.full-turn", angle=f"{self.angle:g}")

    @classmethod
    def parse(cls, text: str) -> Aim:
        reader = _Reader(text, Message("refused.notation.aim"))
        seat = Seat(reader.one_of(tuple(seat.value for seat in Seat)))
        reader.needs("x")
        x = reader.number()
        reader.needs(",")
        reader.needs("angle")
        angle = reader.number()
        if reader.accepts("°"):
            angle = radians(remainder(angle, 360.0))
        reader.needs(",")
        reader.needs("speed")
        speed = reader.number()
        reader.end()
        return cls(seat, x, angle, speed)

    def __str__(self) -> str:
        return f"{self.seat} x {float(self.x)!r}, angle {float(self.angle)!r}, speed {float(self.speed)!r}"


@dataclass(frozen=True, slots=True)
class Placement:
    """A coin that a player puts back, and its place; `carrom.rules` checks whether it may lie there."""

    coin: Coin
    x: float
    y: float

    def __post_init__(self) -> None:
        if not (isfinite(self.x) and isfinite(self.y)):
            raise ImpossiblePlacing("refused.placing.numbers", place=str(self))

    @classmethod
    def parse(cls, text: str) -> Placement:
        reader = _Reader(text, "'w 0.05,0.0'")
        placement = cls(*reader.coin())
        reader.end()
        return placement

    def __str__(self) -> str:
        return _coin_text(self.coin, self.x, self.y)


def _coin_text(coin: Coin, x: float, y: float) -> str:
    # repr gives the shortest text that reads back as the same number.
    return f"{coin.value[0]} {float(x)!r},{float(y)!r}"


def _as_written(text: str) -> tuple[Placed, ...] | None:
    """The coins of a text just as `str` writes it; None for any other, which `_Reader` reads or refuses."""
    try:
        coins = [each.split(" ") for each in text.split("; ")]
        places = [(_LETTERS[letter], place.split(",")) for letter, place in coins]
        read = tuple([Placed(coin, float(x), float(y)) for coin, (x, y) in places])
    except (ValueError, KeyError):
        return None
    if not all(isfinite(placed.x) and isfinite(placed.y) for placed in read):
        return None
    return read if "; ".join(map(str, read)) == text else None


_END = Message("refused.notation.end")


class _Reader:
    """Reads a one-line text from left to right; errors give the column."""

    _NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
    _WORD = re.compile(r"[A-Za-z]+")

    def __init__(self, text: str, form: Argument) -> None:
        self._text = text
        self._form = form
        self._at = 0

    def accepts(self, literal: str) -> bool:
        self._skip_spaces()
        found = self._text.startswith(literal, self._at)
        self._at += len(literal) if found else 0
        return found

    def needs(self, literal: str) -> None:
        if not self.accepts(literal):
            raise self._unreadable(f"'{literal}'")

    def one_of(self, words: tuple[str, ...]) -> str:
        self._skip_spaces()
        match = self._WORD.match(self._text, self._at)
        if match is None or match[0] not in words:
            raise self._unreadable(either(f"'{word}'" for word in words))
        self._at = match.end()
        return match[0]

    def number(self) -> float:
        self._skip_spaces()
        match = self._NUMBER.match(self._text, self._at)
        if match is None or not isfinite(float(match[0])):
            raise self._unreadable(Message("refused.notation.number"))
        self._at = match.end()
        return float(match[0])

    def coin(self) -> tuple[Coin, float, float]:
        coin = _LETTERS[self.one_of(tuple(_LETTERS))]
        x = self.number()
        self.needs(",")
        return coin, x, self.number()

    def end(self, expected: Argument = _END) -> None:
        self._skip_spaces()
        if self._at < len(self._text):
            raise self._unreadable(expected)

    def _skip_spaces(self) -> None:
        while self._text[self._at : self._at + 1] == " ":
            self._at += 1

    def _unreadable(self, expected: Argument) -> NotationError:
        return NotationError(
            "refused.notation.expected", column=self._at + 1, expected=expected, form=self._form
        )

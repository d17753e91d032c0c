"""Builders in plain words for the tests of the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import atan2

from carrom.equipment import STANDARD
from carrom.record import Record, rule_on
from carrom.stroke import Aim, Layout, Placed, StrokeReport
from carrom.surface import Point, pockets, seen_from, striker_place
from carrom.table import Ask, Table, begin
from carrom.words import COINS_A_SIDE, Coin, Seat, Side

SINGLES = (("Asha",), ("Ben",))
DOUBLES = (("Asha", "Chan"), ("Ben", "Dora"))

EAST, NORTH, SOUTH, WEST = Seat.EAST, Seat.NORTH, Seat.SOUTH, Seat.WEST
WHITE, BLACK, QUEEN = Coin.WHITE, Coin.BLACK, Coin.QUEEN

OPEN = "w 0.2,0.1; w -0.2,0.1; w 0.25,0.0; b -0.25,0.0; b 0.2,-0.1; b -0.2,-0.1; q 0.0,0.0"
"""Three coins a side and the queen, the inner circle empty but for her."""


def seated(book: str = "international-a", *, doubles: bool = False, clock: bool = False) -> Table:
    """Tossed, seated, the first player of the first side about to turn the rosette; Asha in the south."""
    table = begin(book, *(DOUBLES if doubles else SINGLES), clock=clock)
    table.toss(Side.FIRST, "break")
    table.seat()
    return table


def opened(book: str = "international-a", *, doubles: bool = False, clock: bool = False) -> Table:
    """A board to break: Asha is on strike."""
    table = seated(book, doubles=doubles, clock=clock)
    table.turn("Asha", 0.0)
    return table


def after(table: Table, layout: Layout | str) -> Table:
    """The table after a stroke that left these coins: the others fell, the striker did not.

    Such a stroke was not simulated: it is entered in the record, and the match resumed.
    """
    left = Layout.parse(layout) if isinstance(layout, str) else layout
    there, now = (Counter(placed.coin for placed in each.coins) for each in (table.layout, left))
    fell = [coin.value for coin in Coin for _ in range(there[coin] - now[coin])]
    report = replace(StrokeReport.of(fell), layout=left)
    record = Record()
    for entry in table.entries:
        record.enter(entry.event, entry.at)
    record.enter(rule_on(record.state, report))
    return Table.resume(record)


def playing(layout: Layout | str, book: str = "international-a", *, doubles: bool = False) -> Table:
    """The table after a break by Asha that left these coins; with less than nine whites she plays on."""
    return after(opened(book, doubles=doubles), layout)


def without(coin: Coin, *numbers: int) -> Layout:
    """The rosette without some of its coins of a kind, numbered from the queen outwards."""
    coins = Layout.rosette().coins
    gone = [[placed for placed in coins if placed.coin is coin][number] for number in numbers]
    return Layout(tuple(placed for placed in coins if placed not in gone))


def at(seat: Seat, target: Point, x: float = 0.0, speed: float = 2.0) -> Aim:
    """The striker sent straight at a point of the board."""
    (tx, ty), (sx, sy) = seen_from(seat, target), seen_from(seat, striker_place(seat, x))
    return Aim(seat, x, atan2(ty - sy, tx - sx), speed)


def striker_in(seat: Seat) -> Aim:
    """Back into the pocket at one's own right hand: the striker falls and meets nothing."""
    return at(seat, pockets(STANDARD.board)[seat.quarter_turns], x=0.1, speed=2.0)


def nudge(seat: Seat) -> Aim:
    """A soft stroke ahead from the right of the base lines."""
    return Aim(seat, 0.15, 1.5, 0.4)


def asks(table: Table) -> Ask:
    """What the table asks for now."""
    return table.asks


def counts(table: Table) -> tuple[int, int, int]:
    layout = table.layout
    return layout.count(WHITE), layout.count(BLACK), layout.count(QUEEN)


def kinds(table: Table, since: int = 0) -> list[str]:
    """The entries after a number, by the names of their events."""
    return [type(entry.event).__name__ for entry in table.entries[since:]]


def is_whole(table: Table) -> None:
    """Coins on the surface, to be placed, held and in the nets are nineteen at any time in play."""
    match, layout = table.match, table.layout
    if match.standing is None:
        return
    for colour, coin in ((colour, Coin(colour.value)) for colour in {WHITE.colour, BLACK.colour} if colour):
        there = layout.count(coin) + match.to_place.of(colour)
        assert there == match.standing.coins.of(colour)
        assert there + match.standing.held.of(colour) + match.standing.in_nets(colour) == COINS_A_SIDE


def placed(text: str) -> Placed:
    return Layout.parse(text).coins[0]

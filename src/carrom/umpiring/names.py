"""The nouns of `carrom.words` as requests and views write them."""

from __future__ import annotations

from carrom.umpiring.requests import Chair, ColourName, SideName
from carrom.words import Colour, Seat, Side

COLOUR: dict[Colour, ColourName] = {Colour.WHITE: "white", Colour.BLACK: "black"}
CHAIR: dict[Seat, Chair] = {
    Seat.SOUTH: "south",
    Seat.EAST: "east",
    Seat.NORTH: "north",
    Seat.WEST: "west",
}
SIDE: dict[Side, SideName] = {Side.FIRST: "first", Side.SECOND: "second"}

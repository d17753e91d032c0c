"""The nouns of `carrom.words` as the wire writes them: their values, with the types of the messages."""

from __future__ import annotations

from carrom.server.messages import CoinName, SeatName, SideName
from carrom.server.messages import Colour as ColourName
from carrom.words import Coin, Colour, Seat, Side

COLOUR: dict[Colour, ColourName] = {Colour.WHITE: "white", Colour.BLACK: "black"}
COIN: dict[Coin, CoinName] = {Coin.WHITE: "white", Coin.BLACK: "black", Coin.QUEEN: "queen"}
SEAT: dict[Seat, SeatName] = {
    Seat.SOUTH: "south",
    Seat.EAST: "east",
    Seat.NORTH: "north",
    Seat.WEST: "west",
}
SIDE: dict[Side, SideName] = {Side.FIRST: "first", Side.SECOND: "second"}

UMPIRE = "umpire"
"""The kind of a match that is played on real wood."""

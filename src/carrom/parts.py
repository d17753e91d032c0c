"""JSON values that cases, the umpire's view and the game's messages share.

Nouns are written as in `carrom.words`. tools/wire_types.py generates the page's types from these.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache
from typing import Any, Literal

from carrom.i18n import Message
from carrom.rules import handicap as agreed
from carrom.rules import ruling as rules
from carrom.rules.calls import call_message
from carrom.rules.match import GameScore, Match
from carrom.rules.standing import Standing
from carrom.rules.standing_words import board_fields
from carrom.words import Coin, Colour, Seat, Side, kebab

SideName = Literal["first", "second"]
ColourName = Literal["white", "black"]
CoinName = Literal["white", "black", "queen"]
SeatName = Literal["south", "east", "north", "west"]
QueenIs = Literal["on-board", "waiting", "white", "black"]
Argument = str | int | bool

SIDE: dict[Side, SideName] = {Side.FIRST: "first", Side.SECOND: "second"}
COLOUR: dict[Colour, ColourName] = {Colour.WHITE: "white", Colour.BLACK: "black"}
COIN: dict[Coin, CoinName] = {Coin.WHITE: "white", Coin.BLACK: "black", Coin.QUEEN: "queen"}
SEAT: dict[Seat, SeatName] = {
    Seat.SOUTH: "south",
    Seat.EAST: "east",
    Seat.NORTH: "north",
    Seat.WEST: "west",
}


@dataclass(frozen=True, slots=True)
class Score:
    """A number for each side."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Counts:
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Flags:
    white: bool
    black: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The standing of the board, as in docs/cases.md; `text` is its one-line notation."""

    on_strike: ColourName
    white: int
    black: int
    queen: QueenIs
    due: Counts
    earned: Flags
    held: Counts
    broken: bool
    tries: int
    passes: int
    strokes_in_hand: int
    turn_begun: bool
    late: bool
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a ruling: citations, key of the reason, consequences as tag and arguments."""

    laws: tuple[str, ...]
    why: str
    own_fell: int
    then: tuple[tuple[Argument, ...], ...]
    readings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling as facts and in words: `call` says briefly what happens now, `text` also why."""

    findings: tuple[Finding, ...]
    call: Message
    text: Message


@dataclass(frozen=True, slots=True)
class Handicap:
    """What a side is given as agreed: points at the start of each game, the break of every board."""

    side: SideName
    lead: int
    breaks: bool


def shown_handicap(handicap: agreed.Handicap) -> Handicap:
    return Handicap(SIDE[handicap.side], handicap.lead, handicap.breaks)


def shown_board(standing: Standing) -> Board:
    pairs = {"due": Counts(*standing.due), "earned": Flags(*standing.earned), "held": Counts(*standing.held)}
    facts: dict[str, Any] = {**board_fields(standing), **pairs}
    return Board(**facts, text=standing.notation)


def shown_points(scored: GameScore | Match) -> Score:
    """The points of a game, or of the running game of a match."""
    return Score(scored.points(Side.FIRST), scored.points(Side.SECOND))


def shown_games(match: Match) -> Score:
    """The games that each side has won."""
    return Score(match.games_won(Side.FIRST), match.games_won(Side.SECOND))


@lru_cache(maxsize=1024)
def shown_ruling(ruling: rules.Ruling, alone: bool = False) -> Ruling:
    """The ruling as a page has it; its call in practice `alone` says who plays on."""
    return Ruling(tuple(map(_finding, ruling.findings)), call_message(ruling, alone), ruling.message)


def _finding(finding: rules.Finding) -> Finding:
    return Finding(
        laws=tuple(str(law) for law in finding.laws),
        why=finding.why,
        own_fell=finding.own_fell,
        then=tuple(map(shown_consequence, finding.consequences)),
        readings=finding.readings,
    )


def shown_consequence(consequence: rules.Consequence) -> tuple[Argument, ...]:
    """A consequence as its tag and arguments."""
    values = (_argument(getattr(consequence, field.name)) for field in fields(consequence))
    return (kebab(type(consequence).__name__), *values)


def _argument(value: object) -> Argument:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Standing):
        return value.notation
    assert isinstance(value, str | int)
    return value

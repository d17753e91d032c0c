"""Clauses: a law, when it applies, and what it orders. A rulebook lists them from special to general."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from carrom.laws import ALIASES, BOOKS, Citation, cite
from carrom.rules.facts import Condition

F = TypeVar("F")


class Order(Enum):
    """What a clause orders. "Own" is the side on strike, or the offender in an incident."""

    OWN_BACK = "the own coins this stroke pocketed come back"
    PENALTY = "one own coin more is put back, or becomes a due; named twice, two coins"
    QUEEN_BACK = "a queen that fell or waits is put back"
    QUEEN_WAITS = "the queen waits for the next stroke"
    QUEEN_COVERED = "the queen is covered"
    TURN_STAYS = "the turn stays"
    TURN_PASSES = "the turn passes"
    STROKES_COUNTED = "family: one stroke is spent, each coin that stays in and a queen that waits earn one"
    TRY_SPENT = "a try at the break is spent, and all that the player had if the turn passes"
    SET_UP_AGAIN = "all nineteen go back on the rosette and the other side breaks"
    DUE = "the side owes one coin"
    COINS_EXCHANGED = "the wrong coin stays on the board"
    HOLD = "a coin is held because there is no room for it"
    LET_DOWN = "a coin held is put down"
    BOARD_VOID = "the board counts for nobody"
    GAME_GIVEN_UP = "the other side wins the game"
    MATCH_LOST = "the other side wins the match"
    AS_PROPER = "what fell is judged as by a proper stroke of that side, but for the turn"
    AS_IMPROPER = "what fell is judged as by an improper stroke of that side, but for the turn"
    FALLS_IN = "what fell is properly pocketed for that side, without a stroke"
    LATE = "it is noted that time has run out in this turn"
    COINS_WAIVED = "the other side's coins that are owed or to be placed stay in the nets"


class Who(Enum):
    """Who gets the points of a board."""

    MINE = "the side on strike"
    THEIRS = "the other side, or the one that did not offend"
    COVERER = "whoever covered the queen"


class Points(Enum):
    """What a board's points are made of."""

    COINS = "a point for each coin of the loser, as they lie after the stroke"
    COINS_PUT_BACK = "the same, once the loser's own coins of this stroke have come back"
    PENALTY_COIN = "one for the penalty coin, if the loser's nets have one to put back"
    ONE_MORE = "one more as a penalty"
    QUEEN = "the queen's worth"
    QUEEN_IF_COVERED = "the queen's worth, if the winner covered her"
    QUEEN_UNLESS_LOST = "the queen's worth, unless the loser covered her"
    SPECIAL = "three points, or one from 22 on"
    ONE = "one point"
    ON_DEMAND = "one point more, if the winner demands it"


@dataclass(frozen=True, slots=True)
class Reading(Generic[F]):
    """A reading of ours on which every ruling rests to whose facts it applies, whatever clause decides."""

    number: int
    when: Condition[F]


@dataclass(frozen=True, slots=True)
class Clause(Generic[F]):
    """A law, the condition under which it applies, and its orders. The first clause that applies decides.

    `why` is the key of the reason shown to a person. `reading` is the number of our reading
    (docs/readings.md), if the wording of the law alone does not decide, or several.
    """

    law: str
    when: Condition[F]
    then: tuple[Order, ...]
    why: str
    also: tuple[str, ...] = ()
    reading: int | tuple[int, ...] = ()
    laws: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class End(Generic[F]):
    """A clause that ends the board: who wins, and how the points are counted."""

    law: str
    when: Condition[F]
    to: Who
    points: tuple[Points, ...]
    why: str
    also: tuple[str, ...] = ()
    reading: int | tuple[int, ...] = ()
    laws: tuple[Citation, ...] = ()


def readings_of(clause: Clause[F] | End[F]) -> tuple[int, ...]:
    """The numbers of the readings on which a clause rests."""
    return (clause.reading,) if isinstance(clause.reading, int) else clause.reading


AnyClause = TypeVar("AnyClause", bound=Clause[Any] | End[Any])


def resolve(law: str, book: str, letters: Mapping[str, str]) -> Citation:
    """The citation of a paragraph in the letters of `book`; a law of another rulebook is given in full."""
    if law.partition(" ")[0] in (*BOOKS, *ALIASES):
        return cite(law)
    return cite(f"{book} {letters.get(law, law)}")


def under(
    book: str, clauses: Iterable[AnyClause], letters: Mapping[str, str] | None = None
) -> tuple[AnyClause, ...]:
    """The clauses with their citations resolved. Raises `UnknownLaw` at import for an unknown paragraph."""
    letters = letters or {}
    return tuple(
        replace(each, laws=tuple(resolve(law, book, letters) for law in (each.law, *each.also)))
        for each in clauses
    )

"""Asking the umpire: a case as JSON goes in, a ruling as JSON comes out.

The format is described in docs/cases.md. A ruling's fields are the next case's board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from carrom.errors import ImpossibleCase, UnknownLaw
from carrom.i18n import LANGUAGES, Message
from carrom.json_reader import Json, JsonReader, unknown
from carrom.laws import ALIASES, BOOKS
from carrom.parts import QueenIs
from carrom.rulebooks import RULEBOOKS, rulebook
from carrom.rules import Each, Rulebook, Ruling, Standing, play
from carrom.rules.standing import (
    ON_BOARD,
    WAITING,
    CoveredBy,
    Queen,
    ToBreak,
    ToStrike,
    possible,
)
from carrom.rules.standing_words import board_fields
from carrom.stroke import AtRest, Incident, StrokeReport
from carrom.words import BLACK, COINS_A_SIDE, WHITE, Colour


class _Counts(TypedDict, total=False):
    white: int
    black: int


class _Flags(TypedDict, total=False):
    white: bool
    black: bool


class _BoardNeeds(TypedDict):
    on_strike: Colour
    white: int
    black: int


class _Board(_BoardNeeds, total=False):
    queen: QueenIs
    due: _Counts
    points: _Counts
    earned: _Flags
    broken: bool
    tries: int
    strokes_in_hand: int
    turn_begun: bool
    late: bool
    passes: int
    held: _Counts


class _Stroke(TypedDict, total=False):
    pocketed: tuple[str, ...]
    off_board: tuple[str, ...]
    touched: bool
    improper: bool
    at_rest: tuple[AtRest, ...]


class _IncidentNeeds(TypedDict):
    kind: str


class _Incident(_IncidentNeeds, total=False):
    by: Colour | None
    paragraph: str
    ground: str
    noticed: bool
    pocketed: tuple[str, ...]
    coins: int


class _CaseNeeds(TypedDict):
    board: object


class _Case(_CaseNeeds, total=False):
    rulebook: str
    stroke: object
    incident: object
    demand: int
    id: str
    note: object
    expect: dict[str, object] | None
    laws: tuple[str, ...]


_READER = JsonReader({})


@dataclass(frozen=True, slots=True)
class Case:
    """One question: this was the board, this happened."""

    book: Rulebook
    standing: Standing
    report: StrokeReport | Incident
    id: str | None = None
    expect: Json | None = None
    laws: tuple[str, ...] = ()
    demand: int | None = None
    """The extra points that the winner demands; None: all."""


def read_case(raw: object, default: str = "international") -> Case:
    """A case from parsed JSON. Raises `ImpossibleCase` with the field and what would work."""
    case = _READER.read(_Case, raw, "case", root=True)
    name = case.get("rulebook", default)
    try:
        book = rulebook(name)
    except UnknownLaw:
        raise unknown(name, (*BOOKS, *ALIASES)).refused("rulebook") from None
    standing = read_board(case["board"], book)
    if ("stroke" in case) == ("incident" in case):
        raise ImpossibleCase("case", "read.case.either")
    report = _read_stroke(case["stroke"]) if "stroke" in case else read_incident(case["incident"])
    demand = case.get("demand")
    return Case(book, standing, report, case.get("id"), case.get("expect"), case.get("laws", ()), demand)


def answer(case: Case, lang: str = "en") -> dict[str, object]:
    """The ruling on a case, as JSON."""
    after, ruling = play(case.standing, case.report, case.book)
    given: dict[str, object] = {} if case.id is None else {"id": case.id}
    points = demanded(case, after)
    demand = {"demand": points} if after.over is not None and after.over.extra else {}
    return given | ruling_json(after, ruling, case.book, lang) | demand


def demanded(case: Case, after: Standing) -> int:
    """The extra points demanded after a ruling. Raises `ImpossibleCase` if the laws do not give so many."""
    extra = 0 if after.over is None else after.over.extra
    points = extra if case.demand is None else case.demand
    if not 0 <= points <= extra:
        raise ImpossibleCase("demand", "refused.match.demand", points=points, most=extra)
    return points


def ruling_json(after: Standing, ruling: Ruling, book: Rulebook, lang: str = "en") -> dict[str, object]:
    """A ruling and the board after it, as JSON."""
    if lang not in LANGUAGES:
        raise unknown(lang, LANGUAGES).refused("lang")
    words: dict[str, object] = {"laws": [str(law) for law in ruling.laws], "text": ruling.explain(lang)}
    if ruling.readings:
        words["readings"] = list(ruling.readings)
    if after.over is not None:
        over: dict[str, object] = {
            "winner": None if after.over.winner is None else after.over.winner.value,
            "points": after.over.points,
        }
        if after.over.of != "board":
            over["of"] = after.over.of
        if book.has_extra_points:
            over["extra"] = after.over.extra
        return {"over": over} | words
    back = ruling.put_back
    put_back = {"white": back.white, "black": back.black, "queen": int(ruling.queen_back)}
    return {**board_fields(after), "put_back": put_back, "over": None} | words


def differences(case: Case, given: Mapping[str, object]) -> list[Message]:
    """Where a ruling differs from what the case expects: one message per difference."""
    found = [] if case.expect is None else list(_unlike(case.expect, given, ""))
    for law in case.laws:
        name, _, paragraph = law.partition(" ")
        named = ALIASES.get(name, name)
        full = f"{named} {paragraph}" if named in RULEBOOKS else f"{case.book.id} {law}"
        cited = given["laws"]
        assert isinstance(cited, list)
        if full not in cited:
            found.append(Message("rule.differs.laws", {"wanted": full, "cited": ", ".join(cited)}))
    return found


def _unlike(expected: Mapping[str, object], given: Mapping[str, object], where: str) -> list[Message]:
    found = []
    for name, wanted in expected.items():
        path = f"{where}{name}"
        if name not in given:
            found.append(Message("rule.differs.silent", {"field": path, "wanted": repr(wanted)}))
            continue
        got = given[name]
        if isinstance(wanted, Mapping) and isinstance(got, Mapping):
            found.extend(_unlike(wanted, got, f"{path}."))
        elif wanted != got:
            found.append(Message("rule.differs", {"field": path, "wanted": repr(wanted), "got": repr(got)}))
    return found


def read_board(raw: object, book: Rulebook) -> Standing:
    """The board of a case from parsed JSON. Raises `ImpossibleCase` with the field at fault."""
    board = _READER.read(_Board, raw, "board")
    coins = Each(board["white"], board["black"])
    broken, in_hand = board.get("broken", True), board.get("strokes_in_hand", 1)
    if in_hand > 1 and not book.counts_strokes:
        raise ImpossibleCase("board.strokes_in_hand", "read.case.no-strokes", book=book.id)
    if in_hand > 1 and not broken:
        raise ImpossibleCase("board.strokes_in_hand", "read.case.before-break")
    phase = ToStrike(in_hand) if broken else ToBreak(board.get("tries", 0))
    turn_begun = board.get("turn_begun", phase != ToBreak())
    if turn_begun and phase == ToBreak():
        raise ImpossibleCase("board.turn_begun", "read.case.no-try")
    earned = board.get("earned", {})
    return possible(
        Standing(
            board["on_strike"],
            coins,
            _QUEENS[board.get("queen", "on-board")],
            _each(board.get("due", {})),
            _each(board.get("held", {})),
            Each(
                earned.get("white", coins.white < COINS_A_SIDE),
                earned.get("black", coins.black < COINS_A_SIDE),
            ),
            _each(board.get("points", {})),
            board.get("passes", 0),
            phase,
            new_turn=not turn_begun and phase != ToBreak(),
            late=board.get("late", False),
        )
    )


_QUEENS: dict[QueenIs, Queen] = {
    "on-board": ON_BOARD,
    "waiting": WAITING,
    "white": CoveredBy(WHITE),
    "black": CoveredBy(BLACK),
}


def _each(counts: _Counts) -> Each[int]:
    return Each(counts.get("white", 0), counts.get("black", 0))


def _read_stroke(raw: object) -> StrokeReport:
    stroke = _READER.read(_Stroke, raw, "stroke")
    return StrokeReport.of(
        stroke.get("pocketed", ()),
        stroke.get("off_board", ()),
        stroke.get("touched", True),
        stroke.get("improper", False),
        stroke.get("at_rest", ()),
    )


def read_incident(raw: object) -> Incident:
    """An incident from parsed JSON. Raises `ImpossibleCase` with the field at fault."""
    given = _READER.read(_Incident, raw, "incident")
    incident = Incident(
        given["kind"],
        given.get("by"),
        given.get("paragraph") or None,
        given.get("ground") or None,
        given.get("noticed", True),
        given.get("pocketed", ()),
        given.get("coins", 0),
    )
    if "noticed" in given and incident.kind != "wrong-colour-placed":
        raise ImpossibleCase("incident.noticed", "read.case.not-asked", kind=incident.kind)
    return incident

"""Asking the umpire: a case as JSON goes in, a ruling as JSON comes out.

The format is described in docs/cases.md. A ruling's fields are the next case's board.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carrom.errors import ImpossibleCase, UnknownLaw
from carrom.i18n import LANGUAGES
from carrom.laws import ALIASES, BOOKS
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
from carrom.words import COINS_A_SIDE, Colour

Json = Mapping[str, object]

CASE_FIELDS = ("rulebook", "board", "stroke", "incident", "id", "note", "expect", "laws")
BOARD_FIELDS = (
    "on_strike",
    "white",
    "black",
    "queen",
    "due",
    "points",
    "earned",
    "broken",
    "tries",
    "strokes_in_hand",
    "passes",
    "held",
)
STROKE_FIELDS = ("pocketed", "off_board", "touched", "improper", "at_rest")
INCIDENT_FIELDS = ("kind", "by", "paragraph", "ground", "noticed")
QUEENS = ("on-board", "waiting", "white", "black")


@dataclass(frozen=True, slots=True)
class Case:
    """One question: this was the board, this happened."""

    book: Rulebook
    standing: Standing
    report: StrokeReport | Incident
    id: str | None = None
    expect: Json | None = None
    laws: tuple[str, ...] = ()


def read_case(raw: object, default: str = "international") -> Case:
    """A case from parsed JSON; what cannot be is refused, naming the field and what would work."""
    case = _object(raw, "case", CASE_FIELDS)
    name = _text(case, "rulebook", "rulebook", default)
    try:
        book = rulebook(name)
    except UnknownLaw:
        raise ImpossibleCase(
            "rulebook", f"{name!r} is unknown; there are {', '.join((*BOOKS, *ALIASES))}"
        ) from None
    standing = read_board(_required(case, "board", "board"), book)
    if ("stroke" in case) == ("incident" in case):
        raise ImpossibleCase("case", "give either a stroke or an incident")
    report = _stroke(case["stroke"]) if "stroke" in case else read_incident(case["incident"])
    expect = case.get("expect")
    return Case(
        book,
        standing,
        report,
        _text(case, "id", "id", "") if "id" in case else None,
        None if expect is None else _object(expect, "expect", None),
        tuple(_texts(case, "laws", "laws")),
    )


def answer(case: Case, lang: str = "en") -> dict[str, object]:
    """The ruling on a case, as a program reads it."""
    after, ruling = play(case.standing, case.report, case.book)
    given: dict[str, object] = {} if case.id is None else {"id": case.id}
    return given | ruling_json(after, ruling, lang)


def ruling_json(after: Standing, ruling: Ruling, lang: str = "en") -> dict[str, object]:
    """A ruling and the board after it."""
    if lang not in LANGUAGES:
        raise ImpossibleCase("lang", f"{lang!r} is unknown; there are {', '.join(LANGUAGES)}")
    said: dict[str, object] = {"laws": [str(law) for law in ruling.laws], "text": ruling.explain(lang)}
    if ruling.readings:
        said["readings"] = list(ruling.readings)
    if after.over is not None:
        over: dict[str, object] = {
            "winner": None if after.over.winner is None else after.over.winner.value,
            "points": after.over.points,
        }
        if after.over.of != "board":
            over["of"] = after.over.of
        return {"over": over} | said
    back = ruling.put_back
    put_back = {"white": back.white, "black": back.black, "queen": int(ruling.queen_back)}
    return {**board_fields(after), "put_back": put_back, "over": None} | said


def differences(case: Case, given: Mapping[str, object]) -> list[str]:
    """Where a ruling differs from what the case expects: a line each."""
    found = [] if case.expect is None else list(_unlike(case.expect, given, ""))
    for law in case.laws:
        name, _, paragraph = law.partition(" ")
        named = ALIASES.get(name, name)
        full = f"{named} {paragraph}" if named in RULEBOOKS else f"{case.book.id} {law}"
        cited = given["laws"]
        assert isinstance(cited, list)
        if full not in cited:
            found.append(f"laws: expected {full} among {', '.join(cited)}")
    return found


def _unlike(expected: Mapping[str, object], given: Mapping[str, object], where: str) -> list[str]:
    found = []
    for name, wanted in expected.items():
        path = f"{where}{name}"
        if name not in given:
            found.append(f"{path}: expected {wanted!r}, the ruling does not say")
            continue
        got = given[name]
        if isinstance(wanted, Mapping) and isinstance(got, Mapping):
            found.extend(_unlike(wanted, got, f"{path}."))
        elif wanted != got:
            found.append(f"{path}: expected {wanted!r}, ruled {got!r}")
    return found


def read_board(raw: object, book: Rulebook) -> Standing:
    """The board of a case from parsed JSON; what cannot be is refused, naming the field."""
    board = _object(raw, "board", BOARD_FIELDS)
    coins = Each(_count(board, "white"), _count(board, "black"))
    broken = _flag(board, "board", "broken", True)
    tries = _number(board, "board", "tries", 0)
    in_hand = _number(board, "board", "strokes_in_hand", 1)
    if in_hand > 1 and not book.counts_strokes:
        raise ImpossibleCase("board.strokes_in_hand", f"{book.id} counts no strokes; leave it out")
    if in_hand > 1 and not broken:
        raise ImpossibleCase("board.strokes_in_hand", "before the break there is one; leave it out")
    earned = _each_flag(board, "earned", Each(coins.white < COINS_A_SIDE, coins.black < COINS_A_SIDE))
    return possible(
        Standing(
            _colour(_required(board, "on_strike", "board.on_strike"), "board.on_strike"),
            coins,
            _queen(board),
            _each(board, "due"),
            _each(board, "held"),
            earned,
            _each(board, "points"),
            _number(board, "board", "passes", 0),
            ToStrike(in_hand) if broken else ToBreak(tries),
        )
    )


def _queen(board: Json) -> Queen:
    name = _text(board, "queen", "board.queen", "on-board")
    if name not in QUEENS:
        raise ImpossibleCase("board.queen", f"{name!r} is unknown; say {', '.join(QUEENS)}")
    if name == "on-board":
        return ON_BOARD
    return WAITING if name == "waiting" else CoveredBy(Colour(name))


def _stroke(raw: object) -> StrokeReport:
    stroke = _object(raw, "stroke", STROKE_FIELDS)
    known = {fact.value: fact for fact in AtRest}
    facts = _texts(stroke, "at_rest", "stroke.at_rest")
    for fact in facts:
        if fact not in known:
            raise ImpossibleCase("stroke.at_rest", f"{fact!r} is unknown; there are {', '.join(known)}")
    return StrokeReport.of(
        _texts(stroke, "pocketed", "stroke.pocketed"),
        _texts(stroke, "off_board", "stroke.off_board"),
        _flag(stroke, "stroke", "touched", True),
        _flag(stroke, "stroke", "improper", False),
        tuple(known[fact] for fact in facts),
    )


def read_incident(raw: object) -> Incident:
    """An incident from parsed JSON."""
    incident = _object(raw, "incident", INCIDENT_FIELDS)
    by = incident.get("by")
    report = Incident(
        _text(incident, "kind", "incident.kind", None),
        None if by is None else _colour(by, "incident.by"),
        _text(incident, "paragraph", "incident.paragraph", "") or None,
        _text(incident, "ground", "incident.ground", "") or None,
        _flag(incident, "incident", "noticed", True),
    )
    if "noticed" in incident and report.kind != "wrong-colour-placed":
        raise ImpossibleCase("incident.noticed", f"{report.kind} does not ask for it; leave it out")
    return report


def _object(raw: object, where: str, fields: Sequence[str] | None) -> Json:
    if not isinstance(raw, Mapping):
        raise ImpossibleCase(where, f"must be an object, not {_kind(raw)}")
    for name in raw:
        if fields is not None and name not in fields:
            near = difflib.get_close_matches(str(name), fields, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ImpossibleCase(where, f"unknown field {name!r}{hint} It takes {', '.join(fields)}")
    return raw


def _required(raw: Json, name: str, where: str) -> object:
    if name not in raw:
        raise ImpossibleCase(where, "is required")
    return raw[name]


def _text(raw: Json, name: str, where: str, default: str | None) -> str:
    value = raw.get(name, default) if default is not None else _required(raw, name, where)
    if not isinstance(value, str):
        raise ImpossibleCase(where, f"must be a text, not {_kind(value)}")
    return value


def _texts(raw: Json, name: str, where: str) -> list[str]:
    value = raw.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ImpossibleCase(where, "must be a list of texts")
    return value


def _flag(raw: Json, where: str, name: str, default: bool) -> bool:
    value = raw.get(name, default)
    if not isinstance(value, bool):
        raise ImpossibleCase(f"{where}.{name}", f"must be true or false, not {_kind(value)}")
    return value


def _number(raw: Json, where: str, name: str, default: int) -> int:
    value = raw.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ImpossibleCase(f"{where}.{name}", f"must be a whole number, not {_kind(value)}")
    return value


def _count(board: Json, name: str) -> int:
    _required(board, name, f"board.{name}")
    return _number(board, "board", name, 0)


def _each(board: Json, name: str) -> Each[int]:
    each = _object(board.get(name, {}), f"board.{name}", ("white", "black"))
    return Each(_number(each, f"board.{name}", "white", 0), _number(each, f"board.{name}", "black", 0))


def _each_flag(board: Json, name: str, default: Each[bool]) -> Each[bool]:
    each = _object(board.get(name, {}), f"board.{name}", ("white", "black"))
    return Each(
        _flag(each, f"board.{name}", "white", default.white),
        _flag(each, f"board.{name}", "black", default.black),
    )


def _colour(value: object, where: str) -> Colour:
    if value not in ("white", "black"):
        raise ImpossibleCase(where, f"{value!r} is no side; say white or black")
    return Colour(value)


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), f"the number {value}")

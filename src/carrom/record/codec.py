"""Encodes entries as lines of JSON that a person can read, and decodes them."""

from __future__ import annotations

import json
import typing
import zlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache

from carrom.equipment import STANDARD
from carrom.errors import CarromError, ImpossibleCase, RecordError
from carrom.i18n import phrases
from carrom.json_reader import (
    JsonReader,
    Unreadable,
    elements,
    member,
    members,
    not_a,
    short_repr,
    text,
    unknown,
    whole,
)
from carrom.laws import Citation, cite
from carrom.pace import Pace
from carrom.parts import shown_consequence
from carrom.record.entries import VERSION, Entry, Event, Simulated, is_time
from carrom.rules.ruling import Consequence, Finding, Ruling
from carrom.rules.standing import Standing
from carrom.stroke import Aim, Incident, Layout, StrokeReport
from carrom.words import kebab

Json = dict[str, object]

# These were added to values that are written with all their fields. Left out at their default, they leave the
# lines of older records as they were; so the default says what a record without them means, and stays.
ADDED_LATER: dict[type, frozenset[str]] = {
    Simulated: frozenset({"rosette", "hand"}),
    Pace: frozenset({"rosette_gap", "rosette_turn", "rosette_offset"}),
}

# A record does not contain the sizes of board and coins, so layouts are read without checking them.
ANY_TABLE = replace(
    STANDARD,
    board=replace(STANDARD.board, surface=10.0, pocket_diameter=1e-9),
    coins=replace(STANDARD.coins, diameter=0.0),
)

EVENTS: dict[str, type[Event]] = {}
CONSEQUENCES: dict[str, type[Consequence]] = {}


for _class in typing.get_args(Event):
    EVENTS[kebab(_class.__name__)] = _class
for _class in typing.get_args(Consequence):
    CONSEQUENCES[kebab(_class.__name__)] = _class


def encode(entry: Entry, before: str = "") -> str:
    """One line of JSON without its newline. `before` is the checksum of the line before it."""
    return encode_summed(entry, before)[0]


def encode_summed(entry: Entry, before: str) -> tuple[str, str]:
    """The line of an entry, and the line's checksum."""
    line: Json = {"v": VERSION, "seq": entry.seq, "kind": kebab(type(entry.event).__name__)}
    if entry.at is not None:
        line["at"] = entry.at
    for field in fields(entry.event):
        value = getattr(entry.event, field.name)
        if value != field.default:
            line[field.name] = _plain(value)
    text = json.dumps(line, ensure_ascii=False)
    checksum = _checksum(text, before)
    return f'{text[:-1]}, "sum": "{checksum}"}}', checksum


def checksum(line: Json, before: str) -> str:
    """Eight hexadecimal digits over a line and all lines before it, so that damage shows at its line."""
    text = json.dumps({key: line[key] for key in line if key != "sum"}, ensure_ascii=False)
    return _checksum(text, before)


def _checksum(text: str, before: str) -> str:
    return f"{zlib.crc32((before + text).encode()):08x}"


_UNREADABLE = (
    CarromError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)


def decode(text: str, number: int, before: str = "") -> tuple[Entry, str]:
    """The entry of a line and the line's checksum. Raises `RecordError` with the line number for damage."""
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("refused.file.json", number, number=number) from None
    if not isinstance(line, dict) or not {"v", "seq", "kind", "sum"} <= line.keys():
        raise RecordError("refused.file.no-entry", number, number=number)
    if type(line["v"]) is not int or line["v"] != VERSION:
        raise RecordError("refused.file.version", number, number=number, version=str(line["v"]), ours=VERSION)
    try:
        if line["sum"] != checksum(line, before):
            raise RecordError("refused.file.checksum", number, number=number)
        return _entry(line), str(line["sum"])
    except RecordError:
        raise
    except _UNREADABLE as wrong:
        reason = wrong.message if isinstance(wrong, CarromError) else str(wrong)
        raise RecordError("refused.file.unreadable", number, number=number, reason=reason) from None


def _entry(line: Json) -> Entry:
    given = dict(line)
    _, _, kind, seq, at = (given.pop(name, None) for name in ("v", "sum", "kind", "seq", "at"))
    if not isinstance(kind, str) or kind not in EVENTS:
        raise unknown(kind, EVENTS).refused("kind")
    if type(seq) is not int:
        raise not_a("whole", seq).refused("seq")
    if at is not None and not is_time(at):
        raise ImpossibleCase("at", "read.entry.time", value=short_repr(at))
    return Entry(seq, _READER.read(EVENTS[kind], given, kind, root=True), None if at is None else str(at))


_PLAIN = frozenset({str, float, int, bool, type(None)})
"""The types of most values; they are JSON types already."""


def _plain(value: object) -> object:
    """A value as JSON types."""
    if type(value) in _PLAIN:
        return value
    match value:
        case Ruling():
            return ruling_plain(value)
        case StrokeReport() | Incident():
            return _fields_plain(value)
        case Standing():
            return value.notation
        case Layout() | Aim():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return [_plain(each) for each in value]
        case _ if is_dataclass(value):
            # All fields: a default may change, but the table of an old record does not.
            later = ADDED_LATER.get(type(value), ())
            given = [(field, getattr(value, field.name)) for field in fields(value)]
            return {
                field.name: _plain(each)
                for field, each in given
                if field.name not in later or each != field.default
            }
        case _:
            return value


def _fields_plain(value: StrokeReport | Incident) -> Json:
    plain: Json = {"stroke": str(value)} if isinstance(value, StrokeReport) else {"incident": value.kind}
    for field in fields(value):
        given = getattr(value, field.name)
        if given != field.default and field.name != "kind":
            plain[field.name] = _plain(given)
    return plain


@lru_cache(maxsize=1024)
def ruling_plain(ruling: Ruling) -> Json:
    """A ruling as JSON; `says` is only for a person who reads the file."""
    return {
        "says": str(ruling),
        "findings": [
            {
                "laws": [str(law) for law in finding.laws],
                "why": finding.why,
                "then": [list(shown_consequence(each)) for each in finding.consequences],
                **({"readings": list(finding.readings)} if finding.readings else {}),
            }
            for finding in ruling.findings
        ],
    }


def ruling_read(plain: object) -> Ruling:
    findings = elements(member(members(plain), "findings"))
    return Ruling(tuple([_finding_read(members(each)) for each in findings]))


def _finding_read(plain: Mapping[str, object]) -> Finding:
    laws: tuple[Citation, ...] = tuple([cite(text(law)) for law in elements(member(plain, "laws"))])
    why = text(member(plain, "why"))
    if f"why.{why}" not in phrases("en"):
        raise Unreadable("read.entry.reason", value=short_repr(why))
    then = tuple([_consequence_read(elements(each)) for each in elements(member(plain, "then"))])
    # Up to version 0.9 a finding named one reading.
    readings = elements(plain["readings"]) if "readings" in plain else [plain.get("reading", 0)]
    return Finding(laws, why, then, tuple([number for each in readings if (number := whole(each))]))


def _consequence_read(plain: list[object]) -> Consequence:
    kind, *values = plain
    if not isinstance(kind, str) or kind not in CONSEQUENCES:
        raise unknown(kind, CONSEQUENCES)
    return CONSEQUENCES[kind](*_READER.values(CONSEQUENCES[kind], values))


def _stroke_read(value: object) -> StrokeReport:
    plain = members(value)
    return _READER.built(StrokeReport, {name: plain[name] for name in plain if name != "stroke"})


def _incident_read(value: object) -> Incident:
    plain = members(value)
    given = {"kind": member(plain, "incident")} | {name: plain[name] for name in plain if name != "incident"}
    return _READER.built(Incident, given)


def _report_read(value: object) -> StrokeReport | Incident | None:
    """The corrected facts of a call; `None` if it was corrected by hand."""
    if value is None:
        return None
    return _incident_read(value) if "incident" in members(value) else _stroke_read(value)


_READER = JsonReader(
    {
        Ruling: ruling_read,
        Standing: lambda value: Standing.parse(text(value)),
        Layout: lambda value: Layout.parse(text(value), ANY_TABLE),
        Aim: lambda value: Aim.parse(text(value)),
        StrokeReport: _stroke_read,
        Incident: _incident_read,
        StrokeReport | Incident | None: _report_read,
    }
)

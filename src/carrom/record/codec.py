"""Entries as JSON lines, readable by a person; decode(encode(entry)) is the entry again."""

from __future__ import annotations

import json
import types
import typing
import zlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from carrom.equipment import STANDARD
from carrom.errors import CarromError, RecordError
from carrom.i18n import phrases
from carrom.laws import Citation, cite
from carrom.parts import shown_consequence
from carrom.record import entries
from carrom.record.entries import VERSION, Entry, Event, is_time
from carrom.rules import ruling as rulings
from carrom.rules.ruling import Consequence, Finding, Ruling
from carrom.rules.standing import Standing
from carrom.stroke import Aim, AtRest, Incident, Layout, StrokeReport
from carrom.words import kebab

Json = dict[str, object]

# A record does not say how wide its board and coins were, so a layout is taken as it was written.
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
    line: Json = {"v": VERSION, "seq": entry.seq, "kind": kebab(type(entry.event).__name__)}
    if entry.at is not None:
        line["at"] = entry.at
    for field in fields(entry.event):
        value = getattr(entry.event, field.name)
        if value != field.default:
            line[field.name] = _plain(value)
    line["sum"] = checksum(line, before)
    return json.dumps(line, ensure_ascii=False, separators=(", ", ": "))


def checksum(line: Json, before: str) -> str:
    """Eight hex digits over a line and all before it, so that damage shows at its line."""
    text = before + json.dumps({key: line[key] for key in line if key != "sum"}, ensure_ascii=False)
    return f"{zlib.crc32(text.encode()):08x}"


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
    """The entry of a line and the line's checksum; damage raises `RecordError` with the line's number."""
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
    event_class = EVENTS[str(line["kind"])]
    given = {name: value for name, value in line.items() if name not in ("v", "seq", "kind", "at", "sum")}
    seq, at = line["seq"], line.get("at")
    if type(seq) is not int:
        raise ValueError("seq is no number")
    if at is not None and not is_time(at):
        raise ValueError(f"at {at!r} is no time with its zone")
    return Entry(seq, _built(event_class, given), None if at is None else str(at))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return value


def _dict(value: object) -> Json:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no object")
    return value


def _plain(value: object) -> object:
    """A value as JSON has it."""
    match value:
        case Ruling():
            return ruling_plain(value)
        case StrokeReport() | Incident():
            return _fields_plain(value)
        case Standing() | Layout() | Aim():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return [_plain(each) for each in value]
        case _ if is_dataclass(value):
            # In full: a default may change, the table of an old record does not.
            return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value


def _fields_plain(value: StrokeReport | Incident) -> Json:
    plain: Json = {"stroke": str(value)} if isinstance(value, StrokeReport) else {"incident": value.kind}
    for field in fields(value):
        given = getattr(value, field.name)
        if given != field.default and field.name != "kind":
            plain[field.name] = _plain(given)
    return plain


def ruling_plain(ruling: Ruling) -> Json:
    """A ruling as it was given; `says` is for the reader of the file."""
    return {
        "says": str(ruling),
        "findings": [
            {
                "laws": [str(law) for law in finding.laws],
                "why": finding.why,
                "then": [list(shown_consequence(each)) for each in finding.consequences],
                **({"reading": finding.reading} if finding.reading else {}),
            }
            for finding in ruling.findings
        ],
    }


def ruling_read(plain: object) -> Ruling:
    return Ruling(tuple(_finding_read(_dict(each)) for each in _list(_dict(plain)["findings"])))


def _finding_read(plain: Json) -> Finding:
    laws: tuple[Citation, ...] = tuple(cite(_text(law)) for law in _list(plain["laws"]))
    why = _text(plain["why"])
    if f"why.{why}" not in phrases("en"):
        raise ValueError(f"{why!r} is no reason")
    reading = plain.get("reading", 0)
    if type(reading) is not int:
        raise ValueError("a reading is a number")
    then = tuple(_consequence_read(_list(each)) for each in _list(plain["then"]))
    return Finding(laws, why, then, reading)


def _consequence_read(plain: list[object]) -> Consequence:
    kind = CONSEQUENCES[str(plain[0])]
    readers = _readers(kind)
    values = [read(value) for read, value in zip(readers.values(), plain[1:], strict=True)]
    return kind(*values)  # type: ignore[arg-type]  # the readers are made from the class's own fields


def _stroke_read(value: object) -> StrokeReport:
    plain = _dict(value)
    return _built(StrokeReport, {name: plain[name] for name in plain if name != "stroke"})


def _incident_read(value: object) -> Incident:
    plain = _dict(value)
    given = {"kind": plain["incident"]} | {name: plain[name] for name in plain if name != "incident"}
    return _built(Incident, given)


def _report_read(value: object) -> StrokeReport | Incident | None:
    """The corrected facts of a call, or nothing where it was corrected by hand."""
    if value is None:
        return None
    return _incident_read(value) if "incident" in _dict(value) else _stroke_read(value)


T = typing.TypeVar("T")


def _built(kind: type[T], given: Json) -> T:
    readers = _readers(kind)
    unknown = given.keys() - readers.keys()
    if unknown:
        raise ValueError(f"unknown field {sorted(unknown)[0]!r}")
    return kind(**{name: readers[name](value) for name, value in given.items()})


_KNOWN: dict[type, dict[str, Callable[[object], object]]] = {}


def _readers(kind: type[Any]) -> dict[str, Callable[[object], object]]:
    """For each field of a dataclass, how to read its JSON value back; worked out once."""
    if kind not in _KNOWN:
        _KNOWN[kind] = _made_readers(kind)
    return _KNOWN[kind]


def _made_readers(kind: type[Any]) -> dict[str, Callable[[object], object]]:
    space = {**vars(rulings), **vars(entries), "AtRest": AtRest}
    hints = typing.get_type_hints(
        kind, globalns={**space, **vars(__import__(kind.__module__, fromlist=["x"]))}
    )
    return {field.name: _reader(hints[field.name]) for field in fields(kind)}


def _reader(hint: object) -> Callable[[object], object]:
    """How to read a value of this type."""
    if hint is Ruling:
        return ruling_read
    if hint is Standing:
        return lambda value: Standing.parse(str(value))
    if hint is Layout:
        return lambda value: Layout.parse(_text(value), ANY_TABLE)
    if hint is Aim:
        return lambda value: Aim.parse(_text(value))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if hint is StrokeReport:
        return _stroke_read
    if hint is Incident:
        return _incident_read
    if StrokeReport in typing.get_args(hint):
        return _report_read
    if isinstance(hint, type) and is_dataclass(hint):
        return lambda value: _built(hint, _dict(value))
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return _tuple_reader(inner)
    if origin in (typing.Union, types.UnionType):
        plain = tuple(each for each in inner if each is not type(None))
        read = _reader(plain[0]) if len(plain) == 1 else _same(inner)
        return lambda value: None if value is None else read(value)
    return _same((hint,))


def _tuple_reader(inner: tuple[object, ...]) -> Callable[[object], object]:
    if inner[-1] is Ellipsis:
        each = _reader(inner[0])

        def read_all(value: object) -> object:
            return tuple(each(part) for part in _list(value))

        return read_all
    readers = [_reader(part) for part in inner]

    def read_each(value: object) -> object:
        return tuple(read(part) for read, part in zip(readers, _list(value), strict=True))

    return read_each


def _same(allowed: tuple[object, ...]) -> Callable[[object], object]:
    """The value itself, if it is of an allowed plain type; an int serves as a float."""
    kinds = tuple(each for each in allowed if isinstance(each, type))

    def read(value: object) -> object:
        if float in kinds and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise ValueError(f"{value!r} has the wrong type")
        return value

    return read

"""Requests from parsed JSON. What cannot be one is refused, naming the field and what would work."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from carrom.errors import ImpossibleCase
from carrom.umpiring.requests import Request
from carrom.words import kebab

REQUESTS: dict[str, type[Request]] = {kebab(each.__name__): each for each in typing.get_args(Request)}

DAY = 86_400
MOST = 1_000_000

Reader = Callable[[object, str], object]


def read(raw: object) -> Request:
    """The request of an object such as {"do": "stroke", "pocketed": ["white"]}."""
    given = _object(raw, "request")
    do = given.get("do")
    if not isinstance(do, str) or do not in REQUESTS:
        raise ImpossibleCase("do", f"{_shown(do)} is unknown; {_near(str(do), list(REQUESTS))}")
    asked: Request = _built(REQUESTS[do], {name: given[name] for name in given if name != "do"}, do)
    return asked


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word[:40], known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}There are {', '.join(known)}" if hint else f"there are {', '.join(known)}"


def _built(kind: Any, given: Mapping[str, object], where: str) -> Any:
    readers = _readers(kind)
    for name in given:
        if name not in readers:
            raise ImpossibleCase(where, f"unknown field {_shown(name)}; {_near(str(name), list(readers))}")
    for field in fields(kind):
        if field.name not in given and field.default is MISSING:
            raise ImpossibleCase(f"{where}.{field.name}", "is required")
    return kind(**{name: readers[name](value, f"{where}.{name}") for name, value in given.items()})


@cache
def _readers(kind: Any) -> dict[str, Reader]:
    """For each field of a request how its JSON value is read; worked out once."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: _reader(hints[field.name]) for field in fields(kind)}


_PLAIN: dict[object, Reader] = {}


def _reader(hint: Any) -> Reader:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        return lambda value, where: _built(hint, _object(value, where), where)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return lambda value, where: _text(value, where, inner[1])
    if origin is typing.Literal:
        return lambda value, where: _one_of(value, where, inner)
    if origin in (typing.Union, types.UnionType):
        (plain,) = (each for each in inner if each is not type(None))
        read = _reader(plain)
        return lambda value, where: None if value is None else read(value, where)
    if origin is dict:
        return lambda value, where: dict(_object(value, where))
    assert origin is tuple, hint
    return _several(_reader(inner[0])) if inner[-1] is Ellipsis else _each([_reader(each) for each in inner])


def _several(read: Reader) -> Reader:
    def read_all(value: object, where: str) -> object:
        return tuple(read(each, where) for each in _list(value, where))

    return read_all


def _each(readers: list[Reader]) -> Reader:
    def read_each(value: object, where: str) -> object:
        given = _list(value, where)
        if len(given) != len(readers):
            raise ImpossibleCase(where, f"must be a list of {len(readers)}, not of {len(given)}")
        return tuple(read(each, where) for read, each in zip(readers, given, strict=True))

    return read_each


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ImpossibleCase(where, f"must be an object, not {_kind(value)}")
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise ImpossibleCase(where, f"must be a list, not {_kind(value)}")
    return value


def _text(value: object, where: str, most: int) -> str:
    """A text on one line; what cannot be seen is refused, for it could not be read on a score sheet."""
    if not isinstance(value, str):
        raise ImpossibleCase(where, f"must be a text, not {_kind(value)}")
    text = " ".join(value.split())
    if len(text) > most:
        raise ImpossibleCase(where, f"is {len(text)} characters long; {most} are the most")
    if not text.isprintable():
        raise ImpossibleCase(where, "holds characters that cannot be written; use letters")
    return text


def _one_of(value: object, where: str, options: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in options:
        said = _shown(value) if isinstance(value, str) else _kind(value)
        raise ImpossibleCase(where, f"{said} is unknown; say {', '.join(options)}")
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise ImpossibleCase(where, f"must be true or false, not {_kind(value)}")
    return value


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ImpossibleCase(where, f"must be a whole number, not {_kind(value)}")
    if abs(value) > MOST:
        raise ImpossibleCase(where, f"is out of bounds; {MOST} is the most")
    return value


def _seconds(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < DAY:
        raise ImpossibleCase(where, f"must be 0 or more seconds of one day, not {_kind(value)}")
    return float(value)


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", bool: "true or false", type(None): "null", str: "a text"}
    return names.get(type(value)) or f"the number {_shown(value)}"


def _shown(value: object) -> str:
    """What was given, as far as anybody would read it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


_PLAIN |= {bool: _flag, int: _whole, float: _seconds}

"""Reads typed values from parsed JSON: the type of a field says how to read it, and errors name the field.

A shape is a dataclass or a TypedDict; a TypedDict contains only the fields that were given.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from carrom.errors import ImpossibleCase
from carrom.i18n import Argument, Message, nearest
from carrom.words import is_writable

T = TypeVar("T")
Read = Callable[[object], Any]
Json = Mapping[str, object]


class Unreadable(Exception):
    """A value does not have the type of its field; `path` are the fields that lead to it."""

    def __init__(self, key: str, /, **arguments: Argument) -> None:
        super().__init__(key)
        self.key = key
        self.arguments = arguments
        self.path: tuple[str, ...] = ()

    def refused(self, where: str, root: bool = False) -> ImpossibleCase:
        """The `ImpossibleCase`. Its field begins with `where`; at the `root` only if no field is at fault."""
        path = self.path if root and self.path else (where, *self.path)
        return ImpossibleCase(".".join(path), self.key, **self.arguments)


class JsonReader:
    """Reads shapes; `own` are the functions that read further types."""

    def __init__(self, own: Mapping[Any, Read]) -> None:
        self._own = {bool: flag, int: whole, float: number, str: text, object: _as_it_is, **own}
        self._shapes: dict[type, tuple[dict[str, Read], frozenset[str]]] = {}

    def read(self, kind: type[T], raw: object, where: str, *, root: bool = False) -> T:
        """The typed value of parsed JSON. Raises `ImpossibleCase` with the field and what would work."""
        try:
            return self.built(kind, raw)
        except Unreadable as wrong:
            raise wrong.refused(where, root) from None

    def built(self, kind: type[T], raw: object) -> T:
        """As `read`, but raises `Unreadable`, so that a shape can contain another."""
        given = members(raw)
        readers, required = self._shape(kind)
        if not given.keys() <= readers.keys():
            name = next(name for name in given if name not in readers)
            raise Unreadable("read.unknown-field", name=short_repr(name), hint=_hint(name, readers))
        if not required <= given.keys():
            raise _missing(next(name for name in readers if name in required and name not in given))
        values = {}
        for name, value in given.items():
            try:
                values[name] = readers[name](value)
            except Unreadable as wrong:
                wrong.path = (name, *wrong.path)
                raise
        return kind(**values)

    def values(self, kind: type[Any], raw: list[object]) -> list[Any]:
        """The values of all fields of a shape, given as a list in the order of the fields."""
        readers, _ = self._shape(kind)
        if len(raw) != len(readers):
            raise Unreadable("read.length", n=len(readers), given=len(raw))
        return [read(value) for read, value in zip(readers.values(), raw, strict=True)]

    def _shape(self, kind: type[Any]) -> tuple[dict[str, Read], frozenset[str]]:
        """How each field is read, and which are required; cached."""
        known = self._shapes.get(kind)
        if known is None:
            hints = typing.get_type_hints(kind, include_extras=True)
            required = (
                {field.name for field in fields(kind) if field.default is MISSING}
                if is_dataclass(kind)
                else kind.__required_keys__
            )
            readers = {name: self._reader(hint) for name, hint in hints.items()}
            known = self._shapes[kind] = readers, frozenset(required)
        return known

    def _reader(self, hint: Any) -> Read:
        """The function that reads a value of this type."""
        if hint in self._own:
            return self._own[hint]
        if isinstance(hint, type) and issubclass(hint, Enum):
            return partial(_one_of, {str(each.value): each for each in hint})
        if is_dataclass(hint) or typing.is_typeddict(hint):
            return partial(self.built, hint)
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return partial(_line, inner[1])
        if origin is typing.Literal:
            return partial(_one_of, {each: each for each in inner})
        if origin in (typing.Union, types.UnionType):
            (plain,) = (each for each in inner if each is not type(None))
            return partial(_optional, self._reader(plain))
        if origin is dict:
            return lambda value: dict(members(value))
        assert origin is tuple, hint
        if inner[-1] is Ellipsis:
            return partial(_several, self._reader(inner[0]))
        return partial(_each, [self._reader(each) for each in inner])


def members(value: object) -> Json:
    if not isinstance(value, dict):
        raise not_a("object", value)
    return value


def member(given: Json, name: str) -> object:
    if name not in given:
        raise _missing(name)
    return given[name]


def elements(value: object) -> list[object]:
    if not isinstance(value, list):
        raise not_a("list", value)
    return value


def text(value: object) -> str:
    if not isinstance(value, str):
        raise not_a("text", value)
    return value


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise not_a("flag", value)
    return value


def whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise not_a("whole", value)
    return value


def number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise not_a("number", value)
    return float(value)


def unknown(value: object, known: Collection[str]) -> Unreadable:
    """The error for a name that is not one of the known names."""
    given = short_repr(value) if isinstance(value, str) else kind_of(value)
    return Unreadable("read.unknown", value=given, hint=_hint(str(value), known))


def short_repr(value: object) -> str:
    """The `repr` of a value, cut at 40 characters."""
    written = repr(value)
    return written if len(written) <= 40 else f"{written[:40]}…"


def kind_of(value: object) -> Message:
    """The kind of a JSON value, in words."""
    names = {dict: "object", list: "list", bool: "flag", type(None): "null", str: "text"}
    name = names.get(type(value))
    return (
        Message("json.this-number", {"value": short_repr(value)}) if name is None else Message(f"json.{name}")
    )


def not_a(wanted: str, value: object) -> Unreadable:
    """The error for a value of another type than `wanted`, which is a key of `json.*`."""
    return Unreadable("read.wrong-type", wanted=Message(f"json.{wanted}"), given=kind_of(value))


def _missing(name: str) -> Unreadable:
    missing = Unreadable("read.required")
    missing.path = (name,)
    return missing


def _hint(name: str, known: Collection[str]) -> Message:
    return nearest(name[:40], known) if known else Message("read.no-fields")


def _as_it_is(value: object) -> object:
    return value


def _one_of(options: Mapping[str, T], value: object) -> T:
    if not isinstance(value, str) or value not in options:
        raise unknown(value, options)
    return options[value]


def _line(most: int, value: object) -> str:
    """A text on one line. Raises `Unreadable` if it is too long or not printable."""
    line = " ".join(text(value).split())
    if len(line) > most:
        raise Unreadable("read.long", n=len(line), most=most)
    if not is_writable(line):
        raise Unreadable("read.unprintable")
    return line


def _optional(read: Read, value: object) -> object:
    return None if value is None else read(value)


def _several(read: Read, value: object) -> tuple[object, ...]:
    return tuple([read(each) for each in elements(value)])


def _each(readers: list[Read], value: object) -> tuple[object, ...]:
    given = elements(value)
    if len(given) != len(readers):
        raise Unreadable("read.length", n=len(readers), given=len(given))
    return tuple([read(each) for read, each in zip(readers, given, strict=True)])

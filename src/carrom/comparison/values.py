"""The values of rulebooks: worths, limits, the length of a match, times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from carrom.i18n import Message
from carrom.rules import Rulebook
from carrom.stroke import INCIDENTS
from carrom.stroke.incident import incident_message

# Clauses, what only names them, the umpire's list, how tries are counted; the rest of a rulebook is values.
_CLAUSES = {
    "id",
    "tries",
    "strokes",
    "ends",
    "incidents",
    "notes",
    "readings",
    "incident_readings",
    "letters",
    "foul_book",
    "tries_each",
    "allowed_acts",
    "act_laws",
}
# Values with values of their own.
_GROUPS = ("match", "placing", "respot")


@dataclass(frozen=True, slots=True)
class Value:
    """A value that differs: its name, and what each rulebook has."""

    name: str
    of: Mapping[str, object]

    @property
    def title(self) -> Message:
        if self.name in INCIDENTS:
            return Message("compare.value.incident", {"what": incident_message(self.name)})
        return Message(f"compare.value.{self.name}")

    @property
    def together(self) -> dict[Message, list[str]]:
        """What the rulebooks have, those with the same together."""
        found: dict[object, list[str]] = {}
        for book, value in self.of.items():
            found.setdefault(value, []).append(book)
        return {self.said(books[0]): books for books in found.values()}

    def said(self, book: str) -> Message:
        """What a rulebook has, for a person."""
        value = self.of[book]
        match value:
            case None:
                return Message(f"compare.value.{self.name}.none")
            case bool():
                return Message("compare.value.yes" if value else "compare.value.no")
            case str():
                return Message(f"compare.value.{self.name}.{value}")
            case _:
                return Message("listed", {"items": str(value)})


def values(books: Sequence[Rulebook]) -> tuple[Value, ...]:
    """Every value of these rulebooks, in the order in which they are defined; of the match first.

    Last comes whether they have a law on each kind of incident.
    """
    found = [
        Value(field.name, {book.id: getattr(getattr(book, group), field.name) for book in books})
        for group in _GROUPS
        for field in fields(getattr(books[0], group))
    ]
    found += [
        Value(field.name, {book.id: getattr(book, field.name) for book in books})
        for field in fields(books[0])
        if field.name not in (*_CLAUSES, *_GROUPS)
    ]
    found += [Value(kind, {book.id: kind in book.incidents for book in books}) for kind in INCIDENTS]
    return tuple(found)


def differing_values(books: Sequence[Rulebook]) -> tuple[Value, ...]:
    return tuple(each for each in values(books) if len(set(each.of.values())) > 1)

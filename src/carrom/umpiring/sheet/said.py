"""Putting a score sheet into words: what all its parts share."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from carrom.i18n import isolated, t
from carrom.parts import Ruling, Score
from carrom.umpiring.sheet.model import Sheet

SIDES = ("first", "second")
NOTHING = "–"


class Placed(Protocol):
    """Anything on the sheet that happened on a board."""

    @property
    def game(self) -> int: ...

    @property
    def board(self) -> int: ...


class Said:
    """A sheet being put into the words of a language."""

    def __init__(self, sheet: Sheet, lang: str) -> None:
        self.sheet = sheet
        self.lang = lang

    def t(self, key: str, **arguments: str | int) -> str:
        return t(f"sheet.{key}", self.lang, **arguments)

    def incident(self, kind: str) -> str:
        """An incident by the name it has in the umpire's list."""
        return t(f"catalogue.incident.{kind}", self.lang)

    def heads(self, *names: str) -> tuple[str, ...]:
        return tuple(self.t(f"head.{name}") for name in names)

    def letter(self, side: str | None) -> str:
        """A side's letter, where its names would not fit."""
        return NOTHING if side is None else self.t(f"side.{side}")

    def name(self, side: str | None) -> str:
        """The players of a side; nobody has no name."""
        names = {"first": self.sheet.first, "second": self.sheet.second}
        return "" if side is None else " & ".join(names[side])

    def ruling(self, ruling: Ruling | None) -> str:
        """A ruling in a sentence or two, with its paragraphs."""
        if ruling is None:
            return ""
        laws = self.laws(*dict.fromkeys(law for finding in ruling.findings for law in finding.laws))
        return ruling.text.text(self.lang) + (f" ({laws})" if laws else "")

    def laws(self, *laws: str) -> str:
        """Paragraphs without the match's own rulebook; those of another keep its name."""
        named = (law.removeprefix(f"{self.sheet.rulebook} ") for law in laws if law)
        return ", ".join(isolated(law, self.lang) for law in named)


def clock(at: str | None) -> str:
    """The time of day of an entry, in the zone of its sheet."""
    return "" if at is None else datetime.fromisoformat(at).strftime("%H:%M")


def where(each: Placed) -> str:
    """Game and board."""
    return f"{each.game}.{each.board}"


def score(points: Score | None) -> str:
    return "" if points is None else f"{points.first} – {points.second}"

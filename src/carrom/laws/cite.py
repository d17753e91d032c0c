"""Citations: a rulebook and a paragraph that exist.

`<rulebook>.json` lists the paragraphs with status and subject, so importing the judge reads no law text.
"""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

from carrom.errors import UnknownLaw
from carrom.i18n import Message, nearest

HERE = Path(__file__).parent
BOOKS = ("international-a", "international-b", "ffc-basics", "ffc-leaflet", "family", "icf")
PARAGRAPHS: dict[str, dict[str, dict[str, Any]]] = {
    book: json.loads((HERE / f"{book.replace('-', '_')}.json").read_text(encoding="utf-8")) for book in BOOKS
}
"""Every paragraph by rulebook and id: status, and subject or the paragraph of edition a it repeats."""

ALIASES = {"international": "international-a"}

NEW_MATCH = "icf"
"""The rulebook of a new match for which nobody has chosen one. A case without a rulebook is international."""


class Citation(str):
    """A full citation, such as ``international-a 3.11 a``. `cite` makes it and checks that it exists."""

    __slots__ = ()

    @property
    def book(self) -> str:
        return self.partition(" ")[0]

    @property
    def paragraph(self) -> str:
        return self.partition(" ")[2]


def book_id(name: str) -> str:
    """The id of a rulebook by its id or alias. Raises `UnknownLaw` if there is none."""
    book = ALIASES.get(name, name)
    if book not in PARAGRAPHS:
        raise UnknownLaw("refused.law.rulebook", name=name, hint=nearest(name, [*BOOKS, *ALIASES]))
    return book


def cite(text: str) -> Citation:
    """The citation that a text names. Raises `UnknownLaw` if the rulebook or the paragraph is unknown.

    >>> cite("international-a 3.11 a").paragraph
    '3.11 a'
    """
    name, _, paragraph = text.partition(" ")
    book = book_id(name)
    if paragraph not in PARAGRAPHS[book]:
        near = difflib.get_close_matches(paragraph, PARAGRAPHS[book], n=3)
        hint = Message("refused.law.near-paragraphs", {"near": ", ".join(near)}) if near else ""
        raise UnknownLaw("refused.law.paragraph", book=book, paragraph=paragraph, near=hint)
    return Citation(f"{book} {paragraph}")

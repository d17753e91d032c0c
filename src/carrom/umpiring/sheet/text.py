"""A score sheet in words: what the page shows, the PDF sets and the CSV lists."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A part of the sheet, as a table with a title. `key` says which; `close` is a line below its rows."""

    key: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    close: str = ""


@dataclass(frozen=True, slots=True)
class SheetText:
    """All of it in one language: `names` are those who play, `sign` is the title of the lines to sign on.

    The first part is the match itself; what did not happen has no part.
    """

    title: str
    names: str
    parts: tuple[SheetPart, ...]
    sign: str
    signatures: tuple[str, ...]

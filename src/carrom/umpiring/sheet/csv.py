"""The score sheet for a spreadsheet."""

from __future__ import annotations

import csv
import io

from carrom.i18n import pointed
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.text import SheetPart
from carrom.umpiring.sheet.words import sheet_words

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def sheet_csv(sheet: Sheet, lang: str) -> str:
    """Its parts below one another: a title, the names of the columns, the rows, an empty line."""
    text = io.StringIO()
    # Where numbers have a decimal comma, spreadsheets look for semicolons between cells.
    lines = csv.writer(text, delimiter=";" if pointed(".", lang) == "," else ",")
    for part in sheet_words(sheet, lang).parts:
        lines.writerows([harmless(cell) for cell in row] for row in _rows(part))
    return text.getvalue()


def _rows(part: SheetPart) -> list[tuple[str, ...]]:
    head = [part.head] if part.head else []
    close = [(part.close,)] if part.close else []
    return [(part.title,), *head, *part.rows, *close, ()]


def harmless(cell: str) -> str:
    """A spreadsheet would take such a cell for a formula and work it out; an apostrophe keeps it a text."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell

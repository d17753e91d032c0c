"""The score sheet as a file: plain text for a terminal, CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from carrom.i18n import pointed, t, typeset
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.words import sheet_words
from carrom.umpiring.view.types import SheetPart

WIDTH = 100
INDENT = "  "
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Row = Sequence[str]


def sheet_csv(sheet: Sheet, lang: str) -> str:
    """The sheet as CSV: for each part a title, the names of the columns, the rows, an empty line."""
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
    """The cell, with an apostrophe if a spreadsheet would evaluate it as a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def sheet_txt(sheet: Sheet, lang: str, width: int | None = None) -> str:
    """The sheet as plain text: for each part a title and a table; a wide cell takes several lines."""
    room = (width or WIDTH) - len(INDENT)
    return "\n\n".join(_part(part, lang, room) for part in sheet_words(sheet, lang).parts) + "\n"


def _part(part: SheetPart, lang: str, room: int) -> str:
    # The part without column names is a list of labels and values.
    rows = part.rows if part.head else [row for row in part.rows if row[-1]]
    lines = (*_table(part.head, rows, lang, room), *_wrapped(part.close, room, lang))
    return "\n".join((part.title, *(f"{INDENT}{line}" for line in lines)))


def _table(head: Row, rows: Sequence[Row], lang: str, room: int) -> Iterator[str]:
    """The table without its empty columns; if they do not fit, each row as a list of labelled cells."""
    shown = [place for place, column in enumerate(zip(*rows, strict=True)) if any(column)]
    lines = [[row[place] for place in shown] for row in ([head] if head and rows else []) + [*rows]]
    columns = list(zip(*lines, strict=True))
    least = [_longest_word(column) for column in columns]
    gap = "  " if sum(least) + 2 * len(least) - 2 <= room else " "
    room_of_cells = room - len(gap) * (len(least) - 1)
    if head and sum(least) > room_of_cells:
        for row in lines[1:]:
            cells = zip(lines[0], row, strict=True)
            named = [t("sheet.named", lang, label=label, text=text) for label, text in cells if text]
            first, *more = _wrapped(" · ".join(named), room - len(INDENT), lang)
            yield from (first, *(f"{INDENT}{line}" for line in more))
        return
    widest = [max(map(len, column[1:] if head else column)) for column in columns]
    widths = _widths(widest, least, room_of_cells)
    for row in lines:
        wrapped = [_wrapped(cell, width, lang) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*wrapped, fillvalue=""):
            yield gap.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()


def _widths(widest: list[int], least: list[int], room: int) -> list[int]:
    """The widths of the columns: each as its widest cell; if that is too much, the widest shrinks first."""
    widths = [max(pair) for pair in zip(widest, least, strict=True)]
    while sum(widths) > room and widths != least:
        place = max(range(len(widths)), key=lambda each: (widths[each] > least[each], widths[each]))
        widths[place] -= 1
    return widths


def _longest_word(cells: Sequence[str]) -> int:
    return max(len(word) for cell in cells for word in (*cell.split(), ""))


def _wrapped(cell: str, width: int, lang: str) -> list[str]:
    """The lines of a cell; none begins with a sign that belongs to the word before it."""
    bound = typeset(cell, lang).replace("\u202f", "\u00a0")
    return [line.replace("\u00a0", " ") for line in wrap(bound, width)]

"""The score sheet as a PDF: A4 portrait, laid out like the federation's form, to be signed on paper."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import NamedTuple

from carrom.i18n import language, t, typeset
from carrom.printing.lines import isolated, printable, without_directions
from carrom.printing.paper import HEIGHT, WIDTH, Lettering, Paper
from carrom.umpiring.sheet import Sheet, sheet_words
from carrom.umpiring.sheet.model import map_texts
from carrom.umpiring.view.types import SheetPart

MARGIN = 36.0
ROOM = WIDTH - 2 * MARGIN
BOTTOM = HEIGHT - 50.0
PAD = 3.0
GREY = 0.4
LIGHT = 0.75
SHADE = 0.92
LEADING = 11.0
LEADING_OF_HEAD = 8.5
SMALLEST = 5.0
NEVER = datetime(2000, 1, 1, tzinfo=UTC)

# Columns as shares of the page's width; a star is set in the middle.
COLUMNS = {
    "players": "5 24 24 12 10",
    "game": "30* 92 34* 38* 34* 34* 34* 34* 34* 34* 34* 34* 57",
    "fouls": "9 8 25 36 22",
    "improper": "9 8 48 35",
    "dues": "9 8 36 29 18*",
    "changes": "8 8 8 18 26 26 16",
    "strikers": "9 8 48 35",
    "seats": "9 8 48 35",
    "remarks": "8 8 84",
    "protests": "13 23 9 9 24 10 16",
}


TITLE = Lettering(18, bold=True)
PART = Lettering(11, bold=True)
LABEL = Lettering(7, grey=GREY)
VALUE = Lettering(10)
RESULT_LABEL = Lettering(9, grey=GREY)
RESULT = Lettering(11, bold=True)
HEAD = Lettering(7, bold=True)
CELL = Lettering(9)
CLOSE = Lettering(9.5, bold=True)
SMALL = Lettering(8, grey=GREY)

Cells = list[list[str]]


class Column(NamedTuple):
    x: float
    wide: float
    middle: bool


class Head(NamedTuple):
    """The columns of a table, their names and how high the names are."""

    columns: list[Column]
    cells: Cells
    lettering: Lettering
    high: float


TYPED = (
    *("event", "number", "round", "place", "umpire", "first", "second", "name", "club", "breaker", "player"),
    *("reason", "text", "facts", "computers", "equipment", "pace", "replay_of"),
)
"""The fields of a sheet that somebody typed: they must not turn the sentences they stand in."""


def sheet_pdf(sheet: Sheet, lang: str) -> bytes:
    """The sheet as a PDF file. Raises `Unprintable` if no font on this machine has the letters of a name."""
    right_to_left = language(lang).direction == "rtl"

    def isolate(field: str, text: str) -> str:
        return isolated(text, right_to_left) if field in TYPED else text

    isolated_sheet: Sheet = map_texts(sheet, isolate)
    words = sheet_words(isolated_sheet, lang)
    played = sheet.ended or sheet.began
    at = NEVER if played is None else datetime.fromisoformat(played)
    title = without_directions(printable(f"{words.title}: {words.names}"))
    with Paper(title, lang, right_to_left, at) as paper:
        printer = SheetPrinter(paper, lang)
        printer.heading(words.title)
        kinds = {"match": printer.fields, "result": printer.result}
        for part in words.parts:
            kinds.get(part.key, printer.table)(part)
        printer.signatures(words.sign, words.signatures)
        about = (isolated_sheet.event, isolated_sheet.number, words.names)
        printer.page_footers(" · ".join(filter(None, about)))
        return paper.bytes()


class SheetPrinter:
    """Prints a sheet from top to bottom; `y` is where the next thing goes."""

    def __init__(self, paper: Paper, lang: str) -> None:
        self.paper = paper
        self.lang = lang
        self.y = MARGIN

    def ensure_room(self, high: float) -> None:
        """Begin a new page if this one has less room than `high`."""
        if self.y + high > BOTTOM and self.y > MARGIN:
            self.new_page()

    def new_page(self) -> None:
        self.paper.pdf.add_page()
        self.y = MARGIN

    def heading(self, title: str) -> None:
        with self.paper.tagged("H1"):
            self.paper.text(MARGIN, self.y + 16, title, TITLE)
        self.y += 24
        self.paper.rule(MARGIN, self.y, ROOM, thick=1.2)
        self.y += 6

    def fields(self, part: SheetPart) -> None:
        """Labels with their values, two side by side, each on a line to write on."""
        half = (ROOM - 14) / 2
        for first in range(0, len(part.rows), 2):
            pair = [(label, self.lines(value, VALUE, half)) for label, value in part.rows[first : first + 2]]
            high = 13 + 12 * max(len(lines) for _, lines in pair)
            self.ensure_room(high)
            for place, (label, lines) in enumerate(pair):
                x = MARGIN + place * (half + 14)
                with self.paper.tagged("P"):
                    self.paper.text(x, self.y + 8, label[:1].upper() + label[1:], LABEL)
                    for number, line in enumerate(lines):
                        self.paper.text(x, self.y + 19 + 12 * number, line, VALUE)
                self.paper.rule(x, self.y + high - 2, half, LIGHT)
            self.y += high

    def result(self, part: SheetPart) -> None:
        lines = self.lines(part.close, RESULT, ROOM - 2 * PAD - 70)
        high = 8 + 14 * len(lines)
        self.ensure_room(high + 8)
        self.y += 8
        self.paper.box(MARGIN, self.y, ROOM, high, SHADE)
        with self.paper.tagged("P"):
            self.paper.text(MARGIN + 6, self.y + 14, part.title, RESULT_LABEL)
            for number, line in enumerate(lines):
                self.paper.text(MARGIN + 70, self.y + 14 + 14 * number, line, RESULT)
        self.y += high

    def table(self, part: SheetPart) -> None:
        """A table with its title, on a new page if its first row does not fit, or a game as a whole."""
        head = self.head_of(part)
        rows = [self.cells(row, head.columns, CELL) for row in part.rows]
        heights = [_high(cells, LEADING) for cells in rows]
        top, close = 26 + head.high, 16 if part.close else 0
        whole = top + sum(heights) + close
        whole_fits = part.key == "game" and whole < BOTTOM - MARGIN
        self.ensure_room(whole if whole_fits else top + sum(heights[:1]) + close)
        self.y += 22
        with self.paper.tagged("H2"):
            self.paper.text(MARGIN, self.y - 6, part.title, PART)
        if rows:
            self.head(head, self.paper.tagged("P"))
            for cells in rows:
                self.row(cells, head)
        if part.close:
            self.close(part)

    def head_of(self, part: SheetPart) -> Head:
        """The names of the columns, small enough for the longest word."""
        columns, share = _columns(COLUMNS[part.key]), 1.0
        for name, column in zip(part.head, columns, strict=True):
            widest = max(self.paper.width(printable(word), HEAD) for word in name.split())
            share = min(share, 0.99 * (column.wide - 2 * PAD) / widest)
        lettering = HEAD._replace(size=max(HEAD.size * share, SMALLEST))
        cells = self.cells(part.head, columns, lettering)
        return Head(columns, cells, lettering, _high(cells, LEADING_OF_HEAD))

    def head(self, head: Head, marked: AbstractContextManager[None]) -> None:
        self.paper.box(MARGIN, self.y, ROOM, head.high, SHADE)
        self.line()
        with marked:
            self.set(head.cells, head.columns, head.lettering, LEADING_OF_HEAD)
        self.y += head.high
        self.line()

    def row(self, cells: Cells, head: Head) -> None:
        """A row. If it does not fit it goes on a new page; one higher than a page is split."""
        while True:
            high = _high(cells, LEADING)
            if self.y + high <= BOTTOM:
                break
            fits = int((BOTTOM - self.y - 2 * PAD) // LEADING)
            if high > BOTTOM - MARGIN - head.high and fits >= 1:
                with self.paper.tagged("P"):
                    self.set([lines[:fits] for lines in cells], head.columns, CELL, LEADING)
                cells = [lines[fits:] for lines in cells]
            self.new_page()
            self.head(head, self.paper.artifact())
        with self.paper.tagged("P"):
            self.set(cells, head.columns, CELL, LEADING)
        self.y += high
        self.line(LIGHT)

    def set(self, cells: Cells, columns: list[Column], lettering: Lettering, leading: float) -> None:
        for lines, column in zip(cells, columns, strict=True):
            for number, line in enumerate(lines):
                spare = column.wide - 2 * PAD - self.paper.width(line, lettering)
                x = column.x + PAD + (spare / 2 if column.middle else 0)
                self.paper.text(x, self.y + PAD + leading * (number + 0.8), line, lettering)

    def line(self, grey: float = GREY) -> None:
        self.paper.rule(MARGIN, self.y, ROOM, grey)

    def close(self, part: SheetPart) -> None:
        for line in self.lines(part.close, CLOSE, ROOM):
            self.ensure_room(14)
            self.y += 13
            with self.paper.tagged("P"):
                self.paper.text(MARGIN + PAD, self.y, line, CLOSE)
        self.y += 3

    def signatures(self, title: str, who: Sequence[str]) -> None:
        """Lines to sign on, all on one page."""
        half, high = (ROOM - 24) / 2, 58.0
        self.ensure_room(26 + high * ((len(who) + 1) // 2))
        self.y += 26
        with self.paper.tagged("H2"):
            self.paper.text(MARGIN, self.y - 8, title, PART)
        for number, name in enumerate(who):
            x = MARGIN + (number % 2) * (half + 24)
            below = self.y + high * (number // 2) + 34
            self.paper.rule(x, below, half)
            with self.paper.tagged("P"):
                self.paper.text(x, below + 10, self.paper.shortened(name, SMALL, half), SMALL)
        self.y += high * ((len(who) + 1) // 2)

    def page_footers(self, left: str) -> None:
        """Print the footer of every page: `left`, shortened to fit, and the number of the page.

        It comes last, when the number of pages is known.
        """
        pages = self.paper.pdf.pages_count
        for number in range(1, pages + 1):
            right = t("sheet.page", self.lang, number=str(number), pages=str(pages))
            room = self.paper.width(right, SMALL)
            self.paper.go_to_page(number)
            with self.paper.artifact():
                self.paper.text(
                    MARGIN, HEIGHT - 28, self.paper.shortened(left, SMALL, ROOM - room - 20), SMALL
                )
                self.paper.text(MARGIN + ROOM - room, HEIGHT - 28, right, SMALL)

    def cells(self, row: Sequence[str], columns: list[Column], lettering: Lettering) -> Cells:
        return [
            self.lines(text, lettering, column.wide - 2 * PAD)
            for text, column in zip(row, columns, strict=True)
        ]

    def lines(self, text: str, lettering: Lettering, room: float) -> list[str]:
        return self.paper.wrapped(typeset(text, self.lang), lettering, room)


def _columns(shares: str) -> list[Column]:
    """Columns that share the whole width of the page."""
    parts = [(float(share.rstrip("*")), share.endswith("*")) for share in shares.split()]
    whole, x, columns = sum(share for share, _ in parts), MARGIN, []
    for share, middle in parts:
        columns.append(Column(x, ROOM * share / whole, middle))
        x += columns[-1].wide
    return columns


def _high(cells: Cells, leading: float) -> float:
    return 2 * PAD + leading * max((len(lines) for lines in cells), default=1)

"""The score sheet as a PDF: A4 upright, the form of the federation, to be signed on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.i18n import t
from carrom.printing.fonts import BOLD, REGULAR, Font, printable, shortened, width, wrapped
from carrom.printing.paper import HEIGHT, WIDTH, Paper
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.text import SheetPart
from carrom.umpiring.sheet.words import text_of

MARGIN = 36.0
ROOM = WIDTH - 2 * MARGIN
BOTTOM = HEIGHT - 50.0
PAD = 3.0
GREY = 0.4
LIGHT = 0.75
SHADE = 0.92

# Columns as shares of the page's width; a star is set in the middle.
COLUMNS = {
    "players": "5 24 24 12 10",
    "game": "30* 92 34* 38* 34* 34* 34* 34* 34* 34* 34* 34* 57",
    "fouls": "9 8 25 36 22",
    "improper": "9 8 48 35",
    "dues": "9 8 36 29 18*",
    "changes": "8 8 8 14 27 27 18",
    "strikers": "9 8 48 35",
    "remarks": "8 8 84",
    "protests": "13 23 9 9 24 10 16",
}


@dataclass(frozen=True, slots=True)
class Column:
    x: float
    wide: float
    middle: bool


def pdf_of(sheet: Sheet, lang: str) -> bytes:
    """The sheet as a file; refused if a name holds letters that the PDF does not have."""
    for player in sheet.players:
        printable(player.name)
    said = text_of(sheet, lang)
    paper = Paper(f"{said.title}: {said.names}", lang)
    printed = Printed(paper)
    printed.heading(said.title)
    for part in said.parts:
        printed.part(part)
    printed.signatures(said.sign, said.signatures)
    left = " · ".join(text for text in (sheet.event, sheet.number, said.names) if text)
    for number in range(len(paper.pages)):
        right = t("sheet.page", lang, number=str(number + 1), pages=str(len(paper.pages)))
        printed.foot(number, left, right)
    return paper.bytes()


class Printed:
    """A sheet being printed from top to bottom; `y` is where the next thing goes."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.y = MARGIN

    def need(self, high: float) -> None:
        """A new page, if there is not so much room left on this one."""
        if self.y + high > BOTTOM and self.y > MARGIN:
            self.paper.turn()
            self.y = MARGIN

    def heading(self, title: str) -> None:
        self.paper.text(MARGIN, self.y + 16, title, 18, BOLD)
        self.y += 24
        self.paper.rule(MARGIN, self.y, MARGIN + ROOM, self.y, thick=1.2)
        self.y += 6

    def part(self, part: SheetPart) -> None:
        if part.key == "match":
            self.fields(part.rows)
        elif part.key == "result":
            self.result(part)
        else:
            self.table(part)

    def fields(self, rows: Sequence[tuple[str, ...]]) -> None:
        """Labels with their values, two beside each other, each on a line to write on."""
        half = (ROOM - 14) / 2
        for first in range(0, len(rows), 2):
            pair = [(label, _lines(value, REGULAR, 10, half)) for label, value in rows[first : first + 2]]
            high = 13 + 12 * max(len(lines) for _, lines in pair)
            self.need(high)
            for place, (label, lines) in enumerate(pair):
                x = MARGIN + place * (half + 14)
                self.paper.text(x, self.y + 8, _upper(label), 7, REGULAR, GREY)
                for number, line in enumerate(lines):
                    self.paper.text(x, self.y + 19 + 12 * number, line, 10)
                self.paper.rule(x, self.y + high - 2, x + half, self.y + high - 2, LIGHT)
            self.y += high

    def result(self, part: SheetPart) -> None:
        lines = _lines(part.close, BOLD, 11, ROOM - 2 * PAD - 70)
        high = 8 + 14 * len(lines)
        self.need(high + 8)
        self.y += 8
        self.paper.box(MARGIN, self.y, ROOM, high, SHADE)
        self.paper.text(MARGIN + 6, self.y + 14, part.title, 9, REGULAR, GREY)
        for number, line in enumerate(lines):
            self.paper.text(MARGIN + 70, self.y + 14 + 14 * number, line, 11, BOLD)
        self.y += high

    def table(self, part: SheetPart) -> None:
        """A table with its title; it begins on a new page where not even its first row would fit, a game
        where not all of it would."""
        columns = _columns(COLUMNS[part.key])
        rows = [_cells(row, columns, REGULAR, 9) for row in part.rows]
        head = _cells(part.head, columns, BOLD, 7)
        heights = [_high(cells, 11) for cells in rows]
        top, close = 26 + _high(head, 8.5), 16 if part.close else 0
        whole = top + sum(heights) + close
        whole_fits = part.key == "game" and whole < BOTTOM - MARGIN
        self.need(whole if whole_fits else top + min(sum(heights[:1]), 60) + close)
        self.y += 22
        self.paper.text(MARGIN, self.y - 6, part.title, 11, BOLD)
        if rows:
            self.head(head, columns)
        for cells in rows:
            self.row(cells, columns, head)
        if part.close:
            self.close(part)

    def head(self, head: list[list[str]], columns: list[Column]) -> None:
        high = _high(head, 8.5)
        self.paper.box(MARGIN, self.y, ROOM, high, SHADE)
        self.line()
        self.set(head, columns, 7, 8.5, BOLD)
        self.y += high
        self.line()

    def row(self, cells: list[list[str]], columns: list[Column], head: list[list[str]]) -> None:
        """A row; where it does not fit the page is turned, and one higher than a page is parted."""
        while True:
            high = _high(cells, 11)
            if self.y + high <= BOTTOM:
                break
            fits = int((BOTTOM - self.y - 2 * PAD) // 11)
            if high <= BOTTOM - MARGIN - _high(head, 8.5) or fits < 1:
                self.turn(head, columns)
                continue
            self.set([lines[:fits] for lines in cells], columns, 9, 11, REGULAR)
            cells = [lines[fits:] for lines in cells]
            self.turn(head, columns)
        self.set(cells, columns, 9, 11, REGULAR)
        self.y += high
        self.line(LIGHT)

    def turn(self, head: list[list[str]], columns: list[Column]) -> None:
        """A new page in a table: its columns are named again."""
        self.paper.turn()
        self.y = MARGIN
        self.head(head, columns)

    def set(
        self, cells: list[list[str]], columns: list[Column], size: float, leading: float, font: Font
    ) -> None:
        for lines, column in zip(cells, columns, strict=True):
            for number, line in enumerate(lines):
                spare = column.wide - 2 * PAD - width(line, font, size)
                x = column.x + PAD + (spare / 2 if column.middle else 0)
                self.paper.text(x, self.y + PAD + leading * (number + 0.8), line, size, font)

    def line(self, grey: float = GREY) -> None:
        self.paper.rule(MARGIN, self.y, MARGIN + ROOM, self.y, grey)

    def close(self, part: SheetPart) -> None:
        for line in _lines(part.close, BOLD, 9.5, ROOM):
            self.need(14)
            self.y += 13
            self.paper.text(MARGIN + PAD, self.y, line, 9.5, BOLD)
        self.y += 3

    def signatures(self, title: str, who: Sequence[str]) -> None:
        """Lines to sign on, together on one page."""
        half, high = (ROOM - 24) / 2, 58.0
        self.need(26 + high * ((len(who) + 1) // 2))
        self.y += 26
        self.paper.text(MARGIN, self.y - 8, title, 11, BOLD)
        for number, name in enumerate(who):
            x = MARGIN + (number % 2) * (half + 24)
            below = self.y + high * (number // 2) + 34
            self.paper.rule(x, below, x + half, below)
            self.paper.text(x, below + 10, shortened(printable(name), REGULAR, 8, half), 8, REGULAR, GREY)
        self.y += high * ((len(who) + 1) // 2)

    def foot(self, page: int, left: str, right: str) -> None:
        room = width(right, REGULAR, 8)
        short = shortened(printable(left), REGULAR, 8, ROOM - room - 20)
        self.paper.text(MARGIN, HEIGHT - 28, short, 8, REGULAR, GREY, page)
        self.paper.text(MARGIN + ROOM - room, HEIGHT - 28, right, 8, REGULAR, GREY, page)


def _columns(shares: str) -> list[Column]:
    """Columns over the whole width of the page."""
    parts = [(float(share.rstrip("*")), share.endswith("*")) for share in shares.split()]
    whole, x, columns = sum(share for share, _ in parts), MARGIN, []
    for share, middle in parts:
        columns.append(Column(x, ROOM * share / whole, middle))
        x += columns[-1].wide
    return columns


def _cells(row: Sequence[str], columns: list[Column], font: Font, size: float) -> list[list[str]]:
    return [
        _lines(text, font, size, column.wide - 2 * PAD) for text, column in zip(row, columns, strict=True)
    ]


def _lines(text: str, font: Font, size: float, room: float) -> list[str]:
    return wrapped(printable(text), font, size, room)


def _high(cells: list[list[str]], leading: float) -> float:
    return 2 * PAD + leading * max((len(lines) for lines in cells), default=1)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]

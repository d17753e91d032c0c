"""The board in characters, for a terminal, with rulers to aim and place by.

A character cell counts as twice as high as wide. A coin whose cell is taken goes to the nearest free one,
which can only happen below 52 columns of surface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from math import cos, hypot, inf, pi, sin
from typing import NamedTuple

from carrom.drawing.view import check_sizes
from carrom.equipment import STANDARD, Board, Equipment
from carrom.errors import EquipmentError
from carrom.physics.trace import STRIKER, Kind, Trace
from carrom.stroke import Layout
from carrom.surface import Point, base_lines, pockets, seen_from
from carrom.words import Seat

WIDTH = 63
LEAST = 31
LEGIBLE = 59  # with rulers: every coin has a cell of its own
TRACK_STEPS = 120  # points along each segment of a way
RULER = 4  # columns the ruler on the left takes

Paint = Callable[[str, str], str]
"""Gives a run of characters its looks, by what they stand for: one of ROLES."""

ROLES = ("frame", "surface", "print", "red", "pocket", "track", "white", "black", "queen", "striker", "ruler")

_GLYPHS = {
    "surface": (" ", " "),
    "across": ("─", "-"),
    "along": ("│", "|"),
    "corners": ("╭╮╰╯", "++++"),
    "base line": ("┄", "-"),
    "base line along": ("┆", ":"),
    "red": ("∘", "+"),
    "print": ("·", "."),
    "pocket": ("▒", "#"),
    "track": ("∙", "*"),
    "white": ("○", "w"),
    "black": ("●", "b"),
    "queen": ("◆", "Q"),
    "striker": ("◉", "S"),
}
UNICODE, ASCII = ({name: glyphs[which] for name, glyphs in _GLYPHS.items()} for which in (0, 1))


class Cell(NamedTuple):
    glyph: str
    role: str


def board_text(
    layout: Layout,
    width: int = WIDTH,
    seat: Seat = Seat.SOUTH,
    *,
    equipment: Equipment = STANDARD,
    striker: Point | None = None,
    track: Iterable[Point] = (),
    rulers: bool = False,
    plain: bool = False,
    paint: Paint | None = None,
) -> str:
    """The board as one seat sees it, at most `width` columns wide.

    `striker` is its place and `track` a way over the board, both in metres on the board's own axes. `rulers`
    are in centimetres from the middle, as the seat sees it. `plain` keeps to ASCII; `paint` adds colours.

    >>> print(board_text(Layout.parse("w 0.1,0.1; q 0.0,0.0"), 31, plain=True))
    +-----------------------------+
    |##                         ##|
    |                             |
    |     +-----------------+     |
    |   + +                 + +   |
    |   : :                 : :   |
    |   : :      ..... w    : :   |
    |   : :     ..   ..     : :   |
    |   : :     .  Q  .     : :   |
    |   : :     ..   ..     : :   |
    |   : :      .....      : :   |
    |   : :                 : :   |
    |   + +                 + +   |
    |     +-----------------+     |
    |                             |
    |##                         ##|
    +-----------------------------+
    """
    check_sizes(equipment)
    grid = _Grid(equipment.board, width - 2 - (RULER if rulers else 0), seat, ASCII if plain else UNICODE)
    _draw_print(grid, equipment.board)
    for point in track:
        grid.mark(point, "track")
    for placed in layout.coins:
        grid.put(placed.point, placed.coin.value)
    if striker is not None:
        grid.put(striker, "striker")
    return "\n".join(_painted(row, paint) for row in _framed(grid, rulers))


def legend(plain: bool = False) -> dict[str, str]:
    """The glyph of each piece, to print as a legend."""
    glyphs = ASCII if plain else UNICODE
    return {piece: glyphs[piece] for piece in ("white", "black", "queen", "striker")}


def width_for(columns: int, rows: int) -> int:
    """The widest board with rulers that fits; with few rows it is too high rather than illegible."""
    high = rows - 3  # two of frame, one of ruler
    return max(LEAST, min(columns, max(LEGIBLE, 2 * high - 1 + 2 + RULER)))


def track_of(trace: Trace) -> tuple[Point, ...]:
    """The way of the striker up to its second contact with the frame, and of everything that fell."""
    frames = [event.time for event in trace.events if event.piece == STRIKER and event.kind is Kind.FRAME]
    until = frames[1] if len(frames) > 1 else trace.duration
    fallen = {fall.piece: fall.time for fall in trace.falls}
    ends = {**fallen, STRIKER: min(until, fallen.get(STRIKER, until))}
    return tuple(point for piece, end in ends.items() for point in way_of(trace, piece, end))


def way_to_first_coin(trace: Trace) -> tuple[Point, ...]:
    """The way of the striker until it meets a coin, falls or comes to rest."""
    ends = (Kind.PIECES, Kind.FELL)
    met = (event.time for event in trace.events if event.piece == STRIKER and event.kind in ends)
    return way_of(trace, STRIKER, next(met, trace.duration))


def way_of(trace: Trace, piece: int, until: float) -> tuple[Point, ...]:
    """Points along a piece's way up to a time, so close that no cell is skipped."""
    flight = trace.flights[piece]
    ends = [*(min(segment.time, until) for segment in flight[1:]), until]
    return tuple(
        segment.at(segment.time + (end - segment.time) * step / TRACK_STEPS)
        for segment, end in zip(flight, ends, strict=False)
        if segment.time < until
        for step in range(TRACK_STEPS)
    )


class _Grid:
    """The cells of the surface: an odd number each way, so that the centre has one of its own."""

    def __init__(self, board: Board, columns: int, seat: Seat, glyphs: dict[str, str]) -> None:
        if columns < LEAST - 2 - RULER:
            raise EquipmentError("refused.picture.columns", columns=columns, least=LEAST)
        self.rows = (columns + 1) // 2 - (1 - (columns + 1) // 2 % 2)
        self.columns = 2 * self.rows - 1
        self.seat = seat
        self.glyphs = glyphs
        self._surface = board.surface
        self._taken: set[tuple[int, int]] = set()
        empty = Cell(glyphs["surface"], "surface")
        self.cells = [[empty] * self.columns for _ in range(self.rows)]

    def cell_of(self, point: Point) -> tuple[int, int]:
        """Row and column of a point on the board's own axes."""
        x, y = seen_from(self.seat, point)
        return self.row_of(y), self.column_of(x)

    def column_of(self, x: float) -> int:
        return _cell(x / self._surface, self.columns)

    def row_of(self, y: float) -> int:
        return self.rows - 1 - _cell(y / self._surface, self.rows)

    def centre(self, row: int, column: int) -> Point:
        """The middle of a cell as the seat sees it."""
        x = ((column + 0.5) / self.columns - 0.5) * self._surface
        return x, (0.5 - (row + 0.5) / self.rows) * self._surface

    def set(self, row: int, column: int, glyph: str, role: str) -> None:
        self.cells[row][column] = Cell(self.glyphs[glyph], role)

    def mark(self, point: Point, role: str) -> None:
        row, column = self.cell_of(point)
        if self.cells[row][column].role != "pocket":
            self.set(row, column, role, role)

    def put(self, point: Point, piece: str) -> None:
        """A piece in its cell, or in the nearest where no piece lies."""
        row, column = self.cell_of(point)
        if (row, column) in self._taken:
            x, y = seen_from(self.seat, point)
            free = (
                (hypot(cx - x, cy - y), near, beside)
                for near in range(max(0, row - 2), min(self.rows, row + 3))
                for beside in range(max(0, column - 3), min(self.columns, column + 4))
                if (near, beside) not in self._taken
                for cx, cy in (self.centre(near, beside),)
            )
            _, row, column = min(free, default=(inf, row, column))
        self._taken.add((row, column))
        self.set(row, column, piece, piece)


def _cell(share: float, cells: int) -> int:
    """Which of so many cells holds a place, given as a share of the surface from its middle."""
    return min(max(round(share * cells) + cells // 2, 0), cells - 1)


def _draw_print(grid: _Grid, board: Board) -> None:
    """Circle, base lines and pockets; the arrows are left out, there is no room for them."""
    radius = board.inner_circle_diameter / 2.0
    for step in range(8 * grid.columns):
        angle = 2.0 * pi * step / (8 * grid.columns)
        grid.mark((radius * cos(angle), radius * sin(angle)), "print")
    for seat in Seat:
        for start, end in base_lines(seat, board):
            _draw_line(grid, start, end)
            for base_circle in (start, end):
                grid.set(*grid.cell_of(base_circle), "red", "red")
    hole = board.pocket_diameter / 2.0
    for pocket in pockets(board):
        x, y = seen_from(grid.seat, pocket)
        grid.set(*grid.cell_of(pocket), "pocket", "pocket")
        for row in range(grid.rows):
            for column in range(grid.columns):
                across, up = grid.centre(row, column)
                if hypot(across - x, up - y) < hole:
                    grid.set(row, column, "pocket", "pocket")


def _draw_line(grid: _Grid, start: Point, end: Point) -> None:
    (top, left), (bottom, right) = sorted((grid.cell_of(start), grid.cell_of(end)))
    if top == bottom:
        for column in range(min(left, right), max(left, right) + 1):
            grid.set(top, column, "base line", "print")
    else:
        for row in range(top, bottom + 1):
            grid.set(row, left, "base line along", "print")


def _framed(grid: _Grid, rulers: bool) -> Iterable[list[Cell]]:
    glyphs = grid.glyphs
    corners = glyphs["corners"]
    side, margin = Cell(glyphs["along"], "frame"), [Cell(" ", "ruler")] * RULER if rulers else []

    def edge(left: str, right: str) -> list[Cell]:
        return [*margin, *(Cell(each, "frame") for each in (left, *glyphs["across"] * grid.columns, right))]

    labels = _labels(grid.row_of)
    yield edge(corners[0], corners[1])
    for number, row in enumerate(grid.cells):
        ruler = [Cell(each, "ruler") for each in f"{labels.get(number, ''):>{RULER - 1}} "] if rulers else []
        yield [*ruler, side, *row, side]
    yield edge(corners[2], corners[3])
    if rulers:
        yield [Cell(each, "ruler") for each in _ruler(grid)]


def _labels(cell: Callable[[float], int]) -> dict[int, str]:
    """Centimetres to write beside a cell."""
    return {cell(centimetres / 100.0): f"{centimetres:d}" for centimetres in range(-30, 31, 10)}


def _ruler(grid: _Grid) -> str:
    """Numbers every ten centimetres, each with its middle under its place, and ticks between them."""
    line = [" "] * (grid.columns + 2)
    for centimetres in range(-35, 36, 10):
        line[grid.column_of(centimetres / 100.0) + 1] = "'"
    for column, label in _labels(grid.column_of).items():
        # A minus sign is not counted when the number is centred.
        start = column + 1 - len(label.lstrip("-")) // 2 - label.count("-")
        line[start : start + len(label)] = label
    return (" " * RULER + "".join(line)).rstrip()


def _painted(row: list[Cell], paint: Paint | None) -> str:
    if paint is None:
        return "".join(cell.glyph for cell in row).rstrip()
    runs = groupby(row, key=lambda cell: cell.role)
    return "".join(paint("".join(cell.glyph for cell in run), role) for role, run in runs)

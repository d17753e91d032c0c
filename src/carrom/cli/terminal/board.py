"""The board on a terminal: as large as it fits, and in colour where colours show."""

import shutil
import sys
from collections.abc import Iterable

import click

from carrom.cli.output import has_colours, on_terminal, phrase
from carrom.drawing import text
from carrom.drawing.text import UNICODE, WIDTH, board_text, width_for
from carrom.equipment import Equipment
from carrom.stroke import Layout
from carrom.surface import Point
from carrom.words import Seat

ROWS_BELOW = 9
"""Rows that are left for words and the prompt."""

# Of the 256 colours that every terminal knows: maple, print, ivory, ebony and red.
_WOOD, _FRAME = 180, 94
_STYLES: dict[str, tuple[int, int, bool]] = {
    "frame": (223, _FRAME, False),
    "surface": (_WOOD, _WOOD, False),
    "print": (137, _WOOD, False),
    "red": (124, _WOOD, False),
    "pocket": (16, 16, False),
    "track": (25, _WOOD, False),
    "white": (231, _WOOD, True),
    "black": (16, _WOOD, True),
    "queen": (160, _WOOD, True),
    "striker": (25, _WOOD, True),
}


def board_picture(
    layout: Layout,
    seat: Seat,
    equipment: Equipment,
    *,
    striker: Point | None = None,
    track: Iterable[Point] = (),
    plain: bool = False,
) -> str:
    """The board with its rulers, ready to be printed."""
    size = shutil.get_terminal_size()
    return board_text(
        layout,
        width_for(size.columns, size.lines - ROWS_BELOW) if on_terminal() else WIDTH,
        seat,
        equipment=equipment,
        striker=striker,
        track=track,
        rulers=True,
        plain=plain or _only_ascii(),
        paint=_paint if has_colours() else None,
    )


def board_legend(plain: bool = False) -> str:
    """Which sign stands for which piece."""
    signs = text.legend(plain or _only_ascii())
    shown = {piece: _paint(f" {sign} ", piece) if has_colours() else sign for piece, sign in signs.items()}
    return "  ".join(f"{sign} {phrase(f'play.legend.{piece}')}" for piece, sign in shown.items())


def _only_ascii() -> bool:
    """Whether this output cannot write the board's own characters."""
    try:
        "".join(UNICODE.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def _paint(run: str, role: str) -> str:
    if role not in _STYLES:
        return click.style(run, dim=True)
    ink, wood, strong = _STYLES[role]
    if role == "white":
        # Without colours a white coin is a ring; in colour it is a white disc.
        run = run.replace(UNICODE["white"], UNICODE["black"])
    return click.style(run, fg=ink, bg=wood, bold=strong)

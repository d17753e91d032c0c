"""The board on a terminal: as large as it fits, and in colour where colours show."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

import click

from carrom.cli.output import on_terminal
from carrom.drawing import text
from carrom.drawing.text import UNICODE, WIDTH, board_text, width_for
from carrom.equipment import Equipment
from carrom.i18n import t
from carrom.stroke import Layout
from carrom.surface import Point
from carrom.words import Seat

BELOW = 9
"""Rows that are left for words and the prompt."""

# Of the 256 colours that every terminal knows: maple, print, ivory, ebony and red.
_WOOD, _FRAME = 180, 94
_LOOKS: dict[str, tuple[int, int, bool]] = {
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


def painted_board(
    layout: Layout,
    seat: Seat,
    equipment: Equipment,
    *,
    striker: Point | None = None,
    track: Iterable[Point] = (),
    plain: bool = False,
) -> str:
    """The board with its rulers, ready to be printed here."""
    size = shutil.get_terminal_size()
    return board_text(
        layout,
        width_for(size.columns, size.lines - BELOW) if on_terminal() else WIDTH,
        seat,
        equipment=equipment,
        striker=striker,
        track=track,
        rulers=True,
        plain=plain or only_ascii(),
        paint=_paint if colours() else None,
    )


def only_ascii() -> bool:
    """Whether this output cannot write the board's own characters."""
    try:
        "".join(UNICODE.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def colours() -> bool:
    return on_terminal() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def bold(words: str) -> str:
    return click.style(words, bold=True) if colours() else words


def legend(lang: str, plain: bool = False) -> str:
    """Which sign stands for which piece."""
    signs = text.legend(plain or only_ascii())
    shown = {piece: _paint(f" {sign} ", piece) if colours() else sign for piece, sign in signs.items()}
    return "  ".join(f"{sign} {t(f'play.legend.{piece}', lang)}" for piece, sign in shown.items())


def _paint(run: str, role: str) -> str:
    if role not in _LOOKS:
        return click.style(run, dim=True)
    ink, wood, strong = _LOOKS[role]
    if role == "white":
        # A ring is how white is printed on paper; in colour a white coin is a white disc.
        run = run.replace(UNICODE["white"], UNICODE["black"])
    return click.style(run, fg=ink, bg=wood, bold=strong)

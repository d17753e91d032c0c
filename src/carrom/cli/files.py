"""A layout as a command takes it: a word, a line, or a file that holds a line."""

from __future__ import annotations

import re
from math import radians
from pathlib import Path

from carrom.cli.output import read_text
from carrom.cli.usage import WrongUse
from carrom.equipment import Equipment
from carrom.errors import CarromError, NotationError
from carrom.stroke import Layout
from carrom.words import Seat

WORDS = ("rosette", "empty")

_LINE = re.compile(r"\s*[wbqWBQ]\s+\S")
"""How a layout line begins: a letter and a place. The name of a file hardly ever does."""


def is_layout(text: str) -> bool:
    """Whether this is a layout itself, not the name of a file."""
    return text.lower() in WORDS or _LINE.match(text) is not None


def layout_of(text: str, table: Equipment, turned: float | None) -> Layout:
    """A layout from its text; only the rosette can be turned, in degrees."""
    if text.lower() == "rosette":
        return Layout.rosette(table, radians(turned or 0.0))
    if turned is not None:
        raise WrongUse("refused.layout.not-turned")
    if text.startswith("{"):
        raise NotationError("refused.layout.trace")
    return Layout.parse(text.lower() if text.lower() in WORDS else text, table)


def read_layout(what: str, table: Equipment, turned: float | None) -> Layout:
    """A layout from the command line: itself, or the file or standard input ('-') that holds it."""
    if is_layout(what):
        return layout_of(what, table, turned)
    if what.split()[:1] and what.split()[0].lower() in {seat.value for seat in Seat}:
        raise NotationError("refused.layout.aim", text=what)
    check_is_file(what)
    text = read_text(what).strip()
    try:
        return layout_of(text, table, turned)
    except CarromError as wrong:
        raise wrong.at(what) from None


def check_is_file(what: str) -> None:
    """Refuse what is neither a layout nor a file, with all that would work."""
    if what != "-" and (not what or not Path(what).exists()):
        raise CarromError("refused.layout.none", text=what)

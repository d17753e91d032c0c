"""A layout as a command takes it: a word, a line, or a file that holds a line."""

from __future__ import annotations

import re
from math import isfinite, radians

import click

from carrom.cli.show import read_text
from carrom.equipment import Equipment
from carrom.errors import CarromError
from carrom.stroke import Layout

_LINE = re.compile(r"\s*[A-Za-z]+\s+[-+]?\.?[0-9]")
"""How a layout line begins: a letter and a number. The name of a file hardly ever does."""


def is_layout(text: str) -> bool:
    """Whether this is a layout itself, not the name of a file."""
    return text in ("rosette", "empty") or _LINE.match(text) is not None


def layout_of(text: str, table: Equipment, turned: float | None) -> Layout:
    """A layout from its text; only the rosette can be turned, in degrees."""
    if turned is not None and not isfinite(turned):
        raise click.UsageError(f"--turned: {turned} is no angle; give degrees, such as 30.")
    if text == "rosette":
        return Layout.rosette(table, radians(turned or 0.0))
    if turned is not None:
        raise click.UsageError("--turned is for the rosette; another layout says itself where its coins lie.")
    return Layout.parse(text, table)


def read_layout(what: str, table: Equipment, turned: float | None) -> Layout:
    """A layout from the command line: itself, or the file or standard input ('-') that holds it."""
    if is_layout(what):
        return layout_of(what, table, turned)
    text = read_text(what).strip()
    try:
        return layout_of(text, table, turned)
    except CarromError as wrong:
        raise CarromError(f"{'standard input' if what == '-' else what}: {wrong}") from None

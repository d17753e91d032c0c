"""What a command says: phrases in its reader's language, tables for a terminal, plain lines for a pipe."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import Any

import click

from carrom.cli.command import NO_BREAK, bind_signs, current_language
from carrom.i18n import Argument, Message, pointed, t

PROGRESS_EVERY = 30.0  # seconds between two lines of progress, where there is no terminal
WIDEST_TEXT = 100  # columns of a running text
_GAP = "  "


def phrase(key: str, /, **arguments: Argument) -> str:
    """A phrase in the language of the command."""
    return t(key, current_language(), **arguments)


def decimal(value: float, digits: int) -> str:
    """A number with this many decimals, and the decimal sign of the command's language."""
    return pointed(f"{value:.{digits}f}", current_language())


def say(text: str | Message = "") -> None:
    """Write to standard output; on a terminal, lines are wrapped."""
    text = text.text(current_language()) if isinstance(text, Message) else text
    width = terminal_width()
    if width is not None:
        text = "\n".join(_wrapped(line, width) for line in text.split("\n"))
    click.echo(text)


def say_phrase(key: str, /, **arguments: Argument) -> None:
    say(phrase(key, **arguments))


def say_json(value: object) -> None:
    # Where a letter cannot be written, JSON has a form in plain letters.
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    click.echo(json.dumps(value, ensure_ascii=plain, indent=1))


def json_fields(source: object, names: str) -> dict[str, Any]:
    """The attributes with these names, parted by spaces, as fields of a JSON object."""
    return {name: getattr(source, name) for name in names.split()}


def warn(text: str) -> None:
    click.echo(text, err=True)


def _wrapped(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    filled = textwrap.fill(bind_signs(line), width, subsequent_indent=f"{indent}  ", break_long_words=False)
    return filled.replace(NO_BREAK, " ")


def text_width() -> int:
    """The width of running text: that of the terminal, but at most `WIDEST_TEXT`."""
    return min(shutil.get_terminal_size().columns, WIDEST_TEXT)


def text_lines(text: str, indent: int) -> list[str]:
    """Wrap a text for a terminal, behind an indent; elsewhere it stays one line, for programs."""
    if not on_terminal():
        return [text]
    return textwrap.wrap(bind_signs(text), text_width() - indent, break_on_hyphens=False)


def say_hanging(label: str, text: str) -> None:
    """Write a label and a text beside it."""
    indent = len(click.unstyle(label))
    first, *rest = text_lines(text, indent)
    say("\n".join((f"{label}{first}", *(f"{'':{indent}}{line}" for line in rest))))


def on_terminal() -> bool:
    return sys.stdout.isatty()


def terminal_width() -> int | None:
    """Columns of the terminal; None if the output is not a terminal."""
    return shutil.get_terminal_size().columns if on_terminal() else None


def has_colours() -> bool:
    return on_terminal() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return click.style(text, bold=True) if has_colours() else text


@contextmanager
def patience(text: str, seconds: float = 1.5) -> Iterator[None]:
    """Tell a person at the terminal what the command waits for, if it takes long."""
    if not sys.stderr.isatty():
        yield
        return
    timer = Timer(seconds, warn, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def progress(what: str, done: int, total: int) -> Iterator[Callable[[], None]]:
    """Show how far a long command is: a bar on a terminal, now and then a line elsewhere.

    Gives a function to call after each step. Both are on standard error.
    """
    if not sys.stderr.isatty():
        yield _progress_lines(done, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(True))
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=300.0) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda: bar.advance(task)


def _progress_lines(first: int, total: int) -> Callable[[], None]:
    done, began = first, monotonic()
    spoke = began

    def step() -> None:
        nonlocal done, spoke
        done += 1
        now = monotonic()
        if now - spoke >= PROGRESS_EVERY:
            spoke = now
            left = duration_text((now - began) / (done - first) * (total - done))
            warn(phrase("progress", done=done, total=total, left=left))

    return step


def duration_text(seconds: float) -> str:
    """
    >>> duration_text(40), duration_text(600), duration_text(9000)
    ('40 s', '10 min', '2.5 h')
    """
    if seconds < 100.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60.0:.0f} min" if seconds < 6000.0 else f"{seconds / 3600.0:.1f} h"


def column_titles(prefix: str, names: str) -> list[str]:
    """The phrases `PREFIX.NAME` of several names."""
    return [phrase(f"{prefix}.{name}") for name in names.split()]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a ruled table on a terminal, tab-separated lines elsewhere."""
    if not on_terminal():
        say("\t".join(columns))
        for row in rows:
            say("\t".join(" ".join(cell.split()) for cell in row))
        return
    # Imported here: most calls print no table, and rich is the slowest import there is.
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    ruled = Table(*columns, box=box.SIMPLE_HEAD)
    for row in rows:
        ruled.add_row(*map(escape, row))
    Console().print(ruled)


def titled_table(prefix: str, names: str, rows: Iterable[Sequence[str]]) -> None:
    """Write a table whose columns are titled by the phrases `PREFIX.NAME` of several names."""
    table(column_titles(prefix, names), rows)


Figures = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Columns and rows of a table whose cells are not wrapped."""


def fits(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table of figures fits the terminal; without a terminal, any does."""
    width = terminal_width()
    return width is None or sum(_widths(columns, rows)) + len(_GAP) * (len(columns) - 1) <= width


def figures(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table of names and figures; only headings are wrapped."""
    if not on_terminal():
        return table(columns, rows)
    click.echo()
    widths = _widths(columns, rows)
    heads = [textwrap.wrap(bind_signs(column), width) for column, width in zip(columns, widths, strict=True)]
    high = max(map(len, heads))
    for line in zip(*([""] * (high - len(head)) + head for head in heads), strict=True):
        click.secho(_aligned(line, widths), bold=True)
    click.echo("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    for row in rows:
        click.echo(_aligned(row, widths))
    return None


def _widths(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column: its widest figure or the longest word of its heading."""
    return [
        max(*(len(row[place]) for row in rows), *map(len, bind_signs(column).split(" ")), 1)
        for place, column in enumerate(columns)
    ]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return _GAP.join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()


def cited(laws: Iterable[str], readings: Iterable[int]) -> str:
    """The paragraphs that decided, and our readings of them."""
    return ", ".join([*laws, *(phrase("ruling.reading", number=str(number)) for number in readings)])

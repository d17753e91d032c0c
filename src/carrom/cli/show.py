"""What the commands share: languages, tables for a terminal and plain lines for a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from carrom.errors import CarromError, NotationError
from carrom.i18n import LANGUAGES

lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="English or French."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON for a program.")


def say(text: str = "") -> None:
    """A line to standard output."""
    click.echo(text)


def say_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def on_terminal() -> bool:
    return sys.stdout.isatty()


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """A ruled table on a terminal; tab-separated lines elsewhere."""
    if not on_terminal():
        if title:
            say(title)
        say("\t".join(columns))
        for row in rows:
            say("\t".join(" ".join(cell.split()) for cell in row))
        return
    # Imported here: most calls print no table, and rich is the slowest import there is.
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    ruled = Table(*columns, title=escape(title) or None, box=box.SIMPLE_HEAD, title_justify="left")
    for row in rows:
        ruled.add_row(*(escape(cell) for cell in row))
    Console().print(ruled)


def read_text(path: str) -> str:
    """A file's text, or standard input for '-'."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{path}: this is not a text file in UTF-8") from None
    except FileNotFoundError:
        raise CarromError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise CarromError(f"{path}: this is a folder, not a file") from None

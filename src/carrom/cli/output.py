"""What the commands share: languages, tables for a terminal and plain lines for a pipe."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from math import isfinite, nan
from pathlib import Path
from threading import Timer

import click

from carrom.cli.usage import NO_BREAK, WrongUse, bound, current_language, name_of
from carrom.errors import CarromError, NotationError, system_message
from carrom.i18n import LANGUAGES, t

lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default=current_language)
json_option = click.option("--json", "as_json", is_flag=True)


def local_time() -> str:
    """The time of day with its zone, as an entry of a record has it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def say(text: str = "") -> None:
    """Text to standard output; on a terminal no line is longer than it is wide."""
    width = terminal_width()
    if width is not None:
        text = "\n".join(_wrapped(line, width) for line in text.split("\n"))
    click.echo(text)


def _wrapped(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    filled = textwrap.fill(bound(line), width, subsequent_indent=f"{indent}  ", break_long_words=False)
    return filled.replace(NO_BREAK, " ")


def say_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


class Number(click.ParamType[float]):
    """A number, with a word for those who write a comma or a unit."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(str(value))
        except ValueError:
            near = str(value).replace(",", ".").rstrip("%°abcdefghijklmnopqrstuvwxyz/ ")
            with suppress(ValueError):
                meant = f"{float(near):g}"
                raise WrongUse(
                    "refused.use.number-but", name=name_of(param), value=str(value), meant=meant
                ) from None
            number = nan
        if not isfinite(number):
            raise WrongUse("refused.use.number", name=name_of(param), value=str(value))
        return number


NUMBER = Number()


def write_whole(path: Path, content: bytes, new_mode: int = 0o666) -> None:
    """The whole file or nothing: written beside its place first, then put there in one step.

    `new_mode` is that of a file that did not exist, before the umask.
    """
    asked = path
    path = path.resolve()  # a link goes on pointing to the file
    if path.exists() and not path.is_file():
        raise CarromError("refused.file.not-plain", path=str(asked))
    if not path.parent.is_dir():
        raise CarromError("refused.file.no-folder", path=str(path.parent))
    mode = path.stat().st_mode & 0o777 if path.exists() else new_mode & ~_umask()
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as wrong:
        raise CarromError("refused.file.not-written", path=str(asked), why=system_message(wrong)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, path)
    except OSError as wrong:
        Path(beside).unlink(missing_ok=True)
        raise CarromError("refused.file.not-written", path=str(asked), why=system_message(wrong)) from None
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


@contextmanager
def patience(text: str, seconds: float = 1.5) -> Iterator[None]:
    """Say to a person at the terminal what is waited for, if it takes longer than a moment."""
    if not sys.stderr.isatty():
        yield
        return
    timer = Timer(seconds, click.echo, (text,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def on_terminal() -> bool:
    return sys.stdout.isatty()


def terminal_width() -> int | None:
    """How wide the terminal is; nothing, where there is none."""
    return shutil.get_terminal_size().columns if on_terminal() else None


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


def fits(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table of figures is no wider than the terminal; lines for a pipe may have any width."""
    width = terminal_width()
    return width is None or sum(_widths(columns, rows)) + len(_GAP) * (len(columns) - 1) <= width


def figures(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table whose cells stay whole: a heading may take several lines, a figure never; names are first."""
    if not on_terminal():
        return table(columns, rows)
    click.echo()
    widths = _widths(columns, rows)
    heads = [textwrap.wrap(bound(column), width) for column, width in zip(columns, widths, strict=True)]
    high = max(map(len, heads))
    for line in zip(*([""] * (high - len(head)) + head for head in heads), strict=True):
        click.secho(_aligned(line, widths), bold=True)
    click.echo("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    for row in rows:
        click.echo(_aligned(row, widths))
    return None


_GAP = "  "


def _widths(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """As wide as the widest figure and the longest word of the heading."""
    return [
        max(*(len(row[place]) for row in rows), *map(len, bound(column).split(" ")), 1)
        for place, column in enumerate(columns)
    ]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return _GAP.join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()


def cited(laws: Iterable[str], readings: Iterable[int], lang: str) -> str:
    """The paragraphs that decided, and our readings of them."""
    said = [*laws, *(t("ruling.reading", lang, number=str(number)) for number in readings)]
    return ", ".join(said)


def read_text(path: str) -> str:
    """A file's text, or standard input for '-'."""
    if path == "-" and sys.stdin is None:
        raise CarromError("refused.file.no-input")
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError("refused.file.not-text").at(path) from None
    except FileNotFoundError:
        raise CarromError("refused.file.none", path=path) from None
    except IsADirectoryError:
        raise CarromError("refused.file.folder", path=path) from None


def ask_line(prompt: str, ahead: str = "") -> str | None:
    """A line as it is typed; nothing at the end of the input. What comes from a pipe is shown too.

    What was typed `ahead`, while others played, stands at the prompt already: the board may have changed.
    """
    if sys.stdin.isatty():
        try:
            return _edited(prompt, ahead).strip()
        except EOFError:
            say()
            return None
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    say(line.rstrip("\n"))
    return line.strip() if line else None


def confirmed(question: str, lang: str) -> bool:
    """Whether a question was answered with yes."""
    return (ask_line(f"{question} ") or "").lower() in t("yes", lang).split()


def _edited(prompt: str, text: str) -> str:
    """A line that begins with a text, to be changed and sent; sent as it is where no line can be edited."""
    readline = sys.modules.get("readline")
    if not text:
        return input(prompt)
    if readline is None:
        say(f"{prompt}{text}")
        return text
    readline.set_startup_hook(lambda: readline.insert_text(text))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook()

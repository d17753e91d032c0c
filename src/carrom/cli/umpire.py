"""carrom umpire: umpiring a real board in the terminal, or with --web on a page for phones.

What is typed here becomes entries of the record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from carrom.cli.help import Command
from carrom.cli.options import quota_option
from carrom.cli.output import ask_line, lang_option, local_time, say
from carrom.cli.terminal.umpire import UmpireTerminal
from carrom.cli.usage import WrongUse, first_given
from carrom.errors import CarromError, ImpossibleCase, NotationError, NotNow
from carrom.i18n import Message, t
from carrom.laws import BOOKS, book_id
from carrom.record import Record, RecordFile
from carrom.umpiring import enter
from carrom.umpiring.requests import Begin

if TYPE_CHECKING:
    from carrom.server.logs import Form

T = TypeVar("T")

FILE = click.Path(path_type=Path)


TYPED_HERE = ("file", "umpire")
ON_THE_PAGE = ("lan", "tables", "port", "data", "origins", "quota", "tls_cert", "tls_key", "log")


@click.command("umpire", cls=Command)
@click.argument("file", type=click.Path(path_type=Path), default=Path("match.carrom"))
@click.option("--event", default="")
@click.option("--umpire", default="")
@click.option("--web", is_flag=True)
@click.option("--lan/--local", default=None)
@click.option("--tables", type=click.IntRange(1, 99), default=1, show_default=True)
@click.option("--port", type=click.IntRange(0, 65535))
@click.option("--data", type=FILE)
@click.option("--tls-cert", type=FILE)
@click.option("--tls-key", type=FILE)
@click.option("--origin", "origins", multiple=True)
@click.option("--log", type=click.Choice(["text", "json"]))
@quota_option
@lang_option
def command(
    file: Path,
    event: str,
    umpire: str,
    web: bool,
    lan: bool | None,
    tables: int,
    port: int | None,
    data: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    origins: tuple[str, ...],
    log: Form | None,
    quota: int | None,
    lang: str,
) -> None:
    """Examples:

    carrom umpire final.carrom
    carrom umpire --web --lan --tables 4
    """
    if not web:
        if option := first_given(*ON_THE_PAGE):
            raise WrongUse("refused.umpire.of-the-page", option=option)
        return _umpire_here(file, event, umpire, lang)
    if option := first_given(*TYPED_HERE):
        raise WrongUse("refused.umpire.typed-here", option=option)
    if (tls_cert is None) != (tls_key is None):
        raise WrongUse("refused.serve.tls")
    from carrom.cli.serving.addresses import public_address
    from carrom.cli.serving.launch import Tls
    from carrom.cli.serving.umpire_page import Wish, umpire_in_browser

    tls = Tls(tls_cert, tls_key) if tls_cert and tls_key else None
    public = tuple(public_address(each) for each in origins)
    return umpire_in_browser(Wish(data, port, tls, public, lan, tables, event, lang, log, quota))


def _umpire_here(file: Path, event: str, umpire: str, lang: str) -> None:
    if sys.stdin.isatty():
        # Arrow keys and a history of lines, where the system has them.
        with suppress(ImportError):
            import readline  # noqa: F401  # importing it is what does it
    terminal = UmpireTerminal(_opened(file, event, umpire, lang), lang)
    terminal.show_standing()
    try:
        for line in _lines(terminal):
            try:
                terminal.hear(line)
            except CarromError as refused:
                say(t("umpire.refused", lang, text=_reason(refused)))
    except KeyboardInterrupt:
        say()
    if not terminal.closed:
        terminal.close()


def _reason(refused: CarromError) -> Message:
    """Why, as one tells it at the board: without field names."""
    return refused.reason if isinstance(refused, ImpossibleCase) else refused.message


def _lines(terminal: UmpireTerminal) -> Iterator[str]:
    """Lines until 'quit' or the end of the input. The record is safe at every prompt."""
    while not terminal.closed:
        line = ask_line("> ")
        if line is None:
            return
        if line:
            yield line


def _opened(path: Path, event: str, umpire: str, lang: str) -> RecordFile:
    if not path.exists() or not path.stat().st_size:
        return _begun(path, event, umpire, lang)
    file = RecordFile.open(path)
    if file.state.begun.table is not None:
        raise NotNow("umpire.simulated", file=str(path))
    if file.record.torn:
        say(t("umpire.torn", lang, line=str(len(file.record.entries) + 1)))
    say(t("umpire.goes-on", lang, file=str(path), n=len(file.record.entries)))
    return file


def _begun(path: Path, event: str, umpire: str, lang: str) -> RecordFile:
    """Ask who plays; the file is made only when everything has been said."""
    if not path.parent.is_dir():
        raise CarromError("refused.file.no-folder", path=str(path.parent))
    say(t("umpire.new", lang, file=str(path)))
    say(t("umpire.rulebooks", lang, names=", ".join(BOOKS)))
    book = _asked("ask-rulebook", lang, book_id, "international")
    first = _asked("ask-first", lang, _names)

    def opponents(text: str) -> tuple[str, ...]:
        second = _names(text)
        enter(Record(), Begin(book, first, second), local_time())
        return second

    second = _asked("ask-second", lang, opponents)
    file = RecordFile.create(path)
    enter(file, Begin(book, first, second, event=event, umpire=umpire), local_time())
    return file


def _asked(key: str, lang: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask until the answer can be read; a closed input or 'quit' ends the program without a match."""
    question = t(f"umpire.{key}", lang) + (f" [{default}]" if default else "")
    while True:
        line = ask_line(t("umpire.prompt", lang, question=question) + " ")
        if line is None or line.lower() == "quit":
            raise CarromError("umpire.not-begun")
        try:
            return read(line or default)
        except CarromError as refused:
            say(_reason(refused).text(lang))


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split("&"))
    if not all(names) or len(names) > 2 or "," in text:
        raise NotationError("umpire.names-form")
    return names

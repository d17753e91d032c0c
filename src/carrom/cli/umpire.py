"""carrom umpire: umpiring a real board in the terminal. What is typed becomes entries of the record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from carrom.cli.desk import Desk, now
from carrom.cli.show import lang_option, say
from carrom.errors import CarromError, ImpossibleCase, NotationError
from carrom.i18n import t
from carrom.laws import book_id
from carrom.record import RecordFile
from carrom.record.entries import Begun
from carrom.rulebooks import rulebook
from carrom.rules import match as matches

T = TypeVar("T")


@click.command("umpire")
@click.argument("file", type=click.Path(path_type=Path), default=Path("match.carrom"))
@lang_option
def command(file: Path, lang: str) -> None:
    """Umpire a match beside a real board. FILE keeps the record [default: match.carrom].

    A new file starts a match; an old one is gone on with, also after a crash. Type each stroke in
    short form (w w s: two whites and the striker fell; missed; nothing), an incident (foul white),
    or a word such as play, undo, score, sheet. 'help' lists them all.
    """
    desk = Desk(_opened(file, lang), lang)
    desk.show_standing()
    for line in _lines(desk):
        try:
            desk.hear(line)
        except CarromError as refused:
            say(t("umpire.refused", lang, text=_reason(refused)))


def _reason(refused: CarromError) -> str:
    """Why, as one tells it at the board: without entry numbers and field names."""
    cause = refused.__cause__ if isinstance(refused.__cause__, CarromError) else refused
    return cause.reason if isinstance(cause, ImpossibleCase) else str(cause)


def _lines(desk: Desk) -> Iterator[str]:
    """Lines as they are typed, until 'quit' or the end of the input. The record is safe at every prompt."""
    while not desk.closed:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            say()
            return
        if not sys.stdin.isatty():
            say(line.rstrip("\n"))
        if line.strip():
            yield line.strip()


def _opened(path: Path, lang: str) -> RecordFile:
    if not path.exists() or not path.stat().st_size:
        return _begun(path, lang)
    file = RecordFile.open(path)
    if file.record.torn:
        say(t("umpire.torn", lang, line=str(len(file.record.entries) + 1)))
    if not file.record.entries:
        return _begun(path, lang)
    say(t("umpire.goes-on", lang, file=str(path), n=len(file.record.entries)))
    return file


def _begun(path: Path, lang: str) -> RecordFile:
    """Ask who plays; the file is made only when everything has been said."""
    if not path.parent.is_dir():
        raise CarromError(f"{path.parent}: there is no such folder to keep the record in")
    say(t("umpire.new", lang, file=str(path)))
    book = _asked(t("umpire.ask-rulebook", lang), "international", book_id)
    first = _asked(t("umpire.ask-first", lang), None, _names)

    def opponents(text: str) -> tuple[str, ...]:
        second = _names(text)
        matches.begin(rulebook(book), first, second)
        return second

    second = _asked(t("umpire.ask-second", lang), None, opponents)
    file = RecordFile.create(path)
    file.enter(Begun(book, first, second), now())
    return file


def _asked(question: str, default: str | None, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read; a closed input ends the program without a match."""
    while True:
        click.echo(f"{question}{f' [{default}]' if default else ''}: ", nl=False)
        line = sys.stdin.readline()
        if not line:
            raise CarromError("the input ended before the match had begun; nothing was written")
        if not sys.stdin.isatty():
            say(line.rstrip("\n"))
        try:
            return read(line.strip() or default or "")
        except CarromError as refused:
            say(str(refused))


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split("&"))
    if not all(names) or len(names) > 2:
        raise NotationError("give one name, or two partners joined by &")
    return names

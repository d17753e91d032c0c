"""Lines that a person types: one at a prompt, a yes or no, a conversation."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime

import click

from carrom.cli.output import phrase, say, say_phrase
from carrom.errors import CarromError, ImpossibleCase
from carrom.i18n import Message


def local_time() -> str:
    """The present time with its zone, in the form of a record."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def ask_line(prompt: str, ahead: str = "") -> str | None:
    """Ask for a line; None at the end of the input. A line that comes from a pipe is shown too.

    `ahead` was typed while others played. It stands at the prompt to be edited: the board may have changed.
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


def _edited(prompt: str, text: str) -> str:
    """Ask for a line that begins with a text; where lines cannot be edited, the text is the line."""
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


def confirmed(question: str) -> bool:
    """Whether a question was answered with yes."""
    return (ask_line(f"{question} ") or "").lower() in phrase("yes").split()


def edit_lines() -> None:
    """Give a person arrow keys and a history of lines, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # importing it is what does it


def converse(lines: Iterator[str], hear: Callable[[str], None]) -> None:
    """Pass each line to `hear`. A refusal is printed, and the next line is read."""
    for line in lines:
        try:
            hear(line)
        except CarromError as refused:
            say_phrase("umpire.refused", text=spoken_reason(refused))


def spoken_reason(refused: CarromError) -> Message:
    """The reason of a refusal without field names."""
    return refused.reason if isinstance(refused, ImpossibleCase) else refused.message

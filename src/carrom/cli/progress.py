"""How far a long command is, and about how long it still takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

from carrom.i18n import t

SPOKEN_EVERY = 30.0  # seconds between two lines of progress, where there is no terminal


@contextmanager
def progress(what: str, done: int, total: int, lang: str) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, called `what`; now and then a line elsewhere; both on standard error."""
    if not sys.stderr.isatty():
        yield _Spoken(done, total, lang).step
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(True))
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=300.0) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda: bar.advance(task)


class _Spoken:
    """Progress for a log: a line every half minute, with an estimate."""

    def __init__(self, done: int, total: int, lang: str) -> None:
        self._began_with, self._done, self._total, self._lang = done, done, total, lang
        self._began = self._spoke = monotonic()

    def step(self) -> None:
        self._done += 1
        now = monotonic()
        if now - self._spoke < SPOKEN_EVERY:
            return
        self._spoke = now
        each = (now - self._began) / (self._done - self._began_with)
        left = lasting(each * (self._total - self._done))
        click.echo(t("progress", self._lang, done=self._done, total=self._total, left=left), err=True)


def lasting(seconds: float) -> str:
    """
    >>> lasting(40), lasting(600), lasting(9000)
    ('40 s', '10 min', '2.5 h')
    """
    if seconds < 100.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60.0:.0f} min" if seconds < 6000.0 else f"{seconds / 3600.0:.1f} h"

"""A match that is umpired in the terminal, line by line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.run import carrom

from carrom.record import Planned, Record

BEGIN = "international\nAsha\nBen\ntoss Asha break\nseat\nplay\n"
DOUBLES = "family\nAsha & Chan\nBen & Dora\ntoss Ben seats\nseat Asha Ben Chan Dora breaker Chan\nplay\n"
ONE_GAME = "play\n2w\nq\nw\n6w\n" + "play\nnothing\n2b\nq\nb\n6b\n" + "play\n2w\nq\nw\n6w\n"
"""Three boards that the side which breaks the first wins."""


def umpire(folder: Path, says: str, *words: str) -> str:
    done = carrom("umpire", "m.carrom", *words, says=says, folder=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def planned(record: Record) -> list[Planned]:
    """All that a record holds, to be written to a file."""
    return [Planned(entry, state) for entry, state in zip(record.entries, record.states, strict=True)]

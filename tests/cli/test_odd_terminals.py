"""Terminals without our letters, locales of all kinds, readers that go away: never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.run import carrom, carrom_at_once
from tests.umpiring.scripted import singles

from carrom.cli import READER_GONE
from carrom.record import RecordFile

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("environment", "usage"),
    [
        ({"CARROM_LANG": "de_DE@euro"}, "Aufruf:"),
        ({"CARROM_LANG": "de@euro"}, "Aufruf:"),
        ({"CARROM_LANG": "fr.UTF-8"}, "Usage :"),
        ({"CARROM_LANG": "fr:en"}, "Usage :"),
        ({"CARROM_LANG": "xx", "LC_ALL": "de_AT.UTF-8"}, "Aufruf:"),
        ({"CARROM_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "de"}, "Aufruf:"),
        ({"CARROM_LANG": "../../etc", "LC_ALL": "C"}, "Usage:"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR.UTF-8"}, "Usage:"),
        ({"CARROM_LANG": "-" * 100_000}, "Usage:"),
    ],
)
def test_the_language_of_a_locale_however_it_is_written(
    environment: dict[str, str], usage: str, tmp_path: Path
) -> None:
    """In help, and in what is refused."""
    asked = [(("laws", "--help"), ""), (("laws", "--nonsense"), ""), (("nonsense",), "")]
    helped, *refused = carrom_at_once(asked, tmp_path, **environment)

    assert helped[1].startswith(usage)
    assert [(status, text.count("\n")) for status, text in refused] == [(2, 1), (2, 1)]


@pytest.mark.parametrize("encoding", ["latin-1", "cp437", "ascii", "ascii:strict"])
def test_a_terminal_without_our_letters_shows_the_others(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """German quotation marks, a name in Devanagari; JSON loses nothing."""
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    name = "आशा"
    file = RecordFile.create(tmp_path / "match.carrom")
    for entry in singles(name).record.entries:
        file.enter(entry.event, entry.at)
    asked = (
        ("laws", "queen", "--lang", "de"),
        ("umpire", "--help", "--lang", "de"),
        ("record", "sheet", "match.carrom"),
        ("rule", "--json", "white on strike, 5 white, 4 black", "w s", "--lang", "de"),
        ("rule", name, "w", "--lang", "de"),
    )
    for words in asked:
        done = subprocess.run([sys.executable, "-m", "carrom", *words], capture_output=True, cwd=tmp_path)
        assert b"Traceback" not in done.stderr
        assert done.returncode == (2 if name in words[:2] else 0), (words, done.stderr)
        if "--json" in words:
            coded = done.stdout.decode("utf-8" if "ascii" in encoding else encoding)
            assert json.loads(coded) == json.loads(_in_utf8(words, monkeypatch))
            monkeypatch.setenv("PYTHONIOENCODING", encoding)


def _in_utf8(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    return carrom(*words).stdout


LONG = (("--help",), ("languages", "check", "fr"), ("laws", "queen"), ("simulate", "rosette", "--json"))


def _without_reader(*command: str) -> tuple[int, str]:
    """The status of a command whose reader has gone, and what it says to standard error."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, *command],
            stdout=writing,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes as on Unix")
@pytest.mark.parametrize("words", LONG, ids=" ".join)
def test_a_command_whose_reader_has_gone_ends_without_a_word(words: tuple[str, ...]) -> None:
    status, said = _without_reader("-m", "carrom", *words)

    assert status in (1, READER_GONE)  # click has a status of its own for it
    assert said == ""


LAUNCHED = """
import sys, run
run.install = lambda name: None
run.PYTHON = sys.executable
sys.argv = ["run.py", "--help"]
sys.exit(run.main())
"""


@pytest.mark.skipif(os.name == "nt", reason="pipes as on Unix")
def test_the_launcher_whose_reader_has_gone_ends_without_a_word() -> None:
    assert _without_reader("-c", LAUNCHED) == (READER_GONE, "")

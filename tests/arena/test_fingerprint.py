"""The fingerprint of the code: any file that may decide a result changes it, no other does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.arena.fingerprint import PACKAGE

ASK = "from carrom.arena.fingerprint import of_the_code; print(of_the_code())"


def fingerprint(folder: Path) -> str:
    """As a fresh interpreter finds it for the package that lies in a folder."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder)!r}); {ASK}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, folder / "carrom", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def changed(folder: Path, file: str) -> bool:
    """Whether a line more in this file of the package gives another fingerprint."""
    path = folder / "carrom" / file
    before, whole = fingerprint(folder), path.read_bytes()
    path.write_bytes(whole + b"\n")
    after = fingerprint(folder)
    path.write_bytes(whole)
    return after != before


@pytest.mark.parametrize(
    "file",
    ["players/searcher.py", "players/openings.json", "table/runner.py", "arena/boards.py", "surface.py"],
)
def test_what_decides_changes_it(file: str, copy: Path) -> None:
    assert changed(copy, file)


@pytest.mark.parametrize("file", ["cli/arena.py", "i18n/fr/play.json", "arena/plot.py"])
def test_what_only_shows_does_not(file: str, copy: Path) -> None:
    assert not changed(copy, file)

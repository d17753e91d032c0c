"""Running the carrom command as a user does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def carrom(*words: str, says: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command's whole result; `says` is typed on its standard input."""
    command = [sys.executable, "-m", "carrom", *words]
    return subprocess.run(
        command, input=says, capture_output=True, text=True, cwd=folder, check=False, timeout=60
    )


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one line a refused command leaves on standard error; anything else is a failure."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("carrom: ")
    assert "Traceback" not in done.stderr
    return done.stderr

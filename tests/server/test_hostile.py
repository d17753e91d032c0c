"""tools/hostile.py against the real command: an attack of every kind, while people play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def attacked(*words: str) -> tuple[int, str]:
    command = [sys.executable, str(ROOT / "tools" / "hostile.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT)
    return done.returncode, done.stdout + done.stderr


def test_nothing_is_lost_under_attack() -> None:
    """A short run, every kind of attack for three seconds: the long one takes half a minute.

    Times are not looked at, on a machine that may be busy with other tests.
    """
    status, said = attacked("--matches", "3", "--seconds", "3", "--no-times")

    assert status == 0, said
    assert "it stands" in said


@pytest.mark.long
def test_twenty_matches_stand_half_a_minute_of_attack() -> None:
    """How long a stroke takes then, the tool says on a machine that does nothing else."""
    status, said = attacked("--seconds", "30", "--no-times")

    assert status == 0, said

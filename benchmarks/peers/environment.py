"""The peers' own environment: made once, with the interpreter that runs the benchmark, and asked by JSON.

None of carrom is installed in it and none of it in carrom's.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".benchmark-peers"
PYTHON = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PINS = Path(__file__).with_name("requirements.txt")

LONGEST_INSTALL = 900.0  # s
PACKAGES = {"pymunk": "pymunk", "box2d": "box2d", "pooltool": "pooltool-billiards"}


class PeerError(Exception):
    """This peer cannot be used here; the text says why in one line."""


def install(peer: str) -> None:
    """Have the peer installed, at its pinned version. What once worked is not done again."""
    stamp = FOLDER / f"installed-{peer}"
    wanted = hashlib.sha256(PINS.read_bytes() + f"{sys.version} {FOLDER}".encode()).hexdigest()
    if PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if not _works():
        try:
            venv.create(FOLDER, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError) as failed:
            raise PeerError(f"no environment could be made: {failed}") from None
        # The folder lies inside the project and is none of it.
        (FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--prefer-binary"]
    pinned = _pinned(PACKAGES[peer])
    try:
        _run([*pip, "--constraint", str(PINS), pinned], "not installed", LONGEST_INSTALL)
    except PeerError as wrong:
        # With constraints, pip says of a package it cannot find that there is a conflict.
        if "ResolutionImpossible" in str(wrong) or "No matching distribution" in str(wrong):
            why = f"not installed: pip finds no {pinned} for this Python; is there a connection?"
            raise PeerError(why) from None
        raise
    stamp.write_text(wanted, encoding="utf-8")


def ask(job: Mapping[str, object], patience: float) -> dict[str, Any]:
    """What the peer made of the job; see benchmarks/peers/play.py."""
    home = FOLDER / "home"
    home.mkdir(exist_ok=True)
    # A home of its own: pooltool keeps its settings there, and would take the user's.
    homes = {"HOME": str(home), "USERPROFILE": str(home)}
    text = _run(["-m", "benchmarks.peers.play"], "failed", patience, json.dumps(job), homes)
    try:
        answer: dict[str, Any] = json.loads(text)
    except ValueError as wrong:
        raise PeerError(f"failed: its answer cannot be read ({wrong})") from None
    return answer


def _pinned(package: str) -> str:
    lines = PINS.read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{package}=="))


def _works() -> bool:
    """Whether the environment is there, with pip and of this interpreter's version."""
    if not PYTHON.exists():
        return False
    probe = [str(PYTHON), "-c", "import sys, pip; print(sys.version)"]
    said = subprocess.run(probe, capture_output=True, text=True, check=False).stdout
    return said.strip() == sys.version.strip()


def _run(
    words: list[str], failed: str, patience: float, given: str = "", more: dict[str, str] | None = None
) -> str:
    """What the environment's Python said; `PeerError` with the line that says why, if it could not."""
    try:
        done = subprocess.run(
            [str(PYTHON), *words],
            input=given,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": "", "PYTHONUTF8": "1"} | (more or {}),
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PeerError(f"{failed}: not done after {patience:g} s") from None
    except OSError as wrong:
        raise PeerError(f"{failed}: {wrong}") from None
    if done.returncode:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in said if "error" in line.lower()]
        why = (errors or said or [f"exit status {done.returncode}"])[-1].removeprefix("ERROR: ")
        raise PeerError(f"{failed}: {why}")
    return done.stdout

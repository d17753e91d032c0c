"""A hash of the code and data that decide the results of a run."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

# Rooms and modules that cannot change a result.
SHOWS = ("cli", "drawing", "i18n", "laws", "server", "store", "web")
COUNTS = ("cluster", "elo", "fingerprint", "bradley_terry", "ledger", "plot", "sprt", "summary", "workers")
SUFFIXES = (".py", ".json", ".toml")


@cache
def of_the_code() -> str:
    """A short hash of every file of the package that can change a result."""
    found = hashlib.sha256()
    for file in sorted(path for path in PACKAGE.rglob("*") if path.suffix in SUFFIXES):
        place = file.relative_to(PACKAGE)
        if place.parts[0] in SHOWS or (place.parts[0] == "arena" and place.stem in COUNTS):
            continue
        found.update(f"{place.as_posix()}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return short(found.hexdigest())


def of_a_file(path: Path) -> str:
    return short(hashlib.sha256(path.read_bytes()).hexdigest())


def short(digest: str) -> str:
    return digest[:16]

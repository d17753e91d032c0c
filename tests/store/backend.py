"""Where the stores of tests/store lie, one of each backend; CONTRIBUTING.md says how to add another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from carrom.store.opening import open_store
from carrom.store.store import Store

Where = Path | str

PLACES: dict[str, Callable[[Path, Callable[[], str]], Where]] = {
    "sqlite": lambda folder, _: folder / "s.sqlite",
    "postgresql": lambda _, database: database(),
}
"""By the name of a backend: a place where no store is yet. The arguments make a folder and a database."""

__all__ = ["PLACES", "Store", "Where", "open_store"]

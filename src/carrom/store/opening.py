"""Opening a store: the only place that chooses a backend."""

from __future__ import annotations

from pathlib import Path

from carrom.store.sqlite import SqliteStore
from carrom.store.store import Store, StoreObserver


def open_store(
    path: Path | str,
    quota: int | None = None,
    *,
    read_only: bool = False,
    observer: StoreObserver | None = None,
) -> Store:
    """Open the store of a file, or create it."""
    return SqliteStore(Path(path), quota, read_only=read_only, observer=observer)

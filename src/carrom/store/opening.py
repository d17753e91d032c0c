"""Opening a store: the only place that chooses a backend."""

from __future__ import annotations

from pathlib import Path

from carrom.store.sqlite import SqliteStore
from carrom.store.store import Store, StoreObserver


def is_url(where: Path | str) -> bool:
    """Whether this is the URL of a database, not the name of a file."""
    return isinstance(where, str) and where.startswith(("postgresql://", "postgres://"))


def open_store(
    where: Path | str,
    quota: int | None = None,
    *,
    read_only: bool = False,
    create: bool = True,
    observer: StoreObserver | None = None,
) -> Store:
    """Open the store of a file, or of the URL of a PostgreSQL database; what is not there yet is made.

    Unless `create`, a database without a store is refused.
    """
    if is_url(where):
        from carrom.store.postgresql import PostgresStore

        return PostgresStore(str(where), quota, read_only=read_only, create=create, observer=observer)
    return SqliteStore(Path(where), quota, read_only=read_only, observer=observer)

"""Back up a store that may be in use, and restore a backup."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from carrom.errors import StoreError
from carrom.i18n import Message
from carrom.record.file import sync_folder
from carrom.store.check import faults_of
from carrom.store.migrations import APPLICATION_ID, copy_store, pragma
from carrom.store.sqlite import SqliteStore, store_error

BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite puts beside a store."""


def back_up(store: Path, to: Path) -> None:
    """Copy a store that may be in use, with all that was committed before."""
    if to.exists() or to.is_symlink():
        raise StoreError("exists", "refused.file.exists", path=str(to))
    if not to.parent.is_dir():
        raise StoreError("unwritable", "refused.file.no-folder", path=str(to.parent))
    try:
        copy_store(store, to)
    except (OSError, sqlite3.Error) as wrong:
        raise store_error(to, wrong) from wrong


def restore(backup: Path, store: Path) -> Path | None:
    """Replace a store that nobody uses by a sound backup; returns where the old store is now."""
    if not backup.is_file():
        raise StoreError("unreadable", "refused.file.none", path=str(backup))
    coming = store.with_name(f"{store.name}.restoring")
    try:
        try:
            copy_store(backup, coming)
            coming.chmod(0o600)
        except (OSError, sqlite3.Error) as wrong:
            raise store_error(backup, wrong) from wrong
        try:
            _refuse_unsound(coming)
        except StoreError as wrong:
            wrong.message = Message(wrong.key, {**wrong.arguments, "path": str(backup)})
            raise
        try:
            return _replace(store, coming)
        except OSError as wrong:
            raise store_error(store, wrong) from wrong
    finally:
        for left in store.parent.glob(f"{coming.name}*"):
            with suppress(OSError):
                left.unlink()


def _refuse_unsound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        mark = pragma(file, "application_id")
    if mark != APPLICATION_ID:
        raise StoreError("foreign", "refused.store.no-backup", path=str(path))
    with closing(SqliteStore(path)) as store:
        if faults := store.faults():
            raise StoreError("damaged", "refused.store.backup-damaged", path=str(path), fault=faults[0])
        for match in [each.match.id for each in store.holdings()]:
            # A ruling that would be different today is not damage.
            if faults := faults_of(store, match, audited=False):
                raise StoreError(
                    "damaged",
                    "refused.store.backup-match-damaged",
                    path=str(path),
                    match=match,
                    fault=faults[0],
                )


def _replace(store: Path, coming: Path) -> Path | None:
    """Move the store and its files away, and the new one into its place."""
    before = None
    if store.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(store)) as file:
            # Empty its log, so that one file is all there is to move.
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = store.with_name(f"{store.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S}")
        if before.exists():
            raise StoreError("exists", "refused.file.exists", path=str(before))
        store.replace(before)
        for ending in BESIDE:
            with suppress(FileNotFoundError):
                store.with_name(store.name + ending).replace(before.with_name(before.name + ending))
    coming.replace(store)
    sync_folder(store.parent)
    return before

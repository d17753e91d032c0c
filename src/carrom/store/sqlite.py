"""The store in one SQLite file, in WAL mode and fully synced: what was committed survives a power cut."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter
from typing import TypeVar

from carrom.errors import CarromError, StoreError, system_message
from carrom.i18n import Message
from carrom.store.migrations import APPLICATION_ID, SCHEMA, TABLES, migrate, pragma, store_uri
from carrom.store.sql import Session, SqlStore, begun_by, begun_columns, summary_columns
from carrom.store.store import (
    Append,
    StoreHealth,
    StoreObserver,
)

LOCK_SECONDS = 5.0  # for another process to release the file
CHECKPOINT_SECONDS = 1.0
CHECKPOINT_FROM = 4_000_000  # bytes of the write-ahead log
RESTART_FROM = (
    8 * CHECKPOINT_FROM
)  # bytes: writers never pause, so the end of this checkpoint makes them wait
RESTART_SECONDS = 0.2  # for which they wait at most
WAL_TOO_LARGE = 16 * CHECKPOINT_FROM  # bytes: checkpoints do not keep up, or do not succeed
ROWS_AT_ONCE = 200  # in one statement, which takes 999 values where SQLite is old

T = TypeVar("T")


class SqliteStore(SqlStore):
    """One connection, one call at a time: a commit takes a fraction of a millisecond."""

    database_error = sqlite3.Error
    integrity_error = sqlite3.IntegrityError
    is_over = "json_extract(summary, '$.over')"
    bytes_of_line = "length(CAST(line AS BLOB))"
    beat = "INSERT OR REPLACE INTO heartbeat VALUES (1, ?)"

    def __init__(
        self,
        path: Path,
        quota: int | None = None,
        *,
        read_only: bool = False,
        observer: StoreObserver | None = None,
    ) -> None:
        """Open or create a store; refuses a file of a newer version or of another program.

        No match is added once the store takes more than `quota` bytes. `read_only` is for a second process:
        it expects a file that is already prepared and writes nothing, not even a checkpoint.
        """
        super().__init__(str(path), quota, observer, threads=1)
        self.path = path
        self._lock = Lock()
        self._closing = Event()
        self._checkpointing: Thread | None = None
        self._checkpoint_failure: StoreError | None = None
        if read_only:
            self._connect("ro")
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)  # the file holds secrets
        except OSError as wrong:
            raise StoreError(
                "unwritable", "refused.store.not-made", path=str(path), why=system_message(wrong)
            ) from None
        self._connect("rwc")
        try:
            with self._errors_translated():
                self._prepare()
        except BaseException:
            self._file.close()
            raise
        self._checkpointing = Thread(target=self._checkpoints, name="carrom-checkpoint", daemon=True)
        self._checkpointing.start()

    def _connect(self, mode: str) -> None:
        with self._errors_translated():
            self._file = sqlite3.connect(
                store_uri(self.path, mode),
                uri=True,
                timeout=LOCK_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )

    def _checkpoints(self) -> None:
        """Checkpoint the write-ahead log periodically; `heartbeat` reports failures."""
        while not self._closing.wait(CHECKPOINT_SECONDS):
            try:
                with self._errors_translated():
                    self.checkpoint()
                self._checkpoint_failure = None
            except StoreError as failed:
                self._checkpoint_failure = failed
            except Exception as wrong:  # the thread goes on, and the next heartbeat reports it
                self._checkpoint_failure = StoreError(
                    "failed", "refused.store.sqlite.failed", path=str(self.path), why=repr(wrong)
                )

    def checkpoint(self) -> None:
        """Check that the file can be written, and copy the log into it once the log is large.

        Opens the file again, so that one that was removed or became read-only is noticed. Its mode is read,
        too: SQLite may take a descriptor that it opened before.
        """
        if self.path.exists() and not os.access(self.path, os.W_OK):
            why = os.strerror(errno.EACCES)
            raise StoreError("unwritable", "refused.store.sqlite.unwritable", path=str(self.path), why=why)
        file = store_uri(self.path, "rw")
        with closing(sqlite3.connect(file, uri=True, timeout=0.0, isolation_level=None)) as beside:
            try:
                beside.execute("BEGIN IMMEDIATE")
                beside.execute("ROLLBACK")
            except sqlite3.OperationalError as wrong:
                # Another connection is writing, so the file can be written.
                if wrong.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
            if self._wal_bytes() > CHECKPOINT_FROM:
                self._copy_log(beside)

    def _copy_log(self, beside: sqlite3.Connection) -> None:
        """Copy the log into the file, and let it begin anew once it is large."""

        def checkpointed(how: str) -> tuple[int, int]:
            """The bytes of the log, and how many of them are in the file now."""
            _, frames, done = beside.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            return frames * page, done * page

        page = pragma(beside, "page_size")
        beside.execute(f"PRAGMA busy_timeout = {1000 * RESTART_SECONDS:.0f}")
        # Nobody waits for a passive checkpoint, but the log never begins anew by it while others write.
        size, done = checkpointed("PASSIVE")
        if size > RESTART_FROM:
            # What came meanwhile takes a moment, and what comes during that even less: only for this do
            # writers wait. The log keeps its place on the disk, since to shorten it would take them longer.
            checkpointed("PASSIVE")
            size, done = checkpointed("RESTART")
        elif self._wal_bytes() > RESTART_FROM:
            size, done = checkpointed("TRUNCATE")  # after a rush
        if size - done > WAL_TOO_LARGE:
            raise StoreError(
                "wal-too-large", "refused.store.wal-too-large", path=str(self.path), most=WAL_TOO_LARGE
            )

    def _wal_bytes(self) -> int:
        try:
            return self.path.with_name(f"{self.path.name}-wal").stat().st_size
        except FileNotFoundError:
            return 0

    def _prepare(self) -> None:
        version, mark = pragma(self._file, "user_version"), pragma(self._file, "application_id")
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version > SCHEMA and mark in (0, APPLICATION_ID):
            raise StoreError(
                "newer", "refused.store.newer", path=str(self.path), version=version, known=SCHEMA
            )
        if mark != APPLICATION_ID and (tables or version or mark):
            raise StoreError("foreign", "refused.store.foreign", path=str(self.path))
        for setting in (
            *("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"),
            "wal_autocheckpoint = 0",  # a thread does it, so that no commit waits for it
            "secure_delete = ON",  # what is deleted or hashed leaves no readable bytes in the file
        ):
            self._file.execute(f"PRAGMA {setting}")
        if version == 0:
            self._make()
        elif version < SCHEMA:
            migrate(self._file, self.path)

    def _make(self) -> None:
        with self._transaction():
            # Another process may have made it while we waited for the lock.
            if not pragma(self._file, "user_version"):
                for statement in TABLES.split(";\n"):
                    self._file.execute(statement)
                self._file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._file.execute(f"PRAGMA user_version = {SCHEMA}")

    def _health(self) -> StoreHealth:
        return StoreHealth(self._wal_bytes(), self._checkpoint_failure)

    def _read(self, act: Callable[[Session], T]) -> T:
        def read() -> T:
            with self._lock, self._errors_translated():
                return act(self._file)

        return self._blocking(read)

    def _read_everything(self, act: Callable[[Session], T]) -> T:
        def read() -> T:
            with self._lock, self._errors_translated():
                self._file.execute("BEGIN")
                try:
                    return act(self._file)
                finally:
                    with suppress(sqlite3.Error):
                        self._file.execute("ROLLBACK")

        return self._blocking(read)

    def _write(self, act: Callable[[Session], T]) -> T:
        # Blocks any thread: a commit takes a fraction of a millisecond.
        with self._lock, self._errors_translated(), self._transaction():
            return act(self._file)

    def _append_all(self, appends: Sequence[Append]) -> Sequence[CarromError | None]:
        results: list[CarromError | None] = [None] * len(appends)
        with self._lock, self._errors_translated():
            try:
                with self._transaction():
                    self._append_together(appends)
            except sqlite3.IntegrityError:
                # At least one is refused, and nothing was committed.
                with self._transaction():
                    results = [self._append_one(each) for each in appends]
        return self._appended(appends, results)

    def _append_together(self, appends: Sequence[Append]) -> None:
        """All in few statements: for each, this thread has to win the interpreter lock back."""
        for each in appends:
            if (begun := begun_by(each.lines)) is not None:
                self._change(self._file, each.match, begun_columns(begun), each.fence)
        columns = [summary_columns(each.summary, each.at) for each in appends]
        setting = ", ".join(f"{name} = ?" for name in columns[0])
        rows = [(*values.values(), each.match) for values, each in zip(columns, appends, strict=True)]
        self._file.executemany(f"UPDATE matches SET {setting} WHERE id = ?", rows)
        lines = [(append.match, each) for append in appends for each in append.lines]
        self._insert_rows("entries", [(match, each.seq, each.line, each.request) for match, each in lines])
        traces = [(match, each.seq, each.trace) for match, each in lines if each.trace is not None]
        self._insert_rows("traces", traces)

    def _insert_rows(self, table: str, rows: Sequence[Sequence[object]]) -> None:
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            values = ", ".join([f"({', '.join('?' * len(some[0]))})"] * len(some))
            self._file.execute(f"INSERT INTO {table} VALUES {values}", [*chain.from_iterable(some)])

    def _append_one(self, append: Append) -> CarromError | None:
        self._file.execute("SAVEPOINT one")
        try:
            with self._errors_translated():
                self._append(self._file, append)
        except CarromError as failed:
            if not self._file.in_transaction:  # SQLite has undone all of it, for instance on a full disk
                raise
            self._file.execute("ROLLBACK TO one")
            return failed
        finally:
            if self._file.in_transaction:
                self._file.execute("RELEASE one")
        return None

    def size(self) -> int:
        with self._lock, self._errors_translated():
            names = ("page_count", "freelist_count", "page_size")
            pages, free, bytes_each = (pragma(self._file, name) for name in names)
        return (pages - free) * bytes_each + self._wal_bytes()

    def faults(self) -> list[Message]:
        with self._lock, self._errors_translated():
            checked = self._file.execute("PRAGMA integrity_check")
            found = [Message("store.fault.sqlite", {"text": text}) for (text,) in checked if text != "ok"]
            orphans = self._file.execute("PRAGMA foreign_key_check")
            return found + [
                Message("store.fault.orphan", {"table": table, "row": str(row), "parent": parent})
                for table, row, parent, _ in orphans
            ]

    def truncate_wal(self) -> bool:
        with self._lock, self._errors_translated():
            (busy, _, _) = self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def close(self) -> None:
        self._commits.close()
        self._closing.set()
        if self._checkpointing is not None:
            self._checkpointing.join(LOCK_SECONDS)
        with self._lock:
            self._closed = True
            self._file.close()
        self._threads.shutdown()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, and on disk at the end."""
        began = perf_counter()
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise
        self._committed(perf_counter() - began)

    def _error(self, wrong: Exception) -> StoreError:
        if self._closed:
            return StoreError("closed", "refused.store.closed", path=self.name)
        assert isinstance(wrong, sqlite3.Error)
        return store_error(self.path, wrong)


_ERROR_KINDS = {
    ("SQLITE_BUSY", "SQLITE_LOCKED"): "locked",
    ("SQLITE_CORRUPT", "SQLITE_NOTADB"): "damaged",
    ("SQLITE_FULL",): "full",
    ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"): "unwritable",
}


def store_error(path: Path, wrong: sqlite3.Error | OSError) -> StoreError:
    """One line that names the file, the cause and what would help."""
    if isinstance(wrong, OSError):
        kind = "full" if wrong.errno == errno.ENOSPC else "unwritable"
        return StoreError(kind, "refused.store.system", path=str(path), why=system_message(wrong))
    name = getattr(wrong, "sqlite_errorname", "") or ""
    usual = "damaged" if isinstance(wrong, sqlite3.DataError) else "failed"
    kind = next((kind for names, kind in _ERROR_KINDS.items() if name.startswith(names)), usual)
    return StoreError(kind, f"refused.store.sqlite.{kind}", path=str(path), why=name or str(wrong))

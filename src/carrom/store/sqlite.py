"""The store in one SQLite file, in WAL mode and fully synced: what was committed survives a power cut."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, TypeVar

from carrom.errors import CarromError, ImpossibleCase, Stale, StoreError, system_message
from carrom.i18n import Message
from carrom.record.entries import Begun
from carrom.store.cluster import Cluster
from carrom.store.group_commit import GroupCommit
from carrom.store.migrations import APPLICATION_ID, SCHEMA, TABLES, migrate, pragma, store_uri
from carrom.store.store import (
    Append,
    Holding,
    Json,
    KeptInvitation,
    KeptLine,
    KeptMatch,
    MatchSummary,
    StoreHealth,
    StoreObserver,
    hash_token,
)
from carrom.waiting import call_blocking

LOCK_SECONDS = 5.0  # for another process to release the file
CHECKPOINT_SECONDS = 1.0
CHECKPOINT_FROM = 4_000_000  # bytes of the write-ahead log
TRUNCATE_FROM = 8 * CHECKPOINT_FROM  # bytes: writers never pause, so this checkpoint makes them wait
WAL_TOO_LARGE = 16 * CHECKPOINT_FROM  # bytes: checkpoints do not keep up, or do not succeed

EXPIRED_AT_ONCE = 10  # matches, so that no writer waits long

_COLUMNS = "id, kind, watch, first, second, rulebook, settings, summary, created, changed, keep"

T = TypeVar("T")

_EXPIRED = """
SELECT id FROM matches WHERE keep = 0 AND (
    (kind IN ('practice', 'file') AND changed < :practice)
    OR (changed < :never_begun AND strokes = 0 AND (
        kind IN ('computer', 'screen')
        OR (kind = 'online'
            AND CASE WHEN json_valid(settings) THEN json_array_length(settings, '$.joined') <= 1 END)))
    OR (changed < :desks AND kind = 'umpire'
        AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.match = id)))
AND NOT EXISTS (
    SELECT 1 FROM invitations WHERE invitations.match = id AND invitations.token IS NULL
    AND made >= CASE kind WHEN 'umpire' THEN :desks ELSE :never_begun END)
"""
"""A recent unused invitation counts as a change of its match."""


class SqliteStore:
    """One connection, one call at a time: a commit takes a fraction of a millisecond."""

    cluster: Cluster | None = None

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
        self.path = path
        self._quota = quota
        self._observer = observer
        self._lock = Lock()
        self._commits = GroupCommit(self._append_all)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="carrom-store")
        self._closed = False
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
                # A passive checkpoint never shortens the log while others write.
                how = "TRUNCATE" if self._wal_bytes() > TRUNCATE_FROM else "PASSIVE"
                beside.execute(f"PRAGMA busy_timeout = {1000 * LOCK_SECONDS:.0f}")
                _, frames, done = beside.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
                if (frames - done) * pragma(beside, "page_size") > WAL_TOO_LARGE:
                    raise StoreError(
                        "wal-too-large",
                        "refused.store.wal-too-large",
                        path=str(self.path),
                        most=WAL_TOO_LARGE,
                    )

    def _wal_bytes(self) -> int:
        try:
            return self.path.with_name(f"{self.path.name}-wal").stat().st_size
        except FileNotFoundError:
            return 0

    def heartbeat(self, at: str) -> StoreHealth:
        with self._lock, self._errors_translated(), self._transaction():
            self._file.execute("INSERT OR REPLACE INTO heartbeat VALUES (1, ?)", (at,))
        return StoreHealth(self._wal_bytes(), self._checkpoint_failure)

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

    def add(
        self,
        match: KeptMatch,
        tokens: Mapping[str, str],
        lines: Sequence[KeptLine] = (),
        *,
        at: str,
        invitations: Mapping[str, str] | None = None,
        beyond_quota: bool = False,
    ) -> None:
        row = (
            *(match.id, match.kind, match.watch, _json(match.first), _json(match.second), match.rulebook),
            *(_json(match.settings), _json(asdict(match.summary)), match.summary.strokes),
            *(match.created or at, match.changed or at, match.keep),
        )
        if self._quota is not None and not beyond_quota and self.size() > self._quota:
            raise StoreError("quota", "refused.store.quota", path=str(self.path))
        with self._lock, self._errors_translated(), self._transaction():
            self._insert("matches", row)
            for token, player in tokens.items():
                self._grant(match.id, hash_token(token), player)
            for code, player in (invitations or {}).items():
                self._invite(match.id, code, player, at)
            self._append(match.id, lines)

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        self._commits.append(Append(match, lines, summary, at))

    def _append_all(self, appends: Sequence[Append]) -> list[CarromError | None]:
        """All in one transaction; one that is refused is refused alone."""
        with self._lock, self._errors_translated(), self._transaction():
            results = [self._append_one(each) for each in appends]
        if self._observer is not None:
            for each, failed in zip(appends, results, strict=True):
                if failed is None:
                    self._observer.appended(each.lines)
        return results

    def _append_one(self, append: Append) -> CarromError | None:
        self._file.execute("SAVEPOINT one")
        try:
            with self._errors_translated():
                self._append(append.match, append.lines)
                self._file.execute(
                    "UPDATE matches SET summary = ?, strokes = ?, changed = ? WHERE id = ?",
                    (_json(asdict(append.summary)), append.summary.strokes, append.at, append.match),
                )
        except CarromError as failed:
            if not self._file.in_transaction:  # SQLite has undone all of it, for instance on a full disk
                raise
            self._file.execute("ROLLBACK TO one")
            return failed
        finally:
            if self._file.in_transaction:
                self._file.execute("RELEASE one")
        return None

    def _append(self, match: str, lines: Sequence[KeptLine]) -> None:
        for each in lines:
            try:
                self._insert("entries", (match, each.seq, each.line, each.request))
            except sqlite3.IntegrityError:
                raise Stale("refused.store.stale", each.seq, entry=each.seq) from None
            if each.trace is not None:
                self._insert("traces", (match, each.seq, each.trace))
            if each.begins is not None:
                self._begin(match, each.begins)

    def _insert(self, table: str, row: Sequence[object]) -> None:
        self._file.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def _begin(self, match: str, begun: Begun) -> None:
        self._file.execute(
            "UPDATE matches SET first = ?, second = ?, rulebook = ? WHERE id = ?",
            (_json(begun.first), _json(begun.second), begun.rulebook, match),
        )

    def match(self, match: str) -> KeptMatch | None:
        return next(iter(self._matches("WHERE id = ?", match)), None)

    def by_token(self, token: str) -> tuple[KeptMatch, str] | None:
        query = f"""
        SELECT {_COLUMNS}, player FROM tokens JOIN matches ON match = id WHERE hash = ?
        UNION ALL SELECT {_COLUMNS}, '' FROM matches WHERE watch = ?"""
        found = self._select(lambda row: (_match(row[:-1]), str(row[-1])), query, hash_token(token), token)
        return next(iter(found), None)

    def _matches(self, where: str, *arguments: object) -> list[KeptMatch]:
        return self._select(_match, f"SELECT {_COLUMNS} FROM matches {where}", *arguments)

    def _select(self, make: Callable[[tuple[Any, ...]], T], query: str, *arguments: object) -> list[T]:
        """What `make` returns for every row."""

        def read() -> list[T]:
            with self._lock, self._errors_translated():
                return [make(row) for row in self._file.execute(query, arguments)]

        return call_blocking(self._threads, read)

    def tokens(self, match: str) -> dict[str, str]:
        query = "SELECT hash, player FROM tokens WHERE match = ? ORDER BY place"
        return dict(self._select(lambda row: row, query, match))

    def grant(self, match: str, token: str, player: str, *, alone: bool = False) -> None:
        with self._lock, self._errors_translated(), self._transaction():
            self._grant(match, hash_token(token), player, alone)

    def _refuse_known(self, token: str) -> None:
        """Refuse a token that is already in use, for a seat or for watching."""
        query = "SELECT 1 FROM tokens WHERE hash = ? UNION SELECT 1 FROM matches WHERE watch = ?"
        if self._file.execute(query, (hash_token(token), token)).fetchone() is not None:
            raise ImpossibleCase("token", "refused.store.token-taken")

    def _grant(self, match: str, hash_: str, player: str, alone: bool = False) -> None:
        if alone:
            watching = "UPDATE tokens SET player = '' WHERE match = ? AND player = ?"
            self._file.execute(watching, (match, player))
        (place,) = self._file.execute("SELECT count(*) FROM tokens WHERE match = ?", (match,)).fetchone()
        self._insert("tokens", (hash_, match, player, place))

    def invite(
        self, match: str, code: str, player: str, *, at: str, instead: bool = False, alone: bool = False
    ) -> None:
        with self._lock, self._errors_translated(), self._transaction():
            if instead:
                self._withdraw(match, player)
            self._invite(match, code, player, at, alone)

    def _invite(self, match: str, code: str, player: str, at: str, alone: bool = False) -> None:
        self._insert("invitations", (hash_token(code), match, player, at, alone, None))

    def invite_to_free(self, match: str, code: str, player: str, *, at: str) -> bool:
        with self._lock, self._errors_translated(), self._transaction():
            if self._taken(match, player):
                return False
            self._withdraw(match, player)
            self._invite(match, code, player, at)
            return True

    def withdraw(self, match: str, player: str) -> bool:
        with self._lock, self._errors_translated(), self._transaction():
            return not self._taken(match, player) and self._withdraw(match, player)

    def _taken(self, match: str, player: str) -> bool:
        query = "SELECT 1 FROM tokens WHERE match = ? AND player = ?"
        return self._file.execute(query, (match, player)).fetchone() is not None

    def _withdraw(self, match: str, player: str) -> bool:
        unused = "DELETE FROM invitations WHERE match = ? AND player = ? AND token IS NULL"
        return self._file.execute(unused, (match, player)).rowcount > 0

    def invited(self, match: str) -> tuple[str, ...]:
        query = "SELECT DISTINCT player FROM invitations WHERE match = ? AND token IS NULL"
        return tuple(self._select(lambda row: str(row[0]), query, match))

    def invitation(self, code: str) -> KeptInvitation | None:
        query = f"""
        SELECT {_COLUMNS}, player, invitations.token IS NOT NULL
        FROM invitations JOIN matches ON match = id WHERE hash = ?"""
        found = self._select(
            lambda row: KeptInvitation(_match(row[:-2]), str(row[-2]), bool(row[-1])), query, hash_token(code)
        )
        return next(iter(found), None)

    def exchange(self, code: str, token: str) -> tuple[KeptMatch, str] | None:
        invitation, mine = hash_token(code), hash_token(token)
        query = "SELECT match, player, alone, token FROM invitations WHERE hash = ?"
        with self._lock, self._errors_translated(), self._transaction():
            row = self._file.execute(query, (invitation,)).fetchone()
            if row is None or row[3] not in (None, mine):
                return None
            match, player, alone, used = row
            if used is None:
                self._refuse_known(token)
                self._grant(match, mine, player, alone)
                self._file.execute("UPDATE invitations SET token = ? WHERE hash = ?", (mine, invitation))
            found = f"SELECT {_COLUMNS} FROM matches WHERE id = ?"
            return _match(self._file.execute(found, (match,)).fetchone()), player

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        query = "SELECT seq, line, request FROM entries WHERE match = ? AND seq > ? ORDER BY seq"
        return self._select(lambda row: KeptLine(*row), query, match, after)

    def trace(self, match: str, seq: int) -> bytes | None:
        query = "SELECT trace FROM traces WHERE match = ? AND seq = ?"
        return next(iter(self._select(lambda row: bytes(row[0]), query, match, seq)), None)

    def set_settings(self, match: str, settings: Json) -> None:
        with self._lock, self._errors_translated(), self._transaction():
            self._file.execute("UPDATE matches SET settings = ? WHERE id = ?", (_json(settings), match))

    def latest(self, count: int, skip: int = 0, *, without: str = "") -> list[KeptMatch]:
        where = "WHERE strokes > 0 AND kind != ? ORDER BY changed DESC LIMIT ? OFFSET ?"
        return self._matches(where, without, count, skip)

    def of_kind(self, kind: str, count: int, skip: int = 0) -> list[KeptMatch]:
        return self._matches("WHERE kind = ? ORDER BY changed DESC, id LIMIT ? OFFSET ?", kind, count, skip)

    def unfinished(self, kind: str, first_line: str) -> bool:
        query = """
        SELECT 1 FROM matches JOIN entries ON match = id AND seq = 1
        WHERE kind = ? AND line = ? AND NOT json_extract(summary, '$.over') LIMIT 1"""
        return bool(self._select(lambda row: row, query, kind, first_line))

    def size(self) -> int:
        with self._lock, self._errors_translated():
            names = ("page_count", "freelist_count", "page_size")
            pages, free, bytes_each = (pragma(self._file, name) for name in names)
        return (pages - free) * bytes_each + self._wal_bytes()

    def keep(self, match: str, keep: bool = True) -> bool:
        with self._lock, self._errors_translated(), self._transaction():
            change = "UPDATE matches SET keep = ? WHERE id = ?"
            return self._file.execute(change, (keep, match)).rowcount > 0

    def delete(self, matches: Collection[str]) -> int:
        with self._lock, self._errors_translated(), self._transaction():
            return self._delete(matches)

    def _delete(self, matches: Collection[str]) -> int:
        for table in ("traces", "entries", "tokens", "invitations"):
            self._file.executemany(f"DELETE FROM {table} WHERE match = ?", [(match,) for match in matches])
        return sum(
            self._file.execute("DELETE FROM matches WHERE id = ?", (match,)).rowcount for match in matches
        )

    def expire(
        self,
        now: datetime,
        *,
        never_begun: timedelta | None = None,
        practice: timedelta | None = None,
        desks: timedelta | None = None,
        spare: Collection[str] = (),
    ) -> int:
        spans = {"never_begun": never_begun, "practice": practice, "desks": desks}
        since = {
            name: "" if span is None else (now - span).isoformat(timespec="milliseconds")
            for name, span in spans.items()
        }
        with self._lock, self._errors_translated():
            found = [match for (match,) in self._file.execute(_EXPIRED, since) if match not in spare]
            if not found:
                return 0
            with self._transaction():
                return self._delete(found[:EXPIRED_AT_ONCE])

    def holdings(self) -> list[Holding]:
        query = f"""
        WITH lines AS (SELECT match, count(*) AS n, sum(length(CAST(line AS BLOB))) AS bytes
                       FROM entries GROUP BY match),
             strokes AS (SELECT match, count(*) AS n, sum(length(trace)) AS bytes FROM traces GROUP BY match)
        SELECT {_COLUMNS}, coalesce(lines.n, 0), coalesce(strokes.n, 0),
               coalesce(lines.bytes, 0) + coalesce(strokes.bytes, 0)
        FROM matches LEFT JOIN lines ON lines.match = id LEFT JOIN strokes ON strokes.match = id
        ORDER BY changed DESC, id"""
        return self._select(lambda row: Holding(_match(row[:-3]), *row[-3:]), query)

    def traces(self, match: str) -> dict[int, bytes]:
        query = "SELECT seq, trace FROM traces WHERE match = ? ORDER BY seq"
        return dict(self._select(lambda row: (row[0], bytes(row[1])), query, match))

    def rewrite(
        self,
        match: str,
        lines: Sequence[KeptLine],
        begun: Begun,
        settings: Json,
        renamed: Mapping[str, str],
    ) -> None:
        with self._lock, self._errors_translated(), self._transaction():
            (before,) = self._file.execute(
                "SELECT count(*) FROM entries WHERE match = ?", (match,)
            ).fetchone()
            if before != len(lines):
                raise Stale("refused.store.stale", before, entry=before)
            for each in lines:
                # The tag of a request names a player.
                change = "UPDATE entries SET line = ?, request = NULL WHERE match = ? AND seq = ?"
                self._file.execute(change, (each.line, match, each.seq))
            self._begin(match, begun)
            self._file.execute("UPDATE matches SET settings = ? WHERE id = ?", (_json(settings), match))
            for table in ("tokens", "invitations"):
                self._file.executemany(
                    f"UPDATE {table} SET player = ? WHERE match = ? AND player = ?",
                    [(new, match, old) for old, new in renamed.items()],
                )

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
        if self._observer is not None:
            self._observer.committed(perf_counter() - began)

    @contextmanager
    def _errors_translated(self) -> Iterator[None]:
        """Raise `StoreError` for what SQLite or the content refuses."""
        try:
            yield
        except sqlite3.Error as wrong:
            error = (
                StoreError("closed", "refused.store.closed", path=str(self.path))
                if self._closed
                else store_error(self.path, wrong)
            )
            raise self._observed(error) from wrong
        except (ValueError, TypeError, KeyError) as wrong:
            damaged = StoreError("damaged", "refused.store.unreadable", path=str(self.path))
            raise self._observed(damaged) from wrong
        except CarromError as failed:
            self._observed(failed)
            raise

    def _observed(self, failed: CarromError) -> CarromError:
        if self._observer is not None:
            self._observer.failed(failed)
        return failed


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


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _match(row: Sequence[Any]) -> KeptMatch:
    id_, kind, watch, first, second, book, settings, summary, created, changed, keep = row
    said = json.loads(summary)
    said |= {name: tuple(said[name]) for name in ("games", "points", "levels")}
    said["scores"] = tuple(map(tuple, said["scores"]))
    return KeptMatch(
        *(id_, kind, watch, tuple(json.loads(first)), tuple(json.loads(second)), book, json.loads(settings)),
        *(MatchSummary(**said), created, changed, bool(keep)),
    )

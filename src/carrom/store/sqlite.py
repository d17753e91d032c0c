"""The store in one SQLite file. Written ahead and synced in full: what was committed survives a power cut."""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from carrom.errors import ImpossibleCase, Stale, StoreError, system_message
from carrom.i18n import Message
from carrom.store.migrate import SCHEMA, TABLES, migrate
from carrom.store.store import Holding, Json, KeptLine, KeptMatch, Playing, StoreHealth, Summary, hashed

MARK = 0x63617272
"""In the file as `application_id`: "carr". A file of another program is left alone."""

WAIT = 5.0  # seconds for another process to let go
CHECKPOINT_SECONDS = 1.0
CHECKPOINT_FROM = 4_000_000  # bytes of the write-ahead log
TRUNCATE_FROM = 8 * CHECKPOINT_FROM  # bytes: writers never pause, so they are made to wait for once
WAL_TOO_LARGE = 16 * CHECKPOINT_FROM  # bytes: checkpoints do not keep up, or do not succeed

EXPIRED_AT_ONCE = 10  # matches: nobody who writes waits long for them

_COLUMNS = "id, kind, watch, first, second, rulebook, settings, summary, created, changed, keep"
_MATCH = f"SELECT {_COLUMNS} FROM matches "

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
"""An invitation that was made lately, and that nobody has used, counts as a change."""


class SqliteStore:
    """One connection, one call at a time: a commit takes a fraction of a millisecond."""

    def __init__(self, path: Path, quota: int | None = None, *, read_only: bool = False) -> None:
        """Open a store, or make one; a file of a newer program, or of another one, is left alone.

        No match is added once the store takes more than `quota` bytes.
        `read_only` is for another process beside the one that writes: the file is there and prepared, and
        nothing is written to it, no checkpoint either.
        """
        self.path = path
        self._quota = quota
        self._lock = Lock()
        self._closed = False
        self._closing = Event()
        self._checkpointing: Thread | None = None
        self._checkpoint_failure: StoreError | None = None
        if read_only:
            with self._in_words():
                self._file = sqlite3.connect(
                    f"{path.resolve().as_uri()}?mode=ro",
                    timeout=WAIT,
                    isolation_level=None,
                    check_same_thread=False,
                    uri=True,
                )
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                # It holds the links that let people play.
                path.touch(mode=0o600)
        except OSError as wrong:
            raise StoreError(
                "unwritable", "refused.store.not-made", path=str(path), why=system_message(wrong)
            ) from None
        with self._in_words():
            self._file = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        try:
            with self._in_words():
                self._prepare()
        except BaseException:
            self._file.close()
            raise
        self._checkpointing = Thread(target=self._checkpoints, name="carrom-checkpoint", daemon=True)
        self._checkpointing.start()

    def _checkpoints(self) -> None:
        """Checkpoint the write-ahead log periodically, beside writers. `heartbeat` tells of failures."""
        while not self._closing.wait(CHECKPOINT_SECONDS):
            try:
                with self._in_words():
                    self._checkpoint()
                self._checkpoint_failure = None
            except Exception as wrong:  # whatever it is: the thread goes on, and the next heartbeat tells it
                failed = (
                    wrong
                    if isinstance(wrong, StoreError)
                    else StoreError("failed", "refused.store.failed", path=str(self.path), why=repr(wrong))
                )
                self._checkpoint_failure = failed

    def _checkpoint(self) -> None:
        """Open the file anew, so that one that was removed or may not be written any more is noticed."""
        file = f"{self.path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(file, uri=True, timeout=0.0, isolation_level=None)) as beside:
            try:
                beside.execute("BEGIN IMMEDIATE")
                beside.execute("ROLLBACK")
            except sqlite3.OperationalError as wrong:
                # Somebody writes just now, so it can be written.
                if wrong.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
            if self._wal_bytes() > CHECKPOINT_FROM:
                # Beside those who write the log is only ever copied, and grows; emptied, it begins anew.
                how = "TRUNCATE" if self._wal_bytes() > TRUNCATE_FROM else "PASSIVE"
                beside.execute(f"PRAGMA busy_timeout = {1000 * WAIT:.0f}")
                _, frames, done = beside.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
                (page,) = beside.execute("PRAGMA page_size").fetchone()
                if (frames - done) * page > WAL_TOO_LARGE:
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
        with self._lock, self._in_words(), self._writing():
            self._file.execute("INSERT OR REPLACE INTO heartbeat VALUES (1, ?)", (at,))
        return StoreHealth(self._wal_bytes(), self._checkpoint_failure)

    def _prepare(self) -> None:
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        (mark,) = self._file.execute("PRAGMA application_id").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version > SCHEMA and mark in (0, MARK):
            raise StoreError(
                "newer", "refused.store.newer", path=str(self.path), version=version, known=SCHEMA
            )
        if mark != MARK and (tables or version or mark):
            raise StoreError("foreign", "refused.store.foreign", path=str(self.path))
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        # The log is worked off by a thread of its own: no commit waits for it.
        self._file.execute("PRAGMA wal_autocheckpoint = 0")
        self._file.execute("PRAGMA foreign_keys = ON")
        # What is deleted or hashed leaves no readable bytes in the file.
        self._file.execute("PRAGMA secure_delete = ON")
        if version == 0:
            self._make()
        elif version < SCHEMA:
            migrate(self._file, self.path)

    def _make(self) -> None:
        with self._writing():
            # Somebody else may have made it while we waited for the lock.
            if not self._file.execute("PRAGMA user_version").fetchone()[0]:
                for statement in TABLES.split(";\n"):
                    self._file.execute(statement)
                self._file.execute(f"PRAGMA application_id = {MARK}")
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
            *(match.id, match.kind, match.watch, _text(match.first), _text(match.second), match.rulebook),
            *(_text(match.settings), _text(asdict(match.summary)), match.summary.strokes),
            *(match.created or at, match.changed or at, match.keep),
        )
        if self._quota is not None and not beyond_quota and self.size() > self._quota:
            raise StoreError("quota", "refused.store.quota", path=str(self.path))
        with self._lock, self._in_words(), self._writing():
            self._file.execute(f"INSERT INTO matches VALUES ({_marks(row)})", row)
            for token, player in tokens.items():
                self._grant(match.id, hashed(token), player)
            for code, player in (invitations or {}).items():
                self._invite(match.id, code, player, at)
            self._insert(match.id, lines)

    def append(self, match: str, lines: Sequence[KeptLine], summary: Summary, *, at: str) -> None:
        with self._lock, self._in_words(), self._writing():
            self._insert(match, lines)
            self._file.execute(
                "UPDATE matches SET summary = ?, strokes = ?, changed = ? WHERE id = ?",
                (_text(asdict(summary)), summary.strokes, at, match),
            )

    def _insert(self, match: str, lines: Sequence[KeptLine]) -> None:
        for each in lines:
            try:
                self._file.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?)", (match, each.seq, each.line, each.request)
                )
            except sqlite3.IntegrityError:
                raise Stale("refused.store.stale", each.seq, entry=each.seq) from None
            if each.trace is not None:
                self._file.execute("INSERT INTO traces VALUES (?, ?, ?)", (match, each.seq, each.trace))
            if each.begins is not None:
                self._begin(match, each.begins)

    def _begin(self, match: str, playing: Playing) -> None:
        self._file.execute(
            "UPDATE matches SET first = ?, second = ?, rulebook = ? WHERE id = ?",
            (_text(playing.first), _text(playing.second), playing.rulebook, match),
        )

    def match(self, match: str) -> KeptMatch | None:
        return self._one(_MATCH + "WHERE id = ?", match)

    def by_token(self, token: str) -> tuple[KeptMatch, str] | None:
        query = "SELECT match, player FROM tokens WHERE hash = ?"
        with self._lock, self._in_words():
            row = self._file.execute(query, (hashed(token),)).fetchone()
        if row is None:
            watched = self._one(_MATCH + "WHERE watch = ?", token)
            return None if watched is None else (watched, "")
        played = self.match(row[0])
        assert played is not None, "a token is of a match"
        return played, row[1]

    def _one(self, query: str, key: str) -> KeptMatch | None:
        with self._lock, self._in_words():
            row = self._file.execute(query, (key,)).fetchone()
            return None if row is None else _match(row)

    def tokens(self, match: str) -> dict[str, str]:
        query = "SELECT hash, player FROM tokens WHERE match = ? ORDER BY place"
        with self._lock, self._in_words():
            return dict(self._file.execute(query, (match,)).fetchall())

    def grant(self, match: str, token: str, player: str, *, alone: bool = False) -> None:
        with self._lock, self._in_words(), self._writing():
            self._grant(match, hashed(token), player, alone)

    def _refuse_known(self, token: str) -> None:
        """A token that somebody brings must be nobody else's, and no link to watch."""
        query = "SELECT 1 FROM tokens WHERE hash = ? UNION SELECT 1 FROM matches WHERE watch = ?"
        if self._file.execute(query, (hashed(token), token)).fetchone() is not None:
            raise ImpossibleCase("token", "refused.store.token-taken")

    def _grant(self, match: str, hash_: str, player: str, alone: bool = False) -> None:
        if alone:
            watching = "UPDATE tokens SET player = '' WHERE match = ? AND player = ?"
            self._file.execute(watching, (match, player))
        (place,) = self._file.execute("SELECT count(*) FROM tokens WHERE match = ?", (match,)).fetchone()
        self._file.execute("INSERT INTO tokens VALUES (?, ?, ?, ?)", (hash_, match, player, place))

    def invite(
        self, match: str, code: str, player: str, *, at: str, instead: bool = False, alone: bool = False
    ) -> None:
        with self._lock, self._in_words(), self._writing():
            if instead:
                self._withdraw(match, player)
            self._invite(match, code, player, at, alone)

    def _invite(self, match: str, code: str, player: str, at: str, alone: bool = False) -> None:
        row = (hashed(code), match, player, at, alone, None)
        self._file.execute(f"INSERT INTO invitations VALUES ({_marks(row)})", row)

    def invite_to_free(self, match: str, code: str, player: str, *, at: str) -> bool:
        with self._lock, self._in_words(), self._writing():
            if self._taken(match, player):
                return False
            self._withdraw(match, player)
            self._invite(match, code, player, at)
            return True

    def withdraw(self, match: str, player: str) -> bool:
        with self._lock, self._in_words(), self._writing():
            return not self._taken(match, player) and self._withdraw(match, player)

    def _taken(self, match: str, player: str) -> bool:
        query = "SELECT 1 FROM tokens WHERE match = ? AND player = ?"
        return self._file.execute(query, (match, player)).fetchone() is not None

    def _withdraw(self, match: str, player: str) -> bool:
        unused = "DELETE FROM invitations WHERE match = ? AND player = ? AND token IS NULL"
        return self._file.execute(unused, (match, player)).rowcount > 0

    def invited(self, match: str) -> tuple[str, ...]:
        query = "SELECT DISTINCT player FROM invitations WHERE match = ? AND token IS NULL"
        with self._lock, self._in_words():
            return tuple(player for (player,) in self._file.execute(query, (match,)))

    def exchange(self, code: str, token: str) -> tuple[KeptMatch, str] | None:
        invitation, mine = hashed(code), hashed(token)
        query = "SELECT match, player, alone, token FROM invitations WHERE hash = ?"
        with self._lock, self._in_words(), self._writing():
            row = self._file.execute(query, (invitation,)).fetchone()
            if row is None or row[3] not in (None, mine):
                return None
            match, player, alone, used = row
            if used is None:
                self._refuse_known(token)
                self._grant(match, mine, player, alone)
                self._file.execute("UPDATE invitations SET token = ? WHERE hash = ?", (mine, invitation))
            return _match(self._file.execute(_MATCH + "WHERE id = ?", (match,)).fetchone()), player

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        query = "SELECT seq, line, request FROM entries WHERE match = ? AND seq > ? ORDER BY seq"
        with self._lock, self._in_words():
            return [KeptLine(*row) for row in self._file.execute(query, (match, after))]

    def trace(self, match: str, seq: int) -> bytes | None:
        query = "SELECT trace FROM traces WHERE match = ? AND seq = ?"
        with self._lock, self._in_words():
            row = self._file.execute(query, (match, seq)).fetchone()
        return None if row is None else bytes(row[0])

    def settle(self, match: str, settings: Json) -> None:
        with self._lock, self._in_words(), self._writing():
            self._file.execute("UPDATE matches SET settings = ? WHERE id = ?", (_text(settings), match))

    def latest(self, count: int, skip: int = 0, *, without: str = "") -> list[KeptMatch]:
        query = _MATCH + "WHERE strokes > 0 AND kind != ? ORDER BY changed DESC LIMIT ? OFFSET ?"
        with self._lock, self._in_words():
            return [_match(row) for row in self._file.execute(query, (without, count, skip))]

    def of_kind(self, kind: str, count: int, skip: int = 0) -> list[KeptMatch]:
        query = _MATCH + "WHERE kind = ? ORDER BY changed DESC, id LIMIT ? OFFSET ?"
        with self._lock, self._in_words():
            return [_match(row) for row in self._file.execute(query, (kind, count, skip))]

    def unfinished(self, kind: str, first_line: str) -> bool:
        query = (
            "SELECT 1 FROM matches JOIN entries ON match = id AND seq = 1 "
            "WHERE kind = ? AND line = ? AND NOT json_extract(summary, '$.over') LIMIT 1"
        )
        with self._lock, self._in_words():
            return self._file.execute(query, (kind, first_line)).fetchone() is not None

    def size(self) -> int:
        with self._lock, self._in_words():
            pages, free, bytes_each = (
                self._file.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
        return int((pages - free) * bytes_each + self._wal_bytes())

    def keep(self, match: str, keep: bool = True) -> bool:
        with self._lock, self._in_words(), self._writing():
            change = "UPDATE matches SET keep = ? WHERE id = ?"
            return self._file.execute(change, (keep, match)).rowcount > 0

    def delete(self, matches: Collection[str]) -> int:
        with self._lock, self._in_words(), self._writing():
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
        with self._lock, self._in_words():
            found = [match for (match,) in self._file.execute(_EXPIRED, since) if match not in spare]
            if not found:
                return 0
            with self._writing():
                return self._delete(found[:EXPIRED_AT_ONCE])

    def holdings(self) -> list[Holding]:
        """Every match with what it takes, the last changed first."""
        query = f"""
        WITH lines AS (SELECT match, count(*) AS n, sum(length(CAST(line AS BLOB))) AS bytes
                       FROM entries GROUP BY match),
             strokes AS (SELECT match, count(*) AS n, sum(length(trace)) AS bytes FROM traces GROUP BY match)
        SELECT {_COLUMNS}, coalesce(lines.n, 0), coalesce(strokes.n, 0),
               coalesce(lines.bytes, 0) + coalesce(strokes.bytes, 0)
        FROM matches LEFT JOIN lines ON lines.match = id LEFT JOIN strokes ON strokes.match = id
        ORDER BY changed DESC, id"""
        with self._lock, self._in_words():
            return [Holding(_match(row[:-3]), *row[-3:]) for row in self._file.execute(query)]

    def traces(self, match: str) -> dict[int, bytes]:
        """All traces of a match, by the number of their entry."""
        query = "SELECT seq, trace FROM traces WHERE match = ? ORDER BY seq"
        with self._lock, self._in_words():
            return {seq: bytes(trace) for seq, trace in self._file.execute(query, (match,))}

    def rewrite(
        self,
        match: str,
        lines: Sequence[KeptLine],
        playing: Playing,
        settings: Json,
        renamed: Mapping[str, str],
    ) -> None:
        """Replace every line of a match, who plays in it and its settings; links play for the new names."""
        with self._lock, self._in_words(), self._writing():
            (before,) = self._file.execute(
                "SELECT count(*) FROM entries WHERE match = ?", (match,)
            ).fetchone()
            if before != len(lines):
                raise Stale("refused.store.stale", before, entry=before)
            for each in lines:
                # The tag of a request names who asked.
                change = "UPDATE entries SET line = ?, request = NULL WHERE match = ? AND seq = ?"
                self._file.execute(change, (each.line, match, each.seq))
            self._begin(match, playing)
            self._file.execute("UPDATE matches SET settings = ? WHERE id = ?", (_text(settings), match))
            for table in ("tokens", "invitations"):
                self._file.executemany(
                    f"UPDATE {table} SET player = ? WHERE match = ? AND player = ?",
                    [(new, match, old) for old, new in renamed.items()],
                )

    def faults(self) -> list[Message]:
        """What SQLite itself finds wrong with the file."""
        with self._lock, self._in_words():
            checked = self._file.execute("PRAGMA integrity_check")
            found = [Message("store.fault.sqlite", {"text": text}) for (text,) in checked if text != "ok"]
            for table, row, parent, _ in self._file.execute("PRAGMA foreign_key_check"):
                about = {"table": table, "row": str(row), "parent": parent}
                found.append(Message("store.fault.orphan", about))
        return found

    def truncate_wal(self) -> bool:
        """Empty the log into the file, so that what was deleted is in neither; false if somebody reads it."""
        with self._lock, self._in_words():
            (busy, _, _) = self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def close(self) -> None:
        self._closing.set()
        if self._checkpointing is not None:
            self._checkpointing.join(WAIT)
        with self._lock:
            self._closed = True
            self._file.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, and on disk at the end."""
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """What SQLite refuses, as one line that names the file and what would help."""
        try:
            yield
        except sqlite3.Error as wrong:
            raise self._refusal(wrong) from wrong
        except (ValueError, TypeError, KeyError) as wrong:
            raise StoreError("damaged", "refused.store.unreadable", path=str(self.path)) from wrong

    def _refusal(self, wrong: sqlite3.Error) -> StoreError:
        if self._closed:
            return StoreError("closed", "refused.store.closed", path=str(self.path))
        return in_words(self.path, wrong)


def in_words(path: Path, wrong: sqlite3.Error | OSError) -> StoreError:
    """What SQLite or the system refuses, as one line that names the file and what would help."""
    if isinstance(wrong, OSError):
        kind = "full" if wrong.errno == errno.ENOSPC else "unwritable"
        return StoreError(kind, "refused.store.system", path=str(path), why=system_message(wrong))
    name = getattr(wrong, "sqlite_errorname", "") or ""
    why = name or str(wrong)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError("locked", "refused.store.locked", path=str(path))
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or isinstance(wrong, sqlite3.DataError):
        return StoreError("damaged", "refused.store.damaged", path=str(path), why=why)
    if name.startswith("SQLITE_FULL"):
        return StoreError("full", "refused.store.full", path=str(path))
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return StoreError("unwritable", "refused.store.unwritable", path=str(path), why=why)
    return StoreError("failed", "refused.store.failed", path=str(path), why=why)


def version_of(path: Path) -> int:
    """The version of a store, which is not changed by this; 0 for what is no store."""
    if not path.is_file():
        return 0
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        try:
            (mark,) = file.execute("PRAGMA application_id").fetchone()
            (version,) = file.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error:
            return 0
    return int(version) if mark == MARK else 0


def _marks(row: Sequence[object]) -> str:
    return ", ".join("?" * len(row))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _match(row: Sequence[Any]) -> KeptMatch:
    id_, kind, watch, first, second, book, settings, summary, created, changed, keep = row
    said = json.loads(summary)
    games, points = tuple(said["games"]), tuple(said["points"])
    return KeptMatch(
        *(id_, kind, watch, tuple(json.loads(first)), tuple(json.loads(second)), book, json.loads(settings)),
        Summary(games, points, said["over"], said["winner"], said["strokes"]),
        created,
        changed,
        bool(keep),
    )

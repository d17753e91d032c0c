"""A store in a database that speaks SQL: every method of a store, written once for all of them.

A backend says how a session is had and which errors mean what, and gives the few statements that differ.
Arguments are marked by `?`.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeVar

from carrom.errors import CarromError, ImpossibleCase, Stale, StoreError
from carrom.i18n import Message
from carrom.record.entries import Begun
from carrom.store.cluster import Cluster
from carrom.store.group_commit import GroupCommit
from carrom.store.store import (
    Append,
    Dump,
    Holding,
    Json,
    KeptInvitation,
    KeptLine,
    KeptMatch,
    MatchRows,
    MatchSummary,
    StoreHealth,
    StoreObserver,
    hash_token,
)
from carrom.waiting import call_blocking

EXPIRED_AT_ONCE = 10  # matches, so that no writer waits long

MATCH_COLUMNS = "id, kind, watch, first, second, rulebook, settings, summary, created, changed, keep"

_DUMPED = {
    "matches": (f"{MATCH_COLUMNS}, strokes", "id"),
    "tokens": ("hash, match, player, place", "match"),
    "entries": ("match, seq, line, request", "match"),
    "traces": ("match, seq, trace", "match"),
    "invitations": ("hash, match, player, made, alone, token", "match"),
}
"""The columns of each table that every database has, and the one with the id of the match."""

_EXPIRED = """
SELECT id, CASE kind WHEN 'online' THEN settings END FROM matches WHERE keep = 0 AND (
    (kind IN ('practice', 'file') AND changed < ?)
    OR (kind IN ('computer', 'screen', 'online') AND changed < ? AND strokes = 0)
    OR (kind = 'umpire' AND changed < ?
        AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.match = matches.id)))
AND NOT EXISTS (
    SELECT 1 FROM invitations WHERE invitations.match = matches.id AND invitations.token IS NULL
    AND made >= CASE matches.kind WHEN 'umpire' THEN ? ELSE ? END)
"""
"""Matches that may have expired: of an online match, its settings say whether a second player came.

A recent unused invitation counts as a change of its match.
"""


class Rows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Session(Protocol):
    """A connection to the database, inside a transaction if anything is written."""

    def execute(self, query: str, arguments: Sequence[Any] = (), /) -> Rows: ...


T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="SqlStore")


def _writing(method: Callable[Concatenate[S, Session, P], T]) -> Callable[Concatenate[S, P], T]:
    """The method in a transaction: all or nothing, and durable once it returns."""

    @wraps(method)
    def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._write(lambda session: method(self, session, *args, **kwargs))

    return call


class SqlStore(ABC):
    """Implements `carrom.store.Store`."""

    database_error: ClassVar[type[Exception]]
    integrity_error: ClassVar[type[Exception]]
    is_over: ClassVar[str]
    """Whether a match is over, by its summary, in SQL."""
    bytes_of_line: ClassVar[str]
    beat: ClassVar[str]
    """Writes the one row of `heartbeat`, also if it says the same already."""

    cluster: Cluster | None = None

    def __init__(self, name: str, quota: int | None, observer: StoreObserver | None, threads: int) -> None:
        """`name` is what messages call the store. No match is added once it takes more than `quota` bytes.

        `threads` are for calls of a thread that must not be blocked.
        """
        self.name = name
        self._quota = quota
        self._observer = observer
        self._commits = GroupCommit(self._append_all)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="carrom-store")
        self._closed = False

    def _blocking(self, what: Callable[[], T]) -> T:
        """The result of a call that blocks; a thread that must not be blocked waits for it."""
        try:
            return call_blocking(self._threads, what)
        except RuntimeError:
            if not self._closed:
                raise
            raise StoreError("closed", "refused.store.closed", path=self.name) from None

    @abstractmethod
    def _read(self, act: Callable[[Session], T]) -> T:
        """Call `act` with a session. Does not block a thread that must not be blocked."""

    @abstractmethod
    def _write(self, act: Callable[[Session], T]) -> T:
        """Call `act` in a transaction, and commit unless it raises."""

    @abstractmethod
    def _append_all(self, appends: Sequence[Append]) -> Sequence[CarromError | None]:
        """Commit all appends at once; one that is refused is refused alone."""

    @abstractmethod
    def _error(self, wrong: Exception) -> StoreError:
        """What a failure of the database is to whoever uses the store."""

    def _read_everything(self, act: Callable[[Session], T]) -> T:
        """Call `act`, which may take long, with a session that sees one state of the store."""
        return self._read(act)

    def _write_everything(self, act: Callable[[Session], None]) -> None:
        """Call `act`, which may take long, in a transaction."""
        self._write(act)

    # Where several nodes share a database:

    def _lock_out_nodes(  # noqa: B027 (a store that nobody shares has none)
        self, session: Session
    ) -> None:
        """Refuse a store with a running node; none begins until the transaction ends."""

    def _shared(self, session: Session) -> Mapping[str, str]:
        """The texts that all nodes share, by name."""
        return {}

    def _share(  # noqa: B027 (as above)
        self, session: Session, shared: Mapping[str, str]
    ) -> None:
        """Replace texts that all nodes share."""

    def _fence(self, match: str) -> int | None:
        """The number under which this store owns a match; None if it does not."""
        return None

    def _owned(self, fence: int | None) -> tuple[str, str, tuple[object, ...]]:
        """What a change sets besides, its condition, and the arguments of the condition."""
        return "", "", ()

    def _check_owned(  # noqa: B027 (a store that nobody shares has nothing to check, and nothing to lock)
        self, session: Session, match: str, changed: Rows
    ) -> None:
        """Raise `NotOwner` if a change was refused because another node owns the match."""

    def _lock_match(  # noqa: B027 (as above)
        self, session: Session, match: str
    ) -> None:
        """Nobody else changes a match until the transaction ends, so that what is read stays true."""

    def _lock_deletable(self, session: Session, matches: Collection[str]) -> Collection[str]:
        """Those of the matches that may be deleted; nobody else changes them until the transaction ends."""
        return matches

    def heartbeat(self, at: str) -> StoreHealth:
        self._write(lambda session: session.execute(self.beat, (at,)))
        return self._health()

    def _health(self) -> StoreHealth:
        return StoreHealth()

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
        if self._quota is not None and not beyond_quota and self.size() > self._quota:
            raise StoreError("quota", "refused.store.quota", path=self.name)
        self._add(match, tokens, lines, at, invitations or {})

    @_writing
    def _add(
        self,
        session: Session,
        match: KeptMatch,
        tokens: Mapping[str, str],
        lines: Sequence[KeptLine],
        at: str,
        invitations: Mapping[str, str],
    ) -> None:
        if (begun := begun_by(lines)) is not None:
            match = replace(match, first=begun.first, second=begun.second, rulebook=begun.rulebook)
        row = {
            "id": match.id,
            "kind": match.kind,
            "watch": match.watch,
            **begun_columns(match),
            "settings": to_json(match.settings),
            **summary_columns(match.summary, match.changed or at),
            "created": match.created or at,
            "keep": int(match.keep),
        }
        self._insert(session, f"matches ({', '.join(row)})", tuple(row.values()))
        for token, player in tokens.items():
            self._grant(session, match.id, hash_token(token), player)
        for code, player in invitations.items():
            self._invite(session, match.id, code, player, at)
        self._insert_lines(session, match.id, lines)

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        self._commits.append(Append(match, lines, summary, at, self._fence(match)))

    @property
    def waiting(self) -> int:
        return self._commits.waiting

    def _append(self, session: Session, append: Append) -> Rows:
        """Append to a match; returns the change of its row."""
        begun = begun_by(append.lines)
        columns = summary_columns(append.summary, append.at) | ({} if begun is None else begun_columns(begun))
        changed = self._change(session, append.match, columns, append.fence)
        # First: another owner may have written what would be stale here.
        self._check_owned(session, append.match, changed)
        self._insert_lines(session, append.match, append.lines)
        return changed

    def _insert_lines(self, session: Session, match: str, lines: Sequence[KeptLine]) -> None:
        for each in lines:
            try:
                self._insert(session, "entries", (match, each.seq, each.line, each.request))
            except self.integrity_error:
                raise Stale("refused.store.stale", each.seq, entry=each.seq) from None
            if each.trace is not None:
                self._insert(session, "traces", (match, each.seq, each.trace))

    def _insert(self, session: Session, table: str, row: Sequence[object]) -> None:
        session.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def _change(self, session: Session, match: str, columns: Mapping[str, object], fence: int | None) -> Rows:
        """Change a match that is owned under this number; no row is changed if it is not."""
        also, only, arguments = self._owned(fence)
        setting = ", ".join(f"{name} = ?" for name in columns)
        query = f"UPDATE matches SET {setting}{also} WHERE id = ?{only}"
        return session.execute(query, (*columns.values(), match, *arguments))

    def match(self, match: str) -> KeptMatch | None:
        return next(iter(self._matches("WHERE id = ?", match)), None)

    def by_token(self, token: str) -> tuple[KeptMatch, str] | None:
        query = f"""
        SELECT {MATCH_COLUMNS}, player FROM tokens JOIN matches ON match = id WHERE hash = ?
        UNION ALL SELECT {MATCH_COLUMNS}, '' FROM matches WHERE watch = ?"""
        found = self._select(lambda row: (_match(row[:-1]), str(row[-1])), query, hash_token(token), token)
        return next(iter(found), None)

    def _matches(self, where: str, *arguments: object) -> list[KeptMatch]:
        return self._select(_match, f"SELECT {MATCH_COLUMNS} FROM matches {where}", *arguments)

    def _select(self, make: Callable[[tuple[Any, ...]], T], query: str, *arguments: object) -> list[T]:
        """What `make` returns for every row."""
        return self._read(lambda session: [make(row) for row in session.execute(query, arguments)])

    def tokens(self, match: str) -> dict[str, str]:
        query = "SELECT hash, player FROM tokens WHERE match = ? ORDER BY place"
        return dict(self._select(lambda row: row, query, match))

    @_writing
    def grant(self, session: Session, match: str, token: str, player: str, *, alone: bool = False) -> None:
        self._lock_match(session, match)
        self._grant(session, match, hash_token(token), player, alone)

    def _grant(self, session: Session, match: str, hash_: str, player: str, alone: bool = False) -> None:
        if alone:
            watching = "UPDATE tokens SET player = '' WHERE match = ? AND player = ?"
            session.execute(watching, (match, player))
        (place,) = session.execute("SELECT count(*) FROM tokens WHERE match = ?", (match,)).fetchone()
        self._insert(session, "tokens", (hash_, match, player, place))

    @_writing
    def invite(
        self,
        session: Session,
        match: str,
        code: str,
        player: str,
        *,
        at: str,
        instead: bool = False,
        alone: bool = False,
    ) -> None:
        self._lock_match(session, match)
        if instead:
            self._withdraw(session, match, player)
        self._invite(session, match, code, player, at, alone)

    def _invite(
        self, session: Session, match: str, code: str, player: str, at: str, alone: bool = False
    ) -> None:
        self._insert(session, "invitations", (hash_token(code), match, player, at, int(alone), None))

    @_writing
    def invite_to_free(self, session: Session, match: str, code: str, player: str, *, at: str) -> bool:
        self._lock_match(session, match)
        if self._taken(session, match, player):
            return False
        self._withdraw(session, match, player)
        self._invite(session, match, code, player, at)
        return True

    @_writing
    def withdraw(self, session: Session, match: str, player: str) -> bool:
        self._lock_match(session, match)
        return not self._taken(session, match, player) and self._withdraw(session, match, player)

    def _taken(self, session: Session, match: str, player: str) -> bool:
        query = "SELECT 1 FROM tokens WHERE match = ? AND player = ?"
        return session.execute(query, (match, player)).fetchone() is not None

    def _withdraw(self, session: Session, match: str, player: str) -> bool:
        unused = "DELETE FROM invitations WHERE match = ? AND player = ? AND token IS NULL"
        return session.execute(unused, (match, player)).rowcount > 0

    def invited(self, match: str) -> tuple[str, ...]:
        query = "SELECT DISTINCT player FROM invitations WHERE match = ? AND token IS NULL ORDER BY player"
        return tuple(self._select(lambda row: str(row[0]), query, match))

    def invitation(self, code: str) -> KeptInvitation | None:
        query = f"""
        SELECT {MATCH_COLUMNS}, player, invitations.token IS NOT NULL
        FROM invitations JOIN matches ON match = id WHERE hash = ?"""
        found = self._select(
            lambda row: KeptInvitation(_match(row[:-2]), str(row[-2]), bool(row[-1])), query, hash_token(code)
        )
        return next(iter(found), None)

    @_writing
    def exchange(self, session: Session, code: str, token: str) -> tuple[KeptMatch, str] | None:
        invitation, mine = hash_token(code), hash_token(token)
        query = "SELECT match, player, alone, token FROM invitations WHERE hash = ?"
        row = session.execute(query, (invitation,)).fetchone()
        if row is not None:
            # Read again: another node may have used it until its match was locked.
            self._lock_match(session, row[0])
            row = session.execute(query, (invitation,)).fetchone()
        if row is None or row[3] not in (None, mine):
            return None
        match, player, alone, used = row
        if used is None:
            self._refuse_known(session, token)
            self._grant(session, match, mine, player, alone)
            session.execute("UPDATE invitations SET token = ? WHERE hash = ?", (mine, invitation))
        found = f"SELECT {MATCH_COLUMNS} FROM matches WHERE id = ?"
        return _match(session.execute(found, (match,)).fetchone()), player

    def _refuse_known(self, session: Session, token: str) -> None:
        """Refuse a token that is already in use, for a seat or for watching."""
        query = "SELECT 1 FROM tokens WHERE hash = ? UNION SELECT 1 FROM matches WHERE watch = ?"
        if session.execute(query, (hash_token(token), token)).fetchone() is not None:
            raise ImpossibleCase("token", "refused.store.token-taken")

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        query = "SELECT seq, line, request FROM entries WHERE match = ? AND seq > ? ORDER BY seq"
        return self._select(lambda row: KeptLine(*row), query, match, after)

    def trace(self, match: str, seq: int) -> bytes | None:
        query = "SELECT trace FROM traces WHERE match = ? AND seq = ?"
        return next(iter(self._select(lambda row: bytes(row[0]), query, match, seq)), None)

    @_writing
    def set_settings(self, session: Session, match: str, settings: Json) -> None:
        changed = self._change(session, match, {"settings": to_json(settings)}, self._fence(match))
        self._check_owned(session, match, changed)

    def latest(self, count: int, skip: int = 0, *, without: str = "") -> list[KeptMatch]:
        where = "WHERE strokes > 0 AND kind <> ? ORDER BY changed DESC LIMIT ? OFFSET ?"
        return self._matches(where, without, count, skip)

    def of_kind(self, kind: str, count: int, skip: int = 0) -> list[KeptMatch]:
        return self._matches("WHERE kind = ? ORDER BY changed DESC, id LIMIT ? OFFSET ?", kind, count, skip)

    def unfinished(self, kind: str, first_line: str) -> bool:
        query = f"""
        SELECT 1 FROM matches JOIN entries ON match = id AND seq = 1
        WHERE kind = ? AND line = ? AND NOT {self.is_over} LIMIT 1"""
        return bool(self._select(lambda row: row, query, kind, first_line))

    @abstractmethod
    def size(self) -> int: ...

    @_writing
    def keep(self, session: Session, match: str, keep: bool = True) -> bool:
        # Not only its owner may: a match in memory knows nothing of it.
        change = "UPDATE matches SET keep = ? WHERE id = ?"
        return session.execute(change, (int(keep), match)).rowcount > 0

    @_writing
    def delete(self, session: Session, matches: Collection[str]) -> int:
        return self._delete(session, self._lock_deletable(session, matches))

    def _delete(self, session: Session, matches: Collection[str]) -> int:
        gone = 0
        for match in matches:
            for table in ("traces", "entries", "tokens", "invitations"):
                session.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
            gone += session.execute("DELETE FROM matches WHERE id = ?", (match,)).rowcount
        return gone

    def expire(
        self,
        now: datetime,
        *,
        never_begun: timedelta | None = None,
        practice: timedelta | None = None,
        desks: timedelta | None = None,
        spare: Collection[str] = (),
    ) -> int:
        since = [
            "" if span is None else (now - span).isoformat(timespec="milliseconds")
            for span in (practice, never_begun, desks, desks, never_begun)
        ]
        expired = [
            match
            for match, settings in self._read(lambda session: list(session.execute(_EXPIRED, since)))
            if match not in spare and not _two_came(settings)
        ]
        return self._expire(expired[:EXPIRED_AT_ONCE], since) if expired else 0

    @_writing
    def _expire(self, session: Session, matches: Collection[str], since: Sequence[str]) -> int:
        # Somebody may have come since they were found.
        matches = self._lock_deletable(session, matches)
        marks = ", ".join("?" * len(matches))
        still = session.execute(f"{_EXPIRED} AND id IN ({marks})", (*since, *matches)) if matches else ()
        return self._delete(session, [match for match, settings in still if not _two_came(settings)])

    def holdings(self) -> list[Holding]:
        query = f"""
        WITH lines AS (SELECT match, count(*) AS n, sum({self.bytes_of_line}) AS bytes
                       FROM entries GROUP BY match),
             strokes AS (SELECT match, count(*) AS n, sum(length(trace)) AS bytes FROM traces GROUP BY match)
        SELECT {MATCH_COLUMNS}, coalesce(lines.n, 0), coalesce(strokes.n, 0),
               coalesce(lines.bytes, 0) + coalesce(strokes.bytes, 0)
        FROM matches LEFT JOIN lines ON lines.match = id LEFT JOIN strokes ON strokes.match = id
        ORDER BY changed DESC, id"""
        return self._read_everything(
            lambda session: [Holding(_match(row[:-3]), *map(int, row[-3:])) for row in session.execute(query)]
        )

    def traces(self, match: str) -> dict[int, bytes]:
        query = "SELECT seq, trace FROM traces WHERE match = ? ORDER BY seq"
        return dict(self._select(lambda row: (row[0], bytes(row[1])), query, match))

    @_writing
    def rewrite(
        self,
        session: Session,
        match: str,
        lines: Sequence[KeptLine],
        begun: Begun,
        settings: Json,
        renamed: Mapping[str, str],
    ) -> None:
        columns = {**begun_columns(begun), "settings": to_json(settings)}
        self._check_owned(session, match, self._change(session, match, columns, self._fence(match)))
        count = "SELECT count(*) FROM entries WHERE match = ?"
        (before,) = session.execute(count, (match,)).fetchone()
        if before != len(lines):
            raise Stale("refused.store.stale", before, entry=before)
        for each in lines:
            # The tag of a request names a player.
            change = "UPDATE entries SET line = ?, request = NULL WHERE match = ? AND seq = ?"
            session.execute(change, (each.line, match, each.seq))
        for table in ("tokens", "invitations"):
            for old, new in renamed.items():
                change = f"UPDATE {table} SET player = ? WHERE match = ? AND player = ?"
                session.execute(change, (new, match, old))

    def dump(self, act: Callable[[Dump], T]) -> T:
        def read(session: Session) -> T:
            self._lock_out_nodes(session)
            ids = [id_ for (id_,) in session.execute("SELECT id FROM matches ORDER BY id")]
            rows = (self._rows_of(session, each) for each in ids)
            return act(Dump(len(ids), rows, self._shared(session)))

        return self._read_everything(read)

    def _rows_of(self, session: Session, match: str) -> MatchRows:
        return {
            table: list(session.execute(f"SELECT {columns} FROM {table} WHERE {key} = ?", (match,)))
            for table, (columns, key) in _DUMPED.items()
        }

    def load(self, dump: Dump) -> None:
        def write(session: Session) -> None:
            if session.execute("SELECT 1 FROM matches LIMIT 1").fetchone() is not None:
                raise StoreError("exists", "refused.store.not-empty", path=self.name)
            self._lock_out_nodes(session)
            self._share(session, dump.shared)
            for match in dump.matches:
                for table, rows in match.items():
                    for row in rows:
                        self._insert(session, f"{table} ({_DUMPED[table][0]})", row)

        self._write_everything(write)

    @abstractmethod
    def faults(self) -> list[Message]: ...

    @abstractmethod
    def truncate_wal(self) -> bool: ...

    @abstractmethod
    def close(self) -> None: ...

    @contextmanager
    def _errors_translated(self) -> Iterator[None]:
        """Raise `StoreError` for what the database or the content refuses."""
        try:
            yield
        except self.database_error as wrong:
            raise self._observed(self._error(wrong)) from wrong
        except (ValueError, TypeError, KeyError) as wrong:
            damaged = StoreError("damaged", "refused.store.unreadable", path=self.name)
            raise self._observed(damaged) from wrong
        except CarromError as failed:
            self._observed(failed)
            raise

    def _observed(self, failed: CarromError) -> CarromError:
        if self._observer is not None:
            self._observer.failed(failed)
        return failed

    def _committed(self, seconds: float) -> None:
        if self._observer is not None:
            self._observer.committed(seconds)

    def _appended(
        self, appends: Sequence[Append], results: Sequence[CarromError | None]
    ) -> Sequence[CarromError | None]:
        """The results of appends, once the observer has been told of those that are durable."""
        if self._observer is not None:
            for each, failed in zip(appends, results, strict=True):
                if failed is None:
                    self._observer.appended(each.lines)
        return results


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_SUMMARY = tuple(field.name for field in fields(MatchSummary))


def begun_by(lines: Sequence[KeptLine]) -> Begun | None:
    return next((each.begins for each in lines if each.begins is not None), None)


def begun_columns(begun: Begun | KeptMatch) -> dict[str, object]:
    return {"first": to_json(begun.first), "second": to_json(begun.second), "rulebook": begun.rulebook}


def summary_columns(summary: MatchSummary, at: str) -> dict[str, object]:
    said = {name: getattr(summary, name) for name in _SUMMARY}
    return {"summary": to_json(said), "strokes": summary.strokes, "changed": at}


def _two_came(settings: str | None) -> bool:
    """Whether a second player came to an online match, or its settings do not say so."""
    if settings is None:
        return False
    try:
        return len(json.loads(settings)["joined"]) > 1
    except (ValueError, TypeError, KeyError):
        return True


def _match(row: Sequence[Any]) -> KeptMatch:
    id_, kind, watch, first, second, book, settings, summary, created, changed, keep = row
    said = json.loads(summary)
    said |= {name: tuple(said[name]) for name in ("games", "points", "levels")}
    said["scores"] = tuple(map(tuple, said["scores"]))
    return KeptMatch(
        *(id_, kind, watch, tuple(json.loads(first)), tuple(json.loads(second)), book, json.loads(settings)),
        *(MatchSummary(**said), created, changed, bool(keep)),
    )

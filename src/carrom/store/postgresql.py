"""The store in a PostgreSQL database, which several servers may share."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from queue import Empty, LifoQueue
from selectors import EVENT_READ, DefaultSelector
from time import monotonic, perf_counter
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from carrom.errors import CarromError, StoreError
from carrom.i18n import Message
from carrom.store.claims import UNOWNED, Claims
from carrom.store.cluster import NotOwner
from carrom.store.migrations import SCHEMA
from carrom.store.sql import Rows, Session, SqlStore
from carrom.store.store import Append, KeptLine, StoreObserver

CONNECT_SECONDS = 3
ANSWER_SECONDS = 5.0
"""For one answer of the server."""
STATEMENT_SECONDS = 4.0
"""For one statement, or one lock: the server should say no before nobody listens any more."""
IDLE_SECONDS = 3.0
"""A transaction that waits longer for its node is undone: the locks of a paused node hold up nobody."""
CONNECTIONS = 8
"""For reads and small changes; appends and renewals have a connection of their own each."""

T = TypeVar("T")

_OWNERS = """
CREATE TABLE nodes (id TEXT COLLATE "C" PRIMARY KEY, address TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL);
CREATE TABLE cluster (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)"""

TABLES = f"""
CREATE TABLE matches (
    id TEXT COLLATE "C" PRIMARY KEY, kind TEXT COLLATE "C" NOT NULL, watch TEXT COLLATE "C" NOT NULL UNIQUE,
    first TEXT NOT NULL, second TEXT NOT NULL, rulebook TEXT NOT NULL,
    settings TEXT NOT NULL, summary TEXT NOT NULL, strokes INTEGER NOT NULL,
    created TEXT COLLATE "C" NOT NULL, changed TEXT COLLATE "C" NOT NULL, keep INTEGER NOT NULL DEFAULT 0,
    node TEXT COLLATE "C", fence BIGINT NOT NULL DEFAULT 0);
CREATE INDEX matches_changed ON matches (changed DESC) WHERE strokes > 0;
CREATE INDEX matches_kind ON matches (kind, changed DESC, id);
CREATE TABLE tokens (
    hash TEXT COLLATE "C" PRIMARY KEY, match TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    player TEXT COLLATE "C" NOT NULL, place INTEGER NOT NULL);
CREATE INDEX tokens_match ON tokens (match, place);
CREATE TABLE entries (
    match TEXT COLLATE "C" NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL,
    line TEXT COLLATE "C" NOT NULL, request TEXT COLLATE "C",
    PRIMARY KEY (match, seq), UNIQUE (match, request));
CREATE INDEX entries_first ON entries USING hash (line) WHERE seq = 1;
CREATE TABLE traces (
    match TEXT COLLATE "C" NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL, trace BYTEA NOT NULL,
    PRIMARY KEY (match, seq));
ALTER TABLE traces ALTER trace SET STORAGE EXTERNAL;
CREATE TABLE invitations (
    hash TEXT COLLATE "C" PRIMARY KEY, match TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    player TEXT COLLATE "C" NOT NULL, made TEXT COLLATE "C" NOT NULL, alone INTEGER NOT NULL,
    token TEXT COLLATE "C");
CREATE INDEX invitations_match ON invitations (match);
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, at TEXT);
{_OWNERS}"""
"""Those of SQLite, and what several nodes need. Traces are packed already."""

STEPS: dict[int, Callable[[Session], None]] = {}
"""From each earlier version to the next. Version 4 is the first that PostgreSQL has."""

VERSION, SECRET = "schema", "secret"
"""Names in the table `cluster`."""

_MIGRATING = 0x63617272  # an advisory lock: of nodes that start at the same time, one makes the tables


class PostgresStore(SqlStore):
    """A pool of connections. Every commit is on disk before it is acknowledged."""

    database_error = psycopg.Error
    integrity_error = psycopg.IntegrityError
    is_over = "(summary::json ->> 'over')::boolean"
    bytes_of_line = "octet_length(line)"
    beat = "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"

    cluster: Claims

    def __init__(
        self,
        url: str,
        quota: int | None = None,
        *,
        read_only: bool = False,
        create: bool = True,
        observer: StoreObserver | None = None,
    ) -> None:
        """Open a database and migrate its tables; refuses one of a newer version or another program.

        An empty database gets its tables, or is refused unless `create`. No match is added once the store
        takes more than `quota` bytes. `read_only` is for a second process: it expects a database that is
        already prepared and writes nothing.
        """
        super().__init__(name_of(url), quota, observer, CONNECTIONS)
        self._url = url
        self._read_only = read_only
        self._create = create
        self._in_doubt: set[str] = set()
        """Matches with an append of which nobody knows whether it was committed."""
        self._committing = _Lasting(self._connect)
        self._renewing = _Lasting(self._connect)
        self._pool = _Pool(self._connect)
        # The store says itself that a database is away.
        logging.getLogger("psycopg").setLevel(logging.CRITICAL)
        try:
            with self._errors_translated(), self._pool.connection() as connection:
                secret = self._prepare(connection)
        except BaseException:
            self.close()
            raise
        self.cluster = Claims(self._write, self._renew, bytes.fromhex(secret))

    def _settings(self, *, patient: bool = False) -> dict[str, Any]:
        """How connections are made; a patient one may take any time for a statement."""
        milliseconds = 0 if patient else int(1000 * STATEMENT_SECONDS)
        options = {
            "synchronous_commit": "on",
            "statement_timeout": milliseconds,
            "lock_timeout": int(1000 * STATEMENT_SECONDS),
            "idle_in_transaction_session_timeout": 0 if patient else int(1000 * IDLE_SECONDS),
            "default_transaction_read_only": "on" if self._read_only else "off",
        }
        given = str(conninfo_to_dict(self._url).get("options") or "")
        return {
            "autocommit": True,
            "prepare_threshold": 0,
            "client_encoding": "utf8",
            "application_name": "carrom",
            "connect_timeout": CONNECT_SECONDS,
            # A network that was cut is noticed after about five seconds.
            "keepalives_idle": 2,
            "keepalives_interval": 1,
            "keepalives_count": 3,
            "tcp_user_timeout": int(1000 * ANSWER_SECONDS),
            "options": " ".join([given, *(f"-c {name}={value}" for name, value in options.items())]).strip(),
        }

    def _connect(self, *, patient: bool = False) -> psycopg.Connection:
        if self._closed:
            raise psycopg.OperationalError("the store is closed")
        kind = psycopg.Connection if patient else _Connection
        return kind.connect(self._url, **self._settings(patient=patient))

    def _prepare(self, connection: psycopg.Connection) -> str:
        """Make or migrate the tables; returns the secret of the cluster."""
        session = _Session(connection)
        [(encoding,)] = session.execute("SHOW server_encoding")
        if encoding != "UTF8":
            raise StoreError("foreign", "refused.store.encoding", path=self.name, encoding=encoding)
        if self._version(session) != SCHEMA and not self._read_only:
            with connection.transaction():
                session.execute("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
                # Another node may have done it while we waited for the lock.
                self._migrate(session, self._version(session))
        [(secret,)] = session.execute("SELECT value FROM cluster WHERE name = ?", (SECRET,))
        return str(secret)

    def _version(self, session: Session) -> int:
        """The version of the tables, 0 if there are none; refuses newer ones and those of another program."""
        query = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        tables = {name for (name,) in session.execute(query)}
        if not tables:
            return 0
        if not {"matches", "cluster"} <= tables:
            raise StoreError("foreign", "refused.store.foreign-database", path=self.name)
        found = session.execute("SELECT value FROM cluster WHERE name = ?", (VERSION,)).fetchone()
        if found is None:
            raise StoreError("foreign", "refused.store.foreign-database", path=self.name)
        version = int(found[0])
        if version > SCHEMA:
            raise StoreError("newer", "refused.store.newer", path=self.name, version=version, known=SCHEMA)
        return version

    def _migrate(self, session: Session, version: int) -> None:
        if version == 0:
            if not self._create:
                raise StoreError("none", "refused.store.none", path=self.name)
            for statement in TABLES.split(";\n"):
                session.execute(statement)
            rows = ((VERSION, str(SCHEMA)), (SECRET, secrets.token_hex(32)))
            for row in rows:
                self._insert(session, "cluster", row)
            return
        if version < SCHEMA and session.execute("SELECT 1 FROM nodes WHERE expires > now()").fetchone():
            raise StoreError("locked", "refused.store.nodes-run", path=self.name)
        for step in range(version, SCHEMA):
            STEPS[step](session)
        session.execute("UPDATE cluster SET value = ? WHERE name = ?", (str(SCHEMA), VERSION))

    def _read(self, act: Callable[[Session], T]) -> T:
        return self._blocking(lambda: self._with_session(act))

    def _with_session(self, act: Callable[[Session], T]) -> T:
        with self._errors_translated(), self._pool.connection() as connection:
            return act(_Session(connection))

    def _write(self, act: Callable[[Session], T]) -> T:
        def write() -> T:
            with self._errors_translated(), self._pool.connection() as connection:
                return self._in_transaction(connection, act)

        return self._blocking(write)

    def _in_transaction(self, connection: psycopg.Connection, act: Callable[[Session], T]) -> T:
        began = perf_counter()
        with connection.transaction():
            result = act(_Session(connection))
        self._committed(perf_counter() - began)
        return result

    def _read_everything(self, act: Callable[[Session], T]) -> T:
        def read() -> T:
            with self._errors_translated(), closing(self._connect(patient=True)) as connection:
                connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                with connection.transaction():
                    return act(_Session(connection))

        return self._blocking(read)

    def _write_everything(self, act: Callable[[Session], None]) -> None:
        # All rows are sent at once, as a pipeline; the first that is refused undoes them all.
        with (
            self._errors_translated(),
            closing(self._connect(patient=True)) as connection,
            connection.transaction(),
            connection.pipeline(),
        ):
            act(_Session(connection))

    def _lock_out_nodes(self, session: Session) -> None:
        session.execute("LOCK TABLE matches, nodes IN SHARE ROW EXCLUSIVE MODE")
        if session.execute("SELECT 1 FROM nodes WHERE expires > now()").fetchone() is not None:
            raise StoreError("locked", "refused.store.in-use", path=self.name)

    def _shared(self, session: Session) -> Mapping[str, str]:
        # What the database made for itself stays: another one has its own.
        query = "SELECT name, value FROM cluster WHERE name NOT IN (?, ?)"
        return dict(iter(session.execute(query, (VERSION, SECRET))))

    def _share(self, session: Session, shared: Mapping[str, str]) -> None:
        replace = "INSERT INTO cluster VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        for row in shared.items():
            session.execute(replace, row)

    def _renew(self, act: Callable[[Session], T]) -> T:
        """On a connection that nothing else uses, so that a lease waits for no other work."""
        with self._errors_translated(), self._renewing.connection() as connection:
            return act(_Session(connection))

    def _select(self, make: Callable[[tuple[Any, ...]], T], query: str, *arguments: object) -> list[T]:
        # PostgreSQL keeps no text with a NUL, and refuses to look for one.
        if any(isinstance(each, str) and "\0" in each for each in arguments):
            return []
        return super()._select(make, query, *arguments)

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        if match in self._in_doubt:
            # A commit whose answer was lost may be under way yet: it holds the lock until it ends.
            self._write(lambda session: self._lock_match(session, match))
            self._in_doubt.discard(match)
        return super().lines(match, after)

    def _append_all(self, appends: Sequence[Append]) -> Sequence[CarromError | None]:
        matches = {each.match for each in appends}
        self._in_doubt |= matches
        with self._errors_translated():
            if self._commit_together(appends):
                self._in_doubt -= matches
                return self._appended(appends, [None] * len(appends))
        results = self._commit_alone(appends)
        self._in_doubt -= {each.match for each, why in zip(appends, results, strict=True) if not _lost(why)}
        return self._appended(appends, results)

    def _commit_together(self, appends: Sequence[Append]) -> bool:
        """Commit all of them in one transaction; false if nothing was, since at least one is refused."""
        began = perf_counter()
        with self._committing.connection() as connection:
            session = _Session(connection)
            try:
                # All statements are sent at once. By id, so that two nodes never wait for each other.
                with connection.pipeline():
                    session.execute("BEGIN")
                    changes = [
                        self._append(session, each) for each in sorted(appends, key=lambda each: each.match)
                    ]
                if not all(each.rowcount for each in changes):
                    session.execute("ROLLBACK")
                    return False
            except _NoAnswerError:
                raise
            except (psycopg.Error, CarromError):
                # Nothing was committed, so that each may try again alone, on a new connection if need be.
                with suppress(psycopg.Error):
                    connection.rollback()
                return False
            session.execute("COMMIT")
        self._committed(perf_counter() - began)
        return True

    def _commit_alone(self, appends: Sequence[Append]) -> list[CarromError | None]:
        results: list[CarromError | None] = []
        for each in appends:
            before = results[-1] if results else None
            if isinstance(before, StoreError) and before.kind == "unreachable":
                results.append(before)  # the others need not wait for the same answer
                continue
            results.append(self._commit_one(each))
        return results

    def _commit_one(self, append: Append) -> CarromError | None:
        try:
            with self._errors_translated(), self._committing.connection() as connection:
                self._in_transaction(connection, lambda session: self._append(session, append))
        except CarromError as failed:
            return failed
        return None

    def _fence(self, match: str) -> int | None:
        return self.cluster.fence(match)

    def _owned(self, fence: int | None) -> tuple[str, str, tuple[object, ...]]:
        if fence is None:
            # The owner whose lease has lapsed must not write any more either.
            return ", node = NULL, fence = fence + 1", f" AND {UNOWNED}", ()
        return "", " AND fence = ?", (fence,)

    def _check_owned(self, session: Session, match: str, changed: Rows) -> None:
        if changed.rowcount == 0:
            query = "SELECT 1 FROM matches WHERE id = ?"
            if session.execute(query, (match,)).fetchone() is not None:
                raise NotOwner(match)

    def _lock_match(self, session: Session, match: str) -> None:
        session.execute("SELECT 1 FROM matches WHERE id = ? FOR UPDATE", (match,))

    def _lock_deletable(self, session: Session, matches: Collection[str]) -> Collection[str]:
        query = f"SELECT id FROM matches WHERE id = ANY(?) AND {UNOWNED} ORDER BY id FOR UPDATE"
        return [match for (match,) in session.execute(query, (list(matches),))]

    def size(self) -> int:
        """The bytes of all tables. What was deleted counts until the server's vacuum gives it back."""
        query = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname = ANY(?)"
        names = ["matches", "tokens", "entries", "traces", "invitations"]
        (size,) = self._select(lambda row: int(row[0]), query, names)
        return size

    def faults(self) -> list[Message]:
        """None: the database keeps rows together, and its own checks are its administrator's."""
        return []

    def truncate_wal(self) -> bool:
        """Give back the room of what was deleted; the log is the server's own."""

        def vacuum() -> None:
            with self._errors_translated(), closing(self._connect(patient=True)) as connection:
                connection.execute("VACUUM matches, tokens, entries, traces, invitations")

        self._blocking(vacuum)
        return True

    def close(self) -> None:
        self._commits.close()
        self._closed = True
        self._threads.shutdown()
        for each in (self._pool, self._committing, self._renewing):
            each.close()

    def _error(self, wrong: Exception) -> StoreError:
        if self._closed:
            return StoreError("closed", "refused.store.closed", path=self.name)
        kind = next((kind for kind, classes in _KINDS.items() if isinstance(wrong, classes)), "failed")
        if kind == "failed" and isinstance(wrong, psycopg.OperationalError) and wrong.sqlstate is None:
            kind = "unreachable"
        # Only the first line: the others are hints of the server's, and parameters.
        text = str(wrong).partition("\n")[0] or type(wrong).__name__
        return StoreError(kind, f"refused.store.postgresql.{kind}", path=self.name, why=text)


_KINDS: dict[str, tuple[type[psycopg.Error], ...]] = {
    "unreachable": (
        *(errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow, errors.TooManyConnections),
        *(errors.IdleInTransactionSessionTimeout, errors.ConnectionException, errors.InvalidPassword),
        *(errors.InvalidAuthorizationSpecification, errors.InvalidCatalogName),
    ),
    "locked": (
        *(errors.QueryCanceled, errors.LockNotAvailable),
        *(errors.DeadlockDetected, errors.SerializationFailure),
    ),
    "full": (errors.DiskFull, errors.OutOfMemory),
    "unwritable": (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege),
    "damaged": (
        *(errors.DataCorrupted, errors.IndexCorrupted),
        *(errors.UndefinedTable, errors.UndefinedColumn),
    ),
}


def _lost(why: CarromError | None) -> bool:
    """Whether it was not the database that refused: then it may have done what was asked."""
    return isinstance(why, StoreError) and why.kind in ("unreachable", "failed", "closed")


class _Session:
    """A connection that takes statements with `?`."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection

    def execute(self, query: str, arguments: Sequence[Any] = (), /) -> psycopg.Cursor:
        return self._connection.execute(_with_placeholders(query), arguments)


@lru_cache(200)
def _with_placeholders(query: str) -> bytes:
    return query.replace("%", "%%").replace("?", "%s").encode()


class _Connection(psycopg.Connection):
    """Closes itself if the server does not answer in time: libpq waits for ever for one that was paused."""

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().wait(_limited(gen), *args, **kwargs)
        except _NoAnswerError:
            self.close()
            raise


class _NoAnswerError(psycopg.OperationalError):
    pass


def _limited(waiting: Any) -> Generator[Any, Any, Any]:
    """What a connection waits for, until time is up. It is told nothing, now and then, while it waits."""
    give_up = monotonic() + ANSWER_SECONDS
    try:
        wanted = next(waiting)
        while True:
            ready = yield wanted
            if not ready and monotonic() > give_up:
                raise _NoAnswerError("no answer")
            wanted = waiting.send(ready)
    except StopIteration as done:
        return done.value


class _Lasting:
    """One connection, for one user at a time; made when it is needed, and again once it was lost."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._connection: psycopg.Connection | None = None

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        if self._connection is None or not _is_idle(self._connection):
            self.close()
            self._connection = self._connect()
        yield self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _is_idle(connection: psycopg.Connection) -> bool:
    """Whether a connection is still there, and not in the middle of something. Asks no server."""
    if connection.info.transaction_status != TransactionStatus.IDLE:
        return False
    with DefaultSelector() as selector:
        selector.register(connection, EVENT_READ)
        return not selector.select(0)  # a server says nothing unasked but goodbye


class _Pool:
    """So many connections; the last used first. A server that is away is noticed at once, and with a reason.

    (psycopg_pool connects in its own threads, waits longer after each failure, and does not say why.)
    """

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._free: LifoQueue[_Lasting] = LifoQueue()
        for _ in range(CONNECTIONS):
            self._free.put(_Lasting(connect))

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection]:
        try:
            lasting = self._free.get(timeout=ANSWER_SECONDS)
        except Empty:
            raise _NoAnswerError("all connections are busy") from None
        try:
            with lasting.connection() as connection:
                yield connection
        finally:
            self._free.put(lasting)

    def close(self) -> None:
        """Close them all; those that are in use, once they are free."""
        with suppress(Empty):
            everyone = [self._free.get(timeout=ANSWER_SECONDS) for _ in range(CONNECTIONS)]
            for each in everyone:
                each.close()
                self._free.put(each)  # who asks now is told that the store is closed


def name_of(url: str) -> str:
    """What messages call a database: its URL without user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        parts = {}
    host, port, name = (str(parts.get(key) or "") for key in ("host", "port", "dbname"))
    # A password with "@" or "/" that is not escaped lands in these; the text must not show it.
    if not parts or "@" in f"{host}{name}" or (not port.replace(",", "").isdigit() and port):
        raise StoreError("foreign", "refused.store.url")
    return f"postgresql://{host}{':' if port else ''}{port}/{name}"

"""The claims of a node in the tables of a database that several nodes share."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from math import inf
from threading import Lock
from time import monotonic
from typing import Protocol, TypeVar

from carrom.store.cluster import LEASE_SECONDS
from carrom.store.sql import Session

T = TypeVar("T")

FORGOTTEN_AFTER = "1 day"  # since the lease of a node ended

UNOWNED = "NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = matches.node AND nodes.expires > now())"
"""No living node owns the match."""

_LEASE = f"now() + interval '{LEASE_SECONDS} seconds'"
_RENEW = f"""
INSERT INTO nodes VALUES (?, ?, {_LEASE})
ON CONFLICT (id) DO UPDATE SET address = excluded.address, expires = excluded.expires"""
_CLAIM = f"""
UPDATE matches SET node = ?, fence = fence + 1 WHERE id = ? AND (node = ? OR {UNOWNED}) RETURNING fence"""
_OWNER = """
SELECT address FROM matches JOIN nodes ON nodes.id = node
WHERE matches.id = ? AND nodes.id <> ? AND expires > now()"""
_RELEASE = """
UPDATE matches SET node = NULL WHERE id IN (
    SELECT id FROM matches WHERE id = ANY(?) AND node = ? ORDER BY id FOR UPDATE)"""


class Run(Protocol):
    """Calls an act with a session, in a transaction."""

    def __call__(self, act: Callable[[Session], T], /) -> T: ...


class Claims:
    """Implements `carrom.store.cluster.Cluster`. `renewing` must not wait behind other work."""

    def __init__(self, run: Run, renewing: Run, secret: bytes) -> None:
        self.node = secrets.token_urlsafe(12)
        self.secret = secret
        self._run = run
        self._renewing = renewing
        self._address = ""
        self._sent = -inf
        self._lock = Lock()
        self._fences: dict[str, int] = {}
        """The numbers of the claims; that of a lost match stays, so that what is written late is refused."""
        self._lost: set[str] = set()

    def fence(self, match: str) -> int | None:
        """The number of this node's claim on a match, lost or not; None if there is none."""
        return self._fences.get(match)

    @property
    def lease_age(self) -> float:
        return monotonic() - self._sent

    @property
    def valid(self) -> bool:
        return self.lease_age < LEASE_SECONDS

    def shared(self, name: str, make: Callable[[], str]) -> str:
        def act(session: Session) -> str:
            found = session.execute("SELECT value FROM cluster WHERE name = ?", (name,)).fetchone()
            if found is None:
                add = "INSERT INTO cluster VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
                session.execute(add, (name, make()))
                found = session.execute("SELECT value FROM cluster WHERE name = ?", (name,)).fetchone()
            return str(found[0])

        return self._run(act)

    def join(self, address: str) -> None:
        self._address = address
        forget = f"DELETE FROM nodes WHERE expires < now() - interval '{FORGOTTEN_AFTER}'"
        self._run(lambda session: session.execute(forget))
        self.renew()

    def renew(self) -> frozenset[str]:
        sent = monotonic()
        with self._lock:
            before = {match: fence for match, fence in self._fences.items() if match not in self._lost}

        def act(session: Session) -> dict[str, int]:
            session.execute(_RENEW, (self.node, self._address))
            mine = "SELECT id, fence FROM matches WHERE id = ANY(?) AND node = ?"
            return dict(iter(session.execute(mine, (list(before), self.node))))

        found = self._renewing(act)
        self._sent = sent
        with self._lock:
            # What was claimed or released meanwhile is not compared.
            lost = {
                match
                for match, fence in before.items()
                if found.get(match) != fence and self._fences.get(match) == fence
            }
            self._lost |= lost
        return frozenset(lost)

    def claim(self, match: str) -> str:
        while True:
            fence = self._run(
                lambda session: session.execute(_CLAIM, (self.node, match, self.node)).fetchone()
            )
            if fence is not None:
                with self._lock:
                    # Of two claims at the same time the later one counts.
                    self._fences[match] = max(fence[0], self._fences.get(match, 0))
                    self._lost.discard(match)
                return ""
            owner = self.owner(match)
            if owner or not self._exists(match):
                return owner
            # Its owner released it, or its lease ended, between the two questions.

    def _exists(self, match: str) -> bool:
        query = "SELECT 1 FROM matches WHERE id = ?"
        return self._run(lambda session: session.execute(query, (match,)).fetchone()) is not None

    def owner(self, match: str) -> str:
        found = self._run(lambda session: session.execute(_OWNER, (match, self.node)).fetchone())
        return "" if found is None else str(found[0])

    def owned(self) -> frozenset[str]:
        query = "SELECT matches.id FROM matches JOIN nodes ON nodes.id = node WHERE expires > now()"
        return self._run(lambda session: frozenset(match for (match,) in session.execute(query)))

    def release(self, matches: Collection[str]) -> None:
        self._run(lambda session: session.execute(_RELEASE, (list(matches), self.node)))
        self._forget(matches)

    def _forget(self, matches: Collection[str]) -> None:
        with self._lock:
            for match in matches:
                self._fences.pop(match, None)
                self._lost.discard(match)

    def leave(self) -> None:
        matches = list(self._fences)

        def act(session: Session) -> None:
            session.execute(_RELEASE, (matches, self.node))
            session.execute("DELETE FROM nodes WHERE id = ?", (self.node,))

        self._run(act)
        self._forget(matches)
        self._sent = -inf

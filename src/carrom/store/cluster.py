"""Which of several servers over one database owns a match. SQLite has no cluster: one process owns its file.

A *node* is one running server. It *claims* a match before it has it in memory, under a lease that it renews.
Each claim raises the match's number (its *fence*), and a write under an earlier number is refused, so that a
node that was paused for longer than its lease overwrites nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from carrom.errors import StoreError

LEASE_SECONDS = 3.0


class NotOwner(StoreError):
    """A write to a match that another node has claimed meanwhile. Nothing was written."""

    def __init__(self, match: str) -> None:
        super().__init__("not-owner", "refused.store.not-owner", match=match)


class Cluster(Protocol):
    """The claims of one node. Any thread may call; a failure raises `StoreError`."""

    @property
    def node(self) -> str:
        """The node's id: random, new at each start of the process."""

    @property
    def secret(self) -> bytes:
        """What all nodes of this database know and nobody else."""

    @property
    def valid(self) -> bool:
        """Whether the last renewal was sent less than `LEASE_SECONDS` ago; asks no database."""

    @property
    def lease_age(self) -> float:
        """Seconds since the last renewal was sent; infinite before the first."""

    def shared(self, name: str, make: Callable[[], str]) -> str:
        """The text that all nodes share under a name; `make` is called for the first that asks."""

    def join(self, address: str) -> None:
        """Begin the lease; other nodes reach this one at the address ("host:port")."""

    def renew(self) -> frozenset[str]:
        """Prolong the lease. Returns the matches that somebody took since, after the lease had lapsed."""

    def claim(self, match: str) -> str:
        """Own a match from now on: returns "". If another living node owns it, returns its address.

        A match that does not exist is owned by nobody and returns "", too.
        """

    def owner(self, match: str) -> str:
        """The address of another living node that owns a match; "" if there is none."""

    def owned(self) -> frozenset[str]:
        """The matches of all living nodes."""

    def release(self, matches: Collection[str]) -> None:
        """Give up matches, those of them that are still this node's; the next claim succeeds at once."""

    def leave(self) -> None:
        """Release every match and end the lease."""

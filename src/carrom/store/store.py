"""What a store must be able to do. Every call is whole: it has happened, on disk, or it has not.

The lines of a match are those of a record file (`carrom.record.codec`), so a store can be read by hand and a
match taken out of it is a record as any other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Protocol

from carrom.errors import StoreError

Json = dict[str, object]

KINDS = ("online", "screen", "computer", "practice", "umpire", "file")
"""What a match may be: of persons in different places, of persons at one screen, against computer players,
practice, on real wood, or a record file that somebody opened to read it."""

EVERYBODY = "*"
"""A token that plays for every person of its match; at an umpire's table, the umpire's."""


def hashed(token: str) -> str:
    """What is kept of a token or an invitation. Both are 16 random bytes, so one plain hash is enough."""
    return sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of matches says of one, so that nobody has to read its record for it."""

    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    over: bool = False
    winner: str | None = None
    strokes: int = 0


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match beside its record. `watch` is the token that may only look on, `settings` are the server's.

    `keep`: it never expires, and `carrom data prune` leaves it alone unless told otherwise.
    """

    id: str
    kind: str
    watch: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    rulebook: str
    settings: Json = field(default_factory=dict)
    summary: Summary = Summary()
    created: str = ""
    changed: str = ""
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """A match and what it takes in the store: its entries, its traces, and the bytes of both."""

    match: KeptMatch
    entries: int
    traces: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Playing:
    """Who plays, and by which rulebook."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    rulebook: str


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line of a record, the request it answered if it did, and the trace of its stroke, packed.

    `begins` comes with the first line of a match that was kept before anybody played it.
    """

    seq: int
    line: str
    request: str | None = None
    trace: bytes | None = None
    begins: Playing | None = None


@dataclass(frozen=True, slots=True)
class StoreHealth:
    """State of a store that took a write: the size of its write-ahead log, and why checkpoints fail."""

    wal_bytes: int = 0
    checkpoint_failure: StoreError | None = None


class Store(Protocol):
    """Many matches. Calls may come from several threads. `StoreError` says in one line what is wrong."""

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
        """A new match: who plays by which token, who is invited by which code, the lines it begins with.

        A store that has reached its quota refuses it with `store/quota`, unless it is part of a match that
        goes on (`beyond_quota`).
        """
        ...

    def append(self, match: str, lines: Sequence[KeptLine], summary: Summary, *, at: str) -> None:
        """More lines, all or none; `Stale` if one of their numbers is taken, or a request was answered."""
        ...

    def match(self, match: str) -> KeptMatch | None: ...

    def by_token(self, token: str) -> tuple[KeptMatch, str] | None:
        """The match of a token and for whom it plays: a player, `*` for every person, "" for a watcher."""
        ...

    def tokens(self, match: str) -> dict[str, str]:
        """Who plays by the token of which hash, in the order they were given."""
        ...

    def grant(self, match: str, token: str, player: str, *, alone: bool = False) -> None:
        """One more token that plays for somebody; `alone`: the earlier ones only watch from now on."""
        ...

    def invite(
        self, match: str, code: str, player: str, *, at: str, instead: bool = False, alone: bool = False
    ) -> None:
        """An invitation to play for somebody; `instead` of all unused ones for the same player.

        `alone`: once it is used, earlier tokens of the same player only watch.
        """
        ...

    def invite_to_free(self, match: str, code: str, player: str, *, at: str) -> bool:
        """An invitation to a seat without a token, instead of the unused ones; whether the seat was free."""
        ...

    def withdraw(self, match: str, player: str) -> bool:
        """Delete the unused invitations to a seat without a token; whether there was one."""
        ...

    def invited(self, match: str) -> tuple[str, ...]:
        """The players for whom an invitation is still unused."""
        ...

    def exchange(self, code: str, token: str) -> tuple[KeptMatch, str] | None:
        """Use an invitation: from now on `token` plays for its player. The match and the player.

        None if nobody was invited so, or the invitation was used for another token; for the same token the
        answer is the same again, so that a lost answer can be asked for once more. Refused, if the token is
        somebody's already, or a link to watch.
        """
        ...

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        """The lines of a record after a number, without their traces."""
        ...

    def trace(self, match: str, seq: int) -> bytes | None: ...

    def settle(self, match: str, settings: Json) -> None:
        """The server's own settings of a match, changed."""
        ...

    def latest(self, count: int, skip: int = 0, *, without: str = "") -> list[KeptMatch]:
        """Matches in which something was played, but those of the kind `without`, the last changed first."""
        ...

    def of_kind(self, kind: str, count: int, skip: int = 0) -> list[KeptMatch]:
        """All matches of a kind, also those that have not begun, the last changed first."""
        ...

    def heartbeat(self, at: str) -> StoreHealth:
        """Commit one row, to show that the store can be written."""
        ...

    def unfinished(self, kind: str, first_line: str) -> bool:
        """Whether a match of this kind that is not over has this first line, so that others are copies."""
        ...

    def size(self) -> int:
        """The bytes that the store takes, with its log; free pages do not count, they are used again."""
        ...

    def keep(self, match: str, keep: bool = True) -> bool:
        """Keep a match for good, or no longer; whether there is such a match."""
        ...

    def delete(self, matches: Collection[str]) -> int:
        """Delete matches with all that belongs to them; how many there were."""
        ...

    def expire(
        self,
        now: datetime,
        *,
        never_begun: timedelta | None = None,
        practice: timedelta | None = None,
        desks: timedelta | None = None,
        spare: Collection[str] = (),
    ) -> int:
        """Delete a few of the matches whose time is over, and say how many: call it again until it is none.

        `never_begun` is the time of tables without a stroke to which nobody but their opener came, `practice`
        that of practice tables and uploaded records, `desks` that of umpires' tables without an entry;
        without a time they stay. It counts from the last change of a match or the last invitation to it. A
        kept match stays, and so do those to `spare`, which somebody has open.
        """
        ...

    def close(self) -> None: ...

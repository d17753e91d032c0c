"""The interface of a store. Every call is atomic, and durable once it returns.

The lines of a match are those of a record file (`carrom.record.codec`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from carrom.errors import CarromError, StoreError
from carrom.i18n import Message
from carrom.record.entries import Begun
from carrom.store.cluster import Cluster

T = TypeVar("T")

Json = dict[str, object]

MATCH_KINDS = ("online", "screen", "computer", "practice", "umpire", "file")
"""Kinds of matches: persons in different places, persons at one screen, against computer players, practice,
a real board with an umpire, an uploaded record file."""

EVERYBODY = "*"
"""The player of a token that plays for every person of its match, or of an umpire's token."""


def hash_token(token: str) -> str:
    """What is stored of a token or an invitation: both are 16 random bytes, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in a list, without reading its record.

    `points` are those of the running game, `scores` those of the games that have ended. `boards` are those
    that count, `strokes` those that were not taken back. `levels` are those of all players in their order,
    empty for a person. `gave_up` is why the match ended early, as in `carrom.record.entries.GaveUp`.
    """

    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    over: bool = False
    winner: str | None = None
    strokes: int = 0
    scores: tuple[tuple[int, int], ...] = ()
    boards: int = 0
    levels: tuple[str, ...] = ()
    gave_up: str = ""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match without its record. `watch` is the token that may only watch, `settings` are the server's.

    `keep`: it never expires, and `carrom data prune` skips it by default.
    """

    id: str
    kind: str
    watch: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    rulebook: str
    settings: Json = field(default_factory=dict)
    summary: MatchSummary = MatchSummary()
    created: str = ""
    changed: str = ""
    keep: bool = False


@dataclass(frozen=True, slots=True)
class KeptInvitation:
    """An invitation to play for `player`, or to umpire; `used`: a token has been granted for it."""

    match: KeptMatch
    player: str
    used: bool


@dataclass(frozen=True, slots=True)
class Holding:
    """A match and its size: the numbers of its entries and traces, and the bytes of both."""

    match: KeptMatch
    entries: int
    traces: int
    bytes: int


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line of a record, the tag of the request it answered, and the packed trace of its stroke.

    `begins` comes with the first line of a match that was stored before it began.
    """

    seq: int
    line: str
    request: str | None = None
    trace: bytes | None = None
    begins: Begun | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """Lines to append to a match, all or none, with its summary afterwards.

    `fence` is the number under which the match was owned when this was asked, as `carrom.store.cluster` says.
    """

    match: str
    lines: Sequence[KeptLine]
    summary: MatchSummary
    at: str
    fence: int | None = None


MatchRows = Mapping[str, Sequence[Sequence[Any]]]
"""All rows of one match, by table."""


@dataclass(frozen=True, slots=True)
class Dump:
    """One state of a whole store: how many matches, the rows of each, and what its nodes share, by name."""

    count: int
    matches: Iterator[MatchRows]
    shared: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StoreHealth:
    """State of a store that took a write: the size of its write-ahead log, and why checkpoints fail."""

    wal_bytes: int = 0
    checkpoint_failure: StoreError | None = None


class StoreObserver(Protocol):
    """Is told of the work of a store, to measure it."""

    def committed(self, seconds: float) -> None: ...

    def appended(self, lines: Sequence[KeptLine]) -> None: ...

    def failed(self, error: CarromError) -> None: ...


class Store(Protocol):
    """Many matches. Any thread may call; a failure raises `StoreError`. A match is named by its id."""

    @property
    def name(self) -> str:
        """What messages call the store: its file, or its address without a password."""

    @property
    def cluster(self) -> Cluster | None:
        """The claims of this node, where several may share the store; None where only one can."""

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
        """Add a match with its first lines; `tokens` and `invitations` map each secret to its player.

        A store that has reached its quota raises `store/quota`, unless the match continues another one
        (`beyond_quota`).
        """

    @property
    def waiting(self) -> int:
        """How many appends wait for the commit under way."""

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        """Append all lines or none; `Stale` if a number is taken or a request was answered before."""

    def match(self, match: str) -> KeptMatch | None: ...

    def by_token(self, token: str) -> tuple[KeptMatch, str] | None:
        """The match of a token and its player: a name, `EVERYBODY`, or "" for a watcher."""

    def tokens(self, match: str) -> dict[str, str]:
        """The player of each token's hash, in the order in which tokens were granted."""

    def grant(self, match: str, token: str, player: str, *, alone: bool = False) -> None:
        """Add a token of a player; `alone`: the player's earlier tokens only watch from now on."""

    def invite(
        self, match: str, code: str, player: str, *, at: str, instead: bool = False, alone: bool = False
    ) -> None:
        """Add an invitation for a player; `instead` of the player's unused ones.

        `alone`: once it is used, earlier tokens of the same player only watch.
        """

    def invite_to_free(self, match: str, code: str, player: str, *, at: str) -> bool:
        """Replace the unused invitations to a seat by this one; false if the seat is taken."""

    def withdraw(self, match: str, player: str) -> bool:
        """Delete the unused invitations to a free seat; false if there was none."""

    def invited(self, match: str) -> tuple[str, ...]:
        """The players with an unused invitation."""

    def invitation(self, code: str) -> KeptInvitation | None:
        """An invitation, used or not; None if nobody was invited so."""

    def exchange(self, code: str, token: str) -> tuple[KeptMatch, str] | None:
        """Use an invitation: `token` plays for its player from now on. Returns the match and the player.

        None if the invitation is unknown or was used for another token. Using it again for the same token
        gives the same answer, since the first one may have been lost. Refuses a token that is in use.
        """

    def lines(self, match: str, after: int = 0) -> list[KeptLine]:
        """The lines after an entry number, without traces."""

    def trace(self, match: str, seq: int) -> bytes | None: ...

    def set_settings(self, match: str, settings: Json) -> None:
        """Replace the server's settings of a match."""

    def latest(self, count: int, skip: int = 0, *, without: str = "") -> list[KeptMatch]:
        """Matches with a stroke, except those of the kind `without`, the last changed first."""

    def of_kind(self, kind: str, count: int, skip: int = 0) -> list[KeptMatch]:
        """Matches of a kind, begun or not, the last changed first."""

    def heartbeat(self, at: str) -> StoreHealth:
        """Commit one row, to show that the store can be written."""

    def unfinished(self, kind: str, first_line: str) -> bool:
        """Whether an unfinished match of this kind has this first line: other records with it are copies."""

    def size(self) -> int:
        """The bytes in use, with the log and without free pages."""

    def keep(self, match: str, keep: bool = True) -> bool:
        """Set whether a match is kept for good; false if there is no such match."""

    def delete(self, matches: Collection[str]) -> int:
        """Delete matches with all that belongs to them; returns how many there were."""

    def expire(
        self,
        now: datetime,
        *,
        never_begun: timedelta | None = None,
        practice: timedelta | None = None,
        desks: timedelta | None = None,
        spare: Collection[str] = (),
    ) -> int:
        """Delete some of the expired matches and return how many; call it until it returns 0.

        `never_begun` is the lifetime of tables without a stroke that only their opener visited, `practice`
        of practice and uploaded records, `desks` of umpires' tables without an entry; None: for ever. It
        counts from the last change or invitation. Matches that are kept or in `spare` stay.
        """

    def holdings(self) -> list[Holding]:
        """Every match with its size, the last changed first."""

    def traces(self, match: str) -> dict[int, bytes]:
        """All traces of a match by entry number."""

    def rewrite(
        self,
        match: str,
        lines: Sequence[KeptLine],
        begun: Begun,
        settings: Json,
        renamed: Mapping[str, str],
    ) -> None:
        """Replace every line of a match, its players and its settings; links play for the new names."""

    def dump(self, act: Callable[[Dump], T]) -> T:
        """Call `act` with everything in the store. Refused while a node runs; meanwhile none begins."""

    def load(self, dump: Dump) -> None:
        """Add everything or nothing, each row as it is. Refuses a store with a match or a running node."""

    def faults(self) -> list[Message]:
        """What the database's own checks find wrong."""

    def truncate_wal(self) -> bool:
        """Move the log into the database and empty it; false if another connection is in the way."""

    def close(self) -> None: ...

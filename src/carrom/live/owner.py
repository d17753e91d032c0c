"""The owner of one live match, simulated or real: requests in, messages out.

An owner is a plain object without a socket, an event loop or a thread. Its holder calls `handle` for one
request at a time, and then sends the messages of the outcome: nothing is told before it is stored.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from carrom.errors import CarromError, Stale, StoreError
from carrom.i18n import reader_of
from carrom.live.journal import Journal
from carrom.live.messages import Message
from carrom.live.refused import Refused
from carrom.live.tokens import Role
from carrom.record import Planned
from carrom.record.entries import Signed
from carrom.rules.match import OVER
from carrom.store.cluster import NotOwner
from carrom.store.store import KeptMatch, Store
from carrom.table.simulator import Simulate

log = logging.getLogger("carrom.live")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """Limits of one live match."""

    entries: int = 6000  # of its record, four times a long match
    connections: int = 60  # that watch one room; players always get in
    devices: int = 8  # connections of one seat; the oldest goes when another comes
    followers: int = 300  # of one umpire's table
    absent_seconds: float = 60.0  # after which a match may be claimed, and the clock runs again


class RecordSigner(Protocol):
    def signature_due(self, record: Journal) -> Signed | None:
        """The signature of a record, if it has changed since the last one."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """What an owner needs from outside. `hurry`: computer players do not wait for the playback."""

    store: Store
    limits: MatchLimits
    signer: RecordSigner
    simulate: Simulate
    hurry: bool = False


@dataclass(frozen=True, slots=True)
class Now:
    """A moment: seconds of a steady clock, and the time in the form of entries."""

    seconds: float
    at: str


@dataclass(eq=False, slots=True)
class Member:
    """A connected client. `name` is the name of its page, for numbered requests.

    `asker` identifies the client to the fair queues of heavy work; `lang` is the reader's language.
    """

    role: Role
    name: str = ""
    asker: str = ""
    lang: str = "en"

    @property
    def reader(self) -> str:
        """The reader of this member's texts."""
        return reader_of(self.role.mine)


@dataclass(frozen=True, slots=True)
class Join:
    """A member connects, who has seen everything up to the entry `since`."""

    member: Member
    since: int = 0


@dataclass(frozen=True, slots=True)
class Leave:
    member: Member


@dataclass(frozen=True, slots=True)
class Tick:
    """The time `wake_at` of the last outcome has come."""


@dataclass(frozen=True, slots=True)
class Close:
    """The match leaves memory."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A message: the request `id` is refused, and nothing has changed."""

    error: CarromError
    id: int = 0


@dataclass(frozen=True, slots=True)
class Sent:
    to: tuple[Member, ...]
    message: Message | Rejection


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """Work to be done elsewhere, for `asker`. The result comes back as a request."""

    asker: str


@dataclass(slots=True)
class Outcome:
    """What a request led to: stored entries, messages in order, members to disconnect.

    `jobs` are all jobs that are wanted now; others can be cancelled. `wake_at` is when the owner wants a
    `Tick`. `answer` is for the asker only; `refused` is why there is none.
    """

    entries: list[Planned] = field(default_factory=list)
    messages: list[Sent] = field(default_factory=list)
    dropped: list[Member] = field(default_factory=list)
    jobs: tuple[Job, ...] = ()
    wake_at: float | None = None
    answer: object = None
    refused: Exception | None = None


class Owner(ABC):
    """One live match. Requests come in turn; a repeated one gets the same answer, also after a restart."""

    def __init__(self, services: Services, kept: KeptMatch, now: Now, signed: bool = True) -> None:
        """Read the match from the store. `signed`: the match is signed when it is over."""
        self.services = services
        self.kept = replace(kept, settings={})  # the owner has its own, which change
        self.members: list[Member] = []
        self.now = now
        self._signed = signed
        self._out = Outcome()
        self.read()

    def read(self) -> None:
        """Read the record from the store, which is the truth."""
        self.journal = Journal(self.services.store, self.kept.id, self.services.limits.entries)

    @abstractmethod
    def blocks(self, request: object) -> bool:
        """Whether a request may take long, or wait for more than a commit and reading the record again."""

    @abstractmethod
    def _handle(self, request: object) -> object:
        """Carry out a request; returns the answer for the asker."""

    @abstractmethod
    def _publish(self) -> None:
        """Tell everybody what was entered since the last time."""

    def _wake_at(self) -> float | None:
        return None

    def _jobs(self) -> tuple[Job, ...]:
        return ()

    def handle(self, request: object, now: Now) -> Outcome:
        """Handle one request and all that follows from it. A refused request has changed nothing."""
        self.now = now
        out = self._out = Outcome()
        try:
            out.answer = self._handle(request)
        except Exception as refused:
            out.refused = refused
        try:
            self._publish()
        except StoreError as failed:
            # What is stored is told once it can be read; `_wake_at` says when.
            log.warning("%s: %s", failed.code, failed, extra={"cause": failed.code})
        out.jobs, out.wake_at = self._jobs(), self._wake_at()
        self._out = Outcome()  # whoever holds the owner has the traces, and lets them go
        return out

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.journal.seq

    def tell(self, message: Message, but: Member | None = None) -> None:
        self._out.messages.append(Sent(tuple(each for each in self.members if each is not but), message))

    def send(self, member: Member, message: Message | Rejection) -> None:
        self._out.messages.append(Sent((member,), message))

    def refresh(self) -> None:
        """Read the record again if a failed commit has left it unsure."""
        if self.journal.unsure:
            self.read()

    def refuse_stale(self, v: int | None) -> None:
        """Raise `Refused` if a request was made at another entry than the last."""
        if v != self.seq:
            raise Refused("table/stale", {"v": self.seq})

    def act(self, key: str | None, do: Callable[[], T], digest: str = "") -> T | None:
        """Enter one act, whole or not at all. `key` and `digest` identify the request that it answers.

        A failed commit may still be in the store: then the act has happened, and None is returned.
        """
        tag = key if key is None or not digest else f"{key}#{digest}"
        try:
            with self.journal.act(tag) as entered:
                done = do()
                self._sign()
        except Exception as wrong:
            if self.journal.unsure and not isinstance(wrong, NotOwner):
                self._read_again()
            if key is not None and key in self.journal.answered:
                return None
            if isinstance(wrong, Stale):
                raise Refused("table/stale", {"v": self.seq}) from wrong
            raise
        self._out.entries += entered
        return done

    def _read_again(self) -> None:
        try:
            self.read()
        except Exception:
            # The next request tries again.
            log.exception("a live match could not be read again")
            self.journal.unsure = True

    def _sign(self) -> None:
        if self._signed and self.journal.states and self.journal.state.match.stage == OVER:
            signed = self.services.signer.signature_due(self.journal)
            if signed is not None:
                self._enter_signature(signed)

    def _enter_signature(self, signed: Signed) -> None:
        self.journal.enter(signed, self.journal.entries[-1].at)

"""Owners for the tests, with a clock that goes when it is told to: no loop, no socket, no waiting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from carrom.errors import CarromError
from carrom.live import messages as wire
from carrom.live.game import GameOwner, JobResult, MemberRequest, Result
from carrom.live.opening import Beginning, open_room
from carrom.live.owner import Job, Join, Leave, Member, Now, Outcome, Owner, Rejection, Services, Tick
from carrom.live.tokens import Role
from carrom.live.umpired import UmpiredOwner, open_table
from carrom.server.config import Limits
from carrom.server.signing import Signer
from carrom.store import KeptMatch, Store
from carrom.store.sqlite import SqliteStore
from carrom.table.simulator import simulate_here

T = TypeVar("T")
BEGAN = datetime(2026, 5, 1, 10, tzinfo=UTC)
AT = BEGAN.isoformat()


class House:
    """One owner, the time it is told, and all that it has said to each member."""

    owner: Owner

    def __init__(self, folder: Path, store: Store | None = None, hurry: bool = True, **limits: Any) -> None:
        self.store: Store = SqliteStore(folder / "s.sqlite") if store is None else store
        signer = Signer(folder / "server.key")
        self.services = Services(self.store, Limits(**limits), signer, simulate_here, hurry)
        self.seconds = 1000.0
        self.told: dict[Member, list[wire.Message | Rejection]] = {}
        self.jobs: tuple[Job, ...] = ()
        self.wake_at: float | None = None

    @property
    def now(self) -> Now:
        return Now(self.seconds, (BEGAN + timedelta(seconds=self.seconds)).isoformat(timespec="milliseconds"))

    def kept(self, match: str) -> KeptMatch:
        found = self.store.match(match)
        assert found is not None
        return found

    def handle(self, request: object) -> Outcome:
        """Have a request handled, and what it says sent."""
        outcome = self.owner.handle(request, self.now)
        for sent in outcome.messages:
            for member in sent.to:
                self.told.setdefault(member, []).append(sent.message)
        self.jobs, self.wake_at = outcome.jobs, outcome.wake_at
        return outcome

    def asks(self, request: object) -> Any:
        """What is answered; raises what is refused."""
        outcome = self.handle(request)
        if outcome.refused is not None:
            raise outcome.refused
        return outcome.answer

    def pass_time(self, seconds: float) -> None:
        """The owner is woken whenever it has asked for it."""
        until = self.seconds + seconds
        while self.wake_at is not None and self.wake_at <= until:
            self.seconds = max(self.seconds, self.wake_at)
            self.handle(Tick())
        self.seconds = until


class Game(House):
    """A simulated table. Asha against Ben, against a computer player where the kind says so."""

    owner: GameOwner

    def __init__(
        self,
        folder: Path,
        kind: wire.RoomKind = "screen",
        store: Store | None = None,
        hurry: bool = True,
        limits: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(folder, store, hurry, **(limits or {}))
        level = "beginner" if kind == "computer" else ""
        usual: dict[str, Any] = {
            "rulebook": "international-a",
            "first": (wire.Chair("Asha"),),
            "second": (wire.Chair("Ben", level),),
            "breaks": "first",
        }
        new = wire.NewRoom(kind=kind, **(usual | more))
        self.made = open_room(self.store, Beginning.fresh(new, AT), AT)
        self._pages = count(1)
        self.read()

    def read(self) -> None:
        """A new owner, as after a restart."""
        self.told.clear()
        self.jobs, self.wake_at = (), None
        self.owner = GameOwner(self.services, self.kept(self.made.room), self.now)

    def joins(self, *mine: str, page: str = "", since: int = 0) -> Person:
        """Somebody who plays for these; nobody named: for every person."""
        role = Role(f"token of {mine}", mine or self.owner.persons)
        return self._come(Member(role, page or f"page-{next(self._pages)}"), since)

    def watches(self) -> Person:
        return self._come(Member(Role("to watch", ()), f"page-{next(self._pages)}"), 0)

    def _come(self, member: Member, since: int) -> Person:
        person = Person(self, member)
        self.asks(Join(member, since))
        return person

    def thinks(self, think: Callable[[Job], Result]) -> None:
        """Every job that is open now comes to its end."""
        for job in self.jobs:
            self.handle(JobResult(job, think(job)))


class Person:
    """A member of a game."""

    def __init__(self, game: Game, member: Member) -> None:
        self.game = game
        self.member = member
        self._ids = count(1)

    @property
    def told(self) -> list[wire.Message | Rejection]:
        return self.game.told.get(self.member, [])

    def of(self, kind: type[T]) -> list[T]:
        """All messages of a kind that came."""
        return [each for each in self.told if isinstance(each, kind)]

    @property
    def welcome(self) -> wire.WelcomeMessage:
        return self.of(wire.WelcomeMessage)[-1]

    @property
    def state(self) -> wire.After:
        """The table as it was told last."""
        for message in reversed(self.told):
            if isinstance(message, wire.StrokeMessage | wire.EntryMessage):
                return message.after
            if isinstance(message, wire.WelcomeMessage):
                return message.state
        raise AssertionError("nothing was told of the table")

    @property
    def timing(self) -> wire.Clock | None:
        """The clock as it was told last."""
        kinds = wire.EntryMessage | wire.StrokeMessage | wire.PresenceMessage | wire.WelcomeMessage
        return next(each.timing for each in reversed(self.told) if isinstance(each, kinds))

    @property
    def v(self) -> int:
        return self.state.v

    def hears(self, request: wire.AnyRequest) -> None:
        self.game.handle(MemberRequest(self.member, request))

    def asks(self, request: wire.AnyRequest) -> wire.AckMessage | CarromError:
        """Ask for something, and give the answer: done, or why not."""
        self.hears(request)
        answer = self.told[-1]
        if isinstance(answer, Rejection):
            return answer.error
        assert isinstance(answer, wire.AckMessage), "the answer comes last"
        return answer

    def chooses(self, what: Any, value: str | float = "") -> wire.AckMessage | CarromError:
        return self.asks(wire.ChooseRequest(next(self._ids), self.v, what, value))

    def strikes(self, x: float = 0.0, angle: float = 1.5707, power: float = 0.6, **other: int) -> Any:
        number, v = other.get("id", 0) or next(self._ids), other.get("v", 0) or self.v
        return self.asks(wire.StrikeRequest(number, v, x, angle, power))

    def offers(self, what: Any, ok: bool = True, by: str = "") -> wire.AckMessage | CarromError:
        return self.asks(wire.OfferRequest(next(self._ids), what, ok, by))

    def asks_the_umpire(self) -> wire.AckMessage | CarromError:
        return self.asks(wire.IncidentRequest(next(self._ids), self.v, "ask"))

    def leaves(self) -> None:
        self.game.handle(Leave(self.member))


class Umpired(House):
    """A table with an umpire."""

    owner: UmpiredOwner

    def __init__(self, folder: Path, store: Store | None = None, **limits: Any) -> None:
        super().__init__(folder, store, **limits)
        self.made = open_table(self.store, "1", AT)
        self._ids = count(1)
        self.read()

    def read(self) -> None:
        """A new owner, as after a restart."""
        self.told.clear()
        self.owner = UmpiredOwner(self.services, self.kept(self.made.desk), self.now)

    def follows(self, token: str, page: str = "") -> Member:
        member = Member(Role(token, ()), page)
        self.asks(Join(member))
        return member

    def reports(self, request: dict[str, Any], **more: Any) -> wire.DeskAnswer:
        asked: dict[str, Any] = {"client": "phone", "id": next(self._ids), "v": self.owner.seq, "at": AT}
        answer: wire.DeskAnswer = self.asks(wire.DeskAsk(request=request, **(asked | more)))
        return answer

    def views(self, member: Member) -> list[int]:
        """The entries after which a member was told how it stands."""
        return [each.v for each in self.told.get(member, []) if isinstance(each, wire.DeskMessage)]

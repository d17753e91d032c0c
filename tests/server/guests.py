"""Guests for the games of the tests: members of a live game who keep what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from tests.server.decoding import said

from carrom.live import messages as wire
from carrom.live.game import MemberRequest
from carrom.live.owner import Join, Member
from carrom.live.tokens import new_token
from carrom.server.config import Config, Limits
from carrom.server.outbox import Outbox
from carrom.server.registry import Game, Registry
from carrom.server.workers.pools import Workers
from carrom.store import Store

T = TypeVar("T")
_MESSAGES: msgspec.json.Decoder[wire.AnyMessage] = msgspec.json.Decoder(wire.AnyMessage, dec_hook=said)
_PAGES = count(1)


def new_room(kind: wire.RoomKind = "screen", **more: Any) -> wire.NewRoom:
    """Asha against Ben, or a computer player where the kind says so; by default every break is alike."""
    level = "beginner" if kind == "computer" else ""
    usual = {
        "rulebook": "international-a",
        "first": (wire.Chair("Asha"),),
        "second": (wire.Chair("Ben", level),),
        "breaks": "first",
        "rosette": "exact",
    }
    return wire.NewRoom(kind=kind, **(usual | more))


def registry(
    folder: Path, workers: Workers | None = None, store: Store | None = None, **limits: Any
) -> Registry:
    """A registry that does everything in this process, and whose computer players do not wait."""
    return Registry(Config(folder, hurry=True, workers=0, limits=Limits(**limits)), store, workers)


async def opened(h: Registry, new: wire.NewRoom) -> wire.RoomMade:
    """A room whose invitations have all been used: it has a link for every person, the opener's first."""
    made = await h.open(new)
    links = [wire.Link(each.player, seat_taken(h, each.code)) for each in made.invitations]
    return msgspec.structs.replace(made, links=(*made.links, *links), invitations=())


def seat_taken(h: Registry, code: str) -> str:
    """The token for which an invitation was exchanged."""
    token = new_token()
    assert h.store.exchange(code, token) is not None
    return token


def run(work: Callable[[], Awaitable[T]], seconds: float = 30.0) -> T:
    """Run to its end, which must come."""

    async def timed() -> T:
        async with asyncio.timeout(seconds):
            return await work()

    return asyncio.run(timed())


class LazyReader:
    """The other end of a connection: it takes a message only when a test asks for one."""

    def __init__(self, most: int) -> None:
        self.outbox = Outbox(most, self._take)
        self._wanted: asyncio.Future[bytes] | None = None

    def _take(self, text: bytes, *, more: bool) -> bool:
        if self._wanted is None or self._wanted.done():
            return False
        self._wanted.set_result(text)
        return True

    async def next(self) -> bytes:
        """The next message, once there is one."""
        self._wanted = asyncio.get_running_loop().create_future()
        self.outbox.flush()
        return await self._wanted

    def pop(self) -> bytes | None:
        """The next message, if one waits."""
        wanted = self._wanted = asyncio.get_running_loop().create_future()
        self.outbox.flush()
        self._wanted = None
        return wanted.result() if wanted.done() else None


class Guest:
    """One connection. `told` is all it was told, in order; `state` the table as it was told last."""

    def __init__(self, registry: Registry, game: Game, member: Member, reader: LazyReader) -> None:
        self._registry = registry
        self.game = game
        self.owner = game.owner
        self.member = member
        self.reader = reader
        self.told: list[wire.Message] = []
        self._ids = count(1)

    @classmethod
    async def joins(
        cls,
        registry: Registry,
        room: str,
        token: str,
        since: int = 0,
        page: str = "",
        sends: int = 500,
        asker: str = "",
    ) -> Guest:
        game, role = await registry.find(room, token)
        member, reader = Member(role, page or f"page-{next(_PAGES)}", asker), LazyReader(sends)
        registry.outboxes[member] = reader.outbox
        await game.ask(Join(member, since))
        guest = cls(registry, game, member, reader)
        guest.listen()
        return guest

    @property
    def outbox(self) -> Outbox:
        return self.reader.outbox

    async def hear(self, request: wire.AnyRequest) -> None:
        """Have a request handled, with all that it leads to."""
        await self.game.ask(MemberRequest(self.member, request))

    def listen(self) -> list[wire.Message]:
        """What has come since the last time."""
        new: list[wire.Message] = []
        while (text := self.reader.pop()) is not None:
            new.append(_MESSAGES.decode(text))
        self.told += new
        return new

    async def hears(self, kind: type[T], wanted: Callable[[T], bool] = lambda _: True) -> T:
        """The next message of a kind, from what has not been listened to yet."""
        while True:
            message = _MESSAGES.decode(await self.reader.next())
            self.told.append(message)
            if isinstance(message, kind) and wanted(message):
                return message

    @property
    def welcome(self) -> wire.WelcomeMessage:
        return next(each for each in self.told if isinstance(each, wire.WelcomeMessage))

    @property
    def state(self) -> wire.After:
        self.listen()
        for message in reversed(self.told):
            if isinstance(message, wire.StrokeMessage | wire.EntryMessage):
                return message.after
            if isinstance(message, wire.WelcomeMessage):
                return message.state
        raise AssertionError("it was told nothing of the table")

    @property
    def kind(self) -> str:
        """What the table asks for."""
        return self.state.asks.kind

    @property
    def v(self) -> int:
        return self.state.v

    async def asks(self, request: wire.AnyRequest) -> wire.AckMessage | wire.ErrorMessage:
        """Ask for something that is answered at once, and hear the answer."""
        await self.hear(request)
        number = getattr(request, "id", 0)
        new = self.listen()
        return next(
            each
            for each in reversed(new)
            if isinstance(each, wire.AckMessage | wire.ErrorMessage) and each.id == number
        )

    async def chooses(self, what: Any, value: str | float = "") -> wire.AckMessage | wire.ErrorMessage:
        return await self.asks(wire.ChooseRequest(next(self._ids), self.v, what, value))

    async def strikes(
        self, x: float = 0.0, angle: float = 1.5707, power: float = 0.6, **other: int
    ) -> wire.AckMessage | wire.ErrorMessage:
        number, v = other.get("id", 0) or next(self._ids), other.get("v", 0) or self.v
        return await self.asks(wire.StrikeRequest(number, v, x, angle, power))

    async def offers(
        self, what: Any, ok: bool = True, by: str = "", level: str = ""
    ) -> wire.AckMessage | wire.ErrorMessage:
        return await self.asks(wire.OfferRequest(next(self._ids), what, ok, by, level))

    async def sets_up(self, layout: str, standing: str = "") -> wire.AckMessage | wire.ErrorMessage:
        return await self.asks(wire.SetupRequest(next(self._ids), self.v, layout, standing))

    async def until(self, wanted: Callable[[wire.After], bool]) -> wire.After:
        """Listen until the table stands like that."""
        while not wanted(self.state):
            message = _MESSAGES.decode(await self.reader.next())
            self.told.append(message)
        return self.state

    def leaves(self) -> None:
        self._registry.leave(self.owner.kept.id, self.member)

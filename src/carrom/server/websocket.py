"""One socket of a player, an umpire or somebody who looks on: what comes in is measured and read."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket

from carrom.errors import CarromError
from carrom.i18n import spoken
from carrom.live.game import Asked
from carrom.live.messages import (
    AimRequest,
    AnyRequest,
    FollowRequest,
    JoinRequest,
    LanguageRequest,
    Message,
    PingRequest,
    PongMessage,
    ProbeRequest,
    UnknownMessage,
)
from carrom.live.owner import Join, Member, Rejection
from carrom.live.refused import Refused
from carrom.live.tokens import Role
from carrom.server.config import Config
from carrom.server.encoding import language
from carrom.server.frames import GOING_AWAY, REFUSED, Ends, Frames, converse, read
from carrom.server.outbox import Outbox, worded
from carrom.server.rate_limits import Counts, Rate, asker
from carrom.server.registry import Game, Registry

_DECODER: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class _Numbered(msgspec.Struct):
    id: int = 0


_NUMBERS = msgspec.json.Decoder(_Numbered)


async def serve(websocket: WebSocket, registry: Registry, config: Config, sockets: Counts) -> None:
    """A connection from its first frame to its last; an address has only so many at once."""
    await converse(websocket, config, sockets, Connection(websocket, registry, config).live)


class Connection:
    """Who connects says at once what for: to join a game, or to follow umpires' tables."""

    def __init__(self, websocket: WebSocket, registry: Registry, config: Config) -> None:
        self._registry = registry
        self._asker = asker(websocket)
        self._limits = limits = config.effective_limits
        self._frames = Frames(websocket, limits)
        self._messages = Rate(limits.messages, limits.messages_seconds)
        self._aims = Rate(limits.aims, 1.0)
        self._outbox = Outbox(limits.sends)
        self._lang = language(websocket)
        self._game: Game | None = None
        self._members: list[tuple[str, Member]] = []
        """As whom this connection is where: one at a game, or one for each table that is followed."""

    async def live(self) -> None:
        try:
            await self._first()
            await self._converse()
        finally:
            self._outbox.gone = True
            self._leave()

    async def _first(self) -> None:
        text = await self._frames.next(self._limits.join_seconds, REFUSED)
        try:
            request = read(_DECODER, text)
            if isinstance(request, JoinRequest):
                await self._join(request)
            elif isinstance(request, FollowRequest):
                await self._follow(request)
            else:
                raise Refused("frame/malformed")
        except CarromError as refused:
            await self._frames.send(worded(Rejection(refused), self._lang))
            raise Ends(REFUSED) from None

    async def _converse(self) -> None:
        reading = asyncio.create_task(self._listen())
        writing = asyncio.create_task(self._write())
        self._outbox.on_drop = writing.cancel
        if self._outbox.gone:
            writing.cancel()
        try:
            with self._registry.health.followed_by(self._send):
                await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reading, writing):
                task.cancel()
            ended, _ = await asyncio.gather(reading, writing, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended
        # It was not the reading that ended: let go as a slow reader, or nothing can be sent any more.
        raise Ends(REFUSED)

    async def _join(self, join: JoinRequest) -> None:
        self._lang = spoken((join.lang,))
        self._registry.rates.check("joins", self._asker)
        game, role = await self._registry.find(join.room, join.token, self._asker)
        member = self._member(join.room, role, join.client)
        await game.ask(Join(member, join.since))
        self._game = game

    async def _follow(self, request: FollowRequest) -> None:
        """Follow these tables, and no others any more."""
        self._leave()
        self._lang = spoken((request.lang,))
        for token in dict.fromkeys(request.tokens):
            try:
                table, _ = await self._registry.find_umpired(token, self._asker)
                member = self._member(table.owner.kept.id, Role(token, ()), request.page)
                await table.ask(Join(member))
            except CarromError as refused:
                unknown = refused.code == "desk/unknown"
                self._send(UnknownMessage(token) if unknown else Rejection(refused))

    def _member(self, match: str, role: Role, name: str) -> Member:
        member = Member(role, name, self._asker, self._lang)
        self._members.append((match, member))
        self._registry.outboxes[member] = self._outbox
        return member

    def _leave(self) -> None:
        for match, member in self._members:
            self._registry.leave(match, member)
            self._outbox.forget(member.role.token)
        self._members.clear()

    async def _listen(self) -> None:
        while True:
            text = await self._frames.next(self._limits.silence_seconds)
            try:
                request = self._read(text)
                if request is not None:
                    await self._hear(request)
            except CarromError as refused:
                self._send(Rejection(refused, _id_of(text)))

    def _read(self, text: str) -> AnyRequest | None:
        """The request in a frame; None for an aim too many, which is dropped."""
        try:
            request = read(_DECODER, text)
        except CarromError:
            if not self._messages.allows():
                return None
            raise
        if isinstance(request, AimRequest | ProbeRequest):
            return request if self._aims.allows() else None
        if not self._messages.allows():
            raise Refused("frame/too-many")
        return request

    async def _hear(self, request: AnyRequest) -> None:
        if isinstance(request, PingRequest):
            self._send(PongMessage())
        elif isinstance(request, FollowRequest) and self._game is None:
            await self._follow(request)
        elif isinstance(request, FollowRequest | JoinRequest) or self._game is None:
            raise Refused("frame/malformed")
        elif self._game.closed:
            raise Ends(GOING_AWAY)
        else:
            if isinstance(request, LanguageRequest):
                self._lang = spoken((request.lang,))
            await self._game.ask(Asked(self._members[0][1], request))

    def _send(self, message: Message | Rejection) -> None:
        self._outbox.put(worded(message, self._lang))

    async def _write(self) -> None:
        while True:
            await self._frames.send(await self._outbox.next())


def _id_of(text: str) -> int:
    """The number of a request that is refused, if it has one."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return _NUMBERS.decode(text).id
    return 0

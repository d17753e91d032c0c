"""One connection to umpires' tables: it names the desks it follows, and is told how each stands."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.websockets import WebSocket

from carrom.errors import CarromError
from carrom.live.messages import AnyDeskRequest, FollowRequest, PongMessage, UnknownMessage
from carrom.server.config import Config
from carrom.server.desk_owner import Desk
from carrom.server.desks import Desks
from carrom.server.errors import Refused
from carrom.server.follower import Follower
from carrom.server.frames import GOING_AWAY, REFUSED, Ends, Frames, converse, error_of, read
from carrom.server.health import Health
from carrom.server.rates import Counts, Rate

_DECODER: msgspec.json.Decoder[AnyDeskRequest] = msgspec.json.Decoder(AnyDeskRequest)


async def serve(websocket: WebSocket, desks: Desks, config: Config, sockets: Counts, health: Health) -> None:
    """A connection from its first frame to its last; an address has only so many at once."""
    await converse(websocket, config, sockets, _Connection(websocket, desks, config, health).live)


class _Connection:
    def __init__(self, websocket: WebSocket, desks: Desks, config: Config, health: Health) -> None:
        self._desks = desks
        self._health = health
        self._limits = config.bearable
        self._frames = Frames(websocket, self._limits)
        self._messages = Rate(self._limits.messages, self._limits.messages_seconds)
        self._follower = Follower(self._limits.sends)
        self._followed: list[tuple[Desk, str]] = []

    async def live(self) -> None:
        reading = asyncio.create_task(self._listen())
        writing = asyncio.create_task(self._write())
        self._follower.on_drop = writing.cancel
        try:
            with self._health.followed_by(self._follower.say):
                await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._follower.gone = True
            for task in (reading, writing):
                task.cancel()
            ended, _ = await asyncio.gather(reading, writing, return_exceptions=True)
            self._leave()
        if isinstance(ended, Exception):
            raise ended
        # It was not the reading that ended: let go as a slow reader, or nothing can be sent any more.
        raise Ends(REFUSED)

    async def _listen(self) -> None:
        """Whoever connects says at once what to follow; from then on it may be silent for longer."""
        seconds, silent = self._limits.join_seconds, REFUSED
        while True:
            text = await self._frames.next(seconds, silent)
            try:
                request = self._read(text)
            except CarromError as refused:
                self._follower.say(error_of(refused))
                continue
            if isinstance(request, FollowRequest):
                self._follower.lang = request.lang
                await self._follow(request.tokens)
                seconds, silent = self._limits.silence_seconds, GOING_AWAY
            else:
                self._follower.say(PongMessage())

    def _read(self, text: str) -> AnyDeskRequest:
        if not self._messages.allows():
            raise Refused("frame/too-many")
        return read(_DECODER, text)

    async def _follow(self, tokens: tuple[str, ...]) -> None:
        self._leave()
        for token in dict.fromkeys(tokens):
            try:
                desk, _ = await self._desks.find(token)
                self._followed.append((desk, token))
                await desk.follow(self._follower, token)
            except CarromError as refused:
                unknown = refused.code == "desk/unknown"
                self._follower.say(UnknownMessage(token) if unknown else error_of(refused))

    def _leave(self) -> None:
        for desk, token in self._followed:
            desk.leave(self._follower, token)
        self._followed.clear()

    async def _write(self) -> None:
        while True:
            await self._frames.send(await self._follower.next())

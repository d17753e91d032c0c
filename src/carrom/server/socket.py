"""One connection: what comes in is measured and read, what goes out waits in a queue that has an end."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket

from carrom.errors import CarromError
from carrom.live.game import Room
from carrom.live.messages import AimRequest, AnyRequest, JoinRequest, ProbeRequest
from carrom.server.client import Client
from carrom.server.config import Config
from carrom.server.encoding import encoded
from carrom.server.errors import Refused
from carrom.server.frames import REFUSED, Ends, Frames, converse, error_of, read
from carrom.server.hall import Hall
from carrom.server.rates import Counts, Rate, asker

_DECODER: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class _Numbered(msgspec.Struct):
    id: int = 0


_NUMBERS = msgspec.json.Decoder(_Numbered)


async def serve(websocket: WebSocket, hall: Hall, config: Config, sockets: Counts) -> None:
    """A connection from its first frame to its last; an address has only so many at once."""
    await converse(websocket, config, sockets, _Connection(websocket, hall, config).live)


class _Connection:
    def __init__(self, websocket: WebSocket, hall: Hall, config: Config) -> None:
        self._hall = hall
        self._asker = asker(websocket)
        self._limits = limits = config.bearable
        self._frames = Frames(websocket, limits)
        self._messages = Rate(limits.messages, limits.messages_seconds)
        self._aims = Rate(limits.aims, 1.0)
        self._lang = "en"

    async def live(self) -> None:
        join = await self._first()
        self._lang = join.lang
        try:
            self._hall.rates.check("joins", self._asker)
            room, role = await self._hall.find(join.room, join.token, self._asker)
            client = Client(role, join.client, self._limits.sends, self._asker, join.lang)
            await room.join(client, join.since)
        except CarromError as refused:
            await self._refuse(refused)
            raise Ends(REFUSED) from None
        reading = asyncio.create_task(self._listen(room, client))
        writing = asyncio.create_task(self._write(client))
        client.on_drop = writing.cancel
        try:
            with self._hall.health.followed_by(client.send):
                await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(client)
            for task in (reading, writing):
                task.cancel()
            ended, _ = await asyncio.gather(reading, writing, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended
        # It was not the reading that ended: let go as a slow reader, or nothing can be sent any more.
        raise Ends(REFUSED)

    async def _listen(self, room: Room, client: Client) -> None:
        while True:
            request = await self._next(client, self._limits.silence_seconds)
            if request is not None:
                await room.hear(client, request)

    async def _first(self) -> JoinRequest:
        """Whoever connects says at once where to."""
        text = await self._frames.next(self._limits.join_seconds, REFUSED)
        try:
            request = read(_DECODER, text)
        except CarromError as refused:
            await self._refuse(refused)
            raise Ends(REFUSED) from None
        if not isinstance(request, JoinRequest):
            await self._refuse(Refused("frame/malformed"))
            raise Ends(REFUSED)
        return request

    async def _next(self, client: Client, seconds: float) -> AnyRequest | None:
        """The next request to be heard; None for one that was refused or dropped."""
        text = await self._frames.next(seconds)
        try:
            request = read(_DECODER, text)
        except CarromError as refused:
            if self._messages.allows():
                client.send(error_of(refused, _id_of(text)))
            return None
        if isinstance(request, AimRequest | ProbeRequest):
            return request if self._aims.allows() else None
        if not self._messages.allows():
            client.send(error_of(Refused("frame/too-many"), getattr(request, "id", 0)))
            return None
        return request

    async def _refuse(self, refused: CarromError) -> None:
        await self._frames.send(encoded(error_of(refused), self._lang).decode())

    async def _write(self, client: Client) -> None:
        while True:
            await self._frames.send(await client.waiting.get())


def _id_of(text: str) -> int:
    """The number of a request that is otherwise no request of ours."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return _NUMBERS.decode(text).id
    return 0

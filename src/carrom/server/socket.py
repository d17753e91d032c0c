"""One connection: what comes in is measured and read, what goes out waits in a queue that has an end."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carrom.errors import CarromError
from carrom.server.client import Client, encoded
from carrom.server.config import Config
from carrom.server.errors import Refused, refusal
from carrom.server.hall import Hall
from carrom.server.messages import AimRequest, AnyRequest, ErrorMessage, JoinRequest, Message, ProbeRequest
from carrom.server.rates import Rate
from carrom.server.room import Room

log = logging.getLogger("carrom.server")

GOING_AWAY = 1001
REFUSED = 1008
TOO_LARGE = 1009

_DECODER = msgspec.json.Decoder(AnyRequest)


class _Numbered(msgspec.Struct):
    id: int = 0


_NUMBERS = msgspec.json.Decoder(_Numbered)


async def serve(websocket: WebSocket, hall: Hall, config: Config) -> None:
    """A connection from its first frame to its last."""
    origin = websocket.headers.get("origin")
    if origin is not None and origin not in config.known_origins:
        await websocket.close(REFUSED)
        return
    await websocket.accept()
    try:
        await _Connection(websocket, hall, config).live()
    except (WebSocketDisconnect, ConnectionError):
        pass
    except _Ends as end:
        await _close(websocket, end.code)


class _Ends(Exception):
    """The connection is to be closed by us."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Connection:
    def __init__(self, websocket: WebSocket, hall: Hall, config: Config) -> None:
        self._socket = websocket
        self._hall = hall
        self._limits = limits = config.bearable
        self._messages = Rate(limits.messages, limits.messages_seconds)
        self._all = Rate(limits.flood, limits.messages_seconds)
        self._aims = Rate(limits.aims, 1.0)

    async def live(self) -> None:
        join = await self._first()
        try:
            room, role = await self._hall.find(join.room, join.token)
            client = Client(role, join.client, self._limits.sends)
            await room.join(client, join.since)
        except CarromError as refused:
            await self._refuse(refused)
            raise _Ends(REFUSED) from None
        reading = asyncio.create_task(self._listen(room, client))
        writing = asyncio.create_task(self._write(client))
        client.on_drop = writing.cancel
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(client)
            for task in (reading, writing):
                task.cancel()
            ended, _ = await asyncio.gather(reading, writing, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended
        # It was not the reading that ended: let go as a slow reader, or nothing can be sent any more.
        raise _Ends(REFUSED)

    async def _listen(self, room: Room, client: Client) -> None:
        while True:
            request = await self._next(client, self._limits.silence_seconds)
            if request is not None:
                await room.hear(client, request)

    async def _first(self) -> JoinRequest:
        """Whoever connects says at once where to."""
        try:
            async with asyncio.timeout(self._limits.join_seconds):
                request = self._read(await self._frame())
        except TimeoutError:
            raise _Ends(REFUSED) from None
        except CarromError as refused:
            await self._refuse(refused)
            raise _Ends(REFUSED) from None
        if not isinstance(request, JoinRequest):
            await self._refuse(Refused("frame/malformed"))
            raise _Ends(REFUSED)
        return request

    async def _next(self, client: Client, seconds: float) -> AnyRequest | None:
        """The next request to be heard; None for one that was refused or dropped."""
        try:
            async with asyncio.timeout(seconds):
                text = await self._frame()
        except TimeoutError:
            raise _Ends(GOING_AWAY) from None
        if self._all.count() > self._limits.flood:
            raise _Ends(REFUSED)
        try:
            request = self._read(text)
        except CarromError as refused:
            if self._messages.allows():
                client.send(_error(refused, _id_of(text)))
            return None
        if isinstance(request, AimRequest | ProbeRequest):
            return request if self._aims.allows() else None
        if not self._messages.allows():
            client.send(_error(Refused("frame/too-many"), getattr(request, "id", 0)))
            return None
        return request

    async def _frame(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        size = len(message.get("bytes") or b"") if text is None else len(text.encode())
        if size > self._limits.frame:
            await self._refuse(Refused("frame/too-large", {"limit": self._limits.frame}))
            raise _Ends(TOO_LARGE)
        return "" if text is None else text

    def _read(self, text: str) -> AnyRequest:
        try:
            request: AnyRequest = _DECODER.decode(text)
            return request
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
            raise Refused("frame/malformed", {"text": str(wrong)}) from None

    async def _refuse(self, refused: CarromError) -> None:
        await self._send(encoded(_error(refused, 0)))

    async def _write(self, client: Client) -> None:
        while True:
            await self._send(await client.waiting.get())

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(self._limits.send_seconds):
            await self._socket.send_text(text)


def _error(refused: CarromError, number: int) -> Message:
    code, args, _ = refusal(refused)
    return ErrorMessage(code, number, args)


def _id_of(text: str) -> int:
    """The number of a request that is otherwise no request of ours."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return _NUMBERS.decode(text).id
    return 0


async def _close(websocket: WebSocket, code: int) -> None:
    if websocket.application_state is not WebSocketState.DISCONNECTED:
        with suppress(RuntimeError, ConnectionError, WebSocketDisconnect):
            await websocket.close(code)

"""One connection, measured: how large a frame may be, how many may come, how long they may be waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carrom.live.refused import Refused
from carrom.server.config import Config, Limits
from carrom.server.encoding import encoded, language
from carrom.server.errors import error_of
from carrom.server.rate_limits import Counts, Rate, neighbourhood

GOING_AWAY = 1001
REFUSED = 1008
TOO_LARGE = 1009

T = TypeVar("T")


class Ends(Exception):
    """The connection is to be closed by us."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Frames:
    """What comes over one socket, and what goes. Silence, a flood or a frame too large ends it."""

    def __init__(self, websocket: WebSocket, limits: Limits) -> None:
        self._socket = websocket
        self._limits = limits
        self._all = Rate(limits.flood, limits.messages_seconds)

    async def next(self, seconds: float, silent: int = GOING_AWAY) -> str:
        """The text of the next frame; `silent` is how the connection ends if none comes."""
        try:
            async with asyncio.timeout(seconds):
                text = await self._frame()
        except TimeoutError:
            raise Ends(silent) from None
        if self._all.count() > self._limits.flood:
            raise Ends(REFUSED)
        return text

    async def _frame(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        size = len(message.get("bytes") or b"") if text is None else len(text.encode())
        if size > self._limits.frame:
            too_large = error_of(Refused("frame/too-large", {"limit": self._limits.frame}))
            await self.send(encoded(too_large, language(self._socket)).decode())
            raise Ends(TOO_LARGE)
        return "" if text is None else text

    async def send(self, text: str) -> None:
        async with asyncio.timeout(self._limits.send_seconds):
            await self._socket.send_text(text)


def read(decoder: msgspec.json.Decoder[T], text: str) -> T:
    """The request in a frame; refused, if it is none."""
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
        raise Refused("frame/malformed", {"text": str(wrong)}) from None


async def converse(
    websocket: WebSocket, config: Config, sockets: Counts, live: Callable[[], Awaitable[None]]
) -> None:
    """A socket from handshake to close, if a page of ours opened it and its address has not too many.

    `live` is what happens in between; it ends by `Ends`, or when the other side has gone.
    """
    origin = websocket.headers.get("origin")
    if origin is not None and origin not in config.known_origins:
        await websocket.close(REFUSED)
        return
    address = neighbourhood(websocket.client.host if websocket.client else "")
    with sockets.one(address) as allowed:
        try:
            await websocket.accept()
            if not allowed:
                await websocket.send_text(
                    encoded(error_of(Refused("room/full")), language(websocket)).decode()
                )
                raise Ends(REFUSED)
            await live()
        except (WebSocketDisconnect, ConnectionError):
            pass
        except Ends as end:
            await _closed(websocket, end.code)


async def _closed(websocket: WebSocket, code: int) -> None:
    if websocket.application_state is not WebSocketState.DISCONNECTED:
        with suppress(RuntimeError, ConnectionError, WebSocketDisconnect):
            await websocket.close(code)

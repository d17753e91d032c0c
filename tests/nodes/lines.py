"""Sockets of the tests to a node: what is said and heard on them."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

Json = dict[str, Any]

PATIENCE = 15.0


class Line:
    """A socket to a node, joined or following by its first frame; `heard` is everything so far."""

    def __init__(self, url: str, first: Json, **headers: str) -> None:
        address = url.replace("http", "ws", 1) + "/ws"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._until_end = ExitStack()
        self._socket = self._until_end.enter_context(
            connect(address, origin=Origin(url), compression=None, max_size=2**22, additional_headers=named)
        )
        self.heard: list[Json] = []
        self.closed: int | None = None
        self.says(first)

    @classmethod
    def join(cls, url: str, room: str, token: str, client: str = "test", since: int = 0) -> Line:
        """Sit down or look on; returns after the welcome."""
        line = cls(url, {"t": "join", "room": room, "token": token, "client": client, "since": since})
        line.hears("welcome")
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: object, trace: TracebackType | None) -> None:
        self.leaves()

    def leaves(self) -> None:
        self._until_end.close()

    def says(self, frame: Json) -> None:
        self._socket.send(json.dumps(frame))

    def hears(self, kind: str, **fields: object) -> Json:
        """The next message of a kind, with these fields."""
        until = time.monotonic() + PATIENCE
        while (message := self._next(until)) is not None:
            if message["t"] == kind and fields.items() <= message.items():
                return message
        raise AssertionError(f"no {kind} {fields}, but {self.heard} and close {self.closed}")

    def entries(self, most: int) -> list[Json]:
        """The messages of the first entries that came after the welcome."""
        found: list[Json] = []
        until = time.monotonic() + PATIENCE
        while len(found) < most and (message := self._next(until)) is not None:
            found += [message] if message["t"] in ("stroke", "entry") else []
        return found

    def ends(self) -> int | None:
        """The close code, once the node has closed the connection."""
        until = time.monotonic() + PATIENCE
        while self._next(until) is not None:
            pass
        return self.closed

    def _next(self, until: float) -> Json | None:
        try:
            message: Json = json.loads(self._socket.recv(max(0.0, until - time.monotonic())))
        except TimeoutError:
            return None
        except ConnectionClosed:
            self.closed = self._socket.close_code
            return None
        self.heard.append(message)
        return message

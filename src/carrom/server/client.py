"""One connection as its room sees it: a role, and a queue of messages that must not grow for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from carrom.server.messages import Message
from carrom.server.tokens import Role

_ENCODER = msgspec.json.Encoder()


def encoded(message: Message) -> str:
    """A message as it goes over the wire; made once, for however many read it."""
    return _ENCODER.encode(message).decode()


class Client:
    """Messages wait here for the socket. A reader so slow that too many wait is let go."""

    def __init__(self, role: Role, name: str, most: int, asker: str = "") -> None:
        """`name` is what the page calls itself, for its numbered requests; `asker` see `rates.asker`."""
        self.role = role
        self.name = name
        self.asker = asker
        self.gone = False
        self.waiting: asyncio.Queue[str] = asyncio.Queue(most)
        self.on_drop: Callable[[], object] = lambda: None
        """Closes the connection."""

    def send(self, message: Message) -> None:
        self.send_text(encoded(message))

    def send_text(self, text: str) -> None:
        if self.gone:
            return
        try:
            self.waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Let the reader go; one that comes back finds all it has missed."""
        self.gone = True
        self.on_drop()

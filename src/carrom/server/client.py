"""One connection as its room sees it: a role, and a queue of messages that must not grow for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from carrom.live.messages import Message
from carrom.live.tokens import Role
from carrom.server.encoding import encoded


class Client:
    """Messages wait here for the socket. A reader so slow that too many wait is let go."""

    def __init__(self, role: Role, name: str, most: int, asker: str = "", lang: str = "en") -> None:
        """`name` is what the page calls itself, for its numbered requests; `asker` see `rates.asker`."""
        self.role = role
        self.name = name
        self.asker = asker
        self.lang = lang
        self.gone = False
        self.waiting: asyncio.Queue[str] = asyncio.Queue(most)
        self.on_drop: Callable[[], object] = lambda: None
        """Closes the connection."""

    def send(self, message: Message) -> None:
        self.send_text(encoded(message, self.lang).decode())

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

"""Who follows umpires' tables over one connection: the last view of each waits, and never more than that."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

from carrom.live.messages import Message
from carrom.server.encoding import encoded


class Follower:
    """Messages wait here for the socket. A later view of a desk takes the place of one not sent yet.

    Answers to what the follower said are kept all; one who reads so slowly that too many wait is let go.
    """

    def __init__(self, most: int) -> None:
        self.lang = "en"
        self._most = most
        self._views: OrderedDict[str, str] = OrderedDict()
        self._answers: deque[str] = deque()
        self._something = asyncio.Event()
        self.gone = False
        self.on_drop: Callable[[], object] = lambda: None
        """Closes the connection."""

    def show(self, token: str, text: str) -> None:
        """The desk of a token as it now is."""
        self._views.pop(token, None)
        self._views[token] = text
        self._something.set()

    def forget(self, token: str) -> None:
        """What waits of a desk that is not followed any more is not sent."""
        self._views.pop(token, None)

    def say(self, message: Message) -> None:
        if self.gone:
            return
        if len(self._answers) >= self._most:
            self.drop()
            return
        self._answers.append(encoded(message, self.lang).decode())
        self._something.set()

    def drop(self) -> None:
        """Let the reader go; one that comes back finds every desk as it is then."""
        self.gone = True
        self.on_drop()

    async def next(self) -> str:
        """What is to be sent next: answers first."""
        while not (self._answers or self._views):
            self._something.clear()
            await self._something.wait()
        if self._answers:
            return self._answers.popleft()
        return self._views.popitem(last=False)[1]

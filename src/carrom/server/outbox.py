"""The bounded queue of messages to one connection; a reader that is too slow is dropped."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Raw, structs

from carrom.i18n.languages import ENGLISH
from carrom.live.messages import DeskMessage, Message, StrokeMessage
from carrom.live.owner import Rejection
from carrom.server.encoding import encoded, encoded_once
from carrom.server.errors import error_of

TOO_SLOW = 1008
"""The close code for a reader that is too slow."""


class Finished(Exception):
    """Everything was sent, and nothing more comes."""


class Outbox:
    """Messages in order. A later view of a desk replaces one that was not sent yet."""

    def __init__(self, most: int) -> None:
        """`most` is how many messages may wait."""
        self._most = most
        self._messages: list[str] = []
        self._views: OrderedDict[str, str] = OrderedDict()
        self._waiting: asyncio.Future[None] | None = None
        self.gone = False
        self._finished = False
        self.close_code = TOO_SLOW
        self.on_drop: Callable[[], object] = lambda: None
        """Closes the connection."""

    def put(self, text: str) -> None:
        if self.gone or self._finished:
            return
        if len(self._messages) >= self._most:
            self.drop()
            return
        self._messages.append(text)
        self._wake()

    def show(self, token: str, text: str) -> None:
        """Send the view of a desk instead of earlier ones."""
        self._views.pop(token, None)
        self._views[token] = text
        self._wake()

    def forget(self, token: str) -> None:
        """Drop the waiting view of a desk that is not followed any more."""
        self._views.pop(token, None)

    def drop(self, close_code: int = TOO_SLOW) -> None:
        """Close the connection; a reader that comes back gets all it has missed."""
        self.gone, self.close_code = True, close_code
        self.on_drop()

    def finish(self, close_code: int) -> None:
        """Close the connection after what waits was sent."""
        if not self.gone:
            self._finished, self.close_code = True, close_code
            self._wake()

    def pop(self) -> str | None:
        """The next text to send, if any: messages before views."""
        if self._messages:
            return self._messages.pop(0)
        return self._views.popitem(last=False)[1] if self._views else None

    async def next(self) -> str:
        """The next text to send, once there is one; raises `Finished` at the end."""
        while (text := self.pop()) is None:
            if self._finished:
                raise Finished
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return text

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


def message_text(message: Message | Rejection, lang: str, reader: str | None = None) -> str:
    """A message as it goes over the wire, in the reader's language; `reader` as in `carrom.i18n`."""
    if isinstance(message, Rejection):
        return encoded(error_of(message.error, message.id), lang).decode()
    if isinstance(message, DeskMessage):
        message = structs.replace(message, view=encoded_once(message.view, lang))
    return encoded(message, lang, reader).decode()


def with_encoded_trace(message: Message | Rejection) -> Message | Rejection:
    """The same message; a trace in it, which has no words, is encoded once for all readers."""
    if isinstance(message, StrokeMessage):
        return structs.replace(message, trace=Raw(encoded(message.trace, ENGLISH)))
    return message

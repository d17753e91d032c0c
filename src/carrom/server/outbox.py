"""The bounded queue of messages to one connection; a reader that is too slow is dropped."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from msgspec import structs

from carrom.live.messages import DeskMessage, Message
from carrom.live.owner import Rejection
from carrom.server.encoding import encoded, encoded_once
from carrom.server.errors import error_of

TOO_SLOW = 1008
"""The close code for a reader that is too slow."""


class Send(Protocol):
    def __call__(self, text: bytes, *, more: bool) -> bool:
        """Send a message, or return False if it has to wait; `more` will be sent with it at once."""
        ...


class Outbox:
    """Messages in order. A later view of a desk replaces one that was not sent yet.

    Each is sent at once, unless the other end reads too slowly; then it waits for `flush`.
    """

    def __init__(self, most: int, send: Send) -> None:
        """`most` is how many messages may wait."""
        self._most = most
        self._send = send
        self._messages: list[bytes] = []  # a deque takes more memory, and there are few
        self._views: dict[str, bytes] = {}
        self._finished = False
        self.gone = False
        self.waiting_since: float | None = None
        """When the message that waits first came to its turn."""
        self.close_code = TOO_SLOW
        self.on_drop: Callable[[], object] = lambda: None
        """Closes the connection."""

    def put(self, text: bytes) -> None:
        self.add(text)
        self.flush_unless_waiting()

    def add(self, text: bytes) -> None:
        """Add a message, which is sent with the next."""
        if self.gone or self._finished:
            return
        if len(self._messages) >= self._most:
            self.drop()
            return
        self._messages.append(text)

    def show(self, token: str, text: bytes) -> None:
        """Send the view of a desk instead of earlier ones."""
        self._views.pop(token, None)
        self._views[token] = text
        self.flush_unless_waiting()

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
            self.flush_unless_waiting()

    def flush_unless_waiting(self) -> None:
        if self.waiting_since is None:
            self.flush()

    def flush(self) -> None:
        """Send what waits, as far as that is possible: messages before views."""
        while not self.gone and (self._messages or self._views):
            token, text = ("", self._messages[0]) if self._messages else next(iter(self._views.items()))
            if not self._send(text, more=len(self._messages) + len(self._views) > 1):
                self.waiting_since = monotonic()
                return
            if self._messages:
                del self._messages[0]
            else:
                del self._views[token]
        self.waiting_since = None
        if self._finished and not self.gone:
            self.drop(self.close_code)


def message_bytes(message: Message | Rejection, lang: str, reader: str | None = None) -> bytes:
    """A message as it goes over the wire, in the reader's language; `reader` as in `carrom.i18n`."""
    if isinstance(message, Rejection):
        return encoded(error_of(message.error, message.id), lang)
    if isinstance(message, DeskMessage):
        message = structs.replace(message, view=encoded_once(message.view, lang))
    return encoded(message, lang, reader)

"""TCP connections: how many may be open, and how long a request may take to arrive.

uvicorn's protocols read and answer the requests; it has neither deadlines for them nor limits per address.
docs/adr/0021-connections.md has the reasons.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache, partial
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from carrom.server.config import Limits
from carrom.server.errors import STATUS, refusal_body
from carrom.server.rate_limits import ConcurrencyLimit, client_network, plain_address

if sys.platform != "win32":
    import resource

log = logging.getLogger("carrom.connections")

PROXIES = ("127.0.0.1", "::1")
"""Addresses of a trusted proxy (`Config.proxied`)."""

CONNECTION = "carrom.connection"
"""The key of the connection in the scope of a WebSocket."""

SPARE_DESCRIPTORS = 128  # file descriptors for the store, the workers and the log
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0  # seconds before the next try when accepting fails
LINGER = 1.0  # seconds for which a refused client is read, since a reset could overtake the answer
LINGERING = 16  # refused connections that may linger at once; the others are closed immediately
RETRY_AFTER = 5  # seconds


def _without_traceback(record: logging.LogRecord) -> bool:
    """Drop uvicorn's traceback for a frame that is not UTF-8: it is the client's fault."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


logging.getLogger("uvicorn.error").addFilter(_without_traceback)


def log_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an exception that nobody caught in the event loop: one line with its place."""
    wrong = context.get("exception")
    frames = traceback.extract_tb(wrong.__traceback__) if wrong is not None else ()
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    cause = f"{context['message']} {type(wrong).__name__}{place}"
    log.error("%s: %r%s", context["message"], wrong, place, extra={"cause": cause})


def connection_limit(limits: Limits) -> int:
    """The most connections at once: `connections_total`, or fewer if file descriptors are scarce."""
    descriptors = _descriptors(limits.connections_total + SPARE_DESCRIPTORS)
    return min(limits.connections_total, max(descriptors - SPARE_DESCRIPTORS, descriptors // 2))


def _descriptors(wanted: int) -> int:
    """How many files and sockets may be open; the limit is raised to `wanted` if possible."""
    if sys.platform == "win32":
        return wanted
    unlimited = resource.RLIM_INFINITY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != unlimited and soft < wanted:
        possible = wanted if hard == unlimited else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
            soft = possible
    return wanted if soft == unlimited else min(soft, wanted)


@cache
def refusal_response(code: str) -> bytes:
    """A whole HTTP response with a refusal, after which the connection is closed."""
    status = HTTPStatus(STATUS[code])
    body = refusal_body(code, "en")
    retry = f"retry-after: {RETRY_AFTER}\r\n" if status in (429, 503) else ""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\n{retry}connection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _free_at_once(transport: asyncio.BaseTransport) -> None:
    """Free a closed transport, which asyncio lets refer to itself, without a collection of garbage."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None


def _plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    return None if client is None else (plain_address(client[0]), client[1])


class Awaited(Enum):
    """What an HTTP connection is waiting for."""

    HEAD = auto()
    BODY = auto()
    RESPONSE = auto()
    REST = auto()  # of a body, though the response is complete
    NEXT_REQUEST = auto()


class HttpConnection(H11Protocol):
    """HTTP/1.1 with deadlines for head, body and the next request, and a limit of pipelined requests."""

    def __init__(self, *, limits: Limits, on_lost: Callable[[], None], **settings: Any) -> None:
        super().__init__(**settings)
        self._limits = limits
        self._on_lost = on_lost
        self._awaited = Awaited.HEAD
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._heard = False  # anything since the last response
        self._pipelined = 0
        self._body_since = 0.0
        self._request_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        self.client = _plain_client(self.client)
        self._deadline = self.loop.call_later(self._limits.head_seconds, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadlines()
        super().connection_lost(exc)
        _free_at_once(self.transport)
        self._on_lost()

    def data_received(self, data: bytes) -> None:
        self._heard = True
        self._request_bytes += len(data)
        super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._cancel_deadlines()
        super().handle_websocket_upgrade(event)
        upgraded = self.transport.get_protocol()
        assert isinstance(upgraded, SocketConnection)
        upgraded.take_over(self._on_lost, self._limits.head_seconds)
        if not upgraded.handshake_initiated:
            # The head is not a handshake, for example because of too many headers. uvicorn answers nothing.
            self.transport.write(b"".join(upgraded.conn.data_to_send()))
            self.transport.close()

    def on_response_complete(self) -> None:
        self._heard, self._request_bytes = False, 0
        ahead = self.flow.read_paused and self.conn.their_state is h11.DONE
        self._pipelined = self._pipelined + 1 if ahead else 0
        if self._pipelined > self._limits.pipelined:
            self.transport.close()
        super().on_response_complete()
        self._unset_keepalive_if_required()  # the deadlines here replace uvicorn's
        self._set_deadline()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_deadline = self.loop.call_later(self._limits.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._write_deadline is not None:
            self._write_deadline.cancel()

    def send_400_response(self, msg: str) -> None:
        self._refuse("frame/malformed")

    def shutdown(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _now_awaited(self) -> Awaited:
        state = self.conn.their_state
        if state is h11.IDLE:
            return Awaited.HEAD if self._heard or self.cycle is None else Awaited.NEXT_REQUEST
        if state is h11.SEND_BODY:
            return Awaited.REST if self.cycle.response_complete else Awaited.BODY
        return Awaited.RESPONSE

    def _set_deadline(self) -> None:
        """Start a deadline when something else is awaited; single bytes do not move it."""
        if self.transport.get_protocol() is not self:
            return  # a WebSocket now
        awaited = self._now_awaited()
        if awaited is self._awaited and not self.transport.is_closing():
            return
        self._awaited = awaited
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self.transport.is_closing():
            return
        self._body_since = self.loop.time()
        deadlines: dict[Awaited, tuple[float, Callable[[], object]]] = {
            Awaited.HEAD: (self._limits.head_seconds, self._late),
            Awaited.BODY: (self._limits.body_seconds, self._check_body),
            Awaited.REST: (LINGER, self.transport.close),
            Awaited.NEXT_REQUEST: (self._limits.keep_alive_seconds, self.transport.close),
        }
        if awaited in deadlines:
            self._deadline = self.loop.call_later(*deadlines[awaited])

    def _check_body(self) -> None:
        waited = self.loop.time() - self._body_since
        allowed = self._limits.body_seconds + self._request_bytes / self._limits.body_rate
        if self.flow.read_paused:  # the server is the one that waits
            allowed = waited + self._limits.body_seconds
        if waited < allowed:
            self._deadline = self.loop.call_later(allowed - waited, self._check_body)
        else:
            self._late()

    def _late(self) -> None:
        if self._heard:
            self._refuse("request/timeout")
        else:
            self.transport.close()

    def _refuse(self, code: str) -> None:
        """Close the connection, with a refusal unless a response has begun."""
        begun = False
        if self.cycle is not None and not self.cycle.response_complete:
            begun = self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if not begun:
            self.transport.write(refusal_response(code))
        self.transport.close()

    def _cancel_deadlines(self) -> None:
        for deadline in (self._deadline, self._write_deadline):
            if deadline is not None:
                deadline.cancel()


class Mailbox:
    """The queue of one reader, in a tenth of the memory of asyncio's."""

    __slots__ = ("_arrived", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._arrived: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._arrived = asyncio.get_running_loop().create_future()
            try:
                await self._arrived
            finally:
                self._arrived = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages


class Once:
    """Calls something the first time it is called itself."""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[[], None]) -> None:
        self._call: Callable[[], None] | None = call

    def __call__(self) -> None:
        call, self._call = self._call, None
        if call is not None:
            call()


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket whose handshake has a deadline; `websocket` has those of frames.

    It stands in its scope under `CONNECTION`: a text sent or taken through it needs no turn of the loop.
    """

    on_writable: Callable[[], object] = staticmethod(lambda: None)
    """Is called when texts can be sent again."""

    take: Callable[[str], bool] = staticmethod(lambda _: False)
    """Is offered each text that comes; one that it does not take waits for `receive`, and those after it."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.queue = cast(asyncio.Queue[Any], Mailbox())
        vars(self.writable)["_waiters"] = []  # a deque takes more memory, and nobody or one waits

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope)[CONNECTION] = self

    def forget_handshake(self) -> None:
        """Free what is not needed once the handshake is complete: all headers but that of the language."""
        self.request.headers.clear()
        self.response.headers.clear()
        headers: Any = self.scope["headers"]
        headers[:] = [header for header in headers if header[0] == b"accept-language"]

    def send_at_once(self, text: bytes, *, more: bool = False) -> bool:
        """Send a text frame, with `more` that follow; False if the other end has to read those before."""
        if not self.writable.is_set():
            return False
        if self.disconnected or self.close_sent:
            return True  # nobody hears it
        with suppress(InvalidState):
            self.conn.send_text(text)
            if not more:
                self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_writable()

    def send_receive_event_to_app(self) -> None:
        if not self._is_taken():
            super().send_receive_event_to_app()

    def _is_taken(self) -> bool:
        if self.close_sent or self.curr_msg_data_type != "text" or not self.queue.empty():
            return False
        try:
            return self.take(b"".join(self.frames).decode())
        except UnicodeDecodeError:
            return False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.client = _plain_client(self.client)

    def take_over(self, on_lost: Callable[[], None], handshake_seconds: float) -> None:
        """Continue the HTTP connection that was upgraded."""
        self._on_lost = on_lost
        self._handshake_deadline = self.loop.call_later(handshake_seconds, self._check_handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        self._handshake_deadline.cancel()
        super().connection_lost(exc)
        _free_at_once(self.transport)
        # Its reader refers to it too: both are freed at once, not when cycles are looked for.
        self.take, self.on_writable = SocketConnection.take, SocketConnection.on_writable
        cast(dict[str, Any], getattr(self, "scope", {})).pop(CONNECTION, None)
        self._on_lost()

    def shutdown(self) -> None:
        try:
            super().shutdown()
        except InvalidState:
            # It is closing already, and must not keep the server from ending.
            self.transport.close()

    def keepalive_timeout(self) -> None:
        if self.read_paused:
            # Frames wait for the server, and the pong may be behind them: the client is not to blame.
            assert self.ping_timeout is not None, "it has just passed"
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def _check_handshake(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()


@dataclass(eq=False)
class Connections:
    """Accepts connections, up to a limit for each address and in all, and refuses the others.

    `make` makes the protocol of a connection, given what to call when it is lost. `flooding` says whether an
    address (see `client_network`) is refused anyway.
    """

    make: Callable[[Callable[[], None]], HttpConnection]
    limits: Limits
    tls: ssl.SSLContext | None
    proxied: bool
    flooding: Callable[[str], bool]
    _open: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _lingering: set[asyncio.Task[None]] = field(default_factory=set)
    _closing: dict[Any, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._most = connection_limit(self.limits)
        # One address never keeps out all others.
        self._of_address = ConcurrencyLimit(min(self.limits.connections_address, self._most // 2))

    def listen(self, listening: socket.socket, internal: bool = False) -> None:
        """Accept connections; `internal` ones are of other nodes: no TLS, no limit for each address."""
        listening.setblocking(False)
        self._keep(self._accept(listening, internal), self._tasks)

    async def stop(self) -> None:
        """Accept no more, and cancel handshakes and refusals under way."""
        tasks = (*self._tasks, *self._lingering)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def abort_stuck(self, connections: Collection[Any]) -> None:
        """Abort connections that were closed long ago and whose other end does not read the rest."""
        now = time.monotonic()
        closing = (each for each in connections if each.transport.is_closing())
        self._closing = {each: self._closing.get(each, now) for each in closing}
        for each, since in self._closing.items():
            if now - since > self.limits.send_seconds:
                each.transport.abort()

    async def _accept(self, listening: socket.socket, internal: bool) -> None:
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while True:
            try:
                accepted, peer = await loop.sock_accept(listening)
            except ConnectionError:
                continue  # the client has gone already
            except OSError as wrong:
                # Mostly no descriptor is free (EMFILE). The clients wait in the system's queue.
                cause = {"cause": f"accept {wrong.errno}"}
                log.warning("no connection can be accepted: %s", wrong, extra=cause)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            self._admit(accepted, plain_address(peer[0]), internal)
            # Let connected clients have their turn, even if the next one is there already.
            await asyncio.sleep(0)

    def _admit(self, accepted: socket.socket, address: str, internal: bool) -> None:
        asker, tls = client_network(address), None if internal else self.tls
        trusted = internal or (self.proxied and address in PROXIES)
        few = trusted or (self._of_address.allows_more(asker) and not self.flooding(asker))
        if not few or self._open >= self._most:
            self._refuse(accepted, "busy" if few else "frame/too-many", tls)
            return
        self._open += 1
        if not trusted:
            self._of_address.enter(asker)
        on_lost = Once(partial(self._closed, None if trusted else asker))
        self._keep(self._connect(accepted, on_lost, tls), self._tasks)

    def _closed(self, asker: str | None) -> None:
        self._open -= 1
        if asker is not None:
            self._of_address.leave(asker)

    async def _connect(
        self, accepted: socket.socket, on_lost: Callable[[], None], tls: ssl.SSLContext | None
    ) -> None:
        timeout = None if tls is None else self.limits.head_seconds
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self.make(on_lost),
                accepted,
                ssl=tls,
                ssl_handshake_timeout=timeout,
                ssl_shutdown_timeout=timeout,
            )
        except BaseException as wrong:
            on_lost()
            if not isinstance(wrong, OSError):  # no TLS, or it took too long
                raise

    def _refuse(self, accepted: socket.socket, code: str, tls: ssl.SSLContext | None) -> None:
        log.warning("connections refused: %s", code, extra={"cause": f"connections {code}"})
        try:
            if tls is None:
                accepted.send(refusal_response(code))
                accepted.shutdown(socket.SHUT_WR)
                if len(self._lingering) < LINGERING:
                    self._keep(self._linger(accepted), self._lingering)
                    return
                accepted.recv(65536)
        except OSError:
            pass
        accepted.close()

    async def _linger(self, accepted: socket.socket) -> None:
        with accepted, suppress(OSError, TimeoutError):
            async with asyncio.timeout(LINGER):
                while await asyncio.get_running_loop().sock_recv(accepted, 65536):
                    await asyncio.sleep(0)

    def _keep(self, work: Any, tasks: set[asyncio.Task[None]]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

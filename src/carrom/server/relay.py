"""Passes requests and sockets on to the node that owns their match, and tells such ones from all others.

Every handler runs at the owner, so nothing here knows what is asked. docs/adr/0030-nodes.md has the reasons.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from secrets import compare_digest
from time import monotonic

import h11
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from carrom.live.refused import Refused
from carrom.server.config import host_and_port
from carrom.server.encoding import lang_of
from carrom.server.errors import refusal_body
from carrom.server.http import json_response, read_body_once, refuse_foreign_page
from carrom.server.metrics import RELAYED_SOCKETS
from carrom.server.ownership import PATIENCE, PAUSE, Elsewhere
from carrom.store.cluster import NotOwner

NODE, CLIENT, SCHEME = "x-carrom-node", "x-carrom-client", "x-carrom-scheme"
RELAYED = "carrom.relayed"
"""The key of a scope that another node has passed on."""

MISDIRECTED = 421
"""The status of a relayed request whose match this node does not own either: the sender asks again."""

MISDIRECTED_SOCKET = 4421
"""The same as a close code."""

CONNECT_SECONDS = 1.0
WATCH_EVERY = 1.0  # seconds between two questions whether a node still answers
ANSWER_SECONDS = 2.0  # for that answer
READ_BYTES = 1 << 16

_NOT_PASSED_ON = frozenset(
    (
        *("connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer", "upgrade"),
        *("content-length", "expect", "date", "origin", "forwarded", NODE, CLIENT, SCHEME),
    )
)
"""Headers that are not passed on: of one connection, or checked before."""


class Forged(Exception):
    """A request says that a node has sent it, without the secret; or has come where only nodes may ask."""


@dataclass(frozen=True, slots=True)
class NodeGate:
    """Knows the requests of other nodes by the secret that all share. Without one there are no other nodes.

    `port` is that of the internal address, where only other nodes may ask.
    """

    secret: str = ""
    port: int = 0

    def admit(self, scope: Scope) -> Scope:
        """The scope with the client and the scheme as the sending node has seen them; raises `Forged`."""
        if not self.secret:
            return scope
        headers = Headers(scope=scope)
        given = headers.get(NODE)
        if given is None:
            if (scope.get("server") or ("", 0))[1] == self.port:
                raise Forged
            return scope
        if not compare_digest(given.encode(), self.secret.encode()):
            raise Forged
        seen = {"client": (headers.get(CLIENT, ""), 0), "scheme": headers.get(SCHEME, scope["scheme"])}
        return {**scope, **seen, RELAYED: True}


ALONE = NodeGate()


def is_relayed(connection: HTTPConnection) -> bool:
    return bool(connection.scope.get(RELAYED))


class Upstream:
    """A socket to the owner of a match. `until_closed` ends with it."""

    def __init__(self, socket: ClientConnection, first: str, until_closed: ExitStack) -> None:
        """`first` is the first message."""
        self._socket, self._until_closed = socket, until_closed
        self._first: str | None = first

    async def send(self, text: str) -> None:
        """Send a frame. It is lost where the owner is; then the messages end too."""
        with suppress(ConnectionClosed):
            await self._socket.send(text)

    async def next(self) -> str | None:
        """The next message; None once the owner has closed the connection or is lost."""
        first, self._first = self._first, None
        if first is not None:
            return first
        try:
            return await self._socket.recv(decode=True)
        except ConnectionClosed:
            return None

    @property
    def close_code(self) -> int | None:
        """The code with which the owner has closed the connection; None if it was lost."""
        code = self._socket.close_code
        return None if code in (None, 1005, 1006) else code

    async def close(self) -> None:
        with self._until_closed:
            await self._socket.close()

    def abort(self) -> None:
        """Close the connection at once, if it is not closed yet."""
        with self._until_closed:
            self._socket.transport.abort()


@dataclass(eq=False, slots=True)
class Peer:
    """Another node to which something is relayed; `gone` ends when it does not answer any more."""

    gone: asyncio.Task[None]
    users: int = 0


class Relay:
    """Connections from this node to the owners of matches."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._peers: dict[str, Peer] = {}

    async def at_owner(self, request: Request, endpoint: Callable[[Request], Awaitable[object]]) -> object:
        """The result of an endpoint: here, or as the response of the node that owns the match it is about."""
        until = monotonic() + PATIENCE
        while True:
            try:
                return await endpoint(request)
            except (Elsewhere, NotOwner) as wrong:
                if is_relayed(request):
                    return json_response(refusal_body("busy", lang_of(request)), MISDIRECTED)
                address = wrong.address if isinstance(wrong, Elsewhere) else ""
            answer = await self._answer(address, request) if address else None
            if answer is not None:
                return answer
            if monotonic() > until:
                raise Refused("busy")
            await asyncio.sleep(PAUSE)

    async def _answer(self, address: str, request: Request) -> Response | None:
        """The owner's answer to a request; None if it has none, or does not own the match any more."""
        if request.method != "GET":
            refuse_foreign_page(request)
        body = await read_body_once(request)
        own = {**self._headers(request), "connection": "close", "content-length": str(len(body))}
        headers = [*_passed_on(request.headers.raw), *_bytes(own)]
        path: bytes = request.scope["raw_path"].partition(b"?")[0]
        query: bytes = request.scope["query_string"]
        asked = h11.Request(method=request.method, target=path + b"?" * bool(query) + query, headers=headers)
        try:
            answer, content = await self._exchange(address, asked, body)
        except (OSError, TimeoutError, h11.ProtocolError):
            return None
        if answer.status_code == MISDIRECTED:
            return None
        response = Response(content, answer.status_code)
        length = b"content-length", str(len(content)).encode()
        response.raw_headers = [*_passed_on(answer.headers), length]
        return response

    async def _exchange(
        self, address: str, asked: h11.Request, body: bytes = b"", seconds: float | None = None
    ) -> tuple[h11.Response, bytes]:
        """A request and its response. Without `seconds` it may take as long as the node lives."""
        state, content = h11.Connection(h11.CLIENT), bytearray()
        async with asyncio.timeout(seconds):
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await asyncio.open_connection(*host_and_port(address))
            watched = self._watched(address, writer.transport) if seconds is None else nullcontext()
            with closing(writer), watched:
                for part in (asked, h11.Data(body), h11.EndOfMessage()):
                    writer.write(state.send(part) or b"")
                answer: h11.Response | None = None
                while True:
                    event = state.next_event()
                    if event is h11.NEED_DATA:
                        state.receive_data(await reader.read(READ_BYTES))
                    elif isinstance(event, h11.Response):
                        answer = event
                    elif isinstance(event, h11.Data):
                        content += event.data
                    elif isinstance(event, h11.EndOfMessage):
                        assert answer is not None, "its head comes first"
                        return answer, bytes(content)
                    elif isinstance(event, h11.ConnectionClosed):
                        raise ConnectionResetError(address)

    async def open_socket(self, address: str, websocket: WebSocket, text: str) -> Upstream | None:
        """A socket to the owner that has answered a first frame; None if it is not the owner any more."""
        headers = self._headers(websocket)
        headers["accept-language"] = websocket.headers.get("accept-language", "")
        try:
            socket = await connect(
                f"ws://{address}/ws",
                additional_headers=headers,
                compression=None,
                max_size=None,
                open_timeout=CONNECT_SECONDS,
                close_timeout=CONNECT_SECONDS,
                ping_interval=None,  # `_watched` asks once for all sockets
                user_agent_header=None,
                proxy=None,
            )
            with ExitStack() as until_closed:
                until_closed.enter_context(self._watched(address, socket.transport))
                until_closed.enter_context(RELAYED_SOCKETS.track_inprogress())
                await socket.send(text)
                first = await socket.recv(decode=True)
                return Upstream(socket, first, until_closed.pop_all())
        except (OSError, TimeoutError, WebSocketException):
            return None

    def _headers(self, connection: HTTPConnection) -> dict[str, str]:
        client = connection.client.host if connection.client else ""
        return {NODE: self._secret, CLIENT: client, SCHEME: connection.scope["scheme"]}

    @contextmanager
    def _watched(self, address: str, transport: asyncio.BaseTransport) -> Iterator[None]:
        """Inside, the transport is aborted if the node at its other end does not answer any more.

        A node that was paused, or whose machine was cut off, does not close its connections.
        """
        peer = self._peers.get(address)
        if peer is None or peer.gone.done():
            peer = self._peers[address] = Peer(asyncio.get_running_loop().create_task(self._watch(address)))
        peer.users += 1

        def abort(_: asyncio.Task[None]) -> None:
            assert isinstance(transport, asyncio.WriteTransport)
            transport.abort()

        peer.gone.add_done_callback(abort)
        try:
            yield
        finally:
            peer.gone.remove_done_callback(abort)
            peer.users -= 1
            if not peer.users:
                peer.gone.cancel()
                if self._peers.get(address) is peer:
                    del self._peers[address]

    async def _watch(self, address: str) -> None:
        """Ask a node again and again whether it is alive; returns when it does not answer."""
        alive = h11.Request(
            method="GET",
            target="/healthz",
            headers=[("host", address), (NODE, self._secret), ("connection", "close")],
        )
        with suppress(OSError, TimeoutError, h11.ProtocolError):
            while True:
                await asyncio.sleep(WATCH_EVERY)
                await self._exchange(address, alive, seconds=ANSWER_SECONDS)


def _passed_on(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in headers if name.lower().decode("latin-1") not in _NOT_PASSED_ON]


def _bytes(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]

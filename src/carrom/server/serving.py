"""Runs the server: its listening socket, its uvicorn settings, its start and its end."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from carrom.errors import CarromError, system_message
from carrom.server.app import make_app
from carrom.server.config import Config, bracketed, host_and_port
from carrom.server.registry import Registry
from carrom.server.tcp import PROXIES, Connections, HttpConnection, SocketConnection, log_exception

FRAME_BYTES = 1 << 16  # of a frame that uvicorn reads, so that `websocket` can refuse what exceeds its limit
SHUTDOWN_SECONDS = 5  # for answers under way when the server ends
PARTING_SECONDS = 2  # for strokes under way then
PING_SECONDS = 20.0
GC_THRESHOLDS = (5_000, 1_000_000, 1_000_000)  # objects; collections of younger ones
SWITCH_SECONDS = 0.001  # after which a computing thread yields, since the event loop waits for it
UNREAD_SECONDS = 30  # after which a connection is cut whose other end acknowledges nothing
NEXT_PORTS = 20
BACKLOG = 1024  # connections that wait in the system until they are accepted
TICKS = 10  # of uvicorn in a second


class Serving(uvicorn.Server):
    """A uvicorn server whose connections are accepted by `Connections`, which limits them."""

    def __init__(
        self,
        registry: Registry,
        tls: tuple[Path, Path] | None,
        on_ready: Callable[[], object],
        internal: socket.socket | None = None,
    ) -> None:
        """`internal` is a bound socket for the other nodes."""
        super().__init__(_settings(registry, tls))
        self._registry, self._on_ready = registry, on_ready
        self._limits = registry.limits
        self._internal = internal
        self._opened: list[socket.socket] = []
        registry.network.listen = self.open_address

    def open_address(self, host: str) -> None:
        """Listen on one more address, at the same port."""
        bound = listen(host, self._registry.config.port)
        self._opened.append(bound)
        self._connections.listen(bound)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        asyncio.get_running_loop().set_exception_handler(log_exception)
        self.servers = []
        proxied, flooding = self._registry.config.proxied, self._registry.rates.flooding
        self._connections = Connections(self._protocol, self._limits, self.config.ssl, proxied, flooding)
        for listening in sockets or ():
            self._connections.listen(listening)
        if self._internal is not None:
            self._connections.listen(self._internal, internal=True)
        self.started = True
        self._on_ready()

    def _protocol(self, on_lost: Callable[[], None]) -> HttpConnection:
        return HttpConnection(
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            limits=self._limits,
            on_lost=on_lost,
        )

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._connections.abort_stuck(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A connection whose stroke is being computed does not read that it is closed: end it here.
        asyncio.get_running_loop().call_later(PARTING_SECONDS, self._registry.drop_connections)
        await self._connections.stop()
        for opened in (*self._opened, *(() if self._internal is None else (self._internal,))):
            opened.close()
        if self._internal is not None:
            await self._registry.hand_over()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on SIGINT and SIGTERM, at once on a second SIGINT.

        A signal that was ignored at the start stays ignored, as in a background job of a script.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = [
            getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
        ]
        heeded = [each for each in wanted if signal.getsignal(each) is not signal.SIG_IGN]
        before = {each: signal.signal(each, self.handle_exit) for each in heeded}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def run_server(
    config: Config,
    on_ready: Callable[[str], object],
    *,
    listening: socket.socket | None = None,
    tls: tuple[Path, Path] | None = None,
    until: Callable[[Serving], None] | None = None,
) -> None:
    """Serve until a signal. `on_ready` gets the address once requests are answered.

    `listening` is a bound socket; otherwise one is bound to the config's host and port. `tls` are the files
    of a certificate and its key. `until` gets the server, for a program that ends it by `should_exit`.
    """
    bound = listen(config.host, config.port) if listening is None else listening
    with ExitStack() as until_end:
        until_end.enter_context(closing(bound))
        at, internal = replace(config, port=bound.getsockname()[1]), None
        if config.database:
            host, port = host_and_port(config.node)
            internal = until_end.enter_context(closing(listen(host, port)))
            at = replace(at, node=f"{bracketed(host)}:{internal.getsockname()[1]}")
        scheme = "http" if tls is None else "https"
        host = "127.0.0.1" if at.host in ("0.0.0.0", "::", "") else at.host
        url = f"{scheme}://{bracketed(host)}:{at.port}"
        server = Serving(Registry(at), tls, lambda: on_ready(url), internal)
        if until is not None:
            until(server)
        # Only what was made last is collected between strokes, in a few milliseconds. Nothing that a
        # stroke, a match or a connection leaves refers to itself, so the registry seldom collects the rest.
        gc.set_threshold(*GC_THRESHOLDS)
        # What is loaded by now stays, so exclude it from collections.
        gc.collect()
        gc.freeze()
        sys.setswitchinterval(SWITCH_SECONDS)
        server.run(sockets=[bound])


def _settings(registry: Registry, tls: tuple[Path, Path] | None) -> uvicorn.Config:
    cert, key = (None, None) if tls is None else tls
    return uvicorn.Config(
        make_app(registry),
        lifespan="on",
        http=HttpConnection,
        ws=SocketConnection,
        ws_per_message_deflate=False,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        server_header=False,
        access_log=False,
        log_config=None,
        proxy_headers=registry.config.proxied,
        forwarded_allow_ips=",".join(PROXIES),
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ssl_certfile=cert,
        ssl_keyfile=key,
    )


def listen(host: str, port: int, another_port: bool = False) -> socket.socket:
    """A socket bound to this port, or with `another_port` to the next free one; 0 is any."""
    tries = (port, *range(port + 1, min(port + NEXT_PORTS, 65536)), 0) if another_port and port else (port,)
    for each in tries:
        try:
            return _bound(host, each)
        except OSError as wrong:
            if wrong.errno == errno.EADDRINUSE and each != tries[-1]:
                continue
            raise CarromError(
                "refused.server.listen", host=host, port=each, why=system_message(wrong)
            ) from None
    raise AssertionError("the last port is bound or refused")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would share the port otherwise
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Accepted connections inherit it. Without it, closing one that is not read would never end.
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)
        bound.bind(address)
        bound.listen(BACKLOG)
    except BaseException:
        bound.close()
        raise
    return bound

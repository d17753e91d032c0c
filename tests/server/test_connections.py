"""Connections that ask slowly, too often or not at all: each is answered clearly and closed."""

from __future__ import annotations

import asyncio
import gc
import json
import select
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.frames import PATIENCE, House, house
from tests.server.served import Served, served, without_garbage_collection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.sync.client import connect
from websockets.typing import Origin

from carrom.server.config import Limits
from carrom.server.tcp import SocketConnection, log_exception

HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: {host}\r\nX-Slow: "
POST = b"POST /api/rule HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
SHORT = Limits(head_seconds=0.5, body_seconds=0.5, keep_alive_seconds=0.5, body_rate=1000, pipelined=3)


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[House]:
    """A server with short deadlines."""
    with house(tmp_path, limits=SHORT) as running:
        yield running


@contextmanager
def line(server: Served, sends: bytes = b"", source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection from an address of this machine that has sent these bytes."""
    host, port = server.host.rsplit(":", 1)
    with socket.create_connection((host, int(port)), PATIENCE, (source, 0)) as connection:
        connection.sendall(sends.replace(b"{host}", server.host.encode()))
        yield connection


def rest(connection: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    heard = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            heard += piece
    return heard


def status_and_code(response: bytes) -> tuple[int, str]:
    head, _, body = response.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)["code"]


def test_half_a_head_is_answered_with_408_though_bytes_go_on_coming(hasty: House) -> None:
    with line(hasty.server, HALF_HEAD) as slow:
        slow.settimeout(0.1)
        heard = b""
        until = time.monotonic() + PATIENCE
        while not heard and time.monotonic() < until:
            with suppress(TimeoutError):
                heard = slow.recv(65536)
            if not heard:
                slow.sendall(b"x")

    assert status_and_code(heard) == (408, "request/timeout")
    assert hasty.complaints() == []


def test_who_asks_nothing_is_closed_without_an_answer(hasty: House) -> None:
    with line(hasty.server) as silent:
        assert rest(silent) == b""


def test_a_connection_without_a_next_request_is_closed(hasty: House) -> None:
    with line(hasty.server, b"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n") as kept:
        assert rest(kept).endswith(b"\r\n\r\nok")
    assert hasty.complaints() == []


def test_half_a_next_head_is_answered_with_408(hasty: House) -> None:
    with line(hasty.server, b"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n") as kept:
        while not kept.recv(65536).endswith(b"ok"):
            pass
        kept.sendall(b"GET /healthz HT")
        assert status_and_code(rest(kept)) == (408, "request/timeout")


@pytest.mark.parametrize(
    "head", [b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\nf\r\n{"]
)
def test_half_a_body_is_answered_with_408(hasty: House, head: bytes) -> None:
    with line(hasty.server, POST + head) as slow:
        assert status_and_code(rest(slow)) == (408, "request/timeout")
    assert hasty.complaints() == []


def test_a_large_body_has_more_time(hasty: House) -> None:
    """A second for every 1000 bytes that have come, here."""
    with line(hasty.server, POST + b"Content-Length: 10000\r\n\r\n" + b" " * 9000) as slow:
        time.sleep(1.0)
        slow.sendall(b" " * 1000)
        assert status_and_code(rest(slow)) == (400, "frame/malformed")


def test_of_requests_sent_ahead_only_some_are_answered(hasty: House) -> None:
    with line(hasty.server, b"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n" * 50) as eager:
        assert rest(eager).count(b"HTTP/1.1 200 ") == 1 + SHORT.pipelined
    assert hasty.complaints() == []


@pytest.mark.parametrize(
    "head", [b"Content-Length: 99999999999\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"]
)
def test_an_endless_body_is_refused_and_then_not_read_on(hasty: House, head: bytes) -> None:
    part = b"8000\r\n" + b" " * 0x8000 + b"\r\n" if b"chunked" in head else b" " * 0x8000
    heard, ended = b"", False
    until = time.monotonic() + PATIENCE
    with line(hasty.server, POST + head) as endless, suppress(ConnectionError):
        while not ended and time.monotonic() < until:
            endless.sendall(part)
            while not ended and select.select([endless], [], [], 0.01)[0]:
                piece = endless.recv(65536)
                heard, ended = heard + piece, not piece

    assert time.monotonic() < until
    assert status_and_code(heard) == (413, "frame/too-large")
    assert hasty.complaints() == []


def test_a_handshake_with_too_many_headers_is_answered(hasty: House) -> None:
    headers = b"".join(b"X-%d: y\r\n" % number for number in range(200))
    with line(hasty.server, HANDSHAKE + headers + b"\r\n") as crowded:
        assert rest(crowded).startswith(b"HTTP/1.1 431 ")
    assert hasty.complaints() == []


def half_requests(server: Served, count: int, source: str) -> list[socket.socket]:
    made = []
    for _ in range(count):
        with line(server, HALF_HEAD, source) as one:
            made.append(one.dup())
            made[-1].settimeout(PATIENCE)
    return made


def healthz(server: Served, source: str) -> bytes:
    """The answer to a request of its own connection."""
    with line(server, b"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", source) as one:
        return rest(one)


def answered_in_time(server: Served, source: str) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if healthz(server, source).startswith(b"HTTP/1.1 200 "):
            return True
        time.sleep(0.05)
    return False


def test_one_address_has_so_many_connections_and_another_its_own(tmp_path: Path) -> None:
    with served(tmp_path, hurry=False, limits=Limits(connections_address=3)) as server:
        held = half_requests(server, 3, "127.0.0.2")
        refused = healthz(server, "127.0.0.2")

        assert status_and_code(refused) == (429, "frame/too-many")
        assert b"\r\nretry-after: " in refused
        assert healthz(server, "127.0.0.3").startswith(b"HTTP/1.1 200 ")
        for each in held:
            each.close()
        assert answered_in_time(server, "127.0.0.2")


def test_who_goes_on_asking_though_refused_is_not_read_any_more(tmp_path: Path) -> None:
    """Not even what is never limited; connections that are open stay, and other addresses are answered."""
    with served(tmp_path, hurry=False, limits=Limits(rulings=1, refusals=3, rate_seconds=300.0)) as server:
        with connect(f"ws://{server.host}/ws", compression=None) as playing:
            refused = [server.post("/api/rule", {}) for _ in range(5)]
            unread = healthz(server, "127.0.0.1")
            playing.ping().wait(PATIENCE)

        assert [each.status for each in refused] == [422, 429, 429, 429, 429]
        assert refused[1].headers["connection"] == "close"
        assert status_and_code(unread) == (429, "frame/too-many")
        assert healthz(server, "127.0.0.2").startswith(b"HTTP/1.1 200 ")


def test_the_server_has_so_many_connections_in_all(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(connections_total=4)) as server:
        held = [*half_requests(server, 2, "127.0.0.2"), *half_requests(server, 2, "127.0.0.3")]
        refused = healthz(server, "127.0.0.4")

        assert status_and_code(refused) == (503, "busy")
        assert b"\r\nretry-after: " in refused
        for each in held:
            each.close()
        assert answered_in_time(server, "127.0.0.4")


def test_a_proxy_is_not_an_address_with_too_many_connections(tmp_path: Path) -> None:
    limits = Limits(connections_address=2)
    with served(tmp_path, hurry=False, proxied=True, limits=limits) as server:
        held = half_requests(server, 10, "127.0.0.1")

        assert healthz(server, "127.0.0.1").startswith(b"HTTP/1.1 200 ")
        for each in held:
            each.close()


def test_sockets_are_counted_by_the_address_that_a_proxy_names(tmp_path: Path) -> None:
    def visitor(server: Served, address: str) -> Any:
        return connect(
            f"ws://{server.host}/ws",
            origin=Origin(server.url),
            additional_headers={"X-Forwarded-For": address},
        )

    with (
        served(tmp_path, proxied=True, limits=Limits(sockets=1)) as server,
        visitor(server, "192.0.2.1"),
        visitor(server, "192.0.2.1") as second,
        visitor(server, "192.0.2.2") as other,
    ):
        assert json.loads(second.recv(timeout=PATIENCE))["code"] == "room/full"
        with pytest.raises(TimeoutError):
            other.recv(timeout=0.3)


def both_families() -> bool:
    with suppress(OSError), socket.socket(socket.AF_INET6) as here:
        here.bind(("::", 0))
        return here.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY) == 0
    return False


@pytest.mark.skipif(not both_families(), reason="no socket here for IPv4 and IPv6")
def test_a_proxy_over_ipv4_is_believed_by_a_server_on_both_families(tmp_path: Path) -> None:
    """Each visitor may open one table; a proxy that is not believed would be one visitor."""
    room = {"kind": "screen", "rulebook": "family", "first": [{"name": "A"}], "second": [{"name": "B"}]}
    limits = Limits(openings=1)
    with served(tmp_path, host="::", hurry=False, proxied=True, limits=limits) as server:
        opened = [server.post("/api/rooms", room, X_Forwarded_For=f"192.0.2.{n}").status for n in (1, 1, 2)]

    assert opened == [201, 429, 201]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl here to make a certificate")
    folder = tmp_path_factory.mktemp("certificate")
    cert, key = folder / "cert.pem", folder / "key.pem"
    new = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2")
    subprocess.run([openssl, *new, "-out", cert, "-keyout", key], check=True, capture_output=True)
    return cert, key


def test_over_tls_the_same_limits_hold(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    """A handshake that is not ended is closed in time, and counts until then."""
    believing = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    believing.load_verify_locations(certificate[0])
    limits = Limits(connections_address=2, head_seconds=1.0)
    with served(tmp_path, tls=certificate, hurry=False, limits=limits) as server:
        with line(server) as silent, line(server, b"\x16\x03\x01\x02\x00") as half, line(server) as third:
            assert rest(third) == b""
            assert rest(silent) == rest(half) == b""
        with line(server, b"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n") as plain:
            assert not rest(plain).startswith(b"HTTP")

        with line(server) as bare, believing.wrap_socket(bare, server_hostname="localhost") as secure:
            secure.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.host}\r\n\r\nGET ".encode())
            heard = rest(secure)
        assert heard.startswith(b"HTTP/1.1 200 ")
        address = f"wss://{server.host}/ws"
        origin = Origin(server.url)
        with connect(address, origin=origin, ssl=believing, server_hostname="localhost") as table:
            table.send("no message")
            assert json.loads(table.recv(timeout=PATIENCE))["code"] == "frame/malformed"
            with pytest.raises(ConnectionClosed):
                table.recv(timeout=PATIENCE)


def test_who_does_not_take_a_response_is_cut(tmp_path: Path) -> None:
    """So a connection does not stay for ever, though its other end is alive."""
    with house(tmp_path, limits=Limits(send_seconds=0.5, pipelined=10**6)) as at:
        host, port = at.server.host.split(":")
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(PATIENCE)
            deaf.connect((host, int(port)))
            deaf.sendall(f"GET /api/laws HTTP/1.1\r\nHost: {at.server.host}\r\n\r\n".encode() * 200)
            time.sleep(1.5)
            taken = len(rest(deaf))

        whole = len(at.server.get("/api/laws").body)
        assert taken < 200 * whole
        assert at.complaints() == []


def test_a_connection_that_is_closed_leaves_nothing_for_the_garbage_collector(hasty: House) -> None:
    """The server seldom looks for what refers to itself: that would stop every match for a moment."""

    def transports() -> int:
        return sum(type(each).__name__ == "_SelectorSocketTransport" for each in gc.get_objects())

    with without_garbage_collection():
        before = transports()
        for _ in range(5):
            with line(
                hasty.server, b"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            ) as asks:
                assert rest(asks).startswith(b"HTTP/1.1 200")
            with connect(hasty.address, origin=Origin(hasty.server.url)) as joined:
                joined.send('{"t": "ping"}')
                with suppress(ConnectionClosed):
                    joined.recv()
        until = time.monotonic() + PATIENCE
        while transports() > before and time.monotonic() < until:
            time.sleep(0.01)

        assert transports() == before


def test_what_nobody_caught_in_the_event_loop_is_one_line_of_one_cause(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(log_exception)
        for _ in range(100):
            loop.call_soon(int, "no number")
        await asyncio.sleep(0.01)

    asyncio.run(broken())

    lines = [line for line in caplog.text.splitlines() if "no number" in line]
    assert len(lines) == 100
    causes = {getattr(record, "cause", "") for record in caplog.records if "no number" in record.getMessage()}
    assert len(causes) == 1
    assert "Traceback" not in caplog.text


def test_a_socket_that_is_closing_does_not_keep_the_server_from_ending() -> None:
    """The other end has said farewell, and the server ends before it has answered."""
    closed: list[bool] = []
    connection = SocketConnection.__new__(SocketConnection)
    connection.close_sent = False
    connection.handshake_complete = True
    connection.queue = asyncio.Queue()
    connection.conn = ServerProtocol()
    connection.conn.state = State.CLOSING
    connection.transport = SimpleNamespace(close=lambda: closed.append(True))  # type: ignore[assignment]
    connection.stop_keepalive = lambda: None  # type: ignore[method-assign]

    connection.shutdown()

    assert closed == [True]

"""Connections that a visitor breaks off at any point, for tests against a real command."""

from __future__ import annotations

import os
import random
import socket
import struct
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

THREADS = 16

TLS_HELLO = bytes.fromhex("16030102000100 01fc0303") + bytes(range(256)) * 2
HANDSHAKE = (
    b"GET %b HTTP/1.1\r\nHost: %b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%b\r\n"
)
FRAME = b"\x81\x8c\x00\x00\x00\x00" + b'{"t":"ping"}'

Shape = Callable[[bytes, random.Random], tuple[bytes, ...]]
"""The pieces to send, given the host and a source of chance."""


def _pipelined(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    path = chance.choice((b"/", b"/healthz", b"/api/ready", b"/static/main.js", b"/nowhere"))
    return (b"GET %b HTTP/1.1\r\nHost: %b\r\n\r\n" % (path, host) * chance.randint(2, 12),)


def _half_head(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    head = b"GET / HTTP/1.1\r\nHost: %b\r\nAccept: */*\r\n\r\n" % host
    return (head[: chance.randint(0, len(head) - 1)],)


def _half_body(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    path = chance.choice((b"/api/rooms", b"/api/rule", b"/api/desks"))
    head = b"POST %b HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\n" % (path, host)
    if chance.random() < 0.5:
        return head + b"Content-Length: 5000\r\n\r\n", b'{"kind":' + b" " * chance.randint(0, 4000)
    return head + b"Transfer-Encoding: chunked\r\n\r\n", b"ff\r\n{", b'"kind"'


def _body_too_large(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    head = b"POST /api/rule HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\n" % host
    return head + b"Content-Length: 999999999\r\n\r\n", b" " * 50_000, b" " * 50_000


def _tls(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    return (TLS_HELLO[: chance.randint(1, len(TLS_HELLO))],)


def _socket(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    return HANDSHAKE % (chance.choice((b"/ws", b"/nowhere")), host, b""), FRAME * 3


def _half_frame(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    handshake = HANDSHAKE % (b"/ws", host, b"")
    return handshake, chance.choice(
        (FRAME[: chance.randint(1, 15)], b"\xff" * 20, b"\x81\xff" + b"\xff" * 12)
    )


def _many_headers(host: bytes, chance: random.Random) -> tuple[bytes, ...]:
    more = b"".join(b"X-%d: y\r\n" % number for number in range(chance.choice((90, 200, 1000))))
    if chance.random() < 0.5:
        return (HANDSHAKE % (b"/ws", host, more),)
    return (b"GET / HTTP/1.1\r\nHost: %b\r\n%b\r\n" % (host, more),)


SHAPES: tuple[Shape, ...] = (
    *(_pipelined, _half_head, _half_body, _body_too_large),
    *(_tls, _socket, _half_frame, _many_headers),
)


def _close(line: socket.socket, chance: random.Random) -> None:
    """By a FIN, by a reset, or by half: the other direction stays open for a moment."""
    how = chance.choice(("close", "reset", "half"))
    if how == "reset":
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    elif how == "half":
        line.shutdown(socket.SHUT_WR)
        time.sleep(0.005)


def broken_connections(port: int, count: int, seed: int = 0) -> None:
    """So many connections of all shapes, several at a time, each broken off at some point."""

    def one(number: int) -> None:
        chance = random.Random(f"{seed} {number}")
        host = chance.choice(
            (b"127.0.0.1:%d" % port, b"elsewhere.example", b"[::1]", os.urandom(3).hex().encode())
        )
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            for piece in SHAPES[number % len(SHAPES)](host, chance):
                line.sendall(piece)
                if chance.random() < 0.3:
                    time.sleep(0.002)
            if chance.random() < 0.3:
                line.settimeout(0.05)
                line.recv(chance.choice((1, 100, 65536)))
            _close(line, chance)

    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(one, number) for number in range(count)]:
            done.result()

"""Visitors that begin requests and do not end them: a real server answers everybody else meanwhile."""

from __future__ import annotations

import os
import select
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from tests.cli.serving import Begun, begun

from carrom.server.config import Limits

if sys.platform == "linux":
    import resource

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="looks for descriptors, and asks from 127.0.0.2, as Linux has them"
)

PATIENCE = 30.0
SERVE = ("serve", "--port", "0", "--workers", "1", "--data")


@contextmanager
def half_requests(server: Begun, count: int, sources: tuple[str, ...]) -> Iterator[list[socket.socket]]:
    """So many connections, from these addresses in turn, that have each sent half a head."""
    with ExitStack() as open_:
        lines = []
        for number in range(count):
            source = (sources[number % len(sources)], 0)
            line = socket.create_connection(("127.0.0.1", server.port), PATIENCE, source)
            lines.append(open_.enter_context(line))
            with suppress(ConnectionError):
                line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        yield lines


def statuses(lines: list[socket.socket], seconds: float) -> Counter[int]:
    """What was answered within that time, by status; 0 stands for no answer so far."""
    found: Counter[int] = Counter()
    waiting, until = select.poll(), time.monotonic() + seconds
    by_number = {line.fileno(): line for line in lines}
    for line in lines:
        waiting.register(line, select.POLLIN)
    while by_number and (left := until - time.monotonic()) > 0.0:
        for number, _ in waiting.poll(1000.0 * left):
            waiting.unregister(number)
            heard = b""
            with suppress(ConnectionError):
                heard = by_number[number].recv(65536)
            del by_number[number]
            found[int(heard.split(b" ")[1]) if heard else -1] += 1
    found[0] = len(by_number)
    return found


def healthz(server: Begun, source: str) -> int:
    """The status that is answered to somebody at that address."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0)) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        return int(line.recv(65536).split(b" ")[1])


def connections(server: Begun) -> int:
    """How many descriptors of the server are connections at its port."""
    state, listening = 3, "0A"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = {
        f"socket:[{row[9]}]"
        for row in rows
        if row[1].endswith(f":{server.port:04X}") and row[state] != listening
    }
    links = []
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with suppress(OSError):
            links.append(os.readlink(each))
    return sum(link in ours for link in links)


def comes_to_rest(server: Begun) -> bool:
    until = time.monotonic() + PATIENCE
    while connections(server) and time.monotonic() < until:
        time.sleep(0.05)
    return connections(server) == 0


def test_a_thousand_half_requests_of_one_address_do_not_touch_another(tmp_path: Path) -> None:
    most = Limits().connections_address
    with begun(*SERVE, str(tmp_path)) as server:
        with half_requests(server, 1000, ("127.0.0.2",)) as lines:
            answered = statuses(lines, 3.0)

            assert answered[429] >= 1000 - most - answered[408]
            assert connections(server) <= most
            assert healthz(server, "127.0.0.3") == 200
        assert comes_to_rest(server)
        assert healthz(server, "127.0.0.2") == 200
        _, _, wrong = server.interrupt()

    assert "Traceback" not in wrong


def test_with_few_descriptors_half_requests_leave_some_for_others(tmp_path: Path) -> None:
    with begun(*SERVE, str(tmp_path), descriptors=96) as server:
        with half_requests(server, 300, ("127.0.0.2",)):
            assert healthz(server, "127.0.0.3") == 200
        assert comes_to_rest(server)
        with half_requests(server, 300, ("127.0.0.2", "127.0.0.3", "127.0.0.4")):
            assert healthz(server, "127.0.0.5") in (200, 503)
        assert comes_to_rest(server)
        assert healthz(server, "127.0.0.2") == 200
        _, _, wrong = server.interrupt()

    assert "Traceback" not in wrong


def test_without_a_free_descriptor_accepting_pauses_and_goes_on_later(tmp_path: Path) -> None:
    with begun(*SERVE, str(tmp_path)) as server:
        pid = server.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        assert healthz(server, "127.0.0.2") == 200
        # Fewer than are open already: there is none for a connection.
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (8, before[1]))
        began = time.monotonic()
        with half_requests(server, 50, ("127.0.0.2",)):
            time.sleep(2.0)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
        took = time.monotonic() - began

        assert healthz(server, "127.0.0.2") == 200
        _, _, wrong = server.interrupt()

    lines = [line for line in wrong.splitlines() if "no connection can be accepted" in line]
    assert 1 <= len(lines) <= took + 2
    assert "out of system resource" not in wrong  # asyncio's own words, with a traceback for each

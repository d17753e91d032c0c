"""carrom serve under many readings: they are limited for each address, and made by processes of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tests.cli.serving import Begun, begun

from carrom.server.config import Limits
from carrom.server.workers.pools import READING_NICE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them")

ROOM = {
    "kind": "screen",
    "rulebook": "family",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Begun]:
    """On IPv6, where IPv4 visitors come as ::ffff:a.b.c.d, and behind a proxy of this machine."""
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    data = str(tmp_path_factory.mktemp("data"))
    words = ("--host", "::", "--port", "0", "--behind-proxy", "--workers", "1", "--data", data)
    with begun("serve", *words) as started:
        yield started


def ask(
    server: Begun, method: str, path: str, body: object = None, seconds: float = 30.0, visitor: str = ""
) -> tuple[int, dict[str, str], bytes]:
    """Over IPv4; `visitor` is whom the proxy names."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=seconds)
    headers = {"content-type": "application/json"} | ({"x-forwarded-for": visitor} if visitor else {})
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def readers(server: Begun) -> list[int]:
    """The processes of its session that have the readers' priority."""
    found = []
    for pid in server.processes():
        _, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
        if int(rest.split()[16]) == READING_NICE:
            found.append(pid)
    return found


def test_readings_are_made_by_other_processes_than_play(server: Begun) -> None:
    """While the readers are stopped nothing is read, and everything else goes on."""
    made = json.loads(ask(server, "POST", "/api/rooms", ROOM)[2])
    paths = [f"/api/match/{made['watch']}{rest}" for rest in ("", "/step/1", "/sheet", "/record")]
    assert [ask(server, "GET", path, seconds=240.0)[0] for path in paths] == [200] * 4
    stopped = readers(server)
    assert len(stopped) == 1
    assert server.process.pid not in stopped
    os.kill(stopped[0], signal.SIGSTOP)
    try:
        for path in paths:
            with pytest.raises(TimeoutError):
                ask(server, "GET", path, seconds=0.3)
            assert ask(server, "GET", "/healthz")[2] == b"ok"
        assert ask(server, "POST", "/api/rooms", ROOM)[0] == 201
    finally:
        os.kill(stopped[0], signal.SIGCONT)
    assert [ask(server, "GET", path)[0] for path in paths] == [200] * 4


def test_each_address_behind_a_proxy_has_limits_of_its_own(server: Begun) -> None:
    """The proxy comes as ::ffff:127.0.0.1, and is believed all the same."""
    most, path = Limits().rulings, "/api/match/nobody/verdicts/1"
    asked, status = 0, 404
    while status == 404 and asked < 3 * most:
        status, headers, body = ask(server, "GET", path, visitor="192.0.2.1")
        asked += 1

    assert asked > most
    assert (status, json.loads(body)["code"]) == (429, "frame/too-many")
    assert 1 <= int(headers["retry-after"]) <= Limits().rate_seconds
    assert ask(server, "GET", path, visitor="192.0.2.2")[0] == 404
    assert ask(server, "GET", path, visitor="2001:db8::1")[0] == 404
    assert ask(server, "GET", "/healthz", visitor="192.0.2.1")[2] == b"ok"


def test_a_file_name_longer_than_any_is_not_there_and_nothing_is_logged(server: Begun) -> None:
    status, _, _ = ask(server, "GET", f"/static/{'x' * 300}.js")

    assert status == 404
    assert server.wrong is not None
    server.wrong.seek(0)
    assert "Traceback" not in server.wrong.read()

"""A server of this machine alone is opened to the network by a page on this machine, and by nobody else.

Tests listen on loopback addresses only: 127.0.0.2 stands for the network.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from tests.server.frames import House, house, joined
from tests.server.served import Answer, Served, served

from carrom.live.tokens import new_token
from carrom.server.config import Config
from carrom.server.network import Network

ELSEWHERE = "127.0.0.2"
REFUSED = (403, "network/owner")


def in_a_network() -> tuple[str, ...]:
    return (ELSEWHERE,)


@contextmanager
def played(data: Path, **settings: Any) -> Iterator[Served]:
    """As `carrom play` has it."""
    with served(data, **({"networks": in_a_network} | settings)) as server:
        yield server


def opens(server: Served, **headers: str) -> Answer:
    """What the owner's page asks, or another one with other headers."""
    return server.post("/api/network", {}, **({"origin": server.url} | headers))


def answers(port: str) -> bool:
    """Whether anything listens on the other address."""
    try:
        with socket.create_connection((ELSEWHERE, int(port)), timeout=5):
            return True
    except ConnectionRefusedError:
        return False


def test_the_owners_page_opens_the_server_and_others_play_there(tmp_path: Path) -> None:
    """Before that nobody listens there; after it QR codes, rooms and sockets use the network's address."""
    with house(tmp_path, networks=in_a_network) as at:
        server = at.server
        port = server.url.rpartition(":")[2]
        before = server.get("/api/network").json
        silent = answers(port)
        opened = opens(server).json
        there = Served(f"http://{ELSEWHERE}:{port}")
        asked = {"path": "/table/x#join=abc"}
        codes = [each.post("/api/qr", asked, origin=each.url).body for each in (server, there)]
        made = there.post("/api/rooms", ROOM, origin=there.url).json
        with joined(House(there, []), made["room"], made["links"][0]["token"]) as player:
            assert player.told[0]["mine"] == ["Asha", "Ben"]

    assert before == {"open": [], "owner": True, "offered": [there.url]}
    assert not silent
    assert opened == {"open": [there.url], "owner": True, "offered": []}
    assert codes[0] == codes[1]
    assert not answers(port)


ROOM = {
    "kind": "screen",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
}


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    with played(tmp_path) as server:
        assert opens(server).json == opens(server).json


def test_a_foreign_page_or_program_cannot_open_it(tmp_path: Path) -> None:
    """Another origin, no origin, another host; nor can a page that came by the address of the network."""
    with played(tmp_path) as server:
        port = server.url.rpartition(":")[2]
        foreign = opens(server, origin="http://evil.example")
        other_name = opens(server, origin=f"http://localhost:{port}")
        by_program = server.post("/api/network", {})
        other_host = opens(server, host=f"evil.example:{port}")
        form = server.post("/api/network", b"", kind="text/plain", origin=server.url)
        assert not answers(port)
        opens(server)
        there = Served(f"http://{ELSEWHERE}:{port}")
        guest, looked = opens(there), there.get("/api/network").json

    assert (foreign.status, foreign.code) == (403, "origin/refused")
    assert (other_name.status, other_name.code) == REFUSED
    assert (by_program.status, by_program.code) == REFUSED
    assert (other_host.status, other_host.code) == (421, "origin/refused")
    assert form.status == 400
    assert (guest.status, guest.code) == REFUSED
    assert looked == {"open": [there.url], "owner": False, "offered": []}


@pytest.mark.parametrize(
    ("peer", "host", "owner"),
    [
        ("127.0.0.1", "127.0.0.1:8765", True),
        ("::1", "[::1]:8765", True),
        ("127.0.0.1", "localhost:8765", True),
        ("192.0.2.7", "127.0.0.1:8765", False),
        ("127.0.0.1", "carrom.example", False),
        ("", "127.0.0.1:8765", False),
    ],
)
def test_the_owner_is_known_by_where_the_request_comes_from_and_by_its_host(
    tmp_path: Path, peer: str, host: str, owner: bool
) -> None:
    scope = {"type": "http", "client": (peer, 5000), "headers": [(b"host", host.encode())]}

    assert Network(Config(tmp_path, networks=in_a_network)).is_owner(Request(scope)) is owner


@pytest.mark.parametrize("how", [{"proxied": True}, {"host": "0.0.0.0"}, {"networks": None}])
def test_nobody_is_the_owner_behind_a_proxy_or_where_others_come_anyway(
    tmp_path: Path, how: dict[str, Any]
) -> None:
    """Behind a proxy everybody seems to come from this machine."""
    scope = {"type": "http", "client": ("127.0.0.1", 5000), "headers": [(b"host", b"127.0.0.1:8765")]}
    config = Config(tmp_path, **({"networks": in_a_network} | how))

    assert not Network(config).is_owner(Request(scope))


def test_what_keeps_the_server_from_being_opened_is_said_in_one_line(tmp_path: Path) -> None:
    """No network; the port is taken there."""
    with played(tmp_path / "none", networks=tuple) as server:
        none = opens(server)
    with played(tmp_path / "taken") as server, socket.socket() as other:
        port = int(server.url.rpartition(":")[2])
        other.bind((ELSEWHERE, port))
        other.listen()
        taken = opens(server, accept_language="fr")

    assert (none.status, none.code) == (409, "network/none")
    assert (taken.status, taken.code) == (409, "network/failed")
    assert taken.json["text"].startswith("Le serveur n'a pas pu être ouvert au réseau")
    assert f"port {port}" in taken.json["text"]


def test_an_invitation_made_here_is_used_by_who_comes_from_the_network(tmp_path: Path) -> None:
    with played(tmp_path) as server:
        port = server.url.rpartition(":")[2]
        made = server.post("/api/rooms", ROOM | {"kind": "online"}, origin=server.url).json
        opens(server)
        there = Served(f"http://{ELSEWHERE}:{port}")
        seat = {"invitation": made["invitations"][0]["code"], "token": new_token(), "name": "Bob"}
        taken = there.post("/api/seat", seat, origin=there.url)

    assert (taken.status, taken.json["player"]) == (201, "Bob")


def test_a_server_that_ends_leaves_the_port_of_the_network(tmp_path: Path) -> None:
    with played(tmp_path) as server:
        port = int(server.url.rpartition(":")[2])
        opens(server)
        connection = HTTPConnection(ELSEWHERE, port, timeout=10)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        connection.close()
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind((ELSEWHERE, port))

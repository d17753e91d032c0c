"""Requests over HTTP that no page of ours would make: answered with 4xx, and nothing is kept of them."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.frames import KNOWN, PATIENCE, House, house, opened

POSTS = {
    "/api/rooms": "application/json",
    "/api/rule": "application/json",
    "/api/records": "application/octet-stream",
    "/api/match/x/what-if": "application/json",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house"), lists=True) as running:
        yield running


def raw(at: House, request: bytes) -> int:
    """The status of what is answered to these bytes; 0, when the line is closed without an answer."""
    host, port = at.server.host.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        heard = b""
        with suppress(ConnectionError):
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65536):
                heard += piece
    return int(heard.split(b" ", 2)[1]) if heard else 0


def refused(status: int) -> bool:
    return status == 0 or 400 <= status < 500


@settings(max_examples=30)
@given(
    host=st.sampled_from(
        (
            "elsewhere.example",
            "{}.elsewhere.example",
            "elsewhere.example:{port}",
            "{}@elsewhere.example",
            "{}, elsewhere.example",
            "{}/",
            "localhost",
            "127.1:{port}",
            "0.0.0.0:{port}",
            "127.0.0.1:1{port}",
            "",
        )
    )
    | st.text("abcdefxyz0123456789.:-[]@/, ", max_size=30).filter(str.strip),
    path=st.sampled_from(("/", "/api/ready", "/api/matches", "/static/main.js", "/api/match/x/record")),
)
def test_only_a_name_of_ours_is_answered(here: House, host: str, path: str) -> None:
    """Nothing of a match is read under a name that somebody else has pointed here."""
    name, port = here.server.host, here.server.host.partition(":")[2]
    answer = here.server.get(path, host=host.format(name, port=port))

    assert 400 <= answer.status < 500
    assert answer.status == 400 or answer.code == "origin/refused"
    assert here.complaints() == []


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nHost: elsewhere.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nHost: {host}\r\n\r\n",
        b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /nowhere\xff\xfe HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"BREW / HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : {host}\r\n\r\n",
        b"POST /api/rule HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/rule HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /api/rule HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99999999999\r\n\r\n{",
        b"POST /api/rule HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\r\n\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /nowhere HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: elsewhere.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ],
)
def test_what_is_hardly_http_is_refused(here: House, request_: bytes) -> None:
    """Or the line is closed; and the next one is answered."""
    status = raw(here, request_.replace(b"{host}", here.server.host.encode()))

    assert refused(status), status
    assert here.server.get("/healthz").body == b"ok"
    assert here.complaints() == []


SEGMENTS = ("..", ".", "", "%2e%2e", "%2E.", "..%2f", "..%5c", "..\\", "%00", "%252e%252e", "table", "css")
FILES = ("main.js", "app.py", "server/app.py", "etc/passwd", "carrom.sqlite", "__init__.py", "acts.js")


@settings(max_examples=60)
@given(way=st.lists(st.sampled_from(SEGMENTS), max_size=6), file=st.sampled_from(FILES))
def test_no_way_leads_out_of_the_pages_folder(here: House, way: list[str], file: str) -> None:
    """What is sent is a file of the page, whatever way led to it."""
    answer = here.server.get("/".join(("/static", *way, file)))

    if answer.status == 200:
        true = {"main.js": "/static/main.js", "acts.js": "/static/table/acts.js"}[file]
        assert answer.body == here.server.get(true).body
    else:
        assert answer.status in (400, 404)
    assert here.complaints() == []


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("origin", ["null", "http://elsewhere.example", "{}.elsewhere.example", "{}/", ""])
def test_no_foreign_page_posts_anything(here: House, path: str, origin: str) -> None:
    """Whatever it posts, and wherever to."""
    before = here.server.get("/api/matches").body
    answer = here.server.post(path, {}, POSTS[path], origin=origin.format(here.server.url))

    assert (answer.status, answer.code) == (403, "origin/refused")
    assert here.server.get("/api/matches").body == before


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "kind", ["text/html", "multipart/form-data", "application/x-www-form-urlencoded", "", "json", "*/*"]
)
def test_what_a_form_can_send_is_not_taken(here: House, path: str, kind: str) -> None:
    """A foreign page can make a browser send a form without asking us first."""
    answer = here.server.post(path, {"kind": "screen"}, kind)

    assert (answer.status, answer.code) == (400, "frame/malformed")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_does_not_end_is_refused_before_it_does(here: House, path: str, chunked: bool) -> None:
    """Whether it says how long it is or not; no more of it is kept than may come."""
    host, port = here.server.host.split(":")
    head = f"POST {path} HTTP/1.1\r\nHost: {here.server.host}\r\nContent-Type: {POSTS[path]}\r\n"
    head += "Transfer-Encoding: chunked\r\n\r\n" if chunked else f"Content-Length: {10**12}\r\n\r\n"
    piece = b" " * 60_000
    part = f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if chunked else piece
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        for _ in range(1000):
            line.sendall(part)
            if select.select([line], [], [], 0.0)[0]:
                break
        status = line.recv(100).split(b" ")[1]

    assert status == b"413"
    assert here.complaints() == []


NUMBERS = ("0", "-1", "1.0", "1e3", "٣", "9" * 5000, "0x1", "1\0", "")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_in_an_address_that_is_none_leads_nowhere(here: House, number: str) -> None:
    """Of a step, of an entry, of a page of the list."""
    watch = opened(here).watch
    for path in (f"/api/match/{watch}/step/", f"/api/match/{watch}/verdicts/", "/api/matches?page="):
        answer = here.server.get(path + quote(number))

        assert answer.status in (307, 404)


@settings(max_examples=40)
@given(
    changes=st.dictionaries(
        st.sampled_from(("at", "kind", "first", "rulebook", "clock", "breaks", "layout", "profile")),
        st.sampled_from((None, True, 10**30, -1, float("nan"), float("inf"), "", "x" * 3000, [], {}, [[[]]])),
        min_size=1,
    ),
    path=st.sampled_from(("/api/rooms", "/api/match/{}/what-if", "/api/rule")),
)
def test_a_posted_field_of_the_wrong_kind_is_refused(
    here: House, changes: dict[str, object], path: str
) -> None:
    """Each with a code that has words."""
    room: dict[str, object] = {
        "kind": "screen",
        "rulebook": "family",
        "first": [{"name": "Asha"}],
        "second": [{"name": "Ben"}],
    }
    good = room if path == "/api/rooms" else {"at": 1}
    answer = here.server.post(path.format(opened(here).watch), json.dumps(good | changes).encode())

    assert answer.status == 201 or 400 <= answer.status < 500
    assert answer.status == 201 or answer.code in KNOWN
    assert here.complaints() == []

"""The socket of a real server: who may connect, how much they may say, what they find on their return."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Timer
from time import sleep
from typing import Any

import pytest
from tests.server.served import Served, served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from carrom.live.tokens import new_token
from carrom.physics import simulate
from carrom.server.config import Limits

Json = dict[str, Any]
ROOM = {
    "kind": "screen",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
    "breaks": "first",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server with its limits as they are."""
    with served(tmp_path_factory.mktemp("data"), hurry=False) as running:
        yield running


class Line:
    """One connection to the socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def says(self, t: str, **more: object) -> None:
        self.connection.send(json.dumps({"t": t} | more))

    def hears(self, t: str) -> Json:
        """The next message of that kind."""
        while True:
            heard: Json = json.loads(self.connection.recv(timeout=20))
            if heard["t"] == t:
                return heard

    def ends(self) -> int:
        """The code with which the server closes the connection."""
        try:
            while True:
                self.connection.recv(timeout=20)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code


@contextmanager
def line(server: Served, origin: str | None = None, source: str = "127.0.0.1") -> Iterator[Line]:
    with connect(
        f"ws://{server.host}/ws",
        origin=None if origin is None else Origin(origin),
        compression=None,
        close_timeout=1,
        source_address=(source, 0),
    ) as connection:
        yield Line(connection)


def opened(server: Served) -> tuple[str, str, str]:
    """A new room, its link, and the link to look on."""
    made = server.post("/api/rooms", ROOM).json
    return made["room"], made["links"][0]["token"], made["watch"]


@contextmanager
def joined(server: Served, room: str, token: str, **more: object) -> Iterator[Line]:
    with line(server) as at:
        at.says("join", room=room, token=token, **({"client": "page"} | more))
        yield at


def test_a_whole_stroke_over_the_socket(server: Served) -> None:
    """Join, turn the rosette, break; a repeated number gets the same answer on another connection."""
    room, token, watch = opened(server)
    with joined(server, room, token) as asha, joined(server, room, watch, client="watcher") as watcher:
        welcome = asha.hears("welcome")
        watcher.hears("welcome")
        asha.says("choose", id=1, v=welcome["v"], what="turn", value=0.0)
        v = asha.hears("ack")["v"]
        strike = {"id": 2, "v": v, "x": 0.0, "angle": 1.5707, "power": 0.6}
        asha.says("strike", **strike)
        stroke = asha.hears("stroke")
        assert asha.hears("ack") == {"t": "ack", "id": 2, "v": v + 1}
        assert watcher.hears("stroke") == stroke
        asha.says("ping")
        asha.hears("pong")
    with joined(server, room, token, since=v) as back:
        again = back.hears("welcome")
        back.says("strike", **strike)

        assert back.hears("ack") == {"t": "ack", "id": 2, "v": v + 1}
        assert again["v"] == v + 1
        assert [each["v"] for each in again["log"]] == [v + 1]
        assert again["state"] == stroke["after"]
        assert welcome["mine"] == ["Asha", "Ben"]


def slow_strokes(monkeypatch: pytest.MonkeyPatch) -> Event:
    """From now on a stroke is computed when this event is set, or after twenty seconds."""
    computed = Event()

    def slowly(*arguments: Any, **options: Any) -> Any:
        computed.wait(20)
        return simulate(*arguments, **options)

    monkeypatch.setattr("carrom.server.workers.pools.simulate", slowly)
    return computed


def test_a_connection_outlives_a_request_that_takes_longer_than_a_ping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame that waits behind a slow stroke stops the reading, so the server has not read the pong."""
    computed = slow_strokes(monkeypatch)
    monkeypatch.setattr("carrom.server.serving.PING_SECONDS", 0.2)
    with served(tmp_path) as server:
        room, token, _ = opened(server)
        with joined(server, room, token) as asha:
            v = asha.hears("welcome")["v"]
            asha.says("choose", id=1, v=v, what="turn", value=0.0)
            v = asha.hears("ack")["v"]
            asha.says("strike", id=2, v=v, x=0.0, angle=1.5707, power=0.6)
            asha.says("ping")
            sleep(1.2)
            computed.set()

            assert asha.hears("ack") == {"t": "ack", "id": 2, "v": v + 1}
            asha.hears("pong")


def test_frames_behind_a_slow_stroke_are_answered_after_it_and_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = slow_strokes(monkeypatch)
    with served(tmp_path) as server:
        room, token, _ = opened(server)
        with joined(server, room, token) as asha:
            v = asha.hears("welcome")["v"]
            asha.says("choose", id=1, v=v, what="turn", value=0.0)
            v = asha.hears("ack")["v"]
            asha.says("strike", id=2, v=v, x=0.0, angle=1.5707, power=0.6)
            for number in range(3, 9):
                asha.says("strike", id=number, v=v, x=0.0, angle=1.5707, power=0.6)
                asha.says("ping")
            computed.set()
            heard = [json.loads(asha.connection.recv(timeout=20)) for _ in range(14)]

    expected = [("stroke", 0), ("ack", 2)]
    for number in range(3, 9):
        expected += [("error", number), ("pong", 0)]
    assert [(each["t"], each.get("id", 0)) for each in heard] == expected


def test_a_server_that_ends_while_a_stroke_is_computed_logs_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The connection does not read that it is closed, because it waits for the stroke."""
    computed = slow_strokes(monkeypatch)
    monkeypatch.setattr("carrom.server.serving.SHUTDOWN_SECONDS", 1)
    monkeypatch.setattr("carrom.server.serving.PARTING_SECONDS", 0.1)
    with ExitStack() as outlives, served(tmp_path) as server:
        room, token, _ = opened(server)
        asha = outlives.enter_context(joined(server, room, token))
        v = asha.hears("welcome")["v"]
        asha.says("choose", id=1, v=v, what="turn", value=0.0)
        v = asha.hears("ack")["v"]
        asha.says("strike", id=2, v=v, x=0.0, angle=1.5707, power=0.6)
        sleep(0.5)
        Timer(2.0, computed.set).start()

    assert not [each.message for each in caplog.records if each.levelname == "ERROR"]


def test_the_clock_binds_over_the_socket(server: Served) -> None:
    """Asking gives no seconds back, waits on the other side's turn, and is refused the fourth time."""
    made = server.post("/api/rooms", ROOM | {"kind": "online", "clock": True}).json
    tokens = [made["links"][0]["token"], new_token()]
    server.post("/api/seat", {"invitation": made["invitations"][0]["code"], "token": tokens[1]})
    with (
        joined(server, made["room"], tokens[0], client="one") as asha,
        joined(server, made["room"], tokens[1], client="two") as ben,
    ):
        v = asha.hears("welcome")["v"]
        ben.hears("welcome")
        asha.says("choose", id=1, v=v, what="turn", value=0.0)
        v = asha.hears("ack")["v"]
        ben.says("incident", id=1, v=v, kind="ask")
        assert ben.hears("offers")["offers"] == [{"what": "ask", "by": "Ben", "agreed": []}]
        assert ben.hears("ack") == {"t": "ack", "id": 1, "v": v}
        sleep(1.5)
        left = []
        for number in (2, 4, 6):
            asha.says("incident", id=number, v=v, kind="ask")
            assert asha.hears("entry")["timing"] is None
            v = asha.hears("ack")["v"]
            asha.says("choose", id=number + 1, v=v, what="answer")
            left.append(asha.hears("entry")["timing"]["left"])
            v = asha.hears("ack")["v"]
        asha.says("incident", id=8, v=v, kind="ask")
        assert asha.hears("error")["code"] == "table/asks-used"
        asha.says("strike", id=9, v=v, x=0.0, angle=1.5707, power=0.6)
        while (asked := ben.hears("entry"))["v"] <= v:
            pass

        assert left == sorted(left, reverse=True)
        assert left[0] < 15.0
        assert (asked["line"]["kind"], asked["line"]["side"]) == ("umpire-asked", "second")
        assert asked["timing"] is None


def test_a_foreign_page_is_not_let_in(server: Served) -> None:
    """Its origin is not in the list; one of ours is, and so is a program that names none."""
    with pytest.raises(InvalidStatus), line(server, "https://elsewhere.example"):
        pass
    with line(server, server.url) as ours:
        ours.says("join", room="x", token="y", client="z")
        assert ours.hears("error")["code"] == "room/unknown"


def test_a_link_that_is_none_is_told_so_and_let_go(server: Served) -> None:
    room, _, _ = opened(server)
    with joined(server, room, "nothing") as lost:
        assert lost.hears("error")["code"] == "room/token"
        assert lost.ends() == 1008


@pytest.mark.parametrize("first", ['{"t":"ping"}', "not json", '{"t":"join"}', "[]", '{"t":"aim","x":1e999}'])
def test_whoever_does_not_say_where_to_is_let_go(server: Served, first: str) -> None:
    with line(server) as stranger:
        stranger.connection.send(first)

        assert stranger.hears("error")["code"] == "frame/malformed"
        assert stranger.ends() == 1008


def test_who_cannot_be_understood_is_told_so_in_the_language_of_the_browser(server: Served) -> None:
    french = {"Accept-Language": "fr"}
    with connect(f"ws://{server.host}/ws", additional_headers=french) as stranger:
        stranger.send("not json")

        assert Line(stranger).hears("error")["text"] == "Le serveur n'a pas compris la page. Rechargez-la."


def test_whoever_says_nothing_is_let_go(tmp_path: Path) -> None:
    """Those who never joined, and those who did."""
    with served(tmp_path, limits=Limits(silence_seconds=0.3, join_seconds=0.3)) as server:
        room, token, _ = opened(server)
        with line(server) as silent:
            assert silent.ends() == 1008
        with joined(server, room, token) as asleep:
            assert asleep.ends() == 1001


BAD = [
    "",
    "nonsense",
    '{"t":"strike"}',
    '{"t":"strike","id":5,"v":5,"x":0,"angle":0,"power":2}',
    '{"t":"strike","id":5,"v":5,"x":"0","angle":0,"power":1}',
    '{"t":"strike","id":5,"v":5,"x":0,"angle":0,"power":1,"more":1}',
    '{"t":"place","id":5,"v":5,"coin":"queen","x":0,"y":0}',
    '{"t":"join","room":"a","token":"b","client":"c"}',
    "[" * 2000,
]


@pytest.mark.parametrize("frame", BAD)
def test_a_frame_that_is_no_request_is_refused_and_the_line_stays(server: Served, frame: str) -> None:
    room, token, _ = opened(server)
    with joined(server, room, token) as asha:
        asha.hears("welcome")
        asha.connection.send(frame)
        error = asha.hears("error")
        asha.says("ping")

        assert error["code"] == "frame/malformed"
        assert error["id"] == (5 if '"id":5' in frame else 0)
        assert asha.hears("pong") == {"t": "pong"}


def test_bytes_are_no_request(server: Served) -> None:
    room, token, _ = opened(server)
    with joined(server, room, token) as asha:
        asha.hears("welcome")
        asha.connection.send(b"\x00\xff")

        assert asha.hears("error")["code"] == "frame/malformed"


def test_a_frame_that_is_too_large_ends_the_line(server: Served) -> None:
    room, token, _ = opened(server)
    with joined(server, room, token) as asha:
        asha.hears("welcome")
        asha.connection.send(json.dumps({"t": "say", "id": 1, "key": "x" * 5000}))

        assert asha.hears("error")["code"] == "frame/too-large"
        assert asha.ends() == 1009


def test_too_many_messages_are_refused_and_a_flood_ends_the_line(server: Served) -> None:
    """What is refused has not been done; aims are counted apart and dropped without a word."""
    room, token, _ = opened(server)
    with joined(server, room, token) as asha:
        asha.hears("welcome")
        for _ in range(40):
            asha.says("aim", x=0.0, angle=1.0, power=0.5)
        for number in range(1, 33):
            asha.says("say", id=number, key="hello")
        answers = [asha.hears("ack")["id"] for _ in range(30)]
        refused = [asha.hears("error") for _ in range(2)]

        assert answers == list(range(1, 31))
        assert [(each["id"], each["code"]) for each in refused] == [
            (31, "frame/too-many"),
            (32, "frame/too-many"),
        ]
        try:
            for _ in range(200):
                asha.says("ping")
        except ConnectionClosed:
            pass
        assert asha.ends() == 1008


def test_a_server_that_starts_again_goes_on_with_its_rooms(tmp_path: Path) -> None:
    """Everything acknowledged is there, and a number that was answered before is answered the same."""
    with served(tmp_path) as first:
        room, token, _ = opened(first)
        with joined(first, room, token) as asha:
            v = asha.hears("welcome")["v"]
            asha.says("choose", id=1, v=v, what="turn", value=0.5)
            v = asha.hears("ack")["v"]
    with served(tmp_path) as second, joined(second, room, token) as back:
        welcome = back.hears("welcome")
        back.says("choose", id=1, v=v - 2, what="turn", value=0.5)

        assert welcome["v"] == v
        assert back.hears("ack")["id"] == 1


def test_hints_are_counted_for_the_address_of_the_connection(tmp_path: Path) -> None:
    """The second hint of one address is refused, the first of another is not."""
    chairs = {"first": [{"name": "Asha"}], "second": [{"name": "Ben"}]}
    with served(tmp_path, hurry=False, limits=Limits(hints=1)) as server:

        def asks(source: str) -> Json:
            made = server.post("/api/rooms", ROOM | chairs | {"kind": "practice"}).json
            with line(server, source=source) as at:
                at.says("join", room=made["room"], token=made["links"][0]["token"], client="page")
                v = at.hears("welcome")["v"]
                at.says("choose", id=1, v=v, what="turn", value=0.0)
                v = at.hears("ack")["v"]
                at.says("hint", id=2, v=v, count=1, lang="en")
                while True:
                    heard: Json = json.loads(at.connection.recv(timeout=60))
                    if heard["t"] in ("hint", "error"):
                        return heard

        heard = [asks(source) for source in ("127.0.0.1", "127.0.0.1", "127.0.0.2")]

    assert [each["t"] for each in heard] == ["hint", "error", "hint"]
    assert heard[1]["code"] == "frame/too-many"

"""Visitors that send whatever they like to a real server: whole requests, broken ones, bare bytes."""

from __future__ import annotations

import json
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from tests.server.served import Served, served
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin
from websockets.uri import parse_uri

from carrom.live.tokens import new_token
from carrom.server.config import Limits

Json = dict[str, Any]

PATIENCE = 20.0
"""Seconds after which an answer does not come any more."""

PAGE = "page"
"""What every visitor calls itself, unless told otherwise: nobody may be taken for another by that."""

DOCUMENTED = Path(__file__).parents[2] / "docs" / "protocol.md"
KNOWN = set(
    re.findall(
        r"`([a-z]+(?:/[a-z-]+)?)`(?=.*\| \d{3} \|)",
        DOCUMENTED.read_text(encoding="utf-8").partition("## Error codes")[2],
    )
)
"""The codes that docs/protocol.md names."""

OUR_FAULT = {"busy", "carrom/error", "page/broken", "physics/failed", "record/broken", "store/failed"}
"""Codes that no client can bring about, unless something of ours is broken."""

EARS = ("carrom", "uvicorn", "asyncio")
"""Where a server complains."""

MANY = Limits(messages=10**6, flood=10**6, aims=10**6)
"""Everybody may say as much as they like."""

STRIKE: Json = {"t": "strike", "x": 0.0, "angle": 1.5707, "power": 0.6}

_NUMBERS = count(1_000_000)


class _Ear(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # uvicorn's own words for what is answered with 1007 and 400.
        if not record.getMessage().startswith(("Invalid UTF-8", "Invalid HTTP request")):
            self.heard.append(logging.Formatter("%(name)s: %(message)s").format(record))


@dataclass(frozen=True)
class House:
    """A server that is listened to: whatever clients send, it has nothing to complain of."""

    server: Served
    _heard: list[str]

    def complaints(self) -> list[str]:
        """What it has complained of since it was asked last."""
        heard = self._heard[:]
        self._heard.clear()
        return heard

    @property
    def address(self) -> str:
        return f"ws://{self.server.host}/ws"


@contextmanager
def house(data: Path, **settings: Any) -> Iterator[House]:
    ear = _Ear()
    for name in EARS:
        logging.getLogger(name).addHandler(ear)
    try:
        with served(data, **settings) as running:
            yield House(running, ear.heard)
        assert ear.heard == []
    finally:
        for name in EARS:
            logging.getLogger(name).removeHandler(ear)


class Visitor:
    """One connection. `told` is all it was told."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.told: list[Json] = []

    def sends(self, frame: str | bytes | list[str]) -> None:
        """A frame as it is; a list goes in pieces."""
        self.connection.send(frame)

    def says(self, t: str, **more: object) -> None:
        self.sends(json.dumps({"t": t} | more))

    def _hear(self) -> Json:
        heard: Json = json.loads(self.connection.recv(timeout=PATIENCE))
        self.told.append(heard)
        return heard

    def hears(self, t: str) -> Json:
        """The next message of that kind."""
        while True:
            heard = self._hear()
            if heard["t"] == t:
                return heard

    def settles(self) -> list[Json]:
        """What was told before the answer to a ping: with it, everything sent before has been answered."""
        before = len(self.told)
        self.says("ping")
        self.hears("pong")
        return self.told[before:-1]

    def asks(self, t: str, **more: object) -> Json:
        """Ask, and the answer to just that."""
        self.says(t, **more)
        (answer,) = answers(self.settles())
        return answer

    def ends(self) -> int:
        """The code with which the server closes the connection."""
        try:
            while True:
                self._hear()
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code

    @property
    def state(self) -> Json:
        """The table as it was told last."""
        for heard in reversed(self.told):
            if heard["t"] in ("stroke", "entry", "welcome"):
                state: Json = heard["state" if heard["t"] == "welcome" else "after"]
                return state
        raise AssertionError("it was told nothing of the table")

    @property
    def v(self) -> int:
        return int(self.state["v"])


def answers(heard: list[Json]) -> list[Json]:
    return [each for each in heard if each["t"] in ("ack", "error", "hint")]


@contextmanager
def visitor(at: House, origin: str | None = None) -> Iterator[Visitor]:
    with connect(
        at.address,
        origin=None if origin is None else Origin(origin),
        compression=None,
        close_timeout=1,
        max_size=2**22,
    ) as connection:
        yield Visitor(connection)


@contextmanager
def joined(at: House, room: str, token: str, client: str = PAGE, since: int = 0) -> Iterator[Visitor]:
    with visitor(at) as one:
        one.says("join", room=room, token=token, client=client, since=since)
        one.hears("welcome")
        yield one


@dataclass
class Seated:
    """A table with its visitors: Asha, who breaks, Ben, and one who looks on."""

    house: House
    room: str
    watch: str
    tokens: dict[str, str]
    at: dict[str, Visitor] = field(default_factory=dict)

    @property
    def record(self) -> bytes:
        """The record as it is kept."""
        answer = self.house.server.get(f"/api/match/{self.watch}/record")
        assert answer.status == 200
        return answer.body

    @property
    def asha(self) -> Visitor:
        return self.at["Asha"]

    @property
    def ben(self) -> Visitor:
        return self.at["Ben"]

    @property
    def watcher(self) -> Visitor:
        return self.at["watcher"]

    def turn(self) -> None:
        """Asha leaves the rosette as it lies, and is to break."""
        answer = self.asha.asks("choose", id=99, v=self.asha.v, what="turn", value=0.0)
        assert answer["t"] == "ack", answer

    def plays_on(self) -> None:
        """Whoever is asked does the next thing, up to a stroke, and everybody is told of it."""
        while True:
            for each in self.at.values():
                each.settles()
            state = self.watcher.state
            request = due(state)
            assert request is not None, state["asks"]
            by = self.at[state["asks"]["players"][0]]
            before = self.record
            answer = by.asks(**request, id=next(_NUMBERS), v=state["v"])

            assert answer["t"] == "ack", answer
            assert self.record.startswith(before)
            assert answer["v"] == len(self.record.splitlines()) > state["v"]
            if request["t"] == "strike":
                break
        for each in self.at.values():
            each.settles()
            assert each.v == answer["v"]


def due(state: Json) -> Json | None:
    """What the table asks for, as a request without number and entry; nothing, when all is over."""
    match state["asks"]["kind"]:
        case "turn":
            return {"t": "choose", "what": "turn", "value": 0.0}
        case "answer":
            return {"t": "choose", "what": "answer"}
        case "seat":
            return {"t": "choose", "what": "seats", "value": "south"}
        case "place":
            x, y = state["spot"]
            return {"t": "place", "coin": state["asks"]["coin"], "x": x, "y": y}
        case "strike":
            low, high = (state["places"] or [(0.0, 0.0)])[0]
            return {"t": "strike", "x": (low + high) / 2.0, "angle": 1.4, "power": 0.5}
        case _:
            return None


def opened(at: House, kind: str = "online", **more: object) -> Seated:
    """A new room, before anybody has come."""
    wanted = {
        "kind": kind,
        "rulebook": "international-a",
        "first": [{"name": "Asha"}],
        "second": [{"name": "Ben"}],
        "breaks": "first",
    }
    answer = at.server.post("/api/rooms", wanted | more)
    assert answer.status == 201, answer.body
    made = answer.json
    tokens = {link["player"]: link["token"] for link in made["links"]}
    for each in made["invitations"]:
        tokens[each["player"]] = token = new_token()
        taken = at.server.post("/api/seat", {"invitation": each["code"], "token": token})
        assert taken.status == 201, taken.body
    return Seated(at, made["room"], made["watch"], tokens)


@contextmanager
def seated(at: House, kind: str = "online", **more: object) -> Iterator[Seated]:
    """A new room with everybody in it; where one link plays for all, Asha's visitor is Ben's too."""
    table = opened(at, kind, **more)
    with ExitStack() as open_:
        for name, token in table.tokens.items():
            table.at[name] = open_.enter_context(joined(at, table.room, token))
        table.at.setdefault("Ben", table.asha)
        table.at["watcher"] = open_.enter_context(joined(at, table.room, table.watch))
        yield table


class Bare:
    """A connection without a client's good manners: it sends any bytes, and reads only when it is told to."""

    def __init__(self, at: House, buffer: int = 0) -> None:
        """`buffer` is how much it takes without reading."""
        host, port = at.server.host.split(":")
        self._protocol = ClientProtocol(parse_uri(at.address), max_size=2**22)
        self._socket = socket.socket()
        if buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.settimeout(PATIENCE)
        self._socket.connect((host, int(port)))
        self._protocol.send_request(self._protocol.connect())
        self.flush()
        while not self._protocol.events_received():
            self.reads()

    def flush(self) -> None:
        for piece in self._protocol.data_to_send():
            if piece:
                self._socket.sendall(piece)

    def joins(self, room: str, token: str, client: str = PAGE) -> None:
        join = {"t": "join", "room": room, "token": token, "client": client}
        self._protocol.send_text(json.dumps(join).encode())
        self.flush()

    def sends(self, raw: bytes) -> None:
        self._socket.sendall(raw)

    def reads(self) -> bool:
        """Whether there was something more to read."""
        try:
            data = self._socket.recv(65536)
        except ConnectionResetError:
            data = b""
        if data:
            self._protocol.receive_data(data)
        return bool(data)

    def ends(self) -> int:
        """The code with which the server closes the connection; it must do so by itself."""
        until = monotonic() + PATIENCE
        while monotonic() < until and self.reads():
            if self._protocol.close_rcvd is not None:
                return self._protocol.close_rcvd.code
        return 1006

    def resets(self) -> None:
        """Gone without a word, as when a machine loses its network."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.close()

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> Bare:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

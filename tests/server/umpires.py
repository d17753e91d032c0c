"""Umpires' phones for the tests: each speaks to a real server about one table, as the page does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from tests.server.served import Answer, Served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from carrom.live.tokens import new_token

Json = dict[str, Any]

AT = "2026-05-01T10:00:00+02:00"
BEGIN: Json = {"do": "begin", "rulebook": "international-a", "first": ["Asha"], "second": ["Ben"]}
SEATED: tuple[Json, ...] = (
    BEGIN,
    {"do": "toss", "winner": "first", "choice": "break"},
    {"do": "seat", "seats": [["south", "Asha"], ["north", "Ben"]]},
    {"do": "play"},
)
NOTHING: Json = {"do": "stroke"}
UPHELD: tuple[Json, ...] = (
    NOTHING,
    {"do": "protest", "side": "first"},
    {"do": "write-protest", "facts": "the coin was touched", "paragraph": "3.6 a"},
    {"do": "decide-protest", "upheld": True},
)


class Phone:
    """One umpire's page: it counts its requests and knows the last entry it was told of."""

    def __init__(self, server: Served, token: str, client: str = "phone") -> None:
        self.server = server
        self.token = token
        self.client = client
        self.v = 0
        self._ids = count(1)

    @property
    def path(self) -> str:
        return f"/api/desk/{self.token}"

    def sends(self, request: Json, id_: int, v: int | None, at: str = AT) -> Answer:
        """A request as it goes over the wire; what is answered is remembered."""
        body = {"client": self.client, "id": id_, "v": v, "at": at, "request": request}
        answer = self.server.post(self.path, body)
        if answer.status == 200:
            self.v = answer.json["view"]["v"]
        return answer

    def asks(self, request: Json, at: str = AT) -> Answer:
        """The next request, made where this phone believes the record to stand."""
        return self.sends(request, next(self._ids), self.v, at)

    def does(self, *requests: Json) -> Phone:
        """Requests that all must be done."""
        for request in requests:
            answer = self.asks(request)
            assert answer.status == 200, (request, answer.body)
        return self

    def looks(self) -> Json:
        """The table as its link shows it."""
        shown: Json = self.server.get(self.path).json
        self.v = shown["view"]["v"]
        return shown

    @property
    def record(self) -> list[Json]:
        """The lines of the record as it is kept."""
        answer = self.server.get(f"{self.path}/record")
        return (
            [json.loads(line) for line in answer.body.decode().splitlines()] if answer.status == 200 else []
        )


def opened(server: Served, key: str = "", **more: str) -> Json:
    """A new table: its name, the umpire's token and the one to look on.

    With the organiser's key, the token is the one for which an umpire has exchanged an invitation.
    """
    by = {"authorization": f"Bearer {key}"} if key else {}
    answer = server.post("/api/desks", more, **by)
    assert answer.status == 201, answer.body
    made: Json = answer.json
    if key:
        invited = server.post(f"/api/desks/{made['desk']}/invitation", {}, **by).json
        made["token"] = new_token()
        taken = server.post("/api/seat", {"invitation": invited["code"], "token": made["token"]})
        assert taken.status == 201, taken.body
    return made


def seated(server: Served, client: str = "phone") -> Phone:
    """A phone at a table whose first board is open."""
    return Phone(server, opened(server)["token"], client).does(*SEATED)


class Ear:
    """One connection that follows tables."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def says(self, t: str, **more: object) -> None:
        self.connection.send(json.dumps({"t": t} | more))

    def hears(self, t: str = "desk") -> Json:
        """The next message of that kind."""
        while True:
            heard: Json = json.loads(self.connection.recv(timeout=20))
            if heard["t"] == t:
                return heard

    def hears_at(self, v: int) -> Json:
        """The next view after that entry."""
        while (heard := self.hears())["v"] != v:
            assert heard["v"] < v, "it was told more than there is"
        return heard

    def ends(self) -> int:
        """The code with which the server closes the connection."""
        try:
            while True:
                self.connection.recv(timeout=20)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code


@contextmanager
def ear(server: Served, *tokens: str, origin: str | None = None) -> Iterator[Ear]:
    """A connection that follows the tables of these tokens, if there are any."""
    with connect(
        f"ws://{server.host}/ws",
        origin=None if origin is None else Origin(origin),
        compression=None,
        close_timeout=1,
    ) as connection:
        follower = Ear(connection)
        if tokens:
            follower.says("follow", tokens=tokens)
        yield follower

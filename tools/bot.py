"""A player over the real socket: joins by a link, follows the table, acts when asked, comes back.

For tools/online.py (whole matches), tools/faults.py (a server that is killed), tools/load.py (many at once).
The server they play on is here too.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import pi
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import IO, Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from carrom.players import STEADY, View
from carrom.players.levels import Plan
from carrom.players.searcher import Searcher
from carrom.rulebooks import rulebook
from carrom.rules import Standing
from carrom.rules.match import IN_PLAY, Boards, BoardScore, Match
from carrom.rules.standing import NONE
from carrom.stroke import Layout, Placed
from carrom.words import Coin, Seat, Side

Json = dict[str, Any]
Stroke = tuple[float, float, float]
"""x, angle, power."""

PATIENCE = 60.0
"""Nobody waits longer than this for one answer: then something is wrong, and said."""

NAMES = {False: (("Asha",), ("Ben",)), True: (("Asha", "Chan"), ("Ben", "Dora"))}


@dataclass
class Told:
    """What one client has sent, and what the server has said to it."""

    acknowledged: list[Json] = field(default_factory=list)  # requests
    refused: list[tuple[str, Json]] = field(default_factory=list)  # code and request
    waited: list[float] = field(default_factory=list)  # seconds from a stroke sent to its trace
    returns: int = 0  # how often it has come back after a lost connection


class Bot:
    """One link-holder; plays for everybody the link may play for."""

    def __init__(
        self, url: str, room: str, token: str, think: Callable[[Json, Json, str], Stroke], client: str
    ) -> None:
        """`think` gives a stroke, from the welcome, the state after the last entry and who is to strike."""
        self.url, self.room, self.token, self.client = url, room, token, client
        self.think = think
        self.told = Told()
        self.welcome: Json = {}
        self.after: Json = {}
        self._id = 0
        self._open: Json | None = None
        self._sent_at = 0.0
        self._pause: Callable[[], float] = lambda: 0.0

    def paced(self, pause: Callable[[], float]) -> Bot:
        """Wait so many seconds before each stroke."""
        self._pause = pause
        return self

    @property
    def over(self) -> bool:
        return bool(self.after) and self.after["asks"]["kind"] == "over"

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play until the match is over or `until` says so; a lost connection is made again."""
        while not (self.over or until()):
            try:
                async with asyncio.timeout(PATIENCE):
                    connection = await connect(
                        self.url.replace("http", "ws", 1) + "/ws",
                        origin=Origin(self.url),
                        compression=None,
                        max_size=2**22,
                    )
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)
                continue
            async with connection:
                with suppress(OSError, WebSocketException):
                    await self._sit(connection, until)

    async def _sit(self, connection: ClientConnection, until: Callable[[], bool]) -> None:
        since = self.after.get("v", 0)
        self.told.returns += bool(since)
        await self._send(
            connection,
            {"t": "join", "room": self.room, "token": self.token, "client": self.client, "since": since},
        )
        while not (self.over and self._open is None) and not until():
            async with asyncio.timeout(PATIENCE):
                heard: Json = json.loads(await connection.recv())
            await self._hear(connection, heard)

    async def _hear(self, connection: ClientConnection, heard: Json) -> None:
        match heard["t"]:
            case "welcome":
                self.welcome, self.after = heard, heard["state"]
                if self._open is not None:
                    await self._send(connection, self._open)
                    return
            case "stroke" | "entry":
                self.after = heard["after"]
                mine = self._open is not None and heard["v"] == self._open.get("v", -1) + 1
                if mine and heard["t"] == "stroke":
                    self.told.waited.append(time.perf_counter() - self._sent_at)
            case "presence":
                self.welcome["started"] = heard["started"]
            case "ack" if self._open is not None and heard["id"] == self._open["id"]:
                self.told.acknowledged.append(self._open)
                self._open = None
            case "error":
                self._refused(heard)
        if self._open is None and self.after:
            await self._act(connection)

    def _refused(self, heard: Json) -> None:
        if self._open is None or heard.get("id") != self._open["id"]:
            raise AssertionError(f"{self.client}: {heard}")
        self.told.refused.append((heard["code"], self._open))
        self._open = None

    async def _act(self, connection: ClientConnection) -> None:
        asks, mine = self.after["asks"], self.welcome["mine"]
        # Where either partner may answer, the first does.
        player = next((name for name in asks["players"][:1] if name in mine), None)
        if player is None or asks["kind"] in ("over", "toss-again") or not self.welcome.get("started", True):
            return
        request = self._answer(asks, player)
        if request is None:
            return
        if request["t"] == "strike" and (pause := self._pause()) > 0.0:
            await asyncio.sleep(pause)
        self._id += 1
        self._open = request | {"id": self._id, "v": self.after["v"]}
        self._sent_at = time.perf_counter()
        await self._send(connection, self._open)

    def _answer(self, asks: Json, player: str) -> Json | None:
        chosen = {"toss": ("toss", "break"), "seat": ("seats", "south"), "try": ("trial", "leave")}
        chosen |= {"answer": ("answer", "")}
        match asks["kind"]:
            case "turn":
                return {"t": "choose", "what": "turn", "value": 0.0}
            case "strike":
                x, angle, power = self.think(self.welcome, self.after, player)
                return {"t": "strike", "x": x, "angle": angle, "power": power}
            case "place":
                x, y = self.after["spot"]
                return {"t": "place", "coin": asks["coin"], "x": x, "y": y}
            case kind if kind in chosen:
                what, value = chosen[kind]
                return {"t": "choose", "what": what, "value": value}
        return None

    async def _send(self, connection: ClientConnection, request: Json) -> None:
        await connection.send(json.dumps(request))


def by_chance(seed: int | str) -> Callable[[Json, Json, str], Stroke]:
    """Strokes of no thought at all; no two of them are the same."""
    random = Random(seed)

    def think(welcome: Json, after: Json, player: str) -> Stroke:
        low, high = random.choice(after["places"])
        return random.uniform(low, high), random.uniform(0.15 * pi, 0.85 * pi), random.uniform(0.4, 1.0)

    return think


def by_search(budget: int, seed: int) -> Callable[[Json, Json, str], Stroke]:
    """A searcher with so many simulated strokes a decision, who sees only what the socket tells."""
    searcher = Searcher(STEADY, Plan(budget, book=False))

    def think(welcome: Json, after: Json, player: str) -> Stroke:
        aim = searcher.aim(seen(welcome, after, player, seed + after["v"]))
        # A hair more: the least speed that is a stroke must not be less when it is multiplied out again.
        return aim.x, aim.angle, min(aim.speed / welcome["geometry"]["full_force"] * (1.0 + 1e-12), 1.0)

    return think


def seen(welcome: Json, after: Json, player: str, seed: int) -> View:
    """What a player needs to know of the match, from what the wire says of it."""
    sides = {side: tuple(p["name"] for p in after["players"] if p["side"] == side.value) for side in Side}
    book = rulebook(welcome["rulebook"])
    seats = {Seat(each["seat"]): each["name"] for each in after["players"]}
    round_: list[Seat] = [Seat.SOUTH]
    while len(round_) < 4:
        round_.append(round_[-1].right if book.match.round_to_the_right else round_[-1].left)
    board = after["board"]
    scored = Boards.of(
        BoardScore(
            end["breaker"], Side.FIRST, end["winner"] and Side(end["winner"]), end["points"], None, NONE
        )
        for end in after["boards"]
    )
    match = Match(
        book,
        sides[Side.FIRST],
        sides[Side.SECOND],
        stage=IN_PLAY,
        seats=tuple(seats.items()),
        order=tuple(seats[chair] for chair in round_ if chair in seats),
        boards=scored,
        breaker=after["breaker"],
        on_strike=player,
        standing=Standing.parse(board["text"]),
    )
    layout = Layout(tuple(Placed(Coin(each["coin"]), each["x"], each["y"]) for each in after["layout"]))
    return View(match, layout, player, seed=seed)


def asked(url: str, body: Json | None = None, bearer: str = "") -> Any:
    """An answer over HTTP; `bearer` is the token or key of who asks."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {bearer}"} if bearer else {})
    with urlopen(Request(url, data, headers), timeout=PATIENCE) as answer:
        return json.loads(answer.read())


def record_of(url: str, watch: str) -> bytes:
    """The record of a match as a file."""
    with urlopen(f"{url}/api/match/{watch}/record", timeout=PATIENCE) as answer:
        content: bytes = answer.read()
    return content


@dataclass(frozen=True)
class Opened:
    """A table that was opened: its room, the token to look on, and for each seat the player and the token."""

    room: str
    watch: str
    seats: tuple[tuple[str, str], ...]


def take_seat(url: str, code: str) -> str:
    """The token for which an invitation is exchanged."""
    token = token_urlsafe(16)
    asked(f"{url}/api/seat", {"invitation": code, "token": token})
    return token


def open_room(url: str, book: str, doubles: bool) -> Opened:
    """Open an online table with a person on every chair. Every bot gets its token here."""
    first, second = NAMES[doubles]
    chairs = {"first": [{"name": name} for name in first], "second": [{"name": name} for name in second]}
    made: Json = asked(f"{url}/api/rooms", {"kind": "online", "rulebook": book} | chairs)
    seats = [(link["player"], link["token"]) for link in made["links"]]
    seats += [(each["player"], take_seat(url, each["code"])) for each in made["invitations"]]
    return Opened(made["room"], made["watch"], tuple(seats))


def open_desk(url: str, key: str) -> str:
    """Open a table for an umpire, as the organiser with this key. Every umpire gets the token here."""
    made: Json = asked(f"{url}/api/desks", {}, key)
    invited: Json = asked(f"{url}/api/desks/{made['desk']}/invitation", {}, key)
    return take_seat(url, invited["code"])


# Both programs load everything, wait for a line on their standard input, and serve; without it they end.
_COMMAND = """
import sys
import carrom.cli.serving.launch, carrom.server.serving
if not sys.stdin.readline():
    sys.exit()
sys.argv[0] = "carrom"
from carrom.cli import main
main()
"""
# As `carrom serve`, but computers do not wait for playback, and bots may ask as fast as they can.
_IN_A_HURRY = """
import os
import sys
from pathlib import Path
from carrom.server.config import Config, Limits
from carrom.server.serving import run_server
if not sys.stdin.readline():
    sys.exit()
data, port, workers = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
limits = Limits(messages=10**9, flood=10**9, sockets=10**9)
shared = os.environ.get("CARROM_STORE", "")
config = Config(data, port=port, workers=workers, lists=True, hurry=True, limits=limits, database=shared)
run_server(config, lambda url: print(url, flush=True))
"""


class Server:
    """A server in a process of its own, on the same port and data folder after every start."""

    def __init__(
        self,
        data: Path,
        *,
        command: Sequence[str] = (),
        workers: int = 1,
        log: IO[str] | None = None,
        store: str = "",
    ) -> None:
        """`command` are the words of a carrom command that serves; without them bots may hurry.

        `log` is where its standard error goes; without it, to ours. `store` is the URL of a database.
        """
        self.data, self.command, self.workers, self.log = data, command, workers, log
        self._environment = os.environ | ({"CARROM_STORE": store} if store else {})
        self.port = 0
        self.url = ""
        self._process: subprocess.Popen[str] | None = None
        self._next: subprocess.Popen[str] | None = None

    def load_next(self) -> None:
        """Load the process of the next start ahead of time: it waits for `start`."""
        self._next = self._next or self._loading()

    def _loading(self) -> subprocess.Popen[str]:
        if self.command:
            program = [_COMMAND, *self.command, "--port", str(self.port), "--data", str(self.data)]
        else:
            program = [_IN_A_HURRY, str(self.data), str(self.port), str(self.workers)]
        # A session of its own: Ctrl-C is for the tool, which then ends the server.
        return subprocess.Popen(
            [sys.executable, "-P", "-c", *program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            start_new_session=True,
            env=self._environment,
        )

    def start(self) -> None:
        """Start, and wait for the address it prints."""
        self._process, self._next = self._next or self._loading(), None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.url, self.port = found[0], int(found[1])
                return
        raise RuntimeError(f"the server did not start (exit {self._process.wait()})")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a power cut would: the server and its workers, no warning, no last word."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._end()

    def stop(self) -> None:
        """Ask it to end, and end what waits for the next start."""
        if self._process is not None:
            self._process.terminate()
            self._end()
        if self._next is not None:
            self._next.communicate()
            self._next = None

    def _end(self) -> None:
        assert self._process is not None
        self._process.communicate(timeout=PATIENCE)
        self._process = None

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
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import pi
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from threading import Lock
from typing import IO, Any
from urllib.request import Request, urlopen
from zlib import crc32

import msgspec
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
from tools import history

Json = dict[str, Any]
Stroke = tuple[float, float, float]
"""x, angle, power."""

PATIENCE = 60.0
"""Nobody waits longer than this for one answer: then something is wrong, and said."""

QUIET = 20.0
"""Seconds after which who says nothing sends a ping; in twice that time something has to be heard."""

QUIET_AMONG_MANY = 1.0
"""The same where another server can be asked."""

LATER, LATER_SECONDS = frozenset({"store/failed", "busy"}), 0.3
"""What is refused so may be asked again after so many seconds: the database or the owner is away."""

AGAIN = 0.05
"""Seconds between two tries to connect."""

NAMES = {False: (("Asha",), ("Ben",)), True: (("Asha", "Chan"), ("Ben", "Dora"))}


class Finding(msgspec.Struct):
    """Why an entry was ruled so: the code, which has no language."""

    why: str


class Ruling(msgspec.Struct):
    findings: tuple[Finding, ...] = ()


class Line(msgspec.Struct):
    """What a client is told of one entry, without its words."""

    v: int
    kind: str
    at: str | None = None
    ruling: Ruling | None = None

    @property
    def facts(self) -> str:
        """What must be the same for all who hear of this entry, and in the record."""
        findings = self.ruling.findings if self.ruling is not None else ()
        return history.facts_of(self.kind, self.at, (each.why for each in findings))


class Asks(msgspec.Struct):
    kind: str
    players: tuple[str, ...] = ()
    coin: str | None = None
    count: int = 0


class After(msgspec.Struct):
    """The table after an entry. What only a searcher reads is decoded when it thinks (`seen`)."""

    v: int
    asks: Asks
    places: tuple[tuple[float, float], ...]
    breaker: str
    layout: msgspec.Raw
    players: msgspec.Raw
    board: msgspec.Raw
    boards: msgspec.Raw
    spot: tuple[float, float] | None = None

    @property
    def table(self) -> str:
        """Tells tables apart by where the coins lie and what the board stands at."""
        return f"{crc32(bytes(self.board), crc32(bytes(self.layout))):08x}"


class Geometry(msgspec.Struct):
    full_force: float


class Heard(msgspec.Struct):
    """A message of the server, of any kind: what a player needs of it. Traces are passed over unread."""

    t: str
    v: int = 0
    id: int = 0
    code: str = ""
    line: Line | None = None
    after: After | None = None
    state: After | None = None
    log: tuple[Line, ...] = ()
    mine: tuple[str, ...] = ()
    rulebook: str = ""
    geometry: Geometry | None = None
    started: bool = True


Think = Callable[[Heard, After, str], Stroke]
"""A stroke, from the welcome, the state after the last entry and who is to strike."""

_HEARD = msgspec.json.Decoder(Heard)
_ENCODER = msgspec.json.Encoder()


@dataclass
class Told:
    """What one client has sent, and what the server has said to it."""

    acknowledged: list[Json] = field(default_factory=list)  # requests
    refused: list[tuple[str, Json]] = field(default_factory=list)  # code and request
    waited: list[float] = field(default_factory=list)  # seconds from a stroke sent to its trace
    client: str = ""
    returns: int = 0  # how often it has come back after a lost connection
    history: list[history.AnyEvent] | None = None  # for tools/history.py; None: nothing is noted


class Bot:
    """One link-holder; plays for everybody the link may play for."""

    def __init__(self, url: str, room: str, token: str, think: Think, client: str) -> None:
        self.url, self.room, self.token, self.client = url, room, token, client
        self.think = think
        self.told = Told(client=client)
        self.welcome: Heard | None = None
        self.after: After | None = None
        self.joined = asyncio.Event()
        self._may_act = asyncio.Event()
        self._may_act.set()
        self._id = 0
        self._open: Json | None = None
        self._asked_at = 0.0  # when the open request was sent first
        self._sent_at = self._heard_at = self._joined_at = 0.0
        self._thinks = False
        self._urls: Sequence[str] = (url,)
        self._quiet, self._patient = QUIET, False
        self._random = Random(client)
        self._pause: Callable[[], float] = lambda: 0.0

    def paced(self, pause: Callable[[], float]) -> Bot:
        """Wait so many seconds before each stroke."""
        self._pause = pause
        return self

    def at_any_of(self, urls: Sequence[str]) -> Bot:
        """Come back to any of these servers, and soon; what fails there for a while is tried again."""
        self._urls, self._quiet, self._patient = urls, QUIET_AMONG_MANY, True
        return self

    def noting(self) -> Bot:
        """Note everything for tools/history.py."""
        self.told.history = []
        return self

    def _note(self, event: history.AnyEvent) -> None:
        if self.told.history is not None:
            self.told.history.append(event)

    def only_after(self, signal: asyncio.Event) -> Bot:
        """Sit down, but do nothing before this is set."""
        self._may_act = signal
        return self

    @property
    def v(self) -> int:
        """The last entry it has seen."""
        return 0 if self.after is None else self.after.v

    @property
    def over(self) -> bool:
        return self.after is not None and self.after.asks.kind == "over"

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play until the match is over or `until` says so; a lost connection is made again."""
        while not (self.over or until()):
            if self._waited_too_long:
                raise AssertionError(f"{self.client}: {self._open} was not answered in {PATIENCE:.0f} s")
            url = self._random.choice(self._urls)
            try:
                connection = await connect(
                    # A proxy in front of several servers can go by the room; a server takes no notice of it.
                    f"{url.replace('http', 'ws', 1)}/ws?room={self.room}",
                    origin=Origin(url),
                    compression=None,
                    max_size=2**22,
                    open_timeout=2.0 * self._quiet,
                    ping_interval=None,  # `_keep_alive` asks
                    close_timeout=1.0,
                )
            except (OSError, WebSocketException):
                await asyncio.sleep(AGAIN)
                continue
            async with connection:
                alive = asyncio.create_task(self._keep_alive(connection))
                try:
                    with suppress(OSError, WebSocketException):
                        await self._sit(connection, until)
                finally:
                    alive.cancel()

    @property
    def _waited_too_long(self) -> bool:
        return self._open is not None and time.perf_counter() - self._asked_at > PATIENCE

    async def _keep_alive(self, connection: ClientConnection) -> None:
        """Send something now and then; leave a server that says nothing."""
        while True:
            await asyncio.sleep(self._quiet)
            now = time.perf_counter()
            silent = not self._thinks and now - self._heard_at > 2.0 * self._quiet
            if silent or self._waited_too_long:
                connection.transport.abort()
                return
            if now - self._sent_at >= self._quiet:
                with suppress(WebSocketException):
                    await self._send(connection, {"t": "ping"})

    async def _sit(self, connection: ClientConnection, until: Callable[[], bool]) -> None:
        self.told.returns += bool(self.v)
        self._heard_at = self._joined_at = time.perf_counter()
        await self._send(
            connection,
            {"t": "join", "room": self.room, "token": self.token, "client": self.client, "since": self.v},
        )
        while not (self.over and self._open is None) and not until():
            frame = await connection.recv(decode=False)
            self._heard_at = time.perf_counter()
            await self._hear(connection, _HEARD.decode(frame))

    def _note_heard(self, heard: Heard) -> None:
        """Before it is acted upon."""
        at, state = self._heard_at, heard.state
        if state is not None and heard.started:
            lines = tuple((each.v, each.facts) for each in heard.log)
            self._note(history.Welcomed(at, self._joined_at, state.v, state.table, lines))
        elif heard.line is not None and heard.after is not None:
            self._note(history.Heard(at, heard.v, heard.line.facts, heard.after.table))
        elif heard.t == "ack":
            self._note(history.Acknowledged(at, heard.id, heard.v))
        elif heard.t == "error" and heard.id:
            self._note(history.Refused(at, heard.id, heard.code))

    async def _hear(self, connection: ClientConnection, heard: Heard) -> None:
        if self.told.history is not None:
            self._note_heard(heard)
        match heard.t:
            case "welcome":
                self.welcome, self.after = heard, heard.state
                self.joined.set()
                if self._open is not None:
                    await self._send(connection, self._open)
                    return
            case "stroke" | "entry":
                self.after = heard.after
                mine = self._open is not None and heard.v == self._open["v"] + 1
                if mine and heard.t == "stroke":
                    self.told.waited.append(self._heard_at - self._asked_at)
            case "presence":
                if self.welcome is not None:
                    self.welcome.started = heard.started
            case "ack" if self._open is not None and heard.id == self._open["id"]:
                self.told.acknowledged.append(self._open)
                self._open = None
            case "error":
                self._refused(heard)
                if heard.code in LATER:
                    await self._without_reading(asyncio.sleep(LATER_SECONDS))
        if self._open is None and self.welcome is not None and self.after is not None:
            await self._act(connection, self.welcome, self.after)

    def _refused(self, heard: Heard) -> None:
        later = self._patient and heard.code in LATER
        if self._open is None or heard.id != self._open["id"]:
            if later and not heard.id:
                return  # it could not join now
            raise AssertionError(f"{self.client}: {heard}")
        if not later:
            self.told.refused.append((heard.code, self._open))
        self._open = None

    async def _act(self, connection: ClientConnection, welcome: Heard, after: After) -> None:
        asks = after.asks
        # Where either partner may answer, the first does.
        player = next((name for name in asks.players[:1] if name in welcome.mine), None)
        if player is None or asks.kind in ("over", "toss-again") or not welcome.started:
            return
        request = self._answer(welcome, after, player)
        if request is None:
            return
        if not self._may_act.is_set():
            await self._without_reading(self._may_act.wait())
        if request["t"] == "strike" and (pause := self._pause()) > 0.0:
            await self._without_reading(asyncio.sleep(pause))
        self._id += 1
        self._open = request | {"id": self._id, "v": after.v}
        self._asked_at = time.perf_counter()
        self._note(history.Asked(self._asked_at, self._id, after.v, request))
        await self._send(connection, self._open)

    async def _without_reading(self, wait: Awaitable[object]) -> None:
        self._thinks = True
        try:
            await wait
        finally:
            self._heard_at, self._thinks = time.perf_counter(), False

    def _answer(self, welcome: Heard, after: After, player: str) -> Json | None:
        chosen = {"toss": ("toss", "break"), "seat": ("seats", "south"), "try": ("trial", "leave")}
        chosen |= {"answer": ("answer", "")}
        match after.asks.kind:
            case "turn":
                return {"t": "choose", "what": "turn", "value": 0.0}
            case "demand":
                return {"t": "choose", "what": "demand", "value": after.asks.count}
            case "strike":
                x, angle, power = self.think(welcome, after, player)
                return {"t": "strike", "x": x, "angle": angle, "power": power}
            case "place":
                assert after.spot is not None, "a place that will do is told"
                x, y = after.spot
                return {"t": "place", "coin": after.asks.coin, "x": x, "y": y}
            case kind if kind in chosen:
                what, value = chosen[kind]
                return {"t": "choose", "what": what, "value": value}
        return None

    async def _send(self, connection: ClientConnection, request: Json) -> None:
        self._sent_at = time.perf_counter()
        await connection.send(_ENCODER.encode(request), text=True)


def by_chance(seed: int | str) -> Think:
    """Strokes of no thought at all; no two of them are the same."""
    random = Random(seed)

    def think(welcome: Heard, after: After, player: str) -> Stroke:
        low, high = random.choice(after.places)
        return random.uniform(low, high), random.uniform(0.15 * pi, 0.85 * pi), random.uniform(0.4, 1.0)

    return think


def by_search(budget: int, seed: int) -> Think:
    """A searcher with so many simulated strokes a decision, who sees only what the socket tells."""
    searcher = Searcher(STEADY, Plan(budget, book=False))

    def think(welcome: Heard, after: After, player: str) -> Stroke:
        assert welcome.geometry is not None
        aim = searcher.aim(seen(welcome, after, player, seed + after.v))
        # A hair more: the least speed that is a stroke must not be less when it is multiplied out again.
        return aim.x, aim.angle, min(aim.speed / welcome.geometry.full_force * (1.0 + 1e-12), 1.0)

    return think


def seen(welcome: Heard, after: After, player: str, seed: int) -> View:
    """What a player needs to know of the match, from what the wire says of it."""
    players: list[Json] = json.loads(bytes(after.players))
    sides = {side: tuple(p["name"] for p in players if p["side"] == side.value) for side in Side}
    book = rulebook(welcome.rulebook)
    seats = {Seat(each["seat"]): each["name"] for each in players}
    round_: list[Seat] = [Seat.SOUTH]
    while len(round_) < 4:
        round_.append(round_[-1].right if book.match.round_to_the_right else round_[-1].left)
    scored = Boards.of(
        BoardScore(
            end["breaker"], Side.FIRST, end["winner"] and Side(end["winner"]), end["points"], None, NONE
        )
        for end in json.loads(bytes(after.boards))
    )
    match = Match(
        book,
        sides[Side.FIRST],
        sides[Side.SECOND],
        stage=IN_PLAY,
        seats=tuple(seats.items()),
        order=tuple(seats[chair] for chair in round_ if chair in seats),
        boards=scored,
        breaker=after.breaker,
        on_strike=player,
        standing=Standing.parse(json.loads(bytes(after.board))["text"]),
    )
    lies = json.loads(bytes(after.layout))
    layout = Layout(tuple(Placed(Coin(each["coin"]), each["x"], each["y"]) for each in lies))
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


# As `carrom serve`, but computers do not wait for playback, bots may ask as fast as they can, and thousands
# of them may come from this machine. What nobody plays at is evicted soon: somebody looks at the memory.
_IN_A_HURRY = """
def main(data, port, workers):
    import os
    from pathlib import Path
    from carrom.server.config import Config, Limits
    from carrom.server.serving import run_server
    many = 10**9
    limits = Limits(messages=many, flood=many, sockets=many, openings=many, joins=many, readings=many,
        connections_address=many, connections_total=16000, rooms=many, room_entries=many, waiting=many,
        idle_seconds=30.0)
    shared = os.environ.get("CARROM_STORE", "")
    config = Config(Path(data), port=int(port), workers=int(workers), lists=True, hurry=True, limits=limits,
        database=shared)
    run_server(config, lambda url: print(url, flush=True))
"""
# The carrom command with these words.
_COMMAND = """
def main(*words):
    import sys
    import carrom.cli
    sys.argv = ["carrom", *words]
    carrom.cli.main()
"""
# Loads everything and waits for a line on its standard input; without one it ends.
_ONCE = """
import sys
import carrom.cli.serving.launch, carrom.server.serving
if sys.stdin.readline():
    main(*sys.argv[1:])
"""
# Loads everything once, compiles, and forks a server for every line.
_AGAIN_AND_AGAIN = """
import json, os, signal, sys, traceback
import carrom.cli.serving.launch, carrom.server.serving
from carrom.physics import warm_up
warm_up()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
for line in sys.stdin:
    wanted = json.loads(line)
    if os.fork():
        continue
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.update(wanted["environment"])
    print("pid", os.getpid(), flush=True)
    program = {}
    try:
        exec(wanted["program"], program)
        program["main"](*wanted["words"])
    except SystemExit:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        print("ended", os.getpid(), flush=True)
        sys.stderr.flush()
        os._exit(0)
"""


def _python(program: str, words: Sequence[str], log: IO[str] | None, env: Json) -> subprocess.Popen[str]:
    # A session of its own: Ctrl-C is for the tool, which then ends the server.
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        start_new_session=True,
        env={**os.environ, **env},
    )


def _say(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(line + "\n")
        process.stdin.flush()


class Loader:
    """A process that has loaded everything, for servers that are started again and again: it forks them.

    A start takes a tenth of a second then, instead of one or two with both processors busy.
    """

    def __init__(self, log: IO[str] | None = None) -> None:
        """`log` is where the standard error of its servers goes; without it, to ours."""
        self._process = _python(_AGAIN_AND_AGAIN, (), log, {})
        self._one_at_a_time = Lock()

    def start(self, program: str, words: Sequence[str], environment: Json) -> tuple[int, str]:
        """The process of a new server, and its address."""
        with self._one_at_a_time:
            _say(self._process, json.dumps({"program": program, "words": words, "environment": environment}))
            assert self._process.stdout is not None
            pid = 0
            for line in self._process.stdout:
                if line.startswith("pid "):
                    pid = int(line.split()[1])
                # What the server before said may still be there.
                elif pid and (found := _ADDRESS.search(line)):
                    return pid, found[0]
                elif pid and line.split() == ["ended", str(pid)]:
                    break
        raise RuntimeError(f"the server did not start ({pid})")

    def stop(self) -> None:
        """Servers that are still up stay so."""
        self._process.communicate(timeout=PATIENCE)


_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


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
        loader: Loader | None = None,
    ) -> None:
        """`command` are the words of a carrom command that serves; without them bots may hurry.

        `log` is where its standard error goes; without it, to ours. `store` is the URL of a database. A
        `loader` forks it.
        """
        self.data, self.command, self.workers, self.log = data, command, workers, log
        self._environment = {"CARROM_STORE": store} if store else {}
        self._loader = loader
        self.port = 0
        self.url = ""
        self._pid = 0
        self._process: subprocess.Popen[str] | None = None
        self._next: subprocess.Popen[str] | None = None

    @property
    def _program(self) -> tuple[str, list[str]]:
        if self.command:
            return _COMMAND, [*self.command, "--port", str(self.port), "--data", str(self.data)]
        return _IN_A_HURRY, [str(self.data), str(self.port), str(self.workers)]

    def load_next(self) -> None:
        """Load the process of the next start ahead of time: it waits for `start`."""
        if self._loader is None:
            self._next = self._next or self._loading()

    def _loading(self) -> subprocess.Popen[str]:
        program, words = self._program
        return _python(program + _ONCE, words, self.log, self._environment)

    def start(self) -> None:
        """Start, and wait for the address it prints."""
        if self._loader is not None:
            self._pid, self.url = self._loader.start(*self._program, self._environment)
            self.port = int(self.url.rpartition(":")[2])
            return
        self._process, self._next = self._next or self._loading(), None
        self._pid = self._process.pid
        _say(self._process, "")
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := _ADDRESS.search(line):
                self.url, self.port = found[0], int(found[1])
                return
        raise RuntimeError(f"the server did not start (exit {self._process.wait()})")

    @property
    def running(self) -> bool:
        """Whether it was started, and neither killed nor stopped since."""
        return self._pid != 0

    @property
    def pid(self) -> int:
        assert self._pid
        return self._pid

    def kill(self) -> None:
        """As a power cut would: the server and its workers, no warning, no last word."""
        if self.running:
            with suppress(ProcessLookupError):
                os.killpg(self._pid, signal.SIGKILL)
            self._end()

    def stop(self) -> None:
        """Ask it to end, and end what waits for the next start."""
        if self.running:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGTERM)
            self._end()
        if self._next is not None:
            self._next.communicate()
            self._next = None

    def _end(self) -> None:
        """Wait until it has ended."""
        if self._process is not None:
            self._process.communicate(timeout=PATIENCE)
            self._process = None
        give_up = time.monotonic() + PATIENCE
        while self._loader is not None and _lives(self._pid):
            if time.monotonic() > give_up:
                raise TimeoutError(f"the server {self._pid} does not end")
            time.sleep(0.002)
        self._pid = 0

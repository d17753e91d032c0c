"""An attack of every kind on a server of our own, while people play there: does it stand, and who notices?

python3 tools/hostile.py                          20 matches; a minute each of calm, attack, and after
python3 tools/hostile.py --matches 4 --seconds 8  a short run

The server is `carrom serve` as a user starts it, with its usual limits, on 127.0.0.1. The players come from
127.0.0.1, the attackers from other loopback addresses, in a process of their own that the system gives the
processor last: on a real network their work would be done elsewhere. The attack is bounded in time and in the
number of connections, and goes nowhere but to that server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import PATIENCE, Bot, Json, Opened, by_chance, open_room, record_of
from tools.history import wrong_in
from tools.load import memory, share
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from carrom.record import audit, load
from carrom.rulebooks import RULEBOOKS

HALF_REQUESTS = 1000
ABORTED_A_SECOND = 50
READING_LOOPS = 6
UPLOAD = 4 * 1024 * 1024  # bytes, the most that is taken
LOG_LINES = 11
"""Lines that the log may have of one cause in ten seconds: one a second, and one that was begun before."""


@dataclass
class Phase:
    """What was seen in one part of the run."""

    name: str
    seconds: float
    waited: list[float] = field(default_factory=list)
    megabytes: float = 0.0
    descriptors: int = 0
    attackers_share: float = 0.0

    def __str__(self) -> str:
        ordered = sorted(self.waited)
        p50, p99 = (share(ordered, part) if ordered else float("nan") for part in (0.5, 0.99))
        return (
            f"{self.name:8} {len(ordered):5} strokes acknowledged ({len(ordered) / self.seconds:.1f}/s), "
            f"stroke to trace p50 {p50:.0f} ms, p99 {p99:.0f} ms; {self.megabytes:.0f} MB, "
            f"{self.descriptors} descriptors; attackers have {100.0 * self.attackers_share:.0f} % of the "
            "processors"
        )


class Served:
    """`carrom serve` in a process of its own; its log goes to a file."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        command = [sys.executable, "-P", "-m", "carrom", "serve", "--port", "0", "--workers", "1"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--data", str(folder / "data")],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                self.url = found[0]
                return
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-500:]}")

    def measure(self, phase: Phase) -> None:
        phase.megabytes = sum(memory(self.process.pid))
        phase.descriptors = len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def stop(self) -> int:
        """Its exit status, after it was asked to end."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


def log_lines(log: Path) -> tuple[int, str]:
    """The most lines of one cause in ten seconds, and such a line.

    Lines of one cause differ in their milliseconds, request ids and counts.
    """
    seen: Counter[tuple[str, str]] = Counter()
    for line in log.read_text(errors="replace").splitlines():
        ten_seconds, rest = line[:18], line[23:]
        seen[ten_seconds, re.sub(r"\d+\.\d+ ms|\b[0-9a-f]{8,}\b|\(\d+ more", "#", rest)] += 1
    if not seen:
        return 0, ""
    (_, line), most = seen.most_common(1)[0]
    return most, line.strip()


# The attack, in a process of its own


class Attack:
    """Every kind at once until time is up. Each kind comes from addresses of its own."""

    def __init__(self, url: str, watch: str, seconds: float) -> None:
        self._host, port = url.removeprefix("http://").split(":")
        self._port = int(port)
        self._watch = watch
        self._until = time.monotonic() + seconds
        self.done: Counter[str] = Counter()

    async def run(self) -> None:
        kinds: list[Callable[[], Awaitable[None]]] = [self._half, self._aborted, self._uploads]
        kinds += [self._sockets, self._guesses, self._thinking]
        kinds += [lambda n=n: self._readings(n) for n in range(READING_LOOPS)]  # type: ignore[misc]
        await asyncio.gather(*(kind() for kind in kinds))

    @property
    def _over(self) -> bool:
        return time.monotonic() >= self._until

    async def _connected(self, last: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from 127.0.0.`last`."""
        return await asyncio.open_connection(self._host, self._port, local_addr=(f"127.0.0.{last}", 0))

    async def _request(
        self, last: int, head: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """One request on a connection of its own; its status and answer, 0 if there was none."""
        try:
            async with asyncio.timeout(20.0):
                reader, writer = await self._connected(last)
                try:
                    writer.write(
                        f"{head} HTTP/1.1\r\nhost: {self._host}:{self._port}\r\nconnection: close\r\n"
                        f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n".encode()
                        + body
                    )
                    _, status, *_ = (await reader.readline()).split()
                    return int(status), (await reader.read()).rpartition(b"\r\n\r\n")[2]
                finally:
                    writer.close()
        except (OSError, TimeoutError, ValueError):
            return 0, b""

    def _count(self, kind: str, answer: tuple[int, bytes]) -> None:
        self.done[f"{kind} {answer[0] or 'cut'}"] += 1

    async def _readings(self, loop: int) -> None:
        case = json.dumps({"standing": "white on strike, 5 white, 4 black", "stroke": "w s"}).encode()
        match, number = f"/api/match/{self._watch}", count()
        heads = (
            f"GET {match}",
            f"GET {match}/step/3",
            f"GET {match}/verdicts/5",
            f"GET {match}/record",
            "GET /api/laws",
        )
        while not self._over:
            each = (next(number) + loop) % (len(heads) + 1)
            if each == len(heads):
                self._count("reading", await self._request(2, "POST /api/rule", case))
            else:
                self._count("reading", await self._request(2, heads[each]))

    async def _half(self) -> None:
        """A thousand requests that never end, made again as they are closed."""
        held: list[asyncio.StreamWriter] = []
        for number in count():
            if self._over:
                break
            held = [each for each in held if not each.is_closing()]
            if len(held) >= HALF_REQUESTS:
                await asyncio.sleep(0.5)
                continue
            with suppress(OSError):
                reader, writer = await self._connected(10 + number % 4)
                writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: " + b"a" * 100)
                held.append(writer)
                # Whatever the server says to it, it reads and goes on waiting.
                _drained(reader, writer)
                self.done["half request"] += 1
            await asyncio.sleep(0.002)
        for each in held:
            each.close()

    async def _aborted(self) -> None:
        while not self._over:
            with suppress(OSError):
                one = socket.socket()
                one.bind(("127.0.0.20", 0))
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.connect((self._host, self._port))
                one.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 3)
                one.close()
                self.done["aborted"] += 1
            await asyncio.sleep(1.0 / ABORTED_A_SECOND)

    async def _uploads(self) -> None:
        """Records of the largest size, sound and broken."""
        broken = b"\n" * UPLOAD
        remarks = b"".join(json.dumps({"seq": n, "text": "x" * 100}).encode() + b"\n" for n in range(6000))
        while not self._over:
            for body in (broken, remarks):
                status = await self._request(30, "POST /api/records", body, "application/octet-stream")
                self._count("upload", status)
            await asyncio.sleep(0.1)

    async def _sockets(self) -> None:
        """Sockets that never say who they are."""
        held: list[asyncio.StreamWriter] = []
        while not self._over:
            with suppress(OSError):
                reader, writer = await self._connected(40)
                writer.write(
                    f"GET /ws HTTP/1.1\r\nhost: {self._host}:{self._port}\r\nupgrade: websocket\r\n"
                    "connection: upgrade\r\nsec-websocket-version: 13\r\n"
                    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                held.append(writer)
                _drained(reader, writer)
                self.done["silent socket"] += 1
            await asyncio.sleep(0.02)
        for each in held:
            each.close()

    async def _guesses(self) -> None:
        number = count()
        while not self._over:
            body = json.dumps({"invitation": f"guess-{next(number)}", "token": "A" * 22}).encode()
            self._count("guess", await self._request(50, "POST /api/seat", body))

    async def _thinking(self) -> None:
        """Tables against the strongest computer player, as many as may be opened, and somebody at each."""
        new = {"kind": "computer", "rulebook": "international-a", "breaks": "second"}
        chairs = {"first": [{"name": "A"}], "second": [{"name": "B", "level": "grandmaster"}]}
        body = json.dumps(new | chairs).encode()
        async with asyncio.TaskGroup() as tables:
            while not self._over:
                answer = await self._request(60, "POST /api/rooms", body)
                self._count("table", answer)
                if answer[0] == 201:
                    tables.create_task(self._sit(json.loads(answer[1])))
                await asyncio.sleep(0.01)

    async def _sit(self, made: Json) -> None:
        """Sit at a table and ask for a hint again and again."""
        join = {"t": "join", "room": made["room"], "token": made["links"][0]["token"], "client": "hostile"}
        address, at = f"ws://{self._host}:{self._port}/ws", ("127.0.0.60", 0)
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(address, compression=None, max_size=None, local_addr=at) as line:
                await line.send(json.dumps(join))
                for number in count(1):
                    if self._over:
                        return
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1.0):
                            heard = json.loads(await line.recv())
                            self.done[f"at a table {heard.get('code', heard['t'])}"] += 1
                            continue
                    await line.send(json.dumps({"t": "hint", "id": number, "v": 1, "count": 5, "lang": "en"}))


_drains: set[asyncio.Task[None]] = set()


def _drained(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read and forget until the other end closes."""

    async def drain() -> None:
        with suppress(OSError):
            while await reader.read(65536):
                pass
        writer.close()

    task = asyncio.get_running_loop().create_task(drain())
    _drains.add(task)
    task.add_done_callback(_drains.discard)


def attack(url: str, watch: str, seconds: float) -> int:
    os.nice(10)
    running = Attack(url, watch, seconds)
    asyncio.run(running.run())
    print(json.dumps({"done": running.done, "processor": sum(os.times()[:2])}))
    return 0


# The run


@dataclass
class Found:
    """What the records hold at the end, and what is wrong with them."""

    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


async def hostile(served: Served, matches: int, seconds: float, folder: Path) -> tuple[list[Phase], Found]:
    """Players all the time; calm, attack, and the time after."""
    books, random, found = sorted(RULEBOOKS), Random(1), Found()
    rooms = [open_room(served.url, books[n % len(books)], doubles=False) for n in range(matches)]
    tables = [
        [
            # Slow enough for the usual limit of messages.
            Bot(served.url, room.room, token, by_chance(1000 * n + place), f"bot-{n}-{place}")
            .paced(lambda: random.uniform(0.5, 1.5))
            .noting()
            for place, (_, token) in enumerate(room.seats)
        ]
        for n, room in enumerate(rooms)
    ]
    bots = [bot for table in tables for bot in table]
    ended = False
    playing = [asyncio.create_task(bot.play(lambda: ended)) for bot in bots]
    await _warm(bots)
    await asyncio.sleep(max(5.0, seconds / 6))
    phases = [Phase("calm", seconds), Phase("attack", seconds), Phase("after", seconds)]
    for phase in phases:
        attackers = _attackers(served.url, rooms[0].watch, seconds) if phase.name == "attack" else None
        for bot in bots:
            bot.told.waited.clear()
        await asyncio.sleep(seconds - 1.0)
        # In the midst of it, not after it.
        served.measure(phase)
        await asyncio.sleep(1.0)
        phase.waited = [each for bot in bots for each in bot.told.waited]
        if attackers is not None:
            said, _ = await asyncio.to_thread(attackers.communicate, timeout=PATIENCE)
            told: Json = json.loads(said)
            phase.attackers_share = told["processor"] / seconds / (os.cpu_count() or 1)
            print("attack  ", ", ".join(f"{kind}: {times}" for kind, times in sorted(told["done"].items())))
        print(phase, flush=True)
    ended = True
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(outcome, Exception):
            found.wrong.append(f"a player gave up: {type(outcome).__name__} {outcome}")
    for room, table in zip(rooms, tables, strict=True):
        await asyncio.to_thread(_check, served.url, room, table, folder / "record", found)
    return phases, found


async def _warm(bots: list[Bot]) -> None:
    """Wait until strokes are answered at every table: a worker's memory grows until it has compiled."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while not all(bot.told.waited for bot in bots) and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.5)


def _check(url: str, room: Opened, table: list[Bot], file: Path, found: Found) -> None:
    """Every request that was acknowledged stands in the record, and nothing twice."""
    file.write_bytes(record_of(url, room.watch))
    record = load(file)
    if record.damage is not None:
        found.wrong.append(str(record.damage))
    found.wrong += wrong_in(file.read_bytes(), {bot.client: bot.told.history or () for bot in table})
    found.wrong += [f"audit: {difference}" for difference in audit(record.entries)]
    for bot in table:
        found.wrong += [f"{bot.client}: {request['t']} refused, {code}" for code, request in bot.told.refused]
        found.acknowledged += len(bot.told.acknowledged)


def _attackers(url: str, watch: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, "--attack", url, watch, "--seconds", str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def verdict(phases: list[Phase], found: Found, lines: int, status: int, times: bool) -> list[str]:
    """What was asked for and not reached; without `times`, whatever the clock says."""
    calm, _, after = phases
    p99 = [share(sorted(phase.waited), 0.99) if phase.waited else float("inf") for phase in phases]
    missed = list(found.wrong)
    if times and p99[1] > 3.0 * p99[0]:
        missed.append(f"p99 under attack is {p99[1] / p99[0]:.1f} times the calm one; 3 at most")
    if after.megabytes > 1.2 * calm.megabytes:
        more = after.megabytes / calm.megabytes
        missed.append(f"memory after is {more:.2f} times the calm one; 1.2 at most")
    if after.descriptors > calm.descriptors + 20:
        missed.append(f"{after.descriptors} descriptors after, {calm.descriptors} before")
    if lines > LOG_LINES:
        missed.append(f"{lines} lines of one cause in ten seconds of the log; {LOG_LINES} at most")
    if status != 0:
        missed.append(f"the server ended with status {status}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each part")
    parser.add_argument("--no-times", action="store_true", help="for a machine that is busy with other work")
    parser.add_argument("--attack", nargs=2, metavar=("URL", "WATCH"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        url, watch = options.attack
        return attack(url, watch, options.seconds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        served = Served(folder)
        try:
            phases, found = asyncio.run(hostile(served, options.matches, options.seconds, folder))
        finally:
            ended_before = served.process.poll()
            status = served.stop()
        lines, line = log_lines(served.log)
    print(
        f"log      at most {lines} lines of one cause in ten seconds",
        f"({line})" if lines > LOG_LINES else "",
    )
    print(f"records  {found.acknowledged} requests acknowledged, {len(found.wrong)} wrong")
    ended = status if ended_before is None else ended_before
    missed = verdict(phases, found, lines, ended, times=not options.no_times)
    for each in missed[:20]:
        print(f"  {each}")
    print("it stands" if not missed else f"{len(missed)} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

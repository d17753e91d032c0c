"""Many matches at once over sockets: strokes a second, the time from a stroke sent to its trace, the cost.

python3 tools/load.py                            200 matches, 100 strokes a second in all, for a minute
python3 tools/load.py --matches 20 --rate 0      20 matches, as fast as they go
python3 tools/load.py --idle 1000                1000 matches whose players do nothing for a minute
python3 tools/load.py --soak 60                  an hour; fails if memory or descriptors grow
python3 tools/load.py --nodes 3 --spread any     three nodes over one PostgreSQL, each socket at any of them

Servers and bots share this machine; the bots play strokes by chance, and a match that is over is followed by
another one. Before anything is measured the server has answered a stroke, and everybody sits.

A soak leaves each match after 60 entries, so that what is kept of matches neither grows nor shrinks. Of its
minutes the first quarter is left out; memory or descriptors have grown if the median of the last third of the
others is above that of the first third by more than 5 % and 8 MB, or by more than 20 descriptors.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Protocol
from urllib.error import URLError
from urllib.request import urlopen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import PATIENCE, Bot, Opened, Server, by_chance, open_room
from tools.nodes import Cluster

from carrom.rulebooks import RULEBOOKS

JOINING = 32
"""So many matches are opened and joined at once."""

WARM = 8
"""After so many entries of a match the server has compiled what a stroke needs."""

SOAKED = 60
"""Entries after which a match of a soak is left."""

GROWN, GROWN_MB, GROWN_DESCRIPTORS = 1.05, 8.0, 20


class Served(Protocol):
    """Servers that bots can play on."""

    @property
    def urls(self) -> Sequence[str]: ...

    @property
    def pids(self) -> dict[str, Sequence[int]]:
        """Their processes by kind; the first kind is that of the servers. Children are found from these."""
        ...


@dataclass(frozen=True)
class OneServer:
    """A server on its own file."""

    server: Server

    @property
    def urls(self) -> Sequence[str]:
        return (self.server.url,)

    @property
    def pids(self) -> dict[str, Sequence[int]]:
        return {"server": (self.server.pid,)}


@dataclass(frozen=True)
class ManyNodes:
    """Servers over one PostgreSQL."""

    cluster: Cluster
    pid_file: Path

    @property
    def urls(self) -> Sequence[str]:
        return self.cluster.urls

    @property
    def pids(self) -> dict[str, Sequence[int]]:
        database = int(self.pid_file.read_text().split()[0])
        return {"server": [node.pid for node in self.cluster.nodes], "database": [database]}


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that these have started."""
    try:
        started = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [each for child in map(int, started) for each in (child, *children(child))]


def resident(pid: int) -> float:
    """Megabytes of a process; what it shares with others is counted in each."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory(pid: int) -> tuple[float, float]:
    """Resident megabytes of a process, and of its children together."""
    return resident(pid), sum(map(resident, children(pid)))


def descriptors(pid: int) -> int:
    """How many files and sockets a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def processor(pid: int) -> float:
    """Seconds of processor time of a process and all that it has started."""

    def used(of: int) -> float:
        try:
            numbers = Path(f"/proc/{of}/stat").read_text().rpartition(")")[2].split()[11:15]
        except FileNotFoundError:
            return 0.0
        return sum(map(int, numbers)) / os.sysconf("SC_CLK_TCK")

    return sum(map(used, (pid, *children(pid))))


@dataclass(frozen=True)
class Usage:
    """What the servers and the bots have used at one moment."""

    at: float
    seconds: dict[str, float]  # of processor time, by kind of process
    bots: float
    megabytes: float  # of the server processes, their workers apart
    workers: float
    descriptors: int

    @classmethod
    def of(cls, served: Served) -> Usage:
        by_kind = served.pids
        servers = next(iter(by_kind.values()))
        own = os.times()
        return cls(
            time.monotonic(),
            {kind: sum(map(processor, pids)) for kind, pids in by_kind.items()},
            own.user + own.system,
            sum(map(resident, servers)),
            sum(memory(pid)[1] for pid in servers),
            sum(map(descriptors, servers)),
        )


@dataclass
class Seen:
    """What was seen while it was measured."""

    matches: int
    entries: int = 0  # of all running matches at the end
    waited: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    before: Usage | None = None  # nobody sits
    seated: Usage | None = None
    begun: Usage | None = None  # the measured span
    ended: Usage | None = None
    minutes: list[Usage] = field(default_factory=list)


def bots_of(opened: Opened, urls: Sequence[str]) -> list[Bot]:
    """A bot on each chair, each connected to its own server."""
    return [
        Bot(url, opened.room, token, by_chance(token), f"bot-{place}")
        for place, (url, (_, token)) in enumerate(zip(urls, opened.seats, strict=True))
    ]


async def played(bots: Sequence[Bot], until: Callable[[], bool]) -> None:
    await asyncio.gather(*(bot.play(until) for bot in bots))


def reached(bots: Sequence[Bot], entries: int) -> bool:
    """Whether their match has so many entries."""
    return any(bot.v >= entries for bot in bots)


async def sit(bots: Sequence[Bot]) -> None:
    """Wait until all of them sit."""
    for bot in bots:
        await bot.joined.wait()


class Load:
    """So many matches on these servers, each with bots on all chairs."""

    def __init__(
        self, served: Served, matches: int, rate: float, *, spread: str = "room", entries: int | None = None
    ) -> None:
        """`entries`: a match is left after so many. `spread` as in the options."""
        self._served, self._matches, self._entries = served, matches, entries
        self._by_room = spread == "room"
        self._gap = matches / rate if rate else 0.0
        self._random = Random(1)
        self._books = sorted(RULEBOOKS)
        self._opened = 0
        self._bots: dict[int, list[Bot]] = {}
        self._joining = asyncio.Semaphore(JOINING)
        self._go, self._ended = asyncio.Event(), False
        self._playing: list[asyncio.Task[None]] = []
        self.seen = Seen(matches)

    def _url(self, room: str = "") -> str:
        """The server to which a proxy would lead; it goes by the room or by chance."""
        urls = self._served.urls
        # Two programs must agree where a room is, so no hash that differs between them.
        return urls[sum(room.encode()) % len(urls)] if room and self._by_room else self._random.choice(urls)

    async def warm_up(self) -> None:
        """Wait until each server can do its work, and has done some."""
        for url in self._served.urls:
            await asyncio.to_thread(until_ready, url)
            opened = await asyncio.to_thread(open_room, url, self._books[0], False)
            bots = bots_of(opened, [url] * len(opened.seats))
            await played(bots, partial(reached, bots, WARM))

    async def seat(self) -> None:
        """Open all matches, and let everybody sit down."""
        self.seen.before = Usage.of(self._served)
        self._playing = [asyncio.create_task(self._match(number)) for number in range(self._matches)]
        seated = asyncio.create_task(self._all_sit())
        done, _ = await asyncio.wait((seated, *self._playing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()  # a match that could not begin
        self.seen.seated = Usage.of(self._served)
        # A collection of all that bots hold would be measured as a wait.
        gc.collect()
        gc.freeze()
        gc.disable()

    async def _all_sit(self) -> None:
        while len(self._bots) < self._matches:
            await asyncio.sleep(0.01)
        for bots in tuple(self._bots.values()):
            await sit(bots)

    async def _match(self, number: int) -> None:
        while not self._ended:
            async with self._joining:
                self._opened += 1
                book, doubles = self._books[self._opened % len(self._books)], self._opened % 4 == 3
                opened = await asyncio.to_thread(open_room, self._url(), book, doubles)
                bots = bots_of(opened, [self._url(opened.room) for _ in opened.seats])
                self._bots[number] = [bot.paced(self._pause).only_after(self._go) for bot in bots]
                playing = asyncio.create_task(played(bots, partial(self._left, bots)))
                joined = asyncio.create_task(sit(bots))
                await asyncio.wait((playing, joined), return_when=asyncio.FIRST_COMPLETED)
            await playing
            self._collect(bots)

    def _pause(self) -> float:
        return self._random.uniform(0.0, 2.0 * self._gap)

    def _left(self, bots: Sequence[Bot]) -> bool:
        return self._ended or (self._entries is not None and reached(bots, self._entries))

    def _collect(self, bots: Sequence[Bot]) -> None:
        for bot in bots:
            self.seen.waited += bot.told.waited
            self.seen.refused += [f"{code} {request}" for code, request in bot.told.refused]
            bot.told.waited, bot.told.refused = [], []
            bot.told.acknowledged.clear()

    def collect(self) -> None:
        """Take what all bots were told since the last time."""
        for bots in self._bots.values():
            self._collect(bots)

    async def idle(self, seconds: float) -> None:
        """Nobody does anything."""
        self.seen.begun = Usage.of(self._served)
        await asyncio.sleep(seconds)
        self._measure_end()

    async def play(self, seconds: float) -> None:
        """Play, and measure once the first strokes are over."""
        self._go.set()
        await asyncio.sleep(max(2.0, 2.0 * self._gap))
        self.collect()
        self.seen.waited.clear()
        self.seen.begun = Usage.of(self._served)
        for second in range(round(seconds)):
            await asyncio.sleep(1.0)
            print(f"\r{second + 1} of {seconds:.0f} s ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        self.collect()
        self._measure_end()

    def _measure_end(self) -> None:
        self.seen.ended = Usage.of(self._served)
        self.seen.entries = sum(max(bot.v for bot in bots) for bots in self._bots.values())

    async def soak(self, minutes: int) -> None:
        """Play, and print what each minute was like."""
        self._go.set()
        for minute in range(1, minutes + 1):
            await asyncio.sleep(60.0)
            self.collect()
            usage, ordered = Usage.of(self._served), sorted(self.seen.waited)
            self.seen.waited = []
            self.seen.minutes.append(usage)
            print(
                f"minute {minute}: {len(ordered) / 60.0:.1f} strokes a second, {waits(ordered)}; "
                f"{usage.megabytes:.1f} MB, {usage.descriptors} descriptors",
                flush=True,
            )

    async def end(self) -> None:
        self._ended = True
        for task in self._playing:
            task.cancel()
        for outcome in await asyncio.gather(*self._playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                self.seen.refused.append(f"a client gave up: {type(outcome).__name__} {outcome}")
        self.collect()


def until_ready(url: str) -> None:
    """Wait until a server says that it can do its work."""
    patience = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"{url}/readyz", timeout=PATIENCE):
                return
        except URLError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.05)


def grown(minutes: Sequence[Usage]) -> list[str]:
    """What has grown in a soak; its docstring says how that is decided."""
    steady = minutes[len(minutes) // 4 :]
    third = max(1, len(steady) // 3)
    first, last = steady[:third], steady[-third:]
    found = []
    before, after = (median(each.megabytes for each in part) for part in (first, last))
    if after > GROWN * before and after - before > GROWN_MB:
        found.append(f"memory has grown from {before:.1f} to {after:.1f} MB")
    opened, open_now = (median(each.descriptors for each in part) for part in (first, last))
    if open_now > opened + GROWN_DESCRIPTORS:
        found.append(f"descriptors have grown from {opened:.0f} to {open_now:.0f}")
    return found


def share(ordered: Sequence[float], part: float) -> float:
    """The value below which so large a part of the values lies, in milliseconds."""
    return 1000.0 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def waits(ordered: Sequence[float]) -> str:
    """The usual wait for a trace, and the longer ones."""
    return f"stroke to trace p50 {share(ordered, 0.5):.0f} ms, p99 {share(ordered, 0.99):.0f} ms"


def costs(seen: Seen) -> Iterator[str]:
    """Lines about processor time, memory and descriptors."""
    assert seen.before is not None
    assert seen.seated is not None
    assert seen.begun is not None
    assert seen.ended is not None
    strokes, lasted = len(seen.waited), seen.ended.at - seen.begun.at
    used = {kind: seen.ended.seconds[kind] - before for kind, before in seen.begun.seconds.items()}
    used["bots"] = seen.ended.bots - seen.begun.bots
    if strokes:
        parts = (f"{kind} {1000.0 * each / strokes:.2f}" for kind, each in used.items())
        bots = 100.0 * used["bots"] / (sum(used.values()) or 1.0)
        yield f"processor milliseconds a stroke: {', '.join(parts)}; the bots are {bots:.0f} % of it"
    else:
        parts = (f"{kind} {100.0 * each / lasted:.1f} %" for kind, each in used.items())
        yield f"processor, of one: {', '.join(parts)}"
    before, seated, ended = seen.before, seen.seated, seen.ended
    yield (
        f"memory of the servers: {before.megabytes:.1f} MB before, {seated.megabytes:.1f} MB seated, "
        f"{ended.megabytes:.1f} MB at the end; their workers {ended.workers:.0f} MB together"
    )
    kilobytes = (1000.0 * (each.megabytes - before.megabytes) / seen.matches for each in (seated, ended))
    yield "kB a match: {:.0f} seated, {:.0f} at the end, with {:.0f} entries".format(
        *kilobytes, seen.entries / seen.matches
    )
    yield (
        f"descriptors: {before.descriptors} before, {seated.descriptors} seated, "
        f"{ended.descriptors} at the end"
    )


async def loaded(server: Server, matches: int, rate: float, seconds: float) -> tuple[list[float], list[str]]:
    """How long each stroke took on one server, and what was refused."""
    load = Load(OneServer(server), matches, rate)
    await load.warm_up()
    try:
        await load.seat()
        await load.play(seconds)
    finally:
        await load.end()
    return load.seen.waited, load.seen.refused


async def run(served: Served, options: argparse.Namespace) -> Seen:
    """What the options ask for."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(JOINING))
    matches = options.idle or options.matches
    load = Load(
        served, matches, options.rate, spread=options.spread, entries=SOAKED if options.soak else None
    )
    await load.warm_up()
    began = time.monotonic()
    try:
        await load.seat()
        print(f"{matches} matches are seated after {time.monotonic() - began:.1f} s", flush=True)
        if options.soak:
            await load.soak(options.soak)
        elif options.idle:
            await load.idle(options.seconds)
        else:
            await load.play(options.seconds)
    finally:
        await load.end()
    return load.seen


@contextmanager
def serving(folder: Path, options: argparse.Namespace) -> Iterator[Served]:
    """The servers that the options ask for."""
    if options.nodes > 1 or options.store == "postgresql":
        with Cluster(folder, options.nodes, workers=options.workers) as cluster:
            yield ManyNodes(cluster, folder / "postgres" / "data" / "postmaster.pid")
        return
    server = Server(folder / "data", workers=options.workers)
    server.start()
    try:
        yield OneServer(server)
    finally:
        server.stop()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="strokes a second in all; 0: no limit")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--idle", type=int, metavar="MATCHES", help="whose players do nothing")
    parser.add_argument("--soak", type=int, metavar="MINUTES")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--nodes", type=int, default=1, help="over one PostgreSQL")
    parser.add_argument("--spread", choices=("room", "any"), default="room", help="of sockets over nodes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, serving(Path(name), options) as served:
        seen = asyncio.run(run(served, options))
    wrong = [*seen.refused, *grown(seen.minutes)] if options.soak else seen.refused
    if not options.soak:
        print(*costs(seen), sep="\n")
    if not (options.soak or options.idle):
        ordered = sorted(seen.waited)
        rate = len(ordered) / options.seconds
        print(
            f"{options.matches} matches, {options.seconds:.0f} s: {rate:.0f} strokes a second; "
            f"{waits(ordered)}, most {share(ordered, 1.0):.0f} ms; {len(seen.refused)} refused"
        )
        if not ordered:
            wrong = ["no stroke was acknowledged", *wrong]
    for line in wrong[:5]:
        print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

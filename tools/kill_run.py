"""A kill run: a server is killed again and again under clients that are not told.

tools/faults.py does it under players, tools/desk_faults.py under umpires. The server is the real carrom
command, killed with its workers as by a power cut. The clients lose the connection, come back by themselves
and send again what was not acknowledged. Every record is then held against what its clients were told.

A run keeps its progress in a folder: interrupted, it goes on from there when it is called again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import signal
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.bot import PATIENCE, Json, Server, Told

from carrom.record import Record, audit, load

EARLY = 0.2
"""So large a share of the kills comes as soon as the server is there again."""

CHECK_EVERY = 50
"""Kills between two checks of all records; the last check comes at the end."""


class Clients(ABC):
    """Those who send the requests of one match. Subclasses say how they play and what they were told."""

    command: Sequence[str]
    """The carrom command that serves them."""

    told: list[Told]
    """What each of them has sent, and was told."""

    @abstractmethod
    def __init__(self, url: str, links: Json, seed: str) -> None:
        """`links` is what `open` gave; `seed` names the clients too: no two have the same."""

    @staticmethod
    @abstractmethod
    def open(server: Server, number: int) -> Json:
        """Open a table; gives its tokens."""

    @abstractmethod
    async def play(self) -> None:
        """Send requests until it is `over` or the task is cancelled."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether nobody plays here any more; another table is opened then."""

    @abstractmethod
    def record(self) -> bytes:
        """The record of the match as a file."""

    @staticmethod
    @abstractmethod
    def doubled(record: Record) -> bool:
        """Whether something that was sent once stands twice in the record."""

    @staticmethod
    @abstractmethod
    def missing(record: Record, request: Json) -> str:
        """Why the record does not hold a request that was acknowledged, or ""."""


@dataclass
class Found:
    """What was seen in a whole run."""

    kills: int = 0
    seconds: float = 0.0
    entries: int = 0
    acknowledged: int = 0
    returns: int = 0
    wrong: list[str] = field(default_factory=list)


class Progress:
    """What a run has done so far, kept line by line in a file; a line that was cut off is left out."""

    def __init__(self, file: Path, run: Json) -> None:
        """`run` says which run it is: another one in the same file is refused."""
        self.file = file
        self.sessions = 0
        self.found = Found()
        self.links: list[Json] = []
        self.acknowledged: list[list[Json]] = []  # requests of each table
        self.over: set[int] = set()  # tables
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            try:
                self._take(json.loads(line), run)
            except json.JSONDecodeError:
                continue
        self.add({"session": run})

    def _take(self, line: Json, run: Json) -> None:
        match line:
            case {"session": other}:
                if other != run:
                    raise SystemExit(f"{self.file} keeps another run, {other}: name another folder (--state)")
                self.sessions += 1
            case {"table": links}:
                self.links.append(links)
                self.acknowledged.append([])
            case {"kill": seconds}:
                self.found.kills += 1
                self.found.seconds += seconds
            case {"of": number, "acknowledged": requests, "returns": returns}:
                self.acknowledged[number] += requests
                self.found.acknowledged += len(requests)
                self.found.returns += returns
            case {"over": number}:
                self.over.add(number)
            case {"wrong": wrong}:
                self.found.wrong.append(wrong)

    def add(self, *lines: Json) -> None:
        """Keep these lines."""
        for line in lines:
            self._take(line, line.get("session", {}))
        with self.file.open("a", encoding="utf-8") as file:
            # A line that was cut off by an end without warning is left by itself.
            file.write("\n" + "\n".join(json.dumps(line) for line in lines) + "\n")


async def kill_run(kind: type[Clients], folder: Path, kills: int, tables: int, seed: int) -> Found:
    """Kill the server so many times under so many tables, in one call or in several with the same folder."""
    folder.mkdir(parents=True, exist_ok=True)
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    loop.set_default_executor(ThreadPoolExecutor(2 * tables + 4))
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    def end(asked: signal.Signals) -> None:
        """Asked again, end at once."""
        stop.set()
        loop.remove_signal_handler(asked)

    for ending in (signal.SIGTERM,) if ignored else (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(ending, end, ending)
    progress = Progress(folder / "progress.jsonl", {"tables": tables, "seed": seed, "of": kind.__name__})
    with (folder / "server.log").open("a", encoding="utf-8") as log:
        server = Server(folder / "data", command=kind.command, log=log)
        try:
            await asyncio.to_thread(server.start)
            run = _KillRun(kind, server, progress, f"{seed}-{progress.sessions}", folder)
            await run.go_on(kills, tables, stop)
            progress.found.wrong += await run.wrong_in_records()
        finally:
            server.stop()
    if "Traceback" in (folder / "server.log").read_text(encoding="utf-8"):
        progress.found.wrong.append(f"{folder / 'server.log'} has a traceback")
    return progress.found


class _KillRun:
    """One call of a kill run."""

    def __init__(
        self, kind: type[Clients], server: Server, progress: Progress, seed: str, folder: Path
    ) -> None:
        self._kind, self._server, self._progress = kind, server, progress
        self._seed, self._random, self._folder = seed, Random(seed), folder
        self._clients: list[Clients] = []
        self._playing: dict[int, asyncio.Task[None]] = {}

    async def go_on(self, kills: int, tables: int, stop: asyncio.Event) -> None:
        """Play and kill until there have been so many kills, something is wrong or `stop` is set."""
        found = self._progress.found
        for links in self._progress.links:
            self._begin(links)
        while True:
            await self._open_tables(tables)
            if stop.is_set() or found.kills >= kills or found.wrong:
                break
            began = time.monotonic()
            self._server.load_next()
            await self._random_moment()
            self._server.kill()
            await asyncio.to_thread(self._server.start)
            self._keep({"kill": time.monotonic() - began})
            each = found.seconds / found.kills
            left = f"{each:.1f} s each, about {each * (kills - found.kills):.0f} s left"
            print(f"\r{found.kills} of {kills} kills, {left} ", end="", file=sys.stderr, flush=True)
            if found.kills % CHECK_EVERY == 0 and await self.wrong_in_records(self._played):
                break
        print(file=sys.stderr)
        await self._end()

    def _begin(self, links: Json) -> None:
        number = len(self._clients)
        self._clients.append(self._kind(self._server.url, links, f"{self._seed}-{number}"))
        if number not in self._progress.over:
            self._playing[number] = asyncio.create_task(self._clients[-1].play())

    @property
    def _played(self) -> list[int]:
        """The tables that are still played at."""
        return [number for number in self._playing if number not in self._progress.over]

    async def _open_tables(self, tables: int) -> None:
        """Open as many tables as are missing: at the beginning all, later one for each that is over."""
        while len(self._played) < tables:
            links = await asyncio.to_thread(self._kind.open, self._server, len(self._clients))
            self._progress.add({"table": links})
            self._begin(links)

    async def _random_moment(self) -> None:
        """Mostly in the midst of requests, sometimes while clients are still reconnecting."""
        if self._random.random() >= EARLY:
            played = [self._clients[number] for number in self._played]
            wanted = self._random.randint(1, 2 * len(played))
            if not await self._until(
                lambda: sum(map(_acknowledged, played)) >= wanted or all(each.over for each in played)
            ):
                self._progress.add({"wrong": f"{wanted} requests were not acknowledged in {PATIENCE:.0f} s"})
        await asyncio.sleep(self._random.uniform(0.0, 0.1))

    async def _until(self, done: Callable[[], bool]) -> bool:
        """Wait for it, but not for ever and not for clients that have given up; whether it came."""
        patience = time.monotonic() + PATIENCE
        while not done():
            gave_up = any(task.done() and task.exception() for task in self._playing.values())
            if gave_up or time.monotonic() > patience:
                return False
            await asyncio.sleep(0.005)
        return True

    def _keep(self, *lines: Json) -> None:
        """Keep what the clients were told since the last time."""
        news: list[Json] = []
        for number in self._played:
            each = self._clients[number]
            for told in each.told:
                requests, refused, returns = told.acknowledged, told.refused, told.returns
                told.acknowledged, told.refused, told.returns = [], [], 0
                if requests or returns:
                    news.append({"of": number, "acknowledged": requests, "returns": returns})
                news += [{"wrong": f"table {number}: {request} refused, {code}"} for code, request in refused]
            # Before its task ends, a client may still be told something.
            if each.over and self._playing[number].done():
                news.append({"over": number})
        self._progress.add(*lines, *news)

    async def _end(self) -> None:
        """After the last kill every table plays on by itself; then its clients end."""
        self._keep()

        def stuck() -> list[int]:
            at = ((number, self._clients[number]) for number in self._played)
            return [number for number, each in at if not (each.over or _acknowledged(each))]

        if not await self._until(lambda: not stuck()):
            self._progress.add({"wrong": f"tables {stuck()} did not play on after the last kill"})
        for task in self._playing.values():
            task.cancel()
        for outcome in await asyncio.gather(*self._playing.values(), return_exceptions=True):
            if isinstance(outcome, Exception):
                self._progress.add({"wrong": f"a client gave up: {type(outcome).__name__} {outcome}"})
        self._keep()

    async def wrong_in_records(self, tables: Iterable[int] = ()) -> list[str]:
        """Hold the records of these tables, or of all, against what all calls were told there."""
        self._progress.found.entries = 0
        numbers = tuple(tables) or range(len(self._clients))
        return [each for n in numbers for each in await asyncio.to_thread(self._wrong_at, n)]

    def _wrong_at(self, number: int) -> list[str]:
        wrong, requests = [], tuple(self._progress.acknowledged[number])
        file = self._folder / f"{number}.carrom"
        file.write_bytes(self._clients[number].record())
        record = load(file)
        self._progress.found.entries += len(record.entries)
        missing = ((each, self._kind.missing(record, each)) for each in requests)
        wrong += [f"{file}: {each} was acknowledged, {why}" for each, why in missing if why]
        if self._kind.doubled(record):
            wrong.append(f"{file}: something stands twice")
        if record.damage is not None:
            wrong.append(f"{file}: {record.damage}")
        wrong += [f"{file}: would now be ruled otherwise, {differs}" for differs in audit(record.entries)[:1]]
        return wrong


def _acknowledged(clients: Clients) -> int:
    """How many requests of a table were acknowledged since the progress was kept."""
    return sum(len(told.acknowledged) for told in clients.told)


def main(kind: type[Clients], description: str, *, kills: int, tables: int) -> int:
    """The command of a kill run, with these defaults."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=kills)
    parser.add_argument("--tables", type=int, default=tables)
    parser.add_argument("--seed", type=int, default=1)
    usual = Path(tempfile.gettempdir()) / f"carrom-kill-run-{kind.__name__.lower()}"
    parser.add_argument(
        "--state",
        type=Path,
        default=usual,
        help=f"folder that keeps the progress, removed after a clean run [{usual}]",
    )
    options = parser.parse_args()
    found = asyncio.run(kill_run(kind, options.state, options.kills, options.tables, options.seed))
    print(
        f"{found.kills} kills under {options.tables} tables in {found.seconds:.0f} s: "
        f"{found.entries} entries, {found.acknowledged} requests acknowledged, "
        f"{found.returns} returns, {len(found.wrong)} wrong"
    )
    for line in found.wrong[:20]:
        print(f"  {line}")
    if found.wrong:
        print(f"{options.state} keeps the records.")
        return 1
    if found.kills < options.kills:
        print(f"Interrupted; {options.state} keeps what is done, the same command goes on from there.")
        return 130
    shutil.rmtree(options.state)
    return 0

"""A kill run: servers are killed, or otherwise failed, again and again under clients that are not told.

tools/faults.py does it under players, tools/desk_faults.py under umpires. A server is killed with its workers
as by a power cut. The clients lose the connection, come back by themselves and send again what was not
acknowledged. Every record is then held against what its clients were told. `Site` is what is failed: here one
server; tools/failing_nodes.py has several over one database, and other faults.

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
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from random import Random
from typing import IO, Protocol, TypeVar
from urllib.error import HTTPError

from tools.bot import PATIENCE, Json, Loader, Server, Told

from carrom.record import Record, audit, load
from tools import history

EARLY = 0.2
"""So large a share of the kills comes as soon as the server is there again."""

CHECK_EVERY = 50
"""Kills between two checks of all records; the last check comes at the end."""


T = TypeVar("T")

AWAY = (502, 503)
"""The status of what may be answered soon."""


class Site:
    """One server, which is killed and started again."""

    word = "kill"
    expected: tuple[str, ...] = ()
    """How tracebacks in the log may end."""

    def __init__(self, command: Sequence[str], folder: Path, log: IO[str]) -> None:
        self._loader = Loader(log)
        self._server = Server(folder / "data", command=command, workers=0, log=log, loader=self._loader)
        self.data = self._server.data

    @property
    def urls(self) -> Sequence[str]:
        """The addresses of all servers."""
        return (self._server.url,)

    async def start(self) -> None:
        await asyncio.to_thread(self._server.start)

    async def stop(self) -> None:
        await asyncio.to_thread(self._server.stop)
        self._loader.stop()

    async def fail(self, random: Random) -> str:
        """Let something fail and be well again; returns the kind of fault."""
        await asyncio.to_thread(self._server.kill)
        await asyncio.to_thread(self._server.start)
        return "kill"


MakeSite = Callable[[Sequence[str], Path, IO[str]], Site]
"""From the command, the folder for all data and the file for the logs."""


class SharedSite(Protocol):
    def __call__(
        self, command: Sequence[str], folder: Path, log: IO[str], *, nodes: int, kinds: Sequence[str]
    ) -> Site: ...


@dataclass
class Kept:
    """What the clients of one table were told, over all calls."""

    acknowledged: list[Json] = field(default_factory=list)  # requests
    histories: dict[str, list[history.AnyEvent]] = field(default_factory=dict)  # by client

    @property
    def anything(self) -> bool:
        return bool(self.acknowledged) or any(self.histories.values())


class Clients(ABC):
    """Those who send the requests of one match. Subclasses say how they play and what they were told."""

    command: Sequence[str] = ()
    """The carrom command that serves them; without words it serves programs, which are in a hurry."""

    told: list[Told]
    """What each of them has sent, and was told."""

    @abstractmethod
    def __init__(self, urls: Sequence[str], links: Json, seed: str) -> None:
        """`links` is what `open` gave; `seed` names the clients too: no two have the same."""

    @staticmethod
    @abstractmethod
    def open(site: Site, number: int) -> Json:
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
    def wrong(content: bytes, record: Record, kept: Kept) -> Iterable[str]:
        """Where the record, which is the `content` of its file, and what they were told differ."""


@dataclass
class Found:
    """What was seen in a whole run."""

    kills: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    entries: int = 0
    acknowledged: int = 0
    returns: int = 0
    wrong: list[str] = field(default_factory=list)


SESSION = 1e9
"""Seconds that lie between two calls in the histories: the clock of a machine may begin anew."""


class Progress:
    """What a run has done so far, kept line by line in a file; a line that was cut off is left out."""

    def __init__(self, file: Path, run: Json) -> None:
        """`run` says which run it is: another one in the same file is refused."""
        self.file = file
        self.sessions = 0
        self.found = Found()
        self.links: list[Json] = []
        self.kept: list[Kept] = []  # of each table
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
                self.kept.append(Kept())
            case {"fault": kind, "seconds": seconds}:
                self.found.kills += 1
                self.found.kinds[kind] += 1
                self.found.seconds += seconds
            case {"of": number, "client": client, "history": events, "returns": returns}:
                noted = history.later(history.read(events), SESSION * self.sessions)
                self.kept[number].histories.setdefault(client, []).extend(noted)
                self.found.acknowledged += sum(isinstance(each, history.Acknowledged) for each in noted)
                self.found.returns += returns
            case {"of": number, "acknowledged": requests, "returns": returns}:
                self.kept[number].acknowledged += requests
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


async def kill_run(
    kind: type[Clients],
    folder: Path,
    kills: int,
    tables: int,
    seed: int,
    make_site: MakeSite | None = None,
) -> Found:
    """Let so many faults happen under so many tables, in one call or in several with the same folder."""
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
        site = (make_site or Site)(kind.command, folder, log)
        try:
            await site.start()
            run = _KillRun(kind, site, progress, f"{seed}-{progress.sessions}", folder)
            await run.go_on(kills, tables, stop)
            progress.found.wrong += await run.wrong_in_records()
        finally:
            await site.stop()
    ends = tracebacks((folder / "server.log").read_text(encoding="utf-8"))
    if unexpected := [each for each in ends if not each.startswith(site.expected)]:
        progress.found.wrong.append(f"{folder / 'server.log'} has a traceback: {unexpected[0]}")
    return progress.found


class _KillRun:
    """One call of a kill run."""

    def __init__(self, kind: type[Clients], site: Site, progress: Progress, seed: str, folder: Path) -> None:
        self._kind, self._site, self._progress = kind, site, progress
        self._seed, self._random, self._folder = seed, Random(seed), folder
        self._clients: list[Clients] = []
        self._playing: dict[int, asyncio.Task[None]] = {}

    async def go_on(self, kills: int, tables: int, stop: asyncio.Event) -> None:
        """Play and fail until there have been so many faults, something is wrong or `stop` is set."""
        found, word = self._progress.found, self._site.word
        for links in self._progress.links:
            self._begin(links)
        while True:
            await self._open_tables(tables)
            if stop.is_set() or found.kills >= kills or found.wrong:
                break
            began = time.monotonic()
            await self._random_moment()
            kind = await self._site.fail(self._random)
            self._keep({"fault": kind, "seconds": time.monotonic() - began})
            each = found.seconds / found.kills
            left = f"{each:.1f} s each, about {each * (kills - found.kills):.0f} s left"
            print(f"\r{found.kills} of {kills} {word}s, {left} ", end="", file=sys.stderr, flush=True)
            if found.kills % CHECK_EVERY == 0:
                found.wrong += await self.wrong_in_records(self._played)
        print(file=sys.stderr)
        await self._end()

    def _begin(self, links: Json) -> None:
        number = len(self._clients)
        self._clients.append(self._kind(self._site.urls, links, f"{self._seed}-{number}"))
        if number not in self._progress.over:
            self._playing[number] = asyncio.create_task(self._clients[-1].play())

    @property
    def _played(self) -> list[int]:
        """The tables that are still played at."""
        return [number for number in self._playing if number not in self._progress.over]

    async def _open_tables(self, tables: int) -> None:
        """Open as many tables as are missing: at the beginning all, later one for each that is over."""
        begin = len(self._clients)
        numbers = range(begin, begin + tables - len(self._played))
        opened = (asyncio.to_thread(self._kind.open, self._site, number) for number in numbers)
        for links in await asyncio.gather(*opened):
            self._progress.add({"table": links})
            self._begin(links)

    async def _random_moment(self) -> None:
        """Mostly in the midst of requests, sometimes while clients are still reconnecting."""
        if self._random.random() >= EARLY:
            played = [self._clients[number] for number in self._played]
            wanted = self._random.randint(1, len(played))
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
                of: Json = {"of": number, "returns": told.returns}
                if told.history is None:
                    of["acknowledged"] = told.acknowledged
                else:
                    of |= {"client": told.client, "history": history.plain(told.history)}
                    told.history = []
                news += [of] if told.acknowledged or told.returns or of.get("history") else []
                refused, told.acknowledged, told.refused, told.returns = told.refused, [], [], 0
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
        file, began = self._folder / f"{number}.carrom", time.perf_counter()
        try:
            content = self._clients[number].record()
        except HTTPError as refused:
            # Where nobody was told anything, it may be that not all sit, and nothing is recorded.
            begun = self._told_by(number, began).anything
            return [f"table {number}: its record is refused, {refused}"] if begun else []
        file.write_bytes(content)
        kept = self._told_by(number, began)
        record = load(file)
        self._progress.found.entries += len(record.entries)
        wrong = [*self._kind.wrong(content, record, kept)]
        if record.damage is not None:
            wrong.append(str(record.damage))
        wrong += [f"would now be ruled otherwise, {differs}" for differs in audit(record.entries)[:1]]
        return [f"{file}: {each}" for each in wrong]

    def _told_by(self, number: int, at: float) -> Kept:
        """What the clients of a table were told before a moment, and what they have asked until now."""
        kept, offset = self._progress.kept[number], SESSION * self._progress.sessions
        histories = {client: list(events) for client, events in kept.histories.items()}
        for told in self._clients[number].told:
            if told.history is not None:
                histories.setdefault(told.client, []).extend(history.later(tuple(told.history), offset))
        before = offset + at
        return Kept(
            kept.acknowledged, {each: history.told_before(told, before) for each, told in histories.items()}
        )


def tracebacks(log: str) -> Iterator[str]:
    """The last line of each traceback in a log, which says what was raised."""
    inside = False
    for line in log.splitlines():
        if line.startswith("Traceback"):
            inside = True
        elif inside and not line.startswith(" "):
            inside = False
            yield line


def until_answered(urls: Sequence[str], ask: Callable[[str], T]) -> T:
    """Ask these servers in turn until one answers: the one before was just killed, or cannot do it now."""
    patience = time.monotonic() + PATIENCE
    for url in cycle(urls):
        try:
            return ask(url)
        except (OSError, HTTPException) as failed:
            refused = isinstance(failed, HTTPError) and failed.code not in AWAY
            if refused or time.monotonic() > patience:
                raise
            time.sleep(0.05)
    raise AssertionError("there is no server")


def _acknowledged(clients: Clients) -> int:
    """How many requests of a table were acknowledged since the progress was kept."""
    return sum(len(told.acknowledged) for told in clients.told)


def main(
    kind: type[Clients], description: str, *, kills: int, tables: int, shared: SharedSite | None = None
) -> int:
    """The command of a kill run, with these defaults; `shared` makes the site of several nodes."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=kills, help="or other faults")
    parser.add_argument("--tables", type=int, default=tables)
    parser.add_argument("--seed", type=int, default=1)
    usual = Path(tempfile.gettempdir()) / f"carrom-kill-run-{kind.__name__.lower()}"
    parser.add_argument(
        "--state",
        type=Path,
        default=usual,
        help=f"folder that keeps the progress, removed after a clean run [{usual}]",
    )
    if shared is not None:
        parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
        parser.add_argument("--nodes", type=int, default=1, help="over one PostgreSQL")
        parser.add_argument("--kinds", default="", help="of faults, with commas between them; all")
    options = parser.parse_args()
    make_site: MakeSite = Site
    if shared is not None and (options.nodes > 1 or options.store == "postgresql"):
        make_site = partial(shared, nodes=options.nodes, kinds=[*filter(None, options.kinds.split(","))])
    found = asyncio.run(kill_run(kind, options.state, options.kills, options.tables, options.seed, make_site))
    kinds = ", ".join(f"{times} {each}" for each, times in sorted(found.kinds.items()))
    what = f"{found.kills} kills" if set(found.kinds) <= {"kill"} else f"{found.kills} faults ({kinds})"
    print(
        f"{what} under {options.tables} tables in {found.seconds:.0f} s: "
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

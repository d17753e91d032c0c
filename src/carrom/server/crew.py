"""Worker processes: each does one thing at a time, one that dies or stalls is replaced.

They hang on a pipe to the server and end when it does, however it ends. What they raise travels as its class
and its fields: an exception with arguments of its own cannot be pickled.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.reduction import ForkingPickler
from threading import Lock, Thread
from traceback import format_exception
from typing import ParamSpec, TypeVar

from carrom.errors import CarromError
from carrom.quiet import quiet
from carrom.rulebooks import rulebook
from carrom.rules import Rulebook
from carrom.rules.rulebook import MatchLaws
from carrom.table.questions import Failed

log = logging.getLogger("carrom.server")

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("carrom.server")

_PATIENCE = 5.0  # seconds a worker has to end, or to show that it is there
_WARMING = 240.0  # seconds to load everything, or to compile it the first time


def _arrived(name: str, lengths: MatchLaws) -> Rulebook:
    return replace(rulebook(name), match=lengths)


# A rulebook is made of functions, which do not travel; its name does, and how long is played.
ForkingPickler.register(Rulebook, lambda book: (_arrived, (book.id, book.match)))


class TooSlow(CarromError):
    """A worker has stalled; it has been ended."""

    code = "busy"


class Lost(CarromError):
    """A worker has died, and the one asked instead of it too; or there are none any more."""

    code = "busy"


class Broken(CarromError):
    """A worker raised what no function of ours should raise: our fault, not the asker's."""

    code = "page/broken"
    trace = ""


@dataclass(frozen=True, slots=True)
class _Raised:
    """What a worker's function raised, as it travels back."""

    error: Exception

    @classmethod
    def of(cls, wrong: Exception) -> _Raised:
        if isinstance(wrong, CarromError | Failed):
            return cls(wrong)
        broken = Broken(f"{type(wrong).__name__}: {wrong}")
        broken.trace = "".join(format_exception(wrong))
        return cls(broken)


def load_players(nice: int = 0) -> None:
    """Load the simulator and the players, and compile them the first time. `nice` lowers the priority."""
    lower_priority(nice)
    from carrom.players.ready import warm_up

    warm_up()


def lower_priority(nice: int) -> None:
    """Let this process have the processor after those that people wait for."""
    with suppress(AttributeError, OSError):  # Windows has no os.nice
        os.nice(nice)


class Crew:
    """So many workers. `ask` may be called from any thread, and waits for one that is free."""

    def __init__(self, count: int, prepare: Callable[[], None] = load_players) -> None:
        """`prepare` is what each worker does before it is asked anything; it must be picklable."""
        self.count = count
        self._prepare = prepare
        # A place without a worker is None: who takes it starts one.
        self._free: queue.SimpleQueue[_Worker | None] = queue.SimpleQueue()
        self._workers: set[_Worker] = set()
        self._lock = Lock()
        self._closed = False
        self.waiting = 0
        """How many callers of `ask` wait for a worker that is free."""
        self.warm = False

    def start(self) -> None:
        """Start the workers without waiting for them."""
        for _ in range(self.count):
            self._start_one()

    def _start_one(self) -> None:
        Thread(target=self._fill, name="carrom-crew", daemon=True).start()

    def _fill(self) -> None:
        worker = None
        try:
            worker = self._hired()
        except Exception as wrong:
            if not self._closed:
                log.error("a worker process does not start: %s", wrong)
        self._free.put(worker)

    @property
    def alive(self) -> int:
        """How many workers are ready for work, or at it."""
        with self._lock:
            return sum(worker.alive for worker in self._workers)

    def check(self) -> None:
        """Ping every idle worker; one that does not answer is replaced, and so is a missing one."""
        for _ in range(self.count):
            try:
                worker = self._free.get_nowait()
            except queue.Empty:
                return
            if worker is None:
                self._start_one()
                continue
            try:
                worker.asked(_here, (), _PATIENCE)
            except (EOFError, OSError, TooSlow):
                self._replace(worker)
            else:
                self._free.put(worker)

    def ask(self, seconds: float, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a worker makes of it. One that dies is asked for again, once: the fault may be its own."""
        assert not kwargs, "arguments travel in order"
        for again in (True, False):
            worker = self._taken()
            try:
                said = worker.asked(what, args, seconds)
            except (EOFError, OSError):
                self._replace(worker)
                if again:
                    continue
                raise Lost("the worker that was asked has died, and so has the next") from None
            except TooSlow:
                self._replace(worker)
                raise
            self._free.put(worker)
            if isinstance(said, _Raised):
                error = said.error
                if isinstance(error, Broken):
                    log.error("a worker failed: %s", error.trace)
                raise error
            answer: T = said  # type: ignore[assignment]  # what the function gave, after a journey
            return answer
        raise AssertionError("asked twice at most")

    def _taken(self) -> _Worker:
        with self._lock:
            self.waiting += 1
        worker = self._free.get()
        with self._lock:
            self.waiting -= 1
        try:
            return self._hired() if worker is None else worker
        except BaseException:
            self._free.put(None)
            raise

    def _hired(self) -> _Worker:
        if self._closed:
            raise Lost("the server is closing")
        worker = _Worker(self._prepare)
        with self._lock:
            self._workers.add(worker)
        try:
            worker.wait_until_warm()
        except BaseException:
            self._dismiss(worker)
            raise
        if self._closed:
            self._dismiss(worker)
            raise Lost("the server is closing")
        self.warm = True
        return worker

    def _replace(self, worker: _Worker) -> None:
        self._dismiss(worker)
        if self._closed:
            self._free.put(None)
        else:
            log.warning("a worker process has died or stalled; another one starts")
            self._start_one()

    def _dismiss(self, worker: _Worker) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.end()

    def close(self) -> None:
        """End every worker; who waits for one is told."""
        self._closed = True
        with self._lock:
            workers, self._workers = self._workers, set()
        for worker in workers:
            worker.end()


@dataclass(frozen=True, slots=True)
class Watched:
    """The workers of one kind, with how many requests wait for them."""

    kind: str
    crew: Crew
    waiting: Callable[[], int]


class _Worker:
    def __init__(self, prepare: Callable[[], None]) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, prepare), daemon=True)
        self._ending = Lock()
        self._warm = False
        with quiet():
            self._process.start()
        # Only theirs: so that the pipe ends when the worker does.
        theirs.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._warm and self._process.is_alive()

    def wait_until_warm(self) -> None:
        try:
            if not self._pipe.poll(_WARMING):
                raise Lost("a worker does not start")
            self._pipe.recv()
            self._warm = True
        except (EOFError, OSError):
            raise Lost("a worker has died before it could work") from None

    def asked(self, what: Callable[..., object], args: tuple[object, ...], seconds: float) -> object:
        self._pipe.send((what, args))
        if not self._pipe.poll(seconds):
            raise TooSlow(f"took longer than {seconds:g} s")
        return self._pipe.recv()

    def end(self) -> None:
        with self._ending:
            self._process.kill()
            self._process.join(_PATIENCE)
            self._pipe.close()


def _work(pipe: Connection, prepare: Callable[[], None]) -> None:
    """A worker's life: prepare, then do what comes, until nothing does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["CARROM_THREADS"] = "1"
    with suppress(EOFError, ConnectionError):
        prepare()
        pipe.send(True)
        while True:
            what, args = pipe.recv()
            pipe.send(_done(what, args))


def _here() -> bool:
    return True


def _done(what: Callable[..., object], args: tuple[object, ...]) -> object:
    try:
        return what(*args)
    except Exception as wrong:
        return _Raised.of(wrong)

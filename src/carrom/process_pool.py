"""A pool of worker processes: each does one thing at a time, one that dies or stalls is replaced.

A worker hangs on a pipe to its parent and ends when the parent does, however it ends. Our exceptions travel
back as they are.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread
from traceback import format_exception
from typing import ParamSpec, TypeVar

from carrom.errors import CarromError

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("carrom.server")

_PATIENCE = 5.0  # seconds a worker has to end, or to show that it is there
_WARMING = 240.0  # seconds to load everything, or to compile it the first time


class WorkerTooSlow(CarromError):
    """A worker has stalled; it has been ended."""

    code = "busy"


class WorkerLost(CarromError):
    """A worker has died, or there are none any more; `status` is with what it ended, if it is known."""

    code = "busy"
    status: int | None = None


class WorkerBroken(CarromError):
    """A worker raised what no function of ours should raise: our fault, not the asker's."""

    code = "page/broken"
    trace = ""


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Raised:
    """What a worker's function raised, as it travels back."""

    error: Exception

    @classmethod
    def of(cls, wrong: Exception) -> _Raised:
        if type(wrong).__module__.startswith("carrom."):
            return cls(wrong)
        broken = WorkerBroken("refused.server.worker", error=f"{type(wrong).__name__}: {wrong}")
        broken.trace = "".join(format_exception(wrong))
        return cls(broken)


class ProcessPool:
    """So many workers. `ask` may be called from any thread, and waits for one that is free."""

    def __init__(self, count: int, prepare: Callable[[], None] = _nothing, *, ask_again: bool = True) -> None:
        """`prepare` is what each worker does before it is asked anything; it must be picklable.

        `ask_again`: if a worker dies, another is asked, once: the fault may be the worker's own.
        """
        self.count = count
        self._prepare = prepare
        self._tries = 2 if ask_again else 1
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
        Thread(target=self._fill, name="carrom-pool", daemon=True).start()

    def _fill(self) -> None:
        worker = None
        try:
            worker = self._started()
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
                worker.call(_here, (), _PATIENCE)
            except (EOFError, OSError, WorkerTooSlow):
                self._replace(worker)
            else:
                self._free.put(worker)

    def ask(self, seconds: float | None, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a worker makes of it; one that takes more than so many seconds is ended."""
        assert not kwargs, "arguments travel in order"
        for tries_left in reversed(range(self._tries)):
            worker = self._take()
            try:
                said = worker.call(what, args, seconds)
            except (EOFError, OSError):
                self._replace(worker)
                if tries_left:
                    continue
                lost = WorkerLost("refused.server.worker-died")
                lost.status = worker.status
                raise lost from None
            except WorkerTooSlow:
                self._replace(worker)
                raise
            self._free.put(worker)
            if isinstance(said, _Raised):
                error = said.error
                if isinstance(error, WorkerBroken):
                    log.error("a worker failed: %s", error.trace)
                raise error
            answer: T = said  # type: ignore[assignment]  # what the function gave, after a journey
            return answer
        raise AssertionError("the last try returns or raises")

    def _take(self) -> _Worker:
        with self._lock:
            self.waiting += 1
        worker = self._free.get()
        with self._lock:
            self.waiting -= 1
        try:
            return self._started() if worker is None else worker
        except BaseException:
            self._free.put(None)
            raise

    def _started(self) -> _Worker:
        if self._closed:
            raise WorkerLost("refused.server.pool-closed")
        worker = _Worker(self._prepare)
        with self._lock:
            self._workers.add(worker)
        try:
            worker.wait_until_warm()
        except BaseException:
            self._end(worker)
            raise
        if self._closed:
            self._end(worker)
            raise WorkerLost("refused.server.pool-closed")
        self.warm = True
        return worker

    def _replace(self, worker: _Worker) -> None:
        self._end(worker)
        if self._closed:
            self._free.put(None)
        else:
            log.warning("a worker process has died or stalled; another one starts")
            self._start_one()

    def _end(self, worker: _Worker) -> None:
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


class _Worker:
    def __init__(self, prepare: Callable[[], None]) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, prepare), daemon=True)
        self._ending = Lock()
        self._warm = False
        with sigint_blocked():
            self._process.start()
        # Only theirs: so that the pipe ends when the worker does.
        theirs.close()

    @property
    def status(self) -> int | None:
        """With what the process ended; None while it runs."""
        return self._process.exitcode

    @property
    def alive(self) -> bool:
        return self._warm and self._process.is_alive()

    def wait_until_warm(self) -> None:
        try:
            if not self._pipe.poll(_WARMING):
                raise WorkerLost("refused.server.worker-not-started")
            self._pipe.recv()
            self._warm = True
        except (EOFError, OSError):
            raise WorkerLost("refused.server.worker-died-early") from None

    def call(self, what: Callable[..., object], args: tuple[object, ...], seconds: float | None) -> object:
        self._pipe.send((what, args))
        if not self._pipe.poll(seconds):
            assert seconds is not None, "without a limit it waits for the answer"
            raise WorkerTooSlow("refused.player.slow", seconds=seconds)
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


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Children that start meanwhile never receive SIGINT: Ctrl-C ends the parent, which ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def lower_priority(nice: int) -> None:
    """Let this process have the processor after those that people wait for."""
    with suppress(AttributeError, OSError):  # Windows has no os.nice
        os.nice(nice)


def _here() -> bool:
    return True


def _done(what: Callable[..., object], args: tuple[object, ...]) -> object:
    try:
        return what(*args)
    except Exception as wrong:
        return _Raised.of(wrong)

"""A pool of worker processes; one that dies or stalls is replaced.

Each worker handles one call at a time. It reads from a pipe and ends when its parent does. Exceptions of this
package are raised again in the caller.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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

_PING_SECONDS = 5.0  # for a worker to answer a ping, or to end
_START_SECONDS = 240.0  # to load everything, or to compile it the first time


class WorkerTooSlow(CarromError):
    """A worker took too long; it has been killed."""

    code = "busy"


class WorkerLost(CarromError):
    """A worker has died, or the pool is closed; `status` is the exit code, if known."""

    code = "busy"
    status: int | None = None


class WorkerBroken(CarromError):
    """A worker raised an unexpected exception: a fault of this program, not of the request."""

    code = "page/broken"
    trace = ""


class ProcessPool:
    """`count` worker processes; with none, calls run in this process. Any thread may call."""

    def __init__(
        self, count: int, prepare: Callable[[], None] | None = None, *, ask_again: bool = True
    ) -> None:
        """`prepare` runs first in each worker; it must be picklable.

        `ask_again`: if a worker dies, another one is asked once, since the worker may have been at fault.
        """
        self.count = count
        self._prepare = prepare
        self._tries = 2 if ask_again else 1
        # None stands for a missing worker: who takes it starts one.
        self._free: queue.SimpleQueue[_Worker | None] = queue.SimpleQueue()
        self._workers: set[_Worker] = set()
        self._lock = Lock()
        self._closed = False
        self.waiting = 0
        """How many calls wait for a free worker."""

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
        """How many workers have started and run."""
        with self._lock:
            return sum(worker.alive for worker in self._workers)

    def check(self) -> None:
        """Ping every idle worker; replace those that do not answer or are missing."""
        for _ in range(self.count):
            try:
                worker = self._free.get_nowait()
            except queue.Empty:
                return
            if worker is None:
                self._start_one()
                continue
            try:
                worker.call(os.getpid, (), _PING_SECONDS)
            except (EOFError, OSError, WorkerTooSlow):
                self._replace(worker)
            else:
                self._free.put(worker)

    def ask(self, seconds: float | None, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `what` in a worker, and kill the worker after so many seconds."""
        assert not kwargs, "only positional arguments are sent"
        if not self.count:
            return what(*args, **kwargs)
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
            if isinstance(said, WorkerBroken):
                log.error("a worker failed: %s", said.trace)
            if isinstance(said, Exception):
                raise said
            return said  # type: ignore[return-value]  # what the function gave in another process
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
        """End every worker; calls that wait raise `WorkerLost`."""
        self._closed = True
        with self._lock:
            workers, self._workers = self._workers, set()
        for worker in workers:
            worker.end()


class _Worker:
    def __init__(self, prepare: Callable[[], None] | None) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, prepare), daemon=True)
        self._ending = Lock()
        self._warm = False
        with sigint_blocked():
            self._process.start()
        theirs.close()  # so that the pipe ends when the worker does

    @property
    def status(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    @property
    def alive(self) -> bool:
        return self._warm and self._process.is_alive()

    def wait_until_warm(self) -> None:
        try:
            if not self._pipe.poll(_START_SECONDS):
                raise WorkerLost("refused.server.worker-not-started")
            self._pipe.recv()
            self._warm = True
        except (EOFError, OSError):
            raise WorkerLost("refused.server.worker-died-early") from None

    def call(self, what: Callable[..., object], args: tuple[object, ...], seconds: float | None) -> object:
        self._pipe.send((what, args))
        if not self._pipe.poll(seconds):
            assert seconds is not None, "poll(None) waits"
            raise WorkerTooSlow("refused.player.slow", seconds=seconds)
        return self._pipe.recv()

    def end(self) -> None:
        with self._ending:
            self._process.kill()
            self._process.join(_PING_SECONDS)
            self._pipe.close()


def _work(pipe: Connection, prepare: Callable[[], None] | None) -> None:
    """Run a worker process: prepare, then answer calls until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["CARROM_THREADS"] = "1"
    with suppress(EOFError, ConnectionError):
        if prepare is not None:
            prepare()
        pipe.send(True)
        while True:
            pipe.send(_result(*pipe.recv()))


def _result(what: Callable[..., object], args: tuple[object, ...]) -> object:
    """What a function returns or, as a value, what it raises."""
    try:
        return what(*args)
    except Exception as wrong:
        if type(wrong).__module__.startswith("carrom."):
            return wrong
        broken = WorkerBroken("refused.server.worker", error=f"{type(wrong).__name__}: {wrong}")
        broken.trace = "".join(format_exception(wrong))
        return broken


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Children started inside have SIGINT blocked: Ctrl-C ends the parent, which ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def lower_priority(nice: int) -> None:
    """Lower the priority of this process."""
    with suppress(AttributeError, OSError):  # Windows has no os.nice
        os.nice(nice)

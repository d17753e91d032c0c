"""Who plays the jobs: processes of this machine, or a Ray cluster. The results are the same.

Each worker plays one job at a time with one thread. Results come as they are finished; `in_order` puts them
back into the order of the jobs, in which alone a run may be stopped early.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from carrom.arena.jobs import Job, Result, run, said, without_records
from carrom.errors import CarromError
from carrom.quiet import quiet

Numbered = tuple[int, Job]
Finished = Iterator[tuple[int, Result]]
Crew = Callable[[Iterator[Numbered]], Finished]
"""Takes numbered jobs one by one, as workers get free, and gives the results as they come."""

_PATIENCE = 5.0  # seconds a worker has to end


@dataclass(frozen=True)
class Failed:
    """A job that could not be played: a bug of ours, or a machine's trouble."""

    why: str


def answered(job: Job, keep_records: bool) -> Result | Failed:
    """A job's result; what goes wrong is told as a value, since not every exception can travel."""
    try:
        return run(job, keep_records)
    except Exception as wrong:
        return Failed(f"{type(wrong).__name__}: {wrong}")


def checked(answer: Result | Failed, job: Job) -> Result:
    if isinstance(answer, Failed):
        raise CarromError(f"a board could not be played ({said(job)}): {answer.why}")
    return answer


def here(keep_records: bool = False) -> Crew:
    """No workers: one job after the other in this process."""

    def play(jobs: Iterator[Numbered]) -> Finished:
        for number, job in jobs:
            yield number, run(job, keep_records)

    return play


def processes(workers: int, keep_records: bool = False) -> Crew:
    """So many processes of this machine; they end with the run."""

    def play(jobs: Iterator[Numbered]) -> Finished:
        idle = [_Worker(keep_records) for _ in range(workers)]
        everybody = tuple(idle)
        try:
            yield from _shared_out(jobs, idle)
        finally:
            for worker in everybody:
                worker.end()

    return play


def _shared_out(jobs: Iterator[Numbered], idle: list[_Worker]) -> Finished:
    busy: dict[Connection, _Worker] = {}
    while True:
        while idle and (numbered := next(jobs, None)) is not None:
            worker = idle.pop()
            worker.give(numbered)
            busy[worker.pipe] = worker
        if not busy:
            return
        for pipe in wait(list(busy)):
            assert isinstance(pipe, Connection)
            worker = busy.pop(pipe)
            idle.append(worker)
            yield worker.take()


class _Worker:
    def __init__(self, keep_records: bool) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, keep_records), daemon=True)
        with quiet():
            self._process.start()
        # Only theirs: so that the pipe ends when the worker does.
        theirs.close()
        self._job: Numbered | None = None

    def give(self, numbered: Numbered) -> None:
        self._job = numbered
        with suppress(BrokenPipeError):  # `take` says that the worker has gone
            self.pipe.send(numbered[1])

    def take(self) -> tuple[int, Result]:
        assert self._job is not None
        number, job = self._job
        try:
            answer = self.pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join(_PATIENCE)
            raise CarromError(
                f"a worker ended (status {self._process.exitcode}) while it played {said(job)}"
            ) from None
        return number, checked(answer, job)

    def end(self) -> None:
        self.pipe.close()
        self._process.terminate()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _work(pipe: Connection, keep_records: bool) -> None:
    """A worker's life: play what comes, until nothing does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    one_thread()
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(answered(pipe.recv(), keep_records))


def one_thread() -> None:
    """This process simulates with one thread: there are as many processes as cores."""
    os.environ["CARROM_THREADS"] = "1"


def in_order(
    jobs: Sequence[Job],
    crew: Crew,
    known: Mapping[int, Result] | None = None,
    *,
    finished: Callable[[int, Result], None] = lambda number, result: None,
    enough: Callable[[Result], bool] = lambda result: False,
) -> Iterator[Result]:
    """The results in the order of the jobs; those in `known` are not played again.

    `finished` hears of each new result at once, in whatever order they come, and alone gets its records.
    `enough` is asked with each result in order, and ends the run after it: where a run stops does not depend
    on who played what when.
    """
    done = {number: result for number, result in (known or {}).items() if number < len(jobs)}
    waiting = ((number, job) for number, job in enumerate(jobs) if number not in done)
    coming = crew(waiting)
    try:
        for number in range(len(jobs)):
            while number not in done:
                ready, result = next(coming)
                finished(ready, result)
                done[ready] = without_records(result)
            yield done[number]
            if enough(done[number]):
                return
    finally:
        _close(coming)


def _close(coming: Iterable[object]) -> None:
    close = getattr(coming, "close", None)
    if close is not None:
        close()

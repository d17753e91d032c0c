"""Play jobs in processes of this machine or on a Ray cluster, with the same results.

Each worker plays one job at a time with one thread. Results come as they are finished; `in_order` puts them
back into the order of the jobs, in which alone a run may be stopped early.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from carrom.arena.jobs import Job, Result, job_in_words, run, without_records
from carrom.errors import CarromError
from carrom.process_pool import ProcessPool, WorkerLost

Numbered = tuple[int, Job]
Finished = Iterator[tuple[int, Result]]
Crew = Callable[[Iterator[Numbered]], Finished]
"""Takes numbered jobs one by one, as workers get free, and gives the results as they come."""


@dataclass(frozen=True)
class JobFailed:
    """A job that could not be played, because of a bug in carrom or a failure of the machine."""

    why: str


def answered(job: Job, keep_records: bool) -> Result | JobFailed:
    """A job's result; what goes wrong is told as a value, since not every exception can travel."""
    try:
        return run(job, keep_records)
    except Exception as wrong:
        return JobFailed(f"{type(wrong).__name__}: {wrong}")


def checked(answer: Result | JobFailed, job: Job) -> Result:
    if isinstance(answer, JobFailed):
        raise CarromError("refused.arena.board-failed", job=job_in_words(job), why=answer.why)
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
        pool, threads = ProcessPool(workers, ask_again=False), ThreadPoolExecutor(workers)
        playing: dict[Future[Result], Numbered] = {}
        pool.start()
        try:
            while True:
                while len(playing) < workers and (numbered := next(jobs, None)) is not None:
                    playing[threads.submit(_played, pool, numbered[1], keep_records)] = numbered
                if not playing:
                    return
                for done in wait(playing, return_when=FIRST_COMPLETED).done:
                    number, _ = playing.pop(done)
                    yield number, done.result()
        finally:
            pool.close()
            threads.shutdown()

    return play


def _played(pool: ProcessPool, job: Job, keep_records: bool) -> Result:
    try:
        return checked(pool.ask(None, answered, job, keep_records), job)
    except WorkerLost as lost:
        raise CarromError(
            "refused.arena.worker-ended", status=str(lost.status), job=job_in_words(job)
        ) from None


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

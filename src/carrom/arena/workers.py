"""Play jobs in worker processes; `in_order` returns the results in the order of the jobs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass

from carrom.arena.jobs import Job, Result, job_in_words, run, without_records
from carrom.errors import CarromError
from carrom.process_pool import ProcessPool, WorkerLost

Numbered = tuple[int, Job]
Finished = Generator[tuple[int, Result], None, None]
Crew = Callable[[Iterator[Numbered]], Finished]
"""Takes numbered jobs one by one, when a worker is free, and yields the results as they come."""


@dataclass(frozen=True)
class JobFailed:
    """A job that could not be played, because of a bug in carrom or a failure of the machine."""

    why: str


def run_safely(job: Job, keep_records: bool) -> Result | JobFailed:
    """Play a job in a worker. An error is returned as a value, since not every exception can be pickled."""
    try:
        return run(job, keep_records)
    except Exception as wrong:
        return JobFailed(f"{type(wrong).__name__}: {wrong}")


def checked(result: Result | JobFailed, job: Job) -> Result:
    """The result of a job. Raises `CarromError` if it could not be played."""
    if isinstance(result, JobFailed):
        raise CarromError("refused.arena.board-failed", job=job_in_words(job), why=result.why)
    return result


def processes(workers: int, keep_records: bool = False) -> Crew:
    """A crew of processes of this machine, with one thread each; they end with the run."""

    def play(jobs: Iterator[Numbered]) -> Finished:
        pool, threads = ProcessPool(workers, ask_again=False), ThreadPoolExecutor(workers)
        playing: dict[Future[Result], Numbered] = {}
        pool.start()
        try:
            while True:
                while len(playing) < workers and (numbered := next(jobs, None)) is not None:
                    playing[threads.submit(_run_in_pool, pool, numbered[1], keep_records)] = numbered
                if not playing:
                    return
                for done in wait(playing, return_when=FIRST_COMPLETED).done:
                    number, _ = playing.pop(done)
                    yield number, done.result()
        finally:
            pool.close()
            threads.shutdown()

    return play


def _run_in_pool(pool: ProcessPool, job: Job, keep_records: bool) -> Result:
    try:
        return checked(pool.ask(None, run_safely, job, keep_records), job)
    except WorkerLost as lost:
        raise CarromError(
            "refused.arena.worker-ended", status=str(lost.status), job=job_in_words(job)
        ) from None


def in_order(
    jobs: Sequence[Job],
    crew: Crew,
    known: Mapping[int, Result] | None = None,
    *,
    finished: Callable[[int, Result], None] = lambda number, result: None,
    enough: Callable[[Result], bool] = lambda result: False,
) -> Iterator[Result]:
    """Yield the results in the order of the jobs; those in `known` are not played again.

    `finished` is called with each new result as it comes, and only it gets the match records. `enough` is
    called with each result in order, and can end the run: so its end does not depend on who is faster.
    """
    done = {number: result for number, result in (known or {}).items() if number < len(jobs)}
    waiting = ((number, job) for number, job in enumerate(jobs) if number not in done)
    with closing(crew(waiting)) as results:
        for number in range(len(jobs)):
            while number not in done:
                ready, result = next(results)
                finished(ready, result)
                done[ready] = without_records(result)
            yield done[number]
            if enough(done[number]):
                return

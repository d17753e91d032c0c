"""Workers: the same results from any number of them, in the order of the jobs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from carrom.arena import BoardPair, PairResult, SoloBoard, SoloResult, run
from carrom.arena.jobs import CLEAR, Job, Result
from carrom.arena.summary import pair_jobs
from carrom.arena.workers import Crew, Finished, Numbered, in_order, processes
from carrom.errors import CarromError
from carrom.physics.engine import cores

JOBS: list[Job] = [
    *pair_jobs(["random", "geometric@club"], 4, BoardPair("", "", seed=9)),
    SoloBoard("geometric@club", CLEAR, seed=1),
]


def here(keep_records: bool = False) -> Crew:
    """No workers: one job after the other in this process."""

    def play(jobs: Iterator[Numbered]) -> Finished:
        for number, job in jobs:
            yield number, run(job, keep_records)

    return play


def test_any_number_of_workers_gives_the_same_results() -> None:
    alone = list(in_order(JOBS, here()))

    assert list(in_order(JOBS, processes(1))) == alone
    assert list(in_order(JOBS, processes(3))) == alone
    assert all(isinstance(result, PairResult) for result in alone[:-1])


def test_results_come_in_the_order_of_the_jobs_however_they_are_finished() -> None:
    heard: list[int] = []
    results = list(in_order(many(50), shuffled(3), finished=lambda number, _: heard.append(number)))

    assert [strokes(result) for result in results] == list(range(50))
    assert sorted(heard) == list(range(50))
    assert heard != sorted(heard)


@pytest.mark.parametrize("seed", range(5))
def test_where_a_run_stops_does_not_depend_on_who_is_first(seed: int) -> None:
    results = list(in_order(many(50), shuffled(seed), enough=lambda result: strokes(result) == 17))

    assert [strokes(result) for result in results] == list(range(18))


def test_what_is_known_is_not_played_again() -> None:
    known: dict[int, Result] = {n: SoloResult(False, n, 0, 0) for n in range(0, 50, 2)}
    played: list[int] = []
    results = list(in_order(many(50), shuffled(1), known, finished=lambda number, _: played.append(number)))

    assert sorted(played) == list(range(1, 50, 2))
    assert [strokes(result) for result in results] == list(range(50))


def test_a_job_that_cannot_be_played_is_named() -> None:
    with pytest.raises(CarromError, match=r"nobody against random, icf, seed 4.*NotationError"):
        list(in_order([BoardPair("nobody", "random", seed=4)], processes(1)))


def test_a_worker_that_dies_is_told_of_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(
        "import os\nfrom carrom.players import Player\n\n\nclass Deadly(Player):\n"
        "    def aim(self, view):\n        os._exit(7)\n",
        encoding="utf-8",
    )
    with pytest.raises(CarromError, match=r"a worker ended \(status 7\) while it played .*Deadly"):
        list(in_order([BoardPair(f"{file}:Deadly", "random")], processes(1)))


def test_records_go_to_who_hears_first_and_are_not_held() -> None:
    heard: list[Result] = []
    job = BoardPair("random", "geometric@club", seed=1)
    [held] = in_order([job], here(keep_records=True), finished=lambda _, result: heard.append(result))

    assert isinstance(held, PairResult)
    assert isinstance(heard[0], PairResult)
    assert heard[0].boards[0].record
    assert not held.boards[0].record
    assert held == heard[0]


def test_the_environment_sets_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROM_THREADS", "1")

    assert cores() == 1
    monkeypatch.setenv("CARROM_THREADS", "many")
    assert cores() >= 1


def many(count: int) -> list[Job]:
    return [SoloBoard("nobody", seed=n) for n in range(count)]


def strokes(result: Result) -> int:
    assert isinstance(result, SoloResult)
    return result.strokes


def shuffled(seed: int) -> Crew:
    """A crew of eight that finish in any order; the strokes of a result are its job's seed."""
    chance = Random(seed)

    def play(jobs: Iterator[Numbered]) -> Finished:
        at_work = [job for _, job in zip(range(8), jobs, strict=False)]
        while at_work:
            number, job = at_work.pop(chance.randrange(len(at_work)))
            assert isinstance(job, SoloBoard)
            yield number, SoloResult(False, job.seed, 0, 0)
            at_work += [job for _, job in zip(range(1), jobs, strict=False)]

    return play

"""Whole matches of fast players: every one ends, audits clean and replays to the same hashes."""

from __future__ import annotations

import pytest
from tools.matches import Job, jobs, play

FAST = jobs(30, seed=1, players=("straight", "straight"))
BY_CHANCE = jobs(2, seed=101, players=("straight", "random"))


@pytest.mark.parametrize(
    "job",
    [*FAST, *BY_CHANCE],
    ids=lambda job: f"{job.book} {'doubles' if job.doubles else 'singles'} {job.seed}",
)
def test_a_whole_match_ends_and_holds_together(job: Job) -> None:
    """No failure, no refusal, the same rulings today, the same states from its text, the same hashes."""
    played = play(job)

    assert played.wrong == ()
    assert played.boards >= 1
    assert played.strokes > played.boards


@pytest.mark.long
def test_hundreds_of_matches_hold_together() -> None:
    for job in jobs(300, seed=1001, players=("straight", "random")):
        assert play(job).wrong == (), job

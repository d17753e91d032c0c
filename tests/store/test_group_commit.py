"""Group commit: what comes at a time is committed together, and nobody is told before it is durable."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from carrom.errors import CarromError, StoreError
from carrom.store.group_commit import MOST, GroupCommit
from carrom.store.store import Append, MatchSummary

AT_ONCE, EACH = 16, 25


def append_to(match: str) -> Append:
    return Append(match, (), MatchSummary(), "2026-01-01T00:00:00Z")


class Disk:
    """Takes every group, and fails those appends whose match is to fail."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []

    def write(self, appends: Sequence[Append]) -> list[CarromError | None]:
        self.groups.append([each.match for each in appends])
        return [
            StoreError("full", "refused.store.closed") if each.match.startswith("bad") else None
            for each in appends
        ]

    @property
    def durable(self) -> list[str]:
        return [match for group in self.groups for match in group]


def test_each_is_durable_before_it_is_acknowledged_and_many_share_a_commit() -> None:
    disk = Disk()
    commits = GroupCommit(disk.write)

    def append_in_turn(who: int) -> None:
        for number in range(EACH):
            commits.append(append_to(f"{who} {number}"))
            assert f"{who} {number}" in disk.durable

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(append_in_turn, range(AT_ONCE)))
    commits.close()

    assert sorted(disk.durable) == sorted(f"{who} {n}" for who in range(AT_ONCE) for n in range(EACH))
    assert len(disk.groups) < AT_ONCE * EACH / 2
    assert max(map(len, disk.groups)) <= MOST


def test_one_that_fails_fails_alone() -> None:
    disk = Disk()
    commits = GroupCommit(disk.write)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        tried = {
            name: threads.submit(partial(commits.append, append_to(name)))
            for name in (f"{kind} {n}" for kind in ("good", "bad") for n in range(8))
        }
    commits.close()

    for name, done in tried.items():
        if name.startswith("bad"):
            with pytest.raises(StoreError):
                done.result()
        else:
            done.result()


def test_a_write_that_breaks_fails_its_group_and_the_next_is_committed() -> None:
    disk = Disk()
    broken = [True]

    def write(appends: Sequence[Append]) -> list[CarromError | None]:
        if broken.pop() if broken else False:
            raise OSError("no space left")
        return disk.write(appends)

    commits = GroupCommit(write)

    with pytest.raises(OSError, match="no space"):
        commits.append(append_to("a"))
    commits.append(append_to("b"))
    commits.close()

    assert disk.durable == ["b"]

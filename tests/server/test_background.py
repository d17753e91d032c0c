"""Background tasks go on after a failure, which is logged; the checkpoints of the store, too."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from carrom.errors import StoreError
from carrom.live.messages import StoreMessage
from carrom.server import health
from carrom.server.config import Config, Limits
from carrom.server.registry import Registry
from carrom.store import StoreHealth, sqlite
from carrom.store.sqlite import SqliteStore


class Failing(SqliteStore):
    """Its heartbeat raises what is put here, as often as it is put."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.raises: list[Exception] = []
        self.beats = 0

    def heartbeat(self, at: str) -> StoreHealth:
        if self.raises:
            raise self.raises.pop()
        found = super().heartbeat(at)
        self.beats += 1
        return found


async def until_beats(store: Failing, more: int) -> None:
    wanted = store.beats + more
    async with asyncio.timeout(30):
        while store.raises or store.beats < wanted:
            await asyncio.sleep(0.01)


def test_a_check_that_dies_is_logged_and_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "EVERY", 0.01)
    store = Failing(tmp_path / "s.sqlite")

    async def life() -> None:
        at = Registry(Config(tmp_path, workers=0), store)
        async with at, at.health:
            store.raises = [RuntimeError("nobody expected this")]
            await until_beats(store, 1)
            assert not at.health.failing

    asyncio.run(life())

    failed = [record for record in caplog.records if "background task" in record.getMessage()]
    assert [record.getMessage() for record in failed] == ["background task store-check failed; it runs again"]
    assert failed[0].exc_info is not None


class BadSweep(Registry):
    """Its first sweep fails."""

    sweeps = 0

    async def sweep(self) -> None:
        self.sweeps += 1
        if self.sweeps == 1:
            raise RuntimeError("nobody expected this")
        await super().sweep()


def test_sweeps_go_on_after_one_has_died(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    config = Config(tmp_path, workers=0, limits=Limits(idle_seconds=0.01))

    async def life() -> None:
        at = BadSweep(config, SqliteStore(tmp_path / "s.sqlite"))
        async with at, asyncio.timeout(30):
            while at.sweeps < 4:
                await asyncio.sleep(0.01)

    asyncio.run(life())

    assert [each.getMessage() for each in caplog.records] == ["background task sweep failed; it runs again"]


def test_a_failing_store_is_logged_once_and_told_when_it_begins_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "EVERY", 0.01)
    store = Failing(tmp_path / "s.sqlite")
    told: list[StoreMessage] = []
    late: list[StoreMessage] = []

    async def life() -> None:
        at = Registry(Config(tmp_path, workers=0), store)
        async with at, at.health as watched:
            watched.follow(told.append)
            store.raises = [
                *20 * (StoreError("full", "refused.sentence", text="there is no room left on the disk"),)
            ]
            async with asyncio.timeout(30):
                while not watched.failing:
                    await asyncio.sleep(0)
            assert list(watched.failing) == ["store/full"]
            watched.follow(late.append)
            await until_beats(store, 2)
            assert not watched.failing

    asyncio.run(life())

    assert told == [StoreMessage(True), StoreMessage(False)]
    assert late == [StoreMessage(True), StoreMessage(False)]
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert caplog.records[0].getMessage() == "store/full: there is no room left on the disk"
    assert caplog.records[1].getMessage().startswith("store/full: is over, after ")


def test_a_store_that_hangs_counts_as_failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is raised; it just does not come back."""
    monkeypatch.setattr(health, "EVERY", 0.01)
    monkeypatch.setattr(health, "SILENT", 0.1)
    store = SqliteStore(tmp_path / "s.sqlite")
    told: list[StoreMessage] = []

    async def life() -> None:
        at = Registry(Config(tmp_path, workers=0), store)
        async with at, at.health as watched:
            watched.follow(told.append)
            with closing(holding(tmp_path / "s.sqlite")):
                async with asyncio.timeout(30):
                    while not told:
                        await asyncio.sleep(0.01)
                assert list(watched.failing) == ["store/silent"]

    asyncio.run(life())

    assert told[0] == StoreMessage(True)


def holding(path: Path) -> sqlite3.Connection:
    """Another program in the middle of a write."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_log_that_cannot_be_checkpointed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who reads an old state holds it: the log grows beyond what is allowed."""
    monkeypatch.setattr(sqlite, "CHECKPOINT_SECONDS", 0.01)
    monkeypatch.setattr(sqlite, "CHECKPOINT_FROM", 1)
    monkeypatch.setattr(sqlite, "WAL_TOO_LARGE", 100_000)
    store = SqliteStore(tmp_path / "s.sqlite")

    def until(code: str | None) -> StoreHealth:
        for _ in range(100_000):
            found = store.heartbeat("now")
            failure = found.checkpoint_failure
            if (None if failure is None else failure.code) == code:
                return found
        raise AssertionError(f"never {code}")

    with closing(sqlite3.connect(tmp_path / "s.sqlite", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM matches").fetchall()

        assert until("store/wal-too-large").wal_bytes > 100_000

    assert until(None).checkpoint_failure is None
    store.close()


def test_the_log_of_the_test_is_the_servers() -> None:
    """Otherwise the tests above would find nothing."""
    assert logging.getLogger("carrom.server").getEffectiveLevel() <= logging.WARNING

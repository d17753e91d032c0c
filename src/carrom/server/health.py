"""Periodic checks: the store takes writes and checkpoints its log, and the workers answer.

`/healthz` says that the process is up, `/readyz` what the last checks found. Neither touches the store, so
both answer at once even if the store hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from carrom.errors import StoreError
from carrom.live.messages import Part, StoreMessage
from carrom.server import metrics
from carrom.server.background import cancel_task, keep_running
from carrom.server.http import NO_STORE, json_response
from carrom.server.workers.pools import WorkerPool
from carrom.store import Store
from carrom.store.records import now

log = logging.getLogger("carrom.server")

EVERY = 2.0  # seconds between two heartbeats, and between two checks of the workers
SILENT = 10.0  # seconds without a commit after which the store counts as failing
SILENT_CODE = "store/silent"

Tell = Callable[[StoreMessage], object]


class Readiness(Part, frozen=True):
    """Whether the server can do its work, and the codes of what fails."""

    ready: bool
    failing: tuple[str, ...]


class Health:
    """Runs the checks inside `async with`."""

    def __init__(self, store: Store, pools: Iterable[WorkerPool]) -> None:
        self._store = store
        self._pools = [pool for pool in pools if pool.count]
        self._wrote = monotonic()
        self._write_failure: StoreError | None = None
        self._checkpoint_failure: StoreError | None = None
        self._since: dict[str, float] = {}
        """The failures of the store that were told, by code, and since when."""
        self._followers: set[Tell] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Health:
        metrics.READY.set_function(lambda: float(not self.failing))
        for pool in self._pools:
            metrics.WORKERS_ALIVE.labels(pool.kind).set_function(partial(getattr, pool, "alive"))
            metrics.WORKERS_QUEUE.labels(pool.kind).set_function(partial(getattr, pool, "queued"))
        await self.check_store()
        loop = asyncio.get_running_loop()
        for name, check in (("store-check", self.check_store), ("workers-check", self.check_workers)):
            self._tasks.append(loop.create_task(keep_running(name, check, EVERY)))
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            await cancel_task(task)

    @property
    def failing(self) -> tuple[str, ...]:
        """The codes of all failures."""
        lost = (f"workers/{pool.kind}" for pool in self._pools if pool.alive < pool.count)
        return (*self._store_failures(), *lost)

    def _store_failures(self) -> dict[str, str]:
        """The failures of the store: codes, and texts for the log."""
        found = {}
        if self._write_failure is not None:
            found[self._write_failure.code] = str(self._write_failure)
        elif monotonic() - self._wrote > SILENT:
            found[SILENT_CODE] = f"the store has not answered for {SILENT:.0f} s"
        if self._checkpoint_failure is not None:
            found[f"checkpoint/{self._checkpoint_failure.kind}"] = str(self._checkpoint_failure)
        return found

    async def check_store(self) -> None:
        """Write to the store, and remember the result."""
        try:
            health = await asyncio.to_thread(self._store.heartbeat, now())
        except StoreError as failed:
            self._write_failure = failed
        else:
            self._write_failure, self._checkpoint_failure = None, health.checkpoint_failure
            self._wrote = monotonic()
            metrics.WAL_BYTES.set(health.wal_bytes)
        self._tell()

    async def check_workers(self) -> None:
        """Replace the workers that do not answer."""
        # Here as well, since the check of a store that hangs does not end.
        self._tell()
        for pool in self._pools:
            await asyncio.to_thread(pool.check)

    def _tell(self) -> None:
        """Log failures that began or ended, and tell everybody who is connected."""
        found, before = self._store_failures(), self.store_failing
        for code, text in found.items():
            if code not in self._since:
                self._since[code] = monotonic()
                log.error("%s: %s", code, text, extra={"cause": f"fails {code}"})
        for code in self._since.keys() - found.keys():
            seconds = monotonic() - self._since.pop(code)
            log.warning("%s: is over, after %.0f s", code, seconds, extra={"cause": f"over {code}"})
        if self.store_failing != before:
            for tell in tuple(self._followers):
                tell(StoreMessage(self.store_failing))

    @property
    def store_failing(self) -> bool:
        """Whether nothing can be stored, as was told last."""
        return any(code.startswith("store/") for code in self._since)

    def follow(self, tell: Tell) -> None:
        """Call `tell` when the store begins or stops failing; at once, if it fails now."""
        if self.store_failing:
            tell(StoreMessage(True))
        self._followers.add(tell)

    def unfollow(self, tell: Tell) -> None:
        self._followers.discard(tell)

    async def healthz(self, request: Request) -> Response:
        """The process is up."""
        return PlainTextResponse("ok", headers=NO_STORE)

    async def readyz(self, request: Request) -> Response:
        """200 if all works; otherwise 503 with the codes of the failures."""
        failing = self.failing
        readiness = msgspec.json.encode(Readiness(not failing, failing))
        return json_response(readiness, 503 if failing else 200)

"""A queue for heavy work in threads that no asker can fill for the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from carrom.errors import CarromError

T = TypeVar("T")


class QueueFull(CarromError):
    """One asker has as many requests waiting as are allowed."""

    code = "busy"


@dataclass(slots=True)
class _Asker:
    """Somebody with work that runs or waits; `served` is the number of the last turn."""

    running: int = 0
    served: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class FairQueue:
    """Runs blocking work in `places` threads, from one event loop at a time.

    A free place goes to the asker with the fewest running, among equals to the one served longest ago. An
    asker with something running does not get the last free place. An asker is any text, usually
    `rate_limits.client_network` of an address.
    """

    def __init__(self, places: int, waiting: int, name: str) -> None:
        """`waiting` is how much may wait for one asker; more raises `QueueFull`."""
        self._free = places
        self._most = waiting
        self._askers: dict[str, _Asker] = {}
        self._turns = count(1)
        self._threads = ThreadPoolExecutor(places, thread_name_prefix=name)

    @property
    def waiting(self) -> int:
        return sum(len(asker.waiting) for asker in self._askers.values())

    @property
    def askers(self) -> int:
        """How many askers have work that runs or waits."""
        return len(self._askers)

    async def run(self, name: str, work: Callable[[], T]) -> T:
        """Run work for an asker. If cancelled while it waits, it never begins.

        If cancelled while it runs, it runs on in its place and its result is dropped.
        """
        await self._wait_for_place(name)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        running.add_done_callback(lambda done: self._ended(name, done))
        return await asyncio.shield(running)

    async def _wait_for_place(self, name: str) -> None:
        asker = self._askers.setdefault(name, _Asker())
        if self._may_run(asker):
            self._take_place(asker)
            return
        if len(asker.waiting) >= self._most:
            raise QueueFull("refused.server.queue", waiting=len(asker.waiting))
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        asker.waiting.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # the place was given at the very moment of the cancellation
                self._give_back(name)
            elif called in asker.waiting:
                asker.waiting.remove(called)
            self._forget_idle(name)
            raise

    def _may_run(self, asker: _Asker) -> bool:
        return self._free > (1 if asker.running else 0)

    def _take_place(self, asker: _Asker) -> None:
        self._free -= 1
        asker.running += 1
        asker.served = next(self._turns)

    def _ended(self, name: str, done: asyncio.Future[T]) -> None:
        if not done.cancelled():
            done.exception()  # nobody may be left to look at it
        self._give_back(name)

    def _give_back(self, name: str) -> None:
        self._free += 1
        self._askers[name].running -= 1
        self._call_next()
        self._forget_idle(name)

    def _forget_idle(self, name: str) -> None:
        asker = self._askers.get(name)
        if asker is not None and not asker.running and not asker.waiting:
            del self._askers[name]

    def _call_next(self) -> None:
        while waiting := [asker for asker in self._askers.values() if asker.waiting]:
            asker = min(waiting, key=lambda each: (each.running, each.served))
            if not self._may_run(asker):
                return
            called = asker.waiting.popleft()
            if not called.done():
                self._take_place(asker)
                called.set_result(None)

    def shutdown(self, wait: bool) -> None:
        """Begin nothing more; `wait` for the work that runs."""
        self._threads.shutdown(wait=wait, cancel_futures=True)

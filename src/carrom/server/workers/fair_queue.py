"""A queue for heavy work that is fair to those who ask: nobody starves because another asks for much."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TypeVar

from carrom.errors import CarromError

T = TypeVar("T")


class QueueFull(CarromError):
    """One asker has as many requests waiting as are allowed."""

    code = "busy"


class FairQueue:
    """Runs blocking work in `places` threads; what finds no free place waits.

    A free place goes to the asker who has the fewest running, and among equals to the one who was served
    longest ago. Who has something running does not get the last free place: it stays free for another.
    An asker is any text, usually `rates.neighbourhood` of an address. Used from one event loop at a time.
    """

    def __init__(self, places: int, waiting: int, name: str) -> None:
        """`waiting` is the most that may wait for one asker; what is more raises `QueueFull`."""
        self._free = places
        self._most = waiting
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._running: Counter[str] = Counter()
        self._turns = count(1)
        self._served: dict[str, int] = {}
        """The last turn of each asker who has something running or waiting."""
        self._threads = ThreadPoolExecutor(places, thread_name_prefix=name)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def run(self, asker: str, work: Callable[[], T]) -> T:
        """What the work gives. Cancelled while it waits, it is never begun.

        Cancelled while it runs, it runs on in its place and its result is dropped.
        """
        await self._turn(asker)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        running.add_done_callback(lambda done: self._ended(asker, done))
        return await asyncio.shield(running)

    async def _turn(self, asker: str) -> None:
        """Wait for a place, and take it."""
        if self._may_take(asker):
            self._take(asker)
            return
        line = self._waiting.setdefault(asker, deque())
        if len(line) >= self._most:
            raise QueueFull("refused.server.queue", waiting=len(line))
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._leave(asker, called)
            else:
                # The place was given at the very moment in which the asker left.
                self._give_back(asker)
            raise

    def _may_take(self, asker: str) -> bool:
        return self._free > (1 if self._running[asker] else 0)

    def _take(self, asker: str) -> None:
        self._free -= 1
        self._running[asker] += 1
        self._served[asker] = next(self._turns)

    def _leave(self, asker: str, called: asyncio.Future[None]) -> None:
        line = self._waiting.get(asker, deque())
        if called in line:
            line.remove(called)
        if not line:
            self._waiting.pop(asker, None)
        self._forget(asker)

    def _ended(self, asker: str, done: asyncio.Future[T]) -> None:
        if not done.cancelled():
            # Nobody may be left who would look at it.
            done.exception()
        self._give_back(asker)

    def _give_back(self, asker: str) -> None:
        self._free += 1
        self._running[asker] -= 1
        self._call_next()
        self._forget(asker)

    def _forget(self, asker: str) -> None:
        """Keep nothing of an asker who has nothing running and nothing waiting."""
        if not self._running[asker]:
            self._running.pop(asker, None)
            if asker not in self._waiting:
                self._served.pop(asker, None)

    def _call_next(self) -> None:
        while self._waiting:
            asker = min(self._waiting, key=lambda each: (self._running[each], self._served.get(each, 0)))
            if not self._may_take(asker):
                return
            called = self._waiting[asker].popleft()
            if not self._waiting[asker]:
                del self._waiting[asker]
            if not called.done():
                self._take(asker)
                called.set_result(None)

    def stop(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def join(self) -> None:
        """Wait for the work that runs."""
        self._threads.shutdown(wait=True)

"""Calls that share the thread of the event loop: one that waits lets the others go on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

from greenlet import getcurrent, greenlet

from carrom.waiting import waiting_by

T = TypeVar("T")


def share_thread(what: Callable[[], T]) -> Future[T]:
    """Call `what` on the event loop's thread until it ends or waits (`carrom.waiting.wait`).

    It goes on when that for which it waits is done. The future that is returned ends in this thread.
    """
    result: Future[T] = Future()

    def call() -> None:
        with waiting_by(_hand_over):
            try:
                result.set_result(what())
            except BaseException as wrong:
                result.set_exception(wrong)

    called = greenlet(call)
    called.gr_context = copy_context()
    _go_on(called, asyncio.get_running_loop())
    return result


def _hand_over(awaited: Future[Any]) -> Any:
    """Wait in the called greenlet: the event loop goes on, and comes back once the future is done."""
    event_loop = getcurrent().parent
    assert event_loop is not None, "`_go_on` has called"
    event_loop.switch(awaited)
    return awaited.result()


def _go_on(called: greenlet, loop: asyncio.AbstractEventLoop) -> None:
    called.parent = getcurrent()
    awaited: Future[Any] | None = called.switch()
    if awaited is not None:
        ready = _READY.get(loop) or _READY.setdefault(loop, _Ready(loop))
        awaited.add_done_callback(lambda _: ready.add(called))


class _Ready:
    """The calls of an event loop that can go on. It is woken once for all that can at the same time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._lock = Lock()
        self._calls: list[greenlet] = []

    def add(self, called: greenlet) -> None:
        """Any thread may call."""
        with self._lock:
            self._calls.append(called)
            first = len(self._calls) == 1
        if first and (loop := self._loop()) is not None:
            loop.call_soon_threadsafe(self._all_go_on, loop)

    def _all_go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            calls, self._calls = self._calls, []
        for each in calls:
            _go_on(each, loop)


_READY: WeakKeyDictionary[asyncio.AbstractEventLoop, _Ready] = WeakKeyDictionary()

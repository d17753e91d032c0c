"""Waiting for what another thread does.

Most callers have a thread of their own and just wait. One that shares its thread with others, as a live match
does with all others on a server's event loop, calls under `waiting_by`, and lets the others go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
Waiter = Callable[[Future[Any]], Any]

_waiter: ContextVar[Waiter | None] = ContextVar("carrom-waiter", default=None)


@contextmanager
def waiting_by(waiter: Waiter) -> Iterator[None]:
    """Let `waiter` return the results of futures, instead of blocking this thread."""
    before = _waiter.set(waiter)
    try:
        yield
    finally:
        _waiter.reset(before)


def wait(future: Future[T]) -> T:
    """The result of a future, once it is there."""
    waiter = _waiter.get()
    if waiter is None or future.done():
        return future.result()
    result: T = waiter(future)
    return result


def call_blocking(threads: Executor, what: Callable[[], T]) -> T:
    """Call `what`, which blocks: here, or in one of the threads if this thread must not be blocked."""
    return what() if _waiter.get() is None else wait(threads.submit(what))

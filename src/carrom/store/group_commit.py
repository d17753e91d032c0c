"""Group commit: what many matches append at the same time is committed in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from carrom.errors import CarromError
from carrom.store.store import Append
from carrom.waiting import wait

Write = Callable[[Sequence[Append]], Sequence[CarromError | None]]
"""Commits all appends at once; returns None for each that is durable, or why it is not."""

MOST = 64  # appends in one transaction, so that the first of them does not wait long for the last
GATHER = 0.003  # seconds for which more are waited for, where several came at a time


class GroupCommit:
    """One thread commits. Appends that come while it does are committed together, next.

    A commit costs much the same for one append as for ten. While several come at a time, it waits a little
    for more of them; an append that comes alone does not wait.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: SimpleQueue[tuple[Append, Future[None]] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._starting = Lock()

    @property
    def waiting(self) -> int:
        """How many appends wait for the commit under way."""
        return self._waiting.qsize()

    def append(self, append: Append) -> None:
        """Append, and return once it is durable. Raises why it is not."""
        if self._thread is None:
            self._start()
        done: Future[None] = Future()
        self._waiting.put((append, done))
        wait(done)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._work, name="carrom-commit", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        busy = False
        while (first := self._waiting.get()) is not None:
            if busy and self._waiting.qsize() < MOST - 1:
                time.sleep(GATHER)
            group = [first, *self._others()]
            busy = len(group) > 1
            try:
                results = self._write([append for append, _ in group])
            except BaseException as wrong:  # all of them failed, and the thread goes on
                for _, done in group:
                    done.set_exception(wrong)
                continue
            for (_, done), failed in zip(group, results, strict=True):
                if failed is None:
                    done.set_result(None)
                else:
                    done.set_exception(failed)

    def _others(self) -> list[tuple[Append, Future[None]]]:
        """Those that wait already, but none beyond the mark that ends the thread."""
        found: list[tuple[Append, Future[None]]] = []
        while len(found) < MOST - 1:
            try:
                each = self._waiting.get_nowait()
            except Empty:
                break
            if each is None:
                self._waiting.put(None)
                break
            found.append(each)
        return found

    def close(self) -> None:
        """Commit what waits, and end the thread."""
        with self._starting:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            thread.join()

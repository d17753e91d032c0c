"""Reading processes: replays, records, score sheets, rulings and law texts are made there, not in the server.

The server's own interpreter carries the messages of play; it only sends on what a reading process gives.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from carrom.process_pool import ProcessPool, lower_priority
from carrom.server.config import SIGNING_KEY, Limits
from carrom.server.health import Watched
from carrom.server.replay.library import Library
from carrom.server.signing import Signer
from carrom.server.workers.fair_queue import FairQueue
from carrom.store.sqlite import SqliteStore

P = ParamSpec("P")
T = TypeVar("T")

MOST = 2
"""Reading processes: a long match in one of them leaves the other."""

NICE = 10
"""Their priority is lower than that of the processes that strokes wait for."""


class Readers:
    """Up to two reading processes; with none, everything is read in threads of this process."""

    def __init__(self, workers: int, store: Path, library: Library, limits: Limits) -> None:
        """`workers` as in `Config`. The processes read the file `store`; without any, `library` is read."""
        count = min(workers, MOST)
        self._seconds = limits.reading_seconds
        self._library = library
        self._pool = ProcessPool(count, partial(_open, store)) if count else None
        self._queue = FairQueue(count or MOST, limits.waiting, "carrom-reads")

    def start(self) -> None:
        if self._pool is not None:
            self._pool.start()

    @property
    def watched(self) -> tuple[Watched, ...]:
        """The processes, to be checked and counted."""
        return () if self._pool is None else (Watched("reading", self._pool, lambda: self._queue.waiting),)

    async def ask(
        self, asker: str, what: Callable[Concatenate[Library, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a method of `Library` gives. `asker` is for whom, see `FairQueue`."""
        assert not kwargs, "arguments travel in order"
        pool = self._pool

        def read() -> T:
            if pool is None:
                return what(self._library, *args, **kwargs)
            answer: T = pool.ask(self._seconds, _read, what, args)
            return answer

        return await self._queue.run(asker, read)

    def close(self) -> None:
        self._queue.stop()
        if self._pool is not None:
            self._pool.close()
        self._queue.join()


_library: Library | None = None
"""In a reading process: the library it reads from."""


def _open(store: Path) -> None:
    """Prepare a reading process."""
    global _library
    lower_priority(NICE)
    _library = Library(SqliteStore(store, read_only=True), signer=Signer(store.with_name(SIGNING_KEY)))


def _read(what: Callable[..., T], args: tuple[object, ...]) -> T:
    assert _library is not None, "a reading process is prepared first"
    return what(_library, *args)

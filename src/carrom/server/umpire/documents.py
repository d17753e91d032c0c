"""What is read of umpired matches, made once for however many ask: logs, score sheets, records.

Nobody who reads is in the way of who reports: a paper is made beside the owner's turn, of the entries that
were told last, and only a few at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor

from carrom.live.umpired import UmpiredOwner
from carrom.record import Record

READERS = 2
"""DocumentCache that are made at once for those who look on."""

KEPT = 64 * 1024 * 1024  # bytes of all papers

Name = tuple[str, str]


class DocumentCache:
    """The papers of all tables. A paper has a name, which says all that it depends on but the entries."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._readers = asyncio.Semaphore(READERS)
        self._made: OrderedDict[Name, tuple[int, bytes]] = OrderedDict()
        self._size = 0
        self._coming: dict[tuple[Name, int], asyncio.Task[bytes]] = {}

    async def get(
        self, table: UmpiredOwner, paper: str, make: Callable[[Record], bytes], umpire: bool
    ) -> bytes:
        """A paper of a table as it was told last; the umpire waits for nobody else's."""
        name = (table.kept.id, paper)
        if umpire:
            return self._known(name, table.told.v) or await self._new(name, table, make)
        async with self._readers:
            # It may have been made for another while this one waited.
            return self._known(name, table.told.v) or await self._new(name, table, make)

    def _known(self, name: Name, v: int) -> bytes | None:
        made_at, body = self._made.get(name, (-1, b""))
        if made_at != v:
            return None
        self._made.move_to_end(name)
        return body

    async def _new(self, name: Name, table: UmpiredOwner, make: Callable[[Record], bytes]) -> bytes:
        v = table.told.v
        coming = self._coming.get((name, v))
        if coming is None:
            coming = asyncio.get_running_loop().create_task(self._make(name, table.record(), make))
            self._coming[name, v] = coming
            coming.add_done_callback(lambda _: self._coming.pop((name, v), None))
        return await asyncio.shield(coming)

    async def _make(self, name: Name, record: Record, make: Callable[[Record], bytes]) -> bytes:
        body = await asyncio.get_running_loop().run_in_executor(self._threads, make, record)
        v = len(record.entries)
        before, old = self._made.get(name, (-1, b""))
        if before < v:
            self._made.pop(name, None)
            self._made[name] = (v, body)
            self._size += len(body) - len(old)
        while self._size > KEPT:
            self._size -= len(self._made.popitem(last=False)[1][1])
        return body

    async def close(self) -> None:
        await asyncio.gather(*self._coming.values(), return_exceptions=True)

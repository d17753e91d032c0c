"""Logs, score sheets and records of umpired matches, made once for all who read them.

A document is made outside the owner's turn, of the entries that were told last, and only a few at a time: so
readers never delay an umpire.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext

from carrom.live.umpired import UmpiredOwner
from carrom.record import Record

READERS = 2  # documents that are made at once for watchers
KEPT = 64 * 1024 * 1024  # bytes of all documents

Key = tuple[str, str]
"""The table, and the name of a document there."""


class DocumentCache:
    """The documents of all tables. The name of a document says all that it depends on, except the entries."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._readers = asyncio.Semaphore(READERS)
        self._made: OrderedDict[Key, tuple[int, bytes]] = OrderedDict()
        self._size = 0
        self._coming: dict[tuple[Key, int], asyncio.Task[bytes]] = {}

    async def get(
        self, table: UmpiredOwner, name: str, make: Callable[[Record], bytes], umpire: bool
    ) -> bytes:
        """A document of a table as it was told last; the umpire does not queue behind others."""
        async with nullcontext() if umpire else self._readers:
            key, v = (table.kept.id, name), table.published.v
            made_at, body = self._made.get(key, (-1, b""))
            if made_at == v:
                self._made.move_to_end(key)
                return body
            coming = self._coming.get((key, v))
            if coming is None:
                coming = asyncio.get_running_loop().create_task(self._make(key, table.record(), make))
                self._coming[key, v] = coming
                coming.add_done_callback(lambda _: self._coming.pop((key, v), None))
            return await asyncio.shield(coming)

    async def _make(self, key: Key, record: Record, make: Callable[[Record], bytes]) -> bytes:
        body = await asyncio.get_running_loop().run_in_executor(self._threads, make, record)
        v = len(record.entries)
        before, old = self._made.get(key, (-1, b""))
        if before < v:
            self._made[key] = (v, body)
            self._made.move_to_end(key)
            self._size += len(body) - len(old)
        while self._size > KEPT:
            self._size -= len(self._made.popitem(last=False)[1][1])
        return body

    async def close(self) -> None:
        await asyncio.gather(*self._coming.values(), return_exceptions=True)

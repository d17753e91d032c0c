"""Which matches this node owns, where several nodes share a store (docs/adr/0030-nodes.md)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TypeVar

from carrom.errors import CarromError
from carrom.live.refused import Refused
from carrom.server.background import cancel_task, keep_running
from carrom.server.metrics import CLAIMS, LEASE_AGE
from carrom.store.cluster import LEASE_SECONDS, Cluster

log = logging.getLogger("carrom.server")

PATIENCE = 5.0  # seconds for which a request waits for an owner: a dead node's lease ends before
PAUSE = 0.1  # seconds between two tries

T = TypeVar("T")


class Elsewhere(Exception):
    """Another node owns the match: what was asked has to be asked there, and nothing has happened here.

    Without an `address`, this node is about to end, and any other node will do.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Ownership:
    """The claims and the lease of this node. Without a cluster every match is ours, always."""

    def __init__(self, cluster: Cluster | None, on_lost: Callable[[Collection[str]], object]) -> None:
        """`on_lost` is told of matches that other nodes have taken."""
        self._cluster = cluster
        self._on_lost = on_lost
        self._lapsed = False
        self._leaving = False
        self._released: set[str] = set()
        self._releasing: asyncio.Task[None] | None = None
        self._renewal: asyncio.Task[None] | None = None
        # One for the lease, so that it waits for nothing else.
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="carrom-claims")

    async def join(self, address: str) -> None:
        """Take part, reachable for other nodes at an internal address, and renew the lease from now on."""
        if (cluster := self._cluster) is not None:
            await self._in_thread(lambda: cluster.join(address))
            LEASE_AGE.set_function(lambda: cluster.lease_age)
            renewing = keep_running("lease", self._renew, LEASE_SECONDS / 4)
            self._renewal = asyncio.get_running_loop().create_task(renewing)

    async def _renew(self) -> None:
        assert self._cluster is not None
        self._lapsed = self._lapsed or not self._cluster.valid
        try:
            lost = await self._in_thread(self._cluster.renew)
        except CarromError as failed:
            # Health says so, too. The next renewal tries again.
            log.warning("the lease could not be renewed: %s", failed, extra={"cause": f"lease {failed.code}"})
            return
        if lost:
            CLAIMS.labels("lost").inc(len(lost))
            told = {"cause": "matches lost"}
            log.warning("the lease had lapsed: other nodes own %d matches now", len(lost), extra=told)
            self._on_lost(lost)
        self._lapsed = False

    @property
    def shared(self) -> bool:
        """Whether other nodes may own matches."""
        return self._cluster is not None

    @property
    def leaving(self) -> bool:
        """Whether this node claims nothing any more, since it is about to end."""
        return self._leaving

    @property
    def valid(self) -> bool:
        """Whether what is in memory can be trusted: no other node can have taken it."""
        return self._cluster is None or (self._cluster.valid and not self._lapsed)

    async def until_valid(self) -> None:
        """Wait for the next renewal if the lease has lapsed; refuses if it does not come.

        Raises `Elsewhere` if this node is about to end.
        """
        until = monotonic() + PATIENCE
        while not self.valid:
            if self._leaving:
                raise Elsewhere("")
            if monotonic() > until:
                raise Refused("busy")
            await asyncio.sleep(PAUSE)

    def claim(self, match: str) -> None:
        """Own a match from now on; raises `Elsewhere` if another node does. Blocks."""
        if self._cluster is None:
            return
        if self._leaving:
            raise Elsewhere("")
        try:
            address = self._cluster.claim(match)
        except CarromError:
            CLAIMS.labels("failed").inc()
            raise
        CLAIMS.labels("elsewhere" if address else "owned").inc()
        if address:
            raise Elsewhere(address)

    def pass_on(self, match: str) -> None:
        """Raises `Elsewhere` if another node owns the match, and claims nothing. Blocks."""
        if self._cluster is not None and (address := self._cluster.owner(match)):
            raise Elsewhere(address)

    async def release(self, match: str) -> None:
        """Let other nodes have a match. All that wait for it are released at once."""
        if self._cluster is None:
            return
        self._released.add(match)
        if self._releasing is None or self._releasing.done():
            self._releasing = asyncio.get_running_loop().create_task(self._release())
        await asyncio.shield(self._releasing)

    async def _release(self) -> None:
        assert self._cluster is not None
        while self._released:
            matches, self._released = tuple(self._released), set()
            try:
                await self._in_thread(partial(self._cluster.release, matches))
            except CarromError as failed:
                # They stay ours: whoever asks for one is sent here, where it is loaded again.
                log.warning("matches could not be released: %s", failed, extra={"cause": failed.code})

    def claim_no_more(self) -> None:
        """The end begins: what is released from now on goes to other nodes."""
        self._leaving = True

    async def leave(self) -> None:
        """Release everything and end the lease."""
        renewal, self._renewal = self._renewal, None
        if self._cluster is None or renewal is None:
            return
        await cancel_task(renewal)
        try:
            await self._in_thread(self._cluster.leave)
        except CarromError as failed:
            log.warning("the lease could not be ended: %s", failed, extra={"cause": failed.code})
        self._threads.shutdown(wait=False)

    async def _in_thread(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)

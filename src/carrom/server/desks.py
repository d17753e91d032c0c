"""All umpires' tables of a server. A desk has one owner, who takes its requests in turn: what one leads to is
in the store before it is answered, and before anybody who follows the table hears of it.
"""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import TypeVar

from carrom.errors import StoreError
from carrom.server import messages as wire
from carrom.server.client import encoded
from carrom.server.config import Config, Limits
from carrom.server.errors import Refused
from carrom.server.follower import Follower
from carrom.server.live_desk import UMPIRE, LiveDesk, Shown, opened
from carrom.store import KeptMatch, Store
from carrom.store.store import EVERYBODY

THREADS = 4
"""Desks that judge, or wait for the disk, at the same time."""

SWEEP = 30.0  # seconds between two looks for desks that nobody uses
PAGE = 100  # desks of the organiser's list
LISTED = 1000  # lines of that list that are kept

T = TypeVar("T")


class Desk:
    """The owner of one live desk, with those who follow it."""

    def __init__(self, live: LiveDesk, limits: Limits, threads: Executor) -> None:
        self.live = live
        self.used = monotonic()
        self._limits = limits
        self._threads = threads
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[object]] = set()
        self._followers: set[tuple[Follower, str]] = set()
        self.told = live.shown
        self.closed = False

    @property
    def idle(self) -> bool:
        """Whether nobody follows and nothing is under way."""
        return not (self._followers or self._under_way)

    async def ask(self, asked: wire.DeskAsk) -> wire.DeskAnswer:
        """One request of the umpire. One that came before gets its answer again, also after a restart."""

        def act() -> wire.DeskAnswer:
            v = self.live.act(asked)
            # A protest that is upheld brings the next match with it.
            self.live.replay()
            return wire.DeskAnswer(v, self.live.shown.whole)

        return await self.in_turn(act)

    async def look(self, read: Callable[[LiveDesk], T]) -> T:
        """Something that is read where the desk stands."""
        return await self.in_turn(lambda: read(self.live))

    async def follow(self, follower: Follower, token: str) -> None:
        """From now on somebody is told of every entry; and first, how it stands."""
        if len(self._followers) >= self._limits.followers and token != self.live.token:
            raise Refused("room/full")
        self._followers.add((follower, token))
        try:
            await self.look(lambda live: live.shown)
        except BaseException:
            self.leave(follower, token)
            raise
        # Not what was looked at: more may have been told since.
        follower.show(token, self._message(token, self.told))

    def leave(self, follower: Follower, token: str) -> None:
        self._followers.discard((follower, token))
        follower.forget(token)
        self.used = monotonic()

    async def in_turn(self, work: Callable[[], T]) -> T:
        """Do something as the owner, in a thread, after all that was asked before.

        It is done even if the asker leaves; what it entered is told before the next turn begins.
        """
        if self.closed:
            raise Refused("busy")
        self.used = monotonic()
        task = asyncio.get_running_loop().create_task(self._own(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _own(self, work: Callable[[], T]) -> T:
        def owned() -> T:
            if self.live.unsure:
                self.live.read()
            try:
                return work()
            finally:
                if not self.live.unsure:
                    news.append(self.live.shown)

        news: list[Shown] = []
        async with self._turn:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, owned)
            finally:
                self.used = monotonic()
                for shown in news:
                    self._tell(shown)

    def _tell(self, shown: Shown) -> None:
        if shown.v == self.told.v:
            return
        self.told = shown
        texts: dict[str, str] = {}
        for follower, token in tuple(self._followers):
            text = texts.get(token) or texts.setdefault(token, self._message(token, shown))
            follower.show(token, text)

    def _message(self, token: str, shown: Shown) -> str:
        view = shown.whole if token == self.live.token else shown.brief
        return encoded(wire.DeskMessage(token, shown.v, view))

    async def close(self) -> None:
        """What is under way is ended and kept."""
        self.closed = True
        await asyncio.gather(*self._under_way, return_exceptions=True)


class Desks:
    """`async with` opens them, and closes them without losing anything. The store is somebody else's."""

    def __init__(self, store: Store, config: Config) -> None:
        self._store = store
        self._limits = config.limits
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="carrom-desk")
        self._live: dict[str, Desk] = {}
        self._coming: dict[str, asyncio.Task[Desk]] = {}
        self._by_token: dict[str, str] = {}
        self._lines: OrderedDict[str, wire.DeskLine] = OrderedDict()
        self._sweeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Desks:
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def live(self) -> int:
        """How many desks are in memory."""
        return len(self._live)

    async def open(self, new: wire.NewDesk) -> wire.DeskMade:
        return await self._in_thread(lambda: opened(self._store, new.place))

    async def find(self, token: str) -> tuple[Desk, bool]:
        """The desk of a link, read from the store if need be; and whether the link is its umpire's."""
        known = self._live.get(self._by_token.get(token, ""))
        if known is None:
            kept = await self._in_thread(lambda: self._kept(token))
            known = self._live.get(kept.id) or await self._read(kept)
        known.used = monotonic()
        return known, token == known.live.token

    def _kept(self, token: str) -> KeptMatch:
        found = self._store.by_token(token) if 1 <= len(token) <= 64 else None
        if found is None or found[0].kind != UMPIRE or found[1] not in ("", EVERYBODY):
            raise Refused("desk/unknown")
        return found[0]

    async def _read(self, kept: KeptMatch) -> Desk:
        """One reading at a time of a desk: two owners of one must not be."""
        coming = self._coming.get(kept.id)
        if coming is None:
            coming = asyncio.get_running_loop().create_task(self._fetch(kept))
            self._coming[kept.id] = coming
            coming.add_done_callback(lambda _: self._coming.pop(kept.id, None))
        return await asyncio.shield(coming)

    async def _fetch(self, kept: KeptMatch) -> Desk:
        await self._make_room()
        found = await self._in_thread(lambda: self._fetched(kept))
        self._live[kept.id] = found
        self._by_token |= dict.fromkeys((found.live.token, kept.watch), kept.id)
        return found

    def _fetched(self, kept: KeptMatch) -> Desk:
        live = LiveDesk(self._store, kept, self._limits.entries)
        # The program may have died between an upheld protest and the table it brings.
        live.replay()
        return Desk(live, self._limits, self._threads)

    async def listed(self, page: int) -> wire.DeskList:
        """All desks, the last changed first, each as who looks on sees it."""
        found = await self._in_thread(lambda: self._store.of_kind(UMPIRE, PAGE + 1, PAGE * (page - 1)))
        return wire.DeskList(tuple([await self._line(kept) for kept in found[:PAGE]]), more=len(found) > PAGE)

    async def _line(self, kept: KeptMatch) -> wire.DeskLine:
        """A desk that is not live is read for its line once, and need not become so."""
        live = self._live.get(kept.id)
        if live is not None:
            return _line(kept, live.live, live.told)
        known = self._lines.get(kept.id)
        if known is None or known.changed != kept.changed:
            known = await self._in_thread(lambda: self._read_line(kept))
            self._lines[kept.id] = known
            while len(self._lines) > LISTED:
                self._lines.popitem(last=False)
        return known

    def _read_line(self, kept: KeptMatch) -> wire.DeskLine:
        read = LiveDesk(self._store, kept, self._limits.entries)
        return _line(kept, read, read.shown)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self._limits.idle_seconds))
            with suppress(StoreError):
                await self.sweep()

    async def sweep(self) -> None:
        """Put away the desks that nobody has used for a while, and what they leave behind."""
        before = len(self._live)
        for found in tuple(self._live.values()):
            if found.idle and monotonic() - found.used >= self._limits.idle_seconds:
                await self._put_away(found)
        if len(self._live) < before:
            gc.collect()

    async def _make_room(self) -> None:
        """When there are too many, the one longest left alone goes."""
        if len(self._live) < self._limits.desks:
            return
        idle = [found for found in self._live.values() if found.idle]
        if not idle:
            raise Refused("room/full")
        await self._put_away(min(idle, key=lambda found: found.used))

    async def _put_away(self, found: Desk) -> None:
        live = found.live
        self._live.pop(live.kept.id, None)
        for token in (live.token, live.kept.watch):
            self._by_token.pop(token, None)
        await found.close()

    async def close(self) -> None:
        """What is under way is ended and kept; then everything is let go."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        await asyncio.gather(*(found.close() for found in self._live.values()))
        self._live.clear()
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)

    async def _in_thread(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)


def _line(kept: KeptMatch, live: LiveDesk, shown: Shown) -> wire.DeskLine:
    place = live.settings.place
    return wire.DeskLine(kept.id, live.token, kept.watch, place, kept.created, kept.changed, shown.brief)

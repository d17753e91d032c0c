"""All umpires' tables of a server. A desk has one owner, who takes its requests in turn: what one leads to is
in the store before it is answered, and before anybody who follows the table hears of it.
"""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from time import monotonic
from types import TracebackType
from typing import TypeVar

from carrom.live import messages as wire
from carrom.live.names import UMPIRE
from carrom.live.umpired import DeskSettings, LiveDesk, Shown, invite_umpire, opened
from carrom.server.background import cancelled, keep_running
from carrom.server.config import Config
from carrom.server.desk_owner import Desk
from carrom.server.errors import Refused
from carrom.server.follower import Follower
from carrom.server.hall import EXPIRY, FIRST_EXPIRY
from carrom.server.metrics import DESKS
from carrom.server.papers import READERS, Papers
from carrom.server.signing import Signer
from carrom.store import KeptMatch, Store
from carrom.store.store import EVERYBODY

THREADS = 4
"""Desks that judge, or wait for the disk, at the same time."""

SWEEP = 30.0  # seconds between two looks for desks that nobody uses
PAGE = 100  # desks of the organiser's list
LISTED = 1000  # lines of that list that are kept

T = TypeVar("T")


class Desks:
    """`async with` opens them, and closes them without losing anything. The store is somebody else's."""

    def __init__(self, store: Store, config: Config, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._limits = config.bearable
        self._wall = config.wall
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="carrom-desk")
        self._readers = asyncio.Semaphore(READERS)
        self.papers = Papers(self._threads, self._readers)
        self._live: dict[str, Desk] = {}
        self._followers: dict[str, set[tuple[Follower, str]]] = {}
        self._coming: dict[str, asyncio.Task[Desk]] = {}
        self._by_token: dict[str, str] = {}
        self._lines: OrderedDict[str, tuple[str, Shown]] = OrderedDict()
        self._sweeper: asyncio.Task[None] | None = None
        self._expiry: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Desks:
        DESKS.set_function(lambda: len(self._live))
        self._sweeper = asyncio.get_running_loop().create_task(
            keep_running("desks-sweep", self.sweep, min(SWEEP, self._limits.idle_seconds))
        )
        self._expiry = asyncio.get_running_loop().create_task(
            keep_running("desks-expiry", self.expire, EXPIRY, first=FIRST_EXPIRY)
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def live(self) -> int:
        """How many desks are in memory."""
        return len(self._live)

    async def open(self, new: wire.NewDesk, umpired: bool = True) -> wire.DeskMade:
        return await self._in_thread(lambda: opened(self._store, new.place, umpired=umpired))

    async def invite(self, desk: str) -> wire.Invitation:
        """An invitation to umpire at a table."""

        def invite() -> wire.Invitation:
            kept = self._store.match(desk)
            if kept is None or kept.kind != UMPIRE:
                raise Refused("desk/unknown")
            return invite_umpire(self._store, desk)

        return await self._in_thread(invite)

    async def handed_over(self, desk: str) -> None:
        """An invitation to umpire was used."""
        live = self._live.get(desk)
        if live is not None and not live.closed:
            await live.handed_over()

    async def find(self, token: str) -> tuple[Desk, bool]:
        """The desk of a link, read from the store if need be; and whether the link is its umpire's."""
        known = self._live.get(self._by_token.get(token, ""))
        if known is None:
            kept, umpire = await self._in_thread(lambda: self._kept(token))
            known = self._live.get(kept.id) or await self._read(kept, umpire)
            if umpire and not known.live.is_umpires(token):
                # It was granted after the desk was read.
                await known.handed_over()
            self._by_token[token] = kept.id
            known.tokens.add(token)
        known.used = monotonic()
        return known, known.live.is_umpires(token)

    def _kept(self, token: str) -> tuple[KeptMatch, bool]:
        found = self._store.by_token(token) if 1 <= len(token) <= 64 else None
        if found is None or found[0].kind != UMPIRE or found[1] not in ("", EVERYBODY):
            raise Refused("desk/unknown")
        return found[0], found[1] == EVERYBODY

    async def _read(self, kept: KeptMatch, umpire: bool) -> Desk:
        """An umpire waits for nobody; of those who look on, only a few have a desk read at once."""
        if umpire:
            return await self._coming_desk(kept, umpire)
        async with self._readers:
            return self._live.get(kept.id) or await self._coming_desk(kept, umpire)

    async def _coming_desk(self, kept: KeptMatch, umpire: bool) -> Desk:
        """One reading at a time of a desk: two owners of one must not be."""
        coming = self._coming.get(kept.id)
        if coming is None:
            spared = self._spared(umpire)
            coming = asyncio.get_running_loop().create_task(self._fetch(kept, spared))
            self._coming[kept.id] = coming
            coming.add_done_callback(lambda _: self._coming.pop(kept.id, None))
        return await asyncio.shield(coming)

    def _spared(self, umpire: bool) -> Desk | None:
        """The desk that makes room, if there are too many. There is always room for an umpire.

        Who follows it stays, and hears of its next entry: that is read for who enters it.
        """
        if len(self._live) + len(self._coming) < self._limits.desks:
            return None
        can = [found for found in self._live.values() if not found.busy and (umpire or found.needed < 2)]
        if not can and not umpire:
            raise Refused("room/full")
        return min(can, key=lambda found: (found.needed, found.used), default=None)

    async def _fetch(self, kept: KeptMatch, spared: Desk | None) -> Desk:
        if spared is not None:
            await self._put_away(spared)
        found = await self._in_thread(lambda: self._fetched(kept))
        self._live[kept.id] = found
        return found

    def _fetched(self, kept: KeptMatch) -> Desk:
        # Read again: its owner before us may have settled something since it was looked up.
        found = self._store.match(kept.id) or kept
        live = LiveDesk(self._store, found, self._limits.entries, self._signer)
        # The program may have died between an upheld protest and the table it brings.
        live.replay()
        return Desk(live, self._limits, self._threads, self._followers.setdefault(kept.id, set()))

    async def listed(self, page: int, lang: str) -> wire.DeskList:
        """All desks, the last changed first, each as who looks on sees it."""
        found = await self._in_thread(lambda: self._store.of_kind(UMPIRE, PAGE + 1, PAGE * (page - 1)))
        lines = tuple([await self._line(kept, lang) for kept in found[:PAGE]])
        return wire.DeskList(lines, more=len(found) > PAGE, wall=self._wall)

    async def on_wall(self, page: int, lang: str) -> wire.WallList:
        """The same for a screen that everybody can read: no link among them enters anything."""
        found = await self.listed(page, lang)
        lines = (wire.WallLine(each.watch, each.place, each.changed, each.brief) for each in found.desks)
        return wire.WallList(tuple(lines), found.more)

    async def _line(self, kept: KeptMatch, lang: str) -> wire.DeskLine:
        """A desk that is not live is read for its line once, and need not become so."""
        live = self._live.get(kept.id)
        shown = await self._read_shown(kept) if live is None else live.told
        place = DeskSettings.read(kept.settings).place
        return wire.DeskLine(kept.id, kept.watch, place, kept.created, kept.changed, shown.brief(lang))

    async def _read_shown(self, kept: KeptMatch) -> Shown:
        changed, shown = self._lines.get(kept.id, ("", None))
        if shown is None or changed != kept.changed:
            shown = await self._in_thread(
                lambda: LiveDesk(self._store, kept, self._limits.entries, self._signer).shown
            )
            self._lines[kept.id] = (kept.changed, shown)
            while len(self._lines) > LISTED:
                self._lines.popitem(last=False)
        return shown

    async def sweep(self) -> None:
        """Put away the desks that nobody has used for a while, and what they leave behind."""
        before = len(self._live)
        for found in tuple(self._live.values()):
            if found.idle and monotonic() - found.used >= self._limits.idle_seconds:
                await self._put_away(found)
        for match in [match for match, left in self._followers.items() if not left]:
            if match not in self._live and match not in self._coming:
                del self._followers[match]
        if len(self._live) < before:
            gc.collect()

    async def expire(self) -> None:
        """Delete the desks without an entry whose time is over, unless somebody has one open."""
        limits = self._limits
        time = timedelta(seconds=limits.organised_seconds if self._wall else limits.never_begun_seconds)

        async def some() -> int:
            spare = {*self._live, *self._coming, *self._followers}
            return await self._in_thread(
                lambda: self._store.expire(datetime.now(UTC), desks=time, spare=spare)
            )

        while await some():
            pass

    async def _put_away(self, found: Desk) -> None:
        live = found.live
        self._live.pop(live.kept.id, None)
        for token in found.tokens:
            self._by_token.pop(token, None)
        await found.close()

    async def close(self) -> None:
        """What is under way is ended and kept; then everything is let go."""
        await cancelled(self._sweeper)
        await cancelled(self._expiry)
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        await self.papers.close()
        await asyncio.gather(*(found.close() for found in self._live.values()))
        self._live.clear()
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)

    async def _in_thread(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)

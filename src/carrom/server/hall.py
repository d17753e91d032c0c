"""The hall: all rooms. Those with somebody in them are live; the others wait in the store until one comes."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Literal, TypeVar

import msgspec

from carrom.live.game import Behind, Room
from carrom.live.messages import Invitation, Link, NewRoom, RoomMade
from carrom.live.names import UMPIRE
from carrom.live.opening import Beginning, checked, record_of
from carrom.live.settings import Settings
from carrom.live.tokens import Role, new_room, new_token, role_of
from carrom.server.background import cancelled, keep_running
from carrom.server.config import Config
from carrom.server.errors import Refused
from carrom.server.fair_queue import FairQueue
from carrom.server.health import Health
from carrom.server.metrics import ROOMS, MeasuredStore
from carrom.server.rates import RequestRates
from carrom.server.readers import Readers
from carrom.server.reading import Library
from carrom.server.signing import Signer
from carrom.server.workers import Workers
from carrom.store import KeptMatch, Store
from carrom.store.kept import now
from carrom.store.store import EVERYBODY
from carrom.words import Side

log = logging.getLogger("carrom.server")

THREADS = 16
"""Acts that may wait for the disk or a simulation at the same time."""

FOLDING = 2
"""Rooms that are read from the store at the same time."""

T = TypeVar("T")

SWEEP = 30.0  # seconds between two looks for rooms without anybody
EXPIRY = 600.0  # seconds between two looks for matches whose time is over
FIRST_EXPIRY = 10.0  # seconds after the start, for servers that never run for long


class Hall:
    """All rooms of a server. `async with` opens it, and closes it without losing anything."""

    def __init__(self, config: Config, store: Store | None = None, workers: Workers | None = None) -> None:
        self.config = config
        self.store: Store = MeasuredStore(config.store, config.quota) if store is None else store
        self.workers = Workers(config.workers, config.limits) if workers is None else workers
        self.signer = Signer(config.signing_key)
        library = Library(self.store, self.workers.simulate, self.signer)
        self.readers = Readers(config.workers, config.store, library, config.limits)
        self.health = Health(self.store, (*self.workers.watched, *self.readers.watched))
        self.rates = RequestRates(config.bearable)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="carrom-table")
        self._folding = FairQueue(FOLDING, config.limits.waiting, "carrom-folds")
        self._behind = Behind(
            *(self.store, self.workers, config, self.rates, self._threads),
            *(self.rematch, self.invite, self.signer),
        )
        self._rooms: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._expiry: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Hall:
        """The workers get warm meanwhile: nobody waits for them but who needs one."""
        self.workers.start()
        self.readers.start()
        ROOMS.set_function(lambda: len(self._rooms))
        self._sweeper = asyncio.get_running_loop().create_task(
            keep_running("rooms-sweep", self.sweep, min(SWEEP, self.config.limits.idle_seconds))
        )
        self._expiry = asyncio.get_running_loop().create_task(
            keep_running("rooms-expiry", self.expire, EXPIRY, first=FIRST_EXPIRY)
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def live(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    async def open(self, new: NewRoom) -> RoomMade:
        """A new room; what cannot be played is refused."""
        wanted = checked(new)
        return await self._in_thread(lambda: self._make(Beginning.of(wanted, record_of(wanted))))

    async def invite(self, room: str, player: str) -> str:
        """A new invitation to a room, beside those that nobody has used."""
        code = new_token()
        await self._in_thread(lambda: self.store.invite(room, code, player, at=now()))
        return code

    async def invite_to_free(self, room: str, player: str) -> str:
        """A new invitation to a seat that nobody has taken, instead of the one before."""
        code = new_token()
        if not await self._in_thread(lambda: self.store.invite_to_free(room, code, player, at=now())):
            raise Refused("seat/taken")
        return code

    async def seat_taken(self, room: str, player: str) -> None:
        """An invitation was used: the seat counts as taken from now on, whether its room is live or not."""
        live = self._rooms.get(room)
        if live is not None and not live.closed:
            await live.seat_taken(player)
            return

        def settle() -> None:
            kept = self.store.match(room)
            assert kept is not None, "it was there when the invitation was used"
            self.store.settle(room, Settings.read(kept.settings).with_joined((player,)).plain())

        await self._in_thread(settle)

    async def begin(self, beginning: Beginning) -> RoomMade:
        """A new room that begins with the entries of another match."""
        return await self._in_thread(lambda: self._make(beginning))

    async def rematch(self, room: Room) -> RoomMade:
        """The same chairs again, and the other side breaks; asked for again, it is the same room.

        Nobody has a token of it yet: whoever goes there is given an invitation.
        """
        before = room.settings.next_room
        kept = await self._in_thread(lambda: self.store.match(before)) if before else None
        if kept is not None:  # one that nobody began has expired
            return RoomMade(kept.id, (), kept.watch)
        broke = room.table.match.breaks_first
        breaks = room.settings.new.breaks if broke is None else _breaks(broke.other)
        new = msgspec.structs.replace(room.settings.new, breaks=breaks)
        made = await self._in_thread(lambda: self._make(Beginning.of(new, record_of(new)), opened=False))
        await room.settle(replace(room.settings, next_room=made.room))
        return made

    def _make(self, beginning: Beginning, opened: bool = True) -> RoomMade:
        """Keep a new match. Blocks.

        The first person has `opened` it, gets a token and a recovery code, and invites the others; without an
        opener nobody invites anybody else.
        """
        settings, playing = Settings.fresh(beginning.new), beginning.playing
        settings = replace(settings, opener=settings.persons[0] if opened else "")
        kept = KeptMatch(
            *(new_room(), beginning.new.kind, new_token(), playing.first, playing.second, playing.rulebook),
            settings.plain(),
            beginning.summary,
        )
        first, *others = (EVERYBODY,) if settings.one_link else settings.persons
        if not opened:
            self.store.add(kept, {}, beginning.lines, at=now())
            return RoomMade(kept.id, (), kept.watch)
        token, recovery = new_token(), new_token()
        invitations = {new_token(): player for player in others}
        self.store.add(
            kept, {token: first}, beginning.lines, at=now(), invitations={**invitations, recovery: first}
        )
        return RoomMade(
            room=kept.id,
            links=(Link(settings.persons[0], token),),
            watch=kept.watch,
            invitations=tuple(Invitation(player, code) for code, player in invitations.items()),
            recovery=recovery,
        )

    async def find(self, room: str, token: str, asker: str = "") -> tuple[Room, Role]:
        """The room of a link, read from the store if it is not live; and what the link is good for.

        Nothing is read for a link that is good for nothing. `asker` is for whom, see `FairQueue`.
        """
        role = await self._in_thread(lambda: role_of(self.store, room, token))
        found = self._rooms.get(room)
        if found is None or found.closed:
            found = await self._read(room, asker)
        return found, role

    async def _read(self, room: str, asker: str) -> Room:
        """At most one owner per table, so one reading at a time of it."""
        coming = self._coming.get(room)
        if coming is None:
            coming = asyncio.get_running_loop().create_task(self._fetch(room, asker))
            self._coming[room] = coming
            coming.add_done_callback(lambda _: self._coming.pop(room, None))
        return await asyncio.shield(coming)

    async def _make_room(self) -> None:
        """Put idle rooms away, the longest idle first, while there are too many or too long ones."""
        limits = self.config.limits
        found = [(since, room) for room in self._rooms.values() if (since := room.idle_since) is not None]
        idle = [room for _, room in sorted(found, key=lambda each: each[0])]
        entries = sum(room.table.seq for room in self._rooms.values())
        while len(self._rooms) >= limits.rooms or entries >= limits.room_entries:
            if not idle:
                raise Refused("room/full")
            spared = idle.pop(0)
            entries -= spared.table.seq
            self._rooms.pop(spared.kept.id, None)
            await spared.close()

    async def _fetch(self, room: str, asker: str) -> Room:
        before = self._rooms.pop(room, None)
        if before is not None:
            await before.close()
        await self._make_room()

        def read() -> Room:
            kept = self.store.match(room)
            if kept is None or not kept.settings or kept.kind == UMPIRE:
                raise Refused("room/unknown")
            return Room(self._behind, kept)

        fetched = await self._folding.run(asker, read)
        fetched.start()
        self._rooms[room] = fetched
        return fetched

    async def sweep(self) -> None:
        """Put away the rooms in which nobody has been for a while, and what they leave behind."""
        before = len(self._rooms)
        for room in tuple(self._rooms.values()):
            idle = room.idle_since
            if room.closed or (idle is not None and room.now - idle >= self.config.limits.idle_seconds):
                self._rooms.pop(room.kept.id, None)
                await room.close()
        if len(self._rooms) < before:
            gc.collect()

    async def expire(self) -> None:
        """Delete the tables never begun and the practice whose time is over, unless somebody is there."""
        limits = self.config.limits
        never_begun = timedelta(seconds=limits.never_begun_seconds)
        practice = timedelta(seconds=limits.practice_seconds)

        async def some() -> int:
            spare = {*self._rooms, *self._coming}
            return await self._in_thread(
                lambda: self.store.expire(
                    datetime.now(UTC), never_begun=never_begun, practice=practice, spare=spare
                )
            )

        while await some():
            pass

    async def close(self) -> None:
        """Acts under way are ended and kept; then everything is let go."""
        await cancelled(self._sweeper)
        await cancelled(self._expiry)
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        rooms = tuple(self._rooms.values())
        self._rooms.clear()
        await asyncio.gather(*(room.close() for room in rooms))
        loop = asyncio.get_running_loop()
        # Acts first: one that waits for a stroke gets it, and is kept.
        await loop.run_in_executor(None, self._threads.shutdown)
        self._folding.stop()
        await loop.run_in_executor(None, self.readers.close)
        await loop.run_in_executor(None, self.workers.close)
        self.store.close()

    async def _in_thread(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)


def _breaks(side: Side) -> Literal["first", "second"]:
    return "first" if side is Side.FIRST else "second"

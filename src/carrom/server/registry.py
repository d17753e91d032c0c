"""The live matches of a server: those in use are in memory, the others in the store."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from msgspec import structs

from carrom.errors import CarromError
from carrom.live import messages as wire
from carrom.live.computers import AGAIN, Advice, Decision
from carrom.live.game import GameOwner, Result, TakeSeat
from carrom.live.opening import Beginning, checked_room, open_room
from carrom.live.owner import Job, Leave, Member, Outcome, Owner, Services
from carrom.live.refused import Refused
from carrom.live.settings import UMPIRE
from carrom.live.tokens import Role, new_token, role_of
from carrom.live.umpired import TableViews, UmpiredOwner, UmpireRequest, invite_umpire, open_table
from carrom.server.background import cancel_task, keep_running
from carrom.server.config import Config, host_and_port
from carrom.server.health import Health
from carrom.server.live_match import LiveMatch, current_time
from carrom.server.lru import LruCache
from carrom.server.metrics import COMMIT_QUEUE, DESKS, OWNED, ROOMS, StoreMetrics
from carrom.server.network import Network
from carrom.server.outbox import Outbox, message_bytes
from carrom.server.ownership import Ownership
from carrom.server.rate_limits import Rate, RequestRates
from carrom.server.relay import NodeGate, Relay
from carrom.server.replay.library import Library
from carrom.server.signing import Signer
from carrom.server.umpire.documents import DocumentCache
from carrom.server.workers.fair_queue import FairQueue, QueueFull
from carrom.server.workers.pools import ReadingPool, Workers
from carrom.store import KeptInvitation, KeptMatch, Store
from carrom.store.cluster import NotOwner
from carrom.store.opening import open_store
from carrom.store.records import now
from carrom.store.store import EVERYBODY
from carrom.table.player_questions import Failed

log = logging.getLogger("carrom.server")

THREADS = 20  # for requests that wait for the disk, a simulation or the judge
LOADING = 2  # matches that are loaded from the store at once, beside those of umpires
SWEEP = 30.0  # seconds between two searches for unused matches
EXPIRY = 600.0  # seconds between two searches for expired matches
COLLECTION = 600.0  # seconds between two full collections of garbage, each of which stops everything
FIRST_EXPIRY = 10.0  # seconds after the start, for servers that never run for long
GOING_AWAY = 1001
"""The close code of RFC 6455 for a node that a client should leave: it comes back, to another one or here."""

PAGE = 100  # umpires' tables on a page of the organiser's list
LISTED = 1000  # lines of that list that are cached

T = TypeVar("T")
AnyMatch = LiveMatch[Any]
Game = LiveMatch[GameOwner]
Umpired = LiveMatch[UmpiredOwner]


class Registry:
    """`async with` opens and closes it; closing stores everything."""

    def __init__(self, config: Config, store: Store | None = None, workers: Workers | None = None) -> None:
        self.config = config
        self.network = Network(config)
        self.store = store or open_store(config.store, config.quota, observer=StoreMetrics())
        self.workers = Workers(config.workers, config.limits) if workers is None else workers
        cluster = self.store.cluster
        self.ownership = Ownership(cluster, self.forget)
        secret = "" if cluster is None else cluster.secret.hex()
        self.relay = Relay(secret)
        self.node_gate = NodeGate(secret, host_and_port(config.node)[1])
        self.signer = Signer(config.signing_key, cluster)
        library = Library(self.store, self.workers.simulate, self.signer)
        self.readers = ReadingPool(config, library)
        self._pools = (self.readers, *self.workers.pools)
        self.health = Health(self.store, self._pools)
        self.limits = config.effective_limits
        self.rates = RequestRates(self.limits)
        self.outboxes: dict[Member, Outbox] = {}
        """The outbox of each member."""
        self.relayed: set[Outbox] = set()
        """Those of sockets that are passed on to other nodes."""
        self._services = Services(self.store, config.limits, self.signer, self.workers.simulate, config.hurry)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="carrom-live")
        self._loading = FairQueue(LOADING, config.limits.waiting, "carrom-loads")
        self.documents = DocumentCache(self._threads)
        self._live: dict[str, AnyMatch] = {}
        self._coming: dict[str, asyncio.Task[AnyMatch]] = {}
        self._by_token: dict[str, str] = {}
        self._followers: dict[str, list[Member]] = {}
        """The followers of evicted umpires' tables: they become members of the next owner."""
        self._listed: LruCache[tuple[str, str], TableViews] = LruCache(LISTED)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Registry:
        for pool in self._pools:
            pool.start()
        Thread(target=self.workers.load_simulator, name="carrom-simulator", daemon=True).start()
        await self.ownership.join(self.config.node)
        if self.store.cluster is not None:
            # The reading processes of a shared store cannot make the key.
            await self._in_thread(lambda: self.signer.key)
        OWNED.set_function(lambda: self.live)
        COMMIT_QUEUE.set_function(lambda: self.store.waiting)
        ROOMS.set_function(lambda: len(self._of_kind(GameOwner)))
        DESKS.set_function(lambda: len(self._of_kind(UmpiredOwner)))
        sweep = keep_running("sweep", self.sweep, min(SWEEP, self.config.limits.idle_seconds))
        expiry = keep_running("expiry", self.expire, EXPIRY, first=FIRST_EXPIRY)
        collection = keep_running("collection", self._collect_garbage, COLLECTION)
        work = (sweep, expiry, collection)
        self._tasks = [asyncio.get_running_loop().create_task(each) for each in work]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def live(self) -> int:
        """How many matches are in memory."""
        return len(self._live)

    def _of_kind(self, kind: type[Owner]) -> list[AnyMatch]:
        return [match for match in self._live.values() if isinstance(match.owner, kind)]

    # Games

    async def open(self, new: wire.NewRoom) -> wire.RoomMade:
        """Open a game; refuses one that cannot be played."""
        wanted = checked_room(new)
        if self.config.rosette == "exact":
            wanted = structs.replace(wanted, rosette="exact")
        return await self._in_thread(lambda: open_room(self.store, Beginning.fresh(wanted, now()), now()))

    async def begin(self, beginning: Beginning) -> wire.RoomMade:
        """Open a game that begins with these entries."""
        return await self._in_thread(lambda: open_room(self.store, beginning, now()))

    async def invite(self, room: str, player: str) -> str:
        """A new invitation to a game, besides the unused ones."""
        code = new_token()
        await self._in_thread(lambda: self.store.invite(room, code, player, at=now()))
        return code

    async def invite_to_free(self, room: str, player: str) -> str:
        """A new invitation to a free seat, instead of the unused one."""
        code = new_token()
        if not await self._in_thread(lambda: self.store.invite_to_free(room, code, player, at=now())):
            raise Refused("seat/taken")
        return code

    async def invitation(self, code: str) -> KeptInvitation:
        """An invitation, used or not; refuses an unknown one."""
        found = await self._in_thread(lambda: self.store.invitation(code))
        if found is None:
            raise Refused("invitation/unknown")
        return found

    async def game(self, room: str, asker: str = "") -> Game:
        """A game, loaded if need be."""
        return await self._get(room, self._game, asker)

    async def take_seat(self, wanted: TakeSeat, asker: str = "") -> tuple[KeptInvitation, str]:
        """Exchange an invitation for a seat or the umpire's place; returns it, and who sits there now."""
        invited = await self.invitation(wanted.invitation)
        match = invited.match
        if match.kind != UMPIRE:
            game = await self.game(match.id, asker)
            name: str = await game.ask(wanted)
            if game.idle and self.ownership.shared:
                # The node to which a proxy sends the sockets of this match should own it.
                await self.evict(game)
            return invited, name
        # The owner has to know at once who umpires now.
        await self._in_thread(lambda: self.ownership.pass_on(match.id))
        if await self._in_thread(lambda: self.store.exchange(wanted.invitation, wanted.token)) is None:
            raise Refused("invitation/unknown")
        await self.handed_over(match.id)
        return invited, invited.player

    async def find(self, room: str, token: str, asker: str = "") -> tuple[Game, Role]:
        """The game of a link, loaded if need be, and what the link permits; refuses an unknown link.

        `asker` as in `FairQueue`.
        """
        role = await self._in_thread(lambda: role_of(self.store, room, token))
        return await self.game(room, asker), role

    def _game(self, kept: KeptMatch) -> GameOwner:
        if not kept.settings or kept.kind == UMPIRE:
            raise Refused("room/unknown")
        return GameOwner(self._services, kept, current_time())

    # Umpires' tables

    async def open_umpired(self, place: str, umpired: bool = True) -> wire.DeskMade:
        """Open an umpire's table; not `umpired`: who opens it does not umpire there."""
        return await self._in_thread(lambda: open_table(self.store, place, now(), umpired=umpired))

    async def invite_umpire(self, desk: str) -> wire.Invitation:
        """A new invitation to umpire at a table."""

        def invite() -> wire.Invitation:
            kept = self.store.match(desk)
            if kept is None or kept.kind != UMPIRE:
                raise Refused("desk/unknown")
            return invite_umpire(self.store, desk, now())

        return await self._in_thread(invite)

    async def handed_over(self, desk: str) -> None:
        """Tell a live table that an invitation to umpire was used."""
        if (live := self._open_match(desk)) is not None:
            await live.ask(UmpireRequest.HANDED_OVER)

    async def find_umpired(self, token: str, asker: str = "") -> tuple[Umpired, bool]:
        """The umpire's table of a link, loaded if need be; and whether the link is its umpire's."""
        await self.ownership.until_valid()
        live: Umpired | None = self._open_match(self._by_token.get(token, ""))
        if live is None:
            kept, umpire = await self._in_thread(lambda: self._kept_umpired(token))
            live = await self._get(kept.id, self._umpired, asker, umpire)
            if umpire and not live.owner.is_umpires(token):
                # It was granted after the table was read.
                await live.ask(UmpireRequest.HANDED_OVER)
            self._by_token[token] = kept.id
            live.tokens.add(token)
        live.used = monotonic()
        return live, live.owner.is_umpires(token)

    async def report(self, token: str, asked: wire.DeskAsk, asker: str = "") -> wire.DeskAnswer:
        """Enter what an umpire reports; refuses other links."""
        live, umpire = await self.find_umpired(token, asker)
        if not umpire:
            raise Refused("room/token")
        if not live.reports.allows():
            raise Refused("frame/too-many")
        answer: wire.DeskAnswer = await live.ask(asked)
        return answer

    def _kept_umpired(self, token: str) -> tuple[KeptMatch, bool]:
        found = self.store.by_token(token) if 1 <= len(token) <= 64 else None
        if found is None or found[0].kind != UMPIRE or found[1] not in ("", EVERYBODY):
            raise Refused("desk/unknown")
        return found[0], found[1] == EVERYBODY

    def _umpired(self, kept: KeptMatch) -> UmpiredOwner:
        owner = UmpiredOwner(self._services, kept, current_time())
        # The server may have died between an upheld protest and the table it leads to.
        owner.replay()
        return owner

    async def list_umpired(self, page: int) -> tuple[list[tuple[KeptMatch, TableViews]], bool]:
        """A page of umpires' tables with their views, the last changed first; and whether there are more."""
        skip = PAGE * (page - 1)
        found = await self._in_thread(lambda: self.store.of_kind(UMPIRE, PAGE + 1, skip))
        return [(kept, await self._views_of(kept)) for kept in found[:PAGE]], len(found) > PAGE

    async def _views_of(self, kept: KeptMatch) -> TableViews:
        """The view of a table, which need not be live."""
        live: Umpired | None = self._live.get(kept.id)
        if live is not None:
            return live.owner.published
        key = kept.id, kept.changed
        if key not in self._listed:
            self._listed[key] = await self._in_thread(
                lambda: UmpiredOwner(self._services, kept, current_time()).published
            )
        return self._listed[key]

    # Both

    async def _get(
        self, match: str, build: Callable[[KeptMatch], Owner], asker: str, umpire: bool = False
    ) -> AnyMatch:
        """The live match, loaded if need be. At most one owner per match, so it is loaded once.

        Raises `Elsewhere` if another node is its owner.
        """
        await self.ownership.until_valid()
        if (found := self._open_match(match)) is not None:
            found.used = monotonic()
            return found
        coming = self._coming.get(match)
        if coming is None:
            fetch = self._fetch(match, build, asker, umpire)
            coming = asyncio.get_running_loop().create_task(fetch)
            self._coming[match] = coming
            coming.add_done_callback(lambda _: self._coming.pop(match, None))
        live = await asyncio.shield(coming)
        # It may have been evicted already.
        return await self._get(match, build, asker, umpire) if live.closed else live

    async def _fetch(
        self, match: str, build: Callable[[KeptMatch], Owner], asker: str, umpire: bool
    ) -> AnyMatch:
        def read() -> Owner:
            # First, so that what is read is the last that anybody else has written.
            self.ownership.claim(match)
            kept = self.store.match(match)
            if kept is None:
                raise Refused("room/unknown")
            return build(kept)

        before = self._live.get(match)
        if before is not None:
            await self.evict(before)
        # An umpire does not queue; of all others, only a few load a match at once.
        try:
            owner = await (self._in_thread(read) if umpire else self._loading.run(asker, read))
            while (least := self._least_important(type(owner), umpire)) is not None:
                await self.evict(least)
        except CarromError:
            await self.ownership.release(match)
            raise
        owner.members += self._followers.pop(match, ())
        limits = self.limits
        reports = Rate(limits.reports, limits.reports_seconds)
        lost = partial(self.forget, (match,))
        live: AnyMatch = LiveMatch(owner, self._threads, self._deliver, self._think, reports, lost)
        self._live[match] = live
        return live

    def _least_important(self, kind: type[Owner], umpire: bool) -> AnyMatch | None:
        """The match to evict if there are too many of a kind. Raises `room/full` unless an umpire asks.

        Followers of an evicted table hear of its next entry, since entering it loads the table again.
        """
        limits, live = self.limits, self._of_kind(kind)
        if kind is UmpiredOwner:
            if len(live) < limits.desks:
                return None
            quiet = [each for each in live if not each.busy and (umpire or each.owner.importance < 2)]
            least = min(quiet, key=lambda each: (each.owner.importance, each.used), default=None)
        else:
            if len(live) < limits.rooms and sum(each.owner.seq for each in live) < limits.room_entries:
                return None
            least = min((each for each in live if each.idle), key=lambda each: each.used, default=None)
        if least is None and not umpire:
            raise Refused("room/full")
        return least

    def _deliver(self, outcome: Outcome) -> None:
        """Put messages into the outboxes, each worded once a language and reader."""
        outboxes: dict[Outbox, None] = {}
        for sent in outcome.messages:
            texts: dict[tuple[str, str], bytes] = {}
            for member in sent.to:
                outbox = self.outboxes.get(member)
                if outbox is None:
                    continue
                who = member.lang, member.reader
                if who not in texts:
                    texts[who] = message_bytes(sent.message, *who)
                if isinstance(sent.message, wire.DeskMessage):
                    outbox.show(sent.message.token, texts[who])
                else:
                    outbox.add(texts[who])
                    outboxes[outbox] = None
        for outbox in outboxes:
            outbox.flush_unless_waiting()
        for member in outcome.dropped:
            if (outbox := self.outboxes.get(member)) is not None:
                outbox.drop()

    def drop_connections(self) -> None:
        """Close every connection that has joined; the pages come back to another server."""
        for outbox in set(self.outboxes.values()):
            outbox.drop(GOING_AWAY)

    def leave(self, match: str, member: Member) -> None:
        """Remove a member."""
        self.outboxes.pop(member, None)
        live = self._live.get(match)
        if live is not None and not live.closed:
            live.post(Leave(member))
            return
        left = self._followers.get(match, []) if live is None else live.owner.members
        if member in left:
            left.remove(member)

    def _open_match(self, match: str) -> AnyMatch | None:
        """The match if it is live and takes requests."""
        live = self._live.get(match)
        return None if live is None or live.closed else live

    async def _think(self, job: Job) -> Result:
        """The result of a job. A decision waits for a full queue, so that no stroke is lost by it."""
        while isinstance(job, Decision):
            try:
                return await self.workers.decide(job.asker, job.level, job.question)
            except QueueFull:
                await asyncio.sleep(AGAIN)
            except Failed as failed:
                return failed
            except CarromError as wrong:
                return Failed("refused.sentence", text=wrong.message)
            except Exception:
                # No process could be started. Without a retry the match would wait for ever.
                log.exception("a computer player could not be asked; it is asked again")
                await asyncio.sleep(AGAIN)
        assert isinstance(job, Advice)
        try:
            self.rates.check("hints", job.asker)
            return await self.workers.hint(job.asker, job.view, job.hand, job.request.count, job.lang)
        except CarromError as refused:
            return refused
        except Exception:
            log.exception("a hint could not be looked for")
            return Refused("busy")

    async def sweep(self) -> None:
        """Evict the matches that nobody has used for a while."""
        for live in tuple(self._live.values()):
            unused = monotonic() - live.used >= self.config.limits.idle_seconds
            if live.idle and unused:
                await self.evict(live)
        for match in [match for match, left in self._followers.items() if not left]:
            del self._followers[match]
            if match not in self._live and match not in self._coming:
                await self.ownership.release(match)

    async def _collect_garbage(self) -> None:
        """Collect all that refers to itself: see `GC_THRESHOLDS` in `serving`."""
        gc.collect()

    async def evict(self, live: AnyMatch) -> None:
        """Remove a match from memory after its last requests; until then it refuses others."""
        match = live.owner.kept.id
        await live.close()
        # While it has followers, its next owner has to be here too, to tell them.
        if not live.owner.members or self.ownership.leaving:
            await self.ownership.release(match)
        self._remove(live)
        if live.owner.members:
            self._followers[match] = live.owner.members

    def _remove(self, live: AnyMatch) -> None:
        match = live.owner.kept.id
        if self._live.get(match) is live:
            del self._live[match]
        for token in live.tokens:
            self._by_token.pop(token, None)

    def forget(self, matches: Collection[str]) -> None:
        """Drop matches that other nodes own now. Nothing of them is stored; their members come back there."""
        for match in matches:
            if (coming := self._coming.get(match)) is not None:
                coming.add_done_callback(partial(self._forget_late, match))
            members = self._followers.pop(match, [])
            if (live := self._live.get(match)) is not None:
                live.abandon(NotOwner(match))
                self._remove(live)
                members = [*members, *live.owner.members]
            self._disconnect(members)

    def _forget_late(self, match: str, _: object) -> None:
        """Drop a match that was lost while it was loaded."""
        self.forget((match,))

    def _disconnect(self, members: Collection[Member]) -> None:
        for member in members:
            if (outbox := self.outboxes.get(member)) is not None:
                outbox.finish(GOING_AWAY)

    async def hand_over(self) -> None:
        """Let other nodes own every match, and send its members there. This node claims no more."""
        self.ownership.claim_no_more()
        for task in self._tasks:
            await cancel_task(task)
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        await asyncio.gather(*map(self._hand_over, tuple(self._live.values())))
        for outbox in self.relayed:
            outbox.finish(GOING_AWAY)
        await self.ownership.leave()

    async def _hand_over(self, live: AnyMatch) -> None:
        await self.evict(live)
        self._disconnect(tuple(live.owner.members))

    async def expire(self) -> None:
        """Delete the expired tables and practice that nobody has open."""
        limits = self.config.limits
        umpired = limits.organised_seconds if self.config.wall else limits.never_begun_seconds

        def expire(in_use: set[str]) -> int:
            return self.store.expire(
                datetime.now(UTC),
                never_begun=timedelta(seconds=limits.never_begun_seconds),
                practice=timedelta(seconds=limits.practice_seconds),
                desks=timedelta(seconds=umpired),
                spare=in_use,
            )

        while await self._in_thread(partial(expire, {*self._live, *self._coming, *self._followers})):
            pass

    async def close(self) -> None:
        """End and store what is under way, then close everything."""
        await self.hand_over()
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        await self.documents.close()
        await asyncio.gather(*(live.close() for live in self._live.values()))
        self._live.clear()
        loop = asyncio.get_running_loop()
        # Requests first: one that waits for a simulation gets it, and is stored.
        await loop.run_in_executor(None, self._threads.shutdown)
        self._loading.shutdown(wait=False)
        for pool in self._pools:
            await loop.run_in_executor(None, pool.close)
        self.store.close()

    async def _in_thread(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)

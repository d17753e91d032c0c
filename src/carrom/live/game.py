"""A room: the one owner of a live table. Requests are taken in turn; nothing is told before it is kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from carrom.errors import CarromError, RecordFull, Stale
from carrom.live import messages as wire
from carrom.live import views
from carrom.live.acts import Acting, TableRequest
from carrom.live.computers import Computers
from carrom.live.consent import Bargains
from carrom.live.hints import Hints
from carrom.live.live_table import LiveTable, News
from carrom.live.presence import Presence
from carrom.live.settings import Settings
from carrom.live.timekeeper import Timekeeper
from carrom.live.tokens import Role
from carrom.live.unrecorded import aimed, probed, said
from carrom.server.client import Client
from carrom.server.config import Config
from carrom.server.encoding import encoded
from carrom.server.errors import Refused, refusal, status_of
from carrom.server.frames import error_of
from carrom.server.rates import RequestRates
from carrom.server.signing import Signer
from carrom.server.workers import Workers
from carrom.store import KeptMatch, Store
from carrom.store.kept import now
from carrom.table import Table
from carrom.words import Side

log = logging.getLogger("carrom.server")

REMEMBERED = 300  # answers, for requests that come again
WELCOME_LINES = 60
MISSED_LINES = 200

T = TypeVar("T")
Counted = TableRequest | wire.OfferRequest | wire.SayRequest


@dataclass(frozen=True, slots=True)
class Behind:
    """What a room needs of the house: where matches are kept, who simulates, where acts may wait."""

    store: Store
    workers: Workers
    config: Config
    rates: RequestRates
    threads: Executor
    rematch: Callable[[Room], Awaitable[wire.RoomMade]]
    invite: Callable[[str, str], Awaitable[str]]
    """A new invitation to a room, for a player."""
    signer: Signer


class Room:
    """One live table, those who sit at it and those who look on."""

    def __init__(self, behind: Behind, kept: KeptMatch) -> None:
        """Read a room from the store; blocks, so it is for a thread. `start` makes it live."""
        self.behind = behind
        self.kept = kept
        self.settings = Settings.read(kept.settings)
        most = behind.config.limits.entries
        # In practice anything can be set up: such a match was not played.
        signer = None if self.kind == "practice" else behind.signer
        self.live = LiveTable(behind.store, kept.id, behind.workers, self.settings.seed, most, signer)
        self.closed = False
        self._mail: asyncio.Queue[tuple[Callable[[], Awaitable[None]], asyncio.Future[Any]]] = asyncio.Queue()
        self._waiting: set[asyncio.Future[Any]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._answers: OrderedDict[str, wire.Message] = OrderedDict()

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.presence = Presence(self.persons, self.behind.config.limits.absent_seconds, self.now)
        self.time = Timekeeper(self)
        self.computers = Computers(self)
        self.bargains = Bargains(self)
        self.hints = Hints(self)
        self._owner = self._loop.create_task(self._own())

    @property
    def now(self) -> float:
        return self._loop.time()

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def kind(self) -> wire.RoomKind:
        return self.settings.new.kind

    @property
    def persons(self) -> tuple[str, ...]:
        return self.settings.persons

    @property
    def tosser(self) -> Side:
        return self.live.tosser

    @property
    def started(self) -> bool:
        """An online room waits until everybody has come once."""
        return self.kind != "online" or set(self.persons) <= set(self.settings.joined)

    @property
    def goes_on(self) -> bool:
        """Whether there is room for a further entry; a match that has none left can only be given up."""
        return not self.live.keeper.full

    @property
    def idle_since(self) -> float | None:
        """Since when nobody is here and nothing is under way."""
        busy = self.presence.clients or self._tasks or self._waiting
        return None if busy else self.presence.empty_since

    def opened_by(self, role: Role) -> bool:
        """Whether a link is of the person who opened the table, who invites the others."""
        opener = self.settings.opener
        return (self.persons[0] if opener is None else opener) in role.mine

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something as the owner, after all that was asked before. It is done even if the asker leaves."""
        done: asyncio.Future[T] = self._loop.create_future()

        async def turn() -> None:
            try:
                result = await work()
            except Exception as wrong:
                if not done.done():
                    done.set_exception(wrong)
            except asyncio.CancelledError:
                done.cancel()
                raise
            else:
                if not done.done():
                    done.set_result(result)

        if self.closed:
            raise Refused("busy")
        self._waiting.add(done)
        self._mail.put_nowait((turn, done))
        return await done

    async def _own(self) -> None:
        while True:
            turn, done = await self._mail.get()
            try:
                await turn()
            finally:
                self._waiting.discard(done)

    async def act(self, tag: str | None, do: Callable[[Table], T]) -> tuple[T, list[News]]:
        """One act at the table, whole or not at all, and what there is to tell of it. Only in turn.

        A request to the umpire that has waited for a stroke follows the act that ends the stroke.
        """
        result, news = await self._act(tag, do)
        waited = self.bargains.ask_due()
        if waited is not None:
            try:
                _, more = await self._act(waited.tag, lambda table: table.ask_umpire(waited.by, at=now()))
                news += more
            except Exception:
                # The act itself is kept: it must not look refused.
                log.exception("a request to the umpire that had waited was lost")
        return result, news

    async def _act(self, tag: str | None, do: Callable[[Table], T]) -> tuple[T, list[News]]:
        live = self.live

        def run() -> tuple[T, list[News]]:
            return live.act(tag, do), live.news()

        try:
            return await self.in_thread(run)
        except Exception as wrong:
            if live.unsure or live.told < live.table.seq:
                await self._read_again()
            if isinstance(wrong, Stale):
                raise Refused("table/stale", {"v": self.table.seq}) from wrong
            raise

    async def _read_again(self) -> None:
        """What stands is what the store has: somebody else may have written, or a commit has failed."""
        try:
            await self.in_thread(self.live.read)
            self.publish(await self.in_thread(self.live.news))
            self.look()
        except Exception:
            log.exception("a room could not be read again")
            # Whoever comes back finds it in the store, once that can be read.
            self.closed = True
            for client in tuple(self.presence.clients):
                client.drop()

    async def join(self, client: Client, since: int) -> None:
        """Somebody comes: the table as it stands, and from then on all that happens."""
        await self.in_turn(lambda: self._come(client, since))

    async def _come(self, client: Client, since: int) -> None:
        self._make_room(client)
        await self._keep_clock()
        await self.settle(self.settings.with_joined(client.role.mine))
        if not await self._greet(client, since, comes=True):
            return
        if self._stopped is not None:
            client.send(self._stopped)
        self.tell_presence(but=client)

    async def _greet(self, client: Client, since: int, comes: bool = False) -> bool:
        """Send the table as it stands; False if the client has left. `comes`: it has just joined."""
        last = self.table.seq
        before = max(since, last - MISSED_LINES) if 0 < since <= last else last - WELCOME_LINES
        state, lines, seats = await self.in_thread(
            lambda: (
                self.live.after(),
                views.lines(self.table, max(1, before + 1)),
                self._open_seats(client.role),
            )
        )
        if client.gone:
            return False
        if comes:
            self.presence.come(client)
            self.look()
        client.send(self._welcome(client.role, state, lines, seats))
        return True

    def _make_room(self, client: Client) -> None:
        """Nobody can be kept from their seat: only watchers are refused, and only so many devices stay."""
        limits = self.behind.config.limits
        if not client.role.mine:
            if self.presence.watchers >= limits.connections:
                raise Refused("room/full")
            return
        devices = [each for each in self.presence.clients if each.role.mine == client.role.mine]
        for oldest in devices[: max(0, len(devices) + 1 - limits.devices)]:
            oldest.drop()

    async def settle(self, settings: Settings) -> None:
        """Keep changed settings. Only in turn."""
        if settings != self.settings:
            await self.in_thread(lambda: self.behind.store.settle(self.kept.id, settings.plain()))
            self.settings = settings

    async def _keep_clock(self) -> None:
        """Keep what the clock has counted: used seconds outlive the room in memory."""
        await self.settle(replace(self.settings, clock=self.time.kept))

    async def keep(self, keep: bool) -> None:
        """Keep the match for good, or let it go in its time."""
        await self.in_thread(lambda: self.behind.store.keep(self.kept.id, keep))
        self.kept = replace(self.kept, keep=keep)

    async def seat_taken(self, player: str) -> None:
        """Somebody has used an invitation: the seat is theirs from now on."""

        async def take() -> None:
            await self.settle(self.settings.with_joined((player,)))
            self.look()
            self.tell_presence()

        await self.in_turn(take)

    def leave(self, client: Client) -> None:
        client.gone = True
        self.presence.leave(client, self.now)
        if not self.closed:
            self.look()
            self.tell_presence()
            self.bargains.somebody_left()

    async def hear(self, client: Client, request: wire.AnyRequest) -> None:
        """One request of somebody who has joined; the answer goes to them alone, what it does to all."""
        match request:
            case wire.AimRequest():
                message = aimed(client.role, request, self.table, self.tosser)
                if message is not None:
                    self.tell(message, but=client)
            case wire.ProbeRequest():
                client.send(probed(request, self.table))
            case wire.PingRequest():
                client.send(wire.PongMessage())
            case wire.LanguageRequest(lang):
                client.lang = lang
                await self.in_turn(lambda: self._greet(client, 0))
            case wire.JoinRequest():
                client.send(error_of(Refused("frame/malformed")))
            case wire.HintRequest():
                self.hints.ask(client, request)
            case _:
                await self.in_turn(lambda: self._answer(client, request))

    async def _answer(self, client: Client, request: Counted) -> None:
        """A request that counts. One that was answered before gets the same answer, also after a restart."""
        # No name of a player has the end of a line in it: nobody can make up another's tag.
        tag = f"{''.join(client.role.mine[:1])}\n{client.name}\n{request.id}"
        kept = self.live.keeper.answered.get(tag)
        if tag in self._answers or kept is not None:
            client.send(self._answers.get(tag, wire.AckMessage(request.id, kept.seq if kept else 0)))
            return
        news: list[News] = []
        answer: wire.Message
        try:
            news = await self._done(client, request, tag)
            answer = wire.AckMessage(request.id, self.table.seq)
        except CarromError as refused:
            answer = self._refusal(request, refused)
        except Exception:
            log.exception("a request could not be answered")
            answer = error_of(Refused("busy"), request.id)
        self._answers[tag] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        # Who hears that it was done has been told what it did.
        self.publish(news)
        client.send(answer)

    async def _done(self, client: Client, request: Counted, tag: str) -> list[News]:
        if isinstance(request, wire.SayRequest):
            self.tell(said(client.role, request.key, self.table, self.tosser))
            return []
        if not client.role.mine:
            raise Refused("table/not-yours")
        if isinstance(request, wire.OfferRequest):
            return await self.bargains.hear(client, request, tag)
        if not self.started:
            raise Refused("table/waiting")
        if request.v != self.table.seq:
            raise Refused("table/stale", {"v": self.table.seq})
        acting = self._acting(client.role)
        if acting.asks_on_others_turn(request):
            self.bargains.ask_later(acting.asker, tag)
            return []
        _, news = await self.act(tag, lambda _: acting.do(request))
        return news

    def _acting(self, role: Role) -> Acting:
        practice = self.kind == "practice"
        return Acting(self.table, self.behind.workers, role.mine, self.tosser, practice, self.time.taken)

    def _refusal(self, request: Counted, refused: CarromError) -> wire.ErrorMessage:
        told = refusal(refused)
        if status_of(told.code) >= 500:
            log.warning("%s: %s", refused.code, refused, extra={"cause": refused.code})
        return wire.ErrorMessage(told.code, told.text, request.id, told.args)

    def publish(self, news: list[News]) -> None:
        """Tell everybody what has been kept, and see to what follows from it."""
        if not news:
            return
        played = [each.trace.duration for each in news if each.trace is not None]
        self.time.stroke_shown(played[-1] if played else 0.0)
        self.look()
        timing = self.time.timing
        for each in news:
            if each.trace is None:
                self.tell(wire.EntryMessage(each.after.v, each.line, each.after, timing))
            else:
                self.tell(wire.StrokeMessage(each.after.v, each.line, each.trace, each.after, timing))
        if self._stopped is not None:
            self.tell(self._stopped)
        self.bargains.moved_on()

    @property
    def _stopped(self) -> wire.ErrorMessage | None:
        """What everybody is told of a match that is not over and has no room for a further entry."""
        keeper = self.live.keeper
        if keeper.most is None or self.goes_on or self.table.over:
            return None
        return error_of(RecordFull(keeper.most))

    def look(self) -> None:
        """After anything that has changed: whose clock runs, who must think, and which hint is of no use."""
        self.time.look()
        self.computers.look()
        self.hints.look()

    def tell(self, message: wire.Message, but: Client | None = None) -> None:
        texts: dict[str, str] = {}
        for client in tuple(self.presence.clients):
            if client is not but:
                if client.lang not in texts:
                    texts[client.lang] = encoded(message, client.lang).decode()
                client.send_text(texts[client.lang])

    def tell_presence(self, but: Client | None = None) -> None:
        watchers, timing = self.presence.watchers, self.time.timing
        self.tell(wire.PresenceMessage(self._present, watchers, self.started, timing), but)

    @property
    def _present(self) -> tuple[wire.Here, ...]:
        return self.presence.shown(self.now, claims=self.bargains.may_claim)

    def _welcome(
        self,
        role: Role,
        state: wire.After,
        lines: tuple[wire.Line, ...],
        seats: tuple[wire.OpenSeat, ...],
    ) -> wire.WelcomeMessage:
        table = self.table
        return wire.WelcomeMessage(
            v=table.seq,
            room=self.kept.id,
            kind=self.kind,
            mine=role.mine,
            rulebook=table.book.id,
            clock=float(table.book.match.stroke_seconds) if table.on.clock else None,
            trials=table.on.trials,
            watch=self.kept.watch,
            open_seats=seats,
            kept=self.kept.keep,
            geometry=views.geometry(table.equipment),
            state=state,
            log=lines,
            present=self._present,
            watchers=self.presence.watchers,
            offers=self.bargains.shown,
            thinking=self.computers.thinking,
            timing=self.time.timing,
            started=self.started,
        )

    def _open_seats(self, role: Role) -> tuple[wire.OpenSeat, ...]:
        """The seats that nobody has taken yet, for who opened the room. Blocks."""
        if self.kind != "online" or not self.opened_by(role):
            return ()
        invited = self.behind.store.invited(self.kept.id)
        waiting = (name for name in self.persons if name not in self.settings.joined)
        return tuple(wire.OpenSeat(name, name in invited) for name in waiting)

    def later(self, when: float, what: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_at(when, lambda: None if self.closed else what())

    def do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on by itself; it ends with the room."""

        async def watched() -> None:
            try:
                await work
            except CarromError as refused:
                log.warning("%s: %s", refused.code, refused, extra={"cause": refused.code})
            except Exception:
                log.exception("something in a room went wrong")

        task = self._loop.create_task(watched())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def in_thread(self, what: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self.behind.threads, what)

    async def close(self) -> None:
        """Nobody is told anything any more; what was acknowledged is in the store."""
        self.closed = True
        self.time.stop()
        running = [*self._tasks, self._owner]
        for task in (*running, *self._waiting):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        try:
            await self._keep_clock()
        except CarromError as failed:
            log.warning("the clock of a room could not be kept: %s", failed)

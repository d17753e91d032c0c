"""One umpire's table in memory: its owner takes its requests in turn, and tells those who follow it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from time import monotonic
from typing import TypeVar

from carrom.live import messages as wire
from carrom.live.umpired import LiveDesk, Shown
from carrom.record import Record
from carrom.server.config import Limits
from carrom.server.encoding import encoded
from carrom.server.errors import Refused
from carrom.server.follower import Follower
from carrom.server.rates import Rate

T = TypeVar("T")


class Desk:
    """The owner of one live desk. Those who follow it stay when it is put away, for its next owner."""

    def __init__(
        self, live: LiveDesk, limits: Limits, threads: Executor, followers: set[tuple[Follower, str]]
    ) -> None:
        self.live = live
        self.used = monotonic()
        self._limits = limits
        self._threads = threads
        self._reports = Rate(limits.reports, limits.reports_seconds)
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[object]] = set()
        self._followers = followers
        self.told = live.shown
        self.tokens: set[str] = set()
        """Tokens that were looked up and lead here."""
        self.closed = False

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return bool(self._under_way)

    @property
    def idle(self) -> bool:
        """Whether nobody follows and nothing is under way."""
        return not (self._followers or self._under_way)

    @property
    def needed(self) -> int:
        """How ill it could be spared: what was never begun is read again at once, an umpire may wait."""
        if not self.told.v or not self._followers:
            return 0
        return 2 if any(self.live.is_umpires(token) for _, token in self._followers) else 1

    async def ask(self, asked: wire.DeskAsk, lang: str = "en") -> wire.DeskAnswer:
        """One request of the umpire. One that came before gets its answer again, also after a restart."""
        if not self._reports.allows():
            raise Refused("frame/too-many")

        def act() -> wire.DeskAnswer:
            v = self.live.act(asked)
            # A protest that is upheld brings the next match with it.
            self.live.replay()
            return wire.DeskAnswer(v, self.live.shown.whole(lang))

        return await self.in_turn(act)

    async def next(self) -> wire.DeskMade:
        """The table that comes after this one at the same place."""
        return await self.look(LiveDesk.next_table)

    async def handed_over(self) -> None:
        """Somebody else umpires from now on; who did before is shown what a watcher is."""
        await self.look(LiveDesk.read_umpires)
        self._show_all(self.told)

    def standing(self) -> Record:
        """The record as it was told last. It is read beside the turn: no entry that was told ever changes."""
        v, record = self.told.v, self.live.keeper.record
        return Record(record.entries[:v], record.states[:v])

    async def look(self, read: Callable[[LiveDesk], T]) -> T:
        """Something that is read where the desk stands."""
        return await self.in_turn(lambda: read(self.live))

    async def follow(self, follower: Follower, token: str) -> None:
        """From now on somebody is told of every entry; and first, how it stands."""
        if len(self._followers) >= self._limits.followers and not self.live.is_umpires(token):
            raise Refused("room/full")
        self._followers.add((follower, token))
        if self.live.is_umpires(token):
            try:
                # The umpire is shown what the store has, also after it failed.
                await self.look(lambda live: live.shown)
            except BaseException:
                self.leave(follower, token)
                raise
        # Not what was looked at: more may have been told since.
        follower.show(token, self._message(token, self.told, follower.lang))

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
        self._show_all(shown)

    def _show_all(self, shown: Shown) -> None:
        for follower, token in tuple(self._followers):
            follower.show(token, self._message(token, shown, follower.lang))

    def _message(self, token: str, shown: Shown, lang: str) -> str:
        view = shown.whole(lang) if self.live.is_umpires(token) else shown.brief(lang)
        return encoded(wire.DeskMessage(token, shown.v, view), lang).decode()

    async def close(self) -> None:
        """What is under way is ended and kept."""
        self.closed = True
        await asyncio.gather(*self._under_way, return_exceptions=True)

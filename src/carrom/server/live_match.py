"""A live match in this process: hands requests to its owner in turn, and delivers the outcomes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, Generic, TypeVar

from carrom.errors import CarromError
from carrom.live.game import JobResult
from carrom.live.owner import Close, Job, Now, Outcome, Owner, Tick
from carrom.live.refused import Refused
from carrom.server.rate_limits import Rate
from carrom.server.sharing import share_thread
from carrom.store.cluster import NotOwner
from carrom.store.records import now as time_now

log = logging.getLogger("carrom.server")

AnyOwner = TypeVar("AnyOwner", bound=Owner)
Done = asyncio.Future[Any]


def current_time() -> Now:
    """The time now. The steady clock is that of the event loop."""
    return Now(monotonic(), time_now())


@dataclass(eq=False)
class LiveMatch(Generic[AnyOwner]):
    """An owner, its queue, its timer and the jobs it waits for.

    Requests are handled on the event loop's thread, those that block in one of `threads`. `think` does a job,
    `reports` limits an umpire. `on_lost` is called when another node turns out to own the match. `tokens` are
    those of this match that were looked up, `used` is when it was last used.
    """

    owner: AnyOwner
    threads: Executor
    deliver: Callable[[Outcome], None]
    think: Callable[[Job], Awaitable[Any]]
    reports: Rate
    on_lost: Callable[[], object]
    used: float = field(default_factory=monotonic)
    tokens: set[str] = field(default_factory=set)
    _queue: list[tuple[object, Done]] = field(default_factory=list)  # of few: a deque takes more memory
    _handling: bool = False
    _jobs: dict[Job, asyncio.Task[None]] = field(default_factory=dict)
    _timer: asyncio.TimerHandle | None = None
    _wake_at: float | None = None
    _closing: asyncio.Future[None] | None = None

    @property
    def closed(self) -> bool:
        """Whether it refuses requests."""
        return self._closing is not None

    @property
    def busy(self) -> bool:
        """Whether requests or jobs are under way."""
        return self._handling or bool(self._jobs)

    @property
    def idle(self) -> bool:
        """Whether it has no members and nothing is under way."""
        return not (self.owner.members or self.busy)

    async def ask(self, request: object) -> Any:
        """Handle a request after those before it, even if the asker leaves."""
        return await asyncio.shield(self.begin(request))

    def begin(self, request: object) -> Done:
        """The same, begun at once: what is returned may have ended already, and must not be cancelled."""
        if self.closed:
            raise Refused("busy")
        return self._put(request)

    def post(self, request: object) -> None:
        """The same without waiting for the answer."""
        if not self.closed:
            self._put(request).add_done_callback(_log_refused)

    def _put(self, request: object) -> Done:
        done: Done = asyncio.get_running_loop().create_future()
        # Nobody may be left to look at the exception.
        done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        self._queue.append((request, done))
        self._handle_queue()
        return done

    def _handle_queue(self) -> None:
        """Handle requests one after the other, until one has to wait."""
        while self._queue and not self._handling:
            request, done = self._queue.pop(0)
            handle = partial(self.owner.handle, request, current_time())
            self._handling = True
            outcome = self.threads.submit(handle) if self.owner.blocks(request) else share_thread(handle)
            if outcome.done():
                self._handled(done, outcome)
            else:
                self._go_on_after(done, outcome)

    def _go_on_after(self, done: Done, outcome: Future[Outcome]) -> None:
        loop = asyncio.get_running_loop()
        outcome.add_done_callback(lambda ended: loop.call_soon_threadsafe(self._go_on, done, ended))

    def _go_on(self, done: Done, outcome: Future[Outcome]) -> None:
        self._handled(done, outcome)
        self._handle_queue()

    def _handled(self, done: Done, outcome: Future[Outcome]) -> None:
        self._handling = False
        try:
            self._finish(done, outcome.result())
        except Exception as wrong:
            log.exception("a request could not be handled")
            if not done.done():
                done.set_exception(wrong)

    def _finish(self, done: Done, outcome: Outcome) -> None:
        self.used = monotonic()
        if isinstance(outcome.refused, NotOwner):
            # Nobody is told: who asked comes back, and asks the owner the same again.
            self.on_lost()
        else:
            self.deliver(outcome)
        if not self.closed:
            self._manage_jobs(outcome.jobs)
            self._wake(outcome.wake_at)
        if done.done():
            return
        if outcome.refused is not None:
            done.set_exception(outcome.refused)
        else:
            done.set_result(outcome.answer)

    def _manage_jobs(self, jobs: tuple[Job, ...]) -> None:
        """Start new jobs, and cancel those that are not wanted any more."""
        for job in [job for job in self._jobs if job not in jobs]:
            self._jobs.pop(job).cancel()
        for job in jobs:
            if job not in self._jobs:
                self._jobs[job] = asyncio.get_running_loop().create_task(self._thought(job))

    async def _thought(self, job: Job) -> None:
        result = await self.think(job)
        # After the end of this task, which is cancelled as soon as the result is handled.
        asyncio.get_running_loop().call_soon(self.post, JobResult(job, result))

    def _wake(self, at: float | None) -> None:
        if at == self._wake_at:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._wake_at, self._timer = at, None
        if at is not None:
            self._timer = asyncio.get_running_loop().call_at(at, self._tick)

    def _tick(self) -> None:
        self._wake_at = self._timer = None
        self.post(Tick())

    async def close(self) -> None:
        """Finish and store what is under way. A second call waits for the same end."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())
        await asyncio.shield(self._closing)

    def abandon(self, why: Exception) -> None:
        """End at once and store nothing. Requests that wait are refused."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_future()
            self._closing.set_result(None)
            self._manage_jobs(())
            self._wake(None)
        for _, done in self._queue:
            if not done.done():
                done.set_exception(why)
        self._queue.clear()

    async def _close(self) -> None:
        self._manage_jobs(())
        self._wake(None)
        try:
            await asyncio.shield(self._put(Close()))
        except CarromError as failed:
            log.warning("the clock of a match could not be kept: %s", failed)


def _log_refused(done: Done) -> None:
    wrong = None if done.cancelled() else done.exception()
    if isinstance(wrong, CarromError):
        log.warning("%s: %s", wrong.code, wrong, extra={"cause": wrong.code})
    elif wrong is not None:
        log.error("something in a live match went wrong", exc_info=wrong)

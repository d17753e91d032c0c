"""The server's worker processes: some think for computer players, some read.

So a stroke, which this process simulates, never waits for a computer player or a reader. Thinking and reading
are shared fairly among the addresses that ask.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from carrom.equipment import Equipment
from carrom.live.messages import HintNow
from carrom.physics import Trace, simulate, warm_up
from carrom.players.noise import Noise
from carrom.players.view import View
from carrom.process_pool import ProcessPool, WorkerLost
from carrom.server.config import Config, Limits
from carrom.server.replay.library import Library, call_library, open_library
from carrom.server.workers import tasks
from carrom.server.workers.fair_queue import FairQueue
from carrom.stroke import Aim, Layout
from carrom.table.player_questions import Answer, Question
from carrom.waiting import wait

P = ParamSpec("P")
T = TypeVar("T")

LIMITS = Limits()
THINKING_NICE = 7
READING_NICE = 10
READING_PROCESSES = 2
"""At most: while one reads a long match, the other is free."""


class WorkerPool(ProcessPool):
    """Processes of one kind behind a fair queue; `seconds` is how long one call may take."""

    def __init__(
        self,
        kind: str,
        count: int,
        prepare: Callable[[], None],
        seconds: float,
        waiting: int,
        places: int = 1,
    ) -> None:
        """`waiting` as in `FairQueue`; `places` is how many calls run at once without processes."""
        super().__init__(count, prepare)
        self.kind = kind
        self._seconds = seconds
        # As many places as processes, so that a call that waits can still be cancelled.
        self._queue = FairQueue(count or places, waiting, f"carrom-{kind}")

    @property
    def queued(self) -> int:
        """How many calls wait."""
        return self._queue.waiting + self.waiting

    def call(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `what` in the next free process. Blocks."""
        return self.ask(self._seconds, what, *args, **kwargs)

    async def run(self, asker: str, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `what` in a process when it is the asker's turn."""
        return await self._queue.run(asker, partial(self.call, what, *args, **kwargs))

    def close(self) -> None:
        self._queue.shutdown(wait=False)
        super().close()
        self._queue.shutdown(wait=True)


class Workers:
    """Strokes are simulated in this process; `count` processes think, and with none this one does."""

    def __init__(self, count: int, limits: Limits = LIMITS) -> None:
        load, seconds = partial(tasks.load_players, THINKING_NICE), limits.decision_seconds
        self._thinking = WorkerPool("thinking", count, load, seconds, limits.waiting)
        self.pools = (self._thinking,)
        self._simulator: Future[None] = Future()
        """Is done once the compiled simulator is loaded."""

    def load_simulator(self) -> None:
        """Load the compiled simulator. Blocks.

        The first start after an installation compiles it. That is left to a process that thinks, since it
        would hold the interpreter lock for half a minute.
        """
        # A process that cannot be started is logged by its pool.
        with suppress(WorkerLost):
            self._thinking.call(os.getpid)
        try:
            warm_up()
        finally:
            # If it could not be loaded, each stroke says why.
            self._simulator.set_result(None)

    def simulate(self, layout: Layout, aim: Aim, equipment: Equipment, between_lines: bool) -> Trace:
        """Simulate a stroke, which takes less time than to ask another process. Waits for the simulator."""
        wait(self._simulator)
        return simulate(layout, aim, equipment, between_lines=between_lines)

    async def decide(self, asker: str, level: str, question: Question) -> Answer:
        """The answer of a computer player; raises `Failed` if it has none."""
        return await self._thinking.run(asker, tasks.decide, level, question)

    async def hint(self, asker: str, view: View, hand: Noise, count: int, lang: str) -> tuple[HintNow, ...]:
        """Good strokes for a hand, explained."""
        return await self._thinking.run(asker, tasks.find_hints, view, hand, count, lang)


class ReadingPool(WorkerPool):
    """Processes that read matches and laws, each from a `Library` of its own."""

    def __init__(self, config: Config, library: Library) -> None:
        """The processes read the store themselves; without any, `library` is read."""
        count, limits = min(config.workers, READING_PROCESSES), config.limits
        prepare = partial(open_library, config.store, config.signing_key, READING_NICE)
        super().__init__("reading", count, prepare, limits.reading_seconds, limits.waiting, READING_PROCESSES)
        self._library = library

    async def read(
        self, asker: str, what: Callable[Concatenate[Library, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a method of `Library`."""
        if not self.count:
            return await self.run(asker, what, self._library, *args, **kwargs)
        answer: T = await self.run(asker, call_library, what, args)
        return answer

"""The server's worker processes: one simulates strokes, some think for computer players, some read.

So a stroke never waits for a computer player or a reader. Thinking and reading are shared fairly among the
addresses that ask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from carrom.equipment import Equipment
from carrom.live.messages import HintNow
from carrom.physics import Trace
from carrom.players.view import View
from carrom.process_pool import ProcessPool
from carrom.server.config import Limits
from carrom.server.replay.library import Library, call_library, open_library
from carrom.server.workers import tasks
from carrom.server.workers.fair_queue import FairQueue
from carrom.stroke import Aim, Layout
from carrom.table.player_questions import Answer, Question

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
    """One process that simulates and `count` that think; with none, all runs in this process."""

    def __init__(self, count: int, limits: Limits = LIMITS) -> None:
        load, waiting = tasks.load_players, limits.waiting
        self._simulating = WorkerPool("simulating", min(count, 1), load, limits.stroke_seconds, waiting)
        load_politely, seconds = partial(load, THINKING_NICE), limits.decision_seconds
        self._thinking = WorkerPool("thinking", count, load_politely, seconds, waiting)
        self.pools = (self._simulating, self._thinking)

    def simulate(self, layout: Layout, aim: Aim, equipment: Equipment, between_lines: bool) -> Trace:
        """Simulate a stroke. Blocks."""
        return self._simulating.call(tasks.simulate_stroke, layout, aim, equipment, between_lines)

    async def decide(self, asker: str, level: str, question: Question) -> Answer:
        """The answer of a computer player; raises `Failed` if it has none."""
        return await self._thinking.run(asker, tasks.decide, level, question)

    async def hint(self, asker: str, view: View, count: int, lang: str) -> tuple[HintNow, ...]:
        """Good strokes, explained."""
        return await self._thinking.run(asker, tasks.find_hints, view, count, lang)


class ReadingPool(WorkerPool):
    """Processes that read matches and laws, each from a `Library` of its own."""

    def __init__(self, workers: int, store: Path, library: Library, limits: Limits) -> None:
        """`workers` as in `Config`. The processes read the file `store`; without any, `library` is read."""
        count, prepare = min(workers, READING_PROCESSES), partial(open_library, store, READING_NICE)
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

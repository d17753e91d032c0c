"""Who does the heavy work for the rooms: one process plays strokes out, others think for computer players.

So a person's stroke never waits for somebody's thoughts. Those who think are shared fairly among the
addresses that ask (`fair_queue`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from carrom.equipment import Equipment
from carrom.live.messages import HintNow
from carrom.physics import Trace
from carrom.players.view import View
from carrom.process_pool import ProcessPool
from carrom.server.config import Limits
from carrom.server.health import Watched
from carrom.server.workers import thinking
from carrom.server.workers.fair_queue import FairQueue
from carrom.stroke import Aim, Layout
from carrom.table.questions import Answer, Question

P = ParamSpec("P")
T = TypeVar("T")

LIMITS = Limits()
THINKING_NICE = 7
"""A stroke does not wait for somebody's thoughts, not even for the processor."""


class Workers:
    """One simulating process and `count` thinking ones; with none, everything is done in this process."""

    def __init__(self, count: int, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._playing = ProcessPool(1, thinking.load_players) if count else None
        self._thinking = ProcessPool(count, partial(thinking.load_players, THINKING_NICE)) if count else None
        # As many places as thinkers: what waits its turn waits here, where it can still be called off.
        self._queue = FairQueue(max(1, count), limits.waiting, "carrom-thinks")

    def start(self) -> None:
        """Start the processes; whoever asks for one before it is warm waits."""
        for pool in (self._playing, self._thinking):
            if pool is not None:
                pool.start()

    @property
    def watched(self) -> tuple[Watched, ...]:
        """The processes, to be checked and counted."""
        if self._playing is None or self._thinking is None:
            return ()
        playing, thinking_ = self._playing, self._thinking
        return (
            Watched("simulating", playing, lambda: playing.waiting),
            Watched("thinking", thinking_, lambda: self._queue.waiting),
        )

    @property
    def warm(self) -> bool:
        """Whether a stroke would be played at once."""
        return self._playing is None or self._playing.warm

    def simulate(self, layout: Layout, aim: Aim, equipment: Equipment, between_lines: bool) -> Trace:
        """A stroke. Blocks: for threads that may wait."""
        return self._played(thinking.played, layout, aim, equipment, between_lines)

    async def decide(self, asker: str, level: str, question: Question) -> Answer:
        """The answer of a computer player; `Failed` if it has none. `asker` is for whom it thinks."""
        return await self._thought(asker, thinking.decided, level, question)

    async def hint(self, asker: str, view: View, count: int, lang: str) -> tuple[HintNow, ...]:
        """Good strokes, explained."""
        return await self._thought(asker, thinking.hinted, view, count, lang)

    def _played(self, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._playing is None:
            return what(*args, **kwargs)
        return self._playing.ask(self._limits.stroke_seconds, what, *args, **kwargs)

    async def _thought(self, asker: str, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        pool, seconds = self._thinking, self._limits.decision_seconds

        def think() -> T:
            return what(*args, **kwargs) if pool is None else pool.ask(seconds, what, *args, **kwargs)

        return await self._queue.run(asker, think)

    def close(self) -> None:
        self._queue.stop()
        for pool in (self._playing, self._thinking):
            if pool is not None:
                pool.close()
        self._queue.join()

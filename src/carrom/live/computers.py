"""The computer players of a room: asked while a person is there, and dropped when the match has moved on."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from carrom.errors import CarromError
from carrom.live.messages import AimMessage, ThinkingMessage
from carrom.live.seats import computer_asked
from carrom.server.fair_queue import QueueFull
from carrom.store.kept import now
from carrom.stroke import Aim
from carrom.table import Failure
from carrom.table.questions import Answer, Failed, Question
from carrom.table.runner import Runner, Steps

if TYPE_CHECKING:
    from carrom.live.game import Room

AIMING = 0.8  # seconds in which its aim is shown before it strikes
AGAIN = 2.0  # seconds after which one is asked again whose act failed, or who found the queue full

log = logging.getLogger("carrom.server")


class Computers:
    """One decision at a time. Only the decision is taken elsewhere; what it leads to is done in turn."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None
        self._at = 0
        self.thinking = ""
        """Who thinks just now; nobody: an empty name."""

    @property
    def _asked(self) -> bool:
        room = self._room
        return (
            room.started
            and room.goes_on
            and room.presence.anybody
            and computer_asked(room.table.asks, room.table.match, room.tosser, room.settings.levels)
        )

    def look(self) -> None:
        """Whether one must think now; what one thought about before the last entry is of no use any more."""
        asked = self._asked
        if self._task is not None and (not asked or self._at != self._room.table.seq):
            self._task.cancel()
            self._task = None
            self._think("")
        if asked and self._task is None:
            self._at = self._room.table.seq
            self._task = self._room.do(self._play(self._at))

    def _think(self, name: str) -> None:
        if name != self.thinking:
            self.thinking = name
            self._room.tell(ThinkingMessage(name))

    async def _play(self, at: int) -> None:
        try:
            await self._act(at)
        except Exception:
            # The store failed, or we did: the match must not wait for ever.
            self._task = None
            self._think("")
            self._room.later(self._room.now + AGAIN, self.look)
            raise

    async def _act(self, at: int) -> None:
        room = self._room
        runner = Runner(room.table, room.settings.chairs, room.settings.seed, _refused, now)
        steps = runner.acts(room.table.asks)
        question = await room.in_turn(partial(self._go_on, at, steps, None))
        while question is not None:
            self._think(question.player)
            answer = await self._answer(question)
            await asyncio.sleep(max(0.0, room.time.shown_at - room.now))
            await self._show(question.player, answer)
            question = await room.in_turn(partial(self._go_on, at, steps, answer))
        for failure in runner.failures:
            log.warning("a computer player failed: %s", failure.why)

    async def _show(self, player: str, answer: Answer | Failed) -> None:
        """Let everybody see where a computer player aims, as they would see it of a person."""
        room = self._room
        if not isinstance(answer, Aim) or room.behind.config.hurry:
            return
        power = min(answer.speed / room.table.equipment.pace.full_force, 1.0)
        room.tell(AimMessage(player, answer.x, answer.angle, power))
        await asyncio.sleep(AIMING)

    async def _answer(self, question: Question) -> Answer | Failed:
        """The player's answer. While the queue is full it is asked again: no stroke is lost for it."""
        level = self._room.settings.levels[question.player]
        while True:
            try:
                return await self._room.behind.workers.decide(self._room.presence.asker, level, question)
            except QueueFull:
                await asyncio.sleep(AGAIN)
            except Failed as failed:
                return failed
            except CarromError as wrong:
                return Failed(str(wrong))

    async def _go_on(self, at: int, steps: Steps[bool], answer: Answer | Failed | None) -> Question | None:
        """Do what follows from an answer, up to the next question; nothing, if the match has moved on."""
        room = self._room
        if room.table.seq != at or not self._asked:
            steps.close()
            return None
        question, news = await room.act(None, lambda _: _step(steps, answer))
        if news:
            # What is told now is this very act: nothing is to be called off for it.
            self._task = None
            self._think("")
            room.publish(news)
        return question


def _step(steps: Steps[bool], answer: Answer | Failed | None) -> Question | None:
    try:
        if answer is None:
            return next(steps)
        return steps.throw(answer) if isinstance(answer, Failed) else steps.send(answer)
    except StopIteration:
        return None


def _refused(failure: Failure) -> None:
    log.info("a computer player was refused: %s", failure.why)

"""Decisions of computer players and hints for persons: each is thought out elsewhere, as a job."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from carrom.live.messages import HintRequest, Lang
from carrom.live.owner import Job, Member
from carrom.live.settings import Settings
from carrom.players.noise import Noise
from carrom.players.view import View
from carrom.stroke import Aim
from carrom.table import Failure, Table
from carrom.table.player_questions import Answer, Failed, Question
from carrom.table.runner import Runner

AIMING = 0.8  # seconds for which an aim is shown before the stroke
AGAIN = 2.0  # seconds until an act is tried again that could not be stored

log = logging.getLogger("carrom.live")


@dataclass(frozen=True, eq=False, slots=True)
class Decision(Job):
    """The answer of a computer player of a level to a question."""

    level: str
    question: Question


class ComputerTurn:
    """One act of a computer player. Its decisions are made elsewhere; `go_on` enters what they lead to.

    `at` is the entry at which it began: a later entry makes the act useless.
    `due` is when it goes on; None while it waits for a decision.
    """

    def __init__(self, table: Table, settings: Settings, due: float) -> None:
        self.at = table.seq
        self.due: float | None = due
        self.job: Decision | None = None
        self._levels = settings.levels
        self._time = ""
        self._runner = Runner(table, settings.chairs, settings.seed, _refused, lambda: self._time)
        self._steps = self._runner.acts(table.asks)
        self._answer: Answer | Failed | None = None
        self._shown = True

    @property
    def jobs(self) -> tuple[Decision, ...]:
        """The decision that is awaited."""
        return () if self.job is None or self.due is not None else (self.job,)

    @property
    def thinking(self) -> str:
        """The player who is thinking; empty if nobody is."""
        return "" if self.job is None else self.job.question.player

    def decided(self, answer: Answer | Failed, due: float, show: bool) -> None:
        """Take the decision; the act goes on when it is `due`. `show`: an aim is shown before that."""
        self._answer, self.due = answer, due
        self._shown = not show

    def need_not_wait(self, now: float) -> None:
        """Go on now with what was decided: the last stroke has been seen."""
        if self.due is not None and not self._shown:
            self.due = min(self.due, now)

    def aim_to_show(self, now: float) -> Aim | None:
        """The aim to show to everybody now, like a person's; the act goes on later."""
        if self._shown or not isinstance(self._answer, Aim):
            return None
        self._shown, self.due = True, now + AIMING
        return self._answer

    def go_on(self, at: str, asker: str) -> bool:
        """Do what follows from the last answer, up to the next question. False if there is none."""
        self._time, self.due = at, None
        try:
            if self._answer is None:
                question = next(self._steps)
            elif isinstance(self._answer, Failed):
                question = self._steps.throw(self._answer)
            else:
                question = self._steps.send(self._answer)
        except StopIteration:
            for failure in self._runner.failures:
                log.warning("a computer player failed: %s", failure.why)
            return False
        self.job = Decision(asker, self._levels[question.player], question)
        return True


def _refused(failure: Failure) -> None:
    log.info("a computer player was refused: %s", failure.why)


@dataclass(frozen=True, eq=False, slots=True)
class Advice(Job):
    """A hint that a member has asked for by `request`: good strokes for a hand, explained in `lang`."""

    view: View
    hand: Noise
    lang: Lang
    member: Member
    request: HintRequest

"""Decisions of computer players and hints for persons: each is thought out elsewhere, as a job."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from carrom.live.messages import HintRequest, Lang
from carrom.live.owner import Job, Member
from carrom.live.refused import Refused
from carrom.live.settings import Settings
from carrom.players.view import View
from carrom.stroke import Aim
from carrom.table import Failure, Table
from carrom.table.player_questions import Answer, Failed, Question
from carrom.table.runner import Runner

AIMING = 0.8  # seconds in which its aim is shown before it strikes
AGAIN = 2.0  # seconds after which one acts again whose act could not be kept

log = logging.getLogger("carrom.live")


@dataclass(frozen=True, eq=False, slots=True)
class Decision(Job):
    """What a computer player of a level answers to a question."""

    level: str
    question: Question


class ComputerTurn:
    """Only the decisions are taken elsewhere; what they lead to is entered by whoever calls `go_on`.

    `at` is the entry at which it began: once there is another, the act is of no use.
    `due` is when it goes on; None while a decision is awaited.
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
        """Who thinks just now; nobody: an empty name."""
        return "" if self.job is None else self.job.question.player

    def decided(self, answer: Answer | Failed, due: float, show: bool) -> None:
        """The decision is there; the act goes on when it is `due`. `show`: an aim is shown before that."""
        self._answer, self.due = answer, due
        self._shown = not show

    def aim_to_show(self, now: float) -> Aim | None:
        """An aim that everybody is to see now, as they would see it of a person; the act goes on later."""
        if self._shown or not isinstance(self._answer, Aim):
            return None
        self._shown, self.due = True, now + AIMING
        return self._answer

    def go_on(self, at: str, asker: str) -> bool:
        """Do what follows from the last answer, up to the next question; whether there is one."""
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
    """Good strokes, explained in the asker's language."""

    view: View
    count: int
    lang: Lang


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that somebody has asked for."""

    member: Member
    request: HintRequest
    job: Advice


class Hints:
    """The hints that are being looked for, one at a time for a link: each is seconds of thought."""

    def __init__(self) -> None:
        self._open: dict[str, Hint] = {}

    @property
    def jobs(self) -> tuple[Advice, ...]:
        return tuple(hint.job for hint in self._open.values())

    def refuse_second(self, member: Member) -> None:
        if member.role.token in self._open:
            raise Refused("busy")

    def add(self, hint: Hint) -> None:
        self._open[hint.member.role.token] = hint

    def done(self, job: Job) -> Hint | None:
        """The hint of a job that has ended, if it is still wanted."""
        found = next((hint for hint in self._open.values() if hint.job is job), None)
        if found is not None:
            del self._open[found.member.role.token]
        return found

    def drop_stale(self, members: list[Member], seq: int) -> list[Hint]:
        """Drop those that nobody needs any more: the asker has left, or the table has moved on."""
        stale = [hint for hint in self._open.values() if hint.member not in members or hint.request.v != seq]
        for hint in stale:
            del self._open[hint.member.role.token]
        return stale

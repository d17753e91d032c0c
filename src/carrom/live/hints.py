"""Hints: what a good player would play, found elsewhere while the match goes on."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.live.messages import HintRequest, Lang
from carrom.live.owner import Job, Member
from carrom.live.refused import Refused
from carrom.players.view import View

HERE = ("computer", "practice")


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

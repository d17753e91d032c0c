"""A protest, from spoken to decided, and the time limit for writing it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from carrom.errors import NotNow
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Protest:
    """A protest, spoken in `entry`, against the call of entry `about`; it cannot be withdrawn (4.3).

    `board` counts the boards of the match up to that call's, void ones included. The time to write the
    protest runs from `board_ended_at`; a protest that was not written in time has `lapsed`.
    """

    entry: int
    side: Side
    about: int
    board: int
    spoken_at: str | None = None
    board_ended_at: str | None = None
    written: str | None = None
    paragraph: str | None = None
    written_at: str | None = None
    upheld: bool | None = None
    reason: str = ""
    decided_at: str | None = None
    lapsed: bool = False

    @property
    def open(self) -> bool:
        return self.upheld is None and not self.lapsed

    def updated(self, ended_at: str | None, now: datetime | None, minutes: int) -> Protest:
        """The protest with the current end of its board (`None` if it runs) and whether it has lapsed."""
        timed = self if ended_at == self.board_ended_at else replace(self, board_ended_at=ended_at)
        lapsed = self.written is None and timed.is_late(now, minutes)
        return timed if lapsed is self.lapsed else replace(timed, lapsed=lapsed)

    def is_late(self, now: datetime | None, minutes: int) -> bool:
        limit = self.limit(minutes)
        return limit is not None and now is not None and now > limit

    def limit(self, minutes: int) -> datetime | None:
        """The time until which it can be written: `minutes` after the end of its board."""
        if self.board_ended_at is None:
            return None
        return datetime.fromisoformat(self.board_ended_at) + timedelta(minutes=minutes)

    def refuse_late(self, now: datetime | None, minutes: int) -> None:
        limit = self.limit(minutes)
        if limit is not None and self.is_late(now, minutes):
            raise NotNow("refused.protest.late", limit=limit.isoformat(timespec="minutes"))

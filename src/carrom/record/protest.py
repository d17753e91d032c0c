"""A protest from spoken to decided, and the time in which it must be written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from carrom.errors import NotNow
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Protest:
    """Once spoken it cannot be withdrawn (4.3).

    `board` numbers the board of the call `about` within the match. `board_ended_at` is when that board ended:
    from then it must be written in time, and has `lapsed` where it was not.
    """

    side: Side
    about: int
    board: int
    board_ended_at: str | None = None
    written: str | None = None
    paragraph: str | None = None
    upheld: bool | None = None
    lapsed: bool = False

    @property
    def open(self) -> bool:
        return self.upheld is None and not self.lapsed

    def updated(self, ended_at: str | None, now: datetime | None, minutes: int) -> Protest:
        """The protest with the end of its board as that stands now; a board that runs again has none."""
        if self.upheld is not None:
            return self
        timed = self if ended_at == self.board_ended_at else replace(self, board_ended_at=ended_at)
        lapsed = self.written is None and timed.is_late(now, minutes)
        return timed if lapsed is self.lapsed else replace(timed, lapsed=lapsed)

    def is_late(self, now: datetime | None, minutes: int) -> bool:
        limit = self.limit(minutes)
        return limit is not None and now is not None and now > limit

    def limit(self, minutes: int) -> datetime | None:
        """Until when it can be written: so many minutes after the end of its board."""
        if self.board_ended_at is None:
            return None
        return datetime.fromisoformat(self.board_ended_at) + timedelta(minutes=minutes)

    def refuse_late(self, now: datetime | None, minutes: int) -> None:
        limit = self.limit(minutes)
        if limit is not None and self.is_late(now, minutes):
            raise NotNow("refused.protest.late", limit=limit.isoformat(timespec="minutes"))

"""The stroke clock of a room: it runs once the last stroke has been shown, and only for persons.

Nothing here looks at the time: whoever asks says what time it is, in seconds of any steady clock.
"""

from __future__ import annotations

from carrom.server.messages import Clock

GRACE = 1.0  # seconds after the playback, before it runs
LONGEST_PLAYBACK = 8.0  # seconds of playback it waits for at most
ON_THE_WAY = 0.5  # seconds a stroke may be under way to us


class StrokeClock:
    """Seconds for a stroke. It stands while nobody is on strike, or nobody is at the table."""

    def __init__(self, limit: float, patience: float) -> None:
        """`limit` seconds for a stroke; for one who has gone it begins `patience` seconds later."""
        self._limit = limit
        self._patience = patience
        self._asked: tuple[int, str] | None = None
        self._start = 0.0
        self._away = False

    def ask(self, seq: int, player: str, now: float, playback: float = 0.0, *, here: bool = True) -> None:
        """A player is on strike since entry `seq`; asked again for the same stroke, it goes on."""
        if self._asked != (seq, player):
            self._asked, self._away = (seq, player), not here
            wait = min(playback, LONGEST_PLAYBACK) + GRACE
            self._start = now + (wait if here else max(wait, self._patience))
        elif here and self._away:
            self._away = False
            # Back in time: the clock starts anew.
            if now < self._start:
                self._start = now + GRACE
        elif not here and not self._away:
            self._away = True
            self._start = now + self._patience

    def stop(self) -> None:
        self._asked = None

    @property
    def due(self) -> float | None:
        """When the stroke is late."""
        return None if self._asked is None else self._start + self._limit + ON_THE_WAY

    def taken(self, now: float) -> float | None:
        """The seconds a stroke took that comes now: never more than it had, or it would be late already."""
        return None if self._asked is None else round(min(max(now - self._start, 0.0), self._limit), 1)

    def timing(self, now: float) -> Clock | None:
        """What the page shows."""
        if self._asked is None:
            return None
        left = self._limit - max(now - self._start, 0.0)
        return Clock(self._limit, max(0.0, round(left, 3)), max(0.0, round(self._start - now, 3)))

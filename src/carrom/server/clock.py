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
        """`limit` seconds for a stroke; for one who has gone it goes on `patience` seconds later, once."""
        self._limit = limit
        self._patience = patience
        self._asked: tuple[int, str] | None = None
        self._start = 0.0  # when it began, or would have, with all that was used before
        self._used = 0.0  # seconds of this stroke, when it stood last
        self._allowed = patience  # seconds the player may still be gone
        self._left_at: float | None = None
        self._stands = False

    def ask(self, seq: int, player: str, now: float, playback: float = 0.0, *, here: bool = True) -> None:
        """A player is on strike since entry `seq`; asked again for the same stroke, it goes on.

        Who leaves and comes back has the seconds that were left, and no others.
        """
        if self._asked != (seq, player):
            wait = min(playback, LONGEST_PLAYBACK) + GRACE
            self._asked, self._used, self._allowed, self._stands = (seq, player), 0.0, self._patience, False
            self._left_at = None if here else now
            self._start = now + (wait if here else max(wait, self._patience))
        elif self._stands:
            self._stands, self._left_at = False, None if here else now
            self._start = self._resumed(now) if here else now + self._allowed - self._used
        elif here and self._left_at is not None:
            away, self._left_at = now - self._left_at, None
            if away < self._allowed:
                self._start = self._resumed(now)
            self._allowed = max(0.0, self._allowed - away)
        elif not here and self._left_at is None:
            self._used, self._left_at = self._spent(now), now
            self._start = now + self._allowed - self._used

    def _resumed(self, now: float) -> float:
        return now - self._used if self._used else now + GRACE

    def _spent(self, now: float) -> float:
        return min(max(now - self._start, 0.0), self._limit)

    def hold(self, now: float) -> None:
        """Nobody is at the table: it stands, and goes on for the same stroke when somebody comes."""
        if self._asked is not None and not self._stands:
            self._used = self._used if self._left_at is not None else self._spent(now)
            self._stands = True

    def stop(self) -> None:
        self._asked = None

    @property
    def due(self) -> float | None:
        """When the stroke is late."""
        return None if self._asked is None or self._stands else self._start + self._limit + ON_THE_WAY

    def taken(self, now: float) -> float | None:
        """The seconds a stroke took that comes now: never more than it had, or it would be late already."""
        return None if self._asked is None else round(self._spent(now), 1)

    def timing(self, now: float) -> Clock | None:
        """What the page shows."""
        if self._asked is None or self._stands:
            return None
        # What was used stays used while it waits for one who has gone.
        runs_at = self._start + self._used
        left = self._limit - self._used - max(now - runs_at, 0.0)
        return Clock(self._limit, max(0.0, round(left, 3)), max(0.0, round(runs_at - now, 3)))

"""The time at a table: how long the last stroke is being shown, and the clock of the next."""

from __future__ import annotations

from carrom.live.clock import KeptClock, StrokeClock
from carrom.live.messages import Clock
from carrom.live.presence import Presence
from carrom.live.umpire_asks import next_striker, stroke_due_since
from carrom.table import Table

LONGEST_SHOW = 4.0  # seconds of playback a computer player waits for at most
PAUSE = 1.2  # seconds it waits after that, for the call to be read
AGAIN = 2.0  # seconds after which a late stroke is entered that could not be kept


class Timekeeper:
    """It says when a stroke is late; whoever owns the table enters that."""

    def __init__(self, clock: StrokeClock | None, hurry: bool) -> None:
        self._clock = clock
        self._hurry = hurry
        self._playback = 0.0
        self._retry_at = 0.0
        self._runs = False
        self.shown_at = 0.0
        """When the last stroke has been looked at, and a computer player may go on."""

    def stroke_shown(self, duration: float, now: float) -> None:
        """A stroke goes out that takes so long to be shown; 0: an entry that is none."""
        self._playback = duration
        if duration and not self._hurry:
            self.shown_at = now + min(duration, LONGEST_SHOW) + PAUSE

    def timing(self, now: float) -> Clock | None:
        return None if self._clock is None else self._clock.timing(now)

    def kept(self, now: float) -> KeptClock | None:
        """What the clock has counted, to be kept with the match."""
        return None if self._clock is None else self._clock.kept(now)

    def taken(self, now: float) -> float | None:
        """The seconds a stroke took that comes now."""
        return None if self._clock is None else self._clock.taken(now)

    @property
    def late_at(self) -> float | None:
        """When the stroke that is due is late; None while no clock runs."""
        due = self._clock.due if self._clock is not None and self._runs else None
        return None if due is None else max(due, self._retry_at)

    def try_again(self, now: float) -> None:
        """A late stroke could not be kept."""
        self._retry_at = now + AGAIN

    def look(self, table: Table, presence: Presence, runs: bool, now: float) -> None:
        """Whose clock runs now, if one does: only a person's, and only while the match `runs`.

        It stands while nobody is at the table, and until a request to the umpire is answered.
        """
        clock, playback, self._playback, self._runs = self._clock, self._playback, 0.0, False
        if clock is None:
            return
        player = next_striker(table)
        if player is None or player not in presence.persons or not runs:
            clock.stop(now)
            return
        here, game = presence.here(player), len(table.match.games) + 1
        clock.ask(stroke_due_since(table), player, now, playback, here=here, game=game)
        if table.state.request is not None or not presence.anybody:
            clock.hold(now)
            return
        self._runs = True

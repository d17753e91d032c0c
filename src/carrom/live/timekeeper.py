"""The time in a room: how long the last stroke is being shown, and the clock of the next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from carrom.live.clock import KeptClock, StrokeClock
from carrom.live.messages import Clock
from carrom.live.umpire_asks import next_striker, stroke_due_since
from carrom.store.kept import now
from carrom.table import ToStrike

if TYPE_CHECKING:
    from carrom.live.game import Room

LONGEST_SHOW = 4.0  # seconds of playback a computer player waits for at most
PAUSE = 1.2  # seconds it waits after that, for the call to be read
AGAIN = 2.0  # seconds after which a late stroke is entered that could not be kept


class Timekeeper:
    """Enters a late stroke when the time is up."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._playback = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.shown_at = 0.0
        """When the last stroke has been looked at, and a computer player may go on."""
        self._clock: StrokeClock | None = None
        if room.table.on.clock:
            seconds = float(room.table.book.match.stroke_seconds)
            absence = room.behind.config.limits.absent_seconds
            self._clock = StrokeClock(seconds, absence, room.settings.clock)

    def use(self, clock: StrokeClock) -> None:
        """Keep the time by this clock from now on."""
        self._clock = clock
        self.look()

    def stroke_shown(self, duration: float) -> None:
        """A stroke goes out that takes so long to be shown; 0: an entry that is none."""
        self._playback = duration
        if duration and not self._room.behind.config.hurry:
            self.shown_at = self._room.now + min(duration, LONGEST_SHOW) + PAUSE

    @property
    def timing(self) -> Clock | None:
        return None if self._clock is None else self._clock.timing(self._room.now)

    @property
    def kept(self) -> KeptClock | None:
        """What the clock has counted, to be kept with the room."""
        return None if self._clock is None else self._clock.kept(self._room.now)

    @property
    def taken(self) -> float | None:
        """The seconds a stroke took that comes now."""
        return None if self._clock is None else self._clock.taken(self._room.now)

    def look(self) -> None:
        """Whose clock runs now, if one does: only a person's.

        It stands while nobody is at the table, and until a request to the umpire is answered.
        """
        self.stop()
        room, clock, playback, self._playback = self._room, self._clock, self._playback, 0.0
        if clock is None:
            return
        table, player = room.table, next_striker(room.table)
        runs = room.started and room.goes_on
        if player is None or player not in room.persons or not runs:
            clock.stop(room.now)
            return
        here, game = room.presence.here(player), len(table.match.games) + 1
        clock.ask(stroke_due_since(table), player, room.now, playback, here=here, game=game)
        if table.state.request is not None or not room.presence.anybody:
            clock.hold(room.now)
            return
        seq = table.seq
        assert clock.due is not None, "it runs"
        self._timer = room.later(clock.due, lambda: self._time_is_up(seq))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_is_up(self, seq: int) -> None:
        self._room.do(self._room.in_turn(lambda: self._late(seq)))

    async def _late(self, seq: int) -> None:
        """Unless the stroke has come while this waited for its turn."""
        room, ask = self._room, self._room.table.asks
        due = None if self._clock is None else self._clock.due
        if room.table.seq != seq or not isinstance(ask, ToStrike) or due is None or room.now < due:
            return
        try:
            _, news = await room.act(None, lambda table: table.late(ask.player, at=now()))
        except Exception:
            room.later(room.now + AGAIN, self.look)
            raise
        room.publish(news)

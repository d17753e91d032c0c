"""The clock of a match: it runs for persons only, and once the last stroke has been shown.

Nothing here reads the time: each call passes `now`, in seconds of any steady clock.
"""

from __future__ import annotations

from carrom.live.messages import Clock
from carrom.live.presence import Presence
from carrom.live.settings import KeptClock
from carrom.live.turns import timed_act
from carrom.table import Table

GRACE = 1.0  # seconds between the playback and the start of the clock
LONGEST_PLAYBACK = 8.0  # seconds of playback that the clock, or the time to read a call, waits for at most
ON_THE_WAY = 0.5  # seconds allowed for a stroke to arrive
LONGEST_SHOW = 4.0  # seconds of playback that a computer player waits for at most
PAUSE = 1.2  # seconds that a computer player waits after the playback, so that the ruling can be read
AGAIN = 2.0  # seconds until a late stroke is entered again after the store failed


class StrokeClock:
    """Counts the seconds of a stroke, a placing or a demand, and of the playback before it.

    It waits for an absent player, a limited time in each game. It says when the time is over; the owner
    enters that.
    """

    def __init__(
        self, limit: float | None, absence: float, kept: KeptClock | None = None, hurry: bool = False
    ) -> None:
        """`limit` seconds for a stroke, or None; `absence` seconds that a player may be absent in a game.

        `hurry`: computer players do not wait for the playback.
        """
        before = KeptClock() if kept is None else kept
        self._counts = limit is not None
        self._stroke_limit = self._limit = limit or 0.0
        self._absence = absence
        self._hurry = hurry
        self._game, self._absent = before.game, dict(before.absent)
        self._stroke: tuple[int, str] | None = (before.seq, before.player) if before.seq else None
        self._used = before.used
        self._delay = 0.0 if before.used else GRACE  # seconds left before it runs for the first time
        self._shown_at = 0.0  # when the last stroke has been shown, and the grace is over
        self._runs_from: float | None = None  # None while the clock stands
        self._left_at: float | None = None  # when it began to wait for an absent player
        self._playback = 0.0  # seconds of the last stroke
        self._retry_at = 0.0
        self._runs = False
        self.shown_at = 0.0
        """When the last stroke has been shown, so that a computer player may go on."""

    def ask(
        self,
        seq: int,
        player: str,
        now: float,
        playback: float = 0.0,
        *,
        here: bool = True,
        game: int = 1,
        limit: float | None = None,
    ) -> None:
        """Start the clock of a person who has to act since entry `seq`; for the same act, go on.

        `limit` are the seconds for it, by default those for a stroke. The clock first waits for the
        `playback` of the last stroke, in seconds. If the player is not `here`, it also waits for
        them, as long as they may still be absent in this `game`.
        """
        self._count(now)
        self._limit = self._stroke_limit if limit is None else limit
        if self._game != game:
            self._game, self._absent = game, {}
        if self._stroke != (seq, player):
            self._stroke, self._used = (seq, player), 0.0
            self._delay = min(playback, LONGEST_PLAYBACK) + GRACE
            self._shown_at = now + self._delay
        allowed = 0.0 if here else self._allowed(player)
        self._left_at = now if allowed else None
        self._runs_from = max(self._shown_at, now + max(min(self._delay, GRACE), allowed))

    def hold(self, now: float) -> None:
        """Stop the clock until `ask` is called again for the same stroke."""
        self._count(now)
        self._runs_from = self._left_at = None

    def stop(self, now: float) -> None:
        """Stop the clock for good: no person is on the clock."""
        self.hold(now)
        self._stroke = None

    def kept(self, now: float) -> KeptClock:
        self._count(now)
        seq, player = self._stroke or (0, "")
        return KeptClock(seq, player, round(self._used, 3), self._game, dict(self._absent))

    def _allowed(self, player: str) -> float:
        return max(0.0, self._absence - self._absent.get(player, 0.0))

    def _count(self, now: float) -> None:
        """Count the time since the last call: of the delay, of the stroke, of an absence."""
        if self._stroke is None or self._runs_from is None:
            return
        if self._left_at is not None:
            player = self._stroke[1]
            away = min(now - self._left_at, self._allowed(player))
            self._absent[player] = self._absent.get(player, 0.0) + away
            self._left_at = now
        if now >= self._runs_from:
            self._used, self._delay, self._runs_from = self._spent(now), 0.0, now
        elif self._left_at is None:
            self._delay = self._runs_from - now

    def _spent(self, now: float) -> float:
        ran = 0.0 if self._runs_from is None else max(now - self._runs_from, 0.0)
        return min(self._used + ran, self._limit)

    @property
    def due(self) -> float | None:
        """When the stroke is late."""
        return None if self._runs_from is None else self._runs_from + self._limit - self._used + ON_THE_WAY

    def taken(self, now: float) -> float | None:
        """The seconds that a stroke took if it comes now, at most the limit."""
        return None if self._stroke is None else round(self._spent(now), 1)

    def timing(self, now: float) -> Clock | None:
        """The clock as the page shows it."""
        if self._runs_from is None:
            return None
        left, delay = self._limit - self._spent(now), max(self._runs_from - now, 0.0)
        return Clock(self._limit, round(left, 3), round(delay, 3))

    def stroke_shown(self, duration: float, now: float) -> None:
        """Note how long the playback of the last entry takes; 0 if it is not a stroke."""
        self._playback = duration
        if duration and not self._hurry:
            self.shown_at = now + min(duration, LONGEST_SHOW) + PAUSE

    @property
    def late_at(self) -> float | None:
        """When the stroke that is due is late; None while no clock runs."""
        return max(self.due, self._retry_at) if self._runs and self.due is not None else None

    def retry(self, now: float) -> None:
        """Enter the late stroke again later: the store has failed."""
        self._retry_at = now + AGAIN

    def update(
        self, table: Table, presence: Presence, playable: bool, now: float, *, paused: bool = False
    ) -> None:
        """Start or stop the clock after a change: it runs for a person, while the match is `playable`.

        It is held while nobody is at the table, until a request to the umpire is answered, and while play is
        `paused` for a call to be read.
        """
        playback, self._playback, self._runs = self._playback, 0.0, False
        if not self._counts:
            return
        act = timed_act(table)
        if act is None or act.player not in presence.persons or not playable:
            self.stop(now)
            return
        here, game = presence.here(act.player), len(table.match.games) + 1
        self.ask(act.since, act.player, now, playback, here=here, game=game, limit=act.seconds)
        self._runs = table.state.request is None and presence.anybody and not paused
        if not self._runs:
            self.hold(now)

"""The stroke clock of a room: it runs once the last stroke has been shown, and only for persons.

Nothing here looks at the time: whoever asks says what time it is, in seconds of any steady clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from carrom.live.messages import Clock

GRACE = 1.0  # seconds after the playback, before it runs
LONGEST_PLAYBACK = 8.0  # seconds of playback it waits for at most
ON_THE_WAY = 0.5  # seconds a stroke may be under way to us


@dataclass(frozen=True, slots=True)
class KeptClock:
    """What a clock has counted, for a room that is read again from the store.

    `used` seconds of the stroke that is due since entry `seq`; in this `game`, for how many seconds each
    player was absent while on strike.
    """

    seq: int = 0
    player: str = ""
    used: float = 0.0
    game: int = 0
    absent: dict[str, float] = field(default_factory=dict)


class StrokeClock:
    """Seconds for a stroke. It stands while it is held, and waits for an absent player for a while.

    That while is limited per game and player. Once it is used up, the clock runs, here or not.
    """

    def __init__(self, limit: float, absence: float, kept: KeptClock | None = None) -> None:
        """`limit` seconds for a stroke, `absence` seconds that each player may be absent in a game."""
        before = KeptClock() if kept is None else kept
        self._limit = limit
        self._absence = absence
        self._game, self._absent = before.game, dict(before.absent)
        self._stroke: tuple[int, str] | None = (before.seq, before.player) if before.seq else None
        self._used = before.used
        self._delay = 0.0 if before.used else GRACE  # seconds left before it runs for the first time
        self._shown_at = 0.0  # when the last stroke has been shown, with the grace
        self._runs_from: float | None = None  # nothing: it stands
        self._left_at: float | None = None  # since when it waits for an absent player

    def ask(
        self, seq: int, player: str, now: float, playback: float = 0.0, *, here: bool = True, game: int = 1
    ) -> None:
        """A player is on strike since entry `seq`. Asked again for the same stroke, the clock goes on."""
        self._count(now)
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
        """The clock stands; asked again for the same stroke, it goes on."""
        self._count(now)
        self._runs_from = self._left_at = None

    def stop(self, now: float) -> None:
        """No person is on strike."""
        self.hold(now)
        self._stroke = None

    def kept(self, now: float) -> KeptClock:
        self._count(now)
        seq, player = self._stroke or (0, "")
        return KeptClock(seq, player, round(self._used, 3), self._game, dict(self._absent))

    def _allowed(self, player: str) -> float:
        return max(0.0, self._absence - self._absent.get(player, 0.0))

    def _count(self, now: float) -> None:
        """Count what has passed since the last time: of the delay, of the stroke, of an absence."""
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
        """The seconds a stroke took that comes now: never more than it had, or it would be late already."""
        return None if self._stroke is None else round(self._spent(now), 1)

    def timing(self, now: float) -> Clock | None:
        """What the page shows."""
        if self._runs_from is None:
            return None
        left, delay = self._limit - self._spent(now), max(self._runs_from - now, 0.0)
        return Clock(self._limit, round(left, 3), round(delay, 3))

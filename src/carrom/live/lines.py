"""Lines of the log as the game's page reads them: those of the desk, and where pieces were aimed and put."""

from __future__ import annotations

from carrom.live import messages as wire
from carrom.live.readable_match import Seen
from carrom.parts import SEAT
from carrom.record.entries import CoinPlaced, Event, RosetteTurned, Struck, TrialPlayed
from carrom.stroke import Aim
from carrom.umpiring.view.log import match_log
from carrom.umpiring.view.types import Line


def line(table: Seen, seq: int) -> wire.Line:
    """The line of one entry."""
    return lines(table, seq, seq)[0]


def lines(table: Seen, start: int = 1, stop: int | None = None) -> tuple[wire.Line, ...]:
    """The lines of the entries from `start` to `stop`, both included; to the last, if `stop` is left out."""
    full_force = table.equipment.pace.full_force
    return tuple(
        _line(told, table.entries[told.v - 1].event, full_force)
        for told in match_log(table.keeper, start, stop)
    )


def _line(told: Line, event: Event, full_force: float) -> wire.Line:
    return wire.Line(
        v=told.v,
        kind=told.kind,
        text=told.text,
        player=told.player,
        side=told.side,
        aim=_aim(event, full_force),
        pocketed=() if told.stroke is None else told.stroke.pocketed,
        ruling=told.ruling,
        what=told.what,
        point=_point(event),
        angle=event.turned if isinstance(event, RosetteTurned) else None,
        to=told.to or None,
        game=told.game,
        board=told.board,
        n=told.n,
        stands=told.stands,
        at=told.at,
    )


def _aim(event: Event, full_force: float) -> wire.AimNow | None:
    """As the hand played it, where the table is a simulated one."""
    played: Aim | None = event.played if isinstance(event, Struck | TrialPlayed) else None
    if played is None:
        return None
    return wire.AimNow(SEAT[played.seat], played.x, played.angle, played.speed / full_force)


def _point(event: Event) -> tuple[float, float] | None:
    if not isinstance(event, CoinPlaced) or event.x is None or event.y is None:
        return None
    return event.x, event.y

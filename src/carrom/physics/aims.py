"""Check that an aim can be simulated: its speed and the place of the striker. Needs no numpy."""

from __future__ import annotations

from functools import lru_cache

from carrom.equipment import Equipment
from carrom.errors import ImpossibleAim
from carrom.i18n import Message
from carrom.pace import FASTEST
from carrom.stroke import Aim, Layout
from carrom.surface import CONTACT, Interval, legal_intervals, may_lie, striker_place
from carrom.words import Seat


def check_aim(
    aim: Aim,
    layout: Layout,
    equipment: Equipment,
    between_lines: bool = False,
    free: tuple[Interval, ...] | None = None,
) -> None:
    """Raises `ImpossibleAim` if the speed is too high, or the striker may not stand at `aim.x`.

    `free` are the intervals of x where it may stand, if the caller knows them. `between_lines` applies the
    striker's rule of law family 2.
    """
    if not aim.speed <= FASTEST:
        raise ImpossibleAim("refused.physics.too-fast", speed=aim.speed, most=FASTEST)
    if free is None:
        stands = _on_the_lines(aim.seat, aim.x, equipment, between_lines) and _clear_of(
            layout, aim, equipment
        )
    else:
        stands = any(low <= aim.x <= high for low, high in free)
    if stands:
        return
    x, y = striker_place(aim.seat, aim.x, equipment)
    broken = may_lie(aim.seat, x, y, layout.points, equipment, between_lines)
    if broken:
        free = legal_intervals(aim.seat, layout.points, equipment, between_lines)
        raise ImpossibleAim(
            "refused.physics.striker",
            broken=broken[0],
            why=tuple(Message(f"play.striker.{rule}") for rule in broken),
            x=aim.x,
            free=_free(free),
        )


def _on_the_lines(seat: Seat, x: float, equipment: Equipment, between_lines: bool) -> bool:
    return any(low <= x <= high for low, high in _empty_lines(seat, equipment, between_lines))


@lru_cache(maxsize=64)
def _empty_lines(seat: Seat, equipment: Equipment, between_lines: bool) -> tuple[Interval, ...]:
    return legal_intervals(seat, (), equipment, between_lines)


def _clear_of(layout: Layout, aim: Aim, equipment: Equipment) -> bool:
    x, y = striker_place(aim.seat, aim.x, equipment)
    reach = (equipment.striker.diameter + equipment.coins.diameter) / 2.0
    least = reach * reach
    return all((coin.x - x) ** 2 + (coin.y - y) ** 2 >= least for coin in layout.coins)


def _free(intervals: tuple[Interval, ...]) -> Message:
    if not intervals:
        return Message("striker.nowhere-free")
    spans = tuple(
        Message("play.span", {"low": round(low, 4), "high": round(high, 4)})
        for low, high in intervals
        if high - low > CONTACT
    )
    return Message("striker.free", {"spans": spans})

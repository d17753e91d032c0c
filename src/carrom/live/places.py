"""Where the striker may stand, and where not and why: in the seat's own coordinates, for drawing."""

from __future__ import annotations

from functools import lru_cache

from carrom.equipment import Equipment
from carrom.live.messages import Blocked
from carrom.surface import Interval, Point, legal_intervals, may_lie, striker_place
from carrom.words import Seat

STEP = 0.0005  # m between two places that are checked


def places(
    seat: Seat, coins: tuple[Point, ...], equipment: Equipment, between_lines: bool
) -> tuple[tuple[Interval, ...], tuple[Blocked, ...]]:
    """The free spans, and between the ends of the base lines the others with the first rule they break.

    The rule about coins comes last, so a coin is the reason only where the lines by themselves are free.
    """
    free = legal_intervals(seat, coins, equipment, between_lines)
    lines, shut = _empty_lines(equipment, between_lines)
    on_coins = [Blocked(low, high, "coin") for span in lines for low, high in _gaps(span, free)]
    return free, tuple(sorted((*shut, *on_coins), key=lambda each: each.low))


@lru_cache(maxsize=16)
def _empty_lines(
    equipment: Equipment, between_lines: bool
) -> tuple[tuple[Interval, ...], tuple[Blocked, ...]]:
    """The spans of an empty board, which are the same for every seat."""
    free = legal_intervals(Seat.SOUTH, (), equipment, between_lines)
    end = equipment.board.base_line_length / 2.0
    shut: list[Blocked] = []
    for low, high in _gaps((-end, end), free):
        shut += _reasons(low, high, equipment, between_lines)
    return free, tuple(shut)


def _reasons(low: float, high: float, equipment: Equipment, between_lines: bool) -> list[Blocked]:
    """The blocked spans of a gap: one for each rule that is broken first."""
    steps = max(1, round((high - low) / STEP))
    spans: list[Blocked] = []
    for step in range(steps):
        start, stop = (low + (high - low) * share / steps for share in (step, step + 1))
        point = striker_place(Seat.SOUTH, (start + stop) / 2.0, equipment)
        broken = may_lie(Seat.SOUTH, *point, (), equipment, between_lines)
        if not broken:
            continue
        if spans and spans[-1].why == broken[0] and spans[-1].high == start:
            start = spans.pop().low
        spans.append(Blocked(start, stop, broken[0]))
    return spans


def _gaps(span: Interval, free: tuple[Interval, ...]) -> list[Interval]:
    """The parts of a span that the free spans, in order, do not cover."""
    (low, high), gaps = span, []
    for start, stop in free:
        if stop < low or start > high:
            continue
        if start > low:
            gaps.append((low, start))
        low = max(low, stop)
    if low < high:
        gaps.append((low, high))
    return gaps

"""The way of a piece as stretches: segments of the trace, up to the next one or to where the piece stops."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, inf
from typing import NamedTuple

from carrom.physics.trace import Event, Kind, Segment, Trace
from carrom.surface import Point

AT_ONCE = 0.001  # seconds: contacts as near as this nobody tells apart


class Stretch(NamedTuple):
    """A straight way that slows evenly, and the angles of the piece, in radians counter-clockwise.

    `rush` and `whirl` are the rate at the start over the mean rate: 1 does not slow, 2 stops at the end.
    """

    start: float
    end: float
    a: Point
    b: Point
    angle_a: float
    angle_b: float
    rush: float
    whirl: float


def bursts(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """The events in order, with contacts of pieces within a millisecond grouped under the first of them."""
    told: list[list[Event]] = []
    burst: list[Event] = []
    for event in events:
        meeting = event.kind is Kind.PIECES
        if meeting and burst and event.time - burst[0].time <= AT_ONCE:
            burst.append(event)
            continue
        told.append([event])
        if meeting:
            burst = told[-1]
    return [tuple(each) for each in told]


def fall_of(trace: Trace, piece: int) -> Event | None:
    return next((fall for fall in trace.falls if fall.piece == piece), None)


def stretches(trace: Trace, piece: int) -> tuple[Stretch, ...]:
    """The whole way of one piece, in order; none, if it never moved."""
    flight = trace.flights[piece]
    fall = fall_of(trace, piece)
    last = trace.duration if fall is None else fall.time
    nexts = [*(segment.time for segment in flight[1:]), inf]
    way: list[Stretch] = []
    angle = 0.0
    for segment, following in zip(flight, nexts, strict=False):
        end = min(following, last, segment.time + _time_to_stop(segment))
        if end > segment.time:
            way.append(_stretch(segment, end, angle))
            angle = way[-1].angle_b
    return tuple(way)


def path(trace: Trace, piece: int, until: float = inf) -> tuple[Point, ...]:
    """The corners of a piece's way, from where it lay to where it rests or falls.

    `until` is the time of a contact at which it is left.
    """
    way = [stretch for stretch in stretches(trace, piece) if stretch.start < until]
    return (*(stretch.a for stretch in way), *(stretch.b for stretch in way[-1:]))


def _time_to_stop(segment: Segment) -> float:
    speed = hypot(segment.vx, segment.vy)
    if speed == 0.0:
        return 0.0
    return speed / segment.slowing if segment.slowing > 0.0 else inf


def _stretch(segment: Segment, end: float, angle: float) -> Stretch:
    passed = end - segment.time
    turned = _passed(segment.spin, segment.spin_slowing, passed)
    return Stretch(
        segment.time,
        end,
        (segment.x, segment.y),
        segment.at(end),
        angle,
        angle + turned,
        _rush(hypot(segment.vx, segment.vy), segment.slowing, passed),
        _rush(segment.spin, segment.spin_slowing, passed),
    )


def _passed(rate: float, slowing: float, time: float) -> float:
    return rate * time - slowing * time * time / 2.0


def _rush(rate: float, slowing: float, time: float) -> float:
    way = _passed(rate, slowing, time)
    return rate * time / way if way else 1.0

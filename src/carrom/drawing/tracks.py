"""Where a piece goes, as the stretches of its flight: enough to draw its path, and to animate it exactly.

A stretch is one segment of the trace cut off where the next begins, where the piece stops or where it falls.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, inf
from typing import NamedTuple

from carrom.physics.trace import Event, Kind, Segment, Trace
from carrom.surface import Point

AT_ONCE = 0.001  # seconds: contacts as near as this nobody tells apart


class Stretch(NamedTuple):
    """A straight way that slows evenly, and the turning that goes with it, in radians counter-clockwise.

    The two last are the rate at the start over the mean rate, from 1 (does not slow) to 2 (stops at the end).
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
    """The events in order, but pieces that meet within a millisecond of a first meeting stand with it.

    Everything else stands alone, also in the midst of a burst: what falls or meets the frame is never lost.
    """
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
    if not flight:
        return ()
    fall = fall_of(trace, piece)
    last = trace.duration if fall is None else fall.time
    nexts = [*(segment.time for segment in flight[1:]), inf]
    way: list[Stretch] = []
    angle = 0.0
    for segment, following in zip(flight, nexts, strict=True):
        end = min(following, last, segment.time + _time_to_stop(segment))
        if end > segment.time:
            way.append(_stretch(segment, end, angle))
            angle = way[-1].angle_b
    return tuple(way)


def path(trace: Trace, piece: int) -> tuple[Point, ...]:
    """The corners of a piece's way, from where it lay to where it rests or falls."""
    way = stretches(trace, piece)
    if not way:
        return ()
    return (*(stretch.a for stretch in way), way[-1].b)


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

"""A mirrored or turned table plays the mirrored or turned stroke, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from math import radians

import pytest
from tests.physics.strokes import Drawn, drawn

from carrom.equipment import STANDARD
from carrom.physics import simulate
from carrom.physics.engine import Strike, kernel, run_one
from carrom.stroke import Aim, Layout
from carrom.surface import Point, rosette, striker_place, turned_to
from carrom.words import Seat

Change = Callable[[Point], Point]

CHANGES: dict[str, Change] = {
    "mirrored at the y axis": lambda p: (-p[0], p[1]),
    "mirrored at the x axis": lambda p: (p[0], -p[1]),
    "x and y exchanged": lambda p: (p[1], p[0]),
    "turned by a quarter": lambda p: (-p[1], p[0]),
    "turned by a half": lambda p: (-p[0], -p[1]),
}


def changed(stroke: Drawn, change: Change) -> Drawn:
    x, y = change((stroke.strike.x, stroke.strike.y))
    vx, vy = change((stroke.strike.vx, stroke.strike.vy))
    return Drawn(tuple(map(change, stroke.coins)), Strike(x, y, vx, vy), stroke.equipment)


@pytest.mark.parametrize("name", CHANGES)
def test_the_changed_stroke_has_the_changed_bits(name: str) -> None:
    """Every segment, of 400 strokes by chance with and without spin."""
    change = CHANGES[name]
    sides = 1.0 if name.startswith("turned") else -1.0
    for seed in range(400):
        stroke = drawn(seed)
        again = changed(stroke, change)
        _, segments, events = run_one(stroke.coins, stroke.strike, stroke.equipment)
        _, others, others_events = run_one(again.coins, again.strike, again.equipment)

        assert len(segments) == len(others), seed
        for row, other in zip(segments.tolist(), others.tolist(), strict=True):
            assert (row[0], row[1]) == (other[0], other[1]), seed
            assert change((row[2], row[3])) == (other[2], other[3]), seed
            assert change((row[4], row[5])) == (other[4], other[5]), seed
            assert (row[6], sides * row[7], sides * row[8]) == (other[6], other[7], other[8]), seed
        assert (events[:, 4] == others_events[:, 4]).all(), seed


@pytest.mark.parametrize("spin", [False, True])
@pytest.mark.parametrize("speed", [2.0, 4.5, 6.0, 8.0, 10.0])
def test_a_straight_break_stays_symmetric_to_the_last_bit(speed: float, spin: bool) -> None:
    """Exact ties are solved together: what happens on the left happens on the right, to the end.

    This is the hard one: a break multiplies any difference some million times.
    """
    pace = type(STANDARD.pace)(**{**vars(STANDARD.pace), "spin": spin})
    equipment = type(STANDARD)(STANDARD.board, STANDARD.coins, STANDARD.striker, "", pace)
    coins = tuple((x, y) for _, x, y in rosette(equipment))
    x, y = striker_place(Seat.SOUTH, 0.0, equipment)
    out, _, _ = run_one(coins, Strike(x, y, 0.0, speed), equipment)
    k = kernel()
    ends = {(out[k.END_X + i].item(), out[k.END_Y + i].item(), out[k.FELL_AT + i].item()) for i in range(20)}

    assert out[k.EVENTS] > 30
    assert ends == {(0.0 - a, b, fell) for a, b, fell in ends}


def test_the_straight_break_of_an_aim_is_straight() -> None:
    """Aimed by an angle of 90°, as a person would."""
    trace = simulate(Layout.rosette(), Aim(Seat.SOUTH, 0.0, radians(90.0), 6.0))

    left = {point for point in trace.rest if point is not None}
    assert left == {(0.0 - x, y) for x, y in left}


def test_every_seat_plays_the_same_stroke() -> None:
    """The same aim from another chair on the turned layout: the same outcome, turned."""
    layout = Layout.rosette()
    here = simulate(layout, Aim(Seat.SOUTH, 0.03, 1.4, 5.0))
    for seat in Seat:
        there = simulate(Layout.rosette(seat=seat), Aim(seat, 0.03, 1.4, 5.0))

        turned = tuple(None if point is None else turned_to(seat, point) for point in here.rest)
        assert there.rest == turned
        assert there.duration == here.duration

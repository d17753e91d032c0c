"""Strokes that once broke the simulator, kept by name."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from carrom.equipment import STANDARD, Equipment
from carrom.errors import SimulationError
from carrom.physics import Trace, simulate
from carrom.physics.engine import kernel
from carrom.stroke import Aim, Layout
from carrom.surface import pockets

SMOOTH = replace(STANDARD, pace=replace(STANDARD.pace, spin=False))
SMALL = replace(SMOOTH, coins=replace(SMOOTH.coins, diameter=0.0286))

KEPT: dict[str, tuple[Equipment, str, str]] = {
    "a coin rolled along the corner for ever": (
        SMOOTH,
        "w 0.3524,0.1; b 0.3524,0.0682",
        "south x 0.2191, angle 1.1735818522995405, speed 6.0",
    ),
    "four thousand hops in a corner": (
        STANDARD,
        "w 0.28759379371126487,-0.3524; w 0.31939379371126486,-0.3524",
        "south x -0.21968147269599117, angle -0.20303485302628607, speed 5.456469330922355",
    ),
    "pushed through the corner it lay on": (
        SMOOTH,
        "w -0.2568721170831912,0.3524; w -0.2886721170831912,0.3524; w -0.3204721170831912,0.3524; "
        "w -0.3524,0.15411452571001122; w 0.3524,-0.08122388301022301; w -0.3524,0.1859145257100112",
        "south x -0.2147614280523237, angle 1.9246565231137944, speed 3.9713057897305877",
    ),
    "along the frame and past the corner": (
        SMALL,
        "w 0.35400000000000004,0.2; b 0.35400000000000004,0.1714",
        "south x 0.2191, angle 1.3269739306680528, speed 6.0",
    ),
    "frame and neighbour pushed in two sets": (
        STANDARD,
        "w 0.0,0.3524; b 0.03180000000000001,0.3524",
        "south x -0.12, angle 1.4, speed 2.0",
    ),
}


def played(name: str) -> Trace:
    equipment, layout, aim = KEPT[name]
    return simulate(Layout.parse(layout, equipment), Aim.parse(aim), equipment)


@pytest.mark.parametrize("name", KEPT)
def test_it_comes_to_rest_in_few_events(name: str) -> None:
    assert len(played(name).events) < 300


@pytest.mark.parametrize("name", KEPT)
def test_nothing_leaves_the_frame_or_its_corners(name: str) -> None:
    """Looked at closely in time: between events too."""
    trace = played(name)
    board = trace.equipment.board
    centre = pockets(board)[0][0]
    times = [event.time for event in trace.events]
    for start, end in zip([0.0, *times], [*times, trace.duration], strict=True):
        for step in range(8):
            for piece, point in enumerate(trace.at(start + (end - start) * step / 8.0)):
                if point is None:
                    continue
                radius = (trace.equipment.coins if piece else trace.equipment.striker).diameter / 2.0
                x, y = abs(point[0]), abs(point[1])
                assert max(x, y) <= board.surface / 2.0 - radius + 1e-11
                if x > centre and y > centre:
                    inside = board.pocket_diameter / 2.0 - radius
                    assert math.hypot(x - centre, y - centre) <= inside + 1e-9


def test_a_stroke_that_would_not_end_is_our_bug_and_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal carries the stroke."""
    monkeypatch.setattr(kernel(plain=True), "MOST_EVENTS", 3)
    with pytest.raises(SimulationError, match="a bug in carrom") as failed:
        simulate(Layout.rosette(), Aim.parse("south x 0.0, angle 1.5, speed 6.0"), plain=True)

    assert failed.value.aim == "south x 0.0, angle 1.5, speed 6.0"
    assert Layout.parse(failed.value.layout) == Layout.rosette()

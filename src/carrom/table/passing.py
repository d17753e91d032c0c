"""A stroke that touches nothing: how a player passes on a simulated table."""

from __future__ import annotations

from math import pi, remainder, sqrt

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.physics.report import report
from carrom.stroke import Aim, Layout
from carrom.surface import legal_intervals
from carrom.table.simulator import Simulate
from carrom.table.slight import least_speed
from carrom.words import Seat

# Far enough ahead that the striker leaves the band of the base lines, which makes it a stroke (3.2 i).
RUNS = (0.08, 0.055)  # m
PLACES = 7
ANGLES = 16


def passing_stroke(
    layout: Layout, seat: Seat, equipment: Equipment, between_lines: bool, simulate: Simulate
) -> Aim | None:
    """The first of a fixed list of soft strokes that meets no coin and no pocket; None if every one does."""
    free = legal_intervals(seat, layout.points, equipment, between_lines)
    if not free:
        return None
    # From the middle outwards, and straight ahead first.
    places = sorted(
        {low + (high - low) * step / (PLACES - 1) for low, high in free for step in range(PLACES)}, key=abs
    )
    turns = sorted(range(ANGLES), key=lambda turn: min(turn, ANGLES - turn))
    angles = [remainder(pi / 2.0 + 2.0 * pi * turn / ANGLES, 2.0 * pi) for turn in turns]
    speeds = [sqrt(2.0 * equipment.pace.friction * GRAVITY * run) for run in RUNS]
    every = (
        Aim(seat, x, angle, min(speed, equipment.pace.full_force))
        for speed in speeds
        for angle in angles
        for x in places
    )
    for aim in every:
        if aim.speed >= least_speed(aim, equipment):
            trace = simulate(layout, aim, equipment, between_lines)
            if not report(trace).touched and not trace.falls:
                return aim
    return None

"""Soft strokes: the least speed of a stroke, and strokes that touch nothing.

Law: international-a 3.2 i. It is not a stroke if the striker stays between the base lines and touches no
coin. The striker has left the band when its centre has passed a base line or the end of the lines.
"""

from __future__ import annotations

from math import ceil, pi, remainder, sqrt

from carrom.direction import cosine_sine
from carrom.equipment import Equipment
from carrom.errors import ImpossibleAim
from carrom.pace import GRAVITY
from carrom.physics.trace import Trace, report
from carrom.stroke import Aim, Layout
from carrom.surface import CONTACT, legal_intervals
from carrom.table.simulator import Simulate
from carrom.words import Seat

# Far enough that the striker leaves the band of the base lines.
PASS_RUNS = (0.08, 0.055)  # m
PASS_PLACES = 7
PASS_ANGLES = 16


def least_speed(aim: Aim, equipment: Equipment) -> float:
    """The speed in m/s at which the striker just leaves the band, if it meets nothing: v² = 2 μ g s."""
    board = equipment.board
    cosine, sine = cosine_sine(aim.angle)
    to_the_end = board.base_line_length / 2.0 - (aim.x if cosine > 0.0 else -aim.x)
    ways = ((board.base_circle_diameter / 2.0, abs(sine)), (to_the_end, abs(cosine)))
    run = max(0.0, min(way / share for way, share in ways if share) + CONTACT)
    return sqrt(2.0 * equipment.pace.friction * GRAVITY * run)


def is_slight(trace: Trace) -> bool:
    """Whether a simulated stroke is too slight to count as one."""
    return trace.aim.speed < least_speed(trace.aim, trace.equipment) and not report(trace).touched


def too_slight(aim: Aim, equipment: Equipment) -> ImpossibleAim:
    """The refusal of an aim that is too slight, with the power that would work."""
    least, full_force = least_speed(aim, equipment), equipment.pace.full_force
    if least > full_force:
        return ImpossibleAim("refused.aim.slight-ahead")
    power = ceil(1000.0 * least / full_force) / 10.0
    return ImpossibleAim(
        "refused.aim.slight", broken="slight", least=ceil(100.0 * least) / 100.0, power=power
    )


def passing_stroke(
    layout: Layout, seat: Seat, equipment: Equipment, between_lines: bool, simulate: Simulate
) -> Aim | None:
    """A soft stroke that touches no coin and no pocket, from a fixed list; None if there is none."""
    free = legal_intervals(seat, layout.points, equipment, between_lines)
    if not free:
        return None
    # From the middle outwards, and straight ahead first.
    places = sorted(
        {low + (high - low) * step / (PASS_PLACES - 1) for low, high in free for step in range(PASS_PLACES)},
        key=abs,
    )
    turns = sorted(range(PASS_ANGLES), key=lambda turn: min(turn, PASS_ANGLES - turn))
    angles = [remainder(pi / 2.0 + 2.0 * pi * turn / PASS_ANGLES, 2.0 * pi) for turn in turns]
    speeds = [sqrt(2.0 * equipment.pace.friction * GRAVITY * run) for run in PASS_RUNS]
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

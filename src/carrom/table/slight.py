"""What is too slight to be a stroke: the striker stays between its base lines and touches no coin.

Law: international-a 3.2 i. We take the striker to have left the band once its centre has passed a base line
or the end of the lines: it is by its centre that a striker lies between them, being wider than the band.
"""

from __future__ import annotations

from math import ceil, sqrt

from carrom.direction import cosine_sine
from carrom.equipment import Equipment
from carrom.errors import ImpossibleAim
from carrom.pace import GRAVITY
from carrom.physics.report import report
from carrom.physics.trace import Trace
from carrom.stroke import Aim
from carrom.surface import CONTACT


def least_speed(aim: Aim, equipment: Equipment) -> float:
    """The speed in m/s at which the striker just leaves the band this way, if it meets nothing.

    It slows evenly by friction: v² = 2 μ g s.
    """
    board = equipment.board
    cosine, sine = cosine_sine(aim.angle)
    to_the_end = board.base_line_length / 2.0 - (aim.x if cosine > 0.0 else -aim.x)
    ways = ((board.base_circle_diameter / 2.0, abs(sine)), (to_the_end, abs(cosine)))
    run = max(0.0, min(way / share for way, share in ways if share) + CONTACT)
    return sqrt(2.0 * equipment.pace.friction * GRAVITY * run)


def is_slight(trace: Trace) -> bool:
    """Whether what was simulated is no stroke."""
    return trace.aim.speed < least_speed(trace.aim, trace.equipment) and not report(trace).touched


def too_slight(aim: Aim, equipment: Equipment) -> ImpossibleAim:
    """Why such an aim is refused, and what would work."""
    least, full_force = least_speed(aim, equipment), equipment.pace.full_force
    if least > full_force:
        return ImpossibleAim("refused.aim.slight-ahead")
    power = ceil(1000.0 * least / full_force) / 10.0
    return ImpossibleAim(
        "refused.aim.slight", broken="slight", least=ceil(100.0 * least) / 100.0, power=power
    )

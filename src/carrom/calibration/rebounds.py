"""The rebound test of the laws: a striker sent with full force makes at least three and a half runs."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.calibration.straight import Stop, reach, speed_for, straight_from_base_line
from carrom.equipment import Equipment

RUNS_ASKED = 3.5


@dataclass(frozen=True)
class Rebound:
    """The result of a rebound test, in metres and m/s."""

    speed: float
    rebounds: int
    runs: float  # across the board, such as 5.3
    rest: float  # of the striker's centre, from the board's centre, away from the player
    least_speed: float  # that passes; infinite if the frame has no bounce

    @property
    def passes(self) -> bool:
        return self.speed >= self.least_speed

    @property
    def margin(self) -> float:
        """The speed above the least speed that passes; negative if the test fails."""
        return self.speed - self.least_speed


def rebound(equipment: Equipment, speed: float | None = None) -> Rebound:
    """The rebound test of one table, at its pace's full force unless another speed is given.

    Law: international-a 2.1 a, international-b 2.1 a. The striker must "rebound at least 3 times ½". Half a
    rebound cannot be seen, so runs count: from the base lines to the far frame is the first, each way from
    frame to frame one more, and half a run ends with the striker's centre on the middle of the board.

    The striker's centre turns one radius R before the frame. With surface S and the middle between the base
    lines at b from the frame, the first run is S - R - b, each other S - 2R, and three and a half runs are
    3.5 S - b - 6R, which is 2.337 m on the nominal board.
    """
    pace = equipment.pace
    speed = pace.full_force if speed is None else speed
    straight = straight_from_base_line(equipment)
    stop = straight.stop(reach(speed, pace.friction), pace.striker_frame)
    least = speed_for(straight.reach_for(three_and_a_half(equipment), pace.striker_frame), pace.friction)
    limit = straight.length / 2.0
    if stop.rebounds == 0:
        rest = limit - straight.first + stop.beyond
    else:
        # After an odd number of rebounds the striker comes back from the far frame.
        rest = limit - stop.beyond if stop.rebounds % 2 else stop.beyond - limit
    return Rebound(speed, stop.rebounds, straight.runs(stop), rest, least)


def three_and_a_half(equipment: Equipment) -> Stop:
    """The stop after exactly the runs that the laws require, on the middle of the board."""
    rebounds = int(RUNS_ASKED)
    return Stop(rebounds, (RUNS_ASKED - rebounds) * straight_from_base_line(equipment).length)

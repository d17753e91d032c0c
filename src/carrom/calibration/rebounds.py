"""The laws' own test of a surface: a striker sent with full force makes at least three and a half runs."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.calibration.straight import Stop, reach, speed_for, straight_from_base_line
from carrom.equipment import Equipment

RUNS_ASKED = 3.5


@dataclass(frozen=True)
class Rebound:
    """What one striker did, and what would have done. Metres and m/s."""

    speed: float
    rebounds: int
    runs: float  # across the board, such as 5.3
    rest: float  # of the striker's centre, from the board's centre and away from the one who sent it
    least_speed: float  # infinite where the frame gives nothing back

    @property
    def passes(self) -> bool:
        return self.speed >= self.least_speed

    @property
    def margin(self) -> float:
        """How much faster than need be, in m/s; below zero it fails."""
        return self.speed - self.least_speed


def rebound(equipment: Equipment, speed: float | None = None) -> Rebound:
    """The rebound test of one table, at its pace's full force unless another speed is given.

    Law: international-a 2.1 a, international-b 2.1 a. A striker "on a base line … sent with the greatest
    force towards the far side" must "rebound at least 3 times ½". Half a rebound is nothing one could see, so
    we count runs: from the base lines to the far frame is the first, each way from frame to frame one more,
    and half a run ends where the striker's centre lies on the middle of the board. Three and a half runs have
    three rebounds.

    The striker's centre turns one radius R before the frame. With surface S and the middle between the base
    lines at b from the frame, the first run is S - R - b, each other S - 2R, and three and a half runs are
    3.5 S - b - 6R. That is 2.337 m on the nominal board (S 73.66 cm, b 11.75, R 2.065), and 2.35 m, the round
    figure, on the largest surface the laws allow (74 cm: 2.349 m). We use the board as given.
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
        # After an odd number of rebounds it comes back from the far frame.
        rest = limit - stop.beyond if stop.rebounds % 2 else stop.beyond - limit
    return Rebound(speed, stop.rebounds, straight.runs(stop), rest, least)


def three_and_a_half(equipment: Equipment) -> Stop:
    """Where a striker lies that has made just the runs the laws ask for: on the middle of the board."""
    rebounds = int(RUNS_ASKED)
    return Stop(rebounds, (RUNS_ASKED - rebounds) * straight_from_base_line(equipment).length)

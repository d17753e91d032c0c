"""A striker sent straight across an empty board, without spin, in closed form.

Sliding takes 2 μ g from v² with every metre, and a frame multiplies v by its bounce e. The *reach*
w = v² / (2 μ g) is the distance that the striker would slide on an infinite surface: a way d leaves w - d, a
frame leaves e² w, and the time of a way is √(2 / μ g) (√w - √(w - d)).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.surface import band_middle


@dataclass(frozen=True)
class Stop:
    """The end of a run: the number of rebounds, and the distance after the last of them."""

    rebounds: int
    beyond: float  # of the striker's centre; without a rebound, from its start


@dataclass(frozen=True)
class Straight:
    """The way of the striker's centre, which turns one radius before the frame."""

    first: float  # from the start to the contact with the far frame
    length: float  # from the contact with one frame to that with the other

    def way(self, rebounds: int) -> float:
        """The length of the run after so many rebounds."""
        return self.length if rebounds else self.first

    def runs(self, stop: Stop) -> float:
        """The number of runs across the board, with the fraction of the last one."""
        return stop.rebounds + stop.beyond / self.way(stop.rebounds)

    def stop(self, reach: float, bounce: float) -> Stop:
        """Where a striker with this reach stops; to arrive at a frame with speed 0 is not a rebound."""
        rebounds = 0
        while reach > self.way(rebounds):
            reach = bounce * bounce * (reach - self.way(rebounds))
            rebounds += 1
        return Stop(rebounds, reach)

    def after(self, rebounds: int, reach: float, bounce: float) -> Stop:
        """Where it would stop after exactly so many rebounds if the last run had no end."""
        for before in range(rebounds):
            reach = bounce * bounce * (reach - self.way(before))
        return Stop(rebounds, reach)

    def reach_for(self, stop: Stop, bounce: float) -> float:
        """The reach that leads to this stop; infinite if the frame has no bounce."""
        kept = bounce * bounce
        reach = stop.beyond
        for rebounds in reversed(range(stop.rebounds)):
            reach = (reach / kept if kept else inf) + self.way(rebounds)
        return reach

    def seconds(self, stop: Stop, bounce: float, friction: float) -> float:
        """The time until the stop."""
        reach, roots = stop.beyond, sqrt(stop.beyond)
        for rebounds in reversed(range(stop.rebounds)):
            after = reach / (bounce * bounce)
            reach = after + self.way(rebounds)
            roots += sqrt(reach) - sqrt(after)
        return roots * sqrt(2.0 / (friction * GRAVITY))

    def distance(self, stop: Stop) -> float:
        return sum(self.way(rebounds) for rebounds in range(stop.rebounds)) + stop.beyond


def reach(speed: float, friction: float) -> float:
    return speed * speed / (2.0 * friction * GRAVITY)


def speed_for(reach: float, friction: float) -> float:
    return sqrt(2.0 * friction * GRAVITY * reach)


def straight_from_base_line(equipment: Equipment) -> Straight:
    """The way straight ahead from the middle between the base lines of a seat."""
    limit = equipment.board.surface / 2.0 - equipment.striker.diameter / 2.0
    return Straight(band_middle(equipment.board) + limit, 2.0 * limit)

"""One striker sent straight across an empty board, without spin: the closed form.

Sliding takes 2 μ g from v² with every metre, a frame multiplies v by its bounce e. Both are simplest in the
*reach* w = v² / (2 μ g), the metres the striker would slide on a surface without end: a way d leaves w - d,
a frame leaves e² w, and the time of a way is √(2 / μ g) (√w - √(w - d)).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.surface import band_middle


@dataclass(frozen=True)
class Stop:
    """Where a run ended: how often the striker met the frame, and how far it came after the last time."""

    rebounds: int
    beyond: float  # of the striker's centre; from its place on the base lines if it met no frame


@dataclass(frozen=True)
class Straight:
    """The way of the striker's centre. It turns one striker's radius before the frame."""

    first: float  # from where it lies to where it meets the far frame
    length: float  # from meeting one frame to meeting the other

    def way(self, rebounds: int) -> float:
        """The run that begins after so many rebounds."""
        return self.length if rebounds else self.first

    def runs(self, stop: Stop) -> float:
        """Runs across the board, with the part made of the last; the first begins on the base lines."""
        return stop.rebounds + stop.beyond / self.way(stop.rebounds)

    def stop(self, reach: float, bounce: float) -> Stop:
        """Where a striker with that reach comes to rest; just arriving at a frame is no rebound."""
        rebounds = 0
        while reach > self.way(rebounds):
            reach = bounce * bounce * (reach - self.way(rebounds))
            rebounds += 1
        return Stop(rebounds, reach)

    def after(self, rebounds: int, reach: float, bounce: float) -> Stop:
        """Where it would stop after just so many rebounds, were the last run as long as need be."""
        for before in range(rebounds):
            reach = bounce * bounce * (reach - self.way(before))
        return Stop(rebounds, reach)

    def reach_for(self, stop: Stop, bounce: float) -> float:
        """The reach that ends there; infinite where the frame gives too little back."""
        kept = bounce * bounce
        reach = stop.beyond
        for rebounds in reversed(range(stop.rebounds)):
            reach = (reach / kept if kept else inf) + self.way(rebounds)
        return reach

    def seconds(self, stop: Stop, bounce: float, friction: float) -> float:
        """How long the striker slides until it rests there."""
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
    """From the middle between the base lines of a seat, straight ahead."""
    limit = equipment.board.surface / 2.0 - equipment.striker.diameter / 2.0
    return Straight(band_middle(equipment.board) + limit, 2.0 * limit)

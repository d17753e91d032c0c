"""The table: strokes in closed form, exact and repeatable to the last bit."""

from carrom.physics.outcomes import Outcomes
from carrom.physics.simulation import simulate, simulate_many, warm_up
from carrom.physics.trace import Event, Kind, Segment, Trace, report

__all__ = ["Event", "Kind", "Outcomes", "Segment", "Trace", "report", "simulate", "simulate_many", "warm_up"]

"""Simulated strokes: exact, and repeatable to the last bit."""

from carrom.physics.simulation import Outcomes, simulate, simulate_many, warm_up
from carrom.physics.trace import Event, Kind, Segment, Trace, report

__all__ = ["Event", "Kind", "Outcomes", "Segment", "Trace", "report", "simulate", "simulate_many", "warm_up"]

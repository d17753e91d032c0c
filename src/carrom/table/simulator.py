"""The simulator of a table: passed in, or the physics of this process.

The engine is imported by name when the first stroke is played. So `carrom.table` imports neither numpy nor
numba, and also runs where they are not installed, as inside a page.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from carrom.equipment import Equipment
from carrom.physics.trace import Trace
from carrom.stroke import Aim, Layout

Simulate = Callable[[Layout, Aim, Equipment, bool], Trace]
"""Plays a stroke out: the layout, the aim, the equipment, and whether the family's base lines hold."""


def simulate_here(layout: Layout, aim: Aim, equipment: Equipment, between_lines: bool) -> Trace:
    """The stroke as the physics of this process plays it."""
    engine = import_module("carrom.physics.simulation")
    trace: Trace = engine.simulate(layout, aim, equipment, between_lines=between_lines)
    return trace

"""The simulator of a table, by default the physics of this process.

It is imported by name, so that `carrom.table` also runs where numpy and numba are not installed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from carrom.equipment import Equipment
from carrom.physics.trace import Trace
from carrom.stroke import Aim, Layout

Simulate = Callable[[Layout, Aim, Equipment, bool], Trace]
"""Simulates a stroke from a layout, an aim, the equipment, and `between_lines`."""


def simulate_here(layout: Layout, aim: Aim, equipment: Equipment, between_lines: bool) -> Trace:
    """Simulate a stroke in this process."""
    engine = import_module("carrom.physics.simulation")
    trace: Trace = engine.simulate(layout, aim, equipment, between_lines=between_lines)
    return trace

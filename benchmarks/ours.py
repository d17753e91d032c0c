"""carrom's own simulator as the benchmark calls it: the one file to change when its calls do."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

from benchmarks.strokes import Stroke

from carrom.equipment import Equipment
from carrom.physics import simulate, simulate_many
from carrom.physics.engine import cores, run_many
from carrom.surface import Point, legal_intervals

CORES = cores()

FIRST_STROKE = """
from carrom.physics import simulate
from carrom.stroke import Aim, Layout
simulate(Layout.rosette(), Aim.parse("south x 0.05, angle 1.5, speed 6.0"))
"""


def best(repeats: int, count: int, work: Callable[[], object]) -> float:
    """Seconds a stroke, of so many; the best of the repeats, after one that does not count."""

    def once() -> float:
        began = time.perf_counter()
        work()
        return (time.perf_counter() - began) / count

    once()
    return min(once() for _ in range(repeats))


def seconds(strokes: Sequence[Stroke], equipment: Equipment, threads: int, repeats: int) -> float:
    """A stroke of a batch, from arrays that stand ready to arrays of outcomes.

    The peers' clocks start, likewise, when their bodies and shapes are made.
    """
    caught: list[tuple[Any, ...]] = []

    def catch(*given: Any) -> Any:
        caught.append(given)
        return run_many(*given)

    # Taken on their way into the kernel, so that what is timed is what simulate_many would run.
    with patch.object(sys.modules["carrom.physics.simulation"], "run_many", catch):
        _whole_call(strokes, equipment, threads)
    return best(repeats, len(strokes), lambda: run_many(*caught[0]))


def whole_call_seconds(strokes: Sequence[Stroke], equipment: Equipment, repeats: int) -> float:
    """A stroke of `simulate_many` on one core, a layout each: every layout and aim checked and copied."""
    return best(repeats, len(strokes), lambda: _whole_call(strokes, equipment, 1))


def one_layout_seconds(strokes: Sequence[Stroke], equipment: Equipment, repeats: int) -> float:
    """A stroke of `simulate_many` on one core, all from the first stroke's layout, as a player searches."""
    layout, seat = strokes[0].layout, strokes[0].aim.seat
    spans = legal_intervals(seat, layout.points, equipment)
    aims = [
        stroke.aim
        for stroke in strokes
        if stroke.aim.seat is seat and any(low <= stroke.aim.x <= high for low, high in spans)
    ]
    return best(repeats, len(aims), lambda: simulate_many(layout, aims, equipment, threads=1))


def one_by_one_seconds(strokes: Sequence[Stroke], equipment: Equipment, repeats: int) -> float:
    """A stroke of its own, with its trace."""

    def work() -> None:
        for stroke in strokes:
            simulate(stroke.layout, stroke.aim, equipment)  # not kept: hundreds of traces would be collected

    return best(repeats, len(strokes), work)


def places(strokes: Sequence[Stroke], equipment: Equipment) -> list[list[Point | None]]:
    """Where each piece of each stroke came to rest, the striker first; None for one that fell."""
    outcomes = _whole_call(strokes, equipment, 1)
    return [list(outcomes.rest(number)) for number in range(len(strokes))]


def start_seconds(repeats: int) -> tuple[float, float]:
    """From the start of a process to the end of its first stroke: nothing compiled, and from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        surroundings = os.environ | {"NUMBA_CACHE_DIR": folder}

        def once() -> None:
            command = [sys.executable, "-c", FIRST_STROKE]
            subprocess.run(command, env=surroundings, check=True, capture_output=True)

        began = time.perf_counter()
        once()
        cold = time.perf_counter() - began
        return cold, best(repeats, 1, once)


def _whole_call(strokes: Sequence[Stroke], equipment: Equipment, threads: int) -> Any:
    layouts = [stroke.layout for stroke in strokes]
    return simulate_many(layouts, [stroke.aim for stroke in strokes], equipment, threads=threads)

"""A club that measures a table whose friction and bounce we know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from carrom.calibration import Measurements, Run
from carrom.calibration.runs import start_on_base_line
from carrom.calibration.straight import Stop, reach
from carrom.equipment import STANDARD

ON_BASE_LINE = start_on_base_line(STANDARD)
SOFT_TO_HARD = (0.7, 0.9, 1.0, 1.6, 2.4, 3.5, 4.5, 6.0)  # m/s


def measured(
    friction: float,
    bounce: float,
    speeds: Sequence[float] = SOFT_TO_HARD,
    starts: Sequence[float] = (),
    timed: bool = True,
    same_launch: bool = False,
) -> Measurements:
    """What a club with a perfect tape and a perfect stopwatch would write down."""
    empty = Measurements((), same_launch=same_launch)
    runs = []
    for speed, start in zip(speeds, starts or [ON_BASE_LINE] * len(speeds), strict=True):
        straight = empty.straight(Run(start, 0, 0.0))
        stop = straight.stop(reach(speed, friction), bounce)
        seconds = straight.seconds(stop, bounce, friction) if timed else None
        run = Run(start, stop.rebounds, 0.0, seconds)
        runs.append(replace(run, stopped=empty.stopped(run, stop)))
    return replace(empty, runs=tuple(runs))


def with_errors(exact: Measurements, chance: Random) -> Measurements:
    """The same club with the tape and the stopwatch it says it has."""
    return replace(exact, runs=tuple(_misread(exact, run, chance) for run in exact.runs))


def _misread(exact: Measurements, run: Run, chance: Random) -> Run:
    stop = exact.stop(run)
    beyond = min(exact.straight(run).way(run.rebounds), abs(chance.gauss(stop.beyond, exact.place_error)))
    stopped = exact.stopped(run, Stop(run.rebounds, beyond))
    seconds = None if run.seconds is None else max(0.05, chance.gauss(run.seconds, exact.time_error))
    return replace(run, stopped=stopped, seconds=seconds)

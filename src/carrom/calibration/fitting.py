"""Fit the friction and bounce of a club's board to a few measured runs (docs/your-board.md).

Least squares on all readings, each in units of its stated error. An estimate's error is one standard
deviation, from the covariance; its range comes from simulated measurements of the fitted table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from math import inf, sqrt
from random import Random

from carrom.calibration.least_squares import Residuals, Settled, misfit, settle
from carrom.calibration.rebounds import RUNS_ASKED, Rebound, rebound, three_and_a_half
from carrom.calibration.runs import LEAST_FRICTION, Measurements, Run, start_on_base_line
from carrom.calibration.straight import Stop, speed_for, straight_from_base_line
from carrom.errors import EquipmentError
from carrom.i18n import Message
from carrom.pace import CLUB, FASTEST, GRAVITY, Pace

REPEATS = 200
_SEED = 1
# An error above these makes a result useless.
_VAGUE_FRICTION = 0.5  # of its value
_VAGUE_BOUNCE = 0.2
_CONTRADICTION = 10.0  # times the stated error, on average: a mistake, not an error of measurement
_BOUNCES = [step / 20.0 for step in range(4, 21)]  # starting points of the search


@dataclass(frozen=True)
class Estimate:
    """A value, its standard error, and the range of the middle 68 % of repeated measurements."""

    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class FittedRun:
    """A run, and its differences from the fitted table: measured minus fitted."""

    run: Run
    runs: float  # across the board, as the laws count them
    passes: bool  # sent from the base lines, it made the runs that the laws require
    stopped_off: float | None = None  # m
    seconds_off: float | None = None
    speed: float | None = None  # of the launch, m/s
    speed_error: float | None = None


@dataclass(frozen=True)
class Fit:
    """The result of a fit; None for what the runs cannot tell."""

    measured: Measurements
    runs: tuple[FittedRun, ...]
    friction: Estimate | None = None
    bounce: Estimate | None = None
    launch: Estimate | None = None  # v²/μ of the device, m²/s²
    correlation: float | None = None  # of the errors of friction and bounce
    repeats: int = 0  # simulated measurements of the fitted table
    misfit: float = 0.0  # sum of squares, in units of the stated errors
    freedom: int = 0  # degrees of freedom
    rebound: Rebound | None = None  # the laws' test of the fitted table, at the club's full force
    least_speed_error: float | None = None  # of the least speed that passes the test

    @property
    def stretch(self) -> float:
        """The factor by which the errors must be larger than stated for the runs to agree; 1 if they do."""
        # The expected sum of n squares is n, and a sum above n + 3 √2n is unlikely.
        if self.misfit <= self.freedom + 3.0 * sqrt(2.0 * self.freedom) + 1e-9:
            return 1.0
        return sqrt(self.misfit / max(1, self.freedom))

    @property
    def even(self) -> bool:
        """Whether the ranges are no wider than the errors say."""
        known = [each for each in (self.friction, self.bounce) if each is not None]
        return all((each.high - each.low) / 2.0 <= 1.5 * each.error for each in known)

    def pace(self, name: str) -> Pace:
        """The pace of the fitted table; other values are the club's, and coins bounce like the striker."""
        if self.friction is None or self.bounce is None:
            raise EquipmentError("refused.runs.no-friction")
        bounce = round(min(1.0, self.bounce.value), 4)
        friction = round(self.friction.value, 4)
        return replace(CLUB, name=name, friction=friction, striker_frame=bounce, coin_frame=bounce)


def launch_for(measured: Measurements, run: Run, bounce: float) -> float:
    """The v²/μ (m²/s²) of a launch that ends where the run stopped, for a bounce of the frame."""
    return 2.0 * GRAVITY * measured.straight(run).reach_for(measured.stop(run), bounce)


def fit(measured: Measurements, repeats: int = REPEATS) -> Fit:
    """Fit the runs; `repeats` is the number of simulated measurements.

    Raises `EquipmentError` if timed runs are too few or too alike, or fit no possible table.
    """
    timed = [run for run in measured.runs if run.seconds is not None]
    told = measured.runs if measured.same_launch else timed
    problem = _Problem(measured)
    if timed:
        if len(timed) == 1 and not measured.same_launch:
            raise EquipmentError("refused.runs.one-timed")
        if not any(run.rebounds for run in told):
            raise EquipmentError("refused.runs.no-rebound")
    best = problem.solved() if told else None
    if best is not None and sqrt(best.misfit / len(told)) > _CONTRADICTION:
        raise EquipmentError(
            "refused.runs.contradiction-same-launch"
            if measured.same_launch
            else "refused.runs.contradiction",
            times=round(sqrt(best.misfit / len(told))),
        )
    if best is None or best.errors is None or problem.vague(best):
        if timed:
            raise _too_little(best, measured.same_launch)
        return Fit(measured, tuple(FittedRun(run, *_counted(measured, run)) for run in measured.runs))
    return _told(problem, best, repeats)


def _too_little(best: Settled | None, same_launch: bool) -> EquipmentError:
    others = Message("runs.from-other-places" if same_launch else "runs.of-other-lengths")
    if best is None or best.errors is None:
        return EquipmentError("refused.runs.too-alike", others=others)
    bounce, friction = (float(f"{error:.2g}") for error in best.errors[:2])
    return EquipmentError("refused.runs.too-vague", friction=friction, bounce=bounce, others=others)


def _counted(measured: Measurements, run: Run) -> tuple[float, bool]:
    """The runs across the board, and whether they satisfy the laws despite the tape's error."""
    straight = measured.straight(run)
    runs = straight.runs(measured.stop(run))
    behind_lines = run.start <= start_on_base_line(measured.equipment) + measured.place_error
    return runs, behind_lines and runs - 2.0 * measured.place_error / straight.length >= RUNS_ASKED


class _Problem:
    """The least-squares problem: the unknowns are bounce, friction if runs were timed, a device's reach.

    By hand, each run has its own unknown: the square root of the distance after its last rebound. The time
    is smooth in this root, while its derivative by the distance is infinite at the frame.
    """

    def __init__(self, measured: Measurements) -> None:
        self.measured = measured
        self.by_hand = not measured.same_launch
        self.timed = any(run.seconds is not None for run in measured.runs)
        self.lanes = [(run.rebounds, measured.straight(run)) for run in measured.runs]
        friction = ("friction",) if self.timed else ()
        self.names = ("bounce", *friction, *(() if self.by_hand else ("reach",)))

    def readings(self, place: int, shared: Sequence[float], root: float) -> tuple[float, float]:
        """The distance after the last rebound, and the time."""
        rebounds, straight = self.lanes[place]
        bounce, friction = shared[0], shared[1] if self.timed else 1.0
        if self.by_hand:
            stop = Stop(rebounds, root * root)
            return stop.beyond, straight.seconds(stop, bounce, friction)
        stop = straight.after(rebounds, shared[-1], bounce)
        # During the search a reach may be too short for the counted rebounds.
        resting = Stop(rebounds, max(0.0, stop.beyond))
        return stop.beyond, straight.seconds(resting, bounce, friction) if self.timed else 0.0

    def residuals(self, beyonds: Sequence[float], times: Sequence[float | None]) -> Residuals:
        """The residuals of measured or simulated readings."""
        place_error, time_error = self.measured.place_error, self.measured.time_error

        def of_run(place: int, shared: Sequence[float], root: float) -> tuple[float, float]:
            if min(shared) <= 0.0 or not 0.02 < shared[0] < 2.0:
                return inf, inf
            beyond, seconds = self.readings(place, shared, root)
            time = times[place]
            late = 0.0 if time is None else (seconds - time) / time_error
            return (beyond - beyonds[place]) / place_error, late

        return of_run

    def solved(self) -> Settled:
        beyonds = [self.measured.stop(run).beyond for run in self.measured.runs]
        times = [run.seconds for run in self.measured.runs]
        residuals = self.residuals(beyonds, times)
        # At the frame the derivative by the root is 0, so start slightly away from it.
        roots = [sqrt(max(beyond, self.measured.place_error / 4.0)) for beyond in beyonds]
        beginnings = [self._beginning(bounce) for bounce in _BOUNCES]
        shared = min(beginnings, key=lambda values: misfit(residuals, values, roots))
        return settle(residuals, shared, roots, eliminate=self.by_hand)

    def _beginning(self, bounce: float) -> list[float]:
        """The best friction and reach for a bounce if the distances were exact."""
        values, measured = [bounce], self.measured
        lanes = [(measured.straight(run), measured.stop(run), run.seconds) for run in measured.runs]
        if self.timed:
            # All times are those at friction 1, times √(1 / μ).
            pairs = [
                (lane.seconds(stop, bounce, 1.0), time) for lane, stop, time in lanes if time is not None
            ]
            root = sum(one * one for one, _ in pairs) / sum(one * time for one, time in pairs)
            values.append(root * root)
        if not self.by_hand:
            values.append(sum(lane.reach_for(stop, bounce) for lane, stop, _ in lanes) / len(lanes))
        return values

    def vague(self, best: Settled) -> bool:
        assert best.errors is not None
        bounce, *others = best.errors
        return bounce > _VAGUE_BOUNCE or (self.timed and others[0] > _VAGUE_FRICTION * best.shared[1])

    def repeated(self, best: Settled, times: int) -> list[tuple[float, ...]]:
        """The shared unknowns from simulated measurements of the fitted table."""
        chance = Random(_SEED)
        true = [self.readings(place, best.shared, root) for place, root in enumerate(best.own)]
        found = []
        for _ in range(times):
            beyonds = [max(0.0, chance.gauss(beyond, self.measured.place_error)) for beyond, _ in true]
            watched = [
                None if run.seconds is None else max(0.01, chance.gauss(seconds, self.measured.time_error))
                for run, (_, seconds) in zip(self.measured.runs, true, strict=True)
            ]
            again = settle(self.residuals(beyonds, watched), best.shared, best.own, eliminate=self.by_hand)
            found.append(again.shared)
        return found


def _told(problem: _Problem, best: Settled, repeats: int) -> Fit:
    measured = problem.measured
    assert best.errors is not None
    assert best.covariance is not None
    values = dict(zip(problem.names, best.shared, strict=True))
    errors = dict(zip(problem.names, best.errors, strict=True))
    # A bounce slightly above 1 may be an error of measurement.
    if values["bounce"] > 1.0 + 2.0 * errors["bounce"]:
        raise EquipmentError("refused.runs.bounce-above-one", bounce=round(values["bounce"], 2))
    friction = values.get("friction")
    if friction is not None and not LEAST_FRICTION <= friction <= 1.0:
        raise EquipmentError("refused.runs.friction", friction=float(f"{friction:.4g}"), least=LEAST_FRICTION)
    again = zip(*problem.repeated(best, repeats), strict=True) if repeats else ((),) * len(values)
    found = {
        name: _estimate(values[name], errors[name], column)
        for name, column in zip(problem.names, again, strict=True)
    }
    if "reach" in found:
        found["launch"] = Estimate(*(2.0 * GRAVITY * each for each in astuple(found["reach"])))
    runs = tuple(_fitted(problem, place, best) for place in range(len(measured.runs)))
    for place, each in enumerate(runs, start=1):
        if each.speed is not None and each.speed > FASTEST + 3.0 * (each.speed_error or 0.0):
            too_fast = EquipmentError("refused.runs.too-fast", speed=round(each.speed, 1), most=FASTEST)
            raise too_fast.at(Message("runs.run", {"number": place}))
    timed = sum(run.seconds is not None for run in measured.runs)
    readings = timed if problem.by_hand else timed + len(measured.runs)
    told = Fit(
        measured,
        runs,
        bounce=found["bounce"],
        launch=found.get("launch"),
        repeats=repeats,
        misfit=best.misfit,
        freedom=readings - len(problem.names),
    )
    if not problem.timed:
        return told

    def least_speed(shared: Sequence[float]) -> float:
        asked = straight_from_base_line(measured.equipment).reach_for(
            three_and_a_half(measured.equipment), shared[0]
        )
        return speed_for(asked, shared[1])

    told = replace(told, friction=found["friction"])
    return replace(
        told,
        correlation=float(best.covariance[0, 1]) / (best.errors[0] * best.errors[1]),
        rebound=rebound(replace(measured.equipment, pace=told.pace("measured"))),
        least_speed_error=best.error_of(least_speed),
    )


def _estimate(value: float, error: float, again: Sequence[float]) -> Estimate:
    """The estimate, with the range of the middle 68 % of the simulated values."""
    if not again:
        return Estimate(value, error, value - error, value + error)
    ordered, cut = sorted(again), round(0.16 * len(again))
    return Estimate(value, error, ordered[cut], ordered[-1 - cut])


def _fitted(problem: _Problem, place: int, best: Settled) -> FittedRun:
    measured = problem.measured
    run, straight = measured.runs[place], measured.straight(measured.runs[place])
    beyond, seconds = problem.readings(place, best.shared, best.own[place])
    stop = Stop(run.rebounds, beyond)

    def speed(shared: Sequence[float]) -> float:
        reach = straight.reach_for(stop, shared[0]) if problem.by_hand else shared[-1]
        return speed_for(reach, shared[1])

    return FittedRun(
        run,
        *_counted(measured, run),
        run.stopped - measured.stopped(run, stop),
        None if run.seconds is None else run.seconds - seconds,
        speed(best.shared) if problem.timed else None,
        best.error_of(speed) if problem.timed else None,
    )

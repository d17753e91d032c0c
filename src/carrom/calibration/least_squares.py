"""Least squares for runs that share a few unknowns and may each have one of their own.

Gauss-Newton. The own unknown of a run is eliminated before the shared ones are solved for, by taking out of
its readings whatever the own one could explain; so a hundred runs cost a hundred times one run, not its cube.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt

Residuals = Callable[[int, Sequence[float], float], list[float]]
"""(which run, shared unknowns, its own) to its readings' residuals, in units of their errors."""

Matrix = list[list[float]]

_STEPS = 200
_HALVINGS = 40
_SMALL = 1e-6  # of a value: the step of a central difference
_NOTHING = 1e-13  # share of the misfit that is not worth another step
_ALIKE = 1e-9  # below this share of itself, a pivot is rounding: the unknowns cannot be told apart


@dataclass(frozen=True)
class Settled:
    """Where the sum of squares is least."""

    shared: tuple[float, ...]
    own: tuple[float, ...]
    misfit: float
    covariance: Matrix | None  # of the shared unknowns; none where the readings cannot tell them apart

    @property
    def errors(self) -> tuple[float, ...] | None:
        if self.covariance is None:
            return None
        return tuple(sqrt(row[place]) for place, row in enumerate(self.covariance))

    def error_of(self, value: Callable[[Sequence[float]], float]) -> float:
        """The standard error of something that follows from the shared unknowns."""
        assert self.covariance is not None
        slopes = []
        for place in range(len(self.shared)):
            up, down, small = _around(self.shared, place)
            slopes.append((value(up) - value(down)) / (2.0 * small))
        return sqrt(max(0.0, _dot(slopes, [_dot(row, slopes) for row in self.covariance])))


def misfit(residuals: Residuals, shared: Sequence[float], own: Sequence[float]) -> float:
    return sum(r * r for run, mine in enumerate(own) for r in residuals(run, shared, mine))


def settle(
    residuals: Residuals, shared: Sequence[float], own: Sequence[float], eliminate: bool = True
) -> Settled:
    """From a beginning to the least sum of squares. Where nothing can be, residuals are infinite: a wall.

    `own` has one value a run; without `eliminate` they are not unknowns, and stay as they are.
    """
    shared, own = list(shared), list(own)
    least = misfit(residuals, shared, own)
    for _ in range(_STEPS):
        runs = [_Linear(residuals, run, shared, mine, eliminate) for run, mine in enumerate(own)]
        normal = _normal(runs, len(shared))
        inverse = inverted(normal)
        if inverse is None:
            return Settled(tuple(shared), tuple(own), least, None)
        slope = [sum(run.pull(column) for run in runs) for column in range(len(shared))]
        step = [-_dot(row, slope) for row in inverse]
        own_step = [run.own_step(step) for run in runs]
        to_gain = -_dot(slope, step) + sum(run.own_gain for run in runs)
        if to_gain <= _NOTHING * least + _NOTHING**2:
            return Settled(tuple(shared), tuple(own), least, inverse)
        share = 1.0
        for _ in range(_HALVINGS):
            next_shared = [x + share * d for x, d in zip(shared, step, strict=True)]
            next_own = [x + share * d for x, d in zip(own, own_step, strict=True)]
            reached = misfit(residuals, next_shared, next_own)
            if reached < least:
                break
            share /= 2.0
        else:
            break  # rounding is all that is left to gain
        shared, own, least = next_shared, next_own, reached
    runs = [_Linear(residuals, run, shared, mine, eliminate) for run, mine in enumerate(own)]
    return Settled(tuple(shared), tuple(own), least, inverted(_normal(runs, len(shared))))


class _Linear:
    """One run near the present values, with what its own unknown explains taken out."""

    def __init__(
        self, residuals: Residuals, run: int, shared: Sequence[float], own: float, eliminate: bool
    ) -> None:
        now = residuals(run, shared, own)
        columns = []
        for place in range(len(shared)):
            up, down, small = _around(shared, place)
            columns.append(_slope(residuals(run, up, own), residuals(run, down, own), small))
        self.mine = [0.0] * len(now)
        if eliminate:
            small = _SMALL * max(abs(own), _SMALL)
            self.mine = _slope(
                residuals(run, shared, own + small), residuals(run, shared, own - small), small
            )
        self.square = _dot(self.mine, self.mine)
        self.explained_now = self._explained(now)
        self.explained = [self._explained(column) for column in columns]
        self.own_gain = self.explained_now**2 * self.square
        self.now = self._rest(now, self.explained_now)
        self.columns = [self._rest(*each) for each in zip(columns, self.explained, strict=True)]

    def _explained(self, column: Sequence[float]) -> float:
        return _dot(self.mine, column) / self.square if self.square else 0.0

    def _rest(self, column: Sequence[float], explained: float) -> list[float]:
        return [value - explained * mine for value, mine in zip(column, self.mine, strict=True)]

    def pull(self, column: int) -> float:
        return _dot(self.columns[column], self.now)

    def own_step(self, step: Sequence[float]) -> float:
        return -self.explained_now - _dot(self.explained, step)


def _around(values: Sequence[float], place: int) -> tuple[list[float], list[float], float]:
    """The values with one a little more and a little less, and how much that is."""
    small = _SMALL * abs(values[place])
    up, down = list(values), list(values)
    up[place] += small
    down[place] -= small
    return up, down, small


def _slope(up: Sequence[float], down: Sequence[float], small: float) -> list[float]:
    return [(u - d) / (2.0 * small) for u, d in zip(up, down, strict=True)]


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _normal(runs: Sequence[_Linear], size: int) -> Matrix:
    return [
        [sum(_dot(run.columns[row], run.columns[column]) for run in runs) for column in range(size)]
        for row in range(size)
    ]


def inverted(matrix: Matrix) -> Matrix | None:
    """Of a symmetric positive matrix, by elimination; none where it is singular but for rounding."""
    size = len(matrix)
    scale = [sqrt(matrix[place][place]) for place in range(size)]
    if not all(0.0 < each < inf for each in scale):
        return None
    # Scaled to ones on the diagonal, a pivot says how much of an unknown the ones before it leave open.
    rows = [
        [matrix[i][j] / scale[i] / scale[j] for j in range(size)] + [float(i == j) for j in range(size)]
        for i in range(size)
    ]
    for pivot in range(size):
        if not rows[pivot][pivot] > _ALIKE:
            return None
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot:
                times = rows[other][pivot]
                rows[other] = [a - times * b for a, b in zip(rows[other], rows[pivot], strict=True)]
    return [[rows[i][size + j] / scale[i] / scale[j] for j in range(size)] for i in range(size)]

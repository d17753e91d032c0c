"""Least squares by Gauss-Newton, for runs that share a few unknowns and may each have one of their own.

The own unknown of each run is eliminated before the shared ones are solved for, so that the cost is linear in
the number of runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Residuals = Callable[[int, Sequence[float], float], Sequence[float]]
"""From a run's number, the shared unknowns and its own one, the residuals of its readings.

They are in units of the errors; that of a missing reading is 0.
"""

_STEPS = 200
_HALVINGS = 40
_SMALL = 1e-6  # of a value: the step of a central difference
_NOTHING = 1e-13  # share of the misfit below which a step is not worth it
_ALIKE = 1e-9  # a pivot below this is rounding: the unknowns cannot be told apart


@dataclass(frozen=True, eq=False)
class Settled:
    """The unknowns with the least sum of squares."""

    shared: tuple[float, ...]
    own: tuple[float, ...]
    misfit: float
    covariance: Floats | None  # of the shared unknowns; None if they cannot be told apart

    @property
    def errors(self) -> tuple[float, ...] | None:
        return None if self.covariance is None else tuple(map(sqrt, self.covariance.diagonal().tolist()))

    def error_of(self, value: Callable[[Sequence[float]], float]) -> float:
        """The standard error of a function of the shared unknowns."""
        import numpy as np

        assert self.covariance is not None
        slopes = np.array([(value(up) - value(down)) / wide for up, down, wide in _around(self.shared)])
        return sqrt(max(0.0, float(slopes @ self.covariance @ slopes)))


def misfit(residuals: Residuals, shared: Sequence[float], own: Sequence[float]) -> float:
    return sum(r * r for run, mine in enumerate(own) for r in residuals(run, shared, mine))


def settle(
    residuals: Residuals, shared: Sequence[float], own: Sequence[float], eliminate: bool = True
) -> Settled:
    """Minimise the sum of squares from a starting point; impossible values have infinite residuals.

    `own` has one value a run; without `eliminate` these are constants.
    """
    import numpy as np

    least = misfit(residuals, shared, own)
    for _ in range(_STEPS):
        with np.errstate(invalid="ignore"):  # a difference of infinite residuals is NaN
            now, slopes, mine = _linear(residuals, shared, own, eliminate)
            square = np.sum(mine * mine, axis=1, keepdims=True)
            share = np.divide(mine, square, out=np.zeros_like(mine), where=square > 0.0)
            own_now = np.sum(share * now, axis=1, keepdims=True)  # the part that the own unknown explains
            own_slopes = np.einsum("ij,ijk->ik", share, slopes)
            rest = (now - own_now * mine).ravel()
            matrix = (slopes - mine[:, :, None] * own_slopes[:, None, :]).reshape(len(rest), -1)
            covariance, pull = inverted(matrix.T @ matrix), matrix.T @ rest
        if covariance is None:
            break
        step = -covariance @ pull
        own_step = -own_now[:, 0] - own_slopes @ step
        to_gain = -pull @ step + np.sum(own_now * own_now * square)
        if to_gain <= _NOTHING * least + _NOTHING**2:
            break
        for halving in range(_HALVINGS):
            next_shared = (np.array(shared) + step / 2.0**halving).tolist()
            next_own = (np.array(own) + own_step / 2.0**halving).tolist()
            reached = misfit(residuals, next_shared, next_own)
            if reached < least:
                break
        else:
            break  # only rounding is left
        shared, own, least = next_shared, next_own, reached
    return Settled(tuple(shared), tuple(own), least, covariance)


def _linear(
    residuals: Residuals, shared: Sequence[float], own: Sequence[float], eliminate: bool
) -> tuple[Floats, Floats, Floats]:
    """The residuals by run and reading, and their derivatives by the shared and the own unknowns."""
    import numpy as np

    def at(values: Sequence[float], shift: float = 0.0) -> Floats:
        return np.array(
            [residuals(run, values, mine + shift * max(abs(mine), _SMALL)) for run, mine in enumerate(own)]
        )

    slopes = [(at(up) - at(down)) / wide for up, down, wide in _around(shared)]
    now = at(shared)
    mine = np.zeros_like(now)
    if eliminate:
        wide = 2.0 * _SMALL * np.maximum(np.abs(own), _SMALL)
        mine = (at(shared, _SMALL) - at(shared, -_SMALL)) / wide[:, None]
    return now, np.stack(slopes, axis=2), mine


def _around(values: Sequence[float]) -> list[tuple[list[float], list[float], float]]:
    """For each value: all values with that one slightly larger and smaller, and the difference."""
    found = []
    for place, value in enumerate(values):
        small = _SMALL * abs(value)
        up, down = list(values), list(values)
        up[place] += small
        down[place] -= small
        found.append((up, down, 2.0 * small))
    return found


def inverted(matrix: Floats) -> Floats | None:
    """The inverse of a symmetric positive matrix; None if it is singular except for rounding."""
    import numpy as np

    diagonal = np.diagonal(matrix)
    if not np.all((diagonal > 0.0) & np.isfinite(diagonal)):
        return None
    # With ones on the diagonal, a pivot is the part of an unknown that is independent of those before it.
    scale = np.sqrt(np.outer(diagonal, diagonal))
    try:
        pivots = np.diagonal(np.linalg.cholesky(matrix / scale)) ** 2
    except np.linalg.LinAlgError:
        return None
    inverse: Floats = np.linalg.inv(matrix / scale) / scale
    return inverse if np.all(pivots > _ALIKE) else None

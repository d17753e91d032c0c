"""Least squares for runs that share a few unknowns and may each have one of their own.

Gauss-Newton. The own unknown of a run is eliminated before the shared ones are solved for, by taking out of
its readings whatever the own one could explain; so a hundred runs cost a hundred times one run, not its cube.
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
"""(which run, shared unknowns, its own) to its readings' residuals, in units of their errors.

Every run has as many; a reading that was not taken is 0.
"""

_STEPS = 200
_HALVINGS = 40
_SMALL = 1e-6  # of a value: the step of a central difference
_NOTHING = 1e-13  # share of the misfit that is not worth another step
_ALIKE = 1e-9  # below this share of itself, a pivot is rounding: the unknowns cannot be told apart


@dataclass(frozen=True, eq=False)
class Settled:
    """Where the sum of squares is least."""

    shared: tuple[float, ...]
    own: tuple[float, ...]
    misfit: float
    covariance: Floats | None  # of the shared unknowns; none where the readings cannot tell them apart

    @property
    def errors(self) -> tuple[float, ...] | None:
        return None if self.covariance is None else tuple(map(sqrt, self.covariance.diagonal().tolist()))

    def error_of(self, value: Callable[[Sequence[float]], float]) -> float:
        """The standard error of something that follows from the shared unknowns."""
        import numpy as np

        assert self.covariance is not None
        slopes = np.array([(value(up) - value(down)) / wide for up, down, wide in _around(self.shared)])
        return sqrt(max(0.0, float(slopes @ self.covariance @ slopes)))


def misfit(residuals: Residuals, shared: Sequence[float], own: Sequence[float]) -> float:
    return sum(r * r for run, mine in enumerate(own) for r in residuals(run, shared, mine))


def settle(
    residuals: Residuals, shared: Sequence[float], own: Sequence[float], eliminate: bool = True
) -> Settled:
    """From a beginning to the least sum of squares. Where nothing can be, residuals are infinite: a wall.

    `own` has one value a run; without `eliminate` they are not unknowns, and stay as they are.
    """
    import numpy as np

    least = misfit(residuals, shared, own)
    for _ in range(_STEPS):
        with np.errstate(invalid="ignore"):  # beside a wall a difference is no number
            now, slopes, mine = _linear(residuals, shared, own, eliminate)
            square = np.sum(mine * mine, axis=1, keepdims=True)
            share = np.divide(mine, square, out=np.zeros_like(mine), where=square > 0.0)
            own_now = np.sum(share * now, axis=1, keepdims=True)  # what the own unknown explains
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
            break  # rounding is all that is left to gain
        shared, own, least = next_shared, next_own, reached
    return Settled(tuple(shared), tuple(own), least, covariance)


def _linear(
    residuals: Residuals, shared: Sequence[float], own: Sequence[float], eliminate: bool
) -> tuple[Floats, Floats, Floats]:
    """By run and reading: the residuals, their slopes by the shared unknowns, and by the run's own."""
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
    """For each value: all of them with that one a little more and a little less, and the difference."""
    found = []
    for place, value in enumerate(values):
        small = _SMALL * abs(value)
        up, down = list(values), list(values)
        up[place] += small
        down[place] -= small
        found.append((up, down, 2.0 * small))
    return found


def inverted(matrix: Floats) -> Floats | None:
    """The inverse of a symmetric positive matrix; none where it is singular but for rounding."""
    import numpy as np

    diagonal = np.diagonal(matrix)
    if not np.all((diagonal > 0.0) & np.isfinite(diagonal)):
        return None
    # Scaled to ones on the diagonal, a pivot says how much of an unknown the ones before it leave open.
    scale = np.sqrt(np.outer(diagonal, diagonal))
    try:
        pivots = np.diagonal(np.linalg.cholesky(matrix / scale)) ** 2
    except np.linalg.LinAlgError:
        return None
    inverse: Floats = np.linalg.inv(matrix / scale) / scale
    return inverse if np.all(pivots > _ALIKE) else None

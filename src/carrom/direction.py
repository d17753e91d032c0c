"""Cosine and sine with + − × only, so that an angle means the same bits on every machine.

>>> from math import pi
>>> cosine_sine(pi / 2), cosine_sine(pi / 6)[1]
((0.0, 1.0), 0.49999999999999994)
"""

from __future__ import annotations

from math import factorial, remainder

# A quarter turn in two parts: the double nearest to π/2, and the rest.
QUARTER = 1.5707963267948966
QUARTER_REST = 6.123233995736766e-17

SAME = 2e-15

# Taylor's series: within an eighth of a turn the first term left out is below 1e-17.
SINE_TERMS = tuple((-1.0) ** n / factorial(2 * n + 1) for n in range(1, 9))
COSINE_TERMS = tuple((-1.0) ** n / factorial(2 * n) for n in range(1, 10))


def cosine_sine(angle: float) -> tuple[float, float]:
    """The cosine and sine, to about one unit in the last place, also of many turns.

    An angle within rounding of a quarter turn, such as pi / 2, counts as exactly that.
    """
    rest = remainder(angle, QUARTER)  # exact, by definition of the operation
    quarters = round((angle - rest) / QUARTER)
    rest -= quarters * QUARTER_REST
    if abs(rest) < SAME:
        rest = 0.0
    square = rest * rest
    sine = rest + rest * _series(SINE_TERMS, square)
    cosine = 1.0 + _series(COSINE_TERMS, square)
    # 0.0 − sine: a bare minus would write −0.0.
    return ((cosine, sine), (0.0 - sine, cosine), (-cosine, 0.0 - sine), (sine, -cosine))[quarters % 4]


def _series(terms: tuple[float, ...], square: float) -> float:
    total = 0.0
    for term in reversed(terms):
        total = (total + term) * square
    return total

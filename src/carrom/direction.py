"""Cosine and sine with + − × only, so that an angle means the same bits on every machine.

They keep the kernel's rules (docs/physics.md), so that they also run compiled.

>>> from math import pi
>>> cosine_sine(pi / 2), cosine_sine(pi / 6)[1]
((0.0, 1.0), 0.49999999999999994)
"""

from __future__ import annotations

from math import factorial

# A quarter turn in two parts: the double nearest to π/2, and the rest.
QUARTER = 1.5707963267948966
QUARTER_REST = 6.123233995736766e-17

SAME = 2e-15

# Taylor's series, the highest power first: within an eighth of a turn the first term left out is below 1e-17.
SINE_TERMS = tuple((-1.0) ** n / factorial(2 * n + 1) for n in range(8, 0, -1))
COSINE_TERMS = tuple((-1.0) ** n / factorial(2 * n) for n in range(9, 0, -1))


def cosine_sine(angle: float) -> tuple[float, float]:
    """The cosine and sine, to about one unit in the last place, also of many turns.

    An angle within rounding of a quarter turn, such as pi / 2, counts as exactly that.
    """
    quarters, rest = _quarters(abs(angle))
    if angle < 0.0:
        quarters, rest = -quarters, -rest
    rest -= quarters * QUARTER_REST
    if abs(rest) < SAME:
        rest = 0.0
    square = rest * rest
    sine, cosine = 0.0, 0.0
    for term in SINE_TERMS:
        sine = (sine + term) * square
    for term in COSINE_TERMS:
        cosine = (cosine + term) * square
    sine, cosine = rest + rest * sine, 1.0 + cosine
    turns = quarters % 4
    # 0.0 − sine: a bare minus would write −0.0.
    if turns == 0:
        return cosine, sine
    if turns == 1:
        return 0.0 - sine, cosine
    if turns == 2:
        return -cosine, 0.0 - sine
    return sine, -cosine


def _quarters(angle: float) -> tuple[int, float]:
    """The nearest number of quarter turns (halfway the even one) in an angle ≥ 0, and the rest.

    Exact: what is subtracted is never less than half of what it is subtracted from, nor more than twice it.
    """
    part, parts = QUARTER, 1
    while 2.0 * part <= angle and part < angle:
        part *= 2.0
        parts *= 2
    quarters = 0
    while part >= QUARTER:
        if angle >= part:
            angle -= part
            quarters += parts
        part *= 0.5
        parts //= 2
    half = 0.5 * QUARTER
    if angle > half or (angle == half and quarters % 2 == 1):
        return quarters + 1, angle - QUARTER
    return quarters, angle

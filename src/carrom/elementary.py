"""Exponential, logarithm, arc tangent and error function with + − × ÷ √ only: the same bits everywhere.

A platform's own functions differ in their last bits, which is enough to change a player's decision. These
keep the kernel's rules (docs/physics.md), so that they also run compiled.

>>> exp(0.0), log(1.0), atan2(0.0, 1.0), erf(0.0)
(1.0, 0.0, 0.0, 0.0)
"""

from __future__ import annotations

import math

LN_2 = 0.6931471805599453
ROOT_HALF = 0.7071067811865476
QUARTER = 1.5707963267948966  # π/2

_SMALL = 0.35  # an argument of `exp` whose series ends below 1e-17
_EXP_TERMS = tuple(1.0 / math.factorial(n) for n in range(13, 0, -1))
_LOG_TERMS = tuple(2.0 / (2 * n + 1) for n in range(11, -1, -1))
_ATAN_TERMS = tuple((-1.0) ** n / (2 * n + 1) for n in range(12, -1, -1))
# Abramowitz and Stegun 7.1.28; the error is below 3e-7.
_ERF_TERMS = (0.0000430638, 0.0002765672, 0.0001520143, 0.0092705272, 0.0422820123, 0.0705230784)


def exp(x: float) -> float:
    """The exponential, to some units in the last place for |x| < 10."""
    halvings = 0
    while abs(x) > _SMALL:
        x *= 0.5
        halvings += 1
    total = 0.0
    for term in _EXP_TERMS:
        total = (total + term) * x
    total += 1.0
    for _ in range(halvings):
        total *= total
    return total


def log(x: float) -> float:
    """The natural logarithm of a positive number."""
    doublings = 0
    while x < ROOT_HALF:
        x *= 2.0
        doublings -= 1
    while x > 2.0 * ROOT_HALF:
        x *= 0.5
        doublings += 1
    ratio = (x - 1.0) / (x + 1.0)
    square = ratio * ratio
    total = 0.0
    for term in _LOG_TERMS:
        total = total * square + term
    return total * ratio + doublings * LN_2


def atan2(y: float, x: float) -> float:
    """The angle of the point (x, y), from −π to π."""
    if abs(y) > abs(x):
        angle = QUARTER - _atan(abs(x) / abs(y))
    else:
        angle = _atan(abs(y) / abs(x)) if x != 0.0 else 0.0
    if x < 0.0:
        angle = 2.0 * QUARTER - angle
    return -angle if y < 0.0 else angle


def _atan(x: float) -> float:
    """The arc tangent of a number from 0 to 1: halve the angle twice, then its series."""
    for _ in range(2):
        x = x / (1.0 + math.sqrt(1.0 + x * x))
    square = x * x
    total = 0.0
    for term in _ATAN_TERMS:
        total = total * square + term
    return 4.0 * total * x


def asin(x: float) -> float:
    """The arc sine of a number from −1 to 1."""
    return atan2(x, math.sqrt(max(0.0, 1.0 - x * x)))


def erf(x: float) -> float:
    """The error function, to 3e-7."""
    far = abs(x)
    total = 0.0
    for term in _ERF_TERMS:
        total = (total + term) * far
    total += 1.0
    for _ in range(4):
        total *= total
    return 1.0 / total - 1.0 if x < 0.0 else 1.0 - 1.0 / total

"""The friction of a disc that slides and spins, by its exact integrals.

A disc pressed evenly on the surface, sliding at v while its rim turns at w = Rω, meets the force μmg·f and
the torque μmgR·τ; both depend on ε = v/w alone and are complete elliptic integrals (docs/physics.md, Spin).
Computed with + − × ÷ √ only, so that every machine gets the same bits.

>>> [round(number, 3) for number in friction(0.5)], [round(number, 3) for number in friction(2.0)]
([0.484, 0.548], [0.968, 0.128])
"""

from __future__ import annotations

from math import pi, sqrt


def friction(ratio: float) -> tuple[float, float]:
    """f and τ at ε = v/(Rω)."""
    if ratio == 0.0:
        return 0.0, 2.0 / 3.0
    if ratio == 1.0:
        return 8.0 / (3.0 * pi), 8.0 / (9.0 * pi)
    square = ratio * ratio
    if ratio < 1.0:
        k, e = _elliptic(square)
        f = ((1.0 + square) * e - (1.0 - square) * k) / ratio
        torque = (4.0 - 2.0 * square) * e - (1.0 - square) * k
    else:
        k, e = _elliptic(1.0 / square)
        f = (square + 1.0) * e - (square - 1.0) * k
        torque = ratio * ((4.0 - 2.0 * square) * e + (2.0 * square - 5.0 + 3.0 / square) * k)
    return 4.0 * f / (3.0 * pi), 4.0 * torque / (9.0 * pi)


def _elliptic(m: float) -> tuple[float, float]:
    """K(m) and E(m) by the arithmetic-geometric mean."""
    a, b = 1.0, sqrt(1.0 - m)
    total, weight = m, 1.0
    while abs(a - b) > 1e-15 * a:
        a, b, half = (a + b) / 2.0, sqrt(a * b), (a - b) / 2.0
        weight *= 2.0
        total += weight * half * half
    k = pi / (2.0 * a)
    return k, k * (1.0 - total / 2.0)


def friction_table(steps: int) -> list[float]:
    """f, then τ, at even steps of v/(v + w) from 0 (only spin) to 1 (only sliding)."""
    points = [friction(step / (steps - step)) if step < steps else (1.0, 0.0) for step in range(steps + 1)]
    return [f for f, _ in points] + [torque for _, torque in points]

"""The friction of a disc that slides and spins, by its exact integrals.

A disc that slides at v while its rim turns at w = Rω meets the force μmg·f and the torque μmgR·τ. Both depend
on ε = v/w alone and are complete elliptic integrals (docs/physics.md, Spin). They are computed with + − × ÷ √
only, so that every machine gets the same bits.

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
    # E = K (1 − (m + r)/2) avoids the cancellation in the formulas of docs/physics.md.
    if ratio < 1.0:
        m = ratio * ratio
        k, r = _elliptic(m)
        f = (1.5 * m - 0.5 * m * m - 0.5 * r * (1.0 + m)) / ratio
        torque = (2.0 - m) * (2.0 - m - r) - (1.0 - m)
    else:
        m = 1.0 / (ratio * ratio)
        k, r = _elliptic(m)
        f = 1.5 - 0.5 * (m + r) - 0.5 * r / m
        torque = ratio * (r / m - 2.0 * r + m)
    return 4.0 * k * f / (3.0 * pi), 4.0 * k * torque / (9.0 * pi)


def _elliptic(m: float) -> tuple[float, float]:
    """K(m) and r, where E(m) = K (1 − (m + r)/2), by the arithmetic-geometric mean."""
    root = sqrt(1.0 - m)
    a, b = (1.0 + root) / 2.0, sqrt(root)
    half = m / (2.0 * (1.0 + root))
    r, weight = 0.0, 1.0
    while True:
        weight *= 2.0
        r += weight * half * half
        if half < 1e-9 * a:
            break
        a, b = (a + b) / 2.0, sqrt(a * b)
        half = half * half / (4.0 * a)
    return pi / (a + b), r


def friction_table(steps: int) -> list[float]:
    """f, then τ, at even steps of v/(v + w) from 0 (only spin) to 1 (only sliding)."""
    points = [friction(step / (steps - step)) if step < steps else (1.0, 0.0) for step in range(steps + 1)]
    return [f for f, _ in points] + [torque for _, torque in points]

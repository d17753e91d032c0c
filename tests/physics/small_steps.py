"""A sliding, spinning disc in small steps: the equations themselves, without spans, tables or closed forms.

The force of the surface is integrated over the disc's area, the motion by the classical Runge–Kutta method
in steps of a millisecond, and a contact is found by halving the step in which it happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import atan2, cos, hypot, pi, sin, sqrt

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.surface import Point

STEP = 1e-3  # s
_ANGLES = 400
_GRID = 1500  # points between pure spin and pure slide


@dataclass(frozen=True)
class Disc:
    """`spin` in rad/s, counter-clockwise. `bounce` is against the frame."""

    radius: float
    mass: float
    bounce: float
    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0
    spin: float = 0.0

    @property
    def speed(self) -> float:
        return hypot(self.vx, self.vy)


def force_and_torque(e: float) -> tuple[float, float]:
    """What share of μmg brakes the slide, and of μmgR the spin, at ε = v/(Rω): integrals over the disc.

    A sliding, spinning disc turns about a point at ε radii from its centre, and every spot of it is braked
    at right angles to its distance from there. In polar coordinates about that point the braking depends
    on the angle alone, and the distance is integrated at once: ∫σ dσ for the force, ∫σ² dσ for the torque.
    """
    force = about_that_point = 0.0
    for k in range(_ANGLES):
        a = 2.0 * pi * (k + 0.5) / _ANGLES
        if e < 1.0:
            angle, width = a, 2.0 * pi / _ANGLES
            far = e * cos(angle) + sqrt(1.0 - (e * sin(angle)) ** 2)
            near = 0.0
        else:
            # From outside, the disc is seen within ±asin(1/ε). The substitution sin(angle) = sin(a)/ε makes
            # the integrand smooth at both ends; it passes each angle twice, so half counts.
            cosine = sqrt(1.0 - (sin(a) / e) ** 2)
            angle = atan2(sin(a) / e, cosine)
            width = abs(cos(a)) / (e * cosine) * pi / _ANGLES
            far, near = e * cosine + abs(cos(a)), e * cosine - abs(cos(a))
        force += cos(angle) * (far**2 - near**2) / 2.0 * width
        about_that_point += (far**3 - near**3) / 3.0 * width
    return force / pi, (about_that_point - e * force) / pi


@cache
def _grid() -> list[tuple[float, float]]:
    """At even steps of the angle whose tangent is ε; the ends are a pure spin and a pure slide."""
    inner = [force_and_torque(sin(a) / cos(a)) for a in (pi / 2.0 * k / _GRID for k in range(1, _GRID))]
    return [(0.0, 2.0 / 3.0), *inner, (1.0, 0.0)]


def braking(v: float, rim: float) -> tuple[float, float]:
    place = atan2(v, rim) / (pi / 2.0) * _GRID
    k = min(int(place), _GRID - 1)
    (f, tau), (f_next, tau_next) = _grid()[k], _grid()[k + 1]
    share = place - k
    return f + (f_next - f) * share, tau + (tau_next - tau) * share


def slid(disc: Disc, mu_g: float, time: float) -> Disc:
    """After one step. The direction stays; dv/dt = −μg f, d|w|/dt = −2μg τ, for a solid disc."""
    v, rim = disc.speed, abs(disc.spin) * disc.radius
    if v == 0.0:
        return disc

    def rates(v: float, rim: float) -> tuple[float, float]:
        f, tau = braking(max(v, 0.0), max(rim, 0.0))
        return mu_g * f, 2.0 * mu_g * tau

    f0, g0 = rates(v, rim)
    if v <= f0 * time:
        # At rest before the step is over: what is left of the way is below a micrometre.
        way, v_after, rim_after = v * v / (2.0 * f0), 0.0, 0.0
    else:
        half = time / 2.0
        f1, g1 = rates(v - half * f0, rim - half * g0)
        f2, g2 = rates(v - half * f1, rim - half * g1)
        f3, g3 = rates(v - time * f2, rim - time * g2)
        v_after = v - time * (f0 + 2.0 * f1 + 2.0 * f2 + f3) / 6.0
        rim_after = max(rim - time * (g0 + 2.0 * g1 + 2.0 * g2 + g3) / 6.0, 0.0)
        way = time * (v - time * (f0 + f1 + f2) / 6.0)
    ux, uy = disc.vx / v, disc.vy / v
    turn = 1.0 if disc.spin > 0.0 else -1.0
    return replace(
        disc,
        x=disc.x + ux * way,
        y=disc.y + uy * way,
        vx=ux * v_after,
        vy=uy * v_after,
        spin=turn * rim_after / disc.radius,
    )


def path(discs: Iterable[Disc], equipment: Equipment, times: Iterable[float]) -> list[tuple[Point, ...]]:
    """Where the discs are at each of the times, which rise. Only the first is a striker."""
    now, clock = tuple(discs), 0.0
    seen = []
    for time in times:
        while clock < time:
            step = min(STEP, time - clock)
            after = _step(now, equipment, step)
            if _trouble(after, equipment):
                step = _until_contact(now, equipment, step)
                now = _resolved(_step(now, equipment, step), equipment)
            else:
                now = after
            clock += step
        seen.append(tuple((disc.x, disc.y) for disc in now))
    return seen


def _step(discs: tuple[Disc, ...], equipment: Equipment, time: float) -> tuple[Disc, ...]:
    mu_g = equipment.pace.friction * GRAVITY
    return tuple(slid(disc, mu_g, time) for disc in discs)


def _until_contact(discs: tuple[Disc, ...], equipment: Equipment, time: float) -> float:
    """The shortest part of the step after which something overlaps, to a hair."""
    early, late = 0.0, time
    for _ in range(60):
        middle = (early + late) / 2.0
        if _trouble(_step(discs, equipment, middle), equipment):
            late = middle
        else:
            early = middle
    return late


def _trouble(discs: tuple[Disc, ...], equipment: Equipment) -> tuple[int, ...] | None:
    """The piece that overlaps a frame, or the two that overlap each other, and approach."""
    half = equipment.board.surface / 2.0
    for k, disc in enumerate(discs):
        nx, ny = _into_frame(disc)
        if disc.x * nx + disc.y * ny > half - disc.radius and disc.vx * nx + disc.vy * ny > 0.0:
            return (k,)
    for (k, a), (m, b) in combinations(enumerate(discs), 2):
        dx, dy = b.x - a.x, b.y - a.y
        closing = (a.vx - b.vx) * dx + (a.vy - b.vy) * dy > 0.0
        if closing and hypot(dx, dy) < a.radius + b.radius:
            return k, m
    return None


def _into_frame(disc: Disc) -> Point:
    """Towards the frame that is nearest."""
    if abs(disc.x) > abs(disc.y):
        return (1.0 if disc.x > 0.0 else -1.0), 0.0
    return 0.0, (1.0 if disc.y > 0.0 else -1.0)


def _resolved(discs: tuple[Disc, ...], equipment: Equipment) -> tuple[Disc, ...]:
    """Restitution along the normal, Coulomb's friction between the rims: sticking if the grip is enough."""
    touching = _trouble(discs, equipment)
    assert touching is not None
    pace = equipment.pace
    a = discs[touching[0]]
    if len(touching) == 1:
        b = Disc(1.0, 0.0, 0.0, 0.0, 0.0)
        (nx, ny), bounce, grip, light_b = _into_frame(a), a.bounce, pace.frame_grip, 0.0
    else:
        b = discs[touching[1]]
        apart = hypot(b.x - a.x, b.y - a.y)
        nx, ny = (b.x - a.x) / apart, (b.y - a.y) / apart
        bounce, grip, light_b = pace.striker_coin, pace.piece_grip, 1.0 / b.mass
    light_a = 1.0 / a.mass
    # The velocity of a's rim against b's where they touch.
    vx = a.vx - a.spin * a.radius * ny - b.vx - b.spin * b.radius * ny
    vy = a.vy + a.spin * a.radius * nx - b.vy + b.spin * b.radius * nx
    pressed = (1.0 + bounce) * (vx * nx + vy * ny) / (light_a + light_b)
    # A push at the rim of a solid disc moves it there by three times 1/m: once the centre, twice the spin.
    rubbed = (vy * nx - vx * ny) / (3.0 * (light_a + light_b))
    rubbed = max(-grip * pressed, min(grip * pressed, rubbed))
    jx, jy = pressed * nx - rubbed * ny, pressed * ny + rubbed * nx
    after = list(discs)
    after[touching[0]] = replace(
        a, vx=a.vx - jx * light_a, vy=a.vy - jy * light_a, spin=a.spin - 2.0 * rubbed * light_a / a.radius
    )
    if len(touching) == 2:
        after[touching[1]] = replace(
            b, vx=b.vx + jx * light_b, vy=b.vy + jy * light_b, spin=b.spin - 2.0 * rubbed * light_b / b.radius
        )
    return tuple(after)

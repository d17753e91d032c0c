"""Closed forms against small steps: flights cut into spans stay within a tenth of a millimetre."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi

import pytest
from tests.physics.small_steps import Disc, force_and_torque, path
from tests.physics.twin import friction_table

from carrom.equipment import STANDARD, Equipment
from carrom.pace import PACES
from carrom.physics import Trace, simulate
from carrom.physics.trace import CONTACTS
from carrom.stroke import Aim, Layout
from carrom.words import Seat

A_TENTH_OF_A_MILLIMETRE = 1e-4
LOOKS = 40  # how often each stroke is looked at
SPEEDS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.5, 6.0)
ANGLES = (0.3, 0.7, 1.1, 1.45, 2.6, -0.6, -1.0)

all_paces = pytest.mark.parametrize("pace", list(PACES))


def table(pace: str) -> Equipment:
    return replace(STANDARD, pace=PACES[pace])


def until_contact(trace: Trace, number: int) -> float:
    """Just before that contact, or before a pocket's edge is passed, or the end."""
    for place, event in enumerate(trace.events):
        if place + 1 == number or event.kind not in CONTACTS:
            return event.time - 1e-6
    return trace.duration


def apart(trace: Trace, until: float) -> list[tuple[int, float]]:
    """How many contacts there were, and how far the trace is from small steps, at many times."""
    equipment = trace.equipment
    striker, coins, pace = equipment.striker, equipment.coins, equipment.pace
    first = trace.flights[0][0]
    discs = [
        Disc(striker.diameter / 2.0, striker.mass, pace.striker_frame, *trace.start[0], first.vx, first.vy)
    ]
    discs += [Disc(coins.diameter / 2.0, coins.mass, pace.coin_frame, *point) for point in trace.start[1:]]
    times = [until * (k + 1) / LOOKS for k in range(LOOKS)]
    looks = []
    for time, places in zip(times, path(discs, equipment, times), strict=True):
        ours = [point for point in trace.at(time) if point is not None]
        worst = max(hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(ours, places, strict=True))
        looks.append((sum(contact.time <= time for contact in trace.contacts), worst))
    return looks


def too_far(traces: list[Trace], contacts: int) -> list[str]:
    """The strokes that are off after so many contacts, by how many millimetres."""
    off, seen = [], 0
    for trace in traces:
        looks = [
            worst for number, worst in apart(trace, until_contact(trace, contacts + 1)) if number == contacts
        ]
        seen += bool(looks)
        if looks and max(looks) > A_TENTH_OF_A_MILLIMETRE:
            off.append(f"{trace.layout} | {trace.aim}: {max(looks) * 1000.0:.2f} mm")
    assert seen >= 20, "too few strokes come that far to show anything"
    return off


@pytest.mark.parametrize(
    ("e", "f", "tau"),
    [
        (0.2, 0.199, 0.647),
        (0.5, 0.484, 0.548),
        (0.653, 0.616, 0.472),
        (1.0, 0.849, 0.283),
        (2.0, 0.968, 0.128),
        (5.0, 0.995, 0.050),
    ],
)
def test_the_surface_brakes_slide_and_spin_as_the_integral_over_the_disc_says(
    e: float, f: float, tau: float
) -> None:
    """The shares of μmg and μmgR that are known for the friction of a sliding, spinning disc."""
    force, torque = force_and_torque(e)

    assert force == pytest.approx(f, abs=5.1e-4)
    assert torque == pytest.approx(tau, abs=5.1e-4)


def test_the_elliptic_integrals_are_the_integral_over_the_disc() -> None:
    """f and τ by the formulas of docs/physics.md, at every inner point of the table."""
    table = friction_table()

    for k in range(1, 512):
        force, torque = force_and_torque(k / (512 - k))
        assert force == pytest.approx(float(table[k][0]), abs=1e-8)
        assert torque == pytest.approx(float(table[k][1]), abs=1e-8)


@all_paces
@pytest.mark.parametrize("frames", [1, 2])
def test_a_striker_flies_off_its_frames_as_in_small_steps(pace: str, frames: int) -> None:
    """It gains spin at the first, slides on with it, and gains or loses more at the second."""
    traces = [
        simulate(Layout(), Aim(Seat.SOUTH, x, angle, speed), table(pace))
        for x, angle in zip((0.0, 0.15, -0.1, 0.05, 0.0, 0.15, -0.1), ANGLES, strict=True)
        for speed in SPEEDS
    ]

    off = too_far(traces, frames)

    assert not off, "\n".join(off)


@all_paces
def test_striker_and_coin_part_as_in_small_steps(pace: str) -> None:
    """Hit on any side of its middle, the coin slides and spins on, and so does the striker."""
    reach = (STANDARD.striker.diameter + STANDARD.coins.diameter) / 2.0
    layouts = [Layout.parse(f"w {side * reach!r},-0.1") for side in (0.0, 0.3, -0.6, 0.85, 0.95)]
    traces = [
        simulate(layout, Aim(Seat.SOUTH, 0.0, pi / 2.0, speed), table(pace))
        for layout in layouts
        for speed in SPEEDS
    ]

    off = too_far(traces, 1)

    assert not off, "\n".join(off)

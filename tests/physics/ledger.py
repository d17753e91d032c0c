"""Goes through a trace's rows event by event and keeps account of everything that must hold.

Compiled, because it looks at every pair of pieces at every event of twenty thousand strokes. It reads the
rows as a browser would, by the closed form of a segment, and shares nothing with the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numba
import numpy as np
from numpy.typing import NDArray

from carrom.equipment import Equipment
from carrom.surface import pockets

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
FELL = 5
PIECES = 0
X, Y, VX, VY, SPIN = range(5)


@dataclass(frozen=True)
class Account:
    """The worst of a stroke. Lengths in metres; energy as a share of the launch, momentum of m·10 m/s."""

    overlap: float
    outside: float
    jump: float
    energy_gained: float
    momentum_changed: float
    backwards: float
    over_pocket_at_rest: float


def account(segments: Floats, events: Floats, equipment: Equipment, start: Floats) -> Account:
    """Go through a stroke; `start` has a row for each piece, the striker first."""
    radii = np.full(len(start), equipment.coins.diameter / 2.0)
    masses = np.full(len(start), equipment.coins.mass)
    radii[0], masses[0] = equipment.striker.diameter / 2.0, equipment.striker.mass
    board = equipment.board
    centre = pockets(board)[0][0]
    worst = _go_through(
        segments, events, start, radii, masses, board.surface / 2.0, centre, board.pocket_diameter / 2.0
    )
    return Account(*worst.tolist())


@numba.njit(cache=True)
def _go_through(
    segments: Floats,
    events: Floats,
    start: Floats,
    radii: Floats,
    masses: Floats,
    half: float,
    centre: float,
    pocket: float,
) -> Floats:
    n = len(radii)
    flights = np.zeros((n, 8))
    flights[:, 1:3] = start
    here = np.ones(n, np.bool_)
    now = np.zeros((n, 5))
    then = np.zeros((n, 5))
    worst = np.zeros(7)
    row = 0
    event = 0
    before_time = 0.0
    launch = -1.0
    while row < len(segments):
        time = segments[row, 1]
        worst[5] = max(worst[5], before_time - time)
        if launch >= 0.0:
            between = 0.5 * (before_time + time)
            for e in range(event, len(events)):
                if events[e, 1] == FELL and events[e, 0] <= between:
                    here[int(events[e, 2])] = False
            _evaluate(flights, between, then)
            _check_places(then, here, radii, half, centre, pocket, worst)
        _evaluate(flights, time, then)
        only_pieces = True
        met = False
        while event < len(events) and events[event, 0] <= time:
            if events[event, 1] == FELL:
                here[int(events[event, 2])] = False
            elif events[event, 0] == time:
                met = True
                only_pieces = only_pieces and events[event, 1] == PIECES
            event += 1
        while row < len(segments) and segments[row, 1] == time:
            flights[int(segments[row, 0])] = segments[row, 1:]
            row += 1
        _evaluate(flights, time, now)
        for i in range(n):
            if here[i]:
                worst[2] = max(worst[2], np.hypot(now[i, X] - then[i, X], now[i, Y] - then[i, Y]))
        _check_places(now, here, radii, half, centre, pocket, worst)
        if launch < 0.0:
            launch = _energy(now, here, radii, masses)
        else:
            gained = _energy(now, here, radii, masses) - _energy(then, here, radii, masses)
            worst[3] = max(worst[3], gained / launch)
            if met and only_pieces:
                for axis in (VX, VY):
                    change = 0.0
                    for i in range(n):
                        if here[i]:
                            change += masses[i] * (now[i, axis] - then[i, axis])
                    worst[4] = max(worst[4], abs(change) / (masses[0] * 10.0))
        before_time = time
    while event < len(events):
        if events[event, 1] == FELL:
            here[int(events[event, 2])] = False
        event += 1
    _evaluate(flights, np.inf, now)
    _check_places(now, here, radii, half, centre, pocket, worst)
    for i in range(n):
        if here[i]:
            away = np.hypot(abs(now[i, X]) - centre, abs(now[i, Y]) - centre)
            worst[6] = max(worst[6], pocket - away)
    return worst


@numba.njit(cache=True)
def _evaluate(flights: Floats, time: float, state: Floats) -> None:
    """Place, velocity and rim-free spin of every piece, by the closed form of its segment."""
    for i in range(len(flights)):
        since, x, y, vx, vy, slowing, spin, spin_slowing = flights[i]
        speed = sqrt(vx * vx + vy * vy)
        state[i, X], state[i, Y], state[i, VX], state[i, VY], state[i, SPIN] = x, y, 0.0, 0.0, 0.0
        if speed == 0.0:
            continue
        passed = time - since
        if slowing > 0.0:
            passed = min(passed, speed / slowing)
        elif passed == np.inf:
            passed = 0.0  # over a pocket to the end: it fell
        k = passed - slowing * passed * passed / (2.0 * speed)
        left = max(1.0 - slowing * passed / speed, 0.0)
        state[i, X] = x + vx * k
        state[i, Y] = y + vy * k
        state[i, VX] = vx * left
        state[i, VY] = vy * left
        state[i, SPIN] = spin - spin_slowing * passed if left > 0.0 else 0.0


@numba.njit(cache=True)
def _energy(state: Floats, here: Bools, radii: Floats, masses: Floats) -> float:
    total = 0.0
    for i in range(len(state)):
        if here[i]:
            slide = state[i, VX] ** 2 + state[i, VY] ** 2
            rim = radii[i] * state[i, SPIN]
            total += 0.5 * masses[i] * (slide + 0.5 * rim * rim)
    return total


@numba.njit(cache=True)
def _check_places(
    state: Floats, here: Bools, radii: Floats, half: float, centre: float, pocket: float, worst: Floats
) -> None:
    n = len(state)
    for i in range(n):
        if not here[i]:
            continue
        x, y = abs(state[i, X]), abs(state[i, Y])
        worst[1] = max(worst[1], max(x, y) - (half - radii[i]))
        if x > centre and y > centre:
            worst[1] = max(worst[1], np.hypot(x - centre, y - centre) - (pocket - radii[i]))
        for j in range(i + 1, n):
            if here[j]:
                dx, dy = state[i, X] - state[j, X], state[i, Y] - state[j, Y]
                apart = sqrt(dx * dx + dy * dy)
                worst[0] = max(worst[0], radii[i] + radii[j] - apart)

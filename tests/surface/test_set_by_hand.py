"""The rosette as people set it: gaps, a turn and an offset from a seed, the same on every machine."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import combinations
from math import atan2, degrees, hypot
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.equipment import EQUIPMENT, STANDARD, Equipment
from carrom.pace import CLUB
from carrom.stroke import Layout
from carrom.surface import Point, distance, rosette, turned_to
from carrom.words import Seat

seeds = st.integers(0, 2**53 - 1)
D = STANDARD.coins.diameter
TOUCHING = [
    (a, b)
    for (a, one), (b, other) in combinations(enumerate(rosette()), 2)
    if distance(one[1:], other[1:]) < D + 1e-12
]
POSITIONS = "6b42ac"
"""Of the first hundred seeds; only a change of the model may change it."""


def points(equipment: Equipment = STANDARD, seed: int | None = None) -> list[Point]:
    return [(x, y) for _, x, y in rosette(equipment, seed=seed)]


def with_pace(gap: float = 0.0, turn: float = 0.0, offset: float = 0.0) -> Equipment:
    pace = replace(CLUB, rosette_gap=gap, rosette_turn=turn, rosette_offset=offset)
    return replace(STANDARD, pace=pace)


def test_a_seed_gives_the_same_bits_on_every_machine() -> None:
    written = "\n".join(str(Layout.rosette(seed=seed)) for seed in range(100))

    assert hashlib.sha256(written.encode()).hexdigest()[:6] == POSITIONS


@pytest.mark.law("international-a 3.5 a", "international-b 3.5 a", "icf 41a")
@given(seeds, st.sampled_from(sorted(EQUIPMENT)), st.floats(0.0, 0.001), st.floats(0.0, 0.002))
def test_no_coins_overlap_and_all_lie_inside_the_inner_circle(
    seed: int, name: str, gap: float, offset: float
) -> None:
    pace = replace(CLUB, rosette_gap=gap, rosette_offset=offset)
    equipment = replace(EQUIPMENT[name], pace=pace)
    lie = points(equipment, seed)
    reach = max(hypot(*point) for point in lie) + D / 2.0

    assert min(distance(a, b) for a, b in combinations(lie, 2)) >= D - 1e-12
    assert reach <= max(equipment.board.inner_circle_diameter / 2.0, 2.5 * (D + gap)) + 1e-12
    assert Layout.rosette(equipment, seed=seed).on(equipment)


@given(seeds, st.floats(-7.0, 7.0), st.sampled_from(list(Seat)))
def test_the_breaker_turns_all_of_it_and_every_seat_sees_the_same(
    seed: int, turned: float, seat: Seat
) -> None:
    """A rosette that is shown before it is turned only has to be rotated round the centre."""
    before = [complex(*point) for point in points(seed=seed)]
    after = [complex(x, y) for _, x, y in rosette(turned=turned, seed=seed)]
    rotated = after[0] / before[0]

    assert abs(rotated) == pytest.approx(1.0)
    assert after == pytest.approx([rotated * point for point in before])
    seen = tuple((coin, *turned_to(seat, (x, y))) for coin, x, y in rosette(turned=turned, seed=seed))
    assert rosette(turned=turned, seat=seat, seed=seed) == seen


def test_its_gaps_turn_and_offset_are_those_of_the_pace() -> None:
    gaps: list[float] = []
    turns, offsets = [], []
    for seed in range(1000):
        lie = points(seed=seed)
        gaps += [distance(lie[a], lie[b]) - D for a, b in TOUCHING]
        # The first white tip lies 30° round; tip and queen give the turn.
        (qx, qy), (tx, ty) = lie[0], lie[8]
        turns.append(degrees(atan2(ty - qy, tx - qx)) - 30.0)
        offsets += [sum(x for x, _ in lie) / 19.0, sum(y for _, y in lie) / 19.0]

    assert mean(gaps) == pytest.approx(0.0001, rel=0.02)
    assert max(gaps) <= 0.0002 + 1e-6
    assert stdev(turns) == pytest.approx(0.5, rel=0.1)
    assert stdev(offsets) == pytest.approx(0.0005, rel=0.1)


def test_no_two_seeds_set_the_same_rosette() -> None:
    assert len({rosette(seed=seed) for seed in range(1000)}) == 1000


def test_what_is_0_in_the_pace_is_exact() -> None:
    only_turned = points(with_pace(turn=0.5), 3)
    only_moved = points(with_pace(offset=0.0005), 3)
    only_gaps = points(with_pace(gap=0.0001), 3)

    assert rosette(with_pace(), seed=3) == rosette()
    assert only_turned[0] == (0.0, 0.0)
    assert only_turned != points()
    moved = {
        (round(x - a, 12), round(y - b, 12)) for (x, y), (a, b) in zip(only_moved, points(), strict=True)
    }
    assert len(moved) == 1
    assert only_gaps[0] != (0.0, 0.0)
    assert hypot(*only_gaps[0]) <= 0.00005

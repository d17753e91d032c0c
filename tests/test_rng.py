"""Random numbers and elementary functions of our own: the same bits everywhere, and good enough."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.elementary import asin, atan2, erf, exp, log
from carrom.rng import Rng, normal, uniform, word

SEEDS = (0, 1, 2, 2**32, 2**63 - 1, -1)


def words(seed: int, count: int = 20_000) -> list[int]:
    rng = Rng(seed)
    return [word(rng.low, rng.high, number) for number in range(count)]


def test_the_numbers_are_these_on_every_machine() -> None:
    """A change here changes what every seed means."""
    rng = Rng(2026)

    numbers = [rng.below(1000) for _ in range(5)]
    shares = [rng.uniform(), rng.uniform(-1.0, 1.0), rng.normal()]

    assert numbers == GOLDEN_NUMBERS
    assert [share.hex() for share in shares] == GOLDEN_SHARES


GOLDEN_NUMBERS = [485, 471, 882, 815, 369]
GOLDEN_SHARES = ["0x1.765a83d200000p-2", "-0x1.fe7761e000000p-5", "0x1.47d0458f72184p+0"]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_bit_of_a_word_is_set_half_of_the_time(seed: int) -> None:
    drawn = words(seed)

    for bit in range(32):
        share = sum(each >> bit & 1 for each in drawn) / len(drawn)
        assert share == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_are_even_also_in_pairs(seed: int) -> None:
    """Chi-squared over 16 × 16 cells of neighbouring numbers: 255 degrees of freedom."""
    drawn = words(seed)

    counts = Counter((a >> 28, b >> 28) for a, b in zip(drawn[::2], drawn[1::2], strict=True))
    mean = len(drawn) / 2 / 256
    squares = sum((counts[a, b] - mean) ** 2 / mean for a in range(16) for b in range(16))

    assert 160 < squares < 360


@pytest.mark.parametrize("bit", range(64))
def test_seeds_that_differ_in_one_bit_have_nothing_in_common(bit: int) -> None:
    ours, theirs = words(12345, 4000), words(12345 ^ 1 << bit, 4000)

    same = sum((a ^ b).bit_count() for a, b in zip(ours, theirs, strict=True)) / (32 * 4000)

    assert same == pytest.approx(0.5, abs=0.01)
    assert not set(ours[:100]) & set(theirs[:100])


def test_normal_numbers_have_the_moments_of_a_normal() -> None:
    rng = Rng(5)
    drawn = [rng.normal() for _ in range(40_000)]

    moments = [sum(z**power for z in drawn) / len(drawn) for power in (1, 2, 3, 4)]

    assert moments == pytest.approx([0.0, 1.0, 0.0, 3.0], abs=0.1)
    assert sum(abs(z) < 1.0 for z in drawn) / len(drawn) == pytest.approx(0.6827, abs=0.01)


def test_a_number_can_be_had_without_those_before_it() -> None:
    rng = Rng(7)

    one_by_one = [rng.uniform(), rng.normal(), rng.uniform()]

    assert one_by_one == [
        uniform(rng.low, rng.high, 0),
        normal(rng.low, rng.high, 1),
        uniform(rng.low, rng.high, 3),
    ]


@given(st.integers(1, 1000), st.integers(0, 2**64))
def test_whole_numbers_stay_below_their_bound(count: int, seed: int) -> None:
    rng = Rng(seed)

    assert all(0 <= rng.below(count) < count for _ in range(20))


@given(st.floats(-12.0, 12.0))
def test_exp_is_the_exponential(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=2e-14)


@given(st.floats(1e-12, 1e12))
def test_log_is_the_logarithm(x: float) -> None:
    assert log(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-15)


@given(st.floats(-10.0, 10.0), st.floats(-10.0, 10.0))
def test_atan2_is_the_angle_of_a_point(y: float, x: float) -> None:
    assert atan2(y + 0.0, x + 0.0) == pytest.approx(math.atan2(y + 0.0, x + 0.0), abs=1e-15)


@given(st.floats(-1.0, 1.0))
def test_asin_is_the_arc_sine(x: float) -> None:
    assert asin(x) == pytest.approx(math.asin(x), abs=2e-8 if abs(x) > 0.999 else 1e-13)


@given(st.floats(-30.0, 30.0))
def test_erf_is_the_error_function_to_a_millionth(x: float) -> None:
    assert erf(x) == pytest.approx(math.erf(x), abs=3e-7)
    assert erf(-x) == -erf(x)

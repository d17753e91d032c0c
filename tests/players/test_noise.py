"""The hand: its text, and how far strokes as played lie from strokes as wanted."""

from __future__ import annotations

from math import degrees, erf, log, pi, radians, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.errors import NotationError
from carrom.players import LEVELS, STEADY, Noise
from carrom.players.noise import FLUFF, FLUFFS, nearest_place
from carrom.rng import Rng
from carrom.stroke import Aim
from carrom.words import Seat

WANTED = Aim(Seat.WEST, 0.05, 1.4, 2.0)
EVERYWHERE = ((-1.0, 1.0),)


def strokes(noise: Noise, count: int = 20_000, wanted: Aim = WANTED, seed: int = 1) -> list[Aim]:
    """So many strokes with free places all along and no full force in the way."""
    rng = Rng(seed)
    return [noise.played(wanted, rng, EVERYWHERE, 100.0) for _ in range(count)]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def spread(values: list[float]) -> float:
    middle = mean(values)
    return sqrt(mean([(value - middle) ** 2 for value in values]))


def within(values: list[float], reach: float) -> float:
    return mean([abs(value) <= reach for value in values])


@given(
    st.decimals(0, 90, places=3).map(float),
    st.decimals(0, 100, places=3).map(float),
    st.decimals(0, 100, places=3).map(float),
)
def test_what_is_written_is_read_again(angle: float, speed: float, place: float) -> None:
    noise = Noise(radians(angle), speed / 100.0, place / 1000.0)

    read = Noise.parse(str(noise))

    assert read.angle == pytest.approx(noise.angle, rel=1e-5, abs=1e-12)
    assert read.speed == pytest.approx(noise.speed, rel=1e-5)
    assert read.place == pytest.approx(noise.place, rel=1e-5)
    assert str(read) == str(noise)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_reads_its_own_hand(level: str) -> None:
    assert Noise.parse(str(LEVELS[level])) == LEVELS[level]


def test_parts_may_be_left_out_and_come_in_any_order() -> None:
    assert Noise.parse("3%") == Noise(0.0, 0.03, 0.0)
    assert Noise.parse(" 1mm , .5° ") == Noise(radians(0.5), 0.0, 0.001)
    assert Noise.parse("2.°,0%,0mm") == Noise(radians(2.0))


@pytest.mark.parametrize(
    "text",
    ["", "shaky", "0.5", "0.5 m", "-1°", "1°,", "1°;2%", "nan°", "1e3%", "190°", "101%", "200mm", "∞°"],
)
def test_what_is_no_hand_is_refused_in_one_line_that_shows_the_form(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Noise.parse(text)

    assert "\n" not in str(refused.value)
    assert "0.25°,3%,0.5mm" in str(refused.value)


@pytest.mark.parametrize("wrong", [-0.1, float("nan"), float("inf"), 4.0])
def test_errors_that_cannot_be_are_refused(wrong: float) -> None:
    for values in ((wrong, 0.0, 0.0), (0.0, wrong, 0.0), (0.0, 0.0, wrong)):
        with pytest.raises(NotationError):
            Noise(*values)


def test_a_steady_hand_plays_the_very_stroke() -> None:
    """Even one the table would not allow: whether it is, was asked before."""
    rng = Rng(1)

    assert STEADY.played(WANTED, rng, (), 0.1) is WANTED
    assert rng.number == 0
    assert STEADY.none
    assert not any(noise.none for level, noise in LEVELS.items() if level != "grandmaster")


def test_errors_are_centred_and_as_wide_as_said() -> None:
    noise = Noise(radians(1.0), 0.05, 0.002)
    played = strokes(noise)

    places = [aim.x - WANTED.x for aim in played]
    speeds = [log(aim.speed / WANTED.speed) for aim in played]
    angles = [aim.angle - WANTED.angle for aim in played]

    assert mean(places) == pytest.approx(0.0, abs=0.002 * 0.03)
    assert spread(places) == pytest.approx(0.002, rel=0.03)
    assert mean(speeds) == pytest.approx(0.0, abs=0.05 * 0.03)
    assert spread(speeds) == pytest.approx(0.05, rel=0.03)
    assert mean(angles) == pytest.approx(0.0, abs=radians(1.0) * 0.03)
    with_fluffs = sqrt(1.0 + FLUFFS * (FLUFF * FLUFF - 1.0))
    assert spread(angles) == pytest.approx(radians(with_fluffs), rel=0.04)
    assert {aim.seat for aim in played} == {Seat.WEST}


def test_errors_are_normal_with_a_few_fluffs_among_the_angles() -> None:
    """Shares within one, two and three deviations; a fluff in so many strokes reaches far beyond."""
    noise = Noise(radians(1.0), 0.05, 0.002)
    played = strokes(noise)
    places = [(aim.x - WANTED.x) / 0.002 for aim in played]
    angles = [degrees(aim.angle - WANTED.angle) for aim in played]
    speeds = [log(aim.speed / WANTED.speed) / 0.05 for aim in played]

    for reach in (0.5, 1.0, 2.0, 3.0):
        plain = erf(reach / sqrt(2.0))
        fluffed = erf(reach / FLUFF / sqrt(2.0))
        assert within(places, reach) == pytest.approx(plain, abs=0.012)
        assert within(speeds, reach) == pytest.approx(plain, abs=0.012)
        assert within(angles, reach) == pytest.approx((1.0 - FLUFFS) * plain + FLUFFS * fluffed, abs=0.012)
    # Beyond four deviations nothing lies but fluffs.
    far = 1.0 - within(angles, 4.0)
    assert far == pytest.approx(FLUFFS * (1.0 - erf(4.0 / FLUFF / sqrt(2.0))), rel=0.35)
    assert far > 10.0 * (1.0 - within(places, 4.0))


def test_errors_of_place_angle_and_speed_know_nothing_of_each_other() -> None:
    noise = Noise(radians(1.0), 0.05, 0.002)
    played = strokes(noise)
    columns = [
        [aim.x for aim in played],
        [aim.angle for aim in played],
        [log(aim.speed) for aim in played],
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        a, b = columns[one], columns[other]
        at_a, at_b = mean(a), mean(b)
        together = mean([(x - at_a) * (y - at_b) for x, y in zip(a, b, strict=True)])
        assert abs(together / (spread(a) * spread(b))) < 0.03


def test_the_same_seed_draws_the_same_errors() -> None:
    club = LEVELS["club"]
    assert strokes(club, 20, seed=5) == strokes(club, 20, seed=5)
    assert strokes(club, 20, seed=5) != strokes(club, 20, seed=6)


@pytest.mark.parametrize(
    ("noise", "errs"), [(Noise(angle=0.02), "angle"), (Noise(speed=0.05), "speed"), (Noise(place=0.002), "x")]
)
def test_a_hand_with_one_kind_of_error_errs_in_that_alone(noise: Noise, errs: str) -> None:
    played = strokes(noise, 50)
    for name in ("x", "angle", "speed"):
        values = {getattr(aim, name) for aim in played}
        assert values == {getattr(WANTED, name)} if name != errs else len(values) > 40


def test_the_striker_comes_down_on_a_legal_place() -> None:
    """On the nearest one, and often on an end: nobody plays from where a coin lies."""
    free = ((-0.21, -0.1), (0.0, 0.04), (0.06, 0.06), (0.15, 0.2))
    rng = Rng(3)
    noise = Noise(place=0.08)
    places = [noise.played(Aim(Seat.SOUTH, 0.03, 1.5, 2.0), rng, free, 6.0).x for _ in range(2000)]

    assert all(any(low <= x <= high for low, high in free) for x in places)
    assert {-0.1, 0.0, 0.04, 0.06, 0.15} <= set(places)


@given(st.floats(-0.5, 0.5))
def test_the_nearest_place_is_none_farther_than_any_other(x: float) -> None:
    free = ((-0.2, -0.1), (-0.05, -0.05), (0.0, 0.1))

    place = nearest_place(x, free)

    assert any(low <= place <= high for low, high in free)
    others = [low + (high - low) * step / 50.0 for low, high in free for step in range(51)]
    assert all(abs(place - x) <= abs(other - x) + 1e-12 for other in others)


def test_nobody_strikes_harder_than_full_force_nor_not_at_all() -> None:
    rng = Rng(4)
    hard = [Noise(speed=0.3).played(Aim(Seat.SOUTH, 0.0, 1.5, 5.9), rng, EVERYWHERE, 6.0) for _ in range(500)]
    soft = [
        Noise(speed=1.0).played(Aim(Seat.SOUTH, 0.0, 1.5, 0.02), rng, EVERYWHERE, 6.0) for _ in range(500)
    ]

    assert max(aim.speed for aim in hard) == 6.0
    assert sum(aim.speed == 6.0 for aim in hard) > 100
    assert min(aim.speed for aim in soft) > 0.0


@pytest.mark.parametrize("angle", [-2.0 * pi, 2.0 * pi])
def test_an_angle_at_a_full_turn_stays_a_stroke_however_the_hand_errs(angle: float) -> None:
    """An aim beyond a full turn is no aim: the same direction is written otherwise."""
    played = strokes(Noise(angle=0.5), 500, Aim(Seat.SOUTH, 0.0, angle, 2.0))

    assert all(abs(aim.angle) <= 2.0 * pi for aim in played)
    assert len({aim.angle for aim in played}) == 500

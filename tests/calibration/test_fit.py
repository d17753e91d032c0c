"""What a club's runs tell: the truth where they can, and nothing where they cannot."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.calibration.club import ON_BASE_LINE, SOFT_TO_HARD, measured, with_errors

from carrom.calibration import Fit, Measurements, fit, launch_for, measurements_from_toml, rebound
from carrom.calibration.least_squares import inverted, settle
from carrom.errors import EquipmentError
from carrom.pace import CLUB, FASTEST

TRIALS = 200
FROM_MANY_PLACES = (0.0, 0.1, 0.25, 0.4, 0.55)


def known(found: Fit) -> tuple[float, float]:
    assert found.friction is not None
    assert found.bounce is not None
    return found.friction.value, found.bounce.value


def refused(given: Measurements) -> str:
    with pytest.raises(EquipmentError) as refusal:
        fit(given, repeats=0)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


@pytest.mark.parametrize(("friction", "bounce"), [(0.05, 0.9), (0.1, 0.75), (0.12, 0.7), (0.2, 0.6)])
def test_exact_runs_give_the_exact_table(friction: float, bounce: float) -> None:
    found = fit(measured(friction, bounce), repeats=0)

    assert known(found) == pytest.approx((friction, bounce), rel=1e-8)
    assert [each.speed for each in found.runs] == pytest.approx(SOFT_TO_HARD, rel=1e-7)
    assert found.misfit < 1e-12
    assert found.stretch == 1.0


def test_two_timed_runs_of_different_kinds_are_enough() -> None:
    found = fit(measured(0.1, 0.75, (0.9, 4.0)), repeats=0)

    assert known(found) == pytest.approx((0.1, 0.75), rel=1e-8)
    assert found.freedom == 0


def test_a_run_that_nobody_timed_says_nothing_but_gets_its_launch() -> None:
    exact = measured(0.1, 0.75)
    first, *others = with_errors(exact, Random(1)).runs
    some = replace(exact, runs=(*others, replace(first, seconds=None)))
    without = replace(exact, runs=tuple(others))

    assert known(fit(some, repeats=0)) == pytest.approx(known(fit(without, repeats=0)), rel=1e-6)
    assert fit(some, repeats=0).runs[-1].speed == pytest.approx(SOFT_TO_HARD[0], rel=0.1)


def test_a_stop_at_the_very_frame_is_no_obstacle() -> None:
    """There the time changes without bound with the place."""
    exact = measured(0.1, 0.75)
    touching = replace(exact.runs[4], stopped=0.0 if exact.runs[4].rebounds % 2 == 0 else exact.length)

    found = fit(replace(exact, runs=(*exact.runs[:4], touching, *exact.runs[5:])), repeats=0)

    assert known(found) == pytest.approx((0.1, 0.75), rel=0.25)


def test_the_stated_errors_hold_as_often_as_they_should() -> None:
    """Over many clubs the truth lies within one error about 68 times in 100, nearly always within three.

    Now and then eight runs by stopwatch happen to tell so little that they are refused.
    """
    chance = Random(20)
    offs: list[float] = []
    refusals = 0
    for _ in range(TRIALS):
        friction, bounce = chance.uniform(0.07, 0.13), chance.uniform(0.65, 0.85)
        soft = [chance.uniform(0.7, 1.0) for _ in range(3)]
        hard = [chance.uniform(1.5, 6.0) for _ in range(5)]
        given = with_errors(measured(friction, bounce, soft + hard), chance)
        try:
            found = fit(given, repeats=0)
        except EquipmentError:
            refusals += 1
            continue
        for estimate, truth in ((found.friction, friction), (found.bounce, bounce)):
            assert estimate is not None
            offs.append(abs(estimate.value - truth) / estimate.error)

    within = [sum(off < limit for off in offs) / len(offs) for limit in (1.0, 3.0)]
    assert 0.60 < within[0] < 0.76
    assert within[1] > 0.97
    assert refusals <= TRIALS / 50


def test_a_better_watch_gives_a_smaller_error() -> None:
    exact = measured(0.1, 0.75)
    by_watch, by_film = (
        fit(replace(exact, time_error=error, place_error=0.001), repeats=0).bounce for error in (0.1, 0.02)
    )

    assert by_watch is not None
    assert by_film is not None
    assert by_film.error < by_watch.error / 4.0


def test_repeated_measuring_spreads_as_the_error_says_and_alike_each_time() -> None:
    found = fit(with_errors(measured(0.1, 0.75), Random(5)))
    again = fit(with_errors(measured(0.1, 0.75), Random(5)))

    assert found == again
    assert found.repeats == TRIALS
    for estimate in (found.friction, found.bounce):
        assert estimate is not None
        assert estimate.low < estimate.value < estimate.high
        assert (estimate.high - estimate.low) / 2.0 == pytest.approx(estimate.error, rel=0.25)


def test_without_times_runs_sent_by_hand_tell_neither_friction_nor_bounce() -> None:
    """Any bounce explains the places; each asks for another launch."""
    given = measured(0.1, 0.75, timed=False)

    found = fit(given)

    assert (found.friction, found.bounce, found.launch, found.rebound) == (None, None, None, None)
    for run, speed in zip(given.runs, SOFT_TO_HARD, strict=True):
        assert launch_for(given, run, 0.75) == pytest.approx(speed * speed / 0.1, rel=1e-9)
    hard = given.runs[-1]
    assert launch_for(given, hard, 0.6) > 2.0 * launch_for(given, hard, 0.75)
    soft = given.runs[0]
    assert launch_for(given, soft, 0.6) == launch_for(given, soft, 0.9)
    with pytest.raises(EquipmentError, match="a profile needs it"):
        found.pace("ours")


def test_without_times_a_device_tells_bounce_and_launch_from_different_places_but_never_friction() -> None:
    speeds = [1.8] * len(FROM_MANY_PLACES)
    tables = [
        measured(friction, 0.78, [speed * scale for speed in speeds], FROM_MANY_PLACES, False, True)
        for friction, scale in ((0.09, 1.0), (0.36, 2.0))
    ]
    one, other = (fit(given, repeats=0) for given in tables)

    assert one.bounce is not None
    assert one.launch is not None
    assert one.bounce.value == pytest.approx(0.78, rel=1e-8)
    assert one.launch.value == pytest.approx(1.8**2 / 0.09, rel=1e-8)
    assert one.friction is None
    # Four times the friction and twice the speed stop at the very same places.
    assert other.bounce is not None
    assert other.bounce.value == pytest.approx(one.bounce.value, rel=1e-8)


def test_without_times_a_device_in_one_place_tells_no_bounce() -> None:
    found = fit(measured(0.09, 0.78, [1.8] * 4, timed=False, same_launch=True), repeats=0)

    assert (found.friction, found.bounce, found.launch) == (None, None, None)


def test_a_device_with_times_tells_all_three() -> None:
    given = measured(0.09, 0.78, [1.8] * len(FROM_MANY_PLACES), FROM_MANY_PLACES, same_launch=True)

    found = fit(given, repeats=0)

    assert known(found) == pytest.approx((0.09, 0.78), rel=1e-7)
    assert found.launch is not None
    assert found.launch.value == pytest.approx(1.8**2 / 0.09, rel=1e-7)
    assert found.freedom == 2 * len(FROM_MANY_PLACES) - 3


def test_a_device_s_stated_error_holds_as_often_as_it_should() -> None:
    chance = Random(7)
    within = 0
    for _ in range(TRIALS):
        bounce, speed = chance.uniform(0.65, 0.85), chance.uniform(1.5, 2.5)
        exact = measured(0.1, bounce, [speed] * len(FROM_MANY_PLACES), FROM_MANY_PLACES, False, True)
        found = fit(with_errors(exact, chance), repeats=0).bounce
        assert found is not None
        within += abs(found.value - bounce) < found.error

    assert 0.56 < within / TRIALS < 0.80


def test_the_fitted_table_takes_the_rebound_test_and_becomes_a_pace() -> None:
    found = fit(measured(0.1, 0.75), repeats=0)
    pace = found.pace("ours")

    assert pace == replace(CLUB, name="ours")
    assert found.rebound is not None
    assert found.rebound == rebound(replace(found.measured.equipment, pace=pace))
    assert found.least_speed_error is not None
    assert 0.0 < found.least_speed_error < 0.5


def test_a_run_from_the_base_lines_passes_by_itself() -> None:
    """Not one from nearer the far frame, and none that the tape leaves in doubt."""
    long = [each.passes for each in fit(measured(0.1, 0.75, (0.9, 2.0, 3.2, 3.45, 6.0)), 0).runs]
    nearer = fit(measured(0.1, 0.75, (0.9, 6.0), (ON_BASE_LINE, 0.3)), 0).runs

    assert long == [False, False, False, False, True]
    assert not nearer[1].passes
    assert nearer[1].runs > 3.5


def test_runs_that_contradict_each_other_widen_the_error() -> None:
    exact = measured(0.1, 0.75)
    slip = replace(exact.runs[5], seconds=(exact.runs[5].seconds or 0.0) - 1.0)

    found = fit(replace(exact, runs=(*exact.runs[:5], slip, *exact.runs[6:])), repeats=0)

    assert found.stretch > 2.0


def test_one_timed_run_is_too_few() -> None:
    assert "give the seconds of two or more" in refused(measured(0.1, 0.75, (4.0,)))


def test_runs_that_met_no_frame_tell_no_bounce() -> None:
    assert "no timed run met the frame" in refused(measured(0.1, 0.75, (0.7, 0.9, 1.0)))


@pytest.mark.parametrize("same_launch", [False, True])
def test_runs_that_are_all_alike_are_refused(same_launch: bool) -> None:
    assert "too alike" in refused(measured(0.1, 0.75, (4.0,) * 6, same_launch=same_launch))


def test_runs_that_say_too_little_are_refused_with_how_little() -> None:
    refusal = refused(replace(measured(0.1, 0.75, (0.8, 2.0)), time_error=0.5))

    assert "leave friction open by ± " in refusal
    assert "time them better" in refusal


def test_runs_that_no_table_gives_are_refused() -> None:
    exact = measured(0.1, 0.75)

    assert "no table gives these runs" in refused(replace(exact, same_launch=True))
    watched = tuple(replace(run, seconds=8.0 - (run.seconds or 0.0) * 3.0) for run in exact.runs)
    assert "no table gives these runs" in refused(replace(exact, runs=watched))


def test_a_bounce_above_one_is_refused() -> None:
    assert "no frame gives back more than it gets" in refused(
        replace(measured(0.1, 1.2, (0.9, 1.0, 1.3, 1.4, 1.45)), time_error=0.01, place_error=0.001)
    )


def test_a_friction_that_no_pace_may_have_is_refused() -> None:
    assert "the friction comes out at 0.002" in refused(
        replace(measured(0.002, 0.75, (0.1, 0.13, 0.3, 0.5)), time_error=0.1)
    )


def test_a_launch_that_nobody_could_give_is_refused() -> None:
    speeds = (0.9, 3.0, 2.0 * FASTEST)

    assert "run 3: it would need a launch of 20 m/s" in refused(
        replace(measured(0.1, 0.75, speeds), time_error=0.01)
    )


@settings(max_examples=150, deadline=None)
@given(
    same_launch=st.booleans(),
    runs=st.lists(
        st.tuples(
            st.integers(0, 8),
            st.floats(0.0, 69.5),
            st.floats(0.0, 68.0),
            st.none() | st.floats(0.1, 6.0),
        ),
        min_size=1,
        max_size=6,
    ),
)
def test_whatever_a_club_writes_is_answered_or_refused(
    same_launch: bool, runs: list[tuple[int, float, float, float | None]]
) -> None:
    """What is answered can be played on."""
    text = f"same_launch = {str(same_launch).lower()}\n"
    for rebounds, stopped, start, seconds in runs:
        text += f"[[run]]\nrebounds = {rebounds}\nstopped_cm = {stopped}\nstart_cm = {start}\n"
        text += "" if seconds is None else f"seconds = {seconds}\n"
    try:
        found = fit(measurements_from_toml(text, "runs.toml"), repeats=5)
    except EquipmentError:
        return
    if found.friction is not None:
        assert found.pace("ours").friction > 0.0
        assert found.rebound is not None
        assert all(each.speed is not None and each.speed > 0.0 for each in found.runs)


def test_a_straight_line_is_fitted_as_by_hand() -> None:
    """y = a + b x by the textbook, with no unknown of a run's own."""
    points = [(0.0, 1.1), (1.0, 2.9), (2.0, 5.2), (3.0, 6.8)]

    best = settle(
        lambda run, shared, _: [shared[0] + shared[1] * points[run][0] - points[run][1]],
        (5.0, 5.0),
        [0.0] * len(points),
        eliminate=False,
    )

    assert best.shared == pytest.approx((1.09, 1.94), abs=1e-9)
    assert best.errors == pytest.approx((0.7**0.5, 0.2**0.5), rel=1e-6)


def test_a_matrix_that_cannot_be_inverted_says_so() -> None:
    assert inverted(np.array([[1.0, 1.0], [1.0, 1.0]])) is None
    assert inverted(np.array([[0.0, 0.0], [0.0, 1.0]])) is None
    inverse = inverted(np.array([[4.0, 1.0], [1.0, 3.0]]))
    assert inverse is not None
    assert inverse.ravel() == pytest.approx([3 / 11, -1 / 11, -1 / 11, 4 / 11])

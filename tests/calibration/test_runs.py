"""The file of runs: read as a tape and a stopwatch give it, and refused where it cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.calibration.club import ON_BASE_LINE

from carrom.calibration import Measurements, Run, example_runs, fit, measurements_from_toml
from carrom.calibration.runs import LEAST_FRICTION, MOST_RUNS
from carrom.calibration.straight import Stop
from carrom.errors import EquipmentError, UnknownProfile
from carrom.i18n import LANGUAGES
from carrom.pace import CLUB

RUN = "[[run]]\nrebounds = 3\nstopped_cm = 40\n"


def read(text: str) -> Measurements:
    return measurements_from_toml(text, "runs.toml")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_can_be_read_as_it_is_and_tells_a_table(language: str) -> None:
    found = fit(read(example_runs(language)), repeats=0)

    assert found.friction is not None
    assert found.bounce is not None
    assert found.friction.value == pytest.approx(0.09, abs=0.02)
    assert found.bounce.value == pytest.approx(0.8, abs=0.1)
    assert found.stretch == 1.0


def test_the_file_is_in_centimetres_and_the_runs_in_metres() -> None:
    given = read(
        "surface_cm = 74\nstriker_cm = 4\nplace_error_cm = 0.5\ntime_error_s = 0.03\nsame_launch = true\n"
        "start_cm = 9\n" + RUN + "seconds = 2.1\nstart_cm = 12\n" + RUN
    )

    assert given.equipment.board.surface == 0.74
    assert given.equipment.striker.diameter == 0.04
    assert (given.place_error, given.time_error, given.same_launch) == (0.005, 0.03, True)
    assert given.runs == (Run(0.12, 3, 0.4, 2.1), Run(0.09, 3, 0.4))
    assert given.length == pytest.approx(0.70)


def test_a_run_starts_on_the_base_lines_unless_it_says_otherwise() -> None:
    """Their middle lies 11.75 cm from the frame, half a striker more than the tape says."""
    assert read(RUN).runs[0].start == ON_BASE_LINE == pytest.approx(0.1175 - 0.02065)


def test_options_go_before_the_file() -> None:
    given = measurements_from_toml("place_error_cm = 3\n" + RUN, "-", {"place_error_cm": 0.2})

    assert given.place_error == 0.002


@pytest.mark.parametrize(("rebounds", "beyond"), [(0, 0.3), (1, 0.1), (2, 0.1), (3, 0.6953), (4, 0.0)])
def test_tape_and_stop_undo_each_other(rebounds: int, beyond: float) -> None:
    """The tape always starts at one's own frame, whichever way the striker was going."""
    given = read(RUN)
    run = Run(ON_BASE_LINE, rebounds, 0.0)

    stopped = given.stopped(run, Stop(rebounds, beyond))

    assert given.stop(replace(run, stopped=stopped)).beyond == pytest.approx(beyond, abs=1e-12)
    if rebounds == 1:
        assert stopped == pytest.approx(given.length - beyond)


def test_a_tape_may_say_a_little_more_than_there_is_room_for() -> None:
    assert read("[[run]]\nrebounds = 2\nstopped_cm = 70\n").runs[0].stopped == pytest.approx(0.6953)


def test_the_least_friction_is_the_least_a_pace_may_have() -> None:
    replace(CLUB, friction=LEAST_FRICTION)

    with pytest.raises(UnknownProfile):
        replace(CLUB, friction=LEAST_FRICTION * 0.999)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no run is given; write [[run]]"),
        ("run = 3", "run: not a list of runs; write [[run]]"),
        ("run = [3]", "run: not a list of runs; write [[run]]"),
        ("[run]\nrebounds = 3", "run: not a list of runs; write [[run]]"),
        (RUN * (MOST_RUNS + 1), "51 runs; up to 50 would work"),
        ("[[runs]]\n", "runs: unknown key; did you mean run?"),
        ("surface = 74\n" + RUN, "surface: unknown key; did you mean surface_cm?"),
        ("surface_cm = 0.74\n" + RUN, "surface_cm: 0.74 is out of range; from 50 to 100 would work"),
        ("striker_cm = 41.3\n" + RUN, "striker_cm: 41.3 is out of range; from 3 to 5 would work"),
        ("start_cm = 70\n" + RUN, "start_cm: 70 is out of range; from 0 to 68.53 would work"),
        ("same_launch = 'yes'\n" + RUN, "same_launch: 'yes' is neither yes nor no"),
        ("time_error_s = 0\n" + RUN, "time_error_s: 0 is out of range; from 0.001 to 2 would work"),
        ("place_error_cm = inf\n" + RUN, "place_error_cm: inf is out of range"),
        ("[[run]]\nstopped_cm = 4\n", "run 1: rebounds is missing"),
        ("[[run]]\nrebounds = 4\n", "run 1: stopped_cm is missing"),
        (RUN + "rebound = 3", "run 1: rebound: unknown key; did you mean rebounds?"),
        (RUN + RUN.replace("3", "-1"), "run 2: rebounds: -1 cannot be counted; a whole number such as 3"),
        (RUN.replace("3", "3.5"), "run 1: rebounds: 3.5 cannot be counted"),
        (RUN.replace("3", "true"), "run 1: rebounds: True cannot be counted"),
        (RUN.replace("3", "2000"), "run 1: rebounds: no launch up to 10 m/s gives 2000; up to 1467"),
        (RUN.replace("3", "9" * 400), "run 1: rebounds: no launch up to 10 m/s gives 99999999999999999999;"),
        (RUN.replace("40", "-1"), "run 1: stopped_cm: -1 is out of range; from 0 to 69.53 would work"),
        (RUN.replace("40", "71"), "run 1: stopped_cm: 71 is out of range; from 0 to 69.53 would work"),
        (RUN.replace("40", "nan"), "run 1: stopped_cm: nan is out of range"),
        (RUN.replace("40", "'far'"), "run 1: stopped_cm: 'far' is not a number"),
        (RUN.replace("3", "0").replace("40", "5"), "run 1: stopped_cm: 5 is not beyond its start at 9.685"),
        (RUN + "seconds = -1", "run 1: seconds: -1 is out of range; from "),
        (RUN + "seconds = 900", "run 1: seconds: 900 is out of range; from "),
        (
            "time_error_s = 0.01\n" + RUN + "seconds = 0.1",
            "run 1: seconds: 0.1 is out of range; from 0.2 to ",
        ),
        (RUN + "stopped_cm = 3", "this is not TOML"),
        (RUN.replace("40", "40,5"), "write a decimal point"),
    ],
)
def test_a_file_that_cannot_be_is_refused_in_one_line_with_the_run(text: str, says: str) -> None:
    with pytest.raises(EquipmentError) as refusal:
        read(text)

    assert str(refusal.value).startswith("runs.toml: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)

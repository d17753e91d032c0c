"""carrom calibrate: what a club is told about its own board."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.cli.run import carrom, refusal

from carrom.calibration import profile_from_toml
from carrom.cli.calibrate import command
from carrom.cli.files import read_profile
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES

TWO_RUNS = (
    "[[run]]\nrebounds = 0\nstopped_cm = 60.7\nseconds = 1.02\n"
    "[[run]]\nrebounds = 3\nstopped_cm = 59.6\nseconds = 1.75\n"
)
SENT_ALIKE = "same_launch = true\n" + "".join(
    f"[[run]]\nrebounds = 2\nstart_cm = {start}\nstopped_cm = {stopped}\n"
    for start, stopped in ((10, 3.6), (30, 11.0), (45, 16.6))
)


def calibrate(*words: str, says: str = "") -> Result:
    return CliRunner().invoke(command, list(words), input=says, catch_exceptions=False)


def example(lang: str = "en") -> str:
    return calibrate("--example", "--lang", lang).stdout


def untimed(text: str) -> str:
    return re.sub(r"^seconds.*\n", "", text, flags=re.MULTILINE)


def as_json(text: str) -> Any:
    return json.loads(calibrate("-", "--json", says=text).stdout)


def lines_on(shown: str, what: str) -> list[str]:
    return [line for line in shown.splitlines() if line.startswith(what)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_is_calibrated_as_it_is(lang: str) -> None:
    shown = calibrate("-", "--lang", lang, says=example(lang))

    assert shown.exit_code == 0
    assert len(shown.stdout.splitlines()) == 1 + 8 + 5


def test_friction_and_bounce_come_with_their_errors_and_how_sure_they_are() -> None:
    shown = calibrate("-", says=example()).stdout

    assert re.search(r"^friction on the surface: 0\.0\d\d\d ± 0\.00\d\d$", shown, re.MULTILINE)
    assert re.search(r"^bounce of the striker off the frame: 0\.\d\d\d ± 0\.0\d\d$", shown, re.MULTILINE)
    assert lines_on(shown, "how sure: two times in three the truth is within the ±; of 200 imagined repeats")
    assert lines_on(shown, "this table: passes the rebound test (international-a 2.1 a): sent at 6 m/s")
    assert lines_on(shown, "run 8 itself made 5.4 runs across the board, and 3.5 are asked")


def test_every_run_has_its_launch_and_how_far_it_is_off() -> None:
    shown = calibrate("-", says=TWO_RUNS).stdout.splitlines()

    assert shown[0].split("\t") == [
        *("run", "rebounds", "runs", "stopped", "off by", "seconds", "off by", "launch")
    ]
    first, second = shown[1].split("\t"), shown[2].split("\t")
    # Two runs for two unknowns leave nothing over.
    assert first[:7] == ["1", "0", "0.9", "60.7 cm", "0.0 cm", "1.02 s", "0.00 s"]
    assert second[:4] == ["2", "3", "3.1", "59.6 cm"]
    assert re.fullmatch(r"1\.00 ± 0\.\d\d m/s", first[7])


def test_it_says_so_in_french_with_a_decimal_comma() -> None:
    shown = calibrate("-", "--lang", "fr", says=example("fr")).stdout

    assert re.search(r"^frottement sur la surface : 0,\d+ ± 0,\d+$", shown, re.MULTILINE)
    assert re.search(r"^rebond du palet sur le cadre : 0,\d+ ± 0,\d+$", shown, re.MULTILINE)
    assert lines_on(shown, "fiabilité : deux fois sur trois")
    assert lines_on(shown, "cette table : essai de rebond réussi (international-a 2.1 a)")
    assert not re.search(r"\d\.\d", shown.replace("2.1 a", ""))


def test_json_keeps_the_numbers() -> None:
    given = as_json(TWO_RUNS)

    assert given["friction"]["value"] == pytest.approx(0.1, abs=0.002)
    assert given["bounce"]["value"] == pytest.approx(0.75, abs=0.02)
    assert given["friction"]["low"] < given["friction"]["value"] < given["friction"]["high"]
    assert -1.0 < given["correlation"] < 1.0
    assert given["rebound"]["law"] == "international-a 2.1 a"
    assert given["rebound"]["passes"] is True
    assert given["runs"][1]["speed"] == pytest.approx(3.0, abs=0.2)
    assert given["runs"][1]["launch_squared_over_friction_if_bounce"] is None


def test_without_times_only_the_launch_over_friction_is_known_for_each_bounce() -> None:
    """And a profile cannot be written."""
    shown = calibrate("-", says=untimed(example())).stdout

    assert shown.splitlines()[0].endswith("v²/μ if bounce 0.8\tv²/μ if bounce 0.9")
    assert shown.splitlines()[1] == "1\t0\t0.6\t44.0 cm\t6.7\t6.7\t6.7\t6.7"
    assert lines_on(shown, "without times, runs sent by hand tell neither friction nor bounce")
    assert lines_on(shown, "run 8 itself made 5.4 runs")
    assert not lines_on(shown, "friction on the surface")
    given = as_json(untimed(example()))
    assert (given["friction"], given["bounce"], given["rebound"]) == (None, None, None)
    assert given["runs"][0]["launch_squared_over_friction_if_bounce"]["0.6"] == pytest.approx(6.727, abs=0.01)


def test_without_times_a_device_tells_bounce_and_launch_over_friction() -> None:
    shown = calibrate("-", says=SENT_ALIKE).stdout

    assert re.search(r"^bounce of the striker off the frame: 0\.7\d\d ± 0\.0\d\d$", shown, re.MULTILINE)
    assert re.search(r"^launch of the device, v²/μ: 3\d\.\d ± \d\.\d m²/s²$", shown, re.MULTILINE)
    assert lines_on(shown, "without times friction cannot be known: only bounce and v²/μ")
    one_place = calibrate("-", "--lang", "fr", says=re.sub("start_cm = .*", "", SENT_ALIKE, count=0))
    assert lines_on(one_place.stdout, "sans les temps, des courses lancées de même et d'un seul endroit")


def test_runs_that_differ_too_much_are_named() -> None:
    slip = example() + "\n[[run]]\nrebounds = 3\nstopped_cm = 20.0\nseconds = 1.2\n"

    assert lines_on(calibrate("-", says=slip).stdout, "the runs differ by more than the stated errors")
    assert "look at run 9 again" in calibrate("-", says=slip).stdout


def test_options_say_how_well_it_was_measured() -> None:
    sloppy, filmed = (
        json.loads(calibrate("-", "--json", "--time-error", error, says=example()).stdout)["bounce"]["error"]
        for error in ("0.1", "0.03")
    )

    assert filmed < sloppy / 2.0
    with pytest.raises(CarromError, match=r"place_error_cm: 30\.0 is out of range"):
        calibrate("-", "--place-error", "30", says=example())


def test_the_profile_is_written_whole_and_can_be_read(tmp_path: Path) -> None:
    target = tmp_path / "ours.toml"
    shown = calibrate("-", "--profile-out", str(target), says=example())
    given = as_json(example())

    pace = read_profile(str(target))
    assert shown.stdout.splitlines()[-1] == f"written to {target}"
    assert pace.name == "ours"
    assert pace.friction == pytest.approx(given["friction"]["value"], abs=5e-5)
    assert pace.striker_frame == pace.coin_frame == pytest.approx(given["bounce"]["value"], abs=5e-5)
    assert target.read_text(encoding="utf-8").startswith(
        "# Measured with carrom calibrate, 8 runs: friction 0.0"
    )
    assert list(tmp_path.iterdir()) == [target]
    assert stat.S_IMODE(target.stat().st_mode) & stat.S_IRUSR


def test_a_file_that_is_there_is_replaced_only_by_force(tmp_path: Path) -> None:
    target = tmp_path / "ours.toml"
    target.write_text("friction = 0.2\n", encoding="utf-8")

    with pytest.raises(CarromError, match="there is such a file already; --force replaces it"):
        calibrate("-", "--profile-out", str(target), says=example())
    assert target.read_text(encoding="utf-8") == "friction = 0.2\n"
    calibrate("-", "--profile-out", str(target), "--force", "--lang", "fr", says=example())
    assert profile_from_toml(target.read_text(encoding="utf-8"), "ours.toml").friction < 0.15


def test_nothing_is_written_where_nothing_is_known(tmp_path: Path) -> None:
    with pytest.raises(
        CarromError, match="standard input: these runs give no friction, and a profile needs it"
    ):
        calibrate("-", "--profile-out", str(tmp_path / "ours.toml"), says=untimed(example()))
    with pytest.raises(CarromError, match="there is no such folder"):
        calibrate("-", "--profile-out", str(tmp_path / "none" / "ours.toml"), says=example())

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[run]]\nrebounds = 3\n", "standard input: run 1: stopped_cm is missing"),
        (TWO_RUNS.partition("[[run]]\nrebounds = 3")[0], "standard input: one timed run cannot tell"),
        ("surface_cm = 74,0\n", "standard input: line 1, column 16: this is not TOML (write a decimal point"),
    ],
)
def test_runs_that_cannot_be_are_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(CarromError) as refusal:
        calibrate("-", says=text)

    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_without_a_file_it_says_what_to_give() -> None:
    assert "Give a file of runs, or --example" in refusal(carrom("calibrate"))

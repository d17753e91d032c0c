"""carrom simulate: a stroke in words, as a trace, as a layout line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import carrom, refusal

from carrom.physics import Trace, simulate
from carrom.stroke import Aim, Layout

AIM = "south x 0.01, angle 1.55, speed 6.0"


def test_a_break_is_told_in_words() -> None:
    told = carrom("simulate", "rosette", AIM).stdout

    first, second, *rest = told.splitlines()
    assert first == (
        "South strikes at 6.00 m/s, 10.0 mm right of the middle, 1.2° right of straight ahead."
        " Profile club, with spin."
    )
    assert "The striker meets white 8; " in second
    assert "more contacts at once" in second
    assert any("more events (--all tells them)" in line for line in rest)
    assert any(line.startswith("At rest after ") for line in rest)


def test_all_tells_every_event_and_nothing_is_left_out() -> None:
    trace = simulate(Layout.rosette(), Aim.parse(AIM))
    lines = carrom("simulate", "rosette", AIM, "--all").stdout.splitlines()

    assert len([line for line in lines if line.startswith("  ")]) == len(
        [event for event in trace.events if event.kind.value != "over"]
    )


def test_the_json_is_the_trace_of_the_library() -> None:
    written = carrom("simulate", "rosette", AIM, "--json").stdout

    assert Trace.from_json(written) == simulate(Layout.rosette(), Aim.parse(AIM))
    assert json.loads(written)["trace"] == 1


def test_options_and_an_aim_in_one_line_say_the_same() -> None:
    by_options = carrom("simulate", "empty", "--x", "0.05", "--angle", "0", "--speed", "2", "--layout-only")
    by_line = carrom("simulate", "empty", "south x 0.05, angle 0.0, speed 2.0", "--layout-only")

    assert by_options.stdout == by_line.stdout == "empty\n"
    half = carrom("simulate", "empty", "--power", "50", "--json").stdout
    assert json.loads(half)["aim"].endswith("speed 3.0")


def test_the_layout_after_goes_on_as_the_next_layout(tmp_path: Path) -> None:
    """One line out, one line in: a stroke from where the last one ended."""
    after = carrom("simulate", "rosette", AIM, "--layout-only").stdout
    file = tmp_path / "after.txt"
    file.write_text(after, encoding="utf-8")

    trace = Trace.from_json(carrom("simulate", str(file), "--power", "20", "--json").stdout)
    assert f"{trace.layout}\n" == after


def test_degrees_are_degrees_and_capitals_do_not_matter() -> None:
    by_degrees = carrom("simulate", "Rosette", "south x 0.01, angle 89°, speed 6.0", "--json").stdout
    by_option = carrom(
        "simulate", "rosette", "--seat", "South", "--x", "0.01", "--angle", "89", "--speed", "6", "--json"
    ).stdout

    assert by_degrees == by_option


def test_what_it_says_for_the_umpire_the_umpire_can_read() -> None:
    """The line goes into carrom rule as it stands."""
    told = carrom("simulate", "rosette", AIM).stdout
    [report] = [line.partition(": ")[2] for line in told.splitlines() if line.startswith("For the umpire")]
    ruled = carrom("rule", "white on strike, 9 white, 9 black, to break", report)

    assert ruled.returncode == 0, ruled.stderr


def test_a_trace_is_no_layout(tmp_path: Path) -> None:
    file = tmp_path / "stroke.json"
    file.write_text(carrom("simulate", "empty", "--json").stdout, encoding="utf-8")

    assert "this is a trace" in refusal(carrom("simulate", str(file)))


def test_french_says_it_in_french() -> None:
    told = carrom("simulate", "empty", "--speed", "1", "--lang", "fr").stdout

    assert (
        "Sud tire à 1,00 m/s, du milieu des lignes de base, droit devant. Profil club, avec rotation." in told
    )
    assert "Aucun jeton n'a été touché." in told


def test_profiles_and_spin_change_the_stroke(tmp_path: Path) -> None:
    own = tmp_path / "ours.toml"
    own.write_text("friction = 0.11\n", encoding="utf-8")
    ends = {
        carrom("simulate", "empty", "--angle", "60", *more, "--json").stdout.partition('"rest"')[2]
        for more in ([], ["--no-spin"], ["--profile", "slow"], ["--profile", str(own)], ["--board", "older"])
    }
    assert len(ends) == 4, "the older board differs only in its print"


def test_what_cannot_be_is_refused_in_one_line() -> None:
    for words, hint in (
        (["rosette", "--x", "0.19"], "free on these base lines"),
        (["rosette", "--speed", "11"], "up to 10 m/s"),
        (["rosette", "--speed", "nan"], "'nan' is not a number"),
        (["rosette", "--x", "0,05"], "write 0.05"),
        (["rosette", "--power", "90%"], "write 90"),
        (["rosette", "south x 0.0, angle 89, speed 6.0"], "89 degrees are written 89°"),
        (["rosette", "--json", "--layout-only"], "not both"),
        ([AIM], "is an aim; give a layout before it"),
        ([""], "a line in quotes"),
        (["rosete"], "a line in quotes"),
        (["b nan,0.1"], "expected a number"),
        (["rosette", "--power", "0"], "up to 100 percent"),
        (["rosette", "--power", "5", "--speed", "1"], "not both"),
        (["rosette", "--angle", "inf"], "'inf' is not a number"),
        (["rosette", AIM, "--speed", "1"], "leave --speed out"),
        (["rosette", "south"], "the form is"),
        (["w 0,0; w 0,0.01"], "overlap"),
        (["nowhere.txt"], "no such file"),
        (["empty", "--turned", "3"], "for the rosette"),
        (["rosette", "--profile", "wet"], "fresh, club, slow"),
    ):
        assert hint in refusal(carrom("simulate", *words)), words

"""carrom check: what a club is told about its equipment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.cli.run import carrom as run
from tests.cli.run import refusal

from carrom.cli import carrom
from carrom.cli.command import WrongUse
from carrom.equipment import INSPECTED, PROFILES, example_file
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, phrases


def checked(text: str, *options: str) -> Result:
    """What the command says of a file, given on standard input."""
    return CliRunner().invoke(carrom, ["check", "-", *options], input=text, catch_exceptions=False)


def checked_json(text: str, *options: str) -> Any:
    return json.loads(checked(text, "--json", *options).stdout)


def refused(text: str) -> str:
    with pytest.raises(CarromError) as refusal:
        checked(text)
    return str(refusal.value)


def lines_on(shown: str, what: str) -> list[list[str]]:
    """The fields of each line that begins so."""
    return [line.split("\t") for line in shown.splitlines() if line.startswith(what)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", PROFILES)
def test_the_example_file_can_be_checked_as_it_is(board: str, lang: str) -> None:
    """A club starts from a file that conforms, in its own language."""
    example = CliRunner().invoke(carrom, ["check", "--example", "--board", board, "--lang", lang])

    assert example.exit_code == 0
    assert not any(tomllib.loads(example.stdout).values())
    untouched = checked(example.stdout, "--board", board)
    filled = checked(example_file(board, lang, filled=True), "--board", board)
    assert untouched.exit_code == filled.exit_code == 0
    assert "0 items conform" in untouched.stdout
    assert filled.stdout.rstrip().endswith("0 are off, 0 were not given")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("[striker]\ndiameter_cm = 1.62\n", "looks like inches; give centimetres"),
        ("[striker]\nmass_g = 0.52\n", "looks like ounces; give grams"),
        ("[board]\nsurface_width_cm = 74,0\n", "write a decimal point, as in 74.0, not a comma"),
    ],
)
def test_inches_ounces_and_decimal_commas_are_refused(given: str, says: str) -> None:
    assert says in refused(given)


def test_every_item_says_what_was_given_and_allowed_the_verdict_and_the_paragraph() -> None:
    """One line each, whether it conforms, is off or was not given."""
    shown = checked("[coins]\nmass_g = [5.4, 6.2]\n[chairs]\narmrests = true\n").stdout

    assert lines_on(shown, "mass of a coin") == [
        ["mass of a coin, no. 1", "5.4 g", "5.25 to 6 g", "conforms", "international-a 2.2"],
        ["mass of a coin, no. 2", "6.2 g", "5.25 to 6 g", "off by +0.2 g", "international-a 2.2"],
    ]
    assert lines_on(shown, "chairs with armrests")[0][1:4] == ["yes", "no", "off"]
    assert lines_on(shown, "diameter of the striker")[0][1:4] == ["–", "at most 4.13 cm", "not given"]


def test_it_says_so_in_french_too() -> None:
    """With a decimal comma."""
    shown = checked("[coins]\nmass_g = [5.2, 5.4]\n", "--lang", "fr").stdout

    assert lines_on(shown, "masse d'un jeton, n° 1")[0][1:4] == ["5,2 g", "de 5,25 à 6 g", "écart de -0,05 g"]
    assert shown.splitlines()[-1].startswith("1 élément conforme, 1 non conforme, ")


def test_the_last_line_sums_up() -> None:
    """The three counts are all the items, and one is one."""
    report = checked_json("[coins]\nmass_g = [5.4, 5.3, 6.2]\n")
    missing = sum(item["verdict"] == "not given" for item in report["items"])
    shown = checked("[coins]\nmass_g = [5.4, 5.3, 6.2]\n").stdout

    assert shown.splitlines()[-1] == f"2 items conform, 1 is off, {missing} were not given"
    assert report["summary"] == shown.splitlines()[-1]
    assert len(report["items"]) == missing + 3


def test_a_note_is_added_where_the_printings_differ_and_something_was_given() -> None:
    """Once for each doubt, and none for what nobody measured."""
    noted = checked("[stand]\nheight_cm = 67\n").stdout
    silent = checked("[striker]\nmass_g = 14.5\n").stdout

    assert "26½ inches" in noted
    assert "26½ inches" not in silent


def test_the_exit_status_tells_whether_something_is_off() -> None:
    """0 if nothing is, also where nothing was given; 1 if something is."""
    assert checked("").exit_code == 0
    assert checked("[striker]\nmass_g = 15\n").exit_code == 0
    assert checked("[striker]\nmass_g = 15.1\n").exit_code == 1
    assert checked("[striker]\nmass_g = 15.1\n", "--json").exit_code == 1


@pytest.mark.parametrize("book", INSPECTED)
def test_a_rulebook_brings_its_own_limits_and_paragraphs(book: str) -> None:
    """A text is offered once its paragraphs are there."""
    filled = example_file(filled=True, edition=book)
    report = checked_json(filled, "--rulebook", book)

    assert (report["edition"], report["conforms"]) == (book, True)
    assert run("check", "--example", "--rulebook", book).stdout == example_file(edition=book)
    with pytest.raises(WrongUse, match="--rulebook or --edition, not both"):
        checked(filled, "--rulebook", book, "--edition", "b")


def test_board_and_edition_choose_the_figures_and_the_paragraphs() -> None:
    """An older board has another inner circle, and edition b other letters."""
    file = "[board]\ninner_circle_diameter_cm = 16.19\n"
    older = checked_json(file, "--board", "older", "--edition", "b")
    modern = checked_json(file)

    assert (older["board"], older["edition"], older["conforms"]) == ("older", "international-b", True)
    assert (modern["board"], modern["edition"], modern["conforms"]) == ("modern", "international-a", False)
    laws = {law.split()[0] for item in older["items"] for law in item["laws"]}
    assert laws == {"international-b"}


def test_json_keeps_the_numbers() -> None:
    """A program compares them; it does not parse sentences."""
    items = checked_json("[coins]\nmass_g = [6.2]\nround = true\n")["items"]
    mass, round_coins = (
        next(item for item in items if item["key"] == key) for key in ("coin.mass", "coin.round")
    )

    assert (mass["given"], mass["allowed"], mass["off_by"]) == (6.2, {"low": 5.25, "high": 6.0}, 0.2)
    assert (round_coins["given"], round_coins["allowed"], round_coins["verdict"]) == (True, True, "conforms")


def test_however_little_it_is_off_the_verdict_does_not_say_by_nothing() -> None:
    """A hundredth of a milligram too much is too much."""
    shown = checked("[striker]\nmass_g = 15.00001\n").stdout

    assert lines_on(shown, "mass of the striker")[0][3] == "off by +0.00001 g"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[coins]\nmass_g = = 5\n", "standard input: line 2, column 10: this is not TOML"),
        ("[coins]\nmass_g = " + "9" * 5000, "standard input: this is not TOML"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("[coins]\nmass_g = 0.0054\n", "coins.mass_g: 0.0054 looks like kilograms"),
        ("[coins]\nmas_g = 5.4\n", "coins.mas_g: unknown key; did you mean mass_g?"),
        ("[table]\n", "table: unknown section"),
        ("[coins]\nmass_g = 'heavy'\n", "'heavy' is not a number"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_one_line(text: str, says: str) -> None:
    """With the place, and what would work."""
    refusal = refused(text)

    assert says in refusal
    assert "\n" not in refusal


def test_a_byte_order_mark_is_no_obstacle(tmp_path: Path) -> None:
    """Some editors write one, and the club cannot see it."""
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf[striker]\r\nmass_g = 15\r\n")

    assert CliRunner().invoke(carrom, ["check", str(file)], catch_exceptions=False).exit_code == 0


def test_a_missing_file_is_one_line_on_standard_error_and_exit_status_2(tmp_path: Path) -> None:
    """For a person to read and a script to notice."""
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "check", str(tmp_path / "none.toml")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stdout == ""
    assert "none.toml: there is no such file" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("columns", "lang"), [(80, "fr"), (120, "en")])
def test_on_a_terminal_the_items_are_grouped_and_a_sign_stands_by_each_colour(
    columns: int, lang: str, tmp_path: Path
) -> None:
    """Nothing hangs on the colour alone, and no line is longer than the terminal."""
    pty = pytest.importorskip("pty", reason="no terminals to be had here")
    file = tmp_path / "table.toml"
    file.write_text("[coins]\nmass_g = [5.4, 6.2]\n[lamp]\npower_w = 75\n", encoding="utf-8")
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "carrom", "check", str(file), "--lang", lang]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=env) as running:
        os.close(theirs)
        shown = b""
        # Linux ends a terminal nobody writes to any more with an error, others with an empty read.
        try:
            while read := os.read(ours, 65536):
                shown += read
        except OSError:
            pass
    os.close(ours)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode()).splitlines()

    assert running.returncode == 1
    assert max(map(len, lines)) <= columns
    assert [sum(sign in line for line in lines) for sign in "✓✗"] == [2, 1]
    for heading in (said for key, said in phrases(lang).items() if key.startswith("equipment.section.")):
        assert sum(line.strip() == heading for line in lines) == 1


def rebound(*options: str) -> Result:
    return CliRunner().invoke(carrom, ["check", "--rebound", *options], catch_exceptions=False)


def test_the_rebound_test_of_all_our_paces_is_a_table() -> None:
    """Every one passes, and the paragraph stands with it."""
    shown = rebound()

    assert shown.exit_code == 0
    assert lines_on(shown.stdout, "club") == [
        ["club", "0.1", "0.75", "6 m/s", "5.3", "3.43 m/s", "passes", "international-a 2.1 a"]
    ]
    assert [line.split("\t")[0] for line in shown.stdout.splitlines()] == ["profile", "fresh", "club", "slow"]


def test_one_pace_is_judged_in_words_with_the_paragraph() -> None:
    assert rebound("--profile", "slow").stdout == (
        "slow: passes the rebound test (international-a 2.1 a): sent at 6 m/s, the striker makes 4.4 runs"
        " across the board; 3.5 are asked, and 4.31 m/s would do\n"
    )
    assert rebound("--profile", "slow", "--edition", "b", "--speed", "3.5", "--lang", "fr").stdout == (
        "slow : essai de rebond échoué (international-b 2.1 a) : lancé à 3,5 m/s, le palet fait 3,0"
        " traversées du plateau ; il en faut 3,5, ce qui demande 4,31 m/s\n"
    )


def test_the_exit_status_tells_whether_a_pace_passes() -> None:
    assert rebound("--profile", "club", "--speed", "3.43").exit_code == 0
    assert rebound("--profile", "club", "--speed", "3.42").exit_code == 1
    assert rebound("--speed", "3.5").exit_code == 1
    assert rebound("--speed", "3.5", "--json").exit_code == 1


def test_runs_that_just_fall_short_do_not_read_as_enough() -> None:
    """3.49 is no 3.5."""
    assert "makes 3.4 runs" in rebound("--profile", "club", "--speed", "3.42").stdout


def test_a_profile_may_be_a_file(tmp_path: Path) -> None:
    dead = tmp_path / "dead.toml"
    dead.write_text("striker_frame = 0.2\n", encoding="utf-8")
    shown = rebound("--profile", str(dead))

    assert shown.exit_code == 1
    assert shown.stdout.startswith("dead: fails the rebound test")
    assert shown.stdout.rstrip().endswith("3.5 are asked, and no launch up to 10 m/s makes them")
    given = json.loads(rebound("--profile", str(dead), "--json").stdout)
    assert given["profiles"][0]["least_speed"] > 10.0
    dead.write_text("striker_frame = 0\n", encoding="utf-8")
    given = json.loads(rebound("--profile", str(dead), "--json").stdout)
    assert given["profiles"][0]["least_speed"] is None


def test_the_rebound_test_in_json_keeps_the_numbers() -> None:
    given = json.loads(rebound("--json", "--lang", "fr").stdout)

    assert (given["law"], given["runs_asked"], given["passes"]) == ("international-a 2.1 a", 3.5, True)
    club = given["profiles"][1]
    assert (club["name"], club["rebounds"], club["passes"]) == ("club", 5, True)
    assert club["margin"] == pytest.approx(club["speed"] - club["least_speed"])
    assert club["says"].startswith("club : essai de rebond réussi")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--profile", "quick"],
            "no profile is called 'quick'; fresh, club, slow or a file such as ours.toml",
        ),
        (["--profile", "none.toml"], "none.toml: there is no such file"),
    ],
)
def test_a_profile_that_is_not_there_is_refused(options: list[str], says: str) -> None:
    with pytest.raises(CarromError, match=re.escape(says)):
        rebound(*options)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--rebound", "--speed", "0"], "--speed 0 is not possible; give more than 0, up to 10 m/s"),
        (["--rebound", "--speed", "nan"], "--speed: 'nan' is not a number"),
        (["--rebound", "table.toml"], "takes neither a file nor --example"),
        (["--rebound", "--example"], "takes neither a file nor --example"),
        (["--speed", "3", "table.toml"], "--profile and --speed go with --rebound"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: list[str], says: str) -> None:
    assert says in refusal(run("check", *words))

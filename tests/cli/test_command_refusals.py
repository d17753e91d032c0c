"""What a command refuses is one line in the reader's language: wrong options, wrong words, wrong files."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.refused_commands import FILES, INPUT, USE

from carrom.cli import COMMANDS, carrom, main
from carrom.cli.command import command_language

ENGLISH = re.compile(
    r"\b(and|are|be|cannot|file|for|from|give|has|is|it|missing|must|needs|no|not|nothing|of|or|such|takes|the"
    r"|there|these|this|to|Try|with|word|would|you)\b"
)
"""Words that stand in almost every English refusal and in no French one."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def refused(words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> str:
    """The line that a command refuses with; anything else is a failure."""
    monkeypatch.setattr(sys, "argv", ["carrom", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    line = capfd.readouterr().err
    assert ended.value.code == 2
    assert line.startswith("carrom: ")
    assert line.count("\n") == 1
    return line


def in_words(line: str) -> str:
    """A line without names of options, commands and files, which are the same in every language."""
    line = re.sub(r"(carrom \S+ )?--?\w[\w-]*(=\w+)?|« [^»]* »|écrivez : .*\]\.|\S+[./]\S+", "", line)
    return re.sub(r"(doit être|prend|commande :) [\w, ]+", r"\1", line)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "english", "french"), [*USE, *INPUT])
def test_a_refusal_is_one_line_in_the_language_of_the_reader(
    words: str,
    english: str,
    french: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    given = words.replace("3.11 z", "3.11_z").split()
    given = [word.replace("_z", " z") for word in given]

    assert english in refused(given, monkeypatch, capfd)
    monkeypatch.setenv("CARROM_LANG", "fr")
    line = refused(given, monkeypatch, capfd)

    assert french in line
    assert not ENGLISH.findall(in_words(line)), line


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "english", "french"), USE)
def test_a_wrong_use_points_to_the_help_of_its_command(
    words: str,
    english: str,
    french: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    names = words.split()
    inner = names[0] in ("data", "record") and names[1] in ("list", "prune")
    command = " ".join(("carrom", *names[: 2 if inner else 1])) if names[0] in COMMANDS else "carrom"

    assert refused(names, monkeypatch, capfd).endswith(f" Try '{command} --help'.\n")
    monkeypatch.setenv("CARROM_LANG", "fr")
    assert refused(names, monkeypatch, capfd).endswith(f" Voyez « {command} --help ».\n")


def test_every_command_refuses_in_both_languages() -> None:
    tried = {words.split()[0] for words, _, _ in (*USE, *INPUT)}

    assert tried >= set(COMMANDS)


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        (["rule", "--lang", "fr", "--chek"], "fr"),
        (["rule", "--chek", "--lang=fr"], "fr"),
        (["rule", "--lang", "fr", "--lang", "en"], "en"),
        (["rule", "--lang", "xx"], "en"),
        (["laws", "fr"], "en"),
        (["--lang"], "en"),
    ],
)
def test_the_language_is_known_before_the_rest_is_read(words: list[str], lang: str) -> None:
    assert command_language(words) == lang


def test_an_option_goes_before_the_usual_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROM_LANG", "fr")

    assert command_language(["rule"]) == "fr"
    assert command_language(["rule", "--lang", "en"]) == "en"


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "fr_CA@euro", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "xx_XX.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "en"),
        ({"LC_ALL": "fr_FR.UTF-8", "CARROM_LANG": "en"}, "en"),
        ({"CARROM_LANG": "fr_CA"}, "fr"),
        ({"LC_ALL": "fr_FR.UTF-8", "CARROM_LANG": "xx"}, "fr"),
    ],
)
def test_the_usual_language_is_that_of_carrom_or_of_the_system(
    variables: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert command_language(["rule"]) == lang


def test_a_command_speaks_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")

    assert "Il n'y a pas de commande" in refused(["ruel"], monkeypatch, capfd)
    assert CliRunner().invoke(carrom, ["rule", "--incidents"]).stdout.startswith("type\t")


def test_a_language_may_be_given_before_the_command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARROM_LANG", "en")

    assert CliRunner().invoke(carrom, ["--lang", "fr", "rule", "--incidents"]).stdout.startswith("type\t")
    line = refused(["data", "--lang", "fr", "prune"], monkeypatch, capfd)
    assert line == "carrom: --older-than manque. Voyez « carrom data prune --help ».\n"


def test_what_would_change_the_terminal_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "\x1b" not in refused(["hint", "--level", "\x1b[2J"], monkeypatch, capfd)

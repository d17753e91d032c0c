"""What a language lacks beside English is found; ours lack nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.i18n import LANGUAGES
from carrom.i18n.completeness import findings

OTHERS = [lang for lang in LANGUAGES if lang != "en"]


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_missing_in_our_languages(lang: str) -> None:
    assert [each for each in findings(lang) if each.kind != "long"] == []


def carrom(*words: str, languages: Path | None = None) -> tuple[int, str]:
    env = {**os.environ, "CARROM_LANGUAGES": str(languages or "")}
    command = [sys.executable, "-P", "-m", "carrom", "languages", *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def pt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new language, of which three phrases have been written."""
    folder = tmp_path_factory.mktemp("words") / "pt"
    status, said = carrom("new", "pt", "--folder", str(folder))
    assert status == 0, said
    log = folder / "i18n" / "pt" / "log.json"
    words = json.loads(log.read_text("utf-8"))
    words["log.begun"] = "A partida está pronta"
    words["log.came-late"] = "chegou tarde"
    words["log.nonsense"] = "nada"
    del words["log.seated"]
    log.write_text(json.dumps(words), encoding="utf-8")
    return folder


def test_a_new_folder_is_english_until_somebody_writes_in_it(pt: Path) -> None:
    status, said = carrom("check", "pt", languages=pt)

    assert status == 1
    lines = said.splitlines()
    assert not any("log.begun:" in line for line in lines)
    assert "other placeholders than in English  log.json  log.came-late: chegou tarde" in lines
    assert any(line.startswith("missing  log.json  log.seated:") for line in lines)
    assert "no such key in English  log.json  log.nonsense: nada" in lines
    assert any(line.startswith("not translated yet  web/home.json") for line in lines)
    assert "pt" in carrom(languages=pt)[1]


def test_what_is_written_is_spoken_and_the_rest_is_english(pt: Path) -> None:
    program = "from carrom.i18n import t; print(t('log.begun', 'pt'), t('log.seated', 'pt', player='Ana'))"
    env = {**os.environ, "CARROM_LANGUAGES": str(pt)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, encoding="utf-8")

    assert done.stdout.startswith("A partida está pronta ")
    assert len(done.stdout.strip()) > len("A partida está pronta ")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["check"], "Which language?"),
        (["check", "xx"], "there is no language “xx”"),
        (["new", "fr"], "there is a language “fr” already"),
        (["new", "Por tu"], "is not a language code"),
        (["new", "../x"], "is not a language code"),
    ],
)
def test_wrong_use_is_one_line(words: list[str], why: str) -> None:
    status, said = carrom(*words)

    assert status == 2
    assert why in said
    assert len(said.splitlines()) <= 2


def test_a_folder_that_is_there_is_left_alone(pt: Path) -> None:
    before = (pt / "i18n" / "pt" / "log.json").read_bytes()

    assert carrom("new", "pt", "--folder", str(pt))[0] == 2
    assert (pt / "i18n" / "pt" / "log.json").read_bytes() == before


def test_long_phrases_are_pointed_out_and_nothing_fails() -> None:
    status, said = carrom("check", "fr")

    assert status == 0, said
    assert "Français: nothing is missing" in said


def spoken_with(folder: Path, program: str) -> str:
    """What a program prints that finds more languages in a folder."""
    env = {**os.environ, "CARROM_LANGUAGES": str(folder)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A language whose files somebody has not finished writing, one of each kind."""
    folder = tmp_path_factory.mktemp("words") / "pt"
    assert carrom("new", "pt", "--folder", str(folder))[0] == 0
    (folder / "i18n" / "pt" / "log.json").write_text('{"log.begun": "A partida está pronta",', "utf-8")
    (folder / "i18n" / "pt" / "language.toml").write_text("name = ", "utf-8")
    (folder / "i18n" / "pt" / "now.json").write_bytes(b"\xff\xfe")
    (folder / "i18n" / "pt" / "todo.json").write_text("[1]", "utf-8")
    (folder / "laws" / "pt" / "family.toml").write_text("title = Jogo", "utf-8")
    return folder


def test_a_file_that_cannot_be_read_is_english_and_the_check_says_where(torn: Path) -> None:
    program = (
        "from carrom.i18n import t; from carrom.laws.texts import title;"
        "print(t('log.begun', 'pt'), title('family', 'pt'))"
    )
    status, said = carrom("check", "pt", languages=torn)

    assert spoken_with(torn, program) == "The match is set up The boxed family game"
    assert status == 1
    lines = [line for line in said.splitlines() if line.startswith("cannot be read")]
    assert [line.split("  ")[1] for line in lines] == [
        "i18n/pt/language.toml",
        "i18n/pt/log.json",
        "i18n/pt/now.json",
        "i18n/pt/todo.json",
        "laws/pt/family.toml",
    ]
    assert "line 1" in lines[1]


def test_a_phrase_that_cannot_be_filled_is_said_in_english(torn: Path) -> None:
    file = torn / "i18n" / "pt" / "table.json"
    words = json.loads(file.read_text("utf-8"))
    for broken in ("{playr} gira", "{player gira", "{} gira"):
        file.write_text(json.dumps({**words, "table.to-turn": broken}), encoding="utf-8")
        program = "from carrom.i18n import About; print(About('table.to-turn', ('Ana',)).text('pt', 'Ben'))"
        assert spoken_with(torn, program) == "Ana is to break"


def test_english_is_translated_from_nothing() -> None:
    status, said = carrom("fresh", "en")

    assert status == 2
    assert "English" in said

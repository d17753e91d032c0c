"""Folders of languages that somebody has not finished, or made to do harm: no traceback, and always words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from string import ascii_lowercase

import pytest
from tests.cli.run import carrom_at_once

from carrom.i18n import LANGUAGES
from carrom.i18n.languages import folders, parsed

SAY = """
import json
from datetime import date
from carrom.i18n import LANGUAGES, language, listed, t, typeset
from carrom.i18n.completeness import broken_files, findings
from carrom.laws.texts import title
from carrom.server.assets.static import page, phrase_file as page_words
from starlette.requests import Request

def get(path, **params):
    return Request({"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b"",
        "scheme": "http", "server": ("127.0.0.1", 80), "headers": [], "path_params": params})

def said(lang):
    rules = language(lang)
    words = [
        t("log.begun", lang), t("log.came-late", lang, player="Ana"), title("family", lang),
        t("then.put-back.white", lang, n=2), listed(["a", "b"], lang), typeset("a!", lang), rules.name,
        rules.dated(date(2026, 11, 16)), *map(rules.plural, range(30)),
        page_words(get(f"/i18n/{lang}.json", name=lang)).body.decode(),
    ]
    "".join(words).encode()
    return words[:3], [*broken_files(lang)], [(each.kind, each.key) for each in findings(lang)]

page(get("/"))
print(json.dumps({lang: said(lang) for lang in LANGUAGES}))
"""
"""Everything that is read of a folder, by commands, by the laws and by the page; and what the check finds."""

ENGLISH = ["The match is set up", "Ana came late", "The boxed family game"]

RULES = [
    "direction = 5",
    'direction = "up"',
    "numbers = 3",
    'numbers = ["no"]',
    "numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]",
    "months = []",
    'date = "{day.__class__}"',
    'date = "{day:>999999999}"',
    'date = "{hour}"',
    'name = ""',
    "name = ['a']",
    'name = "\\u202eesrever"',
    f'name = "{"long " * 100}"',
    'unnamed = "a\\nb"',
    'locale = "../../etc"',
    "locale = 1",
    'decimal = ""',
    'signs = [["("]]',
    'signs = [["(", "a"]]',
    'signs = [["a", "\\\\9"]]',
    'signs = "!"',
    "plurals = 1",
    "[plurals]\none = 1",
    "[plurals]\none = \"__import__('os').abort()\"",
    '[plurals]\none = "n % 0 = 1"',
    '[plurals]\none = "n = 1..2..3"',
    f'[plurals]\none = "n = {"9" * 5000}"',
    "list = 1",
    '[list]\nand = "{first.__class__}"',
    '[list]\nand = "{before}"',
    "[list]\ncomma = 1",
]
NO_TEXTS = [5, None, ["a"], {"one": {"one": "a"}}, {"one": 1, "other": 2}, "\ud800"]
UNFILLABLE = [
    "{player.__class__}",
    "{player} {player.nothing}",
    "{player:>999999999}",
    "{player!x}",
    "{player[0]}",
    "{0}",
    "{player",
    "player}",
    {"one": "{player}", "other": "{player}"},
]
NO_FILES = ["unreadable", "loop", "folder", "pipe", "deep"]


@pytest.mark.parametrize("line", RULES, ids=lambda line: line[:30].replace("\n", " "))
def test_a_rule_that_cannot_be_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "language.toml"
    file.write_text(line, encoding="utf-8")
    key = line.strip("[").split()[0].rstrip("]")

    with pytest.raises(ValueError, match=f"^{key}: no such value can be used$"):
        parsed(file)


def codes(letter: str) -> list[str]:
    return [f"{letter}{first}{second}" for first in "xyz" for second in ascii_lowercase]


def language_folder(root: Path, code: str, rules: str = "") -> Path:
    folder = root / "i18n" / code
    (folder / "web").mkdir(parents=True)
    (folder / "language.toml").write_text(rules, encoding="utf-8")
    return folder


def spoil(file: Path, how: str) -> None:
    match how:
        case "unreadable":
            file.write_text("{}", encoding="utf-8")
            file.chmod(0)
        case "loop":
            file.symlink_to(file)
        case "folder":
            file.mkdir()
        case "pipe":
            os.mkfifo(file)
        case "deep":
            file.write_text('{"a":' * 100_000, encoding="utf-8")


Said = tuple[list[str], list[list[str]], list[list[str]]]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Said]:
    """What is said in languages that are broken each in another way, and what the check finds in them."""
    root = tmp_path_factory.mktemp("broken")
    for code, rules in zip(codes("a"), RULES, strict=False):
        language_folder(root, code, rules)
    for code, phrase in zip(codes("b"), NO_TEXTS, strict=False):
        folder = language_folder(root, code)
        for name, key in (("log", "log.begun"), ("web/home", "web.home.title")):
            (folder / f"{name}.json").write_text(json.dumps({key: phrase}), encoding="utf-8")
    for code, unfillable in zip(codes("c"), UNFILLABLE, strict=False):
        folder = language_folder(root, code)
        (folder / "log.json").write_text(json.dumps({"log.came-late": unfillable}), encoding="utf-8")
    for code, how in zip(codes("d"), NO_FILES if os.name != "nt" else (), strict=False):
        spoil(language_folder(root, code) / "log.json", how)
    language_folder(root, "eee")
    (root / "laws" / "eee").mkdir(parents=True)
    (root / "laws" / "eee" / "glossary.toml").write_text("terms = 5", encoding="utf-8")
    (root / "laws" / "eee" / "family.toml").write_text("title = 5\n[paragraphs]\n'goal 1' = []\n", "utf-8")
    env = {**os.environ, "CARROM_LANGUAGES": str(root)}
    done = subprocess.run([sys.executable, "-c", SAY], env=env, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    found: dict[str, Said] = json.loads(done.stdout)
    return found


def test_whatever_a_folder_lacks_is_said_in_english(said: dict[str, Said]) -> None:
    broken = {code: words for code, (words, _, _) in said.items() if code not in LANGUAGES}

    assert len(broken) >= len(RULES) + len(NO_TEXTS) + len(UNFILLABLE) + 1
    assert {code: words for code, words in broken.items() if words != ENGLISH} == {}


def test_a_phrase_that_is_no_text_is_named_with_its_file(said: dict[str, Said]) -> None:
    for code, _ in zip(codes("b"), NO_TEXTS, strict=False):
        assert said[code][1] == [
            [f"i18n/{code}/log.json", "log.begun: no such value can be used"],
            [f"i18n/{code}/web/home.json", "web.home.title: no such value can be used"],
        ]


def test_a_placeholder_is_a_name_and_nothing_else(said: dict[str, Said]) -> None:
    """No attribute is looked up and nothing is laid out; the check points it out."""
    for code, phrase in zip(codes("c"), UNFILLABLE, strict=False):
        kinds = [kind for kind, key in said[code][2] if key == "log.came-late"]
        assert ("plurals" if isinstance(phrase, dict) else "placeholders") in kinds, phrase


@pytest.mark.skipif(os.name == "nt", reason="files as on Unix")
def test_a_file_that_is_none_is_named(said: dict[str, Said]) -> None:
    for code, how in zip(codes("d"), NO_FILES, strict=False):
        if how != "unreadable" or os.geteuid() != 0:  # root reads everything
            assert [file for file, _ in said[code][1]] == [f"i18n/{code}/log.json"], how


@pytest.mark.parametrize("name", ["DE", "x", "pt_BR", "pt BR", "<b>", "-", "pt-", "portugues", "ру", "en"])
def test_a_folder_makes_no_language_by_a_name_that_is_no_code_and_never_replaces_english(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folders("i18n")
    language_folder(tmp_path, name)
    monkeypatch.setenv("CARROM_LANGUAGES", str(tmp_path))

    assert folders("i18n") == before


@pytest.mark.parametrize("name", ["missing", "file", "a" * 5000, "loop"])
def test_a_variable_that_names_no_folder_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    asked = [(("languages", "--lang", lang), "") for lang in LANGUAGES]
    done = carrom_at_once(asked, tmp_path, CARROM_LANGUAGES=str(tmp_path / name))

    assert {status for status, _ in done} == {2}
    assert all(text.startswith("carrom: CARROM_LANGUAGES ") and text.count("\n") == 1 for _, text in done)
    assert all(str(tmp_path / name) in text for _, text in done)
    assert len(set(done)) == len(LANGUAGES)


CODES = ["pt/BR", "pt\\BR", "../x", "..", "", " ", "-", "PT", "pt\n", "\u202ept", "p" * 1000]


def test_a_code_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    asked = [(("languages", what, "--", code), "") for what in ("new", "check", "fresh") for code in CODES]
    done = carrom_at_once(asked, tmp_path)

    assert [(words, said) for (words, _), said in zip(asked, done, strict=True) if said[0] != 2] == []
    assert [text for _, text in done if text.count("\n") != 1] == []
    assert [*tmp_path.iterdir()] == []


def test_a_new_language_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    """Whatever stands in its place already."""
    asked = []
    for room in ("i18n", "laws"):
        for there in ("folder", "file", "link", "room"):
            place = tmp_path / f"{room}-{there}" / room / ("" if there == "room" else "pt")
            place.parent.mkdir(parents=True)
            if there == "folder":
                place.mkdir()
            elif there == "link":
                place.symlink_to(tmp_path / "nowhere")
            else:
                place.write_text("", encoding="utf-8")
            asked.append((("languages", "new", "pt", "--folder", f"{room}-{there}"), ""))
    before = sorted(tmp_path.rglob("*"))
    done = carrom_at_once(asked, tmp_path)

    assert {status for status, _ in done} == {2}
    assert [text for _, text in done if text.count("\n") != 1] == []
    made = {each.relative_to(tmp_path).as_posix() for each in {*tmp_path.rglob("*")} - {*before}}
    assert {each for each in made if not each.endswith(("/i18n", "/laws"))} == set()


def test_the_lines_to_be_copied_work_in_a_folder_with_a_space(tmp_path: Path) -> None:
    ((_, said),) = carrom_at_once([(("languages", "new", "pt", "--folder", "my words"), "")], tmp_path)

    assert [line.strip() for line in said.splitlines() if line.startswith("  ")] == [
        "CARROM_LANGUAGES='my words' carrom languages check pt",
        "CARROM_LANGUAGES='my words' carrom play --lang pt",
    ]

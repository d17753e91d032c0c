"""A language is a folder: its rules of writing, and what it lacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from tests.node import node

from carrom.i18n import (
    LANGUAGES,
    Message,
    Sentence,
    in_words,
    language,
    languages,
    listed,
    phrases,
    pointed,
    spoken,
    t,
    typeset,
)

TOY = """
name = "Toy"
locale = "sl-SI"
direction = "rtl"
decimal = "·"
numbers = ["nil", "uno", "du", "tri", "kvar", "kvin", "ses", "sep", "ok", "naŭ"]
unnamed = "Ty"
signs = [["!", "¡"]]

[plurals]
one = "v = 0 and i % 100 = 1"
two = "v = 0 and i % 100 = 2"
few = "v = 0 and i % 100 = 3..4 or v != 0"

[list]
comma = "; "
and = "{first} kaj {last}"
"""
PUT_BACK = {
    "one": "{count} blanka",
    "two": "{count} blankaj",
    "few": "{count} blankojn",
    "other": "{n} blankoj",
}


def told(folder: Path, program: str) -> list[str]:
    """What a program prints that finds more languages in a folder."""
    env = {**os.environ, "CARROM_LANGUAGES": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_a_folder_makes_a_language(tmp_path: Path) -> None:
    """Plurals, numbers, lists and signs are its own; a phrase that it lacks is English."""
    folder = tmp_path / "i18n" / "zz"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text(TOY, encoding="utf-8")
    (folder / "rulings.json").write_text(json.dumps({"then.put-back.white": PUT_BACK}), encoding="utf-8")
    program = """
from carrom.i18n import LANGUAGES, listed, pointed, t, typeset
print(*LANGUAGES)
for n in (1, 2, 3, 5, 101, 12):
    print(t("then.put-back.white", "zz", n=n))
print(t("log.begun", "zz"), listed(["a", "b", "c"], "zz"), pointed("1.5", "zz"), typeset("a!", "zz"))
"""

    codes, *said = told(tmp_path, program)
    assert codes.split() == [*LANGUAGES, "zz"]
    assert said[:6] == ["uno blanka", "du blankaj", "tri blankojn", "5 blankoj", "101 blanka", "12 blankoj"]
    assert said[6] == f"{t('log.begun', 'en')} a; b kaj c 1·5 a¡"


def test_from_right_to_left_a_name_or_a_citation_keeps_its_own_order(tmp_path: Path) -> None:
    """A number does by itself; a score begins with the first side, on the right."""
    folder = tmp_path / "i18n" / "zz"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text(TOY, encoding="utf-8")
    phrases = {"log.begun": "{player} {n} {law}", "commas": "{first}, {then}"}
    (folder / "log.json").write_text(json.dumps(phrases), encoding="utf-8")
    program = """
from carrom.i18n import Message, commas, t
begun = Message("log.begun", {"player": "Asha", "n": 3, "law": "3.11 a"})
print(ascii(begun.text("zz")))
print(ascii(commas([begun, begun]).text("zz")))
print(ascii(t("log.begun", "zz", player=("Asha",), n=3, law="25 – 7")))
"""
    begun = r"\u2068Asha\u2069 3 \u20683.11 a\u2069"

    alone, within, score = told(tmp_path, program)
    assert alone == f"'{begun}'"
    assert score == r"'\u2068Asha\u2069 3 \u2068\u200f25 \u2013 7\u2069'"
    assert within == rf"'\u2068\u200f{begun}\u2069, \u2068\u200f{begun}\u2069'"


def test_english_comes_first() -> None:
    assert LANGUAGES[0] == "en"
    assert {"en", "fr"} <= set(LANGUAGES)


@pytest.mark.parametrize(
    ("wanted", "lang"),
    [
        (["fr-CA"], "fr"),
        (["xx", "FR"], "fr"),
        (["de-AT"], "de"),
        (["pt_BR"], "pt-BR"),
        (["pt"], "en"),
        (["zh-Hant-TW", "fr"], "zh-Hant"),
        (["ZH_HANT"], "zh-Hant"),
        (["../../fr", "-", "", "de-"], "de"),
        (["de" * 500_000, "-" * 1_000_000, "\0", "\ud800"], "en"),
        (["en-GB", "fr"], "en"),
        ([], "en"),
    ],
)
def test_the_first_wanted_language_that_there_is_is_spoken(
    wanted: list[str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, "pt-BR", "zh-Hant"))

    assert spoken(wanted) == lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_and_lists_are_the_browsers(lang: str) -> None:
    """The page words by Intl what Python words by the language's own file."""
    rules = language(lang)
    source = f"""
const [plural, both] = [new Intl.PluralRules("{rules.locale}"), new Intl.ListFormat("{rules.locale}")];
const counts = Array.from({{ length: 300 }}, (_, n) => plural.select(n));
console.log(JSON.stringify([counts, ["a"], ["a", "b"], ["a", "b", "c"]].map(
  (each, i) => (i ? both.format(each) : each))));
"""
    done = subprocess.run(
        [node(), "--input-type=module", "-e", source], capture_output=True, text=True, check=True
    )
    counts, *lists = json.loads(done.stdout)

    assert counts == [rules.plural(n) for n in range(300)]
    assert lists == [listed(parts, lang) for parts in (["a"], ["a", "b"], ["a", "b", "c"])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plural_form_is_one_that_the_language_has(lang: str) -> None:
    forms = {*language(lang).plurals, "other"}
    counted = {key: phrase for key, phrase in phrases(lang).items() if isinstance(phrase, dict)}

    assert {key: set(phrase) for key, phrase in counted.items() if set(phrase) != forms} == {}


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "16 November 2026"), ("fr", "16 novembre 2026"), ("de", "16. November 2026")]
)
def test_a_day_is_written_as_the_language_writes_it(lang: str, said: str) -> None:
    assert language(lang).dated(date(2026, 11, 16)) == said


def test_french_signs_and_numbers() -> None:
    assert typeset("« Play » : 5 cm !", "fr") == "«\u202fPlay\u202f»\u202f: 5\u00a0cm\u202f!"
    assert typeset("Play: 5 cm!", "en") == "Play: 5 cm!"
    assert pointed("1.5", "fr") == "1,5"


@pytest.mark.parametrize(
    ("lang", "how", "said"),
    [
        ("fr", "", "signalez « technical-foul »"),
        ("fr", "named", "signalez « Faute technique »"),
        ("fr", "typed", "signalez « faute-technique »"),
        ("de", "named", "melde die Art „Technisches Foul“"),
    ],
)
def test_a_word_of_the_umpire_is_a_code_a_name_or_what_is_typed(lang: str, how: str, said: str) -> None:
    message = Message("refused.kind.foul")

    assert said in (in_words(message, how) if how else message).text(lang)


def test_a_page_names_the_words_of_a_refusal_also_within_another() -> None:
    inner = Message("refused.match.incident-before-play", {"kind": "waive"})

    assert Sentence(inner).text("fr").startswith("« Dettes abandonnées » ne peut pas")
    assert "Faute technique" in Sentence(Message("refused.sentence", {"text": inner})).text("fr")

"""The page's words: the same in both languages, all there, and rulings said as everywhere else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, phrases
from carrom.server.errors import STATUS
from carrom.server.static import PREFIXES, WEB

ROOT = Path(__file__).parents[1]
Phrase = str | dict[str, str]

# A key that is made of parts is looked up by its beginning.
USED = re.compile(r"""\bt\(\s*"([\w./-]+)"\s*[,)]""")
BEGUN = re.compile(r"""\bt\(\s*`([\w./-]+)\$\{""")


def page_words(lang: str) -> dict[str, Phrase]:
    """All phrases that a page is sent."""
    words: dict[str, Phrase] = {
        key: phrase for key, phrase in phrases(lang).items() if key.startswith(PREFIXES)
    }
    for file in sorted((WEB / "words").glob(f"*.{lang}.json")):
        words |= json.loads(file.read_text(encoding="utf-8"))
    return words


def test_english_and_french_have_the_same_keys_placeholders_and_plural_forms() -> None:
    """What can be said in one language can be said in the other."""
    english, french = (page_words(lang) for lang in ("en", "fr"))

    assert english.keys() == french.keys()
    for key, phrase in english.items():
        assert shape(phrase) == shape(french[key]), key


def shape(phrase: Phrase) -> object:
    """The forms of a phrase, and all its placeholders: a form may leave one out that says itself."""
    if isinstance(phrase, str):
        return placeholders(phrase)
    return sorted(phrase), set().union(*map(placeholders, phrase.values()))


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text)) - {"count", "n"} | (
        {"number"} if re.search(r"\{(count|n)\}", text) else set()
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_files_say_one_key_differently(lang: str) -> None:
    """Of two phrases, nobody could know which is meant."""
    said: dict[str, Phrase] = dict(phrases(lang))
    for file in sorted((WEB / "words").glob(f"*.{lang}.json")):
        for key, phrase in json.loads(file.read_text("utf-8")).items():
            assert said.setdefault(key, phrase) == phrase, f"{file.name}: {key}"


def test_every_phrase_that_the_page_uses_exists() -> None:
    """By its whole key, or where a key is made of parts, by its beginning."""
    words = page_words("en")
    missing = []
    for file in sorted(WEB.rglob("*.js")):
        text = file.read_text(encoding="utf-8")
        missing += [f"{file.name}: {key}" for key in USED.findall(text) if key not in words]
        missing += [
            f"{file.name}: {begun}…"
            for begun in BEGUN.findall(text)
            if not any(key.startswith(begun) for key in words)
        ]

    assert missing == []


def test_every_refusal_of_the_server_has_words() -> None:
    """What carrom itself refuses says so with its own message."""
    ours = {key.removeprefix("refused.code.") for key in phrases("en")}
    kinds = [CarromError]
    for kind in kinds:
        kinds += kind.__subclasses__()

    assert STATUS.keys() - {kind.code for kind in kinds} <= ours

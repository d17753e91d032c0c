"""The page's words: the same in both languages, all there, and rulings said as everywhere else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, phrases
from carrom.i18n.languages import folders
from carrom.printing.fonts import Unprintable
from carrom.server.assets.static import PREFIXES, WEB
from carrom.server.errors import STATUS

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
    for file in sorted((folders("i18n")[lang] / "web").glob("*.json")):
        words |= json.loads(file.read_text(encoding="utf-8"))
    return words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_files_say_one_key_differently(lang: str) -> None:
    """Of two phrases, nobody could know which is meant."""
    said: dict[str, Phrase] = dict(phrases(lang))
    for file in sorted((folders("i18n")[lang] / "web").glob("*.json")):
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
    kinds: list[type[CarromError]] = [CarromError, Unprintable]
    for kind in kinds:
        kinds += kind.__subclasses__()

    assert STATUS.keys() - {kind.code for kind in kinds} <= ours

"""The page's words: the same in both languages, all there, and rulings said as everywhere else."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from tests.census.census import census
from tests.says import incident

from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, phrases
from carrom.parts import shown_ruling
from carrom.rulebooks import RULEBOOKS
from carrom.rules import Ruling, judge
from carrom.rules.ruling import Finding, StandsAs
from carrom.rules.standing import Standing
from carrom.server.errors import STATUS
from carrom.server.static import PREFIXES, WEB
from carrom.stroke import INCIDENTS

ROOT = Path(__file__).parents[1]
Phrase = str | dict[str, str]

# A key that is made of parts is looked up by its beginning.
USED = re.compile(r"""\bt\(\s*"([\w./-]+)"\s*[,)]""")
BEGUN = re.compile(r"""\bt\(\s*`([\w./-]+)\$\{""")


def node() -> str:
    """The node that comes with Playwright; nothing else of ours needs one."""
    playwright = pytest.importorskip("playwright")
    return str(Path(playwright.__file__).parent / "driver" / "node")


def page_words(lang: str) -> dict[str, Phrase]:
    """All phrases that a page is sent."""
    words: dict[str, Phrase] = {
        key: phrase for key, phrase in phrases(lang).items() if key.startswith(PREFIXES)
    }
    for file in sorted((WEB / "words").glob(f"*.{lang}.json")):
        words |= json.loads(file.read_text(encoding="utf-8"))
    return words


BY_HAND = (
    "white on strike, 5 white, 4 black",
    "black on strike, 9 white, 1 black, queen waiting, white owes 1, black owes 2, 1 black held, 2 passes",
    "white on strike, 9 white, 9 black, queen on board, black has 11 points, to break after 1 try",
    "black on strike, 9 white, 3 black, queen covered by white, white has the right to the queen",
    "white on strike, 4 white, 9 black, queen covered by black, 2 strokes in hand",
)


@cache
def some_rulings() -> list[Ruling]:
    """Strokes of every clause under every rulebook, every incident, and a correction by hand."""
    found: dict[object, Ruling] = {}
    for book in RULEBOOKS.values():
        for standing, report in islice(census(book, whole=False), 0, None, 97):
            ruling = judge(standing, report, book)
            said = tuple((type(each).__name__, *map(str, _values(each))) for each in ruling.consequences)
            found.setdefault((ruling.findings[0].why, *said), ruling)
        standing = Standing.parse("white on strike, 5 white, 4 black, queen on board")
        for kind in INCIDENTS:
            for more in ("", " white", " black", " white a", " white 4 a", " black unnoticed"):
                try:
                    ruling = judge(standing, incident(f"{kind}{more}"), book)
                except CarromError:
                    continue
                found[book.id, kind, more] = ruling
    by_hand = [Finding((), "by-hand", (StandsAs(Standing.parse(line)),)) for line in BY_HAND]
    return [*found.values(), *(Ruling((finding,)) for finding in by_hand)]


def _values(consequence: object) -> list[object]:
    return [getattr(consequence, name) for name in getattr(type(consequence), "__slots__", ())]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_a_ruling_word_for_word_as_the_umpire_does(lang: str) -> None:
    """One ruling, one sentence: on the page, in the terminal and on the sheet."""
    rulings = some_rulings()
    given = {
        "words": page_words(lang),
        "lang": lang,
        "rulings": msgspec.to_builtins([shown_ruling(ruling) for ruling in rulings]),
    }
    said = subprocess.run(
        [node(), str(ROOT / "web" / "ruling_texts.mjs"), (WEB / "words.js").as_uri()],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout

    assert len(rulings) > 300
    assert json.loads(said) == [ruling.explain(lang) for ruling in rulings]


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
    ours = {key.removeprefix("refused.") for key in phrases("en")}
    kinds = [CarromError]
    for kind in kinds:
        kinds += kind.__subclasses__()

    assert STATUS.keys() - {kind.code for kind in kinds} <= ours

"""Two languages made from English, for tests and development only: what nobody translated shows at once.

`en-XA` has accents, its vowels twice (a third longer) and a pair of brackets around each phrase: a sentence
without accents is not translated, one without its bracket is cut off, one with more is put together.
`ar-XB` runs from right to left: the same words in letters of the Arabic alphabet.

python3 tools/pseudo_languages.py FOLDER
CARROM_LANGUAGES=FOLDER carrom play --lang en-XA
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from carrom.cli import COMMANDS
from carrom.i18n.languages import ENGLISH, folders

LONGER = re.compile(r"([aeiou])(?![aeiou])", re.IGNORECASE)
ACCENTS = str.maketrans("acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ", "åçđéğĥîĵķľñöřšţûŵýžÅÇĐÉĞĤÎĴĶĽÑÖŘŠŢÛŴÝŽ")
ARABIC = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ابصدعفغهيجكلمنوثقرستءطظخىز")

KEPT = re.compile(
    r"^[a-z]$"  # a letter that stands for a coin
    r"|\{[^{}]*\}"  # what is filled in
    r"|`[^`]*`|\bhttps?://\S+|(?<![\w-])--?[a-z][\w-]*|(?<!\w)\.[a-z]+\b|\b[A-Z][A-Z_]+\b"  # what is typed
    r"|(?m:^  (?:carrom |CARROM_).*)"  # a line to be copied
    rf"|\bcarrom (?:{'|'.join(COMMANDS)})\b(?: prepare\b)?"
    r"|\b(?:international-[ab]|ffc-basics|ffc-leaflet|family) [\w. ]*\d+(?: [a-z]\b)?"  # citations
    r"|(?<=[\d}] )(?:m/s|[cm]?m|s|g|W|kg/dm³)\b"  # units
)
Change = Callable[[str], str]


def accented(text: str) -> str:
    """
    >>> accented("{n} coins of international-a 3.11 a")
    '{n} çöîîñš ööf international-a 3.11 a'
    """
    return _outside_kept(text, lambda words: LONGER.sub(r"\1\1", words).translate(ACCENTS))


def bracketed(text: str) -> str:
    said = accented(text)
    return text if said == text else f"[{said}]"


def arabic(text: str) -> str:
    """
    >>> arabic("{n} coins of international-a 3.11 a")
    '{n} صوينس وف international-a 3.11 a'
    """
    return _outside_kept(text, lambda words: words.lower().translate(ARABIC))


def _outside_kept(text: str, change: Change) -> str:
    changed, end = "", 0
    for found in KEPT.finditer(text):
        changed += change(text[end : found.start()]) + found[0]
        end = found.end()
    return changed + change(text[end:])


LANGUAGES: dict[str, tuple[str, Change, Change]] = {
    "en-XA": ("ltr", bracketed, accented),
    "ar-XB": ("rtl", arabic, arabic),
}
"""Each with its direction, how it says a phrase, and how a word that stands within phrases."""


def write(folder: Path) -> None:
    """Make the folders of both languages again."""
    for code, (direction, phrase, word) in LANGUAGES.items():
        for room in ("i18n", "laws"):
            english, own = folders(room)[ENGLISH], folder / room / code
            shutil.rmtree(own, ignore_errors=True)
            for file in (*english.rglob("*.json"), *english.glob("*.toml")):
                target = own / file.relative_to(english)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(_translated(file, direction, phrase, word), encoding="utf-8")


def _translated(file: Path, direction: str, phrase: Change, word: Change) -> str:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        return json.dumps(_changed(json.loads(text), phrase), ensure_ascii=False, indent=1)
    read = tomllib.loads(text)
    if file.name != "language.toml":
        return "".join(_toml(_changed(read, phrase)))
    said = {key: _changed(read[key], word) for key in ("name", "numbers", "months", "unnamed", "list")}
    return "".join(_toml({**read, **said, "direction": direction}))


def _changed(value: Any, change: Change) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    return {key: _changed(each, change) for key, each in value.items()}


def _toml(table: dict[str, Any], *heading: str) -> Iterator[str]:
    """A table as TOML: whose strings and lists are written as JSON writes them."""
    if heading:
        yield f"\n[{'.'.join(heading)}]\n"
    for key, value in table.items():
        if not isinstance(value, dict):
            yield f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}\n"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _toml(value, *heading, json.dumps(key))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(Path(sys.argv[1]))

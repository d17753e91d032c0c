"""Compares a language with English: what `carrom languages check` reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from carrom.i18n.languages import ENGLISH, folders, is_fillable, language, parsed, read_file, texts_of

Phrase = str | dict[str, str]

SAME = "same.txt"
"""A language's file with the keys whose phrases are correctly the same as in English, one per line."""

LONG = 1.6
"""A label that is longer than the English one by this factor may not fit."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a language. `text` is its own phrase, or the English one if it is missing.

    `kind` is "missing", "english" (not translated yet), "unknown" (English has no such key), "placeholders",
    "plurals" or "long". Only a long phrase may be correct.
    """

    kind: str
    file: str
    key: str
    text: str


def phrase_files(lang: str) -> dict[str, dict[str, Phrase]]:
    """All phrases of a language for Python and page, by the file within its folder."""
    folder = folders("i18n")[lang]
    files = sorted((*folder.glob("*.json"), *folder.glob("web/*.json")))
    return {each.relative_to(folder).as_posix(): read_file(each) for each in files}


def broken_files(lang: str) -> Iterator[tuple[str, str]]:
    """Files of the language that cannot be read, each with the reason."""
    for room in ("i18n", "laws"):
        folder = folders(room).get(lang)
        if folder is None:
            continue
        for file in sorted((*folder.rglob("*.json"), *folder.rglob("*.toml"))):
            try:
                parsed(file)
            except ValueError as wrong:
                yield f"{room}/{lang}/{file.relative_to(folder).as_posix()}", str(wrong)


def findings(lang: str) -> Iterator[Finding]:
    """What is missing, wrong or very long, in the order of the English files."""
    english, own = phrase_files(ENGLISH), phrase_files(lang)
    said = {key: phrase for phrases in own.values() for key, phrase in phrases.items()}
    same = _same(folders("i18n")[lang])
    forms = {*language(lang).plurals, "other"}
    for file, phrases in english.items():
        for key, phrase in phrases.items():
            if key not in said:
                yield Finding("missing", file, key, _text(phrase))
            else:
                yield from _wrong(file, key, phrase, said[key], forms, key in same)
    known = {key for phrases in english.values() for key in phrases}
    for file, phrases in own.items():
        yield from (Finding("unknown", file, key, _text(phrases[key])) for key in phrases if key not in known)


def _wrong(
    file: str, key: str, english: Phrase, said: Phrase, forms: set[str], same: bool
) -> Iterator[Finding]:
    if said == english and not same:
        yield Finding("english", file, key, _text(said))
    if isinstance(said, dict):
        counted = set(said) == forms and (isinstance(english, dict) or "number" in _placeholders(english))
    else:
        counted = isinstance(english, str)
    if not counted:
        yield Finding("plurals", file, key, _text(said))
    if _placeholders(said) != _placeholders(english) or not all(map(is_fillable, texts_of(said))):
        yield Finding("placeholders", file, key, _text(said))
    if len(_text(said)) > LONG * len(_text(english)) + 8:
        yield Finding("long", file, key, _text(said))


def _same(folder: Path) -> frozenset[str]:
    file = folder / SAME
    return frozenset(file.read_text(encoding="utf-8").split() if file.exists() else ())


def _text(phrase: Phrase) -> str:
    return phrase if isinstance(phrase, str) else phrase.get("other", "")


def _placeholders(phrase: Phrase) -> set[str]:
    """The placeholders of a phrase and all its forms; `n` and `count` are the same number."""
    named = {name for text in texts_of(phrase) for name in re.findall(r"\{(@?[\w-]+)", text)}
    return {"number" if name in ("n", "count") else name for name in named}

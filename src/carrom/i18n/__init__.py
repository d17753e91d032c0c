"""Words by key, in English and French. Files are read on first use; a phrase may have plural forms."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr")

_NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
}


@cache
def phrases(lang: str) -> dict[str, str | dict[str, str]]:
    """All phrases of a language, by key."""
    text = (Path(__file__).parent / f"{lang}.json").read_text(encoding="utf-8")
    loaded: dict[str, str | dict[str, str]] = json.loads(text)
    return loaded


def plural(lang: str, n: int) -> str:
    """Which plural form a count takes: English speaks of 0 coins, French of 0 jeton."""
    return "one" if n == 1 or (lang == "fr" and n == 0) else "other"


def t(key: str, lang: str = "en", **arguments: str | int) -> str:
    """The phrase of a key, its placeholders filled; `n` chooses the plural form, `count` spells it out."""
    phrase = phrases(lang)[key]
    n = arguments.get("n")
    if isinstance(n, int):
        arguments["count"] = _NUMBERS[lang][n] if 0 <= n <= 9 else str(n)
    if isinstance(phrase, dict):
        assert isinstance(n, int), f"{key} has plural forms and needs n"
        phrase = phrase[plural(lang, n)]
    return phrase.format(**arguments)


def pointed(text: str, lang: str) -> str:
    """A number's text with the decimal point of the language."""
    return text.replace(".", ",") if lang == "fr" else text


def listed(parts: list[str], lang: str = "en") -> str:
    """Parts joined as a sentence joins them: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    word = {"en": "and", "fr": "et"}[lang]
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"

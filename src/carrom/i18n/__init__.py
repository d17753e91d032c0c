"""Messages by key, put into words in the reader's language.

A message is a key and its arguments. It has no language: whoever shows it asks for its text. A folder holds
all phrases of a language; its files are read on first use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr")

_NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
}


class Message:
    """Something to be said to a person. The arguments fill the placeholders of the key's phrase.

    >>> str(Message("then.put-back.white", {"n": 1}))
    'one white coin is put back'
    """

    __slots__ = ("arguments", "key")

    def __init__(self, key: str, arguments: Mapping[str, Argument] | None = None) -> None:
        self.key = key
        self.arguments: Mapping[str, Argument] = {} if arguments is None else arguments

    def text(self, lang: str) -> str:
        return t(self.key, lang, **self.arguments)

    def __str__(self) -> str:
        return self.text("en")

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {dict(self.arguments)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self.arguments) == (other.key, other.arguments)

    def __hash__(self) -> int:
        return hash(self.key)


class Sentence(Message):
    """A message that stands alone: it begins with a capital and ends with a full stop.

    >>> str(Sentence(Message("play.striker.coin")))
    'The striker lies on a coin.'
    """

    __slots__ = ("said",)

    def __init__(self, said: Message) -> None:
        super().__init__(said.key, said.arguments)
        self.said = said

    def text(self, lang: str) -> str:
        said = self.said.text(lang)
        return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


Argument = str | int | float | Message | tuple["Argument", ...]
"""Text that no language changes, a number, a message, or several of these, which are listed: a, b and c."""


@cache
def phrases(lang: str) -> dict[str, str | dict[str, str]]:
    """All phrases of a language, by key; a phrase may have plural forms."""
    found: dict[str, str | dict[str, str]] = {}
    for file in sorted((Path(__file__).parent / lang).glob("*.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def plural(lang: str, n: int) -> str:
    """Which plural form a count takes: English speaks of 0 coins, French of 0 jeton."""
    return "one" if n == 1 or (lang == "fr" and n == 0) else "other"


def t(key: str, lang: str = "en", /, **arguments: Argument) -> str:
    """The phrase of a key, its placeholders filled; `n` chooses the plural form, `count` spells it out."""
    phrase = phrases(lang)[key]
    n = arguments.get("n")
    filled = {name: _said(value, lang) for name, value in arguments.items()}
    if isinstance(n, int):
        filled["count"] = _NUMBERS[lang][n] if 0 <= n <= 9 else str(n)
    if isinstance(phrase, dict):
        assert isinstance(n, int), f"{key} has plural forms and needs n"
        phrase = phrase[plural(lang, n)]
    return phrase.format(**filled)


def _said(value: Argument, lang: str) -> str:
    match value:
        case Message():
            return value.text(lang)
        case tuple():
            return listed([_said(each, lang) for each in value], lang)
        case float():
            return pointed(f"{value:g}", lang)
        case _:
            return str(value)


def sentences(messages: Iterable[Message]) -> Message:
    """Several sentences, one after the other."""
    return _chained("sentences", messages)


def commas(messages: Iterable[Message]) -> Message:
    """Several phrases with commas between them: a, b, c."""
    return _chained("commas", messages)


def semicolons(messages: Iterable[Message]) -> Message:
    """Several reasons, one after the other: a; b; c."""
    return _chained("semicolons", messages)


def _chained(key: str, messages: Iterable[Message]) -> Message:
    *before, last = messages
    for each in reversed(before):
        last = Message(key, {"first": each, "then": last})
    return last


def pointed(text: str, lang: str) -> str:
    """A number's text with the decimal point of the language."""
    return text.replace(".", ",") if lang == "fr" else text


def listed(parts: list[str], lang: str = "en") -> str:
    """Parts joined as a sentence joins them: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    word = {"en": "and", "fr": "et"}[lang]
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def either(names: Iterable[str]) -> Argument:
    """Names of which one would do: a, b or c."""
    *others, last = names
    return Message("either", {"others": ", ".join(others), "last": last}) if others else last


def nearest(word: str, known: Iterable[str]) -> Message:
    """What somebody may have meant by an unknown word; all known words if none is like it."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.5)
    return Message("nearest", {"name": near[0]}) if near else Message("known", {"names": either(names)})


def typeset(text: str, lang: str) -> str:
    """A text as a page shows it: in French no line begins with a sign that belongs to the word before it."""
    if lang != "fr":
        return text
    text = re.sub(r" (?=[;:!?»])|(?<=«) ", "\u202f", text)
    return re.sub(r"(?<=\d) (?=(?:%|cm|mm|s)(?![^\W\d_]))", "\u00a0", text)

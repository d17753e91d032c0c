"""Messages: a key and arguments, turned into text in the reader's language.

A folder holds all phrases of a language; its files are read on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path

from carrom.i18n.languages import (
    ENGLISH,
    LANGUAGES,
    folders,
    is_fillable,
    language,
    read_file,
    spoken,
    texts_of,
)

__all__ = [
    "DIRECTIONS",
    "LANGUAGES",
    "About",
    "Argument",
    "Message",
    "Sentence",
    "commas",
    "either",
    "in_words",
    "isolated",
    "language",
    "listed",
    "nearest",
    "phrases",
    "pointed",
    "read_phrases",
    "reader_of",
    "semicolons",
    "sentences",
    "spoken",
    "t",
    "typeset",
]


class Message:
    """A text for a person in any language: the arguments fill the placeholders of the key's phrase.

    >>> str(Message("then.put-back.white", {"n": 1}))
    'one white coin is put back'
    """

    __slots__ = ("arguments", "key")

    def __init__(self, key: str, arguments: Mapping[str, Argument] | None = None) -> None:
        self.key = key
        self.arguments: Mapping[str, Argument] = {} if arguments is None else arguments

    def text(self, lang: str, reader: str | None = None) -> str:
        """The text in a language; `reader` is the player who reads it and is addressed (see `About`)."""
        return self._text(lang, reader, "")

    def _text(self, lang: str, reader: str | None, how: str) -> str:
        """The same with the words of an umpire as `in_words` has them; without `how`, their codes."""
        return _phrase(self.key, lang, reader, self.arguments, how)

    def __str__(self) -> str:
        return self.text(ENGLISH)

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {dict(self.arguments)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message) or type(self) is not type(other):
            return False
        return (self.key, self.arguments) == (other.key, other.arguments)

    def __hash__(self) -> int:
        return hash((self.key, *self.arguments.values()))


class Sentence(Message):
    """A message that stands alone: it begins with a capital and ends with a full stop; its words are named.

    >>> str(Sentence(Message("play.placing.touching")))
    'The coin would touch another one.'
    """

    __slots__ = ("said",)

    def __init__(self, said: Message) -> None:
        super().__init__(said.key, said.arguments)
        self.said = said

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.arguments == other.arguments and self.said == other.said

    def __hash__(self) -> int:
        return hash(self.said)

    def _text(self, lang: str, reader: str | None, how: str) -> str:
        said = self.said._text(lang, reader, how or str(self.arguments.get("@", "named")))
        return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


class About(Message):
    """A message about players, whose names fill the placeholder `player`; it may address the reader.

    A phrase may have more forms: `.you` addresses the reader alone, `.ours` the reader and a partner, `.both`
    is for two names. A player without a name has the language's `unnamed`: "You" in English.

    >>> message = About("table.to-turn", ("Asha",))
    >>> message.text("en", "Ben"), message.text("en", "Asha")
    ('Asha is to break', 'your break: strike the coins apart')
    """

    __slots__ = ("names",)

    def __init__(
        self, key: str, names: tuple[str, ...], arguments: Mapping[str, Argument] | None = None
    ) -> None:
        super().__init__(key, arguments)
        self.names = names

    def _text(self, lang: str, reader: str | None, how: str) -> str:
        others = tuple(name for name in self.names if not _reads(name, reader))
        ours = len(others) < len(self.names)
        form = (".ours" if ours else ".both") if len(self.names) > 1 else ".you" if ours else ""
        fits = self.key + form in phrases(lang)
        named = tuple(_named(name, reader) for name in (others if fits else self.names))
        return _phrase(self.key + form * fits, lang, reader, {**self.arguments, "player": named}, how)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, About) and self.names == other.names and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.key, self.names, *self.arguments.values()))


def in_words(message: Message, how: str) -> Message:
    """The message with the words of an umpire, `{@foul}` in a phrase, as they are "named" or "typed".

    Otherwise they are the codes of requests and records. `{@kind}` is the word in the argument `kind`.

    >>> str(in_words(Message("refused.match.before-play"), "named"))
    "the umpire has not said Play: call it, or report 'Break before “Play”'"
    """
    made = copy(message)
    made.arguments = {**message.arguments, "@": how}
    return made


class _Fields(dict[str, str]):
    """What fills a phrase of a language: its arguments, and the words of an umpire."""

    def __init__(self, lang: str, filled: Mapping[str, str], how: str) -> None:
        super().__init__(filled)
        self.lang = lang
        self.how = how

    def __missing__(self, field: str) -> str:
        if not field.startswith("@"):
            raise KeyError(field)
        name = self.get(field[1:], field[1:])
        tables = {"named": ("catalogue.incident", "noun.given-up", "noun.side"), "typed": ("umpire.word",)}
        known = (phrases(self.lang).get(f"{table}.{name}") for table in tables.get(self.how, ()))
        said = next((each for each in known if isinstance(each, str)), name)
        # Of what can be typed the usual form comes first.
        return said.split()[0] if self.how == "typed" else said


@cache
def _pronouns() -> frozenset[str]:
    return frozenset(language(code).unnamed for code in LANGUAGES)


def reader_of(players: tuple[str, ...]) -> str:
    """The player to address on a page that plays for these: the only one, the unnamed one, or ""."""
    if len(players) == 1:
        return players[0]
    return next((name for name in players if name in _pronouns()), "")


def _reads(name: str, reader: str | None) -> bool:
    """Whether a player is the reader; without a reader (`None`) it is the player without a name."""
    return name in _pronouns() if reader is None else name == reader != ""


def _named(name: str, reader: str | None) -> Argument:
    if name not in _pronouns():
        return name
    return Message("player.you" if _reads(name, reader) else "player.unnamed")


Argument = str | int | float | Message | tuple["Argument", ...]
"""A text that is the same in every language, a number, a message, or several, listed as a, b and c."""


DIRECTIONS = "\u2068\u2069\u200f"
"""Invisible characters of Unicode: first strong isolate, pop directional isolate, right-to-left mark."""


@cache
def phrases(lang: str) -> dict[str, str | dict[str, str]]:
    """All phrases of a language, by key; a phrase may have plural forms. Missing ones are English."""
    found = {} if lang == ENGLISH else dict(phrases(ENGLISH))
    for file in sorted(folders("i18n")[lang].glob("*.json")):
        found |= read_phrases(file, lang)
    return found


def read_phrases(file: Path, lang: str) -> dict[str, str | dict[str, str]]:
    """The phrases of a file that can be filled; in a right-to-left language names keep their direction."""
    found: dict[str, str | dict[str, str]] = read_file(file)
    made = _isolated_in if language(lang).direction == "rtl" else str
    return {
        key: {form: made(each) for form, each in phrase.items()} if isinstance(phrase, dict) else made(phrase)
        for key, phrase in found.items()
        if all(map(is_fillable, texts_of(phrase)))
    }


def _isolated_in(text: str) -> str:
    """A right-to-left text in which names and citations such as "3.11 a" keep their own direction.

    Addresses and commands, which people copy, get no invisible characters.
    """
    return _ISOLATED.sub(lambda found: found[1] or _isolate(found[0]), text)


def isolated(text: str, lang: str) -> str:
    """A name or a citation to be joined to words of the language; it keeps its own direction."""
    return _isolate(text) if language(lang).direction == "rtl" else text


def _isolate(text: str) -> str:
    return f"{DIRECTIONS[0]}{text}{DIRECTIONS[1]}"


_ISOLATED = re.compile(
    r"(^  (?:carrom |CARROM_).*)|`[^`]*`|\{(?!(?:n|count|url|command)\})@?[\w-]+(?:!r)?\}", re.MULTILINE
)


def t(key: str, lang: str = ENGLISH, /, **arguments: Argument) -> str:
    """The phrase of a key, its placeholders filled; `n` chooses the plural form, `count` spells it out."""
    return _phrase(key, lang, None, arguments)


def _phrase(key: str, lang: str, reader: str | None, arguments: Mapping[str, Argument], how: str = "") -> str:
    try:
        return _filled(phrases(lang)[key], key, lang, reader, arguments, how)
    except (LookupError, ValueError):
        # The translation has an unknown placeholder, which `carrom languages check` reports.
        if lang == ENGLISH:
            raise
        return _filled(phrases(ENGLISH)[key], key, ENGLISH, reader, arguments, how)


def _filled(
    phrase: str | dict[str, str],
    key: str,
    lang: str,
    reader: str | None,
    arguments: Mapping[str, Argument],
    how: str,
) -> str:
    if isinstance(phrase, dict):
        n = arguments.get("n")
        if not isinstance(n, int):
            raise ValueError(f"{key} has plural forms and needs n")
        phrase = phrase.get(_plural(lang, n), phrase["other"])
    if "{" not in phrase and "}" not in phrase:
        return phrase
    how = str(arguments.get("@", how))
    filled = {name: _said(value, lang, reader, how) for name, value in arguments.items()}
    if isinstance(n := arguments.get("n"), int):
        filled["count"] = language(lang).numbers[n] if 0 <= n <= 9 else str(n)
    return phrase.format_map(_Fields(lang, filled, how))


@lru_cache(maxsize=1000)
def _plural(lang: str, n: int) -> str:
    return language(lang).plural(n)


def _said(value: Argument, lang: str, reader: str | None, how: str) -> str:
    if isinstance(value, str):
        return _directed(value, lang) if _SCORE.fullmatch(value) else value
    if isinstance(value, Message):
        return _directed(value._text(lang, reader, how), lang)
    if isinstance(value, tuple):
        said = [_said(each, lang, reader, how) for each in value]
        return said[0] if len(said) == 1 else _directed(listed(said, lang), lang)
    return pointed(f"{value:g}", lang) if isinstance(value, float) else str(value)


_SCORE = re.compile(r"\d+ ?– ?\d+")  # The first side's points come first in reading order, as in a table.


def _directed(text: str, lang: str) -> str:
    """A text within another; in a right-to-left language it runs so even if it begins with a Latin name."""
    return f"{DIRECTIONS[2]}{text}" if language(lang).direction == "rtl" else text


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
    """A number's text with the decimal separator of the language."""
    return text.replace(".", language(lang).decimal)


def listed(parts: list[str], lang: str = ENGLISH) -> str:
    """Parts joined as a sentence joins them: a, b and c."""
    return language(lang).listed(parts)


def either(names: Iterable[str]) -> Argument:
    """The names as alternatives: a, b or c."""
    *others, last = names
    return Message("either", {"others": ", ".join(others), "last": last}) if others else last


def nearest(word: str, known: Iterable[str]) -> Message:
    """A hint for an unknown word: the most similar known word, or all of them if none is similar."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.5)
    return Message("nearest", {"name": near[0]}) if near else Message("known", {"names": either(names)})


def typeset(text: str, lang: str) -> str:
    """A text with the language's spacing: in French, for example, no line begins with a punctuation mark."""
    return language(lang).typeset(text)

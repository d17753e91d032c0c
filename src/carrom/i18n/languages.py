"""Languages: each is a folder, and its `language.toml` says how it writes plurals, lists, numbers and signs.

Folders are in the package and, for translators and tests, in the folder that CARROM_LANGUAGES names.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
"""The language of every phrase that another language lacks."""

CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,4}){0,2}")
"""The form of a language code, which names its folder: pt, pt-BR, zh-Hant-TW."""


@dataclass(frozen=True, slots=True)
class Language:
    """How a language writes. `name` is its name in the language itself, `locale` its name in browsers.

    `plurals` are the CLDR rules of all categories except `other`. `numbers` spells 0 to 9. `signs` are
    patterns and their replacements for typesetting. `unnamed` is the name of a player who gave none.
    """

    code: str
    name: str
    locale: str
    direction: str
    plurals: dict[str, str]
    numbers: tuple[str, ...]
    decimal: str
    date: str
    months: tuple[str, ...]
    comma: str
    both: str
    signs: tuple[tuple[str, str], ...]
    unnamed: str

    def plural(self, n: int) -> str:
        """The plural category of a number."""
        return next((category for category, rule in self.plurals.items() if _holds(rule, n)), "other")

    def listed(self, parts: list[str]) -> str:
        """Parts joined as a sentence joins them: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return self.both.format(first=self.comma.join(parts[:-1]), last=parts[-1])

    def dated(self, day: datetime.date) -> str:
        """A day in words: 16 November 2026."""
        return self.date.format(day=day.day, month=self.months[day.month - 1], year=day.year)

    def typeset(self, text: str) -> str:
        """A text with non-breaking spaces where the language needs them."""
        for pattern, instead in self.signs:
            text = re.sub(pattern, instead, text)
        return text


def folders(room: str) -> dict[str, Path]:
    """The folder of each language in a room (`i18n` or `laws`), by the language's code.

    A folder that CARROM_LANGUAGES names may replace any language but English, which the others fall back on.
    """
    ours = Path(__file__).parent.parent
    found: dict[str, Path] = {}
    for root in filter(os.path.isdir, (str(ours), more_languages())):
        places = sorted(each.parent for each in Path(root, room).glob(f"*/{_FILES[room]}"))
        found |= {each.name: each for each in places if CODE.fullmatch(each.name)}
    return {**found, ENGLISH: ours / room / ENGLISH}


_FILES = {"i18n": "language.toml", "laws": "glossary.toml"}


def more_languages() -> str:
    """The folder that CARROM_LANGUAGES names; empty if it names none."""
    return os.environ.get("CARROM_LANGUAGES", "")


def _codes() -> tuple[str, ...]:
    return tuple(sorted(folders("i18n"), key=lambda code: (code != ENGLISH, code)))


LANGUAGES = _codes()
"""The codes of all languages, English first."""


def read_file(file: Path) -> dict[str, Any]:
    """The content of a JSON or TOML file; empty if it cannot be read, so that English replaces it."""
    try:
        return parsed(file)
    except ValueError:
        return {}


def parsed(file: Path) -> dict[str, Any]:
    """The content of a JSON or TOML file. Raises `ValueError` with the place that cannot be read."""
    import json
    import tomllib  # Imported here: `import carrom` reads no such file.

    try:
        if not file.is_file():
            raise ValueError("not a file")
        text = file.read_text(encoding="utf-8")
        found = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    except (OSError, RecursionError) as wrong:
        raise ValueError(getattr(wrong, "strerror", None) or str(wrong)) from None
    if not isinstance(found, dict):
        raise ValueError("no keys")
    for key, value in found.items():
        try:
            _check(file, key, value)
        except (ValueError, TypeError, LookupError, AttributeError, re.error):
            raise ValueError(f"{key}: no such value can be used") from None
    return found


def _check(file: Path, key: str, value: Any) -> None:
    """Raise any exception for a value that could not be used as a phrase or as a rule."""
    if file.suffix == ".json":
        "".join(texts_of(value)).encode()
    elif file.name == _FILES["i18n"] and key in _RULES and not _RULES[key](value):
        raise ValueError(key)


def texts_of(phrase: Any) -> tuple[Any, ...]:
    """The texts of a phrase: one, or its plural forms."""
    return tuple(phrase.values()) if isinstance(phrase, dict) else (phrase,)


def is_fillable(text: str, names: str = r"\w+(?:!r)?|@[\w-]+") -> bool:
    """Whether all braces of a text are around plain names or words, without attributes or formats."""
    return re.fullmatch(rf"[^{{}}]*(?:\{{(?:{names})\}}[^{{}}]*)*", text) is not None


def _texts(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and bool("".join(value))


def _is_name(value: Any) -> bool:
    """Whether a text is printable; joiners are, characters that change the direction of a line are not."""
    return 0 < len(value) <= 40 and re.sub("[\u200c\u200d]", "", value).isprintable()


_RELATION = re.compile(
    r"([nivft])(?: % ([1-9]\d{0,8}))? (!?=) ((?:\d{1,9}(?:\.\.\d{1,9})?)(?:,\d{1,9}(?:\.\.\d{1,9})?)*)"
)
_RULES: dict[str, Callable[[Any], object]] = {
    "name": _is_name,
    "locale": re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?").fullmatch,
    "direction": ("ltr", "rtl").__contains__,
    "decimal": lambda value: _is_name(value) and len(value) == 1,
    "numbers": lambda value: _texts(value, 10),
    "months": lambda value: _texts(value, 12),
    "date": lambda value: is_fillable(value, "day|month|year"),
    "unnamed": _is_name,
    "signs": lambda value: all(re.sub(pattern, instead, "a") or True for pattern, instead in value),
    "plurals": lambda value: all(
        _RELATION.fullmatch(each.strip()) for rule in value.values() for each in re.split(" and | or ", rule)
    ),
    "list": lambda value: (
        is_fillable(value.get("and", ""), "first|last") and isinstance(value.get("comma", ""), str)
    ),
}
"""The check for each key of language.toml."""


@cache
def language(code: str) -> Language:
    """A language by its code. Rules that its file lacks are those of English."""
    english, own = (read_file(folders("i18n")[each] / _FILES["i18n"]) for each in (ENGLISH, code))
    read = {**english, "name": code, **own}
    lists = {**english["list"], **read["list"]}
    return Language(
        code=code,
        name=read["name"],
        locale=read["locale"],
        direction=read["direction"],
        plurals=read["plurals"],
        numbers=tuple(read["numbers"]),
        decimal=read["decimal"],
        date=read["date"],
        months=tuple(read["months"]),
        comma=lists["comma"],
        both=lists["and"],
        signs=tuple((pattern, instead) for pattern, instead in read["signs"]),
        unnamed=read["unnamed"],
    )


def spoken(wanted: Iterable[str]) -> str:
    """The first wanted language that exists, whole or without its last parts; English if there is none.

    >>> spoken(["xx", "fr-CA", "en"]), spoken(["xx"])
    ('fr', 'en')
    """
    known = {code.lower(): code for code in LANGUAGES}
    for each in wanted:
        code = each[:40].lower().replace("_", "-")
        while code and code not in known:
            code = code.rpartition("-")[0]
        if code:
            return known[code]
    return ENGLISH


def _holds(rule: str, n: int) -> bool:
    """Whether a whole number fits a plural rule of CLDR.

    >>> russian = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
    >>> [n for n in range(30) if _holds(russian, n)]
    [2, 3, 4, 22, 23, 24]
    """
    return any(all(_fits(each, n) for each in part.split(" and ")) for part in rule.split(" or "))


def _fits(relation: str, n: int) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    assert found, f"no plural rule of CLDR: {relation}"
    operand, divisor, sign, ranges = found.groups()
    value = n if operand in "ni" else 0
    if divisor:
        value %= int(divisor)
    within = any(_within(value, each) for each in ranges.split(","))
    return within == (sign == "=")


def _within(value: int, within: str) -> bool:
    first, _, last = within.partition("..")
    return int(first) <= value <= int(last or first)

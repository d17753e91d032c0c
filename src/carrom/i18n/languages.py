"""Languages: each is a folder, and its `language.toml` says how it writes plurals, lists, numbers and signs.

Folders lie in the package and, for who translates or tests, in the folder that CARROM_LANGUAGES names.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
"""What another language lacks is said in English."""


@dataclass(frozen=True, slots=True)
class Language:
    """How a language writes. `name` is what it calls itself, `locale` what browsers call it.

    `plurals` are the rules of the categories but `other`, as CLDR writes them. `numbers` spells 0 to 9.
    `signs` are patterns with what takes their place: how a text is set. `unnamed` is what a player is
    called who gave no name.
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
        """The category of a count."""
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
        """A text as a page shows it, with spaces that do not break where the language wants them."""
        for pattern, instead in self.signs:
            text = re.sub(pattern, instead, text)
        return text


def folders(room: str) -> dict[str, Path]:
    """The folder of each language in a room (`i18n` or `laws`), by the language's code."""
    found: dict[str, Path] = {}
    for root in (Path(__file__).parent.parent, *_others()):
        found |= {
            each.name: each for each in sorted((root / room).glob("*/")) if (each / _FILES[room]).exists()
        }
    return found


_FILES = {"i18n": "language.toml", "laws": "glossary.toml"}


def _others() -> tuple[Path, ...]:
    folder = os.environ.get("CARROM_LANGUAGES", "")
    return (Path(folder),) if folder else ()


def _codes() -> tuple[str, ...]:
    return tuple(sorted(folders("i18n"), key=lambda code: (code != ENGLISH, code)))


LANGUAGES = _codes()
"""The codes of all languages, English first."""


def read_file(file: Path) -> dict[str, Any]:
    """What a JSON or TOML file holds. One that cannot be read holds nothing: English is said in its place."""
    try:
        return parsed(file)
    except ValueError:
        return {}


def parsed(file: Path) -> dict[str, Any]:
    """The same; a file that cannot be read is a ValueError that says where."""
    import json
    import tomllib  # Only who words something reads a file: `import carrom` does not.

    text = file.read_text(encoding="utf-8")
    found = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("no keys")
    return found


def _rules(code: str) -> dict[str, Any]:
    return read_file(folders("i18n")[code] / "language.toml")


@cache
def language(code: str) -> Language:
    """A language by its code. What its file does not say is as in English."""
    read = {**_rules(ENGLISH), "name": code, **_rules(code)}
    lists = read["list"]
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
    """The first of the wanted languages that there is, whole or without its region; English if none is.

    >>> spoken(["xx", "fr-CA", "en"]), spoken(["xx"])
    ('fr', 'en')
    """
    known = {code.lower(): code for code in LANGUAGES}
    for each in wanted:
        code = each.lower().replace("_", "-")
        for name in (code, code.partition("-")[0]):
            if name in known:
                return known[name]
    return ENGLISH


_RELATION = re.compile(r"([nivft])(?: % (\d+))? (!?=) ([\d.,]+)")


def _holds(rule: str, n: int) -> bool:
    """Whether a whole number fits a rule as CLDR writes it.

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

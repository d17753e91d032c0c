"""Sizes and spans of time as they are typed and said: 2G, 90d; 34 kB, 3 days."""

from __future__ import annotations

import re
from datetime import timedelta

import click

from carrom.cli.usage import WrongUse, name_of
from carrom.i18n import pointed, t

UNITS = {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3, "T": 1000**4}
SPANS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
LONGEST = timedelta(days=36_500)


class Size(click.ParamType[int]):
    """Bytes, as 500M or 2G."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*([kKMmGgTt]?)[bB]?", str(value))
        if found is None:
            raise WrongUse("refused.use.size", name=name_of(param), value=str(value))
        return round(float(found[1]) * UNITS[found[2].upper()])


class Span(click.ParamType[timedelta]):
    """A span of time, as 90d, 12h or 6w."""

    name = "span"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        found = re.fullmatch(r"(\d{1,7})\s*([hdw])", str(value))
        if found is None or int(found[1]) * SPANS[found[2]] > LONGEST:
            raise WrongUse("refused.use.span", name=name_of(param), value=str(value))
        return int(found[1]) * SPANS[found[2]]


SIZE, SPAN = Size(), Span()

quota_option = click.option("--quota", type=SIZE)


def size_words(count: int, lang: str) -> str:
    """
    >>> [size_words(count, "en") for count in (999, 34_210, 999_600)], size_words(1_500_000, "fr")
    (['999 B', '34 kB', '1.0 MB'], '1,5 Mo')
    """
    byte = t("data.byte", lang)
    if count < 1000:
        return f"{count} {byte}"
    power = min(4, (len(f"{round(count, 2 - len(str(count)))}") - 1) // 3)  # 999 600 bytes are 1.0 MB
    number = count / 1000.0**power
    return f"{pointed(f'{number:.1f}' if number < 9.95 else f'{number:.0f}', lang)} {' kMGT'[power]}{byte}"


def span_words(span: timedelta, lang: str) -> str:
    """
    >>> span_words(timedelta(days=3, hours=2), "en"), span_words(timedelta(minutes=90), "fr")
    ('3 days', '1 heure')
    """
    minutes = max(0, int(span.total_seconds() // 60))
    for unit, size in (("days", 1440), ("hours", 60)):
        if minutes >= size:
            return t(f"data.{unit}", lang, n=minutes // size)
    return t("data.minutes", lang, n=minutes)

"""Options that several commands share, and values as they are typed: 0.5, 2G, 90d."""

import re
from contextlib import suppress
from datetime import timedelta
from math import isfinite, nan
from pathlib import Path
from typing import get_args

import click

from carrom.cli.command import WrongUse, option_name
from carrom.cli.output import decimal, phrase
from carrom.equipment import EQUIPMENT
from carrom.laws import NEW_MATCH
from carrom.pace import FASTEST
from carrom.words import RosetteSetting, Seat

UNITS = {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3, "T": 1000**4}
SPANS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
LONGEST = timedelta(days=36_500)


class Number(click.ParamType[float]):
    """A number. A refusal of a comma or a unit shows the number to write."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(str(value))
        except ValueError:
            near = str(value).replace(",", ".").rstrip("%°abcdefghijklmnopqrstuvwxyz/ ")
            with suppress(ValueError):
                meant = f"{float(near):g}"
                raise WrongUse(
                    "refused.use.number-but", name=option_name(param), value=str(value), meant=meant
                ) from None
            number = nan
        if not isfinite(number):
            raise WrongUse("refused.use.number", name=option_name(param), value=str(value))
        return number


class Size(click.ParamType[int]):
    """Bytes, as 500M or 2G."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*([kKMmGgTt]?)[bB]?", str(value))
        if found is None:
            raise WrongUse("refused.use.size", name=option_name(param), value=str(value))
        return round(float(found[1]) * UNITS[found[2].upper()])


class Span(click.ParamType[timedelta]):
    """A span of time, as 90d, 12h or 6w."""

    name = "span"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        found = re.fullmatch(r"(\d{1,7})\s*([hdw])", str(value))
        if found is None or int(found[1]) * SPANS[found[2]] > LONGEST:
            raise WrongUse("refused.use.span", name=option_name(param), value=str(value))
        return int(found[1]) * SPANS[found[2]]


NUMBER, SIZE, SPAN = Number(), Size(), Span()
FILE = click.Path(path_type=Path)
PORT = click.IntRange(0, 65535)
SEATS = click.Choice([seat.value for seat in Seat], case_sensitive=False)
BOARDS = click.Choice(list(EQUIPMENT), case_sensitive=False)

json = click.option("--json", "as_json", is_flag=True)
data = click.option("--data", type=FILE)
store = click.option("--store", "database", envvar="CARROM_STORE", metavar="URL", default="")
quota = click.option("--quota", type=SIZE)
origin = click.option("--origin", "origins", multiple=True)
tls_cert = click.option("--tls-cert", type=FILE)
tls_key = click.option("--tls-key", type=FILE)
seat = click.option("--seat", type=SEATS, default="south", show_default=True)
board = click.option("--board", type=BOARDS, default="modern", show_default=True)
profile = click.option("--profile", default="club", show_default=True)
turned = click.option("--turned", type=NUMBER, metavar="DEGREES")
level = click.option("--level", default="club", show_default=True)
rulebook = click.option("--rulebook", default="international", show_default=True)
rulebook_of_match = click.option("--rulebook", default=NEW_MATCH, show_default=True)
rosette = click.option(
    "--rosette", type=click.Choice(get_args(RosetteSetting)), default="hand", show_default=True
)
ascii = click.option("--ascii", "plain", is_flag=True)


def check_speed(speed: float) -> None:
    """Refuse a launch speed that is out of range."""
    if not 0.0 < speed <= FASTEST:
        raise WrongUse("refused.simulate.speed", speed=speed, most=FASTEST)


def size_text(count: int) -> str:
    """
    >>> [size_text(count) for count in (999, 34_210, 999_600)]
    ['999 B', '34 kB', '1.0 MB']
    """
    byte = phrase("data.byte")
    if count < 1000:
        return f"{count} {byte}"
    power = min(4, (len(f"{round(count, 2 - len(str(count)))}") - 1) // 3)  # 999 600 bytes are 1.0 MB
    number = count / 1000.0**power
    return f"{decimal(number, 1 if number < 9.95 else 0)} {' kMGT'[power]}{byte}"


def span_text(span: timedelta) -> str:
    """
    >>> span_text(timedelta(days=3, hours=2)), span_text(timedelta(minutes=90))
    ('3 days', '1 hour')
    """
    minutes = max(0, int(span.total_seconds() // 60))
    for unit, size in (("days", 1440), ("hours", 60)):
        if minutes >= size:
            return phrase(f"data.{unit}", n=minutes // size)
    return phrase("data.minutes", n=minutes)

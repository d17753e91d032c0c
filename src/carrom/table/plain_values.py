"""Convert the values of a request to plain Python types; numbers of any type become floats."""

from __future__ import annotations

from math import inf, isfinite, nan, pi, remainder
from numbers import Real

from carrom.errors import ImpossibleAim, ImpossibleCase, ImpossiblePlacing
from carrom.stroke import Aim, Placement
from carrom.words import Coin

LONGEST = 200  # characters


def plain_aim(aim: object) -> Aim:
    """The aim in plain floats, so that it calculates like a replay."""
    if not isinstance(aim, Aim):
        raise ImpossibleAim("refused.request.no-aim", what=printable(aim))
    return Aim(aim.seat, _float(aim.x), _float(aim.angle), _float(aim.speed))


def plain_placement(placement: object) -> Placement:
    if not isinstance(placement, Placement) or not isinstance(placement.coin, Coin):
        raise ImpossiblePlacing("refused.request.no-placement", what=printable(placement))
    return Placement(placement.coin, _float(placement.x), _float(placement.y))


def plain_seconds(seconds: object) -> float | None:
    """The seconds that an act took, if they were measured."""
    if seconds is None:
        return None
    took = _float(seconds)
    if not 0.0 <= took < inf:
        raise ImpossibleCase("seconds", "refused.record.seconds", seconds=printable(seconds))
    return took


def plain_turn(angle: object) -> float:
    """The angle by which the rosette is turned, reduced to one full turn."""
    turned = _float(angle)
    if not isfinite(turned):
        raise ImpossibleCase("turned", "refused.layout.turned", turned=printable(angle))
    return turned if abs(turned) <= 2.0 * pi else remainder(turned, 2.0 * pi)


def printable(value: object, quoted: bool = True) -> str:
    """Any value as one printable line of limited length."""
    try:
        text = repr(value) if quoted else str(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own repr may raise
        text = f"a {type(value).__name__} that cannot be written"
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(line.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _float(value: object) -> float:
    """A number of any kind as a float; NaN for everything else, booleans too."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return nan
    try:
        return float(value)
    except OverflowError:
        return inf

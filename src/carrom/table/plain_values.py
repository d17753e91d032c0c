"""What a request brings along, as plain values: numbers of any kind become floats, others are refused."""

from __future__ import annotations

from math import inf, isfinite, nan, pi, remainder
from numbers import Real

from carrom.errors import ImpossibleAim, ImpossibleCase, ImpossiblePlacing
from carrom.stroke import Aim, Placement
from carrom.words import Coin

LONGEST = 200  # characters of what somebody else said


def plain_aim(aim: object) -> Aim:
    """The aim in plain numbers: those of a network would be calculated with otherwise than on a replay."""
    if not isinstance(aim, Aim):
        raise ImpossibleAim("refused.request.no-aim", what=shown(aim))
    return Aim(aim.seat, _float(aim.x), _float(aim.angle), _float(aim.speed))


def plain_placement(placement: object) -> Placement:
    if not isinstance(placement, Placement) or not isinstance(placement.coin, Coin):
        raise ImpossiblePlacing("refused.request.no-placement", what=shown(placement))
    return Placement(placement.coin, _float(placement.x), _float(placement.y))


def plain_seconds(seconds: object) -> float | None:
    """How long somebody took, where somebody kept the time."""
    if seconds is None:
        return None
    took = _float(seconds)
    if not 0.0 <= took < inf:
        raise ImpossibleCase("seconds", "refused.record.seconds", seconds=shown(seconds))
    return took


def plain_turn(angle: object) -> float:
    """How far the rosette is turned: more than a full turn is what is left of it."""
    turned = _float(angle)
    if not isfinite(turned):
        raise ImpossibleCase("turned", "refused.layout.turned", turned=shown(angle))
    return turned if abs(turned) <= 2.0 * pi else remainder(turned, 2.0 * pi)


def shown(value: object, quoted: bool = True) -> str:
    """What somebody else said, in one line that can be printed and is not too long, whatever it is."""
    try:
        text = repr(value) if quoted else str(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # even to be written may be too much for it
        text = f"a {type(value).__name__} that cannot be written"
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(line.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _float(value: object) -> float:
    """A number of any kind as a float; what is none, a truth value too, is no number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return nan
    try:
        return float(value)
    except OverflowError:
        return inf

"""Strokes and places as a person types them: centimetres, degrees and percent, as seen from their seat."""

import re
from functools import reduce
from math import atan2, ceil, degrees, floor, isfinite, nan, radians, remainder

from carrom.equipment import Equipment
from carrom.errors import ImpossibleAim, NotationError
from carrom.i18n import Message, pointed
from carrom.physics import simulate
from carrom.rules import Rulebook
from carrom.stroke import Aim, Layout, Placement
from carrom.surface import Interval, band_middle, legal_intervals, may_lie, striker_place, turned_to
from carrom.table.soft_strokes import is_slight, least_speed
from carrom.words import Coin, Seat

TOWARDS = ("to", "vers")
_UNIT = re.compile(r"(cm|mm|°|%|deg)$")


def read_aim(text: str, seat: Seat, equipment: Equipment) -> Aim:
    """A stroke from `x angle power`, or from `x to X Y power`, which sends the striker over a point."""
    words = text.split()
    full_force = equipment.pace.full_force
    if len(words) == 5 and words[1].lower() in TOWARDS:
        x, across, up, power = read_numbers([words[0], *words[2:]], "play.aim-form")
        angle = degrees(atan2(up / 100.0 + band_middle(equipment.board), (across - x) / 100.0))
    elif len(words) == 3:
        x, angle, power = read_numbers(words, "play.aim-form")
    else:
        raise NotationError("play.aim-form")
    if not 0.0 < power <= 100.0:
        raise NotationError("play.power", power=power)
    return Aim(seat, x / 100.0, radians(remainder(angle, 360.0)), full_force * power / 100.0)


def read_place(text: str, coin: Coin, seat: Seat) -> Placement:
    """A place for a coin from `x y`, in centimetres from the centre."""
    words = text.split()
    if len(words) != 2:
        raise NotationError("play.place-form")
    x, y = read_numbers(words, "play.place-form")
    return Placement(coin, *turned_to(seat, (x / 100.0, y / 100.0)))


def read_numbers(words: list[str], form: str) -> list[float]:
    """Numbers as they are typed: with a point or a comma, perhaps with a unit; else the form expected."""
    found = []
    for word in words:
        try:
            number = float(_UNIT.sub("", word.rstrip(",;")).replace(",", "."))
        except ValueError:
            number = nan
        if not isfinite(number):
            raise NotationError("play.no-number", text=word, form=Message(form))
        found.append(number)
    return found


def aim_text(aim: Aim, equipment: Equipment, lang: str, fine: bool = False) -> str:
    """A stroke in the form that is typed; `fine` has more digits, for a hand without error."""
    digits = 4 if fine else 2
    power = 100.0 * aim.speed / equipment.pace.full_force
    shown = ((100.0 * aim.x, digits), (remainder(degrees(aim.angle), 360.0), digits), (power, digits - 1))
    return pointed(" ".join(_short(number, least) for number, least in shown), lang)


def typeable(aim: Aim, places: tuple[Interval, ...], equipment: Equipment, fine: bool = False) -> Aim:
    """Round a stroke to one that can be typed; the striker stays on a legal place."""
    digits, full_force = 4 if fine else 2, equipment.pace.full_force
    power = min(max(round(100.0 * aim.speed / full_force, digits - 1), 0.1), 100.0)
    angle = round(remainder(degrees(aim.angle), 360.0), digits)
    steps = 100.0 * 10.0**digits
    near = sorted({to(aim.x * steps) / steps for to in (round, floor, ceil)}, key=lambda x: abs(x - aim.x))
    x = next((x for x in near if any(low <= x <= high for low, high in places)), aim.x)
    return Aim(aim.seat, x, radians(angle), full_force * power / 100.0)


def check_striker(aim: Aim, layout: Layout, equipment: Equipment, book: Rulebook) -> None:
    """Refuse a striker off its place, in centimetres as the player types them."""
    between = book.striker_between_lines
    point = striker_place(aim.seat, aim.x, equipment)
    broken = may_lie(aim.seat, *point, layout.points, equipment, between)
    if broken:
        free = legal_intervals(aim.seat, layout.points, equipment, between)
        raise ImpossibleAim(
            "play.striker",
            broken=broken[0],
            why=Message(f"play.striker.{broken[0]}"),
            x=round(100.0 * aim.x, 2) + 0.0,  # never -0
            free=_spans(free),
        )


def check_power(aim: Aim, layout: Layout, equipment: Equipment, book: Rulebook) -> None:
    """Refuse a stroke that is too weak to count, and name the power that would do."""
    least = least_speed(aim, equipment)
    if aim.speed >= least:
        return
    trace = simulate(layout, aim, equipment, between_lines=book.striker_between_lines)
    if is_slight(trace):
        power = ceil(1000.0 * least / equipment.pace.full_force) / 10.0
        raise ImpossibleAim("play.slight", broken="slight", power=power)


def _spans(free: tuple[Interval, ...]) -> Message:
    """Where the striker may stand, rounded inwards so that every number named is legal."""
    inside = [(ceil(1e4 * low) / 100.0, floor(1e4 * high) / 100.0) for low, high in free]
    spans = [Message("play.span", {"low": low, "high": high}) for low, high in inside if low <= high]
    if not spans:
        return Message("play.no-span")
    return reduce(lambda before, span: Message("play.spans", {"before": before, "span": span}), spans)


def _short(number: float, digits: int) -> str:
    """A number without trailing zeros, and never -0."""
    return f"{round(number, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")

"""Whether the board, coins and striker that a club owns conform to the laws.

A club writes centimetres, grams and watts.

>>> report = check({"coins": {"mass_g": [5.4, 6.2]}})
>>> [(item.verdict, item.given, item.off_by) for item in report.items if item.key == "coin.mass"]
[('conforms', 5.4, 0.0), ('off', 6.2, 0.2)]
>>> report.conforms
False
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite, log10
from textwrap import wrap
from typing import Literal

from carrom.equipment.measures import INSPECTED, Measure, Profile, Quantity, Range
from carrom.errors import EquipmentError
from carrom.i18n import Message, either, nearest, pointed, t

Verdict = Literal["conforms", "off", "not given"]


@dataclass(frozen=True)
class Item:
    """One line of a report; the numbers are in the unit of the file. `place` counts from 1 in a list."""

    key: str
    verdict: Verdict
    given: float | bool | None
    allowed: Range | bool
    off_by: float | None
    unit: str
    citations: tuple[str, ...]
    note: str | None
    place: int | None = None


def value_in_words(value: float | bool | Range, lang: str = "en") -> str:
    """A reading or its limits in a language: 73.66 or 73,66, yes or oui, at least 3.5."""
    if isinstance(value, bool):
        return t("equipment.yes" if value else "equipment.no", lang)
    if not isinstance(value, Range):
        return pointed(f"{value:.4f}".rstrip("0").rstrip("."), lang)
    form = "at-most" if value.low is None else "at-least" if value.high is None else "between"
    if form == "between" and value.low == value.high:
        form = "exactly"
    ends = {"low": value.low, "high": value.high}
    said = {name: value_in_words(end, lang) for name, end in ends.items() if end is not None}
    return t(f"equipment.limits.{form}", lang, **said)


@dataclass(frozen=True)
class Report:
    board: str
    edition: str
    items: tuple[Item, ...]

    @property
    def off(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.verdict == "off")

    @property
    def not_given(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.verdict == "not given")

    @property
    def conforms(self) -> bool:
        """Nothing is off. What was not given is listed, but does not count against it."""
        return not self.off


@dataclass(frozen=True)
class _Unit:
    """How a club's file writes a quantity: SI values times `times`."""

    symbol: str
    suffix: str
    times: float
    name: str
    slips: Mapping[int, str]  # power of ten by which a slip into another unit shows

    @property
    def word(self) -> Message:
        return Message(f"unit.{self.name}")


_UNITS: Mapping[Quantity, _Unit] = {
    "length": _Unit("cm", "_cm", 100, "centimetres", {-2: "metres", -1: "decimetres", 1: "millimetres"}),
    "mass": _Unit("g", "_g", 1000, "grams", {-3: "kilograms", 3: "milligrams"}),
    "power": _Unit("W", "_w", 1, "watts", {-3: "kilowatts", 3: "milliwatts"}),
    "density": _Unit(
        "kg/dm³", "_kg_dm3", 0.001, "kilograms-per-cubic-decimetre", {3: "kilograms-per-cubic-metre"}
    ),
    "count": _Unit("", "", 1, "whole-number", {}),
    "runs": _Unit("", "", 1, "number", {}),
    "yes/no": _Unit("", "", 1, "true-or-false", {}),
}

_SECTIONS = {
    "board": "board",
    "coin": "coins",
    "striker": "striker",
    "stand": "stand",
    "chair": "chairs",
    "lamp": "lamp",
    "powder": "powder",
    "net": "nets",
}


def _section(measure: Measure) -> str:
    return _SECTIONS[measure.key.partition(".")[0]]


def _field(measure: Measure) -> str:
    return measure.key.partition(".")[2] + _UNITS[measure.quantity].suffix


def _name(measure: Measure) -> str:
    """The key as a club's file has it: `coins.mass_g`."""
    return f"{_section(measure)}.{_field(measure)}"


def check(given: Mapping[str, object], board: str = "modern", edition: str = "international-a") -> Report:
    """Compare a club's measurements, a parsed TOML file, with one board's figures (laws 2.1 to 2.8).

    `edition` is an edition of the international laws or another text of `INSPECTED`. The report also lists
    what the file leaves out. Raises `EquipmentError` for what is not a measurement.
    """
    edition = "international-a" if edition == "international" else edition
    profile = _profile(board, edition)
    readings = _readings(given, board, edition)
    items: list[Item] = []
    for measure in profile.values():
        if measure.key not in readings:
            items.append(_item(measure, edition))
            continue
        value = readings[measure.key]
        if isinstance(value, list):
            if not measure.many or not value:
                raise EquipmentError(
                    "refused.equipment.empty-list" if measure.many else "refused.equipment.list",
                    field=_name(measure),
                )
            items += [_judged(measure, edition, one, place) for place, one in enumerate(value, start=1)]
        else:
            items.append(_judged(measure, edition, value, None))
    return Report(board, edition, tuple(items))


def _profile(board: str, edition: str) -> Profile:
    if edition not in INSPECTED:
        raise EquipmentError("refused.equipment.edition", edition=edition, editions=either(INSPECTED))
    boards = INSPECTED[edition]
    if board not in boards:
        raise EquipmentError("refused.equipment.board", board=board, boards=either(boards))
    return boards[board]


def _readings(given: Mapping[str, object], board: str, edition: str) -> dict[str, object]:
    """What the file says, by key of the measure. Raises `EquipmentError` for an unknown section or key."""
    fields: dict[str, dict[str, Measure]] = {}
    for measure in INSPECTED[edition][board].values():
        fields.setdefault(_section(measure), {})[_field(measure)] = measure
    readings: dict[str, object] = {}
    for section, entries in given.items():
        if section not in fields:
            if section in _SECTIONS.values():
                raise _not_in(edition, section)
            raise EquipmentError(
                "refused.equipment.unknown-section", section=section, hint=nearest(section, fields)
            )
        if not isinstance(entries, Mapping):
            raise EquipmentError("refused.equipment.not-a-section", section=section)
        for field, value in entries.items():
            if field not in fields[section]:
                raise _unknown(section, field, fields[section], board, edition)
            readings[fields[section][field].key] = value
    return readings


def _unknown(section: str, field: str, known: Iterable[str], board: str, edition: str) -> EquipmentError:
    key = f"{section}.{field}"
    for other, profile in INSPECTED[edition].items():
        if any(_name(measure) == key for measure in profile.values()):
            return EquipmentError("refused.equipment.other-board", field=key, board=board, other=other)
    for boards in INSPECTED.values():
        if any(_name(measure) == key for profile in boards.values() for measure in profile.values()):
            return _not_in(edition, key)
    return EquipmentError("refused.unknown-key", field=key, hint=nearest(field, known))


def _not_in(edition: str, field: str) -> EquipmentError:
    """The refusal of what only other texts have a rule for."""
    return EquipmentError("refused.equipment.other-text", field=field, edition=edition)


def _judged(measure: Measure, edition: str, value: object, place: int | None) -> Item:
    """The verdict on one reading."""
    where = _name(measure) if place is None else f"{_name(measure)}[{place}]"
    if isinstance(measure.allowed, bool):
        if not isinstance(value, bool):
            raise EquipmentError("refused.neither-yes-nor-no", field=where, value=repr(value))
        return _item(measure, edition, "conforms" if value is measure.allowed else "off", value, None, place)
    unit = _UNITS[measure.quantity]
    number = _number(where, measure, value)
    _refuse_other_units(where, measure, number)
    off_by = round(measure.allowed.off_by(number / unit.times) * unit.times, 6)
    return _item(measure, edition, "off" if off_by else "conforms", number, off_by, place)


def _item(
    measure: Measure,
    edition: str,
    verdict: Verdict = "not given",
    given: float | bool | None = None,
    off_by: float | None = None,
    place: int | None = None,
) -> Item:
    unit = _UNITS[measure.quantity]
    allowed = measure.allowed if isinstance(measure.allowed, bool) else measure.allowed.times(unit.times)
    citations = measure.cited(edition)
    return Item(measure.key, verdict, given, allowed, off_by, unit.symbol, citations, measure.note, place)


def _number(where: str, measure: Measure, value: object) -> float:
    unit = _UNITS[measure.quantity].word
    example = f"{measure.typical * _UNITS[measure.quantity].times:g}"
    # In Python true is a number, 1; in a club's file it is a slip.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise EquipmentError(
            "refused.equipment.not-a-number", field=where, value=repr(value), unit=unit, example=example
        )
    # An integer in a TOML file may have any number of digits, more than a float can carry.
    if abs(value) > 1e300 or not isfinite(value):
        raise EquipmentError("refused.equipment.not-finite", field=where, unit=unit, example=example)
    counted = measure.quantity == "count"
    if (value < 0 or value != int(value)) if counted else value <= 0:
        raise EquipmentError(
            "refused.equipment.not-a-count" if counted else "refused.equipment.not-above-zero",
            field=where,
            value=str(value),
            unit=unit,
            example=example,
        )
    return value


def _refuse_other_units(where: str, measure: Measure, number: float) -> None:
    """Raise `EquipmentError` for a reading that is clearly in another unit, by its power of ten.

    A reading about ten times the typical value counts as a slip only if it is close to that.
    """
    if measure.quantity in ("count", "runs"):
        return
    unit, value = _UNITS[measure.quantity], f"{number:g}"

    def in_unit(name: str) -> EquipmentError:
        other = Message(f"unit.{name}")
        return EquipmentError(
            "refused.equipment.other-unit", field=where, value=value, other=other, unit=unit.word
        )

    exponent = log10(number) - log10(measure.typical * unit.times)
    power = round(exponent)
    # A modern bulb draws a tenth of what the laws have in mind: not a slip, but a reading to judge.
    tenfold = abs(power) == 1 and measure.quantity != "power" and abs(exponent - power) < 0.22
    if tenfold or abs(power) >= 2:
        if power in unit.slips:
            raise in_unit(unit.slips[power])
        raise EquipmentError(
            "refused.equipment.too-large" if power > 0 else "refused.equipment.too-small",
            field=where,
            value=value,
            times=10 ** abs(power),
            unit=unit.word,
        )
    assert isinstance(measure.allowed, Range)
    # Where the law sets only a maximum, inches or ounces would pass; they lie far below what is usual.
    if measure.allowed.low is None and measure.quantity in _TRADE:
        times, name = _TRADE[measure.quantity]
        if abs(number * times / (measure.typical * unit.times) - 1) < 0.1:
            raise in_unit(name)
    # Only the long ones: 0.3 may be a thin coin in centimetres, but 29 is no surface.
    two_sided = measure.allowed.low is not None and measure.allowed.high is not None
    long = measure.quantity == "length" and measure.typical >= 0.1
    if long and two_sided and number * 0.0254 in measure.allowed:
        raise in_unit("inches")


_TRADE = {"length": (2.54, "inches"), "mass": (28.35, "ounces")}


def example_file(
    board: str = "modern", lang: str = "en", filled: bool = False, edition: str = "international-a"
) -> str:
    """A TOML file with every key and a conforming value, for a club to fill in.

    Every value is commented out unless `filled`. Keys of other boards come last in their section.
    """
    profile = _profile(board, edition)
    lines = [f"# {line}" for line in t("equipment.example", lang, board=board).splitlines()]
    for section in _SECTIONS.values():
        if not any(_section(measure) == section for measure in profile.values()):
            continue
        lines += ["", f"[{section}]"]
        for measure in profile.values():
            if _section(measure) == section:
                lines += _example_lines(measure, lang, "" if filled else "# ")
        for other, measures in INSPECTED[edition].items():
            missing = [m for m in measures.values() if _section(m) == section and m.key not in profile]
            if missing:
                lines.append(f"# {t('equipment.example.other-board', lang, board=other)}")
            for measure in missing:
                lines += _example_lines(measure, lang, "# ")
    return "\n".join(lines) + "\n"


def _example_lines(measure: Measure, lang: str, hidden: str) -> list[str]:
    """The key with its limits, below a note on what the laws leave in doubt."""
    unit = _UNITS[measure.quantity]
    comment = t(f"equipment.{measure.key}", lang)
    if isinstance(measure.allowed, bool):
        value = str(measure.typical).lower()
    else:
        limits = f"{value_in_words(measure.allowed.times(unit.times), lang)} {unit.symbol}".rstrip()
        value = f"{measure.typical * unit.times:g}"
        comment = t("labelled", lang, what=comment, said=limits)
    doubts = wrap(t(f"equipment.note.{measure.note}", lang), 100) if measure.note else []
    return [*(f"# {line}" for line in doubts), f"{hidden}{_field(measure)} = {value}  # {comment}"]

"""Every figure the laws print on equipment, as ranges in SI units.

Two boards of the international laws: `MODERN` is the metric table and drawing of edition a and the drawing
of edition b; `OLDER` is edition b's table, lettered for a drawing that was not printed with it. `ICF` is the
one board of the text `icf`. The metric figures govern; the inches beside them are roundings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Literal

Quantity = Literal["length", "mass", "power", "density", "count", "runs", "yes/no"]

# A ruler's reading comes out of a division by 100; a nanometre is below any board and above any rounding.
_ROUNDING = 1e-9

# A figure printed without a tolerance is met by what rounds to it: at a tenth of a millimetre, since
# 1¼ inches, 3.175 cm, must pass for the 3.18 cm beside them; at a millimetre where no more is printed.
_AS_PRINTED = 0.005
_TO_THE_MILLIMETRE = 0.05


@dataclass(frozen=True)
class Range:
    """Limits that are both allowed; None is no limit on that side."""

    low: float | None = None
    high: float | None = None

    def off_by(self, value: float) -> float:
        """How far a value is outside: negative below, positive above, 0.0 inside."""
        if self.low is not None and value < self.low - _ROUNDING:
            return value - self.low
        if self.high is not None and value > self.high + _ROUNDING:
            return value - self.high
        return 0.0

    def __contains__(self, value: float) -> bool:
        return self.off_by(value) == 0.0

    def times(self, factor: float) -> Range:
        """The same range in another unit, rounded to hide the errors of the multiplication."""
        return Range(*(None if end is None else round(end * factor, 6) for end in (self.low, self.high)))


@dataclass(frozen=True)
class Measure:
    """One thing to measure or to look at; `typical` is a conforming value."""

    key: str
    quantity: Quantity
    allowed: Range | bool
    typical: float | bool
    citations: tuple[str, ...]
    note: str | None = None

    @property
    def many(self) -> bool:
        """Whether a file may list several readings: four pockets, nineteen coins, but one count of whites."""
        return self.quantity not in ("count", "runs") or self.key == "net.capacity"

    def cited(self, edition: str) -> tuple[str, ...]:
        """The paragraphs of one edition; where it is silent, those of the other."""
        own = tuple(citation for citation in self.citations if citation.startswith(edition + " "))
        return own or self.citations


Profile = Mapping[str, Measure]
"""What is measured on one kind of board, by key."""


def _cited(paragraphs: str) -> tuple[str, ...]:
    """Citations by the letter of their edition ("b table S"), or without one for both editions ("2.1 a").

    The table and the drawing of edition a have the same letters: "a H" cites both. "icf: coins" cites the
    paragraph of icf on the equipment of that name.
    """
    if paragraphs.startswith("icf: "):
        return (paragraphs.replace("icf:", "icf equipment"),)
    if paragraphs[0].isdigit():
        paragraphs = f"a {paragraphs}, b {paragraphs}"
    written_out = re.sub(r"\ba ([A-Z])\b", r"a table \1, a drawing \1", paragraphs)
    return tuple(f"international-{paragraph}" for paragraph in written_out.split(", "))


def _cm(
    key: str, low: float | None, high: float | None, typical: float, cited: str, note: str | None = None
) -> Measure:
    """A length with its limits, in centimetres."""
    return Measure(key, "length", Range(low, high).times(0.01), typical / 100, _cited(cited), note)


def _figure(
    key: str, cm: float, cited: str, note: str = "as-printed", rounding: float = _AS_PRINTED
) -> Measure:
    """A length that is printed as one figure."""
    return _cm(key, cm - rounding, cm + rounding, cm, cited, note)


def _is(key: str, cited: str, conforms: bool = True) -> Measure:
    """Something to look at that must be so, or must not."""
    return Measure(key, "yes/no", conforms, conforms, _cited(cited))


def _by_key(*measures: Measure) -> Profile:
    return {measure.key: measure for measure in measures}


def _count(key: str, number: int, cited: str) -> Measure:
    return Measure(key, "count", Range(number, number), number, _cited(cited))


_WOOD = (
    _cm("board.surface_thickness", 1.59, None, 1.8, "2.1 a", "thickness"),
    _cm("board.surface_thickness_stiffened", 0.8, None, 1.2, "2.1 a", "thickness"),
    _is("board.surface_maple_or_equal", "2.1 a"),
    _is("board.surface_smooth_and_flat", "2.1 a"),
    Measure("board.rebound_runs", "runs", Range(3.5, None), 4.0, _cited("2.1 a"), "runs"),
    Measure("board.frame_wood_density", "density", Range(700.0, None), 800.0, _cited("2.1 b"), "density"),
    _is("board.frame_corners_rounded", "2.1 b"),
    _count("board.pockets", 4, "2.1 c"),
    _is("board.pockets_round", "2.1 c"),
)

_BESIDE_THE_BOARD = (
    _cm("coin.diameter", 2.86, 3.18, 3.18, "2.2"),
    _cm("coin.thickness", 0.64, 0.95, 0.8, "2.2"),
    Measure("coin.mass", "mass", Range(0.00525, 0.006), 0.0054, _cited("2.2")),
    _count("coin.white", 9, "2.2"),
    _count("coin.black", 9, "2.2"),
    _count("coin.queen", 1, "2.2"),
    _is("coin.wooden", "2.2"),
    _is("coin.round", "2.2"),
    _is("coin.smooth_and_flat", "2.2"),
    _is("coin.edges_rounded", "2.2"),
    _cm("striker.diameter", None, 4.13, 4.13, "2.3"),
    Measure("striker.mass", "mass", Range(None, 0.015), 0.015, _cited("2.3")),
    _is("striker.flat_and_round", "2.3"),
    _is("striker.visible_metal", "2.3", conforms=False),
    _cm("stand.height", 66.31, 70.48, 68.0, "2.4", "stand"),
    _is("stand.steady_and_level", "2.4"),
    _cm("chair.seat_height", 43.18, 48.26, 45.0, "2.5"),
    _is("chair.armrests", "2.5", conforms=False),
    _is("powder.bag_at_the_board", "2.6"),
    _is("powder.fine_and_dry", "2.6"),
    _is("net.under_every_pocket", "2.7"),
    Measure("net.capacity", "count", Range(19, None), 19, _cited("2.7")),
    _is("net.coins_fall_freely", "2.7"),
    Measure("lamp.power", "power", Range(60.0, 100.0), 75.0, _cited("2.8"), "lamp-power"),
    _is("lamp.white_light", "2.8"),
    _is("lamp.above_the_centre", "2.8"),
    _is("lamp.lights_surface_and_frame", "2.8"),
    _is("lamp.shade_white_inside", "2.8"),
    _is("lamp.dazzles", "2.8", conforms=False),
)


def _gap_left(surface: float, offset: float, line_length: float, circle: float) -> float:
    """Rim to rim, from one side's base circle to its neighbour's across the corner.

    Both centres lie one circle's radius inside their base line's end and inside its outer line, so they
    differ by the same amount along and across, and the radius cancels: only the diameter is taken off.
    """
    return sqrt(2) * (surface / 2 - offset - line_length / 2) - circle


# The gap follows from four other sizes and is printed without a tolerance of its own. A board whose lines
# all conform must not be off for it, so its limits are what those lines can leave at their own limits.
_GAP = Range(_gap_left(0.7334, 0.10165, 0.473, 0.03185), _gap_left(0.74, 0.10145, 0.467, 0.03175))

MODERN = _by_key(
    _cm("board.surface_width", 73.34, 74.0, 73.66, "a A, b drawing A", "surface"),
    _cm("board.frame_width", 6.35, 7.60, 7.0, "a B, b drawing B"),
    _cm("board.frame_height", 1.90, 2.54, 2.22, "a drawing B", "frame-height"),
    _cm("board.pocket_diameter", 4.30, 4.60, 4.45, "a C, b drawing C", "pocket"),
    _cm("board.base_line_length", 46.7, 47.3, 47.0, "a D, b drawing M"),
    _cm("board.base_line_thickness", 0.48, 0.65, 0.56, "a E, b drawing J", "base-line-thickness"),
    _cm("board.base_line_offset", 10.145, 10.165, 10.16, "a F", "base-line-offset"),
    _figure("board.base_circle_diameter", 3.18, "a G, b drawing E"),
    _figure("board.red_disc_diameter", 2.54, "a H, b drawing I", "red-disc"),
    _is("board.base_discs_red", "a table H"),
    _cm("board.arrow_length", None, 26.70, 26.70, "a I, b drawing K"),
    _figure("board.arrow_thickness", 0.15, "a I, b drawing K"),
    _figure("board.arrow_from_pocket", 5.0, "a J", "arrow-from-pocket", rounding=_TO_THE_MILLIMETRE),
    _cm("board.centre_circle_diameter", 3.02, 3.34, 3.18, "a K, b drawing E"),
    _is("board.centre_circle_red", "a table K"),
    _cm("board.inner_circle_diameter", 16.7, 17.3, 17.0, "a L, b drawing G", "inner-circle"),
    _figure("board.arc_diameter", 6.35, "a M"),
    Measure("board.base_circle_gap", "length", _GAP, 0.013, _cited("a N"), "gap"),
    *_WOOD,
    *_BESIDE_THE_BOARD,
)

OLDER = _by_key(
    _cm("board.surface_width", 73.34, 73.98, 73.66, "b table A"),
    _cm("board.frame_width", 6.35, 7.62, 7.0, "b table B"),
    _cm("board.frame_height", 1.59, 2.54, 2.22, "b table K"),
    _cm("board.pocket_diameter", 4.37, 4.53, 4.45, "b table C"),
    _cm("board.base_line_length", 46.7, 47.3, 47.0, "b drawing M", "length-not-given"),
    _cm("board.base_line_thickness", 0.48, 0.64, 0.56, "b table O, b table Q"),
    _is("board.base_lines_black", "b table Q"),
    _figure("board.base_line_offset", 10.16, "b table D"),
    _figure("board.base_circle_diameter", 3.18, "b table E, b table J, b table R", "circle-letters"),
    _figure("board.red_disc_diameter", 2.54, "b table P, b table S"),
    _is("board.base_discs_red", "b table S"),
    _cm("board.arrow_length", 26.67, 27.94, 27.0, "b table N, b table W"),
    _figure("board.arrow_from_pocket", 5.08, "b table M, b table W"),
    _figure("board.centre_circle_diameter", 3.18, "b table E, b table J, b table T", "circle-letters"),
    _is("board.centre_circle_red", "b table T"),
    _figure("board.inner_circle_diameter", 16.19, "b table F, b table U"),
    _cm("board.outer_circle_diameter", 21.27, 21.59, 21.43, "b table G, b table V"),
    _figure("board.stiffener_width", 2.5, "b table H", rounding=_TO_THE_MILLIMETRE),
    _figure("board.stiffener_thickness", 1.27, "b table H"),
    _cm("board.letter_l", 3.18, 5.08, 4.0, "b table L", "letter-l"),
    *_WOOD,
    *_BESIDE_THE_BOARD,
)

_ICF_GAP = Range(_gap_left(0.735, 0.10155, 0.473, 0.03185), _gap_left(0.74, 0.10145, 0.467, 0.03175))

# Only what that text says itself: it has no rule on powder, on the coins' wood or on where the lamp hangs.
# Of the circles and arrows, for which edition a's drawing has the same figures, it takes the limits.
ICF = _by_key(
    _cm("board.surface_width", 73.5, 74.0, 73.66, "icf: surface"),
    _cm("board.surface_thickness", 0.8, None, 1.2, "icf: surface"),
    _cm("board.surface_thickness_stiffened", 0.8, None, 1.2, "icf: surface"),
    Measure("board.rebound_runs", "runs", Range(3.5, None), 4.0, _cited("icf: surface"), "runs"),
    _cm("board.frame_width", 6.35, 7.60, 7.0, "icf: frame"),
    _cm("board.frame_height", 1.90, 2.54, 2.22, "icf: frame"),
    _is("board.frame_corners_rounded", "icf: frame"),
    _cm("board.pocket_diameter", 4.30, 4.60, 4.45, "icf: pockets"),
    _cm("board.base_line_length", 46.7, 47.3, 47.0, "icf: base lines"),
    _cm("board.base_line_thickness", 0.50, 0.65, 0.56, "icf: base lines"),
    _figure("board.base_line_offset", 10.15, "icf: base lines"),
    _figure("board.base_circle_diameter", 3.18, "icf: base lines"),
    _figure("board.red_disc_diameter", 2.54, "icf: base lines"),
    _is("board.base_discs_red", "icf: base lines"),
    Measure("board.base_circle_gap", "length", _ICF_GAP, 0.013, _cited("icf: base lines"), "gap"),
    _cm("board.arrow_length", None, 26.70, 26.70, "icf: circles and arrows"),
    _figure("board.arrow_thickness", 0.15, "icf: circles and arrows"),
    _figure("board.arrow_from_pocket", 5.0, "icf: circles and arrows", rounding=_TO_THE_MILLIMETRE),
    _cm("board.centre_circle_diameter", 3.02, 3.34, 3.18, "icf: circles and arrows"),
    _cm("board.inner_circle_diameter", 16.7, 17.3, 17.0, "icf: circles and arrows", "inner-circle-icf"),
    _figure("board.arc_diameter", 6.35, "icf: circles and arrows"),
    _cm("coin.diameter", 3.02, 3.18, 3.18, "icf: coins"),
    _cm("coin.thickness", 0.70, 0.90, 0.8, "icf: coins"),
    Measure("coin.mass", "mass", Range(0.00525, 0.0055), 0.0054, _cited("icf: coins")),
    _count("coin.white", 9, "icf: coins"),
    _count("coin.black", 9, "icf: coins"),
    _count("coin.queen", 1, "icf: coins"),
    _cm("striker.diameter", None, 4.13, 4.13, "icf: striker"),
    Measure("striker.mass", "mass", Range(None, 0.015), 0.015, _cited("icf: striker")),
    _is("striker.visible_metal", "icf: striker", conforms=False),
    _is("striker.ivory", "icf: striker", conforms=False),
    _cm("stand.height_without_board", 63.0, 70.0, 66.0, "icf: stand"),
    _cm("chair.seat_height", 40.0, 50.0, 45.0, "icf: seat"),
    _is("chair.armrests", "icf: seat", conforms=False),
    Measure("net.capacity", "count", Range(10, None), 10, _cited("icf: nets")),
    Measure("lamp.power", "power", Range(60.0, 100.0), 75.0, _cited("icf: light"), "lamp-power"),
    _is("lamp.shade_white_inside", "icf: light"),
    _is("lamp.lights_only_the_board", "icf: light"),
)

PROFILES: dict[str, Profile] = {"modern": MODERN, "older": OLDER}
"""The boards of the international laws."""

INSPECTED: dict[str, dict[str, Profile]] = {
    "international-a": PROFILES,
    "international-b": PROFILES,
    "icf": {"modern": ICF},
}
"""The texts that have rules on equipment, each with its boards."""

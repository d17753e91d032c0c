"""Every figure the international laws print on equipment, as ranges in SI units.

Two boards: `MODERN` is the metric table and drawing of edition a and the drawing of edition b;
`OLDER` is edition b's table, lettered for a drawing that was not printed with it.
The metric figures govern; the inches beside them are roundings of the same sizes.
"""

from __future__ import annotations

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
    """Closed at both ends; None is no limit on that side."""

    low: float | None = None
    high: float | None = None

    def off_by(self, value: float) -> float:
        """How far outside: negative below, positive above, 0.0 inside."""
        if self.low is not None and value < self.low - _ROUNDING:
            return value - self.low
        if self.high is not None and value > self.high + _ROUNDING:
            return value - self.high
        return 0.0

    def __contains__(self, value: float) -> bool:
        return self.off_by(value) == 0.0

    def times(self, factor: float) -> Range:
        """The same range in another unit, without the dust of the multiplication."""
        return Range(*(None if end is None else round(end * factor, 6) for end in (self.low, self.high)))


@dataclass(frozen=True)
class Measure:
    """One thing to measure or to look at. `typical` is a conforming value, for examples and unit slips."""

    key: str
    quantity: Quantity
    allowed: Range | bool
    typical: float | bool
    citations: tuple[str, ...]
    note: str | None = None

    @property
    def many(self) -> bool:
        """Whether a file may list several: four pockets and nineteen coins, but one count of whites."""
        return self.quantity not in ("count", "runs") or self.key == "net.capacity"

    def cited(self, edition: str) -> tuple[str, ...]:
        """The paragraphs of one edition; where it is silent, those of the other."""
        own = tuple(citation for citation in self.citations if citation.startswith(edition + " "))
        return own or self.citations


@dataclass(frozen=True)
class Profile:
    name: str
    measures: tuple[Measure, ...]

    def __getitem__(self, key: str) -> Measure:
        return next(measure for measure in self.measures if measure.key == key)

    def __contains__(self, key: str) -> bool:
        return any(measure.key == key for measure in self.measures)


def _gap_left(surface: float, offset: float, line_length: float, circle: float) -> float:
    """Rim to rim, from one side's base circle to its neighbour's across the corner.

    Both centres lie one circle's radius inside their base line's end and inside its outer line, so they
    differ by the same amount along and across, and the radius cancels: only the diameter is taken off.
    """
    return sqrt(2) * (surface / 2 - offset - line_length / 2) - circle


def _a(*paragraphs: str) -> tuple[str, ...]:
    return tuple(f"international-a {paragraph}" for paragraph in paragraphs)


def _b(*paragraphs: str) -> tuple[str, ...]:
    return tuple(f"international-b {paragraph}" for paragraph in paragraphs)


def _both(paragraph: str) -> tuple[str, ...]:
    return _a(paragraph) + _b(paragraph)


def _cm(low: float | None, high: float | None) -> Range:
    return Range(low, high).times(0.01)


def _figure(cm: float, rounding: float = _AS_PRINTED) -> Range:
    return _cm(cm - rounding, cm + rounding)


def _length(
    key: str, allowed: Range, typical_cm: float, cited: tuple[str, ...], note: str | None = None
) -> Measure:
    return Measure(key, "length", allowed, typical_cm / 100, cited, note)


def _yes(key: str, cited: tuple[str, ...], note: str | None = None) -> Measure:
    return Measure(key, "yes/no", True, True, cited, note)


def _no(key: str, cited: tuple[str, ...]) -> Measure:
    return Measure(key, "yes/no", False, False, cited)


def _count(key: str, number: int, cited: tuple[str, ...]) -> Measure:
    return Measure(key, "count", Range(number, number), number, cited)


_WOOD = (
    _length("board.surface_thickness", _cm(1.59, None), 1.8, _both("2.1 a"), "thickness"),
    _length("board.surface_thickness_stiffened", _cm(0.8, None), 1.2, _both("2.1 a"), "thickness"),
    _yes("board.surface_maple_or_equal", _both("2.1 a")),
    _yes("board.surface_smooth_and_flat", _both("2.1 a")),
    Measure("board.rebound_runs", "runs", Range(3.5, None), 4.0, _both("2.1 a"), "runs"),
    Measure("board.frame_wood_density", "density", Range(700.0, None), 800.0, _both("2.1 b"), "density"),
    _yes("board.frame_corners_rounded", _both("2.1 b")),
    _count("board.pockets", 4, _both("2.1 c")),
    _yes("board.pockets_round", _both("2.1 c")),
)

_BESIDE_THE_BOARD = (
    _length("coin.diameter", _cm(2.86, 3.18), 3.18, _both("2.2")),
    _length("coin.thickness", _cm(0.64, 0.95), 0.8, _both("2.2")),
    Measure("coin.mass", "mass", Range(0.00525, 0.006), 0.0054, _both("2.2")),
    _count("coin.white", 9, _both("2.2")),
    _count("coin.black", 9, _both("2.2")),
    _count("coin.queen", 1, _both("2.2")),
    _yes("coin.wooden", _both("2.2")),
    _yes("coin.round", _both("2.2")),
    _yes("coin.smooth_and_flat", _both("2.2")),
    _yes("coin.edges_rounded", _both("2.2")),
    _length("striker.diameter", _cm(None, 4.13), 4.13, _both("2.3")),
    Measure("striker.mass", "mass", Range(None, 0.015), 0.015, _both("2.3")),
    _yes("striker.flat_and_round", _both("2.3")),
    _no("striker.visible_metal", _both("2.3")),
    _length("stand.height", _cm(66.31, 70.48), 68.0, _both("2.4"), "stand"),
    _yes("stand.steady_and_level", _both("2.4")),
    _length("chair.seat_height", _cm(43.18, 48.26), 45.0, _both("2.5")),
    _no("chair.armrests", _both("2.5")),
    _yes("powder.bag_at_the_board", _both("2.6")),
    _yes("powder.fine_and_dry", _both("2.6")),
    _yes("net.under_every_pocket", _both("2.7")),
    Measure("net.capacity", "count", Range(19, None), 19, _both("2.7")),
    _yes("net.coins_fall_freely", _both("2.7")),
    Measure("lamp.power", "power", Range(60.0, 100.0), 75.0, _both("2.8"), "lamp-power"),
    _yes("lamp.white_light", _both("2.8")),
    _yes("lamp.above_the_centre", _both("2.8")),
    _yes("lamp.lights_surface_and_frame", _both("2.8")),
    _yes("lamp.shade_white_inside", _both("2.8")),
    _no("lamp.dazzles", _both("2.8")),
)

# The gap follows from four other sizes and is printed without a tolerance of its own. A board whose lines
# all conform must not be off for it, so its limits are what those lines can leave at their own limits.
_GAP = Range(
    _gap_left(0.7334, 0.10165, 0.473, 0.03185),
    _gap_left(0.74, 0.10145, 0.467, 0.03175),
)

MODERN = Profile(
    "modern",
    (
        _length(
            "board.surface_width",
            _cm(73.34, 74.0),
            73.66,
            _a("table A", "drawing A") + _b("drawing A"),
            "surface",
        ),
        _length("board.frame_width", _cm(6.35, 7.60), 7.0, _a("table B", "drawing B") + _b("drawing B")),
        _length("board.frame_height", _cm(1.90, 2.54), 2.22, _a("drawing B"), "frame-height"),
        _length(
            "board.pocket_diameter",
            _cm(4.30, 4.60),
            4.45,
            _a("table C", "drawing C") + _b("drawing C"),
            "pocket",
        ),
        _length(
            "board.base_line_length", _cm(46.7, 47.3), 47.0, _a("table D", "drawing D") + _b("drawing M")
        ),
        _length(
            "board.base_line_thickness",
            _cm(0.48, 0.65),
            0.56,
            _a("table E", "drawing E") + _b("drawing J"),
            "base-line-thickness",
        ),
        _length(
            "board.base_line_offset",
            _cm(10.15 - _AS_PRINTED, 10.16 + _AS_PRINTED),
            10.16,
            _a("table F", "drawing F"),
            "base-line-offset",
        ),
        _length(
            "board.base_circle_diameter",
            _figure(3.18),
            3.18,
            _a("table G", "drawing G") + _b("drawing E"),
            "as-printed",
        ),
        _length(
            "board.red_disc_diameter",
            _figure(2.54),
            2.54,
            _a("table H", "drawing H") + _b("drawing I"),
            "red-disc",
        ),
        _yes("board.base_discs_red", _a("table H")),
        _length("board.arrow_length", _cm(None, 26.70), 26.70, _a("table I", "drawing I") + _b("drawing K")),
        _length(
            "board.arrow_thickness",
            _figure(0.15),
            0.15,
            _a("table I", "drawing I") + _b("drawing K"),
            "as-printed",
        ),
        _length(
            "board.arrow_from_pocket",
            _figure(5.0, _TO_THE_MILLIMETRE),
            5.0,
            _a("table J", "drawing J"),
            "arrow-from-pocket",
        ),
        _length(
            "board.centre_circle_diameter",
            _cm(3.02, 3.34),
            3.18,
            _a("table K", "drawing K") + _b("drawing E"),
        ),
        _yes("board.centre_circle_red", _a("table K")),
        _length(
            "board.inner_circle_diameter",
            _cm(16.7, 17.3),
            17.0,
            _a("table L", "drawing L") + _b("drawing G"),
            "inner-circle",
        ),
        _length("board.arc_diameter", _figure(6.35), 6.35, _a("table M", "drawing M"), "as-printed"),
        _length("board.base_circle_gap", _GAP, 1.30, _a("table N", "drawing N"), "gap"),
        *_WOOD,
        *_BESIDE_THE_BOARD,
    ),
)

OLDER = Profile(
    "older",
    (
        _length("board.surface_width", _cm(73.34, 73.98), 73.66, _b("table A")),
        _length("board.frame_width", _cm(6.35, 7.62), 7.0, _b("table B")),
        _length("board.frame_height", _cm(1.59, 2.54), 2.22, _b("table K")),
        _length("board.pocket_diameter", _cm(4.37, 4.53), 4.45, _b("table C")),
        _length("board.base_line_length", _cm(46.7, 47.3), 47.0, _b("drawing M"), "length-not-given"),
        _length("board.base_line_thickness", _cm(0.48, 0.64), 0.56, _b("table O", "table Q")),
        _yes("board.base_lines_black", _b("table Q")),
        _length("board.base_line_offset", _figure(10.16), 10.16, _b("table D"), "as-printed"),
        _length(
            "board.base_circle_diameter",
            _figure(3.18),
            3.18,
            _b("table E", "table J", "table R"),
            "circle-letters",
        ),
        _length("board.red_disc_diameter", _figure(2.54), 2.54, _b("table P", "table S"), "as-printed"),
        _yes("board.base_discs_red", _b("table S")),
        _length("board.arrow_length", _cm(26.67, 27.94), 27.0, _b("table N", "table W")),
        _length("board.arrow_from_pocket", _figure(5.08), 5.08, _b("table M", "table W"), "as-printed"),
        _length(
            "board.centre_circle_diameter",
            _figure(3.18),
            3.18,
            _b("table E", "table J", "table T"),
            "circle-letters",
        ),
        _yes("board.centre_circle_red", _b("table T")),
        _length("board.inner_circle_diameter", _figure(16.19), 16.19, _b("table F", "table U"), "as-printed"),
        _length("board.outer_circle_diameter", _cm(21.27, 21.59), 21.43, _b("table G", "table V")),
        _length("board.stiffener_width", _figure(2.5, _TO_THE_MILLIMETRE), 2.5, _b("table H"), "as-printed"),
        _length("board.stiffener_thickness", _figure(1.27), 1.27, _b("table H"), "as-printed"),
        _length("board.letter_l", _cm(3.18, 5.08), 4.0, _b("table L"), "letter-l"),
        *_WOOD,
        *_BESIDE_THE_BOARD,
    ),
)

PROFILES: dict[str, Profile] = {"modern": MODERN, "older": OLDER}

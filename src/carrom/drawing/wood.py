"""Maple and rosewood: the grain comes from a small generator with a fixed seed, the same in every picture."""

from __future__ import annotations

from random import Random

from carrom.drawing.markup import element, group, number

_MAPLE_SEED = 1936
_PLANK_SEED = 1988

_DARK_GRAIN = "#9c6a2c"
_BANDS = 22
_VEINS = 64
_PORES = 950


def maple_grain(half: float) -> str:
    """The grain of a veneer along x: broad bands, fine veins, short pores."""
    # Only random(): of all of Random, it alone promises the same numbers for ever.
    chance = Random(_MAPLE_SEED).random
    return group(
        *(_band(chance(), chance(), chance(), chance(), half) for _ in range(_BANDS)),
        element(
            "path",
            d="".join(_vein(chance(), chance(), chance(), half) for _ in range(_VEINS)),
            stroke=_DARK_GRAIN,
            stroke_width=0.5,
            stroke_opacity=0.16,
        ),
        *(
            element(
                "path",
                d="".join(_pore(chance(), chance(), chance(), half) for _ in range(_PORES // 2)),
                stroke=_DARK_GRAIN,
                stroke_width=width,
                stroke_opacity=opacity,
            )
            for width, opacity in ((0.45, 0.24), (0.8, 0.13))
        ),
        fill="none",
    )


def _band(height: float, thickness: float, tone: float, sway: float, half: float) -> str:
    y, bend = (2.0 * height - 1.0) * half, (sway - 0.5) * 70.0
    return element(
        "path",
        d=_wave(y, bend, half),
        stroke=_DARK_GRAIN if tone < 0.6 else "#fff4da",
        stroke_width=number(5.0 + 30.0 * thickness, 1),
        stroke_opacity=number(0.045 + 0.07 * abs(tone - 0.6), 3),
    )


def _vein(height: float, sway: float, drift: float, half: float) -> str:
    y = (2.0 * height - 1.0) * half
    return _wave(y, (sway - 0.5) * 36.0, half, (drift - 0.5) * 14.0)


def _wave(y: float, bend: float, half: float, drift: float = 0.0) -> str:
    along = half / 3.0
    heights = (y, y + bend, y - bend + drift, y + drift)
    start, first, second, end = (number(height, 1) for height in heights)
    edge, third = number(half, 1), number(along, 1)
    return f"M-{edge} {start}C-{third} {first} {third} {second} {edge} {end}"


def _pore(across: float, height: float, length: float, half: float) -> str:
    x, y = (2.0 * across - 1.0) * half, (2.0 * height - 1.0) * half
    return f"M{number(x, 0)} {number(y, 1)}h{number(2.0 + 9.0 * length * length, 1)}"


def plank_grain(outer: float, inner: float, which: int) -> str:
    """Long dark streaks along one plank of the frame, which lies at the top from -outer to outer."""
    chance = Random(_PLANK_SEED + which).random
    width = outer - inner
    streaks = []
    for _ in range(26):
        y = -outer + width * chance()
        x = (2.0 * chance() - 1.0) * outer
        length, bend = outer * (0.2 + 0.9 * chance()), (chance() - 0.5) * 5.0
        streaks.append(
            f"M{number(x, 0)} {number(y, 1)}q{number(length / 2, 0)} {number(bend, 1)} {number(length, 0)} 0"
        )
    return element(
        "path",
        d="".join(streaks),
        fill="none",
        stroke="#1a0b05",
        stroke_width=1.1,
        stroke_opacity=0.3,
        stroke_linecap="round",
    )

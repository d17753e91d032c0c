"""Coins and striker, true to size: a body, which the light falls on, and a mark, which may turn with it.

Each has a mark of its own, so that colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from carrom.drawing import palette
from carrom.drawing.markup import circle, element, escaped, gradient, group, leaf, number, ring
from carrom.drawing.view import mm
from carrom.equipment import Equipment
from carrom.surface import Point
from carrom.words import Coin

_RIM = 1.1  # mm
_SHADOW = 1.2  # of the piece's radius
_SHADOWS_PUSHED = "translate(0.5 0.9) scale(1.012)"
"""The lamp hangs over the middle: the farther out a piece lies, the farther out its shadow."""

# The colours of each piece: rim, light, body and shade. White coins and the striker have little contrast to
# maple, 1.1 to 1.6 to 1; their rim has at least 4 to 1 everywhere.
_LOOKS = {
    "white": (palette.RIM, "#fffaf0", "#f5ead2", "#dcc9a1"),
    "black": ("#070606", "#544d48", "#2e2a27", "#161312"),
    "queen": ("#55070f", "#e4535a", "#c01f2c", "#8d0f1b"),
    "striker": (palette.RIM, "#ffffff", "#eef0ea", "#c9cfc8"),
}


def piece_kind(piece: Coin | None) -> str:
    """The name of a piece in the markup; None is the striker, as in a trace."""
    return "striker" if piece is None else piece.value


def radius(piece: Coin | None, equipment: Equipment) -> float:
    """In millimetres."""
    return mm((equipment.striker.diameter if piece is None else equipment.coins.diameter) / 2.0)


def piece_defs(equipment: Equipment) -> str:
    """Body, mark and shadow of each kind, about the origin."""
    marks = {"white": _three_rings, "black": _thick_ring, "queen": _crown, "striker": _flower}
    drawn = []
    for name, (_, *colours) in _LOOKS.items():
        stops = zip((0, 0.55, 1), colours, strict=True)
        drawn.append(gradient("radial", f"carrom-{name}-light", stops, cx=0.4, cy=0.34, r=0.72))
    for piece in (*Coin, None):
        name, r = piece_kind(piece), radius(piece, equipment)
        drawn.append(group(_body(name, r), id=f"carrom-{name}"))
        drawn.append(group(marks[name](r), id=f"carrom-{name}-mark"))
    fading = ((0, "#2a1203", 0.6), (0.93 / _SHADOW, "#2a1203", 0.55), (1, "#2a1203", 0))
    drawn.append(gradient("radial", "carrom-shadow", fading))
    for name, piece in (("coin", Coin.WHITE), ("striker", None)):
        size = radius(piece, equipment) * _SHADOW
        drawn.append(circle(0, 0, size, id=f"carrom-{name}-shadow", fill="url(#carrom-shadow)"))
    return "".join(drawn)


def body_and_mark(piece: Coin | None) -> str:
    name = piece_kind(piece)
    return element("use", href=f"#carrom-{name}") + element("use", class_="mark", href=f"#carrom-{name}-mark")


def shadow(piece: Coin | None) -> str:
    return element("use", href=f"#carrom-{'striker' if piece is None else 'coin'}-shadow")


def move_to(place: Point, scale: float = 1.0) -> str:
    """The transform that puts a piece somewhere."""
    moved = f"translate({number(place[0])} {number(place[1])})"
    return moved if scale == 1.0 else f"{moved} scale({number(scale, 5)})"


def put(piece: Coin | None, place: Point, scale: float = 1.0, name: str = "", more: str = "") -> str:
    """A piece that lies still, with its name as a tooltip."""
    return group(
        titled(name),
        body_and_mark(piece),
        more,
        class_=f"piece {piece_kind(piece)}",
        transform=move_to(place, scale),
    )


def titled(name: str) -> str:
    return element("title", escaped(name)) if name else ""


def shadows(*drawn: str) -> str:
    """The layer of shadows under all pieces: coins are equally high, so none falls on a neighbour."""
    return group(*drawn, class_="shadows", transform=_SHADOWS_PUSHED) if drawn else ""


def put_all(pieces: Iterable[tuple[Coin | None, Point, str]], **look: str | float) -> str:
    """Pieces that lie still, each with its shadow and its name, if it has one."""
    lying = list(pieces)
    under = shadows(*(group(shadow(piece), transform=move_to(place)) for piece, place, _ in lying))
    return group(under, *(put(piece, place, name=name) for piece, place, name in lying), **look)


def _body(name: str, r: float) -> str:
    face = r - _RIM
    return (
        circle(0, 0, r, class_="disc", fill=_LOOKS[name][0])
        + circle(0, 0, face, fill=f"url(#carrom-{name}-light)")
        # The worn edge of a turned disc catches a little light.
        + ring(0, 0, face, 0.5, stroke="#fff", stroke_opacity=0.28)
    )


def _engraved(r: float, width: float, colour: str) -> str:
    return ring(0, 0, r, width, stroke=colour) + ring(
        0, 0, r - width, 0.35, stroke="#fff", stroke_opacity=0.5
    )


def _three_rings(r: float) -> str:
    return "".join(_engraved(r * share, 0.75, "#a5814a") for share in (0.76, 0.53, 0.3))


def _thick_ring(r: float) -> str:
    return ring(0, 0, r * 0.72, r * 0.2, stroke="#9a8c7c") + ring(
        0, 0, r * 0.72, 0.4, stroke="#000", stroke_opacity=0.5
    )


def _crown(r: float) -> str:
    far, angles = r * 0.66, [2.0 * pi * index / 10 for index in range(10)]
    dots = [(far * sin(angle), -far * cos(angle)) for angle in angles]
    return (
        "".join(circle(x, y, r * 0.085, fill=palette.QUEEN_DOTS) for x, y in dots)
        + ring(0, 0, r * 0.45, 0.6, stroke=palette.QUEEN_DOTS, stroke_opacity=0.8)
        + circle(0, 0, r * 0.14, fill=palette.QUEEN_DOTS)
    )


def _flower(r: float) -> str:
    near, far = r * 0.14, r * 0.62
    petal = leaf(near, far, (near + far) / 2, r * 0.24)
    petals = (
        element("path", d=petal, fill=palette.STRIKER_INK, transform=f"rotate({number(turn * 60.0)})")
        for turn in range(6)
    )
    return (
        ring(0, 0, r * 0.84, r * 0.1, stroke=palette.STRIKER_INK)
        + "".join(petals)
        + circle(0, 0, r * 0.08, fill=palette.STRIKER_INK)
    )

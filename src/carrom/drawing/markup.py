"""Writing SVG: one function makes an element, one writes a number."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from xml.sax.saxutils import escape, quoteattr

from carrom.errors import CarromError

Value = str | float | int | None
Look = dict[str, Value]

_CONTROLS = {code: "�" for code in range(32) if chr(code) not in "\t\n\r"} | dict.fromkeys(
    (0xFFFE, 0xFFFF), "�"
)


def number(value: float, digits: int = 3) -> str:
    """A number in as few characters as possible, by default to a thousandth."""
    if not isfinite(value):
        raise CarromError("refused.picture.number", number=str(value))
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: Value) -> str:
    """An element with its attributes in the order given; `class_` writes class, `stroke_width` stroke-width.

    Children are markup already. An attribute that is None is left out.
    """
    written = "".join(
        f" {_name(key)}={quoteattr(_clean(value if isinstance(value, str) else number(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def escaped(text: str) -> str:
    """Text made safe to stand between tags."""
    return escape(_clean(text))


def points(pairs: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def group(*children: str, **attributes: Value) -> str:
    return element("g", *children, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def ring(x: float, y: float, radius: float, width: float, **attributes: Value) -> str:
    """A circle drawn with a line that ends at the radius: boards are measured from outside to outside."""
    return circle(x, y, radius - width / 2.0, fill="none", stroke_width=width, **attributes)


def gradient(kind: str, name: str, stops: Iterable[tuple[Value, ...]], **attributes: Value) -> str:
    """A `kind` of gradient, linear or radial; a stop is its offset, its colour and perhaps its opacity."""
    drawn = (
        element("stop", offset=at, stop_color=colour, stop_opacity=opacity[0] if opacity else None)
        for at, colour, *opacity in stops
    )
    return element(f"{kind}Gradient", *drawn, id=name, **attributes)


def leaf(near: float, far: float, waist: float, wide: float) -> str:
    """The path of a slender leaf that points up from the middle, widest at its waist."""
    root, tip, bulge = number(-near), number(-far), number(-waist)
    return f"M0 {root}Q{number(wide)} {bulge} 0 {tip}Q{number(-wide)} {bulge} 0 {root}"


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _clean(text: str) -> str:
    # XML has no way at all to write a control character or half a surrogate.
    return text.translate(_CONTROLS).encode("utf-8", "replace").decode("utf-8")

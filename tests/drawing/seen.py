"""Reading a picture back: what stands where in an SVG, and where an animation has everything at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


def read(svg: str) -> Element:
    return ElementTree.fromstring(svg)


def of_class(svg: str | Element, name: str) -> list[Element]:
    root = read(svg) if isinstance(svg, str) else svg
    return [each for each in root.iter() if name in each.get("class", "").split()]


def by_id(svg: str | Element, name: str) -> Element:
    root = read(svg) if isinstance(svg, str) else svg
    (found,) = (each for each in root.iter() if each.get("id") == name)
    return found


def numbers(element: Element, *names: str) -> tuple[float, ...]:
    return tuple(float(element.get(name, "nan")) for name in names)


def circles(svg: str, name: str) -> list[tuple[float, ...]]:
    """Centre and radius of each, up to the outer edge of its ink."""
    return [
        (*numbers(each, "cx", "cy"), float(each.get("r", "nan")) + float(each.get("stroke-width", 0)) / 2)
        for each in of_class(svg, name)
    ]


def put(element: Element) -> tuple[float, ...]:
    """Where its transform puts it, and how large."""
    found = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", element.get("transform", ""))
    assert found, element.get("transform")
    return float(found[1]), float(found[2]), float(found[3] or 1)


def corners(element: Element) -> list[Point]:
    pairs = (pair.split(",") for pair in element.get("points", "").split())
    return [(float(x), float(y)) for x, y in pairs]


def animations(element: Element) -> Iterator[Element]:
    return (each for each in element.iter() if each.tag in (f"{SVG}animateTransform", f"{SVG}animate"))


def animated(animation: Element, time: float) -> tuple[float, ...]:
    """What an animation has at a time, by the rules of SVG: keys, and between them a cubic Bézier curve."""
    values = [tuple(map(float, value.split())) for value in animation.get("values", "").split(";")]
    times = [float(key) for key in animation.get("keyTimes", "").split(";")]
    splines = [tuple(map(float, each.split())) for each in animation.get("keySplines", "").split(";")]
    share = time / float(animation.get("dur", "").removesuffix("s"))
    assert animation.get("calcMode") == "spline"
    assert len(values) == len(times) == len(splines) + 1
    assert times == sorted(times)
    assert (times[0], times[-1]) == (0.0, 1.0)
    assert all(0.0 <= number <= 1.0 for spline in splines for number in spline)

    now = max(index for index, key in enumerate(times[:-1]) if key <= share)
    passed = (share - times[now]) / (times[now + 1] - times[now])
    gone = eased(splines[now], passed)
    pairs = zip(values[now], values[now + 1], strict=True)
    return tuple(start + (end - start) * gone for start, end in pairs)


def eased(spline: tuple[float, ...], passed: float) -> float:
    x1, y1, x2, y2 = spline
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (middle, high) if _bezier(x1, x2, middle) < passed else (low, middle)
    return _bezier(y1, y2, low)


def _bezier(first: float, second: float, u: float) -> float:
    return 3 * first * u * (1 - u) ** 2 + 3 * second * u * u * (1 - u) + u**3

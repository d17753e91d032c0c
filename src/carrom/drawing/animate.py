"""A stroke as an SVG that plays itself in any browser, without a script.

A piece that slows evenly moves along a parabola of time, which a key spline, a cubic Bézier curve, draws
exactly. After the stroke everything that has moved fades back to where it lay, and the animation repeats.
"""

from __future__ import annotations

from math import degrees
from typing import NamedTuple

from carrom.drawing import captions
from carrom.drawing.markup import element, group, number
from carrom.drawing.nets import InNet, in_nets, net_edge
from carrom.drawing.picture import picture
from carrom.drawing.pieces import body_and_mark, move_to, piece_kind, shadow, shadows, titled
from carrom.drawing.tracks import fall_of, stretches
from carrom.drawing.view import View, view_of
from carrom.i18n import t
from carrom.physics.trace import Trace
from carrom.words import Seat

LEAD = 0.7  # seconds to look at the board before the stroke
HOLD = 1.2  # and after it
BACK = 0.6  # seconds in which everything fades back to where it lay
SINKING = 0.3  # seconds in which a fallen piece goes down into the net

_TIME_DIGITS = 9  # of the whole duration: at full force a thousandth of a millimetre


class Key(NamedTuple):
    """A key frame; `rush` is the rate at its start over the mean rate to the next one."""

    time: float
    value: str
    rush: float = 1.0


def animated_svg(
    trace: Trace, *, seat: Seat | None = None, title: str | None = None, lang: str = "en"
) -> str:
    """The stroke as an SVG that plays itself in a loop; without animation it shows the board before."""
    view = view_of(trace, seat)
    names, nets = captions.piece_names(trace, lang), in_nets(trace, view.seat)
    bodies, under = [], []
    for piece, what in enumerate(trace.pieces):
        net = nets.get(piece)
        moving = _moving(trace, piece, view, net)
        place = move_to(view.place(trace.start[piece]))
        drawn = group(_turning(trace, piece), body_and_mark(what))
        if net is not None:
            fading = _animation("animate", "opacity", _sinking(trace, piece, "0", "1"), trace)
            edge = group(fading, net_edge(what, trace.equipment), class_="in-net", opacity=0)
            keys = _sinking(trace, piece, "1", number(net.size, 5))
            shrinking = _animation("animateTransform", "transform", keys, trace, type="scale")
            drawn = group(shrinking, drawn, edge)
        under.append(group(moving, group(_leaving(trace, piece, sinks=True), shadow(what)), transform=place))
        bodies.append(
            group(
                titled(names[piece]),
                moving,
                group(_leaving(trace, piece), drawn),
                class_=f"piece {piece_kind(what)}",
                transform=place,
            )
        )
    return picture(
        trace.equipment,
        view,
        group(shadows(*under), *bodies, class_="pieces"),
        _again(trace, view),
        title=title or t("drawing.stroke", lang),
        description=captions.stroke_caption(trace, lang),
    )


def cycle_length(trace: Trace) -> float:
    """The length of one cycle of the animation, in seconds."""
    return LEAD + trace.duration + HOLD + BACK


def _again(trace: Trace, view: View) -> str:
    """All that moved, where it lay: hidden until it fades in for the next cycle."""
    moved = [
        (what, move_to(view.place(trace.start[piece])))
        for piece, what in enumerate(trace.pieces)
        if trace.flights[piece]
    ]
    whole = cycle_length(trace)
    keys = [Key(0.0, "0"), Key(whole - BACK, "0"), Key(whole, "1")]
    return group(
        _animation("animate", "opacity", keys, trace),
        shadows(*(group(shadow(what), transform=place) for what, place in moved)),
        *(group(body_and_mark(what), transform=place) for what, place in moved),
        class_="again",
        opacity=0,
    )


def _leaving(trace: Trace, piece: int, sinks: bool = False) -> str:
    """A piece that moved fades out in the end; with `sinks`, a fallen one as it sinks into its net."""
    if not trace.flights[piece]:
        return ""
    whole = cycle_length(trace)
    keys = _sinking(trace, piece, "1", "0") if sinks else [Key(0.0, "1")]
    return _animation(
        "animate", "opacity", [*keys, Key(whole - BACK, keys[-1].value), Key(whole, "0")], trace
    )


def _moving(trace: Trace, piece: int, view: View, net: InNet | None) -> str:
    """The flight, and for a piece that falls the way to its place in the net."""
    start = _point(view, trace.start[piece])
    keys = [Key(0.0, start)]
    for stretch in stretches(trace, piece):
        keys.append(Key(LEAD + stretch.start, _point(view, stretch.a), stretch.rush))
        keys.append(Key(LEAD + stretch.end, _point(view, stretch.b)))
    fall = fall_of(trace, piece)
    rest = trace.rest[piece]
    if fall is not None and net is not None:
        keys.append(Key(LEAD + fall.time + SINKING, _point(view, net.place)))
    elif rest is not None:
        keys.append(Key(LEAD + trace.duration, _point(view, rest)))
    return _animation("animateTransform", "transform", keys, trace, type="translate")


def _turning(trace: Trace, piece: int) -> str:
    keys = [Key(0.0, "0")]
    for stretch in stretches(trace, piece):
        # In a picture y runs down, so a turn counter-clockwise is negative.
        keys.append(Key(LEAD + stretch.start, number(-degrees(stretch.angle_a), 1), stretch.whirl))
        keys.append(Key(LEAD + stretch.end, number(-degrees(stretch.angle_b), 1)))
    return _animation("animateTransform", "transform", keys, trace, type="rotate")


def _sinking(trace: Trace, piece: int, whole: str, gone: str) -> list[Key]:
    fall = fall_of(trace, piece)
    if fall is None:
        return [Key(0.0, whole)]
    begins = LEAD + fall.time
    return [Key(0.0, whole), Key(begins, whole), Key(begins + SINKING, gone)]


def _point(view: View, point: tuple[float, float]) -> str:
    x, y = view.place(point)
    return f"{number(x)} {number(y)}"


def _animation(name: str, attribute: str, keys: list[Key], trace: Trace, **more: str) -> str:
    """The animation through all keys; nothing if the value never changes."""
    if all(key.value == keys[0].value for key in keys):
        return ""
    keys = _thinned([*keys, Key(cycle_length(trace), keys[-1].value)])
    whole = cycle_length(trace)
    return element(
        name,
        attributeName=attribute,
        **more,
        dur=f"{number(whole, 6)}s",
        repeatCount="indefinite",
        calcMode="spline",
        values=";".join(key.value for key in keys),
        keyTimes=";".join(number(key.time / whole, _TIME_DIGITS) for key in keys),
        keySplines=";".join(_spline(key.rush) for key in keys[:-1]),
    )


def _thinned(keys: list[Key]) -> list[Key]:
    """The keys without repetitions: of two with the same time and value the later is kept."""
    kept: list[Key] = []
    for key in keys:
        if kept and (kept[-1].time, kept[-1].value) == (key.time, key.value):
            kept.pop()
        kept.append(key)
    return kept


def _spline(rush: float) -> str:
    """The parabola from (0, 0) to (1, 1) that leaves with slope `rush`, as a cubic Bézier curve.

    Its control point of second degree is (1/2, rush/2); of third degree they are (1/3, rush/3) and
    (2/3, (1 + rush)/3).
    """
    if rush == 1.0:
        return "0 0 1 1"
    first, second = (min(max(y, 0.0), 1.0) for y in (rush / 3.0, (1.0 + rush) / 3.0))
    return f".333333333 {number(first, 9)} .666666667 {number(second, 9)}"

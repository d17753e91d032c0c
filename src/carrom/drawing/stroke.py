"""A stroke in one picture: where the pieces lay, where they went, what they met and where they rest."""

from __future__ import annotations

from math import sqrt

from carrom.drawing import captions, palette
from carrom.drawing.markup import Look, circle, element, group, points, ring
from carrom.drawing.nets import in_nets, net_edge
from carrom.drawing.picture import picture
from carrom.drawing.pieces import piece_kind, put, put_all, radius
from carrom.drawing.tracks import bursts, path
from carrom.drawing.view import View, view_of
from carrom.i18n import t
from carrom.physics.trace import STRIKER, Event, Kind, Trace
from carrom.surface import Point
from carrom.words import Seat

_GHOST = 0.38  # opacity of what is no longer there
_FEW = 6  # ghosts that may lie beside each other at that; more would be a smear
_HARDEST = 6.0  # m/s: a contact mark of full size
_MARK = 10.0  # mm, its radius
_CROWD = 3  # contacts at once that are all marked

LINES: dict[str, tuple[str, float, str | None]] = {
    # colour, width in mm, dashes: alike in none of the three
    "striker": (palette.STRIKER_INK, 3.4, None),
    "white": (palette.PAPER, 2.2, None),
    "black": (palette.INK, 2.0, "9 4"),
    "queen": (palette.RED, 3.2, "0 6"),
}
_CASINGS = {
    # A wider line underneath, or a path is lost on wood and print in a small picture: colour, width over all,
    # opacity. What is light has a dark one, what is dark a light one.
    "striker": (palette.PAPER, 4.8, 0.7),
    "white": (palette.RIM, 4.4, 0.95),
    "black": (palette.PAPER, 3.4, 0.7),
    "queen": (palette.PAPER, 4.6, 0.8),
}
MARK_LOOK: Look = {
    "fill": palette.PAPER,
    "fill_opacity": 0.35,
    "stroke": "#e8590c",
    "stroke_width": 1.4,
}


def trace_svg(
    trace: Trace,
    *,
    seat: Seat | None = None,
    paths: bool = True,
    contacts: bool = True,
    before: bool = True,
    after: bool = True,
    title: str | None = None,
    lang: str = "en",
) -> str:
    """A stroke in SVG as one seat sees it, by default the one that struck.

    `before` shows where moved pieces lay, `after` where everything rests, `contacts` a ring where pieces met
    and a diamond at the frame, sized by speed.
    """
    view = view_of(trace, seat)
    layers = (
        ghosts(trace, view, lang) if before else "",
        draw_paths(trace, view) if paths else "",
        marks(trace, view) if contacts else "",
        at_rest(trace, view, lang) + pocketed(trace, view, lang) if after else "",
    )
    return picture(
        trace.equipment,
        view,
        *layers,
        title=title or t("drawing.stroke", lang),
        description=f"{captions.stroke_caption(trace, lang)} "
        + captions.layout_caption(trace.after, trace.equipment, view.seat, lang),
    )


def ghosts(trace: Trace, view: View, lang: str) -> str:
    """Where each piece that moved or fell lay before the stroke: the more there are, the fainter."""
    names = captions.piece_names(trace, lang)
    moved = [
        (trace.pieces[index], view.place(trace.start[index]), names[index])
        for index, flight in enumerate(trace.flights)
        if flight
    ]
    faint = min(1.0, _FEW / max(len(moved), 1))
    bodies = group(*(put(piece, place, name=name) for piece, place, name in moved), opacity=_GHOST * faint)
    # A ghost of a white coin would be lost on maple and on print.
    outlines = [
        ring(*place, radius(piece, trace.equipment), 0.7, stroke=palette.INK, stroke_dasharray="2.4 1.6")
        for piece, place, _ in moved
    ]
    return group(bodies, group(*outlines, opacity=faint if faint < 1.0 else None), class_="before")


def at_rest(trace: Trace, view: View, lang: str) -> str:
    """The pieces that are left, where they came to rest."""
    named = zip(trace.pieces, trace.rest, captions.piece_names(trace, lang), strict=True)
    lying = [(piece, view.place(place), name) for piece, place, name in named if place is not None]
    return put_all(lying, class_="after")


def pocketed(trace: Trace, view: View, lang: str) -> str:
    """What fell, in the net of its pocket."""
    names, drawn = captions.piece_names(trace, lang), []
    for index, lying in in_nets(trace, view.seat).items():
        piece = trace.pieces[index]
        edge = net_edge(piece, trace.equipment)
        drawn.append(put(piece, view.place(lying.place), lying.size, names[index], edge))
    return group(*drawn, class_="pocketed") if drawn else ""


def draw_paths(trace: Trace, view: View) -> str:
    """The way of every piece that moved: the striker's last, over the others."""
    drawn = []
    for index in reversed(range(len(trace.flights))):
        corners = [view.place(corner) for corner in path(trace, index)]
        if corners:
            drawn.append(draw_path(piece_kind(trace.pieces[index]), corners, index))
    return group(*drawn, class_="paths", fill="none", stroke_linejoin="round", stroke_linecap="round")


def draw_path(name: str, corners: list[Point], piece: int | None = None) -> str:
    """A path that differs from others by width and dashes too; `piece` is the number of its piece."""
    colour, width, dashes = LINES[name]
    edge, over_all, opacity = _CASINGS[name]
    way: Look = {"data_piece": piece, "points": points(corners)}
    casing: Look = {"stroke": edge, "stroke_width": over_all, "stroke_opacity": opacity}
    butt = "butt" if name == "black" else None
    line: Look = {"stroke": colour, "stroke_width": width, "stroke_dasharray": dashes, "stroke_linecap": butt}
    return element("polyline", class_="casing", **way, **casing) + element(
        "polyline", class_=f"path {name}", **way, **line
    )


def marked(trace: Trace) -> list[Event]:
    """The contacts to mark, in order.

    Of many at once, as at the break, only the striker's are marked, or the hardest if it has none.
    """
    chosen: list[Event] = []
    for burst in bursts(trace.contacts):
        if len(burst) <= _CROWD:
            chosen += burst
            continue
        struck = {(e.piece, e.other): e for e in reversed(burst) if STRIKER in (e.piece, e.other)}
        chosen += sorted(struck.values()) or [max(burst, key=lambda event: event.speed)]
    return chosen


def marks(trace: Trace, view: View) -> str:
    """The contacts from the softest to the hardest; the area of a mark goes with the speed."""
    drawn = [draw_mark(event, view) for event in sorted(marked(trace), key=lambda event: event.speed)]
    return group(*drawn, class_="contacts", **MARK_LOOK)


def mark_size(speed: float) -> float:
    """In millimetres from the middle to the edge."""
    return _MARK * sqrt(min(max(speed, 0.0), _HARDEST) / _HARDEST)


def draw_mark(event: Event, view: View) -> str:
    x, y = view.place((event.x, event.y))
    size = mark_size(event.speed)
    if event.kind is Kind.PIECES:
        return circle(x, y, size, class_="contact", data_time=repr(float(event.time)))
    diamond = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
    return element("polygon", class_="contact", points=points(diamond), data_time=repr(float(event.time)))

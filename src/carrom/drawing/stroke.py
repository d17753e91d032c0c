"""A stroke in one picture: where the pieces lay, where they went, what they met and where they rest."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from carrom.drawing import palette, said
from carrom.drawing.markup import circle, element, group, points, ring
from carrom.drawing.picture import picture
from carrom.drawing.pieces import kind, put, put_all, radius
from carrom.drawing.tracks import check_trace, path
from carrom.drawing.view import View, mm
from carrom.equipment import Equipment
from carrom.physics.trace import Event, Kind, Trace
from carrom.surface import Point, pockets
from carrom.words import Coin, Seat

_GHOST = 0.38  # opacity of what is no longer there
_IN_THE_NET = 0.62  # a coin down in the net looks that much smaller
_POCKET_EDGE = 2.0  # mm of rim that nothing in the net covers
_HARDEST = 6.0  # m/s: a contact mark of full size
_MARK = 10.0  # mm, its radius

_LINES: dict[str, tuple[str, float, str | None]] = {
    # colour, width in mm, dashes: alike in none of the three
    "striker": (palette.STRIKER_INK, 2.2, None),
    "white": (palette.PAPER, 1.5, None),
    "black": (palette.INK, 1.3, "7 2.5"),
    "queen": (palette.RED, 2.2, "0 4.2"),
}
_EDGE = 0.9  # mm of another tone on either side of a path, so that it stands out on wood and print


def trace_svg(
    trace: Trace,
    *,
    seat: Seat | None = None,
    paths: bool = True,
    contacts: bool = True,
    before: bool = True,
    after: bool = True,
    title: str | None = None,
    lang: said.Language = "en",
) -> str:
    """A stroke as one seat sees it, in SVG; the one that struck, if none is named.

    `before` are ghosts where the pieces lay that have moved; `after` is where all rest, the pocketed ones in
    their nets. Marks show the contacts: a ring where pieces met, a diamond at the frame, by force.
    """
    check_trace(trace)
    view = View(trace.aim.seat if seat is None else seat)
    layers = (
        ghosts(trace, view) if before else "",
        draw_paths(trace, view) if paths else "",
        at_rest(trace, view) + in_nets(trace, view) if after else "",
        marks(trace, view) if contacts else "",
    )
    return picture(
        trace.equipment,
        view,
        *layers,
        title=title or said.say("stroke", lang),
        description=f"{said.of_stroke(trace, lang)} "
        + said.of_layout(trace.after, trace.equipment, view.seat, lang),
    )


def ghosts(trace: Trace, view: View) -> str:
    """Where each piece that moved or fell lay before the stroke."""
    moved = [
        (trace.pieces[index], view.place(trace.start[index]))
        for index, flight in enumerate(trace.flights)
        if flight
    ]
    bodies = group(*(put(piece, place) for piece, place in moved), opacity=_GHOST)
    # A ghost of a white coin would be lost on maple and on print.
    outlines = [
        ring(*place, radius(piece, trace.equipment), 0.7, stroke=palette.INK, stroke_dasharray="2.4 1.6")
        for piece, place in moved
    ]
    return group(bodies, *outlines, class_="before")


def at_rest(trace: Trace, view: View) -> str:
    lying = zip(trace.pieces, trace.rest, strict=True)
    return put_all(
        tuple((piece, view.place(place)) for piece, place in lying if place is not None), class_="after"
    )


def in_nets(trace: Trace, view: View) -> str:
    """What fell, in the net of its pocket."""
    drawn = []
    for which, pocket in enumerate(pockets(trace.equipment.board)):
        fallen = [trace.pieces[fall.piece] for fall in trace.falls if fall.other == which]
        drawn += _in_one_net(fallen, view.place(pocket), trace.equipment)
    return group(*drawn, class_="pocketed") if drawn else ""


def _in_one_net(fallen: list[Coin | None], middle: Point, equipment: Equipment) -> list[str]:
    """One in the middle, or several about it, each with a light edge against the dark of the hole."""
    if not fallen:
        return []
    hole = mm(equipment.board.pocket_diameter / 2.0) - _POCKET_EDGE
    widest = max(radius(piece, equipment) for piece in fallen)
    scale, away = _IN_THE_NET, 0.0
    if len(fallen) > 1:
        # So many equal discs about the middle of a round hole, each touching its neighbours and the edge.
        scale = min(scale, hole / widest / (1.0 + 1.0 / sin(pi / len(fallen))))
        away = hole - widest * scale
    drawn = []
    for index, piece in enumerate(fallen):
        angle = 2.0 * pi * index / len(fallen)
        x, y = middle[0] + away * sin(angle), middle[1] - away * cos(angle)
        drawn.append(put(piece, (x, y), scale))
        drawn.append(ring(x, y, radius(piece, equipment) * scale, 0.6, stroke=palette.NET))
    return drawn


def draw_paths(trace: Trace, view: View) -> str:
    """The way of every piece that moved: the striker's last, over the others."""
    drawn = []
    for index in reversed(range(len(trace.flights))):
        corners = [view.place(corner) for corner in path(trace, index)]
        if corners:
            drawn.append(_path(kind(trace.pieces[index]), corners))
    return group(*drawn, class_="paths", fill="none", stroke_linejoin="round", stroke_linecap="round")


def _path(name: str, corners: list[Point]) -> str:
    colour, width, dashes = _LINES[name]
    edge = palette.INK if name == "white" else palette.PAPER
    along = points(corners)
    return element(
        "polyline", points=along, stroke=edge, stroke_width=width + _EDGE, stroke_opacity=0.6
    ) + element(
        "polyline",
        class_=f"path {name}",
        points=along,
        stroke=colour,
        stroke_width=width,
        stroke_dasharray=dashes,
        stroke_linecap="butt" if name == "black" else None,
    )


def marks(trace: Trace, view: View) -> str:
    """Every contact, from the softest to the hardest; the area of a mark goes with the speed."""
    drawn = [_mark(event, view) for event in sorted(trace.contacts, key=lambda event: event.speed)]
    return group(
        *drawn,
        class_="contacts",
        fill=palette.PAPER,
        fill_opacity=0.35,
        stroke=palette.CONTACT,
        stroke_width=0.9,
    )


def mark_size(speed: float) -> float:
    """In millimetres from the middle to the edge."""
    return _MARK * sqrt(min(max(speed, 0.0), _HARDEST) / _HARDEST)


def _mark(event: Event, view: View) -> str:
    x, y = view.place((event.x, event.y))
    size = mark_size(event.speed)
    if event.kind is Kind.PIECES:
        return circle(x, y, size, class_="contact")
    diamond = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
    return element("polygon", class_="contact", points=points(diamond))

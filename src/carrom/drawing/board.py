"""The board: frame, surface, pockets and every printed line, drawn once for the south seat.

All places and sizes come from `surface` and `Board`, except what the laws leave free, like an arrow's head.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin

from carrom.drawing import palette
from carrom.drawing.markup import Look, Value, circle, element, gradient, group, leaf, number, points, ring
from carrom.drawing.view import mm, outer_edge
from carrom.drawing.wood import maple_grain, plank_grain
from carrom.equipment import Board
from carrom.surface import Arrow, Point, arrows, base_circles, base_lines, pockets
from carrom.words import Seat

_FRAME_CORNER = 16.0  # mm, the rounding of the frame's outer corners
_ARROW_HEAD = 9.0  # mm from an arrow head's tip to its back
_THREADS = 12  # of a net, each way round
_THREAD_TURN = 1.9  # radians a thread winds on its way down
_PETALS = 8

_DIM = 30.0  # mm along the frame over which the surface grows lighter


_MAPLE = ((0.0, "#f4e0b7"), (0.55, palette.MAPLE), (1.0, "#d9b47a"))
_DIMMED = tuple((at, "#4a2408", dark) for at, dark in ((0.0, 0.5), (0.12, 0.3), (0.4, 0.1), (1.0, 0.0)))
_DEPTH = tuple((at, "#0b0705", dark) for at, dark in ((0.0, 0.55), (0.45, 0.1), (0.8, 0.35), (1.0, 0.95)))
# Across a plank from the outside in: a rounded edge, the flat, the bevel down to the surface.
_PLANK = (
    (0.0, palette.FRAME_EDGE),
    (0.07, palette.FRAME_DARK),
    (0.16, palette.FRAME_LIT),
    (0.24, palette.FRAME),
    (0.7, palette.FRAME),
    (0.78, palette.FRAME_SHINE),
    (0.82, palette.FRAME_LIT),
    (0.97, palette.FRAME_DARK),
    (1.0, palette.FRAME_EDGE),
)


def board_defs(board: Board) -> str:
    """Gradients and outlines that the board's parts refer to."""
    half, edge, fixed = mm(board.surface / 2.0), outer_edge(board), "userSpaceOnUse"
    return "".join(
        (
            gradient("radial", "carrom-maple", _MAPLE, gradientUnits=fixed, cx=0, cy=0, r=half * 1.44),
            gradient("linear", "carrom-wood", _PLANK, gradientUnits=fixed, x1=0, y1=-edge, x2=0, y2=-half),
            gradient(
                "linear", "carrom-dim", _DIMMED, gradientUnits=fixed, x1=0, y1=-half, x2=0, y2=_DIM - half
            ),
            element("clipPath", _surface_shape(board), id="carrom-surface"),
            element("clipPath", element("polygon", points=points(_plank(board))), id="carrom-plank"),
            element("clipPath", _frame_shape(board), id="carrom-frame"),
            _net(board),
            gradient("radial", "carrom-depth", _DEPTH),
        )
    )


def draw_board(board: Board) -> str:
    """The board without pieces."""
    surface = group(
        _surface_shape(board, class_="surface", fill="url(#carrom-maple)"),
        group(maple_grain(mm(board.surface / 2.0)), clip_path="url(#carrom-surface)"),
    )
    return group(
        _frame(board),
        surface,
        _print(board),
        _shade(board),
        *(_pocket(place, board) for place in pockets(board)),
        class_="board",
    )


def _frame(board: Board) -> str:
    """Four mitred planks; two of them a shade darker, so that the mitres show."""
    outer, inner = outer_edge(board), mm(board.surface / 2.0)
    planks = [
        group(
            element("polygon", points=points(_plank(board)), fill="url(#carrom-wood)"),
            plank_grain(outer, inner, turn),
            element("polygon", points=points(_plank(board)), fill="#000", fill_opacity=0.16 * (turn % 2)),
            clip_path="url(#carrom-plank)",
            transform=f"rotate({90 * turn})",
        )
        for turn in range(4)
    ]
    mitres = "".join(
        f"M{number(x * inner)} {number(y * inner)}L{number(x * outer)} {number(y * outer)}"
        for x in (-1, 1)
        for y in (-1, 1)
    )
    return group(
        _frame_shape(board, fill=palette.FRAME_DARK),  # shows only behind the pockets' round corners
        *planks,
        element("path", d=mitres, stroke=palette.FRAME_EDGE, stroke_width=0.9, stroke_opacity=0.8),
        _frame_shape(board, fill="none", stroke=palette.FRAME_EDGE, stroke_width=5, stroke_opacity=0.75),
        class_="frame",
        clip_path="url(#carrom-frame)",
    )


def _plank(board: Board) -> tuple[Point, ...]:
    outer, inner = outer_edge(board), mm(board.surface / 2.0)
    # A hair over the mitre, or the seam would shine through.
    return (-outer - 0.2, -outer), (outer + 0.2, -outer), (inner + 0.2, -inner), (-inner - 0.2, -inner)


def _square(half: float, corner: float, **look: Value) -> str:
    return element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=corner, **look)


def _frame_shape(board: Board, **look: Value) -> str:
    return _square(outer_edge(board), _FRAME_CORNER, **look)


def _surface_shape(board: Board, **look: Value) -> str:
    """The frame's inner corner is rounded about the pocket's own centre."""
    return _square(mm(board.surface / 2.0), mm(board.pocket_diameter / 2.0), **look)


def _shade(board: Board) -> str:
    """The shadow along the frame, and the highlight on its inner edge."""
    half = mm(board.surface / 2.0)
    side: Look = {"x": -half, "y": -half, "width": 2 * half, "height": _DIM, "fill": "url(#carrom-dim)"}
    sides = [element("rect", **side, transform=f"rotate({90 * turn})") for turn in range(4)]
    shine: Look = {"stroke": palette.FRAME_SHINE, "stroke_width": 0.8, "stroke_opacity": 0.7}
    return group(*sides, clip_path="url(#carrom-surface)") + _surface_shape(board, fill="none", **shine)


def _print(board: Board) -> str:
    centre = mm(board.centre_circle_diameter / 2.0)
    return group(
        _ornament(board),
        _large_circles(board),
        *(_base_lines(seat, board) for seat in Seat),
        *(_arrow(arrow, board) for arrow in arrows(board)),
        *(_base_circle(place, board) for seat in Seat for place in base_circles(seat, board)),
        circle(0.0, 0.0, centre, class_="centre-circle", fill=palette.RED),
        ring(0.0, 0.0, centre, _pen(board), stroke=palette.INK),
        class_="print",
    )


def _pen(board: Board) -> float:
    """The width of thin lines: the laws give only the arrow's, and boards are printed with one pen."""
    return mm(board.arrow_thickness)


def _place(point: Point) -> Point:
    return mm(point[0]), 0.0 - mm(point[1])


def _base_lines(seat: Seat, board: Board) -> str:
    """The lower line is the thick one. Both lie inside the band that the base circles touch."""
    lower, upper = base_lines(seat, board)
    thick = _inked_beside(lower, upper, mm(board.base_line_thickness), "base-line lower")
    return thick + _inked_beside(upper, lower, _pen(board), "base-line upper")


def _inked_beside(line: tuple[Point, Point], towards: tuple[Point, Point], width: float, name: str) -> str:
    """A line of ink whose one edge is `line`, lying on the side where `towards` is."""
    (ax, ay), (bx, by) = map(_place, line)
    cx, cy = _place(towards[0])
    apart = hypot(cx - ax, cy - ay)
    dx, dy = (cx - ax) / apart * width / 2.0, (cy - ay) / apart * width / 2.0
    return _line((ax + dx, ay + dy), (bx + dx, by + dy), width, name)


def _line(start: Point, end: Point, width: float, name: str) -> str:
    (x1, y1), (x2, y2) = start, end
    return element("line", class_=name, x1=x1, y1=y1, x2=x2, y2=y2, stroke=palette.INK, stroke_width=width)


def _base_circle(place: Point, board: Board) -> str:
    x, y = _place(place)
    radius = mm(board.base_circle_diameter / 2.0)
    return (
        circle(x, y, radius, class_="base-circle", fill=palette.INK)
        + circle(x, y, radius - _pen(board), fill=palette.MAPLE)
        + circle(x, y, mm(board.red_disc_diameter / 2.0), class_="red-disc", fill=palette.RED)
        + ring(x, y, mm(board.red_disc_diameter / 2.0), 0.5, stroke=palette.RED_DEEP)
    )


def _large_circles(board: Board) -> str:
    large = {"inner-circle": board.inner_circle_diameter, "outer-circle": board.outer_circle_diameter}
    return "".join(
        ring(0.0, 0.0, mm(diameter / 2.0), _pen(board), class_=name, stroke=palette.INK)
        for name, diameter in large.items()
        if diameter is not None
    )


def _ornament(board: Board) -> str:
    """A faint flower between the two circles, as on most boards; the laws do not mention it."""
    near = mm(board.centre_circle_diameter / 2.0)
    far = mm(board.inner_circle_diameter / 2.0) - 3.0 * _pen(board)
    leaves = []
    for which in range(2 * _PETALS):
        long = which % 2 == 0
        end = far if long else near + (far - near) * 0.62
        leaves.append(
            element(
                "path",
                d=leaf(near, end, near + (end - near) * 0.4, (end - near) * 0.17),
                fill=palette.RED if long else palette.INK,
                fill_opacity=0.3 if long else 0.16,
                transform=f"rotate({number(which * 180.0 / _PETALS)})",
            )
        )
    return group(
        *leaves,
        ring(0.0, 0.0, far + 1.2 * _pen(board), 0.4, stroke=palette.RED_DEEP, stroke_opacity=0.6),
        class_="ornament",
        stroke=palette.INK,
        stroke_opacity=0.4,
        stroke_width=0.4,
    )


def _arrow(arrow: Arrow, board: Board) -> str:
    """The diagonal, its head towards the pocket, and the arc with its two heads (international-a table M)."""
    tip, tail = _place(arrow.outer), _place(arrow.inner)
    length = hypot(tip[0] - tail[0], tip[1] - tail[1])
    ux, uy = (tip[0] - tail[0]) / length, (tip[1] - tail[1]) / length
    radius = mm(board.arc_diameter / 2.0) - _pen(board) / 2.0

    # Along the arrow the arc begins where the arrow does, so its middle is one radius on.
    middle = tail[0] + ux * radius, tail[1] + uy * radius
    left = middle[0] + uy * radius, middle[1] - ux * radius
    right = middle[0] - uy * radius, middle[1] + ux * radius
    # The head covers the rest of the line, and ends in a point.
    under_head = tip[0] - ux * _ARROW_HEAD / 2.0, tip[1] - uy * _ARROW_HEAD / 2.0
    arc = (
        f"M{number(left[0])} {number(left[1])}"
        f"A{number(radius)} {number(radius)} 0 0 0 {number(right[0])} {number(right[1])}"
    )
    return group(
        _line(tail, under_head, mm(arrow.thickness), "arrow"),
        element("path", class_="arc", d=arc, fill="none", stroke=palette.INK, stroke_width=_pen(board)),
        _head(tip, (ux, uy)),
        *(
            _head((end[0] + ux * _ARROW_HEAD * 0.9, end[1] + uy * _ARROW_HEAD * 0.9), (ux, uy))
            for end in (left, right)
        ),
        circle(*middle, 2.6, fill=palette.RED, stroke=palette.INK, stroke_width=0.6),
    )


def _head(tip: Point, along: Point) -> str:
    """A slender barbed head."""
    (x, y), (ux, uy) = tip, along
    back, half, notch = _ARROW_HEAD, _ARROW_HEAD * 0.36, _ARROW_HEAD * 0.72
    corners = (
        tip,
        (x - ux * back - uy * half, y - uy * back + ux * half),
        (x - ux * notch, y - uy * notch),
        (x - ux * back + uy * half, y - uy * back - ux * half),
    )
    return element("polygon", points=points(corners), fill=palette.INK)


def _pocket(place: Point, board: Board) -> str:
    x, y = _place(place)
    radius = mm(board.pocket_diameter / 2.0)
    return group(
        circle(x, y, radius, class_="pocket", fill="#33211a"),
        element("use", href="#carrom-net", x=x, y=y),
        circle(x, y, radius, fill="url(#carrom-depth)"),
        ring(x, y, radius, 1.6, stroke="#120a06"),
        ring(x, y, radius - 1.3, 0.5, stroke=palette.FRAME_SHINE, stroke_opacity=0.6),
    )


def _net(board: Board) -> str:
    """Threads that run down from the rim both ways round and meet at the bottom of the net."""
    top, bottom = mm(board.pocket_diameter / 2.0) - 1.5, mm(board.pocket_diameter / 2.0) * 0.16
    threads = []
    for thread in range(_THREADS):
        start = 2.0 * pi * thread / _THREADS
        for round_ in (-_THREAD_TURN, _THREAD_TURN):
            (ax, ay), (bx, by) = _polar(top, start), _polar(bottom, start + round_)
            mx, my = _polar(top * 0.62, start + round_ * 0.36)
            ends = " ".join(number(value, 1) for value in (mx, my, bx, by))
            threads.append(f"M{number(ax, 1)} {number(ay, 1)}Q{ends}")
    return group(
        element("path", d="".join(threads)),
        circle(0, 0, bottom),
        id="carrom-net",
        fill="none",
        stroke=palette.NET,
        stroke_width=0.75,
        stroke_opacity=0.7,
    )


def _polar(far: float, angle: float) -> Point:
    return far * cos(angle), far * sin(angle)

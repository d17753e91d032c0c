"""The board in the picture is the board of the laws, to a thousandth of a millimetre."""

from __future__ import annotations

from dataclasses import replace
from math import dist, hypot

import pytest
from tests.drawing.seen import SVG, by_id, circles, corners, numbers, of_class, put, read

from carrom.drawing import layout_svg
from carrom.equipment import EQUIPMENT, Equipment
from carrom.stroke import Layout
from carrom.surface import arrows, base_circles, base_lines, pockets, seen_from, striker_place
from carrom.words import Coin, Seat

BOARDS = list(EQUIPMENT.values())
ODD = replace(
    BOARDS[0],
    name="odd",
    board=replace(
        BOARDS[0].board,
        surface=0.7,
        pocket_diameter=0.05,
        base_line_offset=0.09,
        base_line_length=0.44,
        base_line_thickness=0.004,
        base_circle_diameter=0.03,
        red_disc_diameter=0.02,
        arrow_length=0.25,
        arrow_thickness=0.002,
        arrow_from_pocket=0.06,
        arc_diameter=0.05,
        centre_circle_diameter=0.04,
        inner_circle_diameter=0.2,
        frame_width=0.05,
    ),
    coins=replace(BOARDS[0].coins, diameter=0.03),
    striker=replace(BOARDS[0].striker, diameter=0.039),
)
"""No number of it is a default: what is drawn from memory instead of from the board shows."""

every_board = pytest.mark.parametrize("equipment", [*BOARDS, ODD], ids=lambda equipment: str(equipment.name))


def in_mm(point: tuple[float, float]) -> tuple[float, float]:
    return 1000 * point[0], -1000 * point[1]


def near(expected: object) -> object:
    return pytest.approx(expected, abs=0.0011)


def empty(equipment: Equipment) -> str:
    return layout_svg(Layout(), equipment)


@every_board
def test_pockets_have_their_true_place_and_size(equipment: Equipment) -> None:
    drawn = circles(empty(equipment), "pocket")

    radius = 500 * equipment.board.pocket_diameter
    assert drawn == [near((*in_mm(pocket), radius)) for pocket in pockets(equipment.board)]


@every_board
def test_the_surface_reaches_from_frame_to_frame_with_corners_about_the_pockets(equipment: Equipment) -> None:
    (surface,) = of_class(empty(equipment), "surface")

    side = 1000 * equipment.board.surface
    assert numbers(surface, "x", "y", "width", "height", "rx") == near(
        (-side / 2, -side / 2, side, side, 500 * equipment.board.pocket_diameter)
    )


@every_board
def test_the_picture_holds_the_whole_frame_in_millimetres(equipment: Equipment) -> None:
    x, y, width, height = map(float, read(empty(equipment)).get("viewBox", "").split())

    outside = 1000 * (equipment.board.surface + 2 * equipment.board.frame_width)
    assert outside < width == height < outside + 5
    assert x == y == near(-width / 2)


@every_board
def test_base_lines_lie_between_the_base_circles_and_just_inside_the_band(equipment: Equipment) -> None:
    """The edges of the ink that look away from each other are the lines of `surface`."""
    svg = empty(equipment)
    for which, name, thickness in (
        (0, "lower", equipment.board.base_line_thickness),
        (1, "upper", equipment.board.arrow_thickness),
    ):
        drawn = of_class(svg, name)
        for seat, line in zip(Seat, drawn, strict=True):
            lines = base_lines(seat, equipment.board)
            start, end = map(in_mm, lines[which])
            other = in_mm(lines[1 - which][0])
            x1, y1, x2, y2 = numbers(line, "x1", "y1", "x2", "y2")

            assert numbers(line, "stroke-width") == near((1000 * thickness,))
            assert dist((x1, y1), start) == near(500 * thickness)
            assert dist((x2, y2), end) == near(500 * thickness)
            assert dist((x1, y1), other) == near(dist(start, other) - 500 * thickness)


@every_board
def test_base_circles_and_red_discs_have_their_true_place_and_size(equipment: Equipment) -> None:
    svg, board = empty(equipment), equipment.board
    places = [in_mm(place) for seat in Seat for place in base_circles(seat, board)]

    assert circles(svg, "base-circle") == [
        near((*place, 500 * board.base_circle_diameter)) for place in places
    ]
    assert circles(svg, "red-disc") == [near((*place, 500 * board.red_disc_diameter)) for place in places]


@every_board
def test_the_circles_about_the_centre_measure_what_the_board_says(equipment: Equipment) -> None:
    svg, board = empty(equipment), equipment.board
    outer = board.outer_circle_diameter

    assert circles(svg, "centre-circle") == [near((0, 0, 500 * board.centre_circle_diameter))]
    assert circles(svg, "inner-circle") == [near((0, 0, 500 * board.inner_circle_diameter))]
    assert circles(svg, "outer-circle") == ([] if outer is None else [near((0, 0, 500 * outer))])


@every_board
def test_arrows_run_from_their_inner_end_to_a_point_before_the_pocket(equipment: Equipment) -> None:
    root = read(empty(equipment))
    groups = [group for group in root.iter(f"{SVG}g") if any(each.get("class") == "arrow" for each in group)]

    for arrow, group in zip(arrows(equipment.board), groups, strict=True):
        (shaft,) = of_class(group, "arrow")
        tips = [corners(head)[0] for head in group.iter(f"{SVG}polygon")]
        inner, outer = in_mm(arrow.inner), in_mm(arrow.outer)
        x1, y1, x2, y2 = numbers(shaft, "x1", "y1", "x2", "y2")
        assert (x1, y1) == near(inner)
        assert tips[0] == near(outer)
        assert numbers(shaft, "stroke-width") == near((1000 * equipment.board.arrow_thickness,))
        assert (x1 - x2) / (y1 - y2) == near((inner[0] - outer[0]) / (inner[1] - outer[1]))
        assert dist((x2, y2), outer) < 10


@every_board
def test_the_arc_of_an_arrow_begins_at_its_inner_end_and_opens_to_the_pocket(equipment: Equipment) -> None:
    board = equipment.board
    for arrow, arc in zip(arrows(board), of_class(empty(equipment), "arc"), strict=True):
        path = arc.get("d", "").replace("M", " ").replace("A", " ").split()
        left = float(path[0]), float(path[1])
        radius, right = float(path[2]), (float(path[-2]), float(path[-1]))
        middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2

        assert radius + 500 * board.arrow_thickness == near(500 * board.arc_diameter)
        assert dist(left, right) == near(2 * radius)
        assert dist(middle, in_mm(arrow.inner)) == near(radius)
        assert hypot(*middle) > hypot(*in_mm(arrow.inner))


@every_board
def test_every_piece_is_true_to_size(equipment: Equipment) -> None:
    svg = empty(equipment)

    for coin in Coin:
        (disc,) = of_class(by_id(svg, f"carrom-{coin}"), "disc")
        assert numbers(disc, "r") == near((500 * equipment.coins.diameter,))
    (disc,) = of_class(by_id(svg, "carrom-striker"), "disc")
    assert numbers(disc, "r") == near((500 * equipment.striker.diameter,))


@pytest.mark.parametrize("seat", Seat)
def test_each_seat_sees_the_coins_in_its_own_coordinates(seat: Seat) -> None:
    """A coin at a seat's right hand lies at the right of its picture."""
    layout = Layout.parse("w 0.1,0.02; b -0.2,0.05; q 0.03,-0.3")
    striker = striker_place(Seat.WEST, 0.07)

    svg = layout_svg(layout, seat=seat, striker=striker)

    for name, place in zip(("white", "black", "queen", "striker"), (*layout.points, striker), strict=True):
        (piece,) = [each for each in of_class(svg, "piece") if name in each.get("class", "").split()]
        assert put(piece) == near((*in_mm(seen_from(seat, place)), 1))
        hrefs = [use.get("href") for use in piece]
        assert hrefs == [f"#carrom-{name}", f"#carrom-{name}-mark"]


def test_the_board_turns_with_the_seat_and_its_grain_with_it() -> None:
    turns = [read(layout_svg(Layout(), seat=seat)).findall(f"{SVG}g")[0].get("transform") for seat in Seat]

    assert turns == ["rotate(0)", "rotate(90)", "rotate(180)", "rotate(270)"]


def test_pieces_can_be_told_apart_without_colour() -> None:
    """Each has another pattern: rings, one thick ring, dots, petals."""
    svg = layout_svg(Layout())
    patterns = {
        name: (
            len(list(by_id(svg, f"carrom-{name}-mark").iter(f"{SVG}circle"))),
            len(list(by_id(svg, f"carrom-{name}-mark").iter(f"{SVG}path"))),
        )
        for name in ("white", "black", "queen", "striker")
    }

    assert len(set(patterns.values())) == 4
    assert patterns["striker"][1] == 6


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", ["white", "black", "queen", "striker"])
def test_the_rim_of_every_piece_stands_out_from_the_maple(name: str) -> None:
    """At least 4 to 1, where the wood is darkest too."""
    svg = layout_svg(Layout())
    (disc,) = of_class(by_id(svg, f"carrom-{name}"), "disc")
    woods = [stop.get("stop-color", "") for stop in by_id(svg, "carrom-maple")]

    assert len(woods) == 3
    for wood in woods:
        assert (luminance(wood) + 0.05) / (luminance(disc.get("fill", "")) + 0.05) >= 4.0

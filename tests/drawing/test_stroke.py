"""A stroke in one picture: ways, contacts, before and after."""

from __future__ import annotations

from math import dist, hypot

import pytest
from tests.drawing.seen import SVG, circles, corners, of_class, put
from tests.drawing.strokes import a_full_net, a_good_stroke, a_lost_striker

from carrom.drawing import trace_svg
from carrom.drawing.stroke import mark_size
from carrom.equipment import EQUIPMENT
from carrom.physics.trace import Kind
from carrom.surface import pockets, seen_from
from carrom.words import Seat


def in_mm(point: tuple[float, float]) -> tuple[float, float]:
    return 1000 * point[0], -1000 * point[1]


def near(expected: object) -> object:
    return pytest.approx(expected, abs=0.0011)


def way(svg: str, name: str) -> list[tuple[float, float]]:
    (line,) = [line for line in of_class(svg, "path") if name in line.get("class", "").split()]
    return corners(line)


def test_the_way_of_a_piece_goes_from_where_it_lay_over_its_contacts_to_its_rest() -> None:
    stroke = a_good_stroke()
    svg = trace_svg(stroke)

    corners_ = [stroke.start[0], *((s.x, s.y) for s in stroke.flights[0][1:]), stroke.rest[0]]
    assert way(svg, "striker") == [near(in_mm(corner)) for corner in corners_ if corner]
    assert len(corners_) == 5


def test_the_way_of_a_pocketed_coin_ends_where_it_fell() -> None:
    stroke = a_good_stroke()
    (fall,) = stroke.falls

    assert way(trace_svg(stroke), "white")[-1] == near(in_mm((fall.x, fall.y)))


def test_what_never_moved_has_no_way_and_no_ghost() -> None:
    svg = trace_svg(a_good_stroke())
    (before,) = of_class(svg, "before")

    assert len(of_class(svg, "path")) == 3
    assert [piece.get("class") for piece in of_class(before, "piece")] == [
        "piece striker",
        "piece white",
        "piece queen",
    ]


def test_ghosts_lie_where_the_pieces_lay_and_solid_ones_where_they_rest() -> None:
    stroke = a_good_stroke()
    svg = trace_svg(stroke)
    (before,), (after,) = of_class(svg, "before"), of_class(svg, "after")

    moved = [stroke.start[i] for i in (0, 1, 3)]
    assert [put(piece) for piece in of_class(before, "piece")] == [near((*in_mm(p), 1)) for p in moved]
    rest = [place for place in stroke.rest if place is not None]
    assert [put(piece) for piece in of_class(after, "piece")] == [near((*in_mm(p), 1)) for p in rest]
    (faint,) = [group for group in before.findall(f"{SVG}g") if group.get("opacity")]
    assert float(faint.get("opacity", 1)) < 0.5
    assert after.get("opacity") is None


def test_pocketed_pieces_lie_small_in_their_net() -> None:
    (nets,) = of_class(trace_svg(a_good_stroke()), "pocketed")
    (coin,) = of_class(nets, "piece")
    x, y, size = put(coin)

    assert coin.get("class") == "piece white"
    assert (x, y) == near(in_mm(pockets(a_good_stroke().equipment.board)[1]))
    assert 0.3 < size < 0.9


@pytest.mark.parametrize("count", [2, 3, 5, 9])
def test_several_in_one_net_lie_inside_it_and_beside_each_other(count: int) -> None:
    stroke = a_full_net(count)
    (nets,) = of_class(trace_svg(stroke), "pocketed")
    lying = [put(coin) for coin in of_class(nets, "piece")]
    hole, radius = in_mm(pockets(stroke.equipment.board)[0]), 500 * stroke.equipment.coins.diameter

    assert len(lying) == count
    for index, (x, y, size) in enumerate(lying):
        assert dist((x, y), hole) + size * radius <= 500 * stroke.equipment.board.pocket_diameter
        for a, b, _ in lying[:index]:
            assert dist((x, y), (a, b)) >= 2 * size * radius - 0.01


def test_a_striker_that_fell_lies_in_its_net_and_nowhere_else() -> None:
    svg = trace_svg(a_lost_striker())
    (nets,) = of_class(svg, "pocketed")

    assert [piece.get("class") for piece in of_class(nets, "piece")] == ["piece striker"]
    assert not of_class(of_class(svg, "after")[0], "piece")


def test_contacts_are_marked_where_they_happened_by_force_and_by_kind() -> None:
    """Rings where pieces met, diamonds at the frame; the area of a mark goes with the speed."""
    stroke = a_good_stroke()
    svg = trace_svg(stroke)
    met = sorted((c for c in stroke.contacts if c.kind is Kind.PIECES), key=lambda c: c.speed)
    (frame,) = [c for c in stroke.contacts if c.kind is Kind.FRAME]

    rings = [ring for ring in of_class(svg, "contact") if ring.tag == f"{SVG}circle"]
    (diamond,) = [mark for mark in of_class(svg, "contact") if mark.tag == f"{SVG}polygon"]
    places = [(float(ring.get("cx", 0)), float(ring.get("cy", 0))) for ring in rings]
    sizes = [float(ring.get("r", 0)) for ring in rings]
    assert places == [near(in_mm((contact.x, contact.y))) for contact in met]
    assert sizes[1] ** 2 / sizes[0] ** 2 == pytest.approx(met[1].speed / met[0].speed, rel=0.01)
    x, y = in_mm((frame.x, frame.y))
    assert [hypot(a - x, b - y) for a, b in corners(diamond)] == [near(mark_size(frame.speed))] * 4


def test_no_mark_grows_beyond_bounds() -> None:
    assert mark_size(-1.0) == 0.0 == mark_size(0.0)
    assert mark_size(3.0) < mark_size(6.0) == mark_size(60.0) < 16.0


@pytest.mark.parametrize("layer", ["paths", "contacts", "before", "after"])
def test_each_layer_can_be_left_out_alone(layer: str) -> None:
    layers = {"paths", "contacts", "before", "after"}
    shown = {each: each != layer for each in layers}
    svg = trace_svg(
        a_good_stroke(),
        paths=shown["paths"],
        contacts=shown["contacts"],
        before=shown["before"],
        after=shown["after"],
    )

    assert {each for each in layers if of_class(svg, each)} == layers - {layer}
    assert bool(of_class(svg, "pocketed")) == (layer != "after")


def test_paths_can_be_told_apart_without_colour() -> None:
    """Whoever sees no colour still has width, dashes, and light against dark."""
    svg = trace_svg(a_good_stroke())
    looks = {(line.get("stroke-width"), line.get("stroke-dasharray")) for line in of_class(svg, "path")}

    assert len(looks) == 3


@pytest.mark.parametrize("seat", [None, *Seat])
def test_a_stroke_is_seen_from_the_seat_that_strikes_unless_another_is_named(seat: Seat | None) -> None:
    stroke = a_lost_striker(Seat.NORTH)

    start = way(trace_svg(stroke, seat=seat), "striker")[0]

    assert start == near(in_mm(seen_from(seat or Seat.NORTH, stroke.start[0])))


def test_the_board_of_a_stroke_is_its_own() -> None:
    older = a_good_stroke(EQUIPMENT["older"])

    (outer,) = circles(trace_svg(older), "outer-circle")

    assert outer[2] == near(500 * (older.equipment.board.outer_circle_diameter or 0))

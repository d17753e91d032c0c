"""A stroke in one picture: ways, contacts, before and after."""

from __future__ import annotations

from dataclasses import replace
from math import dist, hypot

import pytest
from tests.drawing.seen import SVG, circles, corners, of_class, put, read
from tests.drawing.strokes import a_full_net, a_good_stroke, a_lost_striker, rows

from carrom.drawing import trace_svg
from carrom.drawing.stroke import mark_size, marked
from carrom.drawing.tracks import AT_ONCE
from carrom.equipment import EQUIPMENT
from carrom.physics import simulate
from carrom.physics.trace import Event, Kind, Trace
from carrom.stroke import Aim, Layout
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


def test_two_in_one_net_lie_side_by_side_for_whoever_looks() -> None:
    for seat in Seat:
        (nets,) = of_class(trace_svg(a_full_net(2), seat=seat), "pocketed")
        (ax, ay, size), (bx, by, _) = [put(coin) for coin in of_class(nets, "piece")]
        assert by == near(ay), seat
        assert bx - ax >= size * 31.8, seat


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


def order(svg: str, *names: str) -> list[str]:
    """In which order the layers are drawn: the last lies over the others."""
    return [each.get("class", "") for each in read(svg) if each.get("class") in names]


def test_marks_lie_under_the_pieces_at_rest() -> None:
    layers = ("before", "paths", "contacts", "after", "pocketed")

    assert order(trace_svg(a_good_stroke()), *layers) == list(layers)


def test_of_the_many_contacts_of_a_break_only_the_strikers_is_marked() -> None:
    stroke = simulate(Layout.rosette(), Aim.parse("south x 0.0, angle 1.55, speed 6.0"))
    first = stroke.contacts[0]
    burst = [each for each in stroke.contacts if each.time - first.time <= AT_ONCE]
    shown = marked(stroke)

    assert len(burst) > 30
    assert [each for each in shown if each.time - first.time <= AT_ONCE] == [first]
    assert first.piece == 0
    assert len(of_class(trace_svg(stroke), "contact")) == len(shown)
    frames = [each for each in stroke.contacts if each.kind is Kind.FRAME]
    assert [each for each in shown if each.kind is Kind.FRAME] == frames


def test_where_many_meet_without_the_striker_the_hardest_contact_is_marked() -> None:
    stroke = a_good_stroke()
    coins = [Event(0.9 + n / 1e4, Kind.PIECES, 1, 2, 1.0 + n % 3, 0.1, 0.1) for n in range(4)]
    few = replace(stroke, event_rows=rows(*coins[:3]))
    many = replace(stroke, event_rows=rows(*coins))

    assert marked(few) == coins[:3]
    assert marked(many) == [coins[2]]


def test_many_ghosts_are_fainter_than_a_few() -> None:
    """A broken rosette would be a smear of them."""

    def faint(stroke: Trace) -> float:
        (before,) = of_class(trace_svg(stroke), "before")
        return float(before[0].get("opacity", 1))

    broken = simulate(Layout.rosette(), Aim.parse("south x 0.0, angle 1.55, speed 6.0"))
    assert faint(broken) < faint(a_good_stroke()) / 2


def test_every_piece_says_its_name_to_a_pointer() -> None:
    """In the net and as a ghost too."""

    def names(svg: str, layer: str) -> list[str | None]:
        (group,) = of_class(svg, layer)
        return [piece.findtext(f"{SVG}title") for piece in of_class(group, "piece")]

    english, french = trace_svg(a_good_stroke()), trace_svg(a_good_stroke(), lang="fr")
    assert names(english, "after") == ["the striker", "black 1", "the queen"]
    assert names(english, "pocketed") == ["white 1"]
    assert names(french, "before") == ["le palet", "blanc 1", "la reine"]


def test_every_path_has_a_casing_of_another_tone() -> None:
    """A cream line on cream wood is lost, and a dark one on the print."""

    def light(colour: str | None) -> bool:
        assert colour is not None
        return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) > 3 * 128

    svg = trace_svg(a_good_stroke())
    lines = list(zip(of_class(svg, "casing"), of_class(svg, "path"), strict=True))

    assert len(lines) == 3
    for casing, line in lines:
        assert casing.get("points") == line.get("points")
        assert float(casing.get("stroke-width", 0)) > float(line.get("stroke-width", 0)) + 1.0
        assert light(casing.get("stroke")) != light(line.get("stroke"))


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

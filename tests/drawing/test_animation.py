"""An animation is the flight itself: at every time everything is where the trace has it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from math import dist
from xml.etree.ElementTree import Element

import pytest
from tests.drawing.seen import SVG, animated, animations, of_class, put
from tests.drawing.strokes import a_full_net, a_good_stroke, a_lost_striker

from carrom.drawing import animated_html, animated_svg
from carrom.drawing.animate import BACK, HOLD, LEAD, SINKING, cycle_length
from carrom.drawing.nets import in_nets
from carrom.drawing.stroke import LINES
from carrom.drawing.tracks import stretches
from carrom.physics import simulate
from carrom.physics.trace import Kind, Trace
from carrom.stroke import Aim, Layout
from carrom.surface import seen_from
from carrom.words import Seat

CLOSE = 0.01  # mm
STROKES: dict[str, Callable[[], Trace]] = {
    "good": lambda: a_good_stroke(),
    "lost striker": lambda: a_lost_striker(),
    "full net": lambda: a_full_net(4),
}
every_stroke = pytest.mark.parametrize("name", STROKES)


def times(trace: Trace) -> list[float]:
    """Evenly spread, and just about every event, where errors would be largest."""
    even = [trace.duration * step / 200 for step in range(201)]
    events = [event.time + shift for event in trace.events for shift in (-1e-6, 1e-6)]
    return sorted(time for time in even + events if 0 <= time <= trace.duration)


def pieces_of(svg: str) -> list[Element]:
    """In the order of the trace."""
    return of_class(svg, "piece")


def near(expected: float) -> object:
    return pytest.approx(expected, abs=1e-5)


def place(piece: Element, time: float) -> tuple[float, ...]:
    moves = [each for each in piece if each.get("type") == "translate"]
    return animated(moves[0], time) if moves else put(piece)[:2]


@every_stroke
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.WEST])
def test_the_svg_has_every_piece_where_the_trace_has_it(name: str, seat: Seat) -> None:
    stroke = STROKES[name]()
    drawn = pieces_of(animated_svg(stroke, seat=seat))
    checked = 0

    for time in times(stroke):
        for piece, point in zip(drawn, stroke.at(time), strict=True):
            if point is not None:
                x, y = seen_from(seat, point)
                assert place(piece, LEAD + time) == pytest.approx((1000 * x, -1000 * y), abs=CLOSE)
                checked += 1
    assert checked > 200


def test_a_break_plays_as_it_was_simulated() -> None:
    """Hundreds of segments at full force, spinning pieces among them."""
    stroke = simulate(Layout.rosette(turned=0.2), Aim.parse("east x 0.03, angle 1.6, speed 6.0"))
    drawn = pieces_of(animated_svg(stroke))

    assert sum(map(len, stroke.flights)) > 100
    for time in times(stroke)[::7]:
        for piece, point in zip(drawn, stroke.at(time), strict=True):
            if point is not None:
                x, y = seen_from(Seat.EAST, point)
                assert place(piece, LEAD + time) == pytest.approx((1000 * x, -1000 * y), abs=CLOSE)


def test_straight_lines_between_the_keys_would_be_far_off() -> None:
    """So the splines carry the motion, and the test above would see them go wrong."""
    stroke = a_good_stroke()
    striker = pieces_of(animated_svg(stroke))[0]
    (moves,) = [each for each in striker if each.get("type") == "translate"]
    moves.set("keySplines", re.sub(r"[^;]+", "0 0 1 1", moves.get("keySplines", "")))
    at = stroke.flights[0][1].time + 0.15

    there = stroke.at(at)[0]
    assert there is not None
    assert dist(place(striker, LEAD + at), (1000 * there[0], -1000 * there[1])) > 1.0


def test_the_svg_waits_before_and_after_the_stroke_and_comes_back_to_its_beginning() -> None:
    stroke = a_good_stroke()
    striker = pieces_of(animated_svg(stroke))[0]
    (moves,) = [each for each in striker if each.get("type") == "translate"]

    assert float(moves.get("dur", "").removesuffix("s")) == pytest.approx(cycle_length(stroke))
    assert cycle_length(stroke) == LEAD + stroke.duration + HOLD + BACK
    assert moves.get("repeatCount") == "indefinite"
    assert place(striker, LEAD / 2) == place(striker, 0.0) == put(striker)[:2]
    assert place(striker, cycle_length(stroke) - 0.1) == place(striker, LEAD + stroke.duration)


def opacity(element: Element, time: float) -> float:
    """By the animations that stand right inside it."""
    fades = [each for each in element if each.get("attributeName") == "opacity"]
    return animated(fades[0], time)[0] if fades else float(element.get("opacity", 1))


@every_stroke
def test_before_it_begins_anew_what_moved_fades_to_where_it_lay(name: str) -> None:
    """Half way both are seen; what never moved stays as it is, and no jump is left for the new beginning."""
    stroke = STROKES[name]()
    svg = animated_svg(stroke)
    (again,) = of_class(svg, "again")
    _, *lying = again.findall(f"{SVG}g")
    moved = [piece for piece, flight in enumerate(stroke.flights) if flight]
    whole = cycle_length(stroke)

    assert again.get("opacity") == "0"
    assert [put(each)[:2] for each in lying] == [put(pieces_of(svg)[piece])[:2] for piece in moved]
    for time, there in ((0.0, 0.0), (whole - BACK, 0.0), (whole - BACK / 2, 0.5), (whole, 1.0)):
        assert opacity(again, time) == pytest.approx(there, abs=1e-5)
        for index, piece in enumerate(pieces_of(svg)):
            (seen,) = [each for each in piece if each.tag == f"{SVG}g"]
            assert opacity(seen, time) == pytest.approx(1.0 - there if index in moved else 1.0, abs=1e-5)


@every_stroke
def test_what_falls_shrinks_into_its_net_and_is_seen_there_and_nothing_else_shrinks(name: str) -> None:
    stroke = STROKES[name]()
    drawn = pieces_of(animated_svg(stroke))
    falls, nets = {fall.piece: fall for fall in stroke.falls}, in_nets(stroke, stroke.aim.seat)

    assert falls.keys() == nets.keys() != set()
    for index, piece in enumerate(drawn):
        shrinks = [each for each in animations(piece) if each.get("type") == "scale"]
        assert len(shrinks) == (index in falls)
        if index not in falls:
            continue
        begins, lies = LEAD + falls[index].time, LEAD + stroke.duration + HOLD
        x, y = seen_from(stroke.aim.seat, nets[index].place)
        (seen,) = [each for each in piece if each.tag == f"{SVG}g"]
        assert animated(shrinks[0], begins) == pytest.approx((1.0,), abs=1e-5)
        for time in (begins + SINKING, lies):
            assert animated(shrinks[0], time)[0] == pytest.approx(nets[index].size, abs=1e-5)
            assert place(piece, time) == pytest.approx((1000 * x, -1000 * y), abs=CLOSE)
            assert opacity(seen, time) == pytest.approx(1.0, abs=1e-5)


def test_in_a_net_a_piece_has_a_light_edge_and_no_shadow() -> None:
    stroke = a_good_stroke()
    svg = animated_svg(stroke)
    shadows, _ = of_class(svg, "shadows")
    (edge,) = of_class(pieces_of(svg)[1], "in-net")
    fell = LEAD + stroke.falls[0].time

    assert (opacity(edge, fell), opacity(edge, fell + SINKING)) == (near(0.0), near(1.0))
    assert (opacity(shadows[1][1], fell), opacity(shadows[1][1], fell + SINKING)) == (near(1.0), near(0.0))
    assert len(of_class(svg, "in-net")) == len(of_class(svg, "net-edge")) == 1


def test_the_last_to_fall_has_time_to_sink() -> None:
    assert SINKING < HOLD


def test_a_shadow_goes_with_its_piece() -> None:
    svg = animated_svg(a_good_stroke())
    shadows, _ = of_class(svg, "shadows")

    for shadow, piece in zip(shadows, pieces_of(svg), strict=True):
        for time in (0.3, LEAD + 0.2, LEAD + 0.5):
            assert place(shadow, time) == place(piece, time)


def test_the_mark_turns_by_the_spin_and_against_the_clock() -> None:
    """Radians to degrees, and y runs down in a picture; the spin is 9 rad/s until the white is met."""
    stroke = a_good_stroke()
    striker = pieces_of(animated_svg(stroke))[0]
    (turns,) = [each for each in animations(striker) if each.get("type") == "rotate"]
    first = stroke.flights[0][0]
    tau = 0.07
    radians = first.spin * tau - first.spin_slowing * tau * tau / 2

    assert animated(turns, LEAD + tau)[0] == pytest.approx(-57.29578 * radians, abs=0.1)
    assert animated(turns, LEAD + tau)[0] < -30


def test_stretches_of_a_flight_join_and_stop_where_the_flight_does() -> None:
    for name in STROKES:
        stroke = STROKES[name]()
        for piece, flight in enumerate(stroke.flights):
            way = stretches(stroke, piece)
            assert len(way) == len(flight)
            for before, after in pairwise(way):
                assert before.end <= after.start
                assert before.b == pytest.approx(after.a, abs=1e-12)
                assert before.angle_b == after.angle_a
            if way:
                end = stroke.rest[piece] or next((f.x, f.y) for f in stroke.falls if f.piece == piece)
                assert way[-1].b == pytest.approx(end, abs=1e-12)


class Page(HTMLParser):
    """The tags of a page, and the text of each script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data: dict[str, str] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if not self.tags:
            return
        tag, attributes = self.tags[-1]
        name = attributes.get("id") or tag
        self.data[name] = self.data.get(name, "") + data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_the_page_carries_the_segments_in_full() -> None:
    """Rounded numbers would open gaps between one segment and the next."""
    stroke = a_good_stroke()
    told = json.loads(Page(animated_html(stroke)).data["trace"])

    assert told["duration"] == stroke.duration
    for piece, flight, start, rest in zip(
        told["pieces"], stroke.flights, stroke.start, stroke.rest, strict=True
    ):
        assert [tuple(segment) for segment in piece["flight"]] == list(flight)
        assert tuple(piece["start"]) == start
        assert piece["rest"] == (None if rest is None else list(rest))
    (fall,) = stroke.falls
    net = in_nets(stroke, Seat.SOUTH)[1]
    assert told["pieces"][1]["fall"] == {"time": fall.time, "net": list(net.place), "size": net.size}
    assert told["pieces"][0]["fall"] is None


@every_stroke
def test_the_slider_goes_from_the_first_moment_to_the_last_and_no_farther(name: str) -> None:
    """The last to fall sinks after that, on no clock."""
    stroke = STROKES[name]()
    page = Page(animated_html(stroke))
    (slider,) = [each for each in page.all("input") if each.get("type") == "range"]

    assert (float(slider["min"] or "nan"), float(slider["max"] or "nan")) == (0.0, stroke.duration)
    assert json.loads(page.data["trace"])["end"] >= stroke.duration + SINKING


def test_the_page_has_a_place_for_every_piece_and_its_shadow() -> None:
    stroke = a_good_stroke()
    page = animated_html(stroke)

    for index in range(len(stroke.pieces)):
        assert page.count(f'id="piece-{index}"') == page.count(f'id="shadow-{index}"') == 1
    assert 'id="piece-4"' not in page


def test_the_page_lists_what_happened_in_order() -> None:
    stroke = a_good_stroke()
    french = animated_html(stroke, lang="fr")
    said = re.findall(r"<time>([^<]*)</time><span>([^<]*)</span>", french)
    rows = [each for each in Page(french).all("li") if "data-time" in each]
    clock = [float(row["data-time"] or "nan") for row in rows]

    assert [text for _, text in said] == [
        "Le tir commence",
        "Le palet touche blanc 1",
        "Blanc 1 tombe dans le trou nord-est",
        "Le palet touche le cadre ouest",
        "Le palet touche la reine",
        "Tout est au repos",
    ]
    assert said[0][0] == "0,000 s"
    assert re.findall(r'class="speed">([^<]*)<', french) == ["2,20 m/s", "0,80 m/s", "0,30 m/s"]
    assert clock == [0.0, *(e.time for e in stroke.events if e.kind is not Kind.OVER), stroke.duration]


def test_each_line_of_the_page_knows_the_pieces_it_names() -> None:
    stroke = a_good_stroke()
    page = animated_html(stroke)
    rows = [each for each in Page(page).all("li") if "data-time" in each]

    assert [row["data-pieces"] for row in rows] == ["0", "0 1", "1", "0", "0 3", ""]
    assert page.count('class="halo"') == len(stroke.pieces)


def test_a_break_is_told_in_a_list_that_somebody_can_read() -> None:
    stroke = simulate(Layout.rosette(), Aim.parse("south x 0.0, angle 1.55, speed 6.0"))
    page = animated_html(stroke)
    said = re.findall(r"<time>[^<]*</time><span>([^<]*)</span>", page)

    assert re.fullmatch(r"The striker meets white \d; \d\d more contacts at once", said[1])
    assert len(said) < len(stroke.events) / 2
    assert "at once" not in said[2]


@pytest.mark.parametrize(("lang", "says"), [("en", "pieces meet"), ("fr", "deux pièces se touchent")])
def test_a_legend_shows_every_line_and_mark_as_they_are_drawn(lang: str, says: str) -> None:
    page = animated_html(a_good_stroke(), lang=lang)
    legend = re.sub(r".*(<ul.*</ul>).*", r"\1", page, flags=re.DOTALL)

    assert {line for line in LINES if of_class(legend, line)} == set(LINES)
    assert [mark.tag for mark in of_class(legend, "contact")] == ["circle", "polygon"]
    assert says in legend


def test_the_hint_about_keys_is_only_for_who_has_a_pointer_that_can_rest() -> None:
    page = animated_html(a_good_stroke())

    assert re.search(r"\.keys { display: none;", page)
    assert re.search(r"@media \(hover: hover\) and \(pointer: fine\)[^{]*{ \.keys { display: block", page)


def test_the_page_offers_speeds_from_a_quarter_to_double() -> None:
    page = Page(animated_html(a_good_stroke()))

    assert [option["value"] for option in page.all("option")] == ["0.25", "0.5", "1", "2"]
    assert [option["value"] for option in page.all("option") if "selected" in option] == ["1"]
    assert {each.get("type") for each in page.all("input")} == {"range", "checkbox"}


def test_the_page_forbids_itself_every_request() -> None:
    (policy,) = [
        meta["content"] for meta in Page(animated_html(a_good_stroke())).all("meta") if "http-equiv" in meta
    ]

    assert policy is not None
    assert "default-src 'none'" in policy


def test_the_page_says_its_language_and_direction() -> None:
    assert Page(animated_html(a_good_stroke())).all("html") == [{"lang": "en", "dir": "ltr"}]
    assert Page(animated_html(a_good_stroke(), lang="fr")).all("html") == [{"lang": "fr", "dir": "ltr"}]


def test_the_page_does_not_start_by_itself_where_less_motion_is_asked_for() -> None:
    """The script looks before it runs; what it does then is seen in a browser."""
    page = animated_html(a_good_stroke())

    assert re.search(r'if \(!matchMedia\("\(prefers-reduced-motion: reduce\)"\)\.matches\) run\(\);', page)

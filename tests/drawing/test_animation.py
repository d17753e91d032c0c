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
from tests.drawing.seen import animated, animations, of_class, put
from tests.drawing.strokes import a_full_net, a_good_stroke, a_lost_striker

from carrom.drawing import animated_html, animated_svg
from carrom.drawing.animate import HOLD, LEAD, SINKING, length
from carrom.drawing.tracks import stretches
from carrom.physics import simulate
from carrom.physics.trace import Kind, Trace
from carrom.stroke import Aim, Layout
from carrom.surface import pockets, seen_from
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


def test_the_svg_waits_before_and_after_the_stroke_and_begins_anew() -> None:
    stroke = a_good_stroke()
    striker = pieces_of(animated_svg(stroke))[0]
    (moves,) = [each for each in striker if each.get("type") == "translate"]

    assert float(moves.get("dur", "").removesuffix("s")) == pytest.approx(LEAD + stroke.duration + HOLD)
    assert moves.get("repeatCount") == "indefinite"
    assert place(striker, LEAD / 2) == place(striker, 0.0) == put(striker)[:2]
    assert place(striker, length(stroke) - 0.1) == place(striker, LEAD + stroke.duration)


@every_stroke
def test_what_falls_shrinks_and_fades_into_its_pocket_and_nothing_else_does(name: str) -> None:
    stroke = STROKES[name]()
    drawn = pieces_of(animated_svg(stroke))
    falls = {fall.piece: fall for fall in stroke.falls}

    assert falls
    for index, piece in enumerate(drawn):
        fades = [each for each in animations(piece) if each.get("attributeName") == "opacity"]
        shrinks = [each for each in animations(piece) if each.get("type") == "scale"]
        assert len(fades) == len(shrinks) == (index in falls)
        if index not in falls:
            continue
        begins = LEAD + falls[index].time
        x, y = seen_from(stroke.aim.seat, pockets(stroke.equipment.board)[falls[index].other])
        assert animated(fades[0], begins) == pytest.approx((1.0,), abs=1e-5)
        assert animated(fades[0], begins + SINKING / 2) == pytest.approx((0.5,), abs=1e-5)
        assert animated(fades[0], begins + SINKING) == pytest.approx((0.0,), abs=1e-5)
        assert animated(shrinks[0], begins + SINKING)[0] < 0.7
        assert place(piece, begins + SINKING) == pytest.approx((1000 * x, -1000 * y), abs=CLOSE)


def test_the_last_to_fall_has_time_to_sink() -> None:
    assert SINKING < HOLD


def test_a_shadow_goes_with_its_piece() -> None:
    svg = animated_svg(a_good_stroke())
    (shadows,) = of_class(svg, "shadows")

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
    hole = pockets(stroke.equipment.board)[fall.other]
    assert told["pieces"][1]["fall"] == {"time": fall.time, "pocket": list(hole)}
    assert told["pieces"][0]["fall"] is None
    assert told["end"] > stroke.duration + SINKING


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
    clock = [float(at or 0) for at in re.findall(r'data-time="([^"]*)"', french)]

    assert [text for _, text in said] == [
        "Le tir commence",
        "Le palet touche blanc 1",
        "Blanc 1 tombe dans le trou",
        "Le palet touche le cadre",
        "Le palet touche la reine",
        "Tout est au repos",
    ]
    assert said[0][0] == "0,00 s"
    assert clock == [0.0, *(e.time for e in stroke.events if e.kind is not Kind.OVER), stroke.duration]


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


def test_the_page_says_its_language() -> None:
    assert Page(animated_html(a_good_stroke())).all("html") == [{"lang": "en"}]
    assert Page(animated_html(a_good_stroke(), lang="fr")).all("html") == [{"lang": "fr"}]


def test_the_page_does_not_start_by_itself_where_less_motion_is_asked_for() -> None:
    """The script looks before it runs; what it does then is seen in a browser."""
    page = animated_html(a_good_stroke())

    assert re.search(r'if \(!matchMedia\("\(prefers-reduced-motion: reduce\)"\)\.matches\) run\(\);', page)

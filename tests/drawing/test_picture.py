"""What holds for every picture: well-formed, the same each time, asking nobody, telling all."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from struct import unpack
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.drawing.seen import SVG, read
from tests.drawing.strokes import a_full_net, a_good_stroke, a_lost_striker, rows

from carrom.drawing import animated_html, animated_svg, layout_svg, png, trace_svg
from carrom.equipment import EQUIPMENT, STANDARD
from carrom.errors import CarromError, EquipmentError, TraceError
from carrom.physics.trace import Event, Kind, Trace
from carrom.stroke import Layout
from carrom.words import Seat

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


PICTURES: dict[str, Callable[[], str]] = {
    "rosette": lambda: layout_svg(Layout.rosette(turned=0.3), seat=Seat.WEST),
    "older": lambda: layout_svg(Layout(), EQUIPMENT["older"], lang="fr"),
    "stroke": lambda: trace_svg(a_good_stroke()),
    "full net": lambda: trace_svg(a_full_net(5), lang="fr"),
    "animated": lambda: animated_svg(a_good_stroke()),
    "lost striker": lambda: animated_svg(a_lost_striker(), seat=Seat.NORTH),
    "page": lambda: animated_html(a_good_stroke(), lang="fr"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    assert PICTURES[name]() == PICTURES[name]()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_asks_nobody_for_anything(name: str) -> None:
    """No address but the name of SVG itself; every reference is to a part of the same picture."""
    drawn = PICTURES[name]()

    assert drawn.count(XMLNS) == 1
    assert not re.search(
        r"https?:|//[a-z]|@import|<(img|link|iframe|image|script src)", drawn.replace(XMLNS, "")
    )
    references = re.findall(r'(?:href|src)="([^"]*)"', drawn) + re.findall(r"url\(([^)]*)\)", drawn)
    assert references
    for reference in references:
        assert reference.startswith("#")
        assert drawn.count(f'id="{reference[1:]}"') == 1


@pytest.mark.parametrize("name", [name for name in PICTURES if name != "page"])
def test_a_picture_is_well_formed_and_says_what_it_shows(name: str) -> None:
    root = read(PICTURES[name]())

    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in list(root)[:2])
    assert "nan" not in PICTURES[name]()


def test_a_layout_stays_a_small_file() -> None:
    assert 20_000 < len(layout_svg(Layout.rosette())) < 60_000


def test_what_lies_on_the_board_is_told() -> None:
    def told(svg: str) -> str:
        return read(svg).findtext(f"{SVG}desc", "")

    one = Layout.parse("w 0.1,0.0; b 0.2,0.0; q 0.0,0.0")
    assert told(layout_svg(Layout.rosette())) == (
        "On the board: 9 white, 9 black, the queen. Seen from the south. Board: modern."
    )
    assert told(layout_svg(one, lang="fr", seat=Seat.EAST)) == (
        "Sur le plateau : 1 blanc, 1 noir, la reine. Vu de l'est. Plateau : moderne."
    )
    older = layout_svg(Layout(), EQUIPMENT["older"], lang="fr")
    assert told(older).endswith("Plateau : ancien.")
    assert "no coin" in told(layout_svg(Layout()))
    assert told(trace_svg(a_good_stroke())).startswith("South strikes at 2.40 m/s. Pocketed: white 1. On the")
    assert told(trace_svg(a_lost_striker(), lang="fr")).startswith("Est tire à 1,50 m/s. Logés : le palet.")


NASTY = "<script>alert('1')</script> & \"]]>\x07 é"


def nasty_stroke() -> Trace:
    stroke = a_good_stroke()
    return replace(stroke, equipment=replace(stroke.equipment, name=NASTY))


def test_text_from_outside_is_escaped() -> None:
    """A name of a board comes from somebody's file, a title from somebody's mouth."""
    svg = layout_svg(Layout(), replace(STANDARD, name=NASTY), title=NASTY)
    page = animated_html(nasty_stroke(), title=NASTY)
    seen = NASTY.replace("\x07", "�")

    assert read(svg).findtext(f"{SVG}title") == seen
    assert seen in read(svg).findtext(f"{SVG}desc", "")
    assert seen in read(trace_svg(nasty_stroke())).findtext(f"{SVG}desc", "")
    assert "<script>alert" not in svg + page
    assert page.count("&lt;script&gt;alert") == 3


def test_a_trace_that_does_not_hold_together_is_refused() -> None:
    """With an exception of carrom, never with a picture of nothing."""
    stroke = a_good_stroke()
    no_pocket = Event(0.5, Kind.FELL, 1, 7, 1.0, 0.3, 0.3)
    no_piece = Event(0.5, Kind.PIECES, 1, 7, 1.0, 0.3, 0.3)
    nowhere = (float("nan"), 0.0)
    broken = [
        replace(stroke, event_rows=rows(no_pocket)),
        replace(stroke, event_rows=rows(*stroke.events, no_piece)),
        replace(stroke, event_rows=[]),
        replace(stroke, rest=(*stroke.rest[:3], nowhere)),
        replace(stroke, duration=float("inf")),
        replace(stroke, duration=-1.0),
        replace(stroke, segment_rows=stroke.segment_rows[::-1]),
    ]

    for trace in broken:
        for drawing in (trace_svg, animated_svg, animated_html):
            with pytest.raises(TraceError, match="damaged"):
                drawing(trace)


@pytest.mark.parametrize("size", [0.0, -0.1, float("nan"), float("inf"), "wide", None])
def test_a_board_of_no_size_is_refused(size: object) -> None:
    """A trace brings its board along, and nobody has measured that."""
    stroke = a_good_stroke()
    sizes: dict[str, Any] = {"base_circle_diameter": size}
    no_board = replace(STANDARD, board=replace(STANDARD.board, **sizes))

    with pytest.raises(EquipmentError, match="base_circle_diameter"):
        layout_svg(Layout(), no_board)
    for drawing in (trace_svg, animated_svg, animated_html):
        with pytest.raises(EquipmentError, match="base_circle_diameter"):
            drawing(replace(stroke, equipment=no_board))


@pytest.mark.parametrize("width", [100, 390, 1000])
def test_a_png_is_as_wide_as_asked_and_square(width: int) -> None:
    image = png(layout_svg(Layout.rosette()), width)

    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert unpack(">II", image[16:24]) == (width, width)


def test_a_png_shows_more_than_an_empty_sheet() -> None:
    """The coins are in it: without them it is another picture."""
    assert png(layout_svg(Layout.rosette()), 200) != png(layout_svg(Layout()), 200)
    assert png(animated_svg(a_good_stroke()), 200) != png(layout_svg(Layout()), 200)


@pytest.mark.parametrize("width", [0, 99, 4001, -5])
def test_a_png_of_no_sane_size_is_refused(width: int) -> None:
    with pytest.raises(CarromError, match="100 to 4000"):
        png(layout_svg(Layout()), width)


def test_markup_that_is_broken_would_be_noticed() -> None:
    """The other tests lean on this reader."""
    with pytest.raises(ElementTree.ParseError):
        read(layout_svg(Layout())[:-1])


def test_drawing_loads_no_simulator_and_no_renderer() -> None:
    """A picture of a layout is ready at once."""
    code = "import sys, carrom.drawing; print({'numba', 'numpy', 'resvg_py'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "set()\n"

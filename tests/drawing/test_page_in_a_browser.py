"""What the page's script does, asked in a browser; where there is none, nothing is asked."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.drawing.strokes import a_full_net, a_good_stroke

from carrom.drawing import animated_html
from carrom.drawing.nets import in_nets
from carrom.drawing.stroke import marked
from carrom.physics import simulate
from carrom.physics.trace import Trace
from carrom.stroke import Aim, Layout
from carrom.surface import seen_from
from carrom.words import Seat

Ask = Callable[[Trace, str], Any]

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser to be had here")


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Opens the page of a stroke, and gives what an expression has there, as JSON."""

    def answer(stroke: Trace, expression: str) -> Any:
        assert BROWSER is not None
        asking = f"""<script>
          carrom.pause();
          const all = (what) => [...document.querySelectorAll(what)];
          const answer = JSON.stringify({expression});
          document.body.innerHTML = "<pre id=answer></pre>";
          document.getElementById("answer").textContent = answer;
        </script></body>"""
        file = tmp_path / "stroke.html"
        file.write_text(animated_html(stroke).replace("</body>", asking), encoding="utf-8")
        # In a container there is often no other way than without the sandbox; the page is our own.
        alone = [f"--user-data-dir={tmp_path / 'profile'}", "--no-sandbox", "--disable-gpu", "--headless"]
        done = subprocess.run(
            [BROWSER, *alone, "--dump-dom", file.as_uri()],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            env=os.environ | {"HOME": str(tmp_path)},
        )
        found = re.search(r'<pre id="answer">(.*?)</pre>', done.stdout, re.DOTALL)
        assert found, done.stdout[-500:]
        return json.loads(html.unescape(found[1]))

    return answer


def a_break() -> Trace:
    return simulate(Layout.rosette(turned=0.2), Aim.parse("east x 0.03, angle 1.6, speed 6.0"))


def some_times(stroke: Trace) -> list[float]:
    """Evenly spread, and just about the first events."""
    events = [event.time + shift for event in stroke.events[:200:9] for shift in (-1e-6, 0.0, 1e-6)]
    return [*(stroke.duration * step / 40 for step in range(40)), *events]


def in_mm(seat: Seat, point: tuple[float, float]) -> list[float]:
    x, y = seen_from(seat, point)
    return [1000 * x, -1000 * y]


def test_every_piece_is_where_the_trace_has_it(ask: Ask) -> None:
    stroke = a_break()
    times = some_times(stroke)
    seen = ask(stroke, f"{times}.map((t) => all('.piece').map((_, i) => carrom.at(i, t)))")

    for time, places in zip(times, seen, strict=True):
        for place, expected in zip(places, stroke.at(time), strict=True):
            if expected is not None:
                assert place[:2] == pytest.approx(expected, abs=1e-12)


def test_knob_clock_and_end_agree(ask: Ask) -> None:
    """Also at the end, where the knob gives its own maximum back."""
    stroke = a_good_stroke()
    half = stroke.duration / 2
    looks = "[Number(time.value) / Number(time.max), clock.textContent]"
    seen = ask(
        stroke,
        f"[() => carrom.seek(0), () => carrom.seek({half!r}), () => carrom.seek(9),"
        " () => { time.value = time.max; time.dispatchEvent(new Event('input')); }]"
        f".map((go) => {{ go(); return {looks}; }})",
    )

    end = f"{stroke.duration:.2f}"
    shares = [0.0, 0.5, 1.0, 1.0]
    assert [share for share, _ in seen] == pytest.approx(shares)
    assert [text for _, text in seen] == [f"{stroke.duration * share:.2f} / {end} s" for share in shares]


def test_a_way_is_drawn_as_far_as_its_piece_has_come(ask: Ask) -> None:
    """Its last point is the piece itself, and nothing is shown of what is still to come."""
    stroke = a_break()
    seat = stroke.aim.seat
    times = some_times(stroke)
    seen = ask(
        stroke,
        f"{times}.map((t) => {{ carrom.seek(t); return ["
        "all('#paths-drawn .path').map((line) => [line.dataset.piece, line.getAttribute('points')]),"
        "all('#paths-drawn .casing').map((line) => [line.dataset.piece, line.getAttribute('points')]),"
        "all('#paths-drawn .contact').filter((mark) => mark.style.display !== 'none').length]; })",
    )

    for time, (paths, casings, marks) in zip(times, seen, strict=True):
        assert paths == casings
        assert marks == sum(event.time <= time for event in marked(stroke))
        for piece, points in paths:
            corners = [[float(number) for number in pair.split(",")] for pair in points.split()]
            begun = [flight for flight in stroke.flights[int(piece)] if flight.time <= time]
            assert len(corners) == (len(begun) + 1 if begun else 0)
            now = stroke.at(time)[int(piece)]
            if begun and now is not None:
                assert corners[-1] == pytest.approx(in_mm(seat, now), abs=1e-6)
            for corner, flight in zip(corners, begun, strict=False):
                assert corner == pytest.approx(in_mm(seat, (flight.x, flight.y)), abs=1e-6)


def test_what_fell_is_seen_in_its_net_at_the_end(ask: Ask) -> None:
    stroke = a_full_net(3)
    nets = in_nets(stroke, Seat.SOUTH)
    seen = ask(
        stroke,
        "[1, 2, 3].map((i) => { carrom.seek(9); const piece = all(`#piece-${i}`)[0]; return ["
        "piece.getAttribute('transform'), piece.getAttribute('opacity'),"
        "piece.querySelector('.net-edge').getAttribute('opacity')]; })",
    )

    for piece, (transform, opacity, edge) in enumerate(seen, start=1):
        x, y, size = map(float, re.findall(r"-?[\d.]+", transform))
        assert [x, y] == pytest.approx(in_mm(Seat.SOUTH, nets[piece].place), abs=1e-6)
        assert size == pytest.approx(nets[piece].size)
        assert (opacity, edge) == (None, "1")


def test_a_line_of_the_list_shows_its_pieces_and_goes_to_its_time(ask: Ask) -> None:
    """Pointing at it shows them; choosing it also goes there, and they stay shown until it plays on."""
    stroke = a_good_stroke()
    seen = ask(
        stroke,
        "(() => { const button = all('#events button')[4];"
        "const lit = () => [all('.halo.lit').map((halo) => halo.id), Number(time.value)];"
        "const does = (what) => { button.dispatchEvent(new Event(what)); return lit(); };"
        "carrom.seek(0.1);"
        "return [lit(), does('pointerenter'), does('pointerleave'), does('focus'), does('blur'),"
        " does('click'), does('pointerleave'), (carrom.run(), lit()[0])]; })()",
    )

    met = stroke.contacts[-1]
    lit = ["halo-0", f"halo-{met.other}"]
    still, there = pytest.approx(0.1), pytest.approx(met.time)
    assert seen[:5] == [[[], still], [lit, still], [[], still], [lit, still], [[], still]]
    assert seen[5:7] == [[lit, there], [lit, there]]
    assert seen[7] == []


def test_without_paths_there_is_no_legend_of_them(ask: Ask) -> None:
    hidden = ask(
        a_good_stroke(),
        "[paths.checked, legend.hidden, (paths.click(), legend.hidden),"
        " all('#paths-drawn')[0].style.display]",
    )

    assert hidden == [True, False, True, "none"]

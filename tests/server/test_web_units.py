"""The page's own arithmetic: its unit tests, and what it has in common with Python, held side by side."""

from __future__ import annotations

import json
import subprocess
from functools import lru_cache
from math import hypot, pi
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.node import node
from tests.physics.strokes import scattered

from carrom.equipment import STANDARD
from carrom.errors import ImpossibleCase
from carrom.live.views import coins as wire_coins
from carrom.live.views import geometry, wire_trace
from carrom.physics import simulate
from carrom.physics.trace import STRIKER, Event, Kind, Trace
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import legal_intervals
from carrom.words import Coin, Seat

UNITS = Path(__file__).parent.parent / "web"

MET = {Kind.PIECES: "coin", Kind.FRAME: "frame", Kind.OVER: "pocket"}


def asked(**given: object) -> Any:
    """What the page's modules answer."""
    told = msgspec.json.encode({"geometry": geometry(STANDARD), **given})
    done = subprocess.run(
        [node(), "--no-warnings", str(UNITS / "board_answers.mjs")],
        input=told,
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def any_layout(chance: Random) -> Layout:
    if chance.random() < 0.2:
        return Layout.rosette(turned=chance.uniform(0.0, pi))
    kinds = [Coin.QUEEN] + [Coin.WHITE, Coin.BLACK] * 9
    while True:
        points = scattered(chance, STANDARD)
        try:
            return Layout(tuple(Placed(kind, *point) for kind, point in zip(kinds, points, strict=False)))
        except ImpossibleCase:
            continue  # over a pocket


@lru_cache
def any_strokes(count: int) -> tuple[Trace, ...]:
    """From any seat, any place, more often ahead than back; fast enough to meet something."""
    chance = Random(1936)
    strokes: list[Trace] = []
    while len(strokes) < count:
        layout, seat = any_layout(chance), chance.choice(tuple(Seat))
        free = legal_intervals(seat, layout.points)
        if not free:
            continue
        x = chance.uniform(*chance.choice(free))
        angle = chance.choice((chance.uniform(0.0, pi), chance.uniform(-pi, pi), chance.gauss(pi / 2, 0.2)))
        strokes.append(simulate(layout, Aim(seat, x, angle, chance.uniform(2.5, 6.0))))
    return tuple(strokes)


def first_meeting(trace: Trace) -> Event:
    """Of the striker with a coin, the frame or the edge of a pocket."""
    return next(
        event
        for event in trace.events
        if event.kind in MET
        and (event.piece == STRIKER or (event.kind is Kind.PIECES and event.other == STRIKER))
    )


def test_the_unit_tests_of_the_page_pass() -> None:
    """All of tests/web, by node's own runner."""
    files = sorted(str(file) for file in UNITS.glob("*.test.js"))
    done = subprocess.run(
        [node(), "--no-warnings", "--test", *files], capture_output=True, text=True, timeout=120
    )

    assert len(files) >= 3
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_page_plays_a_stroke_back_exactly_where_it_happened() -> None:
    """At even times, at events and just beside them, to a millionth of a micrometre."""
    strokes = []
    for trace in any_strokes(200)[:30]:
        even = [trace.duration * step / 30 for step in range(32)]
        events = [event.time + by for event in trace.events[::5] for by in (-1e-6, 0.0, 1e-6)]
        strokes.append((trace, [time for time in (*even, *events) if time >= 0.0]))

    answers = asked(strokes=[{"trace": wire_trace(trace), "times": times} for trace, times in strokes])[
        "places"
    ]

    for (trace, times), places in zip(strokes, answers, strict=True):
        for time, shown in zip(times, places, strict=True):
            for here, there in zip(trace.at(time), shown, strict=True):
                assert (here is None) == (there is None)
                if here is not None:
                    assert hypot(here[0] - there[0], here[1] - there[1]) <= 1e-12


def test_the_page_reads_every_number_of_a_trace_as_it_is() -> None:
    traces = any_strokes(200)
    strokes = [{"trace": wire_trace(trace), "times": []} for trace in traces]

    motions = asked(strokes=strokes)["motions"]

    assert [motion["flights"] for motion in motions] == [trace.plain()["flights"] for trace in traces]
    told = [[list(each.values()) for each in motion["events"]] for motion in motions]
    assert told == [trace.plain()["events"] for trace in traces]
    assert {kind for events in told for _, kind, *_ in events} == {kind.value for kind in Kind}


def test_the_preview_meets_first_what_the_striker_meets_first() -> None:
    """Two hundred aims on any layout: the same thing, and the striker's centre within a micrometre."""
    traces = any_strokes(200)
    aims = [
        {
            "coins": wire_coins(trace.layout),
            "seat": trace.aim.seat.value,
            "x": trace.aim.x,
            "angle": trace.aim.angle,
        }
        for trace in traces
    ]

    contacts = asked(aims=aims)["contacts"]

    kinds = set()
    for trace, shown in zip(traces, contacts, strict=True):
        event = first_meeting(trace)
        other = event.other if event.piece == STRIKER else event.piece
        assert shown["kind"] == MET[event.kind], str(trace.aim)
        assert shown["index"] == (other - 1 if event.kind is Kind.PIECES else other)
        centre = trace.at(event.time)[STRIKER]
        assert centre is not None
        assert hypot(centre[0] - shown["x"], centre[1] - shown["y"]) <= 1e-6
        kinds.add(shown["kind"])
    assert kinds == {"coin", "frame", "pocket"}


def test_the_unit_tests_measure_the_board_that_is_played_on() -> None:
    """tests/web/geometry.js is the modern board to the last digit that matters."""
    own = msgspec.to_builtins(geometry(STANDARD))

    theirs = asked()["geometry"]

    assert set(theirs) == set(own)
    assert _flat(theirs) == pytest.approx(_flat(own), abs=1e-12)


def _flat(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in _flat(value[key])]
    if isinstance(value, list | tuple):
        return [number for each in value for number in _flat(each)]
    return [float(value)]

"""The pictures in the docs are those the program draws, and show what their captions say."""

from __future__ import annotations

from tools.pictures import main, trace_of

from carrom.physics import Kind
from carrom.physics.trace import STRIKER


def test_the_pictures_are_as_drawn_now() -> None:
    assert main([]) == 0


def test_the_cut_pockets_the_coin_it_meets_first() -> None:
    trace = trace_of("cut")

    first = trace.contacts[0]
    assert (first.kind, first.piece) == (Kind.PIECES, STRIKER)
    assert [fall.piece for fall in trace.falls] == [first.other]


def test_the_frame_first_stroke_meets_a_frame_before_any_coin() -> None:
    trace = trace_of("frame-first")

    kinds = [event.kind for event in trace.contacts]
    assert kinds[:2] == [Kind.FRAME, Kind.PIECES]
    assert [fall.piece for fall in trace.falls] == [trace.contacts[1].other]


def test_the_break_moves_every_coin() -> None:
    trace = trace_of("break")

    assert len(trace.layout.coins) == 19
    assert all(trace.flights)

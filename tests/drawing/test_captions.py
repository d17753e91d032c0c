"""What happened, in words: no line too many, and nothing lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.drawing.strokes import a_full_net, a_good_stroke, a_lost_striker, rows

from carrom.drawing.captions import event_caption, event_lines, piece_names
from carrom.drawing.tracks import AT_ONCE, bursts
from carrom.equipment import EQUIPMENT
from carrom.i18n import LANGUAGES
from carrom.physics import simulate
from carrom.physics.trace import Event, Kind, Trace
from carrom.stroke import Aim, Layout
from carrom.surface import pockets
from carrom.words import Seat


def meeting(time: float, piece: int = 1, other: int = 2) -> Event:
    return Event(time, Kind.PIECES, piece, other, 1.0 + time, 0.0, 0.0)


def happening(*events: Event) -> Trace:
    """Only the words are looked at: the flights do not matter."""
    return replace(a_good_stroke(), event_rows=rows(*events))


def a_break() -> Trace:
    return simulate(Layout.rosette(turned=0.2), Aim.parse("south x 0.01, angle 1.552, speed 6.0"))


def test_pieces_that_meet_at_once_share_a_line() -> None:
    """It names the first, and counts the others; the plural is right in both languages."""
    two = happening(meeting(0.5, 0, 1), meeting(0.5, 1, 3))
    many = happening(*(meeting(0.5 + n / 5000, 0, 1) for n in range(5)))

    assert [line.text for line in event_lines(two, "en")] == [
        "The striker meets white 1; 1 more contact at once"
    ]
    assert [line.text for line in event_lines(many, "en")] == [
        "The striker meets white 1; 4 more contacts at once"
    ]
    assert [line.text for line in event_lines(two, "fr")] == [
        "Le palet touche blanc 1 ; 1 autre contact au même instant"
    ]
    assert [line.text for line in event_lines(many, "fr")] == [
        "Le palet touche blanc 1 ; 4 autres contacts au même instant"
    ]


def test_a_line_has_the_time_the_speed_and_the_pieces_of_what_it_names() -> None:
    first, *_ = event_lines(happening(meeting(0.5, 0, 1), meeting(0.5002, 1, 3)), "en")

    assert first[:4] == (0.5, "The striker meets white 1; 1 more contact at once", 1.5, (0, 1))
    assert (first.kind, first.more) == (Kind.PIECES, 1)


def test_a_burst_is_measured_from_its_first_contact() -> None:
    """Or contacts each soon after the last would never end."""
    contacts = [meeting(0.5), meeting(0.5 + 0.9 * AT_ONCE), meeting(0.5 + 1.8 * AT_ONCE)]

    assert [len(burst) for burst in bursts(contacts)] == [2, 1]


def test_what_falls_or_meets_the_frame_keeps_its_line_in_the_midst_of_a_burst() -> None:
    frame = Event(0.5002, Kind.FRAME, 3, 2, 0.7, 0.0, 0.37)
    fell = Event(0.5004, Kind.FELL, 1, 1, 0.4, 0.3, 0.3)
    lines = event_lines(happening(meeting(0.5), frame, meeting(0.5003), fell, meeting(0.5005)), "en")

    assert [line.text for line in lines] == [
        "White 1 meets black 1; 2 more contacts at once",
        "The queen meets the north frame",
        "White 1 falls into the north-east pocket",
    ]
    assert [line.speed for line in lines] == [1.5, 0.7, None]
    assert [line.pieces for line in lines] == [(1, 2), (3,), (1,)]


@pytest.mark.parametrize("stroke", [a_break, a_good_stroke, a_lost_striker, a_full_net])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_lost_and_all_is_in_order(stroke: object, lang: str) -> None:
    """Each event but those that only the simulator needs has a line, or is counted in one."""
    assert callable(stroke)
    trace: Trace = stroke()
    lines = event_lines(trace, lang)
    happened = Counter(event.kind for event in trace.events if event.kind is not Kind.OVER)
    in_lines = Counter(line.kind for line in lines)

    assert sum(1 + line.more for line in lines) == happened.total()
    for kind in (Kind.FELL, Kind.FRAME, Kind.CORNER, Kind.OUT):
        assert in_lines[kind] == happened[kind]
    assert all(line.more == 0 for line in lines if line.kind is not Kind.PIECES)
    assert [line.time for line in lines] == sorted(line.time for line in lines)


def test_a_break_is_one_line() -> None:
    trace = a_break()
    first, second, *_ = event_lines(trace, "en")

    assert first.more > 30
    assert second.time - first.time > AT_ONCE
    assert len(event_lines(trace, "en")) < len(trace.events) / 2


def says(kind: Kind, other: int, lang: str) -> str:
    said = event_caption(Event(0.1, kind, 0, other, 1.0, 0.0, 0.0), piece_names(a_good_stroke(), lang), lang)
    assert said is not None
    return said


@pytest.mark.parametrize("board", EQUIPMENT)
def test_a_pocket_is_named_after_the_corner_where_it_is(board: str) -> None:
    for number, (x, y) in enumerate(pockets(EQUIPMENT[board].board)):
        english = f"{'north' if y > 0 else 'south'}-{'east' if x > 0 else 'west'}"
        french = f"{'nord' if y > 0 else 'sud'}-{'est' if x > 0 else 'ouest'}"
        assert says(Kind.FELL, number, "en") == f"The striker falls into the {english} pocket"
        assert says(Kind.FELL, number, "fr") == f"Le palet tombe dans le trou {french}"
        assert says(Kind.OUT, number, "en") == f"The striker rides out of the {english} pocket"
        assert says(Kind.CORNER, number, "fr") == f"Le palet touche le coin {french}"


@pytest.mark.parametrize("seat", Seat)
def test_a_frame_is_named_after_the_seat_that_sits_behind_it(seat: Seat) -> None:
    """A striker struck straight ahead meets the frame of the seat opposite."""
    stroke = simulate(Layout(), Aim.parse(f"{seat} x 0.0, angle 1.5707963267948966, speed 3.0"))

    assert event_lines(stroke, "en")[0].text == f"The striker meets the {seat.opposite} frame"
    french = {Seat.SOUTH: "sud", Seat.EAST: "est", Seat.NORTH: "nord", Seat.WEST: "ouest"}
    assert event_lines(stroke, "fr")[0].text == f"Le palet touche le cadre {french[seat.opposite]}"

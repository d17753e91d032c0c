"""The log: every entry where it stood, also what does not stand any more."""

from __future__ import annotations

import re
from importlib.resources import files

from tests.umpiring.at_table import AT, ask, doubles, opened, stroke

from carrom import umpiring
from carrom.record import Record
from carrom.record.entries import NEVER_TAKEN_BACK
from carrom.umpiring.requests import Stroke
from carrom.umpiring.view.types import Line
from carrom.words import kebab


def last(record: Record) -> Line:
    return umpiring.match_log(record)[-1]


def test_an_empty_record_has_an_empty_log() -> None:
    assert umpiring.match_log(Record()) == ()


def test_a_stroke_tells_who_played_what_fell_and_how_it_was_judged() -> None:
    record = opened()
    stroke(record, "white", "striker", improper=True, breach="3.2 h", off=["black"])

    line = last(record)
    assert (line.v, line.kind, line.n, line.game, line.board) == (5, "struck", 1, 1, 1)
    assert (line.player, line.side, line.at, line.stands) == ("Asha", "first", AT, True)
    assert line.stroke == Stroke(
        ("white", "striker"), ("black",), improper=True, breach="international-a 3.2 h"
    )
    assert line.ruling is not None
    assert line.ruling.findings[0].why == "improper-own"


def test_an_incident_tells_its_kind_its_side_and_its_law() -> None:
    record = doubles()
    ask(record, "play")
    ask(record, "incident", kind="partners-talked", by="black")
    assert (last(record).what, last(record).player, last(record).side) == ("partners-talked", "", "second")

    ask(record, "incident", kind="technical-foul", player="Dev", paragraph="4 m")
    assert (last(record).player, last(record).side) == ("Dev", "second")
    assert last(record).paragraph == "international-a 4 m"
    ask(record, "incident", kind="coin-broken")
    assert (last(record).what, last(record).side) == ("coin-broken", None)
    ask(record, "incident", kind="disqualified", by="white", player="Ben", ground="h")
    assert (last(record).what, last(record).ground, last(record).side) == ("disqualified", "h", "first")


def test_an_error_that_nobody_saw_in_time_says_so() -> None:
    record = opened()
    stroke(record, "black")
    stroke(record, "white")
    stroke(record, "striker")
    stroke(record)
    ask(record, "incident", kind="wrong-colour-placed", by="black", noticed=False)

    assert not last(record).noticed


def test_what_is_undone_stays_in_the_log_and_does_not_stand() -> None:
    record = opened()
    stroke(record)
    stroke(record)
    ask(record, "undo", to=5, reason="twice")
    stroke(record, "black")

    lines = umpiring.match_log(record)
    assert [line.v for line in lines if not line.stands] == [6]
    assert (lines[6].kind, lines[6].to, lines[6].reason) == ("taken-back", 5, "twice")
    assert [line.n for line in lines if line.kind == "struck"] == [1, 2, 2]


def test_what_was_said_stands_whatever_is_undone() -> None:
    """Remarks and protests stay in the match, so they are not struck out in its log."""
    record = opened()
    stroke(record, "white")
    ask(record, "remark", text="the lamp flickers")
    ask(record, "protest", side="second")
    ask(record, "write-protest", facts="it had not fallen", paragraph="3.6 a")
    ask(record, "decide-protest", upheld=False)
    ask(record, "undo", to=4)

    assert [line.kind for line in umpiring.match_log(record) if not line.stands] == ["struck"]


def test_a_correction_says_what_it_corrects() -> None:
    record = opened()
    stroke(record)
    ask(record, "correct", entry=5, reason="one fell", stroke={"pocketed": ["white"]})

    line = umpiring.match_log(record)[5]
    assert (line.kind, line.to, line.corrects, line.reason) == ("taken-back", 4, 5, "one fell")


def test_an_overruling_says_of_what_by_what_and_why() -> None:
    record = opened()
    stroke(record)
    ask(record, "overrule", reason="seen again", stroke={"pocketed": ["white"]})
    assert (last(record).to, last(record).stroke, last(record).reason) == (
        5,
        Stroke(("white",)),
        "seen again",
    )
    assert last(record).ruling is not None

    ask(record, "overrule", reason="seen again", incident={"kind": "late-stroke", "by": "white"})
    assert (last(record).what, last(record).side) == ("late-stroke", "first")
    ask(record, "overrule", reason="seen again", by_hand={"void": True})
    assert last(record).what == "by-hand"


def test_a_call_is_shown_with_the_facts_that_stand() -> None:
    """Those it was overruled by; by hand there are none, and the report stays."""
    record = opened()
    stroke(record, "white")
    ask(record, "overrule", reason="seen again", stroke={"improper": True, "breach": "3.2 h"})
    struck = called(record)
    ask(record, "overrule", reason="seen again", incident={"kind": "left-chair", "by": "black"})
    happened = called(record)
    ask(record, "overrule", reason="seen again", by_hand={"void": True})

    assert (struck.kind, struck.v, struck.n, struck.player) == ("struck", 5, 1, "Asha")
    assert struck.stroke == Stroke(improper=True, breach="international-a 3.2 h")
    assert (happened.kind, happened.v, happened.n, happened.player) == ("happened", 5, 1, "Ben")
    assert happened.text.text("en") == "Ben: Left the chair."
    assert happened.text.text("fr") == "Ben : S'est levé de sa chaise."
    assert called(record).stroke == Stroke(("white",))


def called(record: Record) -> Line:
    call = umpiring.match_view(record).call
    assert call is not None
    return call.line


def test_an_overruling_names_the_side_that_had_the_colour_when_it_happened() -> None:
    """A bumped board ends the board, and with the next one the colours change."""
    record = opened()
    stroke(record, "white")
    ask(record, "incident", kind="bumped-board", by="white")
    ask(record, "overrule", reason="it was Ben", incident={"kind": "bumped-board", "by": "black"})

    assert (last(record).player, last(record).side, last(record).board) == ("Ben", "second", 1)


def test_what_is_said_and_decided_is_in_the_log() -> None:
    record = opened()
    ask(record, "ask", side="second", text="was it early?")
    assert (last(record).kind, last(record).side, last(record).what) == (
        "umpire-asked",
        "second",
        "was it early?",
    )
    ask(record, "play")
    assert last(record).what == "answer"
    stroke(record)
    ask(record, "protest", side="first")
    assert (last(record).side, last(record).to) == ("first", 7)
    ask(record, "write-protest", facts="it moved", paragraph="3.10 c")
    assert (last(record).what, last(record).paragraph) == ("it moved", "international-a 3.10 c")
    ask(record, "decide-protest", upheld=False, reason="it did not")
    assert (last(record).what, last(record).reason) == ("refused", "it did not")
    ask(record, "set-points", first=12, second=7, reason="sheet")
    assert (last(record).kind, last(record).what, last(record).reason) == ("points-set", "12–7", "sheet")
    ask(record, "remark", text="powder renewed")
    assert last(record).what == "powder renewed"
    ask(record, "give-up", side="second", why="retired")
    assert (last(record).player, last(record).what) == ("Ben", "retired")


def test_a_view_has_the_last_lines_only() -> None:
    record = opened()
    for _ in range(5):
        stroke(record)

    assert [line.v for line in umpiring.match_view(record, 3).log] == [7, 8, 9]
    assert umpiring.match_view(record, 0).log == ()
    assert umpiring.match_view(record, 99).log == umpiring.match_log(record)


def test_the_page_passes_over_the_same_entries_when_it_takes_back() -> None:
    """What was said stays said, in Python and in the page."""
    script = (files("carrom") / "web/umpire/desk/log.js").read_text()
    said = script[script.index("const NEVER_TAKEN_BACK") :].partition("]);")[0]

    assert set(re.findall(r'"([a-z-]+)"', said)) == {kebab(kind.__name__) for kind in NEVER_TAKEN_BACK}

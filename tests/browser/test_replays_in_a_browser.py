"""A match read again in a browser: its strokes, its file, and what might have been."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.visitor import Visitor, Visits

STROKES = 3
REFUSED = "status of 4"


def plays_a_little(visits: Visits) -> Visitor:
    """Somebody who has played three strokes at practice, and looks at the list of their matches."""
    who = visits("/practice").sits()
    for _ in range(STROKES):
        v = who.v
        who.clicks(".strike")
        while who.rests(v + 1)["asks"]["kind"] == "place":
            v = who.v
            who.clicks(".put")
    return who.goes("/replays")


def reads(who: Visitor) -> list[int]:
    """Open the first match of the list; gives the entries of its strokes."""
    who.clicks(".matches a[href^='/replay/']")
    who.until("window.carrom?.seek && carrom.idle() && carrom.v")
    who.sees("carrom.speed = 50")
    lines = who.find(".replay-line").evaluate_all(
        "(all) => all.map((each) => [each.dataset.v, each.querySelector('.badge').textContent].map(Number))"
    )
    return [v for v, n in lines if n > 0]


def shows(who: Visitor, v: int) -> Any:
    """Wait until an entry is shown; gives what is said of it."""
    who.until(f"carrom.v === {v} && carrom.idle()")
    return who.find(".replay-call").inner_text()


def test_a_match_is_read_by_list_scrubber_and_link(visits: Visits) -> None:
    who = plays_a_little(visits)
    first, second, third = reads(who)
    who.clicks(f".replay-line[data-v='{second}']")
    said = shows(who, second)
    by_list = who.page.url
    who.find("#replay-moment").fill("0.25")
    moment = who.sees("[carrom.time, Number(document.querySelector('#replay-moment').max)]")
    who.find("#replay-entry").focus()
    who.page.keyboard.press("End")
    shows(who, third)
    who.page.keyboard.press("ArrowLeft")
    shows(who, second)
    who.page.keyboard.press("Escape")
    other = visits(by_list)
    by_link = shows(other, second)
    who.clicks(f".replay-line[data-v='{first}']")
    shows(who, first)
    who.clicks("#replay-play")
    shows(who, third)

    assert by_list.endswith(f"?at={second}")
    assert moment[0] == pytest.approx(0.25)
    assert moment[1] > 0.25
    assert by_link == said
    assert who.find(f".replay-line[data-v='{third}']").get_attribute("aria-current") == "true"
    assert who.sees("carrom.time") == who.sees("Number(document.querySelector('#replay-moment').max)")


def test_what_if_goes_on_from_before_the_stroke_that_is_shown(visits: Visits) -> None:
    """In practice, with the same match behind it; the match itself stays as it was."""
    who = plays_a_little(visits)
    _, second, third = reads(who)
    who.clicks(f".replay-line[data-v='{third}']")
    shows(who, third)
    before = who.sees("carrom.board.coins")
    who.clicks("#what-if")
    who.until("location.pathname === '/practice' && window.carrom?.screen && carrom.idle()")

    assert who.table["layout"] == before
    assert who.v == third - 1 >= second
    assert who.sees("carrom.screen.able")


def test_a_record_taken_away_opens_again_and_a_damaged_one_is_refused(visits: Visits, tmp_path: Path) -> None:
    who = plays_a_little(visits)
    strokes = reads(who)
    said = [each.inner_text() for each in who.find(".replay-line").all()]
    with who.page.expect_download() as coming:
        who.clicks("a[href$='/record']")
    record = tmp_path / coming.value.suggested_filename
    coming.value.save_as(record)
    damaged = tmp_path / f"damaged-{record.name}"
    damaged.write_bytes(record.read_bytes().replace(b"angle", b"angel", 1))

    stranger = visits("/replays")
    stranger.bears(REFUSED)
    opens(stranger, damaged)
    stranger.find(".toast.bad").wait_for()
    refused = stranger.find(".toast.bad").inner_text()
    assert stranger.sees("location.pathname") == "/replays"
    opens(stranger, record)
    stranger.until("window.carrom?.seek && carrom.idle() && carrom.v")

    assert record.read_bytes() != damaged.read_bytes()
    assert "does not hold together" in refused
    assert stranger.sees("carrom.v") == strokes[0]
    assert [each.inner_text() for each in stranger.find(".replay-line").all()] == said


def opens(who: Visitor, file: Path) -> None:
    with who.page.expect_file_chooser() as chooser:
        who.clicks("#open-record")
    chooser.value.set_files(file)

"""A match read again in a browser: its strokes, its file, and what might have been."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route
from tests.browser.house import House
from tests.browser.visitor import Visitor, Visits
from tests.server.played import played
from tests.server.umpires import AT, NOTHING, SEATED
from tests.table.engines import by_another_engine

from carrom.record import Record, states
from carrom.record.entries import Struck
from carrom.store import lines_of

STROKES = 3
REFUSED = "status of 4"


def plays_a_little(visits: Visits) -> Visitor:
    """Somebody who has played three strokes of practice for two, and looks at the list of their matches."""
    who = visits("/practice?opponent=two").sits()
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


def test_a_match_that_comes_late_takes_the_place_of_the_line_that_says_so(
    house: House, visits: Visits
) -> None:
    who = visits("/replays")
    held: list[Route] = []
    who.page.route("**/api/match/*", lambda route: held.append(route))
    who.goes(f"/replay/{house.room(kind='screen')['watch']}")
    who.find("main .waiting").wait_for()
    held[0].continue_()
    who.until("window.carrom?.v")

    assert who.find("main .waiting").count() == 0


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

    who.clicks("[data-key=to-replay]")
    who.until("location.pathname.startsWith('/replay/') && window.carrom?.v")
    shows(who, third)


def test_the_same_position_again_keeps_the_ways_of_the_stroke_before(visits: Visits) -> None:
    """To do better by; another position has no ways of its own yet."""
    who = visits("/practice").sits()
    v = who.v
    who.clicks(".strike")
    who.rests(v + 1)
    ways = who.sees("carrom.board.tracks.length")
    v = who.v
    who.clicks("[data-key=again]")
    who.rests(v + 1)
    again = who.sees("carrom.board.tracks.length")
    v = who.v
    who.clicks("[data-key='preset last']")
    who.rests(v + 1)

    assert again == ways > 1
    assert who.sees("carrom.board.tracks.length") == 0


def test_the_end_of_a_board_in_practice_is_said_and_the_position_can_be_played_again(visits: Visits) -> None:
    position = "layout=w+0.3,0.3;+b+-0.19,0.13"
    who = visits(f"/practice?{position}").sits()
    layout = who.table["layout"]
    aim = "Math.atan2(0.3 + 0.2349, 0.3 - 0)"
    who.sees(f"carrom.screen.setAim({{ x: 0, angle: {aim}, power: 0.5 }})")
    v = who.v
    who.clicks(".strike")
    who.rests(v + 1)
    said = who.find(".over-end").inner_text()
    v = who.v
    who.clicks("[data-choice=again]")
    who.until(f"carrom.v !== {v} && carrom.idle() && !document.querySelector('.over-end')?.checkVisibility()")

    assert "over" in said
    assert who.table["layout"] == layout


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
    refused = [stranger.find("#record-wrong").inner_text()]
    alien = tmp_path / "shopping.txt"
    alien.write_text("bread, butter")
    opens(stranger, alien)
    stranger.until("document.querySelector('#record-wrong')?.textContent.includes('shopping')")
    refused.append(stranger.find("#record-wrong").inner_text())
    assert stranger.sees("location.pathname") == "/replays"
    opens(stranger, record)
    stranger.until("window.carrom?.seek && carrom.idle() && carrom.v")

    assert record.read_bytes() != damaged.read_bytes()
    assert damaged.name in refused[0]
    assert "damaged: line " in refused[0]
    assert refused[1] == "shopping.txt is not a carrom match record."
    assert stranger.sees("carrom.v") == strokes[0]
    assert [each.inner_text() for each in stranger.find(".replay-line").all()] == said


def test_a_stroke_of_another_engine_stands_still_and_says_so(visits: Visits, tmp_path: Path) -> None:
    """Its board is shown; strokes of this engine move."""
    table = played().table
    record = tmp_path / "old.carrom"
    entries = by_another_engine(table.entries)
    lines = lines_of(Record(entries, states(entries)))
    record.write_text("".join(f"{each.line}\n" for each in lines))
    who = visits("/replays")
    opens(who, record)
    who.until("window.carrom?.seek && carrom.idle() && carrom.v")
    stroke = next(entry.seq for entry in table.entries if isinstance(entry.event, Struck))
    who.clicks(f".replay-line[data-v='{stroke}']")
    said = shows(who, stroke)

    assert "This stroke cannot be played back. This is the board after it." in said
    assert who.sees("carrom.state().layout.length") > 0
    assert who.find(".replay-head .chip").count() == 0


def test_a_match_that_this_server_signed_is_marked_as_played_here(visits: Visits, house: House) -> None:
    """In the head of its replay."""
    made = house.post("/api/desks", {})
    given_up = {"do": "give-up", "side": "first", "why": "resigned"}
    for v, request in enumerate((*SEATED, NOTHING, given_up)):
        asked = {"client": "phone", "id": v + 1, "v": v, "at": AT, "request": request}
        house.post(f"/api/desk/{made['token']}", asked)
    who = visits(f"/replay/{made['watch']}")
    who.until("document.querySelector('.replay-head .chip')")

    assert who.find(".replay-head .chip").inner_text() == "played here"


def opens(who: Visitor, file: Path) -> None:
    with who.page.expect_file_chooser() as chooser:
        who.clicks("#open-record")
    chooser.value.set_files(file)

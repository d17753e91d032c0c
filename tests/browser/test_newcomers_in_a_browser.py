"""A browser that has never played: what it is offered, and the first stroke step by step."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.hand import Board, drags, held
from tests.browser.visitor import Visitor, Visits

from carrom.words import Seat

SIZES = [(1440, 900), (820, 1180), (390, 844)]


def step(who: Visitor) -> Any:
    """The step that is shown at the board."""
    return who.sees("document.querySelector('.guide:not([hidden]) .guide-arrow')?.dataset.step ?? ''")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_home_shows_a_whole_board(visits: Visits, width: int, height: int) -> None:
    """Nothing of it is cut off, and all of it is on the first screen."""
    who = visits("/", viewport={"width": width, "height": height})
    who.until("document.querySelector('.home-board canvas')")
    board, shown = who.sees(
        """((host) => {
          const { left, top, right, bottom } = host.getBoundingClientRect();
          const clipped = (each) => each && (getComputedStyle(each).overflow === "hidden"
            && each.scrollHeight > each.clientHeight + 1 || clipped(each.parentElement));
          return [[left, top, right, bottom], !clipped(host.parentElement)];
        })(document.querySelector(".home-board"))"""
    )

    assert shown
    assert board[2] - board[0] == pytest.approx(board[3] - board[1], abs=1)
    assert board[0] >= 0
    assert board[1] >= 0
    assert board[2] <= width
    assert board[3] <= height


def test_a_newcomer_plays_one_board_against_a_beginner_with_one_press(visits: Visits) -> None:
    """What was played is offered again; nothing has to be answered before the first stroke."""
    who = visits("/")
    who.clicks("#play")
    who.sits().until("carrom.screen.able")
    levels = [player["level"] for player in who.table["players"]]
    v = who.v
    who.clicks(".strike")
    who.rests(v + 3)
    who.goes("/")
    who.until("document.querySelector('#summary')")

    assert levels == ["", "beginner"]
    assert "Beginner · One board" in who.find("#summary").inner_text()


def test_the_first_stroke_is_shown_step_by_step_and_never_again(visits: Visits) -> None:
    """Dragged along the line, pulled back, let go: each step follows from what was done."""
    who = visits("/")
    who.clicks("#play")
    who.sits().until("carrom.screen.able")
    table, board = who.table, Board.of(who)
    first = step(who)
    striker = board.striker(Seat.SOUTH, held(who, table).x)
    drags(who, striker, (striker[0] + 60, striker[1]))
    who.page.mouse.up()
    second = step(who)
    striker = board.striker(Seat.SOUTH, held(who, table).x)
    drags(who, striker, (striker[0] + 4, striker[1] + 60))
    third = step(who)
    who.page.mouse.move(*striker)
    back = step(who)
    who.page.mouse.move(striker[0] + 4, striker[1] + 60)
    who.page.mouse.up()
    who.rests(table["v"] + 3)

    assert [first, second, third, back] == ["place", "pull", "release", "pull"]
    assert step(who) == ""
    assert who.sees("localStorage['carrom.taught']") == "true"
    who.page.reload()
    who.sits()
    assert step(who) == ""


def test_the_guide_can_be_skipped(visits: Visits) -> None:
    who = visits("/")
    who.clicks("#play")
    who.sits().until("carrom.screen.able")
    assert step(who) == "place"
    who.clicks(".guide button")

    assert step(who) == ""
    assert who.sees("localStorage['carrom.taught']") == "true"


def test_the_rosette_can_be_turned_before_the_break(visits: Visits) -> None:
    """It is offered to the breaker, until Play is called; the aim that was held stays."""
    who = visits("/")
    who.clicks("#play")
    who.sits().until("carrom.screen.able")
    v, before = who.v, who.table["layout"]
    who.sees("carrom.screen.setAim({ x: 0.04, angle: 1.4, power: 0.5 })")
    who.clicks(".turn-rosette")
    who.find(".slide-turn input").fill("15")
    who.clicks(".play")
    table = who.rests(v + 2)
    aim = who.sees("carrom.screen.aim")

    assert table["asks"]["kind"] == "strike"
    assert table["layout"] != before
    assert (aim["x"], aim["power"]) == (pytest.approx(0.04), 0.5)
    assert who.find(".turn-rosette").count() == 0
    assert "Your break" in who.find(".headline").inner_text()

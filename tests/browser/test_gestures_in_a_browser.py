"""Fingers, mouse and Esc on the board: what strikes, what only aims, and what never does anything."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import hypot, pi
from typing import Any

import pytest
from tests.browser.hand import (
    HANDHELD,
    HANGING,
    THREE_A_SIDE,
    Board,
    Glass,
    came_of,
    drags,
    held,
    likely,
    losing_the_striker,
    practice,
    strikes_by_touch,
)
from tests.browser.visitor import Visitor, Visits

from carrom.stroke import Aim
from carrom.surface import Point
from carrom.words import Seat

FOULED = "w 0.2,0.2; w -0.2,0.2; w 0.25,0; b -0.25,0; b 0.1,0.25; b -0.1,0.25; q 0,0.15"
LABEL = "document.querySelector('.pull-label')"


def seated(visits: Visits, layout: str = HANGING, prefs: dict[str, Any] | None = None, **how: Any) -> Visitor:
    """At a practice table, with some settings made."""
    who = visits(**how)
    for name, value in (prefs or {}).items():
        who.context.add_init_script(f"localStorage.setItem('carrom.{name}', {json.dumps(json.dumps(value))})")
    standing = "white on strike, 3 white, 3 black, queen on board" if layout == FOULED else THREE_A_SIDE
    return who.goes(practice(layout, standing)).sits()


def a_pull(who: Visitor) -> tuple[Point, Point, Aim]:
    """From the striker to where a pull for some stroke ends, and that stroke."""
    board, table = Board.of(who), who.table
    stood = held(who, table)
    aim = next(each for each in likely(table, [stood.x]) if abs(each.angle - pi / 2) > 0.2)
    end = board.pull_for(aim)
    return board.striker(Seat.SOUTH, stood.x), end, board.pulled(Seat.SOUTH, stood.x, end)


def label(who: Visitor) -> dict[str, Any]:
    seen: dict[str, Any] = who.sees(
        f"((label, {{x, y, width, height}}) => ({{ text: label.textContent, shown: !label.hidden,"
        f" x, y, width, height }}))({LABEL}, {LABEL}.getBoundingClientRect())"
    )
    return seen


def middle_of(who: Visitor, selector: str) -> Point:
    box = who.find(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def apart(box: dict[str, Any], at: Point) -> float:
    """Pixels from a box to a point."""
    across = max(box["x"] - at[0], at[0] - box["x"] - box["width"], 0.0)
    down = max(box["y"] - at[1], at[1] - box["y"] - box["height"], 0.0)
    return hypot(across, down)


def test_a_finger_places_pulls_and_strikes_by_letting_go(visits: Visits) -> None:
    """The power is read beside the finger meanwhile."""
    who = seated(visits, **HANDHELD)
    glass, table, board = Glass(who), who.table, Board.of(who)
    stood = held(who, table)
    x, y = board.striker(Seat.SOUTH, stood.x)
    glass.drags((x, y), (x + 40, y + 2))
    placed = held(who, table)
    start, end, stroke = a_pull(who)
    glass.down(start)
    glass.moves(end)
    aimed, said = held(who, table), label(who)

    assert placed.x == pytest.approx(stood.x + 40 / board.scale, abs=2 / board.scale)
    assert (aimed.angle, aimed.speed) == pytest.approx((stroke.angle, stroke.speed))
    assert said["shown"]
    assert said["text"] == who.find(".slide-power output").inner_text()
    assert apart(said, end) > 22
    assert who.v == table["v"]

    glass.up()
    came_of(who, table, aimed)
    assert not label(who)["shown"]


def test_let_go_on_the_striker_a_pull_is_cancelled(visits: Visits) -> None:
    """The page says so before; then the aim is the one before the pull, and the next pull strikes."""
    who = seated(visits, **HANDHELD)
    glass, table = Glass(who), who.table
    before = held(who, table)
    start, end, _ = a_pull(who)
    glass.down(start)
    glass.moves(end)
    pulled = held(who, table)
    glass.moves((start[0] + 3, start[1] + 9))
    said = label(who)
    glass.up()

    assert pulled != before
    assert (said["shown"], said["text"]) == (True, "Let go to cancel")
    assert apart(said, start) > 22
    assert held(who, table) == before
    assert not label(who)["shown"]
    assert (who.v, who.sees("carrom.screen.busy")) == (table["v"], False)

    glass.down(start)
    glass.moves(end)
    aimed = held(who, table)
    glass.up()
    came_of(who, table, aimed)


def taken(glass: Glass, board: Board) -> None:
    glass.taken()


def second(glass: Glass, board: Board) -> None:
    glass.down(board.pixel((0.1, 0.1)))
    glass.up()


@pytest.mark.parametrize("interrupted", [taken, second])
def test_a_pull_that_is_interrupted_strikes_nothing(
    visits: Visits, interrupted: Callable[[Glass, Board], None]
) -> None:
    """A call takes the touch away; a second finger lies on the board."""
    who = seated(visits, **HANDHELD)
    glass, table = Glass(who), who.table
    before = held(who, table)
    start, end, _ = a_pull(who)
    glass.down(start)
    glass.moves(end)
    interrupted(glass, Board.of(who))

    assert held(who, table) == before
    assert not label(who)["shown"]
    assert (who.v, who.sees("carrom.screen.busy")) == (table["v"], False)


def test_a_swipe_over_the_board_beside_the_striker_strikes_nothing(visits: Visits) -> None:
    """As somebody does who wants to scroll: from the frame below the striker, and from the middle down."""
    who = seated(visits, **HANDHELD)
    glass, table, board = Glass(who), who.table, Board.of(who)
    x, y = board.striker(Seat.SOUTH, held(who, table).x)
    for start in ((x + 90, y + 40), (x - 80, y + 40), (x, y - 120)):
        glass.drags(start, (start[0], start[1] - 70))
        glass.drags(start, (start[0], start[1] + 70))

    assert (who.v, who.sees("carrom.screen.busy")) == (table["v"], False)


def test_with_the_button_a_finger_only_aims_and_the_button_strikes(visits: Visits) -> None:
    who = seated(visits, prefs={"strike": "button"}, **HANDHELD)
    glass, table = Glass(who), who.table
    start, end, stroke = a_pull(who)
    glass.down(start)
    glass.moves(end)
    guided = who.find(".guide-words").inner_text()
    glass.up()
    aimed = held(who, table)

    assert "then press Strike" in guided
    assert (aimed.angle, aimed.speed) == pytest.approx((stroke.angle, stroke.speed))
    assert (who.v, who.sees("carrom.screen.busy")) == (table["v"], False)

    who.find(".strike").tap()
    came_of(who, table, aimed)


FELT = """() => {
  window.felt = 0;
  addEventListener("click", (event) => {
    event.stopPropagation();
    window.felt += 1;
  }, { capture: true });
}"""
"""Clicks are counted, and go no further."""


def test_a_tap_right_after_a_pull_is_felt(visits: Visits) -> None:
    """Without waiting: the browser must not take the pull for scrolling, which a tap would only stop."""
    who = seated(visits, prefs={"strike": "button"}, **HANDHELD)
    glass = Glass(who)
    start, end, _ = a_pull(who)
    who.page.evaluate(FELT)
    strike = middle_of(who, ".strike")
    for taps in range(1, 9):
        glass.drags(start, end)
        who.page.touchscreen.tap(*strike)
        who.until(f"window.felt === {taps}")


def test_with_the_button_a_mouse_only_aims_and_enter_strikes(visits: Visits) -> None:
    who = seated(visits, prefs={"strike": "button"})
    table = who.table
    start, end, stroke = a_pull(who)
    drags(who, start, end)
    who.page.mouse.up()
    aimed = held(who, table)

    assert aimed.angle == pytest.approx(stroke.angle)
    assert (who.v, who.sees("carrom.screen.busy")) == (table["v"], False)

    who.page.keyboard.press("Enter")
    came_of(who, table, aimed)


def test_esc_aims_straight_ahead_and_during_a_pull_only_cancels_it(visits: Visits) -> None:
    who = seated(visits)
    table = who.table
    for key in ("ArrowRight", "Comma", "Comma", "ArrowUp"):
        who.page.keyboard.press(key)
    turned = held(who, table)
    start, end, _ = a_pull(who)
    drags(who, start, end)
    who.page.keyboard.press("Escape")
    cancelled = held(who, table)
    who.page.mouse.up()
    who.page.keyboard.press("Escape")
    ahead = held(who, table)

    assert turned.angle != pytest.approx(pi / 2)
    assert cancelled == turned
    assert ahead == replace(turned, angle=ahead.angle)
    assert ahead.angle == pytest.approx(pi / 2)
    assert who.v == table["v"]


def test_a_coin_is_corrected_until_it_is_placed(visits: Visits) -> None:
    """Dragged, let go, dragged again, tapped twice, moved by keys: only the button places it."""
    who = seated(visits, FOULED, **HANDHELD)
    fouled = strikes_by_touch(who, losing_the_striker)
    glass, board = Glass(who), Board.of(who)
    hand = "((hand) => [hand.x, hand.y])(carrom.board.hand)"
    near = 2 / board.scale

    assert fouled["asks"]["kind"] == "place"

    glass.drags(board.pixel(who.sees(hand)), board.pixel((0.05, 0.03)))
    first = who.sees(hand)
    glass.drags(board.pixel(first), board.pixel((-0.03, -0.02)))
    second = who.sees(hand)
    who.page.touchscreen.tap(*board.pixel((0.04, -0.04)))
    who.page.touchscreen.tap(*board.pixel((0.04, -0.04)))
    tapped = who.sees(hand)
    who.page.keyboard.press("ArrowLeft")
    x, y = who.sees(hand)

    assert hypot(first[0] - 0.05, first[1] - 0.03) < near
    assert hypot(second[0] + 0.03, second[1] + 0.02) < near
    assert hypot(tapped[0] - 0.04, tapped[1] + 0.04) < near
    # The other side sits opposite, and its left is the board's right.
    assert (x - tapped[0], y) == (pytest.approx(0.001, abs=1e-9), pytest.approx(tapped[1]))
    assert (who.v, who.sees("carrom.screen.busy")) == (fouled["v"], False)

    at = middle_of(who, ".put")
    assert at[1] < 844
    who.page.touchscreen.tap(*at)
    placed = who.rests(fouled["v"] + 1)
    assert who.sees(f"document.elementFromPoint({at[0]}, {at[1]}).closest('.strike') !== null")
    (coin,) = [each for each in placed["layout"] if each not in fouled["layout"]]
    assert (coin["x"], coin["y"]) == (pytest.approx(x), pytest.approx(y))


SHAKES = "navigator.vibrate = (shake) => ((window.shakes ??= []).push(shake), true);"


@pytest.mark.parametrize("on", [True, False])
def test_the_device_shakes_for_a_pull_a_stroke_and_a_foul(visits: Visits, on: bool) -> None:
    """Out of the dead zone, at the stroke, and when the striker falls; not at all if that is switched off."""
    who = visits(**HANDHELD)
    who.context.add_init_script(SHAKES)
    who.context.add_init_script(f"localStorage.setItem('carrom.haptics', '{json.dumps(on)}')")
    who.goes(practice(FOULED, "white on strike, 3 white, 3 black, queen on board")).sits()
    strikes_by_touch(who, losing_the_striker)

    assert who.sees("window.shakes ?? []") == ([8, 18, [40, 60, 40]] if on else [])


@pytest.mark.parametrize("across", [820, 1440, 844])
def test_for_the_left_hand_the_controls_lie_left_of_the_board(visits: Visits, across: int) -> None:
    """On a wide screen, a narrower one, and a phone on its side."""
    size = {"width": across, "height": 390 if across == 844 else 800}
    who = seated(visits, viewport=size)
    assert middle_of(who, ".strike")[0] > middle_of(who, ".board-host")[0]

    who.sees("import('/static/shared/prefs.js').then((prefs) => prefs.set('left-handed', true))")
    assert middle_of(who, ".strike")[0] < middle_of(who, ".board-host")[0]


def test_for_the_left_hand_the_power_is_read_on_the_right(visits: Visits) -> None:
    """And on a phone the sliders lie on the left, their names on the right."""
    who = seated(visits, prefs={"left-handed": True}, **HANDHELD)
    glass, board = Glass(who), Board.of(who)
    start = board.striker(Seat.SOUTH, held(who, who.table).x)
    end = (start[0], start[1] + 50)
    glass.down(start)
    glass.moves(end)
    said = label(who)
    glass.taken()

    assert said["x"] > end[0]
    assert middle_of(who, ".slide-power input")[0] < middle_of(who, ".slide-power label")[0]

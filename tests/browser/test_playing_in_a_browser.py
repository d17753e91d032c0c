"""Boards played in a real browser: by mouse, by keys alone, by finger."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

import pytest
from tests.browser.hand import (
    HANDHELD,
    HANGING,
    THREE_A_SIDE,
    Board,
    Wanted,
    asked,
    doing_nothing,
    drags,
    lines_of,
    losing_the_striker,
    pocketing,
    practice,
    strikes_by_keys,
    strikes_by_mouse,
    strikes_by_touch,
)
from tests.browser.visitor import Visitor, Visits
from tests.table.seated import at

from carrom.equipment import STANDARD
from carrom.words import Coin, Seat

MOST_ANSWERS = 40

Strikes = Callable[[Visitor, Wanted], object]


def plays_to_the_end(who: Visitor, strikes: Strikes, puts: Callable[[], None]) -> None:
    """Against the computer, until the board is over; the first stroke does nothing, so that both play."""
    wanted: Wanted = doing_nothing
    for _ in range(MOST_ANSWERS):
        table = who.until(
            "carrom.idle() && (carrom.state().boards.length || carrom.screen.able) && carrom.state()"
        )
        if table["boards"]:
            return
        if table["asks"]["kind"] == "place":
            puts()
            who.rests(table["v"] + 1)
        else:
            strikes(who, wanted)
            wanted = pocketing(Coin.WHITE)
    raise AssertionError("the board does not end")


def test_a_board_is_played_to_its_end_against_the_computer_by_mouse(visits: Visits) -> None:
    """Three coins a side; the striker is dragged along its line and pulled back."""
    who = visits(practice(HANGING, THREE_A_SIDE, opponent="beginner")).sits()
    plays_to_the_end(who, strikes_by_mouse, lambda: who.clicks(".put"))

    over_as_it_should(who)


def test_a_board_is_played_to_its_end_on_a_phone_by_touch_alone(visits: Visits) -> None:
    """Each stroke is a drag along the line and a pull let go; a coin is put back by its button."""
    who = visits(practice(HANGING, THREE_A_SIDE, opponent="beginner"), **HANDHELD).sits()
    plays_to_the_end(who, strikes_by_touch, lambda: who.find(".put").tap())

    over_as_it_should(who)


def test_a_board_is_played_by_keys_alone_from_the_first_page_on(visits: Visits) -> None:
    """The opponent chosen, the coins typed, every stroke made: nothing needs a mouse."""
    who = visits("/")
    key = who.page.keyboard.press
    who.until("document.querySelector('#play')")
    who.tabs_to("a[href='/practice']")
    key("Enter")
    who.sits().tabs_to("summary[data-key=opponent]")
    key("Enter")
    who.tabs_to("#practice-opponent")
    who.page.keyboard.type("Beg")
    who.until("window.carrom?.state?.()?.players.some((player) => player.level === 'beginner')")
    who.sits().tabs_to("[data-key=setup]")
    key("Enter")
    who.tabs_to("#practice-layout")
    key("Control+A")
    who.page.keyboard.type(HANGING)
    who.tabs_to("[data-key=play]")
    key("Enter")
    who.until("!carrom.screen.setting")

    def strikes(who: Visitor, wanted: Wanted) -> None:
        assert who.sees("document.activeElement === carrom.screen.host")
        strikes_by_keys(who, wanted)

    plays_to_the_end(who, strikes, lambda: key("Enter"))

    over_as_it_should(who)


def over_as_it_should(who: Visitor) -> None:
    """One board has ended, both have played on it, and its winner has the points that the umpire called."""
    table = who.table
    ended, left = table["boards"][0], table["points"]
    log = who.find(".log-list").inner_text()
    strokes = [line for line in lines_of(who) if line["kind"] == "struck" and line["board"] == 1]

    assert {line["player"] for line in strokes} == {"Player 1", "Computer"}
    assert left[ended["winner"]] == ended["points"] > 0
    assert f"the board with {ended['points']} point" in log


def test_practice_is_for_one_person_until_another_is_asked_for(visits: Visits) -> None:
    """After a miss it is one's own stroke again, with the ways of the last one; two at a table take turns."""
    who = visits(practice(HANGING, THREE_A_SIDE)).sits()
    strikes_by_mouse(who, doing_nothing)
    who.until("carrom.idle() && carrom.screen.able")
    alone = [who.find(".headline").inner_text(), who.find(".call").inner_text()]
    ways = who.sees("carrom.board.tracks.length")
    who.clicks("[data-act='take-back']")
    who.until("carrom.idle() && !document.querySelector('.act-take-back:not([disabled], [aria-disabled])')")
    who.clicks("summary[data-key=opponent]")
    who.find("#practice-opponent").select_option("two")
    who.until("window.carrom?.state?.()?.players.some((player) => player.name === 'Player 2')")
    who.sits()
    strikes_by_mouse(who, doing_nothing)

    assert alone[0] == "Your turn: pocket white."
    assert "White plays on." in alone[1]
    assert ways > 0
    who.until("carrom.idle() && carrom.state().asks.players.includes('Player 2')")


TALLEST = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.mark.parametrize("where", TALLEST)
def test_three_hints_fit_on_the_screen_and_one_is_drawn_at_a_time(visits: Visits, where: str) -> None:
    """Without scrolling; the own aim is away while a hint is drawn, and back when it is touched."""
    who = visits(practice(HANGING, THREE_A_SIDE), viewport=TALLEST[where]).sits()
    asks = "document.querySelector('[data-act=hint]')"
    who.sees(f"{asks}.scrollIntoView({{ block: 'center' }})")
    who.clicks("[data-act=hint]")
    who.find(".hint .take").wait_for()
    # A sheet rises.
    who.until("!document.querySelector('.hints').getAnimations().length")
    shown = who.find(".hint").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().bottom)")
    own = who.sees("carrom.board.aim")
    first = who.sees("carrom.board.tracks")
    who.find(".hint-line").nth(2).click()
    third = who.sees("carrom.board.tracks")
    told = who.find(".hints").inner_text()
    who.clicks(".hint summary")
    details = who.find(".hint details").inner_text()

    assert len(shown) == 3
    assert max(shown) <= TALLEST[where]["height"]
    assert own is None
    assert first
    assert third != first
    assert who.find(".hint .take").count() == 1
    assert " at (" not in told + details

    who.sees("carrom.screen.setAim({ power: 0.3 })")
    assert who.sees("carrom.board.aim.power") == pytest.approx(0.3)
    assert who.sees("carrom.board.tracks.length") == 0


def test_a_key_strikes_only_what_is_seen(visits: Visits) -> None:
    """Enter shows the own aim first where a hint is drawn instead of it."""
    who = visits(practice(HANGING, THREE_A_SIDE)).sits()
    v = who.v
    who.find(".board-host").focus()
    who.page.keyboard.press("h")
    who.find(".hint .take").wait_for()
    who.page.keyboard.press("Enter")

    assert who.sees("carrom.board.aim !== null")
    assert who.v == v

    who.page.keyboard.press("Enter")
    who.rests(v + 1)


def test_a_penalty_coin_is_put_where_it_may_lie(visits: Visits) -> None:
    """Placed outside the inner circle it is refused, with the reason; inside it stays where it is put."""
    layout = "w 0.2,0.2; w -0.2,0.2; w 0.25,0; b -0.25,0; b 0.1,0.25; b -0.1,0.25; q 0,0.15"
    who = visits(practice(layout, "white on strike, 3 white, 3 black, queen on board", opponent="two")).sits()
    fouled = strikes_by_mouse(who, losing_the_striker)
    board = Board.of(who)
    hand = "((hand) => [hand.x, hand.y])(carrom.board.hand)"

    assert (fouled["asks"]["kind"], fouled["asks"]["coin"]) == ("place", "white")
    assert asked(fouled)["colour"] == "black"

    drags(who, board.pixel(who.sees(hand)), board.pixel((0.2, -0.2)))
    said = who.until("document.querySelector('.asks .why').textContent")
    who.page.mouse.up()
    who.clicks(".put")
    who.until("!carrom.screen.busy")
    refused = who.find(".asks .why").inner_text()
    still = who.table
    drags(who, board.pixel(who.sees(hand)), board.pixel((0.03, -0.02)))
    who.page.mouse.up()
    who.until("document.querySelector('.asks .why').textContent === ''")
    who.clicks(".put")
    placed = who.rests(fouled["v"] + 1)
    (coin,) = [each for each in placed["layout"] if each not in fouled["layout"]]

    assert "inside the circle" in said
    assert refused == said
    assert (still["v"], still["layout"]) == (fouled["v"], fouled["layout"])
    assert coin["coin"] == "white"
    assert hypot(coin["x"] - 0.03, coin["y"] + 0.02) < 2 / board.scale
    assert placed["asks"]["kind"] == "strike"
    assert placed["board"]["on_strike"] == "black"


def test_a_waiting_queen_is_covered_and_the_law_can_be_read(visits: Visits) -> None:
    """The call cites a paragraph; a click opens it, and says how the other rulebooks decide."""
    layout = "w 0.329,0.329; w -0.1,0.1; b -0.2,0.05; b 0.02,0.18"
    who = visits(practice(layout, "white on strike, 2 white, 2 black, queen waiting")).sits()
    waited = who.find(".score").inner_text()
    after = strikes_by_mouse(who, pocketing(Coin.WHITE))
    call = who.find(".call")
    said = call.locator(".call-words").inner_text()
    law = call.locator("button.law").first
    paragraph = law.inner_text()
    law.click()
    dialog = who.find("dialog.law-dialog")
    dialog.locator(".law-text").wait_for()
    verdicts = dialog.locator(".verdicts, .verdicts-same")
    verdicts.wait_for()

    assert "queen to cover" in waited
    assert after["board"]["queen"] == "white"
    assert "cover" in said
    assert dialog.locator("h3.law-id").inner_text() == paragraph
    assert "ICF laws of today" in dialog.inner_text()

    who.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


FULL_FORCE = STANDARD.pace.full_force
LAST_BLACK = "b 0.31,0.31; w 0.0,0.2; w -0.1,0.25; w -0.2,0.2; w -0.2,0.1; q 0.0,0.0"


def test_the_winner_of_a_board_is_asked_for_the_extra_points(visits: Visits) -> None:
    """White pockets black's last coin and the striker; under the ICF's laws black may demand a point more."""
    who = visits(practice(LAST_BLACK, "", rulebook="icf")).sits()
    who.until("carrom.idle() && carrom.screen.able")
    aim = at(Seat.SOUTH, (0.31, 0.31))
    who.sees(f"(carrom.screen.setAim({{x: 0, angle: {aim.angle}, power: {aim.speed / FULL_FORCE}}}), 1)")
    who.clicks(".strike")
    asks = who.until("carrom.idle() && carrom.state().asks.kind === 'demand' && carrom.state().asks")
    assert asks["count"] == 1
    who.clicks(".over-demand [data-choice='1']")
    table = who.until("carrom.idle() && carrom.state().asks.kind !== 'demand' && carrom.state()")

    assert table["boards"][-1]["points"] == 8
    card = str(who.until("document.querySelector('.over-end')?.textContent"))
    assert "8 points" in card
    assert "1 extra point is among them" in card

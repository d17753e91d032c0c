"""How the table feels: nothing moves under the finger, and what was called is not lost."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.hand import doing_nothing, losing_the_striker, pocketing, practice, strikes_by_mouse
from tests.browser.house import House
from tests.browser.visitor import Visitor, Visits

from carrom.words import Coin

PHONES = [{"width": 390, "height": 844}, {"width": 844, "height": 390}]
QUEEN_HANGS = "q 0.329,0.329; w -0.329,0.329; w 0.2,0.25; w 0.1,0.1; b 0.2,-0.05; b -0.2,0.05; b 0.02,0.18"
RIGHT_TO_HER = "white on strike, 3 white, 3 black, queen on board"

WATCH_SHIFTS = """(window.shifts = [], new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries())
    for (const { node, previousRect: was, currentRect: now } of sources)
      window.shifts.push([node?.parentElement?.className, node?.className ?? node?.data, was.x, was.y,
        now.x, now.y].join(" "));
}).observe({ type: "layout-shift" }), true)"""
"""Every shift counts, also those soon after an input, which the browser forgives."""


def watches_shifts(who: Visitor) -> None:
    """From now on, in a browser that knows how to strike."""
    who.until("document.fonts.status === 'loaded'")
    who.sees(WATCH_SHIFTS)


def taught(who: Visitor) -> Visitor:
    who.context.add_init_script("localStorage.setItem('carrom.taught', 'true')")
    return who


def shifts(who: Visitor) -> str:
    """What has moved, once everything is painted: a line for each."""
    who.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    return "\n".join(who.sees("window.shifts"))


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_nothing_moves_on_a_phone_while_a_board_is_played(visits: Visits, size: dict[str, int]) -> None:
    """The queen falls and is covered, a foul costs a coin, and the turn passes."""
    who = taught(visits(viewport=size)).goes(practice(QUEEN_HANGS, RIGHT_TO_HER, opponent="beginner")).sits()
    who.sees("carrom.screen.host.scrollIntoView({ block: 'center' })")
    watches_shifts(who)
    for wanted in (pocketing(Coin.QUEEN), pocketing(Coin.WHITE), losing_the_striker):
        strikes_by_mouse(who, wanted)
    chips = who.find(".score .chip").all_inner_texts()

    assert any("queen" in chip for chip in chips)
    assert shifts(who) == ""


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_nothing_moves_on_a_phone_when_the_clock_runs_or_somebody_speaks(
    house: House, visits: Visits, size: dict[str, int]
) -> None:
    made = house.room(clock=True)
    asha, ben = (taught(visits(viewport=size)).goes(path).sits() for path in house.seats(made))
    asha.until("carrom.screen.able")
    asha.sees("carrom.screen.acts.choose('turn', 0)")
    asha.rests(5)
    watches_shifts(asha)
    ben.sees("carrom.screen.acts.say('hello')")
    asha.until("document.querySelector('.bubble')")
    asha.sees("carrom.screen.acts.strike()")
    asha.rests(6)
    asha.until("!document.querySelector('.clock').classList.contains('stands')")

    assert shifts(asha) == ""


@pytest.mark.parametrize("size", [*PHONES, {"width": 1440, "height": 900}], ids=str)
def test_nothing_moves_at_the_break(house: House, visits: Visits, size: dict[str, int]) -> None:
    """The rosette could have been turned until then, and now it is struck."""
    made = house.room(kind="screen")
    who = taught(visits(viewport=size)).goes(house.seats(made)[0]).sits()
    who.find(".turn-rosette").wait_for()
    watches_shifts(who)
    who.sees("carrom.screen.acts.strike()")
    who.rests(6)

    assert who.find(".turn-rosette").count() == 0
    # The numbers of the next aim are other numbers.
    assert [line for line in shifts(who).splitlines() if "numbers" not in line] == []


def test_a_foul_stands_on_the_board_until_it_is_read(visits: Visits) -> None:
    """What was done, what it costs, and the paragraph behind a tap; then the history has it."""
    who = visits(practice(QUEEN_HANGS, RIGHT_TO_HER)).sits()
    strikes_slowly(who, losing_the_striker)
    banner = who.find(".call-banner")
    said = banner.inner_text()

    assert "striker" in said
    assert "§" in said

    banner.locator("button.law").first.click()
    who.find("dialog.law-dialog .law-text").wait_for()
    who.page.keyboard.press("Escape")
    assert banner.is_visible()
    banner.locator(".read").click()
    banner.wait_for(state="hidden")

    assert "striker" in who.find(".log-list").inner_text()


def strikes_slowly(who: Visitor, wanted: Any) -> None:
    """A stroke shown at its usual pace of the tests, and its call for as long as it is not read."""
    who.sees("carrom.speed = 50")
    who.sees(
        "(carrom.screen.reading.read = ((read) => function (line) { carrom.speed = 0.01;"
        " return read.call(this, line); })(carrom.screen.reading.read), true)"
    )
    table = who.table
    strikes_by_mouse(who, wanted)
    who.rests(table["v"] + 1)


def test_the_card_of_a_board_stays_until_it_is_read_and_the_last_position_with_it(
    house: House, visits: Visits
) -> None:
    """The computer has gone on meanwhile; nothing of that is shown."""
    made = house.room(kind="computer", second=[{"name": "Ben", "level": "beginner"}])
    who = visits(f"/table/{made['room']}#{made['links'][0]['token']}").sits()
    who.until("carrom.screen.able")
    who.sees("carrom.screen.acts.choose('turn', 0)")
    who.rests(5)
    strikes_by_mouse(who, doing_nothing)
    table = who.until("carrom.idle() && carrom.screen.able && carrom.state()")
    lying = who.sees("carrom.board.coins")
    who.sees("carrom.screen.acts.incident('abandon')")
    who.find(".over-end").first.wait_for()
    who.until("carrom.screen.follower.queue.length > 0")

    assert who.sees("carrom.v") == table["v"] + 1
    assert who.sees("carrom.board.coins") == lying

    while who.find(".over-end").count():
        who.clicks(".over-end .button")
    who.until(f"carrom.v > {table['v'] + 1}")


def test_the_settings_open_on_a_phone_on_its_side_too(visits: Visits) -> None:
    """There the head of the page gives way to the board."""
    who = visits(practice(QUEEN_HANGS, RIGHT_TO_HER), viewport={"width": 844, "height": 390}).sits()
    who.clicks("[data-tool=settings]")
    who.find(".settings").wait_for()

    assert not who.find("#settings").is_visible()

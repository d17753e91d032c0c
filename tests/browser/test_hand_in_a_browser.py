"""A human hand: chosen at home, shown at the table, drawn as a cone, and played."""

from __future__ import annotations

from math import isclose

from tests.browser.house import House
from tests.browser.visitor import Visits

from carrom.players.noise import LEVELS


def test_a_hand_is_chosen_at_home_and_the_aim_shows_how_far_it_may_go_astray(visits: Visits) -> None:
    """The sector has two standard deviations to either side, as the server tells them."""
    who = visits("/")
    who.clicks("#more summary")
    who.find("#hand").select_option("club")
    assert "1.3°" in who.find("#hand-help").inner_text()
    assert "Human hand: club" in who.find("#summary").inner_text()
    who.clicks("#play")
    who.sits()

    assert who.find(".chip.hand").inner_text() == "hand: club"
    assert isclose(who.sees("carrom.board.aim.spread"), 2.0 * LEVELS["club"].angle)
    aimed = who.sees("carrom.screen.aim.angle")
    who.clicks("button.strike")
    struck = who.until("[...carrom.screen.log.lines.values()].find((line) => line.kind === 'struck')")
    assert struck["aim"]["angle"] != aimed


def test_a_guest_reads_of_the_hand_before_sitting_down(visits: Visits, house: House) -> None:
    made = house.room(hand="beginner")
    guest = visits(house.invitations(made)[0])
    guest.until("document.querySelector('#guest-name')")

    assert "Human hand: beginner" in guest.text()
    assert "within 4° of the aim" in guest.text()


def test_in_practice_the_hand_is_another_table(visits: Visits) -> None:
    who = visits("/practice").sits()
    assert who.sees("carrom.board.aim.spread") == 0
    who.clicks("summary[data-key=opponent]")
    who.find("#practice-hand").select_option("national")
    who.until("carrom.screen.welcome?.hand?.level === 'national' && carrom.idle()")

    assert who.find("#practice-hand").input_value() == "national"
    assert who.find(".chip.hand").count() == 1

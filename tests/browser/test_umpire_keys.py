"""The desk's keys under a finger, and the ways before the first board and after the last."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import BEGIN, PLAY, SINGLES, WHITE, Json, Phone, Table
from tests.browser.visitor import Visits

TOSS: Json = {"do": "toss", "winner": "first", "choice": "break"}


def test_a_key_under_the_finger_is_not_drawn_anew(house: House, visits: Visits) -> None:
    """Whatever the page hears meanwhile: only what has changed is replaced."""
    phone = Phone(visits, Table(house, *SINGLES, PLAY, WHITE))
    phone.visitor.until("carrom.client.link === 'online' && carrom.client.catalogue")
    same = "window.was.every((key) => key.isConnected)"
    phone.visitor.page.evaluate("() => { window.was = [...document.querySelectorAll('.desk-foot button')]; }")
    phone.visitor.page.evaluate("() => carrom.client.look()")
    phone.rests()

    assert phone.visitor.sees(same)
    phone.tap("tap-white")
    assert not phone.visitor.sees(same)


def test_a_seating_that_was_taken_back_is_there_to_be_changed(house: House, visits: Visits) -> None:
    phone = Phone(visits, Table(house, BEGIN, TOSS))
    phone.tap("chair-south", "chair-north", "seat")
    phone.rests()
    assert phone.view["stage"] == "to-play"
    phone.tap("undo", "undo-sure")

    phone.rests()
    assert phone.view["stage"] == "to-seat"
    assert "Ben" in phone.key("chair-south").inner_text()


def test_trial_boards_are_noted_until_the_first_board_is_opened(house: House, visits: Visits) -> None:
    phone = Phone(visits, Table(house, *SINGLES))
    phone.tap("trials", "trial-played-first", "trial-left-second")

    assert phone.table.kinds[3:] == ["trial-played", "trial-left"]
    assert phone.agrees()["stage"] == "to-play"
    assert not phone.shows("trials")


def test_the_next_match_begins_at_an_empty_table_of_the_same_place(house: House, visits: Visits) -> None:
    phone = Phone(visits, Table(house, *SINGLES, {"do": "give-up", "side": "first", "why": "walkover"}))
    assert phone.shows("to-sheet")
    assert phone.shows("to-watch")
    before = phone.visitor.page.url
    phone.tap("next-match")
    phone.visitor.until("carrom.view()?.stage === 'to-begin'")

    assert phone.visitor.page.url != before

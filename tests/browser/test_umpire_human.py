"""An umpire is human: what was tapped wrongly is taken back or corrected, and what nobody saw is entered."""

from __future__ import annotations

import pytest
from tests.browser.house import House
from tests.browser.phone import BEGIN, BLACK, NOTHING, PLAY, SINGLES, WHITE, Json, Phone, Table, ended, stands
from tests.browser.visitor import Visits

from carrom.record.entries import Struck
from carrom.umpiring.call import last_call

QUEEN: Json = {"do": "stroke", "pocketed": ["queen"]}


def test_several_entries_are_taken_back_from_the_log(house: House, visits: Visits) -> None:
    """They stay in the log, struck out; what comes after them stands on what was before them."""
    table = Table(house, *SINGLES, PLAY, WHITE, WHITE, NOTHING, BLACK)
    phone = Phone(visits, table)
    phone.tap("log", "line-5", "undo-to")
    phone.visitor.until("document.querySelectorAll('.undo-lines li').length === 3")
    phone.tap("undo-sure")

    view = phone.agrees()
    assert (view["board"]["white"], view["board"]["black"], view["on_strike"]) == (8, 9, "Asha")
    assert table.entries[-1]["kind"] == "taken-back"
    phone.tap("log")
    phone.visitor.until("document.querySelectorAll('.log-sheet li.undone').length === 3")
    phone.closes()
    phone.tap("stroke-nothing")
    assert phone.agrees()["on_strike"] == "Ben"


def test_an_earlier_stroke_is_corrected_and_what_follows_is_judged_again(
    house: House, visits: Visits
) -> None:
    """The differences are shown before anything is entered, and they are what then stands."""
    table = Table(house, *SINGLES, PLAY, WHITE, WHITE, NOTHING, BLACK)
    phone = Phone(visits, table)
    phone.tap("log", "line-5", "correct", "take-white")  # Nothing fell: then the next white was Ben's stroke.
    assert phone.key("confirm").is_disabled()
    phone.writes(reason="It hung over the edge")
    phone.visitor.until("document.querySelectorAll('[data-testid=difference]').length")

    shown = phone.visitor.find(".differences .becomes").all_inner_texts()
    assert table.view["v"] == 8
    phone.tap("confirm")
    view = phone.agrees()
    assert (view["board"]["white"], view["board"]["black"], view["on_strike"]) == (8, 8, "Ben")
    back, nothing, *after = table.folded.entries[8:]
    assert (table.entries[8]["corrects"], table.entries[8]["reason"]) == (5, "It hung over the edge")
    assert isinstance(nothing.event, Struck)
    assert str(nothing.event.report) == "nothing"
    judged = [each.event.ruling.explain("en") for each in after if isinstance(each.event, Struck)]
    assert len(judged) == 3
    assert shown
    assert shown == [said for said in judged if said in shown]
    assert back.seq == 9


def test_what_no_longer_fits_after_a_correction_is_left_out_only_if_the_umpire_says_so(
    house: House, visits: Visits
) -> None:
    table = Table(house, *SINGLES, PLAY, *stands("white", 2, 5, queen="white"), WHITE, NOTHING, BLACK)
    phone = Phone(visits, table)
    phone.tap("log", "line-7", "correct", "tap-white")  # Both fell: the board was over.
    phone.writes(reason="The second was in the net")
    phone.visitor.until("document.querySelectorAll('[data-testid=difference]').length === 2")
    assert "2" in phone.key("confirm").inner_text()
    phone.tap("confirm")

    view = phone.agrees()
    assert (view["stage"], view["points"]) == ("to-play", {"first": 8, "second": 0})
    assert table.kinds[9:] == ["taken-back", "struck"]


def test_a_side_that_never_came_loses_by_walkover(house: House, visits: Visits) -> None:
    phone = Phone(visits, Table(house, BEGIN))
    phone.tap("walkover", "walkover-second")

    view = phone.agrees()
    assert (view["stage"], view["winner"], view["gave_up"]) == ("over", "first", "walkover")
    assert "Asha won the match" in phone.text
    assert phone.table.sheet["result"]["how"] == "walkover"


@pytest.mark.long
def test_a_player_who_is_hurt_retires(house: House, visits: Visits) -> None:
    """It is asked twice, and the other side wins the match."""
    phone = Phone(visits, Table(house, *SINGLES, PLAY, WHITE))
    phone.tap("more", "give-up")
    phone.chooses("why-retired")
    phone.tap("give-up-first", "not-sure")
    assert phone.view["stage"] == "in-play"
    phone.tap("more", "give-up")
    phone.chooses("why-retired")
    phone.tap("give-up-first", "give-up-sure")

    view = phone.agrees()
    assert (view["stage"], view["winner"], view["gave_up"]) == ("over", "second", "retired")
    assert phone.table.sheet["result"]["how"] == "retired"
    phone.tap("undo", "undo-sure")  # Even that can have been a slip of the finger.
    assert phone.agrees()["stage"] == "in-play"


@pytest.mark.long
def test_points_remarks_and_strikers_are_entered_between_boards(house: House, visits: Visits) -> None:
    table = Table(house, *SINGLES, *ended("white", 5))
    phone = Phone(visits, table)
    phone.tap("more", "points", "points-first-less", "points-second-more", "points-second-more")
    assert phone.key("points-set").is_disabled()
    phone.writes(points_reason="Counted again")
    phone.tap("points-set")
    view = phone.agrees()
    assert view["points"] == {"first": 4, "second": 2}
    assert table.entries[-1]["reason"] == "Counted again"

    phone.tap("more", "remark")
    phone.writes(remark_text="The lamp flickered")
    phone.tap("remark-enter")
    assert table.entries[-1]["text"] == "The lamp flickered"

    phone.tap("more", "striker", "striker-1")
    assert phone.agrees()["players"][1]["strikers"] == 1
    phone.tap("more", "striker", "striker-1")  # Back to the first, and no more.
    phone.tap("more", "striker")
    assert phone.key("striker-1").is_disabled()
    phone.closes()
    assert table.kinds[-2:] == ["striker-changed", "striker-changed"]

    phone.tap("play", "more")
    assert phone.key("striker").is_disabled()
    sheet = table.sheet
    assert [each["text"] for each in sheet["remarks"]] == ["The lamp flickered"]
    assert [each["player"] for each in sheet["strikers"]] == ["Ben", "Ben"]
    assert sheet["changes"][-1]["points_now"] == {"first": 4, "second": 2}


def test_while_a_request_is_pending_nobody_strikes(house: House, visits: Visits) -> None:
    """From the request to "Play" the pad is away, and the record takes no stroke."""
    table = Table(house, *SINGLES, PLAY, WHITE)
    phone = Phone(visits, table)
    phone.tap("more", "ask")
    phone.writes(ask_text="Is the queen touching?")
    phone.tap("ask-second")

    assert phone.agrees()["request"] == "second"
    assert not phone.shows("stroke-nothing")
    assert table.refuses(NOTHING) == (409, "play/not-now")
    phone.tap("play", "own-coin")
    view = phone.agrees()
    assert (view["request"], view["board"]["white"]) == (None, 7)
    asked = table.entries[5]
    assert (asked["kind"], asked["side"], asked["text"]) == (
        "umpire-asked",
        "second",
        "Is the queen touching?",
    )


def test_errors_that_nobody_noticed_in_time_are_entered_as_such(house: House, visits: Visits) -> None:
    """The laws let them stand: a queen without cover, strokes with the other side's coins, a wrong colour."""
    both: Json = {"do": "stroke", "pocketed": ["white", "black"]}
    table = Table(house, *SINGLES, PLAY, both, QUEEN, NOTHING)
    phone = Phone(visits, table)
    phone.tap("done", "incidents", "incident-queen-unnoticed")
    assert phone.agrees()["board"]["queen"] == "white"

    phone.tap("incidents", "incident-played-theirs")
    view = phone.agrees()
    assert (view["on_strike"], view["call"]["ruling"]["findings"][0]["laws"]) == (
        "Asha",
        ["international-a 3.6 c"],
    )

    phone.tap("tap-striker", "judge", "done")
    before = phone.agrees()["board"]
    phone.tap("incidents", "incident-wrong-colour-placed")
    phone.chooses("noticed-no")
    phone.tap("by-black")
    view = phone.agrees()
    assert table.entries[-1]["incident"]["noticed"] is False
    assert view["call"]["ruling"]["findings"][0]["laws"] == ["international-a 3.11 j"]
    assert view["board"] != before


def test_the_language_changes_in_the_middle_of_a_board(house: House, visits: Visits) -> None:
    """The ruling, what is to be done, the log and the lists are all said again, and nothing else changes."""
    table = Table(house, *SINGLES, PLAY, WHITE, {"do": "stroke", "pocketed": ["striker"]})
    phone = Phone(visits, table)
    before = phone.agrees()
    assert "Ben puts one white coin back" in phone.text
    phone.visitor.speaks("fr")
    phone.visitor.until("carrom.view().now.startsWith('Ben remet')")
    phone.rests()
    called = last_call(table.folded)
    assert called is not None

    said = phone.visitor.find(".called .ruling").text_content() or ""
    assert said.replace("\u202f", " ") == called.ruling.explain("fr")
    assert "Ben remet un jeton blanc" in phone.text
    changed = {name for name in before if before[name] != phone.view[name]}
    assert changed == {"call", "log", "now", "to_place"}
    phone.tap("incidents")
    assert "S'est levé de sa chaise" in phone.text
    phone.closes()
    phone.tap("log")
    phone.visitor.until("document.querySelector('.log-sheet li')")
    assert "Arbitre : Play !" in phone.text
    assert "Umpire: Play" not in phone.text
    phone.closes()

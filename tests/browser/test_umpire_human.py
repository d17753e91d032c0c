"""An umpire is human: what was tapped wrongly is taken back or corrected, and what nobody saw is entered."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import BLACK, NOTHING, PLAY, SINGLES, WHITE, Json, Phone, Table, stands
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


def test_errors_that_nobody_noticed_in_time_are_entered_as_such(house: House, visits: Visits) -> None:
    """The laws let them stand: a queen without cover, strokes with the other side's coins, a wrong colour."""
    both: Json = {"do": "stroke", "pocketed": ["white", "black"]}
    table = Table(house, *SINGLES, PLAY, both, QUEEN, NOTHING, NOTHING, NOTHING)
    phone = Phone(visits, table)
    phone.tap("incidents", "incident-queen-unnoticed")
    assert phone.agrees()["board"]["queen"] == "white"

    phone.tap("incidents", "incident-played-theirs", "tap-white", "by-Ben")
    view = phone.agrees()
    assert (view["on_strike"], view["board"]["white"], view["call"]["ruling"]["findings"][0]["laws"][0]) == (
        "Asha",
        7,
        "international-a 3.6 c",
    )

    phone.tap("tap-striker", "judge", "done", "stroke-nothing")
    before = phone.agrees()["board"]
    phone.tap("incidents", "incident-wrong-colour-placed", "by-Ben")
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

"""Who did it: in doubles players are named, what fell is said, and anybody is disqualified at any time."""

from __future__ import annotations

from playwright.sync_api import Route
from tests.browser.house import House
from tests.browser.phone import BEGIN, PLAY, WHITE, Json, Phone, Table
from tests.browser.umpire_walk import opening
from tests.browser.visitor import Visits

DOUBLES: tuple[Json, ...] = (*opening("international-a", doubles=True), PLAY, WHITE)


def disqualifies(phone: Phone, player: str, ground: str) -> str:
    """In the open list; gives what is asked before it is entered."""
    phone.chooses(f"ground-{ground}")
    phone.tap(f"by-{player}")
    asked = phone.visitor.find("dialog[open]").last.inner_text()
    phone.tap("incident-sure")
    return asked


def test_in_doubles_the_partner_who_did_it_is_named(house: House, visits: Visits) -> None:
    """Carla, who is not on strike, leaves her chair in her side's turn; Dev disturbs; Ben and Dev talk."""
    table = Table(house, *DOUBLES)
    phone = Phone(visits, table)
    phone.tap("incidents", "incident-left-chair")
    keys = phone.visitor.find("dialog[open] .by-key")
    assert keys.all_inner_texts() == ["Asha", "Carla", "Ben", "Dev"]
    assert keys.nth(1).get_attribute("aria-label") == "Carla, white"
    phone.tap("by-Carla")
    assert phone.agrees()["log"][-1]["player"] == "Carla"
    assert "Carla" in phone.visitor.find(".desk-call .call-fact").inner_text()

    phone.tap("done", "incidents", "breach-disturbed", "by-Asha")
    assert phone.agrees()["log"][-1]["player"] == "Asha"
    phone.tap("incidents", "incident-partners-talked")
    assert keys.all_inner_texts() == ["Asha & Carla", "Ben & Dev"]
    phone.tap("by-Ben-Dev")
    line = phone.agrees()["log"][-1]
    assert (line["player"], line["side"]) == ("", "second")


def test_in_doubles_what_costs_the_board_asks_about_the_player_and_the_correction_names_another(
    house: House, visits: Visits
) -> None:
    table = Table(house, *DOUBLES)
    phone = Phone(visits, table)
    phone.tap("incidents", "incident-bumped-board", "by-Dev")
    asked = phone.visitor.find("dialog[open]").last.inner_text()
    assert "Board moved beyond restoring: Dev?" in asked
    assert "The board goes to Asha & Carla." in asked
    phone.tap("incident-sure")
    assert phone.agrees()["games"][0]["boards"][0]["winner"] == "first"

    phone.tap("more", "overrule", "choose-incident", "incident-left-chair", "by-Ben")
    assert "Ben" in phone.visitor.find("dialog[open] .label .who").inner_text()
    phone.writes(reason="He only stood up")
    phone.tap("confirm")
    assert table.entries[-1]["player"] == "Ben"
    assert phone.agrees()["stage"] == "in-play"


def test_a_stroke_out_of_turn_is_entered_with_what_fell(house: House, visits: Visits) -> None:
    """Dev strikes in Asha's turn: his coin and one more come back, and she plays on."""
    table = Table(house, *DOUBLES)
    phone = Phone(visits, table)
    phone.tap("incidents", "incident-out-of-turn", "tap-black", "tap-white", "tap-striker")
    phone.tap("take-striker", "by-Dev")

    view = phone.agrees()
    assert (view["on_strike"], view["board"]["white"], view["board"]["due"]["black"]) == ("Asha", 7, 1)
    line = view["log"][-1]
    assert (line["what"], line["player"], line["pocketed"]) == ("out-of-turn", "Dev", ["white", "black"])
    fact = phone.visitor.find(".desk-call .call-fact")
    assert fact.locator(".fell .coin").evaluate_all("all => all.map((each) => each.classList[1])") == [
        "white",
        "black",
    ]


def test_a_player_is_disqualified_before_the_toss(house: House, visits: Visits) -> None:
    """The match is over, the sheet says why; taken back, the toss is next again."""
    table = Table(house, BEGIN)
    phone = Phone(visits, table)
    phone.tap("disqualify", "disqualify-choose")
    assert phone.key("by-Ben").is_disabled()
    asked = disqualifies(phone, "Ben", "e")
    assert "Disqualification: Ben?" in asked
    assert "Insulted umpires or organisers" in asked
    assert "The match goes to Asha." in asked

    view = phone.agrees()
    assert (view["stage"], view["winner"]) == ("over", "first")
    assert table.sheet["result"]["how"] == "disqualified"
    phone.tap("call-wrong", "choose-incident")  # Nothing but another disqualification can have been.
    phone.chooses("ground-a")
    phone.tap("by-Asha")
    ways = phone.visitor.find("dialog[open] [name=how]").evaluate_all("all => all.map(({ value }) => value)")
    assert ways == ["incident", "nothing"]
    phone.writes(reason="It was the other player")
    phone.tap("confirm")
    assert phone.agrees()["winner"] == "second"

    phone.tap("log", "line-1", "undo-to", "undo-sure")
    assert phone.view["stage"] == "to-toss"
    assert phone.shows("toss-first")


def test_who_is_disqualified_can_be_named_as_soon_as_the_incidents_are_known(
    house: House, visits: Visits
) -> None:
    """Until the list has come the key is closed: it never opens nothing."""
    table, phone = Table(house, BEGIN), Phone(visits)
    held: list[Route] = []
    phone.visitor.page.route("**/api/catalogue/**", lambda route: held.append(route))
    phone.visitor.goes(f"/umpire/{table.token}")
    phone.tap("disqualify")
    assert phone.key("disqualify-choose").is_disabled()
    while held:
        held.pop(0).continue_()
        phone.visitor.page.wait_for_timeout(50)
    phone.tap("disqualify-choose")
    assert phone.shows("by-Ben")


def test_a_player_is_disqualified_before_the_seats_are_taken_and_at_the_desk(
    house: House, visits: Visits
) -> None:
    """In doubles one of four is named, also while nobody has a colour."""
    begun, tossed, seated = opening("international-a", doubles=True)
    table = Table(house, begun, tossed)
    phone = Phone(visits, table)
    phone.tap("disqualify", "disqualify-choose")
    keys = phone.visitor.find("dialog[open] .by-key")
    assert keys.all_inner_texts() == ["Asha", "Carla", "Ben", "Dev"]
    disqualifies(phone, "Carla", "a")
    view = phone.agrees()
    assert (view["winner"], table.entries[-2]["player"]) == ("second", "Carla")

    phone.tap("undo", "undo-sure")
    table.does(seated)
    phone.visitor.until("carrom.view().stage === 'to-play' && carrom.idle()")
    phone.tap("incidents", "incident-disqualified")
    disqualifies(phone, "Dev", "b")
    assert phone.agrees()["winner"] == "first"


def test_where_one_side_came_late_the_other_plays_both_trial_boards(house: House, visits: Visits) -> None:
    table = Table(house, *opening("international-a")[:2])
    phone = Phone(visits, table)
    phone.tap("trial-played-first", "trial-late-second")
    assert phone.key("trial-played-first").inner_text() == "Played: 1 of 2"
    assert phone.key("trial-played-second").is_disabled()
    phone.tap("trial-played-first")

    assert phone.key("trial-played-first").inner_text() == "Played: 2 of 2"
    assert phone.view["trials"] == ["first", "first"]
    phone.tap("trial-played-first")
    assert table.kinds[2:] == ["trial-played", "came-late", "trial-played"]

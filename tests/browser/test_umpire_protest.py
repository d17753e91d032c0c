"""A protest at the umpire's table: spoken, written in time with its paragraph, decided; and what follows."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import NOTHING, PHONE, PLAY, SINGLES, WHITE, Json, Phone, Table
from tests.browser.visitor import Visits

STRIKER: Json = {"do": "stroke", "pocketed": ["striker"]}
SPOKEN: Json = {"do": "protest", "side": "first"}


def protests(phone: Phone, side: str) -> None:
    phone.tap("more", "protest", f"protest-{side}", "protest-speak")


def writes(phone: Phone, entry: int, facts: str, paragraph: str) -> None:
    phone.tap(f"protest-{entry}")
    phone.writes(protest_facts=facts, protest_paragraph=paragraph)
    phone.tap("protest-write")


def test_a_protest_is_noted_written_and_refused_and_the_result_stands(house: House, visits: Visits) -> None:
    """Its time is noted, nothing takes it back, play goes on, and a refusal changes nothing on the board."""
    table = Table(house, *SINGLES, PLAY, WHITE, STRIKER)
    phone = Phone(visits, table)
    protests(phone, "second")

    view = phone.agrees()
    spoken = table.entries[-1]
    assert (spoken["kind"], spoken["side"], spoken["about"]) == ("protest-spoken", "second", 6)
    (protest,) = view["protests"]
    assert (protest["entry"], protest["spoken"], protest["by"]) == (7, spoken["at"], None)
    assert "Protest by Ben" in phone.text

    phone.tap("done", "undo")  # What can be undone is the coin that was placed, not what was said.
    assert "protest" not in phone.visitor.find("dialog[open]").inner_text().lower()
    phone.closes()
    phone.tap("log", "line-7")
    assert not phone.shows("correct")
    assert not phone.shows("overrule")
    phone.closes()
    phone.tap("more", "protest")  # Against this call it is spoken; only the other side can still protest.
    assert phone.shows("protest-first")
    assert not phone.shows("protest-second")
    phone.closes()

    phone.tap("stroke-nothing")  # Play goes on meanwhile, and everything can be taken back around it.
    phone.tap("log", "line-4", "undo-to", "undo-sure")
    view = phone.agrees()
    assert (view["board"]["white"], view["protests"][0]["upheld"]) == (9, None)
    assert "Protest by Ben" in phone.text

    writes(phone, 7, "The striker lay on the frame", "3.11 a")
    view = phone.agrees()
    assert view["protests"][0]["paragraph"] == "international-a 3.11 a"
    before = view["board"]
    phone.tap("protest-7")
    phone.writes(protest_reason="Both umpires saw it fall")
    phone.tap("protest-refuse", "protest-sure")

    view = phone.agrees()
    assert (view["protests"][0]["upheld"], view["stage"], view["board"]) == (False, "in-play", before)
    assert "Protest by Ben" not in phone.text
    decided = table.entries[-1]
    assert (decided["kind"], decided["upheld"], decided["reason"]) == (
        "protest-decided",
        False,
        "Both umpires saw it fall",
    )


def test_two_protests_are_open_at_once_and_each_is_written_and_decided_by_itself(
    house: House, visits: Visits
) -> None:
    """Each banner names the call it is about; spectators read how many are open."""
    table = Table(house, *SINGLES, PLAY, WHITE)
    phone = Phone(visits, table)
    who = visits(f"/watch/{table.watch}", **PHONE)
    protests(phone, "second")
    phone.tap("stroke-nothing")
    protests(phone, "second")
    banners = phone.visitor.find(".protest-banner")
    said = [each.replace("\n", " ") for each in banners.all_inner_texts()]
    assert len(said) == 2
    assert all("Protest by Ben" in each and "Asha" in each for each in said)
    assert ("nothing fell" in said[0], "nothing fell" in said[1]) == (False, True)
    who.until("document.querySelector('.w-aside').textContent === 'Ben: 2 protests are open'")

    writes(phone, 8, "It fell", "3.6 a")
    assert [each["written"] for each in phone.agrees()["protests"]] == [None, "It fell"]
    assert phone.key("protest-6").inner_text() == "Write it down"
    phone.tap("protest-8", "protest-refuse", "protest-sure")
    assert [each["upheld"] for each in phone.agrees()["protests"]] == [None, False]
    assert banners.count() == 1
    who.until("document.querySelector('.w-aside').textContent === 'Ben: a protest is open'")
    writes(phone, 6, "It was mine", "3.6 a")
    phone.tap("protest-6", "protest-refuse", "protest-sure")

    assert [each["upheld"] for each in phone.agrees()["protests"]] == [False, False]
    assert [entry["protest"] for entry in table.entries if entry["kind"] == "protest-decided"] == [8, 6]
    who.until("document.querySelector('.w-aside').textContent === ''")


def test_a_protest_that_is_upheld_leads_on_to_a_new_match(house: House, visits: Visits) -> None:
    """The old record is closed as it is; the new one names it, and begins with the toss."""
    table = Table(house, *SINGLES, PLAY, STRIKER, SPOKEN)
    phone = Phone(visits, table)
    writes(phone, 6, "It did not fall", "3.11 a")
    phone.tap("protest-6", "protest-uphold", "protest-sure")

    assert phone.view["stage"] == "replayed"
    assert phone.view["can"]["acts"] == []
    assert table.refuses(NOTHING)[1] == "play/not-now"
    phone.tap("replay")
    assert phone.view["stage"] == "to-toss"
    again = Table(house, token=phone.visitor.page.url.rpartition("/")[2])
    assert again.token != table.token
    begun = again.entries[0]
    assert (begun["replay_of"], begun["first"], begun["second"]) == (table.desk, ["Asha"], ["Ben"])

    phone.tap("toss-first", "toss-break", "seat", "play", "own-coin")
    assert again.kinds == ["begun", "tossed", "seated", "play-called", "struck"]
    phone.visitor.goes(f"/umpire/{table.token}")
    phone.rests()
    phone.tap("replay")
    assert phone.visitor.page.url.endswith(again.token)

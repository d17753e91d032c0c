"""A protest at the umpire's table: spoken, written in time with its paragraph, decided; and what follows."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import NOTHING, PLAY, SINGLES, WHITE, Json, Phone, Table
from tests.browser.visitor import Visits

STRIKER: Json = {"do": "stroke", "pocketed": ["striker"]}
SPOKEN: Json = {"do": "protest", "side": "first"}


def protests(phone: Phone, side: str) -> None:
    phone.tap("more", "protest", f"protest-{side}", "protest-speak")


def writes(phone: Phone, facts: str, paragraph: str) -> None:
    phone.tap("protest")
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
    assert view["protest"]["spoken"] == spoken["at"]
    assert view["protest"]["by"] is None
    assert "Protest by Ben" in phone.text

    phone.tap("done", "undo")  # What can be undone is the coin that was placed, not what was said.
    assert "protest" not in phone.visitor.find("dialog[open]").inner_text().lower()
    phone.closes()
    phone.tap("log", "line-7")
    assert not phone.shows("correct")
    assert not phone.shows("overrule")
    phone.closes()
    phone.tap("more", "protest")  # It can only be written down.
    assert phone.shows("protest-write")
    assert not phone.shows("protest-first")
    phone.closes()

    phone.tap("stroke-nothing")  # Play goes on meanwhile, and everything can be taken back around it.
    phone.tap("log", "line-4", "undo-to", "undo-sure")
    view = phone.agrees()
    assert (view["board"]["white"], view["protest"]["upheld"]) == (9, None)
    assert "Protest by Ben" in phone.text

    writes(phone, "The striker lay on the frame", "3.11 a")
    view = phone.agrees()
    assert view["protest"]["paragraph"] == "international-a 3.11 a"
    before = view["board"]
    phone.tap("protest")
    phone.writes(protest_reason="Both umpires saw it fall")
    phone.tap("protest-refuse", "protest-sure")

    view = phone.agrees()
    assert (view["protest"]["upheld"], view["stage"], view["board"]) == (False, "in-play", before)
    assert "Protest by Ben" not in phone.text
    decided = table.entries[-1]
    assert (decided["kind"], decided["upheld"], decided["reason"]) == (
        "protest-decided",
        False,
        "Both umpires saw it fall",
    )


def test_a_protest_that_is_upheld_leads_on_to_a_new_match(house: House, visits: Visits) -> None:
    """The old record is closed as it is; the new one names it, and begins with the toss."""
    table = Table(house, *SINGLES, PLAY, STRIKER, SPOKEN)
    phone = Phone(visits, table)
    writes(phone, "It did not fall", "3.11 a")
    phone.tap("protest", "protest-uphold", "protest-sure")

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

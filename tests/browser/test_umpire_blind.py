"""With neither server nor judge whatever is seen is reported all the same, and judged later."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import PLAY, SINGLES, WHITE, Phone, Table
from tests.browser.visitor import Visits

AWAY = "net::ERR_|WebSocket connection"


def alone(house: House, visits: Visits, table: Table) -> Phone:
    """An umpire's phone whose server has gone, and that cannot judge by itself."""
    phone = Phone(visits, table)
    phone.visitor.bears(AWAY)
    phone.visitor.until("carrom.client.judging.state === 'not-prepared' && carrom.client.catalogue")
    house.kill()
    return phone


def back(house: House, phone: Phone) -> None:
    house.open()
    phone.visitor.until("carrom.client.pending === 0 && carrom.client.link === 'online'")


def test_incidents_requests_and_protests_are_kept_and_judged_when_the_server_is_back(
    house: House, visits: Visits
) -> None:
    """Of a foul it is asked who is on strike: nobody knows any more whose turn it is."""
    table = Table(house, *SINGLES, PLAY, WHITE)
    phone = alone(house, visits, table)

    phone.tap("stroke-nothing")
    phone.tap("incidents", "turn-second", "breach-asked-score")
    phone.tap("more", "ask", "ask-first")
    phone.tap("play")
    phone.tap("more", "protest", "protest-second", "protest-speak")
    phone.tap("protest-0")
    phone.writes(protest_facts="The coin had moved.", protest_paragraph="3.11 a")
    phone.tap("protest-write")
    phone.tap("more", "give-up", "give-up-first", "give-up-sure")
    assert phone.visitor.sees("carrom.client.pending") == 7
    assert phone.visitor.find(".kept-list li").count() == 7

    back(house, phone)
    assert table.kinds[5:] == [
        "struck",
        "happened",
        "umpire-asked",
        "play-called",
        "protest-spoken",
        "protest-written",
        "gave-up",
        "signed",
    ]
    foul = phone.agrees()["log"][6]
    assert (foul["player"], foul["what"]) == ("Asha", "technical-foul")
    assert phone.view["winner"] == "second"

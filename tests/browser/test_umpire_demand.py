"""A board that ends with extra points: the desk asks for them, and those who watch see them."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import PHONE, Json, Phone, Table, stands
from tests.browser.umpire_walk import STARTED, opening
from tests.browser.visitor import Visits

LAST: Json = {"do": "stroke", "pocketed": ["black", "striker"], "improper": True}


def test_the_winner_s_demand_is_tapped_shown_to_spectators_printed_and_undone(
    house: House, visits: Visits
) -> None:
    table = Table(house, *opening("icf"), *STARTED[:2], *stands("white", 4, 1), LAST)
    phone = Phone(visits, table)
    who = visits(f"/watch/{table.watch}", **PHONE)
    who.until("document.querySelector('.w-now')?.textContent.includes('Extra points')")
    assert [phone.shows(f"demand-{n}") for n in range(4)] == [True, True, True, False]
    assert not phone.shows("done")

    phone.tap("demand-1")

    assert phone.agrees()["points"] == {"first": 0, "second": 8}
    assert phone.shows("play")
    who.until("document.querySelector('.w-game-table td.won')?.textContent === '+7+1'")
    phone.tap("undo", "undo-sure")
    assert phone.agrees()["stage"] == "to-demand"
    phone.tap("demand-2")
    assert phone.agrees()["points"]["second"] == 9
    paper = phone.visitor.goes(f"/umpire/{table.token}/sheet").find("[data-testid=sheet-part-game]")
    paper.wait_for()
    assert "7 + 2" in paper.inner_text()

"""The umpire's table in a browser at 390 px: a whole board, tapped in, and how many taps it takes."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import SINGLES, Phone, Table
from tests.browser.visitor import Visits


def test_a_whole_board_takes_at_most_seventy_taps(house: House, visits: Visits) -> None:
    """22 misses, 10 own coins one by one, 3 of the other side's, 2 strikers, queen and cover, one foul."""
    table = Table(house, *SINGLES)
    phone = Phone(visits, table)

    phone.tap("play")
    phone.tap("own-coin", "stroke-nothing")  # Asha, white
    phone.tap("own-coin", "tap-queen", "judge", "own-coin", "stroke-nothing")  # Ben, black, covers the queen
    phone.tap("own-coin", "tap-striker", "judge", "done")
    phone.tap("tap-white", "judge")
    phone.tap("own-coin", "stroke-nothing")
    phone.tap("tap-white", "judge")
    phone.tap("own-coin", "incidents", "incident-late-stroke", "done")
    phone.tap("own-coin", "tap-striker", "judge", "done")
    phone.tap("own-coin", "stroke-nothing", "tap-white", "judge")
    phone.tap("own-coin", "stroke-nothing", *["stroke-nothing"] * 17)
    phone.tap("own-coin", "own-coin")

    assert phone.taps <= 70
    view = phone.agrees()
    assert (view["stage"], view["points"]) == ("to-play", {"first": 7, "second": 0})
    struck = [entry for entry in table.entries if entry["kind"] == "struck"]
    assert len(struck) == 22 + 10 + 3 + 2 + 2
    assert sum(each["report"]["stroke"] == "nothing" for each in struck) == 22


def test_a_board_with_a_due_a_queen_a_foul_an_undo_and_an_overruling(house: House, visits: Visits) -> None:
    """What the page shows at every step is what the record says, and the sheet has the umpire's last word."""
    table = Table(house, *SINGLES)
    phone = Phone(visits, table, finger=True)

    phone.tap("play", "stroke-missed")
    assert phone.agrees()["board"]["tries"] == 1
    phone.tap("tap-striker", "judge")  # The break is made, and the striker falls: nothing to pay with.
    assert phone.agrees()["board"]["due"] == {"white": 1, "black": 0}

    phone.tap("own-coin", "tap-queen", "judge")  # Ben has pocketed one, and may take the queen.
    assert phone.agrees()["board"]["queen"] == "waiting"
    phone.tap("own-coin")
    assert phone.agrees()["board"]["queen"] == "black"

    phone.tap("incidents", "incident-left-chair", "by-Ben")  # In his own turn: a foul.
    view = phone.agrees()
    assert (view["board"]["black"], view["to_place"][0]["player"]) == (8, "Asha")
    assert not phone.shows("stroke-nothing")
    phone.tap("done")

    phone.tap("own-coin")  # Asha's coin pays what she owes, and she goes on.
    assert phone.agrees()["board"]["due"] == {"white": 0, "black": 0}
    phone.tap("done")
    before = phone.agrees()
    assert (before["board"]["white"], before["on_strike"]) == (9, "Asha")

    phone.tap("own-coin", "undo", "undo-sure")
    view = phone.agrees()
    assert view["board"] == before["board"]
    assert [line["stands"] for line in view["log"][-2:]] == [False, True]

    phone.tap("stroke-nothing", "more", "overrule")
    phone.tap("tap-white", "tap-white")
    phone.writes(reason="Two fell, seen by both")
    phone.tap("confirm")
    view = phone.agrees()
    assert (view["board"]["white"], view["on_strike"], view["call"]["overruled"]) == (7, "Asha", True)

    phone.tap("own-coin", "more", "overrule")
    phone.chooses("how-hand")
    phone.tap(*["coins-white-less"] * 4, "coins-black-less")
    phone.writes(reason="The board was knocked over")
    phone.tap("confirm")
    view = phone.agrees()
    assert (view["board"]["white"], view["board"]["black"], view["on_strike"]) == (2, 7, "Asha")

    phone.tap("own-coin", "own-coin")
    view = phone.agrees()
    assert (view["stage"], view["points"]) == ("to-play", {"first": 7, "second": 0})
    assert (view["breaker"], view["white"]) == ("Ben", "second")

    phone.tap("more", "sheet")
    sheet = phone.visitor.find("[data-testid='sheet-part-changes']")
    rows = sheet.locator("tbody tr").all_inner_texts()
    assert len(rows) == 2
    assert "Two fell, seen by both" in rows[0]
    assert "The board was knocked over" in rows[1]
    assert "7 – 0" in phone.text

"""The umpire's last word about a call: once more, after what followed was done, after the board's end."""

from __future__ import annotations

import pytest
from tests.browser.house import House
from tests.browser.phone import PLAY, SINGLES, WHITE, Json, Phone, Table, stands
from tests.browser.visitor import Visits

OFF: Json = {"do": "stroke", "pocketed": ["white"], "off": ["black"]}


def overrules(phone: Phone, *names: str, reason: str = "Seen again") -> None:
    """The last call is corrected on the pad."""
    phone.tap("more", "overrule", *names)
    phone.writes(reason=reason)
    phone.tap("confirm")


@pytest.mark.long
def test_a_call_that_is_overruled_twice_shows_the_last_ruling(house: House, visits: Visits) -> None:
    """Also where neither the stroke nor the player on strike is another one."""
    phone = Phone(visits, Table(house, *SINGLES, PLAY, WHITE))
    overrules(phone, "tap-white")
    assert phone.agrees()["board"]["white"] == 7
    overrules(phone, "take-white", "tap-black")  # From the facts that stand now.
    view = phone.agrees()

    assert (view["board"]["white"], view["board"]["black"]) == (8, 8)
    assert phone.table.kinds[-2:] == ["overruled", "overruled"]


@pytest.mark.long
def test_what_follows_from_an_overruling_is_to_be_done_though_the_call_before_was_seen_to(
    house: House, visits: Visits
) -> None:
    phone = Phone(visits, Table(house, *SINGLES, PLAY, OFF))
    phone.tap("done")
    assert not phone.shows("done")
    overrules(phone, "take-off-black", "off-white")

    todo = phone.agrees()["call"]["todo"]
    assert [each["colour"] for each in todo if each["what"] == "respot"] == ["white"]
    assert phone.shows("done")


def test_a_board_that_has_ended_is_overruled_with_the_colours_it_was_played_with(
    house: House, visits: Visits
) -> None:
    """The next board gives the whites to the other side; the call is still about this one."""
    table = Table(house, *SINGLES, PLAY, *stands("white", 1, 5, queen="white"), WHITE)
    phone = Phone(visits, table)
    assert phone.view["white"] == "second"
    phone.tap("more", "overrule")
    phone.chooses("how-hand", "winner-white")
    assert "Asha" in phone.key("winner-white").locator("xpath=ancestor::label[1]").inner_text()
    phone.tap("points-more", "points-more")
    phone.writes(reason="Counted again")
    phone.tap("confirm")

    assert phone.agrees()["points"] == {"first": 2, "second": 0}

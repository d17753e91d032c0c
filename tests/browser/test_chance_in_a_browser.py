"""A chance against the computer: chosen at home, shown at the table, kept for the next time."""

from __future__ import annotations

from tests.browser.visitor import Visits


def test_a_chance_is_chosen_at_home_and_shown_at_the_table(visits: Visits) -> None:
    """The three parts: its hand, a lead, every break; the form has them again on the next visit."""
    who = visits("/")
    who.clicks("label:has(#level-grandmaster)")
    who.clicks("label:has(#length-game)")
    who.clicks("#chance summary")
    who.find("#chance-hand").select_option("club")
    who.clicks("label:has(#lead-15)")
    who.clicks("[data-key=chance-breaks]")
    assert "Grandmaster, hand: club" in who.find("#summary").inner_text()
    assert "15 points ahead" in who.find("#summary").inner_text()
    who.clicks("#play")
    table = who.sits().table

    assert [player["level"] for player in table["players"]] == ["", "grandmaster@club"]
    assert (table["points"], table["handicap"]["breaks"]) == ({"first": 15, "second": 0}, True)
    chip = who.find(".side .chip.handicap")
    assert chip.inner_text() == "+15 · all breaks"
    assert chip.get_attribute("title") == "You start each game 15 points ahead and break every board."
    assert "grandmaster, hand: club" in who.text()
    again = who.goes("/")
    again.until("document.querySelector('#chance[open]')")
    assert again.find("#chance-hand").input_value() == "club"
    again.clicks("label:has(#length-board)")
    assert again.find("#lead-15").count() == 0
    assert again.find("#lead-0").is_checked()


def test_the_weakest_computer_has_no_weaker_hand_to_play_with(visits: Visits) -> None:
    who = visits("/")
    who.clicks("#chance summary")

    assert who.find("#chance-hand").count() == 0
    assert who.find("[name=lead]").count() == 3

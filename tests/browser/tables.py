"""Ways to a table between persons: opened on the first page, come to by an invitation."""

from __future__ import annotations

from tests.browser.visitor import Visitor


def opens_a_table(who: Visitor) -> None:
    """An online table from the first page on, at which the opener breaks."""
    who.clicks("label:has(#mode-online)")
    who.find("#name-0").fill("Asha")
    who.clicks("#more summary")
    who.clicks("label:has(#breaks-first)")
    who.clicks("#play")
    who.sits()


def sits_down(guest: Visitor, name: str = "") -> Visitor:
    """A guest who has opened an invitation gives their name and plays."""
    guest.until("document.querySelector('#guest-name')")
    if name:
        guest.find("#guest-name").fill(name)
    guest.clicks("#play")
    return guest.sits()


def turns_the_rosette(who: Visitor) -> None:
    """By ten degrees, which is offered and not asked for."""
    who.clicks(".turn-rosette")
    who.find(".slide-turn input").fill("10")
    who.clicks(".play")


def who_is_asked(*players: Visitor) -> Visitor:
    """The one the table waits for."""
    while True:
        for who in players:
            if who.sees("carrom.screen.able"):
                return who
        players[0].page.wait_for_timeout(15)


def links_of(who: Visitor, within: str) -> list[str]:
    """The addresses that are shown to be copied, once they are there."""
    fields = who.find(f"{within} .link-line input")
    fields.first.wait_for(state="attached")
    shown: list[str] = fields.evaluate_all("(all) => all.map((each) => each.value)")
    return shown

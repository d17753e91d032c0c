"""Every kind of screen of both documents, and how to come to it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from tests.browser.house import House
from tests.browser.phone import PLAY, SINGLES, WHITE, Table
from tests.browser.visitor import Visitor

SETTINGS = "#settings"
NOT_THERE = "status of 404"
"""What the browser complains of at the screen that there is not."""

SETTLED = """document.querySelector("main :is(h1, h2, .board-host, .desk-foot)")
  && [...document.querySelectorAll("link[rel=stylesheet]")].every((each) => each.sheet)
  && !document.querySelector("main .waiting") && !document.querySelector("[aria-busy=true]")
  && (window.carrom?.idle?.() ?? true)"""


def game_screens(house: House) -> Iterator[tuple[str, str]]:
    """Every screen of the game, and what is pressed there to see another side of it."""

    def table(kind: str, press: str = "", way: str = "/table/{room}#{token}", **wish: str) -> tuple[str, str]:
        made = house.room(kind=kind, **wish)
        return way.format(token=made["links"][0]["token"], **made), press

    practice = "/practice?room={room}#{token}"
    yield "/", ""
    yield "/", "label:has(#mode-screen)"
    yield "/", "label:has(#mode-online)"
    yield "/", "#menu"
    yield "/", SETTINGS
    yield "/", "#more summary"
    yield table("screen")
    yield table("screen", ".turn-rosette")
    yield table("screen", breaks="toss")
    yield table("online")
    yield table("online", "[data-act=links]")
    yield house.invitations(house.room())[0], ""
    yield table("screen", "[data-act=links]")
    yield table("screen", "[data-act=more]")
    yield table("screen", "[data-tool=help]")
    yield table("practice", way=practice)
    yield table("practice", "[data-key=setup]", way=practice)
    yield table("screen", way="/replay/{watch}")
    yield "/replays", ""
    yield "/laws", ""
    yield "/laws?law=" + quote("international-a 3.11 a"), ""
    yield "/laws?subject=queen-cover", ""
    yield "/laws?view=glossary", ""
    yield "/laws?view=differences", ""
    yield "/laws?q=queen", ""
    yield "/ask", ""
    yield "/ask", "[data-key='what incident']"
    yield "/ask", ".ask-ruling button.law"
    yield "/how", ""
    yield "/nowhere", ""


def umpire_screens(house: House) -> Iterator[tuple[str, str]]:
    """Those of the umpire's document."""
    yield "/umpire", ""
    yield "/umpire", SETTINGS
    yield f"/umpire/{Table(house).token}", ""
    yield f"/umpire/{Table(house, *SINGLES[:1]).token}", ""
    yield f"/umpire/{Table(house, *SINGLES[:2]).token}", ""
    desk = Table(house, *SINGLES, PLAY, WHITE)
    yield f"/umpire/{desk.token}", ""
    yield f"/umpire/{desk.token}", "[data-testid=incidents]"
    yield f"/umpire/{desk.token}", "[data-testid=more]"
    yield f"/umpire/{desk.token}/sheet", ""
    yield f"/watch/{desk.watch}", ""
    yield "/wall", ""


def screens(house: House) -> Iterator[tuple[str, str]]:
    yield from game_screens(house)
    yield from umpire_screens(house)


def arrives(who: Visitor, path: str, press: str) -> None:
    """Go there, and wait until the screen is as it will be."""
    who.goes("about:blank")  # Another fragment alone would not load the page again.
    who.goes(path)
    who.until(SETTLED)
    if path.startswith(("/table", "/practice", "/replay/")) and "#join=" not in path:
        who.until("window.carrom?.state?.() && carrom.idle()")
    if press:
        who.clicks(press)
    if press == SETTINGS:
        who.find(".settings").wait_for()
    who.until(SETTLED)

"""Every kind of screen of both documents, and how to come to it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.house import House
from tests.browser.phone import PLAY, SINGLES, WHITE, Table
from tests.browser.visitor import Visitor

SETTINGS = "#settings"


def screens(house: House) -> Iterator[tuple[str, str]]:
    """Every kind of screen, and what is pressed there to see more of it."""

    def table(kind: str, press: str = "", way: str = "/table/{room}#{token}", **wish: str) -> tuple[str, str]:
        made = house.room(kind=kind, **wish)
        return way.format(token=made["links"][0]["token"], **made), press

    practice = "/practice?room={room}#{token}"
    yield "/", ""
    yield "/", "label:has(#mode-online)"
    yield table("screen")
    yield table("screen", ".play")
    yield table("screen", breaks="toss")
    yield table("screen", "[data-tool=help]")
    yield table("screen", "[data-act=more]")
    yield table("practice", way=practice)
    yield table("practice", "[data-key=setup]", way=practice)
    yield table("screen", way="/replay/{watch}")
    yield "/replays", ""
    yield "/laws", ""
    yield "/laws?view=differences", ""
    yield "/ask", ""
    yield "/how", ""
    yield "/umpire", ""
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
    yield "/", SETTINGS
    yield "/umpire", SETTINGS


def arrives(who: Visitor, path: str, press: str) -> None:
    who.goes("about:blank")  # Another fragment alone would not load the page again.
    who.goes(path)
    settled = (
        "document.querySelector('main :is(h1, h2, .board-host, .desk-foot)')"
        " && (window.carrom?.idle?.() ?? true)"
        " && [...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)"
        " && !document.querySelector('main .waiting, [aria-busy=true]')"
    )
    who.until(settled)
    if path.startswith(("/table", "/practice", "/replay/")):
        who.until("window.carrom?.state?.() && carrom.idle()")
    if press:
        who.clicks(press)
        who.until(settled)
    if press == SETTINGS:
        who.find(".settings").wait_for()

"""The umpire's table for pictures: matches in the middle of something, and each of its screens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page
from tools.bot import asked

Json = dict[str, Any]

BEGIN: Json = {
    "do": "begin",
    "rulebook": "international-a",
    "first": ["Asha Verma"],
    "second": ["Benoît Lacroix"],
    "clubs": [["Asha Verma", "Carrom Club Lyon"], ["Benoît Lacroix", "Paris Carrom"]],
    "event": "Open de Lyon",
    "round": "Semi-final",
    "number": "12",
    "place": "Board 4",
    "umpire": "Chloé Martin",
}
SEATED: tuple[Json, ...] = (
    BEGIN,
    {"do": "toss", "winner": "first", "choice": "break"},
    {"do": "seat", "seats": [["south", "Asha Verma"], ["north", "Benoît Lacroix"]]},
)

PAIRS: tuple[Json, ...] = (
    {**BEGIN, "first": ["Asha Verma", "Carla Rossi"], "second": ["Benoît Lacroix", "Dev Patel"]},
    SEATED[1],
    {
        "do": "seat",
        "seats": [
            ["south", "Asha Verma"],
            ["east", "Benoît Lacroix"],
            ["north", "Carla Rossi"],
            ["west", "Dev Patel"],
        ],
        "breaker": "Asha Verma",
    },
)


def strokes(*pocketed: str) -> tuple[Json, ...]:
    return tuple({"do": "stroke", "pocketed": fell.split()} for fell in pocketed)


PLACED: Json = {"do": "placed", "coins": ["black"]}
BOARD: tuple[Json, ...] = (
    {"do": "play"},
    *strokes("white", "white", "queen", "white", "", "black black", "", "white", "", "black"),
)
FOUL: tuple[Json, ...] = (*SEATED, *BOARD, *strokes("striker"))
MIDDLE: tuple[Json, ...] = (*FOUL, PLACED, *strokes("white"))
FELL = ("tap-black", "tap-black", "tap-striker")
ENDED: tuple[Json, ...] = (*MIDDLE, *strokes("", "black", "", "white white white", "white"))
DOUBLES: tuple[Json, ...] = (*PAIRS, *BOARD)
PROTESTS: tuple[Json, ...] = (
    *MIDDLE,
    {"do": "protest", "side": "second"},
    {"do": "write-protest", "facts": "The coin had not fallen.", "paragraph": "3.6 a"},
    *strokes(""),
    {"do": "protest", "side": "first"},
)

ICF: tuple[Json, ...] = (
    {**BEGIN, "rulebook": "icf", "round": "Quarter-final", "finals": True},
    *SEATED[1:],
    {"do": "play"},
    *strokes("white white white white white", "black black", "", "black black black black", ""),
    {"do": "stroke", "pocketed": ["black", "black", "black", "striker"], "improper": True},
)


def desk(url: str, *requests: Json) -> tuple[str, str]:
    """A table with a match so far; the umpire's token, and the one to watch."""
    made = asked(f"{url}/api/desks", {"place": "Board 4"})
    for number, request in enumerate(requests, 1):
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        v = None if number > 1 else 0
        sent = {"client": "pictures", "id": number, "v": v, "at": at, "request": request}
        asked(f"{url}/api/desk/{made['token']}", sent)
    return str(made["token"]), str(made["watch"])


def at_desk(page: Page, url: str, *requests: Json, then: tuple[str, ...] = (), more: str = "") -> None:
    """The page of a table, after taps on these keys."""
    token, _ = desk(url, *requests)
    page.goto(f"/umpire/{token}{more}")
    for _ in range(400):
        if page.evaluate("() => Boolean(window.carrom?.view?.() && window.carrom.idle())"):
            break
        page.wait_for_timeout(50)
    for name in then:
        page.locator(f"[data-testid='{name}']:visible").last.click()
        page.wait_for_timeout(500)


def watched(page: Page, url: str, way: str) -> None:
    _, watch = desk(url, *MIDDLE)
    page.goto(f"/{way}/{watch}" if way != "wall" else f"/wall#{watch},{desk(url, *FOUL)[1]}")
    page.wait_for_timeout(1000)


SCREENS: dict[str, Callable[[Page, str], object]] = {
    "umpire": lambda page, url: page.goto("/umpire"),
    "umpire-new": at_desk,
    "umpire-toss": lambda page, url: at_desk(page, url, BEGIN),
    "umpire-seats": lambda page, url: at_desk(page, url, *SEATED[:2]),
    "umpire-desk": lambda page, url: at_desk(page, url, *MIDDLE),
    "umpire-foul": lambda page, url: at_desk(page, url, *FOUL),
    "umpire-incidents": lambda page, url: at_desk(page, url, *MIDDLE, then=("incidents",)),
    "umpire-doubles": lambda page, url: at_desk(
        page, url, *DOUBLES, then=("incidents", "incident-left-chair")
    ),
    "umpire-fell": lambda page, url: at_desk(
        page, url, *DOUBLES, then=("incidents", "incident-out-of-turn", *FELL)
    ),
    "umpire-protests": lambda page, url: at_desk(page, url, *PROTESTS),
    "umpire-disqualify": lambda page, url: at_desk(
        page, url, BEGIN, then=("disqualify", "disqualify-choose")
    ),
    "umpire-log": lambda page, url: at_desk(page, url, *MIDDLE, then=("log",)),
    "umpire-more": lambda page, url: at_desk(page, url, *MIDDLE, then=("more",)),
    "umpire-overrule": lambda page, url: at_desk(page, url, *FOUL, then=("wrong",)),
    "umpire-ended": lambda page, url: at_desk(page, url, *ENDED),
    "umpire-books": lambda page, url: at_desk(page, url, then=("books",)),
    "umpire-demand": lambda page, url: at_desk(page, url, *ICF),
    "umpire-extra": lambda page, url: at_desk(page, url, *ICF, {"do": "demand", "points": 1}, more="/sheet"),
    "umpire-sheet": lambda page, url: at_desk(page, url, *ENDED, more="/sheet"),
    "watch": lambda page, url: watched(page, url, "watch"),
    "overlay": lambda page, url: watched(page, url, "overlay"),
    "wall": lambda page, url: watched(page, url, "wall"),
}

"""Laws that hold for every stroke and incident of every text, asked of each case in rulings.txt."""

from __future__ import annotations

import re

import pytest
from tests.laws.rulings import Entry, read, ruling_on
from tests.says import incident, law, standing, stroke

from carrom import Standing, play, rulebook
from carrom.stroke import INCIDENTS
from carrom.words import WHITE

ENTRIES = read()
OTHER = {"white": "black", "black": "white"}


def named(entry: Entry) -> str:
    return f"{entry.book}: {entry.case}"


def after(book: str, case: str) -> Standing:
    board, _, what = case.partition(" | ")
    report = incident(what) if what.partition(" ")[0] in INCIDENTS else stroke(what)
    return play(standing(board), report, rulebook(book))[0]


def colours_exchanged(text: str) -> str:
    """A case or a board with white for black; a single b may be the letter of a law."""
    exchanged = re.sub("white|black", lambda found: OTHER[found.group()], text)
    board, bar, what = exchanged.partition(" | ")
    incident_, colon, fell = what.partition(":") if what.partition(" ")[0] in INCIDENTS else ("", "", what)
    return (
        board + bar + incident_ + colon + re.sub(r"\b[wb]\b", lambda found: "wb"[found.group() == "w"], fell)
    )


def brings_own_coins_back(entry: Entry) -> bool:
    """Whether the stroke pocketed own coins, and the side has no fewer on the board after it."""
    board, _, what = entry.case.partition(" | ")
    if what.partition(" ")[0] in INCIDENTS:
        return False
    before, then = standing(board), after(entry.book, entry.case)
    me, fell = before.on_strike, stroke(what).pocketed(before.on_strike)
    all_lie_there = then.coins.of(me) >= before.coins.of(me)
    return then.over is None and 0 < fell < before.coins.of(me) and all_lie_there and not before.due.of(me)


@law("international-a 3.11 b", "international-a 3.11 e", "ffc-basics penalty 2", "ffc-leaflet penalty 2")
@law("family 5", "family 7", "icf 73", "icf 77a", "icf 98a", "icf 101a")
@pytest.mark.parametrize("entry", [*filter(brings_own_coins_back, ENTRIES)], ids=named)
def test_all_own_coins_of_a_stroke_come_back_however_many(entry: Entry) -> None:
    """The penalty is one coin more, or two, and does not grow with what fell."""
    board, _, what = entry.case.partition(" | ")
    own = "w" if standing(board).on_strike is WHITE else "b"

    one_more = after(entry.book, f"{board} | {own} {what}")

    assert one_more == after(entry.book, entry.case)


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_the_laws_are_the_same_for_both_colours(entry: Entry) -> None:
    """With all colours exchanged the board after it has them exchanged, by the same laws and readings."""
    exchanged = colours_exchanged(entry.case)

    assert after(entry.book, exchanged) == standing(colours_exchanged(after(entry.book, entry.case).notation))
    assert ruling_on(entry.book, exchanged)[1:] == entry.said[1:]

"""Matches at the desk for its tests: opened boards, doubles, and what is seen of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.umpiring.opened import AT, ask, set_up

from carrom import umpiring
from carrom.errors import CarromError
from carrom.record import Record
from carrom.umpiring.view.types import Can, Todo, View

__all__ = ["AT", "ask", "can", "clear", "doubles", "opened", "refused", "set_up", "stroke", "todo", "view"]


def opened(book: str = "international-a") -> Record:
    """Asha has the whites and is to break against Ben; "Play" has been said."""
    record = set_up(book)
    ask(record, "play")
    return record


def doubles(book: str = "international-a") -> Record:
    """Asha and Ben against Chloé and Dev, from the south chair to the right; Asha breaks."""
    record = Record()
    ask(record, "begin", rulebook=book, first=["Asha", "Ben"], second=["Chloé", "Dev"])
    ask(record, "toss", winner="second", choice="seats")
    seats = [["south", "Asha"], ["east", "Chloé"], ["north", "Ben"], ["west", "Dev"]]
    ask(record, "seat", seats=seats, breaker="Asha")
    return record


def stroke(record: Record, *pocketed: str, **facts: object) -> View:
    ask(record, "stroke", pocketed=list(pocketed), **facts)
    return view(record)


def clear(record: Record) -> View:
    """The side on strike covers the queen and pockets all it has: one board, from first to last stroke."""
    if view(record).stage == "to-play":
        ask(record, "play")
    board = view(record).board
    assert board is not None
    own: str = board.on_strike
    stroke(record, own)
    stroke(record, "queen")
    stroke(record, own)
    return stroke(record, *[own] * 7)


def view(record: Record) -> View:
    return umpiring.match_view(record)


def can(record: Record) -> Can:
    found = view(record).can
    assert found is not None
    return found


def todo(record: Record) -> list[Todo]:
    """What must be seen done, without who plays."""
    call = view(record).call
    assert call is not None
    return [each for each in call.todo if each.confirm]


def refused(record: Record, says: str, do: str, /, **fields: Any) -> CarromError:
    """A request that is refused with these words, in French with others, and leaves all as it was."""
    before = list(record.entries)
    with pytest.raises(CarromError, match=re.escape(says)) as caught:
        ask(record, do, **fields)
    assert record.entries == before
    assert caught.value.text("fr") != str(caught.value)
    return caught.value

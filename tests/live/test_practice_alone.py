"""A practice table for one person: nobody plays the other side, and the turn never passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game

from carrom.errors import ImpossibleCase
from carrom.i18n import language
from carrom.i18n.completeness import phrase_files
from carrom.live import messages as wire
from carrom.live.opening import checked_room, what_if

BOARD = "w 0.2,0.2; b -0.1,0.1; q 0.0,0.0"
PERSONS: dict[str, Any] = {"first": (wire.Chair("You"),), "second": (wire.Chair("Other side"),)}


def alone(folder: Path, **more: Any) -> Game:
    return Game(folder, "practice", layout=BOARD, alone=True, **(PERSONS | more))


def test_after_a_miss_the_same_person_is_asked_again(tmp_path: Path) -> None:
    """First the stroke with its ruling is told, while the umpire is at the board; then that one plays on."""
    you = alone(tmp_path).joins()
    you.strikes(angle=1.5, power=0.05)

    struck, kept = you.of(wire.StrokeMessage)[-1], you.of(wire.EntryMessage)[-1]
    assert struck.line.ruling is not None
    assert str(struck.line.ruling.text) == "No own coin fell: black plays."
    assert str(struck.line.ruling.call) == "White plays on."
    assert struck.after.asks.players == ()
    assert kept.line.text.text("en", "You") == "You play on: in practice alone the turn stays yours."
    assert kept.after.asks.players == ("You",)
    assert kept.after.asks.text.text("en", "You") == "Your turn: pocket white."
    assert you.welcome.alone


def test_for_two_at_a_table_the_turn_passes(tmp_path: Path) -> None:
    you = Game(tmp_path, "practice", layout=BOARD, **PERSONS).joins()
    you.strikes(angle=1.5, power=0.05)

    assert you.state.asks.players == ("Other side",)
    assert not you.welcome.alone


def test_a_miss_is_undone_alone(tmp_path: Path) -> None:
    you = alone(tmp_path).joins()
    before = you.state
    you.strikes(angle=1.5, power=0.05)
    you.offers("take-back")

    assert (you.state.layout, you.state.asks) == (before.layout, before.asks)


def test_what_if_of_practice_alone_is_played_alone(tmp_path: Path) -> None:
    new, _ = what_if(alone(tmp_path).owner.table.entries)

    assert new.alone


@pytest.mark.parametrize(
    ("kind", "level"), [("screen", ""), ("computer", "club"), ("practice", "club"), ("online", "")]
)
def test_only_one_person_in_practice_plays_alone(kind: wire.RoomKind, level: str) -> None:
    chairs = (wire.Chair("Asha"),), (wire.Chair("Ben", level),)

    with pytest.raises(ImpossibleCase, match="practice"):
        checked_room(wire.NewRoom(kind, "international-a", *chairs, alone=True))


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_who_is_alone_is_addressed_in_every_language(lang: str) -> None:
    """The page's name for them is the pronoun by which players without a name are known."""
    assert phrase_files(lang)["web/practice.json"]["web.practice.alone.you"] == language(lang).unnamed

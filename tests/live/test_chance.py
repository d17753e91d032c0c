"""A chance against the computer: a weaker hand for it, a lead, the break of every board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game

from carrom.errors import ImpossibleCase
from carrom.i18n import Message
from carrom.live import messages as wire
from carrom.live.computers import Decision
from carrom.live.opening import checked_room, record_of, what_if
from carrom.live.settings import Settings, hand_of
from carrom.players.noise import LEVELS
from carrom.record.entries import Begun
from carrom.rules.handicap import Handicap
from carrom.words import Side

WEAKENED = (wire.Chair("Ben", "grandmaster@club"),)
AGREED = wire.Agreed("first", 10, breaks=True)


def room(kind: wire.RoomKind = "computer", **more: Any) -> wire.NewRoom:
    sides: dict[str, Any] = {"first": (wire.Chair("Asha"),), "second": WEAKENED}
    return wire.NewRoom(kind, "international-a", **(sides | more))


def test_a_computer_thinks_at_its_level_and_plays_with_another_hand(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer", second=WEAKENED, breaks="second")
    asha = game.joins()
    game.pass_time(3.0)
    (job,) = game.jobs

    assert isinstance(job, Decision)
    assert job.level == "grandmaster@club"
    assert game.owner.settings.chairs["Ben"].noise == LEVELS["club"]
    assert [player.level for player in asha.state.players] == ["", "grandmaster@club"]


@pytest.mark.parametrize("level", ["national@", "national@shaky", "nobody@club", "@club", "club@club@club"])
def test_a_level_or_a_hand_that_is_unknown_is_refused(level: str) -> None:
    with pytest.raises(ImpossibleCase, match="no computer player is called"):
        checked_room(room(second=(wire.Chair("Ben", level),)))


def test_a_room_of_an_earlier_version_keeps_its_level() -> None:
    opened = checked_room(room(second=(wire.Chair("Ben", "expert@club"),), hand="expert"))

    assert hand_of("expert@club") == LEVELS["club"]
    assert hand_of("expert") == LEVELS["national"]
    begun = record_of(Settings.fresh(opened), "2026-11-19T20:00:00+00:00").entries[0].event
    assert isinstance(begun, Begun)
    assert begun.table is not None
    assert begun.table.hand == str(LEVELS["national"])


def test_the_table_shows_what_was_agreed(tmp_path: Path) -> None:
    asha = Game(tmp_path, "computer", handicap=AGREED, breaks="toss").joins()
    state = asha.state

    assert state.handicap is not None
    assert (state.handicap.side, state.handicap.lead, state.handicap.breaks) == ("first", 10, True)
    assert (state.points.first, state.points.second) == (10, 0)
    assert isinstance(state.agreed, Message)
    assert state.agreed.text("en", "Asha") == "You start each game 10 points ahead and break every board."
    assert state.asks.kind == "seat"


def test_whoever_is_said_to_break_who_breaks_every_board_begins(tmp_path: Path) -> None:
    for breaks in ("first", "second", "draw"):
        asha = Game(tmp_path / breaks, "computer", handicap=AGREED, breaks=breaks).joins()

        assert asha.state.breaker == "Asha"


def test_a_rematch_keeps_the_chance_and_another_level_its_own_hand(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer", second=WEAKENED, handicap=AGREED)
    game.joins()
    again = Settings.from_json(game.kept(game.owner.rematch().room).settings).new
    other = Settings.from_json(game.kept(game.owner.rematch("national").room).settings).new

    assert (again.handicap, again.second) == (AGREED, WEAKENED)
    assert (other.handicap, other.second[0].level) == (AGREED, "national")


def test_a_what_if_goes_on_with_the_chance(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer", second=WEAKENED, handicap=AGREED)
    new, record = what_if(game.owner.table.entries)

    assert new.second[0].level == "grandmaster@club"
    assert record.state.match.handicap == Handicap(Side.FIRST, 10, breaks=True)


@pytest.mark.parametrize("kind", ["screen", "online", "practice"])
def test_a_handicap_is_for_matches_against_the_computer(kind: Any) -> None:
    with pytest.raises(ImpossibleCase, match="against the computer"):
        checked_room(room(kind, second=(wire.Chair("Ben"),), handicap=AGREED))

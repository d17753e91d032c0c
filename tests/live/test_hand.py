"""A human hand: the strokes of every person at a table have the errors of a level, drawn by the owner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game, Person

from carrom.errors import ImpossibleCase
from carrom.live import messages as wire
from carrom.live.computers import Advice
from carrom.live.opening import checked_room, what_if
from carrom.live.settings import Settings
from carrom.players.noise import LEVELS
from carrom.record.entries import Struck, TrialPlayed
from carrom.stroke import Aim

CLUB = LEVELS["club"]


def last_stroke(game: Game) -> tuple[Aim, Aim]:
    """The aim and the stroke of the hand, of the last entry that has them."""
    events = (entry.event for entry in reversed(game.owner.table.entries))
    last = next(event for event in events if isinstance(event, Struck | TrialPlayed))
    assert last.wanted is not None
    assert last.played is not None
    return last.wanted, last.played


def broke(game: Game) -> Person:
    """Asha, after a stroke at the break that was aimed at the middle of the rosette."""
    asha = game.joins()
    asha.chooses("turn", 0.0)
    asha.strikes(angle=1.5, power=0.6)
    return asha


@pytest.mark.parametrize("kind", ["computer", "screen", "practice"])
def test_in_every_kind_of_room_a_hand_plays_beside_what_was_aimed(tmp_path: Path, kind: Any) -> None:
    game = Game(tmp_path, kind, hand="club")
    asha = broke(game)

    wanted, played = last_stroke(game)
    assert (wanted.x, wanted.angle) == (0.0, 1.5)
    assert played != wanted
    assert abs(played.angle - wanted.angle) < 12.0 * CLUB.angle
    shown = asha.of(wire.StrokeMessage)[-1].line.aim
    assert shown is not None
    assert (shown.x, shown.angle) == (played.x, played.angle)


def test_a_steady_hand_plays_what_was_aimed(tmp_path: Path) -> None:
    game = Game(tmp_path)
    asha = broke(game)

    wanted, played = last_stroke(game)
    assert played == wanted
    assert asha.welcome.hand is None


def test_online_both_have_the_same_hand_and_are_told_its_errors(tmp_path: Path) -> None:
    """The spread of the angle is told by the server: the page draws it, and knows no level."""
    game = Game(tmp_path, "online", second=(wire.Chair("Ben"),), hand="beginner")
    asha, ben = game.joins("Asha"), game.joins("Ben")

    told = wire.Hand("beginner", *(getattr(LEVELS["beginner"], part) for part in ("angle", "speed", "place")))
    assert asha.welcome.hand == ben.welcome.hand == told


def test_a_stroke_that_is_taken_back_and_aimed_again_has_another_error(tmp_path: Path) -> None:
    game = Game(tmp_path, "practice", hand="club")
    asha = broke(game)
    wanted, first = last_stroke(game)
    asha.offers("take-back")
    asha.strikes(angle=1.5, power=0.6)

    assert last_stroke(game)[0] == wanted
    assert last_stroke(game)[1] != first


def test_a_trial_stroke_is_by_the_same_hand(tmp_path: Path) -> None:
    game = Game(tmp_path, trials=True, hand="club")
    game.joins().strikes(angle=1.5, power=0.6)

    wanted, played = last_stroke(game)
    assert played != wanted


def test_a_pass_touches_nothing_by_any_hand(tmp_path: Path) -> None:
    """It is not aimed: the table makes it."""
    game = Game(tmp_path, hand="beginner")
    broke(game).chooses("pass")

    wanted, played = last_stroke(game)
    assert played == wanted


def test_hints_are_for_the_hand_of_the_room(tmp_path: Path) -> None:
    game = Game(tmp_path, "practice", hand="beginner")
    asha = game.joins()
    asha.chooses("turn", 0.0)
    asha.hears(wire.HintRequest(60, asha.v, 1, "en"))
    (job,) = game.jobs

    assert isinstance(job, Advice)
    assert job.hand == LEVELS["beginner"]


def test_a_rematch_and_a_what_if_keep_the_hand(tmp_path: Path) -> None:
    game = Game(tmp_path, hand="club")
    room, record = what_if(game.owner.table.entries)
    begun = record.state.begun.table
    assert begun is not None
    assert (room.hand, begun.hand) == ("club", str(CLUB))
    again = game.kept(game.owner.rematch().room)

    assert game.owner.settings.new.hand == "club"
    assert Settings.from_json(again.settings).new.hand == "club"


def test_a_hand_that_no_level_has_is_refused() -> None:
    sides: dict[str, Any] = {"first": (wire.Chair("Asha"),), "second": (wire.Chair("Ben"),)}
    room = wire.NewRoom("screen", "international-a", **sides, hand="shaky")

    with pytest.raises(ImpossibleCase, match="no level is called “shaky”") as refused:
        checked_room(room)
    assert "grandmaster" in str(refused.value)

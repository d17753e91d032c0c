"""Play waits while a foul or the end of a board is read: no clock runs, and no computer player acts."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game, Person

from carrom.live import messages as wire
from carrom.live.clock import GRACE
from carrom.live.reading import BOARD_SECONDS, FOUL_SECONDS

STROKE = 15.0
"""Seconds for a stroke under the rulebook of these tests."""


def begun(folder: Path, kind: wire.RoomKind) -> tuple[Game, Person, Person]:
    """A table with a clock and with its pauses; over one link Asha and Ben are the same person."""
    game = Game(folder, kind, hurry=False, clock=True, rosette="exact")
    if kind != "online":
        both = game.joins()
        return game, both, both
    return game, game.joins("Asha"), game.joins("Ben")


def fouls(person: Person) -> None:
    """Breaks, and pockets the striker."""
    person.chooses("turn", 0.0)
    person.strikes(x=-0.22, angle=pi / 3, power=0.5)
    assert "striker" in person.of(wire.StrokeMessage)[-1].line.pocketed


def loses_a_game(person: Person) -> None:
    """The first game of a match is over, and the next board is to be broken."""
    person.chooses("turn", 0.0)
    person.asks(wire.IncidentRequest(90, person.v, "abandon"))
    assert person.state.games_ended


def reads(person: Person) -> None:
    person.hears(wire.ReadRequest(person.v))


def seconds_shown(person: Person) -> float:
    """How long the last stroke is played back."""
    return person.of(wire.StrokeMessage)[-1].trace.duration


def test_a_computer_player_waits_until_the_end_of_a_board_is_read(tmp_path: Path) -> None:
    game, asha, _ = begun(tmp_path, "computer")
    loses_a_game(asha)
    game.pass_time(3600.0)
    assert (game.jobs, game.wake_at, asha.timing) == ((), None, None)
    reads(asha)
    game.pass_time(1.0)

    assert game.jobs or asha.timing is not None


def test_a_computer_player_waits_for_a_foul_no_longer_than_it_is_shown(tmp_path: Path) -> None:
    game, asha, _ = begun(tmp_path, "computer")
    fouls(asha)
    game.pass_time(seconds_shown(asha) + FOUL_SECONDS - 0.1)
    assert game.jobs == ()
    game.pass_time(0.2)

    assert game.jobs


@pytest.mark.parametrize("ends", [fouls, loses_a_game])
def test_online_play_goes_on_when_everybody_who_is_here_has_read(tmp_path: Path, ends: Any) -> None:
    game, asha, ben = begun(tmp_path, "online")
    ends(asha)
    assert game.wake_at is not None
    reads(asha)
    assert game.owner.pause is not None
    reads(ben)

    assert game.owner.pause is None
    assert isinstance(asha.told[-1], wire.PresenceMessage)


@pytest.mark.parametrize(("ends", "seconds"), [(fouls, FOUL_SECONDS), (loses_a_game, BOARD_SECONDS)])
def test_online_nobody_waits_longer_than_that(tmp_path: Path, ends: Any, seconds: float) -> None:
    game, asha, ben = begun(tmp_path, "online")
    ends(asha)
    shown = seconds_shown(asha) if ends is fouls else 0.0
    game.pass_time(shown + seconds - 0.1)
    assert game.owner.pause is not None
    game.pass_time(0.2)

    assert game.owner.pause is None
    assert asha.timing == ben.timing


def test_the_time_to_read_is_none_of_the_time_for_the_stroke(tmp_path: Path) -> None:
    game, asha, ben = begun(tmp_path, "online")
    fouls(asha)
    assert ben.timing is None
    game.pass_time(seconds_shown(asha) + FOUL_SECONDS + 0.1)

    assert ben.timing is not None
    assert ben.timing.left == STROKE
    assert ben.timing.delay <= GRACE


def test_who_acts_has_read_it(tmp_path: Path) -> None:
    """A take-back ends the pause like any other act; a watcher's reading ends nothing."""
    game, asha, _ = begun(tmp_path, "screen")
    watcher = game.watches()
    fouls(asha)
    reads(watcher)
    assert game.owner.pause is not None
    asha.offers("take-back")

    assert game.owner.pause is None
    assert asha.timing is not None


def test_reading_something_older_ends_no_pause(tmp_path: Path) -> None:
    game, asha, _ = begun(tmp_path, "computer")
    before = asha.v
    loses_a_game(asha)
    asha.hears(wire.ReadRequest(before))

    assert game.owner.pause is not None


def test_a_stroke_that_costs_its_player_is_told_as_a_foul(tmp_path: Path) -> None:
    _, asha, ben = begun(tmp_path, "online")
    fouls(asha)
    ben.strikes(power=0.3)

    assert [each.line.foul for each in ben.of(wire.StrokeMessage)] == [True, False]


def test_the_last_position_stays_when_a_match_is_given_up(tmp_path: Path) -> None:
    """The coins on the board and those in the nets."""
    _, asha, _ = begun(tmp_path, "screen")
    asha.chooses("turn", 0.0)
    asha.strikes(x=0.0, angle=1.6, power=1.0)
    before = asha.state
    asha.offers("resign")
    over = asha.state

    assert over.asks.kind == "over"
    assert any(before.nets), "something was pocketed"
    assert (over.layout, over.nets) == (before.layout, before.nets)

"""Rosettes in a live match: set by hand from the owner's own seed, and shown as they lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game, Person

from carrom.live import messages as wire
from carrom.live.opening import what_if
from carrom.live.views import coins
from carrom.record.entries import PositionSet, RosetteTurned, TrialPlayed
from carrom.stroke import Layout
from carrom.table import rosette_seed

EXACT = Layout.rosette()


def turned(game: Game) -> RosetteTurned:
    events = [entry.event for entry in game.owner.table.entries]
    return [event for event in events if isinstance(event, RosetteTurned)][-1]


def begun(folder: Path, **more: Any) -> tuple[Game, Person]:
    game = Game(folder, **more)
    person = game.joins()
    if person.state.asks.kind == "seat":
        person.chooses("seats", "south")
    return game, person


def test_a_rosette_is_shown_as_it_will_lie_and_a_stroke_at_once_breaks_it_as_shown(tmp_path: Path) -> None:
    """Who strikes without turning it has seen every gap."""
    game, asha = begun(tmp_path)
    shown = asha.state.layout
    asha.strikes()

    assert asha.state.asks.kind != "turn"
    assert shown != coins(EXACT)
    assert shown == coins(game.owner.table.layout_at(4))
    assert turned(game).seed == rosette_seed(game.owner.table.on, game.owner.settings.seed, 4)


def test_a_rosette_that_is_turned_lies_turned_as_it_was_shown(tmp_path: Path) -> None:
    game, asha = begun(tmp_path)
    asha.chooses("turn", 0.3)

    assert asha.state.layout == coins(Layout.rosette(turned=0.3, seed=turned(game).seed))


def test_every_match_has_rosettes_of_its_own(tmp_path: Path) -> None:
    shown = {begun(tmp_path / str(number))[1].state.layout for number in range(3)}

    assert len(shown) == 3


def test_an_owner_that_comes_back_shows_the_same_rosette(tmp_path: Path) -> None:
    game, asha = begun(tmp_path)
    shown = asha.state.layout
    game.read()

    assert game.joins().state.layout == shown


def test_a_room_may_ask_for_the_exact_rosette(tmp_path: Path) -> None:
    game, asha = begun(tmp_path, rosette="exact")
    assert asha.state.layout == coins(EXACT)
    asha.strikes()

    assert turned(game) == RosetteTurned(0.0)
    assert game.owner.table.layout_at(4) == EXACT


def test_a_trial_board_is_tried_as_it_is_shown(tmp_path: Path) -> None:
    game, asha = begun(tmp_path, trials=True)
    shown = asha.state.layout
    asha.strikes()
    trial = next(each.event for each in game.owner.table.entries if isinstance(each.event, TrialPlayed))

    assert trial.seed is not None
    assert shown == coins(Layout.rosette(seed=trial.seed)) != coins(EXACT)


@pytest.mark.parametrize("rosette", ["hand", "exact"])
def test_a_rosette_set_up_for_practice_is_set_as_the_room_says(rosette: str, tmp_path: Path) -> None:
    """The page sends the exact one, and each set-up has other gaps; other positions lie as they are sent."""
    _, asha = begun(tmp_path, kind="practice", layout=str(EXACT), rosette=rosette)
    first = asha.state.layout
    asha.asks(wire.SetupRequest(50, asha.v, str(EXACT), ""))
    second = asha.state.layout
    asha.asks(wire.SetupRequest(51, asha.v, "w 0.2,0.2; q 0.0,0.0; b 0.1,0.1", ""))

    assert (first == second == coins(EXACT)) == (rosette == "exact")
    assert (first == second) == (rosette == "exact")
    assert [(coin.x, coin.y) for coin in asha.state.layout] == [(0.2, 0.2), (0.0, 0.0), (0.1, 0.1)]


def test_what_if_goes_on_with_the_rosettes_of_the_match(tmp_path: Path) -> None:
    game, asha = begun(tmp_path, rosette="exact")
    asha.strikes()
    new, record = what_if(game.owner.table.entries)

    assert new.rosette == "exact"
    assert not any(isinstance(entry.event, PositionSet) for entry in record.entries)

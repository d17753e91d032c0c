"""Players of an arena by name, with the time they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TypeVar

from carrom.calibration import profile_from_toml
from carrom.equipment import STANDARD, Equipment
from carrom.pace import PACES
from carrom.players import Chair, Player, View, named
from carrom.stroke import Aim, Placement
from carrom.words import Coin

T = TypeVar("T")


class Timed(Player):
    """Wraps a player and adds up the seconds its answers take."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name
        self.seconds = 0.0

    @property
    def repeatable(self) -> bool:
        return self.player.repeatable

    def aim(self, view: View) -> Aim:
        return self._timed(lambda: self.player.aim(view))

    def place(self, view: View, coin: Coin) -> Placement:
        return self._timed(lambda: self.player.place(view, coin))

    def turn(self, view: View) -> float:
        return self._timed(lambda: self.player.turn(view))

    def choose(self) -> str:
        return self.player.choose()

    def clear(self, view: View) -> Aim:
        return self._timed(lambda: self.player.clear(view))

    def _timed(self, answer: Callable[[], T]) -> T:
        began = perf_counter()
        try:
            return answer()
        finally:
            self.seconds += perf_counter() - began


def seated(text: str) -> tuple[Chair, Timed]:
    """The chair of a player by name, and the player in it."""
    chair = named(text)
    assert chair.player is not None, "a name is that of a computer player"
    player = Timed(chair.player)
    return replace(chair, player=player), player


def equipment_of(pace: str) -> Equipment:
    """The standard board at a pace: ours by its name, or one by the text of its file."""
    return replace(STANDARD, pace=PACES[pace] if pace in PACES else profile_from_toml(pace, "the profile"))

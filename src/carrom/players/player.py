"""The interface of a computer player, and the holder of a seat."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.players.noise import STEADY, Noise
from carrom.players.view import View
from carrom.stroke import Aim, Placement
from carrom.words import Coin


class Player:
    """A computer player. Only `aim` must be written; the other methods have simple defaults.

    The same view, with its seed, must give the same answer, unless the player is not `repeatable`.
    """

    name = "player"

    @property
    def repeatable(self) -> bool:
        """Whether the same view always gives the same answer."""
        return True

    def aim(self, view: View) -> Aim:
        """The next stroke."""
        raise NotImplementedError

    def place(self, view: View, coin: Coin) -> Placement:
        """Where to place a coin of the other side."""
        spots = view.spots_for(coin)
        return Placement(coin, *spots[0])

    def turn(self, view: View) -> float:
        """The angle in radians by which to turn the rosette before the break."""
        return 0.0

    def choose(self) -> str:
        """The choice after winning the toss: "break" or "seats"."""
        return "break"

    def clear(self, view: View) -> Aim:
        """The next stroke if the player clears the board alone, where every coin counts."""
        return self.aim(view)


@dataclass(frozen=True)
class Chair:
    """The holder of a seat: a computer player and the errors of its hand; a person if `player` is None."""

    player: Player | None = None
    noise: Noise = STEADY
    name: str = "person"

"""The interface of a computer player, and who holds a seat."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.players.noise import STEADY, Noise
from carrom.players.view import View
from carrom.rules.placing import free_places
from carrom.stroke import Aim, Placement
from carrom.words import Coin


class Player:
    """A computer player. Write `aim`, and it can play whole matches; the rest has answers that will do.

    A player keeps nothing between two questions that would change an answer: the same view, with the same
    seed in it, gives the same answer. One that cannot promise that says so by `repeatable`.
    """

    name = "player"

    @property
    def repeatable(self) -> bool:
        """Whether the same view gives the same answer; not so for one that thinks by the clock."""
        return True

    def aim(self, view: View) -> Aim:
        """The next stroke."""
        raise NotImplementedError

    def place(self, view: View, coin: Coin) -> Placement:
        """Where to put back a coin of the other side."""
        spots = free_places(view.layout, coin, view.colour, view.equipment, view.partners)
        return Placement(coin, *spots[0])

    def turn(self, view: View) -> float:
        """How far to turn the rosette before the break, in radians."""
        return 0.0

    def choose(self) -> str:
        """What to take after winning the toss: "break" or "seats"."""
        return "break"

    def clear(self, view: View) -> Aim:
        """The next stroke where every coin counts: the practice of clearing the board alone."""
        return self.aim(view)


@dataclass(frozen=True)
class Chair:
    """`player` decides, `noise` is what their hand makes of it. No player: a person sits here."""

    player: Player | None = None
    noise: Noise = STEADY
    name: str = "person"

"""The view of a player who must decide: the match and the board."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.equipment import STANDARD, Equipment
from carrom.rules import Rulebook, Standing
from carrom.rules.match import Match
from carrom.rules.placing import free_places
from carrom.stroke import Layout
from carrom.surface import Interval, Point, legal_intervals
from carrom.words import Coin, Colour, Seat


@dataclass(frozen=True)
class View:
    """A board in play, for one player. `seed` is for the decision, not for the errors of the hand."""

    match: Match
    layout: Layout
    player: str
    equipment: Equipment = STANDARD
    seed: int = 0

    @property
    def book(self) -> Rulebook:
        return self.match.book

    @property
    def standing(self) -> Standing:
        assert self.match.standing is not None, "a view needs a board that is set up"
        return self.match.standing

    @property
    def seat(self) -> Seat:
        return self.seat_of(self.player)

    def seat_of(self, player: str) -> Seat:
        return next(chair for chair, sits in self.match.seats if sits == player)

    @property
    def colour(self) -> Colour:
        """The colour of the player's side on this board."""
        return self.match.colour_of(self.match.side_of(self.player))

    @property
    def own(self) -> Coin:
        return Coin(self.colour.value)

    @property
    def partners(self) -> tuple[Seat, ...]:
        """The seats of the player's side, their own first."""
        side = self.match.names(self.match.side_of(self.player))
        return (self.seat, *(self.seat_of(name) for name in side if name != self.player))

    @property
    def places(self) -> tuple[Interval, ...]:
        """The intervals of `Aim.x` where the striker may stand."""
        return legal_intervals(self.seat, self.layout.points, self.equipment, self.book.striker_between_lines)

    def spots_for(self, coin: Coin) -> tuple[Point, ...]:
        """Places where the player may put back a coin of the other side."""
        laws = self.book.placing
        return tuple(free_places(self.layout, coin, self.colour, self.equipment, self.partners, laws))

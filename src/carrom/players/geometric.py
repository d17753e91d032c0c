"""A baseline player: the direct stroke with the best chance, by geometry alone."""

from __future__ import annotations

from math import atan2

import numpy as np

from carrom.physics import volley
from carrom.physics.volley import Boards, Ints
from carrom.players import candidates
from carrom.players.hand import Hand
from carrom.players.noise import STEADY, Noise, nearest_place
from carrom.players.player import Player
from carrom.players.view import View
from carrom.stroke import Aim
from carrom.surface import band_middle, seen_from
from carrom.words import Coin

PUSH = 1.6
HARD = 0.8  # of full force, if no line is open


class Geometric(Player):
    name = "geometric"

    def __init__(self, noise: Noise = STEADY) -> None:
        self.noise = noise

    def aim(self, view: View) -> Aim:
        wanted = {view.own}
        alone = view.standing.coins.of(view.colour) == 1
        if view.standing.earned.of(view.colour) and view.layout.count(Coin.QUEEN):
            # To pocket the last coin before the queen loses the board.
            wanted = {Coin.QUEEN} if alone else {view.own, Coin.QUEEN}
        return self._at(view, wanted)

    def clear(self, view: View) -> Aim:
        return self._at(view, set(Coin))

    def _at(self, view: View, coins: set[Coin]) -> Aim:
        boards = Boards.of([view.layout])
        wanted: Ints = np.array([placed.coin in coins for placed in view.layout.coins], np.int64)
        places = candidates.places_on(view.places, 0.01)
        found = volley.lines(
            boards, 0, view.seat, wanted, places, Hand.of(self.noise, view.equipment).numbers
        )
        full = view.equipment.pace.full_force
        if not len(found.x):
            return self._hard(view, coins, full)
        best = int(np.argmax(found.chance))
        speed = min(PUSH * float(found.speed[best]) + 0.05, full)
        return Aim(view.seat, float(found.x[best]), float(found.angle[best]), speed)

    def _hard(self, view: View, coins: set[Coin], full: float) -> Aim:
        """A hard stroke straight at the nearest wanted coin, or at the middle."""
        y = -band_middle(view.equipment.board)
        points = [seen_from(view.seat, placed.point) for placed in view.layout.coins if placed.coin in coins]
        target = min(points, key=lambda point: (abs(point[1] - y), point), default=(0.0, 0.0))
        x = nearest_place(target[0], view.places)
        return Aim(view.seat, x, atan2(target[1] - y, target[0] - x), HARD * full)

"""A player that strikes at random: from a legal place, forward, with any force."""

from __future__ import annotations

from math import pi

from carrom.players.player import Player
from carrom.players.view import View
from carrom.rng import Rng
from carrom.stroke import Aim


class Random(Player):
    name = "random"

    def aim(self, view: View) -> Aim:
        rng = Rng(view.seed)
        low, high = view.places[rng.below(len(view.places))]
        angle = rng.uniform(0.05 * pi, 0.95 * pi)
        speed = rng.uniform(0.2, 1.0) * view.equipment.pace.full_force
        return Aim(view.seat, rng.uniform(low, high), angle, speed)

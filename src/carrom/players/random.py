"""A player that strikes at random: from a legal place, forward, with any force."""

from __future__ import annotations

import random
from math import pi

from carrom.players.player import Player
from carrom.players.view import View
from carrom.stroke import Aim


class Random(Player):
    name = "random"

    def aim(self, view: View) -> Aim:
        chance = random.Random(view.seed)
        low, high = chance.choice(view.places)
        angle = chance.uniform(0.05 * pi, 0.95 * pi)
        speed = chance.uniform(0.2, 1.0) * view.equipment.pace.full_force
        return Aim(view.seat, chance.uniform(low, high), angle, speed)

"""A baseline player: the direct stroke with the best chance, by geometry alone."""

from __future__ import annotations

from carrom.elementary import atan2
from carrom.players.hand import hand_on
from carrom.players.noise import STEADY, Noise, nearest_place
from carrom.players.player import Player
from carrom.players.view import View
from carrom.players.volley import KINDS, Volley
from carrom.stroke import Aim
from carrom.surface import band_middle, seen_from
from carrom.words import Coin

PUSH = 1.6
HARD = 0.8  # of full force, if no line is open
STEP = 0.01  # m between the places that are tried


class Geometric(Player):
    name = "geometric"

    def __init__(self, noise: Noise = STEADY, plain: bool | None = None) -> None:
        self.noise = noise
        self.plain = plain

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
        volley = Volley(view.equipment, view.seat, self.plain)
        k, new = volley.kernel, volley.runtime
        places, count = volley.places(*volley.intervals(view.places), STEP)
        wanted = new.of_ints([int(coin in coins) for coin in sorted(Coin, key=KINDS.__getitem__)])
        hand = new.of_floats(hand_on(self.noise, view.equipment))
        found, rows = volley.lines(0, volley.boards([view.layout]), wanted, places, count, hand)
        full = view.equipment.pace.full_force
        if not rows:
            return self._hard(view, coins, full)
        flat = new.first(found, k.LINE_SIZE * rows)
        lines = [flat[at : at + k.LINE_SIZE] for at in range(0, len(flat), k.LINE_SIZE)]
        best = max(lines, key=lambda line: line[k.CHANCE])
        speed = min(PUSH * best[k.SPEED] + 0.05, full)
        return Aim(view.seat, best[k.X], best[k.DIRECTION], speed)

    def _hard(self, view: View, coins: set[Coin], full: float) -> Aim:
        """A hard stroke straight at the nearest wanted coin, or at the middle."""
        y = -band_middle(view.equipment.board)
        points = [seen_from(view.seat, placed.point) for placed in view.layout.coins if placed.coin in coins]
        target = min(points, key=lambda point: (abs(point[1] - y), point), default=(0.0, 0.0))
        x = nearest_place(target[0], view.places)
        return Aim(view.seat, x, atan2(target[1] - y, target[0] - x), HARD * full)

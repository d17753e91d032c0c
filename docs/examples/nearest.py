"""A player in one method: the coin that is nearest to a pocket, by the straightest short way."""

from math import atan2, hypot

from carrom.players import Player, View
from carrom.stroke import Aim
from carrom.surface import band_middle, pockets, seen_from
from carrom.words import Coin


class Nearest(Player):
    name = "nearest"

    def aim(self, view: View) -> Aim:
        equipment = view.equipment
        reach = (equipment.striker.diameter + equipment.coins.diameter) / 2
        y = -band_middle(equipment.board)  # where the striker stands, as the player sees it
        places = [x for low, high in view.places for x in (low, (low + high) / 2, high)]
        own, queen = view.layout.of(view.own), view.layout.of(Coin.QUEEN)
        wanted = queen if queen and len(own) < 4 else own  # the last coin before the queen loses
        best = (2.5, places[len(places) // 2], 1.5)  # hard and straight ahead, if nothing is near
        for coin in wanted:
            cx, cy = seen_from(view.seat, coin.point)
            for px, py in pockets(equipment.board):
                run = hypot(px - cx, py - cy)
                ux, uy = (px - cx) / run, (py - cy) / run
                gx, gy = cx - reach * ux, cy - reach * uy  # the striker's place when it meets the coin
                for x in places:
                    way = hypot(gx - x, gy - y)
                    straight = ((gx - x) * ux + (gy - y) * uy) / way
                    if straight > 0.3:
                        best = min(best, ((run + way) / straight, x, atan2(gy - y, gx - x)))
        cost, x, angle = best
        return Aim(view.seat, x, angle, min(1.0 + 2.0 * cost, equipment.pace.full_force))

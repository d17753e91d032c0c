"""Strokes by chance: any layout, equipment and pace that could be, from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from random import Random

from carrom.equipment import Board, CoinSet, Equipment, Striker
from carrom.pace import Pace
from carrom.physics.engine import Strike
from carrom.surface import Point, legal_intervals, pockets, rosette, striker_place, turned_to
from carrom.words import Seat


@dataclass(frozen=True)
class Drawn:
    """One stroke drawn by chance, with all that is needed to play it again."""

    coins: tuple[Point, ...]
    strike: Strike
    equipment: Equipment


def any_pace(chance: Random) -> Pace:
    """Any friction and any bounce from 0.5 to a perfect 1, sometimes less; every other table without spin."""
    least = chance.choice((0.5, 0.5, 0.0))
    coin, striker, coin_frame, striker_frame = (
        chance.choice((1.0, least, chance.uniform(least, 1.0))) for _ in range(4)
    )
    rims, frame = (chance.choice((0.0, chance.uniform(0.0, 0.4))) for _ in range(2))
    friction = chance.choice((chance.uniform(0.05, 0.2), 10.0 ** chance.uniform(-2.0, 0.0)))
    lip = chance.choice((0.0, 0.001, chance.uniform(0.0, 0.02)))
    spin = chance.random() < 0.5
    return Pace("any", friction, coin, striker, coin_frame, striker_frame, rims, frame, lip, spin)


def any_equipment(chance: Random) -> Equipment:
    """Every legal size and mass, and some strikers much smaller than players choose."""
    board = Board(
        surface=chance.uniform(0.7334, 0.74),
        pocket_diameter=chance.choice((0.0445, chance.uniform(0.043, 0.046))),
    )
    coins = CoinSet(chance.uniform(0.0286, 0.0318), 0.008, chance.uniform(0.00525, 0.006))
    striker = Striker(chance.uniform(0.032, 0.0413), chance.uniform(0.005, 0.015))
    return Equipment(board, coins, striker, "any", any_pace(chance))


def any_rosette(chance: Random, equipment: Equipment) -> tuple[Point, ...]:
    """The rosette turned somehow, its coins touching or a hair apart."""
    gap = chance.choice((0.0, 0.0, 10.0 ** chance.uniform(-13.0, -4.0)))
    wider = 1.0 + gap / equipment.coins.diameter
    turned = chance.choice((0.0, chance.uniform(0.0, pi)))
    return tuple((x * wider, y * wider) for _, x, y in rosette(equipment, turned))


def scattered(chance: Random, equipment: Equipment, most: int = 19) -> tuple[Point, ...]:
    """Up to so many coins, some against each other or the frame."""
    diameter, board = equipment.coins.diameter, equipment.board
    reach = board.surface / 2.0 - diameter / 2.0
    coins: list[Point] = []
    wanted = chance.randint(0, most)
    for _ in range(60 * wanted):
        if len(coins) == wanted:
            break
        x, y = chance.uniform(-reach, reach), chance.uniform(-reach, reach)
        if coins and chance.random() < 0.3:
            angle = chance.uniform(0.0, 2.0 * pi)
            beside = chance.choice(coins)
            x, y = beside[0] + diameter * cos(angle), beside[1] + diameter * sin(angle)
        elif chance.random() < 0.25:
            x = chance.choice((-reach, reach))
        if chance.random() < 0.3:
            x, y = y, x
        if max(abs(x), abs(y)) > reach or any(
            hypot(x - a, y - b) < board.pocket_diameter / 2.0 for a, b in pockets(board)
        ):
            continue
        if all(hypot(x - a, y - b) >= diameter * (1.0 - 1e-14) for a, b in coins):
            coins.append((x, y))
    return tuple(coins)


def any_strike(chance: Random, coins: tuple[Point, ...], equipment: Equipment) -> Strike | None:
    """From a legal place, anywhere; more often ahead than back. None if there is no place."""
    seat = chance.choice(tuple(Seat))
    free = legal_intervals(seat, coins, equipment)
    if not free:
        return None
    low, high = chance.choice(free)
    x, y = striker_place(seat, chance.choice((low, high, *[chance.uniform(low, high)] * 4)), equipment)
    angle = chance.choice(
        (chance.uniform(0.0, pi), chance.uniform(0.0, 2.0 * pi), chance.gauss(pi / 2.0, 0.1))
    )
    speed = chance.choice(
        (chance.uniform(0.05, 3.0), chance.uniform(3.0, 10.0), 10.0 ** chance.uniform(-3.0, 1.0))
    )
    vx, vy = turned_to(seat, (speed * cos(angle), speed * sin(angle)))
    return Strike(x, y, vx, vy)


def drawn(seed: int) -> Drawn:
    """The stroke of this number; a third of them are breaks."""
    chance = Random(seed)
    while True:
        equipment = any_equipment(chance)
        coins = any_rosette(chance, equipment) if chance.random() < 0.33 else scattered(chance, equipment)
        strike = any_strike(chance, coins, equipment)
        if strike is not None:
            return Drawn(coins, strike, equipment)

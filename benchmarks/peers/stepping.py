"""What the peers share: the problem they are given, and a stroke played out step by step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

Point = tuple[float, float]

LOOK = 0.02  # s of play between two looks whether everything lies still; a look at every step would cost more
REST = 0.001  # m/s; slower than this is at rest
LONGEST = 12.0  # s; a striker at 10 m/s on a club board has stopped by then, even if it met no frame


@dataclass(frozen=True)
class Problem:
    """The surface, the pieces and how they bounce; the same for every engine. Metres, kilograms, seconds."""

    surface: float
    pocket_radius: float
    striker_radius: float
    striker_mass: float
    coin_radius: float
    coin_mass: float
    slowing: float  # m/s²: friction on the surface times gravity
    piece_bounce: float
    frame_bounce: float

    @property
    def half(self) -> float:
        return self.surface / 2.0

    def pockets(self) -> Iterator[Point]:
        inset = self.half - self.pocket_radius
        yield from ((x, y) for x in (-inset, inset) for y in (-inset, inset))

    def piece(self, number: int) -> tuple[float, float]:
        """Radius and mass; number 0 is the striker."""
        if number == 0:
            return self.striker_radius, self.striker_mass
        return self.coin_radius, self.coin_mass


@dataclass(frozen=True)
class Stroke:
    pieces: tuple[Point, ...]  # the striker first
    velocity: Point  # the striker's


class Table(Protocol):
    """One stroke in a stepping engine, ready to be played."""

    def advance(self, step: float, times: int) -> None: ...

    def moving(self) -> bool: ...

    def rest(self) -> list[Point | None]:
        """Where each piece lies; None for one that fell."""
        ...


@dataclass(frozen=True)
class Played:
    seconds: float  # of computing; only the steps, not the making of bodies and shapes
    rests: bool  # False: it was still moving after the longest time
    places: list[Point | None]


def play_out(table: Table, step: float) -> Played:
    """Until everything is at rest."""
    times = max(1, round(LOOK / step))
    rests = False
    began = time.perf_counter()
    for _ in range(round(LONGEST / (times * step))):
        table.advance(step, times)
        if not table.moving():
            rests = True
            break
    return Played(time.perf_counter() - began, rests, table.rest())

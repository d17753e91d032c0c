"""Where a player may put back a penalty coin, and whether there is room for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot, sqrt, tau
from typing import Literal

from carrom.direction import cosine_sine
from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossiblePlacing
from carrom.i18n import Message, semicolons
from carrom.stroke.layout import Layout, Placed
from carrom.surface import (
    CONTACT,
    Point,
    crossings,
    distance,
    distance_to_segment,
    legal_intervals,
    pockets,
    seen_from,
    striker_place,
)
from carrom.words import Coin, Colour, Seat

CLEARANCE = 0.0001
"""A coin touches nothing if it is at least this far from every coin, in metres."""

LINE_WIDTH = 0.005
"""Two coins are in line with a pocket if the line through their centres passes its centre this close."""

CANNON_GAP = 0.030
"""Two coins make a cannon only if their edges are at most this far apart, in metres."""


@dataclass(frozen=True, slots=True)
class PlacingLaws:
    """How a text of the laws limits the player who places a coin; by default as edition a does.

    `may_touch`: the coin may lie against others, as long as it moves none. `no_shot_with`: the coins with
    which it may make no shot, the placer's "own" or the "queen".
    """

    may_touch: bool = False
    no_shot_with: Literal["own", "queen"] = "own"

    @property
    def clearance(self) -> float:
        """How far the coin must be from every other, in metres."""
        return 0.0 if self.may_touch else CLEARANCE


STANDARD_PLACING = PlacingLaws()


def may_place(
    layout: Layout,
    coin: Coin,
    x: float,
    y: float,
    placer: Colour,
    equipment: Equipment = STANDARD,
    placer_seats: tuple[Seat, ...] = (),
    laws: PlacingLaws = STANDARD_PLACING,
) -> tuple[str, ...]:
    """The rules that forbid the coin at (x, y), as keys of `play.placing.*`; empty if it may lie there.

    Law: international-a 3.11 l, 3.11 m, 3.11 o. Wholly inside the inner circle, wholly outside the centre
    circle, clear of every coin, and no cannon or pair for the placer's own coins. A cannon that the placer
    could play straight from one of `placer_seats` is called a pair; without seats every one is a cannon.
    By other `laws` the coin may touch others, and the shots that are barred are those with the queen.
    """
    board, radius = equipment.board, equipment.coins.diameter / 2.0
    from_centre = hypot(x, y)
    forbidden = []
    # "not … <=" rather than ">": a place that is not a number must not pass.
    if not from_centre + radius <= board.inner_circle_diameter / 2.0 + CONTACT:
        forbidden.append("outside-inner-circle")
    if from_centre < radius + board.centre_circle_diameter / 2.0 - CONTACT:
        forbidden.append("on-centre-circle")
    if any(distance(p.point, (x, y)) < 2.0 * radius + laws.clearance - CONTACT for p in layout.coins):
        forbidden.append("overlapping" if laws.may_touch else "touching")
    if laws.no_shot_with == "own":
        forbidden += _cannons(layout, (x, y), placer, equipment, placer_seats)
    elif _shot_with_queen(layout, (x, y), equipment):
        forbidden.append("queen-shot")
    return tuple(forbidden)


def place(
    layout: Layout,
    coin: Coin,
    x: float,
    y: float,
    placer: Colour,
    equipment: Equipment = STANDARD,
    placer_seats: tuple[Seat, ...] = (),
    laws: PlacingLaws = STANDARD_PLACING,
) -> Layout:
    """The layout with the coin put at (x, y). Raises `ImpossiblePlacing` with every rule that forbids it."""
    failed = may_place(layout, coin, x, y, placer, equipment, placer_seats, laws)
    if failed:
        reasons = semicolons(Message(f"play.placing.{rule}") for rule in failed)
        raise ImpossiblePlacing("refused.placing.forbidden", failed, reasons=reasons)
    return layout.with_coin(Placed(coin, x, y), equipment)


_RINGS = 4
_SPOKES = 24


def free_places(
    layout: Layout,
    coin: Coin,
    placer: Colour,
    equipment: Equipment = STANDARD,
    placer_seats: tuple[Seat, ...] = (),
    laws: PlacingLaws = STANDARD_PLACING,
) -> Iterator[Point]:
    """Places where the coin may be put, in a fixed order; without any, the coin is held (3.11 i).

    First a fan of spots from the inner circle's rim inwards, then spots that touch something, which find
    the last gap in a crowd. A gap in which every place is a cannon does not count. Each is looked for when
    it is asked for: mostly one is enough.
    """
    room = _Room(layout, equipment, laws)
    barred = Coin(placer.value) if laws.no_shot_with == "own" else Coin.QUEEN
    others = [placed.point for placed in layout.of(barred)]
    reach = equipment.coins.diameter + CANNON_GAP + CONTACT
    found: set[Point] = set()
    for find in (room.fan, room.candidates):
        for spot in find():
            # A shot needs a barred coin near, so most spots need no full check.
            near = any(distance(spot, each) <= reach for each in others)
            if near and may_place(layout, coin, *spot, placer, equipment, placer_seats, laws):
                continue
            if spot not in found:
                found.add(spot)
                yield spot


@dataclass(frozen=True)
class _Line:
    """From one coin through another, which is nearer, to a pocket; `ahead` is a unit vector."""

    farther: Point
    nearer: Point
    mouth: Point
    ahead: Point

    def behind(self, away: float) -> Point:
        """The point on the line `away` metres behind the farther coin."""
        return self.farther[0] - away * self.ahead[0], self.farther[1] - away * self.ahead[1]


def _cannons(
    layout: Layout, placed: Point, placer: Colour, equipment: Equipment, seats: tuple[Seat, ...]
) -> list[str]:
    found = []
    holes = pockets(equipment.board)
    for own in layout.of(Coin(placer.value)):
        if distance(placed, own.point) > equipment.coins.diameter + CANNON_GAP + CONTACT:
            continue
        others = [p.point for p in layout.coins if p is not own]
        for pocket in holes:
            line = _in_line(placed, own.point, pocket, equipment)
            if line is None or not _way_free(line, others, equipment):
                continue
            if any(_striker_fits(line, seat, layout.points, equipment) for seat in seats):
                found.append("pair")
            else:
                found.append("cannon")
    return found


def _shot_with_queen(layout: Layout, placed: Point, equipment: Equipment) -> bool:
    """Whether the placed coin and the queen are in line with a pocket, either of them in front."""
    for queen in layout.of(Coin.QUEEN):
        others = [p.point for p in layout.coins if p is not queen]
        for pocket in pockets(equipment.board):
            for farther, nearer in ((placed, queen.point), (queen.point, placed)):
                line = _in_line(farther, nearer, pocket, equipment)
                if line is not None and _way_free(line, others, equipment):
                    return True
    return False


def _in_line(farther: Point, nearer: Point, pocket: Point, equipment: Equipment) -> _Line | None:
    apart = distance(farther, nearer)
    gap = apart - equipment.coins.diameter
    if gap > CANNON_GAP + CONTACT or gap < -CONTACT:
        return None  # too far to reach, or one on top of the other
    ahead = (nearer[0] - farther[0]) / apart, (nearer[1] - farther[1]) / apart
    dx, dy = pocket[0] - nearer[0], pocket[1] - nearer[1]
    to_go = dx * ahead[0] + dy * ahead[1]
    beside = abs(dx * ahead[1] - dy * ahead[0])
    if to_go <= 0.0 or beside > LINE_WIDTH + CONTACT:
        return None
    # The coin falls once its centre is past the pocket's edge: only so far must its way be free.
    edge = equipment.board.pocket_diameter / 2.0
    run = max(0.0, to_go - sqrt(max(0.0, edge * edge - beside * beside)))
    return _Line(farther, nearer, (nearer[0] + run * ahead[0], nearer[1] + run * ahead[1]), ahead)


def _way_free(line: _Line, others: list[Point], equipment: Equipment) -> bool:
    """Whether both ways are free: of the farther coin to the nearer one, and of that one to the pocket."""
    d = equipment.coins.diameter
    contact = line.nearer[0] - d * line.ahead[0], line.nearer[1] - d * line.ahead[1]
    return _swept(line.farther, contact, d, others) and _swept(line.nearer, line.mouth, d, others)


def _striker_fits(line: _Line, seat: Seat, coins: tuple[Point, ...], equipment: Equipment) -> bool:
    """Whether a striker may stand on the line behind the farther coin, with a free way to it."""
    x, y = seen_from(seat, line.farther)
    ux, uy = seen_from(seat, line.ahead)
    if abs(uy) < CONTACT:
        return False  # parallel to the base lines, which the inner circle does not reach
    # The band's middle in the seat's coordinates, and where the line crosses it.
    depth = seen_from(seat, striker_place(seat, 0.0, equipment))[1]
    exact, width = x + (depth - y) * ux / uy, LINE_WIDTH / abs(uy)
    reach = (equipment.striker.diameter + equipment.coins.diameter) / 2.0
    for low, high in legal_intervals(seat, (*coins, line.farther), equipment):
        along = min(high, max(low, exact))
        is_behind = (along - x) * ux + (depth - y) * uy <= -reach
        if is_behind and abs(along - exact) <= width:
            start = striker_place(seat, along, equipment)
            if _swept(start, line.behind(reach), reach, coins):
                return True
    return False


def _swept(start: Point, end: Point, reach: float, others: Iterable[Point]) -> bool:
    return all(distance_to_segment(other, start, end) >= reach - CONTACT for other in others)


def room_for(
    layout: Layout, n: int, equipment: Equipment = STANDARD, laws: PlacingLaws = STANDARD_PLACING
) -> bool:
    """Whether the inner circle has room for n more coins; `False` may be over-cautious, see `places_for`.

    Law: international-a 3.11 i. Shots are ignored, because they may depend on who places.
    """
    return places_for(layout, n, equipment, laws) is not None


def places_for(
    layout: Layout, n: int, equipment: Equipment = STANDARD, laws: PlacingLaws = STANDARD_PLACING
) -> tuple[Point, ...] | None:
    """Places where n coins fit together inside the inner circle, or None.

    Coins are tried only where they touch something: a coin's surroundings, the inner circle, the centre
    circle. For one coin the answer is exact. For several, a solution is missed if it needs coins that touch
    nothing or more tries than the limit, so None may be over-cautious.
    """
    search = _Room(layout, equipment, laws)
    return search.fill(n, search.around, search.candidates())


@cache
def _spokes() -> tuple[Point, ...]:
    """The directions of the fan, as cosine and sine."""
    return tuple(cosine_sine(tau * spoke / _SPOKES) for spoke in range(_SPOKES))


class _Room:
    """A deterministic search for places with a limited number of tries."""

    _TRIES = 300

    def __init__(self, layout: Layout, equipment: Equipment, laws: PlacingLaws) -> None:
        board, d = equipment.board, equipment.coins.diameter
        self._apart = d + laws.clearance
        self._least = (board.centre_circle_diameter + d) / 2.0
        self._most = (board.inner_circle_diameter - d) / 2.0
        self._tries = self._TRIES
        # Coins too far out to matter are left out.
        self.around = tuple(p for p in layout.points if hypot(*p) < self._most + self._apart)

    def fan(self) -> Iterator[Point]:
        """The free spots of a fixed pattern: rings from the outside in, each from the right round."""
        step = (self._most - self._least) / (_RINGS - 1)
        radii = [self._most - ring * step for ring in range(_RINGS)]
        return self._free(((r * c, r * s) for r in radii for c, s in _spokes()), self.around)

    def candidates(self) -> tuple[Point, ...]:
        found = [(0.0, -self._most), (0.0, -self._least)]
        for i, coin in enumerate(self.around):
            found += self._against(coin, self.around[:i])
        return tuple(self._free(found, self.around))

    def fill(self, n: int, around: tuple[Point, ...], free: tuple[Point, ...]) -> tuple[Point, ...] | None:
        if n <= 0:
            return ()
        ordered = self._least_in_the_way(free) if n > 1 else free
        for i, spot in enumerate(ordered):
            if n == 1:
                return (spot,)
            if self._tries == 0:
                return None
            self._tries -= 1
            # Spots that were tried before this one are not tried again with it.
            left = self._free(ordered[i + 1 :], (spot,))
            new = self._free(self._against(spot, around), (*around, spot))
            rest = self.fill(n - 1, (*around, spot), (*left, *new))
            if rest is not None:
                return (spot, *rest)
        return None

    def _against(self, coin: Point, others: tuple[Point, ...]) -> list[Point]:
        """Places that touch this coin's surroundings and something else, and one that touches only it."""
        centre = (0.0, 0.0)
        found = [(coin[0], coin[1] + self._apart)]
        for radius in (self._most, self._least):
            found += crossings(coin, self._apart, centre, radius)
        for other in others:
            found += crossings(coin, self._apart, other, self._apart)
        return found

    def _free(self, spots: Iterable[Point], coins: tuple[Point, ...]) -> Iterator[Point]:
        # Half the tolerance of may_place, so that rounding cannot make the two disagree.
        least, most = self._least - CONTACT / 2.0, self._most + CONTACT / 2.0
        apart = self._apart - CONTACT / 2.0
        return (
            (x, y)
            for x, y in spots
            if least <= hypot(x, y) <= most and all(hypot(x - a, y - b) >= apart for a, b in coins)
        )

    def _least_in_the_way(self, spots: tuple[Point, ...]) -> tuple[Point, ...]:
        """Spots that rule out fewest others come first; a crowded corner is filled from its ends."""
        apart = self._apart - CONTACT / 2.0
        in_the_way = {(x, y): sum(hypot(x - a, y - b) < apart for a, b in spots) for x, y in spots}
        return tuple(sorted(in_the_way, key=lambda spot: (in_the_way[spot], spot)))

"""Where the umpire puts the queen, or a coin that left the board: as near the centre as can be.

A coin covers the more of the centre circle the nearer it lies to the centre, and nothing of what another
coin covers, since coins do not overlap. So the nearest free spot is the one the laws ask for, and it goes on
being so where the circle is covered wholly. Lying against a neighbour is fine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, hypot, tau

from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleCase
from carrom.stroke.layout import Layout, Placed
from carrom.surface import Point, crossings, distance, inside_frame, seen_from, turned_to
from carrom.words import Coin, Colour, Seat

_ROUNDING = 1e-12
"""Spots are built to touch; they may overlap a neighbour by this much. Ties are as wide."""

_ORDER = (Coin.QUEEN, Coin.WHITE, Coin.BLACK)


def respot(layout: Layout, coin: Coin, breaker: Seat = Seat.SOUTH, equipment: Equipment = STANDARD) -> Layout:
    """The layout with one coin put on the free spot nearest the centre.

    Law: international-a 3.9 a, 3.12 b. Of several spots equally near, the umpire takes the first
    counter-clockwise from the breaker's right.
    """
    return _put(layout, coin, nearest_free_spot(layout, breaker, equipment), equipment)


def respot_together(
    layout: Layout,
    coins: Iterable[Coin],
    owner_seats: Mapping[Colour, Seat],
    breaker: Seat = Seat.SOUTH,
    equipment: Equipment = STANDARD,
) -> Layout:
    """The layout with all coins of one stroke put back that left the board, or with the queen among them.

    Law: international-a 3.9 a. With the queen, a coin lies against her on the side away from its owner; one
    white and one black lie side by side, with equal shares of the centre circle. Where that is taken, and
    for every company the law does not name, they follow one another: queen, whites, blacks, each on the
    nearest free spot. In doubles `owner_seats` names the partner who counts as the owner.
    """
    in_order = sorted(coins, key=_ORDER.index)
    if in_order == [Coin.WHITE, Coin.BLACK]:
        pair = _side_by_side(owner_seats, equipment)
        if all(_is_free(spot, layout.points, equipment) for spot in pair):
            for coin, spot in zip(in_order, pair, strict=True):
                layout = _put(layout, coin, spot, equipment)
            return layout
    queen: Point | None = None
    for coin in in_order:
        spot = nearest_free_spot(layout, breaker, equipment)
        if coin.colour is None:
            queen = spot
        elif queen is not None:
            beside = _away_from(owner_seats[coin.colour], queen, equipment)
            spot = beside if _is_free(beside, layout.points, equipment) else spot
        layout = _put(layout, coin, spot, equipment)
    return layout


def nearest_free_spot(layout: Layout, breaker: Seat = Seat.SOUTH, equipment: Equipment = STANDARD) -> Point:
    """The spot nearest the centre on which a coin overlaps nothing.

    It is the centre itself; or it lies against one coin, straight across the centre from it; or it lies
    against two. There is no other way for a spot to be nearest.
    """
    coins, d = layout.points, equipment.coins.diameter
    candidates = [(0.0, 0.0)]
    for i, coin in enumerate(coins):
        candidates += _across_the_centre(coin, d, breaker)
        for other in coins[:i]:
            candidates += crossings(coin, d, other, d)
    free = [spot for spot in candidates if _is_free(spot, coins, equipment)]
    nearest = min(hypot(*spot) for spot in free)
    level = [spot for spot in free if hypot(*spot) <= nearest + _ROUNDING]
    return min(level, key=lambda spot: _angle_from_right(spot, breaker))


def _across_the_centre(coin: Point, d: float, breaker: Seat) -> tuple[Point, ...]:
    """Against the coin, on the line through it and the centre."""
    away = hypot(*coin)
    if away < _ROUNDING:
        # A coin on the centre has no side: all spots round it are level, the breaker's right comes first.
        x, y = turned_to(breaker, (d, 0.0))
        return ((coin[0] + x, coin[1] + y),)
    share = 1.0 - d / away
    return ((coin[0] * share, coin[1] * share),)


def _is_free(spot: Point, coins: Iterable[Point], equipment: Equipment) -> bool:
    d = equipment.coins.diameter
    return inside_frame(spot, d / 2.0, equipment.board) and all(
        distance(spot, coin) >= d - _ROUNDING for coin in coins
    )


def _angle_from_right(spot: Point, breaker: Seat) -> float:
    """Counter-clockwise from the breaker's right, 0 up to a full turn."""
    x, y = seen_from(breaker, spot)
    angle = atan2(y, x) % tau
    # A hair below the right-hand direction is the right-hand direction.
    return 0.0 if angle > tau - 1e-9 else angle


def _away_from(owner: Seat, queen: Point, equipment: Equipment) -> Point:
    x, y = turned_to(owner, (0.0, equipment.coins.diameter))
    return queen[0] + x, queen[1] + y


def _side_by_side(owner_seats: Mapping[Colour, Seat], equipment: Equipment) -> tuple[Point, Point]:
    """White and black against each other over the centre, each reaching toward the other's owner.

    Across the board that is straight ahead. Opponents at right angles: along the diagonal, so that each
    reaches away from its own seat and toward the other's alike.
    """
    if owner_seats[Colour.WHITE] is owner_seats[Colour.BLACK]:
        raise ImpossibleCase("owner_seats", "refused.respot.one-chair")
    white = turned_to(owner_seats[Colour.WHITE], (0.0, -1.0))
    black = turned_to(owner_seats[Colour.BLACK], (0.0, -1.0))
    x, y = black[0] - white[0], black[1] - white[1]
    half = equipment.coins.diameter / 2.0 / hypot(x, y)
    return (x * half, y * half), (0.0 - x * half, 0.0 - y * half)


def _put(layout: Layout, coin: Coin, spot: Point, equipment: Equipment) -> Layout:
    return layout.with_coin(Placed(coin, *spot), equipment)

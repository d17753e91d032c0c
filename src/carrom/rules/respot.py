"""Respots the queen, or a coin that left the board, as near to the centre as possible.

The nearer a coin lies to the centre, the more of the centre circle it covers, and coins do not overlap. So
the nearest free spot is the one that the laws require. The coin may touch its neighbours.
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
"""Spots are computed to touch, so they may overlap a neighbour by this much; ties have the same tolerance."""

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
    """The layout with all coins respotted that left the board in one stroke, the queen among them or not.

    Law: international-a 3.9 a. With the queen, a coin touches her on the side away from its owner. One white
    and one black lie side by side, with equal shares of the centre circle. If that space is taken, and for
    combinations the law does not name, they are respotted in order (queen, whites, blacks), each on the
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

    Only three kinds of spot can be nearest: the centre itself, a spot that touches one coin on the line
    through that coin and the centre, and a spot that touches two coins.
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
    """The spots that touch the coin on the line through it and the centre."""
    away = hypot(*coin)
    if away < _ROUNDING:
        # All spots around a coin on the centre are equally near; the breaker's right comes first.
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
    """The angle counter-clockwise from the breaker's right, from 0 to a full turn."""
    x, y = seen_from(breaker, spot)
    angle = atan2(y, x) % tau
    # Rounding may turn the right-hand direction into almost a full turn.
    return 0.0 if angle > tau - 1e-9 else angle


def _away_from(owner: Seat, queen: Point, equipment: Equipment) -> Point:
    x, y = turned_to(owner, (0.0, equipment.coins.diameter))
    return queen[0] + x, queen[1] + y


def _side_by_side(owner_seats: Mapping[Colour, Seat], equipment: Equipment) -> tuple[Point, Point]:
    """Spots for a white and a black that touch at the centre, each on the side of the other's owner.

    The coins lie on the line between owners who sit opposite, or on the diagonal if they sit at right angles.
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

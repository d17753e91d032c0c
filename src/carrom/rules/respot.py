"""Respots the queen, or a coin that left the board, as near to the centre as possible.

The nearer a coin lies to the centre, the more of the centre circle it covers, and coins do not overlap. So
the nearest free spot is the one that the laws require. The coin may touch its neighbours. Where the texts
differ, `RespotLaws` says what to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import atan2, hypot, tau
from typing import Literal

from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleCase
from carrom.stroke.layout import Layout, Placed
from carrom.surface import Point, crossings, distance, inside_frame, seen_from, turned_to
from carrom.words import Coin, Colour, Seat

_ROUNDING = 1e-12
"""Spots are computed to touch, so they may overlap a neighbour by this much; ties have the same tolerance."""

_ORDER = (Coin.QUEEN, Coin.WHITE, Coin.BLACK)


@dataclass(frozen=True, slots=True)
class RespotLaws:
    """How a text of the laws has pieces respotted that share the centre circle; by default as edition a does.

    `coin_with_queen`: a coin that left the board with the queen touches her, on the side away from its
    "owner" or from the player who strikes "next". `white_with_black`: the two lie side by side with
    "equal-shares" of the circle, or the coin of the side that struck lies on the circle and the other
    touches it, away from the player who strikes next ("striker-first"). `several`: each of three or more
    goes to the "nearest" free spot, or the first two lie as the law says for two and the rest are
    "touching" them. `queen_beside_centre`: of free spots that are equally near, the queen takes the first
    from the "breaker" round, or the one farthest from the player who strikes "next", for whom the coin on
    the centre then hides her.
    """

    coin_with_queen: Literal["owner", "next"] = "owner"
    white_with_black: Literal["equal-shares", "striker-first"] = "equal-shares"
    several: Literal["nearest", "touching"] = "nearest"
    queen_beside_centre: Literal["breaker", "next"] = "breaker"

    def way(self, pieces: str) -> str:
        """How these pieces are respotted, as a part of a phrase's key: "queen-coin", or "queen-coin-next".

        Edition a's way is called after the pieces alone.
        """
        field = _FIELDS.get(pieces)
        if field is None or getattr(self, field) == getattr(STANDARD_RESPOT, field):
            return pieces
        return f"{pieces}-{getattr(self, field)}"


_FIELDS = {
    "queen": "queen_beside_centre",
    "queen-coin": "coin_with_queen",
    "white-black": "white_with_black",
    "several": "several",
}
STANDARD_RESPOT = RespotLaws()


def respot(layout: Layout, coin: Coin, breaker: Seat = Seat.SOUTH, equipment: Equipment = STANDARD) -> Layout:
    """The layout with one coin put on the free spot nearest the centre.

    Law: international-a 3.9 a, 3.12 b. Of several spots equally near, the umpire takes the first
    counter-clockwise from the breaker's right.
    """
    return _put(layout, coin, nearest_free_spot(layout, breaker, equipment), equipment)


def queen_spot(
    layout: Layout,
    breaker: Seat,
    next_player: Seat,
    equipment: Equipment = STANDARD,
    laws: RespotLaws = STANDARD_RESPOT,
) -> Point:
    """Where the umpire puts the queen back, as near to the centre as she can lie (3.12 b)."""
    hidden_from = next_player if laws.queen_beside_centre == "next" else None
    return nearest_free_spot(layout, breaker, equipment, hidden_from)


def respot_together(
    layout: Layout,
    coins: Iterable[Coin],
    owner_seats: Mapping[Colour, Seat],
    breaker: Seat = Seat.SOUTH,
    equipment: Equipment = STANDARD,
    *,
    laws: RespotLaws = STANDARD_RESPOT,
    struck: Colour = Colour.WHITE,
    next_player: Seat = Seat.SOUTH,
) -> Layout:
    """The layout with all coins respotted that left the board in one stroke, the queen among them or not.

    Law: international-a 3.9 a. With the queen, a coin touches her on the side away from its owner. One white
    and one black lie side by side, with equal shares of the centre circle. If that space is taken, and for
    combinations the law does not name, they are respotted in order (queen, whites, blacks), each on the
    nearest free spot. In doubles `owner_seats` names the partner who counts as the owner.
    By other `laws` it also counts which side `struck` and where the player sits who strikes next.
    """
    in_order = sorted(coins, key=_ORDER.index)
    pair = in_order == [Coin.WHITE, Coin.BLACK]
    if pair and laws.white_with_black == "equal-shares":
        shares = _side_by_side(owner_seats, equipment)
        if all(_is_free(spot, layout.points, equipment) for spot in shares):
            for coin, spot in zip(in_order, shares, strict=True):
                layout = _put(layout, coin, spot, equipment)
            return layout
    if laws.several == "touching" or (pair and laws.white_with_black == "striker-first"):
        in_order = _striker_first(in_order, struck)
    first: list[Placed] = []
    for coin in in_order:
        if coin is Coin.QUEEN:
            spot = queen_spot(layout, breaker, next_player, equipment, laws)
        elif len(first) == 2 and laws.several == "touching":
            spot = _touching_spot(layout, [each.point for each in first], breaker, equipment)
        else:
            spot = nearest_free_spot(layout, breaker, equipment)
        away_from = _seat_to_avoid(coin, first, owner_seats, next_player, laws)
        if away_from is not None:
            beside = _away_from(away_from, first[0].point, equipment)
            spot = beside if _is_free(beside, layout.points, equipment) else spot
        layout = _put(layout, coin, spot, equipment)
        first = [*first, layout.coins[-1]][:2]
    return layout


def _striker_first(coins: list[Coin], struck: Colour) -> list[Coin]:
    """The queen, a coin of the side that struck, one of the other side, then the rest in the same order."""
    order = [Coin.QUEEN, Coin(struck.value), Coin(struck.other.value)]
    rounds = ((coin, coins[:place].count(coin)) for place, coin in enumerate(coins))
    return [coin for coin, _ in sorted(rounds, key=lambda each: (each[1], order.index(each[0])))]


def _seat_to_avoid(
    coin: Coin, first: list[Placed], owner_seats: Mapping[Colour, Seat], next_player: Seat, laws: RespotLaws
) -> Seat | None:
    """The seat from which this coin lies behind the first one; None if the law says nothing about it."""
    if not first or coin.colour is None:
        return None
    if first[0].coin is Coin.QUEEN:
        if laws.coin_with_queen == "owner":
            return owner_seats[coin.colour]
        return next_player if len(first) == 1 else None
    together = len(first) == 1 and first[0].coin is not coin
    return next_player if together and laws.white_with_black == "striker-first" else None


def nearest_free_spot(
    layout: Layout,
    breaker: Seat = Seat.SOUTH,
    equipment: Equipment = STANDARD,
    hidden_from: Seat | None = None,
) -> Point:
    """The spot nearest the centre on which a coin overlaps nothing.

    Only three kinds of spot can be nearest: the centre itself, a spot that touches one coin on the line
    through that coin and the centre, and a spot that touches two coins. Of several spots equally near it is
    the first counter-clockwise from the breaker's right, or the farthest from the seat `hidden_from`.
    """
    coins, d = layout.points, equipment.coins.diameter
    candidates = [(0.0, 0.0)]
    for i, coin in enumerate(coins):
        candidates += _across_the_centre(coin, d, breaker, hidden_from)
        for other in coins[:i]:
            candidates += crossings(coin, d, other, d)
    free = [spot for spot in candidates if _is_free(spot, coins, equipment)]
    nearest = min(hypot(*spot) for spot in free)
    level = [spot for spot in free if hypot(*spot) <= nearest + _ROUNDING]
    if hidden_from is not None:
        farthest = max(seen_from(hidden_from, spot)[1] for spot in level)
        level = [spot for spot in level if seen_from(hidden_from, spot)[1] >= farthest - _ROUNDING]
    return min(level, key=lambda spot: _angle_from_right(spot, breaker))


def _touching_spot(layout: Layout, first: list[Point], breaker: Seat, equipment: Equipment) -> Point:
    """The free spot that touches most of the first coins; of several, the nearest to the centre.

    Without any it is the nearest free spot.
    """
    d = equipment.coins.diameter
    beside = [spot for coin in first for other in layout.points for spot in crossings(coin, d, other, d)]
    free = [spot for spot in beside if _is_free(spot, layout.points, equipment)]
    if not free:
        return nearest_free_spot(layout, breaker, equipment)

    def rank(spot: Point) -> tuple[int, float, float]:
        touches = sum(distance(spot, coin) <= d + _ROUNDING for coin in first)
        # Rounded, so that spots equally near are told apart by the breaker's right alone.
        return -touches, round(hypot(*spot), 9), _angle_from_right(spot, breaker)

    return min(free, key=rank)


def _across_the_centre(coin: Point, d: float, breaker: Seat, hidden_from: Seat | None) -> tuple[Point, ...]:
    """The spots that touch the coin on the line through it and the centre."""
    away = hypot(*coin)
    if away < _ROUNDING:
        # All spots around a coin on the centre are equally near; the one that is preferred is tried.
        x, y = turned_to(breaker, (d, 0.0)) if hidden_from is None else turned_to(hidden_from, (0.0, d))
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


def _away_from(seat: Seat, coin: Point, equipment: Equipment) -> Point:
    x, y = turned_to(seat, (0.0, equipment.coins.diameter))
    return coin[0] + x, coin[1] + y


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

"""The lines on the board, the rosette, and the places where a striker may lie.

In metres; the origin is the board's centre, x runs to the south player's right, y away from that player. All
geometry is for the south seat; the other seats get it by exact quarter turns, with the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt
from typing import TYPE_CHECKING

from carrom.direction import QUARTER, cosine_sine
from carrom.equipment import STANDARD, Board, Equipment
from carrom.words import Coin, Seat

if TYPE_CHECKING:
    from carrom.rng import Rng

Point = tuple[float, float]
Interval = tuple[float, float]

CONTACT = 1e-9
"""Pieces that overlap by less than this only touch; it is far above rounding."""

_HALF_DIAGONAL = sqrt(0.5)
_HALF_ROOT_3 = sqrt(3.0) / 2.0

STRIKER_RULES = ("base-lines", "between-lines", "ends", "base-circle", "arrow", "coin")
"""The rules for the place of a striker, the most helpful first; keys of the phrases `play.striker.*`."""


def turned_to(seat: Seat, point: Point) -> Point:
    """The point of the board that `seat` sees where the south seat sees `point`."""
    x, y = point
    for _ in range(seat.quarter_turns):
        x, y = 0.0 - y, x  # 0.0 - y: a bare minus would write -0.0
    return x, y


def seen_from(seat: Seat, point: Point) -> Point:
    """The point in the coordinates of a seat: x to its right, y away from it."""
    x, y = point
    for _ in range(seat.quarter_turns):
        x, y = y, 0.0 - x
    return x, y


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def distance_to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    length_squared = dx * dx + dy * dy
    if length_squared == 0.0:
        return hypot(px, py)
    share = min(1.0, max(0.0, (px * dx + py * dy) / length_squared))
    return hypot(px - share * dx, py - share * dy)


def crossings(a: Point, a_radius: float, b: Point, b_radius: float) -> tuple[Point, ...]:
    """The two points where two circles cross, equal if the circles touch; none if they do not cross."""
    apart = distance(a, b)
    reach = a_radius + b_radius
    # Circles that miss each other only by rounding still touch.
    if apart == 0.0 or apart > reach + 1e-12 or apart < abs(a_radius - b_radius) - 1e-12:
        return ()
    ux, uy = (b[0] - a[0]) / apart, (b[1] - a[1]) / apart
    foot = (apart * apart + a_radius * a_radius - b_radius * b_radius) / (2.0 * apart)
    rise = sqrt(max(0.0, a_radius * a_radius - foot * foot))
    x, y = a[0] + foot * ux, a[1] + foot * uy
    return (x - rise * uy, y + rise * ux), (x + rise * uy, y - rise * ux)


@dataclass(frozen=True)
class Arrow:
    """One printed diagonal line, without its arc ornament."""

    outer: Point
    inner: Point
    thickness: float

    def distance(self, point: Point) -> float:
        """The distance from a point to the printed line, which has a thickness and square ends."""
        along, across, half_length = self._coordinates(point)
        return hypot(max(0.0, abs(along) - half_length), max(0.0, abs(across) - self.thickness / 2.0))

    def _coordinates(self, point: Point) -> tuple[float, float, float]:
        length = distance(self.outer, self.inner)
        ux, uy = (self.outer[0] - self.inner[0]) / length, (self.outer[1] - self.inner[1]) / length
        x = point[0] - (self.outer[0] + self.inner[0]) / 2.0
        y = point[1] - (self.outer[1] + self.inner[1]) / 2.0
        return x * ux + y * uy, y * ux - x * uy, length / 2.0


def pockets(board: Board) -> tuple[Point, ...]:
    """The centres of the pockets, in the order of the seats on whose right they lie."""
    inset = board.surface / 2.0 - board.pocket_diameter / 2.0
    return tuple(turned_to(seat, (inset, -inset)) for seat in Seat)


def arrows(board: Board) -> tuple[Arrow, ...]:
    """The four diagonals, in the order of the pockets, at a distance from the pocket's edge."""
    pocket = hypot(*pockets(board)[0])
    outer = (pocket - board.pocket_diameter / 2.0 - board.arrow_from_pocket) * _HALF_DIAGONAL
    inner = outer - board.arrow_length * _HALF_DIAGONAL
    return tuple(
        Arrow(turned_to(seat, (outer, -outer)), turned_to(seat, (inner, -inner)), board.arrow_thickness)
        for seat in Seat
    )


def band_middle(board: Board) -> float:
    """The distance of the middle between a seat's base lines from the board's centre."""
    return board.surface / 2.0 - board.base_line_offset - board.base_circle_diameter / 2.0


def base_lines(seat: Seat, board: Board) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The lower and the upper base line, from the left base circle to the right one."""
    end = _base_circle_from_middle(board)
    radius = board.base_circle_diameter / 2.0
    low, high = -band_middle(board) - radius, -band_middle(board) + radius
    return (
        (turned_to(seat, (-end, low)), turned_to(seat, (end, low))),
        (turned_to(seat, (-end, high)), turned_to(seat, (end, high))),
    )


def base_circles(seat: Seat, board: Board) -> tuple[Point, Point]:
    """The centres of the left and the right base circle, as the seat sees them."""
    x, y = _base_circle_from_middle(board), -band_middle(board)
    return turned_to(seat, (-x, y)), turned_to(seat, (x, y))


def _base_circle_from_middle(board: Board) -> float:
    # The length of the base lines includes the base circles.
    return board.base_line_length / 2.0 - board.base_circle_diameter / 2.0


def rosette(
    equipment: Equipment = STANDARD, turned: float = 0.0, seat: Seat = Seat.SOUTH, seed: int | None = None
) -> tuple[tuple[Coin, float, float], ...]:
    """The nineteen coins before the break, for a breaker at `seat`: exact, or with a `seed` as set by hand.

    In an exact one all neighbours touch. `turned` is in radians counter-clockwise; at 0 a white tip points
    to the breaker. The order is the queen, the inner ring and the outer ring, each counter-clockwise from
    the right.
    """
    d = equipment.coins.diameter
    turn = cosine_sine(turned)
    # The six inner coins are the steps of a triangular lattice; two equal steps make a tip, two
    # neighbouring steps a notch. So only `turned` is rounded.
    c, s = d * _HALF_ROOT_3, d * 0.5
    ring = ((c, s), (0.0, d), (-c, s), (-c, -s), (0.0, -d), (c, -s))
    coins: list[tuple[Coin, Point]] = [(Coin.QUEEN, (0.0, 0.0))]
    coins += [(Coin.BLACK if i % 2 else Coin.WHITE, step) for i, step in enumerate(ring)]
    for before, step in zip((ring[-1], *ring[:-1]), ring, strict=True):
        coins.append((Coin.BLACK, (before[0] + step[0], before[1] + step[1])))
        coins.append((Coin.WHITE, (2.0 * step[0], 2.0 * step[1])))
    if seed is not None:
        # Imported here: the umpire's page, where a rosette is wood, does without.
        from carrom.rng import Rng

        coins = _set_by_hand(coins, equipment, Rng(seed))
    return tuple((coin, *turned_to(seat, _rotated(point, turn))) for coin, point in coins)


def _set_by_hand(
    coins: Sequence[tuple[Coin, Point]], equipment: Equipment, rng: Rng
) -> list[tuple[Coin, Point]]:
    """The coins of an exact rosette as people set them, by the pace's estimates.

    Coins that should touch are a mean gap apart, and each lies anywhere within half a gap of its place, so
    that none overlap. The turn and the offset of the whole are normal, but no coin leaves the inner circle.
    """
    pace, d, whole = equipment.pace, equipment.coins.diameter, 4.0 * QUARTER
    gap = pace.rosette_gap
    turn = cosine_sine(pace.rosette_turn * rng.normal() / 360.0 * whole)
    x_off, y_off = pace.rosette_offset * rng.normal(), pace.rosette_offset * rng.normal()
    far = sqrt(x_off * x_off + y_off * y_off)
    room = max(0.0, equipment.board.inner_circle_diameter / 2.0 - 2.5 * (d + gap))
    if far > room:
        x_off, y_off = x_off * room / far, y_off * room / far
    wider = 1.0 + gap / d
    lie = []
    for coin, (x, y) in coins:
        reach, (c, s) = gap / 2.0 * sqrt(rng.uniform()), cosine_sine(whole * rng.uniform())
        x, y = _rotated((x * wider + reach * c, y * wider + reach * s), turn)
        lie.append((coin, (x + x_off, y + y_off)))
    return lie


def _rotated(point: Point, turn: Point) -> Point:
    (x, y), (c, s) = point, turn
    return x * c - y * s, x * s + y * c


def inside_frame(point: Point, radius: float, board: Board) -> bool:
    """Whether a disc lies on the surface, touching the frame at most."""
    reach = board.surface / 2.0 - radius + CONTACT
    return abs(point[0]) <= reach and abs(point[1]) <= reach


def striker_place(seat: Seat, along: float, equipment: Equipment = STANDARD) -> Point:
    """The place in the middle between the base lines, `along` metres to the seat's right."""
    return turned_to(seat, (along, -band_middle(equipment.board)))


def may_lie(
    seat: Seat,
    x: float,
    y: float,
    coins: Iterable[Point],
    equipment: Equipment = STANDARD,
    between_lines: bool = False,
) -> tuple[str, ...]:
    """The rules of `STRIKER_RULES` that a striker at (x, y) breaks.

    Law: international-a 3.2 h. The disc must reach both base lines, its centre must not pass their end
    (47 cm over all), a base circle is covered wholly or not touched, and no arrow is touched. Bare contact
    with a coin, a base circle or an arrow is allowed.

    `between_lines`: law family 2. Only the centre must lie between the lines, and arrows have no rule.
    """
    board = equipment.board
    radius = equipment.striker.diameter / 2.0
    along, depth = seen_from(seat, (x, y))
    off_middle = abs(depth + band_middle(board))
    half_band = board.base_circle_diameter / 2.0
    apart = radius + equipment.coins.diameter / 2.0 - CONTACT

    # NaN breaks every rule, since each one says what must hold.
    holds = {
        "ends": abs(along) <= board.base_line_length / 2.0 + CONTACT,
        "base-circle": all(
            _covered_or_clear(distance((along, depth), circle), radius, half_band)
            for circle in base_circles(Seat.SOUTH, board)
        ),
        "coin": all(distance((x, y), coin) >= apart for coin in coins),
    }
    if between_lines:
        holds = {"between-lines": off_middle <= half_band + CONTACT} | holds
    else:
        holds = {"base-lines": off_middle + half_band <= radius + CONTACT} | holds
        holds["arrow"] = all(a.distance((along, depth)) >= radius - CONTACT for a in arrows(board))
    return tuple(rule for rule in STRIKER_RULES if not holds.get(rule, True))


def _covered_or_clear(apart: float, striker: float, circle: float) -> bool:
    return apart <= striker - circle + CONTACT or apart >= striker + circle - CONTACT


def legal_intervals(
    seat: Seat,
    coins: Iterable[Point],
    equipment: Equipment = STANDARD,
    between_lines: bool = False,
) -> tuple[Interval, ...]:
    """The closed intervals of `along` where a striker in the middle between the base lines may lie.

    They run from the seat's left to its right, and are exactly the places where `may_lie` finds nothing.
    """
    board = equipment.board
    radius = equipment.striker.diameter / 2.0
    circle = board.base_circle_diameter / 2.0
    if not between_lines and radius < circle - CONTACT:
        return ()  # too small to touch both lines
    middle = _base_circle_from_middle(board)
    slack, clear = radius - circle, middle - radius - circle
    end = board.base_line_length / 2.0
    allowed = [(-clear, clear)]
    if slack >= 0.0:
        allowed = [(-min(middle + slack, end), slack - middle), (-clear, clear)]
        allowed.append((middle - slack, min(middle + slack, end)))
    shadows = [_shadow_of_coin(seen_from(seat, coin), equipment) for coin in coins]
    if not between_lines:
        shadows += _shadows_of_arrows(equipment)
    for shadow in shadows:
        if shadow is not None:
            allowed = [piece for span in allowed for piece in _outside(span, shadow)]
    return tuple(span for span in allowed if span[0] <= span[1])


def _outside(span: Interval, shadow: Interval) -> tuple[Interval, ...]:
    """A closed interval minus an open one."""
    (low, high), (start, stop) = span, shadow
    if stop <= low or start >= high:
        return (span,)
    left = ((low, start),) if start >= low else ()
    right = ((stop, high),) if stop <= high else ()
    return left + right


def _shadow_of_coin(coin: Point, equipment: Equipment) -> Interval | None:
    """The interval of `along` where a striker would overlap a coin, given in the seat's coordinates."""
    return _chord(coin, (equipment.striker.diameter + equipment.coins.diameter) / 2.0, equipment.board)


@lru_cache(maxsize=16)
def _shadows_of_arrows(equipment: Equipment) -> tuple[Interval | None, ...]:
    return tuple(_shadow_of_arrow(arrow, equipment) for arrow in arrows(equipment.board))


def _shadow_of_arrow(arrow: Arrow, equipment: Equipment) -> Interval | None:
    """The interval of `along` where a striker would overlap an arrow.

    The forbidden centres form a rectangle with rounded corners: two crossed rectangles and four discs. It is
    convex, so the interval reaches from the least to the greatest of the parts.
    """
    radius, half_thick = equipment.striker.diameter / 2.0, arrow.thickness / 2.0
    origin, step = (0.0, -band_middle(equipment.board)), (1.0, -band_middle(equipment.board))
    u0, v0, half_length = arrow._coordinates(origin)
    u1, v1, _ = arrow._coordinates(step)
    parts = [
        _both(_slab(u0, u1 - u0, half_length + grow_u), _slab(v0, v1 - v0, half_thick + grow_v))
        for grow_u, grow_v in ((radius, 0.0), (0.0, radius))
    ]
    parts += [_chord(corner, radius, equipment.board) for corner in _corners(arrow)]
    met = [part for part in parts if part is not None]
    if not met:
        return None
    return min(low for low, _ in met), max(high for _, high in met)


def _chord(centre: Point, radius: float, board: Board) -> Interval | None:
    """The interval of the south band's middle line inside a circle."""
    deep = centre[1] + band_middle(board)
    if abs(deep) >= radius:
        return None
    half = sqrt(radius * radius - deep * deep)
    return centre[0] - half, centre[0] + half


def _slab(start: float, slope: float, limit: float) -> Interval:
    """The interval where |start + slope · a| ≤ limit. Arrows are diagonal, so the slope is never 0."""
    low, high = sorted(((-limit - start) / slope, (limit - start) / slope))
    return low, high


def _both(a: Interval, b: Interval) -> Interval | None:
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low < high else None


def _corners(arrow: Arrow) -> tuple[Point, ...]:
    length = distance(arrow.outer, arrow.inner)
    half = arrow.thickness / 2.0 / length
    dx, dy = (arrow.outer[0] - arrow.inner[0]) * half, (arrow.outer[1] - arrow.inner[1]) * half
    return tuple(
        (x + side * dy, y - side * dx) for x, y in (arrow.outer, arrow.inner) for side in (-1.0, 1.0)
    )

"""The lines on the board, the rosette, and where a striker may lie."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import atan2, degrees, hypot, inf, nan, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.surface.base_circles import gap_between_base_circles

from carrom.equipment import EQUIPMENT, MODERN_BOARD, OLDER_BOARD, STANDARD, Board, Striker
from carrom.surface import (
    STRIKER_RULES,
    Point,
    arrows,
    band_middle,
    base_circles,
    base_lines,
    crossings,
    distance,
    distance_to_segment,
    legal_intervals,
    may_lie,
    pockets,
    rosette,
    seen_from,
    striker_place,
    turned_to,
)
from carrom.words import Coin, Seat

D = STANDARD.coins.diameter
STRIKER = STANDARD.striker.diameter / 2.0
CIRCLE = MODERN_BOARD.base_circle_diameter / 2.0
ON_CIRCLE = 0.2191
A_HAIR = 1e-6

seats = st.sampled_from(Seat)
boards = pytest.mark.parametrize("board", [MODERN_BOARD, OLDER_BOARD], ids=["modern", "older"])
all_seats = pytest.mark.parametrize("seat", list(Seat), ids=str)


def lies(seat: Seat, along: float, forward: float = 0.0, coins: tuple[Point, ...] = ()) -> tuple[str, ...]:
    """What speaks against a striker `along` the band, moved `forward` from its middle."""
    x, y = turned_to(seat, (along, forward - band_middle(MODERN_BOARD)))
    return may_lie(seat, x, y, coins)


def lies_in_the_family_game(seat: Seat, along: float, forward: float = 0.0) -> tuple[str, ...]:
    x, y = turned_to(seat, (along, forward - band_middle(MODERN_BOARD)))
    return may_lie(seat, x, y, (), between_lines=True)


def angle(point: Point) -> int:
    """In whole degrees, counter-clockwise from the right."""
    return round(degrees(atan2(point[1], point[0]))) % 360


@given(seats, st.floats(-1, 1), st.floats(-1, 1))
def test_a_seat_sees_a_turned_point_where_south_saw_it(seat: Seat, x: float, y: float) -> None:
    """Quarter turns lose not one bit."""
    assert seen_from(seat, turned_to(seat, (x, y))) == (x, y)


def test_the_seats_follow_one_another_counter_clockwise() -> None:
    """South sits below the centre, east to its right, as the words have it."""
    chairs = [turned_to(seat, (0.0, -1.0)) for seat in (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)]

    assert chairs == [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]


@boards
def test_each_pocket_touches_both_frames(board: Board) -> None:
    """A pocket's centre lies one pocket radius from each frame, in each corner."""
    corners = {(x > 0.0, y > 0.0) for x, y in pockets(board)}
    from_frame = [board.surface / 2.0 - abs(c) for pocket in pockets(board) for c in pocket]

    assert len(corners) == 4
    assert from_frame == pytest.approx([board.pocket_diameter / 2.0] * 8, abs=1e-15)


@boards
def test_base_circles_of_neighbours_lie_1_303_centimetres_apart(board: Board) -> None:
    """Base lines of 47.0 cm over all leave 1.303 cm, where the table rounds to 1.27."""
    assert gap_between_base_circles(board) == pytest.approx(0.01303, abs=5e-6)


def test_base_circles_lie_21_91_centimetres_from_the_middle() -> None:
    """47 cm is the length over all, base circles included; 10.16 is the offset from the frame."""
    left, right = base_circles(Seat.SOUTH, MODERN_BOARD)

    assert left == pytest.approx((-0.2191, -0.2508))
    assert right == pytest.approx((0.2191, -0.2508))


@all_seats
def test_base_circles_touch_both_base_lines(seat: Seat) -> None:
    """Each circle is as wide as the band, and closes it; the lower line is 10.16 cm from the frame."""
    lower, upper = base_lines(seat, MODERN_BOARD)

    for circle in base_circles(seat, MODERN_BOARD):
        for start, end in (lower, upper):
            assert distance_to_segment(circle, start, end) == pytest.approx(CIRCLE, abs=1e-15)
    for point in lower:
        from_frame = MODERN_BOARD.surface / 2.0 + seen_from(seat, point)[1]
        assert from_frame == pytest.approx(MODERN_BOARD.base_line_offset, abs=1e-15)


@all_seats
def test_every_seat_has_the_south_lines_by_exact_quarter_turns(seat: Seat) -> None:
    """Turning is exact, so that a turned board is the same board to the last bit."""
    south = base_circles(Seat.SOUTH, MODERN_BOARD) + base_lines(Seat.SOUTH, MODERN_BOARD)[0]
    here = base_circles(seat, MODERN_BOARD) + base_lines(seat, MODERN_BOARD)[0]

    assert here == tuple(turned_to(seat, point) for point in south)
    assert {seen_from(seat, p) for p in pockets(MODERN_BOARD)} == set(pockets(MODERN_BOARD))


@boards
def test_arrows_lie_on_the_diagonals_before_their_pockets(board: Board) -> None:
    """Each runs its length along the diagonal, and begins its distance from the pocket's edge."""
    for arrow, pocket in zip(arrows(board), pockets(board), strict=True):
        from_edge = distance(arrow.outer, pocket) - board.pocket_diameter / 2.0

        assert from_edge == pytest.approx(board.arrow_from_pocket)
        assert distance(arrow.outer, arrow.inner) == pytest.approx(board.arrow_length)
        assert angle(arrow.outer) == angle(arrow.inner) == angle(pocket)
        assert hypot(*arrow.inner) < hypot(*arrow.outer)


def test_the_distance_to_an_arrow_counts_its_thickness() -> None:
    """Beside the line, past its end, and off a corner."""
    south_east = arrows(MODERN_BOARD)[0]
    half = MODERN_BOARD.arrow_thickness / 2.0
    x, y = south_east.outer
    step = sqrt(0.5)

    assert south_east.distance((0.2, -0.2)) == pytest.approx(0.0, abs=1e-15)
    assert south_east.distance((0.2 + 0.01 * step, -0.2 + 0.01 * step)) == pytest.approx(0.01 - half)
    assert south_east.distance((x + 0.01 * step, y - 0.01 * step)) == pytest.approx(0.01)
    assert south_east.distance((x + 0.01, y)) == pytest.approx(hypot(0.01 * step, 0.01 * step - half))


def test_circles_cross_in_two_points_on_both() -> None:
    """Two circles of a coin's width, neither through the other's centre."""
    here, there = (0.01, 0.02), (0.04, 0.0)
    points = crossings(here, D, there, D)

    assert len(points) == 2
    for point in points:
        assert distance(point, here) == pytest.approx(D)
        assert distance(point, there) == pytest.approx(D)
    assert crossings(here, D, (0.2, 0.0), D) == ()
    assert crossings(here, D, here, D) == ()


@pytest.mark.law("international-a 3.5 a", "international-b 3.5 a")
def test_the_rosette_has_its_colours_in_a_y_of_whites() -> None:
    """Seen by the breaker: inner whites at 270, 30 and 150; outside, white tips and black notches."""
    by_place = {(round(hypot(x, y) / D, 3), angle((x, y))): coin for coin, x, y in rosette()}
    inner = {turn: coin for (radius, turn), coin in by_place.items() if radius == 1.0}
    tips = {turn: coin for (radius, turn), coin in by_place.items() if radius == 2.0}
    notches = {turn: coin for (radius, turn), coin in by_place.items() if radius == 1.732}

    assert by_place[0.0, 0] is Coin.QUEEN
    assert {turn for turn, coin in inner.items() if coin is Coin.WHITE} == {270, 30, 150}
    assert {turn for turn, coin in inner.items() if coin is Coin.BLACK} == {90, 210, 330}
    assert tips == dict.fromkeys((30, 90, 150, 210, 270, 330), Coin.WHITE)
    assert notches == dict.fromkeys((0, 60, 120, 180, 240, 300), Coin.BLACK)


@pytest.mark.law("international-a 3.5 a", "international-b 3.5 a")
def test_the_queen_covers_the_centre_circle_at_the_start() -> None:
    """Queen exactly in the middle, nine of each colour round her."""
    coins = [coin for coin, _, _ in rosette()]

    assert rosette()[0] == (Coin.QUEEN, 0.0, 0.0)
    assert [coins.count(coin) for coin in Coin] == [9, 9, 1]


@pytest.mark.law(
    "international-a 3.5 a", "international-b 3.5 a", "international-a 3.5 b", "international-b 3.5 b"
)
@given(st.floats(-7, 7), seats, st.sampled_from(sorted(EQUIPMENT)))
def test_however_the_rosette_is_turned_its_coins_touch_and_stay_inside(
    turned: float, seat: Seat, name: str
) -> None:
    """Forty-two contacts of a triangular lattice, no overlap, inside the inner circle, centred."""
    equipment = EQUIPMENT[name]
    d = equipment.coins.diameter
    points = [(x, y) for _, x, y in rosette(equipment, turned, seat)]
    apart = [distance(a, b) for a, b in combinations(points, 2)]
    reach = max(hypot(*point) for point in points) + d / 2.0

    assert min(apart) >= d - 1e-12
    assert sum(gap < d + 1e-12 for gap in apart) == 42
    assert reach <= equipment.board.inner_circle_diameter / 2.0
    assert points[0] == (0.0, 0.0)


@pytest.mark.law("international-a 3.5 b", "international-b 3.5 b")
def test_the_breaker_may_turn_the_whole_rosette() -> None:
    """A third of a turn brings the Y onto itself; a sixth does not."""

    def whites(turned: float) -> set[tuple[int, int]]:
        coins = rosette(turned=turned)
        return {(round(x * 1e9), round(y * 1e9)) for coin, x, y in coins if coin is Coin.WHITE}

    assert whites(2.0 * pi / 3.0) == whites(0.0)
    assert whites(pi / 3.0) != whites(0.0)


@all_seats
def test_another_breaker_sees_the_same_rosette(seat: Seat) -> None:
    """The rosette for a seat is the south one by exact quarter turns."""
    turned = tuple((coin, *turned_to(seat, (x, y))) for coin, x, y in rosette(turned=0.3))

    assert rosette(turned=0.3, seat=seat) == turned


@pytest.mark.law("international-a 3.2 h", "international-b 3.2 h", "ffc-basics play 4", "ffc-leaflet play 4")
@all_seats
def test_the_striker_must_touch_both_base_lines(seat: Seat) -> None:
    """A 4.13 cm striker may leave the middle by 4.75 mm, not more."""
    slack = STRIKER - CIRCLE

    assert lies(seat, 0.05) == ()
    assert lies(seat, 0.05, slack) == ()
    assert lies(seat, 0.05, -slack) == ()
    assert lies(seat, 0.05, slack + A_HAIR) == ("base-lines",)
    assert lies(seat, 0.05, -slack - A_HAIR) == ("base-lines",)


@pytest.mark.law("international-a 3.2 h", "international-b 3.2 h")
@all_seats
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_base_circle_is_covered_wholly_or_not_touched(seat: Seat, side: float) -> None:
    """Covered up to the rim, or beside it; in between the striker is on the circle."""
    beside = ON_CIRCLE - CIRCLE - STRIKER
    covers = ON_CIRCLE - (STRIKER - CIRCLE)

    assert lies(seat, side * beside) == ()
    assert lies(seat, side * (beside + A_HAIR)) == ("base-circle",)
    assert lies(seat, side * (covers - A_HAIR)) == ("base-circle",)
    assert lies(seat, side * covers) == ()
    assert lies(seat, side * ON_CIRCLE) == ()


@pytest.mark.law("international-a 3.2 h", "international-b 3.2 h")
@all_seats
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_striker_that_covers_a_base_circle_clears_the_arrow(seat: Seat, side: float) -> None:
    """A full-sized striker square on the circle has a millimetre left; pushed to the rim it has not."""
    place = striker_place(seat, side * ON_CIRCLE)
    clear = min(arrow.distance(place) for arrow in arrows(MODERN_BOARD)) - STRIKER
    to_the_rim = STRIKER - CIRCLE

    assert clear == pytest.approx(0.00101, abs=1e-5)
    assert lies(seat, side * ON_CIRCLE) == ()
    assert lies(seat, side * (ON_CIRCLE + to_the_rim)) == ("arrow",)


@pytest.mark.law("international-a 3.2 h", "international-b 3.2 h")
@all_seats
def test_past_the_end_of_the_base_lines_is_no_place(seat: Seat) -> None:
    """Beyond the base circle, clear of it, the striker has left its lines."""
    assert "ends" in lies(seat, 0.26)
    assert "ends" in lies(seat, -0.26)
    assert "ends" not in lies(seat, 0.235)


@pytest.mark.law("family 2", "family play 1", "international-a 3.2 h", "international-b 3.2 h")
@all_seats
def test_the_family_game_wants_the_striker_between_the_lines(seat: Seat) -> None:
    """Its centre between the lines is enough there, where the laws want both lines touched."""
    assert lies_in_the_family_game(seat, 0.05, CIRCLE) == ()
    assert lies_in_the_family_game(seat, 0.05, CIRCLE + A_HAIR) == ("between-lines",)
    assert lies(seat, 0.05, CIRCLE) == ("base-lines",)


@pytest.mark.law("family 2")
@all_seats
def test_the_family_game_has_the_same_rule_for_base_circles(seat: Seat) -> None:
    """Wholly covered or not touched; nothing is said about arrows."""
    rim = ON_CIRCLE + STRIKER - CIRCLE

    assert lies_in_the_family_game(seat, ON_CIRCLE) == ()
    assert lies_in_the_family_game(seat, rim) == ()
    assert lies_in_the_family_game(seat, ON_CIRCLE - 0.01) == ("base-circle",)


def test_a_striker_may_lie_against_a_coin_and_not_on_it() -> None:
    """Contact is allowed, overlap is not."""
    x, y = striker_place(Seat.SOUTH, 0.05)
    apart = STRIKER + D / 2.0

    assert lies(Seat.SOUTH, 0.05, coins=((x, y + apart),)) == ()
    assert lies(Seat.SOUTH, 0.05, coins=((x, y + apart - A_HAIR),)) == ("coin",)


@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_a_place_that_is_no_number_is_refused(number: float) -> None:
    """A place that cannot be compared breaks rules instead of passing them."""
    assert "base-lines" in may_lie(Seat.SOUTH, 0.0, number, ())
    assert "ends" in may_lie(Seat.SOUTH, number, 0.0, ())


def test_every_refusal_has_a_text() -> None:
    """A striker in the wrong place everywhere names only rules that can be read out."""
    x, y = striker_place(Seat.SOUTH, 0.24)
    broken = may_lie(Seat.SOUTH, x, y + 0.02, ((x, y + 0.02),))

    assert broken == ("base-lines", "ends", "base-circle", "arrow", "coin")
    assert set(broken) < set(STRIKER_RULES)


@all_seats
def test_an_empty_band_offers_the_middle_and_both_circles(seat: Seat) -> None:
    """On the left circle as far as the arrow allows, between the circles, on the right one alike."""
    left, middle, right = legal_intervals(seat, ())

    assert middle == pytest.approx((-0.18255, 0.18255))
    assert right == pytest.approx((0.21435, 0.220536), abs=1e-6)
    assert left == (-right[1], -right[0])


def test_a_small_striker_finds_no_place_by_the_laws() -> None:
    """Narrower than the band it cannot touch both lines; the family game still has room for it."""
    small = replace(STANDARD, striker=Striker(diameter=0.03))

    assert legal_intervals(Seat.SOUTH, (), small) == ()
    assert len(legal_intervals(Seat.SOUTH, (), small, between_lines=True)) == 1


def test_a_coin_beyond_the_striker_s_reach_takes_no_place() -> None:
    """A coin that a striker in the middle of the band just misses cuts nothing."""
    x, y = striker_place(Seat.SOUTH, 0.0)

    assert legal_intervals(Seat.SOUTH, ((x, y + STRIKER + D / 2.0),)) == legal_intervals(Seat.SOUTH, ())
    assert len(legal_intervals(Seat.SOUTH, ((x, y + STRIKER),))) == 4


@given(
    seats,
    st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.32, -0.18)), max_size=5),
    st.lists(st.floats(-0.27, 0.27), min_size=10, max_size=30),
    st.booleans(),
)
def test_the_legal_intervals_are_where_the_striker_may_lie(
    seat: Seat, coins: list[Point], probes: list[float], family: bool
) -> None:
    """Inside and at the ends of an interval nothing is broken; outside, something is."""
    there = [turned_to(seat, coin) for coin in coins]
    intervals = legal_intervals(seat, there, STANDARD, family)
    ends = [end for interval in intervals for end in interval]

    for along in probes + ends:
        legal = any(low <= along <= high for low, high in intervals)
        # A coin the striker only grazes: an overlap below contact is wider along the band than deep.
        at_an_end = any(abs(along - end) < 1e-4 for end in ends)
        broken = may_lie(seat, *striker_place(seat, along), there, STANDARD, family)
        assert (broken == ()) == legal or (at_an_end and not legal)


@given(seats, st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.32, -0.18)), max_size=5))
def test_all_seats_find_the_same_intervals_on_a_turned_board(seat: Seat, coins: list[Point]) -> None:
    """Exactly the same, since quarter turns are exact."""
    there = [turned_to(seat, coin) for coin in coins]

    assert legal_intervals(seat, there) == legal_intervals(Seat.SOUTH, coins)

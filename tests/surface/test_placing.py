"""Where a penalty coin may be put, and whether there is room for it."""

from __future__ import annotations

from math import asin, cos, nan, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment import EQUIPMENT, STANDARD, Equipment
from carrom.errors import ImpossiblePlacing
from carrom.rules.placing import CLEARANCE, may_place, place, places_for, room_for
from carrom.stroke.layout import Layout, Placed
from carrom.surface import Point, distance, pockets, striker_place, turned_to
from carrom.words import BLACK, WHITE, Coin, Colour, Seat

OLDER = EQUIPMENT["older"]
D = STANDARD.coins.diameter
A_HAIR = 1e-6
PLACE_ONLY = {"outside-inner-circle", "on-centre-circle", "touching"}

all_seats = pytest.mark.parametrize("seat", list(Seat), ids=str)


@st.composite
def crowds(draw: st.DrawFn) -> Layout:
    """Coins about the inner circle; what overlaps an earlier one is left out."""
    bag = [Coin.QUEEN] + [Coin.WHITE, Coin.BLACK] * 9
    spots = draw(st.lists(st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)), max_size=19))
    coins: list[Placed] = []
    for coin, spot in zip(bag, spots, strict=False):
        if all(distance(spot, other.point) >= D for other in coins):
            coins.append(Placed(coin, *spot))
    return Layout(tuple(coins))


def keys(
    layout: Layout,
    x: float,
    y: float,
    placer: Colour = WHITE,
    equipment: Equipment = STANDARD,
    seats: tuple[Seat, ...] = (),
) -> list[str]:
    """Why a coin of the other colour may not be placed there."""
    coin = Coin(placer.other.value)
    return list(may_place(layout, coin, x, y, placer, equipment, seats))


def on_a_line(start: Point, through: Point, away: float, beside: float = 0.0) -> Point:
    """The point so far from the start toward the other, and so far to the left of that line."""
    length = distance(start, through)
    ux, uy = (through[0] - start[0]) / length, (through[1] - start[1]) / length
    return start[0] + away * ux - beside * uy, start[1] + away * uy + beside * ux


def turned(layout: Layout, seat: Seat) -> Layout:
    return Layout(tuple(Placed(p.coin, *turned_to(seat, p.point)) for p in layout.coins))


def lone(coin: Coin, point: Point) -> Layout:
    return Layout((Placed(coin, *point),))


@pytest.mark.law("international-a 3.11 l", "international-b 3.11 m")
@pytest.mark.parametrize("equipment", [STANDARD, OLDER], ids=["modern", "older"])
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_a_penalty_coin_lies_wholly_inside_the_inner_circle(equipment: Equipment, turn: float) -> None:
    """Up to the line, not over it: the 17 cm circle, or 16.19 on the older board."""
    most = equipment.board.inner_circle_diameter / 2.0 - D / 2.0
    inside, over = most, most + A_HAIR

    assert keys(Layout(), inside * cos(turn), inside * sin(turn), equipment=equipment) == []
    assert keys(Layout(), over * cos(turn), over * sin(turn), equipment=equipment) == ["outside-inner-circle"]


@pytest.mark.law("international-a 3.11 l", "international-b 3.11 m")
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_a_penalty_coin_lies_wholly_outside_the_centre_circle(turn: float) -> None:
    """Up to the line of the circle, not over it."""
    least = STANDARD.board.centre_circle_diameter / 2.0 + D / 2.0

    assert keys(Layout(), least * cos(turn), least * sin(turn)) == []
    assert keys(Layout(), (least - A_HAIR) * cos(turn), (least - A_HAIR) * sin(turn)) == ["on-centre-circle"]
    assert keys(Layout(), 0.0, 0.0) == ["on-centre-circle"]


@pytest.mark.law("international-a 3.11 m", "international-b 3.11 n")
def test_a_penalty_coin_touches_nothing() -> None:
    """A tenth of a millimetre is clear, less is contact."""
    board = Layout.parse("b 0.04,0.0")

    assert keys(board, 0.04, D + CLEARANCE) == []
    assert keys(board, 0.04, D + CLEARANCE - A_HAIR) == ["touching"]


def test_a_place_that_is_no_number_is_refused() -> None:
    """Nothing passes by not being comparable."""
    assert "outside-inner-circle" in keys(Layout.rosette(), nan, 0.0)


@pytest.mark.law("international-a 3.11 l", "international-b 3.11 m")
def test_a_good_place_gives_the_layout_with_the_coin() -> None:
    """The coin is put exactly where the player said."""
    after = place(Layout.parse("q 0,0"), Coin.BLACK, 0.05, 0.01, WHITE)

    assert str(after) == "q 0.0,0.0; b 0.05,0.01"


def test_a_bad_place_is_refused_with_everything_that_failed() -> None:
    """All reasons at once, each by its key."""
    with pytest.raises(ImpossiblePlacing) as refused:
        place(Layout.parse("q 0,0"), Coin.BLACK, 0.01, 0.0, WHITE)

    assert refused.value.failed == ("on-centre-circle", "touching")
    assert str(refused.value).startswith("the coin must leave the centre circle free")
    assert str(refused.value).endswith("; the coin would touch another one")


class TestCannon:
    """The placed coin behind one of the placer's own, in line with a pocket."""

    NORTH_EAST = pockets(STANDARD.board)[1]
    PLACED = (0.03, 0.03)

    def own_ahead(self, gap: float = 0.01) -> Layout:
        """A white coin between (0.03, 0.03) and the north-east pocket, so far off edge to edge."""
        return lone(Coin.WHITE, on_a_line(self.PLACED, self.NORTH_EAST, D + gap))

    def with_black(self, layout: Layout, point: Point) -> Layout:
        return layout.with_coin(Placed(Coin.BLACK, *point))

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    @all_seats
    def test_no_coin_is_placed_behind_an_own_one_in_line_with_a_pocket(self, seat: Seat) -> None:
        """Toward each of the four pockets alike."""
        board = turned(self.own_ahead(), seat)

        assert keys(board, *turned_to(seat, self.PLACED)) == ["cannon"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_the_line_may_miss_the_pocket_s_centre_by_five_millimetres(self) -> None:
        """A line through the placed coin that passes the pocket by less is a cannon, by more is none."""
        for miss, expected in ((0.0049, ["cannon"]), (0.0051, []), (-0.0049, ["cannon"]), (-0.0051, [])):
            # The line turns about the placed coin until it passes the pocket's centre at `miss`.
            aside = asin(miss / distance(self.PLACED, self.NORTH_EAST))
            own = on_a_line(self.PLACED, self.NORTH_EAST, (D + 0.01) * cos(aside), (D + 0.01) * sin(aside))

            assert keys(lone(Coin.WHITE, own), *self.PLACED) == expected

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_thirty_millimetres_edge_to_edge_are_still_a_cannon(self) -> None:
        """Farther apart the laws leave the placer alone."""
        assert keys(self.own_ahead(0.030), *self.PLACED) == ["cannon"]
        assert keys(self.own_ahead(0.030 + A_HAIR), *self.PLACED) == []

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_only_the_placer_s_own_coins_count(self) -> None:
        """In front of the opponent's coin, or of the queen, a coin may be put."""
        x, y = self.own_ahead().points[0]

        assert keys(self.own_ahead(), *self.PLACED, placer=BLACK) == []
        assert keys(lone(Coin.QUEEN, (x, y)), *self.PLACED) == []

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_the_placer_s_coin_must_be_the_nearer_to_the_pocket(self) -> None:
        """A coin placed in front of an own one blocks it rather than helping it."""
        farther = on_a_line(striker_place(Seat.SOUTH, -0.17), self.NORTH_EAST, 0.30)
        nearer = on_a_line(farther, self.NORTH_EAST, D + 0.005)

        assert keys(lone(Coin.WHITE, nearer), *farther) == ["cannon"]
        assert keys(lone(Coin.WHITE, farther), *nearer) == []

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_a_coin_in_the_way_unmakes_a_cannon(self) -> None:
        """Before the pocket, or reaching into the gap; not beside the way, nor behind."""
        board = self.own_ahead(0.02)
        before_the_pocket = on_a_line(self.PLACED, self.NORTH_EAST, 0.2, D - 0.001)
        beside_the_way = on_a_line(self.PLACED, self.NORTH_EAST, 0.2, D + 0.001)
        in_the_gap = on_a_line(self.PLACED, self.NORTH_EAST, (D + 0.02) / 2.0, D - 0.005)
        behind = on_a_line(self.PLACED, self.NORTH_EAST, -0.05)

        assert keys(self.with_black(board, before_the_pocket), *self.PLACED) == []
        assert keys(self.with_black(board, in_the_gap), *self.PLACED) == []
        assert keys(self.with_black(board, beside_the_way), *self.PLACED) == ["cannon"]
        assert keys(self.with_black(board, behind), *self.PLACED) == ["cannon"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    @given(crowds(), st.sampled_from(Seat), st.floats(-0.06, 0.06), st.floats(-0.06, 0.06))
    def test_a_turned_board_gets_the_same_answer(
        self, layout: Layout, seat: Seat, x: float, y: float
    ) -> None:
        """Quarter turns of everything, the placer included, change nothing."""
        here = keys(layout, x, y, seats=(Seat.SOUTH, Seat.NORTH))
        there = keys(turned(layout, seat), *turned_to(seat, (x, y)), seats=(seat, seat.opposite))

        assert sorted(here) == sorted(there)


class TestPair:
    """A cannon that the placer can play straight along the same line."""

    STRIKER = striker_place(Seat.SOUTH, -0.17)
    NORTH_EAST = pockets(STANDARD.board)[1]
    PLACED = on_a_line(STRIKER, NORTH_EAST, 0.34)

    def line(self, seat: Seat = Seat.SOUTH) -> Layout:
        own = on_a_line(self.STRIKER, self.NORTH_EAST, 0.34 + D + 0.005)
        return turned(lone(Coin.WHITE, own), seat)

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    @all_seats
    def test_a_cannon_in_line_with_the_striker_s_place_is_a_pair(self, seat: Seat) -> None:
        """For the seat that can stand there; for any other it is a cannon."""
        x, y = turned_to(seat, self.PLACED)

        assert keys(self.line(seat), x, y, seats=(seat,)) == ["pair"]
        assert keys(self.line(seat), x, y, seats=(seat.opposite, seat)) == ["pair"]
        assert keys(self.line(seat), x, y, seats=(seat.opposite,)) == ["cannon"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    @pytest.mark.parametrize("away", [0.0, 0.15], ids=["on the striker's place", "on its way"])
    def test_a_pair_needs_a_free_place_and_a_free_way_for_the_striker(self, away: float) -> None:
        """Otherwise the two coins are still a cannon."""
        blocked = self.line().with_coin(Placed(Coin.BLACK, *on_a_line(self.STRIKER, self.NORTH_EAST, away)))

        assert keys(blocked, *self.PLACED, seats=(Seat.SOUTH,)) == ["cannon"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_where_the_line_leaves_the_base_lines_there_is_no_pair(self) -> None:
        """The diagonal meets the south band beyond its end: a cannon only."""
        own = on_a_line((0.03, 0.03), self.NORTH_EAST, D + 0.01)

        assert keys(lone(Coin.WHITE, own), 0.03, 0.03, seats=(Seat.SOUTH, Seat.WEST)) == ["cannon"]


@pytest.mark.law("international-a 3.11 i", "international-b 3.11 i")
def test_an_unbroken_rosette_leaves_no_room() -> None:
    """The held coin waits; with an outer coin gone there is room for one, not for two."""
    rosette = Layout.rosette()
    open_rosette = rosette.without(rosette.coins[-1])

    assert not room_for(rosette, 1)
    assert room_for(open_rosette, 1)
    assert not room_for(open_rosette, 2)


@pytest.mark.law("international-a 3.11 i", "international-b 3.11 i")
def test_the_place_of_the_queen_is_no_room_for_a_penalty_coin() -> None:
    """The rosette is open in the middle only, and there lies the centre circle."""
    rosette = Layout.rosette()

    assert not room_for(rosette.without(rosette.coins[0]), 1)


@pytest.mark.law("international-a 3.11 i", "international-b 3.11 i")
def test_an_empty_inner_circle_has_room_for_nine() -> None:
    """And for none there is always room."""
    assert room_for(Layout(), 9)
    assert room_for(Layout(), 9, OLDER)
    assert places_for(Layout.rosette(), 0) == ()


def test_coins_far_from_the_inner_circle_take_no_room() -> None:
    """A ring of coins outside it leaves the same places as an empty board."""
    ring = Layout(tuple(Placed(Coin.WHITE, 0.2 * cos(i), 0.2 * sin(i)) for i in range(6)))

    assert places_for(ring, 9) == places_for(Layout(), 9)


@pytest.mark.law("international-a 3.11 i", "international-b 3.11 i")
@settings(max_examples=60, deadline=None)
@given(crowds(), st.integers(1, 9))
def test_every_place_found_is_a_place_where_the_coin_may_lie(layout: Layout, n: int) -> None:
    """One after the other, cannons left aside."""
    found = places_for(layout, n)
    if found is None:
        return
    around = list(layout.points)
    for x, y in found:
        # Nineteen coins are not enough to ask the layout itself for nine more: look at the neighbours.
        assert not PLACE_ONLY & set(keys(layout, x, y))
        assert all(distance((x, y), other) >= D + CLEARANCE - 1e-9 for other in around)
        around.append((x, y))
    assert len(found) == n


@pytest.mark.law("international-a 3.11 i", "international-b 3.11 i")
@settings(max_examples=60, deadline=None)
@given(crowds())
def test_no_free_place_is_overlooked_for_a_single_coin(layout: Layout) -> None:
    """Wherever a grid finds a place, the search does."""
    grid = [
        (radius * cos(step * pi / 90.0), radius * sin(step * pi / 90.0))
        for radius in (0.0318, 0.035, 0.04, 0.045, 0.05, 0.055, 0.06, 0.065, 0.0691)
        for step in range(180)
    ]
    free = any(
        not PLACE_ONLY & set(keys(layout, x, y))
        for x, y in grid
        if all(distance((x, y), other) >= D for other in layout.points)
    )

    assert room_for(layout, 1) or not free

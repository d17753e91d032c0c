"""Where a penalty coin may be put, and whether there is room for it."""

from __future__ import annotations

from itertools import islice
from math import asin, cos, hypot, nan, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment import EQUIPMENT, STANDARD, Equipment
from carrom.errors import ImpossiblePlacing
from carrom.rulebooks import ICF, INTERNATIONAL_A
from carrom.rules.placing import (
    CLEARANCE,
    PlacingLaws,
    free_places,
    may_place,
    place,
    places_for,
    room_for,
)
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
    laws: PlacingLaws = INTERNATIONAL_A.placing,
) -> list[str]:
    """Why a coin of the other colour may not be placed there."""
    coin = Coin(placer.other.value)
    return list(may_place(layout, coin, x, y, placer, equipment, seats, laws))


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

    assert keys(board, 0.04, D + 0.0001) == []
    assert keys(board, 0.04, D + 0.0001 - A_HAIR) == ["touching"]


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
    @pytest.mark.parametrize("away", [0.05, 0.1, 0.2])
    def test_a_coin_that_the_other_would_just_brush_is_not_in_the_way(self, away: float) -> None:
        """Exactly a coin's width beside the line, on either side."""
        board = self.own_ahead(0.02)

        for beside in (D, -D):
            brushed = on_a_line(self.PLACED, self.NORTH_EAST, away, beside)
            assert keys(self.with_black(board, brushed), *self.PLACED) == ["cannon"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_coins_that_touch_are_a_cannon_and_coins_on_top_of_each_other_are_none(self) -> None:
        """A coin cannot be put there anyway: it would touch the other one."""
        assert keys(self.own_ahead(0.0), *self.PLACED) == ["touching", "cannon"]
        assert keys(self.own_ahead(-A_HAIR), *self.PLACED) == ["touching"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_an_own_coin_may_be_behind_two_others_at_once(self) -> None:
        """Each line to a pocket is a cannon of its own; coins of the placer farther off are none."""
        nearer = on_a_line(self.PLACED, self.NORTH_EAST, D + 0.01)
        aside = on_a_line(self.PLACED, pockets(STANDARD.board)[0], D + 0.01)
        far = on_a_line(self.PLACED, pockets(STANDARD.board)[2], D + 0.05)
        board = Layout(tuple(Placed(Coin.WHITE, *spot) for spot in (far, nearer, aside)))

        assert keys(board, *self.PLACED) == ["cannon", "cannon"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    @pytest.mark.parametrize("miss", [0.0, 0.004], ids=["straight", "aside"])
    def test_the_way_must_be_free_only_up_to_the_pocket_s_edge(self, miss: float) -> None:
        """A coin beside the point where the other one falls is in its way; a little farther on it is not."""
        placed = (-0.03, 0.05)
        length, edge = distance(placed, self.NORTH_EAST), STANDARD.board.pocket_diameter / 2.0
        aside = asin(miss / length)
        ahead = on_a_line(placed, self.NORTH_EAST, cos(aside), sin(aside))
        falls = length * cos(aside) - sqrt(edge**2 - miss**2)
        board = lone(Coin.WHITE, on_a_line(placed, ahead, D + 0.01))
        beside = 0.0316
        farther = sqrt(D**2 - beside**2)
        in_the_way = on_a_line(placed, ahead, falls + farther - 0.0002, -beside)
        beyond = on_a_line(placed, ahead, falls + farther + 0.0002, -beside)

        assert keys(self.with_black(board, in_the_way), *placed) == []
        assert keys(self.with_black(board, beyond), *placed) == ["cannon"]

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

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    @pytest.mark.parametrize("pocket", [1, 2], ids=["north-east", "north-west"])
    @pytest.mark.parametrize("along", [-0.2173, -0.17, -0.12, -0.06, 0.0, 0.06, 0.12, 0.17, 0.2173])
    def test_from_wherever_the_striker_may_stand_a_straight_line_is_a_pair(
        self, along: float, pocket: int
    ) -> None:
        """Through both coins into a far pocket, wherever the line crosses the inner circle."""
        striker, hole = striker_place(Seat.SOUTH, along), pockets(STANDARD.board)[pocket]
        for away in (0.2, 0.25, 0.3):
            placed = on_a_line(striker, hole, away)
            own = lone(Coin.WHITE, on_a_line(striker, hole, away + D + 0.005))
            found = [each for each in keys(own, *placed, seats=(Seat.SOUTH,)) if each not in PLACE_ONLY]

            assert found == ["pair"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_the_striker_stands_behind_the_placed_coin_not_before_it(self) -> None:
        """The line to the south-east pocket crosses south's band ahead of the coins, north's behind."""
        striker, south_east = striker_place(Seat.NORTH, 0.12), pockets(STANDARD.board)[0]
        placed = on_a_line(striker, south_east, 0.3)
        board = lone(Coin.WHITE, on_a_line(striker, south_east, 0.3 + D + 0.005))

        assert keys(board, *placed, seats=(Seat.SOUTH,)) == ["cannon"]
        assert keys(board, *placed, seats=(Seat.NORTH,)) == ["pair"]

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_a_striker_that_misses_the_line_by_no_more_than_its_width_makes_a_pair(self) -> None:
        """The line crosses the band just beyond the striker's last place, by less or more than 5 mm."""
        last, north_west = striker_place(Seat.SOUTH, 0.18255), pockets(STANDARD.board)[2]
        for miss, expected in ((0.0049, ["pair"]), (0.0051, ["cannon"])):
            start = on_a_line(last, north_west, 0.0, -miss)
            placed = on_a_line(start, north_west, 0.25)
            own = on_a_line(start, north_west, 0.25 + D + 0.005)

            assert keys(lone(Coin.WHITE, own), *placed, seats=(Seat.SOUTH,)) == expected

    @pytest.mark.law("international-a 3.11 o", "international-b 3.11 p")
    def test_a_coin_just_beside_the_striker_s_way_leaves_the_pair(self) -> None:
        """The striker is wider than a coin: its way is free from the sum of both radii on."""
        reach = (STANDARD.striker.diameter + D) / 2.0
        beside = on_a_line(self.STRIKER, self.NORTH_EAST, 0.15, reach + 0.0005)
        in_the_way = on_a_line(self.STRIKER, self.NORTH_EAST, 0.15, reach - 0.0005)

        board = self.line()

        assert keys(board.with_coin(Placed(Coin.BLACK, *beside)), *self.PLACED, seats=(Seat.SOUTH,)) == [
            "pair"
        ]
        assert keys(board.with_coin(Placed(Coin.BLACK, *in_the_way)), *self.PLACED, seats=(Seat.SOUTH,)) == [
            "cannon"
        ]


class TestOtherLaws:
    """A text by which a placed coin may touch others, and only shots with the queen are barred."""

    LAWS = ICF.placing
    NORTH_EAST = pockets(STANDARD.board)[1]
    PLACED = (0.03, 0.03)

    def ahead(self, coin: Coin, gap: float = 0.01) -> Layout:
        return lone(coin, on_a_line(self.PLACED, self.NORTH_EAST, D + gap))

    @pytest.mark.law("icf 86")
    def test_a_coin_may_touch_another_but_not_move_it(self) -> None:
        """A micrometre less than a coin's width would push the other aside."""
        board = Layout.parse("b 0.04,0.0; q -0.06,0.0")

        assert keys(board, 0.04, D, laws=self.LAWS) == []
        assert keys(board, 0.04, D - A_HAIR, laws=self.LAWS) == ["overlapping"]
        assert str(place(board, Coin.BLACK, 0.04, D, WHITE, laws=self.LAWS)).endswith(f"b 0.04,{D}")

    @pytest.mark.law("icf 85", "icf 89b")
    @pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
    def test_up_to_the_lines_of_both_circles_a_coin_may_lie(self, turn: float) -> None:
        """Wholly inside the outer one, and not even partly on the centre circle."""
        most = (STANDARD.board.inner_circle_diameter - D) / 2.0
        least = (STANDARD.board.centre_circle_diameter + D) / 2.0
        places = {
            most: [],
            most + A_HAIR: ["outside-inner-circle"],
            least: [],
            least - A_HAIR: ["on-centre-circle"],
        }

        for away, expected in places.items():
            assert keys(Layout(), away * cos(turn), away * sin(turn), laws=self.LAWS) == expected

    @pytest.mark.law("icf 9", "icf 85", "icf 89b")
    def test_the_circles_hold_as_ever(self) -> None:
        assert keys(Layout(), 0.0, 0.0, laws=self.LAWS) == ["on-centre-circle"]
        assert keys(Layout(), 0.07, 0.0, laws=self.LAWS) == ["outside-inner-circle"]

    @pytest.mark.law("icf 114")
    def test_a_cannon_with_an_own_coin_is_allowed(self) -> None:
        assert keys(self.ahead(Coin.WHITE), *self.PLACED, laws=self.LAWS) == []
        assert keys(self.ahead(Coin.WHITE, 0.0), *self.PLACED, laws=self.LAWS) == []

    @pytest.mark.law("icf 114")
    @all_seats
    @pytest.mark.parametrize("gap", [0.0, 0.01, 0.030], ids=["touching", "near", "far"])
    def test_a_shot_with_the_queen_is_barred_with_and_without_a_gap(self, seat: Seat, gap: float) -> None:
        """Whoever places, and from wherever he plays."""
        board, (x, y) = turned(self.ahead(Coin.QUEEN, gap), seat), turned_to(seat, self.PLACED)

        for placer in Colour:
            for seats in ((), (seat,), (seat.left,)):
                assert keys(board, x, y, placer, seats=seats, laws=self.LAWS) == ["queen-shot"]

    @pytest.mark.law("icf 114")
    def test_a_coin_in_front_of_the_queen_is_a_shot_with_her_too(self) -> None:
        """She drives it, or is driven: either way the two are in line with the pocket."""
        centre = (0.0, 0.0)
        in_front = on_a_line(centre, self.NORTH_EAST, D + 0.005)
        beside = on_a_line(centre, self.NORTH_EAST, D + 0.005, 0.02)
        board = lone(Coin.QUEEN, centre)

        assert keys(board, *in_front, laws=self.LAWS) == ["queen-shot"]
        assert keys(board, *beside, laws=self.LAWS) == []

    @pytest.mark.law("icf 114")
    def test_farther_off_or_with_a_coin_in_the_way_there_is_no_shot(self) -> None:
        """On the diagonal the two are in line with a pocket behind them as well."""
        board = self.ahead(Coin.QUEEN, 0.02)
        before, behind = (on_a_line(self.PLACED, self.NORTH_EAST, away) for away in (0.2, -0.2))
        half = board.with_coin(Placed(Coin.BLACK, *before))

        assert keys(half, *self.PLACED, laws=self.LAWS) == ["queen-shot"]
        assert keys(half.with_coin(Placed(Coin.BLACK, *behind)), *self.PLACED, laws=self.LAWS) == []
        assert keys(self.ahead(Coin.QUEEN, 0.030 + A_HAIR), *self.PLACED, laws=self.LAWS) == []

    @pytest.mark.law("icf 79", "icf 86")
    @pytest.mark.parametrize("number", [1, 3, 5])
    def test_the_hole_of_a_rosette_has_room_for_the_coin_that_left_it(self, number: int) -> None:
        """It touches all its neighbours, and moves none."""
        rosette = Layout.rosette()
        left = rosette.coins[number]
        board = rosette.without(left)

        assert not room_for(board, 1)
        assert room_for(board, 1, laws=self.LAWS)
        assert places_for(board, 2, laws=self.LAWS) is None
        spots = tuple(free_places(board, left.coin, WHITE, laws=self.LAWS))
        assert spots
        for spot in spots:
            assert spot == pytest.approx(left.point, abs=1e-9)
            assert len(place(board, left.coin, *spot, WHITE, laws=self.LAWS).coins) == 19

    @settings(max_examples=60, deadline=None)
    @given(crowds(), st.sampled_from(Colour))
    def test_every_place_offered_is_allowed(self, layout: Layout, placer: Colour) -> None:
        """The layout takes the coin there, too."""
        coin = Coin(placer.other.value)
        for spot in islice(free_places(layout, coin, placer, laws=self.LAWS), 40):
            assert keys(layout, *spot, placer, laws=self.LAWS) == []
            if layout.count(coin) < 9:
                place(layout, coin, *spot, placer, laws=self.LAWS)


LEAST, MOST = 0.0318, 0.0691
"""How far a coin's centre may be from the centre of the board: outside one circle, inside the other."""

FAN = [
    (radius * cos(spoke * pi / 12.0), radius * sin(spoke * pi / 12.0))
    for radius in (MOST, MOST - (MOST - LEAST) / 3.0, LEAST + (MOST - LEAST) / 3.0, LEAST)
    for spoke in range(24)
]
"""The places tried first: from the rim inwards, and from the right round."""

CROWDED = (
    "w 0.062,0.046; w -0.014,-0.043; w 0.051,-0.035; w -0.004,0.015; w 0.073,0.001; w -0.039,0.046; "
    "w -0.004,0.066; b 0.009,-0.087; b -0.09,-0.001; b -0.056,0.012; b -0.047,0.084; b -0.076,-0.032; "
    "b 0.037,0.009; b 0.017,-0.021; b 0.053,-0.075; q 0.083,-0.057"
)
FULLER = (
    "w -0.066,0.063; w 0.047,-0.044; w -0.001,-0.009; w 0.027,0.052; w 0.06,-0.012; w 0.047,-0.09; "
    "w -0.01,0.04; b -0.085,0.007; b -0.051,-0.014; b -0.085,-0.05; b -0.048,-0.048; b -0.038,-0.086; "
    "b 0.059,0.031; b -0.035,0.016; b -0.002,-0.085; q 0.0,0.087"
)


@pytest.mark.law("international-a 3.11 l", "international-b 3.11 m")
def test_on_an_empty_board_places_are_offered_from_the_rim_inwards_and_from_the_right_round() -> None:
    offered = tuple(free_places(Layout(), Coin.BLACK, WHITE))

    assert len(offered) == len(FAN) == 96
    assert all(spot == pytest.approx(other, abs=1e-9) for spot, other in zip(offered, FAN, strict=True))


@pytest.mark.law("international-a 3.11 l", "international-a 3.11 o")
@pytest.mark.parametrize("text", ["w 0.05,0.0; b -0.04,0.03", CROWDED, FULLER], ids=["two", "many", "more"])
@pytest.mark.parametrize("placer", [WHITE, BLACK], ids=str)
def test_every_place_of_that_pattern_that_is_allowed_is_offered_first(text: str, placer: Colour) -> None:
    """After these come places that touch something; cannons and pairs are left out of both."""
    layout = Layout.parse(text)
    coin = Coin(placer.other.value)
    allowed = [spot for spot in FAN if not may_place(layout, coin, *spot, placer)]

    offered = tuple(free_places(layout, coin, placer))

    assert [(round(x, 9), round(y, 9)) for x, y in offered[: len(allowed)]] == [
        (round(x, 9), round(y, 9)) for x, y in allowed
    ]
    assert all(not may_place(layout, coin, *spot, placer) for spot in offered)
    assert all(
        min(
            abs(hypot(*spot) - MOST),
            abs(hypot(*spot) - LEAST),
            *(abs(distance(spot, other) - D - CLEARANCE) for other in layout.points),
        )
        < 1e-9
        for spot in offered[len(allowed) :]
    )


@pytest.mark.law("international-a 3.11 i", "international-b 3.11 i")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            CROWDED,
            [
                [(33.54, 60.41)],
                [(-44.27, -53.05), (-30.87, -7.65)],
                [(-44.27, -53.05), (15.17, 40.5), (15.25, -55.72)],
                [(-44.27, -53.05), (15.17, 40.5), (15.25, -55.72), (-47.04, -18.62)],
                None,
            ],
        ),
        (
            FULLER,
            [
                [(23.1, -65.13)],
                [(-18.61, -35.6), (16.15, -35.9)],
                [(-18.61, -35.6), (24.57, 20.19), (7.14, -54.44)],
                None,
            ],
        ),
    ],
    ids=["many", "more"],
)
def test_a_crowd_has_room_for_so_many_and_they_are_found_in_the_same_places_every_time(
    text: str, found: list[list[Point] | None]
) -> None:
    """In millimetres: a crowded corner is filled from its ends, where a coin rules out fewest others."""
    layout = Layout.parse(text)

    for number, expected in enumerate(found, start=1):
        places = places_for(layout, number)
        rounded = places and [(round(x * 1000.0, 2), round(y * 1000.0, 2)) for x, y in places]
        assert rounded == expected


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

"""Where the umpire puts the queen, and coins that left the board."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import cos, hypot, pi, radians, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment import STANDARD
from carrom.errors import ImpossibleCase
from carrom.rulebooks import ICF
from carrom.rules.respot import RespotLaws, nearest_free_spot, queen_spot, respot, respot_together
from carrom.stroke.layout import Layout, Placed
from carrom.surface import Point, distance, turned_to
from carrom.words import BLACK, WHITE, Coin, Colour, Seat

D = STANDARD.coins.diameter
ACROSS = {WHITE: Seat.SOUTH, BLACK: Seat.NORTH}
QUEEN_BACK = ("international-a 3.12 b", "international-b 3.12 b")
JUMPED = ("international-a 3.9 a", "international-b 3.9 a")

all_seats = pytest.mark.parametrize("seat", list(Seat), ids=str)
seats = st.sampled_from(Seat)


@st.composite
def crowded_centres(draw: st.DrawFn) -> Layout:
    """Up to eighteen coins about the centre, none of them the queen; often one lies against another."""
    bag = [Coin.WHITE, Coin.BLACK] * 9
    coins: list[Placed] = []
    for coin in bag[: draw(st.integers(0, 18))]:
        spot = draw(st.tuples(st.floats(-0.07, 0.07), st.floats(-0.07, 0.07)))
        against_another = draw(st.booleans())
        if coins and against_another:
            x, y = draw(st.sampled_from(coins)).point
            turn = radians(draw(st.integers(0, 23)) * 15)
            spot = (x + D * cos(turn), y + D * sin(turn))
        if all(distance(spot, other.point) >= D - 1e-12 for other in coins):
            coins.append(Placed(coin, *spot))
    return Layout(tuple(coins))


def turned(layout: Layout, seat: Seat) -> Layout:
    return Layout(tuple(Placed(p.coin, *turned_to(seat, p.point)) for p in layout.coins))


def added(before: Layout, after: Layout) -> dict[Coin, Point]:
    """What was put back, and where; nothing else may have moved."""
    assert after.coins[: len(before.coins)] == before.coins
    return {placed.coin: placed.point for placed in after.coins[len(before.coins) :]}


def queen_respotted(layout: Layout, breaker: Seat = Seat.SOUTH) -> Point:
    return added(layout, respot(layout, Coin.QUEEN, breaker))[Coin.QUEEN]


@pytest.mark.law(*QUEEN_BACK, *JUMPED)
@pytest.mark.parametrize("coin", list(Coin), ids=str)
def test_on_a_free_centre_circle_the_coin_covers_it(coin: Coin) -> None:
    """Exactly in the middle, whatever else lies on the board."""
    board = Layout.parse("w 0.0318,0.0; b 0.2,0.1")

    assert added(board, respot(board, coin))[coin] == (0.0, 0.0)


@pytest.mark.law(*QUEEN_BACK)
def test_a_queen_fits_into_the_rosette_she_left() -> None:
    """Six coins touch her on all sides; rounding does not push her out."""
    rosette = Layout.rosette(turned=0.7)
    spot = queen_respotted(rosette.without(rosette.coins[0]))

    assert spot == (0.0, 0.0)


@pytest.mark.law(*QUEEN_BACK, *JUMPED)
@all_seats
def test_beside_a_coin_on_the_circle_the_queen_covers_most_of_the_rest(seat: Seat) -> None:
    """Against that coin, straight across the centre from it."""
    board = turned(Layout.parse("w 0.02,0.0"), seat)

    assert queen_respotted(board, seat) == pytest.approx(turned_to(seat, (0.02 - D, 0.0)), abs=1e-15)


@pytest.mark.law(*QUEEN_BACK, *JUMPED)
def test_between_two_coins_the_queen_lies_against_both() -> None:
    """Two coins on the circle: she goes where they leave the centre nearest."""
    board = Layout.parse("w 0.016,0.01; b -0.016,0.01")
    x, y = queen_respotted(board)

    assert (x, y) == pytest.approx((0.0, 0.01 - sqrt(D**2 - 0.016**2)), abs=1e-12)


@pytest.mark.law(*QUEEN_BACK)
def test_a_slot_exactly_as_wide_as_the_queen_takes_her() -> None:
    """Coins a coin's width apart, above and below."""
    board = Layout.parse(f"w 0.0,{D}; b 0.0,{-D}; w {D},0.0; b {-D},0.0")

    assert queen_respotted(board) == (0.0, 0.0)


@pytest.mark.law(*QUEEN_BACK)
@all_seats
def test_with_the_centre_wholly_covered_the_queen_lies_at_the_breaker_s_right(seat: Seat) -> None:
    """All spots round the middle coin are equally near: the first from the breaker's right is taken."""
    assert queen_respotted(Layout.parse("b 0.0,0.0"), seat) == turned_to(seat, (D, 0.0))


@pytest.mark.law(*QUEEN_BACK)
@all_seats
def test_ties_go_counter_clockwise_from_the_breaker_s_right(seat: Seat) -> None:
    """The breaker's right is taken: the next free spot round the middle coin lies against both."""
    board = turned(Layout.parse(f"b 0.0,0.0; w {D},0.0"), seat)
    sixty = (D / 2.0, D * sqrt(3.0) / 2.0)

    assert queen_respotted(board, seat) == pytest.approx(turned_to(seat, sixty), abs=1e-12)


@pytest.mark.law(*JUMPED)
def test_a_coin_out_of_the_outer_ring_finds_its_hole_again() -> None:
    """In an otherwise whole rosette the nearest free spot is the notch it left."""
    rosette = Layout.rosette()
    left = rosette.coins[7]
    spot = added(rosette.without(left), respot(rosette.without(left), Coin.BLACK))[Coin.BLACK]

    assert spot == pytest.approx(left.point, abs=1e-12)


@pytest.mark.law(*QUEEN_BACK, *JUMPED)
@settings(max_examples=60, deadline=None)
@given(crowded_centres(), st.sampled_from(Seat))
def test_the_spot_is_free_and_no_free_spot_is_nearer(layout: Layout, breaker: Seat) -> None:
    """A grid over everything nearer finds only coins."""
    spot = queen_respotted(layout, breaker)
    nearest = hypot(*spot)
    circles = [(nearest - 1e-9) * step / 20.0 for step in range(21)] if nearest > 0.0 else []
    grid = [(r * cos(k * pi / 60.0), r * sin(k * pi / 60.0)) for r in circles for k in range(120)]

    assert all(distance(spot, coin) >= D - 1e-12 for coin in layout.points)
    assert all(any(distance(point, coin) < D for coin in layout.points) for point in grid)


@settings(max_examples=60, deadline=None)
@given(crowded_centres(), st.sampled_from(Seat), st.sampled_from(Seat))
def test_a_turned_board_gets_the_turned_spot(layout: Layout, breaker: Seat, by: Seat) -> None:
    """Turning board and breaker turns the spot."""
    turned_breaker = list(Seat)[(breaker.quarter_turns + by.quarter_turns) % 4]
    here = nearest_free_spot(layout, breaker)

    assert nearest_free_spot(turned(layout, by), turned_breaker) == pytest.approx(
        turned_to(by, here), abs=1e-9
    )


@settings(max_examples=60, deadline=None)
@given(crowded_centres())
def test_a_queen_and_coins_put_back_one_by_one_never_overlap(layout: Layout) -> None:
    """Up to nineteen coins, all at their nearest spots."""
    full = respot(layout, Coin.QUEEN)
    for coin in (Coin.WHITE, Coin.BLACK):
        while full.count(coin) < 9:
            full = respot(full, coin)

    assert len(full.coins) == 19
    assert all(distance(a, b) >= D - 1e-11 for a, b in combinations(full.points, 2))


@pytest.mark.law(*JUMPED)
@all_seats
@pytest.mark.parametrize("coin", [Coin.WHITE, Coin.BLACK], ids=str)
def test_a_coin_jumped_with_the_queen_lies_against_her_away_from_its_owner(seat: Seat, coin: Coin) -> None:
    """Queen in the middle; the owner has her between the coin and himself."""
    assert coin.colour is not None
    owners = {coin.colour: seat, coin.colour.other: seat.opposite}
    after = added(Layout(), respot_together(Layout(), [coin, Coin.QUEEN], owners))

    assert after == {Coin.QUEEN: (0.0, 0.0), coin: turned_to(seat, (0.0, D))}


@pytest.mark.law(*JUMPED)
def test_a_queen_off_the_centre_takes_the_coin_with_her() -> None:
    """The coin lies against the queen where she is, not where she would be."""
    board = Layout.parse("b 0.0,0.02")
    after = added(board, respot_together(board, [Coin.QUEEN, Coin.BLACK], ACROSS))
    queen, black = after[Coin.QUEEN], after[Coin.BLACK]

    assert queen == pytest.approx((0.0, 0.02 - D), abs=1e-15)
    assert black == pytest.approx((queen[0], queen[1] - D), abs=1e-15)


@pytest.mark.law(*JUMPED)
def test_where_the_side_away_from_the_owner_is_taken_the_coin_takes_the_nearest_spot() -> None:
    """Queen first, then the coin as near the centre as it can lie."""
    board = Layout.parse("b 0.0,0.04")
    after = respot_together(board, [Coin.QUEEN, Coin.WHITE], ACROSS)

    assert after == respot(respot(board, Coin.QUEEN), Coin.WHITE)
    assert added(board, after)[Coin.WHITE] == pytest.approx((D, 0.0), abs=1e-15)


@pytest.mark.law(*JUMPED)
def test_of_two_coins_jumped_with_the_queen_one_lies_behind_her_and_the_other_on_the_nearest_spot() -> None:
    """There is one place against her away from the owner; a second coin is not put behind the first."""
    behind = respot_together(Layout(), [Coin.QUEEN, Coin.WHITE], ACROSS)

    after = respot_together(Layout(), [Coin.WHITE, Coin.QUEEN, Coin.WHITE], ACROSS)

    assert after == respot(behind, Coin.WHITE)
    assert after.points[2] == pytest.approx((D, 0.0), abs=1e-15)


@pytest.mark.law(*JUMPED)
def test_coins_of_both_sides_jumped_with_the_queen_lie_on_two_sides_of_her() -> None:
    """Each away from its owner, and both against her."""
    after = added(Layout(), respot_together(Layout(), [Coin.WHITE, Coin.BLACK, Coin.QUEEN], ACROSS))

    assert after == {Coin.QUEEN: (0.0, 0.0), Coin.WHITE: (0.0, D), Coin.BLACK: (0.0, -D)}


@pytest.mark.law(*JUMPED)
@all_seats
def test_white_and_black_share_the_centre_circle_each_toward_the_opponent(seat: Seat) -> None:
    """Against each other over the centre, white toward black's seat and black toward white's."""
    owners = {WHITE: seat, BLACK: seat.opposite}
    after = added(Layout(), respot_together(Layout(), [Coin.BLACK, Coin.WHITE], owners))

    assert after[Coin.WHITE] == turned_to(seat, (0.0, D / 2.0))
    assert after[Coin.BLACK] == turned_to(seat, (0.0, -D / 2.0))


@pytest.mark.law(*JUMPED)
@all_seats
@pytest.mark.parametrize("neighbour", ["left", "right"])
def test_opponents_at_right_angles_share_the_circle_along_the_diagonal(seat: Seat, neighbour: str) -> None:
    """In doubles too: equal shares, and each coin nearer the other side's seat than its own."""
    black_seat = seat.right if neighbour == "right" else seat.left
    owners: dict[Colour, Seat] = {WHITE: seat, BLACK: black_seat}
    after = added(Layout(), respot_together(Layout(), [Coin.WHITE, Coin.BLACK], owners))
    chairs = {colour: turned_to(owner, (0.0, -0.5)) for colour, owner in owners.items()}
    white, black = after[Coin.WHITE], after[Coin.BLACK]

    assert distance(white, black) == pytest.approx(D, abs=1e-12)
    assert hypot(*white) == hypot(*black)
    assert distance(white, chairs[BLACK]) < distance(white, chairs[WHITE])
    assert distance(black, chairs[WHITE]) < distance(black, chairs[BLACK])


@pytest.mark.law(*JUMPED)
def test_where_the_shares_are_taken_white_and_black_follow_one_another() -> None:
    """White first at the nearest free spot, then black at the next."""
    board = Layout.parse("w 0.0,0.03")

    after = respot_together(board, [Coin.BLACK, Coin.WHITE], ACROSS)

    assert after == respot(respot(board, Coin.WHITE), Coin.BLACK)


@pytest.mark.law(*JUMPED)
@pytest.mark.parametrize(
    "coins",
    [
        [Coin.WHITE, Coin.WHITE],
        [Coin.BLACK, Coin.BLACK],
        [Coin.WHITE, Coin.BLACK, Coin.BLACK],
        [Coin.WHITE, Coin.WHITE, Coin.BLACK],
        [Coin.WHITE, Coin.WHITE, Coin.BLACK, Coin.BLACK],
    ],
    ids=lambda coins: " ".join(coin.value for coin in coins),
)
@pytest.mark.parametrize("board", ["", "b 0.03,0.02", "w -0.02,0.0; b 0.03,0.0"], ids=["free", "one", "two"])
def test_coins_that_the_law_names_no_place_for_take_the_nearest_spots_whites_first(
    board: str, coins: list[Coin]
) -> None:
    """Whoever struck, and in whatever order they left the board."""
    before = one_by_one = Layout.parse(board) if board else Layout()
    for coin in coins:
        one_by_one = respot(one_by_one, coin)

    for struck in Colour:
        assert respot_together(before, coins[::-1], ACROSS, struck=struck) == one_by_one


@settings(max_examples=40, deadline=None)
@given(crowded_centres(), st.sets(st.sampled_from(Coin)), st.sampled_from(Seat), st.sampled_from(Seat))
def test_whatever_comes_back_together_lies_free(
    layout: Layout, coins: set[Coin], seat: Seat, breaker: Seat
) -> None:
    """Every company on every crowded centre: all are put back, nothing moves, nothing overlaps."""
    back = [coin for coin in coins if coin is Coin.QUEEN or layout.count(coin) < 9]
    owners = {WHITE: seat, BLACK: seat.opposite}

    after = respot_together(layout, back, owners, breaker)

    assert set(added(layout, after)) == set(back)
    assert all(distance(a, b) >= D - 1e-11 for a, b in combinations(after.points, 2))


def test_a_coin_that_cannot_be_there_is_not_put_back() -> None:
    """A second queen is no queen of this board; one chair does not hold both sides."""
    with pytest.raises(ImpossibleCase, match="at most 1"):
        respot(Layout.rosette(), Coin.QUEEN)
    with pytest.raises(ImpossibleCase, match="one chair"):
        respot_together(Layout(), [Coin.WHITE, Coin.BLACK], {WHITE: Seat.EAST, BLACK: Seat.EAST})


class TestOtherLaws:
    """A text that asks who struck and who strikes next, instead of who owns the coins."""

    LAWS = ICF.respot

    def together(
        self, layout: Layout, coins: list[Coin], struck: Colour, next_player: Seat, breaker: Seat = Seat.SOUTH
    ) -> tuple[Placed, ...]:
        """What was put back, in that order."""
        after = respot_together(
            layout, coins, ACROSS, breaker, laws=self.LAWS, struck=struck, next_player=next_player
        )
        assert all(distance(a, b) >= D - 1e-11 for a, b in combinations(after.points, 2))
        return after.coins[len(layout.coins) :]

    @pytest.mark.law("icf 65b")
    @all_seats
    @pytest.mark.parametrize("coin", [Coin.WHITE, Coin.BLACK], ids=str)
    def test_a_coin_with_the_queen_lies_behind_her_for_the_next_player(self, seat: Seat, coin: Coin) -> None:
        """Whosever the coin is, and whoever struck."""
        for struck in Colour:
            back = self.together(Layout(), [coin, Coin.QUEEN], struck, seat)

            assert back == (Placed(Coin.QUEEN, 0.0, 0.0), Placed(coin, *turned_to(seat, (0.0, D))))

    @pytest.mark.law("icf 65c")
    @all_seats
    @pytest.mark.parametrize("struck", list(Colour), ids=str)
    def test_of_white_and_black_the_coin_of_the_side_that_struck_takes_the_centre(
        self, seat: Seat, struck: Colour
    ) -> None:
        """The other one touches it, away from the next player."""
        first, second = Coin(struck.value), Coin(struck.other.value)

        back = self.together(Layout(), [Coin.WHITE, Coin.BLACK], struck, seat)

        assert back == (Placed(first, 0.0, 0.0), Placed(second, *turned_to(seat, (0.0, D))))

    @pytest.mark.law("icf 65a", "icf 65b")
    def test_where_that_side_is_taken_the_coin_takes_the_nearest_spot(self) -> None:
        board = Layout.parse("b 0.0,0.04")

        queen, white = self.together(board, [Coin.QUEEN, Coin.WHITE], WHITE, Seat.SOUTH)

        assert queen.point == (0.0, 0.0)
        assert white.point == pytest.approx((D, 0.0), abs=1e-15)

    @pytest.mark.law("icf 65a")
    def test_two_coins_of_one_colour_take_the_nearest_spots(self) -> None:
        """The law for two names other pairs."""
        first, second = self.together(Layout(), [Coin.WHITE, Coin.WHITE], BLACK, Seat.NORTH)

        assert first.point == (0.0, 0.0)
        assert second.point == pytest.approx((D, 0.0), abs=1e-15)

    @pytest.mark.law("icf 65d")
    @all_seats
    def test_of_more_than_two_the_first_two_lie_so_and_the_rest_touch_them(self, seat: Seat) -> None:
        """The queen, the coin of the side that struck, and the others against both."""
        coins = [Coin.WHITE, Coin.BLACK, Coin.BLACK, Coin.QUEEN]

        back = self.together(Layout(), coins, BLACK, seat)

        assert [placed.coin for placed in back] == [Coin.QUEEN, Coin.BLACK, Coin.WHITE, Coin.BLACK]
        assert back[1].point == turned_to(seat, (0.0, D))
        for rest in back[2:]:
            for first in back[:2]:
                assert distance(rest.point, first.point) == pytest.approx(D, abs=1e-12)

    @pytest.mark.law("icf 65d")
    def test_without_the_queen_the_first_two_are_one_of_each_colour(self) -> None:
        """The second white waits until the black lies."""
        back = self.together(Layout(), [Coin.WHITE, Coin.WHITE, Coin.BLACK], WHITE, Seat.NORTH)

        assert [placed.coin for placed in back] == [Coin.WHITE, Coin.BLACK, Coin.WHITE]
        assert [placed.point for placed in back[:2]] == [(0.0, 0.0), (0.0, -D)]

    @pytest.mark.law("icf 94")
    @all_seats
    def test_beside_a_covered_centre_the_queen_lies_behind_the_coin_on_it(self, seat: Seat) -> None:
        """As the next player sees it; the breaker's right no longer counts."""
        board = Layout.parse("b 0.0,0.0")

        for breaker in Seat:
            assert queen_spot(board, breaker, seat, laws=self.LAWS) == turned_to(seat, (0.0, D))
            assert queen_spot(board, breaker, seat) == turned_to(breaker, (D, 0.0))

    @pytest.mark.law("icf 94")
    def test_where_that_spot_is_taken_the_queen_lies_as_far_from_the_next_player_as_she_can(self) -> None:
        """Two spots are equally far: the breaker's right decides."""
        board = Layout.parse(f"b 0.0,0.0; w 0.0,{D}")
        right = (D * sqrt(3.0) / 2.0, D / 2.0)

        assert queen_spot(board, Seat.SOUTH, Seat.SOUTH, laws=self.LAWS) == pytest.approx(right, abs=1e-12)

    @pytest.mark.law("icf 94")
    def test_of_spots_beside_a_covered_centre_the_farthest_from_the_next_player_come_first(self) -> None:
        """Two of the four are far from south; the breaker's right decides between these two alone."""
        board = Layout.parse(f"b 0.0,0.0; w 0.0,{D}; w 0.0,{-D}")
        right, up = D * sqrt(3.0) / 2.0, D / 2.0

        for breaker, spot in (
            (Seat.SOUTH, (right, up)),
            (Seat.NORTH, (right, up)),
            (Seat.EAST, (-right, up)),
        ):
            assert queen_spot(board, breaker, Seat.SOUTH, laws=self.LAWS) == pytest.approx(spot, abs=1e-12)

    @pytest.mark.law("icf 65b", "icf 65c", "icf 65d", "icf 94")
    def test_a_way_of_respotting_is_called_after_the_pieces_and_what_decides_if_it_is_not_edition_a_s(
        self,
    ) -> None:
        """The umpire's list has a phrase for each; a coin alone is respotted alike by all texts."""
        pieces = ("queen", "queen-coin", "white-black", "several", "coin")

        assert [self.LAWS.way(each) for each in pieces] == [
            "queen-next",
            "queen-coin-next",
            "white-black-striker-first",
            "several-touching",
            "coin",
        ]
        assert tuple(RespotLaws().way(each) for each in pieces) == pieces

    @pytest.mark.law("icf 93", "icf 9")
    def test_a_free_centre_takes_the_queen_whatever_shot_arises(self) -> None:
        """A coin lies in line with her and a pocket."""
        board = Layout.parse("w 0.03,0.03; b 0.2,0.1")

        for seat in Seat:
            assert queen_spot(board, Seat.SOUTH, seat, laws=self.LAWS) == (0.0, 0.0)

    @pytest.mark.law("icf 93", "icf 94")
    def test_a_centre_that_is_partly_free_takes_the_queen_as_by_every_text(self) -> None:
        """She covers most of what is free, whoever strikes next."""
        board = Layout.parse("w 0.02,0.0")

        for seat in Seat:
            assert queen_spot(board, Seat.SOUTH, seat, laws=self.LAWS) == queen_spot(board, Seat.SOUTH, seat)

    @settings(max_examples=40, deadline=None)
    @given(
        crowded_centres(), st.lists(st.sampled_from(Coin), max_size=6), st.sampled_from(Colour), seats, seats
    )
    def test_whatever_comes_back_lies_free(
        self, layout: Layout, coins: list[Coin], struck: Colour, seat: Seat, breaker: Seat
    ) -> None:
        most = {
            Coin.QUEEN: 1,
            Coin.WHITE: 9 - layout.count(Coin.WHITE),
            Coin.BLACK: 9 - layout.count(Coin.BLACK),
        }
        back = [coin for place, coin in enumerate(coins) if coins[:place].count(coin) < most[coin]]

        after = self.together(layout, back, struck, seat, breaker)

        assert Counter(placed.coin for placed in after) == Counter(back)

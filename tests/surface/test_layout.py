"""Layouts, aims and placements as values with a text."""

from __future__ import annotations

from math import inf, nan, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.equipment import EQUIPMENT, STANDARD
from carrom.errors import ImpossibleAim, ImpossibleCase, ImpossiblePlacing, NotationError
from carrom.stroke.layout import Aim, Layout, Placed, Placement
from carrom.surface import distance, pockets
from carrom.words import Coin, Seat

D = STANDARD.coins.diameter
numbers = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Any coins that can lie on the board together: what overlaps an earlier one is left out."""
    bag = [Coin.QUEEN] + [Coin.WHITE, Coin.BLACK] * 9
    spots = draw(st.lists(st.tuples(st.floats(-0.32, 0.32), st.floats(-0.32, 0.32)), max_size=19))
    coins: list[Placed] = []
    for coin, spot in zip(draw(st.permutations(bag)), spots, strict=False):
        if all(distance(spot, other.point) >= D for other in coins):
            coins.append(Placed(coin, *spot))
    return Layout(tuple(coins))


@given(layouts())
def test_a_layout_reads_back_what_it_writes(layout: Layout) -> None:
    """Text and value are two forms of one thing, to the last bit."""
    again = Layout.parse(str(layout))

    assert again == layout
    assert str(again) == str(layout)
    assert "\n" not in str(layout)


@given(st.floats(-7, 7), st.sampled_from(Seat), st.sampled_from(sorted(EQUIPMENT)))
def test_every_rosette_is_a_layout_and_reads_back(turned: float, seat: Seat, name: str) -> None:
    """Coins that touch up to rounding do not overlap, on every board."""
    layout = Layout.rosette(EQUIPMENT[name], turned, seat)

    assert [layout.count(coin) for coin in (Coin.WHITE, Coin.BLACK, Coin.QUEEN)] == [9, 9, 1]
    assert Layout.parse(str(layout), EQUIPMENT[name]) == layout


def test_a_layout_can_be_written_by_hand() -> None:
    """Spaces are free; an empty board has a word of its own."""
    layout = Layout.parse(" w .0318 , 0;b -3.18e-2,0 ; q 0,0 ")

    assert str(layout) == "w 0.0318,0.0; b -0.0318,0.0; q 0.0,0.0"
    assert Layout.parse("empty") == Layout()
    assert str(Layout()) == "empty"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("white 0.1,0.1", 1),
        ("w 0.1", 6),
        ("w 0.1,", 7),
        ("w 0.1,0.1 b 0.2,0.2", 11),
        ("w 0.1,0.1; ", 12),
        ("w nan,0.1", 3),
        ("w 1e999,0.1", 3),
        ("empty; w 0.1,0.1", 6),
    ],
)
def test_an_unreadable_layout_names_the_column_and_the_form(text: str, column: int) -> None:
    """The column counts from 1, and the message shows what would have been read."""
    with pytest.raises(NotationError, match=rf"^column {column}: expected .*the form is 'w 0\.0318,0\.0;"):
        Layout.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("w 0.0,0.0; b 0.0317,0.0", "overlap"),
        ("q 0.0,0.0; q 0.1,0.0", "at most 1"),
        ("; ".join(f"w {0.04 * i},0.0" for i in range(-5, 5)), "at most 9"),
        ("w 0.353,0.0", "outside the frame"),
        ("w 0.0,-0.353", "outside the frame"),
        ("w 0.345,0.345", "over a pocket"),
    ],
)
def test_a_layout_that_cannot_be_cannot_be_written(text: str, reason: str) -> None:
    """The refusal names the layout as the field at fault."""
    with pytest.raises(ImpossibleCase, match=reason) as refused:
        Layout.parse(text)

    assert refused.value.field == "layout"


@pytest.mark.parametrize("number", [nan, inf])
def test_a_coin_lies_at_a_number(number: float) -> None:
    """No coin lies nowhere, and no rosette is turned by nothing."""
    with pytest.raises(ImpossibleCase):
        Layout((Placed(Coin.WHITE, number, 0.0),))
    with pytest.raises(ImpossibleCase):
        Layout.rosette(turned=number)


def test_a_coin_may_teeter_on_a_pocket_s_edge() -> None:
    """It falls only when its centre is past the edge."""
    x, y = pockets(STANDARD.board)[0]
    on_the_edge = Placed(Coin.WHITE, x - STANDARD.board.pocket_diameter / 2.0, y)

    assert Layout((on_the_edge,)).count(Coin.WHITE) == 1


def test_coins_may_lie_against_one_another_and_the_frame() -> None:
    """Contact is no overlap; smaller coins may lie closer."""
    against_the_frame = STANDARD.board.surface / 2.0 - D / 2.0

    layout = Layout.parse(f"w {against_the_frame},0.0; b {against_the_frame - D},0.0")

    assert layout.points == ((against_the_frame, 0.0), (against_the_frame - D, 0.0))


@given(layouts())
def test_a_coin_taken_away_and_put_back_changes_nothing_but_the_order(layout: Layout) -> None:
    """Nothing mutates: each step is a new layout."""
    for placed in layout.coins:
        less = layout.without(placed)

        assert less.count(placed.coin) == layout.count(placed.coin) - 1
        assert set(less.with_coin(placed).coins) == set(layout.coins)
        assert placed in layout.of(placed.coin)


def test_a_coin_that_is_not_there_cannot_be_taken_away() -> None:
    """The refusal says what does lie there."""
    with pytest.raises(ImpossibleCase, match=r"on the board: q 0\.0,0\.0"):
        Layout.parse("q 0,0").without(Placed(Coin.WHITE, 0.0, 0.0))


@given(st.sampled_from(Seat), numbers, st.floats(-6.28, 6.28), st.floats(0, 1e9, exclude_min=True))
def test_an_aim_reads_back_what_it_writes(seat: Seat, x: float, angle: float, speed: float) -> None:
    """Exactly, whatever the numbers."""
    aim = Aim(seat, x, angle, speed)

    assert Aim.parse(str(aim)) == aim


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("middle x 0.0, angle 1.0, speed 2.0", 1),
        ("south 0.0, angle 1.0, speed 2.0", 7),
        ("south x 0.0 angle 1.0, speed 2.0", 13),
        ("south x 0.0, angle up, speed 2.0", 20),
        ("south x 0.0, angle 1.0, speed 2.0!", 34),
    ],
)
def test_an_unreadable_aim_names_the_column_and_the_form(text: str, column: int) -> None:
    """The same way as a layout does."""
    with pytest.raises(NotationError, match=rf"^column {column}: expected .*the form is 'south x"):
        Aim.parse(text)


def test_degrees_taken_for_radians_are_refused_and_degrees_are_understood() -> None:
    """89 radians would be a stroke somewhere, but nobody's."""
    with pytest.raises(ImpossibleAim, match="89 degrees are written 89°"):
        Aim.parse("south x 0.0, angle 89, speed 2.0")

    assert Aim.parse("south x 0.0, angle 89°, speed 2.0") == Aim(Seat.SOUTH, 0.0, radians(89), 2.0)


@pytest.mark.parametrize(("x", "angle", "speed"), [(nan, 1.0, 1.0), (0.0, inf, 1.0), (0.0, 1.0, 0.0)])
def test_an_aim_needs_numbers_and_a_speed(x: float, angle: float, speed: float) -> None:
    """A striker that does not move makes no stroke."""
    with pytest.raises(ImpossibleAim):
        Aim(Seat.SOUTH, x, angle, speed)


@given(st.sampled_from(Coin), numbers, numbers)
def test_a_placement_reads_back_what_it_writes(coin: Coin, x: float, y: float) -> None:
    """Exactly, also where the coin may not lie."""
    placement = Placement(coin, x, y)

    assert Placement.parse(str(placement)) == placement


def test_a_placement_needs_a_place() -> None:
    """Neither half a text nor a number that is none will do."""
    with pytest.raises(NotationError, match=r"^column 6: expected ','"):
        Placement.parse("w 0.1")
    with pytest.raises(ImpossiblePlacing):
        Placement(Coin.WHITE, nan, 0.0)

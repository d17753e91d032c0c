"""Where a coin may be put back: good places only, found quickly, and the last gap of a crowd too."""

from __future__ import annotations

from random import Random

import pytest
from tests.table.seated import BLACK, WHITE, without

from carrom.equipment import STANDARD
from carrom.errors import CarromError
from carrom.rules.placing import free_places, may_place, room_for
from carrom.stroke import Layout, Placed
from carrom.words import Coin, Colour, Seat


def strewn(seed: int, reach: float) -> Layout:
    """Eighteen coins by chance, within reach of the centre along x and y."""
    chance, layout = Random(seed), Layout()
    coins = [Coin.QUEEN] + [Coin.BLACK] * 9 + [Coin.WHITE] * 8
    while coins:
        try:
            spot = Placed(coins[-1], chance.uniform(-reach, reach), chance.uniform(-reach, reach))
            layout = layout.with_coin(spot)
            coins.pop()
        except CarromError:
            continue
    return layout


@pytest.mark.parametrize("seed", range(8))
def test_every_free_place_is_a_good_one(seed: int) -> None:
    layout = strewn(seed, 0.12)

    spots = tuple(free_places(layout, WHITE, Colour.BLACK, STANDARD, (Seat.NORTH,)))

    assert spots
    assert len(set(spots)) == len(spots)
    for x, y in spots:
        assert may_place(layout, WHITE, x, y, Colour.BLACK, STANDARD, (Seat.NORTH,)) == ()


def test_an_empty_board_has_places_all_round() -> None:
    spots = tuple(free_places(Layout(), BLACK, Colour.WHITE))

    assert len(spots) >= 96
    assert len({(x > 0.0, y > 0.0) for x, y in spots}) == 4


def test_a_rosette_with_a_hole_inside_has_no_place() -> None:
    """The six round the hole touch it: there is no tenth of a millimetre left."""
    assert not any(free_places(without(WHITE, 0), WHITE, Colour.BLACK))


def test_the_last_gap_of_a_crowd_is_found() -> None:
    """A rosette without one of its tips: the fan may miss the gap, the spots against it do not."""
    layout = without(WHITE, 3)

    assert room_for(layout, 1)
    assert any(free_places(layout, WHITE, Colour.BLACK))


def test_places_that_would_be_cannons_are_left_out() -> None:
    """Next to a black coin on the diagonal, black may not put a white one behind it."""
    layout = Layout.parse("b 0.05,0.05")
    taken = tuple(free_places(Layout(), WHITE, Colour.BLACK))

    allowed = tuple(free_places(layout, WHITE, Colour.BLACK))

    cannons = [spot for spot in taken if set(may_place(layout, WHITE, *spot, Colour.BLACK)) == {"cannon"}]
    assert cannons
    assert not set(cannons) & set(allowed)

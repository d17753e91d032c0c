"""The board in characters: every coin is to be seen, where it lies and as the seat sees it."""

from __future__ import annotations

from math import radians

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.drawing.text import (
    ASCII,
    LEAST,
    LEGIBLE,
    ROLES,
    UNICODE,
    WIDTH,
    board_text,
    legend,
    track_of,
    way_to_first_coin,
    width_for,
)
from carrom.errors import EquipmentError
from carrom.physics import simulate
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import striker_place, turned_to
from carrom.words import Coin, Seat


def lines(layout: str | Layout, width: int = WIDTH, seat: Seat = Seat.SOUTH) -> list[str]:
    lying = Layout.parse(layout) if isinstance(layout, str) else layout
    return board_text(lying, width, seat, plain=True).split("\n")


def where(drawn: list[str], glyph: str) -> list[tuple[int, int]]:
    return [(row, at) for row, line in enumerate(drawn) for at, each in enumerate(line) if each == glyph]


@pytest.mark.parametrize("width", [LEAST, 40, LEGIBLE, WIDTH, 80, 120])
def test_a_board_is_as_wide_as_it_may_be_and_half_as_high(width: int) -> None:
    drawn = lines("empty", width)

    assert {len(line) for line in drawn} == {len(drawn[0])}
    assert width - 4 < len(drawn[0]) <= width
    assert len(drawn) - 2 == (len(drawn[0]) - 1) // 2


def test_a_board_too_small_to_draw_is_refused() -> None:
    with pytest.raises(EquipmentError, match="31 would work"):
        board_text(Layout(), 20)


@pytest.mark.parametrize("width", [LEAST, 41, WIDTH, 90])
def test_all_nineteen_coins_of_a_rosette_are_to_be_seen(width: int) -> None:
    drawn = lines(Layout.rosette(turned=0.3), width)

    assert [len(where(drawn, glyph)) for glyph in ("w", "b", "Q")] == [9, 9, 1]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.floats(-0.33, 0.33), st.floats(-0.3, 0.3)), max_size=9), st.sampled_from(Seat))
def test_no_coin_is_ever_lost(points: list[tuple[float, float]], seat: Seat) -> None:
    lying: list[Placed] = []
    for x, y in points:
        if all((x - other.x) ** 2 + (y - other.y) ** 2 > 0.032**2 for other in lying):
            lying.append(Placed(Coin.WHITE, x, y))

    assert len(where(lines(Layout(tuple(lying)), LEGIBLE - 4, seat), "w")) == len(lying)


def test_right_is_right_and_far_is_up() -> None:
    drawn = lines("w 0.2,0.0; b 0.0,0.2; q 0.0,0.0")
    ((middle_row, middle),) = where(drawn, "Q")

    assert [(row - middle_row, at > middle) for row, at in where(drawn, "w")] == [(0, True)]
    assert [(row < middle_row, at - middle) for row, at in where(drawn, "b")] == [(True, 0)]


@pytest.mark.parametrize("seat", Seat)
def test_every_seat_sees_its_own_side_below(seat: Seat) -> None:
    """A layout turned to a seat looks to that seat as the layout itself does to the south."""
    coins = Layout.parse("w 0.2,0.05; b -0.1,0.2; q 0.03,-0.1")
    turned = Layout(tuple(Placed(each.coin, *turned_to(seat, each.point)) for each in coins.coins))

    assert board_text(turned, seat=seat) == board_text(coins)


def test_the_rulers_tell_where_a_coin_lies() -> None:
    drawn = board_text(Layout.parse("w 0.1,-0.2"), 80, rulers=True, plain=True).split("\n")
    ((row, at),) = where(drawn, "w")

    assert drawn[row].startswith("-20 ")
    assert drawn[-1][at - 1 : at + 1] == "10"
    assert max(map(len, drawn)) <= 80


def test_the_striker_and_its_way_are_drawn_over_the_print_and_under_the_coins() -> None:
    layout = Layout.parse("w 0.0,0.1")
    trace = simulate(layout, Aim(Seat.SOUTH, 0.0, radians(90.0), 2.0))
    start = striker_place(Seat.SOUTH, 0.0)

    to_coin = board_text(layout, striker=start, track=way_to_first_coin(trace), plain=True)
    whole = board_text(trace.after, track=track_of(trace), plain=True)

    assert to_coin.count("S") == to_coin.count("w") == 1
    assert 8 < to_coin.count("*") < whole.count("*")
    (column,) = {at for _, at in where(to_coin.split("\n"), "*")}
    assert column == where(to_coin.split("\n"), "w")[0][1]


def test_what_is_drawn_is_painted_by_what_it_stands_for() -> None:
    painted: list[tuple[str, str]] = []

    def paint(run: str, role: str) -> str:
        painted.append((role, run))
        return run

    text = board_text(Layout.parse("w 0.1,0.0; q 0.0,0.0"), rulers=True, paint=paint)

    assert text.replace(" ", "") == board_text(Layout.parse("w 0.1,0.0; q 0.0,0.0"), rulers=True).replace(
        " ", ""
    )
    assert ("white", UNICODE["white"]) in painted
    assert {role for role, _ in painted} <= set(ROLES)


def test_a_plain_board_is_all_ascii_and_every_piece_has_a_sign_of_its_own() -> None:
    assert board_text(Layout.rosette(), rulers=True, plain=True).isascii()
    assert ASCII.keys() == UNICODE.keys()
    for plain in (True, False):
        assert len(set(legend(plain).values())) == 4


def test_a_board_on_a_terminal_leaves_no_coin_out_and_fits_where_it_can() -> None:
    assert width_for(120, 41) == 81
    assert width_for(60, 41) == 60
    assert width_for(80, 15) == LEGIBLE
    assert width_for(20, 15) == LEAST

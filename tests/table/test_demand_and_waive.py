"""Extra points, coins that are waived or forfeited, and lateness, at a table under the ICF's laws."""

from __future__ import annotations

import pytest
from tests.table.seated import BLACK, SOUTH, WHITE, at, seated, striker_in

from carrom.errors import NotNow
from carrom.players import Chair, named
from carrom.record import audit
from carrom.rules import Standing
from carrom.rules.standing import NONE
from carrom.stroke import Layout, Placement
from carrom.table import Table, ToDemand, ToPlace, ToStrike, ToTurn, play_on
from carrom.words import Side

LAST_BLACK = "b 0.31,0.31; w 0.0,0.2; w -0.1,0.25; w -0.2,0.2; w -0.2,0.1; q 0.0,0.0"
"""White pockets black's last coin, and the striker follows it: seven points, and one on demand."""

THREE_A_SIDE = "w 0.2,0.1; w -0.2,0.1; w 0.25,0.0; b -0.25,0.0; b 0.2,-0.1; b -0.2,-0.1; q 0.0,0.2"


def table_with(layout: str, standing: str = "", book: str = "icf", *, clock: bool = False) -> Table:
    table = seated(book, clock=clock)
    table.set_up(Layout.parse(layout), Standing.parse(standing) if standing else None)
    return table


def won_with_extra() -> Table:
    """Ben may demand one point more for a board that he has won."""
    table = table_with(LAST_BLACK)
    table.strike("Asha", at(SOUTH, (0.31, 0.31)))
    assert table.asks == ToDemand(Side.SECOND, 1)
    return table


def to_place() -> Table:
    """Asha has pocketed the striker, so Ben is to place one of her coins."""
    table = table_with(THREE_A_SIDE)
    table.strike("Asha", striker_in(SOUTH))
    assert table.asks == ToPlace("Ben", WHITE, 1)
    return table


@pytest.mark.parametrize("points", [0, 1])
def test_the_winner_chooses_and_then_the_next_board_begins(points: int) -> None:
    table = won_with_extra()

    table.demand(points)

    assert (table.match.boards[-1].points, table.match.boards[-1].extra) == (7 + points, points)
    assert table.asks == ToTurn("Ben")
    assert len(table.layout.coins) == 19
    assert not audit(table.keeper.entries)


def test_a_demand_can_be_taken_back_by_who_made_it_and_the_stroke_by_who_played_it() -> None:
    table = won_with_extra()
    asked = table.seq
    table.demand(1)

    assert table.back_for("Ben") == asked
    assert table.back_for("Asha") == asked - 1
    table.take_back(asked)
    assert table.asks == ToDemand(Side.SECOND, 1)


def test_at_the_demand_a_side_may_give_up_the_match() -> None:
    table = won_with_extra()
    table.give_up(Side.FIRST)

    assert table.over
    assert table.match.winner is Side.SECOND


def test_who_does_not_answer_in_time_has_demanded_all_points() -> None:
    table = won_with_extra()
    table.time_over()

    assert table.match.boards[-1].extra == 1


def test_coins_that_are_waived_stay_in_the_nets_and_play_goes_on() -> None:
    table = to_place()
    table.waive("Ben")

    assert table.asks == ToStrike("Ben")
    assert table.match.to_place == NONE
    assert table.layout.count(WHITE) == 3
    assert table.back_for("Ben") is not None
    assert not audit(table.keeper.entries)


def test_coins_are_waived_all_or_none() -> None:
    """Once one of two is placed, the other is placed too (ICF 87a)."""
    table = table_with(THREE_A_SIDE, "white on strike, 3 white, 3 black, queen on board, white owes 1")
    table.strike("Asha", striker_in(SOUTH))
    ask = table.asks
    assert isinstance(ask, ToPlace)
    assert (ask.count, table.may_waive) == (2, True)
    table.place("Ben", Placement(WHITE, *table.spots_for("Ben", WHITE)[0]))

    assert not table.may_waive
    with pytest.raises(NotNow, match="cannot be waived"):
        table.waive("Ben")


def test_coins_are_not_waived_under_other_laws_nor_by_others() -> None:
    table = table_with(THREE_A_SIDE, book="international-a")
    table.strike("Asha", striker_in(SOUTH))
    assert not table.may_waive
    with pytest.raises(NotNow, match="cannot be waived"):
        table.waive("Ben")
    with pytest.raises(NotNow, match="Ben places"):
        to_place().waive("Asha")


def test_a_placing_that_takes_too_long_is_forfeited_where_the_laws_say_so() -> None:
    for book, left in (("icf", 3), ("international-a", 4)):
        table = table_with(THREE_A_SIDE, book=book, clock=True)
        table.strike("Asha", striker_in(SOUTH))
        spot = table.spots_for("Ben", WHITE)[0]
        table.place("Ben", Placement(WHITE, *spot), seconds=15.1)

        assert table.layout.count(WHITE) == left
        assert table.asks == ToStrike("Ben")


def test_a_coin_that_is_placed_may_touch_others() -> None:
    table = table_with("w 0.2,0.1; w -0.2,0.1; b 0.05,0.0; b 0.2,-0.1; q 0.0,-0.045")
    table.strike("Asha", striker_in(SOUTH))
    assert isinstance(table.asks, ToPlace)
    black = next(placed for placed in table.layout.of(BLACK) if abs(placed.y) < 0.03)
    diameter = table.equipment.coins.diameter

    assert table.forbidden_at("Ben", WHITE, black.x, black.y + diameter) == ()


def test_late_before_the_first_stroke_costs_a_coin_and_late_again_the_turn() -> None:
    """An idle player cannot hold the table (reading 70)."""
    table = table_with(THREE_A_SIDE)
    table.pass_stroke("Asha")
    asked = []
    for _ in range(2):
        table.time_over()
        asked.append(table.asks)
        table.waive("Asha")
        asked.append(table.asks)

    places = ToPlace("Asha", BLACK, 1)
    assert asked == [places, ToStrike("Ben"), places, ToStrike("Asha")]


def test_computer_players_demand_and_place_by_themselves() -> None:
    table = won_with_extra()
    chairs = {"Asha": Chair(), "Ben": named("random")}
    play_on(table, chairs, 1, until=lambda on: not isinstance(on.asks, ToDemand))

    assert table.match.boards[-1].extra == 1

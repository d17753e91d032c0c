"""How many extra points a computer player demands (ICF 87b)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carrom.rulebooks import ICF, in_finals
from carrom.rules import match as matches
from carrom.rules.demand import best_demand
from carrom.rules.match import TO_DEMAND, BoardScore, Match
from carrom.rules.rulebook import Rulebook
from carrom.rules.standing import Each
from carrom.words import Seat, Side


def to_demand(has: int, may: int, *, boards: int = 2, theirs: int = 0, book: Rulebook = ICF) -> Match:
    """Asha has won a board and `has` points in all, and may demand `may` more."""
    match = matches.toss(matches.begin(book, ("Asha",), ("Ben",)), Side.FIRST, "break")
    match = matches.seat(match, {Seat.SOUTH: "Asha", Seat.NORTH: "Ben"})
    score = BoardScore("Asha", Side.FIRST, Side.FIRST, has, None, Each(0, 1))
    others = [
        replace(score, winner=Side.SECOND, points=theirs if number == 0 else 0)
        for number in range(boards - 1)
    ]
    ended = match.boards
    for each in (*others, score):
        ended = ended.appended(each)
    return replace(match, boards=ended, stage=TO_DEMAND, may_demand=may, standing=None)


@pytest.mark.parametrize(
    ("has", "may", "demanded"),
    [
        (5, 1, 1),
        (5, 2, 2),
        (20, 1, 1),  # 21: the queen still counts
        (21, 1, 0),  # 22: she would count nothing
        (20, 2, 1),  # in part
        (21, 2, 2),  # 23: two coins win the game, with or without her
        (22, 1, 1),  # she counts nothing already
        (23, 2, 2),  # the game is won
        (24, 1, 1),
    ],
)
def test_a_side_takes_what_serves_it_best(has: int, may: int, demanded: int) -> None:
    """At 21 a board with the queen and one coin wins the game; at 22 it takes three coins."""
    assert best_demand(to_demand(has, may)) == demanded


def test_after_the_last_board_points_decide_so_all_are_demanded() -> None:
    assert best_demand(to_demand(21, 1, boards=8, theirs=22)) == 1
    assert best_demand(to_demand(21, 1, boards=8, theirs=22, book=in_finals(ICF))) == 0

"""From the toss to the end of a match on the umpire's page: what it shows is what the record folds to."""

from __future__ import annotations

import pytest
from tests.browser.house import House
from tests.browser.umpire_folded import SIDES, agrees, board_ends, game_ends, placing
from tests.browser.umpire_rows import A
from tests.browser.umpire_walk import Walk, opening
from tests.browser.visitor import Visits

from carrom.words import Side

OTHER = {"first": "second", "second": "first"}


@pytest.mark.long
def test_the_toss_gives_the_break_or_the_seats_and_everybody_sits(house: House, visits: Visits) -> None:
    """Who wins it takes one and leaves the other; trial boards are noted; seats are exchanged by two taps."""
    walk = Walk(house, visits, opening(A)[0])
    for winner in OTHER:
        for choice, breaks in (("break", winner), ("seats", OTHER[winner])):
            view = walk.enters(f"toss-{winner}", f"toss-{choice}")
            state = agrees(walk)
            assert state.toss is not None
            assert (state.toss.winner.value, state.toss.choice) == (winner, choice)
            assert view["breaks_first"] == breaks
            assert state.match.breaks_first is SIDES[breaks]
            walk.asks({"do": "undo", "to": 1})
            walk.follows()
    walk.enters("toss-first", "toss-seats")

    walk.enters("trial-played-first")
    walk.enters("trial-late-second")
    walk.taps("chair-south", "chair-north")
    walk.enters("seat")

    match = agrees(walk).match
    assert (match.trials, match.late) == ((Side.FIRST,), (Side.SECOND,))
    assert {chair.value: player for chair, player in match.seats} == {"south": "Ben", "north": "Asha"}
    assert match.breaker == "Ben"


@pytest.mark.long
def test_eight_level_boards_are_decided_by_a_ninth_whose_break_is_tossed_for(
    house: House, visits: Visits
) -> None:
    """The break alternates; the ninth is the toss's, and the next game goes on from the eighth. Seats change
    after each game and, in the third, once after its fourth board; two games win the match."""
    walk = Walk(house, visits, *opening(A))
    breakers = []
    for number in range(8):
        breakers.append(walk.follows()["breaker"])
        board_ends(walk, "first" if number % 2 else "second", 3)
    assert breakers == ["Asha", "Ben"] * 4
    assert agrees(walk).match.stage == "to-toss-again"

    assert walk.enters("breaker-1")["breaker"] == "Ben"
    walk.enters("play")
    walk.enters("own-coin")
    walk.asks({"do": "overrule", "reason": "played", "by_hand": {"winner": "black", "points": 2}})
    match = agrees(walk).match
    assert [game.winner for game in match.games] == [Side.FIRST]
    assert match.games[0].boards[-1].breaker == "Ben"
    assert match.breaker == "Asha"
    sheet = walk.table.sheet
    assert sheet["games"][0]["ninth"]
    assert [board["tossed"] for board in sheet["games"][0]["boards"]] == [False] * 8 + [True]

    walk.enters("seats-changed")
    assert dict(agrees(walk).match.seats) == {chair.opposite: player for chair, player in match.seats}
    game_ends(walk, "second")
    agrees(walk)
    walk.enters("seats-changed")
    for number in range(4):
        assert not walk.follows()["change_seats"]
        board_ends(walk, "first" if number % 2 else "second", 2)
    agrees(walk)
    walk.enters("seats-changed")

    board_ends(walk, "first", 12)
    assert not agrees(walk).match.change_seats
    board_ends(walk, "first", 9)
    assert agrees(walk).match.winner is Side.FIRST
    assert walk.phone.shows("to-sheet")


def test_in_the_deciding_game_seats_change_at_thirteen_points_also_when_overlooked(
    house: House, visits: Visits
) -> None:
    """Only between boards, and once; what was overlooked is made up after the running board."""
    walk = Walk(house, visits, *opening(A))
    for side in ("first", "second"):
        game_ends(walk, side)
        walk.asks({"do": "change-seats"})
    board_ends(walk, "second", 12)
    assert not agrees(walk).match.change_seats
    board_ends(walk, "second", 1)
    assert agrees(walk).match.change_seats

    walk.enters("play")
    agrees(walk)
    walk.enters("own-coin")
    walk.asks({"do": "overrule", "reason": "played", "by_hand": {"winner": "white", "points": 2}})
    assert agrees(walk).match.change_seats
    walk.enters("seats-changed")
    board_ends(walk, "first", 1)

    assert not agrees(walk).match.change_seats


@pytest.mark.parametrize(
    ("rulebook", "round_"),
    [(A, ["Asha", "Ben", "Carla", "Dev"]), ("family", ["Asha", "Dev", "Carla", "Ben"])],
)
def test_in_doubles_break_and_turn_go_round_the_table(
    house: House, visits: Visits, rulebook: str, round_: list[str]
) -> None:
    """To the right, in the family game to the left; coins are put back by the neighbour of who struck."""
    walk = Walk(house, visits, *opening(rulebook, doubles=True))
    breakers = []
    for number in range(4):
        breakers.append(walk.follows()["breaker"])
        board_ends(walk, "first" if number % 2 else "second", 1)
    assert breakers == round_

    walk.follows()
    walk.enters("play")
    for player in round_:
        assert agrees(walk).match.on_strike == player
        walk.enters("stroke-nothing")
    walk.enters("own-coin")
    walk.follows()
    view = walk.enters("tap-striker", "judge")
    assert placing(view["to_place"]) == {"white": (1, round_[1])}
    assert f"{round_[1]}" in walk.phone.visitor.find(".desk-todo").inner_text()
    agrees(walk)

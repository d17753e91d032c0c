"""A handicap: a side begins each game with points, and breaks every board, as the sides agreed."""

from __future__ import annotations

import pytest
from tests.laws.played import boards

from carrom import FAMILY, INTERNATIONAL_A, Rulebook
from carrom.errors import ImpossibleCase
from carrom.rulebooks import ICF, with_length
from carrom.rules import match as matches
from carrom.rules.handicap import Handicap, most_lead
from carrom.rules.match import OVER, TO_PLAY, TO_TOSS_AGAIN, Match, running_totals
from carrom.words import Seat, Side

FIRST, SECOND = Side.FIRST, Side.SECOND


def given(handicap: Handicap, book: Rulebook = INTERNATIONAL_A) -> Match:
    """Asha against Ben, seated; Asha breaks."""
    match = matches.toss(matches.begin(book, ("Asha",), ("Ben",), handicap), FIRST, "break")
    return matches.seat(match, {Seat.SOUTH: "Asha", Seat.NORTH: "Ben"})


def points(match: Match) -> tuple[int, int]:
    return match.points(FIRST), match.points(SECOND)


def test_every_game_begins_with_the_lead() -> None:
    match = given(Handicap(SECOND, 10))
    assert points(match) == (0, 10)
    first_game = boards(match, -9, -6)

    assert first_game.games[0].winner is SECOND
    assert first_game.games[0].points(SECOND) == 25
    assert running_totals(first_game.games[0]) == ((0, 19), (0, 25))
    assert points(first_game) == (0, 10)


def test_the_lead_is_in_the_score_that_the_board_is_judged_by() -> None:
    """From 22 points on the queen counts nothing, also for who was given some of them."""
    standing = boards(given(Handicap(FIRST, 15)), 9).standing

    assert standing is not None
    assert (standing.points.white, standing.points.black) == (0, 24)


def test_after_the_match_no_lead_of_a_further_game_is_counted() -> None:
    over = boards(given(Handicap(FIRST, 15), FAMILY), 9, 9)

    assert (over.stage, over.winner, points(over)) == (OVER, FIRST, (0, 0))
    assert over.games[0].points(FIRST) == 33


def test_the_umpire_sets_points_by_hand_with_the_lead_in_them() -> None:
    match = matches.set_points(boards(given(Handicap(FIRST, 10)), 4), 12, 3)

    assert (points(match), match.by_hand) == ((12, 3), (-2, 3))


@pytest.mark.parametrize("book", [INTERNATIONAL_A, ICF, FAMILY], ids=lambda book: book.id)
def test_one_side_breaks_every_board_of_every_game(book: Rulebook) -> None:
    match, breakers = given(Handicap(FIRST, breaks=True), book), set()
    while match.stage == TO_PLAY and len(match.games) < 2:
        breakers.add(match.breaker)
        match = boards(match, 9)

    assert breakers == {"Asha"}


def test_in_doubles_the_partners_break_in_turn() -> None:
    agreed = Handicap(SECOND, breaks=True)
    match = matches.begin(INTERNATIONAL_A, ("Asha", "Chan"), ("Ben", "Dora"), agreed)
    chairs = zip((Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST), ("Asha", "Ben", "Chan", "Dora"), strict=True)
    match = matches.seat(matches.toss(match, SECOND, "break"), dict(chairs), "Dora")
    breakers = []
    for _ in range(3):
        breakers.append(match.breaker)
        match = boards(match, 2)

    assert breakers == ["Dora", "Ben", "Dora"]


def test_the_ninth_board_is_not_tossed_for_where_the_break_is_agreed() -> None:
    eight = (2, -2) * 4

    tossed, agreed = (
        boards(given(handicap), *eight) for handicap in (Handicap(FIRST, 0, True), Handicap(FIRST, 1))
    )
    assert (tossed.stage, tossed.breaker) == (TO_PLAY, "Asha")
    assert agreed.games[0].winner is FIRST


def test_without_a_handicap_the_ninth_board_is_tossed_for() -> None:
    match = matches.toss(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), FIRST, "break")
    match = matches.seat(match, {Seat.SOUTH: "Asha", Seat.NORTH: "Ben"})

    assert boards(match, *(2, -2) * 4).stage == TO_TOSS_AGAIN


def test_a_toss_that_gives_the_break_to_the_other_side_is_refused() -> None:
    match = matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",), Handicap(SECOND, breaks=True))

    with pytest.raises(ImpossibleCase, match="Ben breaks every board"):
        matches.toss(match, FIRST, "break")
    assert matches.toss(match, FIRST, "seats").breaks_first is SECOND


def test_an_upheld_protest_begins_the_match_again_with_its_handicap() -> None:
    again = matches.replay(boards(given(Handicap(FIRST, 5, True)), 9))

    assert (points(again), again.handicap) == ((5, 0), Handicap(FIRST, 5, True))


@pytest.mark.parametrize("lead", [-1, 0, 25, 40])
def test_a_handicap_that_gives_nothing_or_decides_the_game_is_refused(lead: int) -> None:
    with pytest.raises(ImpossibleCase, match="up to 24 points"):
        matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",), Handicap(FIRST, lead))


def test_in_a_single_board_a_lead_is_less_than_a_board_gives() -> None:
    board = with_length(INTERNATIONAL_A, "board")

    assert (most_lead(board), most_lead(INTERNATIONAL_A)) == (11, 24)
    with pytest.raises(ImpossibleCase, match="up to 11 points"):
        matches.begin(board, ("Asha",), ("Ben",), Handicap(FIRST, 15))

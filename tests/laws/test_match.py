"""From the toss to the last point: who sits where, who breaks, who plays, when it is won."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.laws.played import (
    EDITIONS,
    at,
    boards,
    both,
    doubles,
    play_stroke,
    report,
    singles,
)
from tests.says import incident, law, standing, stroke

from carrom import FAMILY, FFC_BASICS, FFC_LEAFLET, INTERNATIONAL_A, Rulebook
from carrom.errors import ImpossibleCase, NotNow
from carrom.rules import match as matches
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, TO_TOSS, TO_TOSS_AGAIN
from carrom.rules.standing import Standing, ToStrike
from carrom.words import BLACK, WHITE, Colour, Seat, Side


@both("3.3")
@EDITIONS
def test_the_winner_of_the_toss_takes_the_break_or_the_seats(book: Rulebook) -> None:
    """Whoever takes the seats leaves the break to the other side."""
    tossed = matches.begin(book, ("Asha",), ("Ben",))

    assert matches.toss(tossed, Side.SECOND, "break").breaks_first is Side.SECOND
    assert matches.toss(tossed, Side.SECOND, "seats").breaks_first is Side.FIRST
    with pytest.raises(ImpossibleCase, match="break or seats"):
        matches.toss(tossed, Side.FIRST, "colour")


@both("3.1 a", "3.1 b")
def test_opponents_and_partners_sit_face_to_face() -> None:
    alone = matches.toss(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), Side.FIRST, "break")
    pairs = matches.toss(
        matches.begin(INTERNATIONAL_A, ("Asha", "Chan"), ("Ben", "Dora")), Side.FIRST, "break"
    )

    with pytest.raises(ImpossibleCase, match="face to face"):
        matches.seat(alone, {Seat.SOUTH: "Asha", Seat.EAST: "Ben"})
    with pytest.raises(ImpossibleCase, match="partners sit face to face"):
        matches.seat(
            pairs, {Seat.SOUTH: "Asha", Seat.EAST: "Chan", Seat.NORTH: "Ben", Seat.WEST: "Dora"}, "Asha"
        )
    with pytest.raises(ImpossibleCase, match="nobody else"):
        matches.seat(alone, {Seat.SOUTH: "Asha", Seat.NORTH: "Zoe"})


@both("3.3")
def test_in_doubles_the_breaking_side_names_its_breaker() -> None:
    match = matches.toss(
        matches.begin(INTERNATIONAL_A, ("Asha", "Chan"), ("Ben", "Dora")), Side.SECOND, "seats"
    )
    chairs = dict(
        zip((Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST), ("Asha", "Ben", "Chan", "Dora"), strict=True)
    )

    with pytest.raises(ImpossibleCase, match="Asha or Chan"):
        matches.seat(match, chairs)
    with pytest.raises(ImpossibleCase, match="Ben is not on the side that breaks"):
        matches.seat(match, chairs, "Ben")
    assert matches.seat(match, chairs, "Chan").breaker == "Chan"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Asha",), ("Ben", "Dora")),
        (("Asha", "Chan"), ("Ben",)),
        (("Asha",), ("Asha",)),
        (("Asha", " "), ("Ben", "Dora")),
        ((), ()),
        (("As\udcffa",), ("Ben",)),
    ],
)
def test_a_match_has_two_or_four_players_with_names_of_their_own(
    first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    with pytest.raises(ImpossibleCase):
        matches.begin(INTERNATIONAL_A, first, second)


@both("3.4")
def test_each_side_has_one_trial_board_before_the_match() -> None:
    once = matches.trial(singles(), Side.FIRST)

    with pytest.raises(NotNow, match="one trial board"):
        matches.trial(once, Side.FIRST)
    assert matches.trial(once, Side.SECOND).trials == (Side.FIRST, Side.SECOND)
    with pytest.raises(NotNow, match="late"):
        matches.trial(replace(singles(), late=(Side.SECOND,)), Side.SECOND)
    with pytest.raises(NotNow, match="before the match"):
        matches.trial(boards(singles(), 3), Side.FIRST)


@both("3.4")
def test_coming_late_is_noted_once_before_the_match() -> None:
    late = matches.came_late(singles(), Side.SECOND)

    assert late.late == (Side.SECOND,)
    with pytest.raises(NotNow, match="noted only once"):
        matches.came_late(late, Side.SECOND)
    with pytest.raises(NotNow, match="before the match"):
        matches.came_late(boards(singles(), 3), Side.SECOND)


@both("3.4")
def test_the_trial_board_of_a_side_that_comes_late_is_the_other_s() -> None:
    """Both of them are played by Asha, one after the other."""
    late = matches.came_late(singles(), Side.SECOND)

    left = [
        tuple(matches.trials_left(match, side) for side in Side)
        for match in (singles(), late, matches.trial(late, Side.FIRST))
    ]

    assert left == [(1, 1), (2, 0), (1, 0)]


@both("3.5 b", "3.5 g")
@EDITIONS
def test_the_breaker_has_the_whites_and_the_break_alternates_through_games(book: Rulebook) -> None:
    """Asha breaks boards 1, 3, 5 …; the order goes on when a game ends."""
    match = singles(book)

    seen = []
    for score in (9, 9, 7, 9, 9, 7):
        seen.append((match.breaker, match.white))
        match = boards(match, score)

    assert [name for name, _ in seen] == ["Asha", "Ben"] * 3
    assert [white for _, white in seen] == [Side.FIRST, Side.SECOND] * 3
    assert match.games_won(Side.FIRST) == 2


@both("3.5 h")
@EDITIONS
def test_in_doubles_the_break_goes_to_the_right(book: Rulebook) -> None:
    match = doubles(book)

    breakers = []
    for _ in range(5):
        breakers.append(match.breaker)
        match = boards(match, 1)

    assert breakers == ["Asha", "Ben", "Chan", "Dora", "Asha"]


@law("ffc-basics play 8", "family four 1")
@pytest.mark.parametrize(
    ("book", "order"),
    [
        (INTERNATIONAL_A, ["Asha", "Ben", "Chan", "Dora", "Asha"]),
        (FFC_BASICS, ["Asha", "Ben", "Chan", "Dora", "Asha"]),
        (FAMILY, ["Asha", "Dora", "Chan", "Ben", "Asha"]),
    ],
    ids=["international-a", "ffc-basics", "family"],
)
def test_four_players_go_counter_clockwise_but_clockwise_in_the_family_game(
    book: Rulebook, order: list[str]
) -> None:
    match = at(doubles(book), "white on strike, 5 white, 5 black, queen on board")

    seen = [match.on_strike]
    for _ in range(4):
        match = play_stroke(match, "nothing")
        seen.append(match.on_strike)

    assert seen == order


@both("3.6 a")
def test_the_same_player_goes_on_while_the_turn_stays() -> None:
    match = at(doubles(), "white on strike, 5 white, 5 black, queen on board")

    assert play_stroke(match, "w").on_strike == "Asha"


@both("3.5 d")
def test_a_break_missed_twice_goes_to_the_player_on_the_right() -> None:
    match = matches.call_play(doubles())

    again = play_stroke(match, "missed")
    passed = play_stroke(again, "missed")

    assert (again.on_strike, passed.on_strike) == ("Asha", "Ben")
    assert play_stroke(passed, "missed").on_strike == "Chan"


@both("3.5 e")
@EDITIONS
def test_no_stroke_before_the_umpire_has_said_play(book: Rulebook) -> None:
    with pytest.raises(NotNow, match="has not said Play"):
        matches.rule_on(singles(book), stroke("w"))
    with pytest.raises(NotNow, match="not early"):
        matches.rule_on(matches.call_play(singles(book)), incident("early-break white"))


@both("3.5 f")
def test_after_an_early_break_the_other_side_begins_with_its_own_colour() -> None:
    match = report(singles(), "early-break white")

    assert match.stage == TO_PLAY
    assert match.on_strike == "Ben"
    assert match.white is Side.FIRST
    assert str(match.standing) == "black on strike, 9 white, 9 black, queen on board, white owes 1, to break"


@both("4.1.1")
def test_a_breach_before_play_is_a_technical_foul_of_either_side() -> None:
    """Nobody is on strike yet; the coin becomes a due, since the nets are empty."""
    match = report(report(singles(), "technical-foul white"), "technical-foul black")

    assert match.standing is not None
    assert match.standing.due == (1, 1)
    assert match.on_strike == "Asha"
    with pytest.raises(NotNow, match="technical-foul"):
        matches.rule_on(match, incident("foul white"))


@both("3.7 e")
@EDITIONS
def test_a_game_is_won_at_twenty_five(book: Rulebook) -> None:
    match = boards(singles(book), 9, 9, 7)

    assert match.games_won(Side.FIRST) == 1
    assert match.games[0].points(Side.FIRST) == 25
    assert match.boards == ()


@both("3.7 e")
def test_after_eight_boards_the_leader_wins() -> None:
    match = boards(singles(), 1, -1, 1, -1, 1, -1, 1)
    assert match.games == ()

    won = boards(match, 1)

    assert won.games[0].winner is Side.FIRST
    assert boards(match, -3).games[0].winner is Side.SECOND


@both("3.7 e")
@EDITIONS
def test_level_after_eight_boards_a_ninth_is_tossed_for_and_decides(book: Rulebook) -> None:
    """Its break does not disturb the order: the next game goes on from the eighth board."""
    match = boards(singles(book), 1, -1, 1, -1, 1, -1, 1, -1)
    assert match.stage == TO_TOSS_AGAIN

    ninth = matches.toss_again(match, "Ben")
    won = boards(ninth, -2)

    assert (ninth.breaker, ninth.white) == ("Ben", Side.SECOND)
    assert won.games[0].winner is Side.SECOND
    assert won.breaker == "Asha"


@law("ffc-basics game 1", "ffc-leaflet play 8", "family game 1")
def test_one_game_makes_a_match_in_the_shorter_texts() -> None:
    """The basics stop after eight boards; the leaflet and the family game know 25 points only."""
    eight = (1, -1, 1, -1, 1, -1, 1)

    assert boards(singles(FFC_BASICS), 9, 9, 7).winner is Side.FIRST
    assert boards(singles(FFC_BASICS), *eight, 1).stage == OVER
    for book in (FFC_LEAFLET, FAMILY):
        assert boards(singles(book), *eight, 1, 1, 1).stage == TO_PLAY
        assert boards(singles(book), 9, 9, 7).winner is Side.FIRST


@both("5")
def test_two_games_of_three_win_the_match() -> None:
    match = boards(singles(), 9, 9, 7, -9, -9, -7)
    assert match.stage == TO_PLAY
    assert match.deciding

    won = boards(match, 9, 9, 7)

    assert (won.stage, won.winner) == (OVER, Side.FIRST)
    assert [game.winner for game in won.games] == [Side.FIRST, Side.SECOND, Side.FIRST]


@both("3.8 a")
@EDITIONS
def test_singles_exchange_seats_after_each_game(book: Rulebook) -> None:
    match = boards(singles(book), 9, 9, 7)
    assert match.change_seats

    changed = matches.change_seats(match)

    assert dict(changed.seats) == {Seat.NORTH: "Asha", Seat.SOUTH: "Ben"}
    assert not changed.change_seats
    with pytest.raises(NotNow, match="no change of seats is due"):
        matches.change_seats(changed)


@both("3.8 b")
@EDITIONS
def test_doubles_move_one_seat_to_the_right_after_each_game(book: Rulebook) -> None:
    changed = matches.change_seats(boards(doubles(book), 9, 9, 7))

    assert dict(changed.seats) == {
        Seat.EAST: "Asha",
        Seat.NORTH: "Ben",
        Seat.WEST: "Chan",
        Seat.SOUTH: "Dora",
    }
    assert changed.after("Asha") == "Ben"


@both("3.8 c")
@EDITIONS
def test_in_the_deciding_game_seats_change_once_at_thirteen_points_or_after_four_boards(
    book: Rulebook,
) -> None:
    third = boards(singles(book), 9, 9, 7, -9, -9, -7)
    third = matches.change_seats(third)

    assert not boards(third, 9).change_seats
    assert not boards(third, 9, 3).change_seats
    assert boards(third, 9, 4).change_seats
    assert not boards(third, 1, 1, 1).change_seats
    assert boards(third, 1, 1, 1, 1).change_seats
    after = matches.change_seats(boards(third, 9, 4))
    assert not boards(after, 1, 1).change_seats


@both("3.8 c")
def test_seats_do_not_change_within_the_first_two_games() -> None:
    match = boards(singles(), 9, 4, 1, 1)

    assert not match.change_seats


@both("3.8 d")
def test_an_overlooked_change_of_seats_is_made_up_after_the_running_board() -> None:
    opened = matches.call_play(boards(singles(), 9, 9, 7))

    with pytest.raises(NotNow, match="between boards"):
        matches.change_seats(opened)
    later = play_stroke(at(opened, "white on strike, 1 white, 5 black, queen covered by black"), "w")
    assert later.change_seats
    assert matches.change_seats(later).change_seats is False


@pytest.mark.parametrize(
    ("book", "before", "fell", "whose"),
    [
        (INTERNATIONAL_A, "1 white, 5 black, queen covered by black", "w", Side.SECOND),
        (INTERNATIONAL_A, "2 white, 5 black, queen on board", "2w q", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 5 black, queen on board", "w q", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 5 black, queen waiting", "w", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 5 black, queen waiting, white has 22 points", "w", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 1 black, queen on board", "w b q", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 5 black, queen on board", "w", None),
        (INTERNATIONAL_A, "2 white, 1 black, queen on board", "b q", None),
        (INTERNATIONAL_A, "2 white, 1 black, queen on board", "w b q", None),
        (FFC_BASICS, "1 white, 5 black, queen on board", "w q", Side.FIRST),
        (FFC_LEAFLET, "1 white, 5 black, queen on board", "w q", None),
        (FAMILY, "1 white, 5 black, queen on board", "w q", None),
        (FAMILY, "1 white, 5 black, queen waiting", "w", Side.FIRST),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_the_sheet_knows_whose_the_queen_was(
    book: Rulebook, before: str, fell: str, whose: Side | None
) -> None:
    """Also where she falls or is covered with the last coins; nobody's, where she counts for nobody."""
    match = play_stroke(at(singles(book), f"white on strike, {before}"), fell)

    assert match.boards_ended == 1
    board = (*(board for game in match.games for board in game.boards), *match.boards)[0]
    assert board.queen is whose


def test_one_game_matches_have_no_change_of_seats() -> None:
    assert not boards(singles(FFC_LEAFLET), 9, 4, 1, 1).change_seats


@law("international-a 4 p", "international-b 4 q")
@EDITIONS
def test_a_void_board_is_broken_again_by_the_same_player_and_does_not_count(book: Rulebook) -> None:
    match = report(
        at(boards(singles(book), 3), "white on strike, 5 white, 5 black, queen on board"), "three-passes"
    )

    assert match.breaker == "Ben"
    assert match.boards[-1].void
    assert match.boards.played == 1
    assert (match.points(Side.FIRST), match.points(Side.SECOND)) == (3, 0)


@law("international-a 4 q", "international-b 4 r")
@EDITIONS
def test_giving_up_loses_the_game_with_the_other_side_raised_to_25(book: Rulebook) -> None:
    match = boards(singles(book), 3)
    text = "white on strike, 5 white, 5 black, queen on board, black has 3 points"

    given_up = report(at(match, text), "abandon white")

    assert given_up.games[0].winner is Side.FIRST
    assert given_up.games[0].points(Side.FIRST) == 25


@both("4.2 d")
def test_a_disqualification_ends_the_match() -> None:
    match = report(at(singles(), "white on strike, 5 white, 5 black, queen on board"), "disqualified white d")

    assert (match.stage, match.winner) == (OVER, Side.SECOND)


@both("3.11 g")
@EDITIONS
def test_in_doubles_the_neighbour_on_the_right_places_the_coins(book: Rulebook) -> None:
    """And whoever pockets a coin that pays the other side's due places it himself."""
    match = at(doubles(book), "white on strike, 5 white, 5 black, queen on board")

    assert match.placer(WHITE) == "Ben"
    assert match.placer(BLACK) == "Asha"
    assert play_stroke(match, "s w").to_place == (2, 0)


@both("3.11 g")
@EDITIONS
def test_whoever_pockets_the_coin_that_pays_their_due_places_it_though_the_turn_has_passed(
    book: Rulebook,
) -> None:
    match = at(doubles(book), "white on strike, 5 white, 9 black, queen on board, black owes 1")

    paid = play_stroke(match, "b")

    assert paid.on_strike == "Ben"
    assert paid.placer(BLACK) == "Asha"
    assert play_stroke(match, "s").placer(WHITE) == "Ben"
    assert report(paid, "no-room white").holder(BLACK) == "Asha"


def test_an_incident_leaves_what_is_still_to_be_placed() -> None:
    """Two coins are to be placed; one finds no room, a foul adds another, and the rest stay to be placed."""
    match = at(doubles(), "white on strike, 5 white, 5 black, queen on board")
    struck = play_stroke(match, "s w")
    assert struck.to_place == (2, 0)

    held = report(struck, "no-room black")
    fouled = report(struck, "touched-while-placing black")

    assert held.to_place == (1, 0)
    assert held.holder(WHITE) == "Ben"
    assert fouled.to_place == (2, 1)
    assert (fouled.placer(WHITE), fouled.placer(BLACK)) == ("Ben", "Asha")


def test_coins_are_placed_one_by_one_and_not_more() -> None:
    match = play_stroke(at(singles(), "white on strike, 5 white, 5 black, queen on board"), "s 2w")
    assert match.to_place == (3, 0)

    for left in (2, 1, 0):
        match = matches.coin_placed(match, WHITE)
        assert match.to_place == (left, 0)
    with pytest.raises(NotNow, match="no white coin is to be placed"):
        matches.coin_placed(match, WHITE)
    assert matches.coin_placed(match, None) is match
    with pytest.raises(NotNow, match="no board is set up"):
        matches.coin_placed(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), WHITE)


@both("3.11 i")
@EDITIONS
def test_a_held_coin_passes_to_the_partner_when_the_holders_turn_ends(book: Rulebook) -> None:
    """Ben holds white's coin; when his turn is over Dora holds it; room again, and she places it."""
    match = at(doubles(book), "white on strike, 6 white, 5 black, queen on board")
    played = play_stroke(match, "s")
    assert (played.on_strike, played.to_place) == ("Ben", (1, 0))

    held = report(played, "no-room black")
    passed = play_stroke(held, "nothing")

    assert held.holder(WHITE) == "Ben"
    assert held.to_place == (0, 0)
    assert passed.holder(WHITE) == "Dora"
    assert play_stroke(passed, "nothing").holder(WHITE) == "Dora"
    again = report(passed, "room black")
    assert again.holder(WHITE) is None
    assert (again.to_place, again.placer(WHITE)) == ((1, 0), "Dora")
    assert matches.coin_placed(again, WHITE).to_place == (0, 0)


def test_a_holder_keeps_the_coin_through_the_turns_of_others() -> None:
    """Asha holds black's coin; it is Ben's turn that ends."""
    match = at(doubles(), "white on strike, 5 white, 6 black, queen on board")
    held = report(report(match, "technical-foul black"), "no-room white")
    assert held.holder(BLACK) == "Asha"

    ben = replace(held, on_strike="Ben", standing=replace(held.standing or standing(""), on_strike=BLACK))

    assert play_stroke(ben, "nothing").holder(BLACK) == "Asha"


def test_boards_are_counted_through_games() -> None:
    assert boards(singles(), 9, 9, 7).boards_ended == 3
    assert boards(singles(), 9, 9, 7, 1, 1).boards_ended == 5


def test_in_singles_the_opponent_goes_on_holding() -> None:
    match = at(singles(), "white on strike, 6 white, 5 black, queen on board")

    held = report(play_stroke(match, "s"), "no-room black")

    assert play_stroke(held, "nothing").holder(WHITE) == "Ben"


def test_partners_cannot_talk_in_singles() -> None:
    match = at(singles(), "white on strike, 5 white, 5 black, queen on board")

    with pytest.raises(ImpossibleCase, match="no partners in singles"):
        matches.rule_on(match, incident("partners-talked white"))
    with pytest.raises(NotNow, match="the toss comes first"):
        matches.rule_on(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), stroke("w"))


@both("4.3")
def test_an_upheld_protest_replays_the_whole_match() -> None:
    again = matches.replay(boards(singles(), 9, 9, 7))

    assert (again.stage, again.games, again.replays) == (TO_TOSS, (), 1)


def test_points_of_the_game_reach_the_board() -> None:
    """The 22-point rules need them, each side's under its colour of this board."""
    match = boards(singles(), 9, -4)

    assert match.white is Side.FIRST
    assert match.standing is not None
    assert match.standing.points == (9, 4)
    later = boards(match, 2)
    assert later.standing is not None
    assert later.standing.points == (4, 11)


def test_every_step_out_of_place_is_refused() -> None:
    fresh = matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",))

    with pytest.raises(NotNow):
        matches.call_play(fresh)
    with pytest.raises(NotNow):
        matches.seat(fresh, {Seat.SOUTH: "Asha", Seat.NORTH: "Ben"})
    with pytest.raises(NotNow):
        matches.toss(singles(), Side.FIRST, "break")
    with pytest.raises(NotNow):
        matches.toss_again(singles(), "Asha")
    with pytest.raises(ImpossibleCase, match="does not play here"):
        singles().side_of("Zoe")


def test_a_player_on_strike_is_always_of_the_colour_on_strike() -> None:
    match = at(singles(), "white on strike, 5 white, 5 black, queen on board")

    for text in ("w", "nothing", "b", "s", "q"):
        match = play_stroke(match, text)
        assert match.standing is not None
        assert match.colour_of(match.side_of(match.on_strike)) is match.standing.on_strike
        assert match.stage == IN_PLAY
        assert match.side_with(Colour.WHITE) is Side.FIRST


def test_a_fresh_board_has_nineteen_coins() -> None:
    board = singles().standing

    assert board == Standing.to_break()
    assert board.in_nets(WHITE) == board.in_nets(BLACK) == 0
    assert not isinstance(board.phase, ToStrike)

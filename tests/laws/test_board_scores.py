"""What is kept of a board that has ended, who sits and plays where, and who places or holds which coin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.laws.played import EDITIONS, at, boards, both, doubles, play_stroke, report, singles, win_board
from tests.says import incident, law, stroke

from carrom import FAMILY, FFC_LEAFLET, INTERNATIONAL_A, Rulebook
from carrom.rules import match as matches
from carrom.rules.match import OVER, TO_PLAY, BoardScore, Match
from carrom.words import BLACK, WHITE, Seat, Side

LEVEL = (1, -1, 1, -1, 1, -1, 1, -1)


def ended_boards(match: Match) -> list[BoardScore]:
    return [*(board for game in match.games for board in game.boards), *match.boards]


def test_a_board_that_has_ended_keeps_who_broke_who_won_what_was_left_and_when() -> None:
    opened = matches.call_play(boards(singles(), 3), "2026-01-01T10:00:00")
    running = at(opened, "white on strike, 1 white, 4 black, queen covered by black")

    ended = matches.follow_ruling(running, matches.rule_on(running, stroke("w")), "2026-01-01T10:07:00")

    assert ended.boards[-1] == BoardScore(
        breaker="Ben",
        white=Side.SECOND,
        winner=Side.SECOND,
        points=4,
        queen=Side.FIRST,
        coins_left=(0, 4),  # type: ignore[arg-type]  # an Each is a tuple
        of="board",
        began_at="2026-01-01T10:00:00",
        ended_at="2026-01-01T10:07:00",
    )
    assert ended.boards[-1].points_of(Side.SECOND) == 4
    assert ended.boards[-1].points_of(Side.FIRST) == 0
    assert not ended.boards[-1].void


def test_the_next_board_has_not_begun_and_nothing_of_the_last_is_left() -> None:
    match = matches.call_play(singles(), "2026-01-01T10:00:00")
    struck = play_stroke(at(match, "white on strike, 5 white, 5 black, queen on board"), "s 2w")
    held = report(struck, "no-room black")
    assert (held.to_place, held.holders, held.placers) == (
        (2, 0),
        ((WHITE, "Ben"),),
        ((WHITE, "Ben"),),
    )

    after = report(held, "ignored-request white")

    assert (after.stage, after.began_at) == (TO_PLAY, None)
    assert (after.to_place, after.holders, after.placers) == ((0, 0), (), ())


def test_a_void_board_is_kept_without_a_winner_and_counts_for_nobody() -> None:
    match = report(at(singles(), "white on strike, 5 white, 5 black, queen waiting"), "three-passes")

    (void,) = match.boards
    assert void.void
    assert (void.winner, void.points, void.queen, void.coins_left) == (None, 0, None, (5, 5))
    assert (void.points_of(Side.FIRST), void.points_of(Side.SECOND)) == (0, 0)
    assert match.boards.played == 0
    assert match.boards_ended == 1
    assert (match.breaker, match.stage) == ("Asha", TO_PLAY)


@both("3.7 e")
def test_void_boards_are_not_among_the_eight() -> None:
    match = boards(singles(), *LEVEL[:7])
    void = report(at(match, "white on strike, 5 white, 5 black, queen on board"), "three-passes")
    assert void.games == ()

    assert boards(void, 1).games[0].winner is Side.FIRST


@pytest.mark.parametrize(
    ("what", "of"),
    [("abandon white", "game"), ("disqualified white d", "match"), ("ignored-request white", "board")],
)
def test_a_board_keeps_what_ended_with_it(what: str, of: str) -> None:
    match = report(at(singles(), "white on strike, 5 white, 5 black, queen on board"), what)

    assert ended_boards(match)[0].of == of


@both("4.2 a")
def test_a_disqualification_keeps_the_points_of_the_game_as_they_are() -> None:
    match = report(
        at(boards(singles(), 3), "white on strike, 5 white, 5 black, queen on board"), "disqualified black a"
    )

    assert (match.stage, match.winner) == (OVER, Side.SECOND)
    assert (match.points(Side.FIRST), match.points(Side.SECOND), match.games) == (3, 0, ())
    assert (match.standing, match.boards[-1].winner) == (None, Side.SECOND)


@both("4.2 a")
def test_a_match_that_is_over_has_no_coin_to_place_or_to_hold() -> None:
    struck = play_stroke(at(singles(), "white on strike, 5 white, 5 black, queen on board"), "s 2w")
    held = report(struck, "no-room black")
    assert (held.to_place, held.holders) == ((2, 0), ((WHITE, "Ben"),))

    over = report(held, "disqualified white a")

    assert (over.stage, over.to_place, over.holders) == (OVER, (0, 0), ())


@law("international-a 4 q", "international-b 4 r")
@EDITIONS
def test_a_game_given_up_is_lost_even_by_the_side_that_leads(book: Rulebook) -> None:
    """Ben leads by 20 to 3 and gives up on strike: Asha is raised to 25 and has the game."""
    match = matches.set_points(boards(singles(book), 3), 3, 20)
    running = at(match, "white on strike, 5 white, 5 black, queen on board, white has 20 points")
    assert running.on_strike == "Ben"

    given_up = report(running, "abandon white")

    assert given_up.games[0].winner is Side.FIRST
    assert (given_up.winner, given_up.stage) == (None, TO_PLAY)


@pytest.mark.parametrize(
    ("book", "before", "fell", "whose"),
    [
        (INTERNATIONAL_A, "4 white, 1 black, queen waiting", "b", None),
        (INTERNATIONAL_A, "4 white, 1 black, queen waiting", "b w", None),
        (INTERNATIONAL_A, "1 white, 1 black, queen waiting", "w b", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 1 black, queen waiting", "w b s", None),
        (INTERNATIONAL_A, "1 white, 5 black, queen on board", "w q on-edge", Side.FIRST),
        (INTERNATIONAL_A, "1 white, 1 black, queen on board", "w b", None),
        (INTERNATIONAL_A, "1 white, 1 black, queen covered by black", "w b s", Side.SECOND),
        (FFC_LEAFLET, "1 white, 5 black, queen on board", "w q on-edge", None),
        (FAMILY, "1 white, 5 black, queen on board", "w q on-edge", None),
        (FAMILY, "1 white, 5 black, queen on board", "w", None),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_the_sheet_knows_whose_the_queen_was_at_every_end(
    book: Rulebook, before: str, fell: str, whose: Side | None
) -> None:
    match = play_stroke(at(singles(book), f"white on strike, {before}"), fell)

    (board,) = ended_boards(match)
    assert board.queen is whose


def test_a_waiting_queen_is_nobodys_if_the_board_ends_by_an_incident() -> None:
    match = report(at(singles(), "white on strike, 1 white, 5 black, queen waiting"), "ignored-request black")

    (board,) = ended_boards(match)
    assert (board.winner, board.queen) == (Side.FIRST, None)


def test_sides_and_partners_have_their_names() -> None:
    match = doubles()

    assert (match.side_name(Side.FIRST), match.side_name(Side.SECOND)) == ("Asha & Chan", "Ben & Dora")
    assert [match.partner(name) for name in ("Asha", "Ben", "Chan", "Dora")] == [
        "Chan",
        "Dora",
        "Asha",
        "Ben",
    ]
    assert singles().side_name(Side.SECOND) == "Ben"
    assert (match.doubles, singles().doubles) == (True, False)


@both("3.3")
def test_the_players_keep_the_seats_they_took() -> None:
    """Whoever chose the seats may sit anywhere, as long as the players face each other."""
    tossed = matches.toss(matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",)), Side.FIRST, "seats")

    match = matches.seat(tossed, {Seat.EAST: "Asha", Seat.WEST: "Ben"})

    assert dict(match.seats) == {Seat.EAST: "Asha", Seat.WEST: "Ben"}
    assert (match.breaker, match.on_strike, match.white) == ("Ben", "Ben", Side.SECOND)
    assert (match.after("Ben"), match.after("Asha")) == ("Asha", "Ben")


@both("3.3", "3.5 b")
def test_the_second_side_may_break_first_and_has_the_whites() -> None:
    pairs = matches.begin(INTERNATIONAL_A, ("Asha", "Chan"), ("Ben", "Dora"))
    chairs = {Seat.SOUTH: "Asha", Seat.EAST: "Ben", Seat.NORTH: "Chan", Seat.WEST: "Dora"}

    match = matches.seat(matches.toss(pairs, Side.SECOND, "break"), chairs, "Dora")

    assert (match.breaker, match.white) == ("Dora", Side.SECOND)
    assert (match.colour_of(Side.FIRST), match.side_with(BLACK)) == (BLACK, Side.FIRST)
    assert [each.breaker for each in (boards(match, 1), boards(match, 1, 1))] == ["Asha", "Ben"]


@both("3.5 g", "3.7 e")
def test_the_order_of_breaks_goes_on_after_a_tossed_board() -> None:
    """Asha would break the ninth; Ben tosses for it, and she breaks the next game."""
    ninth = matches.toss_again(boards(singles(), *LEVEL), "Ben")
    assert ninth.stage == TO_PLAY

    void = report(at(ninth, "white on strike, 5 white, 5 black, queen on board"), "three-passes")
    won = boards(void, 2)

    assert void.breaker == "Ben"
    assert (won.games[0].winner, won.breaker) == (Side.FIRST, "Asha")


@both("5")
def test_the_deciding_game_is_the_one_that_both_sides_could_win_the_match_with() -> None:
    assert not singles().deciding
    assert not boards(singles(), 9, 9, 7).deciding
    assert boards(singles(), 9, 9, 7, -9, -9, -7).deciding
    assert not singles(FFC_LEAFLET).deciding


@both("3.8 c")
def test_the_change_of_the_deciding_game_is_noted_once() -> None:
    third = matches.change_seats(boards(singles(), 9, 9, 7, -9, -9, -7))
    assert not third.changed_in_decider

    due = boards(third, -9, -4)

    assert (due.change_seats, due.changed_in_decider) == (True, True)
    assert win_board(due, Side.FIRST, 1).change_seats


@both("3.11 g")
def test_a_later_stroke_forgets_who_placed_the_coins_of_an_earlier_one() -> None:
    """Ben placed white's coin in Asha's turn; in his own, white is placed by himself, black by Chan."""
    match = play_stroke(at(doubles(), "white on strike, 5 white, 5 black, queen on board"), "s")
    assert dict(match.placers) == {WHITE: "Ben"}

    later = play_stroke(match, "nothing")

    assert later.placers == ()
    assert later.on_strike == "Chan"
    assert (later.placer(WHITE), later.placer(BLACK)) == ("Dora", "Chan")


@both("3.11 g")
def test_a_foul_during_placing_keeps_the_placers_of_the_stroke() -> None:
    struck = play_stroke(at(doubles(), "white on strike, 5 white, 5 black, queen on board"), "s w")
    assert (struck.on_strike, struck.to_place) == ("Asha", (2, 0))

    fouled = report(struck, "foul white")

    assert (fouled.on_strike, fouled.to_place) == ("Ben", (3, 0))
    assert fouled.placer(WHITE) == "Ben"


@both("3.11 i")
def test_only_coins_that_find_no_room_are_taken_from_those_to_be_placed() -> None:
    """A coin of one colour that is held leaves the other colour's to be placed."""
    struck = play_stroke(
        at(doubles(), "white on strike, 5 white, 9 black, queen on board, black owes 1"), "s b"
    )
    assert struck.to_place == (1, 1)

    held = report(struck, "no-room black")

    assert held.to_place == (0, 1)
    assert dict(held.holders) == {WHITE: "Ben"}


@both("3.11 i")
def test_coins_of_both_colours_may_be_held_by_different_players() -> None:
    """Ben holds white's coin; his time runs out and Dora does, and Chan holds black's."""
    match = at(doubles(), "white on strike, 6 white, 6 black, queen on board")
    white_held = report(play_stroke(match, "s"), "no-room black")
    fouled = report(white_held, "late-stroke black")
    assert (fouled.on_strike, fouled.to_place, fouled.placer(BLACK)) == ("Chan", (0, 1), "Chan")

    both_held = report(fouled, "no-room white")
    down = report(both_held, "room white")

    assert (white_held.holders, both_held.holders) == (
        ((WHITE, "Ben"),),
        ((WHITE, "Dora"), (BLACK, "Chan")),
    )
    assert down.holders == ((WHITE, "Dora"),)
    assert (down.to_place, down.placer(BLACK)) == ((0, 1), "Chan")


def test_all_coins_put_back_are_to_be_placed_however_few_lay_there_before() -> None:
    match = at(singles(), "white on strike, 1 white, 4 black, queen covered by white")

    assert play_stroke(match, "w s").to_place == (2, 0)


def test_a_coin_is_not_to_be_placed_that_a_correction_took_off_the_board() -> None:
    """What is to be placed lies on the board in the end, so it is never more than lies there."""
    struck = play_stroke(at(singles(), "white on strike, 5 white, 5 black, queen on board"), "s 2w")
    assert struck.to_place == (3, 0)
    assert struck.standing is not None

    few = replace(struck, standing=replace(struck.standing, coins=struck.standing.coins.but(WHITE, 1)))

    assert report(few, "coin-broken").to_place == (1, 0)


def test_incidents_on_strike_pass_the_turn_to_the_next_player() -> None:
    match = at(doubles(), "white on strike, 5 white, 5 black, queen on board")

    assert report(match, "foul white").on_strike == "Ben"
    assert report(match, "technical-foul black").on_strike == "Asha"


@both("4.1.1")
def test_before_play_the_side_about_to_break_commits_technical_fouls_too() -> None:
    match = singles()

    ruling = matches.rule_on(match, incident("technical-foul white"))

    assert ruling.paragraphs == ("4.1.1",)
    assert ruling.findings[0].why == "technical-foul"


def test_a_replayed_match_counts_how_often_it_was_replayed() -> None:
    again = matches.replay(matches.replay(boards(doubles(), 9)))

    assert (again.replays, again.first, again.second, again.book) == (
        2,
        ("Asha", "Chan"),
        ("Ben", "Dora"),
        INTERNATIONAL_A,
    )

"""From the toss to the last point under the ICF's laws: breaks by game, finals, demands, protests."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.laws.played import at, boards, doubles, play_stroke, report, singles
from tests.says import incident, law, stroke
from tests.umpiring.scripted import Desk

from carrom.errors import ImpossibleCase, NotNow, RecordError
from carrom.record.entries import ProtestSpoken
from carrom.rulebooks import ICF, RULEBOOKS, in_finals
from carrom.rules import match as matches
from carrom.rules.demand import best_demand, demand_costs_queen
from carrom.rules.match import IN_PLAY, OVER, TO_DEMAND, TO_PLAY, TO_TOSS_AGAIN, Match
from carrom.stroke import Incident
from carrom.words import BLACK, WHITE, Seat, Side

FINALS = in_finals(ICF)
FIVES = "white on strike, 5 white, 5 black, queen on board"
THEIR_LAST = "white on strike, 4 white, 1 black, queen on board"
LEVEL = (1, -1, 1, -1, 1, -1, 1, -1)
CHAIRS = {Seat.SOUTH: "Asha", Seat.EAST: "Ben", Seat.NORTH: "Chan", Seat.WEST: "Dora"}


@law("icf 39a", "icf 39c")
def test_the_winner_of_the_toss_takes_the_sides_or_the_first_strike() -> None:
    """Who takes the sides leaves the break to the other."""
    tossed = matches.begin(ICF, ("Asha",), ("Ben",))

    assert matches.toss(tossed, Side.SECOND, "seats").breaks_first is Side.FIRST
    assert matches.toss(tossed, Side.SECOND, "break").breaks_first is Side.SECOND


@law("icf 47")
def test_coins_of_an_early_break_are_placed_before_play_is_said() -> None:
    broke = Incident("early-break", WHITE, pocketed=("white",))
    match = singles(ICF)
    early = matches.follow_ruling(match, matches.rule_on(match, broke), during_placing=True)

    assert early.to_place.white == 1
    assert matches.call_play(early).to_place == (0, 0)


@law("icf 39a")
def test_the_toss_is_made_once_a_match() -> None:
    with pytest.raises(NotNow):
        matches.toss(boards(singles(ICF), 9, 9, 7), Side.SECOND, "break")


@law("icf 39b", "icf 42")
def test_in_doubles_the_toss_is_for_the_pair_and_the_breaker_is_of_the_side_that_took_the_strike() -> None:
    tossed = matches.toss(matches.begin(ICF, ("Asha", "Chan"), ("Ben", "Dora")), Side.SECOND, "break")

    assert matches.seat(tossed, CHAIRS, "Dora").breaker == "Dora"
    with pytest.raises(ImpossibleCase, match="not on the side that breaks"):
        matches.seat(tossed, CHAIRS, "Asha")


@law("icf 39d")
def test_the_order_of_the_players_holds_for_the_match() -> None:
    """Nobody sits down a second time, and a change of seats keeps everybody's neighbour."""
    match = doubles(ICF)
    with pytest.raises(NotNow):
        matches.seat(match, CHAIRS, "Asha")

    changed = matches.change_seats(boards(match, 9, 9, 7))

    assert changed.order == match.order


@law("icf 42", "icf 43")
@pytest.mark.parametrize(("winner", "breaker"), [(Side.FIRST, "Asha"), (Side.SECOND, "Ben")])
def test_who_chose_to_strike_first_breaks_and_has_white(winner: Side, breaker: str) -> None:
    tossed = matches.toss(matches.begin(ICF, ("Asha",), ("Ben",)), winner, "break")
    match = matches.seat(tossed, {Seat.SOUTH: "Asha", Seat.NORTH: "Ben"})

    assert (match.breaker, match.on_strike, match.white) == (breaker, breaker, winner)
    assert match.standing is not None
    assert match.standing.on_strike is WHITE


@law("icf 45a", "icf 45b")
def test_each_player_has_three_tries_in_turn_until_the_break_is_made() -> None:
    match = matches.call_play(doubles(ICF))

    tried = []
    for _ in range(7):
        tried.append(match.on_strike)
        match = play_stroke(match, "missed")
    made = play_stroke(match, "nothing")

    assert tried == ["Asha"] * 3 + ["Ben"] * 3 + ["Chan"]
    assert (match.white, made.on_strike) == (Side.FIRST, "Dora")
    assert made.standing is not None
    assert made.standing.broken


@law("icf 45c")
def test_the_next_player_has_all_three_tries_after_one_that_lost_the_turn_at_once() -> None:
    match = play_stroke(matches.call_play(singles(ICF)), "s missed")

    tried = []
    for _ in range(4):
        tried.append(match.on_strike)
        match = play_stroke(match, "missed")

    assert tried == ["Ben"] * 3 + ["Asha"]
    assert match.standing is not None
    assert match.standing.due == (0, 0)


@law("icf 46", "icf 5")
def test_the_board_is_open_from_play_and_the_break_comes_after_it_within_fifteen_seconds() -> None:
    with pytest.raises(NotNow, match="has not said Play"):
        matches.rule_on(singles(ICF), stroke("w"))
    opened = matches.call_play(singles(ICF))

    assert opened.stage == IN_PLAY
    assert play_stroke(opened, "w").on_strike == "Asha"
    assert ICF.match.stroke_seconds == 15
    with pytest.raises(NotNow, match="not early"):
        matches.rule_on(opened, incident("early-break white"))


@law("icf 47")
def test_after_a_break_before_play_nothing_is_set_up_again() -> None:
    """The position stands, the other side plays with its own colour, and what fell of it stays in."""
    match = report(singles(ICF), "early-break white: w b")

    assert (match.on_strike, match.white) == ("Ben", Side.FIRST)
    assert match.standing is not None
    assert match.standing.broken
    assert (match.standing.coins, match.standing.due) == ((9, 8), (1, 0))


@law("icf 48", "icf 49b")
def test_the_turn_stays_with_an_own_coin_and_goes_to_the_right_without_one() -> None:
    match = at(doubles(ICF), FIVES)

    seen = [match.on_strike]
    for what in ("w", "nothing", "nothing", "nothing", "nothing"):
        match = play_stroke(match, what)
        seen.append(match.on_strike)

    assert seen == ["Asha", "Asha", "Ben", "Chan", "Dora", "Asha"]


@law("icf 49a")
def test_each_game_is_opened_by_the_other_player_however_many_boards_the_last_one_had() -> None:
    """Four boards in the first game, three in the second: Asha opens the first and the third."""
    match, opened = singles(ICF), []
    for score in (9, 9, 3, 4, -9, -9, -7):
        opened.append(match.breaker)
        match = boards(match, score)

    assert opened == ["Asha", "Ben", "Asha", "Ben", "Ben", "Asha", "Ben"]
    assert (match.deciding, match.breaker, match.white) == (True, "Asha", Side.FIRST)


@law("icf 49a")
def test_in_doubles_the_break_goes_to_the_right_and_the_games_to_the_first_two_breakers() -> None:
    match, opened = doubles(ICF), []
    for score in (9, 9, 7, -9, -9, -3, -4):
        opened.append(match.breaker)
        match = boards(match, score)

    assert opened == ["Asha", "Ben", "Chan", "Ben", "Chan", "Dora", "Asha"]
    assert (match.deciding, match.breaker) == (True, "Asha")


@law("icf 49a", "icf 56b")
def test_an_extra_board_does_not_change_who_opens_the_next_game() -> None:
    for breaker in ("Asha", "Ben"):
        ninth = matches.toss_again(boards(singles(ICF), *LEVEL), breaker)

        assert (ninth.breaker, boards(ninth, 2).breaker) == (breaker, "Ben")


@law("icf 52a", "icf 53a")
def test_the_first_to_pocket_all_own_coins_wins_as_many_points_as_the_other_has_coins_left() -> None:
    match = play_stroke(at(singles(ICF), "white on strike, 1 white, 6 black, queen covered by black"), "w")

    assert (match.points(Side.FIRST), match.points(Side.SECOND)) == (6, 0)


@law("icf 56a")
def test_a_game_is_twenty_five_points_or_the_lead_after_eight_boards() -> None:
    assert boards(singles(ICF), 9, 9, 6).games == ()
    assert boards(singles(ICF), 9, 9, 7).games[0].winner is Side.FIRST
    assert boards(singles(ICF), *LEVEL[:7]).games == ()
    assert boards(singles(ICF), *LEVEL[:7], 1).games[0].winner is Side.FIRST


@law("icf 56b")
def test_level_after_eight_boards_one_more_is_tossed_for_up_to_the_pre_quarter_finals() -> None:
    match = boards(singles(ICF), *LEVEL)
    assert match.stage == TO_TOSS_AGAIN

    won = boards(matches.toss_again(match, "Ben"), -2)

    assert won.games[0].winner is Side.SECOND


@law("icf 56b")
def test_from_the_quarter_finals_a_game_is_played_to_25_however_many_boards_it_takes() -> None:
    ninth = boards(singles(FINALS), *LEVEL)
    assert (ninth.stage, ninth.breaker) == (TO_PLAY, "Asha")

    ahead = boards(ninth, 1, 1, 1)

    assert (ahead.stage, ahead.games) == (TO_PLAY, ())
    assert boards(ahead, 9, 9).games[0].winner is Side.FIRST


@law("icf 57")
def test_the_best_of_three_games_wins_the_match() -> None:
    level = boards(singles(ICF), 9, 9, 7, -9, -9, -7)
    assert level.stage == TO_PLAY

    won = boards(level, -9, -9, -7)

    assert (won.stage, won.winner) == (OVER, Side.SECOND)
    assert boards(singles(ICF), 9, 9, 7, 9, 9, 7).winner is Side.FIRST


@law("icf 58", "icf 61")
def test_in_singles_ends_change_after_each_game_within_two_minutes() -> None:
    changed = matches.change_seats(boards(singles(ICF), 9, 9, 7))

    assert dict(changed.seats) == {Seat.NORTH: "Asha", Seat.SOUTH: "Ben"}
    assert ICF.match.change_seconds == 120


@law("icf 59")
def test_in_doubles_everybody_moves_one_seat_to_the_right_after_each_game() -> None:
    changed = matches.change_seats(boards(doubles(ICF), 9, 9, 7))

    assert dict(changed.seats) == {
        Seat.EAST: "Asha",
        Seat.NORTH: "Ben",
        Seat.WEST: "Chan",
        Seat.SOUTH: "Dora",
    }


def third_game(match: Match) -> Match:
    return matches.change_seats(boards(match, 9, 9, 7, -9, -9, -7))


@law("icf 60a")
def test_in_the_third_game_ends_change_after_four_boards_or_at_13_points() -> None:
    third = third_game(singles(ICF))

    assert not boards(third, 1, 1, 1).change_seats
    assert boards(third, 1, 1, 1, 1).change_seats
    assert not boards(third, 9, 3).change_seats
    assert boards(third, 9, 4).change_seats


@law("icf 60b")
def test_from_the_quarter_finals_they_change_only_at_13_points() -> None:
    third = third_game(singles(FINALS))

    assert not boards(third, 1, 1, 1, 1, 1, 1).change_seats
    assert boards(third, 9, 4).change_seats


@law("icf 60c")
def test_a_change_that_was_overlooked_is_made_after_the_board_in_which_it_is_noticed() -> None:
    opened = matches.call_play(boards(third_game(singles(ICF)), 9, 4))
    with pytest.raises(NotNow, match="between boards"):
        matches.change_seats(opened)

    later = play_stroke(at(opened, "white on strike, 1 white, 5 black, queen covered by black"), "w")

    assert later.change_seats
    assert not matches.change_seats(later).change_seats


@law("icf 78b")
def test_in_doubles_the_right_hand_neighbour_places_but_who_pocketed_their_coin_places_it_himself() -> None:
    match = at(doubles(ICF), "white on strike, 5 white, 9 black, queen on board, black owes 1")

    assert play_stroke(match, "s").placer(WHITE) == "Ben"
    paid = play_stroke(match, "b")
    assert (paid.on_strike, paid.placer(BLACK)) == ("Ben", "Asha")


@law("icf 79")
def test_a_coin_without_room_is_the_partner_s_once_the_right_has_passed() -> None:
    held = report(play_stroke(at(doubles(ICF), FIVES), "s"), "no-room black")
    passed = play_stroke(held, "nothing")

    assert (held.holder(WHITE), passed.holder(WHITE)) == ("Ben", "Dora")
    down = report(passed, "room black")
    assert (down.to_place, down.placer(WHITE)) == ((1, 0), "Dora")


@law("icf 88a")
def test_fifteen_seconds_are_for_placing() -> None:
    assert ICF.match.placing_seconds == 15


@law("icf 137", "icf 140", "icf 142")
@pytest.mark.parametrize("what", ["three-passes", "replay", "no-striker-place"])
def test_a_board_played_again_has_the_same_breaker_and_gives_no_points(what: str) -> None:
    match = report(at(boards(singles(ICF), 3), FIVES), what)

    assert (match.breaker, match.stage, match.boards.played) == ("Ben", TO_PLAY, 1)
    assert (match.points(Side.FIRST), match.points(Side.SECOND)) == (3, 0)


def to_demand(what: str, first: int = 0, second: int = 0, before: str = THEIR_LAST) -> Match:
    """Asha, who has the whites, pockets Ben's last coin with the striker or improperly."""
    match = matches.set_points(singles(ICF), first, second)
    points = f", black has {second} points" if second else ""
    return play_stroke(at(match, before + points), what)


@law("icf 87b")
@pytest.mark.parametrize(("asked", "points"), [(0, 7), (1, 8), (2, 9)])
def test_extra_points_are_given_on_demand_in_full_in_part_or_not_at_all(asked: int, points: int) -> None:
    ended = to_demand("b s improper")
    assert (ended.stage, ended.may_demand, ended.points(Side.SECOND)) == (TO_DEMAND, 2, 7)

    after = matches.demand(ended, asked)

    assert (after.stage, after.points(Side.SECOND), after.breaker) == (TO_PLAY, points, "Ben")
    assert (after.boards[-1].points, after.boards[-1].extra) == (points, asked)
    assert ICF.notes["extra-points"] == ("icf 87b",)


@law("icf 87b")
def test_no_more_than_the_law_gives_may_be_demanded_and_no_board_begins_before() -> None:
    ended = to_demand("b s")

    for asked in (-1, 2):
        with pytest.raises(ImpossibleCase):
            matches.demand(ended, asked)
    with pytest.raises(NotNow):
        matches.call_play(ended)
    with pytest.raises(NotNow):
        matches.demand(matches.demand(ended, 1), 1)


@law("icf 87b")
def test_the_demand_belongs_to_the_board_that_has_ended() -> None:
    ended = to_demand("b s")

    assert matches.game_and_board(ended) == (1, 1)
    assert matches.game_and_board(matches.give_up(ended, Side.FIRST)) == (1, 1)
    assert matches.game_and_board(matches.demand(ended, 1)) == (1, 2)


@law("icf 87b", "icf 55")
def test_the_extra_points_end_at_twelve() -> None:
    eleven = to_demand("b s improper", before="white on strike, 8 white, 1 black, queen on board")
    twelve = to_demand("b s improper", before="white on strike, 9 white, 1 black, queen on board")

    assert (eleven.stage, eleven.may_demand) == (TO_DEMAND, 1)
    assert (twelve.stage, twelve.points(Side.SECOND)) == (TO_PLAY, 12)


@law("icf 87b")
def test_nobody_is_asked_where_the_game_is_won_without_extra_points() -> None:
    """18 and 7 are 25; with 17 the one more wins the game."""
    won = to_demand("b s", second=18)
    asked = to_demand("b s", second=17)

    assert (won.stage, won.games[0].winner) == (TO_PLAY, Side.SECOND)
    assert asked.stage == TO_DEMAND
    assert matches.demand(asked, 1).games[0].winner is Side.SECOND
    assert matches.demand(asked, 0).games == ()


@law("icf 87b", "icf 54")
def test_a_side_at_18_is_better_off_without_the_point_that_would_bring_it_to_22() -> None:
    ended = to_demand("w s", second=18, before="white on strike, 1 white, 4 black, queen on board")

    assert (ended.points(Side.SECOND), ended.may_demand, best_demand(ended)) == (21, 1, 0)


@law("icf 139")
def test_a_game_may_be_conceded_before_play_too_and_by_either_side() -> None:
    for side, winner in (("white", Side.SECOND), ("black", Side.FIRST)):
        match = report(singles(ICF), f"abandon {side}")

        assert (match.games[0].winner, match.games[0].points(winner)) == (winner, 25)


@law("icf 139")
def test_a_match_may_be_conceded_at_any_stage() -> None:
    tossed = matches.begin(ICF, ("Asha",), ("Ben",))

    for match in (tossed, singles(ICF), at(singles(ICF), FIVES), to_demand("b s")):
        given_up = matches.give_up(match, Side.FIRST)
        assert (given_up.stage, given_up.winner) == (OVER, Side.SECOND)


@law("icf 143i", "icf 143d")
@pytest.mark.parametrize("ground", ["d", "i"])
def test_a_player_who_does_not_come_or_insults_loses_the_match_before_it_begins(ground: str) -> None:
    desk = Desk().ask("begin", rulebook="icf", first=["Asha"], second=["Ben"])
    desk.ask("incident", kind="disqualified", player="Ben", ground=ground)

    assert (desk.match.stage, desk.match.winner) == (OVER, Side.FIRST)


def desk(**fields: object) -> Desk:
    """Asha breaks against Ben."""
    begun = Desk().ask("begin", rulebook="icf", first=["Asha"], second=["Ben"], **fields)
    begun.ask("toss", winner="first", choice="break")
    return begun.ask("seat", seats=[["south", "Asha"], ["north", "Ben"]])


@law("icf 117")
def test_a_striker_may_be_changed_after_any_board() -> None:
    table = desk()
    for _ in range(4):
        table.win("first", 1).ask("change-striker", player="Ben")

    assert table.record.state.strikers_of("Ben") == 4
    assert table.record.state.may_change_striker("Ben")


@law("icf 138")
def test_ten_minutes_are_between_the_second_and_the_third_game() -> None:
    assert ICF.match.rest_minutes == 10


def test_a_match_begun_in_the_finals_has_no_limit_of_boards() -> None:
    assert desk(finals=True).match.book.match == replace(ICF.match, boards=None, change_after_boards=None)


PROTEST = {"facts": "the coin was touched", "paragraph": "134"}


@law("icf protest 1")
def test_a_protest_is_against_the_last_call_and_comes_at_once() -> None:
    """It names that call; one against an earlier call is refused."""
    table = desk().play().stroke("white")
    call = table.last
    table.ask("protest", side="second")

    assert [(each.side, each.about) for each in table.record.state.protests] == [(Side.SECOND, call)]
    with pytest.raises(RecordError, match="at once, against the last call"):
        table.stroke("white").record.enter(ProtestSpoken(Side.SECOND, call))


@law("icf protest 2")
@pytest.mark.parametrize(("minutes", "in_time"), [(14, True), (16, False)])
def test_a_protest_is_written_within_fifteen_minutes_of_the_end_of_its_board(
    minutes: int, in_time: bool
) -> None:
    table = desk().win("first", 3).ask("protest", side="second")
    table.now += timedelta(minutes=minutes) - timedelta(seconds=60)

    if in_time:
        table.ask("write-protest", **PROTEST)
        assert table.record.state.protests[0].written == PROTEST["facts"]
    else:
        with pytest.raises(NotNow, match="had to be written by"):
            table.ask("write-protest", **PROTEST)


@law("icf protest 3", "icf protest 4")
def test_play_goes_on_under_a_protest_and_taking_strokes_back_does_not_withdraw_it() -> None:
    table = desk().play().stroke("white").ask("protest", side="second").ask("write-protest", **PROTEST)
    table.stroke("queen").stroke("white")
    assert str(table.board) == "white on strike, 7 white, 9 black, queen covered by white"

    table.ask("undo", to=table.last - 2, reason="tapped twice")

    assert len(table.record.state.open_protests) == 1


@law("icf protest 5")
def test_an_upheld_protest_resumes_play_from_the_start_of_its_board() -> None:
    """The board before it stands, and the same player breaks again."""
    table = desk().win("first", 3).play().stroke("black").stroke("white").ask("protest", side="second")
    table.stroke().stroke().ask("write-protest", **PROTEST)

    table.ask("decide-protest", upheld=True)

    assert (table.match.stage, table.match.breaker, table.match.replays) == (TO_PLAY, "Ben", 0)
    assert (table.match.boards_ended, table.match.points(Side.FIRST)) == (1, 6)
    assert str(table.board) == (
        "white on strike, 9 white, 9 black, queen on board, black has 6 points, to break"
    )
    assert table.record.state.protests[0].upheld


@law("icf protest 5")
def test_boards_played_after_the_protested_one_are_played_again_too() -> None:
    """The match had ended meanwhile; it goes on from the first board of its second game."""
    table = desk().win("first", 9).win("first", 9).win("first", 7).win("first", 3)
    table.ask("protest", side="second").ask("write-protest", **PROTEST)
    table.win("first", 9).win("first", 9)
    assert table.match.stage == OVER

    table.ask("decide-protest", upheld=True)

    assert (table.match.stage, len(table.match.games), len(table.match.boards)) == (TO_PLAY, 1, 0)
    assert (table.match.breaker, table.match.winner) == ("Ben", None)


@law("icf protest 5")
def test_a_refused_protest_leaves_the_result() -> None:
    table = desk().win("first", 3).ask("protest", side="second").ask("write-protest", **PROTEST)
    table.ask("decide-protest", upheld=False)

    assert (table.match.boards_ended, table.match.points(Side.FIRST)) == (1, 6)
    assert table.record.state.open_protests == ()


def test_the_lengths_and_limits_of_the_texts() -> None:
    assert {book.id: book.match.games_to_win for book in RULEBOOKS.values()} == {
        "international-a": 2,
        "international-b": 2,
        "ffc-basics": 1,
        "ffc-leaflet": 1,
        "family": 1,
        "icf": 2,
    }
    assert (ICF.match.distractions_allowed, ICF.match.striker_changes, ICF.match.rest_minutes) == (
        2,
        None,
        10,
    )


def test_a_board_has_its_number_in_its_game() -> None:
    """A void board is played again under its number."""
    match = boards(singles(ICF), 4, 5)
    assert matches.game_and_board(match) == (1, 3)
    void = report(matches.call_play(match), "replay")

    assert matches.game_and_board(void) == (1, 3)
    assert [number for number, _ in void.boards.numbered()] == [1, 2, 3]
    assert [number for number, _ in boards(void, 6).boards.numbered()] == [1, 2, 3, 3]
    assert matches.game_and_board(boards(void, 9, 9)) == (2, 1)


@law("icf 87b")
def test_more_than_there_is_cannot_be_demanded() -> None:
    ended = replace(singles(ICF), stage=TO_DEMAND, may_demand=1)

    with pytest.raises(ImpossibleCase, match="points: 2 extra points cannot be demanded; 0 to 1 can"):
        matches.demand(ended, 2)


@law("icf 87b", "icf 54")
@pytest.mark.parametrize(
    ("points", "extra", "costs"),
    [(21, 1, True), (20, 2, True), (20, 1, False), (7, 2, False), (22, 1, False)],
)
def test_extra_points_cost_the_queen_where_they_lead_to_22(points: int, extra: int, costs: bool) -> None:
    won = boards(singles(ICF), 9, 9, points - 18) if points > 18 else boards(singles(ICF), points)
    ended = replace(won, stage=TO_DEMAND, may_demand=extra)

    assert ended.points(Side.FIRST) == points
    assert demand_costs_queen(ended) is costs

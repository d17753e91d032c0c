"""A match on the simulated table goes through the phases of the laws, and asks the right player each time."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import pytest
from tests.says import law
from tests.table.seated import (
    BLACK,
    DOUBLES,
    EAST,
    NORTH,
    OPEN,
    QUEEN,
    SINGLES,
    SOUTH,
    WEST,
    WHITE,
    after,
    asks,
    at,
    counts,
    is_whole,
    kinds,
    nudge,
    opened,
    playing,
    seated,
    striker_in,
    without,
)

from carrom.equipment import STANDARD
from carrom.errors import CarromError, ImpossibleAim, ImpossiblePlacing
from carrom.physics import simulate
from carrom.players import Noise
from carrom.record import audit
from carrom.record.entries import CoinPlaced, Happened, Struck
from carrom.rulebooks import INTERNATIONAL_A, RULEBOOKS
from carrom.rules.match import Match
from carrom.rules.placing import PlacingLaws, free_places
from carrom.rules.respot import RespotLaws
from carrom.stroke import Aim, Incident, Layout, Placement
from carrom.surface import Point, band_middle, turned_to
from carrom.table import (
    Over,
    Table,
    ToAnswer,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTossAgain,
    ToTry,
    ToTurn,
    ask_message,
    begin,
)
from carrom.table.soft_strokes import is_slight, least_speed
from carrom.words import Coin, Colour, Seat, Side


def test_a_match_begins_with_the_toss_the_seats_and_the_rosette() -> None:
    """The winner takes the break, so the other side has the seats; "Play" is said by the table."""
    table = begin("international-a", *SINGLES)

    assert asks(table) == ToToss()
    table.toss(Side.SECOND, "break")
    assert asks(table) == ToSeat(Side.FIRST)
    table.seat({NORTH: "Asha", SOUTH: "Ben"})
    assert asks(table) == ToTurn("Ben")
    table.turn("Ben", 0.3)
    assert asks(table) == ToStrike("Ben")
    assert kinds(table) == ["Begun", "Tossed", "Seated", "RosetteTurned", "PlayCalled"]


@law("international-a 3.5 b")
@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_the_rosette_lies_as_the_breaker_has_turned_it(seat: Seat) -> None:
    table = begin("international-a", *SINGLES)
    table.toss(Side.FIRST, "break")
    table.seat({seat: "Asha", seat.opposite: "Ben"})
    assert table.layout == Layout.rosette(seat=seat)

    table.turn("Asha", radians(17.0))

    assert table.layout == Layout.rosette(turned=radians(17.0), seat=seat)


def test_each_side_may_have_its_trial_board_before_the_first() -> None:
    """The breaking side first; afterwards the rosette lies as before, and the strokes can be replayed."""
    table = begin("international-a", *SINGLES, trials=True)
    table.toss(Side.FIRST, "break")
    table.seat()
    assert asks(table) == ToTry(Side.FIRST)

    first = table.trial("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))
    assert asks(table) == ToTry(Side.SECOND)
    table.trial("Ben", at(NORTH, (0.01, 0.0), speed=5.0))

    assert asks(table) == ToTurn("Asha")
    assert table.layout == Layout.rosette()
    assert table.replay(4).hash == first.hash
    table.turn("Asha", 0.0)
    assert table.match.standing is not None
    assert not table.match.standing.broken


def test_trial_boards_can_be_left_out() -> None:
    table = begin("international-a", *SINGLES, trials=True)
    table.toss(Side.FIRST, "break")
    table.seat()

    table.skip_trials()

    assert asks(table) == ToTurn("Asha")
    assert kinds(table, since=3) == ["TrialLeft", "TrialLeft"]


@law("international-a 3.5 d")
def test_a_missed_break_is_tried_again_and_then_by_the_other_side() -> None:
    """The other side keeps its colour, and is not asked to turn the rosette."""
    table = opened()

    table.pass_stroke("Asha")
    assert asks(table) == ToStrike("Asha")
    table.pass_stroke("Asha")

    assert asks(table) == ToStrike("Ben")
    assert table.colour_of("Ben") is Colour.BLACK
    assert table.layout == Layout.rosette()


@law("international-a 3.5 f")
def test_after_an_early_break_the_other_side_breaks_a_rosette_nobody_turns() -> None:
    table = seated()

    table.report(Incident("early-break", Colour.WHITE))

    assert asks(table) == ToStrike("Ben")
    assert table.layout == Layout.rosette()
    assert kinds(table, since=3) == ["Happened", "PlayCalled"]


def test_turns_in_doubles_go_round_to_the_right() -> None:
    """Asha in the south, then east, north, west; in the family game to the left."""
    for book, order in (("international-a", "Asha Ben Chan Dora"), ("family", "Asha Dora Chan Ben")):
        table = after(opened(book, doubles=True), Layout.rosette())
        struck = ["Asha"]
        for _ in range(3):
            assert isinstance(table.asks, ToStrike)
            struck.append(table.asks.player)
            table.strike(table.asks.player, nudge(table.seat_of(table.asks.player)))

        assert struck == order.split()
        assert asks(table) == ToStrike("Asha")


@law("international-a 3.11 a", "international-a 3.11 g")
def test_a_penalty_coin_is_placed_by_the_opponent_before_the_next_stroke() -> None:
    table = playing(OPEN)

    table.strike("Asha", striker_in(SOUTH))

    assert asks(table) == ToPlace("Ben", WHITE, 1)
    assert counts(table) == (3, 3, 1)
    table.place("Ben", Placement(WHITE, 0.05, 0.0))
    assert asks(table) == ToStrike("Ben")
    assert counts(table) == (4, 3, 1)
    assert table.layout.coins[-1].point == (0.05, 0.0)
    is_whole(table)


@law("international-a 3.11 g")
@pytest.mark.parametrize(("book", "placer"), [("international-a", "Ben"), ("family", "Dora")])
def test_in_doubles_the_neighbour_of_the_player_on_strike_places(book: str, placer: str) -> None:
    """To the right of Asha sits Ben, to the left Dora: whoever plays next."""
    table = playing(without(WHITE, 3, 4), book, doubles=True)

    table.strike("Asha", striker_in(SOUTH))

    assert asks(table) == ToPlace(placer, WHITE, 1)


def test_several_coins_are_placed_one_by_one() -> None:
    """A technical foul by the other side adds a coin of theirs, which the player on strike places."""
    table = playing("w 0.2,0.1; b 0.2,-0.1; q 0.0,0.0")
    table.strike("Asha", striker_in(SOUTH))

    table.report(Incident("technical-foul", Colour.WHITE))

    assert asks(table) == ToPlace("Ben", WHITE, 2)
    table.place("Ben", Placement(WHITE, 0.05, 0.0))
    assert asks(table) == ToPlace("Ben", WHITE, 1)
    table.place("Ben", Placement(WHITE, -0.05, 0.0))
    assert asks(table) == ToStrike("Ben")


def test_coins_of_both_sides_are_placed_each_by_the_other_side() -> None:
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))

    table.report(Incident("touched-while-placing", Colour.BLACK))

    assert asks(table) == ToPlace("Ben", WHITE, 1)
    table.place("Ben", Placement(WHITE, 0.05, 0.0))
    assert asks(table) == ToPlace("Asha", BLACK, 1)
    table.place("Asha", Placement(BLACK, -0.05, 0.0))
    assert asks(table) == ToStrike("Ben")
    is_whole(table)


def test_where_both_sides_place_neither_waits_for_the_other() -> None:
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))
    table.report(Incident("touched-while-placing", Colour.BLACK))

    table.place("Asha", Placement(BLACK, -0.05, 0.0))

    assert asks(table) == ToPlace("Ben", WHITE, 1)


@law("international-a 3.12 b", "international-a 3.12 d")
def test_the_queen_is_put_back_by_the_table_at_once() -> None:
    """Asha has pocketed her and does not cover: she goes to the centre without anybody being asked."""
    table = after(playing(OPEN), OPEN.removesuffix("; q 0.0,0.0"))
    assert counts(table) == (3, 3, 0)
    since = table.seq

    table.strike("Asha", Aim(SOUTH, 0.0, -1.5, 0.5))

    assert kinds(table, since) == ["Struck", "CoinPlaced"]
    assert table.entries[-1].event == CoinPlaced(QUEEN, 0.0, 0.0)
    assert asks(table) == ToStrike("Ben")
    assert counts(table) == (3, 3, 1)


@pytest.mark.parametrize(("hidden", "spot"), [(False, (1.0, 0.0)), (True, (0.0, -1.0))])
def test_beside_a_covered_centre_the_queen_goes_where_the_match_s_own_text_says(
    monkeypatch: pytest.MonkeyPatch, hidden: bool, spot: Point
) -> None:
    """At the breaker's right, or behind the coin on the centre for Ben, who strikes next."""
    laws = RespotLaws(queen_beside_centre="next" if hidden else "breaker")
    monkeypatch.setitem(RULEBOOKS, "international-a", replace(INTERNATIONAL_A, respot=laws))
    covered = OPEN.replace("b 0.2,-0.1", "b 0.0,0.0").removesuffix("; q 0.0,0.0")
    table = after(playing(f"{covered}; q 0.1,0.1"), covered)

    table.strike("Asha", Aim(SOUTH, 0.0, -1.5, 0.5))

    assert asks(table) == ToStrike("Ben")
    d = STANDARD.coins.diameter
    assert table.entries[-1].event == CoinPlaced(QUEEN, spot[0] * d, spot[1] * d)


@law("international-a 3.11 i")
def test_a_coin_without_room_is_held_and_placed_when_there_is_room_again() -> None:
    """In a rosette with one hole there is no room; the holder's own stroke makes some."""
    table = playing(without(WHITE, 0))
    since = table.seq

    table.strike("Asha", striker_in(SOUTH))

    assert kinds(table, since) == ["Struck", "Happened"]
    assert table.match.standing is not None
    assert table.match.standing.held.white == 1
    assert table.match.holder(Colour.WHITE) == "Ben"
    assert asks(table) == ToStrike("Ben")
    is_whole(table)

    since = table.seq
    table.strike("Ben", at(NORTH, (0.0, 0.0), speed=6.0))

    assert [str(event.incident) for event in happened(table, since)] == ["room by black"]
    assert asks(table) == ToPlace("Ben", WHITE, 1)
    is_whole(table)
    table.place("Ben", Placement(WHITE, *spot(table, "Ben", WHITE)))
    assert table.match.standing.held.white == 0
    assert audit(table.entries) == []


@pytest.fixture
def lax(monkeypatch: pytest.MonkeyPatch) -> None:
    """Edition a, but a placed coin may touch others, and only shots with the queen are barred."""
    laws = PlacingLaws(may_touch=True, no_shot_with="queen")
    monkeypatch.setitem(RULEBOOKS, "international-a", replace(INTERNATIONAL_A, placing=laws))


@pytest.mark.usefixtures("lax")
def test_a_coin_is_placed_as_the_match_s_own_text_allows() -> None:
    """Against another coin, but not in line with the queen and a pocket."""
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))

    with pytest.raises(ImpossiblePlacing) as refused:
        table.place("Ben", Placement(WHITE, 0.03, 0.03))
    assert refused.value.failed == table.forbidden_at("Ben", WHITE, 0.03, 0.03) == ("queen-shot",)
    table.place("Ben", Placement(WHITE, 0.0, STANDARD.coins.diameter))
    assert asks(table) == ToStrike("Ben")
    assert counts(table) == (4, 3, 1)


@pytest.mark.usefixtures("lax")
def test_where_coins_may_touch_no_coin_is_held_for_a_hole_that_fits_it() -> None:
    """The hole of the rosette, in which edition a leaves no room."""
    table = playing(without(WHITE, 0))

    table.strike("Asha", striker_in(SOUTH))

    assert asks(table) == ToPlace("Ben", WHITE, 1)
    table.place("Ben", Placement(WHITE, *table.spots_for("Ben", WHITE)[0]))
    assert counts(table) == (9, 9, 1)
    assert audit(table.entries) == []


def happened(table: Table, since: int) -> list[Happened]:
    return [entry.event for entry in table.entries[since:] if isinstance(entry.event, Happened)]


def spot(table: Table, player: str, coin: Coin) -> Point:
    colour, seats = table.colour_of(player), table.seats_of(player)
    return next(free_places(table.layout, coin, colour, table.equipment, seats))


@law("international-a 3.11 i")
def test_in_doubles_a_held_coin_is_put_down_by_whoever_holds_it_now() -> None:
    """Ben's turn ends with the coin still held: Dora, his partner, holds it and places it after Chan's."""
    table = playing(without(WHITE, 0), doubles=True)
    table.strike("Asha", striker_in(SOUTH))
    assert table.match.holder(Colour.WHITE) == "Ben"

    table.pass_stroke("Ben")
    assert table.match.holder(Colour.WHITE) == "Dora"
    table.strike("Chan", at(NORTH, (0.0, 0.0), speed=6.0))

    assert asks(table) == ToPlace("Dora", WHITE, 1)


@law("international-a 4 p")
def test_three_passes_each_void_the_board_and_the_same_player_breaks_again() -> None:
    table = after(opened(), Layout.rosette())
    assert asks(table) == ToStrike("Ben")

    for player in ("Ben", "Asha") * 3:
        table.pass_stroke(player)

    assert table.match.boards[-1].void
    assert asks(table) == ToTurn("Asha")
    assert table.layout == Layout.rosette()


def test_passing_is_a_stroke_that_leaves_everything_where_it_was() -> None:
    table = playing(OPEN)
    before = table.layout

    trace = table.pass_stroke("Asha")

    assert trace is not None
    assert not trace.contacts or all(contact.piece == 0 for contact in trace.contacts)
    assert table.layout == before
    event = table.entries[-1].event
    assert isinstance(event, Struck)
    assert str(event.report) == "missed"


@pytest.mark.parametrize("angle", [0.0, 0.3, 1.0, 1.5707963267948966, 2.5, 3.1, -1.2])
@pytest.mark.parametrize("x", [-0.1, 0.0, 0.15])
def test_a_stroke_leaves_the_band_of_the_base_lines_at_the_least_speed_and_not_below(
    angle: float, x: float
) -> None:
    """As the simulator has it (3.2 i): the centre stops just outside the band, or just inside."""
    board = STANDARD.board
    least = least_speed(Aim(SOUTH, x, angle, 1.0), STANDARD)
    for speed, leaves in ((least * 1.0001, True), (least * 0.9999, False)):
        trace = simulate(Layout(), Aim(SOUTH, x, angle, speed))
        assert trace.rest[0] is not None
        along, depth = trace.rest[0]
        off = abs(depth + band_middle(board))
        out = off > board.base_circle_diameter / 2.0 or abs(along) > board.base_line_length / 2.0
        assert out == leaves
        assert is_slight(trace) != leaves


def test_a_soft_touch_inside_the_band_is_a_stroke() -> None:
    """A coin lies against the striker: the slightest move touches it (3.2 i)."""
    reach = (STANDARD.striker.diameter + STANDARD.coins.diameter) / 2.0
    near = f"w 0.0,{reach + 0.0005 - band_middle(STANDARD.board)}; w 0.2,0.2; b 0.0,0.2; q 0.0,0.0"
    table = playing(near)

    trace = table.strike("Asha", Aim(SOUTH, 0.0, 1.5707963267948966, 0.1))

    assert trace is not None
    event = table.entries[-1].event
    assert isinstance(event, Struck)
    assert str(event.report) == "nothing"


def test_a_shaking_hand_still_makes_a_stroke() -> None:
    """Errors that would leave the striker in its band give the slowest stroke that leaves it (3.2 i)."""
    table = playing(OPEN)
    wanted = Aim(SOUTH, 0.0, 1.5707963267948966, 0.2)
    slowest = 0
    for seed in range(40):
        what_if = table.branch(table.seq)
        trace = what_if.strike("Asha", wanted, noise=Noise(speed=1.0), seed=seed)
        assert trace is not None
        assert not is_slight(trace)
        slowest += trace.aim.speed == least_speed(wanted, STANDARD)
        event = what_if.entries[-1].event
        assert isinstance(event, Struck)
        assert (event.wanted, event.played) == (wanted, trace.aim)
        assert what_if.replay(what_if.seq).hash == trace.hash

    assert 5 < slowest < 35


@pytest.mark.parametrize("book", RULEBOOKS)
def test_passing_is_always_a_stroke(book: str) -> None:
    for table in (opened(book), playing(without(WHITE, 0), book)):
        trace = table.pass_stroke("Asha")

        assert trace is not None
        assert not is_slight(trace)


def test_passing_is_refused_where_the_base_lines_are_taken() -> None:
    """Eight coins lie along Asha's base lines: there is no place for the striker, and so no stroke."""
    whites = [f"w {-0.2191 + 0.0626 * number},-0.2508" for number in range(8)]
    elsewhere = [f"b {-0.2 + 0.05 * number},0.0" for number in range(9)]
    coins = "; ".join((*whites, "w 0.3,0.0", "q 0.0,0.1", *elsewhere))
    table = after(after(opened(), coins), coins)

    with pytest.raises(ImpossibleAim, match="leaves every coin untouched"):
        table.pass_stroke("Asha")


@law("international-a 4 q")
def test_who_abandons_loses_the_game_and_the_seats_are_changed() -> None:
    table = playing(OPEN)

    table.abandon("Asha")

    assert table.match.games_won(Side.SECOND) == 1
    assert kinds(table)[-2:] == ["Happened", "SeatsChanged"]
    assert asks(table) == ToTurn("Ben")
    assert table.seat_of("Ben") is SOUTH
    assert table.layout == Layout.rosette(seat=SOUTH)


def test_doubles_move_one_seat_to_the_right_after_a_game() -> None:
    table = opened(doubles=True)
    assert [table.seat_of(name) for name in ("Asha", "Ben", "Chan", "Dora")] == [SOUTH, EAST, NORTH, WEST]

    table.abandon("Asha")

    assert [table.seat_of(name) for name in ("Asha", "Ben", "Chan", "Dora")] == [EAST, NORTH, WEST, SOUTH]
    assert asks(table) == ToTurn("Ben")
    assert table.layout == Layout.rosette(seat=NORTH)


def test_a_match_ends_with_the_game_that_decides_it() -> None:
    table = opened()
    for _ in range(2):
        if isinstance(ask := table.asks, ToTurn):
            table.turn(ask.player, 0.0)
        while isinstance(ask := table.asks, ToStrike) and ask.player != "Asha":
            table.late(ask.player)
        table.abandon("Asha")

    assert asks(table) == Over(Side.SECOND)
    assert table.over
    assert table.layout == table.layout_at(table.seq - 1), "the last position stays"


@law("international-a 3.7 e")
def test_the_ninth_board_is_tossed_for_and_its_breaker_asked_to_turn() -> None:
    """Each breaker wins with one coin of the other left, and the queen: four points, level after eight."""
    table = seated()
    for _ in range(8):
        table.turn(table.match.breaker, 0.0)
        table = after(after(table, "w 0.2,0.1; b -0.2,0.1"), "b -0.2,0.1")
    assert [table.match.points(side) for side in Side] == [16, 16]
    assert asks(table) == ToTossAgain()

    table.toss_again("Ben")

    assert asks(table) == ToTurn("Ben")
    assert table.layout == Layout.rosette(seat=NORTH)


def test_who_asks_the_umpire_stops_the_match_until_the_answer() -> None:
    table = playing(OPEN)

    table.ask_umpire("Ben", "is that coin on the line?")

    assert asks(table) == ToAnswer(Side.SECOND)
    with pytest.raises(CarromError, match="asked the umpire"):
        table.strike("Asha", nudge(SOUTH))
    table.answer()
    assert asks(table) == ToStrike("Asha")


def test_a_late_stroke_is_no_stroke_and_costs_a_coin_and_the_turn() -> None:
    """With the clock on, fifteen seconds are allowed; without, nobody counts."""
    late = after(opened(clock=True), OPEN)
    before = late.layout

    assert late.strike("Asha", nudge(SOUTH), seconds=15.5) is None

    assert late.layout == before
    assert [str(event.incident) for event in happened(late, 0)] == ["late-stroke by white"]
    assert asks(late) == ToPlace("Ben", WHITE, 1)
    for clock, seconds in ((True, 15.0), (False, 60.0)):
        in_time = after(opened(clock=clock), OPEN)
        assert in_time.strike("Asha", nudge(SOUTH), seconds=seconds) is not None
        event = in_time.entries[-1].event
        assert isinstance(event, Struck)
        assert event.seconds == seconds


def test_the_family_game_lets_the_striker_stand_between_the_lines() -> None:
    """Near the end of the lines it would touch an arrow, of which that book knows nothing."""
    aim = Aim(SOUTH, 0.223, 1.8, 1.0)
    opened("family").strike("Asha", aim)

    with pytest.raises(CarromError, match="arrow"):
        opened().strike("Asha", aim)


def test_a_turned_table_plays_the_same() -> None:
    """The opponent across the board, striking the same way, meets the same board turned by half."""
    table = opened()
    table.strike("Asha", at(SOUTH, (0.0, 0.0), x=0.01, speed=6.0))
    other = begin("international-a", *SINGLES)
    other.toss(Side.SECOND, "break")
    other.seat()
    other.turn("Ben", 0.0)

    other.strike("Ben", at(NORTH, (0.0, 0.0), x=0.01, speed=6.0))

    assert [turned_to(NORTH, point) for point in table.layout.points] == list(other.layout.points)


def test_every_question_has_words_in_both_languages() -> None:
    match: Match = seated(doubles=True).match
    for ask in (
        ToToss(),
        ToSeat(Side.FIRST),
        ToTry(Side.SECOND),
        ToTurn("Asha"),
        ToStrike("Ben"),
        ToPlace("Ben", WHITE, 1),
        ToPlace("Ben", BLACK, 3),
        ToAnswer(Side.FIRST),
        ToTossAgain(),
        Over(Side.SECOND),
    ):
        english, french = map(ask_message(ask, match).text, ("en", "fr"))
        assert english != french
    assert str(ask_message(ToPlace("Ben", BLACK, 3), match)) == "Ben places three black coins first"
    assert str(ask_message(Over(Side.SECOND), match)) == f"the match is over: {' and '.join(DOUBLES[1])} won"

"""What cannot be is refused in full: with the field at fault, the reason, and what would work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.laws.played import at, boards, both, doubles, play_stroke, singles
from tests.says import incident, law, standing, stroke

from carrom import FFC_BASICS, INTERNATIONAL_A, Incident, play
from carrom.errors import CarromError, ImpossibleCase, NotNow
from carrom.rulebooks import ICF, in_finals, with_length
from carrom.rules import Finding, Ruling
from carrom.rules import match as matches
from carrom.rules.match import IN_PLAY, OVER, Match
from carrom.rules.ruling import BoardEnds, BoardVoid, StandsAs
from carrom.words import BLACK, WHITE, Colour, Seat, Side

LEVEL = (1, -1, 1, -1, 1, -1, 1, -1)
W = "white on strike, "
FIVES = W + "5 white, 5 black, queen on board"
SOUTH, EAST, NORTH, WEST = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST


def to_toss() -> Match:
    return matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben",))


def to_seat() -> Match:
    return matches.toss(to_toss(), Side.FIRST, "break")


def pairs_to_seat() -> Match:
    pairs = matches.begin(INTERNATIONAL_A, ("Asha", "Chan"), ("Ben", "Dora"))
    return matches.toss(pairs, Side.FIRST, "break")


def in_play() -> Match:
    return matches.call_play(singles())


def over() -> Match:
    return matches.give_up(singles(), Side.FIRST)


def to_demand() -> Match:
    """Asha's striker fell with Ben's last coin: he may demand a point."""
    running = at(singles(ICF), "white on strike, 4 white, 1 black, queen covered by black")
    return play_stroke(running, "b s")


def ruled(*consequences: BoardEnds | BoardVoid | StandsAs) -> Ruling:
    """A ruling as any record may have it."""
    return Ruling((Finding((), "abandon", consequences),))


REFUSED: list[tuple[Callable[[], object], type[CarromError], str]] = [
    (
        lambda: matches.begin(INTERNATIONAL_A, ("Asha",), ("Ben", "Dora")),
        ImpossibleCase,
        "players: a match has one player a side (singles) or two (doubles)",
    ),
    (
        lambda: matches.begin(INTERNATIONAL_A, ("Asha", "Chan", "Eva"), ("Ben", "Dora", "Finn")),
        ImpossibleCase,
        "players: a match has one player a side (singles) or two (doubles)",
    ),
    (
        lambda: matches.begin(INTERNATIONAL_A, ("Asha",), ("Asha",)),
        ImpossibleCase,
        "players: every player needs a name of their own",
    ),
    (
        lambda: matches.begin(INTERNATIONAL_A, ("Asha",), (" ",)),
        ImpossibleCase,
        "players: every player needs a name of their own",
    ),
    (
        lambda: matches.begin(INTERNATIONAL_A, ("As\udcffa",), ("Ben",)),
        ImpossibleCase,
        "players: a name holds characters that cannot be written; use letters",
    ),
    (
        lambda: matches.toss(to_toss(), Side.FIRST, "colour"),
        ImpossibleCase,
        "choice: 'colour' is not a choice; the winner takes break or seats",
    ),
    (
        lambda: matches.seat(to_seat(), {SOUTH: "Asha", NORTH: "Zoe"}),
        ImpossibleCase,
        "seats: every player of the match sits on one chair, and nobody else",
    ),
    (
        lambda: matches.seat(to_seat(), {SOUTH: "Asha", EAST: "Ben"}),
        ImpossibleCase,
        "seats: the two players sit face to face: Asha has nobody opposite",
    ),
    (
        lambda: matches.seat(
            pairs_to_seat(), {SOUTH: "Asha", EAST: "Chan", NORTH: "Ben", WEST: "Dora"}, "Asha"
        ),
        ImpossibleCase,
        "seats: partners sit face to face: Asha has Ben opposite",
    ),
    (
        lambda: matches.seat(
            pairs_to_seat(), {SOUTH: "Asha", EAST: "Ben", NORTH: "Chan", WEST: "Dora"}, "Dora"
        ),
        ImpossibleCase,
        "breaker: Dora is not on the side that breaks: Asha or Chan",
    ),
    (
        lambda: matches.seat(pairs_to_seat(), {SOUTH: "Asha", EAST: "Ben", NORTH: "Chan", WEST: "Dora"}),
        ImpossibleCase,
        "breaker: the breaking side names who breaks: Asha or Chan",
    ),
    (
        lambda: doubles().side_of("Zoe"),
        ImpossibleCase,
        "player: 'Zoe' does not play here; there are Asha, Chan, Ben, Dora",
    ),
    (
        lambda: matches.toss_again(boards(singles(), *LEVEL), "Zoe"),
        ImpossibleCase,
        "player: 'Zoe' does not play here; there are Asha, Ben",
    ),
    (lambda: matches.call_play(to_toss()), NotNow, "not now: the toss comes first"),
    (lambda: matches.call_play(to_seat()), NotNow, "not now: first everybody sits down"),
    (lambda: matches.call_play(in_play()), NotNow, "not now: a board is being played"),
    (
        lambda: matches.call_play(boards(singles(), *LEVEL)),
        NotNow,
        "not now: the ninth board must be tossed for first",
    ),
    (lambda: matches.call_play(over()), NotNow, "not now: the match is over"),
    (
        lambda: matches.toss(singles(), Side.FIRST, "break"),
        NotNow,
        "not now: the umpire has not said Play yet",
    ),
    (
        lambda: matches.seat(to_toss(), {SOUTH: "Asha", NORTH: "Ben"}),
        NotNow,
        "not now: the toss comes first",
    ),
    (lambda: matches.toss_again(in_play(), "Asha"), NotNow, "not now: a board is being played"),
    (
        lambda: matches.rule_on(boards(singles(), *LEVEL), incident("foul white")),
        NotNow,
        "no board is set up: the ninth board must be tossed for first",
    ),
    (
        lambda: matches.rule_on(over(), stroke("w")),
        NotNow,
        "no board is set up: the match is over",
    ),
    (
        lambda: matches.rule_on(singles(), stroke("w")),
        NotNow,
        "the umpire has not said Play: call it, or report 'early-break'",
    ),
    (
        lambda: matches.rule_on(singles(), incident("late-stroke white")),
        NotNow,
        "'late-stroke' cannot happen before Play; a breach then is 'technical-foul'",
    ),
    (
        lambda: matches.rule_on(in_play(), incident("early-break white")),
        NotNow,
        "the umpire has said Play, so the break was not early",
    ),
    (
        lambda: matches.rule_on(in_play(), incident("partners-talked white")),
        ImpossibleCase,
        "incident.kind: there are no partners in singles; talking is a foul of 4 m (b: 4 n)",
    ),
    (
        lambda: matches.follow_ruling(to_toss(), ruled(BoardVoid())),
        NotNow,
        "no board is set up: the toss comes first",
    ),
    (
        lambda: matches.coin_placed(to_toss(), WHITE),
        NotNow,
        "no board is set up: the toss comes first",
    ),
    (lambda: matches.coin_placed(in_play(), WHITE), NotNow, "no white coin is to be placed"),
    (
        lambda: matches.change_seats(in_play()),
        NotNow,
        "seats are changed between boards; an overlooked change waits for the end of this one",
    ),
    (lambda: matches.change_seats(singles()), NotNow, "no change of seats is due"),
    (
        lambda: with_length(INTERNATIONAL_A, "gam"),
        ImpossibleCase,
        "length: 'gam' is not a length; did you mean game?",
    ),
    (
        lambda: in_finals(INTERNATIONAL_A),
        ImpossibleCase,
        "finals: international-a makes no difference for the finals; icf does",
    ),
    (lambda: matches.demand(in_play(), 0), NotNow, "there are no extra points to demand"),
    (
        lambda: matches.demand(to_demand(), 2),
        ImpossibleCase,
        "points: 2 extra points cannot be demanded; 0 to 1 can",
    ),
    (
        lambda: matches.demand(to_demand(), -1),
        ImpossibleCase,
        "points: -1 extra points cannot be demanded; 0 to 1 can",
    ),
    (
        lambda: matches.rule_on(in_play(), Incident("disqualified", ground="a")),
        ImpossibleCase,
        "incident.by: disqualified needs the side that did it: white or black",
    ),
    (
        lambda: play(standing(FIVES), incident("foul white 4 z"), INTERNATIONAL_A),
        ImpossibleCase,
        "incident.paragraph: international-a has no paragraph '4 z'; near it: 4 q, 4 p, 4 o",
    ),
    (
        lambda: play(standing(FIVES), incident("foul white ffc-basics 4 a"), FFC_BASICS),
        ImpossibleCase,
        "incident.paragraph: ffc-basics has no paragraph '4 a'",
    ),
    (
        lambda: play(standing(FIVES), Incident("waive", BLACK), ICF),
        ImpossibleCase,
        "incident.by: white owes no coin that could be waived",
    ),
    (
        lambda: play(standing(FIVES), Incident("forfeit", BLACK, coins=6), ICF),
        ImpossibleCase,
        "incident.coins: 6 white coins, but 5 lie on the board",
    ),
    (
        lambda: play(standing(FIVES), Incident("replay"), INTERNATIONAL_A),
        ImpossibleCase,
        "incident.kind: international-a has no law about replay",
    ),
]


@pytest.mark.parametrize(("do", "kind", "says"), REFUSED, ids=[says for _, _, says in REFUSED])
def test_what_cannot_be_in_a_match_is_refused_in_full(
    do: Callable[[], object], kind: type[CarromError], says: str
) -> None:
    with pytest.raises(kind) as refused:
        do()

    assert str(refused.value) == says


OUT_OF_TURN = (
    "incident.kind: a breach outside one's own turn is a technical foul; report kind 'technical-foul'"
)
BREAK = W + "9 white, 9 black, queen on board, to break"


@pytest.mark.parametrize(
    ("board", "what", "says"),
    [
        (
            W + "5 white, 9 black",
            "wrong-colour-placed black",
            "incident.by: black has no coin in the nets that could have been put back",
        ),
        (
            W + "1 white, 5 black",
            "wrong-colour-placed black unnoticed",
            "incident.noticed: the only white coin cannot be the one left out",
        ),
        (
            "black on strike, 0 white, 5 black, 5 white held",
            "no-room black",
            "incident.by: black has no white coin to hold",
        ),
        (FIVES, "room black", "incident.by: black holds no white coin"),
        (
            FIVES,
            "foul black",
            OUT_OF_TURN,
        ),
        (BREAK, "no-room white", "incident.kind: before the break there is no coin to place"),
        (
            BREAK,
            "queen-unnoticed white",
            "incident.kind: the queen must lie on the board after the break for her return to be overlooked",
        ),
        (
            FIVES,
            "abandon black",
            "incident.by: only the side on strike may give up the game; name that side",
        ),
        (
            FIVES,
            "played-theirs black",
            "incident.by: a side that is not on strike has played on only if something fell; say what",
        ),
        (
            FIVES,
            "foul white 4 g",
            "incident.kind: international-a 4 g has its own consequence; report kind 'ignored-request'",
        ),
        (
            FIVES,
            "technical-foul black 4 g",
            "incident.kind: international-a 4 g has its own consequence; report kind 'ignored-request'",
        ),
        (
            FIVES,
            "foul white 4.2 b",
            "incident.kind: international-a 4.2 b is a ground; report kind 'disqualified' with it",
        ),
        (
            FIVES,
            "foul black 4 g",
            OUT_OF_TURN,
        ),
        (
            FIVES,
            "disqualified white i",
            "incident.ground: international-a has the grounds a to h; name one of them",
        ),
    ],
)
def test_an_incident_that_cannot_be_is_refused_in_full(board: str, what: str, says: str) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        play(standing(board), incident(what), INTERNATIONAL_A)

    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("board", "what", "says"),
    [
        (W + "1 white, 5 black", "w w", "stroke.pocketed: 2 white coins, but 1 lie on the board"),
        (
            W + "5 white, 1 black",
            "nothing off b b",
            "stroke.off_board: 2 black coins, but 1 lie on the board",
        ),
        (W + "5 white, 1 black", "b off b", "stroke.pocketed: 2 black coins, but 1 lie on the board"),
        (
            FIVES.replace("on board", "waiting"),
            "q",
            "stroke.pocketed: the queen is not on the board, so she cannot leave it",
        ),
        (
            FIVES.replace("on board", "covered by black"),
            "nothing off q",
            "stroke.off_board: the queen is not on the board, so she cannot leave it",
        ),
    ],
)
def test_a_stroke_that_cannot_be_is_refused_in_full(board: str, what: str, says: str) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        play(standing(board), stroke(what), INTERNATIONAL_A)

    assert str(refused.value) == says


@law("international-a 3.11 j", "international-b 3.11 k")
@pytest.mark.parametrize(("placer", "after"), [("black", "1 white, 6 black"), ("white", "3 white, 4 black")])
def test_a_wrong_coin_stays_as_long_as_another_of_the_left_out_colour_lies_there(
    placer: str, after: str
) -> None:
    """Two white coins are enough to leave one of them out; so is a fifth black one."""
    board = standing(W + "2 white, 5 black, queen on board")

    stands, _ = play(board, incident(f"wrong-colour-placed {placer} unnoticed"), INTERNATIONAL_A)

    assert str(stands) == f"{W}{after}, queen on board"


@both("3.4")
@pytest.mark.parametrize("match", [to_toss(), to_seat(), singles()], ids=["toss", "seats", "play"])
def test_trial_boards_and_late_sides_are_noted_until_the_first_board_begins(match: Match) -> None:
    assert matches.trial(match, Side.SECOND).trials == (Side.SECOND,)
    assert matches.came_late(match, Side.SECOND).late == (Side.SECOND,)


@both("3.4")
@pytest.mark.parametrize(
    "match",
    [in_play(), over(), boards(singles(), 3), boards(singles(), 9, 9, 7)],
    ids=["in play", "over", "second board", "second game"],
)
def test_no_trial_board_and_no_late_side_is_noted_once_the_match_has_begun(match: Match) -> None:
    with pytest.raises(NotNow, match="trial boards are played before the match"):
        matches.trial(match, Side.FIRST)
    with pytest.raises(NotNow, match="coming late can be noted only once, before the match"):
        matches.came_late(match, Side.FIRST)


@both("3.4")
def test_a_side_comes_late_or_has_its_trial_board_never_both() -> None:
    late = matches.came_late(singles(), Side.FIRST)
    tried = matches.trial(singles(), Side.FIRST)

    with pytest.raises(NotNow, match="a side that comes late loses its trial board"):
        matches.trial(late, Side.FIRST)
    with pytest.raises(NotNow, match="had its trial board or left it out, so it did not come late"):
        matches.came_late(tried, Side.FIRST)
    with pytest.raises(NotNow, match="each side has one trial board"):
        matches.trial(tried, Side.FIRST)
    assert matches.came_late(tried, Side.SECOND).late == (Side.SECOND,)
    assert matches.trial(late, Side.SECOND).trials == (Side.SECOND,)


@both("3.5 e")
@pytest.mark.parametrize(
    "what",
    [
        "technical-foul black",
        "early-break white",
        "touched-coins black",
        "abandon white",
        "disqualified black a",
        "coin-broken",
    ],
)
def test_what_can_happen_before_play_is_judged_then(what: str) -> None:
    assert matches.rule_on(singles(), incident(what)).findings


@both("3.5 e")
@pytest.mark.parametrize(
    "what",
    [
        "foul white",
        "late-stroke white",
        "left-chair white",
        "striker-left white",
        "bad-placing white",
        "bumped-board white",
        "ignored-request white",
        "three-passes",
        "played-theirs white",
    ],
)
def test_what_cannot_happen_before_play_is_refused(what: str) -> None:
    with pytest.raises(NotNow, match=f"'{what.split()[0]}' cannot happen before Play"):
        matches.rule_on(singles(), incident(what))


@both("3.5 e")
def test_what_can_happen_before_play_can_happen_after_it_too() -> None:
    match = at(doubles(), "white on strike, 5 white, 5 black, queen on board")

    for what in ("technical-foul black", "touched-coins black", "partners-talked white", "foul white"):
        assert matches.rule_on(match, incident(what)).findings


def test_a_ruling_of_a_record_that_leaves_an_impossible_board_is_refused() -> None:
    """A record may come from anywhere: what it says is applied only if a board can be so."""
    match = at(singles(), "white on strike, 5 white, 5 black, queen on board")
    finished = standing("white on strike, 0 white, 5 black, board over: white wins 5")

    with pytest.raises(ImpossibleCase) as goes_on:
        matches.follow_ruling(match, ruled(StandsAs(finished)))
    with pytest.raises(ImpossibleCase) as too_many:
        matches.follow_ruling(match, ruled(BoardEnds(WHITE, 26)))
    with pytest.raises(ImpossibleCase, match="points: -1; a board gives 0 to 25"):
        matches.follow_ruling(match, ruled(BoardEnds(WHITE, -1)))
    with pytest.raises(ImpossibleCase, match=r"board\.passes"):
        matches.follow_ruling(
            match, ruled(StandsAs(replace(standing("white on strike, 5 white, 5 black"), passes=6)))
        )

    assert str(goes_on.value) == (
        "standing: a board set by hand goes on; give up the game or report what ended it"
    )
    assert str(too_many.value) == "points: 26; a board gives 0 to 25"


@pytest.mark.parametrize("points", [0, 25])
def test_a_board_gives_nothing_at_least_and_a_whole_game_at_most(points: int) -> None:
    match = at(singles(), "white on strike, 5 white, 5 black, queen on board")

    ended = matches.follow_ruling(match, ruled(BoardEnds(WHITE, points)))

    assert ended.boards_ended == 1


@pytest.mark.parametrize(("colour", "winner", "points"), [(BLACK, Side.FIRST, 14), (WHITE, Side.SECOND, 5)])
def test_a_game_is_over_when_a_ruling_of_a_record_says_so_whatever_the_points(
    colour: Colour, winner: Side, points: int
) -> None:
    """Asha has nine points from the first board; Ben breaks the second one, and has the whites."""
    match = at(boards(singles(), 9), "white on strike, 5 white, 5 black, queen on board")

    (game,) = matches.follow_ruling(match, ruled(BoardEnds(colour, 5, "game"))).games

    assert (game.winner, game.points(winner)) == (winner, points)


def test_a_match_that_ended_before_its_first_board_was_about_to_play_it() -> None:
    """Given up after the toss, or with the board set up: no board was counted, and no game."""
    for match in (to_toss(), to_seat(), singles()):
        assert matches.game_and_board(match) == (1, 1)
        assert matches.game_and_board(matches.give_up(match, Side.FIRST)) == (1, 1)


def test_a_match_that_was_played_to_its_end_ended_with_its_last_board() -> None:
    """Three boards in the first game and in the second, one and a void one in the third."""
    match = boards(singles(), 9, 9, 7, -9, -9, -7)
    void = matches.follow_ruling(at(match, FIVES), ruled(BoardVoid()))
    over = matches.follow_ruling(at(void, FIVES), ruled(BoardEnds(match.colour_of(Side.FIRST), 25)))

    assert (over.stage, over.winner) == (OVER, Side.FIRST)
    assert matches.game_and_board(over) == (3, 1)


def test_a_match_that_was_lost_on_a_board_ended_with_that_board() -> None:
    """Disqualified in the second board, or giving up before it."""
    match = boards(singles(), 9)
    running = at(match, FIVES)
    lost = matches.follow_ruling(running, matches.rule_on(running, incident("disqualified white a")))

    assert (lost.stage, matches.game_and_board(lost)) == (OVER, (1, 2))
    assert matches.game_and_board(matches.give_up(match, Side.FIRST)) == (1, 2)


def test_a_board_set_by_hand_that_goes_on_is_followed() -> None:
    match = at(singles(), "white on strike, 5 white, 5 black, queen on board")

    followed = matches.follow_ruling(
        match, ruled(StandsAs(standing("black on strike, 3 white, 5 black, queen waiting")))
    )

    assert str(followed.standing) == "black on strike, 3 white, 5 black, queen waiting"
    assert (followed.stage, followed.on_strike) == (IN_PLAY, "Ben")


def test_what_ends_is_a_board_a_game_or_a_match() -> None:
    with pytest.raises(ValueError, match="'set' cannot end; a board, a game or a match can"):
        BoardEnds(WHITE, 3, "set")
    assert [BoardEnds(WHITE, 3, of).of for of in ("board", "game", "match")] == ["board", "game", "match"]


def test_a_match_is_as_long_as_its_length_says() -> None:
    """One board, one game of eight boards, or the rulebook's whole match."""
    board, game = with_length(INTERNATIONAL_A, "board"), with_length(INTERNATIONAL_A, "game")

    assert with_length(INTERNATIONAL_A, "match") is INTERNATIONAL_A
    assert boards(singles(board), 3).winner is Side.FIRST
    assert boards(singles(game), 9, 9, 7).winner is Side.FIRST
    assert boards(singles(game), *LEVEL[:7], 2).winner is Side.FIRST
    assert boards(singles(game), 3).winner is None
    assert boards(singles(), 9, 9, 7).winner is None
    assert boards(singles(with_length(FFC_BASICS, "board")), -3).winner is Side.SECOND


def test_a_match_of_one_board_is_not_over_with_a_void_one() -> None:
    """It is broken again by the same player, and then decides."""
    match = at(
        singles(with_length(INTERNATIONAL_A, "board")), "white on strike, 5 white, 5 black, queen on board"
    )

    void = matches.follow_ruling(match, matches.rule_on(match, incident("three-passes")))

    assert (void.breaker, void.winner) == ("Asha", None)
    assert play_stroke(at(void, "white on strike, 1 white, 5 black, queen covered by white"), "w").winner is (
        Side.FIRST
    )

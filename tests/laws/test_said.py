"""Every consequence in its three forms, every part of a board in words, and every board that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.says import incident, standing, stroke

from carrom import FAMILY, INTERNATIONAL_A, Standing, play
from carrom.errors import ImpossibleCase, NotationError
from carrom.i18n import Message
from carrom.rules import Finding, Ruling
from carrom.rules.calls import call_message
from carrom.rules.ruling import (
    BoardEnds,
    BoardVoid,
    BreakMade,
    Consequence,
    Earned,
    Fell,
    Held,
    Owes,
    Passed,
    Pays,
    PutBack,
    QueenBack,
    QueenCovered,
    QueenWaits,
    Respotted,
    SetUpAgain,
    StandsAs,
    Swapped,
    TrySpent,
    TurnPasses,
    TurnStays,
    message_of,
)
from carrom.rules.standing import BoardOver, Each, ToBreak, ToStrike, possible
from carrom.rules.standing_words import board_fields, queen_name, standing_message
from carrom.words import BLACK, WHITE

BOARD = standing("white on strike, 5 white, 4 black, queen waiting")
IN_WORDS = "white on strike, 5 white and 4 black on the board, queen waiting for her cover"


@pytest.mark.parametrize(
    ("consequence", "in_a_sentence", "on_one_line", "called"),
    [
        (PutBack(WHITE, 2), "two white coins are put back", "2 white back", "two whites go back"),
        (PutBack(BLACK, 1), "one black coin is put back", "1 black back", "one black goes back"),
        (Pays(WHITE, 2), "two white coins go back", "2 white back for a due", "two whites go back for dues"),
        (Owes(BLACK, 1), "black owes one coin more", "due for black", "black owes one coin"),
        (QueenBack(), "the queen is put back", "queen back", "the queen goes back"),
        (
            QueenWaits(),
            "the queen waits for her cover",
            "queen waits",
            "queen! Cover her with the next stroke",
        ),
        (QueenCovered(BLACK), "the queen is covered by black", "queen covered", "queen covered!"),
        (TurnStays(BLACK), "black plays on", "turn stays", "black plays on"),
        (
            TurnStays(WHITE, 3),
            "white has three strokes left",
            "3 strokes left",
            "white has three strokes left",
        ),
        (TurnPasses(BLACK), "black plays", "turn passes", "black to play"),
        (TrySpent(), "one try is spent", "try spent", "one try is used"),
        (Held(WHITE, 2), "two white coins are held", "2 white held", "two whites wait for room"),
        (Held(BLACK, -1), "one black coin held is placed", "1 black placed", "one black held is placed"),
        (
            Swapped(BLACK),
            "the black coin stays on the board instead of a white one",
            "black stays for white",
            "the black coin stays instead of a white one",
        ),
        (
            SetUpAgain(),
            "all nineteen coins go back on the rosette",
            "set up again",
            "all coins go back in the rosette",
        ),
        (
            BoardEnds(WHITE, 7, queen=3),
            "white wins the board with 7 points (3 for the queen)",
            "white wins 7",
            "white wins the board with 7 points (3 for the queen)",
        ),
        (
            BoardEnds(BLACK, 1),
            "black wins the board with 1 point",
            "black wins 1",
            "black wins the board with 1 point",
        ),
        (
            BoardEnds(BLACK, 9, "game"),
            "black wins the game, raised by 9 points",
            "black wins the game",
            "black wins the game",
        ),
        (
            BoardEnds(WHITE, 0, "match"),
            "white wins the match",
            "white wins the match",
            "white wins the match",
        ),
        (
            BoardVoid(),
            "the board is void and is played again",
            "board void",
            "the board is void: play it again",
        ),
        (
            StandsAs(BOARD),
            f"the board now stands as: {IN_WORDS}",
            f"stands as {IN_WORDS}",
            f"the board now stands as: {IN_WORDS}",
        ),
        (
            Respotted(2, 1, True),
            "two white coins, one black coin and the queen",
            "two white coins, one black coin and the queen",
            "two white coins, one black coin and the queen",
        ),
        (Respotted(0, 2, False), "two black coins", "two black coins", "two black coins"),
    ],
    ids=lambda value: repr(value) if not isinstance(value, str) else "",
)
def test_a_consequence_is_said_in_a_sentence_on_one_line_and_as_a_call(
    consequence: Consequence, in_a_sentence: str, on_one_line: str, called: str
) -> None:
    said = [str(message_of(consequence, form)) for form in ("then", "short", "call")]

    assert said == [in_a_sentence, on_one_line, called]
    assert str(message_of(consequence)) == in_a_sentence


@pytest.mark.parametrize("consequence", [Fell(1, 0, False), Earned(WHITE), BreakMade(), Passed(2)])
def test_a_consequence_that_only_keeps_count_is_not_said(consequence: Consequence) -> None:
    assert message_of(consequence) is None


@pytest.mark.parametrize(
    ("board", "what", "line"),
    [
        ("white on strike, 5 white, 5 black", "s w", "2 white back, turn stays (3.11 b)"),
        (
            "white on strike, 9 white, 5 black, white owes 1",
            "w",
            "turn stays, 1 white back for a due (3.6 a, 3.11 g, 3.11 h, 3.11 k)",
        ),
        ("white on strike, 5 white, 5 black", "nothing", "turn passes (3.6 a)"),
    ],
)
def test_a_ruling_on_one_line_has_its_consequences_and_its_paragraphs(
    board: str, what: str, line: str
) -> None:
    _, ruling = play(standing(board), stroke(what), INTERNATIONAL_A)

    assert str(ruling) == line


@pytest.mark.parametrize(
    ("board", "what", "said"),
    [
        (
            "white on strike, 5 white, 5 black, queen waiting",
            "s w",
            "Queen! Pocket one more white to cover her. Two whites go back.",
        ),
        (
            "white on strike, 9 white, 5 black, queen waiting, white owes 1",
            "s",
            "The queen goes back. White owes one coin. Black to play.",
        ),
        (
            "white on strike, 5 white, 9 black, black owes 1",
            "s b",
            "One white goes back. One black goes back for a due. Black to play.",
        ),
        ("white on strike, 9 white, 9 black, to break", "missed", "One try is used. White plays on."),
        (
            "white on strike, 5 white, 5 black",
            "nothing off w b b q",
            "Back on the centre: one white coin, two black coins and the queen. Black to play.",
        ),
        ("white on strike, 5 white, 5 black, 5 passes", "missed", "The board is void: play it again."),
    ],
)
def test_the_most_important_is_called_first_and_the_turn_last(board: str, what: str, said: str) -> None:
    _, ruling = play(standing(board), stroke(what), INTERNATIONAL_A)

    assert str(call_message(ruling)) == said


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("early-break white", "All coins go back in the rosette. White owes one coin. Black to play."),
        ("abandon white", "Black wins the game."),
        (
            "touched-coins white",
            "Before the break coins may be set straight by hand; nothing changes.",
        ),
    ],
)
def test_incidents_before_the_break_are_called_too(what: str, said: str) -> None:
    board = standing("white on strike, 9 white, 9 black, to break")

    _, ruling = play(board, incident(what), INTERNATIONAL_A)

    assert str(call_message(ruling)) == said


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("q", "Queen! Pocket one more white to cover her."),
        ("q w", "Queen! Pocket one more white to cover her. White has two strokes left."),
        ("w w", "White has two strokes left."),
        ("s w", "Two whites go back. White plays on."),
    ],
)
def test_strokes_in_hand_are_called_besides_a_waiting_queen(what: str, said: str) -> None:
    """That the side plays on goes without saying, several strokes do not."""
    _, ruling = play(standing("white on strike, 5 white, 5 black"), stroke(what), FAMILY)

    assert str(call_message(ruling)) == said


def test_a_queen_that_waits_without_a_turn_is_called_without_a_colour() -> None:
    ruling = Ruling((Finding((), "queen-pocketed", (QueenWaits(),)),))

    assert str(call_message(ruling)) == "Queen! Cover her with the next stroke."


def test_a_ruling_adds_up_what_is_to_be_placed() -> None:
    """Penalties, dues and coins put down that were held; not those for which there is no room."""
    ruling = Ruling(
        (
            Finding((), "own", (PutBack(WHITE, 2), Pays(BLACK, 1), Held(WHITE, 1))),
            Finding((), "room", (Held(BLACK, -2), PutBack(WHITE, 1), QueenBack())),
        )
    )

    assert ruling.put_back == (3, 3)
    assert ruling.queen_back
    assert not Ruling((Finding((), "own", (QueenWaits(),)),)).queen_back


@pytest.mark.parametrize(("what", "count"), [("w w q", 2), ("b b", 0), ("w b b improper", 1), ("nothing", 0)])
def test_a_finding_knows_how_many_own_coins_fell(what: str, count: int) -> None:
    for board in ("white on strike, 5 white, 5 black", "black on strike, 5 white, 5 black"):
        mirrored = what.translate(str.maketrans("wb", "bw")) if board.startswith("black") else what
        _, ruling = play(standing(board), stroke(mirrored), INTERNATIONAL_A)

        assert ruling.findings[0].own_fell == count


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "black on strike, 1 white, 2 black",
            "black on strike, 1 white and 2 black on the board, queen on board",
        ),
        (
            "white on strike, 9 white, 9 black, white owes 1, black owes 2, to break after 1 try",
            "white on strike, 9 white and 9 black on the board, queen on board, white owes one coin, "
            "black owes two coins, one try spent, the break still to be made",
        ),
        (
            "white on strike, 7 white, 7 black, queen covered by black, 1 white held, 2 black held, "
            "white lacks the right to the queen",
            "white on strike, 7 white and 7 black on the board, queen covered by black, one white coin held, "
            "two black coins held, white lacks the right to the queen",
        ),
        (
            "white on strike, 9 white, 9 black, queen waiting, white has the right to the queen, "
            "black has the right to the queen, 2 passes, 3 strokes in hand",
            "white on strike, 9 white and 9 black on the board, queen waiting for her cover, "
            "white has the right to the queen, black has the right to the queen, two passes in a row, "
            "three strokes in hand",
        ),
    ],
)
def test_a_board_in_words_has_every_part_that_is_not_as_usual(line: str, said: str) -> None:
    assert str(standing_message(standing(line))) == said


def test_a_board_in_words_may_name_the_player_on_strike() -> None:
    by_name = Message("table.on-strike", {"player": "Asha", "colour": "white"})

    said = standing_message(standing("white on strike, 1 white, 2 black"), by_name)

    assert str(said) == "Asha on strike (white), 1 white and 2 black on the board, queen on board"


def test_a_board_has_the_fields_of_a_case() -> None:
    board = standing(
        "black on strike, 7 white, 9 black, queen covered by white, white owes 1, 1 white held, "
        "black has the right to the queen, 2 passes, 3 strokes in hand, new turn"
    )

    assert board_fields(board) == {
        "on_strike": "black",
        "white": 7,
        "black": 9,
        "queen": "white",
        "due": {"white": 1, "black": 0},
        "earned": {"white": True, "black": True},
        "held": {"white": 1, "black": 0},
        "broken": True,
        "tries": 0,
        "passes": 2,
        "strokes_in_hand": 3,
        "turn_begun": False,
        "late": False,
    }
    to_break = board_fields(standing("white on strike, 9 white, 9 black, to break after 2 tries"))
    assert (to_break["broken"], to_break["tries"], to_break["turn_begun"]) == (False, 2, True)
    assert [
        queen_name(standing(f"white on strike, 5 white, 5 black, queen {queen}").queen)
        for queen in ("on board", "waiting", "covered by black")
    ] == ["on-board", "waiting", "black"]


FULL = (
    "black on strike, 7 white, 9 black, queen covered by white, white owes 12, 1 white held, "
    "white has 1 point, 2 passes, 3 strokes in hand"
)


@pytest.mark.parametrize(
    "line",
    [
        FULL,
        "white on strike, 7 white, 7 black, queen waiting, white lacks the right to the queen, "
        "black owes 999, 2 black held, black has 24 points, 1 pass",
        "white on strike, 9 white, 9 black, queen on board, black has the right to the queen, to break",
        "white on strike, 9 white, 9 black, queen on board, to break after 1 try",
        "white on strike, 9 white, 9 black, queen on board, to break after 999 tries",
        "white on strike, 0 white, 4 black, queen covered by white, board over: white wins 7",
        "white on strike, 5 white, 4 black, queen covered by black, game over: black wins 16",
        "white on strike, 5 white, 4 black, queen on board, match over: black wins 0",
        "white on strike, 5 white, 4 black, queen on board, board void",
        "white on strike, 0 white, 4 black, queen on board, 3 white held",
    ],
)
def test_a_line_is_read_and_written_as_it_is(line: str) -> None:
    assert str(standing(line)) == line


def test_the_notation_says_that_a_turn_is_new_and_the_line_for_people_does_not() -> None:
    board = standing("white on strike, 5 white, 4 black, queen on board, new turn")

    assert str(board) == "white on strike, 5 white, 4 black, queen on board"
    assert board.notation == "white on strike, 5 white, 4 black, queen on board, new turn"
    assert standing(board.notation) == board
    assert standing(str(board)).notation == str(board)
    assert (board.turn_begun, standing(str(board)).turn_begun) == (False, True)


def test_a_mirrored_board_keeps_all_it_has_under_the_other_colour() -> None:
    assert str(standing(FULL).mirrored) == (
        "white on strike, 9 white, 7 black, queen covered by black, black owes 12, 1 black held, "
        "black has 1 point, 2 passes, 3 strokes in hand"
    )
    over = standing("white on strike, 5 white, 4 black, queen on board, game over: black wins 16")
    assert str(over.mirrored).endswith("game over: white wins 16")
    void = standing("white on strike, 5 white, 4 black, queen on board, board void, new turn")
    assert void.mirrored.notation.endswith("board void, new turn")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "white on strike, 9 white, 5 blacks",
            "column 26: cannot read '5 blacks' in a standing; expected a line such as "
            "'white on strike, 9 white, 5 black, queen on board, white owes 1'",
        ),
        ("5 white, 5 black", "column 18: a standing must say, for example, 'white on strike'"),
        ("white on strike, 5 black", "column 26: a standing must say, for example, '9 white'"),
        ("white on strike, 5 white", "column 26: a standing must say, for example, '5 black'"),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_how(line: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        standing(line)

    assert str(refused.value) == says


FIVES = Standing(WHITE, Each(5, 5))
NINES = Standing.to_break()


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (replace(FIVES, coins=Each(10, 5)), "board.white: 10 coins; a side has 0 to 9 on the board"),
        (replace(FIVES, coins=Each(5, -1)), "board.black: -1 coins; a side has 0 to 9 on the board"),
        (
            replace(FIVES, held=Each(5, 0)),
            "board.held.white: 5 held and 5 on the board; a side has nine",
        ),
        (
            replace(FIVES, held=Each(0, -1)),
            "board.held.black: -1 held and 5 on the board; a side has nine",
        ),
        (
            replace(FIVES, coins=Each(0, 5)),
            "board.white: no coin is left, so this board is over; give 1 to 9",
        ),
        (replace(FIVES, due=Each(1000, 0)), "board.due.white: 1000; a side owes 0 to 999"),
        (replace(FIVES, due=Each(0, -1)), "board.due.black: -1; a side owes 0 to 999"),
        (replace(FIVES, points=Each(25, 0)), "board.points.white: 25; a running game has 0 to 24"),
        (replace(FIVES, points=Each(0, -1)), "board.points.black: -1; a running game has 0 to 24"),
        (replace(FIVES, passes=6), "board.passes: 6; the sixth pass voids the board, give 0 to 5"),
        (replace(FIVES, passes=-1), "board.passes: -1; the sixth pass voids the board, give 0 to 5"),
        (replace(NINES, phase=ToBreak(1000)), "board.tries: 1000; give 0 to 999"),
        (replace(NINES, phase=ToBreak(-1)), "board.tries: -1; give 0 to 999"),
        (
            replace(NINES, coins=Each(9, 8)),
            "board.broken: coins are off the board, so the break was made; say true",
        ),
        (
            replace(NINES, queen=BOARD.queen),
            "board.broken: coins are off the board, so the break was made; say true",
        ),
        (
            replace(FIVES, phase=ToStrike(0)),
            "board.strokes_in_hand: 0; the stroke to be played counts, give 1 to 999",
        ),
        (
            replace(FIVES, phase=ToStrike(1000)),
            "board.strokes_in_hand: 1000; the stroke to be played counts, give 1 to 999",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_board_that_cannot_be_is_refused_in_full(board: Standing, says: str) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        possible(board)

    assert str(refused.value) == says


@pytest.mark.parametrize(
    "board",
    [
        replace(FIVES, due=Each(999, 0), held=Each(4, 4), points=Each(24, 0), passes=5),
        replace(FIVES, coins=Each(0, 9), held=Each(1, 0)),
        replace(FIVES, coins=Each(0, 5), points=Each(31, 0), phase=BoardOver(WHITE, 7)),
        replace(NINES, phase=ToBreak(999)),
        replace(FIVES, phase=ToStrike(999)),
    ],
    ids=str,
)
def test_a_board_at_its_limits_can_be(board: Standing) -> None:
    assert possible(board) is board


def test_before_the_first_try_nobody_has_begun_a_turn() -> None:
    assert not NINES.turn_begun
    assert replace(NINES, phase=ToBreak(1)).turn_begun
    assert not replace(NINES, phase=ToBreak(1), new_turn=True).turn_begun
    assert (NINES.broken, NINES.tries, NINES.in_hand, NINES.over) == (False, 0, 1, None)
    assert (FIVES.broken, FIVES.tries, FIVES.in_hand) == (True, 0, 1)
    assert str(NINES) == "white on strike, 9 white, 9 black, queen on board, to break"
    assert (NINES.on_strike, NINES.coins, Standing.to_break(Each(3, 4)).points) == (WHITE, (9, 9), (3, 4))

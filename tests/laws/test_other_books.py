"""What a stroke leads to under the federation's two texts and the family game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.says import BASICS, FAMILY, LEAFLET, Ruled, law, param, standing, stroke

from carrom import FAMILY as FAMILY_BOOK
from carrom import play

W, B = "white on strike, ", "black on strike, "
OPEN = "9 white, 9 black, queen on board, to break"
FIVES = "5 white, 5 black, queen on board"
WAITS = "5 white, 5 black, queen waiting"
NINE = "9 white, 5 black, queen on board"
LAST_OWN = "1 white, 4 black, queen "
LAST_THEIRS = "4 white, 1 black, queen "
LAST_BOTH = "1 white, 1 black, queen "


def ruled(book: str, laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return Ruled(book, tuple(laws.split(", ")), sentence, before, stroke(what), after)


def basics(laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return ruled(BASICS, laws, sentence, before, what, after)


def leaflet(laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return ruled(LEAFLET, laws, sentence, before, what, after)


def family(laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return ruled(FAMILY, laws, sentence, before, what, after)


OF_BASICS = [
    basics("play 6", "an own coin keeps the turn", W + FIVES, "w", W + "4 white, 5 black, queen on board"),
    basics("play 7", "a miss passes it", W + FIVES, "nothing", B + FIVES),
    basics(
        "penalty 3",
        "their coin costs no penalty, but the turn",
        W + FIVES,
        "b",
        B + "5 white, 4 black, queen on board",
    ),
    basics(
        "penalty 3", "own and theirs keep the turn", W + FIVES, "w b", W + "4 white, 4 black, queen on board"
    ),
    basics(
        "penalty 1",
        "the striker costs a coin and the turn",
        W + FIVES,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    basics(
        "penalty 1",
        "so does the striker with theirs",
        W + FIVES,
        "s b",
        B + "6 white, 4 black, queen on board",
    ),
    basics(
        "penalty 2",
        "striker and own: back with one more, turn stays",
        W + FIVES,
        "s w",
        W + "6 white, 5 black, queen on board",
    ),
    basics(
        "penalty 1, queen 6",
        "the striker loses a waiting queen",
        W + WAITS,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    basics(
        "penalty 2, international-a 3.12 i",
        "striker and own: she goes on waiting",
        W + WAITS,
        "s w",
        W + "6 white, 5 black, queen waiting",
    ),
    basics(
        "penalty 2, international-a 3.12 f",
        "striker, queen and own: all back, turn stays",
        W + FIVES,
        "s q w",
        W + "6 white, 5 black, queen on board",
    ),
    basics(
        "penalty 1, queen 6",
        "striker and queen: turn passes",
        W + FIVES,
        "s q",
        B + "6 white, 5 black, queen on board",
    ),
    basics("queen 2, queen 6", "no queen before an own coin", W + NINE, "q", B + NINE),
    basics(
        "queen 2, queen 6",
        "an own coin falling with her comes too late",
        W + NINE,
        "q w",
        B + "8 white, 5 black, queen on board",
    ),
    basics(
        "queen 4",
        "an own coin in the same stroke covers",
        W + FIVES,
        "q w",
        W + "4 white, 5 black, queen covered by white",
    ),
    basics(
        "queen 4",
        "also if all nine lay on the board again",
        W + NINE + ", white has the right to the queen",
        "q w",
        W + "8 white, 5 black, queen covered by white",
    ),
    basics("queen 4", "or in the next stroke", W + FIVES, "q", W + WAITS),
    basics("queen 4", "which covers", W + WAITS, "w", W + "4 white, 5 black, queen covered by white"),
    basics("queen 6", "else she comes back", W + WAITS, "b", B + "5 white, 4 black, queen on board"),
    basics(
        "international-a 3.12 a",
        "a coin that pays a due covers nothing",
        W + "9 white, 5 black, queen waiting, white owes 1, white has the right to the queen",
        "w",
        W + "9 white, 5 black, queen waiting, white has the right to the queen",
    ),
    basics(
        "international-a 3.12 a",
        "nor a queen of the same stroke",
        W + NINE + ", white owes 1, white has the right to the queen",
        "w q",
        W + "9 white, 5 black, queen waiting, white has the right to the queen",
    ),
    basics(
        "play 9, queen 1, queen 5",
        "the last coin wins theirs, and three for the queen",
        W + LAST_OWN + "covered by white",
        "w",
        "white wins 7",
    ),
    basics(
        "queen 5",
        "she counts for nobody if the loser covered her",
        W + LAST_OWN + "covered by black",
        "w",
        "white wins 4",
    ),
    basics(
        "game 2",
        "from 22 she counts nothing",
        W + LAST_OWN + "covered by white, white has 22 points",
        "w",
        "white wins 4",
    ),
    basics("play 9", "queen and last coin in one stroke", W + LAST_OWN + "on board", "w q", "white wins 7"),
    basics(
        "queen 3, international-a 3.7 i",
        "the last coin before the queen loses three",
        W + LAST_OWN + "on board",
        "w",
        "black wins 3",
    ),
    basics("queen 3", "one from 22", W + LAST_OWN + "on board, black has 22 points", "w", "black wins 1"),
    basics(
        "play 9, queen 4",
        "the queen with all nine at once wins too",
        W + "9 white, 4 black, queen on board",
        "w w w w w w w w w q",
        "white wins 7",
    ),
    basics(
        "international-a 3.7 j",
        "both last coins: the international law",
        W + LAST_BOTH + "covered by black",
        "w b",
        "black wins 3",
    ),
    basics(
        "international-a 3.5 d",
        "a missed break has a second try",
        W + OPEN,
        "missed",
        W + OPEN + " after 1 try",
    ),
    basics(
        "international-a 3.11 e",
        "an improper stroke",
        W + FIVES,
        "w improper",
        B + "6 white, 5 black, queen on board",
    ),
    basics(
        "play 9, queen 5",
        "their last coin with the queen on the board: she counts for nobody",
        W + LAST_THEIRS + "on board",
        "b",
        "black wins 4",
    ),
    basics(
        "play 9, queen 5",
        "nor when she was to be covered, with an own coin or without",
        W + LAST_THEIRS + "waiting",
        "b w",
        "black wins 3",
    ),
    basics(
        "play 9, queen 5, international-a 3.11 f",
        "the striker costs one more",
        W + LAST_THEIRS + "on board",
        "b s",
        "black wins 5",
    ),
    basics(
        "play 9, queen 5, international-a 3.11 f",
        "so does an improper stroke, and its own coins come back first",
        W + LAST_THEIRS + "waiting",
        "b w improper",
        "black wins 5",
    ),
    basics(
        "play 9, queen 5",
        "three for the queen that the winner covered",
        W + LAST_THEIRS + "covered by black",
        "b",
        "black wins 7",
    ),
    basics(
        "international-a 3.7 d",
        "twelve at most",
        W + "9 white, 1 black, queen covered by black",
        "b s",
        "black wins 12",
    ),
]

OF_LEAFLET = [
    leaflet("play 5", "an own coin keeps the turn", W + FIVES, "w", W + "4 white, 5 black, queen on board"),
    leaflet("play 6", "a miss passes it", W + FIVES, "nothing", B + FIVES),
    leaflet("penalty 3", "their coin costs the turn", W + FIVES, "b", B + "5 white, 4 black, queen on board"),
    leaflet(
        "penalty 3", "own and theirs keep the turn", W + FIVES, "w b", W + "4 white, 4 black, queen on board"
    ),
    leaflet(
        "penalty 1",
        "the striker costs a coin and the turn",
        W + FIVES,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    leaflet(
        "penalty 2",
        "striker and own: back with one more, turn stays",
        W + FIVES,
        "s w",
        W + "6 white, 5 black, queen on board",
    ),
    leaflet(
        "penalty 1, queen 5",
        "the striker loses a waiting queen",
        W + WAITS,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    leaflet("queen 2", "no queen before an own coin", W + NINE, "q", B + NINE),
    leaflet(
        "queen 2",
        "an own coin falling with her comes too late",
        W + NINE,
        "q w w",
        B + "7 white, 5 black, queen on board",
    ),
    leaflet(
        "queen 3",
        "an own coin in the same stroke does not cover",
        W + FIVES,
        "q w w",
        W + "3 white, 5 black, queen waiting",
    ),
    leaflet("queen 3", "the queen alone waits", W + FIVES, "q", W + WAITS),
    leaflet(
        "queen 3", "the next stroke covers", W + WAITS, "w", W + "4 white, 5 black, queen covered by white"
    ),
    leaflet("queen 5", "else she comes back", W + WAITS, "nothing", B + FIVES),
    leaflet(
        "international-a 3.12 a",
        "a coin that pays a due covers nothing",
        W + "9 white, 5 black, queen waiting, white owes 1, white has the right to the queen",
        "w",
        W + "9 white, 5 black, queen waiting, white has the right to the queen",
    ),
    leaflet(
        "play 7, queen 1, queen 4",
        "the last coin wins theirs and three for the queen",
        W + LAST_OWN + "covered by white",
        "w",
        "white wins 7",
    ),
    leaflet(
        "queen 4", "nothing for the loser's queen", W + LAST_OWN + "covered by black", "w", "white wins 4"
    ),
    leaflet(
        "play 7",
        "she counts at 22 too",
        W + LAST_OWN + "covered by white, white has 22 points",
        "w",
        "white wins 7",
    ),
    leaflet(
        "play 7, queen 3",
        "queen and last coin in one stroke: nothing for the queen",
        W + LAST_OWN + "on board",
        "w q",
        "white wins 4",
    ),
    leaflet(
        "international-a 3.7 i",
        "the last coin before the queen loses three, always",
        W + LAST_OWN + "on board, black has 22 points",
        "w",
        "black wins 3",
    ),
    leaflet(
        "play 7, queen 3",
        "the queen with all nine at once wins too",
        W + "9 white, 4 black, queen on board",
        "w w w w w w w w w q",
        "white wins 4",
    ),
    leaflet(
        "international-a 3.7 f",
        "both last coins and the queen: three, always",
        W + LAST_BOTH + "on board, white has 22 points",
        "w b q",
        "white wins 3",
    ),
    leaflet(
        "play 7, queen 4",
        "their last coin with the queen on the board: she counts for nobody",
        W + LAST_THEIRS + "on board, black has 24 points",
        "b",
        "black wins 4",
    ),
    leaflet(
        "play 7, queen 4",
        "nor when she falls with an own coin in that stroke",
        W + LAST_THEIRS + "on board",
        "b w q",
        "black wins 3",
    ),
    leaflet(
        "play 7, queen 4",
        "three for the queen that the winner covered, at 24 points too",
        W + LAST_THEIRS + "covered by black, black has 24 points",
        "b",
        "black wins 7",
    ),
]

OF_FAMILY = [
    family(
        "play 5, 7",
        "two coins that pay two dues earn no stroke",
        W + NINE + ", white owes 2",
        "w w",
        B + NINE,
    ),
    family("4", "theirs and the queen too early", W + NINE, "q b", B + "9 white, 4 black, queen on board"),
    family("play 3", "an own coin plays again", W + FIVES, "w", W + "4 white, 5 black, queen on board"),
    family(
        "play 4",
        "two own coins play twice",
        W + FIVES,
        "w w",
        W + "3 white, 5 black, queen on board, 2 strokes in hand",
    ),
    family(
        "play 5",
        "a miss with two in hand leaves one",
        W + FIVES + ", 2 strokes in hand",
        "nothing",
        W + FIVES,
    ),
    family("play 5", "a miss with one passes", W + FIVES, "nothing", B + FIVES),
    family(
        "play 3",
        "each coin earns a stroke on top of those in hand",
        W + FIVES + ", 2 strokes in hand",
        "w",
        W + "4 white, 5 black, queen on board, 2 strokes in hand",
    ),
    family("play 5", "a missed break passes the turn", W + OPEN, "missed", B + OPEN + " after 1 try"),
    family(
        "6",
        "a striker pocketed before the break costs a due",
        W + OPEN,
        "s missed",
        B + "9 white, 9 black, queen on board, white owes 1, to break after 1 try",
    ),
    family(
        "international-a 4.1.2",
        "an improper try costs a due",
        W + OPEN,
        "missed improper",
        B + "9 white, 9 black, queen on board, white owes 1, to break after 1 try",
    ),
    family(
        "4",
        "their coin stays in and costs the turn, whatever is in hand",
        W + FIVES + ", 3 strokes in hand",
        "b",
        B + "5 white, 4 black, queen on board",
    ),
    family(
        "5",
        "own with theirs come back and the turn passes",
        W + FIVES,
        "w b",
        B + "5 white, 4 black, queen on board",
    ),
    family(
        "5, 7",
        "with the striker one more comes back",
        W + FIVES,
        "w b s",
        B + "6 white, 4 black, queen on board",
    ),
    family(
        "6", "the striker costs a coin and the turn", W + FIVES, "s", B + "6 white, 5 black, queen on board"
    ),
    family("6", "or a due", W + NINE, "s", B + NINE + ", white owes 1"),
    family("6, 4", "striker and theirs", W + FIVES, "s b", B + "6 white, 4 black, queen on board"),
    family(
        "7",
        "striker and own: two in all come back, the turn stays",
        W + FIVES,
        "s w",
        W + "6 white, 5 black, queen on board",
    ),
    family(
        "7",
        "with strokes in hand one is spent",
        W + FIVES + ", 3 strokes in hand",
        "s w",
        W + "6 white, 5 black, queen on board, 2 strokes in hand",
    ),
    family(
        "7",
        "the second coin comes later if there is none",
        W + NINE,
        "s w",
        W + NINE + ", white owes 1",
    ),
    family(
        "7",
        "and pays as soon as one is there",
        W + NINE + ", white owes 1, 2 strokes in hand",
        "w",
        W + NINE,
    ),
    family(
        "7",
        "a coin that pays a due earns no stroke",
        W + NINE + ", white owes 1",
        "w",
        B + NINE,
    ),
    family(
        "8",
        "a coin off the board costs the turn and goes back",
        W + FIVES,
        "w off b",
        B + "4 white, 5 black, queen on board",
    ),
    family(
        "8, 7", "also with striker and own", W + FIVES, "w s off b", B + "6 white, 5 black, queen on board"
    ),
    family("8", "a queen pocketed then cannot wait", W + FIVES, "q off b", B + FIVES),
    family(
        "8",
        "but a waiting queen is covered",
        W + WAITS,
        "w off b",
        B + "4 white, 5 black, queen covered by white",
    ),
    family(
        "8",
        "unless the coin pays a due",
        W + "9 white, 5 black, queen waiting, white owes 1, white has the right to the queen",
        "w off b",
        B + "9 white, 5 black, queen on board",
    ),
    family("queen 1", "no queen without an own coin in a net", W + NINE, "q", B + NINE),
    family(
        "queen 1",
        "a coin once pocketed and put back gives no right",
        W + NINE + ", white has the right to the queen",
        "q",
        B + NINE,
    ),
    family(
        "queen 1",
        "nor does a coin of the same stroke",
        W + NINE,
        "q w",
        B + "8 white, 5 black, queen on board",
    ),
    family(
        "queen 1",
        "striker, own and queen too early",
        W + NINE,
        "s q w",
        B + NINE + ", white owes 1",
    ),
    family("queen 2", "the queen waits and earns a stroke", W + FIVES, "q", W + WAITS),
    family(
        "queen 2",
        "with an own coin she waits and two strokes follow",
        W + FIVES,
        "q w",
        W + "4 white, 5 black, queen waiting, 2 strokes in hand",
    ),
    family(
        "queen 2", "the next stroke covers", W + WAITS, "w", W + "4 white, 5 black, queen covered by white"
    ),
    family(
        "queen 2",
        "missed, she comes back and the turn passes at once",
        W + WAITS + ", 2 strokes in hand",
        "nothing",
        B + FIVES,
    ),
    family(
        "queen 2",
        "a cover that pays a due loses turn and queen",
        W + "9 white, 5 black, queen waiting, white owes 1",
        "w",
        B + "9 white, 5 black, queen on board",
    ),
    family(
        "7, international-a 3.12 i",
        "striker and own: she goes on waiting",
        W + WAITS,
        "s w",
        W + "6 white, 5 black, queen waiting",
    ),
    family(
        "5",
        "theirs with a covering coin: both that and the queen come back",
        W + WAITS,
        "w b",
        B + "5 white, 4 black, queen on board",
    ),
    family(
        "4", "theirs with the queen: she comes back", W + FIVES, "q b", B + "5 white, 4 black, queen on board"
    ),
    family(
        "international-a 3.11 e",
        "an improper stroke",
        W + FIVES + ", 2 strokes in hand",
        "w improper",
        B + "6 white, 5 black, queen on board",
    ),
    family(
        "board 1, board 2, queen 3",
        "the last coin wins theirs and five for the queen",
        W + LAST_OWN + "covered by white",
        "w",
        "white wins 9",
    ),
    family(
        "queen 3", "five only for who covered her", W + LAST_OWN + "covered by black", "w", "white wins 4"
    ),
    family(
        "board 1",
        "five at 22 too, and no limit of twelve",
        W + "1 white, 9 black, queen covered by white, white has 22 points",
        "w",
        "white wins 14",
    ),
    family(
        "board 1",
        "queen and last coin in one stroke: nothing for the queen",
        W + LAST_OWN + "on board",
        "w q",
        "white wins 4",
    ),
    family(
        "queen 4", "the last coin before the queen loses five", W + LAST_OWN + "on board", "w", "black wins 5"
    ),
    family(
        "board 1, queen 2",
        "also with all nine in one stroke",
        W + "9 white, 4 black, queen on board",
        "w w w w w w w w w q",
        "white wins 4",
    ),
    family(
        "board 1, 4",
        "their last coin: they win mine, and five with the queen out",
        W + LAST_THEIRS + "on board",
        "b",
        "black wins 9",
    ),
    family("board 1", "or if they covered her", W + LAST_THEIRS + "covered by black", "b", "black wins 9"),
    family("board 1", "but not if I did", W + LAST_THEIRS + "covered by white", "b", "black wins 4"),
    family(
        "board 1",
        "own coins come back before counting",
        W + LAST_THEIRS + "covered by white",
        "b w w",
        "black wins 4",
    ),
    family(
        "board 1, 6",
        "the striker's penalty coin counts",
        W + LAST_THEIRS + "covered by white",
        "b s",
        "black wins 5",
    ),
    family(
        "board 1, 6",
        "if there is one in the nets",
        W + "9 white, 1 black, queen covered by white",
        "b s",
        "black wins 9",
    ),
    family(
        "board 1", "both last coins: the own one comes back", W + LAST_BOTH + "waiting", "w b", "black wins 6"
    ),
    family(
        "7",
        "the last coin with the striker comes back: no end",
        W + LAST_OWN + "on board",
        "w s",
        W + "2 white, 4 black, queen on board",
    ),
    family("international-a 4 p", "six passes void the board", W + FIVES + ", 5 passes", "missed", "void"),
]


@pytest.mark.parametrize("case", [param(each) for each in (*OF_BASICS, *OF_LEAFLET, *OF_FAMILY)])
def test_a_stroke_leads_where_the_text_says(case: Ruled) -> None:
    case.check()


@law("family play 6")
def test_the_family_game_goes_on_until_a_side_has_all_its_coins_and_the_queen() -> None:
    """Eight coins and a covered queen are not enough; the ninth ends the board."""
    before = standing("white on strike, 2 white, 4 black, queen covered by white")

    going_on, _ = play(before, stroke("w"), FAMILY_BOOK)
    over, _ = play(going_on, stroke("w"), FAMILY_BOOK)

    assert going_on.over is None
    assert over.over is not None
    assert over.over.points == 9


@law("family queen 1")
def test_the_right_to_the_queen_that_is_shown_is_the_one_that_is_judged() -> None:
    """A coin that was pocketed and put back gives no right: only one that lies in a net now does."""
    before = standing("white on strike, 8 white, 5 black, queen on board")

    after, _ = play(before, stroke("s"), FAMILY_BOOK)
    back, ruling = play(replace(after, on_strike=before.on_strike), stroke("q"), FAMILY_BOOK)

    assert str(after) == "black on strike, 9 white, 5 black, queen on board"
    assert (ruling.queen_back, str(back)) == (True, "black on strike, 9 white, 5 black, queen on board")

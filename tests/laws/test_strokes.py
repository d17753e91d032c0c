"""What a stroke leads to, law by law, under the international laws (both editions)."""

from __future__ import annotations

import pytest
from tests.says import A, Ruled, in_both_editions, law, standing, stroke

from carrom import INTERNATIONAL_A, INTERNATIONAL_B, Rulebook, play

W, B = "white on strike, ", "black on strike, "
OPEN = "9 white, 9 black, queen on board, to break"
FIVES = "5 white, 5 black, queen on board"
WAITS = "5 white, 5 black, queen waiting"


def ruled(laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return Ruled(A, tuple(laws.split(", ")), sentence, before, stroke(what), after)


BREAK = [
    ruled(
        "3.6 a",
        "a touched coin makes the break, and a miss passes the turn",
        W + OPEN,
        "nothing",
        B + "9 white, 9 black, queen on board",
    ),
    ruled(
        "3.5 d",
        "a break that touches nothing is tried again",
        W + OPEN,
        "missed",
        W + OPEN + " after 1 try",
    ),
    ruled(
        "3.5 d",
        "a second miss gives the break to the other side, which keeps black",
        W + OPEN + " after 1 try",
        "missed",
        B + OPEN + " after 2 tries",
    ),
    ruled(
        "3.5 d",
        "from then on each side has one try",
        B + OPEN + " after 2 tries",
        "missed",
        W + OPEN + " after 3 tries",
    ),
    ruled(
        "3.11 a, 3.5 d",
        "a striker pocketed before the break costs nothing but the try",
        W + OPEN,
        "s missed",
        W + OPEN + " after 1 try",
    ),
    ruled(
        "3.11 a",
        "a striker pocketed on the second try costs the break too",
        W + OPEN + " after 1 try",
        "s missed",
        B + OPEN + " after 2 tries",
    ),
    ruled(
        "4.1.2",
        "an improper try costs a due and the turn",
        W + OPEN,
        "missed improper",
        B + "9 white, 9 black, queen on board, white owes 1, to break after 1 try",
    ),
    ruled(
        "3.6 a",
        "an own coin on the break keeps the turn",
        W + OPEN,
        "w",
        W + "8 white, 9 black, queen on board",
    ),
    ruled(
        "3.12 g",
        "queen and striker on the break: queen back, a due, turn passes",
        W + OPEN,
        "q s",
        B + "9 white, 9 black, queen on board, white owes 1",
    ),
    ruled(
        "3.12 e",
        "queen and one own coin on the break: she waits",
        W + OPEN,
        "q w",
        W + "8 white, 9 black, queen waiting",
    ),
    ruled(
        "3.12 e",
        "queen and two own coins on the break: covered",
        W + OPEN,
        "q w w",
        W + "7 white, 9 black, queen covered by white",
    ),
    ruled(
        "3.12 c",
        "the queen alone on the break comes back",
        W + OPEN,
        "q",
        B + "9 white, 9 black, queen on board",
    ),
]

PLAIN = [
    ruled("3.6 a", "an own coin keeps the turn", W + FIVES, "w", W + "4 white, 5 black, queen on board"),
    ruled(
        "3.6 a",
        "own and theirs together keep the turn",
        W + FIVES,
        "w b",
        W + "4 white, 4 black, queen on board",
    ),
    ruled(
        "3.6 a, 3.6 c",
        "only theirs: they stay pocketed and the turn passes",
        W + FIVES,
        "b b",
        B + "5 white, 3 black, queen on board",
    ),
    ruled("3.6 a", "nothing passes the turn", W + FIVES, "nothing", B + FIVES),
    ruled(
        "3.9 a",
        "a coin that leaves the board comes back on the centre, without penalty",
        W + FIVES,
        "w off b",
        W + "4 white, 5 black, queen on board",
    ),
    ruled("3.9 a", "a queen that leaves the board comes back", W + FIVES, "nothing off q", B + FIVES),
]

STRIKER = [
    ruled(
        "3.11 a",
        "a striker pocketed alone costs one coin and the turn",
        W + FIVES,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 a",
        "with nothing in the nets the coin becomes a due",
        W + "9 white, 5 black, queen on board",
        "s",
        B + "9 white, 5 black, queen on board, white owes 1",
    ),
    ruled(
        "3.11 c",
        "striker and theirs: theirs stay, one coin back, turn passes",
        W + FIVES,
        "s b",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "3.11 b",
        "striker and own: those back and one more, turn stays",
        W + FIVES,
        "s w w",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 b",
        "striker, own and theirs: theirs stay in",
        W + FIVES,
        "s w b",
        W + "6 white, 4 black, queen on board",
    ),
    ruled(
        "3.11 b",
        "with nothing else in the nets the one more is a due",
        W + "9 white, 5 black, queen on board",
        "s w",
        W + "9 white, 5 black, queen on board, white owes 1, white has the right to the queen",
    ),
    ruled(
        "3.12 f, 3.11 b",
        "striker, queen and own: all back and one more, turn stays",
        W + FIVES,
        "s q w",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 b, 3.12 g",
        "striker and queen alone, off the break: queen back, one coin, turn stays",
        W + FIVES,
        "s q",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.12 c",
        "striker and queen alone without the right to her: the turn passes",
        W + "9 white, 5 black, queen on board",
        "s q",
        B + "9 white, 5 black, queen on board, white owes 1",
    ),
    ruled(
        "3.11 b",
        "striker, queen and theirs: queen back, one coin, turn stays",
        W + FIVES,
        "q b s",
        W + "6 white, 4 black, queen on board",
    ),
    ruled(
        "3.12 c",
        "striker, queen and theirs without the right to her: the turn passes",
        W + "9 white, 5 black, queen on board",
        "q b s",
        B + "9 white, 4 black, queen on board, white owes 1",
    ),
    ruled(
        "3.12 h",
        "striker while the queen waits: queen back, one coin, turn passes",
        W + WAITS,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.12 h",
        "striker and theirs while the queen waits",
        W + WAITS,
        "s b",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "3.12 i",
        "striker and own while the queen waits: she goes on waiting",
        W + WAITS,
        "s w w",
        W + "6 white, 5 black, queen waiting",
    ),
]

QUEEN = [
    ruled(
        "3.12 a",
        "a queen pocketed with the right waits, turn stays",
        W + FIVES,
        "q",
        W + "5 white, 5 black, queen waiting",
    ),
    ruled(
        "3.12 a",
        "the right was earned by a coin since put back",
        W + "9 white, 5 black, queen on board, white has the right to the queen",
        "q",
        W + "9 white, 5 black, queen waiting, white has the right to the queen",
    ),
    ruled(
        "3.12 c",
        "without the right the queen comes back and the turn passes",
        W + "9 white, 5 black, queen on board",
        "q",
        B + "9 white, 5 black, queen on board",
    ),
    ruled(
        "3.12 c",
        "their coins pocketed by the other side give no right",
        W + "7 white, 5 black, queen on board, white lacks the right to the queen",
        "q b",
        B + "7 white, 4 black, queen on board, white lacks the right to the queen",
    ),
    ruled(
        "3.12 e",
        "queen and own together are covered",
        W + FIVES,
        "q w",
        W + "4 white, 5 black, queen covered by white",
    ),
    ruled(
        "3.12 e",
        "queen and one own with all nine on the board: she waits",
        W + "9 white, 5 black, queen on board",
        "q w",
        W + "8 white, 5 black, queen waiting",
    ),
    ruled(
        "3.12 e",
        "queen and two own with all nine on the board: covered",
        W + "9 white, 5 black, queen on board",
        "q w w",
        W + "7 white, 5 black, queen covered by white",
    ),
    ruled(
        "3.12 d",
        "an own coin covers the waiting queen",
        W + WAITS,
        "w",
        W + "4 white, 5 black, queen covered by white",
    ),
    ruled(
        "3.12 d",
        "no own coin: the waiting queen comes back",
        W + WAITS,
        "b",
        B + "5 white, 4 black, queen on board",
    ),
    ruled(
        "3.12 a, 3.11 g",
        "the only own coin pays a due with the queen: no right yet, but the turn stays",
        W + "9 white, 5 black, queen on board, white owes 1",
        "w q",
        W + "9 white, 5 black, queen on board, white has the right to the queen",
    ),
    ruled(
        "3.12 a, 3.11 g",
        "with the right earned before, the queen waits while the coin pays the due",
        W + "9 white, 5 black, queen on board, white owes 1, white has the right to the queen",
        "w q",
        W + "9 white, 5 black, queen waiting, white has the right to the queen",
    ),
    ruled(
        "3.12 a, 3.11 g",
        "a cover that pays a due does not cover: she goes on waiting",
        W + "9 white, 5 black, queen waiting, white owes 1, white has the right to the queen",
        "w",
        W + "9 white, 5 black, queen waiting, white has the right to the queen",
    ),
]

IMPROPER = [
    ruled(
        "3.11 e, 3.11 d",
        "own come back and theirs stay in an improper stroke",
        W + FIVES,
        "w b improper",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "4.1.2",
        "an improper stroke costs a coin and the turn",
        W + FIVES,
        "nothing improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 d",
        "theirs pocketed by an improper stroke stay in",
        W + FIVES,
        "b improper",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "3.11 e",
        "own coins of an improper stroke come back, and one more",
        W + FIVES,
        "w w improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 e",
        "the striker too makes no second penalty",
        W + FIVES,
        "w s improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2, 3.11 a",
        "an improper stroke with the striker is one penalty",
        W + FIVES,
        "s improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2, 3.11 e",
        "queen and own of an improper stroke come back",
        W + FIVES,
        "q w improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2",
        "a queen of an improper stroke comes back",
        W + FIVES,
        "q improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 e",
        "a waiting queen is lost by an improper stroke",
        W + WAITS,
        "w improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 e",
        "an improper stroke too earns the right to the queen",
        W + "9 white, 5 black, queen on board",
        "w improper",
        B + "9 white, 5 black, queen on board, white owes 1, white has the right to the queen",
    ),
]

DUES = [
    ruled(
        "3.12 d, 3.11 g",
        "two coins that both pay dues still cover the queen",
        W + "9 white, 5 black, queen waiting, white owes 2, white has the right to the queen",
        "w w",
        W + "9 white, 5 black, queen covered by white, white has the right to the queen",
    ),
    ruled(
        "3.12 e, 3.11 g",
        "also a queen of the same stroke",
        W + "9 white, 5 black, queen on board, white owes 2",
        "w w q",
        W + "9 white, 5 black, queen covered by white, white has the right to the queen",
    ),
    ruled(
        "3.11 g",
        "a due from before the break is paid by the break",
        W + "9 white, 9 black, queen on board, white owes 1, to break",
        "w w",
        W + "8 white, 9 black, queen on board",
    ),
    ruled(
        "3.11 g",
        "coins in the nets pay a due that a case left open",
        W + "6 white, 5 black, queen on board, white owes 3",
        "nothing",
        B + "9 white, 5 black, queen on board, white has the right to the queen",
    ),
    ruled(
        "3.11 g",
        "a due is paid at once and the turn goes on",
        W + "9 white, 5 black, queen on board, white owes 1",
        "w",
        W + "9 white, 5 black, queen on board, white has the right to the queen",
    ),
    ruled(
        "3.11 h, 3.11 k",
        "all dues that can be paid are paid together",
        W + "9 white, 5 black, queen on board, white owes 3",
        "w w",
        W + "9 white, 5 black, queen on board, white owes 1, white has the right to the queen",
    ),
    ruled(
        "3.11 g",
        "my stroke pays their due",
        W + "5 white, 9 black, queen on board, black owes 1",
        "b",
        B + "5 white, 9 black, queen on board",
    ),
    ruled(
        "3.11 g",
        "an improper stroke of mine pays their due too",
        W + "5 white, 9 black, queen on board, black owes 1",
        "b improper",
        B + "6 white, 9 black, queen on board",
    ),
    ruled(
        "3.11 e",
        "an improper coin pays no due: it comes back, and one more is owed",
        W + "9 white, 5 black, queen on board, white owes 1",
        "w improper",
        B + "9 white, 5 black, queen on board, white owes 2, white has the right to the queen",
    ),
    ruled(
        "3.11 a",
        "a coin held for want of room is not in the nets",
        W + "8 white, 5 black, queen on board, 1 white held",
        "s",
        B + "8 white, 5 black, queen on board, white owes 1, 1 white held",
    ),
    ruled(
        "3.11 g",
        "a due is paid first: the last coins do not end the board",
        W + "1 white, 5 black, queen covered by white, white owes 1",
        "w",
        W + "1 white, 5 black, queen covered by white",
    ),
    ruled(
        "3.6 a",
        "a side whose coins are all held for want of room has not pocketed its last",
        W + "0 white, 5 black, queen covered by white, 2 white held",
        "nothing",
        B + "0 white, 5 black, queen covered by white, 2 white held",
    ),
    ruled(
        "3.6 a",
        "nor has the other side",
        W + "5 white, 0 black, queen covered by white, 2 black held",
        "w",
        W + "4 white, 0 black, queen covered by white, 2 black held",
    ),
    ruled(
        "3.11 g",
        "their due is paid first: their last coin does not end the board",
        W + "5 white, 1 black, queen covered by white, black owes 1",
        "b",
        B + "5 white, 1 black, queen covered by white",
    ),
]

PASSES = [
    ruled(
        "3.6 a",
        "a touched break leaves no passes",
        W + "9 white, 9 black, queen on board, 2 passes, to break",
        "nothing",
        B + "9 white, 9 black, queen on board",
    ),
    ruled("3.6 a", "a stroke that touches nothing is a pass", W + FIVES, "missed", B + FIVES + ", 1 pass"),
    ruled("3.6 a", "a touch ends the run of passes", W + FIVES + ", 5 passes", "nothing", B + FIVES),
    ruled("4 p", "the sixth pass in a row voids the board", B + FIVES + ", 5 passes", "missed", "void"),
    ruled(
        "4 p",
        "a striker pocketed by the sixth pass changes nothing",
        B + FIVES + ", 5 passes",
        "s missed",
        "void",
    ),
]

AT_REST = [
    ruled("3.10 a", "a coin on its edge is left standing", W + FIVES, "nothing on-edge", B + FIVES),
    ruled("3.10 b", "coins on top of each other are left", W + FIVES, "nothing stacked", B + FIVES),
    ruled("3.10 c", "the umpire lifts a striker off a coin", W + FIVES, "nothing striker-on-coin", B + FIVES),
    ruled(
        "3.10 d",
        "a coin lifted off the striker that then falls is pocketed",
        W + FIVES,
        "w coin-on-striker",
        W + "4 white, 5 black, queen on board",
    ),
    ruled(
        "3.10 e",
        "striker and coin that tip in together are both pocketed",
        W + FIVES,
        "w s tipped-together",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.10 f",
        "a striker held up over the pocket counts as pocketed",
        W + FIVES,
        "nothing striker-over-pocket",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.10 g",
        "a coin that teeters and falls is properly pocketed",
        W + FIVES,
        "w teetered",
        W + "4 white, 5 black, queen on board",
    ),
    ruled(
        "3.9 a, 3.9 b",
        "a coin that jumps and falls back counts as jumped and what it disturbed is restored",
        W + FIVES,
        "w fell-back off b",
        W + "4 white, 5 black, queen on board",
    ),
    ruled(
        "3.9 b",
        "a coin that touched only the lamp stands where it fell",
        W + FIVES,
        "nothing touched-lamp",
        B + FIVES,
    ),
    ruled(
        "3.10 a",
        "a board that ends still says what stood on its edge",
        W + "1 white, 4 black, queen covered by white",
        "w on-edge",
        "white wins 7",
    ),
]

LAST_OWN = "1 white, 4 black, queen "
LAST_THEIRS = "4 white, 1 black, queen "
LAST_BOTH = "1 white, 1 black, queen "

ENDS = [
    ruled(
        "3.7 b",
        "their coins that fall with my last one do not count",
        W + LAST_OWN + "covered by white",
        "w b",
        "white wins 6",
    ),
    ruled("3.7 b", "nor when three of four fall", W + LAST_OWN + "covered by black", "w 3b", "white wins 1"),
    ruled(
        "3.7 n, 3.11 d, 3.11 e, 3.11 f",
        "their last coin by an improper stroke while the queen waits",
        W + LAST_THEIRS + "waiting",
        "b w improper",
        "black wins 8",
    ),
    ruled(
        "3.7 b",
        "a side that owes pays first and leaves what it paid",
        W + "1 white, 9 black, queen covered by white, black owes 1",
        "w b b b b b b b b b",
        "white wins 4",
    ),
    ruled(
        "3.7 b",
        "so does the side on strike, when their last coin falls with all of its own",
        W + "9 white, 1 black, queen covered by black, white owes 1",
        "9w b",
        "black wins 4",
    ),
    ruled(
        "3.7 a, 3.7 b",
        "the last own coin wins their coins on the board",
        W + LAST_OWN + "covered by black",
        "w",
        "white wins 4",
    ),
    ruled(
        "3.7 b",
        "and three for the queen, if the winner covered her",
        W + LAST_OWN + "covered by white",
        "w",
        "white wins 7",
    ),
    ruled(
        "3.7 c, 3.7 b",
        "from 22 points the queen counts nothing",
        W + LAST_OWN + "covered by white, white has 22 points",
        "w",
        "white wins 4",
    ),
    ruled(
        "3.7 b",
        "at 21 points she still counts",
        W + LAST_OWN + "covered by white, white has 21 points",
        "w",
        "white wins 7",
    ),
    ruled(
        "3.7 b, 3.7 a",
        "the last own coin covers a waiting queen",
        W + LAST_OWN + "waiting",
        "w",
        "white wins 7",
    ),
    ruled("3.7 b", "queen and last own coin in one stroke", W + LAST_OWN + "on board", "w q", "white wins 7"),
    ruled(
        "3.7 d",
        "a board gives twelve points at most",
        W + "9 white, 1 black, queen covered by black",
        "b s",
        "black wins 12",
    ),
    ruled(
        "3.7 b",
        "dues are forgotten with the board",
        W + "1 white, 9 black, queen covered by black, black owes 2",
        "w",
        "white wins 9",
    ),
    ruled(
        "3.7 f",
        "both last coins and the queen: three for the side on strike",
        W + LAST_BOTH + "on board",
        "w b q",
        "white wins 3",
    ),
    ruled(
        "3.7 f",
        "but one from 22 points",
        W + LAST_BOTH + "on board, white has 22 points",
        "w b q",
        "white wins 1",
    ),
    ruled(
        "3.7 g",
        "both last coins with the queen on the board: three for the other side",
        W + LAST_BOTH + "on board",
        "w b",
        "black wins 3",
    ),
    ruled(
        "3.7 g",
        "but one if that side has 22",
        W + LAST_BOTH + "on board, black has 23 points",
        "w b",
        "black wins 1",
    ),
    ruled("3.7 i", "the same with the striker", W + LAST_BOTH + "on board", "w b s", "black wins 3"),
    ruled(
        "3.7 h",
        "both last coins while covering: three for the side on strike",
        W + LAST_BOTH + "waiting",
        "w b",
        "white wins 3",
    ),
    ruled(
        "3.7 k",
        "both last coins while covering, with the striker: three for the other",
        W + LAST_BOTH + "waiting",
        "w b s",
        "black wins 3",
    ),
    ruled(
        "3.7 i",
        "the last own coin before the queen: three for the other side",
        W + LAST_OWN + "on board",
        "w",
        "black wins 3",
    ),
    ruled("3.7 i", "also with the striker", W + LAST_OWN + "on board", "w s", "black wins 3"),
    ruled(
        "3.7 i",
        "one if the other side has 22",
        W + LAST_OWN + "on board, black has 22 points",
        "w",
        "black wins 1",
    ),
    ruled(
        "3.7 j",
        "both last coins: who covered the queen gets three",
        W + LAST_BOTH + "covered by black",
        "w b",
        "black wins 3",
    ),
    ruled("3.7 j", "be it the side on strike", W + LAST_BOTH + "covered by white", "w b", "white wins 3"),
    ruled(
        "3.7 k",
        "both last coins, queen and striker: three for the other side",
        W + LAST_BOTH + "on board",
        "w b q s",
        "black wins 3",
    ),
    ruled(
        "3.7 l",
        "both last coins and striker, queen mine: one for the other side",
        W + LAST_BOTH + "covered by white",
        "w b s",
        "black wins 1",
    ),
    ruled(
        "3.7 l",
        "both last coins and striker, queen theirs: three",
        W + LAST_BOTH + "covered by black",
        "w b s",
        "black wins 3",
    ),
    ruled(
        "3.7 l",
        "three become one from 22",
        W + LAST_BOTH + "covered by black, black has 22 points",
        "w b s",
        "black wins 1",
    ),
    ruled(
        "3.7 m",
        "their last coin with the queen on the board",
        W + LAST_THEIRS + "on board",
        "b",
        "black wins 7",
    ),
    ruled(
        "3.7 m, 3.7 c",
        "from 22 without the queen's three",
        W + LAST_THEIRS + "on board, black has 22 points",
        "b",
        "black wins 4",
    ),
    ruled(
        "3.7 m, 3.7 n",
        "their last coin and the striker: one more",
        W + LAST_THEIRS + "on board",
        "b s",
        "black wins 8",
    ),
    ruled(
        "3.7 m",
        "their last coin and the queen without own: as if she were on the board",
        W + LAST_THEIRS + "on board",
        "b q",
        "black wins 7",
    ),
    ruled(
        "3.7 m",
        "their last coin, queen, own and striker: the queen would come back",
        W + LAST_THEIRS + "on board",
        "b q w s",
        "black wins 7",
    ),
    ruled("3.7 n", "their last coin instead of a cover", W + LAST_THEIRS + "waiting", "b", "black wins 7"),
    ruled(
        "3.7 n",
        "their last coin and the striker instead of a cover: one more",
        W + LAST_THEIRS + "waiting",
        "b s",
        "black wins 8",
    ),
    ruled("3.7 n", "own and striker cover nothing", W + LAST_THEIRS + "waiting", "b w s", "black wins 7"),
    ruled(
        "3.7 b",
        "their last coin, covered before by the other side",
        W + LAST_THEIRS + "covered by black",
        "b",
        "black wins 7",
    ),
    ruled(
        "3.7 b",
        "their last coin, covered before by the side on strike",
        W + LAST_THEIRS + "covered by white",
        "b",
        "black wins 4",
    ),
    ruled(
        "3.11 f",
        "their last coin and the striker: one more",
        W + LAST_THEIRS + "covered by white",
        "b s",
        "black wins 5",
    ),
    ruled(
        "3.7 n",
        "their last coin in the stroke that covers: three for the queen all the same",
        W + "3 white, 1 black, queen waiting",
        "b w",
        "black wins 5",
    ),
    ruled(
        "3.7 n, 3.7 c",
        "from 22 without them",
        W + "3 white, 1 black, queen waiting, black has 22 points",
        "b w",
        "black wins 2",
    ),
    ruled(
        "3.7 b, 3.12 e",
        "their last coin, queen and own in one stroke: nothing for the queen",
        W + LAST_THEIRS + "on board",
        "b q w",
        "black wins 3",
    ),
    ruled(
        "3.11 b",
        "the last own coin with the striker comes back: no end",
        W + LAST_OWN + "covered by white",
        "w s",
        W + "2 white, 4 black, queen covered by white",
    ),
    ruled(
        "3.12 i",
        "nor with the queen waiting",
        W + LAST_OWN + "waiting",
        "w s",
        W + "2 white, 4 black, queen waiting",
    ),
    ruled(
        "3.12 f",
        "nor with the queen in the same stroke",
        W + LAST_OWN + "on board",
        "w q s",
        W + "2 white, 4 black, queen on board",
    ),
    ruled(
        "3.11 e",
        "an improper last own coin comes back",
        W + LAST_OWN + "covered by white",
        "w improper",
        B + "2 white, 4 black, queen covered by white",
    ),
    ruled(
        "3.11 e",
        "even with the queen on the board",
        W + LAST_OWN + "on board",
        "w improper",
        B + "2 white, 4 black, queen on board",
    ),
    ruled(
        "3.11 f, 3.11 d",
        "their last coin by an improper stroke: one more",
        W + LAST_THEIRS + "covered by black",
        "b improper",
        "black wins 8",
    ),
    ruled(
        "3.7 m, 3.11 f",
        "an improper stroke's own coins come back before counting",
        W + LAST_THEIRS + "on board",
        "b w improper",
        "black wins 8",
    ),
    ruled(
        "3.7 n",
        "both last coins by an improper stroke: the own one comes back",
        W + LAST_BOTH + "waiting",
        "w b improper",
        "black wins 5",
    ),
]


@pytest.mark.parametrize(
    "case", in_both_editions([*BREAK, *PLAIN, *STRIKER, *QUEEN, *IMPROPER, *DUES, *PASSES, *AT_REST, *ENDS])
)
def test_a_stroke_leads_where_the_law_says(case: Ruled) -> None:
    case.check()


EDITIONS = pytest.mark.parametrize("book", [INTERNATIONAL_A, INTERNATIONAL_B], ids=lambda book: book.id)


@law("international-a 3.5 c", "international-b 3.5 c")
@EDITIONS
def test_the_queen_alone_touched_makes_the_break(book: Rulebook) -> None:
    """Any coin will do, the queen included: from then on the stroke counts."""
    before = standing("white on strike, 9 white, 9 black, queen on board, to break")

    after, _ = play(before, stroke("nothing"), book)

    assert after.broken
    assert str(after) == "black on strike, 9 white, 9 black, queen on board"


@law("international-a 3.7 d", "international-b 3.7 d")
@EDITIONS
def test_penalties_owed_are_forgotten_with_the_board(book: Rulebook) -> None:
    before = standing("white on strike, 1 white, 9 black, queen covered by white, black owes 2")

    after, _ = play(before, stroke("w"), book)

    assert after.over is not None
    assert after.over.points == 12
    assert after.due == (0, 0)

"""What a stroke leads to under the ICF's laws: the break, dues, the queen, and every end of a board."""

from __future__ import annotations

import pytest
from tests.says import ICF, Ruled, law, param, standing, stroke

from carrom import play, rulebook

W, B = "white on strike, ", "black on strike, "
OPEN = "9 white, 9 black, queen on board, to break"
FIVES = "5 white, 5 black, queen on board"
WAITS = "5 white, 5 black, queen waiting"
NINE = "9 white, 5 black, queen on board"
RIGHT = ", white has the right to the queen"
NO_RIGHT = "8 white, 5 black, queen on board, white lacks the right to the queen"
LAST_OWN = "1 white, 4 black, queen "
LAST_THEIRS = "4 white, 1 black, queen "
LAST_BOTH = "1 white, 1 black, queen "
BLACK_AT_22 = ", black has 22 points"
WHITE_AT_22 = ", white has 22 points"


def ruled(laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return Ruled(ICF, tuple(laws.split(", ")), sentence, before, stroke(what), after)


BREAK = [
    ruled("45a", "a first miss is tried again", W + OPEN, "missed", W + OPEN + " after 1 try"),
    ruled("45a", "and so is a second", W + OPEN + " after 1 try", "missed", W + OPEN + " after 2 tries"),
    ruled(
        "45b",
        "a third miss gives the break to the other side, which keeps black",
        W + OPEN + " after 2 tries",
        "missed",
        B + OPEN + " after 3 tries",
    ),
    ruled(
        "45a",
        "the second player has three tries too",
        B + OPEN + " after 4 tries",
        "missed",
        B + OPEN + " after 5 tries",
    ),
    ruled(
        "45b",
        "then the first player tries again",
        B + OPEN + " after 5 tries",
        "missed",
        W + OPEN + " after 6 tries",
    ),
    ruled(
        "45c",
        "a striker pocketed without a touch loses the turn at once, and costs nothing",
        W + OPEN,
        "s missed",
        B + OPEN + " after 3 tries",
    ),
    ruled(
        "45c",
        "so it does on a later try",
        B + OPEN + " after 4 tries",
        "s missed",
        W + OPEN + " after 6 tries",
    ),
    ruled(
        "45c",
        "an improper try loses the turn at once, and costs nothing",
        W + OPEN + " after 1 try",
        "missed improper",
        B + OPEN + " after 3 tries",
    ),
    ruled(
        "45c",
        "an improper try with the striker pocketed costs nothing more",
        W + OPEN,
        "s missed improper",
        B + OPEN + " after 3 tries",
    ),
    ruled(
        "48",
        "a touch makes the break, and without a coin the turn passes",
        W + OPEN,
        "nothing",
        B + "9 white, 9 black, queen on board",
    ),
    ruled("48", "an own coin keeps the turn", W + OPEN, "w", W + "8 white, 9 black, queen on board"),
    ruled(
        "77a",
        "an own coin by an improper break comes back, one more is owed",
        W + OPEN,
        "w improper",
        B + "9 white, 9 black, queen on board, white owes 1" + RIGHT,
    ),
    ruled(
        "95a",
        "the queen alone on the break comes back",
        W + OPEN,
        "q",
        B + "9 white, 9 black, queen on board",
    ),
    ruled(
        "95d",
        "queen and striker on the break: queen back, a due, turn lost",
        W + OPEN,
        "q s",
        B + "9 white, 9 black, queen on board, white owes 1",
    ),
    ruled(
        "97b",
        "queen and one own coin on the break: she must still be covered",
        W + OPEN,
        "q w",
        W + "8 white, 9 black, queen waiting",
    ),
    ruled(
        "97b",
        "queen and two own coins on the break: covered",
        W + OPEN,
        "q w w",
        W + "7 white, 9 black, queen covered by white",
    ),
]

COSTS = [
    ruled("48", "nothing passes the turn", W + FIVES, "nothing", B + FIVES),
    ruled(
        "64a",
        "an improper stroke costs a coin and the turn",
        W + FIVES,
        "improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled("48", "an own coin keeps it", W + FIVES, "w", W + "4 white, 5 black, queen on board"),
    ruled(
        "77a",
        "own coins by an improper stroke come back with one more",
        W + FIVES,
        "2w improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "125, 48",
        "theirs stay in and the turn is lost",
        W + FIVES,
        "2b",
        B + "5 white, 3 black, queen on board",
    ),
    ruled(
        "76",
        "theirs by an improper stroke stay in, one coin back",
        W + FIVES,
        "2b improper",
        B + "6 white, 3 black, queen on board",
    ),
    ruled(
        "48",
        "own and theirs together keep the turn",
        W + FIVES,
        "w b",
        W + "4 white, 4 black, queen on board",
    ),
    ruled(
        "76, 77a",
        "own and theirs by an improper stroke: own back with one more, theirs stay in",
        W + FIVES,
        "w b improper",
        B + "6 white, 4 black, queen on board",
    ),
    ruled("72a", "the striker alone costs a coin", W + FIVES, "s", B + "6 white, 5 black, queen on board"),
    ruled(
        "72b",
        "the striker by an improper stroke costs two",
        W + FIVES,
        "s improper",
        B + "7 white, 5 black, queen on board",
    ),
    ruled(
        "73",
        "striker and own: those and one more back, turn stays",
        W + FIVES,
        "s 2w",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "77b",
        "striker and own by an improper stroke: those and two more, turn lost",
        W + FIVES,
        "s 2w improper",
        B + "7 white, 5 black, queen on board",
    ),
    ruled(
        "75",
        "striker, own and theirs: own and one more back, theirs stay in, turn stays",
        W + FIVES,
        "s w b",
        W + "6 white, 4 black, queen on board",
    ),
    ruled(
        "77b, 76",
        "striker, own and theirs by an improper stroke: own and two more",
        W + FIVES,
        "s w b improper",
        B + "7 white, 4 black, queen on board",
    ),
    ruled(
        "74",
        "striker and theirs: theirs stay in, one coin, turn lost",
        W + FIVES,
        "s b",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "72b, 76",
        "striker and theirs by an improper stroke: two coins",
        W + FIVES,
        "s b improper",
        B + "7 white, 4 black, queen on board",
    ),
]

QUEEN = [
    ruled("92, 48", "the queen waits for her cover", W + FIVES, "q", W + WAITS),
    ruled(
        "64b",
        "the queen by an improper stroke comes back with one coin",
        W + FIVES,
        "q improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled("95a", "no queen before an own coin", W + NINE, "q", B + NINE),
    ruled(
        "95a",
        "the right needs a coin that the side itself pocketed",
        W + NO_RIGHT,
        "q",
        B + NO_RIGHT,
    ),
    ruled(
        "64b",
        "the queen too early by an improper stroke costs a coin",
        W + NO_RIGHT,
        "q improper",
        B + NINE,
    ),
    ruled(
        "95b",
        "no queen while a due is outstanding",
        W + NINE + ", white owes 1" + RIGHT,
        "q",
        B + NINE + ", white owes 1" + RIGHT,
    ),
    ruled(
        "64b",
        "the queen while owing, by an improper stroke: one more is owed",
        W + NINE + ", white owes 1" + RIGHT,
        "q improper",
        B + NINE + ", white owes 2" + RIGHT,
    ),
    ruled(
        "95b",
        "queen and own while owing: she comes back, the due is paid, the turn is lost",
        W + NINE + ", white owes 1" + RIGHT,
        "q w",
        B + NINE + RIGHT,
    ),
    ruled(
        "95b",
        "queen and striker while owing: the turn is lost",
        W + NINE + ", white owes 1" + RIGHT,
        "q s",
        B + NINE + ", white owes 2" + RIGHT,
    ),
    ruled(
        "95b, 98a",
        "queen, own and striker while owing: all back, one more owed, the turn is lost",
        W + NINE + ", white owes 1" + RIGHT,
        "q w s",
        B + NINE + ", white owes 2" + RIGHT,
    ),
    ruled(
        "95c",
        "with all nine back on the board the right to the queen remains",
        W + NINE + RIGHT,
        "q",
        W + "9 white, 5 black, queen waiting" + RIGHT,
    ),
    ruled(
        "97a",
        "queen and own: covered",
        W + FIVES,
        "q w",
        W + "4 white, 5 black, queen covered by white",
    ),
    ruled(
        "64b",
        "queen and own by an improper stroke: all back with one more",
        W + FIVES,
        "q w improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "97b",
        "with all nine on the board the queen and one own coin: she must still be covered",
        W + NINE,
        "q w",
        W + "8 white, 5 black, queen waiting",
    ),
    ruled(
        "97b",
        "also if the right to her remained",
        W + NINE + RIGHT,
        "q w",
        W + "8 white, 5 black, queen waiting",
    ),
    ruled(
        "97b",
        "with all nine on the board the queen and two own coins: covered",
        W + NINE,
        "q 2w",
        W + "7 white, 5 black, queen covered by white",
    ),
    ruled(
        "99a",
        "queen and striker: queen back, one coin, the turn stays",
        W + FIVES,
        "q s",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "99a",
        "queen, striker and theirs: the turn stays too",
        W + FIVES,
        "q s b",
        W + "6 white, 4 black, queen on board",
    ),
    ruled(
        "99b",
        "queen and striker by an improper stroke: two coins, turn lost",
        W + FIVES,
        "q s improper",
        B + "7 white, 5 black, queen on board",
    ),
    ruled(
        "95d",
        "queen and striker with all nine on the board: a due, turn lost",
        W + NINE + RIGHT,
        "q s",
        B + NINE + ", white owes 1" + RIGHT,
    ),
    ruled(
        "99b",
        "queen and striker with all nine on the board, by an improper stroke: two dues",
        W + NINE,
        "q s improper",
        B + NINE + ", white owes 2",
    ),
    ruled(
        "95a, 72a",
        "queen and striker without the right to her: one coin, turn lost",
        W + NO_RIGHT,
        "q s",
        B + NINE,
    ),
    ruled(
        "98a",
        "queen, own and striker: all back with one more, turn stays",
        W + FIVES,
        "q w s",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "98b",
        "queen, own and striker by an improper stroke: two more, turn lost",
        W + FIVES,
        "q w s improper",
        B + "7 white, 5 black, queen on board",
    ),
]

COVER = [
    ruled("48", "an own coin covers her", W + WAITS, "w", W + "4 white, 5 black, queen covered by white"),
    ruled("96, 48", "without one she comes back", W + WAITS, "nothing", B + FIVES),
    ruled("96, 48", "theirs do not cover her", W + WAITS, "b", B + "5 white, 4 black, queen on board"),
    ruled(
        "77a, 64b",
        "an own coin by an improper stroke covers nothing",
        W + WAITS,
        "w improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "64a",
        "a foul stroke brings her back",
        W + WAITS,
        "improper",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "76",
        "so does one with theirs",
        W + WAITS,
        "b improper",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "100a",
        "the striker instead of a cover: queen back, one coin, turn lost",
        W + WAITS,
        "s",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "100a",
        "the striker and theirs instead of a cover",
        W + WAITS,
        "s b",
        B + "6 white, 4 black, queen on board",
    ),
    ruled(
        "100b",
        "the striker by an improper stroke instead of a cover: two coins",
        W + WAITS,
        "s improper",
        B + "7 white, 5 black, queen on board",
    ),
    ruled(
        "100b",
        "the striker and theirs by an improper stroke instead of a cover",
        W + WAITS,
        "s b improper",
        B + "7 white, 4 black, queen on board",
    ),
    ruled(
        "101a",
        "striker and own instead of a cover: those and one more back, she waits, turn stays",
        W + WAITS,
        "s w",
        W + "6 white, 5 black, queen waiting",
    ),
    ruled(
        "101b",
        "striker and own by an improper stroke: those and two more, queen back, turn lost",
        W + WAITS,
        "s w improper",
        B + "7 white, 5 black, queen on board",
    ),
    ruled(
        "48, 78a",
        "a coin that goes out as a due covers her first",
        W + "9 white, 5 black, queen waiting, white owes 1" + RIGHT,
        "w",
        W + "9 white, 5 black, queen covered by white" + RIGHT,
    ),
]

DUES = [
    ruled("72a", "with empty nets the coin is owed", W + NINE, "s", B + NINE + ", white owes 1"),
    ruled("72b", "and so are two", W + NINE, "s improper", B + NINE + ", white owes 2"),
    ruled(
        "72b",
        "one of two is there, the other is owed",
        W + "8 white, 5 black, queen on board",
        "s improper",
        B + NINE + ", white owes 1" + RIGHT,
    ),
    ruled(
        "72c, 78a",
        "a due is paid after the stroke that pockets a coin for it, and the turn stays",
        W + NINE + ", white owes 1",
        "w",
        W + NINE + RIGHT,
    ),
    ruled(
        "83",
        "of several owed, what is there is paid at once and the rest later",
        W + NINE + ", white owes 3",
        "2w",
        W + NINE + ", white owes 1" + RIGHT,
    ),
    ruled(
        "78a",
        "a coin of theirs pays their due",
        W + "5 white, 9 black, queen on board, black owes 1",
        "b",
        B + "5 white, 9 black, queen on board",
    ),
]

RESTING = [
    ruled(
        "65a",
        "a coin that leaves the board comes back without penalty",
        W + FIVES,
        "w off b",
        W + "4 white, 5 black, queen on board",
    ),
    ruled("65a", "so does the queen", W + FIVES, "nothing off q", B + FIVES),
    ruled(
        "66a, 65a",
        "a coin that jumps and falls back goes to the centre",
        W + FIVES,
        "w fell-back off b",
        W + "4 white, 5 black, queen on board",
    ),
    ruled("66b", "off the lamp it lies where it fell", W + FIVES, "nothing touched-lamp", B + FIVES),
    ruled("67", "a coin on its rim is left", W + FIVES, "nothing on-edge", B + FIVES),
    ruled("68", "overlapping coins are left", W + FIVES, "nothing stacked", B + FIVES),
    ruled("69a", "the umpire takes the striker off a coin", W + FIVES, "nothing striker-on-coin", B + FIVES),
    ruled(
        "69a",
        "a striker held up over a pocket is not in",
        W + FIVES,
        "nothing striker-over-pocket",
        B + FIVES,
    ),
    ruled(
        "69a",
        "a coin that falls as the striker is lifted off it is in",
        W + FIVES,
        "w striker-on-coin",
        W + "4 white, 5 black, queen on board",
    ),
    ruled(
        "70a",
        "a coin on the striker is put where it would rest",
        W + FIVES,
        "nothing coin-on-striker",
        B + FIVES,
    ),
    ruled(
        "70a, 72a",
        "a striker that falls as the coin is lifted off it is pocketed",
        W + FIVES,
        "s coin-on-striker",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "71",
        "a coin perched at a pocket that falls is properly pocketed",
        W + FIVES,
        "w teetered",
        W + "4 white, 5 black, queen on board",
    ),
    ruled("71", "and so is the queen", W + FIVES, "q teetered", W + WAITS),
]

OWN_ENDS = [
    ruled(
        "52a, 53a, 53b",
        "the last own coin wins theirs, and the queen for who covered her",
        W + LAST_OWN + "covered by white",
        "w",
        "white wins 7",
    ),
    ruled("53b", "but not for the loser who did", W + LAST_OWN + "covered by black", "w", "white wins 4"),
    ruled("52a", "also with the coin that covers her", W + LAST_OWN + "waiting", "w", "white wins 7"),
    ruled("52a", "also with queen and last coin at once", W + LAST_OWN + "on board", "w q", "white wins 7"),
    ruled(
        "52a",
        "up to 21 points she is worth three",
        W + LAST_OWN + "covered by white, white has 21 points",
        "w",
        "white wins 7",
    ),
    ruled("54", "from 22 nothing", W + LAST_OWN + "covered by white" + WHITE_AT_22, "w", "white wins 4"),
    ruled(
        "77a",
        "an improper last coin with the queen covered comes back",
        W + LAST_OWN + "covered by white",
        "w improper",
        B + "2 white, 4 black, queen covered by white",
    ),
    ruled(
        "77a, 64b",
        "so it does as a cover",
        W + LAST_OWN + "waiting",
        "w improper",
        B + "2 white, 4 black, queen on board",
    ),
    ruled(
        "64b",
        "and together with the queen",
        W + LAST_OWN + "on board",
        "w q improper",
        B + "2 white, 4 black, queen on board",
    ),
    ruled(
        "107a",
        "the last own coin before the queen loses three",
        W + LAST_OWN + "on board",
        "w",
        "black wins 3",
    ),
    ruled("107a", "from 22 one", W + LAST_OWN + "on board" + BLACK_AT_22, "w", "black wins 1"),
    ruled(
        "107b, 87b",
        "improperly, with one on demand",
        W + LAST_OWN + "on board",
        "w improper",
        "black wins 3, 1 more on demand",
    ),
    ruled(
        "108a, 87b",
        "with the striker, one on demand",
        W + LAST_OWN + "on board",
        "w s",
        "black wins 3, 1 more on demand",
    ),
    ruled(
        "108b, 87b",
        "with the striker improperly, two on demand",
        W + LAST_OWN + "on board",
        "w s improper",
        "black wins 3, 2 more on demand",
    ),
    ruled(
        "108b",
        "from 22 they come on top of the one",
        W + LAST_OWN + "on board" + BLACK_AT_22,
        "w s improper",
        "black wins 1, 2 more on demand",
    ),
    ruled(
        "73",
        "the last own coin with the striker, queen covered: no end",
        W + LAST_OWN + "covered by white",
        "w s",
        W + "2 white, 4 black, queen covered by white",
    ),
    ruled(
        "77b",
        "nor by an improper stroke",
        W + LAST_OWN + "covered by white",
        "w s improper",
        B + "3 white, 4 black, queen covered by white",
    ),
    ruled(
        "101a",
        "nor while she waits",
        W + LAST_OWN + "waiting",
        "w s",
        W + "2 white, 4 black, queen waiting",
    ),
    ruled(
        "101b",
        "nor while she waits, by an improper stroke",
        W + LAST_OWN + "waiting",
        "w s improper",
        B + "3 white, 4 black, queen on board",
    ),
    ruled(
        "98a",
        "nor together with her",
        W + LAST_OWN + "on board",
        "w q s",
        W + "2 white, 4 black, queen on board",
    ),
    ruled(
        "98b",
        "nor together with her, by an improper stroke",
        W + LAST_OWN + "on board",
        "w q s improper",
        B + "3 white, 4 black, queen on board",
    ),
]


def with_demand(
    laws: tuple[str, str],
    about: str,
    board: str,
    what: str,
    result: str,
    extra: int,
    start: str = LAST_THEIRS,
) -> list[Ruled]:
    """An end for black by a proper stroke with so many points on demand, and one more by an improper one."""

    def more(points: int) -> str:
        return f", {points} more on demand" if points else ""

    before = W + start + board
    return [
        ruled(laws[0], about, before, what, result + more(extra)),
        ruled(
            f"{laws[1]}, 87b", f"{about}, improperly", before, f"{what} improper", result + more(extra + 1)
        ),
    ]


THEIR_ENDS = [
    *with_demand(("106a", "106b"), "their last coin, queen on the board", "on board", "b", "black wins 7", 0),
    *with_demand(
        ("106a, 54", "106b"), "from 22 without her", "on board" + BLACK_AT_22, "b", "black wins 4", 0
    ),
    *with_demand(
        ("111a, 87b", "111b"),
        "their last coin and the striker, queen on the board",
        "on board",
        "b s",
        "black wins 7",
        1,
    ),
    *with_demand(
        ("111a, 54", "111b"), "with the striker from 22", "on board" + BLACK_AT_22, "b s", "black wins 4", 1
    ),
    *with_demand(("103a", "103b"), "their last coin instead of a cover", "waiting", "b", "black wins 7", 0),
    *with_demand(
        ("103a, 54", "103b"), "instead of a cover from 22", "waiting" + BLACK_AT_22, "b", "black wins 4", 0
    ),
    *with_demand(
        ("103a", "103b"), "their last coin in the stroke that covers", "waiting", "b w", "black wins 6", 0
    ),
    *with_demand(
        ("103a, 87b", "103b"),
        "their last coin and the striker instead of a cover",
        "waiting",
        "b s",
        "black wins 7",
        1,
    ),
    *with_demand(
        ("52a", "106b"),
        "their last coin, the side on strike had covered",
        "covered by white",
        "b",
        "black wins 4",
        0,
    ),
    *with_demand(
        ("52a, 53b", "106b"),
        "their last coin, its side had covered",
        "covered by black",
        "b",
        "black wins 7",
        0,
    ),
    *with_demand(
        ("111a, 87b", "111b"),
        "their last coin and the striker, the side on strike had covered",
        "covered by white",
        "b s",
        "black wins 4",
        1,
    ),
    *with_demand(
        ("111a, 87b", "111b"),
        "their last coin and the striker, its side had covered",
        "covered by black",
        "b s",
        "black wins 7",
        1,
    ),
    *with_demand(("106a", "106b"), "the queen with their last coin", "on board", "b q", "black wins 7", 0),
    *with_demand(
        ("111a, 87b", "111b"),
        "queen and striker with their last coin",
        "on board",
        "b q s",
        "black wins 7",
        1,
    ),
    ruled(
        "103a",
        "queen, own and their last coin at once: three for her all the same",
        W + LAST_THEIRS + "on board",
        "b q w",
        "black wins 6",
    ),
]

BOTH_ENDS = [
    *with_demand(
        ("105a", "105b"),
        "both last coins, queen on the board",
        "on board",
        "w b",
        "black wins 3",
        0,
        LAST_BOTH,
    ),
    *with_demand(
        ("105a", "105b"), "both from 22", "on board" + BLACK_AT_22, "w b", "black wins 1", 0, LAST_BOTH
    ),
    *with_demand(
        ("109a, 87b", "109b"),
        "both and the striker, queen on the board",
        "on board",
        "w b s",
        "black wins 3",
        1,
        LAST_BOTH,
    ),
    *with_demand(
        ("109a, 87b", "109b"),
        "both and the striker instead of a cover",
        "waiting",
        "w b s",
        "black wins 3",
        1,
        LAST_BOTH,
    ),
    *with_demand(
        ("109a, 87b", "109b"), "both, queen and striker", "on board", "w b q s", "black wins 3", 1, LAST_BOTH
    ),
    *with_demand(
        ("109a, 87b", "109b"),
        "both, queen and striker from 22",
        "on board" + BLACK_AT_22,
        "w b q s",
        "black wins 1",
        1,
        LAST_BOTH,
    ),
    *with_demand(
        ("110a, 87b", "110b"),
        "both and the striker, the side on strike had covered",
        "covered by white",
        "w b s",
        "black wins 1",
        1,
        LAST_BOTH,
    ),
    *with_demand(
        ("112a, 87b", "112b"),
        "both and the striker, the other side had covered",
        "covered by black",
        "w b s",
        "black wins 3",
        1,
        LAST_BOTH,
    ),
    *with_demand(
        ("112a, 87b", "112b"),
        "the same from 22",
        "covered by black" + BLACK_AT_22,
        "w b s",
        "black wins 1",
        1,
        LAST_BOTH,
    ),
    ruled("102a", "both last coins as a cover", W + LAST_BOTH + "waiting", "w b", "white wins 3"),
    ruled("102a", "as a cover from 22", W + LAST_BOTH + "waiting" + WHITE_AT_22, "w b", "white wins 1"),
    ruled(
        "102b, 87b",
        "both as a cover by an improper stroke",
        W + LAST_BOTH + "waiting",
        "w b improper",
        "black wins 3, 1 more on demand",
    ),
    ruled("104a", "both last coins and the queen", W + LAST_BOTH + "on board", "w b q", "white wins 3"),
    ruled(
        "104a", "with the queen from 22", W + LAST_BOTH + "on board" + WHITE_AT_22, "w b q", "white wins 1"
    ),
    ruled(
        "104b, 87b",
        "both and the queen by an improper stroke",
        W + LAST_BOTH + "on board",
        "w b q improper",
        "black wins 3, 1 more on demand",
    ),
    ruled(
        "52a",
        "both last coins: whoever covered wins",
        W + LAST_BOTH + "covered by white",
        "w b",
        "white wins 3",
    ),
    ruled("52a", "also the other side", W + LAST_BOTH + "covered by black", "w b", "black wins 3"),
    ruled(
        "110b, 87b",
        "improperly, where the side on strike had covered: one",
        W + LAST_BOTH + "covered by white",
        "w b improper",
        "black wins 1, 1 more on demand",
    ),
    ruled(
        "112b, 87b",
        "improperly, where the other side had covered: three",
        W + LAST_BOTH + "covered by black",
        "w b improper",
        "black wins 3, 1 more on demand",
    ),
]

LIMITS = [
    ruled(
        "55",
        "a board gives twelve points, and then none on demand",
        W + "9 white, 1 black, queen on board",
        "b s improper",
        "black wins 12",
    ),
    ruled(
        "55",
        "to twelve points one of two may be demanded",
        W + "8 white, 1 black, queen on board",
        "b s improper",
        "black wins 11, 1 more on demand",
    ),
    ruled(
        "111b",
        "below that, both",
        W + "7 white, 1 black, queen on board",
        "b s improper",
        "black wins 10, 2 more on demand",
    ),
]

PASSES = [
    ruled(
        "137",
        "six strokes in a row that touch nothing void the board",
        W + FIVES + ", 5 passes",
        "missed",
        "void",
    ),
]


@pytest.mark.parametrize(
    "case",
    [
        param(each)
        for each in (
            *(*BREAK, *COSTS, *QUEEN, *COVER, *DUES, *RESTING),
            *(*OWN_ENDS, *THEIR_ENDS, *BOTH_ENDS, *LIMITS, *PASSES),
        )
    ],
)
def test_a_stroke_leads_where_the_icf_s_law_says(case: Ruled) -> None:
    case.check()


def followed(before: str, *strokes: str) -> list[str]:
    """The boards after each of the strokes."""
    board, seen = standing(before), []
    for each in strokes:
        board, _ = play(board, stroke(each), rulebook(ICF))
        seen.append(str(board))
    return seen


@law("icf 44")
def test_the_lightest_touch_makes_the_break() -> None:
    """From then on nobody has tries; the striker pocketed with a touch costs a due."""
    assert followed(W + OPEN, "nothing", "nothing") == [
        B + "9 white, 9 black, queen on board",
        W + "9 white, 9 black, queen on board",
    ]
    assert followed(W + OPEN, "s") == [B + "9 white, 9 black, queen on board, white owes 1"]


@law("icf 101a", "icf 96")
def test_a_queen_that_goes_on_waiting_is_covered_by_the_next_stroke_or_comes_back() -> None:
    """Striker and own coin may fall a second time, and she waits again."""
    waits = W + "7 white, 5 black, queen waiting"

    assert followed(W + WAITS, "s w", "s w", "w")[1:] == [
        waits,
        W + "6 white, 5 black, queen covered by white",
    ]
    assert followed(W + WAITS, "s w", "nothing")[-1] == B + "6 white, 5 black, queen on board"


@law("icf 89a")
def test_debts_of_the_two_sides_are_not_set_off_against_each_other() -> None:
    """Each side pays its own as soon as it can; until then both owe."""
    owing = "9 white, 9 black, queen on board, white owes 1, black owes 1"

    assert followed(W + owing, "nothing") == [B + owing]
    assert followed(W + owing, "w") == [
        W + "9 white, 9 black, queen on board, white has the right to the queen, black owes 1"
    ]
    assert followed(W + owing, "w b") == [
        W + "9 white, 9 black, queen on board, white has the right to the queen"
    ]


@law("icf 116")
def test_a_striker_that_jumps_off_the_board_costs_nothing() -> None:
    """The turn stays if an own coin or the queen fell in that stroke, and passes otherwise."""
    assert followed(W + FIVES, "w off s") == [W + "4 white, 5 black, queen on board"]
    assert followed(W + FIVES, "q off s") == [W + WAITS]
    assert followed(W + FIVES, "nothing off s") == [B + FIVES]


@law("icf 69b", "icf 70b")
def test_a_piece_that_falls_as_the_umpire_lifts_the_other_counts_as_pocketed() -> None:
    """The coin under the striker is the player's; the striker under a coin is a due."""
    assert followed(W + FIVES, "w striker-on-coin") == [W + "4 white, 5 black, queen on board"]
    assert followed(W + FIVES, "s coin-on-striker") == [B + "6 white, 5 black, queen on board"]


@law("icf 113")
def test_a_perched_queen_that_falls_is_properly_pocketed() -> None:
    assert followed(W + FIVES, "q teetered", "w")[-1] == W + "4 white, 5 black, queen covered by white"
    assert followed(W + NINE, "q teetered") == [B + NINE]


@law("icf 52b")
@pytest.mark.parametrize(("has", "wins"), [(0, 5), (21, 5), (22, 2), (24, 2)])
def test_the_queen_counts_three_up_to_21_points_and_a_coin_one(has: int, wins: int) -> None:
    points = f", white has {has} points" if has else ""

    after, _ = play(
        standing(W + "1 white, 2 black, queen covered by white" + points), stroke("w"), rulebook(ICF)
    )

    assert after.over is not None
    assert after.over.points == wins


@law("icf 55", "icf 5")
def test_dues_are_written_off_with_the_last_coin_of_a_board() -> None:
    after, _ = play(
        standing(W + "1 white, 9 black, queen covered by white, black owes 2"), stroke("w"), rulebook(ICF)
    )

    assert after.over is not None
    assert (after.over.points, after.over.extra, after.due) == (12, 0, (0, 0))


READINGS = [
    (49, B + OPEN + " after 3 tries", "missed"),
    (50, W + FIVES, "w b"),
    (54, W + FIVES, "s b improper"),
    (56, W + NINE + ", white owes 1" + RIGHT, "q w"),
    (57, W + "9 white, 5 black, queen waiting, white owes 1" + RIGHT, "w"),
    (58, W + LAST_BOTH + "covered by white", "w b"),
    (58, W + LAST_BOTH + "covered by black", "w b improper"),
    (59, W + LAST_THEIRS + "covered by white", "b improper"),
    (60, W + LAST_BOTH + "on board", "w b s"),
    (60, W + LAST_THEIRS + "waiting", "b s"),
    (61, W + LAST_THEIRS + "on board", "b q"),
    (62, W + LAST_THEIRS + "waiting", "b w"),
    (63, W + FIVES, "q s b"),
    (67, W + WAITS, "improper"),
]


@pytest.mark.parametrize(("number", "before", "what"), READINGS, ids=lambda value: str(value))
def test_a_stroke_on_which_the_text_is_silent_names_our_reading(number: int, before: str, what: str) -> None:
    _, ruling = play(standing(before), stroke(what), rulebook(ICF))

    assert number in ruling.readings

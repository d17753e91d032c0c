"""The French federation's one-page basics; where it is silent, the international laws (edition a) decide."""

from __future__ import annotations

from carrom.rulebooks.federation import (
    BORROWED_INCIDENTS,
    BORROWED_NOTES,
    LAW,
    borrowed,
    queen_too_early,
    striker_clauses,
    their_ends,
)
from carrom.rulebooks.international_a import (
    BOTH_ENDS,
    COINS,
    IMPROPER,
    MINE,
    POINTS_QUEEN,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_IF_COVERED,
    QUEEN_WAITS,
    READINGS,
    SPECIAL,
    THEIRS,
    TRIES,
    TURN_PASSES,
    TURN_STAYS,
    StrokeClause,
    StrokeEnd,
)
from carrom.rules.clauses import Clause, End, resolve, under
from carrom.rules.facts import (
    all_nine_on_board,
    always,
    one_own_fell,
    only_coin_pays_a_due,
    own_fell,
    own_last,
    queen_covered,
    queen_covers_now,
    queen_fell,
    queen_on_board,
    queen_waiting,
    striker_fell,
    theirs_fell,
)
from carrom.rules.rulebook import MatchLaws, Rulebook

BOOK = "ffc-basics"

QUEEN: tuple[StrokeClause, ...] = (
    *queen_too_early("queen 6", "queen 2"),
    Clause(
        f"{LAW} 3.12 a",
        queen_fell & only_coin_pays_a_due,
        (QUEEN_WAITS, TURN_STAYS),
        "queen-coin-pays",
        also=("queen 4",),
        reading=6,
    ),
    Clause(
        "queen 4",
        queen_fell & one_own_fell & all_nine_on_board,
        (QUEEN_COVERED, TURN_STAYS),
        "queen-with-own",
        reading=23,
    ),
    Clause("queen 4", queen_fell & own_fell, (QUEEN_COVERED, TURN_STAYS), "queen-with-own"),
    Clause("queen 4", queen_fell, (QUEEN_WAITS, TURN_STAYS), "queen-pocketed", also=("queen 2",)),
    Clause(
        f"{LAW} 3.12 a",
        queen_waiting & only_coin_pays_a_due,
        (QUEEN_WAITS, TURN_STAYS),
        "cover-pays-due",
        also=("queen 4",),
        reading=6,
    ),
    Clause("queen 4", queen_waiting & own_fell, (QUEEN_COVERED, TURN_STAYS), "cover"),
    Clause("queen 6", queen_waiting, (QUEEN_BACK, TURN_PASSES), "cover-missed"),
)

PLAIN: tuple[StrokeClause, ...] = (
    Clause("penalty 3", own_fell & theirs_fell, (TURN_STAYS,), "own-and-theirs"),
    Clause("play 6", own_fell, (TURN_STAYS,), "own"),
    Clause("penalty 3", theirs_fell, (TURN_PASSES,), "theirs", also=("play 7",)),
    Clause("play 7", always, (TURN_PASSES,), "nothing"),
)

# The queen pocketed with the last own coin wins, with or without the right to her before.
OWN_ENDS: tuple[StrokeEnd, ...] = (
    End(
        "play 9",
        own_last & ~striker_fell & queen_fell,
        MINE,
        (COINS, POINTS_QUEEN),
        "last-and-queen",
        also=("queen 4", "queen 5"),
        reading=25,
    ),
    End(
        "play 9",
        own_last & ~striker_fell & (queen_covered | queen_covers_now),
        MINE,
        (COINS, QUEEN_IF_COVERED),
        "last-own",
        also=("queen 1", "queen 5"),
    ),
    End(
        "queen 3",
        own_last & queen_on_board,
        THEIRS,
        (SPECIAL,),
        "last-before-queen",
        also=(f"{LAW} 3.7 i",),
        reading=46,
    ),
)


FFC_BASICS = Rulebook(
    id=BOOK,
    tries=borrowed(TRIES),
    strokes=(*borrowed(IMPROPER), *under(BOOK, (*striker_clauses("queen 6"), *QUEEN, *PLAIN))),
    ends=(*borrowed(BOTH_ENDS), *under(BOOK, (*OWN_ENDS, *their_ends("play 9", "queen 5")))),
    incidents=BORROWED_INCIDENTS,
    notes=BORROWED_NOTES | {"twenty-two": (resolve("game 2", BOOK, {}),)},
    readings=READINGS,
    letters={},
    foul_book=LAW,
    allowed_acts=frozenset({"other-hand"}),
    act_laws={"striker-off-lines": "play 4", "pushed": "play 5"},
    match=MatchLaws(games_to_win=1),
)

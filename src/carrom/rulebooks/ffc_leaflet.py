"""The French federation's leaflet: the queen is covered with the next stroke, and nothing changes at 22."""

from __future__ import annotations

from dataclasses import replace

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
    LAST_BEFORE_QUEEN,
    MINE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_IF_COVERED,
    QUEEN_WAITS,
    READINGS,
    TRIES,
    TURN_PASSES,
    TURN_STAYS,
    StrokeClause,
    StrokeEnd,
)
from carrom.rules.clauses import Clause, End, under
from carrom.rules.facts import (
    always,
    only_coin_pays_a_due,
    own_fell,
    own_last,
    queen_covered,
    queen_covers_now,
    queen_fell,
    queen_waiting,
    striker_fell,
    theirs_fell,
)
from carrom.rules.rulebook import MatchLaws, Rulebook

BOOK = "ffc-leaflet"

QUEEN: tuple[StrokeClause, ...] = (
    *queen_too_early("queen 2", "queen 5"),
    Clause("queen 3", queen_fell & own_fell, (QUEEN_WAITS, TURN_STAYS), "queen-with-own-waits"),
    Clause("queen 3", queen_fell, (QUEEN_WAITS, TURN_STAYS), "queen-pocketed", also=("queen 2",)),
    Clause(
        f"{LAW} 3.12 a",
        queen_waiting & only_coin_pays_a_due,
        (QUEEN_WAITS, TURN_STAYS),
        "cover-pays-due",
        also=("queen 3",),
        reading=6,
    ),
    Clause("queen 3", queen_waiting & own_fell, (QUEEN_COVERED, TURN_STAYS), "cover"),
    Clause("queen 5", queen_waiting, (QUEEN_BACK, TURN_PASSES), "cover-missed"),
)

PLAIN: tuple[StrokeClause, ...] = (
    Clause("penalty 3", own_fell & theirs_fell, (TURN_STAYS,), "own-and-theirs"),
    Clause("play 5", own_fell, (TURN_STAYS,), "own"),
    Clause("penalty 3", theirs_fell, (TURN_PASSES,), "theirs"),
    Clause("play 6", always, (TURN_PASSES,), "nothing"),
)

OWN_ENDS: tuple[StrokeEnd, ...] = (
    End(
        "play 7",
        own_last & ~striker_fell & queen_fell,
        MINE,
        (COINS,),
        "last-with-queen",
        also=("queen 3",),
        reading=25,
    ),
    End(
        "play 7",
        own_last & ~striker_fell & (queen_covered | queen_covers_now),
        MINE,
        (COINS, QUEEN_IF_COVERED),
        "last-own",
        also=("queen 1", "queen 4"),
    ),
)

FFC_LEAFLET = Rulebook(
    id=BOOK,
    tries=borrowed(TRIES),
    strokes=(*borrowed(IMPROPER), *under(BOOK, (*striker_clauses("queen 5"), *QUEEN, *PLAIN))),
    ends=(
        *borrowed(BOTH_ENDS),
        *under(BOOK, OWN_ENDS),
        *borrowed((replace(LAST_BEFORE_QUEEN, reading=46),)),
        *under(BOOK, their_ends("play 7", "queen 4")),
    ),
    incidents=BORROWED_INCIDENTS,
    notes=BORROWED_NOTES,
    readings=READINGS,
    letters={},
    foul_book=LAW,
    act_laws={"striker-off-lines": "play 4"},
    twenty_two=None,
    match=MatchLaws(games_to_win=1, boards=None),
)

"""The boxed family game: strokes are counted, their coin always costs the turn, and the queen is worth five.

The international laws (edition a) decide only what this text leaves open.
"""

from __future__ import annotations

from carrom.rulebooks.federation import BORROWED_INCIDENTS, BORROWED_NOTES, LAW, borrowed
from carrom.rulebooks.international_a import (
    COINS,
    COINS_PUT_BACK,
    IMPROPER,
    MINE,
    OWN_BACK,
    PENALTY,
    POINTS_QUEEN,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_IF_COVERED,
    QUEEN_UNLESS_LOST,
    QUEEN_WAITS,
    READINGS,
    THEIRS,
    TRY_SPENT,
    TURN_PASSES,
    TURN_STAYS,
    StrokeClause,
    StrokeEnd,
)
from carrom.rules.clauses import Clause, End, Order, Points, Reading, resolve, under
from carrom.rules.facts import (
    always,
    improper,
    jumped,
    more_in_hand,
    only_coin_pays_a_due,
    own_all_fell,
    own_fell,
    own_last,
    own_only_pays,
    queen_covered,
    queen_covers_now,
    queen_fell,
    queen_waiting,
    right_to_the_queen,
    several_own_fell,
    striker_fell,
    theirs_fell,
    theirs_last,
)
from carrom.rules.rulebook import MatchLaws, Rulebook

BOOK = "family"
COUNTED = Order.STROKES_COUNTED

TRIES: tuple[StrokeClause, ...] = (
    Clause(f"{LAW} 4.1.2", improper, (PENALTY, TRY_SPENT, TURN_PASSES), "improper-try", reading=27),
    Clause(
        "6", striker_fell, (PENALTY, TRY_SPENT, TURN_PASSES), "striker-alone", also=("play 5",), reading=26
    ),
    Clause("play 5", always, (TRY_SPENT, TURN_PASSES), "break-missed-once-only"),
)

THEIR_COIN: tuple[StrokeClause, ...] = (
    Clause(
        "5",
        theirs_fell & own_fell & striker_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "own-theirs-striker",
        also=("7",),
        reading=13,
    ),
    Clause(
        "5",
        theirs_fell & own_fell & (queen_fell | queen_waiting),
        (OWN_BACK, QUEEN_BACK, TURN_PASSES),
        "own-theirs-back",
        reading=13,
    ),
    Clause("5", theirs_fell & own_fell, (OWN_BACK, QUEEN_BACK, TURN_PASSES), "own-theirs-back"),
    Clause(
        "6", theirs_fell & striker_fell, (QUEEN_BACK, PENALTY, TURN_PASSES), "striker-theirs", also=("4",)
    ),
    Clause("4", theirs_fell & queen_fell, (QUEEN_BACK, TURN_PASSES), "theirs-and-queen", reading=13),
    Clause("4", theirs_fell, (QUEEN_BACK, TURN_PASSES), "theirs"),
)

STRIKER: tuple[StrokeClause, ...] = (
    Clause(
        "queen 1",
        striker_fell & own_fell & queen_fell & ~right_to_the_queen,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-before-own",
        also=("7",),
        reading=24,
    ),
    Clause(
        "8",
        striker_fell & own_fell & jumped,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "jumped-striker",
        also=("7",),
    ),
    Clause(
        "7",
        striker_fell & own_fell & queen_waiting,
        (OWN_BACK, PENALTY, QUEEN_WAITS, TURN_STAYS),
        "cover-striker-own",
        also=(f"{LAW} 3.12 i",),
    ),
    Clause("7", striker_fell & own_fell, (OWN_BACK, QUEEN_BACK, PENALTY, TURN_STAYS), "striker-own"),
    Clause("6", striker_fell, (QUEEN_BACK, PENALTY, TURN_PASSES), "striker-alone"),
)

JUMPED: tuple[StrokeClause, ...] = (
    Clause(
        "8",
        jumped & queen_waiting & only_coin_pays_a_due,
        (QUEEN_BACK, TURN_PASSES),
        "jumped-turn",
        also=("queen 2",),
    ),
    Clause(
        "8", jumped & queen_waiting & own_fell, (QUEEN_COVERED, TURN_PASSES), "jumped-turn", also=("queen 2",)
    ),
    Clause("8", jumped, (QUEEN_BACK, TURN_PASSES), "jumped-turn"),
)

QUEEN: tuple[StrokeClause, ...] = (
    Clause(
        "queen 2",
        queen_waiting & only_coin_pays_a_due & ~more_in_hand,
        (QUEEN_WAITS, COUNTED),
        "cover-pays-due",
        also=("7",),
        reading=26,
    ),
    Clause(
        "queen 1", queen_fell & ~right_to_the_queen & own_fell, (QUEEN_BACK, TURN_PASSES), "queen-before-own"
    ),
    Clause("queen 1", queen_fell & ~right_to_the_queen, (QUEEN_BACK, TURN_PASSES), "queen-too-early"),
    Clause("queen 2", queen_fell & own_fell, (QUEEN_WAITS, COUNTED), "queen-with-own-waits", reading=13),
    Clause("queen 2", queen_fell, (QUEEN_WAITS, COUNTED), "queen-pocketed", reading=13),
    Clause(
        "queen 2", queen_waiting & only_coin_pays_a_due, (QUEEN_WAITS, COUNTED), "cover-pays-due", also=("7",)
    ),
    Clause("queen 2", queen_waiting & own_fell, (QUEEN_COVERED, COUNTED), "cover", also=("play 3",)),
    Clause("queen 2", queen_waiting, (QUEEN_BACK, TURN_PASSES), "cover-missed"),
)

PLAIN: tuple[StrokeClause, ...] = (
    Clause("play 5", own_fell & own_only_pays, (COUNTED,), "own-pays-due", also=("7",)),
    Clause("play 4", several_own_fell, (COUNTED,), "own-several", reading=13),
    Clause("play 3", own_fell, (COUNTED,), "own"),
    Clause("play 5", always, (COUNTED,), "nothing"),
)

# Their coin brings the own ones back first (5), so both last coins never leave together.
ENDS: tuple[StrokeEnd, ...] = (
    End(
        "board 1",
        theirs_last & (improper | striker_fell),
        THEIRS,
        (COINS_PUT_BACK, Points.PENALTY_COIN, QUEEN_UNLESS_LOST),
        "their-last-striker",
        also=("board 2", "4", "6"),
        reading=26,
    ),
    End(
        "board 1",
        theirs_last,
        THEIRS,
        (COINS_PUT_BACK, QUEEN_UNLESS_LOST),
        "their-last",
        also=("board 2", "4"),
        reading=13,
    ),
    End(
        "board 1",
        own_last & ~theirs_fell & ~striker_fell & (queen_covered | queen_covers_now),
        MINE,
        (COINS, QUEEN_IF_COVERED),
        "last-own",
        also=("board 2", "queen 3"),
    ),
    End(
        "board 1",
        own_last & ~theirs_fell & ~striker_fell & queen_fell,
        MINE,
        (COINS,),
        "last-with-queen",
        also=("board 2", "queen 2"),
        reading=25,
    ),
    End(
        "queen 4",
        own_last & ~theirs_fell & ~striker_fell,
        THEIRS,
        (POINTS_QUEEN,),
        "last-before-queen",
        also=("board 2",),
    ),
)

FAMILY = Rulebook(
    id=BOOK,
    tries=under(BOOK, TRIES),
    strokes=(*borrowed(IMPROPER), *under(BOOK, (*THEIR_COIN, *STRIKER, *JUMPED, *QUEEN, *PLAIN))),
    ends=under(BOOK, ENDS),
    incidents=BORROWED_INCIDENTS,
    notes=BORROWED_NOTES | {"dues": (resolve("7", BOOK, {}),), "jumped": (resolve("8", BOOK, {}),)},
    readings=(
        *READINGS,
        Reading(13, more_in_hand),
        Reading(26, own_all_fell & striker_fell & ~theirs_fell & ~improper),
    ),
    letters={},
    foul_book=LAW,
    allowed_acts=frozenset({"striker-on-arrow"}),
    act_laws={"striker-off-lines": "play 1", "striker-on-circle": "2", "pushed": "play 2"},
    queen_worth=5,
    twenty_two=None,
    most_points=None,
    right_is_in_nets=True,
    counts_strokes=True,
    jumped_to="rosette",
    striker_between_lines=True,
    match=MatchLaws(games_to_win=1, boards=None, round_to_the_right=False),
)

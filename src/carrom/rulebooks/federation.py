"""Clauses that the two texts of the French federation share: penalties, and borrowed international laws."""

from __future__ import annotations

from dataclasses import replace

from carrom.rulebooks.international_a import (
    COINS,
    COINS_PUT_BACK,
    INCIDENTS,
    NOTES,
    ONE_MORE,
    OWN_BACK,
    PENALTY,
    QUEEN_BACK,
    QUEEN_IF_COVERED,
    QUEEN_WAITS,
    THEIRS,
    TURN_PASSES,
    TURN_STAYS,
    StrokeClause,
    StrokeEnd,
)
from carrom.rules.clauses import AnyClause, Clause, End, resolve, under
from carrom.rules.facts import (
    improper,
    only_coin_pays_a_due,
    own_fell,
    queen_covered,
    queen_fell,
    queen_waiting,
    right_to_the_queen,
    striker_fell,
    theirs_fell,
    theirs_last,
)

LAW = "international-a"


def borrowed(clauses: tuple[AnyClause, ...]) -> tuple[AnyClause, ...]:
    """Clauses of the international laws, with international citations."""
    return under(LAW, clauses)


# The bumped board is borrowed from edition a, with three points for the queen in every case (reading 33).
BUMPED = {"bumped-board": tuple(replace(end, reading=33) for end in INCIDENTS["bumped-board"])}
BORROWED_INCIDENTS = {kind: under(LAW, clauses) for kind, clauses in (INCIDENTS | BUMPED).items()}
BORROWED_NOTES = {key: tuple(resolve(law, LAW, {}) for law in laws) for key, laws in NOTES.items()}


def striker_clauses(queen_back: str) -> tuple[StrokeClause, ...]:
    """The clauses for a pocketed striker; `queen_back` is the text's own law for an uncovered queen."""
    return (
        Clause(
            "penalty 2",
            striker_fell & queen_waiting & own_fell,
            (OWN_BACK, PENALTY, QUEEN_WAITS, TURN_STAYS),
            "cover-striker-own",
            also=(f"{LAW} 3.12 i",),
        ),
        Clause(
            "penalty 1",
            striker_fell & queen_waiting,
            (QUEEN_BACK, PENALTY, TURN_PASSES),
            "cover-striker",
            also=(queen_back,),
        ),
        # For striker and own coin the texts leave the turn, for a queen too early they take it. Only the
        # international law covers all three together.
        Clause(
            "penalty 2",
            striker_fell & queen_fell & own_fell & ~right_to_the_queen,
            (OWN_BACK, QUEEN_BACK, PENALTY, TURN_STAYS),
            "queen-striker-own",
            also=(f"{LAW} 3.12 f",),
            reading=24,
        ),
        Clause(
            "penalty 2",
            striker_fell & queen_fell & own_fell,
            (OWN_BACK, QUEEN_BACK, PENALTY, TURN_STAYS),
            "queen-striker-own",
            also=(f"{LAW} 3.12 f",),
        ),
        Clause(
            "penalty 1",
            striker_fell & queen_fell,
            (QUEEN_BACK, PENALTY, TURN_PASSES),
            "queen-striker",
            also=(queen_back,),
        ),
        Clause("penalty 2", striker_fell & own_fell, (OWN_BACK, PENALTY, TURN_STAYS), "striker-own"),
        Clause(
            "penalty 1",
            striker_fell & theirs_fell,
            (PENALTY, TURN_PASSES),
            "striker-theirs",
            also=("penalty 3",),
        ),
        Clause("penalty 1", striker_fell, (PENALTY, TURN_PASSES), "striker-alone"),
    )


def queen_too_early(law: str, also: str) -> tuple[StrokeClause, ...]:
    """The clauses for a queen pocketed without the right to her, under the text's own laws."""
    early = queen_fell & ~right_to_the_queen
    back = (QUEEN_BACK, TURN_PASSES)
    return (
        Clause(law, early & only_coin_pays_a_due, back, "queen-before-own", also=(also,), reading=6),
        Clause(law, early & own_fell, back, "queen-before-own", also=(also,)),
        Clause(law, early, back, "queen-too-early", also=(also,)),
    )


def their_ends(board_won: str, queen_counts: str) -> tuple[StrokeEnd, ...]:
    """The ends by the other side's last coin: the queen counts only for a winner who covered her.

    `board_won` and `queen_counts` are the text's own laws; the penalty point is borrowed.
    """
    return (
        End(
            board_won,
            theirs_last & improper,
            THEIRS,
            (COINS_PUT_BACK, QUEEN_IF_COVERED, ONE_MORE),
            "improper-last",
            also=(queen_counts, f"{LAW} 3.11 d", f"{LAW} 3.11 e", f"{LAW} 3.11 f"),
            reading=9,
        ),
        End(
            board_won,
            theirs_last & striker_fell,
            THEIRS,
            (COINS, QUEEN_IF_COVERED, ONE_MORE),
            "their-last-striker",
            also=(queen_counts, f"{LAW} 3.11 f"),
        ),
        End(
            board_won,
            theirs_last & queen_covered,
            THEIRS,
            (COINS, QUEEN_IF_COVERED),
            "their-last",
            also=(queen_counts,),
        ),
        End(board_won, theirs_last, THEIRS, (COINS,), "their-last-queen-nobodys", also=(queen_counts,)),
    )

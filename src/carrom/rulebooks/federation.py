"""Clauses that the two texts of the French federation share: penalties, and borrowed international laws."""

from __future__ import annotations

from carrom.rulebooks.international_a import (
    INCIDENTS,
    NOTES,
    OWN_BACK,
    PENALTY,
    QUEEN_BACK,
    QUEEN_WAITS,
    TURN_PASSES,
    TURN_STAYS,
    StrokeClause,
)
from carrom.rules.clauses import AnyClause, Clause, resolve, under
from carrom.rules.facts import own_fell, queen_fell, queen_waiting, striker_fell, theirs_fell

LAW = "international-a"


def borrowed(clauses: tuple[AnyClause, ...]) -> tuple[AnyClause, ...]:
    """Clauses of the international laws, with international citations."""
    return under(LAW, clauses)


BORROWED_INCIDENTS = {kind: under(LAW, clauses) for kind, clauses in INCIDENTS.items()}
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
            also=(f"{LAW} 3.12 g",),
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

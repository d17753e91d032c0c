"""How much a searcher thinks, and on what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """How a budget of simulated strokes is spent, as shares of it, and how far a steady hand looks."""

    budget: int = 1000
    book: bool = True  # whether it knows the book of openings
    by_chance: float = 0.3  # of the strokes looked at; none: it sees direct lines alone
    refined: float = 0.12
    ahead: float = 0.2  # with errors: once; a steady hand: for each stroke it looks ahead
    depth: int = 3
    width: int = 8
    seconds: float | None = None  # think again with twice the budget while there is time: not repeatable

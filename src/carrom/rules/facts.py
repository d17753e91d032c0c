"""The facts that clauses test, as seen by the side on strike: what fell, what lay there, the queen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from carrom.rules.standing import CoveredBy, OnBoard, Standing, ToBreak, Waiting
from carrom.stroke import AtRest, Incident, StrokeReport
from carrom.words import COINS_A_SIDE, Colour

F = TypeVar("F")


class Condition(Generic[F]):
    """A predicate over facts; `&`, `|` and `~` combine them: ``striker_fell & ~own_fell``."""

    __slots__ = ("holds",)

    def __init__(self, holds: Callable[[F], bool]) -> None:
        self.holds = holds

    def __and__(self, other: Condition[F]) -> Condition[F]:
        mine, theirs = self.holds, other.holds
        return Condition(lambda facts: mine(facts) and theirs(facts))

    def __or__(self, other: Condition[F]) -> Condition[F]:
        mine, theirs = self.holds, other.holds
        return Condition(lambda facts: mine(facts) or theirs(facts))

    def __invert__(self) -> Condition[F]:
        mine = self.holds
        return Condition(lambda facts: not mine(facts))


class StrokeFacts:
    """One stroke and the board before it. "Own" is the colour of the side on strike, "theirs" the other."""

    __slots__ = (
        "covered_by",
        "due_own",
        "due_theirs",
        "held_own",
        "held_theirs",
        "held_up",
        "improper",
        "in_hand",
        "jumped",
        "me",
        "nets_own",
        "nets_theirs",
        "off_striker",
        "on_break",
        "own",
        "own_before",
        "queen_covers_now",
        "queen_fell",
        "queen_waiting",
        "right",
        "striker",
        "theirs",
        "theirs_before",
        "they",
        "touched",
        "tries",
    )

    def __init__(
        self, standing: Standing, report: StrokeReport, right_is_in_nets: bool, held_up_striker_counts: bool
    ) -> None:
        self.me: Colour = standing.on_strike
        self.they: Colour = self.me.other
        self.own = report.pocketed(self.me)
        self.theirs = report.pocketed(self.they)
        self.own_before = standing.coins.of(self.me)
        self.theirs_before = standing.coins.of(self.they)
        self.nets_own = standing.in_nets(self.me)
        self.nets_theirs = standing.in_nets(self.they)
        self.due_own = standing.due.of(self.me)
        self.due_theirs = standing.due.of(self.they)
        self.held_own = standing.held.of(self.me)
        self.held_theirs = standing.held.of(self.they)
        self.queen_fell = report.queen
        self.queen_waiting = isinstance(standing.queen, Waiting)
        self.covered_by = standing.queen.colour if isinstance(standing.queen, CoveredBy) else None
        self.striker = report.striker_counts if held_up_striker_counts else report.striker
        self.held_up = AtRest.STRIKER_OVER_POCKET in report.at_rest
        self.improper = report.improper
        self.touched = report.touched
        self.jumped = report.jumped
        self.off_striker = report.off_striker
        self.on_break = isinstance(standing.phase, ToBreak)
        self.tries = standing.tries
        self.in_hand = standing.in_hand
        self.right = self.nets_own > 0 if right_is_in_nets else standing.earned.of(self.me)
        # Set once the stroke's clause is known; clauses that end the board test it.
        self.queen_covers_now = False


StrokeCondition = Condition[StrokeFacts]

always = StrokeCondition(lambda f: True)
own_fell = StrokeCondition(lambda f: f.own > 0)
one_own_fell = StrokeCondition(lambda f: f.own == 1)
several_own_fell = StrokeCondition(lambda f: f.own > 1)
theirs_fell = StrokeCondition(lambda f: f.theirs > 0)
striker_held_up = StrokeCondition(lambda f: f.held_up)
striker_fell = StrokeCondition(lambda f: f.striker)
improper = StrokeCondition(lambda f: f.improper)
jumped = StrokeCondition(lambda f: f.jumped)
queen_fell = StrokeCondition(lambda f: f.queen_fell)
queen_waiting = StrokeCondition(lambda f: f.queen_waiting)
queen_covered = StrokeCondition(lambda f: f.covered_by is not None)
queen_covered_by_me = StrokeCondition(lambda f: f.covered_by is f.me)
queen_covers_now = StrokeCondition(lambda f: f.queen_covers_now)
right_to_the_queen = StrokeCondition(lambda f: f.right)
on_the_break = StrokeCondition(lambda f: f.on_break)
first_try = StrokeCondition(lambda f: f.tries == 0)
all_nine_on_board = StrokeCondition(lambda f: f.own_before == COINS_A_SIDE)
own_only_pays = StrokeCondition(lambda f: f.own <= f.due_own)
only_coin_pays_a_due = StrokeCondition(lambda f: f.own == 1 and f.due_own > 0)
# A due is paid first, so a side that owes keeps a coin on the board (reading 3). So does a side whose
# improper stroke brings its own coins back (3.11 e).
own_last = StrokeCondition(lambda f: f.own == f.own_before > 0 and not f.due_own and not f.improper)
theirs_last = StrokeCondition(lambda f: f.theirs == f.theirs_before > 0 and not f.due_theirs)
both_last = own_last & theirs_last
due_outstanding = StrokeCondition(lambda f: f.due_own > 0)
# For texts in which an improper stroke, too, can end the board with an own last coin.
own_gone = StrokeCondition(lambda f: f.own == f.own_before > 0 and not f.due_own)
own_all_fell = StrokeCondition(lambda f: f.own == f.own_before > 0)
# These are asked after every stroke, so they are not composed of others.
last_but_held = StrokeCondition(
    lambda f: bool((f.held_own and own_last.holds(f)) or (f.held_theirs and theirs_last.holds(f)))
)
own_all_fell_improperly = StrokeCondition(lambda f: f.improper and f.own == f.own_before > 0)
covers_with_payers = StrokeCondition(lambda f: f.queen_covers_now and 1 < f.own <= f.due_own)
owed_with_coins_in_nets = StrokeCondition(
    lambda f: bool((f.due_own and f.nets_own) or (f.due_theirs and f.nets_theirs))
)
more_in_hand = StrokeCondition(lambda f: f.in_hand > 1)
striker_left_the_board = StrokeCondition(lambda f: f.off_striker)
queen_on_board = ~(queen_fell | queen_waiting | queen_covered)


class IncidentFacts:
    """An incident and the board on which it happened; `law` is the paragraph that a foul names."""

    __slots__ = (
        "broken",
        "by",
        "ground",
        "in_turn",
        "kind",
        "late",
        "law",
        "noticed",
        "pocketed",
        "queen_waiting",
        "standing",
        "turn_begun",
        "waived",
    )

    def __init__(self, standing: Standing, incident: Incident, law: str = "") -> None:
        self.standing = standing
        self.kind = incident.kind
        self.law = law
        self.by = incident.by
        self.in_turn = incident.by is standing.on_strike
        self.turn_begun = standing.turn_begun
        self.late = standing.late
        self.noticed = incident.noticed
        self.ground = incident.ground
        self.pocketed = incident.pocketed
        self.waived = incident.coins
        self.broken = standing.broken
        self.queen_waiting = isinstance(standing.queen, Waiting)


IncidentCondition = Condition[IncidentFacts]

whoever = IncidentCondition(lambda f: True)
in_turn = IncidentCondition(lambda f: f.in_turn)
turn_begun = IncidentCondition(lambda f: f.turn_begun)
late_before = IncidentCondition(lambda f: f.late)
noticed = IncidentCondition(lambda f: f.noticed)
something_fell = IncidentCondition(lambda f: bool(f.pocketed))
break_made = IncidentCondition(lambda f: f.broken)
nineteen_on_board = IncidentCondition(
    lambda f: f.standing.coins == (COINS_A_SIDE, COINS_A_SIDE) and isinstance(f.standing.queen, OnBoard)
)
queen_waits = IncidentCondition(lambda f: f.queen_waiting)
queen_lies_there = IncidentCondition(lambda f: isinstance(f.standing.queen, OnBoard))


def ground(letter: str) -> IncidentCondition:
    """The condition that a disqualification names this letter."""
    return IncidentCondition(lambda f: f.ground == letter)

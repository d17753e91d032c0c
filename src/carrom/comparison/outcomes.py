"""What a ruling comes to, aspect by aspect, so that the rulings of two rulebooks can be compared."""

from __future__ import annotations

from dataclasses import fields, replace

from carrom.comparison.situations import Situation
from carrom.rules import Rulebook, Ruling
from carrom.rules.rulebook import MatchLaws
from carrom.rules.ruling import (
    BoardEnds,
    BreakMade,
    Consequence,
    Earned,
    Fell,
    Passed,
    Pays,
    PutBack,
    QueenBack,
    QueenCovered,
    QueenWaits,
    Respotted,
    TriesSpent,
    TrySpent,
    TurnPasses,
    TurnStays,
)
from carrom.stroke import Incident, StrokeReport
from carrom.words import Colour, kebab

Outcome = dict[str, object]
"""What follows, by aspect: the turn, the coins put back, the queen, the end of the board and so on."""

# They only keep count, or follow from the report: every rulebook pays dues and respots coins. Who tries next
# is the turn.
_UNCOMPARED = (BreakMade, Earned, Fell, Passed, Pays, Respotted, TriesSpent, TrySpent)


def with_usual_values(book: Rulebook) -> Rulebook:
    """The same clauses with the same worths and limits for all, which are compared as values."""
    return replace(book, queen_worth=3, twenty_two=None, most_points=None, match=MatchLaws())


def outcome(situation: Situation, ruling: Ruling) -> Outcome:
    """What a ruling comes to, relative to the number of coins, so that boards of one kind have the same."""
    found: Outcome = {}
    report = situation.report
    # What fell is seen by the side on strike, an incident by the side that did it.
    actor = report.by if isinstance(report, Incident) else situation.standing.on_strike
    for each in ruling.consequences:
        match each:
            case TurnStays(in_hand=in_hand):
                found["turn"] = ("stays", in_hand)
            case TurnPasses():
                found["turn"] = ("passes",)
            case PutBack(colour, count):
                own = _fell(situation, colour)
                found["put-back"] = ("more than fell", count - own) if count >= own else ("coins", count)
            case QueenBack() | QueenWaits() | QueenCovered():
                found["queen"] = kebab(type(each).__name__)
            case BoardEnds(winner=winner, points=points):
                left = situation.standing.coins.of(winner.other) - _fell(situation, winner.other)
                # The queen's share is part of the points.
                others = _relative(each, actor, but=("points", "queen"))
                found["end"] = ("points besides the coins", points - left, *others)
            case _ if not isinstance(each, _UNCOMPARED):
                found[kebab(type(each).__name__)] = _relative(each, actor)
    return found


def _relative(
    consequence: Consequence, actor: Colour | None, but: tuple[str, ...] = ()
) -> tuple[object, ...]:
    """The fields of a consequence; a colour is the actor's or the other."""
    values = (getattr(consequence, field.name) for field in fields(consequence) if field.name not in but)
    return tuple(
        ("own" if each is actor else "theirs") if isinstance(each, Colour) else each for each in values
    )


def _fell(situation: Situation, colour: Colour) -> int:
    report = situation.report
    stroke = report if isinstance(report, StrokeReport) else StrokeReport.of(report.pocketed)
    return stroke.pocketed(colour)


def differing(outcomes: tuple[Outcome, ...]) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """The aspects on which outcomes differ, each with what every one has."""
    names = dict.fromkeys(name for each in outcomes for name in each)
    compared = ((name, tuple(each.get(name) for each in outcomes)) for name in sorted(names))
    return tuple((name, has) for name, has in compared if len(set(has)) > 1)

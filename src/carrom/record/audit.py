"""Judging a record again: what would be ruled differently today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.errors import CarromError
from carrom.i18n import Message
from carrom.record.entries import Entry, Happened, Overruled, Struck
from carrom.record.fold import State, states
from carrom.rules import match as matches
from carrom.rules.ruling import Ruling
from carrom.stroke import Incident, StrokeReport


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry whose ruling would differ now; `now` says why if it could not be judged at all."""

    entry: int
    given: Ruling
    now: Ruling | Message


def audit(entries: Sequence[Entry]) -> list[Difference]:
    """Re-judge every stroke and incident where it stood. Corrections by hand are the umpire's and stand."""
    folded = states(entries)
    found = []
    for entry in entries:
        judged = _judged(entry)
        if judged is None:
            continue
        report, given = judged
        before = folded[_before(entry) - 1]
        now = _judge_again(before, report)
        if now != given:
            found.append(Difference(entry.seq, given, now))
    return found


def _judged(entry: Entry) -> tuple[StrokeReport | Incident, Ruling] | None:
    match entry.event:
        case Struck(report, ruling, _):
            return report, ruling
        case Happened(incident, ruling):
            return incident, ruling
        case Overruled(_, ruling, report, _) if report is not None:
            return report, ruling
        case _:
            return None


def _before(entry: Entry) -> int:
    """The entry before the one that was judged."""
    return (entry.event.entry if isinstance(entry.event, Overruled) else entry.seq) - 1


def _judge_again(before: State, report: StrokeReport | Incident) -> Ruling | Message:
    try:
        return matches.rule_on(before.match, report)
    except CarromError as refused:
        return refused.message

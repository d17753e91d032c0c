"""Audits a record: judges it again and lists what would be ruled differently now."""

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
    """An entry whose ruling would differ now; if it cannot be judged any more, `now` says why."""

    entry: int
    given: Ruling
    now: Ruling | Message


def audit(entries: Sequence[Entry]) -> list[Difference]:
    """Judge every stroke and incident again in its place. Corrections by hand are not judged."""
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
    """The number of the entry before the judged one."""
    return (entry.event.entry if isinstance(entry.event, Overruled) else entry.seq) - 1


def _judge_again(before: State, report: StrokeReport | Incident) -> Ruling | Message:
    try:
        return matches.rule_on(before.match, report)
    except CarromError as refused:
        return refused.message

"""What an umpire has decided anew, for the sheet: overrulings, corrections, points set by hand, undoing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from carrom.parts import SIDE, Ruling, Score, shown_points, shown_ruling
from carrom.record import Entry, Keeper
from carrom.record.entries import Happened, Overruled, PointsSet, Struck, TakenBack
from carrom.rules.match import Match
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.sheet.course import Course
from carrom.umpiring.sheet.model import Changed, SheetChange, SheetFacts
from carrom.umpiring.view.log import where


class Said(NamedTuple):
    """What was reported and how it was judged."""

    facts: SheetFacts | None
    ruling: Ruling | None


NOTHING = Said(None, None)


def changes(record: Keeper, went: Course) -> tuple[SheetChange, ...]:
    """In the order in which they were made."""
    found = [
        *_overruled(record, went),
        *_corrected(record, went),
        *_points(record, went),
        *_undone(record, went),
    ]
    return tuple(sorted(found, key=lambda change: change.by))


def _overruled(record: Keeper, went: Course) -> Iterator[SheetChange]:
    for entry, was in went.overruled:
        event = entry.event
        assert isinstance(event, Overruled)
        match = was.before.match
        now = Said(_facts(event.report, match), shown_ruling(event.ruling))
        given = Said(_facts(was.report, match), shown_ruling(was.ruling))
        kind: Changed = "by-hand" if event.report is None else "overruled"
        yield _change(record, kind, event.entry, entry, event.reason, given, now)


def _corrected(record: Keeper, went: Course) -> Iterator[SheetChange]:
    for entry in went.corrections:
        event = entry.event
        assert isinstance(event, TakenBack)
        assert event.corrects is not None
        was = _said(record, record.entries[event.corrects - 1])
        now = _said(record, record.entries[entry.seq]) if event.instead else NOTHING
        kind: Changed = "corrected" if event.instead else "struck-out"
        yield _change(record, kind, event.corrects, entry, event.reason, was, now, count=event.left_out)


def _points(record: Keeper, went: Course) -> Iterator[SheetChange]:
    for entry in went.path:
        if isinstance(event := entry.event, PointsSet):
            match = record.states[entry.seq - 2].match
            was = shown_points(match)
            now = Score(event.first, event.second)
            yield _change(record, "points", entry.seq, entry, event.reason, points_was=was, points_now=now)


def _undone(record: Keeper, went: Course) -> Iterator[SheetChange]:
    for entry, gone in went.undone:
        assert isinstance(entry.event, TakenBack)
        if entry.event.reason and gone:
            first, count = gone[0].seq, len(gone)
            yield _change(record, "undone", first, entry, entry.event.reason, count=count)


def _said(record: Keeper, entry: Entry) -> Said:
    """The facts of a stroke or an incident and the ruling that was given."""
    match = record.states[max(entry.seq - 2, 0)].match
    match entry.event:
        case Struck(report=report, ruling=ruling) | Happened(incident=report, ruling=ruling):
            return Said(_facts(report, match), shown_ruling(ruling))
    return NOTHING


def _facts(report: StrokeReport | Incident | None, match: Match) -> SheetFacts | None:
    match report:
        case StrokeReport():
            side = SIDE[match.side_of(match.on_strike)]
            pocketed, off = tuple(report.pocketed_names), tuple(report.off_board_names)
            return SheetFacts("", side, pocketed, off, report.touched, report.improper)
        case Incident():
            by = None if report.by is None else SIDE[match.side_with(report.by)]
            return SheetFacts(report.kind, by, (), (), touched=True, improper=False)
    return None


def _change(
    record: Keeper,
    kind: Changed,
    number: int,
    entry: Entry,
    reason: str,
    was: Said = NOTHING,
    now: Said = NOTHING,
    points_was: Score | None = None,
    points_now: Score | None = None,
    count: int = 0,
) -> SheetChange:
    """`number` is the entry that was changed, `entry` the one that changed it."""
    game, board = where(record.states[max(number - 2, 0)].match)
    return SheetChange(
        kind=kind,
        entry=number,
        by=entry.seq,
        at=entry.at,
        game=game,
        board=board,
        facts_was=was.facts,
        was=was.ruling,
        facts_now=now.facts,
        now=now.ruling,
        points_was=points_was,
        points_now=points_now,
        count=count,
        reason=reason,
    )

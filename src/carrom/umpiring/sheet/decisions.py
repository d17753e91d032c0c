"""What was decided about earlier entries, for the sheet: the umpire's changes and the protests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from carrom.parts import SIDE, Ruling, Score, shown_points, shown_ruling
from carrom.record import Entry, Keeper
from carrom.record import entries as events
from carrom.rules import ruling as rules
from carrom.rules.match import Match
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.sheet.history import MatchHistory
from carrom.umpiring.sheet.model import Changed, SheetChange, SheetFacts, SheetProtest
from carrom.umpiring.view.log import game_and_board

Judged = tuple[SheetFacts | None, Ruling | None]
"""What was reported, and the ruling on it."""

NOTHING: Judged = (None, None)


def sheet_changes(record: Keeper, history: MatchHistory) -> tuple[SheetChange, ...]:
    """Overrulings, corrections, points set by hand and undoing, in the order in which they were made."""
    found = [
        *_overruled(record, history),
        *_corrected(record, history),
        *_points(record, history),
        *_undone(record, history),
    ]
    return tuple(sorted(found, key=lambda change: change.by))


def _overruled(record: Keeper, history: MatchHistory) -> Iterator[SheetChange]:
    for entry, was in history.overruled:
        event = entry.event
        assert isinstance(event, events.Overruled)
        before = _judged(was.report, was.ruling, was.before.match)
        after = _judged(event.report, event.ruling, was.before.match)
        place = (event.entry, entry.seq, entry.at, *_place(record, event.entry))
        kind: Changed = "by-hand" if event.report is None else "overruled"
        yield SheetChange(kind, *place, *before, *after, reason=event.reason)


def _corrected(record: Keeper, history: MatchHistory) -> Iterator[SheetChange]:
    for entry in history.corrections:
        event = entry.event
        assert isinstance(event, events.TakenBack)
        assert event.corrects is not None
        before = _judged_entry(record, event.corrects)
        after = _judged_entry(record, entry.seq + 1) if event.instead else NOTHING
        place = (event.corrects, entry.seq, entry.at, *_place(record, event.corrects))
        kind: Changed = "corrected" if event.instead else "struck-out"
        yield SheetChange(kind, *place, *before, *after, count=event.left_out, reason=event.reason)


def _points(record: Keeper, history: MatchHistory) -> Iterator[SheetChange]:
    for entry in history.path:
        if isinstance(event := entry.event, events.PointsSet):
            place = (entry.seq, entry.seq, entry.at, *_place(record, entry.seq))
            points = (shown_points(record.states[entry.seq - 2].match), Score(event.first, event.second))
            yield SheetChange("points", *place, *NOTHING, *NOTHING, *points, reason=event.reason)


def _undone(record: Keeper, history: MatchHistory) -> Iterator[SheetChange]:
    for entry, gone in history.undone:
        assert isinstance(entry.event, events.TakenBack)
        if entry.event.reason and gone:
            place = (gone[0].seq, entry.seq, entry.at, *_place(record, gone[0].seq))
            yield SheetChange("undone", *place, count=len(gone), reason=entry.event.reason)


def _place(record: Keeper, seq: int) -> tuple[int, int]:
    """The game and the board of an entry."""
    return game_and_board(record.states[max(seq - 2, 0)].match)


def _judged_entry(record: Keeper, seq: int) -> Judged:
    """The facts of a stroke or an incident and the ruling that was given."""
    match record.entries[seq - 1].event:
        case events.Struck(report=report, ruling=ruling) | events.Happened(incident=report, ruling=ruling):
            return _judged(report, ruling, record.states[max(seq - 2, 0)].match)
    return NOTHING


def _judged(report: StrokeReport | Incident | None, ruling: rules.Ruling, match: Match) -> Judged:
    facts = None
    match report:
        case StrokeReport():
            side = SIDE[match.side_of(match.on_strike)]
            pocketed, off = tuple(report.pocketed_names), tuple(report.off_board_names)
            facts = SheetFacts("", side, pocketed, off, report.touched, report.improper)
        case Incident():
            by = None if report.by is None else SIDE[match.side_with(report.by)]
            facts = SheetFacts(report.kind, by, (), (), touched=True, improper=False)
    return facts, shown_ruling(ruling)


def sheet_protests(record: Keeper) -> Iterator[SheetProtest]:
    """The protests. Once spoken one is never taken back, so the entries have its times in order."""
    entries = record.entries
    spoken = [entry for entry in entries if isinstance(entry.event, events.ProtestSpoken)]
    spans = pairwise([*(entry.seq for entry in spoken), len(entries) + 1])
    for entry, (first, end), protest in zip(spoken, spans, record.states[-1].protests, strict=True):
        written, decided, reason = None, None, ""
        for later in entries[first : end - 1]:
            match later.event:
                case events.ProtestWritten():
                    written = later.at
                case events.ProtestDecided():
                    decided, reason = later.at, later.event.reason
        game, board = _place(record, protest.about)
        ruling = _in_force(entries[:first], protest.about)
        yield SheetProtest(
            side=SIDE[protest.side],
            about=protest.about,
            game=game,
            board=board,
            ruling=None if ruling is None else shown_ruling(ruling),
            spoken=entry.at,
            facts=protest.written or "",
            paragraph=protest.paragraph or "",
            written=written,
            upheld=protest.upheld,
            reason=reason,
            decided=decided,
            lapsed=protest.lapsed,
        )


def _in_force(entries: Sequence[Entry], call: int) -> rules.Ruling | None:
    """The ruling for a call as it stood after these entries."""
    for entry in reversed(entries):
        match entry.event:
            case events.Overruled(number, ruling) if number == call:
                return ruling
            case events.Struck(ruling=ruling) | events.Happened(ruling=ruling) if entry.seq == call:
                return ruling
    return None

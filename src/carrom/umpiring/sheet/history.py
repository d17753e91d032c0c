"""The history of a match, for its sheet: the calls in force, what was changed or undone, the protests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from carrom.errors import NotNow
from carrom.parts import SIDE, Ruling, Score, shown_points, shown_ruling
from carrom.record import Entry, Keeper, State
from carrom.record import entries as events
from carrom.rules import ruling as rules
from carrom.rules.match import TO_TOSS, Match
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.call import JudgedCall, calls_in_force
from carrom.umpiring.sheet.model import Changed, SheetChange, SheetFacts, SheetProtest
from carrom.umpiring.view.log import NEVER_TAKEN_BACK, game_and_board

Judged = tuple[SheetFacts | None, Ruling | None]
"""What was reported, and the ruling on it."""

NOTHING: Judged = (None, None)


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match as its sheet shows it: after an upheld protest the old match, until the new one is tossed for.

    `path` are the entries in effect and the take-backs between them. `overruled` pairs each overruling with
    the call it replaced, `undone` each take-back that is not a correction, with what it took back.
    """

    state: State
    replayed: bool
    path: tuple[Entry, ...]
    calls: tuple[JudgedCall, ...]
    overruled: tuple[tuple[Entry, JudgedCall], ...]
    corrections: tuple[Entry, ...]
    undone: tuple[tuple[Entry, list[Entry]], ...]


def match_history(record: Keeper) -> MatchHistory:
    """The history of the match so far."""
    if not record.entries:
        raise NotNow("refused.sheet.no-match")
    entries, states = record.entries, record.states
    upheld = [e.seq for e in entries if isinstance(e.event, events.ProtestDecided) and e.event.upheld]
    replayed = bool(upheld) and states[-1].match.stage == TO_TOSS
    last = upheld[-1] - 1 if replayed else len(entries)
    begun = [0, *upheld]
    floor = begun[-2] if replayed else begun[-1]
    path = _path(entries, last, floor)
    calls, overruled = calls_in_force(path, states)
    return MatchHistory(
        states[last - 1],
        replayed,
        path,
        tuple(calls),
        tuple(overruled),
        tuple(_corrections(entries, last, floor)),
        tuple(
            (entry, entries_undone_by(entries, entry, floor))
            for entry in entries[floor:last]
            if isinstance(entry.event, events.TakenBack) and entry.event.corrects is None
        ),
    )


def _path(entries: Sequence[Entry], last: int, floor: int) -> tuple[Entry, ...]:
    """The entries after `floor` that lead to the one numbered `last`, itself included."""
    found = []
    at = last
    while at > floor:
        entry = entries[at - 1]
        found.append(entry)
        at = entry.event.to if isinstance(entry.event, events.TakenBack) else at - 1
    return tuple(reversed(found))


def _corrections(entries: Sequence[Entry], last: int, floor: int) -> list[Entry]:
    """The corrections in force, also those whose entries a later correction judged again."""
    found: list[Entry] = []
    for entry in _path(entries, last, floor):
        if isinstance(entry.event, events.TakenBack) and entry.event.corrects is not None:
            found += [*_corrections(entries, entry.seq - 1, entry.event.to), entry]
    return found


def entries_undone_by(entries: Sequence[Entry], back: Entry, floor: int = 0) -> list[Entry]:
    """The entries that a take-back removed, without those that can never be removed."""
    assert isinstance(back.event, events.TakenBack)
    kept = {entry.seq for entry in _path(entries, back.event.to, floor)}
    return [
        entry
        for entry in _path(entries, back.seq - 1, floor)
        if entry.seq not in kept and not isinstance(entry.event, NEVER_TAKEN_BACK)
    ]


def sheet_changes(record: Keeper, history: MatchHistory) -> tuple[SheetChange, ...]:
    """Overrulings, corrections, points set by hand and undoing, in the order in which they were made."""
    return tuple(sorted(_changes(record, history), key=lambda change: change.by))


def _changes(record: Keeper, history: MatchHistory) -> Iterator[SheetChange]:
    def change(
        kind: Changed, about: int, by: Entry, was: Judged = NOTHING, now: Judged = NOTHING, **more: Any
    ) -> SheetChange:
        assert isinstance(by.event, events.Overruled | events.TakenBack | events.PointsSet)
        place = (about, by.at, *_place(record, about))
        return SheetChange(*place, kind, by.seq, *was, *now, reason=by.event.reason, **more)

    for entry, call in history.overruled:
        event, match = entry.event, call.before.match
        assert isinstance(event, events.Overruled)
        kind: Changed = "by-hand" if event.report is None else "overruled"
        was, now = _judged(call.report, call.ruling, match), _judged(event.report, event.ruling, match)
        yield change(kind, call.entry, entry, was, now)
    for entry in history.corrections:
        event = entry.event
        assert isinstance(event, events.TakenBack)
        assert event.corrects is not None
        kind = "corrected" if event.instead else "struck-out"
        was = _judged_entry(record, event.corrects)
        now = _judged_entry(record, entry.seq + 1) if event.instead else NOTHING
        yield change(kind, event.corrects, entry, was, now, count=event.left_out)
    for entry, gone in history.undone:
        assert isinstance(entry.event, events.TakenBack)
        if entry.event.reason and gone:
            yield change("undone", gone[0].seq, entry, count=len(gone))
    for entry in history.path:
        if isinstance(event := entry.event, events.PointsSet):
            before, after = record.states[entry.seq - 2].match, Score(event.first, event.second)
            yield change("points", entry.seq, entry, points_was=shown_points(before), points_now=after)


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
    """The protests. A protest is never taken back, so its entries follow each other."""
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
        # A protest is always against the last call that stood.
        called = calls_in_force(_path(entries, first - 1, 0), record.states)[0][-1]
        yield SheetProtest(
            side=SIDE[protest.side],
            about=protest.about,
            game=game,
            board=board,
            ruling=shown_ruling(called.ruling),
            spoken=entry.at,
            facts=protest.written or "",
            paragraph=protest.paragraph or "",
            written=written,
            upheld=protest.upheld,
            reason=reason,
            decided=decided,
            lapsed=protest.lapsed,
        )

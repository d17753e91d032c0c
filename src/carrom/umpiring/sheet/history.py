"""The history of a match, for its sheet: the calls in force, what was changed or undone, the protests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from carrom.errors import NotNow
from carrom.parts import SIDE, Ruling, Score, shown_points, shown_ruling
from carrom.record import Entry, Keeper, State
from carrom.record import entries as events
from carrom.record.calls import JudgedCall, calls_in_force
from carrom.record.fold import decision_undone, entries_undone_by, path_to
from carrom.rules import ruling as rules
from carrom.rules.match import TO_TOSS, Match, game_and_board
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.sheet.model import Changed, SheetChange, SheetFacts, SheetProtest

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
    upheld = [
        entry.seq
        for entry in entries
        if isinstance(entry.event, events.ProtestDecided)
        and entry.event.upheld
        and states[entry.seq - 1].match.book.match.protest_replays == "match"
    ]
    replayed = bool(upheld) and states[-1].match.stage == TO_TOSS
    last = upheld[-1] - 1 if replayed else len(entries)
    begun = [0, *upheld]
    floor = begun[-2] if replayed else begun[-1]
    path = path_to(entries, last, floor)
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
            if isinstance(entry.event, events.TakenBack)
            and entry.event.corrects is None
            and not decision_undone(entries, entry.seq - 1)
        ),
    )


def _corrections(entries: Sequence[Entry], last: int, floor: int) -> list[Entry]:
    """The corrections in force, also those whose entries a later correction judged again."""
    found: list[Entry] = []
    for entry in path_to(entries, last, floor):
        if isinstance(entry.event, events.TakenBack) and entry.event.corrects is not None:
            found += [*_corrections(entries, entry.seq - 1, entry.event.to), entry]
    return found


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
            facts = SheetFacts(report.kind, by, report.pocketed, (), touched=True, improper=False)
    return facts, shown_ruling(ruling)


def sheet_protests(record: Keeper) -> Iterator[SheetProtest]:
    """The protests in the order in which they were spoken."""
    for protest in record.states[-1].protests:
        game, board = _place(record, protest.about)
        # A protest is always against the last call that stood.
        called = calls_in_force(path_to(record.entries, protest.entry - 1), record.states)[0][-1]
        yield SheetProtest(
            side=SIDE[protest.side],
            about=protest.about,
            game=game,
            board=board,
            ruling=shown_ruling(called.ruling),
            spoken=protest.spoken_at,
            facts=protest.written or "",
            paragraph=protest.paragraph or "",
            written=protest.written_at,
            upheld=protest.upheld,
            reason=protest.reason,
            decided=protest.decided_at,
            lapsed=protest.lapsed,
            replays=record.states[-1].match.book.match.protest_replays,
        )

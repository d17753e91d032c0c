"""The history of a match, for its sheet: the entries that stand, the calls in force, what was undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.errors import NotNow
from carrom.record import Entry, Keeper, State
from carrom.record.entries import SAID, ProtestDecided, TakenBack
from carrom.rules.match import TO_TOSS
from carrom.umpiring.call import JudgedCall, calls_in_force


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match as its sheet shows it: after an upheld protest the old match, until the new one is tossed for.

    `path` are the entries that stand and the take-backs between them. `overruled` pairs each overruling with
    the call it replaced. `corrections` are take-backs after which entries were judged again; `undone` are the
    other take-backs with what they took back.
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
    upheld = [e.seq for e in entries if isinstance(e.event, ProtestDecided) and e.event.upheld]
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
            if isinstance(entry.event, TakenBack) and entry.event.corrects is None
        ),
    )


def _path(entries: Sequence[Entry], last: int, floor: int) -> tuple[Entry, ...]:
    """The entries after `floor` that lead to the one numbered `last`, itself included."""
    found = []
    at = last
    while at > floor:
        entry = entries[at - 1]
        found.append(entry)
        at = entry.event.to if isinstance(entry.event, TakenBack) else at - 1
    return tuple(reversed(found))


def _corrections(entries: Sequence[Entry], last: int, floor: int) -> list[Entry]:
    """The corrections in force, also those whose entries a later correction judged again."""
    found: list[Entry] = []
    for entry in _path(entries, last, floor):
        if isinstance(entry.event, TakenBack) and entry.event.corrects is not None:
            found += [*_corrections(entries, entry.seq - 1, entry.event.to), entry]
    return found


def entries_undone_by(entries: Sequence[Entry], back: Entry, floor: int = 0) -> list[Entry]:
    """The entries that a take-back removed, without those that can never be removed."""
    assert isinstance(back.event, TakenBack)
    kept = {entry.seq for entry in _path(entries, back.event.to, floor)}
    return [
        entry
        for entry in _path(entries, back.seq - 1, floor)
        if entry.seq not in kept and not isinstance(entry.event, (TakenBack, *SAID))
    ]

"""Whether a match in a store is sound: its lines, what is said of it, its traces, its rulings."""

from __future__ import annotations

from carrom.errors import CarromError, TraceError
from carrom.i18n import Message
from carrom.physics.trace import Trace
from carrom.record import Entry, Record, audit
from carrom.record.entries import Struck, TrialPlayed
from carrom.store.kept import read_lines, summary_of
from carrom.store.sqlite import SqliteStore
from carrom.store.store import KeptMatch


def faults_of(store: SqliteStore, match: str, *, audited: bool = True) -> list[Message]:
    """Everything that is wrong with a match. `audited`: every ruling is given again and compared."""
    try:
        kept, lines = store.match(match), store.lines(match)
        record = read_lines(each.line for each in lines)
        traces = store.traces(match)
    except CarromError as wrong:
        return [wrong.message]
    if kept is None:  # it was deleted meanwhile
        return []
    found = [*_beside(kept, record)]
    for seq, trace in traces.items():
        try:
            check_trace(record.entries, seq, trace)
        except TraceError as wrong:
            found.append(wrong.message)
    if audited and record.entries:
        found += [Message("store.fault.ruling", {"entry": each.entry}) for each in audit(record.entries)]
    return found


def _beside(kept: KeptMatch, record: Record) -> list[Message]:
    """Where the list of matches says something else than the record."""
    if not record.entries:
        return [] if not kept.first and not kept.second else [Message("store.fault.players")]
    begun = record.state.begun
    same = (kept.first, kept.second, kept.rulebook) == (begun.first, begun.second, begun.rulebook)
    return [
        *([] if same else [Message("store.fault.begun")]),
        *([] if kept.summary == summary_of(record) else [Message("store.fault.score")]),
    ]


def check_trace(entries: list[Entry], seq: int, trace: bytes) -> None:
    """A trace must be readable, and of the stroke of its entry; `TraceError` otherwise."""
    event = entries[seq - 1].event if 1 <= seq <= len(entries) else None
    if not isinstance(event, Struck | TrialPlayed):
        raise TraceError("refused.store.trace-of-no-stroke", entry=seq)
    try:
        hash_ = Trace.unpacked(trace).hash
    except TraceError as wrong:
        raise wrong.at(Message("store.entry", {"entry": seq})) from None
    if hash_ != event.hash:
        raise TraceError("refused.store.trace-of-another", entry=seq)

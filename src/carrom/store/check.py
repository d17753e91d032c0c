"""Checks of a stored match: its lines, its place in lists, its traces, its rulings."""

from __future__ import annotations

from carrom.errors import CarromError, TraceError
from carrom.i18n import Message
from carrom.physics.trace import Trace
from carrom.record import Entry, Record, audit
from carrom.record.entries import Struck, TrialPlayed
from carrom.store.records import read_lines, summary_of
from carrom.store.store import KeptMatch, Store


def faults_of(store: Store, match: str, *, audited: bool = True) -> list[Message]:
    """Everything that is wrong with a match; `audited`: every ruling is judged again and compared."""
    try:
        kept, lines = store.match(match), store.lines(match)
        record = read_lines(each.line for each in lines)
        traces = store.traces(match)
    except CarromError as wrong:
        return [wrong.message]
    if kept is None:  # it was deleted meanwhile
        return []
    found = _list_faults(kept, record)
    for seq, trace in traces.items():
        try:
            check_trace(record.entries, seq, trace)
        except TraceError as wrong:
            found.append(wrong.message)
    if audited and record.entries:
        found += [Message("store.fault.ruling", {"entry": each.entry}) for each in audit(record.entries)]
    return found


def _list_faults(kept: KeptMatch, record: Record) -> list[Message]:
    """Where the list of matches differs from the record."""
    if not record.entries:
        # An online table knows its players before its record begins.
        known = kept.kind != "online" and (kept.first or kept.second)
        return [Message("store.fault.players")] if known else []
    begun = record.state.begun
    same = (kept.first, kept.second, kept.rulebook) == (begun.first, begun.second, begun.rulebook)
    faults = {"store.fault.begun": not same, "store.fault.score": kept.summary != summary_of(record)}
    return [Message(key) for key, found in faults.items() if found]


def check_trace(entries: list[Entry], seq: int, trace: bytes) -> None:
    """Raise `TraceError` unless a trace can be read and is of the stroke of its entry."""
    event = entries[seq - 1].event if 1 <= seq <= len(entries) else None
    if not isinstance(event, Struck | TrialPlayed):
        raise TraceError("refused.store.trace-of-no-stroke", entry=seq)
    try:
        hash_ = Trace.unpacked(trace).hash
    except TraceError as wrong:
        raise wrong.at(Message("store.entry", {"entry": seq})) from None
    if hash_ != event.hash:
        raise TraceError("refused.store.trace-of-another", entry=seq)

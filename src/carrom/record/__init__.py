"""The match record: numbered entries, from which everything about a match is read."""

from carrom.record.audit import Difference, audit
from carrom.record.codec import decode, encode
from carrom.record.entries import Entry, Event
from carrom.record.file import Keeper, Planned, Record, RecordFile, load
from carrom.record.fold import State, fold, rule_on, states

__all__ = [
    "Difference",
    "Entry",
    "Event",
    "Keeper",
    "Planned",
    "Record",
    "RecordFile",
    "State",
    "audit",
    "decode",
    "encode",
    "fold",
    "load",
    "rule_on",
    "states",
]

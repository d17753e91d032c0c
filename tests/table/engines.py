"""Records of matches that were played by another physics engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carrom.record import Entry
from carrom.record.entries import Begun, Struck, TrialPlayed

OLD = 0
"""An engine before the first; as much another one as any that will come."""


def by_another_engine(entries: Sequence[Entry], engine: int = OLD) -> list[Entry]:
    """The same match as another engine has left it: no stroke of it comes to the same end here."""
    changed = []
    for entry in entries:
        event = entry.event
        if isinstance(event, Begun) and event.table is not None:
            event = replace(event, table=replace(event.table, engine=engine))
        if isinstance(event, Struck | TrialPlayed):
            event = replace(event, hash=event.hash[::-1])
        changed.append(replace(entry, event=event))
    return changed

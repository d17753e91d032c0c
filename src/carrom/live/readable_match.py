"""A match as it is looked at: a live table, or a record that is only read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from carrom.equipment import STANDARD, Equipment
from carrom.errors import RecordError
from carrom.record import Entry, Keeper, Record
from carrom.record.entries import Simulated
from carrom.stroke import Layout
from carrom.table import Ask, Table
from carrom.table.asks import next_ask
from carrom.table.simulator import Simulate, simulate_here


class Seen(Protocol):
    """All that the views need to know of a match."""

    @property
    def keeper(self) -> Keeper: ...

    @property
    def entries(self) -> Sequence[Entry]: ...

    @property
    def seq(self) -> int: ...

    @property
    def equipment(self) -> Equipment: ...

    def asks_at(self, seq: int) -> Ask: ...

    def layout_at(self, seq: int) -> Layout: ...


class Written:
    """A record without a simulated table: an umpire wrote it down, and nobody knows where the coins lay."""

    def __init__(self, keeper: Keeper) -> None:
        if not keeper.entries:
            raise RecordError("refused.live.empty-record", 1)
        self.keeper = keeper
        self.equipment = STANDARD

    @property
    def entries(self) -> Sequence[Entry]:
        return self.keeper.entries

    @property
    def seq(self) -> int:
        return len(self.keeper.entries)

    def asks_at(self, seq: int) -> Ask:
        return next_ask(self.keeper.states[seq - 1], trials=False)

    def layout_at(self, seq: int) -> Layout:
        return Layout()


def simulated(seen: Seen) -> Simulated | None:
    """The table a match is played on, if it is a simulated one."""
    return seen.keeper.states[0].begun.table


def look(record: Record, simulate: Simulate = simulate_here) -> Table | Written:
    """A record to read: the table it was played on, or only what was written down.

    What the umpire still had to do when it broke off is done in memory, and nowhere else. Strokes that are
    asked for again are played by `simulate`.
    """
    begun = record.states[0].begun if record.states else None
    if begun is None or begun.table is None:
        return Written(record)
    return Table.resume(record, simulate=simulate)

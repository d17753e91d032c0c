"""A match to be shown: a simulated table, or a record that an umpire wrote down."""

from __future__ import annotations

from collections.abc import Sequence

from carrom.equipment import STANDARD
from carrom.errors import RecordError
from carrom.record import Entry, Keeper, Record
from carrom.record.entries import Simulated
from carrom.stroke import Layout
from carrom.table import Ask, Table
from carrom.table.asks import next_ask
from carrom.table.simulator import Simulate, simulate_here


class Written:
    """A record that an umpire wrote down, without a simulated table or places of coins."""

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


ReadableMatch = Table | Written


def simulated(seen: ReadableMatch) -> Simulated | None:
    """The table a match is played on, if it is a simulated one."""
    return seen.keeper.states[0].begun.table


def read_match(record: Record, simulate: Simulate = simulate_here) -> ReadableMatch:
    """The table that a record was played on, or only what was written down.

    What the umpire still had to do when the record ended is done in memory only.
    """
    begun = record.states[0].begun if record.states else None
    if begun is None or begun.table is None:
        return Written(record)
    return Table.resume(record, simulate=simulate)

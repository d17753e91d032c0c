"""A match of computer players on a simulated table, for the tests of what the page is shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from carrom.live.nets import Nets
from carrom.physics import Trace
from carrom.players.levels import named
from carrom.record.entries import Struck, TrialPlayed
from carrom.table import Table, begin, play_on


@dataclass
class Played:
    """The table, the trace of each stroke by its entry, and the nets as they were followed entry by entry."""

    table: Table
    traces: dict[int, Trace]
    nets: Nets


@cache
def played(boards: int = 2, rulebook: str = "international-a") -> Played:
    """Two boards, with trial boards before them."""
    table = begin(rulebook, ("Asha",), ("Ben",), trials=True)
    chairs = {name: named("geometric@casual") for name in ("Asha", "Ben")}
    traces: dict[int, Trace] = {}
    nets = Nets()
    while table.match.boards_ended < boards:
        before = table.seq
        play_on(table, chairs, seed=2, until=partial(_further, before))
        for entry in table.entries[before:]:
            if isinstance(entry.event, Struck | TrialPlayed):
                traces[entry.seq] = table.trace_of(entry.seq)
        nets = nets.extended(table, traces.get)
    return Played(table, traces, nets)


def _further(seq: int, table: Table) -> bool:
    return table.seq > seq

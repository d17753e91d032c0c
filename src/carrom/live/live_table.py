"""A table whose record is in the store: acts that are kept whole or not at all, and what there is to tell.

Everything here blocks, for a simulation or for the disk, and belongs to whoever owns the table at the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from msgspec import structs

from carrom.live import messages as wire
from carrom.live import nets, views
from carrom.live.journal import Journal
from carrom.physics.trace import Trace
from carrom.record.entries import Struck, TrialPlayed
from carrom.server.signing import Signer
from carrom.server.workers import Workers
from carrom.store import Store
from carrom.table import Table, ToToss, toss_winner
from carrom.words import Side

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class News:
    """An entry as it is told; the trace, if it was a stroke."""

    line: wire.Line
    after: wire.After
    trace: wire.Trace | None


class LiveTable:
    """`told` is the last entry everybody has been told of. `seed` is the chance of the toss.

    `signer` signs the match when it is over; without one it is not signed.
    """

    def __init__(
        self, store: Store, match: str, workers: Workers, seed: int, most: int, signer: Signer | None
    ) -> None:
        """`most` is how many entries the record may have."""
        self._most = most
        self._store = store
        self._match = match
        self._workers = workers
        self._seed = seed
        self._signer = signer
        self.read()
        self.told = self.table.seq

    def read(self) -> None:
        """Take the match from the store, with what the umpire has to do there."""
        self.keeper = Journal(self._store, self._match, self._most)
        self.table = Table.resume(self.keeper, strict=False, simulate=self._workers.simulate)
        self._nets = nets.of(self.table, self._kept_trace)
        self._traces: dict[int, Trace | None] = {}

    @property
    def tosser(self) -> Side:
        """Who wins the toss that is due."""
        return toss_winner(self.table, self._seed)

    def act(self, tag: str | None, do: Callable[[Table], T]) -> T:
        """One act, with the tag of the request it answers. Refused, it has changed nothing.

        Where the store has not taken it, or not let us know, the table is `unsure` and to be read again.
        """
        with self.keeper.act(tag) as entered:
            done = do(self.table)
            self._sign()
        for each in entered:
            self._traces[each.entry.seq] = each.trace if isinstance(each.trace, Trace) else None
        return done

    @property
    def unsure(self) -> bool:
        return self.keeper.unsure

    def _sign(self) -> None:
        if self._signer is not None and self.table.over:
            signed = self._signer.signature_due(self.keeper)
            if signed is not None:
                self.table.sign(signed)

    def news(self) -> list[News]:
        """All entries that nobody has been told of, which are told with this."""
        table = self.table
        if table.seq <= self.told:
            return []
        traces = {
            seq: self._traces[seq] if seq in self._traces else self._kept_trace(seq)
            for seq in range(self.told + 1, table.seq + 1)
        }
        self._traces.clear()
        # One act has one stroke at most.
        stroke = next((trace for trace in traces.values() if trace is not None), None)
        self._nets = nets.step(self._nets, table, stroke)
        lines = views.lines(table, self.told + 1)
        self.told = table.seq
        return [
            News(line, self._told_after(line.v), None if trace is None else views.wire_trace(trace))
            for line, trace in zip(lines, traces.values(), strict=True)
        ]

    def _told_after(self, seq: int) -> wire.After:
        """Where the umpire acts next, nobody is asked anything yet."""
        after = self.after(seq)
        if seq == self.table.seq:
            return after
        return structs.replace(after, asks=structs.replace(after.asks, players=()))

    def after(self, seq: int | None = None) -> wire.After:
        """The table after an entry, or as it stands."""
        tosser = self.tosser if isinstance(self.table.asks, ToToss) else None
        return views.after(self.table, self._nets, tosser, seq)

    def _kept_trace(self, seq: int) -> Trace | None:
        if not isinstance(self.keeper.entries[seq - 1].event, Struck | TrialPlayed):
            return None
        return self.keeper.trace(seq)

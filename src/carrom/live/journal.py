"""The record of a live match in its store: an act is committed whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from carrom.errors import CarromError, RecordError, RecordFull, StoreError
from carrom.physics.trace import Trace
from carrom.record import Planned, Record
from carrom.record.entries import Begun, GaveUp, Signed
from carrom.record.file import encode_line
from carrom.store.records import now, read_lines, summary_of
from carrom.store.store import KeptLine, Store

_TAG = re.compile(r"(.*?)(?:#([0-9a-f]{8}))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answered:
    """A request that was entered: its last entry, and a digest of the request, if one is stored."""

    seq: int
    digest: str = ""


class Journal(Record):
    """The stored record of one match: entries are committed to the store before anybody is told of them.

    An act (`act`) is a transaction: its entries are committed together at its end. An entry outside an act is
    an act of its own. The last entry of an act has the tag of the request that it answers, so that a repeated
    request gets the same answer, also after a restart. A tag is the request's key and, if a key could be used
    for two requests, "#" and a digest of the request.

    `most` limits the number of entries; None means no limit. A full record accepts only giving up the match
    and a signature. An act that began before the record was full may exceed the limit.
    """

    def __init__(self, store: Store, match: str, most: int | None = None) -> None:
        """Read the match from the store."""
        self._store = store
        self._match = match
        self.most = most
        kept = store.lines(match)
        read = read_lines(each.line for each in kept)
        super().__init__(read.entries, read.states, checksum=read.checksum)
        self.answered: dict[str, Answered] = {}
        """The requests that led to entries, by their keys."""
        for each in kept:
            self._remember(each.request, each.seq)
        self.unsure = False
        """Whether the store may differ from this record, so that it has to be read again."""
        self._act: list[Planned] | None = None
        self._lines: list[KeptLine] = []
        self._began_full = False

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def full(self) -> bool:
        return self.most is not None and self.seq >= self.most

    @property
    def lines(self) -> list[bytes]:
        """All lines of the record, those of the act under way among them."""
        return [each.line.encode() for each in (*self._store.lines(self._match), *self._lines)]

    def lines_after(self, seq: int) -> list[str]:
        """The lines of the record after an entry, as they are kept."""
        return [each.line for each in self._store.lines(self._match, seq)]

    def trace(self, seq: int) -> Trace | None:
        """What the stroke of an entry did, if that was kept."""
        kept = self._store.trace(self._match, seq)
        return None if kept is None else Trace.unpacked(kept)

    @contextmanager
    def act(self, tag: str | None = None) -> Iterator[list[Planned]]:
        """A transaction: commits all entries at its end, or none if it raises. Yields the list of entries.

        `tag` is the tag of the request that the act answers; None if it answers none.
        """
        if self._act is not None:
            raise RecordError("refused.live.act-under-way")
        before, checksum = self.seq, self.checksum
        self._act, self._began_full = [], self.full
        try:
            yield self._act
            self._commit(tag)
        except BaseException as wrong:
            lost = isinstance(wrong, RecordError | StoreError) or not isinstance(wrong, CarromError)
            self.unsure = lost or self.seq > before
            del self.entries[before:], self.states[before:]
            self.checksum = checksum
            raise
        finally:
            self._act, self._lines = None, []

    def append(self, planned: Sequence[Planned]) -> None:
        if self._act is None:
            with self.act():
                self.append(planned)
            return
        for each in planned:
            event = each.entry.event
            if self._began_full and not isinstance(event, GaveUp | Signed):
                assert self.most is not None, "a record without a limit is never full"
                raise RecordFull(self.most)
            data, self.checksum = encode_line(each.entry, self.checksum)
            trace = each.trace.packed if isinstance(each.trace, Trace) else None
            begins = event if isinstance(event, Begun) else None
            line = data.decode().rstrip("\n")
            self._lines.append(KeptLine(each.entry.seq, line, None, trace, begins))
            super().append([each])
        self._act += planned

    def _commit(self, tag: str | None) -> None:
        if not self._act:
            return
        *others, last = self._lines
        self._store.append(self._match, [*others, replace(last, request=tag)], summary_of(self), at=now())
        self._remember(tag, last.seq)

    def _remember(self, tag: str | None, seq: int) -> None:
        if tag is not None and (found := _TAG.fullmatch(tag)):
            self.answered[found[1]] = Answered(seq, found[2] or "")

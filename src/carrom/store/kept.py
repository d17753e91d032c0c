"""A record kept in a store: what is entered is there before it stands, all of an act or nothing of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from carrom.errors import RecordError, RecordFull
from carrom.record import Entry, Event, Record, State, decode
from carrom.record.entries import Begun, GaveUp, Signed, Struck, TrialPlayed
from carrom.record.file import written
from carrom.record.fold import advance
from carrom.rules.match import OVER
from carrom.store.store import KeptLine, Playing, Store, Summary
from carrom.words import Side


def now() -> str:
    """The time as entries have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def read_lines(lines: Iterable[str]) -> Record:
    """A record from its lines; damage is refused with the number of the line."""
    record = Record()
    for number, line in enumerate(lines, 1):
        entry, checksum = decode(line, number, record.checksum)
        record.states.append(advance(record.states, entry))
        record.entries.append(entry)
        record.checksum = checksum
    return record


def lines_of(record: Record) -> list[KeptLine]:
    """The lines of a record that is kept in memory, as a store has them."""
    lines, checksum = [], ""
    for entry in record.entries:
        data, checksum = written(entry, checksum)
        lines.append(KeptLine(entry.seq, data.decode().rstrip("\n")))
    return lines


def summary_of(record: Record) -> Summary:
    """What a list says of a match."""
    if not record.states:
        return Summary()
    match = record.state.match
    games, points = ((count(Side.FIRST), count(Side.SECOND)) for count in (match.games_won, match.points))
    strokes = sum(isinstance(entry.event, Struck) for entry in record.entries)
    winner = None if match.winner is None else match.winner.value
    return Summary(games, points, match.stage == OVER, winner, strokes)


class StoredRecord:
    """A `Keeper` for one match of a store.

    Each entry is committed as it is entered; inside `asked_by` those of a whole act are committed together at
    its end, the last of them with the request's tag. A commit that fails leaves the record as it was.

    `most` is how many entries the record may have; None: any number. Once it is full, nothing but giving up
    the match and its signature is entered. An act that began before is entered whole.
    """

    def __init__(self, store: Store, match: str, most: int | None = None) -> None:
        self.store = store
        self.most = most
        self.match = match
        kept = store.lines(match)
        self.record = read_lines(each.line for each in kept)
        self.answered: dict[str, int] = {each.request: each.seq for each in kept if each.request is not None}
        """The last entry of what each request led to, if it led to any."""
        self._strokes = summary_of(self.record).strokes
        self._traces: dict[str, bytes] = {}
        self.undone = False
        """Whether the last act had begun to enter something, and nothing of it stands."""
        self._acting = False
        self._began_full = False
        self._request: str | None = None
        self._lines: list[KeptLine] = []

    @property
    def entries(self) -> list[Entry]:
        return self.record.entries

    @property
    def states(self) -> list[State]:
        return self.record.states

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def full(self) -> bool:
        return self.most is not None and len(self.record.entries) >= self.most

    @property
    def lines(self) -> list[bytes]:
        """All lines of the record, those of the act under way among them."""
        return [each.line.encode() for each in (*self.store.lines(self.match), *self._lines)]

    def beside(self, hash_: str, trace: bytes) -> None:
        """The packed trace of a stroke that may be entered next: kept with the entry of that hash."""
        self._traces[hash_] = trace

    @contextmanager
    def asked_by(self, request: str | None) -> Iterator[None]:
        """One act: all it enters is committed at its end, or nothing. No tag: it answers nobody's request."""
        if self._acting:
            raise RecordError("refused.store.act-under-way")
        before, checksum = len(self.record.entries), self.record.checksum
        self._acting, self._request, self.undone = True, request, False
        self._began_full = self.full
        try:
            yield
            self._commit()
        except BaseException:
            self.undone = len(self.record.entries) > before
            del self.record.entries[before:], self.record.states[before:]
            self.record.checksum = checksum
            raise
        finally:
            self._acting, self._request, self._lines = False, None, []
            self._traces.clear()

    def enter(self, event: Event, at: str | None = None) -> State:
        """Judge that an event fits, write it, and only then let it stand."""
        if not self._acting:
            with self.asked_by(None):
                return self.enter(event, at)
        if self._began_full and not isinstance(event, GaveUp | Signed):
            assert self.most is not None, "a record without a limit is never full"
            raise RecordFull(self.most)
        record = self.record
        planned = record.plan(event, at)
        entry = planned.entry
        data, checksum = written(entry, record.checksum)
        trace = self._traces.get(event.hash) if isinstance(event, Struck | TrialPlayed) else None
        begins = Playing(event.first, event.second, event.rulebook) if isinstance(event, Begun) else None
        self._lines.append(KeptLine(entry.seq, data.decode().rstrip("\n"), None, trace, begins))
        record.append([planned])
        record.checksum = checksum
        return planned.state

    def _commit(self) -> None:
        if not self._lines:
            return
        strokes = self._strokes + sum(
            isinstance(self.record.entries[each.seq - 1].event, Struck) for each in self._lines
        )
        summary = replace(summary_of(Record(states=self.record.states)), strokes=strokes)
        *others, last = self._lines
        self.store.append(self.match, [*others, replace(last, request=self._request)], summary, at=now())
        self._strokes = strokes
        if self._request is not None:
            self.answered[self._request] = last.seq

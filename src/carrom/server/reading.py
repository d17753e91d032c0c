"""Matches to be read: the list, a replay, its steps, the record file. All from the store, no live room."""

from __future__ import annotations

import hashlib
import secrets
import zlib
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from carrom.errors import CarromError, RecordError
from carrom.physics.trace import ENGINE, Trace
from carrom.record import Record
from carrom.record.entries import Struck, TrialPlayed
from carrom.record.file import read
from carrom.server import messages as wire
from carrom.server import nets, views
from carrom.server.errors import Refused
from carrom.server.names import SIDE
from carrom.server.seen import Seen, look, simulated
from carrom.server.thinking import unpacked
from carrom.store import KeptLine, KeptMatch, Store, read_lines, summary_of
from carrom.store.kept import now
from carrom.stroke import Layout
from carrom.table import Table
from carrom.table.table import Simulate, simulate_here
from carrom.words import Side

PAGE = 20
MOST_TOKENS = 50
FILE = "file"
"""The kind of a match that was opened from a record file: to be read, not to be played on."""

LONGEST = 6000
"""Entries of a record that is opened: four times a long match."""

KEPT = 8  # matches that are kept folded, for the next step of their replay
TRACES = 400  # of each


@dataclass(slots=True)
class Reading:
    """One match, folded, with the traces that were asked for."""

    match: KeptMatch
    store: Store
    lines: list[KeptLine]
    seen: Seen
    traces: OrderedDict[int, Trace | None] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    @property
    def playable(self) -> bool:
        """Whether strokes can be shown moving: played by this engine, or by an older one that left traces."""
        on = simulated(self.seen)
        if on is None or on.engine == ENGINE:
            return on is not None
        strokes = (entry.seq for entry in self.seen.entries if isinstance(entry.event, Struck))
        first = next(strokes, None)
        return first is not None and self.store.trace(self.match.id, first) is not None

    def replay(self) -> wire.Replay:
        last = self.seen.keeper.states[-1]
        return wire.Replay(
            kind=self.match.kind,
            first=self.match.first,
            second=self.match.second,
            rulebook=self.match.rulebook,
            geometry=views.geometry(self.seen.equipment),
            lines=views.lines(self.seen),
            playable=self.playable,
            over=last.match.winner is not None,
            watch=self.match.watch,
        )

    def step(self, seq: int) -> wire.ReplayStep:
        """The table after an entry, and for a stroke how it moved."""
        if not 1 <= seq <= self.seen.seq:
            raise Refused("page/unknown")
        trace = self.trace(seq)
        before = self._before(seq, trace)
        lie = nets.of(self.seen, self.trace, seq)
        return wire.ReplayStep(
            line=views.line(self.seen, seq),
            before=views.coins(before),
            after=views.after(self.seen, lie, seq=seq),
            trace=None if trace is None else views.wire_trace(trace),
        )

    def _before(self, seq: int, trace: Trace | None) -> Layout:
        if trace is not None:
            return trace.layout
        return self.seen.layout_at(seq - 1) if seq > 1 else Layout()

    def trace(self, seq: int) -> Trace | None:
        """The trace of a stroke: as it was kept, or played again; nothing where neither can be had."""
        if not isinstance(self.seen.entries[seq - 1].event, Struck | TrialPlayed):
            return None
        with self.lock:
            if seq not in self.traces:
                self.traces[seq] = self._found(seq)
                while len(self.traces) > TRACES:
                    self.traces.popitem(last=False)
            return self.traces[seq]

    def _found(self, seq: int) -> Trace | None:
        try:
            kept = self.store.trace(self.match.id, seq)
            if kept is not None:
                return unpacked(kept)
            return self.seen.replay(seq) if isinstance(self.seen, Table) else None
        except (CarromError, zlib.error):
            return None

    @property
    def file(self) -> bytes:
        """The record as a file, which any carrom command reads."""
        return "".join(f"{each.line}\n" for each in self.lines).encode()


class Library:
    """What the store holds, to be read. Calls may come from several threads."""

    def __init__(self, store: Store, simulate: Simulate = simulate_here) -> None:
        """`simulate` plays strokes again of which no trace was kept."""
        self._store = store
        self._simulate = simulate
        self._lock = Lock()
        self._kept: OrderedDict[str, Reading] = OrderedDict()

    def by_token(self, token: str) -> Reading:
        """The match of a link, whether it plays or only looks on."""
        found = self._store.by_token(token) if 1 <= len(token) <= 64 else None
        if found is None:
            raise Refused("match/unknown")
        return self._reading(found[0])

    def _reading(self, match: KeptMatch) -> Reading:
        with self._lock:
            kept = self._kept.get(match.id)
        if kept is not None and not self._store.lines(match.id, len(kept.lines)):
            return kept
        lines = self._store.lines(match.id)
        if not lines:
            raise Refused("match/unknown")
        record = read_lines(each.line for each in lines)
        reading = Reading(match, self._store, lines, look(record, self._simulate))
        with self._lock:
            self._kept[match.id] = reading
            self._kept.move_to_end(match.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return reading

    def latest(self, page: int) -> wire.Matches:
        """A page of all matches, from 1, the last changed first."""
        found = self._store.latest(PAGE + 1, PAGE * (page - 1))
        return wire.Matches(tuple(map(_listed, found[:PAGE])), more=len(found) > PAGE)

    def of_tokens(self, tokens: list[str]) -> wire.Matches:
        """The matches of these links; a link that leads nowhere is passed over."""
        found = (self._store.by_token(token) for token in tokens[:MOST_TOKENS] if 1 <= len(token) <= 64)
        # An umpire's table at which no match has begun is none yet.
        matches = {each[0].id: each[0] for each in found if each is not None and each[0].rulebook}
        return wire.Matches(tuple(map(_listed, matches.values())), more=False)

    def open_file(self, raw: bytes) -> wire.Opened:
        """A record file becomes a match that can be read here. The same file is the same match."""
        record = _sound(raw)
        id_ = hashlib.sha256(raw).hexdigest()[:20]
        known = self._store.match(id_)
        if known is not None:
            return wire.Opened(known.watch)
        begun = record.state.begun
        match = KeptMatch(
            id=id_,
            kind=FILE,
            watch=secrets.token_urlsafe(16),
            first=begun.first,
            second=begun.second,
            rulebook=begun.rulebook,
            summary=summary_of(record),
        )
        # Not splitlines: a text inside a line may hold what only looks like the end of one.
        lines = raw.split(b"\n")[: len(record.entries)]
        kept = [KeptLine(seq, line.decode().strip()) for seq, line in enumerate(lines, 1)]
        self._store.add(match, {}, kept, at=now())
        return wire.Opened(match.watch)


def _sound(raw: bytes) -> Record:
    """The record of a file that is sound and can be followed; a last line that was cut short is left out."""
    if raw.count(b"\n") > LONGEST:
        raise Refused("record/too-large", {"limit": LONGEST})
    record = read(raw)
    if record.damage is not None and not record.torn:
        assert record.damage.line is not None
        raise RecordError(str(record.damage), record.damage.line)
    if not record.entries:
        raise RecordError("the file is empty: a record begins with who plays", 1)
    # A table that cannot be followed is refused here, not by every step of its replay.
    look(Record(list(record.entries), list(record.states)))
    return record


def _listed(match: KeptMatch) -> wire.MatchLine:
    summary = match.summary
    winner = None if summary.winner is None else SIDE[Side(summary.winner)]
    return wire.MatchLine(
        watch=match.watch,
        room=match.id,
        kind=match.kind,
        first=match.first,
        second=match.second,
        rulebook=match.rulebook,
        games=wire.Score(*summary.games),
        points=wire.Score(*summary.points),
        # After an upheld protest it is played again under another name, and here no more.
        over=summary.over or bool(match.settings.get("next")),
        winner=winner,
        strokes=summary.strokes,
        began=match.created,
        changed=match.changed,
    )

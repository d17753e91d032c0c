"""What is read: matches of the store (the list, a replay, its steps, the record file), and the laws.

No live room is touched. All of this may take a while, so it is done in processes of its own (`readers`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TypeVar

from carrom.errors import CarromError, RecordError
from carrom.live import nets, views
from carrom.live.opening import Beginning, what_if
from carrom.live.readable_match import Seen, look, simulated
from carrom.live.refused import Refused
from carrom.parts import SIDE, Score
from carrom.physics.trace import Trace
from carrom.process_pool import lower_priority
from carrom.record import Record
from carrom.record.entries import Struck, TrialPlayed
from carrom.record.file import read
from carrom.server.config import SIGNING_KEY, Limits
from carrom.server.encoding import encoded
from carrom.server.replay import law_pages, schemas
from carrom.server.signing import Signer
from carrom.store import KeptLine, KeptMatch, Store, read_lines, summary_of
from carrom.store.sqlite import SqliteStore
from carrom.stroke import Layout
from carrom.table import Table
from carrom.table.simulator import Simulate, simulate_here
from carrom.umpiring.sheet import sheet, txt_of
from carrom.words import Side

T = TypeVar("T")

PAGE = 20
MOST_TOKENS = 50
FILE = "file"
"""The kind of a match that was opened from a record file: to be read, not to be played on."""

ONLINE = "online"
"""The kind of a match between persons, each at a device of their own."""

LONGEST = Limits().entries
"""Entries of a record that is opened, as many as one that is played here may have."""

KEPT_MATCHES = 8  # matches that are kept folded, for the next step of their replay,
KEPT_ENTRIES = 2 * LONGEST  # with so many entries in all,
KEPT_BYTES = 8 * 1024 * 1024  # and so many bytes of lines in all
KEPT_TRACES = 400
KEPT_SIGNED = 5000  # matches of which it is remembered whether they are signed


class Traces:
    """The traces of strokes, as they were kept or played again. The last ones stay in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._of: OrderedDict[tuple[str, int], Trace | None] = OrderedDict()

    def get(self, match: str, seen: Seen, seq: int) -> Trace | None:
        """The trace of an entry; None if it is no stroke, or can be neither found nor played again."""
        if not isinstance(seen.entries[seq - 1].event, Struck | TrialPlayed):
            return None
        with self._lock:
            if (match, seq) not in self._of:
                self._of[match, seq] = self._found(match, seen, seq)
                while len(self._of) > KEPT_TRACES:
                    self._of.popitem(last=False)
            return self._of[match, seq]

    def _found(self, match: str, seen: Seen, seq: int) -> Trace | None:
        try:
            kept = self._store.trace(match, seq)
            if kept is not None:
                return Trace.unpacked(kept)
            return seen.replay(seq) if isinstance(seen, Table) else None
        except CarromError:
            return None


@dataclass(frozen=True, slots=True)
class Reading:
    """One match, folded."""

    match: KeptMatch
    store: Store
    lines: list[KeptLine]
    seen: Seen
    traces: Traces
    played_here: bool

    @property
    def size(self) -> int:
        """Bytes of its lines."""
        return sum(len(each.line) for each in self.lines)

    @property
    def playable(self) -> bool:
        """Whether there is a board to be shown: a simulated one. A single stroke may still have no trace."""
        return simulated(self.seen) is not None

    def replay(self) -> schemas.Replay:
        last = self.seen.keeper.states[-1]
        return schemas.Replay(
            kind=self.match.kind,
            first=self.match.first,
            second=self.match.second,
            rulebook=self.match.rulebook,
            geometry=views.geometry(self.seen.equipment),
            lines=views.lines(self.seen),
            playable=self.playable,
            over=last.match.winner is not None,
            watch=self.match.watch,
            played_here=self.played_here,
        )

    def step(self, seq: int) -> schemas.ReplayStep:
        """The table after an entry, and for a stroke how it moved."""
        if not 1 <= seq <= self.seen.seq:
            raise Refused("page/unknown")
        trace = self._trace(seq)
        before = self._before(seq, trace)
        lie = nets.of(self.seen, self._trace, seq)
        return schemas.ReplayStep(
            line=views.line(self.seen, seq),
            before=views.coins(before),
            after=views.after(self.seen, lie, seq=seq),
            trace=None if trace is None else views.wire_trace(trace),
        )

    def _before(self, seq: int, trace: Trace | None) -> Layout:
        if trace is not None:
            return trace.layout
        return self.seen.layout_at(seq - 1) if seq > 1 else Layout()

    def _trace(self, seq: int) -> Trace | None:
        return self.traces.get(self.match.id, self.seen, seq)


class Library:
    """What can be read here: the matches of a store, and the laws. Answers are bytes, ready to be sent.

    A reading process has one of its own (`readers`). Calls may come from several threads.
    """

    def __init__(
        self, store: Store, simulate: Simulate = simulate_here, signer: Signer | None = None
    ) -> None:
        """`simulate` plays strokes again that left no trace; `signer` knows the matches of this server."""
        self._store = store
        self._signer = signer
        self._simulate = simulate
        self._lock = Lock()
        self._traces = Traces(store)
        self._kept: OrderedDict[str, Reading] = OrderedDict()
        self._signed: OrderedDict[tuple[object, ...], bool] = OrderedDict()

    def replay(self, token: str, lang: str = "en") -> bytes:
        return encoded(self._by_token(token).replay(), lang)

    def step(self, token: str, seq: int, lang: str = "en") -> bytes:
        return encoded(self._by_token(token).step(seq), lang)

    def verdicts(self, token: str, seq: int, lang: str = "en") -> bytes:
        """How the other rulebooks would have decided an entry."""
        return encoded(law_pages.verdicts(self._by_token(token).seen, seq), lang)

    def sheet(self, token: str, lang: str) -> bytes:
        """The score sheet as text."""
        return txt_of(sheet(self._by_token(token).seen.keeper), lang).encode()

    def record(self, token: str) -> tuple[str, bytes]:
        """The name of a match, and its record as a file, which any carrom command reads."""
        match = self._match(token)
        return match.id, "".join(f"{each.line}\n" for each in self._lines(match)).encode()

    def what_if(self, token: str, at: int) -> Beginning:
        """A practice room that begins with the entries of a match up to `at`, and keeps their traces.

        Refused for a match that is still being played online, and for every copy of its record: one could
        try a stroke there before one plays it here.
        """
        reading = self._by_token(token)
        if self._store.unfinished(ONLINE, reading.lines[0].line):
            raise Refused("match/live")
        if not reading.playable or at > reading.seen.seq:
            raise Refused("page/unknown")
        new, record = what_if(reading.seen.entries[:at])
        return Beginning.of(new, record, lambda seq: self._store.trace(reading.match.id, seq))

    def latest(self, page: int) -> bytes:
        """A page of all matches, from 1, the last changed first. An opened file is its opener's alone."""
        found = self._store.latest(PAGE + 1, PAGE * (page - 1), without=FILE)
        return encoded(schemas.Matches(tuple(map(self._listed, found[:PAGE])), more=len(found) > PAGE), "en")

    def of_tokens(self, tokens: list[str]) -> bytes:
        """The matches of these links; a link that leads nowhere is passed over."""
        found = (self._store.by_token(token) for token in tokens[:MOST_TOKENS] if 1 <= len(token) <= 64)
        # An umpire's table at which no match has begun is none yet.
        matches = {each[0].id: each[0] for each in found if each is not None and each[0].rulebook}
        return encoded(schemas.Matches(tuple(map(self._listed, matches.values())), more=False), "en")

    def checked(self, raw: bytes) -> tuple[KeptMatch, list[KeptLine]]:
        """The match that a record file becomes here, and its lines. The same file is the same match.

        Refused if the record is not sound. Nothing is kept by this.
        """
        id_ = hashlib.sha256(raw).hexdigest()[:20]
        known = self._store.match(id_)
        if known is not None:
            return known, []
        record = _sound(raw)
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
        return match, [KeptLine(seq, line.decode().strip()) for seq, line in enumerate(lines, 1)]

    def laws(self, lang: str) -> bytes:
        return encoded(law_pages.laws(lang), lang)

    def law(self, citation: str, lang: str) -> bytes:
        return encoded(law_pages.law(citation, lang), lang)

    def rule(self, case: dict[str, object], lang: str = "en") -> bytes:
        """How each rulebook decides a case of docs/cases.md."""
        return encoded(law_pages.rule(case), lang)

    def possible_incidents(self, case: dict[str, object]) -> bytes:
        """The incidents that can have happened on the board of a case."""
        return encoded(law_pages.possible_incidents(case), "en")

    def _match(self, token: str) -> KeptMatch:
        """The match of a link, whether it plays or only looks on."""
        found = self._store.by_token(token) if 1 <= len(token) <= 64 else None
        if found is None:
            raise Refused("match/unknown")
        return found[0]

    def _lines(self, match: KeptMatch) -> list[KeptLine]:
        lines = self._store.lines(match.id)
        if not lines:
            raise Refused("match/unknown")
        return lines

    def _by_token(self, token: str) -> Reading:
        match = self._match(token)
        with self._lock:
            kept = self._kept.get(match.id)
            if kept is not None:
                self._kept.move_to_end(match.id)
        # Also if a name in it was erased, which leaves the number of lines.
        if kept is not None and kept.match == match and not self._store.lines(match.id, len(kept.lines)):
            return kept
        lines = self._lines(match)
        record = read_lines(each.line for each in lines)
        here = self._played_here(match)
        reading = Reading(match, self._store, lines, look(record, self._simulate), self._traces, here)
        with self._lock:
            self._kept[match.id] = reading
            self._kept.move_to_end(match.id)
            while len(self._kept) > 1 and not _fit(tuple(self._kept.values())):
                self._kept.popitem(last=False)
        return reading

    def _listed(self, match: KeptMatch) -> schemas.MatchLine:
        summary = match.summary
        winner = None if summary.winner is None else SIDE[Side(summary.winner)]
        return schemas.MatchLine(
            watch=match.watch,
            room=match.id,
            kind=match.kind,
            first=match.first,
            second=match.second,
            rulebook=match.rulebook,
            games=Score(*summary.games),
            points=Score(*summary.points),
            # After an upheld protest it is played again under another name, and here no more.
            over=summary.over or bool(match.settings.get("next")),
            winner=winner,
            strokes=summary.strokes,
            began=match.created,
            changed=match.changed,
            played_here=self._played_here(match),
        )

    def _played_here(self, match: KeptMatch) -> bool:
        """Whether this server has signed the match; its lines are read once, and again when it changes."""
        if self._signer is None or not match.summary.over:
            return False
        known = (match.id, match.changed, match.first, match.second)
        with self._lock:
            if known in self._signed:
                return self._signed[known]
        signed = self._signer.has_signed([each.line.encode() for each in self._store.lines(match.id)])
        with self._lock:
            self._signed[known] = signed
            while len(self._signed) > KEPT_SIGNED:
                self._signed.popitem(last=False)
        return signed


def _fit(readings: tuple[Reading, ...]) -> bool:
    """Whether so many folded matches may stay in memory."""
    return (
        len(readings) <= KEPT_MATCHES
        and sum(len(each.lines) for each in readings) <= KEPT_ENTRIES
        and sum(each.size for each in readings) <= KEPT_BYTES
    )


def _sound(raw: bytes) -> Record:
    """The record of a file that is sound and can be followed; a last line that was cut short is left out."""
    if raw.count(b"\n") > LONGEST:
        raise Refused("record/too-large", {"limit": LONGEST})
    record = read(raw)
    if record.damage is not None and not record.torn:
        raise record.damage
    if not record.entries:
        raise RecordError("refused.record.empty", 1)
    # A table that cannot be followed is refused here, not by every step of its replay.
    look(Record(list(record.entries), list(record.states)))
    return record


_library: Library | None = None
"""The library of a reading process."""


def open_library(store: Path, nice: int) -> None:
    """Prepare a reading process."""
    global _library
    lower_priority(nice)
    _library = Library(SqliteStore(store, read_only=True), signer=Signer(store.with_name(SIGNING_KEY)))


def call_library(what: Callable[..., T], args: tuple[object, ...]) -> T:
    """Call a method of the library of this reading process."""
    assert _library is not None, "open_library comes first"
    return what(_library, *args)

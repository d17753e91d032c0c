"""All that is read: lists of matches, replays, their steps, record files, and the laws.

It reads the store and no live match. As it may take a while, processes of their own do it (`ReadingPool`).
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TypeVar

from carrom.errors import CarromError, RecordError
from carrom.live import nets, views
from carrom.live.opening import Beginning, what_if
from carrom.live.readable_match import ReadableMatch, read_match, simulated
from carrom.live.refused import Refused
from carrom.live.settings import Settings
from carrom.live.tokens import new_token
from carrom.parts import SIDE, Score
from carrom.physics.trace import Trace
from carrom.process_pool import lower_priority
from carrom.record import Record
from carrom.record.entries import Struck, TrialPlayed
from carrom.record.file import read_record
from carrom.server.config import Limits
from carrom.server.encoding import encoded
from carrom.server.lru import LruCache
from carrom.server.replay import law_pages, schemas
from carrom.server.signing import Signer
from carrom.store import KeptLine, KeptMatch, Store, match_of, read_lines
from carrom.store.opening import open_store
from carrom.stroke import Layout
from carrom.table import Table
from carrom.table.simulator import Simulate, simulate_here
from carrom.umpiring.sheet import score_sheet, sheet_txt
from carrom.words import Side

T = TypeVar("T")

PAGE = 20
MOST_TOKENS = 50
FILE = "file"
"""The kind of an uploaded record file: it can be read, but not played on."""

ONLINE = "online"
"""The kind of a match between persons with a device each."""

LONGEST = Limits().entries
"""Entries of an uploaded record, as many as one that is played here may have."""

KEPT_MATCHES = 8  # folded matches that stay in memory,
KEPT_ENTRIES = 2 * LONGEST  # with so many entries in all,
KEPT_BYTES = 8 * 1024 * 1024  # and so many bytes of lines in all
KEPT_TRACES = 400
KEPT_SIGNED = 5000  # matches for which is remembered whether they are signed


@dataclass(frozen=True, slots=True)
class FoldedMatch:
    """A match in memory, to be read. `traces` are those of all matches that stay in memory."""

    match: KeptMatch
    lines: list[KeptLine]
    seen: ReadableMatch
    store: Store
    traces: LruCache[tuple[str, int], Trace | None]
    played_here: bool

    @property
    def playable(self) -> bool:
        """Whether there is a simulated board to show; single strokes may still have no trace."""
        return simulated(self.seen) is not None

    def replay(self) -> schemas.Replay:
        last = self.seen.keeper.states[-1]
        return schemas.Replay(
            kind=self.match.kind,
            first=self.match.first,
            second=self.match.second,
            rulebook=self.match.rulebook,
            geometry=views.geometry(self.seen.equipment),
            lines=views.log_lines(self.seen),
            playable=self.playable,
            over=last.match.winner is not None,
            hand=views.hand(self.seen.hand) if isinstance(self.seen, Table) else None,
            watch=self.match.watch,
            played_here=self.played_here,
        )

    def step(self, seq: int) -> schemas.ReplayStep:
        """The table after an entry, with the trace of a stroke."""
        if not 1 <= seq <= self.seen.seq:
            raise Refused("page/unknown")
        trace = self._trace(seq)
        before = self.seen.layout_at(seq - 1) if seq > 1 else Layout()
        return schemas.ReplayStep(
            line=views.log_line(self.seen, seq),
            before=views.coins(before if trace is None else trace.layout),
            after=views.after(self.seen, nets.nets_of(self.seen, self._trace, seq), seq=seq),
            trace=None if trace is None else views.wire_trace(trace),
        )

    def _trace(self, seq: int) -> Trace | None:
        """The trace of an entry, as stored or simulated again; None if there is no stroke or no trace."""
        if not isinstance(self.seen.entries[seq - 1].event, Struck | TrialPlayed):
            return None
        return self.traces.cached((self.match.id, seq), lambda: self._find_trace(seq))

    def _find_trace(self, seq: int) -> Trace | None:
        try:
            kept = self.store.trace(self.match.id, seq)
            if kept is not None:
                return Trace.unpacked(kept)
            return self.seen.replay(seq) if isinstance(self.seen, Table) else None
        except CarromError:
            return None


class Library:
    """Reads the matches of a store and the laws, for any thread. Most answers are JSON, ready to be sent."""

    def __init__(
        self, store: Store, simulate: Simulate = simulate_here, signer: Signer | None = None
    ) -> None:
        """`simulate` is for strokes without a trace; `signer` knows the matches of this server."""
        self._store = store
        self._signer = signer
        self._simulate = simulate
        self._lock = Lock()
        self._traces: LruCache[tuple[str, int], Trace | None] = LruCache(KEPT_TRACES)
        self._folded: OrderedDict[str, FoldedMatch] = OrderedDict()
        self._signed: LruCache[tuple[object, ...], bool] = LruCache(KEPT_SIGNED)

    @property
    def folded(self) -> int:
        """How many matches are in memory."""
        return len(self._folded)

    def replay(self, token: str, lang: str = "en") -> bytes:
        return encoded(self._by_token(token).replay(), lang)

    def step(self, token: str, seq: int, lang: str = "en") -> bytes:
        return encoded(self._by_token(token).step(seq), lang)

    def verdicts(self, token: str, seq: int, lang: str = "en") -> bytes:
        """How the other rulebooks would have decided an entry."""
        return encoded(law_pages.verdicts(self._by_token(token).seen, seq), lang)

    def sheet(self, token: str, lang: str) -> bytes:
        """The score sheet as text."""
        return sheet_txt(score_sheet(self._by_token(token).seen.keeper), lang).encode()

    def record(self, token: str) -> tuple[str, bytes]:
        """The id of a match, and its record as a file."""
        match = self._match(token)
        return match.id, "".join(f"{each.line}\n" for each in self._lines(match)).encode()

    def what_if(self, token: str, at: int) -> Beginning:
        """A practice room that begins with the entries of a match up to `at`, and their traces.

        Refuses a match that is being played online, and every copy of its record: a player could try the
        next stroke there.
        """
        folded = self._by_token(token)
        if self._store.unfinished(ONLINE, folded.lines[0].line):
            raise Refused("match/live")
        if not folded.playable or at > folded.seen.seq:
            raise Refused("page/unknown")
        new, record = what_if(folded.seen.entries[:at])
        return Beginning.of(Settings.fresh(new), record, lambda seq: self._store.trace(folded.match.id, seq))

    def latest(self, page: int) -> bytes:
        """A page of all matches but uploaded files, the last changed first; pages count from 1."""
        found = self._store.latest(PAGE + 1, PAGE * (page - 1), without=FILE)
        return encoded(schemas.Matches(tuple(map(self._listed, found[:PAGE])), more=len(found) > PAGE), "en")

    def of_tokens(self, tokens: list[str]) -> bytes:
        """The matches of these links; unknown links are skipped."""
        found = (self._store.by_token(token) for token in tokens[:MOST_TOKENS] if 1 <= len(token) <= 64)
        # An umpire's table without a match has no rulebook.
        matches = {each[0].id: each[0] for each in found if each is not None and each[0].rulebook}
        return encoded(schemas.Matches(tuple(map(self._listed, matches.values())), more=False), "en")

    def check_upload(self, raw: bytes) -> tuple[KeptMatch, list[KeptLine]]:
        """The match of an uploaded record file and its lines; refuses a damaged one, stores nothing.

        The same file is the same match.
        """
        id_ = hashlib.sha256(raw).hexdigest()[:20]
        known = self._store.match(id_)
        if known is not None:
            return known, []
        record = _checked_record(raw)
        # Not splitlines: a text inside a line may hold what only looks like the end of one.
        lines = raw.split(b"\n")[: len(record.entries)]
        kept = [KeptLine(seq, line.decode().strip()) for seq, line in enumerate(lines, 1)]
        return match_of(record, id_, FILE, new_token()), kept

    def laws(self, lang: str) -> bytes:
        return encoded(law_pages.laws(lang), lang)

    def law(self, citation: str, lang: str) -> bytes:
        return encoded(law_pages.law(citation, lang), lang)

    def comparison(self, books: str, lang: str) -> bytes:
        """Where rulebooks decide differently."""
        return encoded(law_pages.comparison(books), lang)

    def rule(self, case: dict[str, object], lang: str = "en") -> bytes:
        """How each rulebook decides a case of docs/cases.md."""
        return encoded(law_pages.rule(case), lang)

    def possible_incidents(self, case: dict[str, object]) -> bytes:
        """The incidents that can have happened on the board of a case."""
        return encoded(law_pages.possible_incidents(case), "en")

    def _match(self, token: str) -> KeptMatch:
        """The match of a link to play or to watch."""
        found = self._store.by_token(token) if 1 <= len(token) <= 64 else None
        if found is None:
            raise Refused("match/unknown")
        return found[0]

    def _lines(self, match: KeptMatch) -> list[KeptLine]:
        lines = self._store.lines(match.id)
        if not lines:
            raise Refused("match/unknown")
        return lines

    def _by_token(self, token: str) -> FoldedMatch:
        match = self._match(token)
        with self._lock:
            known = self._folded.get(match.id)
            if known is not None:
                self._folded.move_to_end(match.id)
        # Compared whole: a name that was erased leaves the number of lines.
        if known is not None and known.match == match and not self._store.lines(match.id, len(known.lines)):
            return known
        lines = self._lines(match)
        seen = read_match(read_lines(each.line for each in lines), self._simulate)
        folded = FoldedMatch(match, lines, seen, self._store, self._traces, self._played_here(match))
        with self._lock:
            self._folded[match.id] = folded
            self._folded.move_to_end(match.id)
            while len(self._folded) > 1 and not _fit(self._folded.values()):
                self._folded.popitem(last=False)
        return folded

    def _listed(self, match: KeptMatch) -> schemas.MatchLine:
        summary = match.summary
        winner = None if summary.winner is None else SIDE[Side(summary.winner)]
        levels = zip((*match.first, *match.second), summary.levels, strict=False)
        return schemas.MatchLine(
            watch=match.watch,
            room=match.id,
            kind=match.kind,
            first=match.first,
            second=match.second,
            levels={name: level for name, level in levels if level},
            rulebook=match.rulebook,
            games=Score(*summary.games),
            points=Score(*summary.points),
            scores=tuple(Score(*points) for points in summary.scores),
            boards=summary.boards,
            # After an upheld protest it is played again under another name, and here no more.
            over=summary.over or bool(match.settings.get("next")),
            winner=winner,
            gave_up=summary.gave_up,
            strokes=summary.strokes,
            began=match.created,
            changed=match.changed,
            played_here=self._played_here(match),
        )

    def _played_here(self, match: KeptMatch) -> bool:
        """Whether this server has signed the match; checked again when the match changes."""
        signer, key = self._signer, (match.id, match.changed, match.first, match.second)
        if signer is None or not match.summary.over:
            return False
        lines = self._store.lines
        return self._signed.cached(
            key, lambda: signer.has_signed([each.line.encode() for each in lines(match.id)])
        )


def _fit(matches: Collection[FoldedMatch]) -> bool:
    """Whether so many folded matches may stay in memory."""
    return (
        len(matches) <= KEPT_MATCHES
        and sum(len(each.lines) for each in matches) <= KEPT_ENTRIES
        and sum(len(line.line) for each in matches for line in each.lines) <= KEPT_BYTES
    )


def _checked_record(raw: bytes) -> Record:
    """The record of a file, without a last line that was cut short; refuses other damage."""
    if raw.count(b"\n") > LONGEST:
        raise Refused("record/too-large", {"limit": LONGEST})
    record = read_record(raw)
    if record.damage is not None and not record.torn:
        raise record.damage
    if not record.entries:
        raise RecordError("refused.record.empty", 1)
    # Refuse here a table that cannot be followed, instead of in every step of its replay.
    read_match(Record(list(record.entries), list(record.states)))
    return record


_library: Library | None = None
"""The library of a reading process."""


def open_library(where: Path | str, signing_key: Path, nice: int) -> None:
    """Prepare a reading process."""
    global _library
    lower_priority(nice)
    store = open_store(where, read_only=True)
    _library = Library(store, signer=Signer(signing_key, store.cluster))


def call_library(what: Callable[..., T], args: tuple[object, ...]) -> T:
    """Call a method of the library of this reading process."""
    assert _library is not None, "open_library comes first"
    return what(_library, *args)

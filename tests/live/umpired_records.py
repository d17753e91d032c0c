"""Records of umpired matches, for the tests."""

from __future__ import annotations

from dataclasses import replace

from tests.server.umpires import AT, NOTHING, SEATED, Json

from carrom import umpiring
from carrom.live.settings import UMPIRE
from carrom.record import Record
from carrom.store import KeptMatch, lines_of, summary_of
from carrom.store.sqlite import SqliteStore
from carrom.store.store import EVERYBODY


def after_boards(boards: int) -> Record:
    """So many boards of sixty misses, all but the last ended by the umpire's hand."""
    strokes: list[Json] = [NOTHING] * 60
    ended: list[Json] = [{"do": "overrule", "reason": "late", "by_hand": {"winner": "white", "points": 1}}]
    record = Record()
    for request in [*SEATED, *(strokes + ended + [{"do": "play"}]) * (boards - 1), *strokes]:
        umpiring.enter_request(record, umpiring.read_request(request), AT)
    return record


def kept(store: SqliteStore, record: Record) -> str:
    """The umpire's token of a table with that record."""
    begun = record.state.begun
    match = KeptMatch("m", UMPIRE, "watch", begun.first, begun.second, begun.rulebook, {"place": ""})
    store.add(replace(match, summary=summary_of(record)), {"token": EVERYBODY}, lines_of(record), at=AT)
    return "token"

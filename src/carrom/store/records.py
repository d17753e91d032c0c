"""Records as lines of a store, and their summaries."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from carrom.record import Record, decode
from carrom.record.file import encode_line
from carrom.record.fold import advance
from carrom.rules.match import OVER
from carrom.store.store import Json, KeptLine, KeptMatch, MatchSummary
from carrom.words import Side


def now() -> str:
    """The time as entries have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def read_lines(lines: Iterable[str]) -> Record:
    """A record from its lines; raises `RecordError` with the number of a damaged line."""
    record = Record()
    for number, line in enumerate(lines, 1):
        entry, checksum = decode(line, number, record.checksum)
        record.states.append(advance(record.states, entry))
        record.entries.append(entry)
        record.checksum = checksum
    return record


def lines_of(record: Record) -> list[KeptLine]:
    """The lines of a record in memory."""
    lines, checksum = [], ""
    for entry in record.entries:
        data, checksum = encode_line(entry, checksum)
        lines.append(KeptLine(entry.seq, data.decode().rstrip("\n")))
    return lines


def summary_of(record: Record) -> MatchSummary:
    """The summary of a match for lists."""
    if not record.states:
        return MatchSummary()
    state = record.state
    match, table = state.match, state.begun.table
    held_by = () if table is None else table.held_by
    computers = {name: level for name, level in held_by if level.partition("@")[0] != "person"}
    return MatchSummary(
        games=(match.games_won(Side.FIRST), match.games_won(Side.SECOND)),
        points=(match.points(Side.FIRST), match.points(Side.SECOND)),
        over=match.stage == OVER,
        winner=None if match.winner is None else match.winner.value,
        strokes=state.strokes,
        scores=tuple((game.points(Side.FIRST), game.points(Side.SECOND)) for game in match.games),
        boards=sum(boards.played for boards in (*(game.boards for game in match.games), match.boards)),
        levels=tuple(computers.get(name, "") for name in (*match.first, *match.second)),
        gave_up="" if state.gave_up is None else state.gave_up.why,
    )


def match_of(record: Record, id_: str, kind: str, watch: str, settings: Json | None = None) -> KeptMatch:
    """A match to be stored, with the players and the summary of its record, which may be empty."""
    begun = record.state.begun if record.entries else None
    players = ((), (), "") if begun is None else (begun.first, begun.second, begun.rulebook)
    return KeptMatch(id_, kind, watch, *players, settings or {}, summary_of(record))

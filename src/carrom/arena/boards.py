"""A pair of boards: the same two players, the same seed, the break exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterable

from carrom.arena.jobs import BoardPair, BoardResult, PairResult
from carrom.arena.seats import equipment_of, seated
from carrom.record import Record, encode
from carrom.record.entries import Happened, Struck
from carrom.rules.match import BoardScore, Match
from carrom.table import Failure, Table, begin, play_on
from carrom.words import Side, seated_around

# Entries that say how a board goes on, not that anybody did wrong.
NO_FOULS = frozenset({"no-room", "room", "three-passes", "abandon", "coin-broken"})


def play_pair(job: BoardPair, keep_records: bool = False) -> PairResult:
    return PairResult((_board(job, Side.FIRST, keep_records), _board(job, Side.SECOND, keep_records)))


def _board(job: BoardPair, breaks: Side, keep_records: bool) -> BoardResult:
    """One board, whose breaker sits in the south."""
    names = player_names(job.a, job.b, job.doubles)
    (chair_a, a), (chair_b, b) = (seated(text) for text in (job.a, job.b))
    chairs = dict.fromkeys(names[0], chair_a) | dict.fromkeys(names[1], chair_b)
    texts = dict.fromkeys(names[0], job.a) | dict.fromkeys(names[1], job.b)
    record = Record()
    table = begin(
        job.book,
        *names,
        equipment=equipment_of(job.pace),
        keeper=record,
        held_by=tuple(texts.items()),
    )
    sit_down(table, breaks)
    failures = play_on(table, chairs, job.seed, until=board_ended, deadline=job.deadline)
    score = first_board(table.match)
    return BoardResult(
        winner=None if score.winner is None else "a" if score.winner is Side.FIRST else "b",
        points=score.points,
        strokes=(strokes(record, Side.FIRST), strokes(record, Side.SECOND)),
        fouls=(fouls(record, Side.FIRST), fouls(record, Side.SECOND)),
        failures=(_said(job, breaks, failures, names[0]), _said(job, breaks, failures, names[1])),
        seconds=(a.seconds, b.seconds),
        record=record_text(record) if keep_records else "",
    )


def _said(
    job: BoardPair, breaks: Side, failures: Iterable[Failure], side: tuple[str, ...]
) -> tuple[str, ...]:
    """A side's failures, each with what finds it again."""
    board = 1 if breaks is Side.FIRST else 2
    return tuple(
        f"seed {job.seed}, board {board}, entry {each.seq}: {each.why}"
        for each in failures
        if each.player in side
    )


def player_names(a: str, b: str, doubles: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody's own name in the record: players against themselves and partners get a number.

    >>> player_names("club", "expert", False), player_names("club", "club", True)
    ((('club',), ('expert',)), (('club 1', 'club 2'), ('club 3', 'club 4')))
    """
    if not doubles:
        return ((a,), (b,)) if a != b else ((f"{a} 1",), (f"{b} 2",))
    first = 3 if a == b else 1
    return (f"{a} 1", f"{a} 2"), (f"{b} {first}", f"{b} {first + 1}")


def sit_down(table: Table, breaks: Side) -> None:
    """No toss by chance: this side breaks, from the south."""
    table.toss(breaks, "break")
    ours, theirs = table.match.names(breaks), table.match.names(breaks.other)
    table.seat(seated_around(ours, theirs), ours[0])


def board_ended(table: Table) -> bool:
    return table.match.boards_ended > 0


def first_board(match: Match) -> BoardScore:
    return (match.games[0].boards if match.games else match.boards)[0]


def strokes(record: Record, side: Side) -> int:
    return sum(by is side for by, _ in _struck(record))


def fouls(record: Record, side: Side) -> int:
    """Strokes that lost the striker, and whatever else was called against a side."""
    lost = sum(by is side and event.report.striker_counts for by, event in _struck(record))
    called = 0
    for before, entry in zip(record.states, record.entries[1:], strict=False):
        event = entry.event
        if isinstance(event, Happened) and event.incident.by is not None:
            wrong = event.incident.kind not in NO_FOULS
            called += wrong and before.match.side_with(event.incident.by) is side
    return lost + called


def _struck(record: Record) -> list[tuple[Side, Struck]]:
    """Every stroke, and whose it was."""
    return [
        (before.match.side_of(before.match.on_strike), entry.event)
        for before, entry in zip(record.states, record.entries[1:], strict=False)
        if isinstance(entry.event, Struck)
    ]


def record_text(record: Record) -> str:
    """The record as its file would have it."""
    lines, checksum = [], ""
    for entry in record.entries:
        lines.append(encode(entry, checksum))
        checksum = json.loads(lines[-1])["sum"]
    return "".join(f"{line}\n" for line in lines)

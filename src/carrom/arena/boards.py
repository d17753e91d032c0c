"""Play a pair of boards: two boards of the same players from the same seed, with the break exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from carrom.arena.jobs import BoardPair, BoardResult, PairResult
from carrom.calibration import profile_from_toml
from carrom.equipment import STANDARD, Equipment
from carrom.pace import PACES
from carrom.players import named
from carrom.record import Record, encode
from carrom.record.story import match_story
from carrom.rules.match import BoardScore, Match
from carrom.table import Failure, Table, begin, play_on
from carrom.words import Side, seated_around


def play_pair(job: BoardPair, keep_records: bool = False) -> PairResult:
    return PairResult((_board(job, Side.FIRST, keep_records), _board(job, Side.SECOND, keep_records)))


def _board(job: BoardPair, breaks: Side, keep_records: bool) -> BoardResult:
    """Play one board; the breaker sits in the south."""
    names = player_names(job.a, job.b, job.doubles)
    texts = dict.fromkeys(names[0], job.a) | dict.fromkeys(names[1], job.b)
    chairs = {name: named(text) for name, text in texts.items()}
    record = Record()
    seconds: dict[str, float] = {}
    table = begin(
        job.book,
        *names,
        equipment=equipment_of(job.pace),
        keeper=record,
        held_by=tuple(texts.items()),
        rosette=job.rosette,
    )
    sit_down(table, breaks)
    failures = play_on(table, chairs, job.seed, until=board_ended, deadline=job.deadline, seconds=seconds)
    score, story = first_board(table.match), match_story(record)
    return BoardResult(
        winner=_player(score.winner),
        points=score.points,
        left=coins_left(score),
        queen=_player(score.queen),
        strokes=(story.first.strokes, story.second.strokes),
        fouls=(story.first.fouls, story.second.fouls),
        failures=(
            _failure_texts(job, breaks, failures, names[0]),
            _failure_texts(job, breaks, failures, names[1]),
        ),
        seconds=(_total(seconds, names[0]), _total(seconds, names[1])),
        record=record_text(record) if keep_records else "",
    )


def _player(side: Side | None) -> Literal["a", "b"] | None:
    return None if side is None else "a" if side is Side.FIRST else "b"


def coins_left(score: BoardScore) -> int:
    """The loser's coins left; none on a void board, and where the loser's last coin fell too early."""
    if score.winner is None:
        return 0
    return score.coins_left.black if score.winner is score.white else score.coins_left.white


def _total(seconds: dict[str, float], side: tuple[str, ...]) -> float:
    return round(sum(seconds.get(name, 0.0) for name in side), 4)


def _failure_texts(
    job: BoardPair, breaks: Side, failures: Iterable[Failure], side: tuple[str, ...]
) -> tuple[str, ...]:
    """The failures of a side, each with the seed, the board and the entry that reproduce it."""
    board = 1 if breaks is Side.FIRST else 2
    return tuple(
        f"seed {job.seed}, board {board}, entry {each.seq}: {each.why}"
        for each in failures
        if each.player in side
    )


def player_names(a: str, b: str, doubles: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the players in the record; partners, and a player against itself, get a number.

    >>> player_names("club", "national", False), player_names("club", "club", True)
    ((('club',), ('national',)), (('club 1', 'club 2'), ('club 3', 'club 4')))
    """
    if not doubles:
        return ((a,), (b,)) if a != b else ((f"{a} 1",), (f"{b} 2",))
    first = 3 if a == b else 1
    return (f"{a} 1", f"{a} 2"), (f"{b} {first}", f"{b} {first + 1}")


def sit_down(table: Table, breaks: Side) -> None:
    """Seat everybody without a random toss: this side breaks, from the south."""
    table.toss(breaks, "break")
    ours, theirs = table.match.names(breaks), table.match.names(breaks.other)
    table.seat(seated_around(ours, theirs), ours[0])


def board_ended(table: Table) -> bool:
    return table.match.boards_ended > 0


def first_board(match: Match) -> BoardScore:
    return (match.games[0].boards if match.games else match.boards)[0]


def record_text(record: Record) -> str:
    """The text of the record's file."""
    lines, checksum = [], ""
    for entry in record.entries:
        lines.append(encode(entry, checksum))
        checksum = json.loads(lines[-1])["sum"]
    return "".join(f"{line}\n" for line in lines)


def equipment_of(pace: str) -> Equipment:
    """The standard board with a built-in pace, or with the pace of a profile's text."""
    return replace(STANDARD, pace=PACES[pace] if pace in PACES else profile_from_toml(pace, "the profile"))

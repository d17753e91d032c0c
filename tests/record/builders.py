"""Builders for records: a match that has begun, strokes and incidents, entries planned ahead."""

from __future__ import annotations

from tests.says import incident, stroke

from carrom.record import Planned, Record, RecordFile, rule_on
from carrom.record.entries import Begun, Event, PlayCalled, Remarked, Seated, Tossed
from carrom.rules.standing import CoveredBy, Waiting
from carrom.words import Seat, Side

SINGLES = (
    Begun("international-a", ("Asha",), ("Ben",), "Club cup", "Chan"),
    Tossed(Side.FIRST, "break"),
    Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))),
    PlayCalled(),
)


def record(*events: Event) -> Record:
    kept = Record()
    for event in events:
        kept.enter(event)
    return kept


def struck(kept: Record, text: str, at: str | None = None) -> None:
    kept.enter(rule_on(kept.state, stroke(text)), at)


def happened(kept: Record, text: str, at: str | None = None) -> None:
    kept.enter(rule_on(kept.state, incident(text)), at)


def opened() -> Record:
    return record(*SINGLES)


def win_quickly(kept: Record) -> None:
    """The side on strike wins the board: a coin, the queen, her cover, then all the rest in one stroke."""
    ended = kept.state.match.boards_ended
    while kept.state.match.boards_ended == ended:
        board = kept.state.match.standing
        assert board is not None
        own, left = str(board.on_strike), board.coins.of(board.on_strike)
        covered = isinstance(board.queen, CoveredBy)
        if left == 9 or isinstance(board.queen, Waiting):
            struck(kept, own)
        else:
            struck(kept, " ".join([own] * left) if covered else "queen")


def planned(file: RecordFile, count: int, text: str) -> list[Planned]:
    """So many remarks more, worked out on a copy."""
    copy = Record(list(file.entries), list(file.states))
    for _ in range(count):
        copy.enter(Remarked(text))
    new = slice(len(file.entries), None)
    return [Planned(*pair) for pair in zip(copy.entries[new], copy.states[new], strict=True)]

"""Whose turn it is: who answers the table, since when a stroke is due, how often a side asked the umpire."""

from __future__ import annotations

from dataclasses import dataclass, replace

from carrom.live.refused import Refused
from carrom.record.entries import CoinPlaced, Event, Happened, PlayCalled, Remarked, Struck, UmpireAsked
from carrom.rules.match import IN_PLAY, Match
from carrom.table import (
    Ask,
    Table,
    ToAnswer,
    ToDemand,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTossAgain,
    ToTry,
    ToTurn,
)
from carrom.table.asks import next_ask
from carrom.words import Side

ASKS_A_BOARD = 3
"""How often a side may ask the umpire on a board."""


def players_asked(ask: Ask, match: Match, tosser: Side | None) -> tuple[str, ...]:
    """The players who may answer a question; none if the umpire answers it, or the match is over.

    `tosser` is the side that wins the toss that is due.
    """
    match ask:
        case ToToss() if tosser is not None:
            return match.names(tosser)
        case ToSeat(side) | ToTry(side) | ToAnswer(side) | ToDemand(side):
            return match.names(side)
        case ToTurn(player) | ToStrike(player) | ToPlace(player):
            return (player,)
        case _:
            return ()


def computer_asked(table: Table, tosser: Side | None, levels: dict[str, str]) -> bool:
    """Whether a computer player has to act, or the umpire has to toss.

    The first player of a side answers for it. A request to the umpire is closed by the side that made it.
    """
    if isinstance(table.asks, ToTossAgain):
        return True
    names = players_asked(table.asks, table.match, tosser)
    return bool(names) and bool(levels[names[0]]) and not isinstance(table.asks, ToAnswer)


def answering_player(table: Table, tosser: Side | None, mine: tuple[str, ...]) -> str:
    """The player for whom a link answers. Raises `Refused` if it is another player's turn."""
    for name in players_asked(table.asks, table.match, tosser):
        if name in mine:
            return name
    raise Refused("table/not-yours")


def asks_made(table: Table, side: Side) -> int:
    """How often a side has asked on the running board; a take-back does not undo requests."""
    board = table.match.boards_ended
    return sum(
        isinstance(entry.event, UmpireAsked)
        and entry.event.side is side
        and state.match.boards_ended == board
        for entry, state in zip(table.entries, table.keeper.states, strict=True)
    )


@dataclass(frozen=True, slots=True)
class TimedAct:
    """What the clock runs for: an act of a player, due since an entry, and the seconds for it."""

    player: str
    since: int
    seconds: float


def timed_act(table: Table) -> TimedAct | None:
    """The act that has a time, also while a request to the umpire is open; None if there is none.

    The laws name no time for a demand: it has that for placing, in which coins may be waived (ICF 87a).
    """
    laws = table.book.match
    match next_ask(replace(table.state, request=None), table.on.trials):
        case ToStrike(player):
            return TimedAct(player, stroke_due_since(table), laws.stroke_seconds)
        case ToPlace(player) if table.placing_seconds is not None:
            return TimedAct(player, _placing_due_since(table), table.placing_seconds)
        case ToDemand(side):
            return TimedAct(table.match.names(side)[0], table.seq, laws.placing_seconds)
        case _:
            return None


def stroke_due_since(table: Table) -> int:
    """The entry since which the stroke is due; requests to the umpire and remarks do not restart it."""
    seq = table.seq
    while _interrupts(table, seq):
        seq -= 1
    return seq


def _placing_due_since(table: Table) -> int:
    """The entry since which coins are to be placed: all of them share one time (ICF 88a)."""
    seq = stroke_due_since(table)
    while isinstance(_event(table, seq), CoinPlaced) or _interrupts(table, seq):
        seq -= 1
    return seq


def stroke_ended(table: Table, since: int) -> bool:
    """Whether the stroke due since that entry was struck or late, and its board goes on."""
    ended_by = next(
        (_event(table, seq) for seq in range(since + 1, table.seq + 1) if not _interrupts(table, seq)), None
    )
    match, before = table.match, table.keeper.states[since - 1].match
    same_board = match.stage == IN_PLAY and match.boards_ended == before.boards_ended
    return isinstance(ended_by, Struck | Happened) and same_board


def _interrupts(table: Table, seq: int) -> bool:
    match _event(table, seq):
        case UmpireAsked() | Remarked():
            return True
        case PlayCalled():
            return table.keeper.states[seq - 2].request is not None
        case _:
            return False


def _event(table: Table, seq: int) -> Event:
    return table.entries[seq - 1].event

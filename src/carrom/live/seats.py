"""Who may answer what the table asks, and where everybody sits."""

from __future__ import annotations

from carrom.errors import ImpossibleCase
from carrom.live.refused import Refused
from carrom.rules.match import Match
from carrom.table import Ask, ToAnswer, ToPlace, ToSeat, ToStrike, ToToss, ToTossAgain, ToTry, ToTurn
from carrom.words import Seat, Side

ROUND = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
"""The chairs of a doubles, from one to the next on its right."""


def asked(ask: Ask, match: Match, tosser: Side) -> tuple[str, ...]:
    """Those who may answer, the first of them first; nobody may for the umpire, or when all is over."""
    match ask:
        case ToToss():
            return match.names(tosser)
        case ToSeat(side) | ToTry(side) | ToAnswer(side):
            return match.names(side)
        case ToTurn(player) | ToStrike(player) | ToPlace(player):
            return (player,)
        case _:
            return ()


def computer_asked(ask: Ask, match: Match, tosser: Side, levels: dict[str, str]) -> bool:
    """Whether it is for a computer player to act, or for the umpire to toss.

    Of a side the first is asked, and a request to the umpire ends with those who made it.
    """
    if isinstance(ask, ToTossAgain):
        return True
    names = asked(ask, match, tosser)
    return bool(names) and bool(levels[names[0]]) and not isinstance(ask, ToAnswer)


def answering(ask: Ask, match: Match, tosser: Side, mine: tuple[str, ...]) -> str:
    """The player for whom a link answers; refused, if it is another's turn."""
    for name in asked(ask, match, tosser):
        if name in mine:
            return name
    raise Refused("table/not-yours")


def seats_from(match: Match, side: Side, seat: str) -> dict[Seat, str]:
    """Everybody's chair once a side's first player has taken one: side by side to the right.

    So partners sit face to face.
    """
    chairs = ROUND if match.doubles else (Seat.SOUTH, Seat.NORTH)
    names = tuple(chair.value for chair in chairs)
    if seat not in names:
        raise ImpossibleCase("seats", "refused.live.chair", seat=seat, chairs=", ".join(names))
    first = names.index(seat)
    mine, theirs = match.names(side), match.names(side.other)
    order = [name for pair in zip(mine, theirs, strict=True) for name in pair]
    return dict(zip((*chairs[first:], *chairs[:first]), order, strict=True))

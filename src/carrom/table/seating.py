"""Who sits where: the chairs of a match, and its players around the board."""

from __future__ import annotations

from carrom.errors import ImpossibleCase
from carrom.rules.match import Match
from carrom.words import Seat, Side


def chairs(match: Match) -> tuple[Seat, ...]:
    """The chairs that players sit on, from one to the next on its right."""
    return tuple(Seat) if match.doubles else (Seat.SOUTH, Seat.NORTH)


def seats_from(match: Match, side: Side, seat: str) -> dict[Seat, str]:
    """Everybody's chair once the first player of a side has taken one.

    The sides alternate to the right, so that partners face each other.
    """
    names = [chair.value for chair in chairs(match)]
    if seat not in names:
        raise ImpossibleCase("seats", "refused.live.chair", seat=seat, chairs=", ".join(names))
    first = names.index(seat)
    order = [name for pair in zip(match.names(side), match.names(side.other), strict=True) for name in pair]
    return dict(zip((*chairs(match)[first:], *chairs(match)[:first]), order, strict=True))


def seat_of(match: Match, player: str) -> Seat:
    return next(chair for chair, sits in match.seats if sits == player)

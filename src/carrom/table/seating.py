"""The chairs of a match, and the players on them."""

from __future__ import annotations

from carrom.errors import ImpossibleCase
from carrom.rules.match import Match
from carrom.words import Seat, Side, chairs, seated_around


def seats_from(match: Match, side: Side, seat: str) -> dict[Seat, str]:
    """The chairs of all players if the first player of a side takes `seat`."""
    names = [chair.value for chair in chairs(match.doubles)]
    if seat not in names:
        raise ImpossibleCase("seats", "refused.live.chair", seat=seat, chairs=", ".join(names))
    return seated_around(match.names(side), match.names(side.other), Seat(seat))


def seat_of(match: Match, player: str) -> Seat:
    return next(chair for chair, sits in match.seats if sits == player)

"""The acts that the umpire of a simulated table does unasked."""

from __future__ import annotations

from carrom.record import Event, State, rule_on
from carrom.record.entries import CoinPlaced, Happened, PlayCalled, SeatsChanged, Simulated, Tossed, TurnKept
from carrom.rules.match import IN_PLAY, TO_PLAY, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.rules.placing import free_places
from carrom.rules.respot import queen_spot
from carrom.rules.standing import NONE, OnBoard
from carrom.stroke import Incident, Layout
from carrom.table.asks import trial_due
from carrom.table.seating import seat_of
from carrom.table.surface_state import SurfaceState
from carrom.words import Coin, Colour


def next_umpire_act(state: State, surface: SurfaceState, on: Simulated) -> Event | None:
    """The umpire's next act; None if a player has to act."""
    match = state.match
    if match.stage == TO_TOSS and match.handicap is not None and match.handicap.breaks:
        return Tossed(match.handicap.side, "break")
    if match.change_seats and match.stage in (TO_PLAY, TO_TOSS_AGAIN):
        return SeatsChanged()
    if match.stage == TO_PLAY:
        return PlayCalled() if _may_begin(match, surface, on) else None
    if match.stage == IN_PLAY:
        acts = _queen_back(match, surface.layout, on) or _held(state, surface.layout, on)
        return acts or (TurnKept() if state.turn_to_keep else None)
    return None


def is_umpire_act(event: Event) -> bool:
    """Whether an event is an act of the umpire and not of a player."""
    match event:
        case CoinPlaced(coin):
            return coin is Coin.QUEEN
        case Happened(incident):
            return incident.kind in ("no-room", "room")
        case _:
            return isinstance(event, PlayCalled | SeatsChanged | TurnKept)


def _may_begin(match: Match, surface: SurfaceState, on: Simulated) -> bool:
    """Whether the board may begin: the rosette is turned, or an early break forbids that (3.5 f)."""
    if on.trials and trial_due(match) is not None:
        return False
    return surface.turned or match.on_strike != match.breaker


def _queen_back(match: Match, layout: Layout, on: Simulated) -> Event | None:
    """Put the queen back as near to the centre as possible, as seen from the breaker (3.12 b)."""
    assert match.standing is not None
    if not isinstance(match.standing.queen, OnBoard) or layout.count(Coin.QUEEN):
        return None
    breaker, next_player = seat_of(match, match.breaker), seat_of(match, match.on_strike)
    x, y = queen_spot(layout, breaker, next_player, on.equipment, match.book.respot)
    return CoinPlaced(Coin.QUEEN, x, y)


def _held(state: State, layout: Layout, on: Simulated) -> Event | None:
    """Hold a coin that has no place, and release it when there is room again (3.11 i)."""
    match = state.match
    assert match.standing is not None
    if match.to_place == NONE and match.standing.held == NONE:
        return None
    # Coins to be placed now come before coins that are held.
    waiting, kind = (match.to_place, "no-room") if match.to_place != NONE else (match.standing.held, "room")
    for colour in Colour:
        if waiting.of(colour) and _room(match, colour, layout, on) == (kind == "room"):
            return rule_on(state, Incident(kind, colour.other))
    return None


def _room(match: Match, colour: Colour, layout: Layout, on: Simulated) -> bool:
    seats = tuple(seat_of(match, name) for name in match.names(match.side_with(colour.other)))
    laws = match.book.placing
    places = free_places(layout, Coin(colour.value), colour.other, on.equipment, seats, laws)
    return next(places, None) is not None

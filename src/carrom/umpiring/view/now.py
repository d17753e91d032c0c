"""What a match waits for, or how it has ended."""

from __future__ import annotations

from carrom.i18n import About, Message
from carrom.record import State
from carrom.rules.standing import Waiting
from carrom.umpiring.view.types import Stage
from carrom.words import Colour


def now_message(state: State, stage: Stage) -> Message:
    """One line for players and spectators."""
    match = state.match
    if stage == "over":
        return _over(state)
    if match.change_seats and stage in ("to-play", "to-toss-again"):
        return Message("now.seats")
    if stage == "to-play":
        return Message("now.breaks-next", {"player": match.breaker})
    return _in_play(state) if stage == "in-play" else Message(f"now.{stage}")


def _in_play(state: State) -> Message:
    match, board = state.match, state.match.standing
    assert board is not None, "a board is being played"
    if state.request is not None:
        return About("now.request", match.names(state.request))
    for colour in Colour:
        if count := match.to_place.of(colour):
            return Message(f"now.places.{colour}", {"player": match.placer(colour), "n": count})
    waits = "covers" if isinstance(board.queen, Waiting) else "strikes"
    return Message(f"now.{waits if board.broken else 'breaks'}", {"player": match.on_strike})


def _over(state: State) -> Message:
    """Who has won, and why if not over the board."""
    match = state.match
    if match.winner is None:
        return Message("now.over")
    won = About("now.won", match.names(match.winner))
    if state.gave_up is None:
        return won
    why = About(f"now.gave-up.{state.gave_up.why}", match.names(match.winner.other))
    return Message("now.won-because", {"won": won, "why": why})

"""What a match waits for, or how it has ended."""

from __future__ import annotations

from carrom.i18n import Argument, Message
from carrom.record import State
from carrom.rules.match import Match
from carrom.rules.standing import Waiting
from carrom.umpiring.view import Stage
from carrom.words import Colour, Side


def now(state: State, stage: Stage) -> Message:
    """One line for everybody who looks on."""
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
        return Message("now.request", {"side": side_text(match, state.request)})
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
    won = _of_side("now.won", match, match.winner)
    if state.gave_up is None:
        return won
    why = _of_side(f"now.gave-up.{state.gave_up.why}", match, match.winner.other)
    return Message("now.won-because", {"won": won, "why": why})


def _of_side(key: str, match: Match, side: Side) -> Message:
    """What one player has done, or both partners."""
    given: dict[str, Argument] = {"side": side_text(match, side)}
    return Message(f"{key}.both" if match.doubles else key, given)


def side_text(match: Match, side: Side) -> str:
    """The players of a side."""
    return " & ".join(match.names(side))

"""A change of seats in words: why it is due, and who goes where (3.8)."""

from __future__ import annotations

from carrom.i18n import Argument, Message
from carrom.rules.match import Match


def change_arguments(match: Match) -> dict[str, Argument]:
    """The arguments of the phrase `todo.change-seats`, for a match whose change of seats is due."""
    moves = (Message(f"seats.to.{chair}", {"player": name}) for chair, name in match.seats_after_change)
    return {"why": change_reason(match), "moves": tuple(moves)}


def change_reason(match: Match) -> Message:
    """Why the change of seats is due: a game is over, or the deciding game has come to its half."""
    laws = match.book.match
    if not match.changed_in_decider:
        return Message("seats.why.game")
    if laws.change_after_boards is not None and match.boards.played >= laws.change_after_boards:
        return Message("seats.why.boards", {"board": str(laws.change_after_boards)})
    return Message("seats.why.points", {"points": str(laws.change_at_points)})

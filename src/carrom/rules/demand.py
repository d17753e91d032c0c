"""What extra points are worth to the winner of a board (ICF 87b), and how many a computer player demands."""

from __future__ import annotations

from carrom.rules.match import Match


def best_demand(match: Match) -> int:
    """The number of extra points that serves the winner best.

    From 22 points on the queen counts nothing, so a side that would come to 22 may be better off with 21.
    Where the game is won by them, or is decided by its points after the last board, all are demanded.
    """
    laws = match.book.match
    has = match.points(match.winner_of_board)
    last_board = laws.boards is not None and match.boards.played >= laws.boards
    if last_board or has + match.may_demand >= laws.game_points:
        return match.may_demand
    return min(range(match.may_demand, -1, -1), key=lambda extra: _still_needed(match, has + extra))


def demand_costs_queen(match: Match) -> bool:
    """Whether the queen counts something for the winner now, and nothing once all extra points are taken."""
    has = match.points(match.winner_of_board)
    return match.book.queen_points(has) > match.book.queen_points(has + match.may_demand)


def _still_needed(match: Match, points: int) -> int:
    """Twice the coins that a board must bring to win the game, with the queen in one of two boards."""
    missing = match.book.match.game_points - points
    return missing + max(1, missing - match.book.queen_points(points))

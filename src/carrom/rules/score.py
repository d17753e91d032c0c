"""Counts the points of a board that ends."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.laws import Citation
from carrom.rules.clauses import Points
from carrom.rules.rulebook import Rulebook
from carrom.words import Colour


@dataclass(frozen=True, slots=True)
class Counted:
    """The figures from which the winner's points are counted; `has` are the winner's points in the game."""

    winner: Colour
    has: int
    coins: int
    coins_put_back: int
    penalty_coin: bool
    coverer: Colour | None


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a board, how many of them are for the queen, and the laws that limited them.

    `extra` are points beside them that the winner may demand.
    """

    points: int
    queen: int
    limits: tuple[Citation, ...]
    extra: int


def count(parts: tuple[Points, ...], board: Counted, book: Rulebook) -> Score:
    """Count the points of a board, limited by the 22-point exception and the most a board can give."""
    points = queen = 0
    extra = parts.count(Points.ON_DEMAND)
    laws: tuple[Citation, ...] = ()
    for part in parts:
        match part:
            case Points.COINS:
                points += board.coins
            case Points.COINS_PUT_BACK:
                points += board.coins_put_back
            case Points.PENALTY_COIN:
                points += board.penalty_coin
            case Points.ONE_MORE | Points.ONE:
                points += 1
            case Points.SPECIAL:
                points += book.special_points(board.has)
            case Points.QUEEN | Points.QUEEN_IF_COVERED | Points.QUEEN_UNLESS_LOST:
                if _gets_the_queen(part, board):
                    queen = book.queen_points(board.has)
                    points += queen
                    laws += () if queen else book.notes["twenty-two"]
    most = book.most_points
    if most is not None and points + extra > most:
        points = min(points, most)
        return Score(points, queen, laws + book.notes["twelve"], min(extra, most - points))
    return Score(points, queen, laws, extra)


def _gets_the_queen(part: Points, board: Counted) -> bool:
    if part is Points.QUEEN_IF_COVERED:
        return board.coverer is board.winner
    if part is Points.QUEEN_UNLESS_LOST:
        return board.coverer is not board.winner.other
    return True

"""Counting the points of a board that ends."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.laws import Citation
from carrom.rules.clauses import Points
from carrom.rules.rulebook import Rulebook
from carrom.words import Colour


@dataclass(frozen=True, slots=True)
class Counted:
    """What the points of a board can be made of, for one winner."""

    winner: Colour
    has: int
    coins: int
    coins_put_back: int
    penalty_coin: bool
    coverer: Colour | None


def count(parts: tuple[Points, ...], board: Counted, book: Rulebook) -> tuple[int, tuple[Citation, ...]]:
    """The points, and the laws that limited them: the 22-point exception, the most a board can give."""
    points = 0
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
                    points += book.queen_points(board.has)
                    if not book.queen_points(board.has):
                        laws += book.notes["twenty-two"]
    if book.most_points is not None and points > book.most_points:
        return book.most_points, laws + book.notes["twelve"]
    return points, laws


def _gets_the_queen(part: Points, board: Counted) -> bool:
    if part is Points.QUEEN_IF_COVERED:
        return board.coverer is board.winner
    if part is Points.QUEEN_UNLESS_LOST:
        return board.coverer is not board.winner.other
    return True

"""Our perft: every abstract outcome of a stroke, for white on strike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from carrom.rules.rulebook import Rulebook
from carrom.rules.standing import (
    ON_BOARD,
    WAITING,
    CoveredBy,
    Each,
    OnBoard,
    Queen,
    Standing,
    ToBreak,
    ToStrike,
)
from carrom.stroke import StrokeReport
from carrom.words import BLACK, WHITE

QUEENS: tuple[Queen, ...] = (ON_BOARD, WAITING, CoveredBy(WHITE), CoveredBy(BLACK))
POINTS = tuple(Each(white, black) for white, black in product((0, 22), repeat=2))
ALL = range(1, 10)
PART = (1, 2, 9)
# Counts at which white may lack the right to the queen: all nine, or few because black pocketed the others.
RIGHT_OPEN = (2, 9)
BELOW_22 = POINTS[:1]

Outcome = tuple[Standing, StrokeReport]


def census(book: Rulebook, whole: bool) -> Iterator[Outcome]:
    """The whole, or a part: a few counts of coins a side, and every end of a board."""
    yield from breaks()
    for white, black in product(ALL, ALL):
        only_ends = not whole and not (white in PART and black in PART)
        for standing in standings(book, white, black, whole, only_ends):
            yield from strokes(book, standing, only_ends)


def every_seventh(book: Rulebook) -> Iterator[Outcome]:
    """Of the part every seventh outcome, and all tries that touch nothing, which are few.

    Seven has no divisor in common with the counts of what can happen in a stroke, so all of it comes round.
    """
    for number, (standing, report) in enumerate(census(book, whole=False)):
        if number % 7 == 0 or not report.touched:
            yield standing, report


def standings(book: Rulebook, white: int, black: int, whole: bool, only_ends: bool) -> Iterator[Standing]:
    """Boards with so many coins: dues only where all nine are there, no right to the queen at `RIGHT_OPEN`.

    In the part, points from 22 go with no dues, and strokes in hand with no end.
    """
    hands = (1, 2) if book.counts_strokes and not only_ends else (1,)
    owes_white = range(3) if white == 9 else (0,)
    owes_black = range(3) if black == 9 else (0,)
    earned = (False, True) if white in RIGHT_OPEN else (True,)
    for queen, points, due_white, due_black, right, hand in product(
        QUEENS, POINTS, owes_white, owes_black, earned, hands
    ):
        if not whole and (due_white or due_black or hand > 1) and points not in BELOW_22:
            continue
        yield Standing(
            WHITE,
            Each(white, black),
            queen,
            Each(due_white, due_black),
            earned=Each(right, black < 9),
            points=points,
            phase=ToStrike(hand),
        )


def strokes(book: Rulebook, standing: Standing, only_ends: bool) -> Iterator[Outcome]:
    """Everything that can be pocketed; a coin off the board only where it matters."""
    queens = (False, True) if isinstance(standing.queen, OnBoard) else (False,)
    white, black = standing.coins
    for own, theirs in product(range(white + 1), range(black + 1)):
        if only_ends and own < white and theirs < black:
            continue
        off = (0, 1) if book.counts_strokes and theirs < black and not only_ends else (0,)
        for queen, striker, improper, jumped in product(queens, (False, True), (False, True), off):
            yield (
                standing,
                StrokeReport(own, theirs, queen, striker, off_black=jumped, improper=improper),
            )


def breaks() -> Iterator[Outcome]:
    """The break at nine each: tries that touch nothing, and every stroke that makes it."""
    for tries, due in product(range(4), range(3)):
        before = Standing(WHITE, Each(9, 9), due=Each(due, 0), phase=ToBreak(tries))
        for striker, improper in product((False, True), repeat=2):
            yield before, StrokeReport(striker=striker, improper=improper, touched=False)
            for own, theirs, queen in product(range(10), range(10), (False, True)):
                yield before, StrokeReport(own, theirs, queen, striker, improper=improper)

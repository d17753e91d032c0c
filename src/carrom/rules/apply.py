"""Applies a ruling to a standing: carries out each consequence in turn."""

from __future__ import annotations

from dataclasses import replace

from carrom.rules.ruling import (
    BoardEnds,
    BoardVoid,
    BreakMade,
    Consequence,
    Earned,
    Fell,
    Held,
    MayDemand,
    Owes,
    Passed,
    Pays,
    PutBack,
    QueenBack,
    QueenCovered,
    QueenWaits,
    Ruling,
    SetUpAgain,
    StandsAs,
    Swapped,
    TimeRanOut,
    TriesSpent,
    TrySpent,
    TurnPasses,
    TurnStays,
    Waived,
)
from carrom.rules.standing import (
    NONE,
    NOT_YET,
    ON_BOARD,
    WAITING,
    BoardOver,
    CoveredBy,
    Each,
    Phase,
    Queen,
    Standing,
    ToBreak,
    ToStrike,
)
from carrom.words import COINS_A_SIDE, Colour


def apply(standing: Standing, ruling: Ruling) -> Standing:
    """The standing after a ruling, with all its consequences carried out."""
    draft = Draft(standing)
    for finding in ruling.findings:
        for consequence in finding.consequences:
            draft.carry_out(consequence)
    return draft.finished()


class Draft:
    """A mutable standing to which consequences are applied; `finished` returns the new standing."""

    __slots__ = (
        "coins",
        "due",
        "earned",
        "held",
        "late",
        "new_turn",
        "on_strike",
        "passes",
        "phase",
        "points",
        "queen",
    )

    def __init__(self, standing: Standing) -> None:
        self.take(standing)

    def take(self, standing: Standing) -> None:
        self.on_strike: Colour = standing.on_strike
        self.coins: Each[int] = standing.coins
        self.queen: Queen = standing.queen
        self.due: Each[int] = standing.due
        self.held: Each[int] = standing.held
        self.earned: Each[bool] = standing.earned
        self.points: Each[int] = standing.points
        self.passes: int = standing.passes
        self.phase: Phase = standing.phase
        self.new_turn: bool = standing.new_turn
        self.late: bool = standing.late

    def finished(self) -> Standing:
        return Standing(
            self.on_strike,
            self.coins,
            self.queen,
            self.due,
            self.held,
            self.earned,
            self.points,
            self.passes,
            self.phase,
            self.new_turn,
            self.late,
        )

    def carry_out(self, consequence: Consequence) -> None:
        match consequence:
            case Passed(in_a_row):
                self.passes = in_a_row
            case TurnStays(_, in_hand):
                self.new_turn = self.late = False
                self._plays(in_hand)
            case TurnPasses(to):
                self.on_strike, self.new_turn, self.late = to, True, False
                self._plays(1)
            case Fell(white, black, _):
                self.coins = Each(self.coins.white - white, self.coins.black - black)
            case Earned(colour):
                self.earned = self.earned.but(colour, True)
            case PutBack(colour, count):
                self.coins = _more(self.coins, colour, count)
            case Owes(colour, count):
                self.due = _more(self.due, colour, count)
            case Pays(colour, count):
                self.coins = _more(self.coins, colour, count)
                self.due = _more(self.due, colour, -count)
            case QueenBack():
                self.queen = ON_BOARD
            case QueenWaits():
                self.queen = WAITING
            case QueenCovered(colour):
                self.queen = CoveredBy(colour)
            case BoardEnds(winner, points, of, _):
                self._over(BoardOver(winner, points, of))
            case MayDemand(_, points) if isinstance(self.phase, BoardOver):
                self.phase = replace(self.phase, extra=points)
            case BoardVoid():
                self._over(BoardOver(None, 0))
            case BreakMade():
                self.phase = ToStrike()
            case TrySpent():
                tries = self.phase.tries if isinstance(self.phase, ToBreak) else 0
                self.phase = ToBreak(tries + 1)
            case TriesSpent(tries):
                self.phase = ToBreak(tries)
            case TimeRanOut():
                self.late = True
            case Waived(colour, owed, placed):
                self.due = _more(self.due, colour, -owed)
                self.coins = _more(self.coins, colour, -placed)
            case Held(colour, count):
                self.coins = _more(self.coins, colour, -count)
                self.held = _more(self.held, colour, count)
            case Swapped(colour):
                self.coins = _more(_more(self.coins, colour, 1), colour.other, -1)
            case SetUpAgain():
                self.coins, self.held = Each(COINS_A_SIDE, COINS_A_SIDE), NONE
                self.queen, self.phase = ON_BOARD, ToBreak()
                self.earned, self.passes = NOT_YET, 0
            case StandsAs(corrected):
                self.take(corrected)

    def _plays(self, in_hand: int) -> None:
        """Set the strokes in hand; before the break only tries are counted."""
        if not isinstance(self.phase, ToBreak):
            self.phase = ToStrike(in_hand)

    def _over(self, result: BoardOver) -> None:
        # Dues end with the board (3.7 d), and so do held coins.
        self.phase, self.due, self.held, self.passes = result, NONE, NONE, 0


def _more(each: Each[int], colour: Colour, count: int) -> Each[int]:
    return each.but(colour, each.of(colour) + count)

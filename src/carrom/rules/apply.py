"""From a standing and a ruling to the standing after it: each consequence is carried out in turn."""

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
    TrySpent,
    TurnPasses,
    TurnStays,
)
from carrom.rules.standing import (
    NONE,
    ON_BOARD,
    WAITING,
    BoardOver,
    CoveredBy,
    Each,
    Standing,
    ToBreak,
    ToStrike,
)
from carrom.words import COINS_A_SIDE, Colour


def apply(standing: Standing, ruling: Ruling) -> Standing:
    """The standing once everything has been put back that can be."""
    for consequence in ruling.consequences:
        standing = _carried_out(standing, consequence)
    return standing


def _carried_out(standing: Standing, consequence: Consequence) -> Standing:
    match consequence:
        case Fell(white, black, _):
            coins = Each(standing.coins.white - white, standing.coins.black - black)
            return replace(standing, coins=coins)
        case PutBack(colour, count):
            return replace(standing, coins=_more(standing.coins, colour, count))
        case Pays(colour, count):
            due = _more(standing.due, colour, -count)
            return replace(standing, coins=_more(standing.coins, colour, count), due=due)
        case Owes(colour, count):
            return replace(standing, due=_more(standing.due, colour, count))
        case QueenBack():
            return replace(standing, queen=ON_BOARD)
        case QueenWaits():
            return replace(standing, queen=WAITING)
        case QueenCovered(colour):
            return replace(standing, queen=CoveredBy(colour))
        case Earned(colour):
            return replace(standing, earned=standing.earned.but(colour, True))
        case TurnStays(_, in_hand):
            return (
                standing
                if isinstance(standing.phase, ToBreak)
                else replace(standing, phase=ToStrike(in_hand))
            )
        case TurnPasses(to):
            phase = standing.phase if isinstance(standing.phase, ToBreak) else ToStrike()
            return replace(standing, on_strike=to, phase=phase)
        case BreakMade():
            return replace(standing, phase=ToStrike())
        case TrySpent():
            return replace(standing, phase=ToBreak(standing.tries + 1))
        case Passed(in_a_row):
            return replace(standing, passes=in_a_row)
        case Held(colour, count):
            held = _more(standing.held, colour, count)
            return replace(standing, coins=_more(standing.coins, colour, -count), held=held)
        case Swapped(colour):
            return replace(standing, coins=_more(_more(standing.coins, colour, 1), colour.other, -1))
        case SetUpAgain():
            full = Each(COINS_A_SIDE, COINS_A_SIDE)
            return replace(standing, coins=full, held=NONE, queen=ON_BOARD, phase=ToBreak())
        case BoardEnds(winner, points, of):
            # Dues are forgotten with the board (3.7 d), and so is a coin held for want of room.
            return replace(standing, phase=BoardOver(winner, points, of), due=NONE, held=NONE, passes=0)
        case BoardVoid():
            return replace(standing, phase=BoardOver(None, 0), due=NONE, held=NONE, passes=0)
        case StandsAs(corrected):
            return corrected
        case _:
            return standing


def _more(each: Each[int], colour: Colour, count: int) -> Each[int]:
    return each.but(colour, each.of(colour) + count)

"""A handicap: what two sides of unequal strength agree on. The laws know nothing of it."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.errors import ImpossibleCase
from carrom.i18n import About, Message
from carrom.rules.rulebook import Rulebook
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Handicap:
    """What a side is given: it begins each game with `lead` points, and `breaks` every board.

    The points are points of the game like others: they count towards its end and for the worth of the queen.
    """

    side: Side
    lead: int = 0
    breaks: bool = False

    def said(self, names: tuple[str, ...]) -> Message:
        """It in words; `names` are the players of the side that has it."""
        parts = "-".join(["lead"] * bool(self.lead) + ["breaks"] * self.breaks)
        return About(f"handicap.{parts}", names, {"n": self.lead} if self.lead else {})


def most_lead(book: Rulebook) -> int:
    """The largest lead that does not decide what is played: a game, or the only board."""
    if book.match.boards == 1 and book.most_points is not None:
        return book.most_points - 1
    return book.match.game_points - 1


def check_handicap(handicap: Handicap, book: Rulebook) -> None:
    """Raise `ImpossibleCase` for one that gives nothing, or decides the match."""
    most = most_lead(book)
    if not 0 <= handicap.lead <= most or not (handicap.lead or handicap.breaks):
        raise ImpossibleCase("handicap", "refused.match.handicap", lead=handicap.lead, most=most)

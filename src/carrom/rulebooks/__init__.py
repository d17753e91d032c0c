"""The six rulebooks as values."""

from dataclasses import replace

from carrom.errors import ImpossibleCase
from carrom.i18n import nearest
from carrom.laws import book_id
from carrom.rulebooks.family import FAMILY
from carrom.rulebooks.ffc_basics import FFC_BASICS
from carrom.rulebooks.ffc_leaflet import FFC_LEAFLET
from carrom.rulebooks.icf import ICF
from carrom.rulebooks.international_a import INTERNATIONAL_A
from carrom.rulebooks.international_b import INTERNATIONAL_B
from carrom.rules.rulebook import Rulebook

RULEBOOKS: dict[str, Rulebook] = {
    book.id: book for book in (INTERNATIONAL_A, INTERNATIONAL_B, FFC_BASICS, FFC_LEAFLET, FAMILY, ICF)
}


def rulebook(name: str) -> Rulebook:
    """A rulebook by its id or alias."""
    return RULEBOOKS[book_id(name)]


LENGTHS = ("match", "game", "board")
"""The lengths of a match: the rulebook's whole match, one game, or one board."""


def with_length(book: Rulebook, length: str) -> Rulebook:
    """The same laws for a match of this length. Raises `ImpossibleCase` if the length is unknown."""
    if length not in LENGTHS:
        raise ImpossibleCase(
            "length", "refused.rulebook.length", length=length, hint=nearest(length, LENGTHS)
        )
    if length == "match":
        return book
    boards = 1 if length == "board" else book.match.boards
    return replace(book, match=replace(book.match, games_to_win=1, boards=boards))


def in_finals(book: Rulebook) -> Rulebook:
    """The same laws from the quarter-finals on. Raises `ImpossibleCase` if the text makes no difference."""
    if not book.match.finals_unlimited:
        raise ImpossibleCase("finals", "refused.rulebook.finals", book=book.id)
    return replace(book, match=replace(book.match, boards=None, change_after_boards=None))


__all__ = [
    "FAMILY",
    "FFC_BASICS",
    "FFC_LEAFLET",
    "ICF",
    "INTERNATIONAL_A",
    "INTERNATIONAL_B",
    "LENGTHS",
    "RULEBOOKS",
    "Rulebook",
    "in_finals",
    "rulebook",
    "with_length",
]

"""The five rulebooks as values."""

from carrom.laws import book_id
from carrom.rulebooks.family import FAMILY
from carrom.rulebooks.ffc_basics import FFC_BASICS
from carrom.rulebooks.ffc_leaflet import FFC_LEAFLET
from carrom.rulebooks.international_a import INTERNATIONAL_A
from carrom.rulebooks.international_b import INTERNATIONAL_B
from carrom.rules.rulebook import Rulebook

RULEBOOKS: dict[str, Rulebook] = {
    book.id: book for book in (INTERNATIONAL_A, INTERNATIONAL_B, FFC_BASICS, FFC_LEAFLET, FAMILY)
}


def rulebook(name: str) -> Rulebook:
    """A rulebook by its id or alias."""
    return RULEBOOKS[book_id(name)]


__all__ = [
    "FAMILY",
    "FFC_BASICS",
    "FFC_LEAFLET",
    "INTERNATIONAL_A",
    "INTERNATIONAL_B",
    "RULEBOOKS",
    "Rulebook",
    "rulebook",
]

"""Board, coins and striker: their nominal sizes, and whether what a club owns conforms."""

from carrom.equipment.dimensions import (
    EQUIPMENT,
    MODERN_BOARD,
    OLDER_BOARD,
    STANDARD,
    Board,
    CoinSet,
    Equipment,
    Striker,
)
from carrom.equipment.inspection import Item, Report, check, example_file
from carrom.equipment.measures import INSPECTED, PROFILES, Range

__all__ = [
    "EQUIPMENT",
    "INSPECTED",
    "MODERN_BOARD",
    "OLDER_BOARD",
    "PROFILES",
    "STANDARD",
    "Board",
    "CoinSet",
    "Equipment",
    "Item",
    "Range",
    "Report",
    "Striker",
    "check",
    "example_file",
]

"""Where matches are kept: one store for many, every entry in it before anybody hears of it."""

from carrom.store.kept import lines_of, read_lines, summary_of
from carrom.store.store import Holding, KeptLine, KeptMatch, Playing, Store, StoreHealth, Summary

__all__ = [
    "Holding",
    "KeptLine",
    "KeptMatch",
    "Playing",
    "Store",
    "StoreHealth",
    "Summary",
    "lines_of",
    "read_lines",
    "summary_of",
]

"""Many match records with their links and traces; an entry is stored before anybody is told."""

from carrom.store.records import lines_of, match_of, read_lines, summary_of
from carrom.store.store import Holding, KeptInvitation, KeptLine, KeptMatch, MatchSummary, Store, StoreHealth

__all__ = [
    "Holding",
    "KeptInvitation",
    "KeptLine",
    "KeptMatch",
    "MatchSummary",
    "Store",
    "StoreHealth",
    "lines_of",
    "match_of",
    "read_lines",
    "summary_of",
]

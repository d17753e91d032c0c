"""The international laws, edition b: the same clauses under other letters, and its own bumped board."""

from __future__ import annotations

from carrom.rulebooks.international_a import COINS, INCIDENTS, QUEEN_UNLESS_LOST, THEIRS, international
from carrom.rules.clauses import End
from carrom.rules.facts import queen_waits, whoever

# Edition a's letter → edition b's, where they differ.
LETTERS = {
    "3.7 j": "3.7 k",
    "3.7 k": "3.7 l",
    "3.7 l": "3.7 m",
    "3.7 m": "3.7 n",
    "3.7 n": "3.7 o",
    "3.10 f": "3.10 e",
    "3.10 g": "3.10 f",
    "3.11 j": "3.11 k",
    "3.11 k": "3.11 l",
    "3.11 l": "3.11 m",
    "3.11 m": "3.11 n",
    "3.11 n": "3.11 o",
    "3.11 o": "3.11 p",
    "3.11 p": "3.11 q",
    "4 j": "4 k",
    "4 k": "4 l",
    "4 l": "4 m",
    "4 m": "4 n",
    "4 n": "4 o",
    "4 o": "4 p",
    "4 p": "4 q",
    "4 q": "4 r",
}

BUMPED = {
    "bumped-board": (
        End("4 i", queen_waits, THEIRS, (COINS, QUEEN_UNLESS_LOST), "bumped-board", reading=12),
        End("4 i", whoever, THEIRS, (COINS, QUEEN_UNLESS_LOST), "bumped-board"),
    )
}

INTERNATIONAL_B = international("international-b", LETTERS, INCIDENTS | BUMPED)

"""The breaches of chapters 3 and 4 that an umpire can see, in the order of a game, each with its law.

What has a consequence of its own (leaving the chair, coins touched, a stroke too late) is a kind of incident
instead; so are the grounds of 4.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carrom.rules.clauses import resolve
from carrom.rules.rulebook import Rulebook
from carrom.stroke.incident import Part
from carrom.umpiring.view.types import Breach

Turn = Literal["any", "own", "theirs"]


@dataclass(frozen=True, slots=True)
class _Act:
    """A breach, by its law under the letters of edition a."""

    key: str
    law: str
    foul: bool = True
    improper: bool = False
    turn: Turn = "any"


def _stroke(key: str, law: str) -> _Act:
    """A breach that can only be seen in a stroke, and makes that stroke improper."""
    return _Act(key, law, foul=False, improper=True, turn="own")


ACTS: dict[Part, tuple[_Act, ...]] = {
    "before-play": (
        _Act("slow-setting-up", "3.5 a"),
        _Act("rosette-turned", "3.5 d"),
        _Act("powder-unannounced", "4 h"),
        _Act("powder-undone", "4 h"),
        _Act("slow-change-of-seats", "3.8 e"),
    ),
    "seat": (
        _Act("seat-height", "3.1 e"),
        _Act("chair-moved", "3.1 f", improper=True),
        _Act("legs-past-lines", "3.1 g", improper=True),
        _Act("touched-board", "3.1 d", turn="theirs"),
    ),
    "striker": (
        _stroke("striker-off-lines", "3.2 h"),
        _stroke("striker-on-circle", "3.2 h"),
        _stroke("striker-on-arrow", "3.2 h"),
        _stroke("striker-not-admitted", "4 b"),
        _Act("striker-exchanged", "4 e", improper=True),
        _Act("striker-not-removed", "3.2 l"),
    ),
    "stroke": (
        _stroke("struck-too-soon", "3.2 k"),
        _stroke("coins-not-placed", "3.11 h"),
        _stroke("pushed", "3.2 a"),
        _stroke("not-fingertip", "3.2 b"),
        _stroke("both-hands", "3.2 c"),
        _stroke("other-hand", "3.2 d"),
        _stroke("beyond-wrist", "3.2 e"),
        _stroke("forearm-on-surface", "3.2 f"),
        _stroke("elbow-over", "3.2 f"),
        _stroke("braced", "3.2 g"),
        _stroke("free-hand", "3.2 g"),
    ),
    "placing": (_Act("slow-placing", "3.6 b"),),
    "surface": (
        _Act("powder-after-play", "4 h"),
        _Act("powder-swept", "4 h"),
        _Act("tested-surface", "4 n"),
        _Act("board-moved", "4 i"),
        _Act("equipment-shifted", "4 c"),
    ),
    "conduct": (
        _Act("ate-drank-smoked", "4 a"),
        _Act("asked-score", "4 j", turn="theirs"),
        _Act("disturbed", "4 k", turn="theirs"),
        _Act("talked", "4 m"),
        _Act("other", "4.1", improper=True),
    ),
}

# What a shorter text says itself. The basics let a player change hands; the family game has no arrows' law.
OWN_LAW: dict[str, dict[str, str]] = {
    "ffc-basics": {"striker-off-lines": "play 4", "pushed": "play 5"},
    "ffc-leaflet": {"striker-off-lines": "play 4"},
    "family": {"striker-off-lines": "play 1", "striker-on-circle": "2", "pushed": "play 2"},
}
ALLOWED: dict[str, frozenset[str]] = {
    "ffc-basics": frozenset({"other-hand"}),
    "family": frozenset({"striker-on-arrow"}),
}


def known_breaches(book: Rulebook) -> tuple[Breach, ...]:
    """The breaches a rulebook knows, cited as it has them or from the edition it takes its fouls from."""
    allowed = ALLOWED.get(book.id, frozenset())
    if book.match.games_to_win == 1:
        # A match of one game has no change of seats (reading 18).
        allowed |= {"slow-change-of-seats"}
    return tuple(
        Breach(act.key, _law(act, book), part, act.foul, act.improper, act.turn)
        for part, acts in ACTS.items()
        for act in acts
        if act.key not in allowed
    )


def _law(act: _Act, book: Rulebook) -> str:
    own = OWN_LAW.get(book.id, {}).get(act.key)
    return str(resolve(act.law, book.foul_book, book.letters) if own is None else resolve(own, book.id, {}))

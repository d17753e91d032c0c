"""The breaches of chapters 3 and 4 that an umpire can see, in the order of a game, each with its law.

What has a consequence of its own (leaving the chair, coins touched, a stroke too late) is a kind of incident
instead; so are the grounds of 4.2.
"""

from __future__ import annotations

from typing import Literal

from carrom.i18n import Message
from carrom.rules.clauses import resolve
from carrom.rules.rulebook import Rulebook
from carrom.stroke.incident import Part
from carrom.umpiring.view.types import Breach

Act = tuple[bool, bool, Literal["any", "own", "theirs"]]
"""Whether it is a foul outside a stroke, whether it makes a stroke improper, and in whose turn it can be."""

FOUL: Act = (True, False, "any")
FOUL_OF_THE_OTHER_SIDE: Act = (True, False, "theirs")
STROKE: Act = (False, True, "own")
EITHER: Act = (True, True, "any")

# The laws are cited by the letters of edition a.
ACTS: dict[Part, tuple[tuple[str, str, Act], ...]] = {
    "before-play": (
        ("slow-setting-up", "3.5 a", FOUL),
        ("rosette-turned", "3.5 d", FOUL),
        ("powder-unannounced", "4 h", FOUL),
        ("powder-undone", "4 h", FOUL),
        ("slow-change-of-seats", "3.8 e", FOUL),
    ),
    "seat": (
        ("seat-height", "3.1 e", FOUL),
        ("chair-moved", "3.1 f", EITHER),
        ("legs-past-lines", "3.1 g", EITHER),
        ("touched-board", "3.1 d", FOUL_OF_THE_OTHER_SIDE),
    ),
    "striker": (
        ("striker-off-lines", "3.2 h", STROKE),
        ("striker-on-circle", "3.2 h", STROKE),
        ("striker-on-arrow", "3.2 h", STROKE),
        ("striker-not-admitted", "4 b", STROKE),
        ("striker-exchanged", "4 e", EITHER),
        ("striker-not-removed", "3.2 l", FOUL),
    ),
    "stroke": (
        ("struck-too-soon", "3.2 k", STROKE),
        ("coins-not-placed", "3.11 h", STROKE),
        ("pushed", "3.2 a", STROKE),
        ("not-fingertip", "3.2 b", STROKE),
        ("both-hands", "3.2 c", STROKE),
        ("other-hand", "3.2 d", STROKE),
        ("beyond-wrist", "3.2 e", STROKE),
        ("forearm-on-surface", "3.2 f", STROKE),
        ("elbow-over", "3.2 f", STROKE),
        ("braced", "3.2 g", STROKE),
        ("free-hand", "3.2 g", STROKE),
    ),
    "placing": (("slow-placing", "3.6 b", FOUL),),
    "surface": (
        ("powder-after-play", "4 h", FOUL),
        ("powder-swept", "4 h", FOUL),
        ("tested-surface", "4 n", FOUL),
        ("board-moved", "4 i", FOUL),
        ("equipment-shifted", "4 c", FOUL),
    ),
    "conduct": (
        ("ate-drank-smoked", "4 a", FOUL),
        ("asked-score", "4 j", FOUL_OF_THE_OTHER_SIDE),
        ("disturbed", "4 k", FOUL_OF_THE_OTHER_SIDE),
        ("talked", "4 m", FOUL),
        ("other", "4.1", EITHER),
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
        Breach(key, _law(key, law, book), part, *act, Message(f"catalogue.breach.{key}"))
        for part, acts in ACTS.items()
        for key, law, act in acts
        if key not in allowed
    )


def _law(key: str, law: str, book: Rulebook) -> str:
    own = OWN_LAW.get(book.id, {}).get(key)
    return str(resolve(law, book.foul_book, book.letters) if own is None else resolve(own, book.id, {}))

"""Incidents: what is reported besides strokes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carrom.errors import ImpossibleCase
from carrom.i18n import Message, nearest
from carrom.stroke.report import StrokeReport
from carrom.words import Colour

# Kinds without an offender; every other kind names the side that did it.
NOBODY: frozenset[str] = frozenset({"three-passes", "coin-broken", "replay", "no-striker-place"})

Part = Literal["before-play", "seat", "striker", "stroke", "placing", "surface", "conduct", "end"]
"""A part of the game, in the order of play: the headings of the umpire's lists."""

INCIDENTS_BY_PART: dict[Part, tuple[str, ...]] = {
    "before-play": ("early-break",),
    "seat": ("left-chair",),
    "striker": ("striker-left",),
    "stroke": ("late-stroke", "out-of-turn", "played-theirs", "queen-unnoticed", "fell-later"),
    "placing": (
        *("waive", "forfeit", "bad-placing", "touched-while-placing", "wrong-colour-placed"),
        *("no-room", "room"),
    ),
    "surface": ("touched-coins", "coin-broken", "bumped-board"),
    "conduct": ("partners-talked", "ignored-request", "technical-foul", "foul"),
    "end": ("three-passes", "replay", "no-striker-place", "abandon", "disqualified"),
}
"""Every kind of incident, by the part of the game in which it happens."""

INCIDENTS: tuple[str, ...] = tuple(kind for kinds in INCIDENTS_BY_PART.values() for kind in kinds)

GROUNDS: str = "abcdefghi"
"""The letters of the grounds for a disqualification; a rulebook has all or the first of them."""

# Kinds that say what fell.
WITH_PIECES: frozenset[str] = frozenset({"early-break", "out-of-turn", "played-theirs", "fell-later"})

# Kinds by which a side gives up coins of the other side that it may place.
WAIVING: frozenset[str] = frozenset({"waive", "forfeit"})

# Kinds that are nobody's fault, or not that of the side that they name.
BLAMELESS: frozenset[str] = NOBODY | WAIVING | {"no-room", "room", "fell-later", "queen-unnoticed", "abandon"}


def incident_message(kind: str) -> Message:
    """The name of a kind of incident."""
    return Message(f"incident.{kind}")


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened outside a stroke, and the side that did it.

    `paragraph` is the law broken (fouls), `ground` the letter of 4.2 (disqualified), `noticed` whether
    a wrong colour was seen before the next stroke, `pocketed` what fell, `coins` how many coins that were to
    be placed stay in the nets (waive, forfeit). A disqualification between boards has no side: nobody has a
    colour then.
    """

    kind: str
    by: Colour | None = None
    paragraph: str | None = None
    ground: str | None = None
    noticed: bool = True
    pocketed: tuple[str, ...] = ()
    coins: int = 0

    def __post_init__(self) -> None:
        if self.kind not in INCIDENTS:
            hint = nearest(self.kind, INCIDENTS)
            raise ImpossibleCase("incident.kind", "refused.incident.unknown", kind=self.kind, hint=hint)
        if self.kind in NOBODY and self.by is not None:
            raise ImpossibleCase("incident.by", "refused.incident.by-nobody", kind=self.kind)
        if self.kind not in NOBODY and self.by is None and self.kind != "disqualified":
            raise ImpossibleCase("incident.by", "refused.incident.by-whom", kind=self.kind)
        if self.kind == "disqualified" and (self.ground is None or self.ground not in tuple(GROUNDS)):
            raise ImpossibleCase("incident.ground", "refused.incident.ground")
        if self.kind != "disqualified" and self.ground is not None:
            raise ImpossibleCase("incident.ground", "refused.incident.no-ground", kind=self.kind)
        if self.kind not in ("foul", "technical-foul") and self.paragraph is not None:
            raise ImpossibleCase("incident.paragraph", "refused.incident.own-paragraph", kind=self.kind)
        if self.kind != "wrong-colour-placed" and not self.noticed:
            raise ImpossibleCase("incident.noticed", "refused.incident.noticed", kind=self.kind)
        if self.pocketed and self.kind not in WITH_PIECES:
            raise ImpossibleCase("incident.pocketed", "refused.incident.pieces", kind=self.kind)
        if self.coins < 0 or (self.coins and self.kind not in WAIVING):
            raise ImpossibleCase("incident.coins", "refused.incident.coins", kind=self.kind)
        if self.kind == "fell-later" and (not self.pocketed or "striker" in self.pocketed):
            raise ImpossibleCase("incident.pocketed", "refused.incident.which-fell")
        StrokeReport.of(self.pocketed)  # raises for what cannot have fallen

    @property
    def side(self) -> Colour:
        """The side that did it, for the kinds that have one."""
        assert self.by is not None, self.kind
        return self.by

    def __str__(self) -> str:
        by = f" by {self.by}" if self.by else ""
        law = f" ({self.paragraph})" if self.paragraph else ""
        ground = f" ({self.ground})" if self.ground else ""
        fell = f": {' '.join(self.pocketed)}" if self.pocketed else ""
        return f"{self.kind}{by}{law}{ground}{'' if self.noticed else ' unnoticed'}{fell}"

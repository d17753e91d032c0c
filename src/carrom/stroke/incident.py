"""What is reported that is not a stroke."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.errors import ImpossibleCase
from carrom.i18n import Message, nearest
from carrom.words import Colour

# Kinds with no offender; every other kind names the side that did it.
NOBODY = frozenset({"three-passes", "coin-broken"})

INCIDENTS: tuple[str, ...] = (
    "technical-foul",
    "foul",
    "late-stroke",
    "early-break",
    "bad-placing",
    "touched-while-placing",
    "touched-coins",
    "wrong-colour-placed",
    "striker-left",
    "left-chair",
    "partners-talked",
    "ignored-request",
    "bumped-board",
    "three-passes",
    "abandon",
    "disqualified",
    "played-theirs",
    "queen-unnoticed",
    "no-room",
    "room",
    "coin-broken",
)

GROUNDS = "abcdefgh"


def incident_message(kind: str) -> Message:
    """What a kind of incident is called."""
    return Message(f"incident.{kind}")


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened outside a stroke, and the side that did it.

    `paragraph` is the law broken (fouls), `ground` the letter of 4.2 (disqualified), `noticed` whether
    a wrong colour was seen before the next stroke.
    """

    kind: str
    by: Colour | None = None
    paragraph: str | None = None
    ground: str | None = None
    noticed: bool = True

    def __post_init__(self) -> None:
        if self.kind not in INCIDENTS:
            hint = nearest(self.kind, INCIDENTS)
            raise ImpossibleCase("incident.kind", "refused.incident.unknown", kind=self.kind, hint=hint)
        if self.kind in NOBODY and self.by is not None:
            raise ImpossibleCase("incident.by", "refused.incident.by-nobody", kind=self.kind)
        if self.kind not in NOBODY and self.by is None:
            raise ImpossibleCase("incident.by", "refused.incident.by-whom", kind=self.kind)
        if self.kind == "disqualified" and (self.ground is None or self.ground not in tuple(GROUNDS)):
            raise ImpossibleCase("incident.ground", "refused.incident.ground")
        if self.kind != "disqualified" and self.ground is not None:
            raise ImpossibleCase("incident.ground", "refused.incident.no-ground", kind=self.kind)
        if self.kind not in ("foul", "technical-foul") and self.paragraph is not None:
            raise ImpossibleCase("incident.paragraph", "refused.incident.own-paragraph", kind=self.kind)
        if self.kind != "wrong-colour-placed" and not self.noticed:
            raise ImpossibleCase("incident.noticed", "refused.incident.noticed", kind=self.kind)

    @property
    def side(self) -> Colour:
        """The side that did it, for the kinds that have one."""
        assert self.by is not None, self.kind
        return self.by

    def __str__(self) -> str:
        by = f" by {self.by}" if self.by else ""
        law = f" ({self.paragraph})" if self.paragraph else ""
        ground = f" ({self.ground})" if self.ground else ""
        return f"{self.kind}{by}{law}{ground}{'' if self.noticed else ' unnoticed'}"

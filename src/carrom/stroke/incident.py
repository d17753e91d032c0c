"""What is reported that is not a stroke."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from carrom.errors import ImpossibleCase
from carrom.i18n import Message
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
            near = difflib.get_close_matches(self.kind, INCIDENTS, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise ImpossibleCase(
                "incident.kind", f"{self.kind!r} is unknown; {hint}there are {', '.join(INCIDENTS)}"
            )
        if self.kind in NOBODY and self.by is not None:
            raise ImpossibleCase("incident.by", f"{self.kind} is nobody's: leave it out")
        if self.kind not in NOBODY and self.by is None:
            raise ImpossibleCase("incident.by", f"{self.kind} needs the side that did it: white or black")
        if self.kind == "disqualified" and (self.ground is None or self.ground not in tuple(GROUNDS)):
            raise ImpossibleCase(
                "incident.ground", "a disqualification needs its ground of 4.2: a letter from a to h"
            )
        if self.kind != "disqualified" and self.ground is not None:
            raise ImpossibleCase("incident.ground", f"{self.kind} has no ground; only disqualified has")
        if self.kind not in ("foul", "technical-foul") and self.paragraph is not None:
            raise ImpossibleCase(
                "incident.paragraph", f"{self.kind} has its own; only fouls name the law broken"
            )
        if self.kind != "wrong-colour-placed" and not self.noticed:
            raise ImpossibleCase(
                "incident.noticed", f"{self.kind} does not ask for it; only wrong-colour-placed does"
            )

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

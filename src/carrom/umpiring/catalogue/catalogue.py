"""Everything that an umpire can report under a rulebook, with its paragraphs, in the order of a game."""

from __future__ import annotations

from functools import cache

from carrom.i18n import Message
from carrom.rulebooks import rulebook as named
from carrom.rules.clauses import resolve
from carrom.rules.facts import IncidentFacts
from carrom.rules.rulebook import Rulebook
from carrom.rules.standing import Standing
from carrom.stroke.incident import GROUNDS, INCIDENTS_BY_PART, Incident, Part
from carrom.umpiring.catalogue.breaches import known_breaches
from carrom.umpiring.catalogue.situations import FIRST, questions
from carrom.umpiring.view.types import Catalogue, Ground, Kind
from carrom.words import Colour

# Laws that define a kind, beside those that say what follows; under the letters of edition a.
TOLD_BY = {"early-break": ("3.5 e",), "bad-placing": ("3.11 o",)}

# An incident in the middle of a board, by the side on strike.
IN_PLAY = IncidentFacts(
    Standing.parse("white on strike, 5 white, 5 black, queen on board"), Incident("foul", by=Colour.WHITE)
)


@cache
def report_catalogue(rulebook: str) -> Catalogue:
    """The incidents, breaches, grounds and guided questions of a rulebook, given by its id or alias."""
    book = named(rulebook)
    kinds = tuple(_kind(kind, part, book) for part, kinds in INCIDENTS_BY_PART.items() for kind in kinds)
    grounds = tuple(_ground(letter, book) for letter in GROUNDS)
    return Catalogue(book.id, kinds, known_breaches(book), grounds, questions(book), FIRST)


def _kind(kind: str, part: Part, book: Rulebook) -> Kind:
    text, help_text = Message(f"catalogue.incident.{kind}"), Message(f"catalogue.help.{kind}")
    return Kind(kind, _laws(kind, book), part, text, help_text)


def _ground(letter: str, book: Rulebook) -> Ground:
    law = str(resolve(f"4.2 {letter}", book.foul_book, {}))
    return Ground(letter, law, Message(f"catalogue.ground.{letter}"))


def _laws(kind: str, book: Rulebook) -> tuple[str, ...]:
    """The laws of a kind. Those that decide while a board is played come first: a list shows only one."""
    clauses = sorted(book.incidents[kind], key=lambda clause: not clause.when.holds(IN_PLAY))
    judged_by = [law for clause in clauses for law in clause.laws]
    told_by = [resolve(law, book.foul_book, book.letters) for law in TOLD_BY.get(kind, ())]
    return tuple(dict.fromkeys(str(law) for law in (*judged_by, *told_by)))

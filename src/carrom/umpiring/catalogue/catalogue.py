"""Everything that an umpire can report under a rulebook, with its paragraphs, in the order of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from carrom.i18n import Message
from carrom.rulebooks import rulebook as named
from carrom.rules.clauses import End, Order, resolve
from carrom.rules.facts import IncidentFacts
from carrom.rules.rulebook import Rulebook
from carrom.rules.standing import Standing
from carrom.stroke.incident import GROUNDS, INCIDENTS_BY_PART, Incident, Part
from carrom.umpiring.catalogue.situations import FIRST, questions
from carrom.umpiring.view.types import Breach, Catalogue, Ground, Kind, Unit
from carrom.words import Colour

Act = tuple[bool, bool, Literal["any", "own", "theirs"]]
"""Whether it is a foul outside a stroke, whether it makes a stroke improper, and in whose turn it can be."""

FOUL: Act = (True, False, "any")
FOUL_OF_THE_OTHER_SIDE: Act = (True, False, "theirs")
STROKE: Act = (False, True, "own")
EITHER: Act = (True, True, "any")

# The breaches that an umpire can see, by the letters of edition a. One with a consequence of its own is a
# kind of incident instead; so are the grounds of 4.2.
BREACHES: dict[Part, tuple[tuple[str, str, Act], ...]] = {
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

# What an umpire reports most, a stroke and what leaves the board aside: these have their own buttons.
FREQUENT = (
    *("foul", "technical-foul", "late-stroke", "touched-coins", "touched-while-placing", "played-theirs"),
    *("striker-left", "left-chair"),
)

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
    kinds = tuple(
        _kind(kind, part, book)
        for part, kinds in INCIDENTS_BY_PART.items()
        for kind in kinds
        if kind in book.incidents
    )
    grounds, frequent = tuple(_grounds(book)), tuple(kind for kind in FREQUENT if kind in book.incidents)
    return Catalogue(book.id, kinds, _breaches(book), grounds, questions(book), FIRST, frequent)


def _kind(kind: str, part: Part, book: Rulebook) -> Kind:
    text, help_text = Message(f"catalogue.incident.{kind}"), Message(f"catalogue.help.{kind}")
    return Kind(kind, _laws(kind, book), part, text, help_text, _costs(kind, book))


def _costs(kind: str, book: Rulebook) -> Unit | None:
    """What the other side wins by an incident."""
    clauses = book.incidents[kind]
    if any(isinstance(clause, End) for clause in clauses):
        return "board"
    orders = {order for clause in clauses if not isinstance(clause, End) for order in clause.then}
    return "match" if Order.MATCH_LOST in orders else "game" if Order.GAME_GIVEN_UP in orders else None


def _grounds(book: Rulebook) -> Iterator[Ground]:
    """The grounds for a disqualification, one clause each."""
    for letter, clause in zip(GROUNDS, book.incidents["disqualified"], strict=False):
        text = Message(f"catalogue.ground.{clause.why.removeprefix('disqualified-')}")
        yield Ground(letter, str(clause.laws[0]), text)


def _laws(kind: str, book: Rulebook) -> tuple[str, ...]:
    """The laws of a kind. Those that decide while a board is played come first: a list shows only one."""
    clauses = sorted(book.incidents[kind], key=lambda clause: not clause.when.holds(IN_PLAY))
    judged_by = [law for clause in clauses for law in clause.laws]
    told_by = [resolve(law, book.foul_book, book.letters) for law in TOLD_BY.get(kind, ())]
    return tuple(dict.fromkeys(str(law) for law in (*judged_by, *told_by)))


def _breaches(book: Rulebook) -> tuple[Breach, ...]:
    """The breaches a rulebook knows, cited as it has them or from the edition it takes its fouls from."""
    allowed = book.allowed_acts
    if book.match.games_to_win == 1:
        # A match of one game has no change of seats (reading 18).
        allowed |= {"slow-change-of-seats"}
    return tuple(
        Breach(key, _law(key, law, book), part, *act, Message(f"catalogue.breach.{key}"))
        for part, acts in BREACHES.items()
        for key, law, act in acts
        if key not in allowed
    )


def _law(key: str, law: str, book: Rulebook) -> str:
    own = book.act_laws.get(key)
    return str(resolve(law, book.foul_book, book.letters) if own is None else resolve(own, book.id, {}))

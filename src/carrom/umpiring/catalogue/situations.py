"""Questions to the umpire about what leaves the board, tips or piles up (3.9, 3.10).

The last answer says what to do at the board, with its paragraphs, and carries the facts for the report.
"""

from __future__ import annotations

from dataclasses import replace

from carrom.i18n import Message
from carrom.laws import Citation
from carrom.rules.clauses import resolve
from carrom.rules.rulebook import Rulebook
from carrom.umpiring.requests import Piece
from carrom.umpiring.view.types import Choice, Instruction, Question

FIRST = "what"

COINS: tuple[Piece, ...] = ("white", "black", "queen")

# Which coins can leave the board together, and how they are put back; the laws name no others.
LEFT_TOGETHER: tuple[tuple[tuple[Piece, ...], str], ...] = (
    (("white",), "coin"),
    (("black",), "coin"),
    (("queen",), "queen"),
    (("queen", "white"), "queen-coin"),
    (("queen", "black"), "queen-coin"),
    (("white", "black"), "white-black"),
)


def questions(book: Rulebook) -> tuple[Question, ...]:
    """All questions, the first one first; every answer that leads on leads to one further down."""
    return (
        Question(
            FIRST,
            (
                Choice("jumped", to="where-jumped"),
                _at_rest(book, "on-edge", "on-edge", "on-edge"),
                _at_rest(book, "coin-on-coin", "stacked", "stacked"),
                Choice("striker-on-coin", to="striker-how"),
                Choice("coin-on-striker", to="after-lifting"),
                Choice("teetering", to="teetering"),
                Choice("umpire-moved", into="nothing", says=(_does(book, "restore-own", "3.10 c"),)),
                _incident(book, "coin-broken", "coin-broken", "replace-coin"),
                Choice("room", to="room"),
            ),
        ),
        Question(
            "where-jumped",
            (
                Choice("stayed-off", to="which-jumped"),
                Choice("fell-back", to="which-fell-back"),
                _at_rest(book, "only-lamp", "touched-lamp", "all-stands"),
            ),
        ),
        Question("which-jumped", _together(book, fell_back=False)),
        Question("which-fell-back", _together(book, fell_back=True)),
        Question(
            "striker-how",
            (
                _at_rest(book, "clear-of-pockets", "striker-on-coin", "lift-striker"),
                _at_rest(book, "fell-as-lifted", "striker-on-coin", "restore-fallen"),
                _at_rest(book, "held-up", "striker-over-pocket", "striker-counts"),
                Choice("tipped-in", to="which-tipped"),
            ),
        ),
        Question("which-tipped", _which(book, "tipped-together", "both-pocketed", "striker")),
        Question(
            "after-lifting",
            (
                _at_rest(book, "it-stays", "coin-on-striker", "lift-coin"),
                Choice("it-falls", to="which-lifted"),
            ),
        ),
        Question("which-lifted", _which(book, "coin-on-striker", "lifted-falls")),
        Question(
            "teetering",
            (
                Choice("not-fallen", into="nothing", says=(_noted(book, "leave-teetering", "teetered"),)),
                Choice("fallen", to="which-teetered"),
                Choice("fallen-later", to="which-teetered-later"),
            ),
        ),
        Question("which-teetered", _which(book, "teetered", "teetered")),
        Question(
            "which-teetered-later",
            tuple(
                replace(_incident(book, coin, "fell-later", "teetered-later"), pocketed=(coin,))
                for coin in COINS
            ),
        ),
        Question(
            "room",
            (
                _incident(book, "no-room", "no-room", "hold-coin"),
                _incident(book, "room-again", "room", "put-down-coin"),
            ),
        ),
    )


def _together(book: Rulebook, fell_back: bool) -> tuple[Choice, ...]:
    """Which coins left the board: those that the laws name, or several others, which are counted by hand."""
    at_rest = ("fell-back",) if fell_back else ()
    then = (_noted(book, "restore-displaced", "fell-back"),) if fell_back else ()
    named = tuple(
        Choice(
            "-".join(coins), into="stroke", off=coins, at_rest=at_rest, says=(_put_back(book, pieces), *then)
        )
        for coins, pieces in LEFT_TOGETHER
    )
    several = (_put_back(book, "several"), *then)
    return (*named, Choice("several", into="stroke", at_rest=at_rest, asks="off", says=several))


def _put_back(book: Rulebook, pieces: str) -> Instruction:
    """Where coins that left the board go: the centre circle, or in the family game the rosette."""
    if book.jumped_to == "rosette":
        return _noted(book, "jumped-rosette", "jumped")
    code = f"jumped-{book.respot.way(pieces)}"
    return _does(book, code, "3.12 b") if pieces == "queen" else _noted(book, code, "jumped")


def _at_rest(book: Rulebook, key: str, fact: str, code: str) -> Choice:
    return Choice(key, into="stroke", at_rest=(fact,), says=(_noted(book, code, fact),))


def _which(book: Rulebook, fact: str, code: str, *also: Piece) -> tuple[Choice, ...]:
    """Which coin fell in this stroke, `also` with what."""
    says = (_noted(book, code, fact),)
    return tuple(
        Choice(coin, into="stroke", pocketed=(coin, *also), at_rest=(fact,), says=says) for coin in COINS
    )


def _incident(book: Rulebook, key: str, kind: str, code: str) -> Choice:
    law = book.incidents[kind][0].laws[0]
    return Choice(key, into="incident", incident=kind, says=(_instruction(code, law),))


def _does(book: Rulebook, code: str, law: str) -> Instruction:
    """An instruction by a paragraph under the letters of edition a."""
    return _instruction(code, resolve(law, book.foul_book, book.letters))


def _noted(book: Rulebook, code: str, fact: str) -> Instruction:
    """An instruction by the paragraph with which the judge notes such a fact."""
    return _instruction(code, book.notes[fact][0])


def _instruction(code: str, law: Citation) -> Instruction:
    return Instruction(code, str(law), Message(f"catalogue.instruction.{code}"))

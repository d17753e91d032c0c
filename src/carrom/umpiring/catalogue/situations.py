"""What comes off the board, tips or piles up (3.9, 3.10): questions that end in what the umpire does.

The umpire answers what is seen. The last answer says what to do at the board, paragraph by paragraph, and
carries the facts for the report, so that the judge decides and nobody has to know the laws by heart.
"""

from __future__ import annotations

from typing import Literal

from carrom.rules.clauses import resolve
from carrom.rules.rulebook import Rulebook
from carrom.umpiring.requests import Piece
from carrom.umpiring.view.types import Choice, Instruction, Question

FIRST = "what"

COINS: tuple[Piece, ...] = ("white", "black", "queen")

# Who can leave the board together, and how they are put back; for other companies the laws have no word.
COMPANIES: tuple[tuple[tuple[Piece, ...], str], ...] = (
    (("white",), "jumped-coin"),
    (("black",), "jumped-coin"),
    (("queen",), "jumped-queen"),
    (("queen", "white"), "jumped-queen-coin"),
    (("queen", "black"), "jumped-queen-coin"),
    (("white", "black"), "jumped-white-black"),
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
        *_jumped(book),
        Question(
            "striker-how",
            (
                _at_rest(book, "clear-of-pockets", "striker-on-coin", "lift-striker"),
                _at_rest(book, "held-up", "striker-over-pocket", "striker-counts"),
                Choice("tipped-in", to="which-tipped"),
            ),
        ),
        Question("which-tipped", tuple(_tipped(book, coin) for coin in COINS)),
        Question(
            "after-lifting",
            (
                _at_rest(book, "it-stays", "coin-on-striker", "lift-coin"),
                Choice("it-falls", to="which-lifted"),
            ),
        ),
        Question("which-lifted", tuple(_lifted(book, coin) for coin in COINS)),
        Question(
            "teetering",
            (
                Choice("not-fallen", into="nothing", says=(_noted(book, "leave-teetering", "teetered"),)),
                Choice("fallen", to="which-teetered"),
                Choice("fallen-later", to="which-teetered-later"),
            ),
        ),
        Question("which-teetered", tuple(_teetered(book, coin, later=False) for coin in COINS)),
        Question("which-teetered-later", tuple(_teetered(book, coin, later=True) for coin in COINS)),
        Question(
            "room",
            (
                _incident(book, "no-room", "no-room", "hold-coin"),
                _incident(book, "room-again", "room", "put-down-coin"),
            ),
        ),
    )


def _jumped(book: Rulebook) -> tuple[Question, ...]:
    """Off for good, off and back again, or only against the lamp (3.9)."""
    return (
        Question(
            "where-jumped",
            (
                Choice("stayed-off", to="which-jumped"),
                Choice("fell-back", to="which-fell-back"),
                _at_rest(book, "only-lamp", "touched-lamp", "all-stands"),
            ),
        ),
        Question("which-jumped", _companies(book, fell_back=False)),
        Question("which-fell-back", _companies(book, fell_back=True)),
    )


def _companies(book: Rulebook, fell_back: bool) -> tuple[Choice, ...]:
    """Which coins left the board: all that the laws name, and several others, which are counted by hand.

    What one displaced that fell back on the board is restored.
    """
    at_rest = ("fell-back",) if fell_back else ()
    then = (_noted(book, "restore-displaced", "fell-back"),) if fell_back else ()
    named = tuple(
        Choice(
            "-".join(coins), into="stroke", off=coins, at_rest=at_rest, says=(_put_back(book, code), *then)
        )
        for coins, code in COMPANIES
    )
    several = (_put_back(book, "jumped-several"), *then)
    return (*named, Choice("several", into="stroke", at_rest=at_rest, asks="off", says=several))


def _put_back(book: Rulebook, code: str) -> Instruction:
    """Where coins that left the board go: on the centre circle, or in the family game into the rosette."""
    if book.jumped_to == "rosette":
        return _noted(book, "jumped-rosette", "jumped")
    return _does(book, code, "3.12 b") if code == "jumped-queen" else _noted(book, code, "jumped")


def _at_rest(book: Rulebook, key: str, fact: str, code: str) -> Choice:
    return Choice(key, into="stroke", at_rest=(fact,), says=(_noted(book, code, fact),))


def _tipped(book: Rulebook, coin: Piece) -> Choice:
    says = (_noted(book, "both-pocketed", "tipped-together"),)
    return Choice(coin, into="stroke", pocketed=(coin, "striker"), at_rest=("tipped-together",), says=says)


def _lifted(book: Rulebook, coin: Piece) -> Choice:
    says = (_noted(book, "lifted-falls", "coin-on-striker"),)
    return Choice(coin, into="stroke", pocketed=(coin,), at_rest=("coin-on-striker",), says=says)


def _teetered(book: Rulebook, coin: Piece, later: bool) -> Choice:
    """It belongs to the stroke that left it there; where that has been judged, the call is corrected."""
    says = (_noted(book, "teetered-later" if later else "teetered", "teetered"),)
    into: Literal["call", "stroke"] = "call" if later else "stroke"
    return Choice(coin, into=into, pocketed=(coin,), at_rest=("teetered",), says=says)


def _incident(book: Rulebook, key: str, kind: str, code: str) -> Choice:
    law = str(book.incidents[kind][0].laws[0])
    return Choice(key, into="incident", incident=kind, says=(Instruction(code, law),))


def _does(book: Rulebook, code: str, law: str) -> Instruction:
    """An instruction by a paragraph under the letters of edition a."""
    return Instruction(code, str(resolve(law, book.foul_book, book.letters)))


def _noted(book: Rulebook, code: str, fact: str) -> Instruction:
    """An instruction by the paragraph with which the judge notes such a fact."""
    return Instruction(code, str(book.notes[fact][0]))

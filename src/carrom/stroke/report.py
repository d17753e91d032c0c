"""The facts of one stroke: the simulator or an umpire writes them, the judge reads them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from carrom.errors import ImpossibleCase, NotationError
from carrom.i18n import Message, nearest
from carrom.stroke.layout import Layout
from carrom.words import COINS_A_SIDE, Colour


class AtRest(Enum):
    """Ways in which pieces come to rest that the laws mention (3.9 b, 3.10)."""

    ON_EDGE = "on-edge"
    STACKED = "stacked"
    STRIKER_ON_COIN = "striker-on-coin"
    COIN_ON_STRIKER = "coin-on-striker"
    TIPPED_TOGETHER = "tipped-together"
    STRIKER_OVER_POCKET = "striker-over-pocket"
    TEETERED = "teetered"
    FELL_BACK = "fell-back"
    TOUCHED_LAMP = "touched-lamp"

    def __str__(self) -> str:
        return self.value


AT_REST = tuple(str(fact) for fact in AtRest)
STROKE_WORDS = ("nothing", "missed", "improper", "off", *AT_REST)
WORDS = {word: word for word in STROKE_WORDS}
SHORT = {"w": "white", "b": "black", "q": "queen", "s": "striker"}
PIECES = ("white", "black", "queen", "striker")

_SEVERAL = re.compile(r"(\d?)([^\W\d_])")


def pieces_in(word: str, letters: Mapping[str, str] = SHORT) -> list[str]:
    """The pieces that a word names: white, w, ww, 2w or wbs; empty if it is another word."""
    if word in PIECES:
        return [word]
    if word in letters:
        return [letters[word]]
    parts = _SEVERAL.findall(word)
    if "".join(number + letter for number, letter in parts) != word or not all(
        b in letters for _, b in parts
    ):
        return []
    return [letters[letter] for number, letter in parts for _ in range(int(number or 1))]


def _usual(typed: Mapping[str, str], meaning: str) -> str:
    """What is typed first of all that has this meaning."""
    return next(word for word, named in typed.items() if named == meaning)


@dataclass(frozen=True, slots=True)
class StrokeReport:
    """What fell, what left the board, whether a coin was touched, and whether the stroke was improper.

    >>> print(StrokeReport.parse("w w s improper off b"))
    white white striker improper off black
    """

    white: int = 0
    black: int = 0
    queen: bool = False
    striker: bool = False
    off_white: int = 0
    off_black: int = 0
    off_queen: bool = False
    off_striker: bool = False
    touched: bool = True
    improper: bool = False
    at_rest: tuple[AtRest, ...] = ()
    order: tuple[str, ...] = ()  # what was pocketed, in order, if known
    layout: Layout | None = None  # the coins after the stroke, if known

    def __post_init__(self) -> None:
        for name in ("white", "black", "off_white", "off_black"):
            if not 0 <= getattr(self, name) <= COINS_A_SIDE:
                raise ImpossibleCase("stroke", "refused.stroke.most-coins", coins=getattr(self, name))
        if self.queen and self.off_queen:
            raise ImpossibleCase("stroke.off_board", "refused.stroke.queen-fell")
        if self.striker and self.off_striker:
            raise ImpossibleCase("stroke.off_board", "refused.stroke.striker-fell")
        if not self.touched and (self.coins_fell or self.jumped):
            raise ImpossibleCase("stroke.touched", "refused.stroke.touched")
        if AtRest.TIPPED_TOGETHER in self.at_rest and not (self.striker and self.coins_fell):
            raise ImpossibleCase("stroke.at_rest", "refused.stroke.tipped-together")
        if AtRest.TEETERED in self.at_rest and not self.coins_fell:
            raise ImpossibleCase("stroke.at_rest", "refused.stroke.teetered")
        if AtRest.FELL_BACK in self.at_rest and not self.jumped:
            raise ImpossibleCase("stroke.at_rest", "refused.stroke.fell-back")
        if self.order and sorted(self.order) != sorted(self.pocketed_names):
            raise ImpossibleCase("stroke.order", "refused.stroke.order")

    def pocketed(self, colour: Colour) -> int:
        return self.white if colour is Colour.WHITE else self.black

    def off_board(self, colour: Colour) -> int:
        return self.off_white if colour is Colour.WHITE else self.off_black

    @property
    def coins_fell(self) -> bool:
        return bool(self.white or self.black or self.queen)

    @property
    def jumped(self) -> bool:
        """Whether a coin left the board; the striker is not a coin."""
        return bool(self.off_white or self.off_black or self.off_queen)

    @property
    def striker_counts(self) -> bool:
        """Whether the striker counts as pocketed: it fell, or a coin holds it up over a pocket (3.10 f)."""
        return self.striker or AtRest.STRIKER_OVER_POCKET in self.at_rest

    @classmethod
    def of(
        cls,
        pocketed: list[str] | tuple[str, ...],
        off_board: list[str] | tuple[str, ...] = (),
        touched: bool = True,
        improper: bool = False,
        at_rest: tuple[AtRest, ...] = (),
    ) -> StrokeReport:
        """A report from lists of pieces; a piece is named once for each time it fell or left the board."""
        for field, names in (("stroke.pocketed", pocketed), ("stroke.off_board", off_board)):
            for name in names:
                if name not in PIECES:
                    raise ImpossibleCase(field, "refused.stroke.piece", name=name, hint=nearest(name, PIECES))
            for single in ("queen", "striker"):
                if list(names).count(single) > 1:
                    raise ImpossibleCase(field, f"refused.stroke.one-{single}")
        return cls(
            white=pocketed.count("white"),
            black=pocketed.count("black"),
            queen="queen" in pocketed,
            striker="striker" in pocketed,
            off_white=off_board.count("white"),
            off_black=off_board.count("black"),
            off_queen="queen" in off_board,
            off_striker="striker" in off_board,
            touched=touched,
            improper=improper,
            at_rest=at_rest,
        )

    @property
    def pocketed_names(self) -> list[str]:
        fell = ["white"] * self.white + ["black"] * self.black
        return fell + ["queen"] * self.queen + ["striker"] * self.striker

    @property
    def off_board_names(self) -> list[str]:
        off = ["white"] * self.off_white + ["black"] * self.off_black
        return off + ["queen"] * self.off_queen + ["striker"] * self.off_striker

    def __str__(self) -> str:
        words = [*self.pocketed_names] or (["nothing"] if self.touched else ["missed"])
        if not self.touched and self.striker:
            words.append("missed")
        if self.improper:
            words.append("improper")
        words.extend(str(fact) for fact in self.at_rest)
        if self.off_board_names:
            words += ["off", *self.off_board_names]
        return " ".join(words)

    @classmethod
    def parse(
        cls, text: str, letters: Mapping[str, str] = SHORT, words: Mapping[str, str] = WORDS
    ) -> StrokeReport:
        """Read the short form: pieces (``w b q s`` or words), ``improper``, ``missed``, ``off`` + pieces.

        `letters` and `words` are what is typed for each piece and for each of `STROKE_WORDS`.
        """
        fell: list[str] = []
        off: list[str] = []
        facts: list[AtRest] = []
        touched, improper, nothing, target = True, False, False, fell
        column = 1
        for typed in text.replace(",", " ").lower().split():
            column = text.lower().find(typed, column - 1) + 1
            word = words.get(typed, "")
            if pieces_in(typed, letters):
                target.extend(pieces_in(typed, letters))
            elif word == "off":
                target = off
            elif word == "improper":
                improper = True
            elif word == "missed":
                touched = False
            elif word in AT_REST:
                facts.append(AtRest(word))
            elif word == "nothing":
                nothing = True
            else:
                known = [*PIECES, *words, *(each for each in letters if len(each) > 1)]
                near = difflib.get_close_matches(typed, known, n=1)
                raise NotationError(
                    "refused.stroke.word",
                    column=column,
                    word=typed,
                    hint=Message("refused.stroke.near", {"near": near[0]}) if near else "",
                    letters=", ".join(_usual(letters, piece) for piece in PIECES),
                    improper=_usual(words, "improper"),
                    missed=_usual(words, "missed"),
                    off=_usual(words, "off"),
                )
            column += len(typed)
        if target is off and not off:
            raise NotationError("refused.stroke.off-what", column=column, off=_usual(words, "off"))
        if nothing and fell:
            raise NotationError("refused.stroke.nothing-and", column=1, nothing=_usual(words, "nothing"))
        return cls.of(fell, off, touched, improper, tuple(facts))

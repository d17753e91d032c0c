"""Preparing lines of text for print: printable characters, direction, places to break."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby

from fontTools.unicodedata import script
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

JOINERS = "\u200c\u200d"  # They shape the letters beside them.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067" + ISOLATE + END_OF_ISOLATE
FROM_THE_RIGHT = ("R", "AL", "AN")
UNSHAPED = ("Latn", "Grek", "Cyrl", "Zyyy")

# Characters printed as a similar one: spaces, non-breaking hyphens, the minus; variation selectors go.
_ALIKE = str.maketrans(
    dict.fromkeys("\u2009\t\n\r\x85\u2028\u2029", " ")
    | dict.fromkeys("\u2007\u202f", "\u00a0")
    | dict.fromkeys("\u2010\u2011\u2212", "-")
    | dict.fromkeys(map(chr, range(0xFE00, 0xFE10)), "")
)


def printable(text: str) -> str:
    """The text without characters that have no shape. Joiners and direction marks stay, for `runs`."""
    plain = unicodedata.normalize("NFC", text).translate(_ALIKE)
    kept = JOINERS + DIRECTIONS
    return "".join(
        letter for letter in plain if letter in kept or unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    )


def isolated(text: str, right_to_left: bool) -> str:
    """The text with isolate marks if it could turn the direction of the sentence around it."""
    text = without_directions(text)
    turns = any(unicodedata.bidirectional(letter) in FROM_THE_RIGHT for letter in text)
    return f"{ISOLATE}{text}{END_OF_ISOLATE}" if turns or (text and right_to_left) else text


def without_directions(text: str) -> str:
    return "".join(letter for letter in text if letter not in DIRECTIONS)


def is_unshaped(text: str) -> bool:
    """Whether all letters run from left to right and keep their shape beside others."""
    return text.isascii() or all(
        script(letter) in UNSHAPED
        and unicodedata.category(letter)[0] not in "CM"
        and unicodedata.bidirectional(letter) not in FROM_THE_RIGHT
        for letter in text
    )


def runs(text: str, right_to_left: bool) -> Iterator[tuple[str, bool]]:
    """The runs of a line from left to right, each in reading order, and whether it reads from the right.

    It applies the Unicode bidirectional algorithm; `right_to_left` is the direction of the line.
    """
    if not right_to_left and is_unshaped(text):
        yield text, False
        return
    units: list[str] = []  # Joiners stay with the letter before them.
    for letter in text:
        if units and letter in JOINERS:
            units[-1] += letter
        else:
            units.append(letter)
    direction = TextDirection.RTL if right_to_left else TextDirection.LTR
    shown = BidiParagraph("".join(unit[0] for unit in units), direction).get_reordered_characters()
    for level, group in groupby(shown, lambda each: each.embedding_level):
        run = [units[each.character_index] for each in group if each.character not in DIRECTIONS]
        if run:
            yield "".join(reversed(run) if level % 2 else run), level % 2 == 1


def clusters(text: str) -> list[str]:
    """The letters, each with its accents, vowel signs and halves of conjuncts."""
    found: list[str] = []
    for letter in text:
        last = found[-1][-1] if found else ""
        joined = last == JOINERS[1] or (last and unicodedata.combining(last) == 9)  # a virama
        if found and (joined or letter in JOINERS or unicodedata.category(letter)[0] == "M"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def close_isolates(lines: list[str]) -> list[str]:
    """The lines of one text; an isolate open at the end of a line is closed there and opened in the next."""
    whole, opened = [], 0
    for line in lines:
        began = ISOLATE * opened
        opened += line.count(ISOLATE) - line.count(END_OF_ISOLATE)
        whole.append(began + line + END_OF_ISOLATE * opened)
    return whole

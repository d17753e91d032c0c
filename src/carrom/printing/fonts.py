"""The two letterings of our PDF: Helvetica and its bold, which every reader of PDF has, in Latin letters.

Widths are those of Adobe's font metrics, in thousandths of the size.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Literal

from carrom.errors import CarromError

Font = Literal["Helvetica", "Helvetica-Bold"]
REGULAR: Font = "Helvetica"
BOLD: Font = "Helvetica-Bold"

_REGULAR = {
    191: "'",
    222: "ijl‚‘’",
    260: "|¦",
    278: " !,./:;I[\\]ft·ìíîï",
    333: "()-`r„ˆ‹“”˜›¡¨¯²³´¸¹",
    334: "{}",
    350: "•",
    355: '"',
    365: "º",
    370: "ª",
    389: "*",
    400: "°",
    469: "^",
    500: "Jcksvxyz",
    537: "¶",
    556: "#$0123456789?L_abdeghnopqu€ƒ†‡–¢£¤¥§«µ»ðþ",
    584: "+<=>~¬±×÷",
    611: "FTZ¿ßø",
    667: "&ABEKPSVXYÞ",
    722: "CDHNRUwÐ",
    737: "©®",
    778: "GOQØ",
    833: "Mm",
    834: "¼½¾",
    889: "%æ",
    944: "Wœ",
    1000: "…‰Œ—™Æ",
    1015: "@",
}
_BOLD = {
    238: "'",
    278: " ,./I\\ijl‚‘’·",
    280: "|¦",
    333: "!()-:;[]`ftˆ‹˜›¡¨¯²³´¸¹",
    350: "•",
    365: "º",
    370: "ª",
    389: "*r{}",
    400: "°",
    474: '"',
    500: "z„“”",
    556: "#$0123456789J_aceksvxy€ƒ†‡–¢£¤¥§«¶»",
    584: "+<=>^~¬±×÷",
    611: "?FLTZbdghnopquµ¿ßðøþ",
    667: "EPSVXYÞ",
    722: "&ABCDHKNRUÐ",
    737: "©®",
    778: "GOQwØ",
    833: "M",
    834: "¼½¾",
    889: "%mæ",
    944: "Wœ",
    975: "@",
    1000: "…‰Œ—™Æ",
}
# Signs that only look a little different: spaces of all widths, hyphens that do not break, a minus.
_ALIKE = str.maketrans(
    dict.fromkeys("\u00a0\u2007\u2009\u202f\t\n\r", " ") | dict.fromkeys("\u2010\u2011\u2212", "-")
)


class Unprintable(CarromError):
    """A text with letters that the PDF does not have."""

    code = "sheet/unprintable"


def printable(text: str) -> str:
    """The text as it can be printed; with letters the PDF does not have it is refused."""
    plain = unicodedata.normalize("NFC", text).translate(_ALIKE)
    plain = "".join(letter for letter in plain if unicodedata.category(letter) not in ("Cc", "Cf"))
    for letter in plain:
        if letter not in _widths(REGULAR):
            shown = plain if len(plain) <= 60 else f"{plain[:59]}…"
            raise Unprintable("refused.sheet.unprintable", text=shown, letter=letter)
    return plain


def width(text: str, font: Font, size: float) -> float:
    """How wide a printable text is, in the unit of the size."""
    widths = _widths(font)
    return sum(widths[letter] for letter in text) * size / 1000.0


@cache
def _widths(font: Font) -> dict[str, int]:
    """The width of every letter of WinAnsi; an accent takes no room beside its letter."""
    given = _REGULAR if font == REGULAR else _BOLD
    widths = {letter: each for each, letters in given.items() for letter in letters}
    for code in range(32, 256):
        letter = bytes([code]).decode("cp1252", errors="ignore")
        base = unicodedata.normalize("NFD", letter)[:1]
        if letter not in widths and base in widths:
            widths[letter] = widths[base]
    return widths


def wrapped(text: str, font: Font, size: float, room: float) -> list[str]:
    """A printable text in lines no wider than the room; a word that is wider itself is broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, font, size) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and width(lines[-1] + letter, font, size) > room:
                lines.append("")
            lines[-1] += letter
    return lines


def shortened(text: str, font: Font, size: float, room: float) -> str:
    """A printable text in one line, its end left out where there is no room for it."""
    if width(text, font, size) <= room:
        return text
    while text and width(f"{text}…", font, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"

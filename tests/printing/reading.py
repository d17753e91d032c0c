"""Reading a PDF back: every text where it is printed, by the letters that its fonts name."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ByteStringObject, ContentStream, TextStringObject

from carrom.printing.paper import HEIGHT
from carrom.printing.score_sheet import BOTTOM


@dataclass(frozen=True)
class Piece:
    """A text where it is printed, from the upper left corner of its page, and where it ends."""

    page: int
    x: float
    y: float
    text: str
    bold: bool
    end: float


class Font:
    """A font inside a PDF: the letters and the widths of its glyphs, by their codes."""

    def __init__(self, font: Any) -> None:
        table = font["/ToUnicode"].get_object().get_data().decode()
        self.letters = {
            int(code, 16): bytes.fromhex(letters).decode("utf-16-be")
            for code, letters in re.findall(r"<([0-9A-F]{4})> <([0-9A-F]+)>\n", table.partition("bfchar")[2])
        }
        self.bold = "Bold" in font["/BaseFont"]
        self.widths: dict[int, float] = {}
        widths = iter(font["/DescendantFonts"][0].get_object()["/W"].get_object())
        for first in widths:  # A code and the widths from it on, or two codes and the width of all between.
            match next(widths):
                case list() as several:
                    self.widths |= dict(enumerate(map(float, several), int(first)))
                case last:
                    self.widths |= dict.fromkeys(range(int(first), int(last) + 1), float(next(widths)))

    def read(self, codes: bytes) -> tuple[str, float]:
        """Letters, and how wide they are in thousandths of the size."""
        numbers = [int.from_bytes(codes[at : at + 2]) for at in range(0, len(codes), 2)]
        text = "".join(self.letters.get(number, "") for number in numbers)
        return text, sum(self.widths[number] for number in numbers)


def pieces(pdf: bytes) -> list[Piece]:
    """Everything printed, in the order in which it was."""
    reader = PdfReader(io.BytesIO(pdf))
    return [piece for number, page in enumerate(reader.pages) for piece in _of_page(number, page)]


def shapes(pdf: bytes) -> set[str]:
    """The letters of each shape that its fonts hold."""
    pages: Any = PdfReader(io.BytesIO(pdf)).pages
    fonts = (Font(font.get_object()) for page in pages for font in page["/Resources"]["/Font"].values())
    return {letters for font in fonts for letters in font.letters.values()}


def _of_page(number: int, page: PageObject) -> Iterator[Piece]:
    resources: Any = page["/Resources"]
    fonts = {name: Font(font.get_object()) for name, font in resources["/Font"].items()}
    content = page.get_contents()
    assert isinstance(content, ContentStream)
    font, size, x, y = None, 0.0, 0.0, 0.0
    kept: list[tuple[Font | None, float]] = []
    for operands, operator in content.operations:
        match operator:
            case b"q":
                kept.append((font, size))
            case b"Q":
                font, size = kept.pop()
            case b"Tf":
                font, size = fonts[operands[0]], float(operands[1])
            case b"Td":
                x, y = float(operands[0]), HEIGHT - float(operands[1])
            case b"Tm":
                x, y = float(operands[4]), HEIGHT - float(operands[5])
            case b"Tj":
                raw = operands[0]
                assert isinstance(raw, TextStringObject | ByteStringObject)
                assert font is not None
                text, wide = font.read(raw.original_bytes)
                end = x + wide * size / 1000
                yield Piece(number, x, round(y, 1), text, font.bold, end)
                x = end


def lines(pdf: bytes) -> list[list[str]]:
    """What stands on one line of a page, from left to right."""
    ordered = sorted(pieces(pdf), key=lambda piece: (piece.page, piece.y, piece.x))
    return [
        [piece.text for piece in line] for _, line in groupby(ordered, lambda piece: (piece.page, piece.y))
    ]


def words(pdf: bytes) -> str:
    """All words of the sheet in the order in which they were printed, the feet of the pages left out."""
    return " ".join(piece.text for piece in pieces(pdf) if piece.y < BOTTOM)


def read_texts(pdf: bytes) -> list[str]:
    """The lines that carry their text beside their shapes, as a reader copies them or reads them aloud."""
    found = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        content = page.get_contents()
        assert isinstance(content, ContentStream)
        for operands, operator in content.operations:
            if operator == b"BDC" and operands[0] == "/Span":
                found.append(str(operands[1]["/ActualText"]))
    return found

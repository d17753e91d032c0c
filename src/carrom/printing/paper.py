"""A4 pages with text, lines and grey boxes, as the bytes of a PDF, by fpdf2.

Units are points from the upper left corner; in a language written from right to left, from the upper right.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self

from fontTools.subset import Options, Subsetter
from fpdf import FPDF
from fpdf.enums import TextDirection
from fpdf.fonts import TTFFont
from fpdf.line_break import Fragment
from fpdf.prefs import ViewerPreferences

from carrom.printing.fonts import font_with, no_font, open_sans
from carrom.printing.lines import JOINERS, close_isolates, clusters, is_unshaped, printable, runs

WIDTH = 595.28
HEIGHT = 841.89


class Lettering(NamedTuple):
    size: float
    bold: bool = False
    grey: float = 0.0


class _Piece(NamedTuple):
    """A part of a line in one font and direction."""

    text: str
    font: str
    shaped: bool
    right_to_left: bool


class _Pdf(FPDF):
    """fpdf2 without its own splitting of text: `Paper` gives it one font and direction at a time.

    fpdf2 splits text before accents and joiners, and does not order numbers inside Arabic.
    """

    def _preload_bidirectional_text(self, text: str, markdown: bool) -> Sequence[Fragment]:
        if self.text_shaping:
            self.text_shaping["fragment_direction"] = self.text_shaping["direction"]
        return [Fragment(text, self._get_current_graphics_state(), self.k)]


class Paper:
    """A PDF that is being printed, page by page. It is a context manager because its fonts are open files."""

    def __init__(self, title: str, lang: str, right_to_left: bool, made: datetime) -> None:
        self.right_to_left = right_to_left
        self.pdf = _Pdf(unit="pt", format=(WIDTH, HEIGHT))
        self.pdf.set_title(title)
        self.pdf.set_lang(lang)
        self.pdf.set_creation_date(made)
        self.pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self.pdf.set_auto_page_break(False)
        self.pdf.alias_nb_pages("")  # A text may hold its sign.
        self.pdf.c_margin = 0
        self._letters: dict[str, Container[int]] = {}
        self._fonts = {bold: [self._add_font(open_sans(bold))] for bold in (False, True)}
        self.pdf.add_page()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for font in self.pdf.fonts.values():
            assert isinstance(font, TTFFont)
            font.close()

    def go_to_page(self, page: int) -> None:
        """Continue on an earlier page."""
        self.pdf.page = page
        self.pdf.current_font_is_set_on_page = False

    @contextmanager
    def tagged(self, kind: str) -> Iterator[None]:
        """Tag what is printed inside as a heading (H1, H2) or a paragraph (P), for screen readers."""
        number = self.pdf.struct_builder.next_mcid_for_page(self.pdf.page)
        self.pdf._add_marked_content(struct_type=f"/{kind}", mcid=number)
        with self._marked(f"/{kind} <</MCID {number}>> BDC"):
            yield

    def artifact(self) -> AbstractContextManager[None]:
        """Mark what is printed inside as not to be read aloud: lines, boxes, page footers."""
        return self._marked("/Artifact BMC")

    @contextmanager
    def _marked(self, begins: str) -> Iterator[None]:
        self.pdf._out(begins)
        yield
        self.pdf._out("EMC")

    def text(self, x: float, y: float, text: str, lettering: Lettering) -> None:
        """Print a line of printable text; `y` is its base line."""
        if not text:
            return
        if self.right_to_left:
            x = WIDTH - x - self.width(text, lettering)
        self.pdf.set_text_color(round(255 * lettering.grey))
        for piece in self._pieces(text, lettering.bold):
            self._choose(piece, lettering.size)
            self.pdf.set_xy(x, y - 0.8 * lettering.size)
            with self._as_read(piece):
                self.pdf.cell(h=lettering.size, text=piece.text)
            x = self.pdf.get_x()

    def _as_read(self, piece: _Piece) -> AbstractContextManager[None]:
        """Attach the plain text for copying, searching and reading aloud: Indic shapes hide its order.

        PDF readers reorder right-to-left text by themselves.
        """
        if not piece.shaped or piece.right_to_left:
            return nullcontext()
        text = codecs.BOM_UTF16_BE + piece.text.encode("utf-16-be")
        return self._marked(f"/Span <</ActualText <{text.hex()}>>> BDC")

    def width(self, text: str, lettering: Lettering) -> float:
        wide = 0.0
        for piece in self._pieces(text, lettering.bold):
            self._choose(piece, lettering.size)
            wide += self.pdf.get_string_width(piece.text)
        return wide

    def wrapped(self, text: str, lettering: Lettering, room: float) -> list[str]:
        """Break a text into printable lines no wider than `room`; a wider word is broken too."""
        lines = [""]
        for word in printable(text).split(" "):
            longer = f"{lines[-1]} {word}".strip(" ")
            if self.width(longer, lettering) <= room:
                lines[-1] = longer
                continue
            if lines[-1]:
                lines.append("")
            for cluster in clusters(word):
                if lines[-1] and self.width(lines[-1] + cluster, lettering) > room:
                    lines.append("")
                lines[-1] += cluster
        return close_isolates(lines)

    def shortened(self, text: str, lettering: Lettering, room: float) -> str:
        """The text as one printable line, cut off with an ellipsis if it is wider than `room`."""
        line = printable(text)
        if self.width(line, lettering) <= room:
            return line
        kept = clusters(line)
        begins = [f"{''.join(kept[:count])}…" for count in range(len(kept))]
        fits = bisect_right(begins, room, key=lambda begun: self.width(begun, lettering))
        return close_isolates([f"{begins[max(fits - 1, 0)][:-1].rstrip()}…"])[0]

    def rule(self, x: float, y: float, wide: float, grey: float = 0.0, thick: float = 0.5) -> None:
        """Draw a horizontal line."""
        start, end = (WIDTH - x, WIDTH - (x + wide)) if self.right_to_left else (x, x + wide)
        with self.artifact():
            self.pdf.set_draw_color(round(255 * grey))
            self.pdf.set_line_width(thick)
            self.pdf.line(start, y, end, y)

    def box(self, x: float, y: float, wide: float, high: float, grey: float) -> None:
        """Fill a grey box with its upper left corner at x, y."""
        with self.artifact():
            self.pdf.set_fill_color(round(255 * grey))
            self.pdf.rect(WIDTH - x - wide if self.right_to_left else x, y, wide, high, style="F")

    def bytes(self) -> bytes:
        """The whole file. The same pages are always the same bytes."""
        for font in self.pdf.fonts.values():
            assert isinstance(font, TTFFont)
            # Hints for coarse screens are half of a font's size, and fpdf2 keeps them.
            slim = Subsetter(Options(hinting=False, name_IDs=[], notdef_outline=True, layout_closure=False))
            slim.populate(glyphs=font.subset.get_all_glyph_names())
            slim.subset(font.ttfont)
        return bytes(self.pdf.output())

    def _choose(self, piece: _Piece, size: float) -> None:
        self.pdf.set_font(piece.font, size=size)
        direction = TextDirection.RTL if piece.right_to_left else TextDirection.LTR
        self.pdf.set_text_shaping(piece.shaped, direction=direction)

    def _pieces(self, text: str, bold: bool) -> Iterator[_Piece]:
        """The pieces of a line from left to right."""
        for run, from_right in runs(text, self.right_to_left):
            shaped = from_right or not is_unshaped(run)
            pieces = [_Piece(part, font, shaped, from_right) for part, font in self._in_fonts(run, bold)]
            yield from reversed(pieces) if from_right else pieces

    def _in_fonts(self, run: str, bold: bool) -> Iterator[tuple[str, str]]:
        """The parts of a run, each with a font that has all its letters."""
        first = self._fonts[bold][0]
        if self._has(first, run):
            yield run, first
            return
        part, font = "", first
        for cluster in clusters(run):
            goes_on = cluster == " " and part and self._has(font, " ")
            wanted = font if goes_on else self._font_with(cluster, bold, run)
            if part and wanted != font:
                yield part, font
                part = ""
            part, font = part + cluster, wanted
        yield part, font

    def _font_with(self, cluster: str, bold: bool, run: str) -> str:
        fonts = self._fonts[bold]
        found = next((font for font in fonts if self._has(font, cluster)), None)
        if found is None:
            letters = "".join(letter for letter in cluster if letter not in JOINERS)
            file = font_with(letters, bold)
            if file is None:
                raise no_font(letters, next((word for word in run.split() if cluster in word), run))
            found = self._add_font(file)
            fonts.append(found)
        return found

    def _has(self, font: str, text: str) -> bool:
        return all(ord(letter) in self._letters[font] or letter in JOINERS for letter in text)

    def _add_font(self, file: Path) -> str:
        """Add the font of a file, under a name by its path."""
        name = str(file).lower()
        if name not in self._letters:
            self.pdf.add_font(name, fname=file)
            font = self.pdf.fonts[name]
            assert isinstance(font, TTFFont)
            self._letters[name] = font.cmap
        return name

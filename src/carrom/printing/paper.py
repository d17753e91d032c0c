"""Paper to print on: A4 pages with text, rules and grey boxes, as the bytes of a PDF.

Points of 1/72 inch, from the upper left corner of the page.
"""

from __future__ import annotations

import zlib

from carrom.printing.fonts import BOLD, REGULAR, Font, printable

WIDTH = 595.28
HEIGHT = 841.89

_NAMES = {REGULAR: "F1", BOLD: "F2"}


class Paper:
    """Pages being printed; what is drawn goes on the last one unless a page is named."""

    def __init__(self, title: str, lang: str) -> None:
        self.title = title
        self.lang = lang
        self.pages: list[list[str]] = []
        self.turn()

    def turn(self) -> None:
        """A new page."""
        self.pages.append([])

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: Font = REGULAR,
        grey: float = 0.0,
        page: int = -1,
    ) -> None:
        """A line of printable text; `y` is the line it stands on."""
        if not text:
            return
        escaped = printable(text).replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.pages[page].append(
            f"BT {grey:g} g /{_NAMES[font]} {size:g} Tf {x:.2f} {HEIGHT - y:.2f} Td ({escaped}) Tj ET"
        )

    def rule(
        self, x: float, y: float, to_x: float, to_y: float, grey: float = 0.0, thick: float = 0.5
    ) -> None:
        self.pages[-1].append(
            f"{grey:g} G {thick:g} w {x:.2f} {HEIGHT - y:.2f} m {to_x:.2f} {HEIGHT - to_y:.2f} l S"
        )

    def box(self, x: float, y: float, wide: float, high: float, grey: float) -> None:
        """A grey area, its upper left corner at x, y."""
        self.pages[-1].append(f"{grey:g} g {x:.2f} {HEIGHT - y - high:.2f} {wide:.2f} {high:.2f} re f")

    def bytes(self) -> bytes:
        """The whole file. The same pages are always the same bytes."""
        kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(len(self.pages)))
        title = self.title.encode("utf-16-be").hex()
        objects = [
            f"<< /Type /Catalog /Pages 2 0 R /Lang ({self.lang}) "
            "/ViewerPreferences << /DisplayDocTitle true >> >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>",
            *(
                f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
                for font in _NAMES
            ),
            f"<< /Title <feff{title}> >>",
        ]
        written = [each.encode("ascii") for each in objects]
        for number, drawn in enumerate(self.pages):
            written += [_page(7 + 2 * number), _stream("\n".join(drawn))]
        return _file(written)


def _page(content: int) -> bytes:
    fonts = "/F1 3 0 R /F2 4 0 R"
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] "
        f"/Resources << /Font << {fonts} >> >> /Contents {content} 0 R >>"
    ).encode("ascii")


def _stream(drawn: str) -> bytes:
    packed = zlib.compress(drawn.encode("cp1252"), 9)
    return b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed)


def _file(objects: list[bytes]) -> bytes:
    """Numbered objects, then where each of them begins."""
    # The bytes above 127 tell programs that move files that this one is not text.
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    begins = []
    for number, content in enumerate(objects, 1):
        begins.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for begin in begins:
        file += b"%010d 00000 n \n" % begin
    file += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\n" % (len(objects) + 1)
    file += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(file)

"""A link as a QR code: what a phone's camera reads at the table."""

from __future__ import annotations

from io import BytesIO

import segno


def qr_svg(link: str) -> bytes:
    """A drawing that the page gives its size; dark on light in every theme, since cameras want that."""
    drawn = BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(
        drawn,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        xmldecl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return drawn.getvalue()

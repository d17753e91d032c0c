"""A picture as PNG."""

from __future__ import annotations

from carrom.errors import CarromError

NARROWEST, WIDEST = 100, 4000


def png(svg: str, width: int = 1200) -> bytes:
    """The picture `width` pixels wide; what is not board stays transparent."""
    if not NARROWEST <= width <= WIDEST:
        raise CarromError("refused.picture.width", width=width, narrowest=NARROWEST, widest=WIDEST)
    # Imported here: only who wants a PNG needs the renderer.
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise CarromError("refused.picture.no-png") from None
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))

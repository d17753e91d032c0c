"""A picture of the board and what lies on it, as SVG or PNG."""

from __future__ import annotations

from carrom.drawing import captions
from carrom.drawing.board import board_defs, draw_board
from carrom.drawing.markup import element, escaped, group, number
from carrom.drawing.pieces import piece_defs, put_all
from carrom.drawing.view import View, check_sizes, outer_edge
from carrom.equipment import STANDARD, Equipment
from carrom.errors import CarromError
from carrom.i18n import t
from carrom.stroke import Layout
from carrom.surface import Point
from carrom.words import Coin, Seat

_SVG = "http://www.w3.org/2000/svg"
NARROWEST, WIDEST = 100, 4000  # pixels of a PNG
_MARGIN = 1.5  # mm about the frame


def layout_svg(
    layout: Layout,
    equipment: Equipment = STANDARD,
    *,
    seat: Seat = Seat.SOUTH,
    striker: Point | None = None,
    title: str | None = None,
    lang: str = "en",
) -> str:
    """The board with its coins as one seat sees it, in SVG; `striker` is where it lies, if it does.

    One unit of the picture is a millimetre, and the same layout gives the same bytes.
    """
    check_sizes(equipment)
    view = View(seat)
    lying: list[tuple[Coin | None, Point, str]] = [(c.coin, view.place(c.point), "") for c in layout.coins]
    if striker is not None:
        lying.append((None, view.place(striker), ""))
    return picture(
        equipment,
        view,
        put_all(lying, class_="pieces"),
        title=title or t("drawing.layout", lang),
        description=captions.layout_caption(layout, equipment, seat, lang),
    )


def picture(
    equipment: Equipment, view: View, *layers: str, title: str, description: str, defs: str = ""
) -> str:
    """A whole SVG: title and description first, where screen readers look, then board and layers."""
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        element("defs", board_defs(equipment.board), piece_defs(equipment), defs),
        group(draw_board(equipment.board), transform=f"rotate({number(view.turn)})"),
        *layers,
        xmlns=_SVG,
        viewBox=view_box(equipment),
        role="img",
    )


def view_box(equipment: Equipment) -> str:
    """The board with a margin, in millimetres from its centre."""
    edge = outer_edge(equipment.board) + _MARGIN
    return " ".join(number(value) for value in (-edge, -edge, 2 * edge, 2 * edge))


def png(svg: str, width: int = 1200) -> bytes:
    """The picture as a PNG, `width` pixels wide and transparent outside the board."""
    if not NARROWEST <= width <= WIDEST:
        raise CarromError("refused.picture.width", width=width, narrowest=NARROWEST, widest=WIDEST)
    # Imported here: only a PNG needs the renderer.
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise CarromError("refused.picture.no-png") from None
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))

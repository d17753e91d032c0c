"""Whether a table could be: sizes and masses that the simulator can take."""

from __future__ import annotations

from carrom.equipment import Equipment
from carrom.errors import ImpossibleCase

LIGHTEST, HEAVIEST = 0.0005, 0.1  # kg
NARROWEST, WIDEST = 0.3, 3.0  # m, of a surface


def check_sizes(equipment: Equipment) -> None:
    """Refuse boards and pieces that cannot be, before anything is worked out from them."""
    board = equipment.board

    def refuse_unless(holds: bool, part: str, why: str, **arguments: float) -> None:
        if not holds:
            raise ImpossibleCase(f"equipment.{part}", f"refused.physics.{why}", **arguments)

    surface, pocket = board.surface, board.pocket_diameter
    refuse_unless(
        NARROWEST <= surface <= WIDEST,
        "board",
        "surface",
        surface=surface,
        narrowest=NARROWEST,
        widest=WIDEST,
    )
    widest = surface / 8.0
    refuse_unless(0.0 < pocket <= widest, "board", "pockets", diameter=pocket, widest=widest)
    # A narrower disc could lie behind a pocket, a wider one has no room in its corner.
    low, high = 0.3 * pocket, 0.98 * pocket
    shown = {"low": float(f"{low:.3g}"), "high": float(f"{high:.3g}")}
    for part, disc in (("coins", equipment.coins), ("striker", equipment.striker)):
        sound = LIGHTEST <= disc.mass <= HEAVIEST
        refuse_unless(sound, part, "mass", mass=disc.mass, lightest=LIGHTEST, heaviest=HEAVIEST)
        refuse_unless(low <= disc.diameter <= high, part, "diameter", diameter=disc.diameter, **shown)
    lines = (board.base_line_offset, board.base_circle_diameter, board.base_line_length, board.arrow_length)
    refuse_unless(all(0.0 < line < surface for line in lines), "board", "lines-off-surface")
    room = board.base_line_offset + board.base_circle_diameter / 2.0
    refuse_unless(room >= equipment.striker.diameter / 2.0, "board", "lines-in-frame")

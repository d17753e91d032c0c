"""The sizes and masses of a table that the simulator accepts."""

from __future__ import annotations

from carrom.equipment import Equipment
from carrom.errors import ImpossibleCase

LIGHTEST, HEAVIEST = 0.0005, 0.1  # kg
NARROWEST, WIDEST = 0.3, 3.0  # m, of a surface


def check_sizes(equipment: Equipment) -> None:
    """Raises `ImpossibleCase` for a board or a piece that cannot be simulated."""
    board = equipment.board

    def refuse_unless(holds: bool, part: str, key: str, **arguments: float) -> None:
        if not holds:
            raise ImpossibleCase(f"equipment.{part}", key, **arguments)

    surface, pocket = board.surface, board.pocket_diameter
    limits = {"narrowest": NARROWEST, "widest": WIDEST}
    sound = NARROWEST <= surface <= WIDEST
    refuse_unless(sound, "board", "refused.physics.surface", surface=surface, **limits)
    widest = surface / 8.0
    refuse_unless(0.0 < pocket <= widest, "board", "refused.physics.pockets", diameter=pocket, widest=widest)
    # A narrower disc could lie behind a pocket, a wider one has no room in its corner.
    low, high = 0.3 * pocket, 0.98 * pocket
    for part, disc in (("coins", equipment.coins), ("striker", equipment.striker)):
        mass, diameter = disc.mass, disc.diameter
        limits = {"lightest": LIGHTEST, "heaviest": HEAVIEST}
        refuse_unless(LIGHTEST <= mass <= HEAVIEST, part, "refused.physics.mass", mass=mass, **limits)
        limits = {"low": float(f"{low:.3g}"), "high": float(f"{high:.3g}")}
        refuse_unless(low <= diameter <= high, part, "refused.physics.diameter", diameter=diameter, **limits)
    lines = (board.base_line_offset, board.base_circle_diameter, board.base_line_length, board.arrow_length)
    refuse_unless(all(0.0 < line < surface for line in lines), "board", "refused.physics.lines-off-surface")
    room = board.base_line_offset + board.base_circle_diameter / 2.0
    refuse_unless(room >= equipment.striker.diameter / 2.0, "board", "refused.physics.lines-in-frame")

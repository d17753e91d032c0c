"""The sizes and masses of a table that the simulator accepts."""

from __future__ import annotations

from carrom.equipment import Equipment
from carrom.errors import ImpossibleCase

LIGHTEST, HEAVIEST = 0.0005, 0.1  # kg
NARROWEST, WIDEST = 0.3, 3.0  # m, of a surface


def check_sizes(equipment: Equipment) -> None:
    """Raises `ImpossibleCase` for a board or a piece that cannot be simulated."""
    board, where = equipment.board, "equipment.board"
    surface, pocket = board.surface, board.pocket_diameter
    if not NARROWEST <= surface <= WIDEST:
        raise ImpossibleCase(
            where, "refused.physics.surface", surface=surface, narrowest=NARROWEST, widest=WIDEST
        )
    if not 0.0 < pocket <= surface / 8.0:
        raise ImpossibleCase(where, "refused.physics.pockets", diameter=pocket, widest=surface / 8.0)
    # A narrower disc could lie behind a pocket, a wider one has no room in its corner.
    low, high = 0.3 * pocket, 0.98 * pocket
    for part, disc in (("equipment.coins", equipment.coins), ("equipment.striker", equipment.striker)):
        if not LIGHTEST <= disc.mass <= HEAVIEST:
            raise ImpossibleCase(
                part, "refused.physics.mass", mass=disc.mass, lightest=LIGHTEST, heaviest=HEAVIEST
            )
        if not low <= disc.diameter <= high:
            least, most = float(f"{low:.3g}"), float(f"{high:.3g}")
            raise ImpossibleCase(
                part, "refused.physics.diameter", diameter=disc.diameter, low=least, high=most
            )
    lines = (board.base_line_offset, board.base_circle_diameter, board.base_line_length, board.arrow_length)
    if not all(0.0 < line < surface for line in lines):
        raise ImpossibleCase(where, "refused.physics.lines-off-surface")
    room = board.base_line_offset + board.base_circle_diameter / 2.0
    if not room >= equipment.striker.diameter / 2.0:
        raise ImpossibleCase(where, "refused.physics.lines-in-frame")

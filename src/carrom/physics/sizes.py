"""Whether a table could be: sizes and masses that the simulator can take."""

from __future__ import annotations

from carrom.equipment import Equipment
from carrom.errors import ImpossibleCase

LIGHTEST, HEAVIEST = 0.0005, 0.1  # kg
NARROWEST, WIDEST = 0.3, 3.0  # m, of a surface


def check_sizes(equipment: Equipment) -> None:
    """Refuse boards and pieces that cannot be, before anything is worked out from them."""
    board = equipment.board
    if not NARROWEST <= board.surface <= WIDEST:
        raise ImpossibleCase(
            "equipment.board",
            "refused.physics.surface",
            surface=board.surface,
            narrowest=NARROWEST,
            widest=WIDEST,
        )
    if not 0.0 < board.pocket_diameter <= board.surface / 8.0:
        raise ImpossibleCase(
            "equipment.board",
            "refused.physics.pockets",
            diameter=board.pocket_diameter,
            widest=board.surface / 8.0,
        )
    for name, diameter, mass in (
        ("coins", equipment.coins.diameter, equipment.coins.mass),
        ("striker", equipment.striker.diameter, equipment.striker.mass),
    ):
        if not LIGHTEST <= mass <= HEAVIEST:
            raise ImpossibleCase(
                f"equipment.{name}",
                "refused.physics.mass",
                mass=mass,
                lightest=LIGHTEST,
                heaviest=HEAVIEST,
            )
        # A narrower disc could lie behind a pocket, a wider one has no room in its corner.
        low, high = 0.3 * board.pocket_diameter, 0.98 * board.pocket_diameter
        if not low <= diameter <= high:
            raise ImpossibleCase(
                f"equipment.{name}",
                "refused.physics.diameter",
                diameter=diameter,
                low=float(f"{low:.3g}"),
                high=float(f"{high:.3g}"),
            )
    lines = (board.base_line_offset, board.base_circle_diameter, board.base_line_length)
    if not all(0.0 < line < board.surface for line in lines) or not 0.0 < board.arrow_length < board.surface:
        raise ImpossibleCase("equipment.board", "refused.physics.lines-off-surface")
    if board.base_line_offset + board.base_circle_diameter / 2.0 < equipment.striker.diameter / 2.0:
        raise ImpossibleCase("equipment.board", "refused.physics.lines-in-frame")

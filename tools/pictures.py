"""Draw the pictures of the README and the docs, and the empty board of the page.

python3 tools/pictures.py            compares, and says what differs
python3 tools/pictures.py --write    draws them again
"""

from __future__ import annotations

import sys
from pathlib import Path

from carrom.drawing import trace_svg
from carrom.drawing.board import board_defs, draw_board
from carrom.drawing.markup import element
from carrom.drawing.view import outer_edge
from carrom.equipment import STANDARD
from carrom.physics import Trace, simulate
from carrom.stroke import Aim, Layout

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
EMPTY_BOARD = ROOT / "src" / "carrom" / "web" / "board" / "board.svg"

CUT = "w 0.16,0.17; b 0.05,0.1; w -0.12,0.06; b -0.2,0.22; q 0.0,0.0; b 0.22,-0.02; w -0.05,0.26"
FRAME = "w 0.19,-0.16; b 0.05,0.1; w -0.12,0.06; b -0.2,0.22; q 0.0,0.0; b 0.22,0.1; w -0.05,0.2"
STROKES = {
    "break": (str(Layout.rosette()), "south x 0.012, angle 1.552, speed 6.0"),
    "cut": (CUT, "south x 0.064, angle 1.4057, speed 1.53"),
    "frame-first": (FRAME, "south x -0.144, angle 1.2772, speed 3.09"),
}


def trace_of(name: str) -> Trace:
    layout, aim = STROKES[name]
    return simulate(Layout.parse(layout), Aim.parse(aim))


def empty_board() -> str:
    """The board and its frame, for `web/board/wood.js`, which cuts it at the edge of the surface."""
    board = STANDARD.board
    edge = outer_edge(board)
    return element(
        "svg",
        element("defs", board_defs(board)),
        draw_board(board),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-edge} {-edge} {2 * edge} {2 * edge}",
        width=1000,
        height=1000,
    )


def main(words: list[str]) -> int:
    stale = []
    drawn = {FOLDER / f"{name}.svg": trace_svg(trace_of(name)) for name in STROKES}
    drawn[EMPTY_BOARD] = empty_board()
    for file, svg in drawn.items():
        picture = svg + "\n"
        if words == ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            file.write_text(picture, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != picture:
            stale.append(file.name)
    if stale:
        print(f"{', '.join(stale)}: not as drawn now; python3 tools/pictures.py --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

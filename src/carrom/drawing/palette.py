"""The colours of the wood, the print and the pieces.

On maple a white coin has a contrast of 1.1 to 1.6 to 1, and the striker little more: the rim of both gives at
least 4 to 1 wherever they lie.
"""

MAPLE_LIT = "#f4e0b7"
MAPLE = "#ecd09c"
MAPLE_FAR = "#d9b47a"
MAPLE_DARK_GRAIN = "#9c6a2c"
MAPLE_LIGHT_GRAIN = "#fff4da"

FRAME_EDGE = "#1f0f08"
FRAME_DARK = "#3a1c0f"
FRAME = "#5b2e18"
FRAME_LIT = "#7a4325"
FRAME_SHINE = "#b0713f"
FRAME_GRAIN = "#1a0b05"

INK = "#231a14"
RED = "#b3212b"
RED_DEEP = "#7e1119"

RIM = "#6b4a1f"
IVORY_LIT = "#fffaf0"
IVORY = "#f5ead2"
IVORY_SHADE = "#dcc9a1"
ENGRAVED = "#a5814a"

EBONY_LIT = "#544d48"
EBONY = "#2e2a27"
EBONY_SHADE = "#161312"
EBONY_RIM = "#070606"
EBONY_RING = "#9a8c7c"

QUEEN_LIT = "#e4535a"
QUEEN = "#c01f2c"
QUEEN_SHADE = "#8d0f1b"
QUEEN_RIM = "#55070f"
QUEEN_DOTS = "#ffedcf"

STRIKER_LIT = "#ffffff"
STRIKER = "#eef0ea"
STRIKER_SHADE = "#c9cfc8"
STRIKER_INK = "#0f5e68"

NET = "#d8c4a0"
DEPTH = "#0b0705"
HOLE = "#33211a"
POCKET_RIM = "#120a06"

CONTACT = "#e8590c"
PAPER = "#fffaf0"

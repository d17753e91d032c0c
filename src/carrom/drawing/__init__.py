"""Pictures of a layout and of a stroke, at the true proportions of the board.

>>> from carrom.stroke import Layout
>>> layout_svg(Layout.rosette())[:41]
'<svg xmlns="http://www.w3.org/2000/svg" v'
"""

from carrom.drawing.animate import animated_svg
from carrom.drawing.page import animated_html
from carrom.drawing.picture import layout_svg, png
from carrom.drawing.stroke import trace_svg

__all__ = ["animated_html", "animated_svg", "layout_svg", "png", "trace_svg"]

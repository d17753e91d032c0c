"""The score sheet as a PDF that prints every name.

`fonts` finds font files, `lines` orders and breaks text, `paper` makes pages, `score_sheet` places
things on them.
"""

from carrom.printing.fonts import Unprintable
from carrom.printing.score_sheet import sheet_pdf

__all__ = ["Unprintable", "sheet_pdf"]

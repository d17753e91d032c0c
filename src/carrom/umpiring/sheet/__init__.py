"""The score sheet of any match: `score_sheet` reads it from the record, the others put it into words.

Its PDF is in `carrom.printing`.
"""

from carrom.umpiring.sheet.build import score_sheet
from carrom.umpiring.sheet.files import sheet_csv, sheet_txt
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.words import sheet_result, sheet_words

__all__ = ["Sheet", "score_sheet", "sheet_csv", "sheet_result", "sheet_txt", "sheet_words"]

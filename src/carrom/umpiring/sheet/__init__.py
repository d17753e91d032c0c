"""The score sheet of any match: `sheet` reads it from the record, the others put it into words.

Its PDF is in `carrom.printing`.
"""

from carrom.umpiring.sheet.csv import csv_of
from carrom.umpiring.sheet.made import sheet
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.txt import txt_of
from carrom.umpiring.sheet.words import result_of, text_of

__all__ = ["Sheet", "csv_of", "result_of", "sheet", "text_of", "txt_of"]

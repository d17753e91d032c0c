"""The score sheet of any match: `sheet` reads it from the record, `text_of` and `csv_of` put it into words.

`pdf` prints it; it is imported by those alone who do.
"""

from carrom.umpiring.sheet.csv import csv_of
from carrom.umpiring.sheet.made import sheet
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.words import text_of

__all__ = ["Sheet", "csv_of", "sheet", "text_of"]

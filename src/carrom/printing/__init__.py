"""The score sheet as a PDF: `fonts` has widths, `paper` pages and the file, `score_sheet` where things go."""

from carrom.printing.score_sheet import pdf_of

__all__ = ["pdf_of"]

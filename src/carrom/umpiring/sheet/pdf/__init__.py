"""The score sheet as a PDF: `fonts` has widths, `paper` pages and the file, `printed` where things go."""

from carrom.umpiring.sheet.pdf.printed import pdf_of

__all__ = ["pdf_of"]

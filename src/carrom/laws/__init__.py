"""The six rulebooks as data: one file each, their texts in a folder for each language, and citations."""

from carrom.laws.cite import ALIASES, BOOKS, NEW_MATCH, Citation, book_id, cite

__all__ = ["ALIASES", "BOOKS", "NEW_MATCH", "Citation", "book_id", "cite"]

"""The five rulebooks as data: one .toml file each, and the citations that name their paragraphs."""

from carrom.laws.cite import ALIASES, BOOKS, Citation, book_id, cite

__all__ = ["ALIASES", "BOOKS", "Citation", "book_id", "cite"]

"""The wording of the laws, ours, in English and French: read from the law files on first use.

>>> paragraph("family queen 3").subject
'queen-worth'
>>> [found.citation for found in search(["clockwise"], books=["family"])]
['family four 1']
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from carrom.errors import UnknownLaw
from carrom.i18n import nearest
from carrom.laws.cite import BOOKS, Citation, book_id, cite

STATUSES = ("judged", "reported", "equipment", "noted")

_HERE = Path(__file__).parent
# Figures stay whole, so that 3.11 is no 3.1, and 1,59 in French is 1.59 in English.
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One law. `borrows` names the paragraphs of the other edition whose wording it shares."""

    citation: Citation
    status: str
    subject: str
    en: str
    fr: str
    borrows: tuple[Citation, ...] = ()

    def text(self, lang: str = "en") -> str:
        return self.fr if lang == "fr" else self.en


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary that closes the international laws."""

    key: str
    en_term: str
    en_means: str
    fr_term: str
    fr_means: str

    def term(self, lang: str = "en") -> str:
        return self.fr_term if lang == "fr" else self.en_term

    def means(self, lang: str = "en") -> str:
        return self.fr_means if lang == "fr" else self.en_means


def title(book: str, lang: str = "en") -> str:
    """What a rulebook is called."""
    name: str = _file(book_id(book))["title"][lang]
    return name


def paragraphs(book: str) -> tuple[Paragraph, ...]:
    """All paragraphs of a rulebook, in its order."""
    return _paragraphs(book_id(book))


def paragraph(citation: str) -> Paragraph:
    """The paragraph that a citation names."""
    known = cite(citation)
    return _by_citation(known.book)[known]


@cache
def subjects() -> tuple[str, ...]:
    """Every subject, in the order in which the rulebooks come to it."""
    return tuple(dict.fromkeys(each.subject for book in BOOKS for each in _paragraphs(book)))


def compare(subject: str) -> dict[str, tuple[Paragraph, ...]]:
    """What each rulebook says on one subject; a rulebook that is silent is left out."""
    if subject not in subjects():
        raise UnknownLaw("refused.law.subject", subject=subject, hint=nearest(subject, subjects()))
    said = {book: tuple(each for each in _paragraphs(book) if each.subject == subject) for book in BOOKS}
    return {book: laws for book, laws in said.items() if laws}


def elsewhere(law: Paragraph) -> dict[str, tuple[Paragraph, ...]]:
    """Where the other rulebooks have this law.

    Between the two international editions it is the very paragraph, where they share its wording;
    otherwise everything on the same subject.
    """
    found = {book: laws for book, laws in compare(law.subject).items() if book != law.citation.book}
    for book in BOOKS:
        shared = tuple(
            other
            for other in _paragraphs(book)
            if law.citation in other.borrows or other.citation in law.borrows
        )
        if shared:
            found[book] = shared
    return {book: found[book] for book in BOOKS if book in found}


def search(words: Iterable[str], lang: str = "en", books: Sequence[str] | None = None) -> list[Paragraph]:
    """The paragraphs in which all words occur, accents and case aside, in either language or the id.

    A word is found by its beginning, or in the singular where it is given in the plural; a figure only
    whole. Those that hold all words in `lang` come first, and of these the ones with most whole words.
    """
    wanted = folded_words(" ".join(words))
    if not wanted:
        return []
    ranked: list[tuple[bool, int, Paragraph]] = []
    for book in BOOKS if books is None else tuple(map(book_id, books)):
        for law in _paragraphs(book):
            here = folded_words(f"{law.citation.paragraph} {law.text(lang)}")
            anywhere = folded_words(f"{law.citation.paragraph} {law.en} {law.fr}")
            if all(occurs(word, anywhere) for word in wanted):
                whole = sum(word in here for word in wanted)
                ranked.append((not all(occurs(word, here) for word in wanted), -whole, law))
    # A stable sort: equals stay in the order of the rulebooks.
    return [law for _, _, law in sorted(ranked, key=lambda each: each[:2])]


@cache
def glossary() -> tuple[Term, ...]:
    """The terms that the international laws explain, in their order."""
    return tuple(
        Term(each["key"], each["en"]["term"], each["en"]["means"], each["fr"]["term"], each["fr"]["means"])
        for each in _read("glossary")["term"]
    )


def folded_words(text: str) -> tuple[str, ...]:
    """The words of a text without case and accents.

    >>> folded_words("Le cœur, l'été : 1,59 cm")
    ('le', 'coeur', 'l', 'ete', '1.59', 'cm')
    """
    plain = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "OE"))
    bare = "".join(char for char in plain if not unicodedata.combining(char)).casefold()
    return tuple(word.replace(",", ".") for word in _WORD.findall(bare))


def occurs(word: str, words: Iterable[str]) -> bool:
    """Whether a folded word is among others: by its beginning, in the singular, or whole if a figure."""
    if word[0].isdigit():
        return word in words
    return any(each.startswith(word) or word == f"{each}s" for each in words)


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))


def _file(book: str) -> dict[str, Any]:
    return _read(book.replace("-", "_"))


@cache
def _paragraphs(book: str) -> tuple[Paragraph, ...]:
    return tuple(_paragraph(book, entry) for entry in _file(book)["paragraph"])


@cache
def _by_citation(book: str) -> dict[Citation, Paragraph]:
    return {each.citation: each for each in _paragraphs(book)}


def _paragraph(book: str, entry: dict[str, Any]) -> Paragraph:
    citation = cite(f"{book} {entry['id']}")
    if "as" not in entry:
        return Paragraph(citation, entry["status"], entry["subject"], entry["en"], entry["fr"])
    # Only edition b borrows, and only from edition a: the two print the same laws under other letters.
    lent = [paragraph(f"international-a {name}") for name in entry["as"]]
    return Paragraph(
        citation,
        entry["status"],
        lent[0].subject,
        " ".join(each.en for each in lent),
        " ".join(each.fr for each in lent),
        tuple(each.citation for each in lent),
    )

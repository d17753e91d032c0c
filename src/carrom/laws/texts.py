"""The laws in our own words, read from the law files on first use.

The files beside this one hold what is the same in every language: ids, statuses, subjects. The texts are in a
folder for each language; a text that a language lacks is shown in English.

>>> paragraph("family queen 3").subject
'queen-worth'
>>> [found.citation for found in search(["clockwise"], books=["family"])]
['family four 1']
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from carrom.errors import UnknownLaw
from carrom.i18n import LANGUAGES, nearest
from carrom.i18n.languages import ENGLISH, folders, read_file
from carrom.laws.cite import BOOKS, HERE, PARAGRAPHS, Citation, book_id, cite

STATUSES = ("judged", "reported", "equipment", "noted")

# Figures stay whole, so that 3.11 is not taken for 3.1, and 1,59 in French is 1.59 in English.
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One law. `borrows` names the paragraphs of the other edition whose wording it shares."""

    citation: Citation
    status: str
    subject: str
    borrows: tuple[Citation, ...] = ()

    def text(self, lang: str = "en") -> str:
        if self.borrows:
            return " ".join(paragraph(each).text(lang) for each in self.borrows)
        return _text(lang, self.citation.book, self.citation.paragraph)

    def language(self, lang: str) -> str:
        """The language of `text(lang)`: English where `lang` lacks it or a part of it."""
        texts = self.borrows or (self.citation,)
        return lang if all(each.paragraph in law_texts(lang, each.book) for each in texts) else ENGLISH


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary that closes the international laws."""

    key: str

    def term(self, lang: str = "en") -> str:
        return _text(lang, "glossary", f"{self.key} term")

    def means(self, lang: str = "en") -> str:
        return _text(lang, "glossary", f"{self.key} means")


@dataclass(frozen=True, slots=True)
class Sought:
    """What people look for under other words than the laws use, and the paragraphs they mean."""

    key: str
    laws: tuple[Paragraph, ...]

    def words(self, lang: str = "en") -> tuple[str, ...]:
        """The words to look for it by, each alternative of one word or several."""
        return tuple(_text(lang, "sought", self.key).split(", "))

    def is_meant(self, wanted: Sequence[str], lang: str) -> bool:
        """Whether folded words are one of the alternatives, in any order and each by its beginning."""
        return any(
            all(occurs(word, each) for word in wanted)
            and all(any(occurs(word, (part,)) for word in wanted) for part in each)
            for each in map(folded_words, self.words(lang))
        )


def title(book: str, lang: str = "en") -> str:
    """The title of a rulebook."""
    return _text(lang, book_id(book), "title")


def subject_title(subject: str, lang: str = "en") -> str:
    """The title of a subject."""
    return _text(lang, "subjects", subject)


def paragraphs(book: str) -> tuple[Paragraph, ...]:
    """All paragraphs of a rulebook, in its order."""
    return _paragraphs(book_id(book))


def paragraph(citation: str) -> Paragraph:
    """The paragraph that a citation names."""
    known = cite(citation)
    return _by_citation(known.book)[known]


@cache
def subjects() -> tuple[str, ...]:
    """Every subject, in the order in which the rulebooks first have it."""
    return tuple(dict.fromkeys(each.subject for book in BOOKS for each in _paragraphs(book)))


def compare(subject: str) -> dict[str, tuple[Paragraph, ...]]:
    """The paragraphs of each rulebook on a subject; rulebooks without any are left out."""
    if subject not in subjects():
        raise UnknownLaw("refused.law.subject", subject=subject, hint=nearest(subject, subjects()))
    found = {book: tuple(each for each in _paragraphs(book) if each.subject == subject) for book in BOOKS}
    return {book: laws for book, laws in found.items() if laws}


def elsewhere(law: Paragraph) -> dict[str, tuple[Paragraph, ...]]:
    """The paragraphs of the other rulebooks on the same matter.

    Between the two international editions it is the paragraph with the same wording, if there is one;
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
    """The paragraphs in which all words occur, accents and case aside, in any language or the id.

    A word matches by its beginning, and a plural also matches its singular; a figure must match whole.
    Paragraphs that people mean by the words (`Sought`) come first, then those with all words in `lang`,
    those with the most whole words before the others.
    """
    wanted = folded_words(" ".join(words))
    if not wanted:
        return []
    ranked: list[tuple[bool, int, Paragraph]] = []
    only = BOOKS if books is None else tuple(map(book_id, books))
    topics = [each for each in sought() if any(each.is_meant(wanted, known) for known in LANGUAGES)]
    meant = dict.fromkeys(law for each in topics for law in each.laws if law.citation.book in only)
    for book in only:
        for law in _paragraphs(book):
            if law in meant:
                continue
            here, *others = (_searched(law, each) for each in _languages(lang))
            anywhere = sum(others, here)
            if all(occurs(word, anywhere) for word in wanted):
                whole = sum(word in here for word in wanted)
                ranked.append((not all(occurs(word, here) for word in wanted), -whole, law))
    # The sort is stable: equal ranks stay in the order of the rulebooks.
    return [*meant, *(law for _, _, law in sorted(ranked, key=lambda each: each[:2]))]


def language_with(wanted: Sequence[str], law: Paragraph, lang: str) -> str:
    """The language to show a paragraph in: `lang`, or the first other one that has all folded words."""
    for each in _languages(lang):
        here = _searched(law, each)
        if all(occurs(word, here) for word in wanted):
            return each
    return lang


def _languages(first: str) -> tuple[str, ...]:
    """All languages, this one first."""
    return tuple(dict.fromkeys((first, *LANGUAGES)))


@cache
def glossary() -> tuple[Term, ...]:
    """The terms that the international laws explain, in their order."""
    return tuple(Term(key) for key in dict.fromkeys(each.split()[0] for each in law_texts("en", "glossary")))


@cache
def sought() -> tuple[Sought, ...]:
    """What people look for under other words, in order; paragraphs with the same wording stand together."""
    given: dict[str, list[str]] = json.loads((HERE / "sought.json").read_text(encoding="utf-8"))
    every = [law for book in BOOKS for law in _paragraphs(book)]
    return tuple(
        Sought(
            key,
            tuple(
                law
                for each in laws
                for law in (paragraph(each), *(one for one in every if cite(each) in one.borrows))
            ),
        )
        for key, laws in given.items()
    )


def folded_words(text: str) -> tuple[str, ...]:
    """The words of a text without case and accents.

    >>> folded_words("Le cœur, l'été : 1,59 cm")
    ('le', 'coeur', 'l', 'ete', '1.59', 'cm')
    """
    plain = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "OE"))
    bare = "".join(char for char in plain if unicodedata.category(char)[0] != "M").casefold()
    return tuple(word.replace(",", ".") for word in _WORD.findall(bare))


def occurs(word: str, words: Iterable[str]) -> bool:
    """Whether a folded word matches one of others: by its beginning, as its plural, or whole for a figure."""
    if word[0].isdigit():
        return word in words
    return any(each.startswith(word) or word == f"{each}s" for each in words)


def folder(lang: str) -> Path:
    """The folder with the law texts of a language."""
    return folders("laws").get(lang, HERE / lang)


@cache
def law_texts(lang: str, name: str) -> dict[str, str]:
    """The texts of one file of a language, by key; empty texts are left out, and there may be no file.

    A key is ``title``, the id of a paragraph or a subject, or that of a term with ``term`` or ``means``,
    or that of something sought.

    >>> law_texts("fr", "family")["title"], law_texts("fr", "glossary")["queen term"]
    ('Le jeu de famille en boîte', 'reine')
    """
    file = folder(lang) / f"{name.replace('-', '_')}.toml"
    texts: dict[str, str] = {}
    for heading, value in read_file(file).items():
        for key, text in value.items() if isinstance(value, dict) else [(heading, value)]:
            if isinstance(text, dict):
                texts |= {f"{key} {part}": each for part, each in text.items()}
            else:
                texts[key] = text
    return {key: text for key, text in texts.items() if text and isinstance(text, str)}


def _text(lang: str, name: str, key: str) -> str:
    return law_texts(lang, name).get(key) or law_texts("en", name)[key]


def _searched(law: Paragraph, lang: str) -> tuple[str, ...]:
    return folded_words(f"{law.citation.paragraph} {law.text(lang)}")


@cache
def _paragraphs(book: str) -> tuple[Paragraph, ...]:
    return tuple(_paragraph(cite(f"{book} {name}"), entry) for name, entry in PARAGRAPHS[book].items())


@cache
def _by_citation(book: str) -> dict[Citation, Paragraph]:
    return {each.citation: each for each in _paragraphs(book)}


def _paragraph(citation: Citation, entry: dict[str, Any]) -> Paragraph:
    if "as" not in entry:
        return Paragraph(citation, entry["status"], entry["subject"])
    # Only edition b borrows, and only from edition a: the two print the same laws under other letters.
    lent = [paragraph(f"international-a {name}") for name in entry["as"]]
    return Paragraph(citation, entry["status"], lent[0].subject, tuple(each.citation for each in lent))

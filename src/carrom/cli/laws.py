"""carrom laws: show, search and compare the paragraphs of the six rulebooks."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse, current_language
from carrom.cli.output import (
    bold,
    json_fields,
    on_terminal,
    phrase,
    say,
    say_hanging,
    say_json,
    say_phrase,
    text_lines,
    text_width,
    titled_table,
)
from carrom.cli.side_by_side import show_comparison
from carrom.errors import UnknownLaw
from carrom.i18n import LANGUAGES, Message, either, semicolons, t
from carrom.laws import ALIASES, BOOKS, book_id, texts
from carrom.laws.cite import PARAGRAPHS

DEFAULT_BOOK = "international-a"
EXCERPTS_FROM = 13  # more paragraphs than this fills more than a screen: then a line each
MOST_ELSEWHERE = 8

TO_TRY = {
    "paragraph": "3.11 a",
    "book": "family queen 1",
    "words": "",  # each language has its own: laws.try.words.example
    "whole-book": "--rulebook family",
    "compare": "--compare queen-cover",
    "books": "--compare international family",
    "subjects": "--subjects",
    "glossary": "--glossary",
}

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")

# What an id begins with: 3.11 of 3.11 a, drawing of drawing A, queen of queen 1.
_HEADS = {name.partition(" ")[0] for names in PARAGRAPHS.values() for name in names}


@click.command("laws", cls=Command)
@click.argument("words", nargs=-1)
@click.option("--rulebook", "book", metavar="ID")
@click.option("--compare", "subject", metavar="BOOK|SUBJECT")
@click.option("--subjects", "list_subjects", is_flag=True)
@click.option("--glossary", "list_terms", is_flag=True)
@options.json
def command(
    words: tuple[str, ...],
    book: str | None,
    subject: str | None,
    list_subjects: bool,
    list_terms: bool,
    as_json: bool,
) -> None:
    """Examples:

    carrom laws 3.11 a
    carrom laws family queen 1
    carrom laws striker alone
    carrom laws --compare international family
    """
    if (subject is not None) + list_subjects + list_terms > 1:
        raise WrongUse("refused.laws.only-one")
    asked = " ".join(words).split()
    if subject is not None and (asked or _is_book(subject)):
        return show_comparison(_books_to_compare([subject, *asked], book), as_json)
    if asked and list_subjects:
        raise WrongUse("refused.laws.no-words")
    only = book_id(book) if book else None
    if subject is not None:
        return show_subject(_subject_named(subject), only, as_json)
    if list_subjects:
        return show_subjects(only, as_json)
    if list_terms:
        return show_terms(_terms_with(asked) if asked else texts.glossary(), asked, as_json)
    named = book_id(asked.pop(0).casefold()) if asked and _is_book(asked[0]) else None
    if asked:
        return look_up(asked, named, only, as_json)
    if named or only:
        return show_book(named or only or DEFAULT_BOOK, as_json)
    return show_books(as_json)


def _is_book(word: str) -> bool:
    return word.casefold() in (*BOOKS, *ALIASES)


def _books_to_compare(names: list[str], only: str | None) -> list[str]:
    """The ids of at least two rulebooks."""
    books = list(dict.fromkeys(book_id(name.casefold()) for name in names))
    if only is not None or len(books) < 2:
        raise WrongUse("refused.laws.books")
    return books


def look_up(asked: list[str], named: str | None, only: str | None, as_json: bool) -> None:
    """Show the paragraph with this id, or search for the words."""
    laws = _exact(" ".join(asked), named, only or DEFAULT_BOOK)
    if laws:
        missing = laws[0].citation.book != (named or only or DEFAULT_BOOK)
        return show_laws(laws, (only or DEFAULT_BOOK) if missing else None, as_json)
    book = named or only
    found = texts.search(asked, current_language(), [book] if book else None)
    terms = _terms_with(asked) if book in (None, "international-a", "international-b") else ()
    if not found and not terms:
        raise _nothing_found(asked, book)
    return show_found(found, terms, asked, as_json)


def _exact(text: str, named: str | None, first: str) -> list[texts.Paragraph]:
    """The paragraphs with this id: in the rulebook named, else in the first, else wherever it exists.

    Refuses a text that can only be an id, if no paragraph has it: searching for its letter makes no sense.
    """
    wanted = _id_key(text)
    has = {book: name for book in BOOKS for name in PARAGRAPHS[book] if _id_key(name) == wanted}
    if named is not None:
        has = {book: name for book, name in has.items() if book == named}
    elif first in has:
        has = {first: has[first]}
    if not has and re.fullmatch(r"\w|\d\d", wanted.partition(" ")[2]) and wanted.split()[0] in _HEADS:
        raise _no_such_id(wanted, named)
    return [texts.paragraph(f"{book} {name}") for book, name in has.items()]


def _no_such_id(wanted: str, book: str | None) -> UnknownLaw:
    """The refusal of an id that no paragraph has, with the nearest ids of its section."""
    head, _, last = wanted.partition(" ")
    ids = dict.fromkeys(name for each in ([book] if book else BOOKS) for name in PARAGRAPHS[each])
    section = [name for name in ids if _id_key(name).partition(" ")[0] == head and " " in name]
    near = sorted(section, key=lambda name: abs(ord(_id_key(name)[-1]) - ord(last[-1])))[:3]
    near = [name for name in section if name in near] or get_close_matches(wanted, ids, n=3)
    has = Message("laws.book", {"book": book}) if book else Message("laws.no-book")
    if near:
        return UnknownLaw("refused.laws.no-paragraph-but", has=has, text=wanted, near=", ".join(near))
    return UnknownLaw("refused.laws.no-paragraph", has=has, text=wanted)


def _id_key(text: str) -> str:
    """Normalise an id as it may be typed: 3.11A, §3.11 a) and 3.11 a are the same."""
    bare = re.sub(r"[§()]", " ", text.casefold())
    return " ".join(re.sub(r"(?<=\d)(?=[^\W\d_])", " ", bare).split())


def _subject_named(text: str) -> str:
    """A subject by its key, or by its name in any language."""
    wanted = texts.folded_words(text)
    for key in texts.subjects():
        if any(wanted == texts.folded_words(texts.subject_title(key, lang)) for lang in LANGUAGES):
            return key
    begun = [key for key in texts.subjects() if key.startswith(f"{text}-")]
    if len(begun) > 1:
        raise UnknownLaw("refused.laws.several-subjects", text=text, subjects=either(begun))
    return begun[0] if begun else text


def _terms_with(asked: Iterable[str]) -> tuple[texts.Term, ...]:
    """The terms whose names, in all languages together, contain all the words."""
    wanted = texts.folded_words(" ".join(asked))
    if not wanted:
        return ()
    names = {term: texts.folded_words(" ".join(map(term.term, LANGUAGES))) for term in texts.glossary()}
    return tuple(term for term in names if all(texts.occurs(word, names[term]) for word in wanted))


def _nothing_found(asked: list[str], book: str | None) -> UnknownLaw:
    """The refusal of a search that found nothing, with near ids, near words, or the advice to drop a word."""
    text = " ".join(asked)
    where = Message("laws.in-book", {"book": book}) if book else Message("laws.in-laws")
    near = get_close_matches(_id_key(text), PARAGRAPHS[book or DEFAULT_BOOK], n=3)
    apart = False
    if not near:
        laws = [law for each in ([book] if book else BOOKS) for law in texts.paragraphs(each)]
        vocabulary = {word for law in laws for word in texts.folded_words(" ".join(map(law.text, LANGUAGES)))}
        strange = [word for word in texts.folded_words(text) if not texts.occurs(word, vocabulary)]
        apart = len(asked) > 1 and not strange
        near = [match for word in strange for match in get_close_matches(word, sorted(vocabulary), n=1)]
    if near:
        return UnknownLaw("refused.laws.nothing-but", text=text, where=where, near=either(near))
    return UnknownLaw("refused.laws.apart" if apart else "refused.laws.nothing", text=text, where=where)


def show_books(as_json: bool) -> None:
    """Show the six rulebooks, and examples of what to type next."""
    lang = current_language()
    rows = [(book, texts.title(book, lang), len(texts.paragraphs(book))) for book in BOOKS]
    if as_json:
        return say_json([{"rulebook": book, "title": name, "paragraphs": n} for book, name, n in rows])
    counted = [(book, name, str(n)) for book, name, n in rows]
    titled_table("laws.column", "rulebook title paragraphs", counted)
    say()
    to_try = [(words or phrase("laws.try.words.example"), what, lang) for what, words in TO_TRY.items()]
    # Each language offers itself in its own words.
    to_try += [(f"--lang {other} …", "language", other) for other in LANGUAGES if other != lang]
    broad = max(len(words) for words, _, _ in to_try)
    for words, what, told_in in to_try:
        say(f"  carrom laws {words:{broad}}  {t(f'laws.try.{what}', told_in)}")
    return None


def show_book(book: str, as_json: bool) -> None:
    """Show all paragraphs of a rulebook."""
    laws, name = texts.paragraphs(book), texts.title(book, current_language())
    if as_json:
        return say_json({"rulebook": book, "title": name, "paragraphs": _laws_json(laws)})
    if not on_terminal():
        return _law_table(laws)
    say(bold(f"{book}: {name}"))
    say()
    for law in laws:
        _say_law(law, law.text(current_language()))
    return None


def show_laws(laws: list[texts.Paragraph], missing_in: str | None, as_json: bool) -> None:
    """Show a paragraph, or all with the same id, in full."""
    lang = current_language()
    if as_json:
        found = _laws_json(laws)
        for law, shown in zip(laws, found, strict=True):
            same_subject = texts.elsewhere(law).items()
            shown["elsewhere"] = {book: [each.citation for each in same] for book, same in same_subject}
        return say_json(found)
    if missing_in is not None:
        say_phrase("laws.only-elsewhere", book=missing_in, text=laws[0].citation.paragraph)
        say()
    for number, law in enumerate(laws):
        if number:
            say()
        say(bold(law.citation))
        _say_indented(phrase(f"laws.status.{law.status}"))
        name = texts.subject_title(law.subject, lang)
        subject = law.subject if name == law.subject else f"{law.subject}, {name}"
        _say_indented(phrase("laws.subject", subject=subject))
        say()
        _say_indented(law.text(lang))
        say()
        others = texts.elsewhere(law)
        _say_indented(phrase("laws.elsewhere" if others else "laws.alone"))
        for book, same in others.items():
            names = ", ".join(each.citation.paragraph for each in same[:MOST_ELSEWHERE])
            left = len(same) - MOST_ELSEWHERE
            more = f", {phrase('laws.more', n=left)}" if left > 0 else ""
            _say_indented(f"{book} {names}{more}", "    ")
    return None


def show_found(
    found: list[texts.Paragraph], terms: Sequence[texts.Term], asked: list[str], as_json: bool
) -> None:
    """Show the result of a search: terms of the glossary first, then paragraphs."""
    lang = current_language()
    if as_json:
        return say_json({"terms": _terms_json(terms), "paragraphs": _laws_json(found)})
    wanted = texts.folded_words(" ".join(asked))
    for term in terms:
        say(bold(phrase("laws.in-glossary", term=term.term(lang))))
        _say_indented(term.means(lang), wanted=wanted)
        say()
    if not on_terminal():
        return _law_table(found) if found else None
    together: dict[str, list[texts.Paragraph]] = {}
    for law in found:
        together.setdefault(law.text(), []).append(law)
    excerpts = len(together) >= EXCERPTS_FROM
    broad = max((len(laws[0].citation) for laws in together.values()), default=0)
    for laws in together.values():
        text = laws[0].text(texts.language_with(wanted, laws[0], lang))
        if excerpts:
            line = _excerpt(text, wanted, text_width() - broad - 2)
            say(f"{bold(f'{laws[0].citation:{broad}}')}  {_mark_words(line, wanted)}")
        else:
            say(bold(", ".join(law.citation for law in laws)))
            _say_indented(text, wanted=wanted)
            say()
    if excerpts:
        say()
    if found:
        count = [Message("laws.count", {"n": len(found)})]
        narrow = [Message("laws.narrow")] if excerpts else []
        _say_indented(semicolons(count + narrow).text(lang), "")
    subject = "-".join(wanted)
    if subject in texts.subjects():
        _say_indented(phrase("laws.also-subject", key=subject), "")
    return None


def show_subject(subject: str, only: str | None, as_json: bool) -> None:
    """Show one subject, rulebook by rulebook."""
    compared = {book: laws for book, laws in texts.compare(subject).items() if only in (None, book)}
    name = texts.subject_title(subject, current_language())
    if as_json:
        rulebooks = {book: _laws_json(laws) for book, laws in compared.items()}
        return say_json({"subject": subject, "name": name, "rulebooks": rulebooks})
    if not on_terminal():
        return _law_table([law for laws in compared.values() for law in laws])
    say(bold(f"{subject}: {name}"))
    for book in (only,) if only else BOOKS:
        say()
        say(bold(book))
        if book not in compared:
            _say_indented(phrase("laws.silent"))
        for law in compared.get(book, ()):
            text = law.text(current_language())
            if law.borrows and only is None:
                text = f"({phrase('laws.same-words', citations=', '.join(law.borrows))})"
            _say_law(law, text)
    return None


def show_subjects(only: str | None, as_json: bool) -> None:
    """Show the subjects, each with the number of its paragraphs."""
    rows = []
    for key in texts.subjects():
        counts = {book: len(laws) for book, laws in texts.compare(key).items() if only in (None, book)}
        if counts:
            rows.append((key, texts.subject_title(key, current_language()), counts))
    if as_json:
        return say_json([{"subject": key, "name": name, "paragraphs": counts} for key, name, counts in rows])
    counted = [(key, name, str(sum(counts.values()))) for key, name, counts in rows]
    return titled_table("laws.column", "subject name paragraphs", counted)


def show_terms(terms: Sequence[texts.Term], asked: list[str], as_json: bool) -> None:
    """Show the glossary, or the terms that match."""
    lang = current_language()
    if not terms:
        text = " ".join(asked)
        near = get_close_matches(text, [term.term(lang) for term in texts.glossary()], n=3)
        if near:
            raise UnknownLaw("refused.laws.no-term-but", text=text, near=either(near))
        raise UnknownLaw("refused.laws.no-term", text=text)
    if as_json:
        return say_json(_terms_json(terms))
    if not on_terminal():
        rows = [(term.term(lang), term.means(lang)) for term in terms]
        return titled_table("laws.column", "term meaning", rows)
    for term in terms:
        say(bold(term.term(lang)))
        _say_indented(term.means(lang))
    return None


def _laws_json(laws: Iterable[texts.Paragraph]) -> list[dict[str, object]]:
    lang = current_language()
    return [json_fields(law, "citation status subject") | {"text": law.text(lang)} for law in laws]


def _terms_json(terms: Iterable[texts.Term]) -> list[dict[str, str]]:
    lang = current_language()
    return [{"key": term.key, "term": term.term(lang), "means": term.means(lang)} for term in terms]


def _law_table(laws: Iterable[texts.Paragraph]) -> None:
    rows = [(law.citation, law.status, law.subject, law.text(current_language())) for law in laws]
    titled_table("laws.column", "paragraph status subject text", rows)


def _mark_words(text: str, wanted: Sequence[str]) -> str:
    """The text with the words that were searched in bold."""

    def mark(word: re.Match[str]) -> str:
        return bold(word.group()) if _is_wanted(word.group(), wanted) else word.group()

    return _WORD.sub(mark, text) if wanted else text


def _is_wanted(word: str, wanted: Sequence[str]) -> bool:
    here = texts.folded_words(word)
    return any(texts.occurs(each, here) for each in wanted)


def _excerpt(text: str, wanted: Sequence[str], room: int) -> str:
    """One line of a text around the first word that was searched."""
    if len(text) <= room:
        return text
    found = (match.start() for match in _WORD.finditer(text) if _is_wanted(match.group(), wanted))
    # Half a line of what comes before, from a whole word on.
    start = max(0, min(next(found, 0) - room // 2, len(text) - room + 1))
    start = text.find(" ", start) + 1 if start else 0
    line = ("…" if start else "") + text[start:]
    return line if len(line) <= room else line[: room - 1].rsplit(" ", 1)[0] + "…"


def _say_indented(text: str, indent: str = "  ", wanted: Sequence[str] = ()) -> None:
    """Say a text in lines that fit a terminal, with the words that were searched in bold."""
    for line in text_lines(text, len(indent)):
        say(f"{indent}{_mark_words(line, wanted)}")


def _say_law(law: texts.Paragraph, text: str) -> None:
    """Say a paragraph's id, and its text beside it."""
    say_hanging(f"  {bold(f'{law.citation.paragraph:10}')} ", text)

"""The texts of the laws, and how each rulebook decides a case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from carrom.cases import demanded, read_case
from carrom.comparison import case_json, compare
from carrom.errors import CarromError, ImpossibleCase
from carrom.i18n import Message, Sentence, typeset
from carrom.laws import BOOKS, NEW_MATCH, book_id, texts
from carrom.laws.cite import PARAGRAPHS
from carrom.live.readable_match import ReadableMatch
from carrom.live.refused import Refused
from carrom.parts import COLOUR, shown_board, shown_ruling
from carrom.record.entries import Event, Happened, Overruled, Struck
from carrom.rulebooks import rulebook
from carrom.rules import Rulebook, Ruling, Standing, judge
from carrom.rules.apply import apply
from carrom.rules.match import Match, rule_on
from carrom.rules.standing import ONE_STROKE
from carrom.rules.standing_words import standing_message
from carrom.server.replay import schemas
from carrom.stroke import INCIDENTS, Incident, StrokeReport
from carrom.stroke.incident import GROUNDS, NOBODY, WITH_PIECES
from carrom.words import Colour

FOUL_SUBJECTS = (
    *("seats", "chair", "stroke", "striker-place", "time", "placing", "touched-coins", "conduct"),
    *("request", "powder", "striker-kept"),
)
"""Subjects of the laws that a foul can break; laws that end more than a turn are incidents of their own."""


@cache
def laws(lang: str) -> schemas.Laws:
    """All the laws in one language; the page searches them itself."""
    return schemas.Laws(
        books=titles(lang),
        subjects=tuple(
            schemas.SubjectTitle(key, typeset(texts.subject_title(key, lang), lang))
            for key in texts.subjects()
        ),
        laws=tuple(_text(each, lang) for book in BOOKS for each in texts.paragraphs(book)),
        glossary=tuple(
            schemas.TermText(typeset(each.term(lang), lang), typeset(each.means(lang), lang))
            for each in texts.glossary()
        ),
        sought=tuple(
            schemas.SoughtText(each.words(lang), tuple(str(law.citation) for law in each.laws))
            for each in texts.sought()
        ),
    )


def titles(lang: str) -> tuple[schemas.BookTitle, ...]:
    return tuple(schemas.BookTitle(book, texts.title(book, lang)) for book in BOOKS)


def rulebooks(lang: str) -> tuple[schemas.BookChoice, ...]:
    """The rulebooks to choose from, with their features; that of new matches first."""
    return tuple(
        schemas.BookChoice(
            *(book.id, texts.title(book.id, lang), book.foul_book),
            *(book.match.games_to_win, book.counts_strokes, book.right_is_in_nets),
            finals=book.match.finals_unlimited,
        )
        for book in map(rulebook, sorted(BOOKS, key=lambda each: each != NEW_MATCH))
    )


def law(citation: str, lang: str) -> schemas.LawPage:
    """One paragraph, and where the other rulebooks have the same."""
    found = texts.paragraph(citation)
    others = tuple(_text(each, lang) for same in texts.elsewhere(found).values() for each in same)
    return schemas.LawPage(_text(found, lang), others)


def _text(each: texts.Paragraph, lang: str) -> schemas.LawText:
    cited, written_in = each.citation, each.language(lang)
    return schemas.LawText(
        str(cited),
        cited.book,
        cited.paragraph,
        each.status,
        each.subject,
        typeset(each.text(lang), written_in),
        written_in,
    )


def comparison(names: str) -> schemas.LawComparison:
    """Where the rulebooks with these names, parted by commas, decide differently; there are at least two."""
    chosen = {book_id(name) for name in names.split(",")}
    if len(chosen) < 2:
        raise ImpossibleCase("books", "refused.law.two-books")
    return _compared(tuple(book for book in BOOKS if book in chosen))


@cache
def _compared(books: tuple[str, ...]) -> schemas.LawComparison:
    compared = compare([rulebook(book) for book in books])
    return schemas.LawComparison(
        books,
        Message("compare.count", {"n": len(compared.differences)}),
        Message("compare.whose"),
        tuple(
            schemas.LawDifference(
                Message(f"compare.part.{each.part}"),
                each.title,
                Sentence(standing_message(each.standing)),
                case_json(each.standing, each.report),
                tuple(
                    schemas.BooksDecide(one.books, one.call, tuple(map(str, one.laws)), one.readings)
                    for one in each.decided
                ),
            )
            for each in compared.differences
        ),
        tuple(
            schemas.LawValue(
                Message("compare.part.values"),
                each.title,
                tuple(schemas.BooksHave(tuple(of), said) for said, of in each.together.items()),
            )
            for each in compared.values
        ),
    )


def rule(raw: object) -> schemas.Verdicts:
    """How each rulebook decides a case of docs/cases.md, its own first.

    Raises what its own rulebook refuses; a refusal of another one is part of the answer.
    """
    case = read_case(raw)
    own = judge(case.standing, case.report, case.book)
    demanded(case, apply(case.standing, own))

    def ruled(book: Rulebook) -> tuple[Standing, Ruling]:
        standing = _counted(case.standing, book)
        return standing, judge(standing, _cited(case.report, case.book, book), book)

    return _verdicts(case.book.id, (case.standing, own), ruled)


def possible_incidents(raw: dict[str, object]) -> schemas.PossibleIncidents:
    """The incidents that can have happened on the board of a case, and by whom: what the judge takes."""
    case = read_case(raw | {"stroke": {}})

    def possible(kind: str, by: Colour | None, noticed: bool = True) -> bool:
        ground = GROUNDS[0] if kind == "disqualified" else None
        fell = ("white" if case.standing.coins.white else "black",) if kind in WITH_PIECES else ()
        try:
            judge(case.standing, Incident(kind, by, None, ground, noticed, fell), case.book)
        except ImpossibleCase:
            return False
        return True

    offered = []
    for kind in INCIDENTS:
        sides = [each for each in Colour if kind not in NOBODY and possible(kind, each)]
        unnoticed = [each for each in sides if possible(kind, each, noticed=False)]
        if sides or (kind in NOBODY and possible(kind, None)):
            by = tuple(COLOUR[each] for each in sides)
            unnoticed_by = tuple(COLOUR[each] for each in unnoticed)
            offered.append(schemas.PossibleIncident(kind, by, unnoticed_by, kind in WITH_PIECES))
    return schemas.PossibleIncidents(tuple(offered))


def verdicts(seen: ReadableMatch, seq: int) -> schemas.Verdicts:
    """How each rulebook decides the stroke or incident of an entry; its own as it did then."""
    judged = _judged(seen.entries[seq - 1].event) if 1 <= seq <= seen.seq else None
    if judged is None:
        raise Refused("page/unknown")
    report, given = judged
    event = seen.entries[seq - 1].event
    match = seen.keeper.states[(event.entry if isinstance(event, Overruled) else seq) - 2].match
    standing = match.standing
    if standing is None:
        raise Refused("page/unknown")

    def ruled(book: Rulebook) -> tuple[Standing, Ruling]:
        there: Match = replace(match, book=book, standing=_counted(standing, book))
        assert there.standing is not None
        return there.standing, rule_on(there, _cited(report, match.book, book))

    return _verdicts(match.book.id, (standing, given), ruled)


def _judged(event: Event) -> tuple[StrokeReport | Incident, Ruling] | None:
    match event:
        case Struck(report, ruling):
            return report, ruling
        case Happened(incident, ruling):
            return incident, ruling
        case Overruled(_, ruling, report) if report is not None:
            return report, ruling
        case _:
            return None


def _counted(standing: Standing, book: Rulebook) -> Standing:
    """The standing under a rulebook: only some count the strokes in hand."""
    return standing if book.counts_strokes or standing.in_hand == 1 else replace(standing, phase=ONE_STROKE)


def _cited(report: StrokeReport | Incident, own: Rulebook, book: Rulebook) -> StrokeReport | Incident:
    """A foul with the same paragraph as another edition letters it."""
    if not isinstance(report, Incident) or report.paragraph is None:
        return report
    if own.foul_book != own.id and report.paragraph in PARAGRAPHS[own.id]:
        raise ImpossibleCase(
            "incident.paragraph", "refused.law.one-book", paragraph=report.paragraph, book=own.id
        )
    letters = {theirs: ours for ours, theirs in own.letters.items()}
    plain = letters.get(report.paragraph, report.paragraph)
    return replace(report, paragraph=book.letters.get(plain, plain))


def _verdicts(
    own: str, given: tuple[Standing, Ruling], ruled: Callable[[Rulebook], tuple[Standing, Ruling]]
) -> schemas.Verdicts:
    says: list[schemas.BookSays] = []
    orders: dict[str, int] = {}
    for name in (own, *(book for book in BOOKS if book != book_id(own))):
        try:
            standing, ruling = given if name == own else ruled(rulebook(name))
            after = apply(standing, ruling)
        except CarromError as refused:
            same = orders.setdefault(refused.code, len(orders))
            says.append(schemas.BookSays(name, same, None, None, None, refused.code))
            continue
        left = said = None
        if after.over is None:
            left, said = shown_board(after), Sentence(standing_message(after))
        same = orders.setdefault(str(after.over or after), len(orders))
        says.append(schemas.BookSays(name, same, shown_ruling(ruling), left, said))
    return schemas.Verdicts(tuple(says))

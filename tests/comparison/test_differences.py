"""The rulebooks side by side: what is listed differs, nothing that differs is left out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from tests.census.census import breaks, standings, strokes

from carrom.cases import read_case
from carrom.cli.rule import spoken_case
from carrom.comparison import PARTS, Comparison, case_json, compare, happened_text
from carrom.comparison.differences import ways_of_differing
from carrom.comparison.outcomes import differing, outcome, with_usual_values
from carrom.comparison.situations import Situation
from carrom.comparison.values import values
from carrom.i18n import LANGUAGES
from carrom.rulebooks import RULEBOOKS
from carrom.rules import Rulebook, judge
from carrom.rules.calls import call_message
from carrom.rules.clauses import Points

ALL = tuple(RULEBOOKS.values())
PAIRS = tuple(combinations(ALL, 2))
READABLE = 100
"""More differences than this, for all rulebooks together, nobody reads."""


def paired(books: tuple[Rulebook, ...]) -> str:
    return " ".join(book.id for book in books)


@pytest.fixture(scope="module", params=[*PAIRS, ALL], ids=paired)
def compared(request: pytest.FixtureRequest) -> Comparison:
    return compare(request.param)


def test_every_listed_difference_differs_and_its_board_shows_it(compared: Comparison) -> None:
    """The line of `carrom rule` and the case for the page give the outcome that is listed."""
    for each in compared.differences:
        line = each.standing.notation, happened_text(each.report)

        assert len(each.decided) > 1, line
        for decided in each.decided:
            for book in decided.books:
                spoken = spoken_case(*line, book)
                ruling = judge(spoken.standing, spoken.report, spoken.book)
                assert call_message(ruling) == decided.call, line
                assert set(ruling.laws) <= set(decided.laws), line
                written = read_case(case_json(each.standing, each.report), book)
                assert (written.standing, written.report) == (spoken.standing, spoken.report)
        assert tuple(sorted(book for decided in each.decided for book in decided.books)) == tuple(
            sorted(compared.books)
        )


def test_what_is_said_tells_outcomes_apart(compared: Comparison) -> None:
    """Two rulebooks that share a sentence order the same, in every language."""
    for each in compared.differences:
        situation = Situation(each.standing, each.report)
        for decided in each.decided:
            ordered = [
                outcome(situation, judge(each.standing, each.report, RULEBOOKS[book]))
                for book in decided.books
            ]
            assert ordered == ordered[:1] * len(ordered), each.title
        for lang in LANGUAGES:
            said = {decided.call.text(lang) for decided in each.decided}
            assert len(said) == len(each.decided), (each.title, lang)


def test_titles_are_unique_in_every_language_and_in_the_order_of_play(compared: Comparison) -> None:
    for lang in LANGUAGES:
        titles = [each.title.text(lang) for each in compared.differences]
        assert len(set(titles)) == len(titles), lang
    places = [PARTS.index(each.part) for each in compared.differences]
    assert places == sorted(places)
    assert len(compared.differences) <= READABLE


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.id)
def test_a_rulebook_does_not_differ_from_its_copy(book: Rulebook) -> None:
    compared = compare((book, replace(book, id="copy")))

    assert (compared.differences, compared.values) == ((), ())


def test_a_worth_alone_is_a_value_and_no_difference_of_every_board() -> None:
    book = RULEBOOKS["family"]

    compared = compare((book, replace(book, id="copy", queen_worth=1)))

    assert compared.differences == ()
    assert [(each.name, dict(each.of)) for each in compared.values] == [
        ("queen_worth", {"family": 5, "copy": 1})
    ]


def test_a_clause_that_counts_otherwise_is_one_difference() -> None:
    """One End changed, wherever it decides, is what a person would name once."""
    book = RULEBOOKS["international-a"]
    changed = replace(
        book,
        id="copy",
        ends=tuple(
            replace(end, points=(Points.ONE,)) if end.why == "last-before-queen" else end for end in book.ends
        ),
    )

    compared = compare((book, changed))

    assert [str(each.title) for each in compared.differences] == ["the last own coin, the queen on the board"]


@pytest.mark.parametrize("books", PAIRS, ids=paired)
def test_no_way_in_which_rulebooks_differ_is_left_out(books: tuple[Rulebook, Rulebook]) -> None:
    """The census plays far more boards: with one coin of a side at a time, no other way comes up."""
    listed = set(ways_of_differing(books).values())
    usual = [with_usual_values(book) for book in books]
    plain = [
        each
        for white in (1, 2, 9)
        for black in (1, 2, 9)
        for standing in standings(books[0], white, black, False, False)
        if standing.points == (0, 0) and standing.in_hand == 1
        for each in strokes(books[0], standing, False)
    ]

    for standing, report in (*breaks(), *plain):
        if report.white > 1 or report.black > 1:
            continue
        situation = Situation(standing, report)
        ruled = tuple(outcome(situation, judge(standing, report, book)) for book in usual)
        assert not differing(ruled) or differing(ruled) in listed, (str(standing), str(report))


def test_every_value_of_a_rulebook_has_a_name_and_words() -> None:
    for lang in LANGUAGES:
        for each in values(ALL):
            assert each.title.text(lang)
            for book in each.of:
                assert each.said(book).text(lang)

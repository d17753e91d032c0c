"""Every abstract outcome meets exactly one ruling, every clause is reached, 19 coins are always there."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.census.census import Outcome, census, every_seventh

from carrom import rulebook
from carrom.rulebooks import RULEBOOKS
from carrom.rules import Rulebook, Standing, apply, judge
from carrom.rules.clauses import Clause, End
from carrom.rules.facts import StrokeFacts
from carrom.rules.ruling import BoardEnds, Fell, Ruling
from carrom.rules.standing import CoveredBy, OnBoard, Waiting
from carrom.rules.strokes import clause_for, facts_of
from carrom.stroke import StrokeReport
from carrom.words import BLACK, WHITE

GOLDEN = Path(__file__).parent / "golden.json"
BOOKS = pytest.mark.parametrize("book_id", list(RULEBOOKS))


@BOOKS
def test_the_census_by_every_seventh_outcome(book_id: str) -> None:
    """The daily slice of each rulebook: it reaches every clause, and every ruling that the part has."""
    book = rulebook(book_id)

    run_census(book, every_seventh(book), "slice")

    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert golden[f"{book_id} slice"].keys() == golden[f"{book_id} part"].keys()


@pytest.mark.long
@BOOKS
def test_the_census_part_by_part(book_id: str) -> None:
    """Few counts of coins, and all ends of a board."""
    book = rulebook(book_id)
    run_census(book, census(book, whole=False), "part")


@pytest.mark.long
@pytest.mark.timeout(1800)
@BOOKS
def test_the_whole_census(book_id: str) -> None:
    """All counts of coins: some hundred thousand rulings a book."""
    book = rulebook(book_id)
    run_census(book, census(book, whole=True), "whole")


def run_census(book: Rulebook, outcomes: Iterable[Outcome], name: str) -> None:
    counts: Counter[str] = Counter()
    reached: set[int] = set()
    for before, report in outcomes:
        ruling = judge(before, report, book)
        after = apply(before, ruling)
        counts[f"{ruling.laws[0].paragraph}: {ruling.findings[0].why}"] += 1
        reached.add(id(clause_for(facts_of(before, report, book), book)))
        assert_sound(before, report, ruling, after, book)

    clauses: list[Clause[StrokeFacts] | End[StrokeFacts]] = [*book.tries, *book.strokes, *book.ends]
    missed = [f"{clause.law}: {clause.why}" for clause in clauses if id(clause) not in reached]
    assert not missed, f"clauses no outcome reaches: {missed}"
    compare_with_golden(f"{book.id} {name}", counts)


def assert_sound(
    before: Standing, report: StrokeReport, ruling: Ruling, after: Standing, book: Rulebook
) -> None:
    """What must hold of every ruling, whatever the law."""

    def said() -> str:
        return f"{before} | {report} | {ruling} | {after}"

    for colour in (WHITE, BLACK):
        assert 0 <= after.coins.of(colour) <= 9, said()
        assert after.in_nets(colour) >= 0, said()
        assert after.due.of(colour) >= 0, said()
        # A due lasts only while there is nothing to pay it with.
        assert after.due.of(colour) == 0 or after.in_nets(colour) == 0, said()
        if not after.over:
            assert after.coins.of(colour) >= 1, said()
            accounted = before.coins.of(colour) - report.pocketed(colour) + ruling.put_back.of(colour)
            assert after.coins.of(colour) == accounted, said()
    if after.over:
        assert after.over.winner is not None, said()
        most = book.most_points or 14
        assert 1 <= after.over.points <= most, said()
        assert [type(each) for each in ruling.consequences[:2]] == [Fell, BoardEnds], said()
        assert any(report.pocketed(colour) == before.coins.of(colour) for colour in (WHITE, BLACK)), said()
    else:
        assert_queen_follows(before, report, after, said)


def assert_queen_follows(
    before: Standing, report: StrokeReport, after: Standing, said: Callable[[], str]
) -> None:
    """The queen is in one place: she waits only for the side on strike, and is never uncovered again."""
    if isinstance(before.queen, CoveredBy):
        assert after.queen == before.queen, said()
    if isinstance(after.queen, Waiting):
        assert after.on_strike is before.on_strike, said()
    if isinstance(before.queen, OnBoard) and not report.queen:
        assert isinstance(after.queen, OnBoard), said()


def compare_with_golden(name: str, counts: Counter[str]) -> None:
    """Counts per paragraph: a change of law shows as a diff a person can judge."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    found = dict(sorted(counts.items()))
    if os.environ.get("CARROM_WRITE_GOLDEN") == "1":
        golden[name] = found
        text = json.dumps(dict(sorted(golden.items())), indent=1, ensure_ascii=False)
        GOLDEN.write_text(text + "\n", encoding="utf-8")
        return
    assert name in golden, f"{name} has no golden counts: write them with CARROM_WRITE_GOLDEN=1"
    assert found == golden[name]


@BOOKS
def test_black_on_strike_is_white_on_strike_with_the_colours_exchanged(book_id: str) -> None:
    """No law knows a colour: every seventieth outcome, mirrored."""
    book = rulebook(book_id)
    for number, (before, report) in enumerate(census(book, whole=False)):
        if number % 70 or not before.broken:
            continue
        mirrored = replace(
            report,
            white=report.black,
            black=report.white,
            off_white=report.off_black,
            off_black=report.off_white,
        )

        after = apply(before, judge(before, report, book))
        other = apply(before.mirrored, judge(before.mirrored, mirrored, book))

        assert other == after.mirrored

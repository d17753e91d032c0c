"""The laws to read, and how each rulebook decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.played import played

from carrom.errors import ImpossibleCase, UnknownLaw
from carrom.i18n import typeset
from carrom.laws import BOOKS
from carrom.laws.texts import paragraphs, subjects
from carrom.live.readable_match import read_match
from carrom.live.refused import Refused
from carrom.parts import shown_ruling
from carrom.record import Record
from carrom.record.entries import Begun, Overruled, PlayCalled, Seated, Struck, Tossed
from carrom.record.fold import rule_on
from carrom.rules.match import rule_on as judged
from carrom.server.replay import law_pages
from carrom.stroke import Incident, StrokeReport
from carrom.words import Colour, Seat, Side

CASES = json.loads((Path(__file__).parents[1] / "laws" / "cases.json").read_text(encoding="utf-8"))


def case(stroke: str = "white striker", **board: object) -> dict[str, object]:
    """White on strike, five whites and four blacks on the board, unless it is said otherwise."""
    there = {"on_strike": "white", "white": 5, "black": 4} | board
    return {"board": there, "stroke": {"pocketed": stroke.split()}}


def test_all_laws_come_in_one_answer_in_any_language() -> None:
    """Every paragraph of every rulebook, with the titles of rulebooks and subjects."""
    english, french = law_pages.laws("en"), law_pages.laws("fr")

    assert [law.citation for law in english.laws] == [str(p.citation) for b in BOOKS for p in paragraphs(b)]
    assert [law.text for law in french.laws] == [
        typeset(p.text("fr"), "fr") for b in BOOKS for p in paragraphs(b)
    ]
    assert {law.lang for law in french.laws} == {"fr"}
    assert [each.subject for each in english.subjects] == list(subjects())
    assert [each.book for each in english.books] == list(BOOKS)
    assert {each.term for each in english.glossary} != {each.term for each in french.glossary}


def test_a_paragraph_comes_with_its_like_in_the_other_rulebooks() -> None:
    """Under its full citation or the usual short name of its rulebook."""
    page = law_pages.law("international 3.11 a", "en")

    assert page.law.citation == "international-a 3.11 a"
    assert {each.book for each in page.elsewhere} == set(BOOKS) - {"international-a"}


def test_a_paragraph_that_does_not_exist_is_refused() -> None:
    """With what comes near."""
    with pytest.raises(UnknownLaw, match="near it"):
        law_pages.law("international-a 3.11 zz", "en")


def test_a_case_is_decided_by_every_rulebook_its_own_first() -> None:
    """And where all order the same, that is said."""
    verdicts = law_pages.rule(case() | {"rulebook": "family"})

    assert [each.rulebook for each in verdicts.verdicts] == ["family", *(b for b in BOOKS if b != "family")]
    assert all(each.ruling is not None for each in verdicts.verdicts)
    assert {each.orders for each in verdicts.verdicts} == {0}


def test_rulebooks_that_order_otherwise_are_told_apart() -> None:
    """Two own coins in one stroke give one more stroke, or in the family game two."""
    verdicts = law_pages.rule(case("white white"))
    boards = {each.rulebook: each.board for each in verdicts.verdicts}

    orders = {each.rulebook: each.orders for each in verdicts.verdicts}
    assert orders["family"] != orders["international-a"] == orders["international-b"]
    assert boards["family"] is not None
    assert boards["international-a"] is not None
    assert boards["family"].text != boards["international-a"].text


@pytest.mark.parametrize("raw", CASES, ids=lambda raw: raw.get("id", ""))
def test_the_own_rulebook_says_what_the_agreed_case_expects(raw: dict[str, object]) -> None:
    """The same answer as `carrom rule` gives."""
    own = law_pages.rule(raw).verdicts[0]
    expected = raw.get("expect")
    assert own.ruling is not None
    assert isinstance(expected, dict)

    if expected.get("over") is not None:
        assert own.board is None
    elif "on_strike" in expected:
        assert own.board is not None
        assert own.board.on_strike == expected["on_strike"]


def test_extra_points_set_a_rulebook_apart_and_coins_of_a_board_that_is_over_do_not() -> None:
    """The last white falls with the striker before the queen: in the ICF 1 point more can be demanded."""
    verdicts = law_pages.rule(case("white striker", white=1) | {"rulebook": "icf"}).verdicts
    orders = {each.rulebook: each.orders for each in verdicts}

    assert orders["icf"] != orders["international-a"] == orders["international-b"]


def test_a_case_that_cannot_be_is_refused_with_its_field() -> None:
    """Nothing is decided."""
    with pytest.raises(ImpossibleCase) as refused:
        law_pages.rule(case("queen queen"))

    assert refused.value.field == "stroke.pocketed"


@pytest.mark.parametrize("demand", [-1, 2, 9])
def test_more_extra_points_than_the_law_gives_are_refused_as_by_the_command(demand: int) -> None:
    ends = case("white striker", white=1) | {"rulebook": "icf"}
    assert law_pages.rule(ends | {"demand": 1}).verdicts[0].ruling is not None

    with pytest.raises(ImpossibleCase, match="0 to 1 can") as refused:
        law_pages.rule(ends | {"demand": demand})

    assert refused.value.field == "demand"


def offered(**board: object) -> dict[str, tuple[str, ...]]:
    """Who can have done each incident that can have happened on a board."""
    raw: dict[str, object] = {"board": {"on_strike": "white", "white": 5, "black": 4} | board}
    return {each.kind: each.by for each in law_pages.possible_incidents(raw).incidents}


def test_only_incidents_that_can_have_happened_on_a_board_are_offered_and_by_whom() -> None:
    """The side on strike is late; there is room again only where a coin is held; nobody's have no sides."""
    here, held, whole = offered(), offered(held={"black": 1}), offered(white=9, black=9, broken=False)

    assert here["late-stroke"] == ("white",)
    assert here["foul"] == ("white",)
    assert here["technical-foul"] == ("white", "black")
    assert here["coin-broken"] == ()
    assert "room" not in here
    assert held["room"] == ("white",)
    assert "early-break" not in here
    assert whole["early-break"] == ("white",)


def test_the_rulebooks_are_offered_with_their_features() -> None:
    """The family game counts strokes and takes international fouls; only the editions have several games."""
    books = {each.book: each for each in law_pages.rulebooks("en")}

    assert list(books) == ["icf", *(book for book in BOOKS if book != "icf")]
    assert [each.book for each in books.values() if each.counts_strokes] == ["family"]
    assert books["family"].foul_book == "international-a"
    assert [each.book for each in books.values() if each.games_to_win > 1] == [
        "icf",
        "international-a",
        "international-b",
    ]


def foul(paragraph: str, rulebook: str) -> dict[str, object]:
    there = {"on_strike": "white", "white": 5, "black": 4}
    broken = {"kind": "foul", "by": "white", "paragraph": paragraph}
    return {"rulebook": rulebook, "board": there, "incident": broken}


def test_a_foul_is_cited_by_each_edition_under_its_own_letter() -> None:
    """What is 4 k in edition a is 4 l in edition b, and the other way round."""
    for given in (foul("4 k", "international-a"), foul("4 l", "international-b")):
        says = {each.rulebook: each.ruling for each in law_pages.rule(given).verdicts}
        a, b = says["international-a"], says["international-b"]
        assert a is not None
        assert b is not None

        assert a.findings[0].laws[0] == "international-a 4 k"
        assert b.findings[0].laws[0] == "international-b 4 l"


def test_a_rulebook_under_which_the_case_cannot_be_says_nothing() -> None:
    """The others do not know a paragraph of the family game."""
    verdicts = law_pages.rule(foul("queen 1", "family"))

    assert {each.orders for each in verdicts.verdicts[1:]} == {1}
    assert [each.rulebook for each in verdicts.verdicts if each.ruling is not None] == ["family"]
    assert {each.refused for each in verdicts.verdicts} == {"", "case/impossible"}


def test_an_entry_of_a_match_is_judged_where_it_stood() -> None:
    """Its own rulebook as it was given; that is also what it would be now."""
    table = played().table
    for entry in table.entries:
        if isinstance(event := entry.event, Struck):
            own = law_pages.verdicts(table, entry.seq).verdicts[0]
            again = judged(table.keeper.states[entry.seq - 2].match, event.report)

            assert own.rulebook == "international-a"
            assert own.ruling == shown_ruling(event.ruling) == shown_ruling(again)


def test_an_entry_that_decides_nothing_has_no_verdicts() -> None:
    """A toss, a seat, or no entry at all."""
    table = played().table
    for seq in (1, 2, table.seq + 1, 0):
        with pytest.raises(Refused):
            law_pages.verdicts(table, seq)


def test_a_corrected_call_is_judged_where_the_call_was_given() -> None:
    """By the corrected facts; a record without a table can be asked about too."""
    record = Record()
    record.enter(Begun("international-a", ("Asha",), ("Ben",)))
    record.enter(Tossed(Side.FIRST, "break"))
    record.enter(Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))))
    record.enter(PlayCalled())
    record.enter(rule_on(record.state, StrokeReport.parse("w")))
    facts = StrokeReport.parse("w s")
    record.enter(Overruled(5, rule_on(record.states[3], facts).ruling, facts))
    record.enter(rule_on(record.state, Incident("late-stroke", Colour.WHITE)))
    seen = read_match(record)

    assert law_pages.verdicts(seen, 6).verdicts[0].ruling == shown_ruling(
        judged(record.states[3].match, facts)
    )
    assert law_pages.verdicts(seen, 7).verdicts[0].ruling is not None

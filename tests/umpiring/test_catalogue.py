"""What the umpire can choose from: every breach, incident and ground of a rulebook, and its paragraph."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.umpiring.opened import ask, board, called, in_play, set_up

from carrom.cases import answer, read_case
from carrom.errors import UnknownLaw
from carrom.i18n import LANGUAGES, Message, phrases
from carrom.laws import cite
from carrom.laws.texts import paragraphs
from carrom.record.entries import Struck
from carrom.rulebooks import INTERNATIONAL_A, RULEBOOKS, rulebook
from carrom.rules.respot import RespotLaws
from carrom.stroke import INCIDENTS
from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.umpiring.catalogue.situations import questions
from carrom.umpiring.read import REQUESTS
from carrom.umpiring.view.types import Breach, Catalogue

BOOKS = tuple(RULEBOOKS)
EDITIONS = ("international-a", "international-b")
LONGEST_LABEL = 50

# Reported by an act of the desk and not from these lists: the desk itself says that a change of seats is
# owed, and a protest is words and a decision, about a call that was given.
BY_ACT = {"3.8 d": "change-seats", "4.3": "protest"}


def words(lang: str) -> dict[str, str]:
    """Every phrase of the catalogue, by its key."""
    return {key: str(phrase) for key, phrase in phrases(lang).items() if key.startswith("catalogue.")}


@pytest.mark.parametrize("book", BOOKS)
def test_the_list_begins_with_what_happens_most(book: str) -> None:
    """Fouls, a late stroke, touched coins; each is an incident of the rulebook, and the list is short."""
    all_ = report_catalogue(book)

    assert all_.frequent[:2] == ("foul", "technical-foul")
    assert {"late-stroke", "touched-coins"} & set(all_.frequent)
    assert set(all_.frequent) <= {kind.kind for kind in all_.kinds}
    assert len(set(all_.frequent)) == len(all_.frequent) <= 8


def laws_of(all_: Catalogue) -> list[str]:
    """Everything a catalogue cites."""
    return [
        *(each for kind in all_.kinds for each in kind.laws),
        *(breach.law for breach in all_.breaches),
        *(ground.law for ground in all_.grounds),
        *(done.law for asked in all_.questions for choice in asked.choices for done in choice.says),
    ]


def said_by(all_: Catalogue) -> list[Message]:
    """All that a catalogue says."""
    choices = [choice for question in all_.questions for choice in question.choices]
    return [
        *(said for kind in all_.kinds for said in (kind.text, kind.help)),
        *(breach.text for breach in all_.breaches),
        *(ground.text for ground in all_.grounds),
        *(question.text for question in all_.questions),
        *(choice.text for choice in choices),
        *(done.text for choice in choices for done in choice.says),
    ]


def every_breach(foul: bool) -> list[object]:
    """Every breach of every book that can be a foul, or else that makes a stroke improper."""
    return [
        pytest.param(book, breach, id=f"{book}: {breach.key}")
        for book in BOOKS
        for breach in report_catalogue(book).breaches
        if (breach.foul if foul else breach.improper)
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_every_citation_of_a_catalogue_exists(book: str) -> None:
    """In the book itself, or in the edition it takes its fouls from."""
    for each in laws_of(report_catalogue(book)):
        assert cite(each).book in (book, rulebook(book).foul_book)


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_of_incident_is_listed_once_with_its_paragraphs(book: str) -> None:
    """All rulebooks judge their kinds, their own way or by the laws they borrow."""
    listed = report_catalogue(book).kinds

    assert [kind.kind for kind in listed] == [each for each in INCIDENTS if each in rulebook(book).incidents]
    for kind in listed:
        judged_by = {str(each) for clause in rulebook(book).incidents[kind.kind] for each in clause.laws}
        assert judged_by <= set(kind.laws)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_paragraph_that_a_list_shows_is_the_one_that_decides_in_play(edition: str) -> None:
    """Coins touched are a foul while a board is played; before the break the law only has them put right."""
    record = in_play(edition)
    ask(record, "incident", kind="touched-coins", by="white")
    listed = {kind.kind: kind.laws for kind in report_catalogue(edition).kinds}["touched-coins"]

    assert called(record).laws[0] == listed[0]
    assert len(listed) > 1


@pytest.mark.parametrize("book", BOOKS)
def test_lists_follow_the_game_and_no_key_comes_twice(book: str) -> None:
    """From before "Play" to the end: a heading is read once, and a tap means one thing."""
    order = ["before-play", "seat", "striker", "stroke", "placing", "surface", "conduct", "end"]
    all_ = report_catalogue(book)

    for parts in ([kind.part for kind in all_.kinds], [breach.part for breach in all_.breaches]):
        places = [order.index(part) for part in parts]
        assert places == sorted(places)
    keys = [breach.key for breach in all_.breaches]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("book", "breach"), every_breach(foul=True))
def test_a_breach_is_a_foul_in_turn_and_a_technical_foul_out_of_it(book: str, breach: Breach) -> None:
    """The judge takes it as it is listed, names its paragraph, and gives the sanction of a plain breach."""
    record = in_play(book)
    ask(record, "incident", kind="technical-foul", by="black", paragraph=breach.law)
    technical = called(record)
    ask(record, "incident", kind="foul", by="white", paragraph=breach.law)
    foul = called(record)

    assert technical.laws[0] == foul.laws[0] == breach.law
    assert technical.findings[0].why == "technical-foul"
    assert foul.findings[0].why == "foul"


@pytest.mark.parametrize(("book", "breach"), every_breach(foul=True))
def test_a_breach_before_play_is_a_technical_foul_of_either_side(book: str, breach: Breach) -> None:
    """Nobody is on strike yet (4.1.1); there is nothing in the nets, so the coin is due."""
    record = set_up(book)
    for colour in ("white", "black"):
        ask(record, "incident", kind="technical-foul", by=colour, paragraph=breach.law)

        assert called(record).laws[0] == breach.law
    assert board(record).due == (1, 1)


@pytest.mark.parametrize(("book", "breach"), every_breach(foul=False))
def test_a_stroke_against_the_laws_is_judged_as_improper(book: str, breach: Breach) -> None:
    """Its own coin comes back, and the record keeps which law it broke."""
    record = in_play(book)
    ask(record, "stroke", pocketed=["white"], improper=True, breach=breach.law)
    struck = record.entries[-1].event

    assert isinstance(struck, Struck)
    assert struck.breach == breach.law
    assert struck.ruling.findings[0].why == "improper-own"


@pytest.mark.parametrize("book", BOOKS)
def test_every_breach_is_a_foul_or_makes_a_stroke_improper(book: str) -> None:
    """What only a stroke can show is nobody's foul while the other side plays."""
    for breach in report_catalogue(book).breaches:
        assert breach.foul or breach.improper
        assert breach.foul == (breach.turn != "own")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_reported_paragraph_of_chapters_3_and_4_can_be_reported(edition: str) -> None:
    """From the lists, by the guided questions, or by an act of the desk that is named here."""
    reached = set(laws_of(report_catalogue(edition)))
    reported = [
        str(each.citation)
        for each in paragraphs(edition)
        if each.status == "reported" and each.citation.paragraph[0] in "34"
    ]

    assert len(reported) > 40
    assert [each for each in reported if each not in reached] == [f"{edition} {each}" for each in BY_ACT]
    assert set(BY_ACT.values()) <= REQUESTS.keys()


@pytest.mark.parametrize("book", BOOKS)
def test_every_ground_loses_the_match(book: str) -> None:
    """The eight grounds of 4.2 and the nine of ICF 143, each under its own letter."""
    grounds = report_catalogue(book).grounds

    assert "".join(each.letter for each in grounds) == ("abcdefghi" if book == "icf" else "abcdefgh")
    for each in grounds:
        loses_the_match(book, each.letter)


def loses_the_match(book: str, letter: str) -> None:
    ground = {each.letter: each.law for each in report_catalogue(book).grounds}[letter]
    case = {
        "rulebook": book,
        "board": {"on_strike": "white", "white": 5, "black": 5},
        "incident": {"kind": "disqualified", "by": "black", "ground": letter},
    }
    ruled = answer(read_case(case))

    extra = {"extra": 0} if RULEBOOKS[book].has_extra_points else {}
    assert ruled["over"] == {"winner": "white", "points": 0, "of": "match"} | extra
    assert ruled["laws"] == [ground]


def test_shorter_texts_cite_themselves_where_they_speak() -> None:
    """And what they allow is no breach of theirs."""
    laws = {book: {breach.key: breach.law for breach in report_catalogue(book).breaches} for book in BOOKS}

    assert laws["ffc-basics"]["pushed"] == "ffc-basics play 5"
    assert laws["ffc-leaflet"]["striker-off-lines"] == "ffc-leaflet play 4"
    assert laws["ffc-leaflet"]["pushed"] == "international-a 3.2 a"
    assert laws["family"]["striker-on-circle"] == "family 2"
    assert laws["international-b"]["talked"] == "international-b 4 n"
    assert "other-hand" not in laws["ffc-basics"]
    assert "striker-on-arrow" not in laws["family"]
    assert "slow-change-of-seats" not in laws["ffc-leaflet"]


def test_an_unknown_rulebook_is_refused_with_those_there_are() -> None:
    """The alias is known; what is not is named."""
    assert report_catalogue("international").rulebook == "international-a"
    with pytest.raises(UnknownLaw, match=r"internatoinal.*did you mean international"):
        report_catalogue("internatoinal")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_is_said_in_both_languages_and_nothing_is_said_for_nobody(lang: str) -> None:
    """Every code has its words, and every phrase a code."""
    said = [each for book in BOOKS for each in said_by(report_catalogue(book))]
    other = replace(INTERNATIONAL_A, respot=RespotLaws("next", "striker-first", "touching", "next"))
    choices = [choice for question in questions(other) for choice in question.choices]
    said += [instruction.text for choice in choices for instruction in choice.says]

    assert {each.key for each in said} == words(lang).keys()
    assert all(each.text(lang).strip() for each in said)


def test_both_languages_have_the_same_placeholders() -> None:
    """What one language fills in, the other does too."""
    english, french = words("en"), words("fr")

    for key, phrase in english.items():
        assert re.findall(r"\{\w+\}", phrase) == re.findall(r"\{\w+\}", french[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_label_fits_on_a_phone(lang: str) -> None:
    """Breaches and incidents are read at a glance, in a list."""
    labels = {
        key: phrase for key, phrase in words(lang).items() if re.match(r"catalogue\.(breach|incident)\.", key)
    }

    assert [key for key, phrase in labels.items() if len(phrase) > LONGEST_LABEL] == []

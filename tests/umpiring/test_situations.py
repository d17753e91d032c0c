"""Guided questions about what comes off the board, tips or piles up: every end of them is a right report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.says import law
from tests.umpiring.opened import ask, board, called, in_play

from carrom.cases import answer, read_case, ruling_json
from carrom.i18n import LANGUAGES
from carrom.record import Record
from carrom.rulebooks import INTERNATIONAL_A, RULEBOOKS
from carrom.rules import Ruling, Standing, apply
from carrom.rules.respot import RespotLaws
from carrom.rules.standing_words import board_fields
from carrom.stroke import AtRest, StrokeReport
from carrom.stroke.incident import NOBODY
from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.umpiring.catalogue.situations import questions
from carrom.umpiring.view.types import Choice, Question

BOOKS = tuple(RULEBOOKS)

Path = tuple[Choice, ...]


def leaves(book: str) -> Iterator[Path]:
    """Every way through the questions to an end."""
    all_ = report_catalogue(book)
    by_key = {question.key: question for question in all_.questions}

    def through(question: Question, path: Path) -> Iterator[Path]:
        for choice in question.choices:
            if choice.to:
                yield from through(by_key[choice.to], (*path, choice))
            else:
                yield (*path, choice)

    return through(by_key[all_.first], ())


def named(path: Path) -> str:
    return " ".join(choice.key for choice in path)


def end(book: str, answers: str) -> Choice:
    """Where these answers lead."""
    return next(path[-1] for path in leaves(book) if named(path) == answers)


def every_leaf() -> list[object]:
    return [
        pytest.param(book, path[-1], id=f"{book}: {named(path)}") for book in BOOKS for path in leaves(book)
    ]


def counted(choice: Choice) -> list[str]:
    """What left the board, with what the umpire counts by hand: here two blacks and a white."""
    return [*choice.off, *(("black", "black", "white") if choice.asks == "off" else ())]


def facts(choice: Choice) -> dict[str, object]:
    """An answer's facts as a stroke of the wire."""
    return {"pocketed": list(choice.pocketed), "off": counted(choice), "at_rest": list(choice.at_rest)}


def incident(choice: Choice) -> dict[str, object]:
    """An answer's incident: black places or holds, and white's stroke left a coin teetering."""
    if choice.pocketed:
        return {"kind": choice.incident, "by": "white", "pocketed": list(choice.pocketed)}
    by = {} if choice.incident in NOBODY else {"by": "black"}
    return {"kind": choice.incident, **by}


def reported(record: Record, choice: Choice) -> Ruling:
    """What the desk enters for an answer, where its facts go."""
    if choice.into == "incident":
        ask(record, "incident", **incident(choice))
    else:
        ask(record, "stroke", **facts(choice))
    return called(record)


def ruled(book: str, before: Standing, choice: Choice) -> dict[str, object]:
    """The same asked as a case of docs/cases.md."""
    asked: dict[str, object] = {"rulebook": book, "board": board_fields(before)}
    if choice.incident:
        return answer(read_case(asked | {"incident": incident(choice)}))
    stroke = facts(choice)
    stroke["off_board"] = stroke.pop("off")
    return answer(read_case(asked | {"stroke": stroke}))


@pytest.mark.parametrize("book", BOOKS)
def test_questions_lead_on_and_never_in_a_circle(book: str) -> None:
    """Every question is reached by one answer, and no two answers of a question have one name."""
    all_ = report_catalogue(book)
    order = [question.key for question in all_.questions]
    leading = [(at, choice.to) for at, q in enumerate(all_.questions) for choice in q.choices if choice.to]

    assert all_.first == order[0]
    assert sorted(to for _, to in leading) == sorted(order[1:])
    assert all(order.index(to) > at for at, to in leading)
    for question in all_.questions:
        assert len({choice.key for choice in question.choices}) == len(question.choices) > 1


@pytest.mark.parametrize(("book", "choice"), every_leaf())
def test_every_end_of_the_questions_is_ruled_as_the_same_case_is(book: str, choice: Choice) -> None:
    """The desk takes it and rules as `carrom rule` does; the law its facts rest on was shown before."""
    record = in_play(book)
    before = board(record)
    ruling = reported(record, choice)

    after = RULEBOOKS[book].with_rights(apply(before, ruling))
    assert ruling_json(after, ruling, RULEBOOKS[book]) == ruled(book, before, choice)
    assert choice.says
    if choice.at_rest or choice.incident:
        assert choice.says[-1].law in ruling.laws


@pytest.mark.parametrize("book", BOOKS)
def test_an_end_says_where_its_facts_go(book: str) -> None:
    """Facts go into a stroke or an incident, which names its kind, and nothing has neither."""
    for *_, choice in leaves(book):
        seen = bool(choice.off or choice.pocketed or choice.at_rest or choice.asks)

        assert seen == (choice.into == "stroke" or choice.incident == "fell-later")
        assert bool(choice.incident) == (choice.into == "incident")


# Section 2.8 of our reading of the laws, row by row: the answers, the facts they end in, what is to be done.
ROWS = [
    ("jumped stayed-off white", "nothing off white", "jumped-coin 3.9 a"),
    ("jumped stayed-off black", "nothing off black", "jumped-coin 3.9 a"),
    ("jumped stayed-off queen", "nothing off queen", "jumped-queen 3.12 b"),
    ("jumped stayed-off queen-white", "nothing off white queen", "jumped-queen-coin 3.9 a"),
    ("jumped stayed-off queen-black", "nothing off black queen", "jumped-queen-coin 3.9 a"),
    ("jumped stayed-off white-black", "nothing off white black", "jumped-white-black 3.9 a"),
    ("jumped stayed-off several", "nothing off white black black", "jumped-several 3.9 a"),
    ("jumped fell-back white", "nothing fell-back off white", "jumped-coin 3.9 a, restore-displaced 3.9 b"),
    (
        "jumped fell-back queen",
        "nothing fell-back off queen",
        "jumped-queen 3.12 b, restore-displaced 3.9 b",
    ),
    (
        "jumped fell-back white-black",
        "nothing fell-back off white black",
        "jumped-white-black 3.9 a, restore-displaced 3.9 b",
    ),
    ("jumped only-lamp", "nothing touched-lamp", "all-stands 3.9 b"),
    ("on-edge", "nothing on-edge", "on-edge 3.10 a"),
    ("coin-on-coin", "nothing stacked", "stacked 3.10 b"),
    ("striker-on-coin clear-of-pockets", "nothing striker-on-coin", "lift-striker 3.10 c"),
    ("coin-on-striker it-stays", "nothing coin-on-striker", "lift-coin 3.10 d"),
    ("coin-on-striker it-falls black", "black coin-on-striker", "lifted-falls 3.10 d"),
    ("umpire-moved", "nothing", "restore-own 3.10 c"),
    ("striker-on-coin tipped-in white", "white striker tipped-together", "both-pocketed 3.10 e"),
    ("striker-on-coin held-up", "nothing striker-over-pocket", "striker-counts 3.10 f"),
    ("teetering not-fallen", "nothing", "leave-teetering 3.10 g"),
    ("teetering fallen queen", "queen teetered", "teetered 3.10 g"),
    ("striker-on-coin fell-as-lifted", "nothing striker-on-coin", "restore-fallen 3.10 c"),
    ("teetering fallen-later white", "fell-later", "teetered-later 3.10 g"),
    ("coin-broken", "coin-broken", "replace-coin 4 f"),
    ("room no-room", "no-room", "hold-coin 3.11 i"),
    ("room room-again", "room", "put-down-coin 3.11 i"),
]


@pytest.mark.parametrize(("answers", "report", "done"), ROWS, ids=[row[0] for row in ROWS])
def test_every_row_about_jumped_tipped_and_piled_up_coins_is_reached(
    answers: str, report: str, done: str
) -> None:
    """Under edition a; the other books cite and letter it their way."""
    reached = end("international-a", answers)
    stroke = StrokeReport.of(reached.pocketed, counted(reached), at_rest=tuple(map(AtRest, reached.at_rest)))
    says = [f"{each.code} {each.law.removeprefix('international-a ')}" for each in reached.says]

    assert (reached.incident or str(stroke)) == report
    assert ", ".join(says) == done


def test_the_family_game_puts_a_jumped_coin_into_the_rosette() -> None:
    """Its rule 8, whoever jumped with whom; the turn is lost."""
    for company in ("white", "queen", "queen-black", "white-black", "several"):
        says = end("family", f"jumped stayed-off {company}").says

        assert [(each.code, each.law) for each in says] == [("jumped-rosette", "family 8")]
    record = in_play("family")
    reported(record, end("family", "jumped fell-back white"))
    assert str(board(record).on_strike) == "black"


@pytest.mark.parametrize(
    ("company", "code"),
    [
        ("white", "jumped-coin"),
        ("queen", "jumped-queen-next"),
        ("queen-white", "jumped-queen-coin-next"),
        ("queen-black", "jumped-queen-coin-next"),
        ("white-black", "jumped-white-black-striker-first"),
        ("several", "jumped-several-touching"),
    ],
)
def test_jumped_coins_are_put_back_as_the_text_says(company: str, code: str) -> None:
    """By edition a but for who struck and who strikes next; in every language."""
    laws = RespotLaws("next", "striker-first", "touching", "next")
    asked = questions(replace(INTERNATIONAL_A, respot=laws))
    which = next(question for question in asked if question.key == "which-jumped")

    (says,) = next(choice.says for choice in which.choices if choice.key == company)

    assert says.code == code
    assert len({says.text.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_edition_b_has_its_own_letters() -> None:
    """There the striker over a pocket is e and the teetering coin f."""
    assert end("international-b", "striker-on-coin held-up").says[0].law == "international-b 3.10 e"
    assert end("international-b", "teetering fallen white").says[0].law == "international-b 3.10 f"


def test_what_the_umpire_moved_is_restored_and_not_reported() -> None:
    """Nor is a coin that has not fallen yet."""
    assert end("international-a", "umpire-moved").into == "nothing"
    assert end("international-a", "teetering not-fallen").into == "nothing"


def test_a_striker_over_a_pocket_costs_what_a_fallen_one_costs() -> None:
    """Held up alone it is the striker alone; tipped in with an own coin both count."""
    held_up, tipped = in_play("international-a"), in_play("international-a")
    reported(held_up, end("international-a", "striker-on-coin held-up"))
    reported(tipped, end("international-a", "striker-on-coin tipped-in white"))

    assert str(board(held_up)).startswith("black on strike, 6 white, 9 black")
    assert str(board(tipped)).startswith("white on strike, 6 white, 9 black")


@law("international-a 3.10 g", "international-b 3.10 f")
def test_a_coin_that_falls_after_the_turn_has_passed_is_in_and_the_turn_stays_passed() -> None:
    """The stroke that left it there has pocketed it."""
    record = in_play("international-a")
    ask(record, "stroke")
    reported(record, end("international-a", "teetering fallen-later white"))

    assert str(board(record)).startswith("black on strike, 4 white, 9 black")
    assert "international-a 3.10 g" in called(record).laws

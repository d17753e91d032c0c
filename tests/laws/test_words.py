"""The one-line forms of standings and strokes, and the words of rulings in both languages."""

from __future__ import annotations

import re
import string
from dataclasses import is_dataclass
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.says import BASICS, FAMILY, ICF, LEAFLET, A, incident, standing, stroke
from tests.says import B as EDITION_B

from carrom import INTERNATIONAL_A, Standing, StrokeReport, play, rulebook
from carrom.errors import ImpossibleCase, NotationError
from carrom.i18n import LANGUAGES, listed, phrases, t
from carrom.rules import clauses as clauses_module
from carrom.rules import match as match_module
from carrom.rules import rulebook as rulebook_module
from carrom.rules import ruling as ruling_module
from carrom.rules import score as score_module
from carrom.rules import standing as standing_module
from carrom.rules.placing import PlacingLaws
from carrom.rules.respot import RespotLaws
from carrom.rules.ruling import Consequence
from carrom.rules.standing import (
    ON_BOARD,
    WAITING,
    BoardOver,
    CoveredBy,
    Each,
    Phase,
    Queen,
    ToBreak,
    ToStrike,
    possible,
)
from carrom.rules.standing_words import standing_message
from carrom.stroke import INCIDENTS, AtRest
from carrom.words import BLACK, WHITE, Colour

colours = st.sampled_from(Colour)
QUEENS: tuple[Queen, ...] = (ON_BOARD, WAITING, CoveredBy(WHITE), CoveredBy(BLACK))


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    """Any board that can be, its break made."""
    coins = Each(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    held = Each(draw(st.integers(0, 9 - coins.white)), draw(st.integers(0, 9 - coins.black)))
    return Standing(
        draw(colours),
        coins,
        draw(st.sampled_from(QUEENS)),
        Each(draw(st.integers(0, 4)), draw(st.integers(0, 4))),
        held,
        Each(draw(st.booleans()), draw(st.booleans())),
        Each(draw(st.integers(0, 24)), draw(st.integers(0, 24))),
        draw(st.integers(0, 5)),
        draw(
            st.one_of(
                st.builds(ToStrike, st.integers(1, 4)), st.builds(BoardOver, colours, st.integers(0, 12))
            )
        ),
    )


@st.composite
def reports(draw: st.DrawFn) -> StrokeReport:
    white, black, queen = draw(st.integers(0, 9)), draw(st.integers(0, 9)), draw(st.booleans())
    off = Each(draw(st.integers(0, 9)), draw(st.integers(0, 9)))
    striker = draw(st.booleans())
    still = not (white or black or queen or off.white or off.black)
    return StrokeReport(
        white,
        black,
        queen,
        striker,
        off.white,
        off.black,
        touched=not (still and draw(st.booleans())),
        improper=draw(st.booleans()),
        at_rest=tuple(
            draw(st.lists(st.sampled_from([AtRest.ON_EDGE, AtRest.STACKED]), unique=True, max_size=2))
        ),
    )


@given(standings())
def test_a_standing_survives_being_written_and_read(board: Standing) -> None:
    assert Standing.parse(str(board)) == board


@pytest.mark.parametrize("tries", range(4))
def test_a_board_to_be_broken_survives_too(tries: int) -> None:
    board = Standing(WHITE, Each(9, 9), due=Each(1, 0), phase=ToBreak(tries))

    assert Standing.parse(str(board)) == board


def test_a_void_board_survives_too() -> None:
    board = Standing(WHITE, Each(5, 5), earned=Each(True, True), phase=BoardOver(None, 0))

    assert str(board).endswith("board void")
    assert Standing.parse(str(board)) == board


@given(reports())
def test_a_stroke_survives_being_written_and_read(report: StrokeReport) -> None:
    assert StrokeReport.parse(str(report)) == report


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("white on strike, 9 white, five black", "column 26: cannot read 'five black'"),
        ("white on strike, 9 white", "must say, for example, '5 black'"),
        ("9 white, 5 black", "must say, for example, 'white on strike'"),
        ("red on strike, 9 white, 5 black", "column 1: cannot read 'red on strike'"),
    ],
)
def test_an_unreadable_standing_names_its_column_and_the_form(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        Standing.parse(text)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("white on strike, 10 white, 5 black", "board.white"),
        ("white on strike, 8 white, 5 black, 2 white held", "board.held.white"),
        ("white on strike, 6 white, 6 black, 4 black held", "board.held.black"),
        ("white on strike, 5 white, 0 black", "board.black"),
        ("white on strike, 5 white, 5 black, white has 25 points", "board.points.white"),
        ("white on strike, 5 white, 5 black, 6 passes", "board.passes"),
        ("white on strike, 8 white, 9 black, to break", "board.broken"),
        ("white on strike, 9 white, 9 black, queen waiting, to break", "board.broken"),
        ("white on strike, 5 white, 5 black, 0 strokes in hand", "board.strokes_in_hand"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_its_field(text: str, field: str) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        Standing.parse(text)

    assert refused.value.field == field


def test_counts_below_nothing_are_refused() -> None:
    board = Standing(WHITE, Each(5, 5))

    for wrong in (
        Standing(WHITE, Each(-1, 5)),
        Standing(WHITE, Each(5, 5), due=Each(0, -1)),
        Standing(WHITE, Each(5, 5), held=Each(0, -1)),
        Standing(WHITE, Each(5, 5), points=Each(-1, 0)),
        Standing(WHITE, Each(5, 5), passes=-1),
        Standing(WHITE, Each(9, 9), phase=ToBreak(-1)),
    ):
        with pytest.raises(ImpossibleCase):
            possible(wrong)
    assert possible(board) is board


@pytest.mark.parametrize(
    ("short", "whole"),
    [("ww", "w w"), ("2w", "w w"), ("wbs", "w b s"), ("w,b", "w b"), ("2w1bq off 2b", "w w b q off b b")],
)
def test_pieces_may_be_written_together_or_counted(short: str, whole: str) -> None:
    assert StrokeReport.parse(short) == StrokeReport.parse(whole)


def test_a_french_umpire_has_french_letters() -> None:
    letters = {"b": "white", "n": "black", "r": "queen", "p": "striker"}

    assert StrokeReport.parse("b nn p", letters) == StrokeReport(white=1, black=2, striker=True)


FIVES = "white on strike, 5 white, 5 black"
NINE = "white on strike, 9 white, 5 black, queen on board"
BREAK = "white on strike, 9 white, 9 black, to break"


@pytest.mark.parametrize(
    ("book", "before", "what", "readings"),
    [
        (A, FIVES, "q s", (1,)),
        (A, FIVES, "q b s", ()),
        (A, BREAK, "q s", ()),
        (A, FIVES, "abandon white", (2,)),
        (A, "white on strike, 1 white, 5 black, queen covered by white, white owes 1", "w", (34, 3)),
        (A, "white on strike, 9 white, 9 black, queen covered by white, black owes 1", "9b", (3,)),
        (A, "white on strike, 9 white, 5 black, queen covered by white, white owes 1", "9w s", (7,)),
        (A, "white on strike, 9 white, 5 black, queen on board, white owes 1", "9w s", (7, 3)),
        (A, FIVES, "disqualified black d", (4,)),
        (A, FIVES, "technical-foul black 4 k", (5,)),
        (A, FIVES, "foul white 4 k", ()),
        (A, "white on strike, 9 white, 5 black, queen waiting, white owes 1", "w", (6,)),
        (LEAFLET, "white on strike, 9 white, 5 black, queen waiting, white owes 1", "w", (6,)),
        (A, NINE + ", white owes 1", "q w", (6,)),
        (A, NINE + ", white owes 1, white has the right to the queen", "q w", (6,)),
        (BASICS, NINE + ", white owes 1", "q w", (6,)),
        (LEAFLET, NINE + ", white owes 1", "q w", (6,)),
        (A, FIVES, "w s", (7,)),
        (A, "white on strike, 4 white, 1 black, queen waiting", "w b", ()),
        (A, "white on strike, 4 white, 1 black", "w b q", (8,)),
        (A, "white on strike, 4 white, 1 black", "b improper", (9,)),
        (A, "white on strike, 1 white, 4 black", "w improper", (9,)),
        (A, "white on strike, 1 white, 1 black, queen waiting", "w b improper", (9,)),
        (A, NINE + ", white has the right to the queen", "q w", (10,)),
        (A, NINE, "q w", ()),
        (A, FIVES, "late-stroke white", (11,)),
        (A, FIVES, "bumped-board white", (12,)),
        (A, "white on strike, 5 white, 5 black, queen waiting", "ignored-request white", (12,)),
        (EDITION_B, "white on strike, 5 white, 5 black, queen waiting", "bumped-board black", (12,)),
        (EDITION_B, FIVES, "bumped-board white", ()),
        (FAMILY, FIVES, "w w", (13,)),
        (FAMILY, FIVES + ", 2 strokes in hand", "nothing", (13,)),
        (FAMILY, FIVES, "w", ()),
        (FAMILY, FIVES, "w b q", (13,)),
        (FAMILY, "white on strike, 5 white, 5 black, queen waiting", "w b", (13,)),
        (FAMILY, FIVES, "w b", ()),
        (A, BREAK, "early-break white", (20,)),
        (A, "white on strike, 1 white, 4 black, queen covered by white, 1 white held", "w", (21,)),
        (A, "white on strike, 9 white, 5 black, queen waiting, white owes 2", "w w", (22,)),
        (BASICS, NINE + ", white has the right to the queen", "q w", (23,)),
        (BASICS, NINE, "q w s", (24,)),
        (LEAFLET, NINE, "q w s", (24,)),
        (FAMILY, NINE, "q w s", (24,)),
        (BASICS, "white on strike, 1 white, 4 black", "q w", (25,)),
        (LEAFLET, "white on strike, 1 white, 4 black", "q w", (25,)),
        (FAMILY, "white on strike, 1 white, 4 black", "q w", (25,)),
        (FAMILY, BREAK, "s missed", (26,)),
        (FAMILY, "white on strike, 9 white, 5 black, queen waiting, white owes 1", "w", (26,)),
        (FAMILY, "white on strike, 4 white, 1 black", "b s", (26,)),
        (FAMILY, "white on strike, 1 white, 4 black", "w s", (26,)),
        (FAMILY, "white on strike, 0 white, 4 black, 2 white held", "s", ()),
        (A, BREAK, "missed improper", (27,)),
        (A, BREAK + " after 1 try", "foul white", (27,)),
        (A, BREAK, "late-stroke white", (11, 27)),
        (A, BREAK, "left-chair white", (27,)),
        (A, FIVES + ", 5 passes", "missed s", (28,)),
        (A, FIVES + ", 5 passes", "missed", ()),
        (A, "white on strike, 9 white, 1 black, queen covered by black, white owes 1", "9w b", (29,)),
        (A, "white on strike, 0 white, 1 black, queen covered by black, white owes 1, 9 white held", "b", ()),
        (A, FIVES, "foul white 4 o", (30,)),
        (A, FIVES, "wrong-colour-placed black unnoticed", (31,)),
        (A, FIVES, "wrong-colour-placed black", ()),
        (BASICS, FIVES, "bumped-board white", (33,)),
        (A, "white on strike, 5 white, 5 black, white owes 1", "nothing", (34,)),
        (A, "white on strike, 5 white, 5 black, black owes 1", "technical-foul black", (34,)),
        (A, BREAK, "touched-coins white", (36,)),
        (A, FIVES + ", new turn", "foul white", (41,)),
        (A, "white on strike, 1 white, 1 black, queen waiting", "w b s", (42,)),
        (A, FIVES, "nothing off s", (44,)),
        (BASICS, "white on strike, 1 white, 4 black", "w", (46,)),
        (A, FIVES, "out-of-turn black: b", (47,)),
        (A, FIVES, "out-of-turn white: w", (47,)),
        (A, "white on strike, 1 white, 4 black", "out-of-turn black: w", (47, 9)),
        (A, FIVES, "fell-later black: w", (48,)),
        (A, FIVES, "played-theirs white: b", ()),
        (LEAFLET, "white on strike, 1 white, 4 black", "w", (46,)),
        (A, "white on strike, 1 white, 4 black", "w", ()),
        (A, FIVES, "s", ()),
        (ICF, BREAK + " after 3 tries", "missed", (49,)),
        (ICF, BREAK + " after 2 tries", "missed", ()),
        (ICF, FIVES, "w b", (50,)),
        (ICF, FIVES, "bumped-board white", (53,)),
        (ICF, FIVES, "out-of-turn black: b", (53,)),
        (ICF, FIVES, "b s improper", (54,)),
        (ICF, FIVES, "left-chair white", ()),
        (ICF, FIVES + ", queen waiting", "left-chair white", (55,)),
        (ICF, FIVES + ", queen covered by white", "ignored-request black", (55,)),
        (ICF, FIVES + ", queen covered by white", "bumped-board white", (53, 55)),
        (ICF, NINE + ", white owes 1", "q", ()),
        (ICF, NINE + ", white owes 1", "q w", (56,)),
        (ICF, NINE + ", white owes 1", "q w s", (56,)),
        (ICF, "white on strike, 9 white, 5 black, queen waiting, white owes 1", "w", (57,)),
        (ICF, "white on strike, 1 white, 1 black, queen covered by white", "w b", (58,)),
        (ICF, "white on strike, 1 white, 1 black, queen covered by black", "w b improper", (58,)),
        (ICF, "white on strike, 4 white, 1 black, queen covered by white", "b s", (59,)),
        (ICF, "white on strike, 4 white, 1 black, queen covered by white", "b improper", (59,)),
        (ICF, "white on strike, 1 white, 1 black, queen waiting", "w b s", (60,)),
        (ICF, "white on strike, 4 white, 1 black, queen waiting", "b s", (60,)),
        (ICF, "white on strike, 4 white, 1 black", "b q", (61,)),
        (ICF, "white on strike, 4 white, 1 black", "w b q improper", (61,)),
        (ICF, "white on strike, 4 white, 1 black", "w b q", (62,)),
        (ICF, "white on strike, 4 white, 1 black, queen waiting", "w b", (62,)),
        (ICF, "white on strike, 4 white, 1 black, queen waiting", "b", ()),
        (ICF, FIVES, "q b s", (63,)),
        (ICF, FIVES, "q s", ()),
        (ICF, FIVES, "bad-placing black", (65,)),
        (ICF, FIVES, "wrong-colour-placed black", (65,)),
        (ICF, FIVES, "wrong-colour-placed black unnoticed", ()),
        (ICF, FIVES, "late-stroke white", (66,)),
        (ICF, FIVES + ", new turn", "late-stroke white", (66,)),
        (ICF, FIVES + ", queen waiting", "nothing improper", (67,)),
        (ICF, FIVES, "three-passes", (68,)),
        (ICF, FIVES + ", new turn, late once", "late-stroke white", (70,)),
        (ICF, FIVES, "abandon black", (2,)),
        (ICF, FIVES, "technical-foul black 129", (5,)),
        (ICF, "white on strike, 1 white, 4 black, queen covered by white, 1 white held", "w", (21,)),
        (ICF, FIVES + ", 5 passes", "missed s", (68, 28)),
        (ICF, FIVES + ", 5 passes", "missed", (68,)),
        (ICF, FIVES, "nothing striker-over-pocket", (69,)),
        (ICF, FIVES, "foul white 88b", (65,)),
        (ICF, FIVES, "technical-foul black 89b", (65,)),
        (ICF, FIVES, "foul white 114", (65,)),
        (ICF, FIVES, "foul white 85", (65, 30)),
        (ICF, "white on strike, 5 white, 5 black, queen waiting", "late-stroke white", (66, 67)),
        (ICF, FIVES, "foul white 136", (30,)),
        (ICF, "white on strike, 5 white, 5 black, white owes 1", "nothing", (34,)),
        (ICF, FIVES, "fell-later black: w", (48,)),
    ],
)
def test_a_ruling_names_the_readings_it_rests_on(
    book: str, before: str, what: str, readings: tuple[int, ...]
) -> None:
    """The numbers are those of docs/readings.md."""
    report = incident(what) if what.partition(" ")[0] in INCIDENTS else stroke(what)

    _, ruling = play(standing(before), report, rulebook(book))

    assert ruling.readings == readings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("w x", "column 3: 'x' is not part of a stroke"),
        ("strikr", "did you mean striker?"),
        ("q q", "only one queen"),
        ("w missed", "coins moved, so the striker touched one"),
        ("q off q", "cannot also leave the board"),
        ("s off s", "cannot also leave the board"),
        ("nothing teetered", "teetered needs the coin"),
        ("off", "column 4: what left the board? Name it after off"),
        ("w off", "column 6: what left the board? Name it after off"),
        ("nothing w", "column 1: nothing means that nothing fell"),
        ("w tipped-together", "tipped-together needs the striker"),
        ("w w w w w w w w w w", "10 coins of a colour"),
    ],
)
def test_an_unreadable_or_impossible_stroke_says_why(text: str, says: str) -> None:
    with pytest.raises((NotationError, ImpossibleCase), match=re.escape(says)):
        StrokeReport.parse(text)


@pytest.mark.parametrize(
    ("before", "what", "says"),
    [
        (
            "white on strike, 1 white, 5 black",
            "w w",
            "stroke.pocketed: 2 white coins, but 1 lie on the board",
        ),
        ("white on strike, 1 white, 5 black", "w off w", "2 white coins, but 1"),
        ("white on strike, 5 white, 1 black", "nothing off b b", "stroke.off_board: 2 black coins"),
        (
            "white on strike, 5 white, 5 black, queen waiting",
            "q",
            "stroke.pocketed: the queen is not on the board",
        ),
        (
            "white on strike, 5 white, 5 black, queen covered by black",
            "nothing off q",
            "stroke.off_board: the queen",
        ),
    ],
)
def test_more_than_lay_on_the_board_cannot_fall(before: str, what: str, says: str) -> None:
    with pytest.raises(ImpossibleCase, match=re.escape(says)):
        play(standing(before), stroke(what), INTERNATIONAL_A)


def test_both_languages_have_the_same_phrases_placeholders_and_plurals() -> None:
    english, french = phrases("en"), phrases("fr")
    assert english.keys() == french.keys()

    for key, phrase in english.items():
        forms = {lang: _forms(phrases(lang)[key]) for lang in LANGUAGES}
        fields = {lang: {name for form in forms[lang] for name in _placeholders(form)} for lang in LANGUAGES}
        assert fields["en"] == fields["fr"], key
        for lang in LANGUAGES:
            known = phrases(lang)[key]
            assert isinstance(known, str) or set(known) == {"one", "other"}, key
        assert phrase


def test_a_refusal_is_said_in_two_languages() -> None:
    """A phrase that is nothing but other messages needs no words of its own."""
    refused = [key for key in phrases("en") if key.startswith(("refused.", "stage.", "noun."))]

    same = {key for key in refused if phrases("en")[key] == phrases("fr")[key]}

    assert all(re.fullmatch(r"\{\w+\}", str(phrases("en")[key])) for key in same), same


def _forms(phrase: str | dict[str, str]) -> list[str]:
    return [phrase] if isinstance(phrase, str) else list(phrase.values())


def _placeholders(text: str) -> set[str]:
    # A spelled-out count and a figure say the same.
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return {"n" if name == "count" else name for name in names}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_and_every_incident_has_words(lang: str) -> None:
    from carrom.rulebooks import RULEBOOKS

    reasons = {
        clause.why
        for book in RULEBOOKS.values()
        for clause in (
            *book.tries,
            *book.strokes,
            *book.ends,
            *(c for each in book.incidents.values() for c in each),
        )
    }
    for why in reasons:
        assert t(f"why.{why}", lang, n=1)
    for fact in AtRest:
        assert t(f"why.{fact}", lang)
    for kind in INCIDENTS:
        assert t(f"incident.{kind}", lang)


@pytest.mark.parametrize(
    ("before", "what", "english", "french"),
    [
        (
            "white on strike, 5 white, 5 black",
            "s",
            "The striker fell: one white coin is put back and black plays.",
            "Le palet est tombé : un jeton blanc est replacé et la main passe aux noirs.",
        ),
        (
            "white on strike, 9 white, 5 black, white owes 2",
            "s",
            "The striker fell: white owes one coin more and black plays.",
            "Le palet est tombé : les blancs doivent un jeton de plus et la main passe aux noirs.",
        ),
        (
            "black on strike, 9 white, 1 black, queen covered by black",
            "b",
            "The side on strike pocketed its last coin: "
            "black wins the board with 12 points (3 for the queen).",
            "Le tireur a logé son dernier jeton : "
            "les noirs gagnent le board avec 12 points (dont 3 pour la reine).",
        ),
        (
            "white on strike, 5 white, 5 black, 1 pass",
            "w w off b",
            "Own coins fell: white plays on. What left the board goes on the centre circle: one black coin.",
            "Des jetons du tireur sont tombés : les blancs rejouent. "
            "Ce qui a quitté le plateau est remis sur le cercle central : un jeton noir.",
        ),
    ],
)
def test_a_ruling_explains_itself_in_both_languages(
    before: str, what: str, english: str, french: str
) -> None:
    _, ruling = play(standing(before), stroke(what), INTERNATIONAL_A)

    assert ruling.explain("en") == english
    assert ruling.explain("fr") == french


@pytest.mark.parametrize(
    ("board", "mirrored"),
    [
        (
            "white on strike, 9 white, 5 black, queen waiting, white owes 1, 2 black held",
            "black on strike, 5 white, 9 black, queen waiting, 2 white held, black owes 1",
        ),
        (
            "black on strike, 4 white, 5 black, queen covered by white, 2 passes",
            "white on strike, 5 white, 4 black, queen covered by black, 2 passes",
        ),
        (
            "white on strike, 0 white, 5 black, queen on board, board over: white wins 5",
            "black on strike, 5 white, 0 black, queen on board, board over: black wins 5",
        ),
    ],
)
def test_a_mirrored_board_has_its_colours_exchanged(board: str, mirrored: str) -> None:
    assert str(standing(board).mirrored) == mirrored
    assert standing(board).mirrored.mirrored == standing(board)


def test_coins_held_are_not_in_the_nets() -> None:
    board = standing("white on strike, 7 white, 5 black, 1 white held, 3 black held")

    assert (board.in_nets(WHITE), board.in_nets(BLACK)) == (1, 1)


def test_a_ruling_that_changes_nothing_says_so() -> None:
    board = standing("white on strike, 9 white, 9 black, to break")

    _, ruling = play(board, incident("touched-coins white"), INTERNATIONAL_A)

    assert ruling.explain() == "Before the break coins may be set straight by hand; nothing changes."
    assert str(ruling) == "nothing changes (3.5 a)"


def test_passes_are_forgotten_with_the_board() -> None:
    over, _ = play(
        standing("white on strike, 1 white, 4 black, queen covered by white, 3 passes"),
        stroke("w"),
        INTERNATIONAL_A,
    )

    assert over.passes == 0


def test_what_left_the_board_is_counted_together() -> None:
    board = standing("white on strike, 5 white, 5 black, queen on board")

    _, ruling = play(board, stroke("nothing off w b q"), INTERNATIONAL_A)

    assert ruling.explain().endswith("one white coin, one black coin and the queen.")


VALUES = {
    *get_args(Queen),
    *get_args(Phase),
    *get_args(Consequence),
    *(PlacingLaws, RespotLaws),
    *(
        value
        for module in (
            rulebook_module,
            ruling_module,
            standing_module,
            clauses_module,
            match_module,
            score_module,
        )
        for value in vars(module).values()
        if is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__
    ),
}


@pytest.mark.parametrize("value", sorted(VALUES, key=str), ids=lambda value: value.__name__)
def test_nothing_mutates(value: type) -> None:
    """Every value the judge handles is frozen, and has no room for anything else."""
    assert is_dataclass(value)
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]  # every dataclass has it
    assert "__slots__" in vars(value)


def test_french_counts_nothing_in_the_singular() -> None:
    assert t("then.put-back.white", "fr", n=0) == "aucun jeton blanc est replacé"
    assert t("then.put-back.white", "en", n=0) == "no white coins are put back"
    assert t("then.put-back.white", "en", n=12) == "12 white coins are put back"


def test_parts_are_joined_as_a_sentence_joins_them() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "fr") == "a, b et c"


def test_one_coin_of_a_colour_is_counted_in_the_singular() -> None:
    said = standing_message(standing("white on strike, 1 white, 2 black, queen covered by white"))

    assert "1 blanc et 2 noirs sur le plateau" in said.text("fr")
    assert "1 white and 2 black on the board" in said.text("en")

"""What the umpire calls: the consequence first, in a few words, for every ruling there can be."""

from __future__ import annotations

from typing import get_args

import pytest
from tests.says import incident, standing, stroke

from carrom import FAMILY, INTERNATIONAL_A, play
from carrom.i18n import LANGUAGES, phrases
from carrom.rules.calls import CALLED, call_message
from carrom.rules.ruling import BreakMade, Consequence, Earned, Fell, Passed, TriesSpent
from carrom.stroke import Incident, StrokeReport

COUNTED = (Fell, Earned, BreakMade, Passed, TriesSpent)
"""Consequences that only keep count."""


def called(board: str, what: StrokeReport | Incident, lang: str = "en") -> str:
    _, ruling = play(standing(board), what, INTERNATIONAL_A)
    return call_message(ruling).text(lang)


@pytest.mark.parametrize(
    ("board", "what", "said"),
    [
        ("white on strike, 5 white, 5 black", stroke("white"), "White plays on."),
        ("white on strike, 5 white, 5 black", stroke("nothing"), "Black to play."),
        ("white on strike, 5 white, 5 black", stroke("queen"), "Queen! Pocket one more white to cover her."),
        ("black on strike, 5 white, 5 black", stroke("queen"), "Queen! Pocket one more black to cover her."),
        (
            "white on strike, 5 white, 5 black, queen waiting",
            stroke("white"),
            "Queen covered! White plays on.",
        ),
        (
            "white on strike, 5 white, 5 black, queen waiting",
            stroke("nothing"),
            "The queen goes back. Black to play.",
        ),
        ("white on strike, 5 white, 5 black", stroke("striker"), "One white goes back. Black to play."),
        ("white on strike, 9 white, 5 black", stroke("striker"), "White owes one coin. Black to play."),
        (
            "white on strike, 1 white, 5 black, queen covered by white",
            stroke("white"),
            "White wins the board with 8 points (3 for the queen).",
        ),
    ],
)
def test_the_consequence_is_called_and_then_whose_turn_it_is(
    board: str, what: StrokeReport | Incident, said: str
) -> None:
    assert called(board, what) == said


def test_the_call_of_a_coin_off_the_board_says_where_it_goes() -> None:
    """In the family game that is the rosette."""
    board, off = standing("white on strike, 5 white, 5 black"), stroke("nothing off black")

    said = {book.id: call_message(play(board, off, book)[1]).text("en") for book in (INTERNATIONAL_A, FAMILY)}

    assert said == {
        "international-a": "Back on the centre: one black coin. Black to play.",
        "family": "Back in the rosette: one black coin. Black to play.",
    }


def test_a_call_is_made_in_every_language() -> None:
    board, queen = "white on strike, 5 white, 5 black", stroke("queen")

    assert called(board, queen, "fr") == "La reine ! Logez encore un blanc pour la confirmer."
    assert all(called(board, queen, lang) for lang in LANGUAGES)


def test_every_consequence_is_called_or_only_keeps_count() -> None:
    assert {*CALLED, *COUNTED} == {*get_args(Consequence)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_consequence_has_words_for_its_call(lang: str) -> None:
    """All that can be part of a ruling's sentence can be called."""
    known = phrases(lang)
    parts = {key.removeprefix("then.") for key in known if key.startswith("then.")}
    calls = {key.removeprefix("call.") for key in known if key.startswith("call.")}

    assert {part for part in parts - calls if not part.startswith("respotted.")} == set()


def test_what_changes_nothing_is_said_as_it_is_ruled() -> None:
    _, ruling = play(
        standing("white on strike, 5 white, 5 black"), incident("bad-placing black"), INTERNATIONAL_A
    )

    assert call_message(ruling).text("en")

"""The words that players look for find the paragraph they mean, first or near the top."""

from __future__ import annotations

import pytest

from carrom.laws.texts import law_texts, search, sought

NEAR_THE_TOP = 3

EXPECTED = {
    "en": {
        "thumbing": "icf 17",
        "thumb shot": "icf 17",
        "push": "icf 11",
        "pushing": "icf 33",
        "flick": "icf 34",
        "left hand": "icf 35",
        "elbow": "icf 37",
        "baseline": "icf 130",
        "timer": "icf 50",
        "coin toss": "icf 39a",
        "rosette": "icf 41a",
        "break": "icf 44",
        "missed break": "icf 45a",
        "extra turn": "icf 48",
        "striker in pocket": "icf 72a",
        "due": "icf 13",
        "foul": "icf 64a",
        "technical foul": "icf 63a",
        "queen cover": "icf 15",
        "cover the queen": "icf 97a",
        "queen points": "icf 52b",
        "slam": "icf 26",
        "chair": "icf 29",
        "stand up": "icf 91",
        "off the board": "icf 65a",
        "striker off the board": "icf 116",
        "scoring": "icf 53a",
        "pass": "icf 137",
        "wrong color": "icf 125",
        "powder": "icf 122",
        "resign": "icf 139",
    },
    "fr": {
        "tir au pouce": "icf 17",
        "pouce": "icf 17",
        "pousser": "icf 11",
        "pichenette": "icf 34",
        "main gauche": "icf 35",
        "coude": "icf 37",
        "ligne de base": "icf 130",
        "chronomètre": "icf 50",
        "pile ou face": "icf 39a",
        "rosace": "icf 41a",
        "ouverture": "icf 44",
        "break manqué": "icf 45a",
        "rejouer": "icf 48",
        "palet dans le trou": "icf 72a",
        "dette": "icf 13",
        "faute": "icf 64a",
        "faute technique": "icf 63a",
        "confirmer la reine": "icf 15",
        "couvrir": "icf 97a",
        "valeur de la reine": "icf 52b",
        "chelem": "icf 26",
        "chaise": "icf 29",
        "se lever": "icf 91",
        "jeton sorti": "icf 65a",
        "points": "icf 53a",
        "passer son tour": "icf 137",
        "mauvaise couleur": "icf 125",
        "talc": "icf 122",
        "abandonner": "icf 139",
    },
    "de": {
        "Daumen": "icf 17",
        "Daumenstoss": "icf 17",
        "schieben": "icf 11",
        "Schnippen": "icf 34",
        "Linkshänder": "icf 35",
        "Ellenbogen": "icf 37",
        "Grundlinie": "icf 130",
        "Zeitlimit": "icf 50",
        "Münzwurf": "icf 39a",
        "Aufstellung": "icf 41a",
        "Anstoß": "icf 44",
        "missglückter Anstoß": "icf 45a",
        "noch einmal": "icf 48",
        "Striker im Loch": "icf 72a",
        "Schulden": "icf 13",
        "Foul": "icf 64a",
        "technisches Foul": "icf 63a",
        "Dame decken": "icf 15",
        "Queen decken": "icf 97a",
        "Wert der Queen": "icf 52b",
        "Slam": "icf 26",
        "Stuhl": "icf 29",
        "aufstehen": "icf 91",
        "vom Brett": "icf 65a",
        "Punkte": "icf 53a",
        "passen": "icf 137",
        "falsche Farbe": "icf 125",
        "Puder": "icf 122",
        "aufgeben": "icf 139",
    },
}


@pytest.mark.parametrize(
    ("lang", "typed", "expected"),
    [(lang, typed, law) for lang, table in EXPECTED.items() for typed, law in table.items()],
)
def test_what_a_player_types_finds_the_law_that_is_meant(lang: str, typed: str, expected: str) -> None:
    found = [law.citation for law in search(typed.split(), lang)]

    assert expected in found[:NEAR_THE_TOP]


def test_an_edition_that_shares_the_wording_stands_beside_it() -> None:
    found = [law.citation for law in search(["thumbing"])]

    assert found == ["icf 17", "international-a 3.2 d", "international-b 3.2 d"]


def test_words_are_meant_as_a_whole() -> None:
    """A coin is not only a coin toss; a word being typed counts from its first letters."""
    assert "icf 39a" not in [law.citation for law in search(["coin"])][:NEAR_THE_TOP]
    assert search(["thumbi"])[0].citation == "icf 17"
    assert [law.citation.book for law in search(["thumbing"], books=["international-a"])] == [
        "international-a"
    ]


def test_every_language_has_words_for_the_same_things() -> None:
    for lang in EXPECTED:
        assert list(law_texts(lang, "sought")) == [each.key for each in sought()]

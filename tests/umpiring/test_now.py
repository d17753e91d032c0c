"""What a match waits for, in one line, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.umpiring.scripted import Desk, doubles, singles

from carrom.i18n import phrases
from carrom.record import Record
from carrom.umpiring import match_view


def asked() -> Record:
    return singles().play().ask("ask", side="second").record


def to_place() -> Record:
    return singles().play().stroke("white").stroke("white", "white", "striker").record


def to_cover() -> Record:
    return singles().play().stroke("white").stroke("queen").record


def tossed(choice: str, players: int = 1) -> Record:
    """Ben's side has won the toss and chosen."""
    sides = {"first": ["Asha", "Chan"][:players], "second": ["Ben", "Dora"][:players]}
    desk = Desk().ask("begin", rulebook="international", **sides)
    return desk.ask("toss", winner="second", choice=choice).record


def given_up() -> Record:
    return doubles().play().ask("give-up", side="first", why="retired").record


@pytest.mark.parametrize(
    ("played", "english", "french"),
    [
        (Record, "The match has not begun.", "Le match n'a pas commencé."),
        (
            lambda: tossed("seats"),
            "Ben chooses the seats and sits down first; Asha breaks.",
            "Ben choisit les places et s'assied d'abord ; Asha ouvre.",
        ),
        (
            lambda: tossed("break"),
            "Asha chooses a seat first, then Ben takes the other and breaks.",
            "Asha choisit d'abord sa place, puis Ben prend l'autre et ouvre.",
        ),
        (
            lambda: tossed("seats", 2),
            "Ben and Dora choose all seats and sit down first; Asha and Chan break.",
            "Ben et Dora choisissent toutes les places et s'asseyent d'abord ; Asha et Chan ouvrent.",
        ),
        (
            lambda: tossed("break", 2),
            "Asha and Chan choose their seats first, Ben and Dora take the other two and sit down, "
            "Asha and Chan sit down last; Ben and Dora break.",
            "Asha et Chan choisissent d'abord leurs places, Ben et Dora prennent les deux autres et "
            "s'asseyent, Asha et Chan s'asseyent en dernier ; Ben et Dora ouvrent.",
        ),
        (lambda: singles().record, "Asha breaks next", "Asha ouvrira"),
        (lambda: singles().play().record, "Asha breaks", "Asha ouvre"),
        (lambda: singles().play().stroke("white").record, "Asha to strike", "À Asha de jouer"),
        (to_cover, "Asha must cover the queen", "Asha doit confirmer la reine"),
        (to_place, "Ben puts back 3 white coins", "Ben remet 3 jetons blancs"),
        (
            asked,
            "Play stops: Ben asked the umpire",
            "Le jeu s'arrête : demande de Ben à l'arbitre",
        ),
        (
            given_up,
            "Ben and Dora won the match · Asha and Chan retired",
            "Ben et Dora ont gagné le match · Asha et Chan se sont retirés",
        ),
    ],
)
def test_everybody_reads_what_the_match_waits_for(
    played: Callable[[], Record], english: str, french: str
) -> None:
    now = match_view(played()).now

    assert (now.text("en"), now.text("fr")) == (english, french)


def test_every_stage_has_its_line() -> None:
    stages = {"to-begin", "to-toss", "to-seat.break", "to-seat.seats", "to-toss-again", "over", "replayed"}

    assert {f"now.{stage}" for stage in stages} <= phrases("en").keys()

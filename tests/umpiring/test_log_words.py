"""What the lines of a log say, and to whom."""

from __future__ import annotations

import pytest
from tests.says import stroke

from carrom.i18n import LANGUAGES, Message, reader_of
from carrom.record.entries import (
    CameLate,
    CoinPlaced,
    GaveUp,
    Happened,
    PlayCalled,
    ProtestSpoken,
    Remarked,
    RosetteTurned,
    Struck,
    TakenBack,
    Tossed,
    UmpireAsked,
)
from carrom.record.entries import Event as AnyEvent
from carrom.rules.ruling import Ruling
from carrom.stroke import Incident
from carrom.umpiring.view.log import line_message
from carrom.words import Coin, Colour, Side

NO_RULING = Ruling(())
ONE, TWO = ("Asha",), ("Asha", "Ben")


@pytest.mark.parametrize(
    ("event", "names", "reader", "english", "french"),
    [
        (
            Struck(stroke("white white striker"), NO_RULING),
            ONE,
            "",
            "Asha: the striker and 2 white pocketed.",
            "",
        ),
        (Struck(stroke("nothing"), NO_RULING), ONE, "Asha", "You: nothing pocketed.", "Vous : rien de logé."),
        (Tossed(Side.FIRST, "break"), TWO, "", "Asha and Ben break.", "Asha et Ben ont l'ouverture."),
        (Tossed(Side.FIRST, "break"), TWO, "Ben", "You and Asha break.", "Vous avez l'ouverture avec Asha."),
        (RosetteTurned(-0.5), ONE, "", "Asha turned the rosette 29° to the right.", ""),
        (
            CoinPlaced(Coin.QUEEN),
            (),
            "",
            "The umpire put the queen back.",
            "L'arbitre a remis la reine en jeu.",
        ),
        (CameLate(Side.FIRST), ONE, "Asha", "You came late.", "Vous êtes en retard."),
        (GaveUp(Side.FIRST, "resigned"), ONE, "", "Asha resigned the match.", "Asha a abandonné le match."),
        (Happened(Incident("abandon", Colour.WHITE), NO_RULING), ONE, "", "Asha gave up the game.", ""),
        (PlayCalled(), (), "", "Umpire: Play!", "Arbitre : Play !"),
        (UmpireAsked(Side.FIRST, "the light"), ONE, "", "Asha called the umpire: the light.", ""),
        (Remarked("no full stop"), (), "", "“no full stop”", "« no full stop »"),
        (ProtestSpoken(Side.FIRST, 7), ONE, "", "Asha protests against: stroke 3.", "Asha conteste : tir 3."),
        (TakenBack(7), (), "", "Undone, back to: stroke 3.", "Retour à : tir 3."),
    ],
)
def test_a_line_says_what_happened_and_speaks_to_its_reader(
    event: AnyEvent, names: tuple[str, ...], reader: str, english: str, french: str
) -> None:
    said = line_message(event, names, Message("log.stroke", {"number": 3, "board": 1}))

    assert said.text("en", reader) == english
    assert said.text("fr", reader).endswith(french)
    assert all(said.text(lang, reader) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (reader_of(("You",)), "You came late."),
        (reader_of(("You", "Ben")), "You came late."),
        (reader_of(("Ben",)), "Player came late."),
        (reader_of(()), "Player came late."),
        (None, "You came late."),
    ],
)
def test_who_gave_no_name_is_you_for_nobody_else(reader: str | None, said: str) -> None:
    """Away from the table (None) it is who looks at their own matches."""
    assert line_message(CameLate(Side.FIRST), ("You",)).text("en", reader) == said

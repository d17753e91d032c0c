"""What the lines of a log say, and to whom."""

from __future__ import annotations

import pytest
from tests.says import stroke
from tests.umpiring.opened import ask

from carrom.i18n import LANGUAGES, Message, reader_of
from carrom.record import Record
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
from carrom.rules.ruling import Finding, Ruling
from carrom.stroke import Incident
from carrom.umpiring.view.log import line_fields
from carrom.words import Coin, Colour, Side

RULING = Ruling((Finding((), "abandon", ()),))
ONE, TWO = ("Asha",), ("Asha", "Ben")


def said_of(event: AnyEvent, names: tuple[str, ...]) -> Message:
    """The sentence about an event on an open board; these are the first side, who break."""
    first, second = names or ONE, ("Chloé", "Dev")[: len(names) or 1]
    chairs = ("south", "north") if len(first) == 1 else ("south", "east", "north", "west")
    seated = [name for pair in zip(first, second, strict=True) for name in pair]
    record = Record()
    ask(record, "begin", rulebook="international", first=list(first), second=list(second))
    ask(record, "toss", winner="first", choice="break")
    ask(record, "seat", seats=[list(pair) for pair in zip(chairs, seated, strict=True)], breaker=first[0])
    ask(record, "play")
    text = line_fields(event, record.state, Message("log.stroke", {"number": 3, "board": 1}))["text"]
    assert isinstance(text, Message)
    return text


@pytest.mark.parametrize(
    ("event", "names", "reader", "english", "french"),
    [
        (
            Struck(stroke("white white striker"), RULING),
            ONE,
            "",
            "Asha: the striker and 2 white pocketed.",
            "",
        ),
        (Struck(stroke("nothing"), RULING), ONE, "Asha", "You: nothing pocketed.", "Vous : rien au filet."),
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
        (Happened(Incident("abandon", Colour.WHITE), RULING), ONE, "", "Asha gave up the game.", ""),
        (PlayCalled(), (), "", "Umpire: Play!", "Arbitre : Play !"),
        (UmpireAsked(Side.FIRST, "the light"), ONE, "", "Asha called the umpire: the light.", ""),
        (Remarked("no full stop"), (), "", "“no full stop”", "« no full stop »"),
        (ProtestSpoken(Side.FIRST, 7), ONE, "", "Asha protests against: stroke 3.", "Asha conteste : tir 3."),
        (TakenBack(7), (), "", "Undone, back to “stroke 3”.", "Retour à « tir 3 »."),
    ],
)
def test_a_line_says_what_happened_and_speaks_to_its_reader(
    event: AnyEvent, names: tuple[str, ...], reader: str, english: str, french: str
) -> None:
    said = said_of(event, names)

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
    assert said_of(CameLate(Side.FIRST), ("You",)).text("en", reader) == said

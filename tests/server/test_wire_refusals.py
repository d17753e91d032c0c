"""What is refused, as it goes over the wire."""

from __future__ import annotations

import json

import pytest

from carrom.errors import (
    CarromError,
    ImpossibleAim,
    ImpossibleCase,
    ImpossiblePlacing,
    NotNow,
    RecordError,
    RecordFull,
    SimulationError,
    Stale,
    StoreError,
    UnknownLaw,
)
from carrom.i18n import LANGUAGES
from carrom.live.refused import Refused
from carrom.server.encoding import encoded
from carrom.server.errors import refusal_of, status_of
from carrom.stroke import Aim
from carrom.table import Table, begin
from carrom.words import Side


def on_strike() -> Table:
    table = begin("international-a", ("Asha",), ("Ben",), strict=False)
    table.toss(Side.FIRST, "break")
    table.seat()
    table.turn("Asha", 0.0)
    return table


@pytest.mark.parametrize(
    ("error", "code", "status"),
    [
        (NotNow("refused.match.over"), "play/not-now", 409),
        (UnknownLaw("refused.sentence", text="no"), "law/unknown", 404),
        (ImpossibleCase("x", "refused.board.broken"), "case/impossible", 422),
        (Stale("refused.sentence", 3, text="no"), "table/stale", 409),
        (StoreError("locked", "refused.sentence", text="no"), "store/failed", 503),
        (Refused("room/unknown"), "room/unknown", 404),
        (CarromError("refused.sentence", text="no"), "carrom/error", 422),
    ],
)
def test_every_refusal_has_a_code_and_a_status(error: CarromError, code: str, status: int) -> None:
    told = refusal_of(error).code

    assert (told, status_of(told)) == (code, status)


@pytest.mark.parametrize(
    ("error", "english", "french"),
    [
        (RecordFull(9), "The record has 9 entries", "9"),
        (
            ImpossibleCase("stroke.pocketed", "refused.stroke.one-queen"),
            "There is only one queen.",
            "Il n'y a qu'une reine.",
        ),
        (Refused("table/asks-used", {"n": 3}), "called the umpire 3 times", "déjà appelé l'arbitre 3 fois"),
        (
            StoreError("locked", "refused.sentence", text="/home/asha/carrom.sqlite: locked"),
            "cannot save right now",
            "ne peut rien enregistrer",
        ),
        (
            Stale("refused.sentence", 3, text="somebody was faster"),
            "The table has moved on",
            "La table a changé",
        ),
        (
            SimulationError("refused.sentence", text="no rest"),
            "could not be worked out",
            "n'a pas pu être calculé",
        ),
    ],
)
def test_a_refusal_says_itself_in_the_readers_language(error: CarromError, english: str, french: str) -> None:
    """What ails the server is said by its code: the reader learns what to do, the log what was wrong."""
    texts = {lang: json.loads(encoded(refusal_of(error), lang))["text"] for lang in LANGUAGES}

    assert english in texts["en"]
    assert french in texts["fr"]
    assert all(text[0].isupper() and text.endswith(".") for text in texts.values())


def test_a_refusal_says_where_it_went_wrong() -> None:
    """The field of a case, the line of a record, the rules a place breaks."""
    assert refusal_of(ImpossibleCase("board.white", "refused.board.over")).args["field"] == "board.white"
    assert refusal_of(RecordError("refused.record.empty", 7)).args["line"] == 7
    assert refusal_of(ImpossiblePlacing("refused.sentence", ("touching", "pair"), text="no")).args[
        "failed"
    ] == [
        "touching",
        "pair",
    ]
    assert refusal_of(Refused("table/stale", {"v": 5})).args == {"v": 5}


def test_no_file_of_this_machine_is_named_to_others() -> None:
    """Where the store lies is in the log alone."""
    assert (
        refusal_of(StoreError("locked", "refused.sentence", text="/home/asha/carrom.sqlite: locked")).args
        == {}
    )


@pytest.mark.parametrize(
    ("aim", "why"),
    [
        ("south x 0.19, angle 1.5, speed 3.0", "base-circle"),
        ("south x 0.3, angle 1.5, speed 3.0", "ends"),
        ("south x 0.0, angle 90°, speed 0.05", "slight"),
    ],
)
def test_a_refused_aim_names_the_rule_it_broke(aim: str, why: str) -> None:
    """By the key under which the page has words for it."""
    table, wanted = on_strike(), Aim.parse(aim)
    with pytest.raises(ImpossibleAim) as refused:
        table.strike("Asha", wanted)
    args = refusal_of(refused.value).args

    assert args["why"] == why


def test_a_stroke_too_slight_comes_with_the_power_that_would_do() -> None:
    """In percent of full force, rounded up: with it the stroke is one."""
    table, wanted = on_strike(), Aim.parse("south x 0.0, angle 90°, speed 0.05")
    with pytest.raises(ImpossibleAim) as refused:
        table.strike("Asha", wanted)
    power = refusal_of(refused.value).args["power"]
    assert isinstance(power, float)
    speed = power / 100.0 * table.equipment.pace.full_force

    assert table.strike("Asha", Aim.parse(f"south x 0.0, angle 90°, speed {speed}")) is not None

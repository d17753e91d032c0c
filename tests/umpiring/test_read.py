"""Requests from JSON: read as they are meant, or refused with the field at fault."""

from __future__ import annotations

import re
import typing
from typing import Any

import pytest

from carrom import umpiring
from carrom.errors import ImpossibleCase
from carrom.umpiring import requests as ask
from carrom.umpiring.read import REQUESTS

EXAMPLES: tuple[umpiring.Request, ...] = (
    ask.Begin(
        "family",
        ("Asha", "Ben"),
        ("Chloé", "Dev"),
        "game",
        "Cup",
        "2",
        "17",
        "board 4",
        "Eve",
        (("Dev", "Nice"),),
    ),
    ask.Toss("second", "seats"),
    ask.Seat((("south", "Asha"), ("north", "Ben")), "Asha"),
    ask.TossAgain("Ben"),
    ask.Trial("first", False),
    ask.Late("second"),
    ask.Play(),
    ask.Stroke(("white", "striker"), ("black",), True, True, "3.2 h", ("on-edge",), 12.5),
    ask.Incident("foul", "white", "4 k"),
    ask.Placed(("white", "queen"), 9.0),
    ask.Demand(1),
    ask.ChangeSeats(100.0),
    ask.ChangeStriker("Asha"),
    ask.Ask("first", "was that a foul?"),
    ask.Remark("the lamp flickered"),
    ask.Undo(7, "typed wrong"),
    ask.Overrule("seen again", stroke=ask.Stroke(("black",))),
    ask.Overrule("seen again", incident=ask.Incident("three-passes")),
    ask.Overrule("seen again", by_hand=ask.ByHand({"on_strike": "white", "white": 3, "black": 2})),
    ask.Overrule("seen again", by_hand=ask.ByHand(winner="white", points=4, queen="black")),
    ask.Correct(12, "it was two", stroke=ask.Stroke(("white", "white")), drop=True),
    ask.SetPoints(3, 14, "the sheet was wrong"),
    ask.GiveUp("second", "retired"),
    ask.Protest("first"),
    ask.WriteProtest("the striker had not fallen", "3.11 a"),
    ask.DecideProtest(False, "it had"),
)


def _json(request: umpiring.Request) -> dict[str, Any]:
    return {
        "do": next(name for name, kind in REQUESTS.items() if kind is type(request)),
        **umpiring.to_json(request, "en"),
    }


def test_every_request_there_is_has_an_example_here() -> None:
    assert {type(each) for each in EXAMPLES} == set(typing.get_args(ask.Request))


@pytest.mark.parametrize("request_", EXAMPLES, ids=lambda each: type(each).__name__)
def test_a_request_is_read_back_as_it_was_written(request_: umpiring.Request) -> None:
    """All its fields, nested ones too; lists become tuples again."""
    assert umpiring.read_request(_json(request_)) == request_


def test_what_is_left_out_has_its_usual_value() -> None:
    assert umpiring.read_request({"do": "stroke"}) == ask.Stroke()
    assert umpiring.read_request({"do": "play"}) == ask.Play()


def test_texts_lie_on_one_line() -> None:
    """A score sheet has one line for a remark, whatever was typed on a phone."""
    read = umpiring.read_request({"do": "remark", "text": "  the lamp\nflickered,\tagain "})

    assert read == ask.Remark("the lamp flickered, again")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (None, "request: must be an object, not null"),
        ([], "request: must be an object, not a list"),
        ({}, "do: null is unknown; say begin,"),
        ({"do": ["stroke"]}, "do: a list is unknown"),
        ({"do": "storke"}, "do: 'storke' is unknown; did you mean stroke?"),
        ({"do": "play", "now": True}, "play: unknown field 'now'; it takes none"),
        ({"do": "stroke", "pocket": []}, "stroke: unknown field 'pocket'; did you mean pocketed?"),
        ({"do": "toss", "winner": "first"}, "toss.choice: is required"),
        (
            {"do": "toss", "winner": "white", "choice": "break"},
            "toss.winner: 'white' is unknown; say first or second",
        ),
        ({"do": "toss", "winner": 1, "choice": "break"}, "toss.winner: the number 1 is unknown"),
        ({"do": "stroke", "pocketed": "white"}, "stroke.pocketed: must be a list, not a text"),
        ({"do": "stroke", "pocketed": ["red"]}, "stroke.pocketed: 'red' is unknown"),
        ({"do": "stroke", "touched": 1}, "stroke.touched: must be true or false, not the number 1"),
        ({"do": "stroke", "seconds": -1}, "stroke.seconds: must be 0 or more seconds"),
        ({"do": "stroke", "seconds": float("nan")}, "stroke.seconds: must be 0 or more seconds"),
        ({"do": "stroke", "seconds": True}, "stroke.seconds: must be 0 or more seconds"),
        ({"do": "undo", "to": 1.5}, "undo.to: must be a whole number, not the number 1.5"),
        ({"do": "undo", "to": 10**400}, "undo.to: this number is out of bounds; 1000000 is the most"),
        ({"do": "x" * 999}, f"do: '{'x' * 39}… is unknown"),
        ({"do": "undo", "to": True}, "undo.to: must be a whole number, not true or false"),
        ({"do": "remark", "text": 3}, "remark.text: must be a text, not the number 3"),
        ({"do": "remark", "text": "x" * 501}, "remark.text: 501 characters are too many; 500 are the most"),
        ({"do": "remark", "text": "a\u202eb"}, "remark.text: holds characters that cannot be written"),
        ({"do": "remark", "text": "a\ud800b"}, "remark.text: holds characters that cannot be written"),
        (
            {"do": "change-striker", "player": "A" * 41},
            "change-striker.player: 41 characters are too many; 40",
        ),
        ({"do": "seat", "seats": [["south"]]}, "seat.seats: must be a list of 2, not of 1"),
        ({"do": "seat", "seats": [["sofa", "Asha"]]}, "seat.seats: 'sofa' is unknown; say south, east"),
        ({"do": "overrule", "reason": "", "stroke": {"do": "stroke"}}, "overrule.stroke: unknown field 'do'"),
        ({"do": "overrule", "reason": "", "stroke": {"off": 1}}, "overrule.stroke.off: must be a list"),
        (
            {"do": "overrule", "reason": "", "by_hand": {"board": []}},
            "overrule.by_hand.board: must be an object",
        ),
    ],
)
def test_what_is_no_request_is_refused_with_the_field_and_what_would_work(raw: object, says: str) -> None:
    with pytest.raises(ImpossibleCase, match=re.escape(says)):
        umpiring.read_request(raw)

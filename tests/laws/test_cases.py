"""Asking the umpire: the agreed cases, and cases that cannot be."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from carrom.cases import answer, differences, read_case
from carrom.errors import CarromError

AGREED = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
BOARD = {"on_strike": "white", "white": 5, "black": 4}


@pytest.mark.parametrize("raw", AGREED, ids=[case["id"] for case in AGREED])
def test_an_agreed_case_is_ruled_as_agreed(raw: dict[str, object]) -> None:
    case = read_case(raw)

    assert differences(case, answer(case)) == []


def test_there_are_forty_six_agreed_cases() -> None:
    assert len(AGREED) == 46


def test_a_rulings_fields_are_the_next_cases_board() -> None:
    """Feed a ruling back as a board: nothing is lost on the way."""
    ruled = answer(
        read_case(
            {"board": {**BOARD, "points": {"white": 3, "black": 20}}, "stroke": {"pocketed": ["queen"]}}
        )
    )
    board = {key: ruled[key] for key in ruled if key not in ("put_back", "over", "laws", "text")}

    again = answer(read_case({"board": board, "stroke": {"pocketed": ["white"]}}))

    assert again["queen"] == "white"
    assert again["white"] == 4


def test_a_foul_is_judged_by_whether_the_turn_has_begun() -> None:
    """The board says so; it has begun unless the case says otherwise, or no try has been made."""
    foul = {"kind": "foul", "by": "white"}
    unbroken = {"on_strike": "white", "white": 9, "black": 9, "broken": False}

    passed = answer(read_case({"board": BOARD, "incident": foul}))
    stayed = answer(read_case({"board": {**BOARD, "turn_begun": False}, "incident": foul}))
    before_the_break = answer(read_case({"board": unbroken, "incident": foul}))

    assert (passed["on_strike"], passed["turn_begun"]) == ("black", False)
    assert (stayed["on_strike"], stayed["turn_begun"]) == ("white", False)
    assert (before_the_break["on_strike"], before_the_break["due"]) == ("white", {"white": 1, "black": 0})


def test_a_stroke_begins_the_turn_that_stays() -> None:
    ruled = answer(read_case({"board": {**BOARD, "turn_begun": False}, "stroke": {"pocketed": ["white"]}}))

    assert ruled["turn_begun"] is True


def test_a_ruling_says_what_was_put_back_and_where_it_comes_from() -> None:
    ruled = answer(
        read_case({"id": "x", "board": BOARD, "stroke": {"pocketed": ["striker", "queen", "white"]}})
    )

    assert ruled["put_back"] == {"white": 2, "black": 0, "queen": 1}
    assert ruled["laws"] == ["international-a 3.12 f", "international-a 3.11 b"]
    assert ruled["id"] == "x"
    assert ruled["over"] is None


def test_more_than_the_board_ends_says_of_what() -> None:
    given_up = answer(
        read_case(
            {"board": {**BOARD, "points": {"black": 4}}, "incident": {"kind": "abandon", "by": "white"}}
        )
    )
    void = answer(read_case({"board": {**BOARD, "passes": 5}, "stroke": {"touched": False}}))

    assert given_up["over"] == {"winner": "black", "points": 21, "of": "game"}
    assert void["over"] == {"winner": None, "points": 0}


def test_tries_are_accepted_and_forgotten_once_the_break_is_made() -> None:
    ruled = answer(read_case({"board": {**BOARD, "tries": 3}, "stroke": {}}))

    assert ruled["tries"] == 0


def test_a_law_may_be_named_with_the_alias_of_its_rulebook() -> None:
    case = read_case({"board": BOARD, "stroke": {"pocketed": ["striker"]}, "laws": ["international 3.11 a"]})
    foul = read_case(
        {"board": BOARD, "incident": {"kind": "foul", "by": "white", "paragraph": "international 4 a"}}
    )

    assert differences(case, answer(case)) == []
    assert answer(foul)["laws"] == ["international-a 4 a", "international-a 4.1.2"]


def test_differences_name_the_field_and_both_values() -> None:
    case = read_case(
        {
            "board": BOARD,
            "stroke": {"pocketed": ["striker"]},
            "expect": {"white": 5, "due": {"white": 1}, "nonsense": 1},
            "laws": ["3.6 a", "international-b 3.11 a"],
        }
    )

    assert [str(each) for each in differences(case, answer(case))] == [
        "white: expected 5, ruled 6",
        "due.white: expected 1, ruled 0",
        "nonsense: expected 1, the ruling does not say",
        "laws: expected international-a 3.6 a among international-a 3.11 a",
        "laws: expected international-b 3.11 a among international-a 3.11 a",
    ]


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ([], "case: must be an object, not a list"),
        ({"stroke": {}}, "board: is required"),
        ({"board": BOARD}, "case: give either a stroke or an incident"),
        ({"board": BOARD, "stroke": {}, "incident": {}}, "case: give either a stroke or an incident"),
        ({"board": BOARD, "strok": {}}, "unknown field 'strok'; did you mean stroke?"),
        (
            {"rulebook": "club", "board": BOARD, "stroke": {}},
            "rulebook: 'club' is unknown; say international-a",
        ),
        ({"rulebook": 3, "board": BOARD, "stroke": {}}, "rulebook: must be a text, not the number 3"),
        ({"board": {"white": 5, "black": 4}, "stroke": {}}, "board.on_strike: is required"),
        (
            {"board": {**BOARD, "on_strike": "red"}, "stroke": {}},
            "board.on_strike: 'red' is unknown; say white or black",
        ),
        ({"board": {"on_strike": "white", "white": 5}, "stroke": {}}, "board.black: is required"),
        ({"board": {**BOARD, "white": 10}, "stroke": {}}, "board.white: 10 coins"),
        (
            {"board": {**BOARD, "white": 9, "black": 9, "broken": False, "turn_begun": True}, "stroke": {}},
            "board.turn_begun: before the first try nobody has made a stroke",
        ),
        ({"board": {**BOARD, "white": -1}, "stroke": {}}, "board.white: -1 coins"),
        ({"board": {**BOARD, "white": "5"}, "stroke": {}}, "board.white: must be a whole number, not a text"),
        ({"board": {**BOARD, "white": 5.0}, "stroke": {}}, "board.white: must be a whole number"),
        ({"board": {**BOARD, "white": True}, "stroke": {}}, "board.white: must be a whole number"),
        ({"board": {**BOARD, "queen": "gone"}, "stroke": {}}, "board.queen: 'gone' is unknown; say on-board"),
        ({"board": {**BOARD, "due": {"red": 1}}, "stroke": {}}, "board.due: unknown field 'red'"),
        ({"board": {**BOARD, "due": 1}, "stroke": {}}, "board.due: must be an object"),
        ({"board": {**BOARD, "due": {"white": -1}}, "stroke": {}}, "board.due.white: -1"),
        (
            {"board": {**BOARD, "earned": {"white": 1}}, "stroke": {}},
            "board.earned.white: must be true or false",
        ),
        ({"board": {**BOARD, "broken": "no"}, "stroke": {}}, "board.broken: must be true or false"),
        ({"board": {**BOARD, "broken": False}, "stroke": {}}, "board.broken: coins are off the board"),
        (
            {"board": {**BOARD, "strokes_in_hand": 2}, "stroke": {}},
            "board.strokes_in_hand: international-a counts",
        ),
        ({"board": {**BOARD, "passes": 6}, "stroke": {}}, "board.passes: 6"),
        ({"board": BOARD, "stroke": {"pocketed": "white"}}, "stroke.pocketed: must be a list, not a text"),
        ({"board": BOARD, "stroke": {"pocketed": ["red"]}}, "stroke.pocketed: 'red' is not a piece"),
        (
            {"board": BOARD, "stroke": {"pocketed": ["queen", "queen"]}},
            "stroke.pocketed: there is only one queen",
        ),
        ({"board": BOARD, "stroke": {"pocketed": ["black"] * 5}}, "stroke.pocketed: 5 black coins, but 4"),
        (
            {"board": {**BOARD, "queen": "white"}, "stroke": {"pocketed": ["queen"]}},
            "the queen is not on the board",
        ),
        (
            {"board": BOARD, "stroke": {"pocketed": ["white"], "touched": False}},
            "stroke.touched: coins moved",
        ),
        ({"board": BOARD, "stroke": {"at_rest": ["floating"]}}, "stroke.at_rest: 'floating' is unknown"),
        ({"board": BOARD, "incident": {"by": "white"}}, "incident.kind: is required"),
        ({"board": BOARD, "incident": {"kind": "fowl", "by": "white"}}, "did you mean foul?"),
        ({"board": BOARD, "incident": {"kind": "foul"}}, "incident.by: foul needs the side"),
        (
            {"board": BOARD, "incident": {"kind": "foul", "by": "x"}},
            "incident.by: 'x' is unknown; say white or black",
        ),
        ({"board": BOARD, "incident": {"kind": "three-passes", "by": "white"}}, "no offender: leave it out"),
        ({"board": BOARD, "incident": {"kind": "disqualified", "by": "white"}}, "a letter from a to h"),
        (
            {"board": BOARD, "incident": {"kind": "disqualified", "by": "white", "ground": "ab"}},
            "letter from a to h",
        ),
        (
            {"board": BOARD, "incident": {"kind": "foul", "by": "white", "ground": "a"}},
            "incident.ground: foul has no",
        ),
        (
            {"board": BOARD, "incident": {"kind": "abandon", "by": "white", "paragraph": "4 q"}},
            "incident.paragraph",
        ),
        ({"board": BOARD, "incident": {"kind": "foul", "by": "white", "noticed": True}}, "incident.noticed"),
        ({"board": BOARD, "stroke": {}, "id": 3}, "id: must be a text"),
        ({"board": BOARD, "stroke": {}, "laws": "3.6 a"}, "laws: must be a list, not a text"),
        ({"board": BOARD, "stroke": {}, "expect": []}, "expect: must be an object"),
    ],
)
def test_a_case_that_cannot_be_is_refused_in_one_line_that_names_the_field(raw: object, says: str) -> None:
    with pytest.raises(CarromError, match=re.escape(says)) as refused:
        answer(read_case(raw))

    assert "\n" not in str(refused.value)

"""One judge: what the desk rules is what `carrom rule` answers, under every rulebook."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.umpiring.at_table import ask, view

from carrom import umpiring
from carrom.cases import answer, read_board, read_case
from carrom.errors import CarromError, NotNow
from carrom.parts import shown_ruling
from carrom.record import Record
from carrom.record.entries import Overruled
from carrom.rulebooks import RULEBOOKS
from carrom.rules import play
from carrom.rules.ruling import Finding, Ruling, StandsAs

Plain = dict[str, Any]

AGREED: list[Plain] = json.loads(
    (Path(__file__).parent.parent / "laws" / "cases.json").read_text(encoding="utf-8")
)

FRESH = {"on_strike": "white", "white": 9, "black": 9, "broken": False}
MIDDLE = {
    "on_strike": "black",
    "white": 4,
    "black": 6,
    "due": {"white": 1},
    "points": {"white": 22, "black": 3},
}
WAITING = {
    "on_strike": "white",
    "white": 2,
    "black": 3,
    "queen": "waiting",
    "points": {"white": 7, "black": 23},
}
LATE = {"on_strike": "black", "white": 1, "black": 1, "queen": "black", "due": {"black": 1}}
HELD = {"on_strike": "white", "white": 3, "black": 3, "queen": "white", "held": {"white": 2, "black": 1}}
NINE = {"on_strike": "white", "white": 9, "black": 5, "earned": {"white": True}, "passes": 5}

STROKES: tuple[Plain, ...] = (
    {},
    {"touched": False},
    {"pocketed": ["white"]},
    {"pocketed": ["black", "striker"]},
    {"pocketed": ["queen"]},
    {"pocketed": ["white", "queen", "striker"]},
    {"pocketed": ["white", "black"], "improper": True},
    {"pocketed": ["black"], "off_board": ["white", "queen"]},
    {"pocketed": ["striker"], "at_rest": ["striker-over-pocket", "on-edge"]},
    {"pocketed": ["black", "white", "queen"]},
)
INCIDENTS: tuple[Plain, ...] = (
    *(
        {"kind": kind, "by": by}
        for kind in (
            "technical-foul",
            "foul",
            "late-stroke",
            "early-break",
            "bad-placing",
            "touched-while-placing",
            "touched-coins",
            "wrong-colour-placed",
            "striker-left",
            "left-chair",
            "partners-talked",
            "ignored-request",
            "bumped-board",
            "abandon",
            "played-theirs",
            "queen-unnoticed",
            "no-room",
            "room",
        )
        for by in ("white", "black")
    ),
    {"kind": "three-passes"},
    {"kind": "coin-broken"},
    {"kind": "disqualified", "by": "black", "ground": "e"},
    {"kind": "wrong-colour-placed", "by": "white", "noticed": False},
    {"kind": "technical-foul", "by": "white", "paragraph": "4.1"},
    {"kind": "foul", "by": "white", "paragraph": "3.11 n"},
    {"kind": "out-of-turn", "by": "black", "pocketed": ["white", "black", "striker"]},
    {"kind": "fell-later", "by": "black", "pocketed": ["white"]},
    {"kind": "fell-later", "by": "white", "pocketed": ["queen"]},
    {"kind": "played-theirs", "by": "black", "pocketed": ["white"]},
)


def at_that_board(book: str, board: Plain, kind: str) -> Record:
    """A match at the desk whose board stands as the case says: the first side has the whites."""
    sides = (["Asha", "Ben"], ["Chloé", "Dev"]) if kind == "partners-talked" else (["Asha"], ["Chloé"])
    names = [name for pair in zip(*sides, strict=True) for name in pair]
    chairs = ("south", "east", "north", "west") if len(names) == 4 else ("south", "north")
    record = Record()
    ask(record, "begin", rulebook=book, first=sides[0], second=sides[1])
    ask(record, "toss", winner="first", choice="break")
    ask(record, "seat", seats=[list(each) for each in zip(chairs, names, strict=True)], breaker="Asha")
    points = board.get("points", {})
    ask(record, "set-points", first=points.get("white", 0), second=points.get("black", 0), reason="the case")
    if kind == "early-break":
        return record
    ask(record, "play")
    ask(record, "stroke")
    lies = {name: board[name] for name in board if name != "points"}
    match, call = record.state.match, record.state.last_call
    assert match.standing is not None
    assert call is not None
    # Not by a request: set by hand at the desk, a due with coins in the nets is paid at once (reading 34).
    stands = StandsAs(replace(read_board(lies, match.book), points=match.standing.points))
    record.enter(Overruled(call, Ruling((Finding((), "by-hand", (stands,)),))))
    return record


def enter(record: Record, raw: Plain) -> None:
    """What happened, as a page would report it."""
    if "stroke" in raw:
        stroke = dict(raw["stroke"])
        off = stroke.pop("off_board", [])
        ask(record, "stroke", **stroke, off=off)
        return
    if raw["incident"]["kind"] == "ignored-request":
        ask(record, "ask", side="second" if raw["incident"]["by"] == "white" else "first")
    ask(record, "incident", **raw["incident"])


def compare(raw: Plain) -> None:
    case = read_case(raw)
    given = answer(case)
    _, ruling = play(case.standing, case.report, case.book)
    record = at_that_board(case.book.id, raw["board"], raw.get("incident", {}).get("kind", ""))
    boards = record.state.match.boards_ended
    enter(record, raw)

    shown = view(record)
    assert shown.call is not None
    assert shown.call.ruling == shown_ruling(ruling)
    if given["over"] is None:
        board = {**umpiring.to_json(shown.board, "en"), "text": given["text"]}
        assert {name: given[name] for name in board} == board
        return
    assert record.state.match.boards_ended == boards + 1
    ended = [board for game in shown.games for board in game.boards][-1]
    over = given["over"]
    assert isinstance(over, dict)
    winner = {"white": "first", "black": "second", None: None}[over["winner"]]
    assert (ended.winner, ended.points, ended.of) == (winner, over["points"], over.get("of", "board"))


@pytest.mark.parametrize("raw", AGREED, ids=[case["id"] for case in AGREED])
def test_an_agreed_case_is_ruled_at_the_desk_as_agreed(raw: Plain) -> None:
    """Its board is set by hand, then what happened is reported."""
    compare(raw)


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize(
    "board", [FRESH, MIDDLE, WAITING, LATE, HELD, NINE], ids=lambda board: str(board["white"])
)
def test_every_stroke_and_incident_is_ruled_at_the_desk_as_by_carrom_rule(book: str, board: Plain) -> None:
    """Or refused by both: a case knows no match around it, so the desk may refuse one thing more."""
    ruled = 0
    happened = [{"stroke": stroke} for stroke in STROKES] + [{"incident": incident} for incident in INCIDENTS]
    for what in happened:
        raw: Plain = {"rulebook": book, "board": board, **what}
        if board is not FRESH and what.get("incident", {}).get("kind") == "early-break":
            continue
        refused = refusal(raw)
        if refused:
            with pytest.raises(CarromError, match=re.escape(refused)):
                enter(at_that_board(book, board, what.get("incident", {}).get("kind", "")), raw)
            continue
        if what.get("incident", {}) in cannot_be(board):
            with pytest.raises(NotNow, match="cannot be reported"):
                enter(at_that_board(book, board, ""), raw)
            continue
        compare(raw)
        ruled += 1

    assert ruled >= 20


def cannot_be(board: Plain) -> list[Plain]:
    """What a case may ask, and nobody can have done at a table of two, or before the break."""
    kinds = ["out-of-turn"] if board.get("broken", True) else ["played-theirs"]
    return [
        each
        for each in INCIDENTS
        if each["kind"] in kinds and (each["by"] == board["on_strike"] or not board.get("broken", True))
    ]


def refusal(raw: Plain) -> str:
    """What `carrom rule` says against a case, if it does."""
    try:
        answer(read_case(raw))
    except CarromError as refused:
        return str(refused)
    return ""

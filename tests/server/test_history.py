"""The reader of histories in tools/history.py finds each kind of violation in one made by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from tools.history import (
    Acknowledged,
    AnyEvent,
    Asked,
    Heard,
    Refused,
    Welcomed,
    facts_of,
    plain,
    read,
    wrong_in,
)

Json = dict[str, Any]


def stroke(x: float) -> Json:
    return {"t": "strike", "x": x, "angle": 1.5, "power": 0.5}


def struck(seq: int, x: float) -> Json:
    ruling = {"findings": [{"laws": [], "why": "nothing", "then": []}]}
    wanted = f"south x {x!r}, angle 1.5, speed 3.0"
    return {"seq": seq, "kind": "struck", "at": str(seq), "ruling": ruling, "wanted": wanted}


def record(*lines: Json) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def heard(at: float, v: int, *, table: str | None = None, when: str | None = None) -> Heard:
    facts = facts_of("begun" if v == 1 else "struck", when or str(v), iter(["nothing"] if v > 1 else []))
    return Heard(at, v, facts, table or f"table {v}")


def welcomed(
    at: float, v: int, asked: float | None = None, lines: tuple[tuple[int, str], ...] = ()
) -> Welcomed:
    return Welcomed(at, at if asked is None else asked, v, f"table {v}", lines)


BEGUN: Json = {"seq": 1, "kind": "begun", "at": "1"}
PLAYED = (BEGUN, struck(2, 0.1), struck(3, 0.2), struck(4, 0.3))

ASHA: tuple[AnyEvent, ...] = (
    welcomed(0.0, 1),
    Asked(1.0, 1, 1, stroke(0.1)),
    heard(2.0, 2),
    Acknowledged(2.1, 1, 2),
    heard(4.0, 3),
    Asked(5.0, 2, 3, stroke(0.3)),
    # The connection was lost, and the stroke was sent again.
    welcomed(6.0, 4, lines=((4, facts_of("struck", "4", iter(["nothing"]))),)),
    Acknowledged(6.1, 2, 4),
)
BEN: tuple[AnyEvent, ...] = (
    welcomed(0.5, 1),
    heard(2.0, 2),
    Asked(3.0, 1, 2, stroke(0.2)),
    heard(4.0, 3),
    Acknowledged(4.1, 1, 3),
    heard(6.0, 4),
)


def wrong(
    lines: Sequence[Json] = PLAYED, asha: Sequence[AnyEvent] = ASHA, ben: Sequence[AnyEvent] = BEN
) -> list[str]:
    return wrong_in(record(*lines), {"asha": asha, "ben": ben})


def test_a_match_in_order_has_nothing_wrong() -> None:
    """Also with a connection that was lost, and after the histories have been kept as JSON."""
    again = [read(json.loads(json.dumps(plain(each)))) for each in (ASHA, BEN)]

    assert wrong() == []
    assert again == [list(ASHA), list(BEN)]


def test_entries_without_an_answer_are_those_of_requests_that_were_sent() -> None:
    """The clients ended before they heard of the last stroke; a rosette was turned and a coin placed."""
    turn, place = (
        {"t": "choose", "what": "turn", "value": 0.0},
        {"t": "place", "coin": "white", "x": 0.1, "y": 0.2},
    )
    lines = (
        BEGUN,
        {"seq": 2, "kind": "rosette-turned", "at": "2", "turned": 0.0},
        {"seq": 3, "kind": "play-called", "at": "3"},
        {"seq": 4, "kind": "coin-placed", "at": "4", "coin": "white", "x": 0.1, "y": 0.2},
        {"seq": 5, "kind": "coin-placed", "at": "5", "coin": "queen", "x": 0.0, "y": 0.0},
        struck(6, 0.4),
    )
    asha = (Asked(1.0, 1, 1, turn), Acknowledged(2.0, 1, 3), Asked(3.0, 2, 3, place), Acknowledged(4.0, 2, 5))

    assert wrong(lines, (*asha, Asked(5.0, 3, 5, stroke(0.4))), ()) == []


def replaced(history: Sequence[AnyEvent], at: int, *by: AnyEvent) -> tuple[AnyEvent, ...]:
    return (*history[:at], *by, *history[at + 1 :])


VIOLATIONS: dict[str, tuple[Sequence[Json], Sequence[AnyEvent], Sequence[AnyEvent], str]] = {
    "a gap in the numbers": (
        (BEGUN, struck(2, 0.1), struck(3, 0.2), struck(5, 0.3)),
        ASHA,
        BEN,
        "line 4 of the record has the number 5",
    ),
    "an acknowledged request is lost at the end": (PLAYED[:3], ASHA, BEN, "and the record ends before it"),
    "another stands where it was acknowledged": (
        (*PLAYED[:3], struck(4, 0.7)),
        ASHA,
        BEN,
        "was acknowledged, and there stands struck",
    ),
    "acknowledged under the number of another": (
        PLAYED,
        replaced(ASHA, 3, Acknowledged(2.1, 1, 3)),
        BEN,
        "were acknowledged for the same entries",
    ),
    "acknowledged under a number before its own": (
        PLAYED,
        replaced(ASHA, 7, Acknowledged(6.1, 2, 3)),
        BEN,
        "was acknowledged under 3, before its own entry",
    ),
    "acknowledged twice under different numbers": (
        PLAYED,
        (*ASHA, Acknowledged(7.0, 2, 5)),
        BEN,
        "was acknowledged under different numbers, [4, 5]",
    ),
    "a stroke stands twice": (
        (*PLAYED, struck(5, 0.3)),
        ASHA,
        BEN,
        "(strike) at 3 stands 2 times in the record",
    ),
    "a refused stroke stands in the record": (
        PLAYED,
        replaced(ASHA, 7, Refused(6.1, 2, "store/failed")),
        BEN,
        "was refused, and stands in the record",
    ),
    "refused and acknowledged": (
        PLAYED,
        (*ASHA, Refused(7.0, 2, "busy")),
        BEN,
        "was refused and acknowledged",
    ),
    "nobody has asked for it": (
        (*PLAYED, struck(5, 0.9)),
        ASHA,
        BEN,
        "nobody has asked for entry 5, struck",
    ),
    "entries out of order": (PLAYED, ASHA, replaced(BEN, 3, heard(4.0, 4)), "ben heard of 4 after 2"),
    "an entry is heard of twice": (PLAYED, ASHA, replaced(BEN, 3, heard(4.0, 2)), "ben heard of 2 after 2"),
    "an older table than was acknowledged": (
        PLAYED,
        (*ASHA, welcomed(7.0, 3)),
        BEN,
        "asha was welcomed at 3, and had been at 4",
    ),
    "an older table than somebody else was acknowledged": (
        PLAYED,
        ASHA,
        (welcomed(7.0, 2), heard(7.1, 3), heard(7.2, 4)),
        "ben was welcomed at 2 after 4 had been acknowledged",
    ),
    "told otherwise than the record": (
        PLAYED,
        ASHA,
        replaced(BEN, 5, heard(6.0, 4, when="another time")),
        "ben was told of entry 4 'struck another time nothing', the record has 'struck 4 nothing'",
    ),
    "a missed entry that is another": (
        PLAYED,
        replaced(ASHA, 6, welcomed(6.0, 4, lines=((4, "struck 4 another"),))),
        BEN,
        "asha was told of entry 4 'struck 4 another'",
    ),
    "told of what the record does not have": (
        PLAYED,
        ASHA,
        (*BEN, heard(7.0, 5)),
        "ben was told of entry 5, and the record ends before it",
    ),
    "two tables under one number": (
        PLAYED,
        ASHA,
        replaced(BEN, 5, heard(6.0, 4, table="another table")),
        "ben and asha were told of different tables after entry 4",
    ),
    "sent after a later one was acknowledged": (
        PLAYED,
        replaced(ASHA, 1, Asked(4.5, 1, 1, stroke(0.1))),
        BEN,
        "at 1 was sent after 3 had been acknowledged",
    ),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_each_violation_is_found(name: str) -> None:
    """And said in words of its own."""
    lines, asha, ben, said = VIOLATIONS[name]

    found = wrong(lines, asha, ben)

    assert any(said in each for each in found), found

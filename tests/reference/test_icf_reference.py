"""The rulebook `icf` against a second judge that was written from the facts of the laws alone.

`icf_reference.py` decides by plain conditions and shares no code with the project. Where the two differed,
the laws decided: docs/adr/0027-icf.md lists it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.census.census import census
from tests.reference.icf_reference import TRIES, ruling

from carrom.cases import answer, read_case
from carrom.comparison import case_json
from carrom.errors import ImpossibleCase
from carrom.rulebooks import RULEBOOKS
from carrom.stroke.incident import GROUNDS

Case = dict[str, Any]

# What the reference does not judge: an act of the umpire, or a fact that it does not hold.
INCIDENTS = (
    *(
        "technical-foul",
        "foul",
        "late-stroke",
        "early-break",
        "waive",
        "bad-placing",
        "touched-while-placing",
    ),
    *("touched-coins", "wrong-colour-placed", "striker-left", "left-chair", "partners-talked"),
    *("ignored-request", "bumped-board", "out-of-turn", "abandon", "disqualified"),
)


def stroke_cases(whole: bool) -> Iterator[Case]:
    for standing, report in census(RULEBOOKS["icf"], whole=whole):
        points = {"white": standing.points.white, "black": standing.points.black}
        case = case_json(standing, report)
        yield {**case, "board": {**case["board"], "points": points}}  # type: ignore[dict-item]


def incident_cases() -> Iterator[Case]:
    """Every incident by either side on boards of every kind, before and after the break."""
    counts, queens = (1, 5, 9), ("on-board", "waiting", "white", "black")
    turns = ((True, False), (False, False), (False, True))
    for white, black, queen, begun_late, has, on_strike in product(
        counts, counts, queens, turns, (0, 22), ("white", "black")
    ):
        due = {"white": int(white == 9), "black": 0}
        board = {
            "on_strike": on_strike,
            "white": white,
            "black": black,
            "queen": queen,
            "due": due,
            "points": {"white": has, "black": 3},
            "turn_begun": begun_late[0],
            "late": begun_late[1],
            "earned": {"white": True, "black": True},
        }
        yield from ({"board": board, "incident": each} for each in incidents(()))
    for tries, (begun, late) in product(range(5), turns):
        board = {"on_strike": "white", "white": 9, "black": 9, "broken": False, "tries": tries, "late": late}
        fell = ((), ("white",), ("black",), ("queen",), ("white", "black", "black", "queen"))
        yield from ({"board": {**board, "turn_begun": begun}, "incident": each} for each in incidents(fell))


def incidents(fell: Iterable[tuple[str, ...]]) -> Iterator[Case]:
    for kind, by in product(INCIDENTS, ("white", "black")):
        if kind == "disqualified":
            yield from ({"kind": kind, "by": by, "ground": ground} for ground in GROUNDS)
        elif kind == "early-break":
            yield from ({"kind": kind, "by": by, "pocketed": [*pieces]} for pieces in fell)
        else:
            yield {"kind": kind, "by": by}


def differences(case: Case) -> dict[str, object]:
    """The fields on which the two judges differ, each with what ours says and what the reference says."""
    ours, theirs = answer(read_case({**case, "rulebook": "icf"})), ruling(case)
    over, expected = ours["over"], theirs["over"]
    if over is not None and expected is not None:
        assert isinstance(over, dict)
        ended = {"extra": 0} | {name: over[name] for name in over if name in {*expected, "of"}}
        return {} if ended == expected else {"over": (over, expected)}
    found: dict[str, object] = {
        name: (ours[name], theirs[name]) for name in theirs if name in ours and ours[name] != theirs[name]
    }
    if "tries" in found and same_player_tries(ours, theirs):
        del found["tries"]
    return found


def same_player_tries(ours: Case, theirs: Case) -> bool:
    """Tries count within a player's three; once the break is made they count for nothing."""
    return bool(ours["broken"]) or ours["tries"] % TRIES == theirs["tries"] % TRIES


def test_the_judge_agrees_with_the_reference_on_a_sample_of_strokes() -> None:
    cases = Random(18).sample(list(stroke_cases(whole=False)), 20_000)

    assert [(case, found) for case in cases if (found := differences(case))] == []


@pytest.mark.long
def test_the_judge_agrees_with_the_reference_on_every_abstract_stroke() -> None:
    judged = 0
    for case in stroke_cases(whole=True):
        judged += 1
        assert differences(case) == {}, case

    assert judged > 600_000


def test_the_judge_agrees_with_the_reference_on_incidents() -> None:
    judged = 0
    for case in incident_cases():
        try:
            found = differences(case)
        except ImpossibleCase:
            continue
        judged += 1
        assert found == {}, case

    assert judged > 5_000

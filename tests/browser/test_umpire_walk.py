"""Every row of the laws is tapped in on the umpire's page and judged as `carrom rule` judges it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.browser.house import ROOT, House
from tests.browser.phone import Json
from tests.browser.umpire_rows import FRESH, ICF, NINE, W_WAITING, A, Row, W
from tests.browser.umpire_rows_others import SECTIONS
from tests.browser.umpire_walk import PLACING, STARTED, Walk, board_of, opening
from tests.browser.visitor import Visits

from carrom.cases import answer, read_case
from carrom.errors import ImpossibleCase
from carrom.rulebooks import RULEBOOKS
from carrom.stroke import INCIDENTS, AtRest
from carrom.stroke.incident import GROUNDS, NOBODY, WITH_PIECES

ROWS = [(row, rulebook) for rulebook, rows in SECTIONS.values() for row in rows]

EVERY = 8
"""Of so many strokes one is walked each day, where the whole walk would take too long."""


@pytest.fixture(scope="module")
def asked() -> dict[str, Json]:
    """What the command answers to all rows, by their names."""
    cases = json.dumps([row.case(rulebook) for row, rulebook in ROWS])
    command = [sys.executable, "-m", "carrom", "rule", "--json", "-"]
    done = subprocess.run(command, cwd=ROOT, input=cases, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {ruling["id"]: ruling for ruling in json.loads(done.stdout)}


def test_the_rows_name_every_kind_of_incident_every_ground_and_every_rulebook() -> None:
    """Nothing that a case can state is left out, and no two rows have one name."""
    incidents = [row.incident for row, _ in ROWS if row.stroke is None]
    strokes = [row.stroke for row, _ in ROWS if row.stroke is not None]

    assert {each["kind"] for each in incidents} == set(INCIDENTS)
    assert {each.get("ground") for each in incidents} == {None, *GROUNDS}
    assert {fact for each in strokes for fact in each.at_rest} == set(AtRest)
    assert {rulebook for _, rulebook in ROWS} == set(RULEBOOKS)
    assert len({row.name for row, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("rulebook", "doubles"), [*((rulebook, False) for rulebook in RULEBOOKS), (A, True)])
def test_rows_of_every_part_are_tapped_in_and_judged_as_the_command_judges_them(
    house: House, visits: Visits, asked: dict[str, Json], rulebook: str, doubles: bool
) -> None:
    """Every kind of incident among them, and every rulebook; the long walk takes all rows."""
    parts = [
        part for part in some_rows() if SECTIONS[part][0] == rulebook and (part == "partners") == doubles
    ]
    walk_through(house, visits, asked, parts[0], [row for part in parts for row in some_rows()[part]])


def some_rows() -> dict[str, list[Row]]:
    """Of every part each kind of incident where it first comes, and a few strokes.

    Under the ICF's laws the keys are the same and the rulings others: a few of its incidents besides.
    """
    met: set[str] = set()
    chosen: dict[str, list[Row]] = {}
    for name, (rulebook, rows) in SECTIONS.items():
        chosen[name] = []
        for at, row in enumerate(rows):
            kind = "" if row.stroke is not None else str(row.incident["kind"])
            new = kind not in {"", *met}
            if new or (at % EVERY == 0 and (not kind or rulebook == ICF)):
                chosen[name].append(row)
            met.add(kind)
    return chosen


@pytest.mark.long
@pytest.mark.parametrize("section", SECTIONS)
def test_every_row_is_tapped_in_and_judged_as_the_command_judges_it(
    house: House, visits: Visits, asked: dict[str, Json], section: str
) -> None:
    """All that a case can state, one after the other."""
    walk_through(house, visits, asked, section, list(SECTIONS[section][1]))


def walk_through(house: House, visits: Visits, asked: dict[str, Json], section: str, rows: list[Row]) -> None:
    """The words, the laws and the standing on the page, and the record that is kept, are the command's."""
    rulebook, _ = SECTIONS[section]
    walk = Walk(house, visits, *opening(rulebook, doubles=section == "partners"), *STARTED)

    for row in rows:
        walk.shows(row, walk.walks(row), asked[row.name])

    walk.records(asked)


def test_before_play_a_breach_of_either_side_is_a_technical_foul(house: House, visits: Visits) -> None:
    """Nobody is on strike yet: the breaker's is judged as if the other side were, and waits as a due."""
    walk = Walk(house, visits, *opening(A), *STARTED)
    row = Row("before Play", FRESH, "technical-foul by white of 3.1 e", "seat-height", before_play=True)
    case = row.case(A)
    ruled = answer(read_case(case | {"board": case["board"] | {"on_strike": "black"}}))

    view = walk.walks(row)

    assert walk.phone.visitor.find(".called .ruling").text_content() == ruled["text"]
    assert view["call"]["ruling"]["findings"][0]["laws"] == ruled["laws"]
    assert board_of(view) == {name: ruled[name] for name in board_of(view)} | {"on_strike": "white"}
    walk.follows()
    assert walk.enters("play")["board"]["due"] == {"white": 1, "black": 0}


# What can be before "Play".
EARLY = {"technical-foul", "early-break", "touched-coins", "abandon", "disqualified", "coin-broken"}

BOARDS = (
    Row("before Play", FRESH, "early-break by white"),
    Row("before the break", f"{FRESH} after 1 try", "missed"),
    Row("all nine of both", "black on strike, 9 white, 9 black", "nothing"),
    Row("a queen waiting", W_WAITING, "nothing"),
    Row("nothing of white's in the nets", NINE, "nothing"),
    Row("a coin held", f"{W}, 1 black held", "nothing"),
    Row("one coin of a colour", "white on strike, 1 white, 5 black", "nothing"),
    Row("a request pending", W, "ignored-request by white"),
    Row("a coin was placed", W, "bad-placing by black"),
    Row("a coin is to be placed", W, "no-room by black"),
    Row("a queen was not covered", f"{W}, new turn", "queen-unnoticed by black"),
)


@pytest.mark.parametrize(
    "doubles",
    [pytest.param(False, id="singles", marks=pytest.mark.long), pytest.param(True, id="doubles")],
)
def test_the_list_holds_what_the_judge_would_take_and_nothing_else(
    house: House, visits: Visits, doubles: bool
) -> None:
    """Each kind by those who can have done it now, and the breaches of the catalogue under them."""
    walk = Walk(house, visits, *opening(A, doubles), *STARTED)
    fouls = {f"breach-{each['key']}" for each in walk.catalogue["breaches"] if each["foul"]}

    for row in BOARDS:
        view = walk.sets_up(row)
        walk.taps("incidents")
        names = walk.phone.visitor.find("[data-testid].incident-name")
        listed: list[str] = names.evaluate_all("rows => rows.map((row) => row.dataset.testid)")
        walk.page.keyboard.press("Escape")

        wanted = taken(row, doubles)
        offers = {each["kind"]: each["by"] for each in view["can"]["incidents"]}
        assert {kind: set(by) for kind, by in offers.items()} == wanted, row.name
        assert set(listed) == {f"incident-{kind}" for kind in wanted} | fouls, row.name
        assert len(listed) == len(set(listed)), row.name


def taken(row: Row, doubles: bool) -> dict[str, set[str]]:
    """The kinds for which the judge has a ruling, by whom; what a board does not know is said here."""
    pending = row.what.startswith("ignored-request")
    kinds = set(INCIDENTS) - (set() if doubles else {"partners-talked"})
    kinds &= EARLY if row.early else kinds - {"early-break"}
    kinds -= set() if pending else {"ignored-request"}
    found: dict[str, set[str]] = {}
    for kind in kinds:
        more: Json = {"ground": "a"} if kind == "disqualified" else {}
        more |= {"pocketed": ["white"]} if kind in WITH_PIECES else {}
        sides = ["white"] if kind == "ignored-request" else ["white", "black"]
        if kind in NOBODY and judged(row, {"kind": kind}) and been(row, kind):
            found[kind] = set()
        elif row.early and kind == "technical-foul":
            found[kind] = set(sides)  # Nobody is on strike yet.
        elif by := {
            side
            for side in sides
            if judged(row, {"kind": kind, "by": side} | more) and been(row, kind, side, doubles)
        }:
            found[kind] = by
    return found


def been(row: Row, kind: str, by: str = "", doubles: bool = False) -> bool:
    """Whether it can have happened on the board of a row, as that came to be.

    Of what was before a board was set by hand nothing is known: it can have been anybody.
    """
    told: Json = {} if row.stroke is not None else row.incident
    if kind == "technical-foul":
        return by != row.standing.on_strike.value  # In one's own turn it is offered as a foul.
    if kind == "out-of-turn":
        return doubles or by != row.standing.on_strike.value
    if not row.standing.broken:
        return kind not in (*PLACING, "no-room", "queen-unnoticed", "three-passes", "played-theirs")
    if told.get("kind") == "queen-unnoticed":  # Strokes were played since: only a wrong colour is left.
        gone = kind in ("bad-placing", "touched-while-placing", "no-room")
        return not gone and (kind not in ("queen-unnoticed", "fell-later") or by == told["by"])
    return kind != "no-room" or told.get("kind") != "no-room" or by == told["by"]


def judged(row: Row, incident: Json) -> bool:
    """Whether the judge has a ruling for an incident on the board of a row."""
    case = {name: value for name, value in row.case(A).items() if name != "stroke"}
    try:
        answer(read_case(case | {"incident": incident}))
    except ImpossibleCase:
        return False
    return True

"""What the page works out by itself agrees with Python: cases, searches, layouts."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.node import node

from carrom.cases import read_case
from carrom.cli.rule import spoken_case
from carrom.equipment import STANDARD
from carrom.errors import NotationError
from carrom.i18n import LANGUAGES
from carrom.laws.texts import search
from carrom.live.reading import BOARD_SECONDS, FOUL_SECONDS
from carrom.live.views import geometry
from carrom.rules import Standing, play
from carrom.server.assets.static import WEB
from carrom.server.replay import law_pages
from carrom.stroke import INCIDENTS, AtRest, Layout
from carrom.table.surface_state import layout_like

PARTS = Path(__file__).parent / "page_parts.mjs"
BOARD = msgspec.to_builtins(geometry(STANDARD))


def page(part: str, **given: object) -> Any:
    """The answer of a part of the page to a question."""
    answer = subprocess.run(
        [node(), str(PARTS), WEB.as_uri()],
        input=json.dumps({"part": part, **given}),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    return json.loads(answer)


def cases(count: int, seed: int) -> list[dict[str, Any]]:
    """The examples and so many cases that taps can make."""
    books = msgspec.to_builtins(law_pages.rulebooks("en"))
    ready = {"rulebooks": books, "at_rest": [str(each) for each in AtRest]}
    made: list[dict[str, Any]] = page("cases", ready=ready, count=count, seed=seed)
    return made


def is_ruled(raw: dict[str, Any], board: str, happened: str) -> None:
    """The JSON and the two lines of `carrom rule` say the same case, and the judge takes it."""
    case = read_case(raw)
    spoken = spoken_case(board, happened, case.book.id)
    assert case.standing.notation == board
    assert play(spoken.standing, spoken.report, spoken.book) == play(case.standing, case.report, case.book)


def test_every_case_that_taps_can_make_is_ruled() -> None:
    """And its JSON reads back."""
    asked = cases(count=2000, seed=11)

    assert len(asked) > 2000
    for one in asked:
        assert one["again"] == one["case"]
        is_ruled(one["case"], one["board"], one["happened"])


def test_every_incident_that_is_offered_on_a_board_is_ruled() -> None:
    """By each side named; one that is not offered becomes a late stroke of the side on strike."""
    boards = cases(count=60, seed=7)
    asked = [
        {
            "case": one["case"],
            "offered": msgspec.to_builtins(law_pages.possible_incidents(board_of(one["case"])).incidents),
        }
        for one in boards
    ]

    answers = page("incidents", asked=asked)

    kinds = set()
    for one, answer in zip(boards, answers, strict=True):
        for given in answer["offered"]:
            is_ruled(given["case"], one["board"], given["happened"])
            kinds.add(given["case"]["incident"]["kind"])
        assert answer["otherwise"]["kind"] == "late-stroke"
        assert answer["otherwise"]["by"] == one["case"]["board"]["on_strike"]
    assert kinds == set(INCIDENTS)


def board_of(case: dict[str, Any]) -> dict[str, object]:
    return {"rulebook": case["rulebook"], "board": case["board"]}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", ["", "family"])
def test_a_search_finds_the_same_laws_in_the_same_order_as_python(lang: str, book: str) -> None:
    """Accents and case aside, by beginnings, in any language; figures whole."""
    words = (
        "queen striker",
        "REINE palet",
        "clockwise",
        "été",
        "strikers",
        "1,59 cm",
        "22 points",
        "dues",
        "thumbing",
        "cover queen",
        "tir au pouce",
        "xyz",
    )
    texts = {each: msgspec.to_builtins(law_pages.laws(each)) for each in LANGUAGES}

    found = page("found", laws=texts, queries=[{"text": text, "lang": lang, "book": book} for text in words])

    for text, citations in zip(words, found, strict=True):
        assert citations == [law.citation for law in search(text.split(), lang, [book] if book else None)], (
            text
        )


def test_every_position_to_begin_with_can_be_set_up() -> None:
    """The coins can lie there, and the standing is theirs."""
    presets = page("presets", geometry=BOARD)

    assert len(presets) > 5
    for each in presets:
        layout_like(Layout.parse(each["layout"]), Standing.parse(each["standing"]), STANDARD)


def test_coins_that_were_put_apart_can_lie_there_and_none_is_lost() -> None:
    """Whatever heap they were dropped in."""
    for line in page("heaps", geometry=BOARD, count=60, seed=5):
        assert len(Layout.parse(line).coins) == 19


def test_a_line_of_coins_is_read_as_python_reads_it() -> None:
    """Numbers with and without a point, spaces anywhere between."""
    lines = ("w 0.1,0.2; b 0,0", "empty", " w -.1 , 1e-2 ;q 0,+0.2")

    for line, given in zip(lines, page("read", lines=lines), strict=True):
        assert Layout.parse(given) == Layout.parse(line)


def test_a_line_that_cannot_be_read_has_the_same_column_at_fault_as_in_python() -> None:
    """So the page can say where it is wrong before anything is sent."""
    lines = ("empty x", "x 1,2", "w 0.1 0.2", "w a,1", "w 0.1,0.2 b", "w 0.1,0.2;", "")

    for line, column in zip(lines, page("read", lines=lines), strict=True):
        with pytest.raises(NotationError, match=f"column {column}:"):
            Layout.parse(line)


def test_a_call_is_shown_for_as_long_as_play_waits_for_it() -> None:
    """Page and owner both count these seconds."""
    script = (WEB / "table" / "reading.js").read_text(encoding="utf-8")
    milliseconds = dict(re.findall(r"const (\w+_FOR) = (\d+);", script))

    assert {name: int(value) / 1000 for name, value in milliseconds.items()} == {
        "FOUL_FOR": FOUL_SECONDS,
        "BOARD_FOR": BOARD_SECONDS,
    }

"""docs/readings.md: every reading on which a clause rests has its text there."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from carrom.rulebooks import RULEBOOKS
from carrom.rules.clauses import readings_of

PAGE = (Path(__file__).parents[2] / "docs/readings.md").read_text(encoding="utf-8")
TEXTS = {
    int(number): text
    for number, text in re.findall(r'<a id="reading-(\d+)"></a>(.*?)(?=<a id=|^## )', PAGE, re.M | re.S)
}


def test_the_readings_are_numbered_without_a_gap_and_say_what_the_text_leaves_open() -> None:
    assert list(TEXTS) == list(range(1, len(TEXTS) + 1))

    for number, text in TEXTS.items():
        assert text.startswith(f"**{number}. ")
        assert text.count("*The text:*") == text.count("*One could also read:*") == 1


def test_a_reading_that_a_clause_names_is_on_the_page_and_not_among_those_that_no_ruling_can_name() -> None:
    never = re.search(r"No ruling can name readings (.*?), nor", PAGE)
    assert never is not None
    unnamed = set(
        chain.from_iterable(
            range(int(first), int(last or first) + 1)
            for first, last in re.findall(r"(\d+)(?: to (\d+))?", never[1])
        )
    )

    for book in RULEBOOKS.values():
        strokes = [number for each in (*book.tries, *book.strokes) for number in readings_of(each)]
        ends = [number for each in book.ends for number in readings_of(each)]
        incidents = [n for kind in book.incidents.values() for each in kind for n in readings_of(each)]
        called = {each.number for each in book.readings} | {each.number for each in book.incident_readings}
        named = {*strokes, *ends, *incidents} | called
        assert named <= TEXTS.keys() - unnamed

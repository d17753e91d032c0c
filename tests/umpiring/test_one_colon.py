"""No sentence that is put together has two colons: "Vous : logé : un blanc" is not how people write."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from carrom.comparison.situations import situations
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, About, Argument, Message, Sentence, phrases
from carrom.i18n.completeness import phrase_files
from carrom.i18n.languages import texts_of
from carrom.laws.cite import BOOKS
from carrom.rulebooks import rulebook
from carrom.rules import judge
from carrom.rules.calls import call_message
from carrom.rules.ruling import Ruling
from carrom.stroke import INCIDENTS, StrokeReport
from carrom.umpiring.view.log import fell_message

COLON = re.compile(r"[\u00a0\u202f ]?:(?=[\u00a0\u202f\s])")
SENTENCE = re.compile(r"[.!?](?:\s|$)")
SPOKEN = {f"{name}.json" for name in ("calls", "log", "now", "rulings", "standings", "table", "todo")}
READERS = ("", "Asha", "Ben")

ARGUMENTS = dict.fromkeys(("engine", "facts", "paragraph", "points", "text", "what", "fell", "agreed"), "x")
NUMBERS = dict.fromkeys(("board", "degrees", "n", "number"), 2)
SAYS: dict[str, Argument] = {**ARGUMENTS, **NUMBERS}

STROKES = [StrokeReport.of(fell) for fell in ([], ["white"], ["queen", "black", "striker"])]
INCIDENT_NAMES = [Message(f"catalogue.incident.{kind}") for kind in INCIDENTS]
CALLS = [Message("log.stroke", SAYS), Message("log.stroke.of", SAYS), *INCIDENT_NAMES]
"""How a line names the call that it is about."""


def lines() -> Iterator[Message]:
    """Every line of a log: of each kind of entry, about one player or two, and about another line."""
    keys = sorted({re.sub(r"\.(you|ours|both)$", "", key) for key in phrases("en") if key.startswith("log.")})
    about = [key for key in keys if "{entry}" in str(phrases("en")[key])]
    told = [
        About(key, who, SAYS) for key in keys if key not in about for who in (("Asha",), ("Asha", "Carla"))
    ]
    yield from told
    yield from (About("log.struck", ("Asha",), {"fell": fell_message(each)}) for each in STROKES)
    yield from (About("log.happened", ("Asha",), {"what": each}) for each in INCIDENT_NAMES)
    corrections = [About(key, ("Asha",), {**SAYS, "entry": each}) for key in about for each in CALLS]
    yield from corrections
    # Play can go back to any line.
    for each in (*told, *corrections):
        yield Message("log.taken-back", {"entry": each})
        yield Message("log.taken-back.corrects", {"entry": each})


def rulings() -> Iterator[Ruling]:
    """The rulings on every kind of stroke and incident, under each rulebook."""
    for book in map(rulebook, BOOKS):
        for _, situation in situations():
            try:
                yield judge(situation.standing, situation.report, book)
            except CarromError:
                continue


def two_colons(text: str) -> bool:
    return any(len(COLON.findall(sentence)) > 1 for sentence in SENTENCE.split(text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_the_log_has_one_colon_at_most(lang: str) -> None:
    said = {Sentence(line).text(lang, reader) for line in lines() for reader in READERS}

    assert sorted(filter(two_colons, said)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_of_a_ruling_or_a_call_has_one_colon_at_most(lang: str) -> None:
    given = list(rulings())
    said = {words.text(lang) for each in given for words in (each.message, call_message(each))}

    assert len(said) > 100
    assert sorted(filter(two_colons, said)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_phrase_of_a_page_or_a_call_has_two_colons_in_a_sentence(lang: str) -> None:
    said = [
        text
        for file, found in phrase_files(lang).items()
        if file.startswith("web/") or file in SPOKEN
        for phrase in found.values()
        for text in texts_of(phrase)
    ]

    assert list(filter(two_colons, said)) == []

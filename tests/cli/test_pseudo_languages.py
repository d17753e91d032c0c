"""Every command in a language made from English: no sentence is left in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.refused_commands import FILES, INPUT, USE
from tests.cli.run import carrom_at_once
from tests.untranslated import untranslated
from tools.pseudo_languages import write

import carrom.cli
from carrom.i18n import LANGUAGES, phrases
from carrom.i18n.languages import texts_of

BEGIN = "international\nAsha\nBen\ntoss Asha break\nseat\nplay\n"
TYPED = {
    "play --terminal --two --name Asha --name Ben --who-breaks me --seed 1": (
        "\n0 90 100\nhelp\nlook 3.5 92\nhint\ncoins\nscore\nlaw 3.11 a\nzzz\n-17 25 40\nundo\nquit\n"
    ),
    "umpire m.carrom": BEGIN
    + "help\nw\nw s\nplaced w w\nq\nmissed\nlog\nscore\nsheet\nfoul white\nzzz\nundo\nremark seen\n"
    "protest Asha\nhelp foul\nlaw 3.11 a\nb\nnothing\nimproper\nask Ben\ngive-up Ben resigned\nquit\n",
    "rule -": '{"board": {"on_strike": "white", "white": 5, "black": 4}, "stroke": {"pocketed": ["queen"]}}',
}
NAMES = frozenset(["Asha", "Ben", "black", "white"])
"""Of players, and of coins as reports have them in every language."""

COMMANDS = (
    *TYPED,
    "record audit m.carrom",
    "record sheet m.carrom",
    "record verify m.carrom",
    "laws 3.11",
    "laws queen cover",
    "laws --subjects",
    "laws --glossary",
    "laws --compare queen-cover",
    "laws --compare international family",
    "check --example",
    "check --rebound",
    "calibrate --example",
    "simulate rosette",
    "arena random random --pairs 1",
    "solo random --boards 1",
    "offline --data data",
    "data check --data data",
    "languages",
    "languages new pt --folder words",
    "--help",
    *(f"{name} --help" for name in carrom.cli.COMMANDS),
)

WRITING = {
    "record sheet m.carrom --csv sheet.csv": "sheet.csv",
    "draw rosette -o rosette.svg": "rosette.svg",
}
"""Commands that write a file and say nothing."""

TYPED_OR_TAG = re.compile(r"^> .*|(?:^ +|\t)carrom \w.*|<[^>]*>", re.MULTILINE)
"""What was typed after a prompt, a command in an example or a cell, a tag."""


@pytest.mark.parametrize("lang", [pytest.param("en-XA", marks=pytest.mark.long), "ar-XB"])
def test_no_command_says_a_sentence_in_english(tmp_path: Path, lang: str) -> None:
    """Each day in the language that runs from right to left: what is in English shows in both."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    write(tmp_path / "languages")
    refusals = [words for words, _, _ in (*USE, *INPUT) if not words.startswith(("serve", "play"))]
    asked = [(each.split(), TYPED.get(each, "")) for each in (*COMMANDS, *WRITING, *refusals)]
    done = carrom_at_once(asked, tmp_path, CARROM_LANGUAGES=str(tmp_path / "languages"), CARROM_LANG=lang)
    said = dict(zip((*COMMANDS, *WRITING, *refusals), (text for _, text in done), strict=True))
    said |= {words: (tmp_path / file).read_text(encoding="utf-8") for words, file in WRITING.items()}

    if lang == "ar-XB":
        assert "\u2068x.zip\u2069" in said["data import x.zip --data x"]
        copied = [
            line
            for text in said.values()
            for line in re.findall("`[^`]*`|^  (?:CARROM_|carrom ).*", text, re.M)
        ]
        assert "  CARROM_LANGUAGES=words carrom languages check pt" in copied
        assert "  carrom offline prepare --data data" in copied
        assert [line for line in copied if re.search("[\u200e\u200f\u2066-\u2069]", line)] == []
    assert [words for words, text in said.items() if not text] == []
    english = {words: untranslated(TYPED_OR_TAG.sub("", text), NAMES) for words, text in said.items()}
    assert {words: found for words, found in english.items() if found} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_command_with_something_filled_in_can_be_copied(lang: str) -> None:
    """It stands between backquotes or on a line of its own, where no sign is put that is not shown."""
    command = re.compile(rf"carrom (?:{'|'.join(carrom.cli.COMMANDS)})\b[^`\n,]*\{{(?!n\}})")
    texts = {key: text for key, phrase in phrases(lang).items() for text in texts_of(phrase)}
    outside = {
        key: re.sub("`[^`]*`|^  (?:CARROM_|carrom ).*", "", text, flags=re.M) for key, text in texts.items()
    }

    assert {key: text for key, text in outside.items() if command.search(text)} == {}
    assert sum(bool(command.search(text)) for text in texts.values()) >= 5

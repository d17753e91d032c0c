"""Names in all scripts, read back from the PDF: the letters are there, shaped, in the right order."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest
from pypdf import PdfReader
from tests.cli.run import carrom, refusal
from tests.printing.reading import pieces, read_texts, shapes
from tests.umpiring.scripted import singles
from tests.untranslated import untranslated
from tools.pseudo_languages import write

from carrom.i18n import LANGUAGES
from carrom.printing import Unprintable, sheet_pdf
from carrom.printing.fonts import font_with
from carrom.record import RecordFile
from carrom.umpiring import score_sheet
from carrom.umpiring.sheet.model import Sheet, SheetTable

ROOT = Path(__file__).parents[2]

WITH_OPEN_SANS = [
    "Łukasz Żółć",
    "Nguyễn Thị Ánh",
    "Ελένη Παπαδοπούλου",
    "Мария Щербакова",
    "Đorđe İnönü",
    "{nb}",
]
FROM_THE_LEFT = {
    "Devanagari": "आशा क्षत्रिय",
    "Tamil": "கார்த்திக்",
    "Bengali": "সৌরভ বন্দ্যোপাধ্যায়",
    "Sinhala": "ශ්\u200dරී සිල්වා",
}
FROM_THE_RIGHT = {"Arabic": "محمد علي", "Persian": "علی\u200cرضا", "Hebrew": "שרה לוי"}
NAMES = FROM_THE_LEFT | FROM_THE_RIGHT


def needs_font(name: str) -> None:
    """Skipped where the machine has no font for the name; CI has one."""
    if font_with(name[0], bold=False) is None:
        missing = pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip
        missing(f"no font here for {name}; Debian's fonts-noto-core has one")


def sheet_of(first: str, second: str = "Ben") -> bytes:
    return sheet_pdf(score_sheet(singles(first, second).win("first", 1).record), "en")


def read(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def shown(pdf: bytes) -> list[str]:
    """The lines by the letters of their shapes, each as it stands from left to right."""
    found: dict[tuple[int, float], list[tuple[float, str]]] = {}
    for piece in pieces(pdf):
        found.setdefault((piece.page, piece.y), []).append((piece.x, piece.text))
    return ["".join(text for _, text in sorted(line)) for line in found.values()]


@pytest.mark.usefixtures("without_fonts")
@pytest.mark.parametrize("name", WITH_OPEN_SANS)
def test_names_of_europe_and_vietnam_need_no_font_of_the_machine(name: str) -> None:
    assert name in read(sheet_of(name))


@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_printed_in_its_own_direction_and_read_back_whole(script: str) -> None:
    """By the letters of its shapes, from left to right on the paper, and as it is copied or read aloud."""
    name = NAMES[script]
    needs_font(name)
    pdf = sheet_of(name)

    stands, copied = (name[::-1], read(pdf)) if script in FROM_THE_RIGHT else (name, read_texts(pdf))
    assert name in copied
    assert f"A{stands}south" in shown(pdf)
    assert f"{stands} won the toss and took the break" in shown(pdf)
    assert f"{stands} – BenPage 1 of 1" in shown(pdf)
    assert len(pdf) < 25_000


def test_letters_are_shaped_by_their_neighbours() -> None:
    """A conjunct is one shape of three letters."""
    needs_font(FROM_THE_LEFT["Devanagari"])

    assert "क्ष" in shapes(sheet_of("क्ष"))
    assert "क्ष" not in shapes(sheet_of("क ष"))


def test_figures_keep_their_order_after_a_name_from_the_right() -> None:
    """Of two such names the first stands first; neither turns a score or a number around."""
    first, second = FROM_THE_RIGHT["Arabic"], FROM_THE_RIGHT["Hebrew"]
    needs_font(first)
    needs_font(second)
    desk = singles(first, second, event=f"{first} 2026", number="1 – 2")
    for _ in range(3):
        desk.win("first", 9)
    pdf = sheet_pdf(score_sheet(desk.record), "en")

    assert f"Game to {first[::-1]}, 33 – 0" in shown(pdf)
    assert f"2026 {first[::-1]} · 1 – 2 · {first[::-1]} – {second[::-1]}Page 1 of 1" in shown(pdf)


def test_one_line_may_hold_many_scripts() -> None:
    names = [*WITH_OPEN_SANS[:2], *NAMES.values()]
    for name in names:
        needs_font(name)
    desk = singles().ask("remark", text=f"Here: {', '.join(names)}")
    pdf = sheet_pdf(score_sheet(desk.record), "en")
    printed = " ".join(shown(pdf))

    for name in names:
        from_right = name in FROM_THE_RIGHT.values()
        assert (name[::-1] if from_right else name) in printed


@pytest.mark.parametrize("name", ["आशा", "محمد"])
def test_fonts_are_found_without_fontconfig(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the usual folders; a bold one for what is bold."""
    needs_font(name)
    monkeypatch.setenv("PATH", "")
    found = [font_with(name, bold) for bold in (False, True)]

    assert ["Bold" in str(path) for path in found if path] == [False, True]
    assert any(name in line for line in (*read_texts(sheet_of(name)), read(sheet_of(name))))


@pytest.mark.usefixtures("without_fonts")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "script", "package"),
    [
        ("आशा", "Devanagari", "fonts-noto-core"),
        ("محمد", "Arabic", "fonts-noto-core"),
        ("明", "Han", "fonts-noto-cjk"),
        ("Asha ♛", "U+265B", "fonts-noto-core"),
        ("Asha 👑", "U+1F451", "fonts-noto-color-emoji"),
    ],
)
def test_a_script_without_a_font_is_refused_with_what_would_work(
    name: str, script: str, package: str, lang: str
) -> None:
    """One line says which name, which script, and which package has it."""
    with pytest.raises(Unprintable) as refused:
        sheet_of(name)

    said = refused.value.text(lang)
    assert all(word in said for word in (name.split()[-1], script, package))
    assert "\n" not in said
    assert refused.value.code == "sheet/unprintable"


@pytest.mark.skipif(which("fc-match") is None, reason="no fontconfig here to be told of no fonts")
@pytest.mark.usefixtures("without_fonts")
def test_a_pdf_that_cannot_be_printed_leaves_nothing_behind(tmp_path: Path) -> None:
    """One line, exit status 2, and the CSV asked for with it is not written either."""
    file = RecordFile.create(tmp_path / "match.carrom")
    for entry in singles("आशा").record.entries:
        file.enter(entry.event, entry.at)
    before = sorted(tmp_path.iterdir())
    done = carrom("record", "sheet", "match.carrom", "--pdf", "a.pdf", "--csv", "a.csv", folder=tmp_path)

    assert refusal(done).startswith("carrom: the PDF cannot print 'आशा': ")
    assert sorted(tmp_path.iterdir()) == before


PSEUDO = """
import sys
from pathlib import Path
from tests.umpiring.scripted import eventful_match, longest_match
from carrom.printing import sheet_pdf
from carrom.umpiring import score_sheet
for lang in ("en-XA", "ar-XB"):
    for match in (eventful_match, longest_match):
        Path(f"{lang}.{match.__name__}.pdf").write_bytes(sheet_pdf(score_sheet(match().record), lang))
"""
TYPED = frozenset(
    re.findall(
        r"\w+",
        "Asha Ben Chan Dora Eve Müller Open of the Loire Semi-final Final Board Carrom Club de Lyon Red"
        " Queens Ghent lamp flickered in second board tapped twice three people saw it fall fell only one had"
        " fallen striker lay on frame and not first was added up wrongly",
    )
)


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sheets in the languages that are made from English."""
    folder = tmp_path_factory.mktemp("pseudo")
    write(folder / "languages")
    env = {**os.environ, "CARROM_LANGUAGES": str(folder / "languages"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", PSEUDO], env=env, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("match", ["eventful_match", "longest_match"])
@pytest.mark.parametrize("lang", ["en-XA", "ar-XB"])
def test_no_sentence_of_a_sheet_is_in_english(pseudo: Path, lang: str, match: str) -> None:
    needs_font("م")
    printed = shown((pseudo / f"{lang}.{match}.pdf").read_bytes())

    assert len(printed) > 50
    assert {line: found for line in printed if (found := untranslated(line, TYPED))} == {}


def test_citations_keep_their_order_from_right_to_left(pseudo: Path) -> None:
    """Alone in a cell, and after a ruling."""
    needs_font("م")
    printed = shown((pseudo / "ar-XB.eventful_match.pdf").read_bytes())

    assert any("3.2 h" in line for line in printed)
    assert any("4.1.1 ,4 k" in line for line in printed)
    assert any("3.11 a" in line for line in printed)
    assert [line for line in printed if "h 3.2" in line or "a 3.11" in line] == []


def hostile(name: str) -> Sheet:
    """A sheet with a name that could not be entered, wherever a name stands."""
    made = score_sheet(singles().win("first", 1).record)
    players = tuple(replace(each, name=name) for each in made.players)
    return replace(made, first=(name,), second=(name,), players=players, event=name, umpire=name)


@pytest.mark.parametrize(
    "name",
    [
        "As\x00\x07\x1b[31mha",
        "a\nb\u2028c\x85d",
        "\ud800",
        "\u200d\u200c",
        "",
        "W" * 300,
        "محمد" * 75,
        "क्षत्रिय" * 40,
        "a" + "\u0301" * 300,
        "\u0301" * 300,
        "क" + "ि" * 200,
        "a\u093f",
        "👑👨\u200d👩\u200d👧🇮🇳",
        "\u0378\U000e1234\ue000\uffff",
        "محمد Asha שרה 12 علي",
    ],
    ids=ascii,
)
def test_no_name_ends_in_a_traceback(name: str) -> None:
    """It is printed, or one line says what it lacks."""
    needs_font("म")
    needs_font("م")
    try:
        said = " ".join(shown(sheet_pdf(hostile(name), "en")))
    except Unprintable as refused:
        said = str(refused)

    assert "took the break" in said or (said.startswith("the PDF cannot print ") and len(said) < 400)
    assert said.splitlines() == [said]


@pytest.mark.parametrize("sign", "\u202e\u202b\u2067\u2069\u200f")
def test_a_name_with_signs_of_direction_turns_nothing_beside_it(sign: str) -> None:
    assert shown(sheet_pdf(hostile(f"{sign}Asha{sign}"), "en")) == shown(sheet_pdf(hostile("Asha"), "en"))


def test_whoever_sits_for_a_name_from_the_right_does_not_turn() -> None:
    """Of a simulated table: names of players, of its equipment and of its pace."""
    needs_font("م")
    table = SheetTable("محمد 2", "محمد 3", (("محمد", "2 + 3"), ("שרה", "4 + 5")))
    printed = shown(sheet_pdf(replace(score_sheet(singles().record), table=table, replay_of="محمد 1"), "en"))

    assert any("دمحم (2 + 3), הרש (4 + 5)" in line for line in printed)
    assert any("2 دمحم" in line and "3 دمحم" in line for line in printed)


def test_a_sheet_in_seven_scripts_is_small_enough_for_any_mail() -> None:
    """All of them in regular and in bold."""
    names = [*NAMES.values(), WITH_OPEN_SANS[2], WITH_OPEN_SANS[3]]
    for name in names:
        needs_font(name)
    made = score_sheet(singles().win("first", 1).record)
    first, second = tuple(names[:4]), tuple(names[4:])
    result = replace(made.result, winner="first", how="resigned")

    assert len(sheet_pdf(replace(made, first=first, second=second, result=result), "en")) < 60_000

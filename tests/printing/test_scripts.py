"""Names in all scripts, read back from the PDF: the letters are there, shaped, in the right order."""

from __future__ import annotations

import io
import os
from pathlib import Path
from shutil import which

import pytest
from pypdf import PdfReader
from tests.cli.run import carrom, refusal
from tests.printing.reading import pieces, read_texts, shapes
from tests.umpiring.scripted import singles

from carrom.i18n import LANGUAGES
from carrom.printing import Unprintable, pdf_of
from carrom.printing.fonts import font_with
from carrom.record import RecordFile
from carrom.umpiring import sheet

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


def needs_font(name: str) -> None:
    """Skipped where the machine has no font for the name; CI has one."""
    if font_with(name[0], bold=False) is None:
        missing = pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip
        missing(f"no font here for {name}; Debian's fonts-noto-core has one")


def sheet_of(first: str, second: str = "Ben") -> bytes:
    return pdf_of(sheet(singles(first, second).win("first", 1).record), "en")


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


@pytest.mark.parametrize("script", FROM_THE_LEFT)
def test_a_name_in_an_indic_script_is_read_back_whole(script: str) -> None:
    """By the letters of its shapes, and as it is copied or read aloud."""
    name = FROM_THE_LEFT[script]
    needs_font(name)
    pdf = sheet_of(name)

    assert name in read_texts(pdf)
    assert f"A{name}south" in shown(pdf)
    assert f"{name} won the toss and took the break" in shown(pdf)
    assert len(pdf) < 60_000


def test_letters_are_shaped_by_their_neighbours() -> None:
    """A conjunct is one shape of three letters."""
    needs_font(FROM_THE_LEFT["Devanagari"])

    assert "क्ष" in shapes(sheet_of("क्ष"))
    assert "क्ष" not in shapes(sheet_of("क ष"))


@pytest.mark.parametrize("script", FROM_THE_RIGHT)
def test_a_name_from_the_right_stands_from_right_to_left(script: str) -> None:
    """Its first letter is the rightmost; the sentence around it goes from left to right."""
    name = FROM_THE_RIGHT[script]
    needs_font(name)
    pdf = sheet_of(name)

    assert name in read(pdf)
    assert f"A{name[::-1]}south" in shown(pdf)
    assert f"{name[::-1]} won the toss and took the break" in shown(pdf)
    assert f"{name[::-1]} – BenPage 1 of 1" in shown(pdf)


def test_figures_keep_their_order_after_a_name_from_the_right() -> None:
    """Of two such names the first stands first; neither turns a score or a number around."""
    first, second = FROM_THE_RIGHT["Arabic"], FROM_THE_RIGHT["Hebrew"]
    needs_font(first)
    needs_font(second)
    desk = singles(first, second, event=f"{first} 2026", number="1 – 2")
    for _ in range(3):
        desk.win("first", 9)
    pdf = pdf_of(sheet(desk.record), "en")

    assert f"Game to {first[::-1]}, 33 – 0" in shown(pdf)
    assert f"2026 {first[::-1]} · 1 – 2 · {first[::-1]} – {second[::-1]}Page 1 of 1" in shown(pdf)


def test_one_line_may_hold_many_scripts() -> None:
    names = [*WITH_OPEN_SANS[:2], *FROM_THE_LEFT.values(), *FROM_THE_RIGHT.values()]
    for name in names:
        needs_font(name)
    desk = singles().ask("remark", text=f"Here: {', '.join(names)}")
    pdf = pdf_of(sheet(desk.record), "en")
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

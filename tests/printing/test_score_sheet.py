"""The PDF of a score sheet, read back: every figure is there, on the page, in both languages."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf._codecs.core_font_metrics import CORE_FONT_METRICS  # Adobe's widths are nowhere else to be had
from pypdf.generic import ByteStringObject, ContentStream, DictionaryObject, TextStringObject
from tests.cli.run import carrom, refusal
from tests.umpiring.scripted import Desk, eventful_match, longest_match, singles

from carrom.i18n import LANGUAGES, phrases
from carrom.laws import BOOKS
from carrom.laws.texts import title
from carrom.printing import pdf_of
from carrom.printing.fonts import (
    BOLD,
    REGULAR,
    Font,
    Unprintable,
    printable,
    shortened,
    width,
    wrapped,
)
from carrom.printing.paper import HEIGHT, WIDTH
from carrom.printing.score_sheet import BOTTOM, MARGIN
from carrom.record import Record, RecordFile
from carrom.record.entries import Begun
from carrom.umpiring import sheet
from carrom.umpiring.sheet import csv_of, text_of
from carrom.umpiring.sheet.model import Sheet, SheetRemark
from carrom.words import Side

LETTERS = "".join(
    bytes([code]).decode("cp1252", "ignore") for code in range(33, 256) if code not in (127, 160, 173)
)
FONTS: dict[str, Font] = {"/F1": REGULAR, "/F2": BOLD}


@dataclass(frozen=True)
class Piece:
    """A text where it is printed, from the upper left corner of its page."""

    page: int
    x: float
    y: float
    text: str
    font: Font
    size: float


def pieces(pdf: bytes) -> list[Piece]:
    """Everything printed, in the order in which it was."""
    found = []
    for number, page in enumerate(PdfReader(io.BytesIO(pdf)).pages):
        content = page.get_contents()
        assert isinstance(content, ContentStream)
        font, size, x, y = REGULAR, 0.0, 0.0, 0.0
        for operands, operator in content.operations:
            if operator == b"Tf":
                font, size = FONTS[str(operands[0])], float(operands[1])
            elif operator == b"Td":
                x, y = float(operands[0]), HEIGHT - float(operands[1])
            elif operator == b"Tj":
                raw = operands[0]
                assert isinstance(raw, TextStringObject | ByteStringObject)
                found.append(Piece(number, x, y, raw.original_bytes.decode("cp1252"), font, size))
    return found


def lines(pdf: bytes) -> list[list[str]]:
    """What stands on one line of a page, from left to right."""
    ordered = sorted(pieces(pdf), key=lambda piece: (piece.page, piece.y, piece.x))
    return [
        [piece.text for piece in line] for _, line in groupby(ordered, lambda piece: (piece.page, piece.y))
    ]


def words(pdf: bytes) -> str:
    """All words of the sheet in the order in which they were printed, the feet of the pages left out."""
    return " ".join(piece.text for piece in pieces(pdf) if piece.y < BOTTOM)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_boards_of_a_long_match_are_printed_as_they_were_played(lang: str) -> None:
    """27 boards over three games and two pages, against the record and not against the sheet."""
    match = longest_match().record.state.match
    printed = lines(pdf_of(sheet(longest_match().record), lang))
    letter = {Side.FIRST: "A", Side.SECOND: "B", None: "–"}

    boards = [line for line in printed if len(line) >= 12 and line[0].isdigit()]
    wanted = []
    for game in match.games:
        total = dict.fromkeys(Side, 0)
        for number, board in enumerate(game.boards, 1):
            assert board.winner is not None
            assert board.began_at is not None
            assert board.ended_at is not None
            total[board.winner] += board.points
            points = [str(board.points) if board.winner is side else "–" for side in Side]
            wanted.append(
                [
                    *(str(number), board.breaker, letter[board.white], letter[board.queen]),
                    *(str(board.coins_left.white), str(board.coins_left.black), *points),
                    *(str(total[side]) for side in Side),
                    *(board.began_at[11:16], board.ended_at[11:16]),
                ]
            )
    assert [line[:12] for line in boards] == wanted
    scores = [f"{game.points(Side.FIRST)} – {game.points(Side.SECOND)}" for game in match.games]
    closes = [line[0] for line in printed if len(line) == 1 and any(score in line[0] for score in scores)]
    assert [next(score for score in scores if score in close) for close in closes] == scores
    assert any("Asha & Chan" in line[-1] and "2 – 1" in line[-1] for line in printed)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happened_is_printed(lang: str) -> None:
    """Part by part and in order: titles, columns, cells, closing lines, and the lines to sign on."""
    made = sheet(eventful_match().record)
    printed = words(pdf_of(made, lang))

    at = 0
    said = text_of(made, lang)
    for part in said.parts:
        for text in (part.title,) if part.key != "match" else ():
            at = printed.index(text, at)
        for row in part.rows:
            for cell in row:
                for word in cell.split():
                    assert word in printed[at:] or word[:1].upper() + word[1:] in printed[at:], (
                        part.key,
                        word,
                    )
        assert all(word in printed[at:] for word in part.close.split())
    assert all(name in printed[at:] for name in said.signatures)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reader_of_pdf_finds_the_words(lang: str) -> None:
    """Accents and dashes come out as letters: the fonts' encoding is told right."""
    made = sheet(eventful_match().record)
    read = PdfReader(io.BytesIO(pdf_of(made, lang)))
    text = "".join(page.extract_text() for page in read.pages)

    assert "Eve Müller" in text
    assert "13 – 0" in text
    assert read.metadata is not None
    assert read.metadata.title == f"{phrases(lang)['sheet.title']}: Asha – Ben"
    root = read.trailer["/Root"].get_object()
    assert isinstance(root, DictionaryObject)
    assert str(root["/Lang"]) == lang


def with_remarks(count: int, length: int = 1) -> Sheet:
    made = sheet(singles().win("first", 1).record)
    remarks = (SheetRemark(10 + n, None, " ".join(f"w{n}.{k}" for k in range(length))) for n in range(count))
    return replace(made, remarks=tuple(remarks))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_over_several_pages_loses_no_row_and_names_its_columns_on_each(lang: str) -> None:
    made = with_remarks(150)
    pdf = pdf_of(made, lang)
    head = phrases(lang)["sheet.head.remark"]

    assert [word for word in words(pdf).split() if re.fullmatch(r"w\d+\.0", word)] == [
        f"w{n}.0" for n in range(150)
    ]
    rows = {piece.page for piece in pieces(pdf) if re.fullmatch(r"w\d+\.0", piece.text)}
    assert len(rows) == 4
    assert [piece.page for piece in pieces(pdf) if piece.text == head] == sorted(rows)


def test_a_remark_longer_than_a_page_is_parted_and_no_word_is_lost() -> None:
    made = with_remarks(3, 2000)
    printed = words(pdf_of(made, "en")).split()

    assert [word for word in printed if re.fullmatch(r"w\d+\.\d+", word)] == [
        f"w{n}.{k}" for n in range(3) for k in range(2000)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_says_which_it_is_and_of_how_many(lang: str) -> None:
    pdf = pdf_of(with_remarks(150), lang)
    feet = [piece.text for piece in pieces(pdf) if piece.y > BOTTOM and "Page" in piece.text]
    between = {"en": "of", "fr": "sur"}[lang]

    assert feet == [f"Page {number} {between} 5" for number in range(1, 6)]


def test_a_game_is_not_parted_where_a_page_has_room_for_it() -> None:
    """The rows of each game lie on one page."""
    pdf = pdf_of(sheet(longest_match().record), "en")
    ninths = [piece.page for piece in pieces(pdf) if piece.text == "tossed for"]
    titles = [piece.page for piece in pieces(pdf) if re.match(r"Game \d,", piece.text)]

    assert ninths == titles == [0, 0, 1]


def test_the_lines_to_sign_on_stand_together() -> None:
    """Whatever comes before them, they are on one page."""
    for count in range(20, 50):
        pdf = pdf_of(with_remarks(count), "en")
        signed = [
            piece.page for piece in pieces(pdf) if piece.text in ("Side A: Asha", "Main umpire", "Signatures")
        ]
        assert len(signed) == 3
        assert len(set(signed)) == 1


def test_the_same_sheet_is_the_same_file() -> None:
    """Nothing of the moment or the machine is in it."""
    made = sheet(eventful_match().record)

    assert pdf_of(made, "fr") == pdf_of(made, "fr")


latin = st.text(LETTERS + "  ", max_size=60)


@settings(max_examples=30)
@given(event=latin, club=latin, remark=latin, name=st.text(LETTERS, min_size=1, max_size=40))
def test_whatever_is_printed_stays_in_its_place(event: str, club: str, remark: str, name: str) -> None:
    """No cell runs into the next, and nothing of a name is lost, however long or odd it is."""
    record = Record()
    record.enter(Begun("family", (name,), (f"{name}2",), event=event, clubs=((name, club),)))
    made = replace(sheet(record), remarks=(SheetRemark(2, None, remark),))
    pdf = pdf_of(made, "en")

    ordered = sorted(pieces(pdf), key=lambda piece: (piece.page, piece.y, piece.x))
    for piece, right in pairwise([*ordered, replace(ordered[0], page=-1)]):
        same_line = (piece.page, piece.y) == (right.page, right.y)
        assert piece.x >= MARGIN
        ends = piece.x + width(piece.text, piece.font, piece.size)
        assert ends <= (right.x if same_line else WIDTH - MARGIN) + 0.1
    printed = "".join(words(pdf).split())
    for text in (event, club, remark, name):
        assert "".join(text.split()) in printed


@pytest.mark.parametrize("name", ["आशा", "Łukasz Ш", "明"])
def test_a_name_in_other_letters_is_refused_with_what_would_work(name: str) -> None:
    """One line says which name, and that the page can print it."""
    record = Record()
    record.enter(Begun("family", (name,), ("Ben",)))

    with pytest.raises(Unprintable) as refused:
        pdf_of(sheet(record), "en")

    assert name in str(refused.value)
    assert "from its page" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.code == "sheet/unprintable"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Chloe\u0301", "Chloé"),
        ("12\u202f%", "12 %"),
        ("a\u00a0b\tc\nd", "a b c d"),
        ("well\u2011known", "well-known"),
        ("soft\u00adhyphen", "softhyphen"),
        ("œuvre – « été » … €", "œuvre – « été » … €"),
    ],
)
def test_signs_that_only_look_different_are_printed_alike(typed: str, printed: str) -> None:
    assert printable(typed) == printed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_ours_can_be_printed(lang: str) -> None:
    """No sheet is refused because of our own words."""
    ours = [
        phrase
        for key, phrase in phrases(lang).items()
        if key.startswith(("sheet.", "why.", "then.", "ruling."))
    ]
    texts = [text for phrase in ours for text in ([phrase] if isinstance(phrase, str) else phrase.values())]

    assert len(texts) > 300
    assert [text for text in texts if printable(text) != text] == []
    assert all(printable(title(book, lang)) for book in BOOKS)


@pytest.mark.parametrize("font", [REGULAR, BOLD])
def test_letters_are_as_wide_as_adobe_says(font: Font) -> None:
    """Lines are broken and columns set by these widths."""
    given_widths = CORE_FONT_METRICS[font].character_widths

    assert {letter: width(letter, font, 1000) for letter in LETTERS} == {
        letter: given_widths[letter] for letter in LETTERS
    }


@given(text=st.text(LETTERS + "   ", max_size=120), room=st.floats(30, 300))
def test_lines_are_no_wider_than_their_room_and_keep_every_letter(text: str, room: float) -> None:
    broken = wrapped(text, REGULAR, 9, room)

    assert all(width(line, REGULAR, 9) <= room for line in broken)
    assert "".join("".join(broken).split()) == "".join(text.split())


@given(text=st.text(LETTERS + " ", max_size=120), room=st.floats(30, 300))
def test_a_shortened_line_fits_and_begins_as_it_did(text: str, room: float) -> None:
    short = shortened(text, REGULAR, 8, room)

    assert width(short, REGULAR, 8) <= room
    assert short == text or text.startswith(short[:-1].rstrip())


def kept(folder: Path, desk: Desk) -> Path:
    """A desk's match as a record on disk."""
    file = RecordFile.create(folder / "match.carrom")
    for entry in desk.record.entries:
        file.enter(entry.event, entry.at)
    return file.path


def test_the_command_writes_pdf_and_csv_of_a_record(tmp_path: Path) -> None:
    """The same files that the desk makes; the text stays away."""
    desk = eventful_match()
    kept(tmp_path, desk)
    files = ("--pdf", "a.pdf", "--csv", "a.csv")
    done = carrom("record", "sheet", "match.carrom", "--lang", "fr", *files, folder=tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "a.pdf").read_bytes() == pdf_of(sheet(desk.record), "fr")
    assert (tmp_path / "a.csv").read_bytes().decode("utf-8-sig") == csv_of(sheet(desk.record), "fr")


def test_a_pdf_that_cannot_be_printed_leaves_nothing_behind(tmp_path: Path) -> None:
    """One line, exit status 2, and the CSV asked for with it is not written either."""
    kept(tmp_path, singles("आशा"))
    done = carrom("record", "sheet", "match.carrom", "--pdf", "a.pdf", "--csv", "a.csv", folder=tmp_path)

    assert refusal(done).startswith("carrom: the PDF cannot print 'आशा': ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.carrom"]

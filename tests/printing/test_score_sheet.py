"""The PDF of a score sheet, read back: every figure is there, on the page, in both languages."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject
from tests.cli.run import carrom
from tests.printing.reading import lines, pieces, words
from tests.umpiring.scripted import Desk, eventful_match, longest_match, singles

from carrom.i18n import LANGUAGES, phrases, t
from carrom.laws import BOOKS
from carrom.laws.texts import title
from carrom.printing import sheet_pdf
from carrom.printing.lines import printable
from carrom.printing.paper import WIDTH, Lettering, Paper
from carrom.printing.score_sheet import BOTTOM, MARGIN
from carrom.record import Record, RecordFile
from carrom.record.entries import Begun
from carrom.umpiring import score_sheet
from carrom.umpiring.sheet import sheet_csv, sheet_words
from carrom.umpiring.sheet.model import Sheet, SheetProtest, SheetRemark
from carrom.words import Side

LETTERS = (
    "".join(
        bytes([code]).decode("cp1252", "ignore") for code in range(33, 256) if code not in (127, 160, 173)
    )
    + "ĄąĆćČčĎďĐđĘęĚěĞğĢģĪīİıĶķŁłŃńŇňŐőŘřŞşȘșŤťŮůŰűŹźŻżẠạỄễỆệỚớƯưỲỳΑΒΓΔαβγδάώАБВГЯабвгяёіїєјљњћџ"
)


@pytest.fixture(scope="module")
def paper() -> Iterator[Paper]:
    with Paper("Paper", "en", right_to_left=False, made=datetime(2026, 5, 1, tzinfo=UTC)) as blank:
        yield blank


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_boards_of_a_long_match_are_printed_as_they_were_played(lang: str) -> None:
    """27 boards over three games and two pages, against the record and not against the sheet."""
    match = longest_match().record.state.match
    printed = lines(sheet_pdf(score_sheet(longest_match().record), lang))
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
    made = score_sheet(eventful_match().record)
    printed = words(sheet_pdf(made, lang))

    at = 0
    said = sheet_words(made, lang)
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
def test_no_word_of_ours_is_broken(lang: str) -> None:
    """Neither the names of columns nor what stands in them."""
    made = score_sheet(eventful_match().record)
    printed = words(sheet_pdf(made, lang)).lower().split()

    for part in sheet_words(made, lang).parts:
        said = " ".join((*part.head, *(cell for row in part.rows for cell in row), part.close))
        assert [word for word in said.lower().split() if word not in printed] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reader_of_pdf_finds_the_words(lang: str) -> None:
    """Accents and dashes come out as letters: the fonts' encoding is told right."""
    made = score_sheet(eventful_match().record)
    read = PdfReader(io.BytesIO(sheet_pdf(made, lang)))
    text = "".join(page.extract_text() for page in read.pages)

    assert "Eve Müller" in text
    assert "13 – 0" in text
    assert read.metadata is not None
    assert read.metadata.title == f"{phrases(lang)['sheet.title']}: Asha – Ben"
    root = read.trailer["/Root"].get_object()
    assert isinstance(root, DictionaryObject)
    assert str(root["/Lang"]) == lang


def with_remarks(count: int, length: int = 1) -> Sheet:
    made = score_sheet(singles().win("first", 1).record)
    remarks = (SheetRemark(10 + n, None, " ".join(f"w{n}.{k}" for k in range(length))) for n in range(count))
    return replace(made, remarks=tuple(remarks))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_over_several_pages_loses_no_row_and_names_its_columns_on_each(lang: str) -> None:
    made = with_remarks(150)
    pdf = sheet_pdf(made, lang)
    head = phrases(lang)["sheet.head.remark"]

    assert [word for word in words(pdf).split() if re.fullmatch(r"w\d+\.0", word)] == [
        f"w{n}.0" for n in range(150)
    ]
    rows = {piece.page for piece in pieces(pdf) if re.fullmatch(r"w\d+\.0", piece.text)}
    assert len(rows) == 4
    assert [piece.page for piece in pieces(pdf) if piece.text == head] == sorted(rows)


def test_a_remark_longer_than_a_page_is_parted_and_no_word_is_lost() -> None:
    made = with_remarks(3, 2000)
    printed = words(sheet_pdf(made, "en")).split()

    assert [word for word in printed if re.fullmatch(r"w\d+\.\d+", word)] == [
        f"w{n}.{k}" for n in range(3) for k in range(2000)
    ]


def test_the_title_of_a_table_stands_above_its_first_row() -> None:
    """However high the row is, and wherever the table begins."""
    protest = SheetProtest(
        "first", 5, 1, 1, None, None, "moved " * 80, "", None, None, "", None, lapsed=False, replays="match"
    )
    for count in range(10, 40):
        pdf = sheet_pdf(replace(with_remarks(count), protests=(protest,)), "en")
        (title,) = (piece.page for piece in pieces(pdf) if piece.text == "Protests")
        first_row = min(piece.page for piece in pieces(pdf) if piece.text.startswith("moved"))
        assert title == first_row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_says_which_it_is_and_of_how_many(lang: str) -> None:
    pdf = sheet_pdf(with_remarks(150), lang)
    feet = [piece.text for piece in pieces(pdf) if piece.y > BOTTOM and piece.x > WIDTH / 2]

    assert feet == [t("sheet.page", lang, number=str(number), pages="5") for number in range(1, 6)]


def test_a_game_is_not_parted_where_a_page_has_room_for_it() -> None:
    """The rows of each game lie on one page."""
    pdf = sheet_pdf(score_sheet(longest_match().record), "en")
    ninths = [piece.page for piece in pieces(pdf) if piece.text == "tossed for"]
    titles = [piece.page for piece in pieces(pdf) if re.match(r"Game \d,", piece.text)]

    assert ninths == titles == [0, 0, 1]


def test_the_lines_to_sign_on_stand_together() -> None:
    """Whatever comes before them, they are on one page."""
    for count in range(20, 50):
        pdf = sheet_pdf(with_remarks(count), "en")
        signed = [
            piece.page for piece in pieces(pdf) if piece.text in ("Side A: Asha", "Main umpire", "Signatures")
        ]
        assert len(signed) == 3
        assert len(set(signed)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_screen_readers_are_told_headings_and_paragraphs_in_the_order_of_reading(lang: str) -> None:
    """Every text belongs to one; lines, boxes and the feet of pages to none."""
    made = score_sheet(eventful_match().record)
    reader = PdfReader(io.BytesIO(sheet_pdf(made, lang)))
    root: Any = reader.trailer["/Root"]
    document = root["/StructTreeRoot"]["/K"][0].get_object()
    kinds = [each.get_object()["/S"] for each in document["/K"]]

    assert root["/MarkInfo"]["/Marked"]
    assert kinds[:2] == ["/H1", "/P"]
    # The match and its result have none, the signatures have one.
    assert kinds.count("/H2") == len(sheet_words(made, lang).parts) - 1
    for page in reader.pages:
        marked = ""
        content = page.get_contents()
        assert isinstance(content, ContentStream)
        for operands, operator in content.operations:
            if operator in (b"BDC", b"BMC"):
                marked = operands[0]
            elif operator == b"EMC":
                marked = ""
            assert operator != b"Tj" or marked


def test_in_a_language_from_the_right_a_page_is_mirrored() -> None:
    """What is left of another text is right of it; the sentence ends at the left."""
    with Paper("Paper", "ar", right_to_left=True, made=datetime(2026, 5, 1, tzinfo=UTC)) as paper:
        paper.text(MARGIN, 100, "שרה 13 – 0", Lettering(9))
        paper.text(200, 100, "Ben", Lettering(9))
        paper.rule(MARGIN, 120, 100 - MARGIN)
        printed = pieces(paper.bytes())

    assert max(printed, key=lambda piece: piece.x).end == pytest.approx(WIDTH - MARGIN, abs=0.1)
    assert "".join(piece.text for piece in sorted(printed, key=lambda piece: piece.x)) == "Ben0 – 13 הרש"


def test_the_same_sheet_is_the_same_file() -> None:
    """Nothing of the moment or the machine is in it."""
    made = score_sheet(eventful_match().record)

    assert sheet_pdf(made, "fr") == sheet_pdf(made, "fr")


typed = st.text(LETTERS + "  ", max_size=60)


@settings(max_examples=30)
@given(event=typed, club=typed, remark=typed, name=st.text(LETTERS, min_size=1, max_size=40))
def test_whatever_is_printed_stays_in_its_place(event: str, club: str, remark: str, name: str) -> None:
    """No cell runs into the next, and nothing of a name is lost, however long or odd it is."""
    record = Record()
    record.enter(Begun("family", (name,), (f"{name}2",), event=event, clubs=((name, club),)))
    made = replace(score_sheet(record), remarks=(SheetRemark(2, None, remark),))
    pdf = sheet_pdf(made, "en")

    ordered = sorted(pieces(pdf), key=lambda piece: (piece.page, piece.y, piece.x))
    for piece, right in pairwise([*ordered, replace(ordered[0], page=-1)]):
        same_line = (piece.page, piece.y) == (right.page, right.y)
        assert piece.x >= MARGIN
        assert piece.end <= (right.x if same_line else WIDTH - MARGIN) + 0.1
    printed = "".join(words(pdf).split())
    for text in (event, club, remark, name):
        assert "".join(text.split()) in printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Chloe\u0301", "Chloé"),
        ("12\u202f%", "12\u00a0%"),
        ("a\u00a0b\tc\nd", "a\u00a0b c d"),
        ("well\u2011known", "well-known"),
        ("soft\u00adhyphen", "softhyphen"),
        ("œuvre – « été » … €", "œuvre – « été » … €"),
    ],
)
def test_signs_that_only_look_different_are_printed_alike(typed: str, printed: str) -> None:
    assert printable(typed) == printed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_ours_is_printed_without_a_font_of_the_machine(lang: str, paper: Paper) -> None:
    """No sheet is refused because of our own words."""
    ours = [
        phrase
        for key, phrase in phrases(lang).items()
        if key.startswith(("sheet.", "why.", "then.", "ruling."))
    ]
    texts = [text for phrase in ours for text in ([phrase] if isinstance(phrase, str) else phrase.values())]
    for text in (*texts, *(title(book, lang) for book in BOOKS)):
        paper.width(printable(text), Lettering(9))

    assert len(texts) > 300
    assert len(paper.pdf.fonts) == 2


@settings(max_examples=50)
@given(text=st.text(LETTERS + "   ", max_size=120), room=st.floats(30, 300))
def test_lines_are_no_wider_than_their_room_and_keep_every_letter(
    paper: Paper, text: str, room: float
) -> None:
    lettering = Lettering(9)
    broken = paper.wrapped(text, lettering, room)

    assert all(paper.width(line, lettering) <= room for line in broken)
    assert "".join("".join(broken).split()) == "".join(printable(text).split())


@settings(max_examples=50)
@given(text=st.text(LETTERS + " ", max_size=120), room=st.floats(30, 300))
def test_a_shortened_line_fits_and_begins_as_it_did(paper: Paper, text: str, room: float) -> None:
    lettering, whole = Lettering(8), printable(text)
    short = paper.shortened(text, lettering, room)

    assert paper.width(short, lettering) <= room
    assert short == whole or whole.startswith(short[:-1].rstrip())


@pytest.mark.parametrize("match", [eventful_match, longest_match])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_is_small_enough_for_any_mail(match: Callable[[], Desk], lang: str) -> None:
    assert len(sheet_pdf(score_sheet(match().record), lang)) < 60_000


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
    assert (tmp_path / "a.pdf").read_bytes() == sheet_pdf(score_sheet(desk.record), "fr")
    assert (tmp_path / "a.csv").read_bytes().decode("utf-8-sig") == sheet_csv(score_sheet(desk.record), "fr")

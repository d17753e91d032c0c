"""The score sheet of an umpired match: printed from the page, made by the server, and read back."""

from __future__ import annotations

import csv
import io
from datetime import timedelta, timezone
from pathlib import Path
from typing import Literal

from click.testing import CliRunner
from pypdf import PdfReader
from tests.browser.house import House
from tests.browser.phone import BEGIN, BLACK, PLAY, SINGLES, Json, Phone, Table, ended, stands
from tests.browser.visitor import Visits

from carrom.cli import carrom
from carrom.words import Colour, Side

STRIKER: Json = {"do": "stroke", "pocketed": ["striker"]}
NOTED: Json = {
    **BEGIN,
    "length": "game",
    "event": "French Open",
    "round": "Final",
    "number": "12",
    "place": "Board 4",
    "umpire": "Emma",
    "clubs": [["Asha", "Lyon"]],
    "strikers": ["Ben"],
}
GAME: tuple[Json, ...] = (
    NOTED,
    *SINGLES[1:],
    *ended("white", 12),
    *ended("white", 7),
    *ended("white", 11),
    PLAY,
    STRIKER,
    {"do": "incident", "kind": "technical-foul", "by": "white", "paragraph": "4 k"},
    {"do": "remark", "text": "The lamp went out"},
    *stands("black", 3, 1, queen="white"),
    BLACK,
)
"""Four boards of one game, of which Asha wins three; in the last Ben owes a coin and commits a foul."""


def rows(table: Table) -> list[str]:
    """The boards as a score sheet has them, from the record: break, queen, coins left, points, totals."""
    match = table.folded.states[-1].match
    (game,) = match.games
    letter = {Side.FIRST: "A", Side.SECOND: "B", None: "–"}
    total = dict.fromkeys(Side, 0)
    made = []
    for number, board in enumerate(game.boards, 1):
        points = ["–", "–"]
        if board.winner is not None:
            points[board.winner is Side.SECOND] = str(board.points)
            total[board.winner] += board.points
        left = (str(board.coins_left.of(colour)) for colour in Colour)
        made.append(
            " ".join(
                (
                    str(number),
                    board.breaker,
                    letter[board.white],
                    letter[board.queen],
                    *left,
                    *points,
                    *(str(each) for each in total.values()),
                )
            )
        )
    assert (total[Side.FIRST], total[Side.SECOND]) == (game.points(Side.FIRST), game.points(Side.SECOND))
    return made


def read(pdf: bytes, across: bool = True) -> str:
    """The words of a PDF, with one space between them: line by line across the paper, or cell by cell."""
    mode: Literal["layout", "plain"] = "layout" if across else "plain"
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text(extraction_mode=mode) for page in pages).split())


def test_the_printed_sheet_has_the_figures_of_the_record(house: House, visits: Visits) -> None:
    """Printed from the page on a phone, and made by the server: the same figures, head and decisions."""
    table = Table(house, *GAME)
    phone = Phone(visits, table)
    phone.tap("to-sheet")
    printed = phone.visitor.page.pdf()
    made = phone.visitor.context.request.get(f"/api/desk/{table.token}/sheet.pdf").body()

    expected = rows(table)
    assert len(expected) == 4
    for sheet in (printed, made):
        across, down = read(sheet), read(sheet, across=False)
        for row in expected:
            assert row in across
        for head in (
            "French Open",
            "Final",
            "Board 4",
            "Emma",
            "Lyon",
            "Asha won the toss and took the break",
        ):
            assert head in across
        result, _, fouls = across.partition("Result")[2].partition("Fouls")
        assert "Asha" in result
        assert "26 – 7" in across
        assert "1.4" in fouls
        assert "4 k" in fouls
        assert down.count("played elsewhere") == 4
        assert "The lamp went out" in across
        assert "Signatures" in across
    assert "CSV" not in read(printed)  # What is only for the screen is not printed.


def test_the_sheet_speaks_french(house: House, visits: Visits) -> None:
    """On the page, in its PDF and in the server's; the figures are the same."""
    table = Table(house, *GAME)
    phone = Phone(visits, table, locale="fr-FR")
    phone.tap("to-sheet")
    assert "\u202f: ouverture" in phone.visitor.text()  # No line begins with a colon.
    asked = phone.visitor.context.request
    printed = read(phone.visitor.page.pdf())
    made = read(asked.get(f"/api/desk/{table.token}/sheet.pdf?lang=fr").body())

    for sheet in (printed, made):
        for row in rows(table):
            assert row in sheet
        assert "Feuille de match" in sheet
        assert "Arbitre" in sheet
        assert "Score sheet" not in sheet
    phone.visitor.speaks("en")
    phone.visitor.until("document.querySelector('.sheet-paper h1').textContent === 'Score sheet'")


def test_a_spreadsheet_reads_the_same_figures(house: House) -> None:
    table = Table(house, *GAME)
    lines = list(csv.reader(io.StringIO(house.text(f"/api/desk/{table.token}/sheet.csv"))))

    (head,) = (number for number, line in enumerate(lines) if line[:3] == ["Board", "Break", "White"])
    boards = [" ".join(line[:10]) for line in lines[head + 1 : head + 5]]
    assert boards == rows(table)
    assert ["event", "French Open"] in [line[:2] for line in lines]


def test_a_record_taken_away_opens_in_the_program_and_in_the_game(
    house: House, visits: Visits, tmp_path: Path
) -> None:
    """The file that the phone saves is read by `carrom record`, and by the list of replays."""
    table = Table(house, *GAME)
    phone = Phone(visits, table)
    phone.tap("to-sheet")
    with phone.visitor.page.expect_download() as coming:
        phone.tap("sheet-record")
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.name == "Asha - Ben.carrom"
    assert file.read_text(encoding="utf-8") == table.record

    shown = CliRunner().invoke(carrom, ["record", "show", str(file)], catch_exceptions=False)
    judged = CliRunner().invoke(carrom, ["record", "audit", str(file)], catch_exceptions=False)
    assert shown.exit_code == 0
    assert "The lamp went out" in shown.output
    assert judged.exit_code == 0
    assert "0 would be ruled differently" in judged.output

    who = visits("/replays")
    with who.page.expect_file_chooser() as chooser:
        who.clicks("#open-record")
    chooser.value.set_files(file)
    who.until("window.carrom?.seek && carrom.idle() && carrom.v")
    lines = who.find(".replay-line").all_inner_texts()
    who.goes(f"/replay/{table.watch}").until("window.carrom?.seek && carrom.idle() && carrom.v")
    assert who.find(".replay-line").all_inner_texts() == lines
    assert len(lines) > 4


def test_the_times_on_the_sheet_are_those_of_the_clock_in_the_hall(house: House, visits: Visits) -> None:
    """What the phone's clock showed when it was tapped, also on paper."""
    table = Table(house, *SINGLES, zone=timezone(timedelta(hours=5, minutes=30)))
    phone = Phone(visits, table, timezone_id="Asia/Kolkata")
    clock = "new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })"
    before = phone.visitor.sees(clock)
    phone.tap("more", "remark")
    phone.writes(remark_text="The lamp went out")
    phone.tap("remark-enter")
    after = phone.visitor.sees(clock)
    phone.tap("more", "sheet")

    row = phone.visitor.find("[data-testid='sheet-part-remarks'] tbody tr").inner_text().split()
    assert row[1] in (before, after)

"""The score sheet as text: in the terminal, at any width, and as a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.umpiring.scripted import Desk, eventful_match, longest_match, singles

from carrom.i18n import LANGUAGES
from carrom.umpiring import score_sheet
from carrom.umpiring.sheet import sheet_txt, sheet_words


@pytest.mark.parametrize("width", [40, 80, None, 500])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("played", [longest_match, eventful_match])
def test_the_text_has_every_word_of_the_sheet(
    played: Callable[[], Desk], lang: str, width: int | None
) -> None:
    """Only labels without anything beside or below them are left out."""
    made = score_sheet(played().record)
    told = Counter(sheet_txt(made, lang, width).split())

    wanted: Counter[str] = Counter()
    for part in sheet_words(made, lang).parts:
        rows = part.rows if part.head else [row for row in part.rows if row[-1]]
        for text in (part.title, part.close, *(cell for row in rows for cell in row)):
            wanted.update(text.split())
    assert not wanted - told


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_is_wider_than_the_terminal(lang: str, width: int) -> None:
    text = sheet_txt(score_sheet(eventful_match().record), lang, width)

    assert max(map(len, text.splitlines())) <= width


def test_no_french_line_begins_with_a_colon() -> None:
    text = sheet_txt(score_sheet(eventful_match().record), "fr", 80)

    assert " : " in text
    assert not [line for line in text.splitlines() if line.strip().startswith(":")]


def test_a_row_of_a_wide_table_is_one_line() -> None:
    desk = singles().win("first", 1)
    lines = sheet_txt(score_sheet(desk.record), "en").splitlines()

    assert lines[lines.index("Players") + 1].split() == ["Side", "Player", "Chair"]
    assert lines[lines.index("Players") + 2].split() == ["A", "Asha", "south"]
    assert [line.split()[:4] for line in lines if line.startswith("  1 ")] == [["1", "Asha", "A", "A"]]


def test_a_row_of_a_table_too_wide_for_the_terminal_names_its_columns() -> None:
    text = sheet_txt(score_sheet(singles().win("first", 1).record), "en", 50)

    assert "Board: 1 · Break: Asha · White: A" in text


def test_what_was_noted_is_there_and_why_calls_were_overruled() -> None:
    """Round, number, place and clubs, points by hand, and reasons beside the entries."""
    text = sheet_txt(score_sheet(eventful_match().record), "en", 500)

    for row in ("match number  12", "round         Semi-final", "place         Board 4"):
        assert row in text
    assert "Carrom Club de Lyon" in text
    assert 'The "Red Queens", Ghent' in text
    assert "by hand +1 / 0" in text
    assert "only one had fallen" in next(line for line in text.splitlines() if line.startswith("  16 "))


def test_a_game_with_points_by_hand_is_won_by_its_points_and_not_by_its_boards_alone() -> None:
    desk = singles().win("first", 1)
    desk.ask("set-points", first=21, second=0, reason="a board was not entered")
    text = sheet_txt(score_sheet(desk.win("first", 3).record), "en")

    assert "by hand +17 / 0" in " ".join(text.split())
    assert "Game to Asha, 27 – 0" in text


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("Asha won the toss and took the break", "Game 1", "Technical foul", "won the match")),
        ("fr", ("tirage au sort", "Match gagné par Asha, 2 – 0 en parties")),
    ],
)
def test_a_whole_match(lang: str, said: tuple[str, ...]) -> None:
    desk = singles().play().stroke("white")
    desk.ask("incident", kind="technical-foul", by="black", paragraph="4 a").ask("remark", text="new powder")
    desk.stroke("queen").stroke("white").stroke(*["white"] * 7)
    while desk.record.state.match.winner is None:
        desk.win("first", 9)
    text = sheet_txt(score_sheet(desk.record), lang)

    for words in (*said, "new powder", "4 a, 4.1.1"):
        assert words in text

"""The figures of the five texts: points, boards, games, times, and edition b's letters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.laws.played import both
from tests.says import BASICS, FAMILY, LEAFLET, LETTERS, A, B, law

from carrom import Standing, StrokeReport, rulebook
from carrom.i18n import LANGUAGES, t
from carrom.rules.judge import judge
from carrom.rules.placing import PlacingLaws
from carrom.rules.respot import RespotLaws

ALL = (A, B, BASICS, LEAFLET, FAMILY)


@law("international-a 3.7 b", "international-a 3.7 c", "international-a 3.7 d", "ffc-basics queen 5")
@law("ffc-basics game 2", "ffc-leaflet queen 4", "family queen 3")
@pytest.mark.parametrize(
    ("name", "at_21", "at_22", "most"),
    [(A, 3, 0, 12), (B, 3, 0, 12), (BASICS, 3, 0, 12), (LEAFLET, 3, 3, 12), (FAMILY, 5, 5, None)],
)
def test_the_queen_is_worth_so_much_and_a_board_gives_at_most(
    name: str, at_21: int, at_22: int, most: int | None
) -> None:
    book = rulebook(name)

    assert (book.queen_points(21), book.queen_points(22), book.most_points) == (at_21, at_22, most)


@both("3.7 f", "3.7 i")
@pytest.mark.parametrize(("name", "at_22"), [(A, 1), (B, 1), (BASICS, 1), (LEAFLET, 3)])
def test_the_special_ends_give_three_points_or_one_from_22_on(name: str, at_22: int) -> None:
    book = rulebook(name)

    assert (book.special_points(21), book.special_points(22)) == (3, at_22)


@both("3.7 e", "5")
@law("ffc-basics game 1", "ffc-leaflet play 8", "family game 1")
@pytest.mark.parametrize(
    ("name", "boards", "games"), [(A, 8, 2), (B, 8, 2), (BASICS, 8, 1), (LEAFLET, None, 1), (FAMILY, None, 1)]
)
def test_a_game_has_25_points_so_many_boards_and_a_match_so_many_games(
    name: str, boards: int | None, games: int
) -> None:
    laws = rulebook(name).match

    assert (laws.game_points, laws.boards, laws.games_to_win) == (25, boards, games)


@both("3.6 b", "3.8 e", "4.2 h", "4.3")
@pytest.mark.parametrize("name", ALL)
def test_the_times_and_counts_are_those_of_the_international_laws(name: str) -> None:
    """15 seconds for a stroke or a placing, 2 minutes for new seats, 15 minutes for a protest, 3 warnings."""
    laws = rulebook(name).match

    assert (laws.stroke_seconds, laws.placing_seconds, laws.change_seconds) == (15, 15, 120)
    assert (laws.protest_minutes, laws.distractions_allowed) == (15, 3)


@law("family play 1", "family queen 1", "family 8", "family play 4")
def test_the_family_game_has_its_own_places_rights_and_strokes() -> None:
    """Between the lines, a coin in the nets for the queen, counted strokes, the rosette for what jumped."""
    for name in ALL:
        book, own = rulebook(name), name == FAMILY

        assert (book.striker_between_lines, book.right_is_in_nets, book.counts_strokes) == (own, own, own)
        assert book.jumped_to == ("rosette" if own else "centre")
        assert book.match.round_to_the_right is not own


@both("3.9 a", "3.11 m", "3.11 o")
@pytest.mark.parametrize("name", ALL)
def test_the_five_texts_place_and_respot_alike(name: str) -> None:
    """A placed coin touches nothing and makes no shot for its placer; jumped coins lie by their owners."""
    book = rulebook(name)

    assert book.placing == PlacingLaws(may_touch=False, no_shot_with="own")
    assert book.respot == RespotLaws("owner", "equal-shares", "nearest", "breaker")


@pytest.mark.parametrize(
    ("jumped", "by_edition_a", "by_the_other"),
    [
        ("off w", "jumped-centre", "jumped-centre"),
        ("off q", "jumped-centre", "jumped-centre"),
        ("off w w", "jumped-centre", "jumped-centre"),
        ("off q w", "jumped-queen-coin", "jumped-queen-coin-next"),
        ("off q b", "jumped-queen-coin", "jumped-queen-coin-next"),
        ("off w b", "jumped-white-black", "jumped-white-black-striker-first"),
        ("off w b b", "jumped-centre", "jumped-several-touching"),
        ("off q w b", "jumped-centre", "jumped-several-touching"),
    ],
)
def test_the_ruling_says_where_the_text_puts_what_jumped(
    jumped: str, by_edition_a: str, by_the_other: str
) -> None:
    """Who struck and who strikes next count only in a text that says so."""
    laws = RespotLaws("next", "striker-first", "touching", "next")
    other = replace(rulebook(A), respot=laws)
    board = Standing.parse("white on strike, 5 white, 5 black, queen on board")

    for book, why in ((rulebook(A), by_edition_a), (other, by_the_other)):
        ruling = judge(board, StrokeReport.parse(f"nothing {jumped}"), book)

        assert [finding.why for finding in ruling.findings][1:] == [why]
        assert {t(f"why.{why}", lang) for lang in LANGUAGES}.isdisjoint({f"why.{why}"})
    assert judge(board, StrokeReport.parse(f"nothing {jumped}"), replace(rulebook(FAMILY), respot=laws)) == (
        judge(board, StrokeReport.parse(f"nothing {jumped}"), rulebook(FAMILY))
    )


def test_edition_b_has_other_letters_for_the_same_laws() -> None:
    assert rulebook(B).letters == LETTERS
    assert all(rulebook(name).letters == {} for name in ALL if name != B)


def test_fouls_are_of_the_international_laws_where_a_text_has_none() -> None:
    assert [rulebook(name).foul_book for name in ALL] == [A, B, A, A, A]

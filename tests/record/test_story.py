"""The story of a match: what is counted for each side, and what is not."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from tests.record.builders import happened, opened, record, struck, win_quickly

from carrom.record import Record, rule_on
from carrom.record.entries import (
    Begun,
    GaveUp,
    Happened,
    Overruled,
    PlayCalled,
    Seated,
    SeatsChanged,
    TakenBack,
    Tossed,
)
from carrom.record.story import Story, StorySide, match_story
from carrom.rules import Standing
from carrom.rules.match import OVER, TO_PLAY
from carrom.rules.ruling import Finding, Ruling, StandsAs
from carrom.stroke import Incident, StrokeReport
from carrom.words import Seat, Side

ROUND = ((Seat.SOUTH, "Asha"), (Seat.EAST, "Ben"), (Seat.NORTH, "Chan"), (Seat.WEST, "Dora"))


def board(text: str, book: str = "international-a") -> Record:
    """A match of one board, Asha (white) against Ben, with these strokes and incidents, parted by commas."""
    kept = record(
        Begun(book, ("Asha",), ("Ben",), length="board"),
        Tossed(Side.FIRST, "break"),
        Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))),
        PlayCalled(),
    )
    for each in text.split(", "):
        word, _, rest = each.partition("! ")
        if rest:
            happened(kept, rest)
        else:
            struck(kept, word)
    return kept


def told(kept: Record) -> str:
    """The boards of a story in one line: whose it was, what was special."""
    return ", ".join(
        " ".join(
            (
                f"{each.game}.{each.number}",
                f"{each.winner} {each.points}" if each.winner else "void",
                *([f"queen {each.queen}"] if each.queen else []),
                *([f"{each.slam} slam"] if each.slam else []),
                *(["queen last"] if each.queen_last else []),
            )
        )
        for each in match_story(kept).boards
    )


@dataclass(frozen=True)
class Case:
    says: str
    strokes: str
    boards: str
    book: str = "international-a"


CASES = [
    Case("nine whites and the queen at once", "w, q, w, 7w", "1.1 first 12 queen first white slam"),
    Case("the last white covers the queen", "w, 7w, q, w", "1.1 first 12 queen first white slam queen last"),
    Case(
        "the queen falls with the last",
        "w, 8w q",
        "1.1 first 12 queen first white slam queen last",
    ),
    Case("without the queen it is no slam", "w, nothing, b, q, b, nothing, 8w", "1.1 first 7 queen second"),
    Case("white's second turn is no slam", "w, nothing, nothing, q, w, 7w", "1.1 first 12 queen first"),
    Case("blacks in black's first turn", "nothing, b, q, b, 7b", "1.1 second 12 queen second black slam"),
    Case(
        "the blacks that white has left, and the queen is white's",
        "w, q, w b, nothing, 8b",
        "1.1 second 7 queen first black slam",
    ),
    Case(
        "black's second is none",
        "nothing, nothing, nothing, b, q, b, 7b",
        "1.1 second 12 queen second",
    ),
    Case("the other side's last coin gives it the board", "w, q, w, 9b", "1.1 second 7 queen first"),
    Case(
        "a foul may keep the turn",
        "w, w, w s, q, w, 7w",
        "1.1 first 12 queen first white slam",
    ),
    Case("a board that goes on has no story", "w, nothing", ""),
    Case("a void board is played again under its number", "w, nothing" + 6 * ", missed", "1.1 void"),
    Case("the ICF's own", "w, q, w, 7w", "1.1 first 12 queen first white slam", "icf"),
    Case("at home too", "w, q, w, 7w", "1.1 first 14 queen first white slam", "family"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.book}: {case.says}")
def test_a_board_is_told_with_its_winner_queen_and_slam(case: Case) -> None:
    assert told(board(case.strokes, case.book)) == case.boards


SIDES = {
    "a coin that comes back at once with the striker is not pocketed, and the stroke is a foul": (
        "2w, w s, nothing",
        StorySide(strokes=3, coins=2, fouls=1, turn_coins=2, turn_strokes=3),
        StorySide(),
    ),
    "an improper stroke is a foul, and what fell comes back": (
        "w, 2w improper, nothing",
        StorySide(strokes=2, coins=1, fouls=1, turn_coins=1, turn_strokes=2),
        StorySide(strokes=1, turn_strokes=1),
    ),
    "a coin that pays an older due was pocketed": (
        "s, nothing, w, nothing",
        StorySide(strokes=3, coins=1, fouls=1, turn_coins=1, turn_strokes=2),
        StorySide(strokes=1, turn_strokes=1),
    ),
    "the other side's coins are nobody's feat": (
        "w b, nothing, b w, nothing",
        StorySide(strokes=2, coins=1, turn_coins=1, turn_strokes=2),
        StorySide(strokes=2, coins=1, turn_coins=1, turn_strokes=2),
    ),
    "a breach beside the stroke is a foul of the side that did it": (
        "w, ! touched-coins black, nothing",
        StorySide(strokes=2, coins=1, turn_coins=1, turn_strokes=2),
        StorySide(fouls=1),
    ),
    "time that ran out is a foul; nobody's incidents are none": (
        "w, ! late-stroke white, nothing, ! coin-broken",
        StorySide(strokes=1, coins=1, fouls=1, turn_coins=1, turn_strokes=1),
        StorySide(strokes=1, turn_strokes=1),
    ),
    "the longest turn has the most coins, and of such the most strokes": (
        "2w, nothing, b, b, nothing, nothing, nothing, 2w, nothing",
        StorySide(strokes=5, coins=4, turn_coins=2, turn_strokes=2),
        StorySide(strokes=4, coins=2, turn_coins=2, turn_strokes=3),
    ),
    "the queen counts for who covered her, and the slam for who made it": (
        "w, q, w, 7w",
        StorySide(strokes=4, coins=9, queens=1, slams=1, turn_coins=9, turn_strokes=4),
        StorySide(),
    ),
}


@pytest.mark.parametrize("says", SIDES)
def test_each_side_is_told_what_it_did(says: str) -> None:
    strokes, first, second = SIDES[says]

    story = match_story(board(strokes))

    assert (story.first, story.second) == (first, second)


def test_what_was_taken_back_is_not_told() -> None:
    kept, plain = board("w"), board("w, nothing")
    struck(kept, "s")
    kept.enter(TakenBack(len(kept.entries) - 1))
    struck(kept, "nothing")

    assert match_story(kept) == match_story(plain)


def test_a_call_that_was_overruled_is_told_as_it_was_corrected() -> None:
    kept, plain = board("w, s"), board("w, w")
    last = len(kept.entries)
    right = StrokeReport.parse("w")
    before = kept.states[last - 2]
    kept.enter(Overruled(last, rule_on(before, right).ruling, right))

    assert match_story(kept) == match_story(plain)


def test_a_stroke_overruled_by_hand_is_a_stroke_without_coins() -> None:
    kept = board("w, 2w")
    standing = Standing.parse("black on strike, 8 white, 9 black, queen on board")
    kept.enter(Overruled(len(kept.entries), Ruling((Finding((), "by-hand", (StandsAs(standing),)),))))

    story = match_story(kept)

    assert story.first == StorySide(strokes=2, coins=1, turn_coins=1, turn_strokes=2)


def test_partners_share_their_story_and_each_has_turns_of_their_own() -> None:
    kept = record(
        Begun("international-a", ("Asha", "Chan"), ("Ben", "Dora")),
        Tossed(Side.FIRST, "break"),
        Seated(ROUND, "Asha"),
        PlayCalled(),
    )
    for text in ("2w", "nothing", "b", "nothing", "w", "nothing", "nothing"):
        struck(kept, text)

    story = match_story(kept)

    assert story.first == StorySide(strokes=4, coins=3, turn_coins=2, turn_strokes=2)
    assert story.second == StorySide(strokes=3, coins=1, turn_coins=1, turn_strokes=2)


def test_a_match_that_is_given_up_is_told_as_far_as_it_went() -> None:
    kept = board("w, nothing, b")
    kept.enter(GaveUp(Side.SECOND))

    story = match_story(kept)

    assert story == Story((), StorySide(2, 1, turn_coins=1, turn_strokes=2), StorySide(1, 1, 0, 0, 0, 1, 1))


def test_a_disqualification_before_the_first_board_is_a_foul_of_the_player() -> None:
    kept = record(Begun("international-a", ("Asha",), ("Ben",)))
    judged = rule_on(kept.state, Incident("disqualified", ground="a"))
    assert isinstance(judged, Happened)
    kept.enter(replace(judged, player="Ben"))

    assert match_story(kept) == Story((), StorySide(), StorySide(fouls=1))


def test_a_whole_match_is_told_board_by_board_and_game_by_game() -> None:
    kept = opened()
    while kept.state.match.stage != OVER:
        if kept.state.match.stage == TO_PLAY:
            if kept.state.match.change_seats:
                kept.enter(SeatsChanged())
            kept.enter(PlayCalled())
        win_quickly(kept)

    story = match_story(kept)
    games = [
        [(each.points_of(Side.FIRST), each.points_of(Side.SECOND)) for each in game.boards]
        for game in kept.state.match.games
    ]

    assert [each.game for each in story.boards] == [i for i, game in enumerate(games, 1) for _ in game]
    assert [each.number for each in story.boards] == [n for game in games for n in range(1, len(game) + 1)]
    assert [each.points for each in story.boards] == [max(points) for game in games for points in game]
    assert story.first.slams + story.second.slams == len(story.boards)

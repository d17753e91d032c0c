"""Boards alone: what counts as a white slam, and how a board is cleared."""

from __future__ import annotations

from math import atan2
from pathlib import Path

import pytest

from carrom.arena import SoloBoard, SoloResult, run
from carrom.arena.jobs import CLEAR, SLAM
from carrom.arena.solo import Clearing, own_colours, slammed
from carrom.equipment import STANDARD
from carrom.record import Record, rule_on
from carrom.record.entries import Begun, PlayCalled, Seated, Tossed
from carrom.record.story import match_story
from carrom.stroke import Aim, Layout, StrokeReport
from carrom.surface import pockets, striker_place
from carrom.words import Coin, Seat, Side


def alone(player: str, task: str, seed: int = 1) -> SoloResult:
    result = run(SoloBoard(player, task, seed=seed))
    assert isinstance(result, SoloResult)
    return result


def after(*strokes: str) -> bool:
    """Whether these strokes from the break on, as an umpire would tap them in, are a white slam."""
    record = Record()
    record.enter(Begun("international-a", ("alone",), ("other",)))
    record.enter(Tossed(Side.FIRST, "break"))
    record.enter(Seated(((Seat.SOUTH, "alone"), (Seat.NORTH, "other"))))
    record.enter(PlayCalled())
    for stroke in strokes:
        record.enter(rule_on(record.state, StrokeReport.parse(stroke)))
    return slammed(match_story(record))


def test_nine_whites_and_the_covered_queen_are_a_white_slam() -> None:
    assert after("w", "2w", "q", "w", "3w", "2w")
    assert after("w", "8w q")


def test_anything_less_is_none() -> None:
    assert not after("9w")
    assert not after("w", "nothing")
    assert not after("w", "9b")
    assert not after("w", "w w w", "5w")
    assert not after("w", "7w", "w")  # the last white before the queen loses the board


def test_a_turn_alone_ends_with_the_first_stroke_that_pockets_nothing() -> None:
    for seed in range(5):
        result = alone("random", SLAM, seed)

        assert not result.done
        assert result.strokes >= 1
        assert result.pocketed < 9


def test_a_better_player_pockets_more_in_the_turn() -> None:
    weak = sum(alone("random", SLAM, seed).pocketed for seed in range(8))
    strong = sum(alone("geometric", SLAM, seed).pocketed for seed in range(8))

    assert strong > weak


def test_a_board_is_cleared_of_all_nineteen() -> None:
    result = alone("geometric@club", CLEAR)

    assert result == alone("geometric@club", CLEAR)
    assert result.done
    assert result.pocketed == 19
    assert 5 <= result.strokes < 100


def test_a_board_is_set_by_hand_from_its_own_seed_or_exactly() -> None:
    """A player's own turn of the rosette is the same round the centre."""
    laid = [Clearing(SoloBoard("random", CLEAR, seed=seed)).layout for seed in (1, 1, 2)]
    exact = Clearing(SoloBoard("random", CLEAR, rosette="exact"))

    assert laid[0] == laid[1] != laid[2]
    assert exact.layout == Layout.rosette() != laid[0]
    assert alone("geometric@club", CLEAR) != run(SoloBoard("geometric@club", CLEAR, rosette="exact"))


def test_a_pocketed_striker_is_a_foul_and_brings_a_coin_back() -> None:
    board = Clearing(SoloBoard("random", CLEAR))
    board.layout, board.nets = Layout.parse("b 0.2,0.2"), [Coin.WHITE]
    board.strike(into_a_pocket())

    assert board.fouls == 1
    assert board.layout.count(Coin.WHITE) == 1
    assert board.layout.of(Coin.WHITE)[0].point == (0.0, 0.0)
    assert board.nets == []


def test_a_foul_with_empty_nets_brings_nothing_back() -> None:
    board = Clearing(SoloBoard("random", CLEAR))
    board.layout = Layout.parse("b 0.2,0.2")
    board.strike(into_a_pocket())

    assert (board.fouls, len(board.layout.coins)) == (1, 1)


def into_a_pocket() -> Aim:
    """From the right of the south seat straight into the pocket far left, clear of the coin."""
    x, y = striker_place(Seat.SOUTH, 0.1, STANDARD)
    pocket = max(pockets(STANDARD.board), key=lambda place: place[1] - place[0])
    return Aim(Seat.SOUTH, 0.1, atan2(pocket[1] - y, pocket[0] - x), 2.0)


def test_coins_to_clear_are_the_players_own_as_far_as_nine_go() -> None:
    few = own_colours(Layout.parse("b 0.1,0.1; q 0.0,0.0; w 0.2,0.2"), STANDARD)
    rosette = Layout.rosette()
    broken = Layout(tuple(coin for coin in rosette.coins if coin.point != rosette.of(Coin.BLACK)[0].point))

    assert few.count(Coin.WHITE) == 3
    assert {coin.point for coin in few.coins} == {(0.1, 0.1), (0.0, 0.0), (0.2, 0.2)}
    assert own_colours(rosette, STANDARD) == rosette
    assert own_colours(broken, STANDARD).count(Coin.WHITE) == 9


def own_player(folder: Path, aim: str, turn: str = "return 0.0") -> str:
    """A player of one's own, whose `aim` and `turn` do this."""
    file = folder / "own.py"
    file.write_text(
        "import sys, time\nfrom dataclasses import replace\nfrom carrom.players import Player\n"
        "from carrom.stroke import Aim\n\n\nclass Own(Player):\n"
        f"    def aim(self, view):\n        {aim}\n"
        f"    def turn(self, view):\n        {turn}\n",
        encoding="utf-8",
    )
    return f"{file}:Own"


@pytest.mark.parametrize(
    ("aim", "why"),
    [
        ("raise ValueError('no\\nidea')", "raised ValueError: no idea"),
        ("return None", "answered None, which is not an Aim"),
        ("time.sleep(2)", "took longer than 0.05 s"),
        ("sys.exit(7)", "raised SystemExit: 7"),
        ("return Aim(view.seat, 0.5, 1.5, 1.0)", "the striker may not stand at x 0.5"),
        (
            "return Aim(view.seat, view.places[0][0], 1.5, 99.0)",
            "a speed of 99.0 m/s is more than full force",
        ),
    ],
)
def test_a_player_that_fails_to_clear_gives_up_and_is_named(aim: str, why: str, tmp_path: Path) -> None:
    """One failure a stroke, as at the table; after ten strokes lost in a row the board is given up."""
    result = run(SoloBoard(own_player(tmp_path, aim), CLEAR, deadline=0.05))
    assert isinstance(result, SoloResult)

    assert not result.done
    assert result.strokes == result.fouls == 10
    assert [text.split(": ", 1) for text in result.failures] == [
        [f"seed 1, stroke {stroke}", why] for stroke in range(1, 11)
    ]


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ("time.sleep(2)", "took longer than 0.05 s"),
        ("return 'a bit'", "the rosette is turned by 'a bit'; give an angle in radians"),
        ("return 10**400", "the rosette is turned by 1000"),
        ("return float('nan')", "the rosette is turned by nan; give an angle in radians"),
    ],
)
def test_a_rosette_that_is_not_turned_in_time_or_in_radians_stays(
    turn: str, why: str, tmp_path: Path
) -> None:
    board = Clearing(SoloBoard(own_player(tmp_path, "return None", turn), CLEAR, deadline=0.05))
    result = board.played()

    assert board.layout == Layout.rosette(seed=board.rosette)
    assert result.failures[0].startswith("seed 1, stroke 0: ")
    assert why in result.failures[0]
    assert len(result.failures[0]) < 300

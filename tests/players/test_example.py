"""The player of docs/players.md: short, as the page shows it, and clearly better than chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.cli.run import carrom
from tests.players.boards import any_board, standing_of, stands_legally, to_break, view

from carrom.arena import BoardPair, run
from carrom.arena.jobs import PairResult
from carrom.players import Player, named
from carrom.words import Seat

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "examples" / "nearest.py"
NAME = f"{FILE}:Nearest"


def test_it_takes_fewer_than_forty_lines_and_stands_on_the_page_as_it_is() -> None:
    code = FILE.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")

    assert len(code.splitlines()) < 40
    assert f"```python\n{code}```\n" in page


def test_it_clearly_beats_play_at_random() -> None:
    """Twenty boards, the break exchanged: it wins at least four of five, and never fails."""
    results = [run(BoardPair(NAME, "random", seed=seed)) for seed in range(10)]
    boards = [board for result in results if isinstance(result, PairResult) for board in result.boards]

    assert len(boards) == 20
    assert sum(board.winner == "a" for board in boards) >= 16
    assert all(board.failures == ((), ()) for board in boards)


@pytest.mark.parametrize("seat", Seat)
def test_its_strokes_are_legal(seat: Seat) -> None:
    player = named(NAME).player
    assert isinstance(player, Player)
    chance = Random(3)
    shown = [to_break(seat)]
    for _ in range(20):
        layout = any_board(chance)
        shown.append(view(layout, standing_of(layout, chance.choice(("white", "black")), "waiting"), seat))

    assert all(stands_legally(each, player.aim(each)) for each in shown)


def test_the_arena_takes_it_by_name() -> None:
    done = carrom("arena", NAME, "random", "--pairs", "1", "--workers", "1")

    assert done.returncode == 0, done.stderr
    assert "Nearest" in done.stdout

"""The game as it is told: each stroke as those at the table saw it."""

from __future__ import annotations

import re
from math import atan2

import pytest
from tests.table.seated import after, seated

from carrom.cli.terminal.aiming import aim_text
from carrom.cli.terminal.game import Game
from carrom.players import Chair
from carrom.stroke import Aim, Incident
from carrom.table import Table
from carrom.words import BLACK, WHITE, Seat, Side

LAST = "w 0.2,0.2; b 0.0,0.15; b 0.02,0.3"
"""One white is left, and the game hangs on it."""


def ends_the_game() -> Table:
    """Asha in the south is on strike with one white left, and needs this board for the game."""
    table = seated()
    table.turn("Asha", 0.0)
    table.report(Incident("bumped-board", BLACK))
    table.turn("Ben", 0.0)
    table.report(Incident("bumped-board", WHITE))
    table.turn("Asha", 0.0)
    return after(table, LAST)


def last_stroke() -> Aim:
    """A stroke that pockets the white coin."""
    behind = 0.2 - (0.0413 + 0.0318) / 2.0 * 0.5**0.5
    return Aim(Seat.SOUTH, 0.0, atan2(behind + 0.2508, behind), 2.5)


def test_the_stroke_that_ends_a_game_is_told_and_drawn_from_the_seat_it_was_played_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The seats are changed before anybody is told; who played saw the board from where they sat."""
    table = ends_the_game()
    game = Game(table, {"Asha": Chair(None), "Ben": Chair(None)}, 1, plain=True)
    game.hear(aim_text(last_stroke(), table.equipment, "en", fine=True))
    said = capsys.readouterr().out

    assert table.match.games_won(Side.FIRST) == 1
    assert table.seat_of("Asha") is Seat.NORTH
    assert "Pocketed: the white coin at (20.0, 20.0) into the far right pocket." in said
    told, changed = said.index("Pocketed"), said.index("Seats are changed.")
    drawn = said[told:changed].split("\n")
    (upper,) = [row for row, line in enumerate(drawn) if re.match(r" 30 ", line)]
    black = [row for row, line in enumerate(drawn) if "b" in re.sub(r"[a-z]{2,}", "", line) and "|" in line]
    assert black[0] == upper  # the black coin at (2, 30) lies far away

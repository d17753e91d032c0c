"""Strokes as arrays: the same bits as `simulate`, whatever the board, the seat and the aim."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from random import Random

import pytest
from tests.players.boards import any_board, scattered
from tests.players.volleys import Played, as_rows, play

from carrom.equipment import STANDARD
from carrom.physics import Outcomes, report, simulate
from carrom.players.volley import KINDS, Volley
from carrom.players.worth import _facts
from carrom.stroke import Aim, Layout
from carrom.surface import legal_intervals
from carrom.words import Coin, Seat

SMOOTH = replace(STANDARD, pace=replace(STANDARD.pace, spin=False))


def boards_by_chance(seed: int, count: int) -> list[Layout]:
    """From the rosette to the empty surface, a coin more or less crowded."""
    chance = Random(seed)
    kinds = [Layout.rosette(turned=chance.uniform(0.0, pi)), Layout()]
    kinds += [scattered(chance, 1, 0, False), scattered(chance, 0, 0)]
    return kinds + [any_board(chance, 0) for _ in range(count - len(kinds))]


def aims_on(layouts: list[Layout], seat: Seat, seed: int, each: int) -> tuple[list[int], list[Aim]]:
    """Any legal place, the ends of the base lines among them, any direction, any speed up to full force."""
    chance = Random(seed)
    board_of, aims = [], []
    for board, layout in enumerate(layouts):
        free = legal_intervals(seat, layout.points)
        for _ in range(each if free else 0):
            low, high = chance.choice(free)
            x = chance.choice((low, high, chance.uniform(low, high), chance.uniform(low, high)))
            angle = chance.choice(
                (chance.uniform(-2.0 * pi, 2.0 * pi), chance.gauss(pi / 2.0, 0.4), pi / 2.0)
            )
            aims.append(Aim(seat, x, angle, chance.uniform(0.05, 6.0)))
            board_of.append(board)
    return board_of, aims


@pytest.mark.parametrize("equipment", [STANDARD, SMOOTH], ids=["spin", "smooth"])
@pytest.mark.parametrize("seat", Seat)
def test_a_volley_ends_as_its_strokes_do_one_by_one(seat: Seat, equipment: object) -> None:
    """Hash for hash: where every piece lies, which fell and when; and what the judge is told."""
    table = STANDARD if equipment is STANDARD else SMOOTH
    layouts = boards_by_chance(11 + seat.quarter_turns, 16)
    board_of, aims = aims_on(layouts, seat, 5, 5)

    played = play(layouts, as_rows(aims), board_of, seat, table)

    starts = tuple(layouts[board] for board in board_of)
    read = Outcomes(starts, tuple(aims), table, played.rows)
    codes = played.codes()
    for number, (layout, aim) in enumerate(zip(starts, aims, strict=True)):
        trace = simulate(layout, aim, table)
        assert read.hash(number) == trace.hash, (str(layout), str(aim))
        facts = report(trace)
        told = (facts.white, facts.black, facts.queen, facts.striker, facts.touched)
        assert _facts(codes[number]) == tuple(int(each) for each in told)


def test_the_boards_after_are_those_that_a_trace_leaves() -> None:
    """Every coin that stayed, in its order, at its place to the last bit; nothing else in the arrays."""
    layouts = boards_by_chance(3, 24)
    board_of, aims = aims_on(layouts, Seat.EAST, 4, 4)
    played = play(layouts, as_rows(aims), board_of, Seat.EAST, STANDARD)
    # Some only, and not in order.
    which = sorted(range(0, len(aims), 2), key=lambda number: number % 7)

    after = played.volley.after(which, played.boards, played.outcomes)

    left = [simulate(layouts[board_of[number]], aims[number]).after for number in which]
    expected = played.volley.boards(left)
    assert after.coins.tobytes() == expected.coins.tobytes()
    assert after.kinds.tolist() == expected.kinds.tolist()
    assert after.pieces.tolist() == expected.pieces.tolist()
    assert len(set(after.pieces.tolist())) > 3, "coins fell here and there"


def test_boards_at_rest_are_the_boards_themselves() -> None:
    """As if strokes had moved nothing: nothing fell, and all lies where it lay."""
    volley = Volley(STANDARD, Seat.WEST, plain=False)
    boards = volley.boards(boards_by_chance(8, 20))

    resting = volley.at_rest(boards, 20)

    after = volley.after(range(20), boards, resting)
    assert after.coins.tobytes() == boards.coins.tobytes()
    assert after.kinds.tolist() == boards.kinds.tolist()
    assert after.pieces.tolist() == boards.pieces.tolist()
    played = Played(volley, boards, resting, 20)
    for row, pieces in zip(played.fell, boards.pieces, strict=True):
        assert not row[:pieces].any()


def test_a_board_as_arrays_is_read_back_coin_by_coin() -> None:
    layouts = boards_by_chance(2, 12)

    boards = Volley(STANDARD, Seat.SOUTH, plain=False).boards(layouts)

    names = {number: coin for coin, number in KINDS.items()}
    kinds, points = boards.kinds.reshape(12, -1), boards.coins.reshape(12, -1, 2)
    for row, layout in enumerate(layouts):
        count = int(boards.pieces[row]) - 1
        read = [(names[int(kinds[row, i])], *points[row, i]) for i in range(count)]
        assert read == [(placed.coin, placed.x, placed.y) for placed in layout.coins]
    assert set(names.values()) == set(Coin)

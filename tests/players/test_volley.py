"""Strokes as arrays: the same bits as `simulate`, whatever the board, the seat and the aim."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nextafter, pi
from random import Random

import numpy as np
import pytest
from tests.players.boards import any_board, scattered

from carrom.direction import QUARTER, SAME, cosine_sine
from carrom.equipment import STANDARD
from carrom.physics import Outcomes, report, simulate, volley
from carrom.physics.volley import KINDS, Boards, Strokes, cosines_sines
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


def as_strokes(aims: list[Aim]) -> Strokes:
    return Strokes(
        np.array([aim.x for aim in aims]),
        np.array([aim.angle for aim in aims]),
        np.array([aim.speed for aim in aims]),
    )


@pytest.mark.parametrize("equipment", [STANDARD, SMOOTH], ids=["spin", "smooth"])
@pytest.mark.parametrize("seat", Seat)
def test_a_volley_ends_as_its_strokes_do_one_by_one(seat: Seat, equipment: object) -> None:
    """Hash for hash: where every piece lies, which fell and when; and what the judge is told."""
    table = STANDARD if equipment is STANDARD else SMOOTH
    layouts = boards_by_chance(11 + seat.quarter_turns, 16)
    board_of, aims = aims_on(layouts, seat, 5, 5)

    played = volley.play(Boards.of(layouts), as_strokes(aims), np.array(board_of), seat, table)

    starts = tuple(layouts[board] for board in board_of)
    read = Outcomes(starts, tuple(aims), table, played.rows)
    pocketed = played.pocketed()
    for number, (layout, aim) in enumerate(zip(starts, aims, strict=True)):
        trace = simulate(layout, aim, table)
        assert read.hash(number) == trace.hash, (str(layout), str(aim))
        facts = report(trace)
        told = (facts.white, facts.black, facts.queen, facts.striker, facts.touched)
        assert tuple(pocketed[number].tolist()) == tuple(int(each) for each in told)


def test_the_boards_after_are_those_that_a_trace_leaves() -> None:
    """Every coin that stayed, in its order, at its place to the last bit; nothing else in the arrays."""
    layouts = boards_by_chance(3, 24)
    board_of, aims = aims_on(layouts, Seat.EAST, 4, 4)
    played = volley.play(Boards.of(layouts), as_strokes(aims), np.array(board_of), Seat.EAST, STANDARD)
    # Some only, and not in order.
    which = np.array(sorted(range(0, len(aims), 2), key=lambda number: number % 7), np.int64)

    after = played.boards_after(which)

    expected = Boards.of([simulate(layouts[board_of[number]], aims[number]).after for number in which])
    assert after.coins.tobytes() == expected.coins.tobytes()
    assert after.kinds.tolist() == expected.kinds.tolist()
    assert after.pieces.tolist() == expected.pieces.tolist()
    assert len(set(after.pieces.tolist())) > 3, "coins fell here and there"


def test_boards_at_rest_are_the_boards_themselves() -> None:
    """As if strokes had moved nothing: nothing fell, and all lies where it lay."""
    boards = Boards.of(boards_by_chance(8, 20))

    resting = volley.at_rest(boards)

    after = resting.boards_after(np.arange(len(boards)))
    assert after.coins.tobytes() == boards.coins.tobytes()
    assert after.kinds.tolist() == boards.kinds.tolist()
    assert after.pieces.tolist() == boards.pieces.tolist()
    assert not resting.fell.any()
    assert not resting.pocketed()[:, :4].any()


def test_a_board_as_arrays_is_read_back_coin_by_coin() -> None:
    layouts = boards_by_chance(2, 12)

    boards = Boards.of(layouts)

    names = {number: coin for coin, number in KINDS.items()}
    for row, layout in enumerate(layouts):
        count = int(boards.pieces[row]) - 1
        read = [
            (names[int(boards.kinds[row, i])], *boards.coins[row, 2 * i : 2 * i + 2]) for i in range(count)
        ]
        assert read == [(placed.coin, placed.x, placed.y) for placed in layout.coins]
        assert (boards.kinds[row, count:] == -1).all()
    assert set(names.values()) == set(Coin)


def same_bits(angles: list[float]) -> None:
    cosines, sines = cosines_sines(np.array(angles))
    for angle, cosine, sine in zip(angles, cosines.tolist(), sines.tolist(), strict=True):
        one = cosine_sine(angle)
        assert (cosine.hex(), sine.hex()) == (one[0].hex(), one[1].hex()), angle


def around(angle: float, steps: int = 3) -> list[float]:
    """The angle and the doubles next to it."""
    found = [angle]
    for towards in (-inf, inf):
        near = angle
        for _ in range(steps):
            near = nextafter(near, towards)
            found.append(near)
    return found


def test_many_directions_are_those_taken_one_by_one() -> None:
    chance = Random(1)

    same_bits([chance.uniform(-3.0 * pi, 3.0 * pi) for _ in range(4000)])
    same_bits([10.0 ** chance.uniform(-320.0, 3.0) * chance.choice((-1.0, 1.0)) for _ in range(1000)])


def test_directions_near_quarter_turns_are_those_taken_one_by_one() -> None:
    """Where an angle that can only be meant as a quarter turn becomes one, and just beyond."""
    for quarter in range(-9, 10):
        for angle in (quarter * QUARTER, quarter * pi / 2.0):
            near = [angle + sign * off * SAME for sign in (-1, 1) for off in (0.5, 0.99, 1.0, 1.01, 2.0)]
            same_bits([*around(angle), *near])
    same_bits([0.0, -0.0])


def test_directions_halfway_between_quarter_turns_are_those_taken_one_by_one() -> None:
    """At the tie itself, 135° for one, either quarter turn is as near."""
    for halves in range(-17, 18, 2):
        same_bits(around(halves * QUARTER / 2.0))

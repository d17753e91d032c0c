"""Direct strokes in closed form: what is offered works in the simulator, and as often as is said."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin, sqrt
from random import Random

import numpy as np
import pytest
from tests.players.boards import B, Q, W, scattered
from tests.players.volleys import Ints, Lines, Played, hand_of, lines, play

from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleCase
from carrom.physics.engine import fields
from carrom.players.volley import Volley
from carrom.stroke import Layout, Placed
from carrom.surface import (
    Point,
    band_middle,
    distance,
    distance_to_segment,
    pockets,
    turned_to,
)
from carrom.words import BLACK, WHITE, Seat

SMOOTH = replace(STANDARD, pace=replace(STANDARD.pace, spin=False))
TABLES = pytest.mark.parametrize("table", [STANDARD, SMOOTH], ids=["spin", "smooth"])

REACH = (STANDARD.striker.diameter + STANDARD.coins.diameter) / 2.0
START = -band_middle(STANDARD.board)


def struck(
    layout: Layout, found: Lines, seat: Seat, table: Equipment, push: float, more: float = 0.05
) -> Played:
    """Every line played with so much more than its least speed."""
    speed = np.minimum(push * found.speed + more, table.pace.full_force)
    strokes = np.stack([found.x, found.angle, speed], axis=1)
    return play([layout], strokes, [0] * len(strokes), seat, table)


def falls(played: Played, coins: Ints) -> Ints:
    """For each stroke whether its coin fell, as 0 and 1."""
    fell: Ints = played.fell[np.arange(played.count), 1 + coins]
    return fell


def pocket_seen(number: int) -> Point:
    """The pocket of a line, in the seat's own coordinates."""
    inset = pockets(STANDARD.board)[0][0]
    return (inset if number % 2 == 0 else -inset), (inset if number < 2 else -inset)


def contact(x: float, angle: float, coin: Point) -> Point:
    """Where the striker's centre is when it meets the coin; all as the seat sees it."""
    dx, dy = cos(angle), sin(angle)
    ex, ey = coin[0] - x, coin[1] - START
    along = ex * dx + ey * dy
    beside = ex * dy - ey * dx
    way = along - sqrt(REACH * REACH - beside * beside)
    return x + way * dx, START + way * dy


@TABLES
@pytest.mark.parametrize("seat", Seat)
def test_an_open_line_to_a_lone_coin_pockets_it(seat: Seat, table: Equipment) -> None:
    """In 98 of 100 and more, with a little or a good deal more speed than needed."""
    chance = Random(seat.quarter_turns)
    tried = fell = 0
    for _ in range(40):
        layout = scattered(chance, 1, 0, False, clear=0.01)
        found = lines(layout, seat, table=table)
        for push in (1.2, 1.6):
            tried += len(found.x)
            fell += int(falls(struck(layout, found, seat, table, push), found.coin).sum())

    assert tried > 500
    assert fell >= 0.98 * tried


@TABLES
def test_an_open_line_among_other_coins_pockets_the_coin_it_means_in_the_pocket_it_means(
    table: Equipment,
) -> None:
    k = fields()
    chance = Random(5)
    tried = fell = 0
    for number in range(60):
        seat = list(Seat)[number % 4]
        layout = scattered(chance, 4, 3, clear=0.002)
        found = lines(layout, seat, table=table)
        played = struck(layout, found, seat, table, 1.6)
        for row in range(len(found.x)):
            piece = 1 + int(found.coin[row])
            out = played.rows[row]
            end = float(out[k.END_X + piece]), float(out[k.END_Y + piece])
            meant = turned_to(seat, pocket_seen(int(found.pocket[row])))
            tried += 1
            fell += out[k.FELL_AT + piece] >= 0.0 and distance(end, meant) < STANDARD.board.pocket_diameter

    assert tried > 1000
    assert fell >= 0.98 * tried


@TABLES
def test_the_least_speed_is_the_least(table: Equipment) -> None:
    """A twentieth less, and the coin stops short of the pocket; a twentieth more, and it falls."""
    chance = Random(9)
    tried, short, fell = 0, 0, 0
    for _ in range(60):
        layout = scattered(chance, 1, 0, False, clear=0.002)
        found = lines(layout, table=table)
        tried += len(found.x)
        short += int((falls(struck(layout, found, Seat.SOUTH, table, 0.95, 0.0), found.coin) == 0).sum())
        fell += int(falls(struck(layout, found, Seat.SOUTH, table, 1.05, 0.0), found.coin).sum())

    assert short >= 0.97 * tried
    assert fell >= 0.95 * tried


def test_a_line_is_offered_just_if_nothing_lies_in_its_way() -> None:
    """Neither in the striker's up to the coin nor in the coin's up to the pocket's edge."""
    chance = Random(2)
    blocked = free = 0
    for _ in range(40):
        alone = scattered(chance, 1, 0, False, clear=0.01)
        coin = alone.coins[0].point
        open_lines = lines(alone, step=0.1)
        blocker = Placed(B, coin[0] + chance.uniform(-0.1, 0.1), coin[1] + chance.uniform(-0.1, 0.1))
        try:
            both = alone.with_coin(blocker)
        except ImpossibleCase:
            continue  # on the coin, or off the surface
        # From the very same places, so that lines can be told apart by them.
        again = lines(both, coins={W}, places=open_lines.x)
        offered = set(zip(again.pocket.tolist(), again.x.tolist(), strict=True))
        for row in range(len(open_lines.x)):
            x, pocket = float(open_lines.x[row]), pocket_seen(int(open_lines.pocket[row]))
            meets = contact(x, float(open_lines.angle[row]), coin)
            run = distance(coin, pocket)
            share = max(0.0, run - STANDARD.board.pocket_diameter / 2.0) / run
            mouth = coin[0] + share * (pocket[0] - coin[0]), coin[1] + share * (pocket[1] - coin[1])
            room = min(
                distance_to_segment(blocker.point, (x, START), meets) - REACH,
                distance_to_segment(blocker.point, coin, mouth) - STANDARD.coins.diameter,
            )
            if abs(room) < 1e-4:
                continue
            assert ((int(open_lines.pocket[row]), x) in offered) == (room > 0.0), (str(both), x)
            blocked += room < 0.0
            free += room > 0.0

    assert min(blocked, free) > 50


def test_no_line_asks_the_striker_into_the_frame() -> None:
    """A coin at the frame can only be met from where a striker has room."""
    half, coin = STANDARD.board.surface / 2.0, STANDARD.coins.diameter / 2.0
    room = half - STANDARD.striker.diameter / 2.0
    chance = Random(3)
    in_the_frame = []
    for number in range(120):
        beside, off = chance.uniform(-0.3, 0.3), chance.choice((0.0, 0.001, 0.003, 0.006))
        point = turned_to(list(Seat)[number % 4], (beside, half - coin - off))
        layout = Layout((Placed(W, *point),))
        found = lines(layout)
        for row in range(len(found.x)):
            meets = contact(float(found.x[row]), float(found.angle[row]), point)
            # The aim is found in a few steps: a millimetre is not asked for.
            if max(map(abs, meets)) > room + 0.001:
                in_the_frame.append((str(layout), float(found.x[row])))

    assert not in_the_frame, f"{len(in_the_frame)} lines, such as {in_the_frame[0]}"


def test_every_seat_sees_the_same_lines_of_a_turned_board() -> None:
    chance = Random(6)
    for _ in range(10):
        layout = scattered(chance, 4, 4)
        south = lines(layout, Seat.SOUTH, (0.005, 0.001))
        for seat in Seat:
            coins = tuple(Placed(each.coin, *turned_to(seat, each.point)) for each in layout.coins)
            seen = lines(Layout(coins), seat, (0.005, 0.001))

            assert seen.coin.tolist() == south.coin.tolist()
            assert seen.pocket.tolist() == south.pocket.tolist()
            assert seen.angle == pytest.approx(south.angle, abs=1e-9)
            assert seen.chance == pytest.approx(south.chance, abs=1e-9)


def test_a_steady_hand_is_sure_of_every_line_and_a_shakier_one_less_sure() -> None:
    layout = scattered(Random(4), 5, 5)
    hands = [(0.0, 0.0), (0.002, 0.0), (0.002, 0.001), (0.01, 0.001), (0.04, 0.002)]

    chances = [lines(layout, hand=hand).chance for hand in hands]

    assert (chances[0] == 1.0).all()
    for surer, shakier in pairwise(chances):
        assert (shakier <= surer).all()
        assert shakier.mean() < surer.mean()
    assert (chances[-1] > 0.0).all()


KNOWN = [(2.0, 0.33), (1.0, 0.52), (0.5, 0.71), (0.25, 0.88), (0.125, 0.96)]
"""A lone coin's best direct pocketing by geometry alone, by the error of angle in degrees."""


@TABLES
@pytest.mark.parametrize(("degrees", "known"), KNOWN)
def test_the_chance_of_a_lone_coins_best_line_is_how_often_it_falls(
    degrees: float, known: float, table: Equipment
) -> None:
    """Both lie near what is known; a little caution in the closed form is no harm, too much trust is."""
    chance, errors = Random(12), np.random.default_rng(12)
    spread, samples = radians(degrees), 40
    said, fell = [], []
    for _ in range(400):
        seat = chance.choice(tuple(Seat))
        layout = scattered(chance, 1, 0, False, clear=0.002)
        found = lines(layout, seat, (spread, 0.0), table, step=0.01)
        if not len(found.x):
            said.append(0.0)
            fell.append(0.0)
            continue
        best = int(np.argmax(found.chance))
        speed = min(1.6 * float(found.speed[best]) + 0.05, table.pace.full_force)
        shaken = np.full((samples, 3), (found.x[best], found.angle[best], speed))
        shaken[:, 1] += spread * errors.standard_normal(samples)
        played = play([layout], shaken, [0] * samples, seat, table)
        said.append(float(found.chance[best]))
        fell.append(float(played.fell[:, 1].mean()))
    says, falls_ = float(np.mean(said)), float(np.mean(fell))

    assert says == pytest.approx(known, abs=0.14)
    assert falls_ == pytest.approx(known, abs=0.14)
    assert -0.05 < falls_ - says < 0.25


def test_a_quick_look_at_a_board_sees_nearly_what_a_long_one_finds() -> None:
    """For weighing, few places are looked from: never much better lines, on average nearly as good ones."""
    chance = Random(21)
    layouts = [scattered(chance, chance.randint(0, 5), chance.randint(0, 5)) for _ in range(60)]
    spreads = ((0.004, 0.001), (0.02, 0.002))
    hands = [hand_of(*spread) for spread in spreads]
    volley = Volley(STANDARD, Seat.SOUTH, plain=False)
    k, boards = volley.kernel, volley.boards(layouts)
    quick, long = [], []
    for seats in ((Seat.SOUTH, Seat.NORTH), (Seat.WEST, Seat.EAST), (Seat.EAST, Seat.SOUTH)):
        for side, (seat, coin) in enumerate(zip(seats, (B, W), strict=True)):
            seen = np.zeros((len(layouts), k.SIGHT_SIZE))
            side_of, sides = np.full(len(layouts), side), volley.sides(seats, (BLACK, WHITE), hands)
            resting = volley.at_rest(boards, len(layouts))
            k.sights(len(layouts), side_of, boards, resting, sides, volley.seen, seen.reshape(-1))
            for row, layout in enumerate(layouts):
                found = lines(layout, seat, spreads[side], step=0.01)
                best = np.zeros(len(layout.coins))
                np.maximum.at(best, found.coin, found.chance)
                own = [best[i] for i, each in enumerate(layout.coins) if each.coin is coin]
                queen = [best[i] for i, each in enumerate(layout.coins) if each.coin is Q]
                expected = max(own, default=0.0), sum(own) / max(1, len(own)), max(queen, default=0.0)
                got = tuple(seen[row, each] for each in (k.BEST, k.MEAN, k.AT_QUEEN))

                assert all(a <= b + 0.1 for a, b in zip(got, expected, strict=True)), str(layout)
                assert own or got[:2] == (0.0, 0.0)
                quick.append(got)
                long.append(expected)

    assert (np.mean(quick, axis=0) > 0.8 * np.mean(long, axis=0)).all()


def test_a_coin_by_the_pocket_is_surer_than_one_across_the_board() -> None:
    near = Layout((Placed(W, 0.3, 0.3),))
    far = Layout((Placed(W, 0.0, -0.1),))

    easy, hard = (lines(each, hand=(0.02, 0.0), step=0.01).chance.max() for each in (near, far))

    assert easy > hard

"""Strokes whose end can be worked out with pencil and paper."""

from __future__ import annotations

from math import atan2, cos, hypot, sin, sqrt

import pytest
from tests.physics.says import COIN_RADIUS, HALF, START, STRIKER_RADIUS, coins, south, table

from carrom.equipment import STANDARD
from carrom.pace import GRAVITY
from carrom.physics import Kind, simulate
from carrom.physics.engine import Strike, run_one
from carrom.stroke import Layout
from carrom.surface import pockets

MG = STANDARD.pace.friction * GRAVITY


def test_a_lone_striker_slides_v_squared_over_two_mu_g() -> None:
    """Without a frame in the way it stops after v²/2μg and v/μg seconds."""
    trace = simulate(Layout(), south(speed=0.8), table())

    assert trace.rest[0] == pytest.approx((0.0, START + 0.8**2 / (2.0 * MG)), abs=1e-15)
    assert trace.duration == pytest.approx(0.8 / MG, rel=1e-15)
    assert trace.events == ()


def test_a_frame_gives_back_its_restitution() -> None:
    """Straight on: v² falls by 2μgs on the way, is multiplied by e² at the frame, falls again."""
    e, speed = 0.75, 1.5
    way = HALF - STRIKER_RADIUS - START
    there = speed**2 - 2.0 * MG * way
    trace = simulate(Layout(), south(speed=speed), table(striker_frame=e))

    [bounce] = trace.contacts
    assert (bounce.kind, bounce.other) == (Kind.FRAME, 2)
    assert bounce.speed == pytest.approx(sqrt(there), rel=1e-15)
    assert trace.rest[0] == pytest.approx((0.0, HALF - STRIKER_RADIUS - e**2 * there / (2.0 * MG)), abs=1e-14)


def test_an_oblique_frame_keeps_the_speed_along_it() -> None:
    """Smooth rims: only the speed across the frame is changed."""
    trace = simulate(Layout(), south(angle=1.0, speed=3.0), table(striker_frame=0.6))
    before, after = trace.flights[0][:2]
    [first, *_] = trace.contacts
    slowed = 1.0 - before.slowing * (after.time - before.time) / hypot(before.vx, before.vy)

    assert first.other == 1
    assert after.vy == pytest.approx(before.vy * slowed, rel=1e-14)
    assert after.vx == pytest.approx(-0.6 * before.vx * slowed, rel=1e-14)


def test_a_perfect_head_on_meeting_of_equals_hands_over_the_whole_speed() -> None:
    """Equal masses and e = 1: the striker stops where it meets the coin, and the coin has its speed."""
    y = 0.0
    equal = table(striker_coin=1.0)
    equal = type(equal)(equal.board, equal.coins, type(equal.striker)(0.0413, 0.0054), "equal", equal.pace)
    trace = simulate(coins((0.0, y)), south(speed=1.2), equal)
    meets = y - COIN_RADIUS - STRIKER_RADIUS

    assert trace.rest[0] == pytest.approx((0.0, meets), abs=1e-15)
    left = 1.2**2 - 2.0 * MG * (meets - START)
    assert trace.contacts[0].speed == pytest.approx(sqrt(left), rel=1e-14)


def test_a_heavy_striker_follows_the_coin() -> None:
    """v' = v (m₁ − e m₂)/(m₁ + m₂) and v (1 + e) m₁/(m₁ + m₂)."""
    e, m1, m2 = 0.9, STANDARD.striker.mass, STANDARD.coins.mass
    trace = simulate(coins((0.0, 0.0)), south(speed=1.0), table(striker_coin=e))
    meeting = trace.contacts[0]

    striker, coin = trace.flights[0][1], trace.flights[1][0]
    assert striker.vy == pytest.approx(meeting.speed * (m1 - e * m2) / (m1 + m2), rel=1e-14)
    assert coin.vy == pytest.approx(meeting.speed * (1.0 + e) * m1 / (m1 + m2), rel=1e-14)


@pytest.mark.parametrize("gap", [0.0, 1e-9, 1e-4])
def test_a_cradle_lets_only_the_last_coin_go(gap: float) -> None:
    """Equal discs in a row, e = 1: the push runs through, touching or not, and only the last one moves on."""
    equal = table(coin_coin=1.0, striker_coin=1.0, friction=0.01)
    equal = type(equal)(equal.board, equal.coins, type(equal.striker)(0.0413, 0.0054), "equal", equal.pace)
    row = [(0.0, -0.1 + i * (2.0 * COIN_RADIUS + gap)) for i in range(5)]
    trace = simulate(coins(*row), south(speed=0.25), equal)

    # Touching coins part at a millimetre a second at least, and so slide a few thousandths of a millimetre.
    assert trace.rest[0] == pytest.approx((0.0, row[0][1] - COIN_RADIUS - STRIKER_RADIUS), abs=5e-6)
    for i in range(4):
        assert trace.rest[i + 1] == pytest.approx((0.0, row[i][1] + gap), abs=5e-6)
    slid = row[0][1] - COIN_RADIUS - STRIKER_RADIUS - START + 4.0 * gap
    left = 0.25**2 / (2.0 * 0.01 * GRAVITY) - slid
    assert trace.rest[5] == pytest.approx((0.0, row[4][1] + left), abs=1e-4)


@pytest.mark.parametrize("cut", [0.2, 0.5, 1.0, 1.4])
def test_a_cut_sends_the_coin_along_the_line_of_centres(cut: float) -> None:
    """Smooth rims: whatever the angle of the striker, the coin leaves along the line of centres."""
    reach = COIN_RADIUS + STRIKER_RADIUS
    coin = (reach * sin(cut), START + 0.3)
    trace = simulate(coins(coin), south(speed=2.0), table())
    flight = trace.flights[1][0]

    assert atan2(flight.vx, flight.vy) == pytest.approx(cut, abs=1e-12)
    touching = coin[1] - reach * cos(cut)
    assert trace.contacts[0].speed == pytest.approx(
        sqrt(4.0 - 2.0 * MG * (touching - START)) * cos(cut), rel=1e-12
    )


def test_rims_that_grip_turn_the_coin_a_little_towards_the_strikers_path() -> None:
    """The throw of a cut: friction at the rim bends the coin's way by at most the angle of friction."""
    coin = ((COIN_RADIUS + STRIKER_RADIUS) * sin(1.0), 0.0)
    smooth = simulate(coins(coin), south(speed=2.0), table()).flights[1][0]
    gripping = simulate(coins(coin), south(speed=2.0), table(spin=True, piece_grip=0.15)).flights[1][0]

    thrown = atan2(smooth.vx, smooth.vy) - atan2(gripping.vx, gripping.vy)
    assert thrown == pytest.approx(0.149, abs=2e-3)  # the angle whose tangent is 0.15
    assert gripping.spin < 0.0  # clockwise: the striker drags the coin's left rim away from the player


def towards_a_pocket(speed: float, back: float = 0.1) -> tuple[Strike, tuple[float, float]]:
    """A striker on the diagonal to the north-east pocket, so far from its edge."""
    x, y = pockets(STANDARD.board)[1]
    away = (back + STANDARD.board.pocket_diameter / 2.0) / sqrt(2.0)
    v = speed / sqrt(2.0)
    return Strike(x - away, y - away, v, v), (x, y)


def test_a_piece_that_just_reaches_the_edge_stays_and_one_that_passes_it_falls() -> None:
    """The centre decides: v²/2μg a hair below or above the way to the edge."""
    just = sqrt(2.0 * MG * 0.1)
    short, (x, y) = towards_a_pocket(just * (1.0 - 1e-9))
    far, _ = towards_a_pocket(just * (1.0 + 1e-9))

    _, _, nothing = run_one((), short, table())
    _, _, events = run_one((), far, table())
    assert len(nothing) == 0
    assert events[:, 1].astype(int).tolist() == [3, 5]
    assert hypot(events[0, 5] - x, events[0, 6] - y) == pytest.approx(STANDARD.board.pocket_diameter / 2.0)


def test_a_fast_piece_crosses_the_pocket_strikes_the_corner_and_comes_out() -> None:
    """Over the hole it sinks ½gt²; back at the edge before that is more than the lip, it slides on."""
    pocket = STANDARD.board.pocket_diameter / 2.0
    way = pocket + (pocket - STRIKER_RADIUS)
    sinks_after = sqrt(2.0 * STANDARD.pace.lip / GRAVITY)
    e = STANDARD.pace.striker_frame
    enough = way * (1.0 + 1.0 / e) / sinks_after

    for share, kinds in ((0.999, [3, 2, 5]), (1.001, [3, 2, 4])):
        over = sqrt((enough * share) ** 2 + 2.0 * MG * 0.1)
        strike, _ = towards_a_pocket(over)
        _, _, events = run_one((), strike, table())
        assert events[:3, 1].astype(int).tolist() == kinds
    assert events[2, 5] == pytest.approx(events[0, 5], abs=1e-12)


def test_a_slow_piece_falls_where_it_passed_the_edge() -> None:
    """It sinks before it is across."""
    strike, (x, y) = towards_a_pocket(0.6)
    _, _, events = run_one((), strike, table())

    assert events[-1, 1] == 5
    assert hypot(events[-1, 5] - x, events[-1, 6] - y) < STANDARD.board.pocket_diameter / 2.0

"""The same stroke is the same bits: on every machine, with any number of threads, compiled or not."""

from __future__ import annotations

import json
import os
from functools import cache
from math import cos, hypot, pi, radians, sin
from pathlib import Path
from random import Random

import pytest
from tests.physics.strokes import drawn

from carrom.direction import cosine_sine
from carrom.equipment import EQUIPMENT, Equipment
from carrom.pace import PACES
from carrom.physics import report, simulate, simulate_many
from carrom.physics.engine import run_one
from carrom.physics.trace import ENGINE
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import legal_intervals
from carrom.words import Coin, Seat

GOLDEN = Path(__file__).with_name("golden.json")
STROKES = 1_000


def golden_stroke(seed: int) -> tuple[Layout, Aim]:
    """A stroke made from chance by + − × ÷ alone, so that every machine makes the same."""
    chance = Random(seed)
    if seed % 4 == 0:
        layout = Layout.rosette(turned=chance.choice((0.0, chance.random())), seat=chance.choice(tuple(Seat)))
    else:
        coins = [Coin.QUEEN] + [Coin.WHITE] * 9 + [Coin.BLACK] * 9
        places: list[Placed] = []
        for coin in chance.sample(coins, chance.randint(1, 12)):
            x, y = chance.uniform(-0.3, 0.3), chance.uniform(-0.3, 0.3)
            if all((x - a.x) ** 2 + (y - a.y) ** 2 > 0.0011 for a in places):
                places.append(Placed(coin, x, y))
        layout = Layout(tuple(places))
    seat = chance.choice([seat for seat in Seat if legal_intervals(seat, layout.points)])
    low, high = chance.choice(legal_intervals(seat, layout.points))
    x = low + chance.random() * (high - low)
    return layout, Aim(seat, x, chance.uniform(0.0, 3.2), chance.uniform(0.5, 9.0))


def equipment_of(seed: int) -> Equipment:
    board = EQUIPMENT["modern"]
    return Equipment(board.board, board.coins, board.striker, "", list(PACES.values())[seed % 3])


@cache
def hashes(threads: int) -> dict[str, str]:
    found = {}
    for part in range(3):
        seeds = range(part, STROKES, 3)
        layouts, aims = zip(*(golden_stroke(seed) for seed in seeds), strict=True)
        outcomes = simulate_many(layouts, aims, equipment_of(part), threads=threads)
        found.update({str(seed): outcomes.hash(i)[:16] for i, seed in enumerate(seeds)})
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


def test_a_thousand_strokes_have_their_golden_hashes() -> None:
    """A changed hash is a deliberate step: trace.ENGINE goes up, CARROM_WRITE_GOLDEN=1 writes the file."""
    if os.environ.get("CARROM_WRITE_GOLDEN"):
        written = {"engine": ENGINE, "hashes": hashes(1)}
        GOLDEN.write_text(json.dumps(written, indent=0) + "\n", encoding="utf-8")

    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert hashes(1) == golden["hashes"]
    assert golden["engine"] == ENGINE


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    """Each stroke has its own scratch and its own row."""
    assert hashes(threads) == hashes(1)


def test_plain_python_gives_the_same_trace() -> None:
    """Every fortieth golden stroke, segment by segment and event by event."""
    for seed in range(0, STROKES, 40):
        layout, aim = golden_stroke(seed)
        compiled = simulate(layout, aim, equipment_of(seed))
        plain = simulate(layout, aim, equipment_of(seed), plain=True)

        assert list(plain.segment_rows) == list(compiled.segment_rows), seed
        assert list(plain.event_rows) == list(compiled.event_rows), seed
        assert plain.hash == compiled.hash


def test_plain_python_agrees_on_the_strangest_tables() -> None:
    """Perfect bounces, touching coins, heavy spin: strokes by chance, as the long proof has them."""
    for seed in range(30):
        stroke = drawn(seed)
        compiled = run_one(stroke.coins, stroke.strike, stroke.equipment)
        plain = run_one(stroke.coins, stroke.strike, stroke.equipment, plain=True)

        assert all(a.tobytes() == b.tobytes() for a, b in zip(compiled, plain, strict=True)), seed


def test_a_batch_and_a_single_call_agree() -> None:
    """`simulate` gives the trace of any stroke of a batch, with the same bits."""
    layouts, aims = zip(*(golden_stroke(seed) for seed in range(40)), strict=True)
    outcomes = simulate_many(layouts, aims)

    for i in range(40):
        trace = simulate(layouts[i], aims[i])
        assert outcomes.hash(i) == trace.hash
        assert outcomes.rest(i) == trace.rest
        assert outcomes.fell(i) == tuple(fall.piece for fall in trace.falls)
        assert outcomes.duration(i) == trace.duration
        assert outcomes.report(i) == report(trace)


@pytest.mark.parametrize("quarters", range(-9, 10))
def test_a_quarter_turn_is_exactly_a_quarter_turn(quarters: int) -> None:
    """However it was worked out: straight ahead is straight."""
    exact = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][quarters % 4]

    assert cosine_sine(quarters * pi / 2.0) == exact
    assert cosine_sine(radians(90.0 * quarters)) == exact


def test_our_cosine_and_sine_are_right_to_the_last_places() -> None:
    """Within two units in the last place of 1, at any angle a player could turn to."""
    chance = Random(5)
    for angle in [chance.uniform(-50.0, 50.0) for _ in range(5_000)] + [0.0, pi / 2, pi, -pi, 1e5]:
        cosine, sine = cosine_sine(angle)

        assert abs(cosine - cos(angle)) < 4e-16
        assert abs(sine - sin(angle)) < 4e-16
        assert abs(hypot(cosine, sine) - 1.0) < 4e-16

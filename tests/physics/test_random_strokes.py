"""Twenty thousand strokes by chance, each gone through event by event; five thousand of them each day."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.physics.ledger import account
from tests.physics.strokes import drawn

from carrom.physics.engine import kernel, run_one

STROKES = 20_000
PARTS = 16
DAILY = 4
TOLERANCE = 1e-12


@pytest.mark.parametrize(
    "part", [*range(DAILY), *(pytest.param(part, marks=pytest.mark.long) for part in range(DAILY, PARTS))]
)
def test_every_stroke_comes_to_rest_and_breaks_no_law_of_nature(part: int) -> None:
    """No stall, no overlap beyond 1e-12 m, energy never up, momentum kept, everything inside or in a pocket.

    Rosettes with gaps from 0 to 1e-4 m and scattered coins, restitution from 0.5 to 1 and at times from 0,
    every legal size and mass, with and without spin. Each part draws from all of these, so a few do each day.
    """
    k = kernel()
    broken = []
    kinds = set()
    for seed in range(part, STROKES, PARTS):
        stroke = drawn(seed)
        out, segments, events = run_one(stroke.coins, stroke.strike, stroke.equipment)
        start = np.array(((stroke.strike.x, stroke.strike.y), *stroke.coins))
        worst = account(segments, events, stroke.equipment, start)
        kinds.update(events[:, 1].astype(int).tolist())
        # A frame due within 1e-12 s of another contact is met then, up to 1e-11 m early.
        jump = worst.jump - 1e-11
        if out[k.STATUS] != k.DONE or max(vars(replace(worst, jump=jump)).values()) > TOLERANCE:
            broken.append((seed, out[k.STATUS], worst))

    assert not broken
    assert kinds == set(range(6)), "meetings, frames, corners, over, out and fallen all happen"

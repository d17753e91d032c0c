"""pooltool: an event-driven billiards simulator, numba under Python. Its physics is another, and richer.

Balls that slide, roll and spin, and cushions with a height. What can be made alike is: the surface, four
frames and four pockets of carrom's sizes, as many pieces in the same places, and a ball slows by μg whether
it slides or rolls. What cannot: every ball is a coin's size and weight, two balls meet without loss. So there
are about as many events, the motion is not the same, and no position can be compared.
A touching rosette is spread by a millionth, since pooltool takes touching balls for overlapping ones.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pooltool  # type: ignore[import-not-found]  # lives in the peers' own environment
from benchmarks.peers.stepping import Played, Problem, Stroke
from pooltool.constants import sliding, stationary  # type: ignore[import-not-found]
from pooltool.objects.ball.datatypes import BallState  # type: ignore[import-not-found]
from pooltool.objects.table.components import Pocket  # type: ignore[import-not-found]
from pooltool.objects.table.layout import (  # type: ignore[import-not-found]
    create_billiard_table_cushion_segments,
)
from pooltool.objects.table.specs import BilliardTableSpecs, TableType  # type: ignore[import-not-found]

VERSION = f"pooltool {pooltool.__version__}"

SPREAD = 1.0 + 1e-6
GRAVITY = 9.80665


def play(stroke: Stroke, problem: Problem, _setting: str, _step: float) -> Played:
    system = _system(stroke, problem)
    began = time.perf_counter()
    pooltool.simulate(system, inplace=True)
    return Played(time.perf_counter() - began, True, [])


def _system(stroke: Stroke, problem: Problem) -> Any:
    radius, half = problem.coin_radius, problem.half
    friction = problem.slowing / GRAVITY
    params = pooltool.BallParams(
        m=problem.coin_mass, R=radius, u_s=friction, u_r=friction, e_c=problem.frame_bounce, g=GRAVITY
    )
    # The height of a cushion over the ball's diameter as pooltool has it for its own balls.
    specs = BilliardTableSpecs(l=problem.surface, w=problem.surface, cushion_height=0.64 * 2.0 * radius)
    pockets = {
        str(i): Pocket(str(i), np.array([x + half, y + half, 0.0]), problem.pocket_radius)
        for i, (x, y) in enumerate(problem.pockets())
    }
    balls = {}
    for i, (x, y) in enumerate(stroke.pieces):
        velocity = (*stroke.velocity, 0.0) if i == 0 else (0.0, 0.0, 0.0)
        motion = np.array([[x * SPREAD + half, y * SPREAD + half, radius], velocity, (0.0, 0.0, 0.0)])
        state = BallState(motion, stationary if i else sliding)
        balls[str(i)] = pooltool.Ball(str(i), state=state, params=params)
    frames = create_billiard_table_cushion_segments(specs)
    return pooltool.System(
        table=pooltool.Table(frames, pockets, TableType.OTHER), balls=balls, cue=pooltool.Cue(cue_ball_id="0")
    )

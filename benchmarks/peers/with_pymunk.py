"""pymunk (Chipmunk): a stepping engine with sequential impulses, in C under Python.

Settings, and why:
- Sliding friction as `joints`: a pivot joint from each piece to the board that may not pull harder than μmg
  and never corrects a position. It takes μg·dt off the velocity each step and stops at zero, all in C.
  As `velocity_func`, the commoner way: the same subtraction in a Python callback for each piece and step.
- `asleep`: pieces at rest are left out of the steps. Off in pymunk unless asked for.
- collision_slop 0: its default of 0.1 is a length, and would be 10 cm of allowed overlap here.
- 10 iterations, collision_bias and collision_persistence as they come. 30 iterations move no 8-coin result;
  one iteration is faster, and leaves the first coin of a rosette with the push that is due to ten.
- Restitution of a contact is the product of the two shapes' elasticities, so the frame carries the quotient.
- Infinite moment and smooth rims: nothing turns.
- A pocket is a sensor of the pocket's radius less the piece's: they overlap when the centre is past the edge.
"""

from __future__ import annotations

from functools import partial
from math import inf, sqrt
from typing import Any

import pymunk  # type: ignore[import-not-found]  # lives in the peers' own environment
from benchmarks.peers.stepping import REST, Played, Point, Problem, Stroke, play_out

VERSION = f"pymunk {pymunk.version}"

PIECE, POCKET = 1, 2
STRIKER_BIT, COIN_BIT, BOARD_BIT = 1, 2, 4
THICK = 0.1  # m; so that nothing gets behind the frame in one step


class Table:
    def __init__(self, stroke: Stroke, problem: Problem, friction: str, sleep: bool) -> None:
        self.space = pymunk.Space()
        self.space.iterations = 10
        self.space.collision_slop = 0.0
        if sleep:
            self.space.sleep_time_threshold = 0.02
            self.space.idle_speed_threshold = REST
        self.fallen: set[int] = set()
        self._build_board(problem)
        self.bodies = [self._piece(i, point, problem, friction) for i, point in enumerate(stroke.pieces)]
        self.bodies[0].velocity = stroke.velocity
        self.space.on_collision(PIECE, POCKET, begin=self._fell)

    def advance(self, step: float, times: int) -> None:
        one_step = self.space.step
        for _ in range(times):
            one_step(step)

    def moving(self) -> bool:
        return any(
            i not in self.fallen and not body.is_sleeping and body.velocity.length >= REST
            for i, body in enumerate(self.bodies)
        )

    def rest(self) -> list[Point | None]:
        return [
            None if i in self.fallen else (body.position.x, body.position.y)
            for i, body in enumerate(self.bodies)
        ]

    def _build_board(self, problem: Problem) -> None:
        board = self.space.static_body
        out = problem.half + THICK
        corners = ((-out, -out), (out, -out), (out, out), (-out, out))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            frame = pymunk.Segment(board, start, end, THICK)
            frame.elasticity = problem.frame_bounce / sqrt(problem.piece_bounce)
            frame.filter = pymunk.ShapeFilter(categories=BOARD_BIT)
            self.space.add(frame)
        for centre in problem.pockets():
            for radius, bit in ((problem.striker_radius, STRIKER_BIT), (problem.coin_radius, COIN_BIT)):
                pocket = pymunk.Circle(board, problem.pocket_radius - radius, centre)
                pocket.sensor = True
                pocket.collision_type = POCKET
                pocket.filter = pymunk.ShapeFilter(categories=BOARD_BIT, mask=bit)
                self.space.add(pocket)

    def _piece(self, number: int, point: Point, problem: Problem, friction: str) -> Any:
        radius, mass = problem.piece(number)
        body = pymunk.Body(mass, inf)
        body.position = point
        rim = pymunk.Circle(body, radius)
        rim.elasticity = sqrt(problem.piece_bounce)
        rim.friction = 0.0
        rim.collision_type = PIECE
        rim.filter = pymunk.ShapeFilter(categories=COIN_BIT if number else STRIKER_BIT)
        self.space.add(body, rim)
        if friction == "joints":
            drag = pymunk.PivotJoint(self.space.static_body, body, (0.0, 0.0), (0.0, 0.0))
            drag.max_bias = 0.0
            drag.max_force = mass * problem.slowing
            self.space.add(drag)
        else:
            body.velocity_func = partial(_slow_down, problem.slowing)
        return body

    def _fell(self, arbiter: Any, space: Any, _data: Any) -> None:
        body = arbiter.shapes[0].body
        self.fallen.add(self.bodies.index(body))
        space.add_post_step_callback(_take_away, body)


def _take_away(space: Any, body: Any) -> None:
    space.remove(body, *body.shapes, *body.constraints)


def _slow_down(slowing: float, body: Any, _gravity: Any, _damping: float, step: float) -> None:
    x, y = body.velocity
    speed = sqrt(x * x + y * y)
    if speed > slowing * step:
        left = 1.0 - slowing * step / speed
        body.velocity = (x * left, y * left)
    elif speed:
        body.velocity = (0.0, 0.0)


def play(stroke: Stroke, problem: Problem, setting: str, step: float) -> Played:
    """`setting`: joints or velocity_func, and " asleep" after it for pieces at rest left out of the steps."""
    friction, _, sleep = setting.partition(" ")
    return play_out(Table(stroke, problem, friction, sleep == "asleep"), step)

"""Box2D 2.3 (its Python binding): a stepping engine with sequential impulses, in C++ and single precision.

Settings, and why:
- Lengths in centimetres. Box2D fixes, at compile time, 1 unit a second below which nothing bounces, a skin of
  0.01 units on frames and at most 2 units a step: in metres coins would hardly bounce, in millimetres a break
  would be cut short. The skin is taken off the frames' places.
- Sliding friction by a friction joint of at most μmg from each piece to the board, all in C++. The same
  subtraction between the steps, in Python, takes twice as long.
- Pieces at rest asleep from the start: same result, a quarter faster.
- Velocity and position iterations 8 and 3, as its manual advises.
- Continuous collision off: at these steps nothing gets through anything, and it costs time.
- Restitution of a contact is the greater of its two; that of the frame is therefore set as a contact begins.
- A pocket is a sensor of the pocket's radius less the piece's: they overlap when the centre is past the edge.
"""

from __future__ import annotations

from math import pi
from typing import Any

import Box2D  # type: ignore[import-not-found]  # lives in the peers' own environment
from benchmarks.peers.stepping import REST, Played, Point, Problem, Stroke, play_out

VERSION = f"Box2D {Box2D.__version__}"

SCALE = 100.0  # centimetres
STRIKER_BIT, COIN_BIT, BOARD_BIT = 1, 2, 4


class Contacts(Box2D.b2ContactListener):  # type: ignore[misc]  # its base is not known where types are checked
    def __init__(self, frame_bounce: float) -> None:
        super().__init__()
        self.frame_bounce = frame_bounce
        self.over: list[Any] = []  # bodies over a pocket, to be taken away after the step

    def BeginContact(self, contact: Any) -> None:  # noqa: N802  # Box2D's name
        a, b = contact.fixtureA, contact.fixtureB
        part = a.userData or b.userData
        if part == "pocket":
            self.over.append(b.body if a.userData else a.body)
        elif part == "frame":
            contact.restitution = self.frame_bounce


class Table:
    def __init__(self, stroke: Stroke, problem: Problem) -> None:
        self.world = Box2D.b2World(gravity=(0.0, 0.0), doSleep=True)
        self.world.continuousPhysics = False
        self.contacts = Contacts(problem.frame_bounce)
        self.world.contactListener = self.contacts
        self.board = self.world.CreateStaticBody()
        self._build_board(problem)
        self.bodies = {i: self._piece(i, point, problem) for i, point in enumerate(stroke.pieces)}
        self.pieces = len(self.bodies)
        x, y = stroke.velocity
        self.bodies[0].linearVelocity = (x * SCALE, y * SCALE)

    def advance(self, step: float, times: int) -> None:
        one_step, over = self.world.Step, self.contacts.over
        for _ in range(times):
            one_step(step, 8, 3)
            if over:
                for body in over:
                    if self.bodies.pop(body.userData, None) is not None:
                        self.world.DestroyBody(body)
                over.clear()

    def moving(self) -> bool:
        return any(body.awake and body.linearVelocity.length >= REST * SCALE for body in self.bodies.values())

    def rest(self) -> list[Point | None]:
        places: list[Point | None] = [None] * self.pieces
        for i, body in self.bodies.items():
            places[i] = (body.position.x / SCALE, body.position.y / SCALE)
        return places

    def _build_board(self, problem: Problem) -> None:
        inner = problem.half * SCALE + Box2D.b2_polygonRadius
        for x, y in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
            size = (inner * (3.0 - 2.0 * abs(x)), inner * (3.0 - 2.0 * abs(y)))
            shape = Box2D.b2PolygonShape(box=(*size, (2.0 * inner * x, 2.0 * inner * y), 0.0))
            self.board.CreateFixture(shape=shape, friction=0.0, categoryBits=BOARD_BIT, userData="frame")
        for x, y in problem.pockets():
            for radius, bit in ((problem.striker_radius, STRIKER_BIT), (problem.coin_radius, COIN_BIT)):
                hole = (problem.pocket_radius - radius) * SCALE
                self.board.CreateFixture(
                    shape=Box2D.b2CircleShape(pos=(x * SCALE, y * SCALE), radius=hole),
                    isSensor=True,
                    categoryBits=BOARD_BIT,
                    maskBits=bit,
                    userData="pocket",
                )

    def _piece(self, number: int, point: Point, problem: Problem) -> Any:
        radius, mass = problem.piece(number)
        body = self.world.CreateDynamicBody(position=(point[0] * SCALE, point[1] * SCALE), fixedRotation=True)
        body.CreateFixture(
            shape=Box2D.b2CircleShape(radius=radius * SCALE),
            density=mass / (pi * (radius * SCALE) ** 2),
            restitution=problem.piece_bounce,
            friction=0.0,
            categoryBits=COIN_BIT if number else STRIKER_BIT,
        )
        self.world.CreateFrictionJoint(
            bodyA=self.board,
            bodyB=body,
            maxForce=body.mass * problem.slowing * SCALE,
            maxTorque=0.0,
            collideConnected=True,  # or the piece would pass through the frame
        )
        body.userData = number
        body.awake = number == 0
        return body


def play(stroke: Stroke, problem: Problem, _setting: str, step: float) -> Played:
    return play_out(Table(stroke, problem), step)

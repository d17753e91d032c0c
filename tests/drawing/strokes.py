"""Strokes told by hand, so that a picture can be held against numbers anyone can follow."""

from __future__ import annotations

from math import hypot, sqrt

from carrom.equipment import STANDARD, Equipment
from carrom.physics.trace import KINDS, Event, Kind, Segment, Trace
from carrom.stroke import Aim, Layout
from carrom.surface import Point, pockets, striker_place
from carrom.words import Seat

SLOWING = 0.98  # m/s², a friction of about 0.1


class Ride:
    """The flight of one piece, told stretch by stretch."""

    def __init__(self, place: Point, time: float = 0.0) -> None:
        self.place = place
        self.time = time
        self.velocity = (0.0, 0.0)
        self.segments: list[Segment] = []

    def slides(self, vx: float, vy: float, way: float | None = None, spin: float = 0.0) -> Ride:
        """On with this velocity for so many metres, or until it stops."""
        speed = hypot(vx, vy)
        farthest = speed * speed / (2.0 * SLOWING)
        way = farthest if way is None else way
        assert way <= farthest, "it stops before"
        later = sqrt(max(speed * speed - 2.0 * SLOWING * way, 0.0))
        spin_slowing = spin * SLOWING / speed
        segment = Segment(self.time, *self.place, vx, vy, SLOWING, spin, spin_slowing)
        self.segments.append(segment)
        self.time += (speed - later) / SLOWING
        self.place = segment.at(self.time)
        self.velocity = vx / speed * later, vy / speed * later
        return self

    def waits(self, seconds: float) -> Ride:
        self.time += seconds
        return self

    @property
    def speed(self) -> float:
        return hypot(*self.velocity)


def told(
    layout: str, aim: str, rides: dict[int, Ride], events: list[Event], equipment: Equipment = STANDARD
) -> Trace:
    """A trace of these rides; what has an event of falling rests nowhere, what has no ride stays."""
    lying, aimed = Layout.parse(layout, equipment), Aim.parse(aim)
    starts = (striker_place(aimed.seat, aimed.x, equipment), *lying.points)
    fallen = {event.piece for event in events if event.kind is Kind.FELL}
    rest = tuple(
        None if i in fallen else rides[i].place if i in rides else start for i, start in enumerate(starts)
    )
    return Trace(
        lying,
        aimed,
        equipment,
        rest,
        max([ride.time for ride in rides.values()] + [event.time for event in events]),
        [(float(piece), *segment) for piece, ride in sorted(rides.items()) for segment in ride.segments],
        rows(*sorted(events, key=lambda event: event.time)),
    )


def rows(*events: Event) -> list[tuple[float, ...]]:
    """Events as a trace holds them."""
    return [(event.time, float(KINDS.index(event.kind)), *event[2:]) for event in events]


def a_good_stroke(equipment: Equipment = STANDARD) -> Trace:
    """South strikes straight ahead: white falls at the far right, the striker meets frame and queen.

    The white lies in the middle, the black where nothing comes, the queen to the left.
    """
    reach = (equipment.striker.diameter + equipment.coins.diameter) / 2.0
    striker = Ride(striker_place(Seat.SOUTH, 0.0, equipment)).slides(0.0, 2.4, 0.25 - reach, spin=9.0)
    met_white, white_at = striker.time, (0.0, striker.place[1] + reach)

    corner = pockets(equipment.board)[Seat.EAST.quarter_turns]
    towards = corner[0] - white_at[0], corner[1] - white_at[1]
    far = hypot(*towards)
    white = Ride(white_at, met_white)
    edge = far - equipment.board.pocket_diameter / 2.0
    white.slides(towards[0] / far * 1.7, towards[1] / far * 1.7, edge)
    over = Event(white.time, Kind.OVER, 1, 1, white.speed, *white.place)
    white.slides(*white.velocity, way=0.012)
    fell = Event(white.time, Kind.FELL, 1, 1, white.speed, *white.place)

    to_frame = equipment.board.surface / 2.0 - equipment.striker.diameter / 2.0
    striker.slides(-1.2, 0.4, to_frame * hypot(1.2, 0.4) / 1.2, spin=-22.0)
    met_frame = Event(striker.time, Kind.FRAME, 0, 3, 0.8, -equipment.board.surface / 2.0, striker.place[1])
    striker.slides(0.5, 0.2, 0.05, spin=15.0)
    queen = Ride((striker.place[0] + reach, striker.place[1]), striker.time)
    met_queen = Event(striker.time, Kind.PIECES, 0, 3, 0.3, striker.place[0] + 0.02065, striker.place[1])
    queen.slides(0.3, 0.0)
    striker.slides(0.05, 0.1)

    met = Event(met_white, Kind.PIECES, 0, 1, 2.2, 0.0, white_at[1] - equipment.coins.diameter / 2.0)
    layout = (
        f"w {white_at[0]!r},{white_at[1]!r}; b 0.2,-0.1; q {queen.segments[0].x!r},{queen.segments[0].y!r}"
    )
    return told(
        layout,
        "south x 0.0, angle 1.5707963267948966, speed 2.4",
        {0: striker, 1: white, 3: queen},
        [met, over, fell, met_frame, met_queen],
        equipment,
    )


def a_lost_striker(seat: Seat = Seat.EAST) -> Trace:
    """The striker leaves for a pocket with no coin on the board, and falls."""
    start = striker_place(seat, 0.0)
    hole = pockets(STANDARD.board)[0]
    towards = hole[0] - start[0], hole[1] - start[1]
    far = hypot(*towards)
    striker = Ride(start).slides(towards[0] / far * 1.5, towards[1] / far * 1.5, far - 0.01)
    fell = Event(striker.time, Kind.FELL, 0, 0, striker.speed, *striker.place)
    return told("empty", f"{seat} x 0.0, angle 3.0, speed 1.5", {0: striker}, [fell])


def a_full_net(count: int = 4) -> Trace:
    """So many whites fall into the pocket at south's right hand, one after the other."""
    hole = pockets(STANDARD.board)[0]
    rides, events, lying = {}, [], []
    for number in range(1, count + 1):
        start = (hole[0] - 0.04 * number, hole[1] + 0.06)
        lying.append(f"w {start[0]!r},{start[1]!r}")
        towards = hole[0] - start[0], hole[1] - start[1]
        far = hypot(*towards)
        rides[number] = Ride(start, 0.2 * number).slides(towards[0] / far, towards[1] / far, far - 0.01)
        ride = rides[number]
        events.append(Event(ride.time, Kind.FELL, number, 0, ride.speed, *ride.place))
    return told("; ".join(lying), "south x 0.0, angle 1.0, speed 0.5", rides, events)

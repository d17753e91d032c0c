"""The simulator's twin: the model of docs/physics.md once more, in plain Python with forty digits.

Written from that page alone, and by other means wherever the page leaves the means open: everything is
predicted anew at every step, every meeting is a falling root of a polynomial, found by bracketing it between
the roots of its derivative, and contact sets are solved exactly by pivoting. It is slow, and keeps no tables
but the one of friction. The digits come from `decimal`, which is ten times as fast as mpmath here;
mpmath gives the elliptic integrals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

import mpmath  # type: ignore[import-untyped]  # it ships no types

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.physics import Kind, Trace

DIGITS = 40
# What forty digits leave of a nought after some hundred operations on metres and seconds.
_DUST = Decimal("1e-34")

_0, _1 = Decimal(0), Decimal(1)
_HALF = Decimal("0.5")
_NEVER = Decimal("Infinity")

_HOP = Decimal("0.001")  # m/s: nothing parts more slowly
_ROLL = Decimal("0.02")  # nor from a corner, as a share of the sliding
_TOGETHER = Decimal("1e-12")  # s: contacts due this close are one set
_SLOW = Decimal("0.25")  # m/s: below it steps take more of the flight
_CREEP = Decimal("0.08")  # m/s: below it a spinning flight is one span
_HARDLY_SPINNING = 1000  # v / |w| above which the whole flight is one span
_LONGEST = Decimal("0.15")  # s: of a step where v < 5 |w|
_STEPS = 512

# Into each frame, by the seat's number of quarter turns.
_INTO_FRAME = ((_0, -_1), (_1, _0), (_0, _1), (-_1, _0))
# Towards the corner behind each pocket, in the order of `surface.pockets`.
_INTO_CORNER = ((_1, -_1), (_1, _1), (-_1, _1), (-_1, -_1))


class NotStated(Exception):
    """The page does not say what happens here."""


class TwinEvent(NamedTuple):
    """`speed` is the speed of approach at a contact; elsewhere it is 0."""

    time: Decimal
    kind: Kind
    piece: int
    other: int
    speed: Decimal


class TwinStroke(NamedTuple):
    """`rest` is None for a piece that fell; it means nothing if the twin was told to stop early."""

    events: tuple[TwinEvent, ...]
    rest: tuple[tuple[Decimal, Decimal] | None, ...]


class Span(NamedTuple):
    """Part of a flight with even slowing, of the slide (m/s²) and of the rim's speed."""

    slowing: Decimal
    spin_slowing: Decimal
    lasts: Decimal
    to_rest: bool


@dataclass
class Disc:
    """One piece as it is now. `w` is the speed of its rim, counter-clockwise; `spans` what is planned."""

    radius: Decimal
    mass: Decimal
    x: Decimal
    y: Decimal
    vx: Decimal = _0
    vy: Decimal = _0
    w: Decimal = _0
    over: int | None = None
    falls_in: Decimal = _NEVER
    fallen: bool = False
    spans: list[Span] = field(default_factory=list)

    @property
    def moving(self) -> bool:
        return not self.fallen and (self.vx != 0 or self.vy != 0)

    @property
    def speed(self) -> Decimal:
        return (self.vx * self.vx + self.vy * self.vy).sqrt()

    @property
    def slowing(self) -> tuple[Decimal, Decimal]:
        if not self.spans or not self.moving:
            return _0, _0
        share = self.spans[0].slowing / self.speed
        return self.vx * share, self.vy * share

    def farthest(self, time: Decimal) -> Decimal:
        """No less than the way it goes in that time."""
        return self.speed * time if self.moving else _0

    def advance(self, time: Decimal) -> None:
        if self.fallen:
            return
        ax, ay = self.slowing
        self.x += (self.vx - _HALF * ax * time) * time
        self.y += (self.vy - _HALF * ay * time) * time
        self.vx -= ax * time
        self.vy -= ay * time
        self.falls_in -= time
        if self.spans:
            span = self.spans[0]
            self.w -= span.spin_slowing * time
            self.spans[0] = span._replace(lasts=span.lasts - time)


class Contact(NamedTuple):
    """`n` points from piece i to piece j, or into the frame: then j is None."""

    kind: Kind
    i: int
    j: int | None
    other: int
    nx: Decimal
    ny: Decimal
    bounce: Decimal
    grip: Decimal


@cache
def friction_table() -> tuple[tuple[Decimal, Decimal], ...]:
    """f and τ at q = v/(v+|w|) = k/512."""
    with mpmath.workdps(DIGITS + 10):
        return tuple(
            (_decimal(f), _decimal(tau)) for f, tau in (_friction(mpmath.mpf(k)) for k in range(_STEPS + 1))
        )


def _friction(k: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
    pi = mpmath.pi
    if k == 0:
        return mpmath.mpf(0), mpmath.mpf(2) / 3
    if k == _STEPS:
        return mpmath.mpf(1), mpmath.mpf(0)
    if 2 * k == _STEPS:
        return 8 / (3 * pi), 8 / (9 * pi)
    e = k / (_STEPS - k)
    square = e * e
    m = square if e < 1 else 1 / square
    big_e, big_k = mpmath.ellipe(m), mpmath.ellipk(m)
    if e < 1:
        return (
            4 / (3 * pi) * ((1 + square) * big_e - (1 - square) * big_k) / e,
            4 / (9 * pi) * ((4 - 2 * square) * big_e - (1 - square) * big_k),
        )
    return (
        4 / (3 * pi) * ((square + 1) * big_e - (square - 1) * big_k),
        4 * e / (9 * pi) * ((4 - 2 * square) * big_e + (2 * square - 5 + 3 / square) * big_k),
    )


def _decimal(value: mpmath.mpf) -> Decimal:
    return Decimal(mpmath.nstr(value, DIGITS + 5))


def friction(v: Decimal, rim: Decimal) -> tuple[Decimal, Decimal]:
    """f and τ straight between the points of the table."""
    table = friction_table()
    place = _STEPS * v / (v + rim)
    k = min(int(place), _STEPS - 1)
    share = place - k
    (f, tau), (f_next, tau_next) = table[k], table[k + 1]
    return f + (f_next - f) * share, tau + (tau_next - tau) * share


def spans(v: Decimal, w: Decimal, mu_g: Decimal) -> list[Span]:
    """The flight of a piece that slides at v with its rim at w, as far as it is planned at once."""
    rim = abs(w)
    turn = _1 if w >= 0 else -_1

    def rates(v: Decimal, rim: Decimal) -> tuple[Decimal, Decimal]:
        f, tau = friction(v, rim)
        return mu_g * f, 2 * mu_g * tau

    def to_rest(slowing: Decimal) -> list[Span]:
        lasts = v / slowing
        return [Span(slowing, w / lasts, lasts, True)]

    if v > _HARDLY_SPINNING * rim:
        return to_rest(mu_g / (1 + (w / v) ** 2 / 4))
    f0, g0 = rates(v, rim)
    whole = min(v / f0, rim / g0)
    if v < _CREEP:
        h = whole / 3
        return to_rest(rates(v - f0 * h, rim - g0 * h)[0])
    h = whole * Decimal("0.6" if v < _SLOW else "0.4" if v < 2 * rim else "0.5")
    if v < 5 * rim:
        h = min(h, _LONGEST)
    f1, g1 = rates(v - h / 2 * f0, rim - h / 2 * g0)
    f2, g2 = rates(v - h / 2 * f1, rim - h / 2 * g1)
    f3, g3 = rates(v - h * f2, rim - h * g2)
    v_end = v - h * (f0 + 2 * f1 + 2 * f2 + f3) / 6
    rim_end = rim - h * (g0 + 2 * g1 + 2 * g2 + g3) / 6
    way = h * (v - h * (f0 + f1 + f2) / 6)
    v_between = 2 * way / h - (v + v_end) / 2
    rim_between = (rim + rim_end) / 2 + h * (g3 - g0) / 8
    return [
        Span((v - v_between) / (h / 2), turn * (rim - rim_between) / (h / 2), h / 2, False),
        Span((v_between - v_end) / (h / 2), turn * (rim_between - rim_end) / (h / 2), h / 2, False),
    ]


def value_at(polynomial: Sequence[Decimal], t: Decimal) -> Decimal:
    total = _0
    for term in reversed(polynomial):
        total = total * t + term
    return total


def _root_between(polynomial: Sequence[Decimal], low: Decimal, high: Decimal) -> Decimal:
    """The one root between two points of different sign, between which the polynomial is monotone.

    Newton's step where it stays between them, else half way: it cannot leave the bracket.
    """
    slope = _derivative(polynomial)
    rising = value_at(polynomial, high) > 0
    t = (low + high) / 2
    while high - low > _DUST:
        value = value_at(polynomial, t)
        if (value > 0) == rising:
            high = t
        else:
            low = t
        steep = value_at(slope, t)
        step = t - value / steep if steep else low
        if abs(step - t) <= _DUST:
            return step
        t = step if low < step < high else (low + high) / 2
    return t


def _derivative(polynomial: Sequence[Decimal]) -> list[Decimal]:
    return [k * term for k, term in enumerate(polynomial)][1:]


def turning_points(polynomial: Sequence[Decimal], high: Decimal) -> list[Decimal]:
    """0, all places up to `high` where the polynomial may turn, and `high`."""
    slope = _derivative(polynomial)
    if not any(slope[1:]):
        return [_0, high]
    bends = turning_points(slope, high)
    turns = [_root_between(slope, a, b) for a, b in pairwise(bends) if _differ(slope, a, b)]
    return [_0, *turns, high]


def _differ(polynomial: Sequence[Decimal], a: Decimal, b: Decimal) -> bool:
    return value_at(polynomial, a) * value_at(polynomial, b) < 0


def first_fall(gap: Sequence[Decimal], high: Decimal) -> Decimal | None:
    """When a gap, as a polynomial in time, first falls from above nought to nought, up to `high`."""
    for a, b in pairwise(turning_points(gap, high)):
        if value_at(gap, a) > 0 >= value_at(gap, b):
            return _root_between(gap, a, b)
    return None


def first_touch(gap: Sequence[Decimal], high: Decimal) -> Decimal | None:
    """As `first_fall`, but what touches already is due at once if it closes, and is open if not.

    What overlaps touches: places are given as doubles, and a double's last digit is no push.
    """
    if gap[0] > _DUST:
        return first_fall(gap, high)
    return _0 if gap[1] < 0 else first_fall([_0, *gap[1:]], high)


def gap_to_point(disc: Disc, x: Decimal, y: Decimal, reach: Decimal) -> list[Decimal]:
    """The squared distance of a centre from a point, less the square of the reach, as time goes on."""
    return _squared_gap(disc.x - x, disc.y - y, disc.vx, disc.vy, *disc.slowing, reach)


def gap_between(i: Disc, j: Disc) -> list[Decimal]:
    (ax, ay), (bx, by) = i.slowing, j.slowing
    return _squared_gap(i.x - j.x, i.y - j.y, i.vx - j.vx, i.vy - j.vy, ax - bx, ay - by, i.radius + j.radius)


def _squared_gap(
    x: Decimal, y: Decimal, vx: Decimal, vy: Decimal, ax: Decimal, ay: Decimal, reach: Decimal
) -> list[Decimal]:
    return [
        x * x + y * y - reach * reach,
        2 * (x * vx + y * vy),
        vx * vx + vy * vy - (x * ax + y * ay),
        -(vx * ax + vy * ay),
        (ax * ax + ay * ay) / 4,
    ]


class Table:
    """Everything on the board, from one event to the next."""

    def __init__(self, equipment: Equipment, places: Sequence[tuple[Decimal, Decimal]]) -> None:
        pace, board = equipment.pace, equipment.board
        self.pace = pace
        self.mu_g = Decimal(pace.friction) * Decimal(GRAVITY)
        self.sinks_for = (2 * Decimal(pace.lip) / Decimal(GRAVITY)).sqrt()
        self.half = Decimal(board.surface) / 2
        self.pocket = Decimal(board.pocket_diameter) / 2
        inset = self.half - self.pocket
        self.pockets = [(sx * inset, sy * inset) for sx, sy in _INTO_CORNER]
        striker = Decimal(equipment.striker.diameter) / 2, Decimal(equipment.striker.mass)
        coin = Decimal(equipment.coins.diameter) / 2, Decimal(equipment.coins.mass)
        self.discs = [Disc(*(coin if k else striker), x, y) for k, (x, y) in enumerate(places)]
        self.time = _0
        self.events: list[TwinEvent] = []

    @property
    def contacts(self) -> int:
        return sum(event.kind in (Kind.PIECES, Kind.FRAME, Kind.CORNER) for event in self.events)

    @property
    def at_rest(self) -> bool:
        return not any(disc.moving or (disc.over is not None and not disc.fallen) for disc in self.discs)

    def plan(self, disc: Disc) -> None:
        """Begin a new flight from here."""
        disc.spans = spans(disc.speed, disc.w, self.mu_g) if disc.moving and disc.over is None else []
        if not disc.moving:
            disc.w = _0

    def step(self) -> None:
        """Go on to whatever comes first: contacts, a pocket's edge, a fall, the end of a span."""
        horizon = min(
            min((disc.spans[0].lasts for disc in self.discs if disc.spans), default=_NEVER),
            min((disc.falls_in for disc in self.discs if not disc.fallen), default=_NEVER),
        )
        due = list(self.contacts_due(horizon))
        edges = list(self.edges_passed(horizon))
        contact_at = min((at for at, *_ in due), default=_NEVER)
        edge_at, piece, pocket = min(edges, default=(_NEVER, 0, 0))
        passed = min(horizon, contact_at, edge_at)
        for disc in self.discs:
            disc.advance(passed)
        self.time += passed
        if contact_at == passed:
            self.meet(
                [self.contact(kind, i, other) for at, kind, i, other in due if at <= contact_at + _TOGETHER]
            )
        elif edge_at == passed:
            self.pass_edge(piece, pocket)
        else:
            self.end_spans()

    def end_spans(self) -> None:
        for piece, disc in enumerate(self.discs):
            if not disc.fallen and disc.falls_in <= 0 and disc.over is not None:
                disc.fallen = True
                self.note(Kind.FELL, piece, disc.over)
            elif disc.spans and disc.spans[0].lasts <= 0:
                if disc.spans[0].to_rest:
                    disc.vx = disc.vy = disc.w = _0
                disc.spans = disc.spans[1:]
                if not disc.spans:
                    self.plan(disc)

    def note(self, kind: Kind, piece: int, other: int, speed: Decimal = _0) -> None:
        self.events.append(TwinEvent(self.time, kind, piece, other, speed))

    def edges_passed(self, horizon: Decimal) -> Iterator[tuple[Decimal, int, int]]:
        """When, which piece, which pocket."""
        for piece, disc in enumerate(self.discs):
            if not disc.moving:
                continue
            for pocket, (x, y) in enumerate(self.pockets):
                gap = gap_to_point(disc, x, y, self.pocket)
                if disc.over is None:
                    reachable = self.pocket + disc.farthest(horizon)
                    near = abs(disc.x - x) <= reachable and abs(disc.y - y) <= reachable
                    at = first_touch(gap, horizon) if near else None
                else:
                    inside = [-term for term in gap]
                    at = first_touch(inside, horizon) if disc.over == pocket else None
                if at is not None:
                    yield at, piece, pocket

    def pass_edge(self, piece: int, pocket: int) -> None:
        disc = self.discs[piece]
        if disc.over is None:
            disc.over, disc.falls_in = pocket, self.sinks_for
            self.note(Kind.OVER, piece, pocket)
        else:
            disc.over, disc.falls_in = None, _NEVER
            self.note(Kind.OUT, piece, pocket)
        self.plan(disc)

    def contacts_due(self, horizon: Decimal) -> Iterator[tuple[Decimal, Kind, int, int]]:
        """When, what, which piece, and what it meets."""
        for piece, disc in enumerate(self.discs):
            if disc.moving:
                for at, frame in self.frames_met(disc, horizon):
                    yield at, Kind.FRAME, piece, frame
                for at, pocket in self.corner_met(disc, horizon):
                    yield at, Kind.CORNER, piece, pocket
        for i, j in combinations(range(len(self.discs)), 2):
            meeting = self.pieces_met(self.discs[i], self.discs[j], horizon)
            if meeting is not None:
                yield meeting, Kind.PIECES, i, j

    def pieces_met(self, i: Disc, j: Disc, horizon: Decimal) -> Decimal | None:
        if i.fallen or j.fallen or not (i.moving or j.moving):
            return None
        reachable = i.radius + j.radius + i.farthest(horizon) + j.farthest(horizon)
        if abs(i.x - j.x) > reachable or abs(i.y - j.y) > reachable:
            return None
        return first_touch(gap_between(i, j), horizon)

    def frames_met(self, disc: Disc, horizon: Decimal) -> Iterator[tuple[Decimal, int]]:
        ax, ay = disc.slowing
        for frame, (nx, ny) in enumerate(_INTO_FRAME):
            free = self.half - disc.radius - (disc.x * nx + disc.y * ny)
            if free <= disc.farthest(horizon):
                gap = [free, -(disc.vx * nx + disc.vy * ny), (ax * nx + ay * ny) / 2]
                at = first_touch(gap, horizon)
                if at is not None:
                    yield at, frame

    def corner_met(self, disc: Disc, horizon: Decimal) -> Iterator[tuple[Decimal, int]]:
        if disc.over is None:
            return
        (x, y), (sx, sy) = self.pockets[disc.over], _INTO_CORNER[disc.over]

        def behind(time: Decimal) -> bool:
            # Over a pocket nothing slows, so the place at a time is this simple.
            return (disc.x + disc.vx * time - x) * sx > 0 and (disc.y + disc.vy * time - y) * sy > 0

        room = [-term for term in gap_to_point(disc, x, y, self.pocket - disc.radius)]
        at = first_touch(room, horizon) if behind(_0) else first_fall(room, horizon)
        if at is not None and behind(at):
            yield at, disc.over

    def contact(self, kind: Kind, piece: int, other: int) -> Contact:
        disc, pace = self.discs[piece], self.pace
        if kind is Kind.PIECES:
            normal = _unit(self.discs[other].x - disc.x, self.discs[other].y - disc.y)
            bounce, grip = (pace.coin_coin if piece else pace.striker_coin), pace.piece_grip
            return Contact(kind, piece, other, other, *normal, Decimal(bounce), Decimal(grip))
        x, y = self.pockets[other]
        normal = _INTO_FRAME[other] if kind is Kind.FRAME else _unit(disc.x - x, disc.y - y)
        bounce, grip = (pace.coin_frame if piece else pace.striker_frame), pace.frame_grip
        return Contact(kind, piece, None, other, *normal, Decimal(bounce), Decimal(grip))

    def meet(self, contacts: list[Contact]) -> None:
        for contact in contacts:
            self.note(contact.kind, contact.i, contact.other, self.towards(contact)[0])
        if len(contacts) == 1:
            self.meet_one(contacts[0])
        else:
            self.meet_together(contacts)
        for piece in {piece for contact in contacts for piece in (contact.i, contact.j) if piece is not None}:
            self.plan(self.discs[piece])

    def masses(self, contact: Contact) -> tuple[Decimal, Decimal, Decimal]:
        """1/mᵢ, 1/mⱼ and the reduced mass; 1/mⱼ is 0 at a frame."""
        light_i = 1 / self.discs[contact.i].mass
        light_j = _0 if contact.j is None else 1 / self.discs[contact.j].mass
        return light_i, light_j, 1 / (light_i + light_j)

    def towards(self, contact: Contact) -> tuple[Decimal, Decimal]:
        """How fast i approaches j, and how fast it slides past, along n turned counter-clockwise."""
        i = self.discs[contact.i]
        vx, vy = i.vx, i.vy
        if contact.j is not None:
            vx, vy = vx - self.discs[contact.j].vx, vy - self.discs[contact.j].vy
        return vx * contact.nx + vy * contact.ny, vy * contact.nx - vx * contact.ny

    def least(self, contact: Contact) -> Decimal:
        """How fast they part at the least."""
        return max(_HOP, _ROLL * abs(self.towards(contact)[1])) if contact.kind is Kind.CORNER else _HOP

    def push(self, contact: Contact, along_n: Decimal, along_t: Decimal) -> None:
        """Give this impulse to j, and its opposite to i."""
        jx = along_n * contact.nx - along_t * contact.ny
        jy = along_n * contact.ny + along_t * contact.nx
        i = self.discs[contact.i]
        i.vx -= jx / i.mass
        i.vy -= jy / i.mass
        if contact.j is not None:
            j = self.discs[contact.j]
            j.vx += jx / j.mass
            j.vy += jy / j.mass

    def rims(self, contact: Contact) -> Decimal:
        return self.discs[contact.i].w + (_0 if contact.j is None else self.discs[contact.j].w)

    def rub(self, contact: Contact, impulse: Decimal) -> None:
        """Rims rub with this impulse."""
        self.push(contact, _0, impulse)
        for piece in (contact.i, contact.j):
            if piece is not None:
                self.discs[piece].w -= 2 * impulse / self.discs[piece].mass

    def meet_one(self, contact: Contact) -> None:
        *_, m = self.masses(contact)
        u, s = self.towards(contact)
        u_after, s_after = max(contact.bounce * u, self.least(contact)), s
        if u_after > u:
            left = s * s - (u_after * u_after - u * u)
            s_after = left.sqrt().copy_sign(s) if left >= 0 else _0
            if left < 0:
                u_after = self.pay_with_spin(contact, -left * m / 2, u_after, m)
        pressed = m * (u + u_after)
        self.push(contact, pressed, -m * (s_after - s))
        if self.pace.spin:
            bound = contact.grip * pressed
            self.rub(contact, max(-bound, min(bound, m * (s_after + self.rims(contact)) / 3)))

    def pay_with_spin(self, contact: Contact, owed: Decimal, u_after: Decimal, m: Decimal) -> Decimal:
        """Take the energy from both spins; what they cannot pay is taken off the speed of parting."""
        discs = [self.discs[piece] for piece in (contact.i, contact.j) if piece is not None]
        stored = sum((disc.mass * disc.w * disc.w / 4 for disc in discs), _0)
        factor = (1 - owed / stored).sqrt() if stored > owed else _0
        for disc in discs:
            disc.w *= factor
        return u_after if stored > owed else (u_after * u_after - 2 * (owed - stored) / m).sqrt()

    def meet_together(self, contacts: list[Contact]) -> None:
        approach = [self.towards(contact)[0] for contact in contacts]
        least = [self.least(contact) for contact in contacts]
        effect = [[self.effect(of, on) for of in contacts] for on in contacts]
        stopping = impulses(effect, approach)
        before = self.energy()
        pressed = []
        for contact, impulse, slowest in zip(contacts, stopping, least, strict=True):
            *_, m = self.masses(contact)
            rebound = max(contact.bounce * impulse, m * slowest) if impulse > 0 else _0
            pressed.append(impulse + rebound)
            self.push(contact, impulse + rebound, _0)
        if self.energy() > before * (1 + _DUST):
            raise NotStated("a contact set whose lift must be paid for")
        if not self.pace.spin:
            return
        rubbed = []
        for contact, impulse in zip(contacts, pressed, strict=True):
            *_, m = self.masses(contact)
            bound = contact.grip * impulse
            shared = max(_sharing(contacts, contact.i), _sharing(contacts, contact.j))
            stuck = m / shared * (self.towards(contact)[1] + self.rims(contact)) / 3
            rubbed.append(max(-bound, min(bound, stuck)))
        for contact, impulse in zip(contacts, rubbed, strict=True):
            self.rub(contact, impulse)

    def effect(self, of: Contact, on: Contact) -> Decimal:
        """By how much a unit impulse at one contact lessens the approach at another."""
        cosine = of.nx * on.nx + of.ny * on.ny
        total = _0
        for piece, sign in ((of.i, 1), (of.j, -1)):
            if piece is None:
                continue
            if piece == on.i:
                total += sign * cosine / self.discs[piece].mass
            if piece == on.j:
                total -= sign * cosine / self.discs[piece].mass
        return total

    def energy(self) -> Decimal:
        """Of all slides, without spin."""
        return sum((disc.mass * (disc.vx**2 + disc.vy**2) / 2 for disc in self.discs if not disc.fallen), _0)


def _unit(x: Decimal, y: Decimal) -> tuple[Decimal, Decimal]:
    length = (x * x + y * y).sqrt()
    return x / length, y / length


def _sharing(contacts: Iterable[Contact], piece: int | None) -> int:
    return 0 if piece is None else sum(piece in (contact.i, contact.j) for contact in contacts)


def impulses(effect: list[list[Decimal]], approach: list[Decimal]) -> list[Decimal]:
    """J ≥ 0 after which nothing approaches, and J = 0 where something parts: Murty's pivoting.

    It changes its mind about the first contact that is wrong, over and over; that ends where no contact of
    the set can be made up of others.
    """
    pushes: list[int] = []
    for _ in range(1000):
        pushed = solve([[effect[a][b] for b in pushes] for a in pushes], [approach[a] for a in pushes])
        given = [_0] * len(approach)
        for place, impulse in zip(pushes, pushed, strict=True):
            given[place] = impulse
        for k, still in enumerate(approach):
            left = still - sum((effect[k][b] * given[b] for b in pushes), _0)
            if given[k] < -_DUST if k in pushes else left > _DUST:
                pushes = sorted(set(pushes) ^ {k})
                break
        else:
            return given
    raise NotStated("impulses in a contact set that are not the only ones")


def solve(matrix: list[list[Decimal]], right: list[Decimal]) -> list[Decimal]:
    """Gauss."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        best = max(range(k, len(rows)), key=lambda r: abs(rows[r][k]))
        rows[k], rows[best] = rows[best], rows[k]
        if abs(rows[k][k]) <= _DUST:
            raise NotStated("impulses in a contact set that are not the only ones")
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for r in range(len(rows)):
            if r != k:
                rows[r] = [a - rows[r][k] * b for a, b in zip(rows[r], rows[k], strict=True)]
    return [row[-1] for row in rows]


def play(trace: Trace, shift: tuple[str, str] = ("0", "0"), contacts: int | None = None) -> TwinStroke:
    """The stroke of a trace, from the doubles its striker started with; stop after so many contacts.

    `shift` moves the striker before the stroke, in metres.
    """
    with localcontext(prec=DIGITS):
        table = Table(trace.equipment, [(Decimal(x), Decimal(y)) for x, y in trace.start])
        striker = table.discs[0]
        striker.x += Decimal(shift[0])
        striker.y += Decimal(shift[1])
        striker.vx, striker.vy = (Decimal(v) for v in trace.flights[0][0][3:5])
        table.plan(striker)
        while not table.at_rest and (contacts is None or table.contacts < contacts):
            table.step()
        rest = tuple(None if disc.fallen else (disc.x, disc.y) for disc in table.discs)
        return TwinStroke(tuple(table.events), rest)

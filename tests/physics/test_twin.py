"""The simulator and its twin, which was built from docs/physics.md alone, tell the same story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count
from math import atan2, cos, hypot, pi, sin
from random import Random

import pytest
from tests.physics.twin import TwinEvent, TwinStroke, play

from carrom.equipment import STANDARD, CoinSet, Equipment, Striker
from carrom.pace import PACES
from carrom.physics import Event, Kind, Trace, simulate
from carrom.physics.trace import CONTACTS
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import distance, legal_intervals, pockets, rosette, seen_from, striker_place
from carrom.words import Coin, Seat

A_HAIR = (
    1e-12  # s, m and m/s: what a stroke of no sensitivity may differ by; also how far the striker is moved
)
MOVED = ("0.6e-12", "0.8e-12")  # along no axis, so that no symmetry hides what the move does
# Where a hair moves an event by more than 0.1 ms, agreement as close as that says nothing any more.
MOST_SENSITIVE = 1e8

STROKES = 120
MOST_CONTACTS = 40
BREAK_CONTACTS = 15

BAG = (Coin.QUEEN, *(Coin.WHITE, Coin.BLACK) * 9)
Label = tuple[Kind, int, int, int]


@dataclass(frozen=True)
class Comparison:
    """How far two tellings of a stroke were held against each other, and where they differ."""

    events: int
    whole: bool
    worst: float  # the largest difference, in hairs times the sensitivity
    faults: tuple[str, ...]


def told(events: Iterable[Event | TwinEvent]) -> dict[Label, Event | TwinEvent]:
    """Each event by name; two pieces may meet more than once, so each of their meetings has its number."""
    seen: Counter[tuple[Kind, int, int]] = Counter()
    labels: dict[Label, Event | TwinEvent] = {}
    for event in events:
        what = event.kind, event.piece, event.other
        labels[*what, seen[what]] = event
        seen[what] += 1
    return labels


def hairs(a: float | Decimal, b: float | Decimal) -> float:
    return abs(float(Decimal(a) - Decimal(b))) / A_HAIR


def compare(trace: Trace, contacts: int | None = None) -> Comparison:
    """Hold a trace against the twin, up to so many contacts.

    Events are matched by name and number, so near ties may be told in any order. The sensitivity at an event
    is the most that moving the striker by a hair has moved any event so far. Where the moved striker's
    story becomes another one, the comparison ends.
    """
    twin, moved = play(trace, contacts=contacts), play(trace, MOVED, contacts)
    ours, theirs, beside = told(trace.events), told(twin.events), told(moved.events)
    parted = [theirs[label].time for label in theirs.keys() - beside.keys()]
    parted += [beside[label].time for label in beside.keys() - theirs.keys()]
    sensitivity, of_speed, worst, events, faults = 1.0, 1.0, 0.0, 0, []
    until = Decimal(0)
    for label, event in theirs.items():
        if any(event.time >= time for time in parted):
            break
        sensitivity = max(sensitivity, hairs(event.time, beside[label].time))
        of_speed = max(of_speed, sensitivity, hairs(event.speed, beside[label].speed))
        if of_speed > MOST_SENSITIVE:
            break
        events, until = events + 1, Decimal(event.time)
        if label not in ours:
            faults.append(f"{_name(label)} at {event.time:.15f}: the simulator has it not")
            break
        off = hairs(ours[label].time, event.time) / sensitivity
        if label[0] in CONTACTS:
            off = max(off, hairs(ours[label].speed, event.speed) / of_speed)
        worst = max(worst, off)
        if off > 1.0:
            faults.append(f"{_name(label)}: twin {event}, simulator {ours[label]}, {sensitivity=:.1e}")
            break
    whole = contacts is None and events == len(theirs) == len(beside)
    surely = until - Decimal(A_HAIR * sensitivity)
    faults += [
        f"{_name(label)} at {event.time:.15f}: the twin has it not"
        for label, event in ours.items()
        if label not in theirs and (whole or event.time < surely)
    ]
    if whole and not faults:
        off = _apart_at_rest(trace, twin, moved, sensitivity)
        worst = max(worst, off)
        if off > 1.0:
            faults.append(f"at rest: twin {twin.rest}, simulator {trace.rest}, {sensitivity=:.1e}")
    text = f"{trace.layout} | {trace.aim} | {trace.equipment}"
    return Comparison(events, whole, worst, tuple(f"{text}: {fault}" for fault in faults))


def _name(label: Label) -> str:
    kind, piece, other, number = label
    return f"{kind} {piece} {other} (number {number + 1})"


def _apart_at_rest(trace: Trace, twin: TwinStroke, moved: TwinStroke, sensitivity: float) -> float:
    worst = 0.0
    for ours, theirs, beside in zip(trace.rest, twin.rest, moved.rest, strict=True):
        if ours is None or theirs is None or beside is None:
            # The events have told that the same pieces fell.
            continue
        by_the_move = hypot(hairs(theirs[0], beside[0]), hairs(theirs[1], beside[1]))
        off = hypot(hairs(ours[0], theirs[0]), hairs(ours[1], theirs[1]))
        worst = max(worst, off / max(sensitivity, by_the_move))
    return worst


def any_equipment(rng: Random) -> Equipment:
    """A known pace or one between; every other time legal sizes and masses other than the usual."""
    pace = rng.choice(list(PACES.values()))
    if rng.random() < 0.3:
        # The known paces bounce alike off coin and striker; here all four differ.
        coin_coin, striker_coin, coin_frame, striker_frame = (rng.uniform(0.6, 0.95) for _ in range(4))
        pace = replace(
            pace,
            name="own",
            coin_coin=coin_coin,
            striker_coin=striker_coin,
            coin_frame=coin_frame,
            striker_frame=striker_frame,
            lip=rng.uniform(0.0005, 0.003),
        )
    if rng.random() < 0.5:
        return replace(STANDARD, pace=pace)
    board = replace(
        STANDARD.board, surface=rng.uniform(0.7334, 0.74), pocket_diameter=rng.uniform(0.043, 0.046)
    )
    coins = CoinSet(diameter=rng.uniform(0.0286, 0.0318), mass=rng.uniform(0.00525, 0.006))
    striker = Striker(diameter=rng.uniform(0.036, 0.0413), mass=rng.uniform(0.010, 0.015))
    return Equipment(board, coins, striker, "own", pace)


def scattered(rng: Random, equipment: Equipment) -> Layout:
    """One to eight coins; now and then one lies against another, or against the frame."""
    d = equipment.coins.diameter
    reach = equipment.board.surface / 2.0 - d / 2.0
    clear = equipment.board.pocket_diameter / 2.0 + 0.001
    coins: list[Placed] = []
    wanted = rng.randint(1, 8)
    while len(coins) < wanted:
        x, y = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
        chance = rng.random()
        if chance < 0.1:
            x, y = rng.choice(((reach, y), (-reach, y), (x, reach), (x, -reach)))
        elif chance < 0.3 and coins:
            beside, angle = rng.choice(coins), rng.uniform(0.0, 2.0 * pi)
            x, y = beside.x + d * cos(angle), beside.y + d * sin(angle)
        inside = max(abs(x), abs(y)) <= reach
        over = any(distance((x, y), pocket) < clear for pocket in pockets(equipment.board))
        if inside and not over and all(distance((x, y), coin.point) > d - 1e-15 for coin in coins):
            coins.append(Placed(BAG[len(coins)], x, y))
    return Layout(tuple(coins), equipment)


def stroke(seed: int) -> Trace:
    """At a coin, at a pocket or anywhere, from any seat."""
    rng = Random(seed)
    equipment = any_equipment(rng)
    layout = scattered(rng, equipment)
    seat = rng.choice(list(Seat))
    x = rng.uniform(*rng.choice(legal_intervals(seat, layout.points, equipment)))
    targets = (*layout.points, rng.choice(pockets(equipment.board)), (0.0, 0.0))
    target = rng.choice(targets)
    here = striker_place(seat, x, equipment)
    ahead = seen_from(seat, (target[0] - here[0], target[1] - here[1]))
    angle = atan2(ahead[1], ahead[0]) + rng.uniform(-0.03, 0.03)
    return simulate(layout, Aim(seat, x, angle, rng.uniform(0.5, 6.0)), equipment)


def the_break(seed: int, loosened: float) -> Trace:
    """The rosette, turned as the breaker likes and all its coins that much further apart."""
    rng = Random(seed)
    equipment = replace(STANDARD, pace=rng.choice(list(PACES.values())))
    seat = rng.choice(list(Seat))
    coins = rosette(equipment, rng.uniform(0.0, pi / 3.0), seat)
    layout = Layout(tuple(Placed(coin, x * loosened, y * loosened) for coin, x, y in coins), equipment)
    x = rng.uniform(-0.1, 0.1)
    angle = pi / 2.0 + x / 0.25 + rng.uniform(-0.1, 0.1)
    return simulate(layout, Aim(seat, x, angle, rng.uniform(3.0, 6.0)), equipment)


def hardly(seed: int) -> Trace:
    """The striker comes off the left frame and reaches a coin with its last bit of speed and spin."""
    rng = Random(seed)
    equipment = replace(STANDARD, pace=rng.choice(list(PACES.values())))
    x, angle = rng.uniform(-0.1, 0.1), rng.uniform(2.2, 2.8)
    flight = simulate(Layout(), Aim(Seat.SOUTH, x, angle, rng.uniform(1.3, 1.6)), equipment)
    assert flight.rest[0] is not None
    # Near the place where the striker alone comes to rest: a little more speed, and it gets there.
    reach = (equipment.striker.diameter + equipment.coins.diameter) / 2.0
    way = rng.uniform(0.0, 2.0 * pi)
    coin = Placed(Coin.WHITE, flight.rest[0][0] + reach * cos(way), flight.rest[0][1] + reach * sin(way))
    layout = Layout((coin,), equipment)
    short, enough = 0.1, 2.0 * flight.aim.speed
    while enough - short > 1e-9:
        middle = (short + enough) / 2.0
        if simulate(layout, Aim(Seat.SOUTH, x, angle, middle), equipment).rest[1] == coin.point:
            short = middle
        else:
            enough = middle
    speed = enough + 10.0 ** rng.uniform(-8.0, -5.5)
    return simulate(layout, Aim(Seat.SOUTH, x, angle, speed), equipment)


def sets_of_contacts(trace: Trace) -> int:
    """How often more than one contact was due at the very same time."""
    together = Counter(contact.time for contact in trace.contacts)
    return sum(number > 1 for number in together.values())


def test_the_twin_agrees_on_strokes_of_up_to_eight_coins() -> None:
    """Same events, times and speeds of approach, and the same places at rest, as far as doubles can tell."""
    traces = (trace for trace in map(stroke, count()) if len(trace.contacts) <= MOST_CONTACTS)
    chosen = [next(traces) for _ in range(STROKES)]

    compared = [compare(trace) for trace in chosen]

    assert [fault for comparison in compared for fault in comparison.faults] == []
    assert sum(comparison.whole for comparison in compared) >= 50
    # Else the strokes do not show what they should.
    happened = Counter(event.kind for trace in chosen for event in trace.events)
    assert all(happened[kind] >= 3 for kind in Kind), happened
    assert any(sets_of_contacts(trace) for trace in chosen)
    assert {trace.aim.seat for trace in chosen} == set(Seat)
    assert {trace.equipment.pace.name for trace in chosen} == {*PACES, "own"}


def test_the_twin_agrees_where_pieces_hardly_meet() -> None:
    """A parting that is lifted to 1 mm/s is paid for by sliding, then by spin, then not wholly."""
    traces = [hardly(seed) for seed in range(25)]

    compared = [compare(trace) for trace in traces]

    assert [fault for comparison in compared for fault in comparison.faults] == []
    slow = [contact for trace in traces for contact in trace.contacts if contact.speed < 0.001]
    assert len(slow) >= 10


@pytest.mark.parametrize(("seed", "loosened"), [(1, 1.0), (2, 1.0001), (3, 1.0003), (4, 1.001), (5, 1.003)])
def test_the_twin_agrees_on_the_beginning_of_a_break(seed: int, loosened: float) -> None:
    """Whether the coins of the rosette touch or not: the push runs through them in the same order."""
    comparison = compare(the_break(seed, loosened), contacts=2 * BREAK_CONTACTS)

    assert comparison.faults == ()
    assert comparison.events >= BREAK_CONTACTS


def test_a_coin_against_frame_and_coin_is_pushed_into_both_at_once() -> None:
    """Contacts due within 10⁻¹² s are one set, also if one gap is nought and the other 10⁻¹⁷ m."""
    layout = Layout.parse("w 0.0,0.3524; b 0.03180000000000001,0.3524")

    comparison = compare(simulate(layout, Aim.parse("south x -0.12, angle 1.4, speed 2.0")))

    assert comparison.faults == ()
    assert comparison.whole

"""The kernel: one stroke from launch to rest, event by event. docs/physics.md states every equation.

The same source runs compiled, in plain Python (for debugging; the same bits) and, later, on a GPU. Its rules:
plain functions; no allocation, slice, text, exception or print; scratch space comes in as arguments; flat
arrays indexed by a field's offset plus the piece's number; + − × ÷ √ and comparisons only; sums grouped so
that a mirrored or turned layout gives exactly the mirrored or turned numbers. SI units, float64.

The simulator's compiled code is all in this file, because by itself the compiler's cache does not notice
edits in others.
"""

from __future__ import annotations

import hashlib
import math
import os
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

ALWAYS_PLAIN = os.environ.get("CARROM_PLAIN", "0") not in ("", "0")
PLAIN: bool = globals().get("PLAIN", ALWAYS_PLAIN)

Function = TypeVar("Function", bound=Callable[..., Any])
Floats = Any  # a flat float64 array; in plain Python, a list of floats
Ints = Any


class Batch(NamedTuple):
    """Strokes to play: stroke s starts from layout `layout_of[s]`, which has `pieces` with the striker."""

    coins: Floats  # x, y of each coin, MOST − 1 places a layout
    pieces: Ints
    layout_of: Ints
    strikes: Floats  # x, y, vx, vy of each striker


class Scratch(NamedTuple):
    """Working space for one stroke at a time."""

    disc: Floats
    tag: Ints
    work: Floats


class Result(NamedTuple):
    """The output: `out` for each stroke, and the rows of the trace of one stroke."""

    out: Floats
    events: Floats
    segments: Floats
    room: int  # capacity for rows of events, and of segments; 0: no trace


def make_ready(
    inlined: bool = False, cached: bool = False, beside: tuple[ModuleType, ...] = ()
) -> Callable[[Function], Function]:
    """The decorator that compiles a function, or does nothing in plain Python.

    The cache of compiled code notices an edit of the function's own file; that of a module `beside` it
    changes the function's name in the cache.
    """
    if PLAIN:
        return lambda function: function
    import numba

    def decorate(function: Function) -> Function:
        if cached:
            if beside:
                function.__qualname__ += f"_{_fingerprint(beside)}"
            try:
                return numba.njit(cache=True, **OPTIONS)(function)  # type: ignore[no-any-return]
            except RuntimeError:
                # numba has no writable folder for its cache.
                warnings.warn(NO_CACHE, RuntimeWarning, stacklevel=2)
        return numba.njit(forceinline=inlined, **OPTIONS)(function)  # type: ignore[no-any-return]

    return decorate


def _fingerprint(modules: tuple[ModuleType, ...]) -> str:
    sources = [Path(str(module.__file__)).read_bytes() for module in modules]
    return hashlib.sha256(b"\0".join(sources)).hexdigest()[:16]


def adopt(source: ModuleType, names: tuple[str, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Functions of another module that keep the rules, compiled; each may call those before it.

    `given` are compiled functions that the module has imported.
    """
    if PLAIN:
        return {name: getattr(source, name) for name in names}
    scope = {**vars(source), **given}
    for name in names:
        scope[name] = _call(FunctionType(getattr(source, name).__code__, scope, name))
    return {name: scope[name] for name in names}


# Compiled code does not allocate, so arrays need no reference counts (`_nrt`): a stroke is 10 % faster.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
NO_CACHE = (
    "no folder for compiled code can be written, so the simulator is compiled anew in every process "
    "(some seconds); set NUMBA_CACHE_DIR to a folder of yours"
)

# A call passes seven words for every array, so functions that run at each event are inlined.
_inline = make_ready(inlined=True)
_call = make_ready()
_entry = make_ready(cached=True)  # called from Python

# ---- Pieces: the striker is 0, coins follow.
MOST = 20

# Fields of the state `disc`: field + piece.
X, Y, VX, VY, SPEED, UX, UY, SINCE, SLOWING = (MOST * k for k in range(9))
SPIN, SPIN_SLOWING = (MOST * k for k in range(9, 11))  # rim speed Rω in m/s, counter-clockwise; and its loss
LENGTH, END_SPEED, END_SPIN = (MOST * k for k in range(11, 14))  # of the stretch of flight it is in
LATER_SLOWING, LATER_SPIN_SLOWING, LATER_LENGTH = (MOST * k for k in range(14, 17))  # of the one after
LATER_SPEED, LATER_SPIN = (MOST * k for k in range(17, 19))  # at its end
SOLO = MOST * 19  # when the next event comes that needs no other piece
LEFT, RIGHT, LOW, HIGH = (MOST * k for k in range(20, 24))  # box swept until then, rim included
RADIUS, MASS = (MOST * k for k in range(24, 26))
SINKS = MOST * 26  # over a pocket: when it has sunk too far to come back
SOONEST = MOST * 27  # the earliest meeting with another piece
PAIR = MOST * 28  # when piece i meets j: PAIR + i · MOST + j
DISC_SIZE = PAIR + MOST * MOST

# Fields of the state `tag`, whole numbers.
STATE, SOLO_KIND, SOLO_AT, POCKET, PARTNER, TOUCHED, BODY, LIST = (MOST * k for k in range(8))
CONTACTS = 64  # at one instant, at most
CONTACT_A, CONTACT_B, CONTACT_KIND, CONTACT_AT, PUSHES = (MOST * 8 + CONTACTS * k for k in range(5))
TAG_SIZE = MOST * 8 + CONTACTS * 5
GONE, AT_REST, MOVING = 0, 1, 2
NOWHERE = -1  # no pocket, no partner
UNTOUCHED, TO_PREDICT, PREDICTED = 0, 1, 2
# How touched pieces go on: they stay where they are, keep their flight, or start a new one.
STAYS, GOES_ON, SETS_OFF = 0, 1, 2

# What can happen to one piece alone. The first six are written into a trace (trace.KINDS).
PIECES, FRAME, CORNER, OVER, OUT, FELL, STOP, NEXT_STRETCH = range(8)

# Fields of `table`: the board and how it plays.
HALF, POCKET_FROM_MIDDLE, POCKET_RADIUS, DECELERATION, SINK_TIME = range(5)
COIN_COIN, STRIKER_COIN, COIN_FRAME, STRIKER_FRAME, PIECE_GRIP, FRAME_GRIP = range(5, 11)
COIN_RADIUS, STRIKER_RADIUS, COIN_MASS, STRIKER_MASS, SPINNING = range(11, 16)
SPIN_STEPS = 512
# The friction of a spinning disc: f, then τ, at SPIN_STEPS + 1 even steps of v / (v + |Rω|).
SPIN_FORCE, SPIN_TORQUE = 16, 16 + SPIN_STEPS + 1
TABLE_SIZE = SPIN_TORQUE + SPIN_STEPS + 1

# Scratch for contact sets, `work`: field + contact, then field + piece.
NX, NY, BOUNCE, LEAST, RIM_GRIP, APPROACH, REDUCED, SHARE, IMPULSE, REBOUND = (
    CONTACTS * k for k in range(10)
)
LEFT_OVER, ALONG, ANSWER = (CONTACTS * k for k in range(10, 13))
DVX, DVY, DSPIN, WVX, WVY = (CONTACTS * 13 + MOST * k for k in range(5))
WORK_SIZE = CONTACTS * 13 + MOST * 5

# One stroke's result, `out`: field + piece, then single numbers.
END_X, END_Y, FELL_AT, FELL_ORDER = (MOST * k for k in range(4))
DURATION, TOUCHED_COIN, FALLEN, EVENTS, ROWS, SEGMENTS, STATUS = (MOST * 4 + k for k in range(7))
OUT_SIZE = MOST * 4 + 7

EVENT_SIZE = 7
SEGMENT_SIZE = 9
DONE, STALLED, FULL = 0, 1, 2
MOST_EVENTS = 100_000

NEVER = math.inf
TIE = 1e-12  # s; contacts due within it are solved together
MARGIN = 2e-11  # m; farther than the fastest piece goes meanwhile
# Adding and taking away this number rounds to a grid of 2⁻⁴⁷ m/s.
GRID = 48.0
HOP = 1e-3  # m/s; pieces that met part at least this fast
ROLL = 0.02  # of its sliding: how fast a piece parts at least from a corner it would roll along
HAIR = 1e-8  # of the rounding of a corner: what counts as on it
SOLVED = 5e-14  # m/s; contact sets: approach that may be left over
MOST_ROUNDS = 200
UNSPUN = 1000.0  # v / |Rω| above which the whole flight is one stretch
LONGEST_STEP = 0.15  # s; where f bends
SLOW_SPEED = 0.25  # m/s; below it a step takes more of the flight
LAST_SPEED = 0.08  # m/s; below it the rest of a spinning flight is one stretch


@_inline
def time_along(length: float, speed: float, slowing: float) -> float:
    """The time in which a piece with constant deceleration covers a length: 2s / (v + √(v² − 2as))."""
    left = speed * speed - 2.0 * slowing * length
    return 2.0 * length / (speed + math.sqrt(left)) if left > 0.0 else 2.0 * length / speed


@_inline
def reach_of_resting(wx: float, wy: float, ux: float, uy: float, reach: float) -> float:
    """The distance that a disc goes along u until it meets a resting one at w; NEVER if it misses."""
    along = wx * ux + wy * uy
    if along <= 0.0:
        return NEVER
    across = wx * uy - wy * ux
    inside = (reach - across) * (reach + across)
    if inside <= 0.0:
        return NEVER
    gap = wx * wx + wy * wy - reach * reach
    return gap / (along + math.sqrt(inside)) if gap > 0.0 else 0.0


@_inline
def first_meeting(
    px: float, py: float, vx: float, vy: float, ax: float, ay: float, reach: float, horizon: float
) -> float:
    """When two moving discs first meet within the horizon; p, v, a are the differences, a slowing.

    The squared gap |p + v t − ½ a t²|² − R² is a quartic whose second derivative is a quadratic, so time
    splits into convex, concave and convex spans. Newton's steps from the left on a convex span, and from the
    right on a concave one, never pass the root, so the first root cannot be missed.
    """
    c0 = (px * px + py * py) - reach * reach
    c1 = 2.0 * (px * vx + py * vy)
    if c0 <= 0.0:
        if c1 < 0.0:
            return 0.0
        c0 = 0.0  # touching within rounding, and parting: it may come back, but is not there now
    # Seen along p, pieces that part come closer again only if a presses them together for long enough.
    pressing = px * ax + py * ay
    if c1 >= 0.0 and (pressing <= 0.0 or c1 >= pressing * horizon):
        return NEVER
    # Seen across v, only the part of a across v can bend the way towards the other piece.
    square = vx * vx + vy * vy
    passes = abs(px * vy - py * vx) - 0.5 * horizon * horizon * abs(ax * vy - ay * vx)
    if passes > 0.0 and passes * passes > reach * reach * square:
        return NEVER
    c2 = square - pressing
    c3 = -(vx * ax + vy * ay)
    c4 = 0.25 * (ax * ax + ay * ay)

    # Where the second derivative 12 c4 t² + 6 c3 t + 2 c2 is negative the gap is concave.
    bends = horizon
    straightens = horizon
    inside = 9.0 * c3 * c3 - 24.0 * c4 * c2
    if inside > 0.0 and (c2 < 0.0 or c3 < 0.0):
        root = math.sqrt(inside)
        q = 3.0 * c3 - root if c3 <= 0.0 else 3.0 * c3 + root
        one = -q / (12.0 * c4)
        other = -2.0 * c2 / q
        bends = min(max(min(one, other), 0.0), horizon)
        straightens = min(max(max(one, other), 0.0), horizon)

    if bends > 0.0:
        found = descend(c0, c1, c2, c3, c4, 0.0, bends)
        if found >= 0.0:
            return found
    if bends < straightens:
        t = straightens
        gap = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
        if gap < 0.0:
            for _ in range(80):
                slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
                if slope >= 0.0:
                    break
                step = gap / slope
                if t - step >= t or step <= 0.0:
                    break
                t -= step
                if t <= bends:
                    t = bends
                    break
                gap = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
                if gap >= 0.0:
                    break
            return t
        if straightens < horizon:
            found = descend(c0, c1, c2, c3, c4, straightens, horizon)
            if found >= 0.0:
                return found
    return NEVER


@_inline
def descend(c0: float, c1: float, c2: float, c3: float, c4: float, start: float, end: float) -> float:
    """The first root of the quartic on a convex span by Newton's steps from its left end; −1 if none."""
    t = start
    for _ in range(80):
        slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
        if slope >= 0.0:
            return -1.0
        gap = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
        if gap <= 0.0:
            return t
        later = t - gap / slope
        if later > end:
            return -1.0
        if later <= t:
            return t
        t = later
    return t


@_inline
def advance(i: int, now: float, disc: Floats) -> None:
    """Set a moving piece to its place and speed at a time."""
    passed = now - disc[SINCE + i]
    speed = disc[SPEED + i]
    way = (speed - 0.5 * disc[SLOWING + i] * passed) * passed
    disc[X + i] += disc[UX + i] * way
    disc[Y + i] += disc[UY + i] * way
    speed = max(speed - disc[SLOWING + i] * passed, 0.0)
    disc[SPEED + i] = speed
    disc[VX + i], disc[VY + i] = disc[UX + i] * speed, disc[UY + i] * speed
    disc[SPIN + i] -= disc[SPIN_SLOWING + i] * passed
    disc[SINCE + i] = now


@_inline
def friction_of(speed: float, rim: float, table: Floats) -> tuple[float, float]:
    """The decelerations μg f and 2 μg τ of a disc that slides at `speed` with a rim speed `rim` ≥ 0."""
    place = SPIN_STEPS * (speed / (speed + rim))
    step = min(int(place), SPIN_STEPS - 1)
    rest = place - step
    at = SPIN_FORCE + step
    f = table[at] + rest * (table[at + 1] - table[at])
    at = SPIN_TORQUE + step
    torque = table[at] + rest * (table[at + 1] - table[at])
    return table[DECELERATION] * f, 2.0 * table[DECELERATION] * torque


@_inline
def spinning_flight(i: int, table: Floats, disc: Floats) -> None:
    """Two stretches of even slowing that end in the place, at the time and speed of the true flight.

    dv/dt = −μg f, d(Rω)/dt = −2 μg τ: one step of fourth order, over a time in which neither loses more than
    a given share. The speed in the middle is chosen so that the way comes out right.
    """
    speed = disc[SPEED + i]
    spin = disc[SPIN + i]
    rim = abs(spin)
    turning = -1.0 if spin < 0.0 else 1.0
    if speed > UNSPUN * rim:
        # f ≈ 1 − (Rω/v)²/8 and v falls as the square of the spin: averaged over the way to rest.
        share = rim / speed
        to_rest(i, table[DECELERATION] / (1.0 + 0.25 * share * share), disc)
        return
    f0, g0 = friction_of(speed, rim, table)
    lasts = min(speed / f0, rim / g0)
    if speed < LAST_SPEED:
        third = lasts / 3.0
        f1, _ = friction_of(speed - f0 * third, rim - g0 * third, table)
        to_rest(i, f1, disc)
        return
    # Where f bends most, near Rω = v, steps are shorter; over the last centimetres they may be long.
    share = 0.6 if speed < SLOW_SPEED else (0.4 if speed < 2.0 * rim else 0.5)
    step = share * lasts
    if speed < 5.0 * rim:
        step = min(step, LONGEST_STEP)
    half = 0.5 * step
    f1, g1 = friction_of(speed - f0 * half, rim - g0 * half, table)
    f2, g2 = friction_of(speed - f1 * half, rim - g1 * half, table)
    f3, g3 = friction_of(speed - f2 * step, rim - g2 * step, table)
    way = step * (speed - step * (f0 + (f1 + f2)) / 6.0)
    last_speed = speed - step * (f0 + 2.0 * (f1 + f2) + f3) / 6.0
    last_rim = rim - step * (g0 + 2.0 * (g1 + g2) + g3) / 6.0
    middle = 2.0 * way / step - 0.5 * (speed + last_speed)
    middle_rim = 0.5 * (rim + last_rim) + 0.125 * step * (g3 - g0)
    disc[SLOWING + i] = (speed - middle) / half
    disc[SPIN_SLOWING + i] = turning * ((rim - middle_rim) / half)
    disc[LENGTH + i] = 0.5 * (speed + middle) * half
    disc[END_SPEED + i] = middle
    disc[END_SPIN + i] = turning * middle_rim
    disc[LATER_SLOWING + i] = (middle - last_speed) / half
    disc[LATER_SPIN_SLOWING + i] = turning * ((middle_rim - last_rim) / half)
    disc[LATER_LENGTH + i] = 0.5 * (middle + last_speed) * half
    disc[LATER_SPEED + i] = last_speed
    disc[LATER_SPIN + i] = turning * last_rim


@_inline
def to_rest(i: int, slowing: float, disc: Floats) -> None:
    """One stretch to the end, where sliding and spin end together."""
    speed = disc[SPEED + i]
    disc[SLOWING + i] = slowing
    disc[SPIN_SLOWING + i] = disc[SPIN + i] * slowing / speed
    disc[LENGTH + i] = speed * speed / (2.0 * slowing)


@_inline
def set_off(i: int, now: float, table: Floats, disc: Floats, tag: Ints) -> None:
    """Start a flight from a piece's current velocity."""
    vx, vy = disc[VX + i], disc[VY + i]
    speed = math.sqrt(vx * vx + vy * vy)
    disc[SINCE + i] = now
    disc[SPEED + i] = speed
    disc[SPIN_SLOWING + i] = 0.0
    disc[END_SPEED + i] = 0.0
    disc[LATER_LENGTH + i] = 0.0
    if speed == 0.0:
        # A piece that only spins counts as at rest.
        tag[STATE + i] = AT_REST
        disc[SPIN + i] = 0.0
        disc[SLOWING + i] = 0.0
        return
    tag[STATE + i] = MOVING
    disc[UX + i], disc[UY + i] = vx / speed, vy / speed
    if tag[POCKET + i] != NOWHERE:
        disc[SLOWING + i] = 0.0  # no friction over a pocket
        disc[LENGTH + i] = NEVER
    elif disc[SPIN + i] == 0.0:
        disc[SLOWING + i] = table[DECELERATION]
        disc[LENGTH + i] = speed * speed / (2.0 * table[DECELERATION])
    else:
        spinning_flight(i, table, disc)


@_inline
def eastward(pocket: int) -> float:
    """The sign of a pocket's x; pockets: south-east 0, north-east 1, north-west 2, south-west 3."""
    return 1.0 if pocket < 2 else -1.0


@_inline
def northward(pocket: int) -> float:
    return 1.0 if pocket in (1, 2) else -1.0


@_inline
def next_over_pocket(
    i: int, way: float, kind: int, at: int, table: Floats, disc: Floats, tag: Ints
) -> tuple[float, int, int]:
    """The next event of a piece over a pocket: the given one, the corner behind, or the edge."""
    over = tag[POCKET + i]
    ux, uy = disc[UX + i], disc[UY + i]
    middle = table[POCKET_FROM_MIDDLE]
    edge = table[POCKET_RADIUS]
    wx, wy = disc[X + i] - eastward(over) * middle, disc[Y + i] - northward(over) * middle
    along = wx * ux + wy * uy
    across = wx * uy - wy * ux
    inside = (edge - across) * (edge + across)
    length = max(math.sqrt(inside) - along, 0.0) if inside > 0.0 else 0.0
    if length < way:
        way, kind, at = length, OUT, over
    bend = edge - disc[RADIUS + i]  # the rounding of the corner, for this piece's centre
    inside = (bend - across) * (bend + across)
    # Along a frame into its corner the path is tangent, and a piece that rolls along the corner may be
    # slightly beyond it: rounding must not let it through.
    length = math.sqrt(max(inside, 0.0)) - along
    hair = HAIR * bend
    if inside > -hair * bend and length > -hair:
        length = max(length, 0.0)
        hit_x, hit_y = (wx + ux * length) * eastward(over), (wy + uy * length) * northward(over)
        if length < way and hit_x >= -hair and hit_y >= -hair:
            way, kind, at = length, CORNER, over
    return way, kind, at


@_inline
def next_on_surface(
    i: int, way: float, kind: int, at: int, table: Floats, disc: Floats
) -> tuple[float, int, int]:
    """The next event of a piece on the surface: the given one, or a pocket's edge."""
    x, y = disc[X + i], disc[Y + i]
    ux, uy = disc[UX + i], disc[UY + i]
    middle = table[POCKET_FROM_MIDDLE]
    edge = table[POCKET_RADIUS]
    near = middle - edge
    if max(abs(x), abs(x + ux * way)) > near and max(abs(y), abs(y + uy * way)) > near:
        for pocket in range(4):
            wx, wy = eastward(pocket) * middle - x, northward(pocket) * middle - y
            length = reach_of_resting(wx, wy, ux, uy, edge)
            if length < way:
                way, kind, at = length, OVER, pocket
    return way, kind, at


@_inline
def next_alone(i: int, now: float, table: Floats, disc: Floats, tag: Ints) -> None:
    """The next event of a piece if it meets no other (stop, frame, pocket), and the box that it sweeps."""
    x, y = disc[X + i], disc[Y + i]
    radius = disc[RADIUS + i]
    over = tag[POCKET + i]
    kind = STOP
    at = 0
    when = NEVER
    end_x, end_y = x, y
    if tag[STATE + i] == MOVING:
        ux, uy = disc[UX + i], disc[UY + i]
        way = disc[LENGTH + i]
        limit = table[HALF] - radius
        if disc[END_SPEED + i] > 0.0:
            kind = NEXT_STRETCH
        # Frames: south 0, east 1, north 2, west 3.
        if ux != 0.0:
            length = ((limit if ux > 0.0 else -limit) - x) / ux
            if length < way:
                way, kind, at = length, FRAME, 1 if ux > 0.0 else 3
        if uy != 0.0:
            length = ((limit if uy > 0.0 else -limit) - y) / uy
            if length < way:
                way, kind, at = length, FRAME, 2 if uy > 0.0 else 0
        way = max(way, 0.0)
        speed = disc[SPEED + i]
        if over != NOWHERE:
            way, kind, at = next_over_pocket(i, way, kind, at, table, disc, tag)
            when = now + way / speed
        else:
            way, kind, at = next_on_surface(i, way, kind, at, table, disc)
            if kind in (STOP, NEXT_STRETCH):
                when = now + (speed - disc[END_SPEED + i]) / disc[SLOWING + i]
            else:
                when = now + time_along(way, speed, disc[SLOWING + i])
        end_x, end_y = x + ux * way, y + uy * way
    if over != NOWHERE and disc[SINKS + i] <= when:
        when = max(disc[SINKS + i], now)
        kind = FELL
        at = over
    disc[SOLO + i] = when
    tag[SOLO_KIND + i] = kind
    tag[SOLO_AT + i] = at
    wide = radius + MARGIN
    disc[LEFT + i] = min(x, end_x) - wide
    disc[RIGHT + i] = max(x, end_x) + wide
    disc[LOW + i] = min(y, end_y) - wide
    disc[HIGH + i] = max(y, end_y) + wide


@_inline
def meeting(i: int, j: int, now: float, disc: Floats, tag: Ints) -> float:
    """When pieces i and j, whose boxes overlap, meet if nothing happens to either before; else NEVER.

    `i` starts its flight now; `j` may have been under way. A meeting within TIE of a contact with the frame
    is kept: it belongs to the same set.
    """
    i_moves = tag[STATE + i] == MOVING
    j_moves = tag[STATE + j] == MOVING
    reach = disc[RADIUS + i] + disc[RADIUS + j]
    jx, jy = disc[X + j], disc[Y + j]
    if i_moves and not j_moves:
        length = reach_of_resting(jx - disc[X + i], jy - disc[Y + i], disc[UX + i], disc[UY + i], reach)
        if length == NEVER or (disc[SLOWING + i] > 0.0 and length > disc[LENGTH + i]):
            return NEVER
        when = now + time_along(length, disc[SPEED + i], disc[SLOWING + i])
        return when if when <= disc[SOLO + i] + TIE else NEVER
    if not j_moves:
        return NEVER
    slowing = disc[SLOWING + j]
    passed = now - disc[SINCE + j]
    speed = disc[SPEED + j]
    way = (speed - 0.5 * slowing * passed) * passed
    ux, uy = disc[UX + j], disc[UY + j]
    jx += ux * way
    jy += uy * way
    speed = max(speed - slowing * passed, 0.0)
    if not i_moves:
        if speed == 0.0:
            return NEVER
        length = reach_of_resting(disc[X + i] - jx, disc[Y + i] - jy, ux, uy, reach)
        if length == NEVER or (slowing > 0.0 and length > disc[LENGTH + j] - way):
            return NEVER
        when = now + time_along(length, speed, slowing)
        return when if when <= disc[SOLO + j] + TIE else NEVER
    horizon = min(disc[SOLO + i], disc[SOLO + j]) + TIE - now
    found = first_meeting(
        disc[X + i] - jx,
        disc[Y + i] - jy,
        disc[VX + i] - ux * speed,
        disc[VY + i] - uy * speed,
        disc[UX + i] * disc[SLOWING + i] - ux * slowing,
        disc[UY + i] * disc[SLOWING + i] - uy * slowing,
        reach,
        horizon,
    )
    return now + float(found)


@_inline
def soonest_of(i: int, n: int, disc: Floats, tag: Ints) -> None:
    """The earliest entry of a piece's row."""
    best = NEVER
    partner = NOWHERE
    row = PAIR + i * MOST
    for j in range(n):
        if disc[row + j] < best:
            best = disc[row + j]
            partner = j
    disc[SOONEST + i] = best
    tag[PARTNER + i] = partner


@_inline
def predict(i: int, n: int, now: float, disc: Floats, tag: Ints) -> None:
    """Fill a touched piece's row of meetings, and update the soonest of the others."""
    best = NEVER
    partner = NOWHERE
    row = PAIR + i * MOST
    left = disc[LEFT + i]
    right = disc[RIGHT + i]
    low = disc[LOW + i]
    high = disc[HIGH + i]
    for j in range(n):
        if j == i:
            continue
        before = disc[row + j]
        when = before
        if tag[TOUCHED + j] != PREDICTED:
            when = NEVER
            # One branch for four comparisons, because their results cannot be predicted.
            apart = (
                (left > disc[RIGHT + j])
                | (disc[LEFT + j] > right)
                | (low > disc[HIGH + j])
                | (disc[LOW + j] > high)
            )
            if not apart:
                when = meeting(i, j, now, disc, tag)
            if when != NEVER or before != NEVER:
                disc[row + j] = when
                disc[PAIR + j * MOST + i] = when
                if tag[TOUCHED + j] == UNTOUCHED:
                    if when < disc[SOONEST + j]:
                        disc[SOONEST + j] = when
                        tag[PARTNER + j] = i
                    elif tag[PARTNER + j] == i:
                        soonest_of(j, n, disc, tag)
        if when < best:
            best = when
            partner = j
    disc[SOONEST + i] = best
    tag[PARTNER + i] = partner


@_inline
def outward(i: int, kind: int, at: int, table: Floats, disc: Floats) -> tuple[float, float]:
    """The unit vector from a piece into the frame or corner that it touches."""
    if kind == FRAME:
        if at == 1:
            return 1.0, 0.0
        if at == 3:
            return -1.0, 0.0
        return (0.0, 1.0) if at == 2 else (0.0, -1.0)
    middle = table[POCKET_FROM_MIDDLE]
    wx, wy = disc[X + i] - eastward(at) * middle, disc[Y + i] - northward(at) * middle
    length = math.sqrt(wx * wx + wy * wy)
    return wx / length, wy / length


@_inline
def resolve_one(spinning: bool, disc: Floats, tag: Ints, work: Floats) -> None:
    """The first contact of the list, alone: i meets j, or the frame if j is negative.

    They part at e times the approach, or at the least speed of parting. What a slow contact lacks for that is
    taken from the sliding of the two past each other, then from their spin, so that energy never grows.
    """
    i, j = tag[CONTACT_A], tag[CONTACT_B]
    nx, ny = work[NX], work[NY]
    ix, iy = disc[VX + i], disc[VY + i]
    light_i = 1.0 / disc[MASS + i]
    light_j = 0.0
    jx, jy, j_spin = 0.0, 0.0, 0.0
    if j >= 0:
        jx, jy, j_spin = disc[VX + j], disc[VY + j], disc[SPIN + j]
        light_j = 1.0 / disc[MASS + j]
    reduced = 1.0 / (light_i + light_j)
    dx, dy = ix - jx, iy - jy
    approach = max(float(dx * nx + dy * ny), 0.0)
    sliding = dy * nx - dx * ny
    part = max(work[BOUNCE] * approach, work[LEAST])
    slid = sliding
    if part > approach:
        missing = part * part - approach * approach
        left = sliding * sliding - missing
        if left >= 0.0:
            slid = math.sqrt(left) if sliding > 0.0 else -math.sqrt(left)
        else:
            slid = 0.0
            part = pay_from_spin(i, j, reduced, approach * approach + sliding * sliding, part, disc)
            if j >= 0:
                j_spin = disc[SPIN + j]
    push = reduced * (approach + part)
    rub = reduced * (slid - sliding)
    if spinning:
        # Rims in contact: sliding of the surfaces, stopped by grip·push or wholly (solid discs: a third).
        surfaces = slid + (disc[SPIN + i] + j_spin)
        most = work[RIM_GRIP] * push
        wanted = reduced * surfaces / 3.0
        turned = min(max(wanted, -most), most)
        rub -= turned
        disc[SPIN + i] -= 2.0 * (turned * light_i)
        if j >= 0:
            disc[SPIN + j] -= 2.0 * (turned * light_j)
    jump_x, jump_y = rub * -ny - push * nx, rub * nx - push * ny
    disc[VX + i], disc[VY + i] = ix + jump_x * light_i, iy + jump_y * light_i
    if j >= 0:
        disc[VX + j], disc[VY + j] = jx - jump_x * light_j, jy - jump_y * light_j
    work[APPROACH] = approach


@_call
def pay_from_spin(i: int, j: int, reduced: float, motion: float, part: float, disc: Floats) -> float:
    """Let spin pay what parting lacks beyond the motion, u² + s²; the speed of parting that can be paid.

    A solid disc's spin holds ¼ m (Rω)²; all terms here are twice the energy over the reduced mass.
    """
    there = 0.5 * disc[MASS + i] * disc[SPIN + i] * disc[SPIN + i]
    if j >= 0:
        there += 0.5 * disc[MASS + j] * disc[SPIN + j] * disc[SPIN + j]
    there /= reduced
    lacking = part * part - motion
    kept = math.sqrt((there - lacking) / there) if there > lacking else 0.0
    disc[SPIN + i] *= kept
    if j >= 0:
        disc[SPIN + j] *= kept
    return part if there > lacking else math.sqrt(motion + there)


@_inline
def on_grid(value: float) -> float:
    """Round to a grid on which sums are exact in any order."""
    return (value + GRID) - GRID


@_inline
def hand_over(i: int, j: int, px: float, py: float, to_x: int, to_y: int, disc: Floats, work: Floats) -> None:
    """Add to the changes of velocity that i gives the impulse (px, py) to j, or to the frame."""
    work[to_x + i] -= on_grid(px / disc[MASS + i])
    work[to_y + i] -= on_grid(py / disc[MASS + i])
    if j >= 0:
        work[to_x + j] += on_grid(px / disc[MASS + j])
        work[to_y + j] += on_grid(py / disc[MASS + j])


@_inline
def relative_velocity(i: int, j: int, disc: Floats) -> tuple[float, float]:
    """The velocity of i seen from j, or from the frame if j is negative."""
    if j < 0:
        return disc[VX + i], disc[VY + i]
    return disc[VX + i] - disc[VX + j], disc[VY + i] - disc[VY + j]


@_call
def add_changes(
    n: int, share: float, from_x: int, from_y: int, disc: Floats, tag: Ints, work: Floats
) -> None:
    """Give the pieces of a contact set a share of the changes of velocity at `from_x`, `from_y`."""
    for b in range(n):
        if tag[BODY + b] > 0:
            disc[VX + b] += share * work[from_x + b]
            disc[VY + b] += share * work[from_y + b]


@_call
def spread(
    count: int, field: int, to_x: int, to_y: int, n: int, disc: Floats, tag: Ints, work: Floats
) -> None:
    """The changes of velocity, by piece, that impulses along the contacts' normals make."""
    for b in range(n):
        work[to_x + b], work[to_y + b] = 0.0, 0.0
    for c in range(count):
        push = work[field + c]
        if push == 0.0:
            continue
        i, j = tag[CONTACT_A + c], tag[CONTACT_B + c]
        px, py = push * work[NX + c], push * work[NY + c]
        hand_over(i, j, px, py, to_x, to_y, disc, work)


@_call
def closing(c: int, to_x: int, to_y: int, tag: Ints, work: Floats) -> float:
    """The change of a contact's approach by the changes of velocity at `to_x`, `to_y`."""
    i, j = tag[CONTACT_A + c], tag[CONTACT_B + c]
    dx, dy = work[to_x + i], work[to_y + i]
    if j >= 0:
        dx -= work[to_x + j]
        dy -= work[to_y + j]
    return float(dx * work[NX + c] + dy * work[NY + c])


@_call
def energy_of(n: int, disc: Floats, tag: Ints) -> float:
    """Twice the energy of the touched pieces, of sliding and of spin."""
    total = 0.0
    for b in range(n):
        if tag[BODY + b] > 0:
            vx, vy, spin = disc[VX + b], disc[VY + b], disc[SPIN + b]
            total += disc[MASS + b] * ((vx * vx + vy * vy) + 0.5 * spin * spin)
    return total


@_call
def end_approach(count: int, n: int, disc: Floats, tag: Ints, work: Floats) -> None:
    """The impulses J ≥ 0 after which no contact of a set approaches, and none pushes that parts.

    With every contact pushing it is a linear system, solved by conjugate gradients; contacts that would have
    to pull are let go and the rest is solved again. What is left over, projected Jacobi rounds settle.
    """
    for c in range(count):
        tag[PUSHES + c] = 1
    for _ in range(count):
        solve_pushes(count, n, disc, tag, work)
        pulls = False
        for c in range(count):
            if tag[PUSHES + c] == 1 and work[IMPULSE + c] < 0.0:
                tag[PUSHES + c] = 0
                pulls = True
        if not pulls:
            break
        for c in range(count):
            work[IMPULSE + c] = 0.0
    for _ in range(MOST_ROUNDS):
        spread(count, IMPULSE, DVX, DVY, n, disc, tag, work)
        change = 0.0
        for c in range(count):
            step = (
                work[SHARE + c] * work[REDUCED + c] * (work[APPROACH + c] + closing(c, DVX, DVY, tag, work))
            )
            new = max(work[IMPULSE + c] + step, 0.0)
            change = max(change, abs(new - work[IMPULSE + c]) / work[REDUCED + c])
            work[IMPULSE + c] = new
        if change <= SOLVED:
            break


@_call
def solve_pushes(count: int, n: int, disc: Floats, tag: Ints, work: Floats) -> None:
    """Conjugate gradients for the impulses of the contacts that push, from 0 and scaled by reduced mass."""
    square = 0.0
    for c in range(count):
        left = work[APPROACH + c] if tag[PUSHES + c] == 1 else 0.0
        work[LEFT_OVER + c] = left
        work[ALONG + c] = work[REDUCED + c] * left
        square += left * work[ALONG + c]
    for _ in range(2 * count + 10):
        if square <= 0.0:
            break
        spread(count, ALONG, DVX, DVY, n, disc, tag, work)
        bend = 0.0
        for c in range(count):
            answer = -closing(c, DVX, DVY, tag, work) if tag[PUSHES + c] == 1 else 0.0
            work[ANSWER + c] = answer
            bend += work[ALONG + c] * answer
        if bend <= 0.0:
            break
        step = square / bend
        largest = 0.0
        again = 0.0
        for c in range(count):
            work[IMPULSE + c] += step * work[ALONG + c]
            left = work[LEFT_OVER + c] - step * work[ANSWER + c]
            work[LEFT_OVER + c] = left
            largest = max(largest, abs(left))
            again += left * left * work[REDUCED + c]
        if largest <= SOLVED:
            break
        for c in range(count):
            further = work[REDUCED + c] * work[LEFT_OVER + c]
            work[ALONG + c] = further + (again / square) * work[ALONG + c]
        square = again


@_call
def resolve_set(count: int, n: int, spinning: bool, disc: Floats, tag: Ints, work: Floats) -> None:
    """Contacts at one instant, solved together (docs/physics.md, Contact sets).

    First the impulses that end every approach, then the rebound, then the rims.
    """
    # The number of contacts of a piece limits the step of one round.
    for b in range(n):
        tag[BODY + b] = 0
    for c in range(count):
        tag[BODY + tag[CONTACT_A + c]] += 1
        if tag[CONTACT_B + c] >= 0:
            tag[BODY + tag[CONTACT_B + c]] += 1
    for c in range(count):
        i, j = tag[CONTACT_A + c], tag[CONTACT_B + c]
        light = 1.0 / disc[MASS + i]
        dx, dy = relative_velocity(i, j, disc)
        shared = tag[BODY + i]
        if j >= 0:
            light += 1.0 / disc[MASS + j]
            shared = max(shared, tag[BODY + j])
        work[REDUCED + c] = 1.0 / light
        work[SHARE + c] = 1.0 / shared
        work[APPROACH + c] = max(dx * work[NX + c] + dy * work[NY + c], 0.0)
        work[IMPULSE + c] = 0.0
    before = energy_of(n, disc, tag)

    end_approach(count, n, disc, tag, work)
    spread(count, IMPULSE, DVX, DVY, n, disc, tag, work)
    add_changes(n, 1.0, DVX, DVY, disc, tag, work)

    for c in range(count):
        push = work[IMPULSE + c]
        again = max(work[BOUNCE + c] * push, work[REDUCED + c] * work[LEAST + c]) if push > 0.0 else 0.0
        work[REBOUND + c] = again
    spread(count, REBOUND, WVX, WVY, n, disc, tag, work)
    part = rebound_share(before, n, disc, tag, work)
    if part < 1.0:
        slow_sliding(count, before, n, disc, tag, work)
        part = rebound_share(before, n, disc, tag, work)
    add_changes(n, part, WVX, WVY, disc, tag, work)
    if spinning:
        rub_rims(count, part, n, disc, tag, work)


@_call
def rebound_share(before: float, n: int, disc: Floats, tag: Ints, work: Floats) -> float:
    """The share of the rebound for which there is energy, mostly 1."""
    gained = 0.0
    crossed = 0.0
    for b in range(n):
        if tag[BODY + b] > 0:
            wx, wy = work[WVX + b], work[WVY + b]
            gained += disc[MASS + b] * (wx * wx + wy * wy)
            crossed += disc[MASS + b] * (disc[VX + b] * wx + disc[VY + b] * wy)
    spare = before - energy_of(n, disc, tag)
    if gained == 0.0 or gained + 2.0 * crossed <= spare:
        return 1.0
    # gained s² + 2 crossed s − spare = 0
    inside = crossed * crossed + gained * max(spare, 0.0)
    return min(max((math.sqrt(inside) - crossed) / gained, 0.0), 1.0)


@_call
def slow_sliding(count: int, before: float, n: int, disc: Floats, tag: Ints, work: Floats) -> None:
    """Take the energy that the parting of pieces lacks from their sliding past each other."""
    lacking = -(before - energy_of(n, disc, tag))
    for b in range(n):
        if tag[BODY + b] > 0:
            wx, wy = work[WVX + b], work[WVY + b]
            lacking += disc[MASS + b] * ((wx * wx + wy * wy) + 2.0 * (disc[VX + b] * wx + disc[VY + b] * wy))
        work[DVX + b], work[DVY + b] = 0.0, 0.0
    there = 0.0
    for c in range(count):
        i, j = tag[CONTACT_A + c], tag[CONTACT_B + c]
        dx, dy = relative_velocity(i, j, disc)
        sliding = dy * work[NX + c] - dx * work[NY + c]
        rub = work[SHARE + c] * work[REDUCED + c] * sliding
        there += rub * sliding
        px, py = rub * -work[NY + c], rub * work[NX + c]
        hand_over(i, j, px, py, DVX, DVY, disc, work)
    if there <= 0.0:
        return
    # Taking a share λ of the sliding frees at least λ(2 − λ) of `there`.
    free = min(max(lacking, 0.0) / there, 1.0)
    taken = 1.0 - math.sqrt(1.0 - free)
    add_changes(n, taken, DVX, DVY, disc, tag, work)


@_call
def rub_rims(count: int, part: float, n: int, disc: Floats, tag: Ints, work: Floats) -> None:
    """Friction between the rims of a contact set, each contact's share bounded so that energy only falls."""
    for b in range(n):
        work[DVX + b], work[DVY + b] = 0.0, 0.0
        work[DSPIN + b] = 0.0
    for c in range(count):
        i, j = tag[CONTACT_A + c], tag[CONTACT_B + c]
        dx, dy = relative_velocity(i, j, disc)
        spins = disc[SPIN + i] + disc[SPIN + j] if j >= 0 else disc[SPIN + i]
        surfaces = (dy * work[NX + c] - dx * work[NY + c]) + spins
        most = work[RIM_GRIP + c] * (work[IMPULSE + c] + part * work[REBOUND + c])
        wanted = work[SHARE + c] * work[REDUCED + c] * surfaces / 3.0
        turned = min(max(wanted, -most), most)
        px, py = turned * -work[NY + c], turned * work[NX + c]
        hand_over(i, j, px, py, DVX, DVY, disc, work)
        work[DSPIN + i] -= on_grid(2.0 * turned / disc[MASS + i])
        if j >= 0:
            work[DSPIN + j] -= on_grid(2.0 * turned / disc[MASS + j])
    add_changes(n, 1.0, DVX, DVY, disc, tag, work)
    for b in range(n):
        if tag[BODY + b] > 0:
            disc[SPIN + b] += work[DSPIN + b]


@_inline
def arrive(i: int, now: float, speed: float, spin: float, disc: Floats) -> None:
    """Set a piece exactly to the end of its stretch."""
    disc[X + i] += disc[UX + i] * disc[LENGTH + i]
    disc[Y + i] += disc[UY + i] * disc[LENGTH + i]
    disc[SINCE + i] = now
    disc[SPEED + i] = speed
    disc[SPIN + i] = spin
    disc[VX + i], disc[VY + i] = disc[UX + i] * speed, disc[UY + i] * speed


@_inline
def end_of_stretch(i: int, now: float, disc: Floats) -> bool:
    """End one stretch of a spinning flight; whether the next one is known already."""
    arrive(i, now, disc[END_SPEED + i], disc[END_SPIN + i], disc)
    if disc[LATER_LENGTH + i] == 0.0:
        return False
    disc[SLOWING + i] = disc[LATER_SLOWING + i]
    disc[SPIN_SLOWING + i] = disc[LATER_SPIN_SLOWING + i]
    disc[LENGTH + i] = disc[LATER_LENGTH + i]
    disc[END_SPEED + i] = disc[LATER_SPEED + i]
    disc[END_SPIN + i] = disc[LATER_SPIN + i]
    disc[LATER_LENGTH + i] = 0.0
    return True


@_inline
def touch(i: int, count: int, now: float, disc: Floats, tag: Ints) -> int:
    """Advance a piece to the present and list it for prediction; returns the list's new length."""
    if tag[TOUCHED + i] != UNTOUCHED:
        return count
    tag[TOUCHED + i] = TO_PREDICT
    tag[LIST + count] = i
    if tag[STATE + i] == MOVING:
        advance(i, now, disc)
    return count + 1


@_inline
def gather(now: float, n: int, disc: Floats, tag: Ints) -> int:
    """List all contacts that are due now; returns their number."""
    limit = now + TIE
    count = 0
    for i in range(n):
        kind = tag[SOLO_KIND + i]
        if disc[SOLO + i] <= limit and kind in (FRAME, CORNER) and count < CONTACTS:
            tag[CONTACT_A + count] = i
            tag[CONTACT_B + count] = -1
            tag[CONTACT_KIND + count] = kind
            tag[CONTACT_AT + count] = tag[SOLO_AT + i]
            count += 1
        if disc[SOONEST + i] <= limit:
            for j in range(i + 1, n):
                if disc[PAIR + i * MOST + j] <= limit and count < CONTACTS:
                    tag[CONTACT_A + count] = i
                    tag[CONTACT_B + count] = j
                    tag[CONTACT_KIND + count] = PIECES
                    tag[CONTACT_AT + count] = j
                    count += 1
    return count


@_call
def write_event(
    row: int, now: float, kind: int, i: int, other: int, speed: float, x: float, y: float, events: Floats
) -> None:
    at = row * EVENT_SIZE
    events[at] = now
    events[at + 1] = kind
    events[at + 2] = i
    events[at + 3] = other
    events[at + 4] = speed
    events[at + 5] = x
    events[at + 6] = y


@_call
def write_contacts(
    row: int, now: float, count: int, disc: Floats, tag: Ints, work: Floats, events: Floats
) -> None:
    """Write an event for each contact of a set, at the point where the rims touch."""
    for c in range(count):
        i = tag[CONTACT_A + c]
        x = disc[X + i] + work[NX + c] * disc[RADIUS + i]
        y = disc[Y + i] + work[NY + c] * disc[RADIUS + i]
        kind, other = tag[CONTACT_KIND + c], tag[CONTACT_AT + c]
        write_event(row + c, now, kind, i, other, work[APPROACH + c], x, y, events)


@_call
def write_segment(row: int, i: int, disc: Floats, segments: Floats) -> None:
    at = row * SEGMENT_SIZE
    radius = disc[RADIUS + i]
    segments[at] = i
    segments[at + 1] = disc[SINCE + i]
    segments[at + 2] = disc[X + i]
    segments[at + 3] = disc[Y + i]
    segments[at + 4] = disc[VX + i]
    segments[at + 5] = disc[VY + i]
    segments[at + 6] = disc[SLOWING + i]
    segments[at + 7] = disc[SPIN + i] / radius
    segments[at + 8] = disc[SPIN_SLOWING + i] / radius


@_inline
def prepare_contact(c: int, table: Floats, disc: Floats, tag: Ints, work: Floats) -> int:
    """Set the direction, bounce and grip of a contact; 1 if the striker touches a coin, else 0."""
    i, j = tag[CONTACT_A + c], tag[CONTACT_B + c]
    if j < 0:
        kind = tag[CONTACT_KIND + c]
        at = tag[CONTACT_AT + c]
        if kind == FRAME:
            # Exactly at the frame, despite rounding.
            limit = table[HALF] - disc[RADIUS + i]
            if at == 1 or at == 3:
                disc[X + i] = limit if at == 1 else -limit
            else:
                disc[Y + i] = limit if at == 2 else -limit
        nx, ny = outward(i, kind, at, table, disc)
        work[NX + c], work[NY + c] = nx, ny
        work[BOUNCE + c] = table[STRIKER_FRAME] if i == 0 else table[COIN_FRAME]
        work[LEAST + c] = HOP
        if kind == CORNER:
            work[LEAST + c] = max(HOP, ROLL * abs(disc[VY + i] * nx - disc[VX + i] * ny))
        work[RIM_GRIP + c] = table[FRAME_GRIP]
        return 0
    wx, wy = disc[X + j] - disc[X + i], disc[Y + j] - disc[Y + i]
    apart = math.sqrt(wx * wx + wy * wy)
    work[NX + c], work[NY + c] = wx / apart, wy / apart
    work[BOUNCE + c] = table[STRIKER_COIN] if i == 0 else table[COIN_COIN]
    work[LEAST + c] = HOP
    work[RIM_GRIP + c] = table[PIECE_GRIP]
    return 1 if i == 0 else 0


@_inline
def lay_out(s: int, n: int, batch: Batch, table: Floats, disc: Floats, tag: Ints) -> None:
    """Set up stroke s: its coins at rest, and the striker at launch."""
    strike = 4 * s
    coins = 2 * (MOST - 1) * batch.layout_of[s]
    for i in range(n):
        if i == 0:
            x, y = batch.strikes[strike], batch.strikes[strike + 1]
            radius, mass = table[STRIKER_RADIUS], table[STRIKER_MASS]
        else:
            x, y = batch.coins[coins + 2 * (i - 1)], batch.coins[coins + 2 * (i - 1) + 1]
            radius, mass = table[COIN_RADIUS], table[COIN_MASS]
        # A piece at the frame touches it exactly, despite rounding in the layout.
        limit = table[HALF] - radius
        x, y = min(max(x, -limit), limit), min(max(y, -limit), limit)
        disc[X + i], disc[Y + i] = x, y
        disc[RADIUS + i], disc[MASS + i] = radius, mass
        disc[LEFT + i], disc[RIGHT + i] = x - radius, x + radius
        disc[LOW + i], disc[HIGH + i] = y - radius, y + radius
        disc[SOLO + i], disc[SOONEST + i] = NEVER, NEVER
        disc[VX + i], disc[VY + i] = 0.0, 0.0
        disc[SPEED + i] = 0.0
        disc[SPIN + i] = 0.0
        disc[SINCE + i] = 0.0
        disc[SLOWING + i] = 0.0
        disc[SPIN_SLOWING + i] = 0.0
        disc[END_SPEED + i] = 0.0
        disc[LATER_LENGTH + i] = 0.0
        tag[SOLO_KIND + i] = STOP
        tag[TOUCHED + i] = UNTOUCHED
        for j in range(n):
            disc[PAIR + i * MOST + j] = NEVER
        tag[STATE + i], tag[POCKET + i], tag[PARTNER + i] = AT_REST, NOWHERE, NOWHERE
    disc[VX], disc[VY] = batch.strikes[strike + 2], batch.strikes[strike + 3]


@_inline
def depart(
    touched: int, goes: int, now: float, at: int, table: Floats, disc: Floats, tag: Ints, result: Result
) -> bool:
    """Start the next flights of the touched pieces; False if the trace has no room for them."""
    for k in range(touched):
        i = tag[LIST + k]
        if tag[STATE + i] == GONE:
            disc[SOLO + i] = NEVER
            disc[LEFT + i] = NEVER  # a box that overlaps no other
            continue
        if goes == SETS_OFF:
            set_off(i, now, table, disc, tag)
        next_alone(i, now, table, disc, tag)
        if result.room > 0 and goes != STAYS:
            row = int(result.out[at + SEGMENTS])
            if row == result.room:
                return False
            write_segment(row, i, disc, result.segments)
            result.out[at + SEGMENTS] += 1.0
    return True


@_inline
def predict_touched(touched: int, n: int, now: float, disc: Floats, tag: Ints) -> None:
    """Predict the meetings of all touched pieces again."""
    for k in range(touched):
        i = tag[LIST + k]
        predict(i, n, now, disc, tag)
        tag[TOUCHED + i] = PREDICTED
    for k in range(touched):
        tag[TOUCHED + tag[LIST + k]] = UNTOUCHED


@_inline
def soonest_times(n: int, disc: Floats) -> tuple[float, float]:
    """The times of the next event of a single piece and of the next meeting of two."""
    alone = NEVER
    together = NEVER
    for i in range(n):
        alone = min(alone, disc[SOLO + i])
        together = min(together, disc[SOONEST + i])
    return alone, together


@_inline
def stop_or_go_on(i: int, kind: int, now: float, disc: Floats, tag: Ints) -> int:
    """End a stretch of flight: the piece comes to rest, or its next stretch begins."""
    tag[TOUCHED + i] = TO_PREDICT
    tag[LIST] = i
    if kind == STOP:
        arrive(i, now, 0.0, 0.0, disc)
        disc[VX + i], disc[VY + i] = 0.0, 0.0  # a product may have left −0.0
        tag[STATE + i] = AT_REST
        return STAYS
    return GOES_ON if end_of_stretch(i, now, disc) else SETS_OFF


@_inline
def pass_pocket_edge(
    i: int, kind: int, now: float, at: int, table: Floats, disc: Floats, tag: Ints, result: Result
) -> None:
    """A piece comes over a pocket, leaves it again or falls."""
    out = result.out
    pocket = tag[SOLO_AT + i]
    touch(i, 0, now, disc, tag)
    if kind == OVER:
        tag[POCKET + i] = pocket
        disc[SINKS + i] = now + table[SINK_TIME]
    else:
        tag[POCKET + i] = NOWHERE
    if kind == FELL:
        tag[STATE + i] = GONE
        out[at + FELL_AT + i] = now
        out[at + FELL_ORDER + i] = out[at + FALLEN]
        out[at + FALLEN] += 1.0
    if result.room > 0:
        row = int(out[at + ROWS])
        write_event(row, now, kind, i, pocket, disc[SPEED + i], disc[X + i], disc[Y + i], result.events)
        out[at + ROWS] += 1.0


@_inline
def collide(n: int, now: float, at: int, table: Floats, scratch: Scratch, result: Result) -> int:
    """Resolve all contacts that are due now; returns the number of touched pieces."""
    disc, tag, work = scratch
    spinning = table[SPINNING] > 0.0
    count = gather(now, n, disc, tag)
    touched = 0
    for c in range(count):
        touched = touch(tag[CONTACT_A + c], touched, now, disc, tag)
        if tag[CONTACT_B + c] >= 0:
            touched = touch(tag[CONTACT_B + c], touched, now, disc, tag)
    for c in range(count):
        if prepare_contact(c, table, disc, tag, work):
            result.out[at + TOUCHED_COIN] = 1.0
    if count == 1:
        resolve_one(spinning, disc, tag, work)
    else:
        resolve_set(count, n, spinning, disc, tag, work)
    if result.room > 0:
        write_contacts(int(result.out[at + ROWS]), now, count, disc, tag, work, result.events)
        result.out[at + ROWS] += count
    return touched


@_inline
def play(n: int, at: int, table: Floats, scratch: Scratch, result: Result) -> int:
    """Play one stroke from launch to rest, and return its status. Its result starts at `at` of `out`."""
    disc, tag, out, room = scratch.disc, scratch.tag, result.out, result.room
    for i in range(n):
        out[at + FELL_AT + i] = -1.0
        out[at + FELL_ORDER + i] = -1.0
    for field in range(DURATION, OUT_SIZE):
        out[at + field] = 0.0
    now = 0.0
    rounds = 0
    status = DONE
    goes = SETS_OFF
    touched = touch(0, 0, now, disc, tag)
    while True:
        if not depart(touched, goes, now, at, table, disc, tag, result):
            return FULL
        predict_touched(touched, n, now, disc, tag)
        alone, together = soonest_times(n, disc)
        if min(alone, together) == NEVER:
            break
        now = max(now, min(alone, together))
        rounds += 1
        if rounds > MOST_EVENTS:
            status = STALLED
            break
        if room > 0 and out[at + ROWS] + CONTACTS > room:
            return FULL
        kind = PIECES
        one = 0
        if alone <= together:
            while disc[SOLO + one] != alone:
                one += 1
            kind = tag[SOLO_KIND + one]
        touched = 1
        goes = SETS_OFF
        if kind in (STOP, NEXT_STRETCH):
            goes = stop_or_go_on(one, kind, now, disc, tag)
        elif kind in (OVER, OUT, FELL):
            pass_pocket_edge(one, kind, now, at, table, disc, tag, result)
        else:
            touched = collide(n, now, at, table, scratch, result)
    for i in range(n):
        out[at + END_X + i], out[at + END_Y + i] = disc[X + i], disc[Y + i]
    out[at + DURATION] = now
    out[at + EVENTS] = rounds
    return status


@_entry
def strokes(first: int, last: int, batch: Batch, table: Floats, scratch: Scratch, result: Result) -> None:
    """Play strokes `first` to `last` of a batch. A trace is written of one stroke only."""
    for s in range(first, last):
        n = batch.pieces[batch.layout_of[s]]
        lay_out(s, n, batch, table, scratch.disc, scratch.tag)
        at = s * OUT_SIZE
        result.out[at + STATUS] = play(n, at, table, scratch, result)

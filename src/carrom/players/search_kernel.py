"""The inner work of a search, under the kernel's rules: lines, errors of the hand, outcomes and their worth.

The same source runs compiled and in plain Python, with the same bits (docs/physics.md has the rules). Boards,
strokes and outcomes are flat arrays; scratch space comes in as arguments. What an outcome leads to under the
rulebook is asked of the judge once for each kind of outcome, and comes in as a table.

A line is a place on the base lines, a coin and a pocket, with no coin in the way of the striker or the coin.
The coin leaves along the line of centres, turned by the friction of the rims toward the striker's path by
atan k, k = min(grip, tan θ / 3(1 + e)) for a cut of θ (docs/physics.md). The chance of a line is the
probability that a normal error of the hand stays within the tolerance of the pocket.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from carrom import direction, elementary, rng
from carrom.physics.engine import kernel

PLAIN: bool = globals().get("PLAIN", os.environ.get("CARROM_PLAIN", "0") not in ("", "0"))

Function = TypeVar("Function", bound=Callable[..., object])


class _Decorator(Protocol):
    def __call__(self, function: Function, /) -> Function: ...


_kernel = kernel(PLAIN)
_call: _Decorator = _kernel.make_ready()
_inline: _Decorator = _kernel.make_ready(inlined=True)
_entry: _Decorator = _kernel.make_ready(cached=True, beside=(_kernel, direction, elementary, rng))

_directions = _kernel.adopt(direction, ("_quarters", "cosine_sine"), {})
_elementary = _kernel.adopt(elementary, ("exp", "log", "_atan", "atan2", "asin", "erf"), {})
_random = _kernel.adopt(rng, ("_times", "_mixed", "word", "uniform", "normal"), _directions | _elementary)
cosine_sine: Callable[[float], tuple[float, float]] = _directions["cosine_sine"]
atan2: Callable[[float, float], float] = _elementary["atan2"]
Elementary = Callable[[float], float]
exp: Elementary = _elementary["exp"]
asin: Elementary = _elementary["asin"]
erf: Elementary = _elementary["erf"]
Drawn = Callable[[int, int, int], float]
word: Callable[[int, int, int], int] = _random["word"]
uniform: Drawn = _random["uniform"]
normal: Drawn = _random["normal"]

MOST, OUT_SIZE = _kernel.MOST, _kernel.OUT_SIZE
END_X, END_Y, FELL_AT, TOUCHED_COIN = _kernel.END_X, _kernel.END_Y, _kernel.FELL_AT, _kernel.TOUCHED_COIN
STATUS, DONE = _kernel.STATUS, _kernel.DONE
WORD = rng.WORD
COINS = MOST - 1

Floats = list[float]  # compiled, a flat float64 array
Ints = list[int]


class Boards(NamedTuple):
    """Layouts: the x and y of the coins of each, their kinds, and the number of pieces with the striker."""

    coins: Floats  # 2 · COINS a board
    kinds: Ints  # COINS a board
    pieces: Ints


class Seen(NamedTuple):
    """Scratch: the coins of one board as a seat sees them."""

    x: Floats
    y: Floats
    kind: Ints


class Outcomes(NamedTuple):
    """The kernel's results of strokes, the board that each began on, and the code of each (`tally`)."""

    rows: Floats
    board_of: Ints
    codes: Ints


class Sides(NamedTuple):
    """The side that decides (0) and the other (1): quarter turns of their seats, their coins and hands.

    `now` are the chances of both on the board as it lies.
    """

    turns: Ints
    own: Ints
    hands: Floats  # HAND_SIZE each
    now: Floats  # SIGHT_SIZE each


class Judged(NamedTuple):
    """What the judge says: the kind of each code (or UNKNOWN, ASKED), and KIND_SIZE numbers a kind."""

    kind_of: Ints
    kinds: Floats


WHITE, BLACK, QUEEN = range(3)

# Fields of a hand: the table, the errors of the hand and its experience.
POCKET, MOUTH, BAND, REACH, TWO_COINS = range(5)
IMPACT, GRIP, STICKING, SLOWING = range(5, 9)
ANGLE, PLACE, FLUFFS, FLUFF = range(9, 13)
CLEAR, END = range(13, 15)  # farthest place of a striker between the base circles, and on one
WALL = 15  # farthest place of a striker's centre from the middle
FULL_FORCE = 16
CONSTANT, BEST_LINE, MEAN_COIN, SHARE = range(17, 21)  # experience
COVER = 21  # the share of its chance that a side counts on when it is to cover the queen
HAND_SIZE = 22

# Fields of a line.
COIN, WHERE, X, DIRECTION, CHANCE, SPEED = range(6)
LINE_SIZE = 6

# Fields of a stroke: as in `Aim`.
AIM_X, AIM_ANGLE, AIM_SPEED = range(3)
AIM_SIZE = 3

# Fields of what a side sees of a board: the chances of its best line, its mean coin, and at the queen.
BEST, MEAN, AT_QUEEN = range(3)
SIGHT_SIZE = 3

# A code says what fell: whites, blacks, queen, striker, and whether a coin was touched; of each standing.
CODES = 10 * 10 * 2 * 2 * 2
UNKNOWN, ASKED = -1, -2

# Fields of a kind of outcome. SIDE is who plays next, or NOBODY with ENDS as the worth of the ended board.
SIDE, ENDS, MINE, THEIRS, QUEEN_AT = range(5)
KIND_SIZE = 5
NOBODY = -1.0

# The race: worths by own coins, their coins, queen, who is on strike and the two chances.
ON_BOARD, IS_MINE, IS_THEIRS, I_COVER, THEY_COVER = range(5)
CHANCES = (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0)
GRID = len(CHANCES)
OFF_STRIKE = GRID * GRID
QUEEN_STATE = 2 * OFF_STRIKE
THEIR_COINS = 5 * QUEEN_STATE
MY_COINS = 10 * THEIR_COINS
RACE_SIZE = 10 * MY_COINS

THINNEST = 0.18  # cos of the thinnest cut tried
FORGIVEN = 0.92  # of the pocket's radius
ROOT_HALF = math.sqrt(0.5)
ROUNDS, QUICK_ROUNDS = 5, 3  # of correcting the aim of a line, and of one that is only looked at
LINES_A_PAIR = 5  # lines kept for one coin and one pocket
PUSHES = (1.2, 1.6, 2.3, 3.4)  # the speeds of a line, as multiples of the least speed that pockets the coin
SLOWEST = 0.6  # m/s, of a random stroke
SUREST = 0.995
COINS_A_SIDE = 9

LATER = 0.9
"""The chance of strokes after the next one is reduced to this share of what experience gives.

Set by trial: at 1.0 a foul that puts two coins back costs next to nothing, and a champion's hand took 9.5
strokes to a slam instead of 7.0 (100 boards each).
"""

STRIKER_COST = 1.6
"""Clearing: the cost in coins of a pocketed striker, the coin that comes back and a stroke for it."""

BEST_LEFT = 0.8
MEAN_LEFT = 0.5
"""Clearing: the worth in coins of the chances of the best line and of the mean coin."""


# ---- Lines in closed form


@_inline
def chance_of(width: float, spread: float, hand: Floats, h: int) -> float:
    """The probability that an error of this spread stays within ± width."""
    if spread <= 0.0:
        return 1.0
    at = width / spread * ROOT_HALF
    fluffs = hand[h + FLUFFS]
    return float((1.0 - fluffs) * erf(at) + fluffs * erf(at / hand[h + FLUFF]))


@_inline
def tolerance(run: float, hand: Floats, h: int) -> float:
    """The error of direction (as its sine) that still leads into a pocket so far away."""
    mouth = FORGIVEN * hand[h + MOUTH]
    return mouth / math.sqrt(run * run + mouth * mouth)


@_inline
def to_pocket(pocket: int, x: float, y: float, hand: Floats, h: int) -> tuple[float, float, float]:
    """The unit vector from (x, y) to a pocket, and how far it is."""
    at = hand[h + POCKET]
    dx = (at if pocket % 2 == 0 else -at) - x
    dy = (at if pocket < 2 else -at) - y
    run = math.sqrt(dx * dx + dy * dy)
    return dx / run, dy / run, run


@_call
def way_is_free(
    ax: float, ay: float, bx: float, by: float, reach: float, but: int, count: int, seen: Seen
) -> bool:
    """Whether a disc can go from a to b without touching any coin except one."""
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    least = reach * reach * (1.0 - 1e-9)
    for i in range(count):
        if i == but:
            continue
        px, py = seen.x[i] - ax, seen.y[i] - ay
        along = px * dx + py * dy
        if along <= 0.0:
            if px * px + py * py < least:
                return False
        elif along >= long:
            px, py = px - dx, py - dy
            if px * px + py * py < least:
                return False
        else:
            across = px * dy - py * dx
            if across * across < least * long:
                return False
    return True


@_call
def aimed(
    cx: float, cy: float, dx: float, dy: float, px: float, rounds: int, hand: Floats, h: int
) -> tuple[float, float, float, float, float]:
    """How to send a coin along d from place px: the striker's direction (x, y), its path, cos θ, and k.

    The point of contact and the cut depend on each other, so each round corrects both.
    """
    reach = hand[h + REACH]
    py = -hand[h + BAND]
    nx, ny = dx, dy
    wx, wy, far, cosine, throw = 0.0, 0.0, 0.0, 0.0, 0.0
    for _ in range(rounds):
        wx, wy = cx - reach * nx - px, cy - reach * ny - py
        far = math.sqrt(wx * wx + wy * wy)
        if far < 1e-6:
            return 0.0, 1.0, 0.0, -1.0, 0.0
        wx, wy = wx / far, wy / far
        cosine = nx * wx + ny * wy
        sine = nx * wy - ny * wx
        if cosine < 0.05:
            return wx, wy, far, cosine, throw
        throw = min(hand[h + GRIP], abs(sine) / cosine * hand[h + STICKING])
        turn = throw if sine < 0.0 else -throw
        size = math.sqrt(1.0 + throw * throw)
        nx, ny = (dx - turn * dy) / size, (dy + turn * dx) / size
    if max(abs(px + far * wx), abs(py + far * wy)) > hand[h + WALL]:
        return wx, wy, far, -1.0, throw  # the striker would overlap the frame there
    return wx, wy, far, cosine, throw


@_inline
def spread_of(far: float, cosine: float, across: float, hand: Floats, h: int) -> float:
    """The error of a coin's direction: that of angle grows by far / (reach cos θ), of place by `across`."""
    gain = 1.0 / (hand[h + REACH] * cosine)
    angle = hand[h + ANGLE] * far * gain
    place = hand[h + PLACE] * across * gain
    return math.sqrt(angle * angle + place * place)


@_call
def look(board: int, boards: Boards, turns: int, seen: Seen) -> int:
    """Write the coins of a board as a seat sees them; how many there are."""
    count = boards.pieces[board] - 1
    for coin in range(count):
        x, y = boards.coins[2 * (COINS * board + coin)], boards.coins[2 * (COINS * board + coin) + 1]
        for _ in range(turns):
            x, y = y, 0.0 - x
        seen.x[coin] = x
        seen.y[coin] = y
        seen.kind[coin] = boards.kinds[COINS * board + coin]
    return count


@_entry
def places_on(free: Floats, spans: int, step: float, places: Floats) -> int:
    """Write places along the base lines, with the ends of every interval; how many."""
    count = 0
    for span in range(spans):
        low, high = free[2 * span], free[2 * span + 1]
        parts = max(1, int((high - low) / step + 0.5))
        for part in range(parts + 1):
            # The end itself: by the sum a striker could lie a rounding beyond it.
            places[count] = low + (high - low) * (part / parts) if part < parts else high
            count += 1
    return count


@_entry
def lines(
    board: int,
    boards: Boards,
    turns: int,
    wanted: Ints,
    places: Floats,
    count: int,
    hand: Floats,
    seen: Seen,
    found: Floats,
) -> int:
    """Write all direct lines to coins of the wanted kinds into `found`; how many."""
    coins = look(board, boards, turns, seen)
    py = -hand[BAND]
    rows = 0
    for coin in range(coins):
        if wanted[seen.kind[coin]] == 0:
            continue
        cx, cy = seen.x[coin], seen.y[coin]
        for pocket in range(4):
            dx, dy, run = to_pocket(pocket, cx, cy, hand, 0)
            if run <= 1e-9:
                continue
            mouth = max(0.0, run - hand[MOUTH])
            if not way_is_free(cx, cy, cx + mouth * dx, cy + mouth * dy, hand[TWO_COINS], coin, coins, seen):
                continue
            width = tolerance(run, hand, 0)
            leaves = math.sqrt(2.0 * hand[SLOWING] * mouth)
            for p in range(count):
                px = places[p]
                wx, wy, far, cosine, throw = aimed(cx, cy, dx, dy, px, ROUNDS, hand, 0)
                if cosine < THINNEST:
                    continue
                if not way_is_free(px, py, px + far * wx, py + far * wy, hand[REACH], coin, coins, seen):
                    continue
                line = LINE_SIZE * rows
                found[line + COIN] = coin
                found[line + WHERE] = pocket
                found[line + X] = px
                found[line + DIRECTION] = atan2(wy, wx)
                found[line + CHANCE] = chance_of(width, spread_of(far, cosine, abs(wy), hand, 0), hand, 0)
                # The least speed with which the striker reaches the coin, and the coin the pocket.
                meets = leaves / (hand[IMPACT] * cosine * math.sqrt(1.0 + throw * throw))
                found[line + SPEED] = math.sqrt(meets * meets + 2.0 * hand[SLOWING] * far)
                rows += 1
    return rows


@_entry
def along_lines(
    rows: int, found: Floats, most: int, hand: Floats, order: Ints, spare: Ints, aims: Floats, at: int
) -> int:
    """Write the best lines, at most a few for each coin and pocket, each at every push; the new end."""
    for row in range(rows):
        order[row] = row
    sort_down(found, CHANCE, LINE_SIZE, order, spare, rows)
    for pair in range(4 * COINS):
        spare[pair] = 0
    kept = 0
    for place in range(rows):
        if kept == most:
            break
        line = LINE_SIZE * order[place]
        pair = 4 * int(found[line + COIN]) + int(found[line + WHERE])
        if spare[pair] == LINES_A_PAIR:
            continue
        spare[pair] += 1
        kept += 1
        for push in PUSHES:
            aims[at + AIM_X] = found[line + X]
            aims[at + AIM_ANGLE] = found[line + DIRECTION]
            aims[at + AIM_SPEED] = min((found[line + SPEED] + 0.05) * push, hand[FULL_FORCE])
            at += AIM_SIZE
    return at


@_call
def sort_down(values: Floats, field: int, size: int, order: Ints, spare: Ints, count: int) -> None:
    """Sort numbers of rows by a field, the greatest first; equal ones stay in order (merge sort)."""
    width = 1
    while width < count:
        for start in range(0, count, 2 * width):
            a, middle = start, min(start + width, count)
            b, end = middle, min(start + 2 * width, count)
            for to in range(start, end):
                first = a < middle
                if first and b < end:
                    first = values[size * order[a] + field] >= values[size * order[b] + field]
                if first:
                    spare[to] = order[a]
                    a += 1
                else:
                    spare[to] = order[b]
                    b += 1
        for i in range(count):
            order[i] = spare[i]
        width *= 2


@_entry
def ranked(count: int, values: Floats, order: Ints, spare: Ints) -> None:
    """Sort the numbers in `order` by their values, the greatest first; equal ones stay in order."""
    sort_down(values, 0, 1, order, spare, count)


# ---- Strokes


@_entry
def by_chance(
    board: int,
    boards: Boards,
    turns: int,
    wanted: Ints,
    free: Floats,
    spans: int,
    count: int,
    low: int,
    high: int,
    number: int,
    hand: Floats,
    seen: Seen,
    aims: Floats,
    at: int,
) -> int:
    """Write random strokes that meet some coin, straight or off one frame, at any speed; the new end.

    Most are aimed at a coin of the wanted kinds, if there is one.
    """
    coins = look(board, boards, turns, seen)
    if spans == 0 or coins == 0:
        return at
    good = 0
    for coin in range(coins):
        good += wanted[seen.kind[coin]]
    room = 0.0
    for span in range(spans):
        room += free[2 * span + 1] - free[2 * span] + 1e-6
    for stroke in range(count):
        n = number + RANDOMS * stroke
        along = room * uniform(low, high, n)
        span = 0
        while span < spans - 1 and along >= free[2 * span + 1] - free[2 * span] + 1e-6:
            along -= free[2 * span + 1] - free[2 * span] + 1e-6
            span += 1
        x = min(free[2 * span] + along, free[2 * span + 1])
        any_coin = good == 0 or stroke % ANY_COIN == 0
        left = word(low, high, n + 1) * (coins if any_coin else good) // WORD
        coin = 0
        while left > 0 or not (any_coin or wanted[seen.kind[coin]] == 1):
            left -= 1 if any_coin else wanted[seen.kind[coin]]
            coin += 1
        tx, ty = seen.x[coin], seen.y[coin]
        # Off a frame: aim at the coin's mirror image, a little farther, since a frame takes speed across it.
        frame = word(low, high, n + 2) * 6 // WORD
        longer = 0.95 + 0.3 * uniform(low, high, n + 3)
        wall = hand[WALL]
        if frame == 0:
            ty = wall + longer * (wall - ty)
        elif frame == 1:
            tx = wall + longer * (wall - tx)
        elif frame == 2:
            tx = -wall - longer * (tx + wall)
        dx, dy = tx - x, ty + hand[BAND]
        far = max(math.sqrt(dx * dx + dy * dy), hand[REACH])
        off = (2.0 * uniform(low, high, n + 4) - 1.0) * hand[REACH] / far
        full = hand[FULL_FORCE]
        slowest = min(SLOWEST, 0.5 * full)
        power = uniform(low, high, n + 5)
        aims[at + AIM_X] = x
        aims[at + AIM_ANGLE] = atan2(dy, dx) + asin(off)
        aims[at + AIM_SPEED] = slowest + (full - slowest) * power * math.sqrt(power)
        at += AIM_SIZE
    return at


RANDOMS = 6
"""Random numbers of one random stroke."""

ANY_COIN = 4
"""One random stroke in so many is aimed at any coin, the others at a wanted one."""


@_entry
def varied(
    count: int, each: int, low: int, high: int, number: int, hand: Floats, aims: Floats, near: Floats
) -> None:
    """Write the strokes, and so many variations of each."""
    for field in range(AIM_SIZE * count):
        near[field] = aims[field]
    at = AIM_SIZE * count
    for stroke in range(count * each):
        n = number + 4 * stroke
        one = AIM_SIZE * (stroke // each)
        near[at + AIM_X] = aims[one + AIM_X]
        near[at + AIM_ANGLE] = aims[one + AIM_ANGLE] + 0.004 * normal(low, high, n)
        speed = aims[one + AIM_SPEED] * exp(0.15 * normal(low, high, n + 2))
        near[at + AIM_SPEED] = min(speed, hand[FULL_FORCE])
        at += AIM_SIZE


@_entry
def shaken(
    count: int,
    which: Ints,
    samples: int,
    low: int,
    high: int,
    number: int,
    noise: Floats,
    free: Floats,
    spans: int,
    hand: Floats,
    errors: Floats,
    aims: Floats,
    shook: Floats,
) -> None:
    """Write strokes `which`, each with the same `samples` errors of the hand.

    `noise` are the standard deviations of angle, speed and place. The striker goes to the nearest place in
    `free`; the speed is at most full force.
    """
    for sample in range(samples):
        n = number + ERRORS * sample
        angle = noise[0] * normal(low, high, n)
        if uniform(low, high, n + 6) < hand[FLUFFS]:
            angle *= hand[FLUFF]
        errors[3 * sample] = angle
        errors[3 * sample + 1] = exp(noise[1] * normal(low, high, n + 2))
        errors[3 * sample + 2] = noise[2] * normal(low, high, n + 4)
    at = 0
    for stroke in range(count):
        one = AIM_SIZE * which[stroke]
        for sample in range(samples):
            error = 3 * sample
            x = aims[one + AIM_X] + errors[error + 2]
            shook[at + AIM_X] = nearest_place(x, free, spans)
            shook[at + AIM_ANGLE] = aims[one + AIM_ANGLE] + errors[error]
            shook[at + AIM_SPEED] = min(aims[one + AIM_SPEED] * errors[error + 1], hand[FULL_FORCE])
            at += AIM_SIZE


ERRORS = 7
"""Random numbers of one error of the hand."""


@_inline
def nearest_place(x: float, free: Floats, spans: int) -> float:
    """The legal place nearest to x."""
    best = min(max(x, free[0]), free[1])
    for span in range(1, spans):
        other = min(max(x, free[2 * span]), free[2 * span + 1])
        if abs(other - x) < abs(best - x):
            best = other
    return best


@_entry
def launched(count: int, aims: Floats, turns: int, band: float, strikes: Floats) -> None:
    """Write the places and velocities of the strikers in the coordinates of the board."""
    for stroke in range(count):
        one = AIM_SIZE * stroke
        cosine, sine = cosine_sine(aims[one + AIM_ANGLE])
        x, y = aims[one + AIM_X], -band
        vx, vy = aims[one + AIM_SPEED] * cosine, aims[one + AIM_SPEED] * sine
        for _ in range(turns):
            x, y = 0.0 - y, x
            vx, vy = 0.0 - vy, vx
        strikes[4 * stroke] = x
        strikes[4 * stroke + 1] = y
        strikes[4 * stroke + 2] = vx
        strikes[4 * stroke + 3] = vy


@_entry
def free_places(
    board: int, boards: Boards, turns: int, base: Floats, spans: int, hand: Floats, seen: Seen, free: Floats
) -> int:
    """Write the intervals of `base` that the coins leave to a striker; how many."""
    coins = look(board, boards, turns, seen)
    for i in range(2 * spans):
        free[i] = base[i]
    for coin in range(coins):
        deep = seen.y[coin] + hand[BAND]
        if abs(deep) >= hand[REACH]:
            continue
        half = math.sqrt(hand[REACH] * hand[REACH] - deep * deep)
        start, stop = seen.x[coin] - half, seen.x[coin] + half
        span = 0
        while span < spans:
            low, high = free[2 * span], free[2 * span + 1]
            if stop <= low or start >= high:
                span += 1
            elif start < low and stop > high:
                spans -= 1
                for i in range(2 * span, 2 * spans):
                    free[i] = free[i + 2]
            elif start < low:
                free[2 * span] = stop
                span += 1
            elif stop > high:
                free[2 * span + 1] = start
                span += 1
            else:
                for i in range(2 * spans - 1, 2 * span, -1):
                    free[i + 2] = free[i]
                free[2 * span + 1] = start
                free[2 * span + 2] = stop
                spans += 1
                span += 2
    return spans


# ---- Outcomes


@_entry
def at_rest(count: int, boards: Boards, outcomes: Outcomes) -> None:
    """Write the outcomes of strokes that leave everything as it lies."""
    for row in range(count):
        outcomes.board_of[row] = row
        for coin in range(boards.pieces[row] - 1):
            outcomes.rows[OUT_SIZE * row + END_X + 1 + coin] = boards.coins[2 * (COINS * row + coin)]
            outcomes.rows[OUT_SIZE * row + END_Y + 1 + coin] = boards.coins[2 * (COINS * row + coin) + 1]
            outcomes.rows[OUT_SIZE * row + FELL_AT + 1 + coin] = -1.0
        outcomes.rows[OUT_SIZE * row + FELL_AT] = -1.0


@_entry
def unfinished(count: int, rows: Floats) -> int:
    """The first stroke that did not come to rest, or −1."""
    for s in range(count):
        if rows[OUT_SIZE * s + STATUS] != DONE:
            return s
    return -1


@_entry
def tally(
    count: int, boards: Boards, standing_of: Ints, outcomes: Outcomes, kind_of: Ints, unknown: Ints
) -> int:
    """Write the code of each outcome, and list the unknown ones; how many."""
    news = 0
    for s in range(count):
        row = OUT_SIZE * s
        board = outcomes.board_of[s]
        white, black, queen = 0, 0, 0
        for piece in range(1, boards.pieces[board]):
            if outcomes.rows[row + FELL_AT + piece] >= 0.0:
                kind = boards.kinds[COINS * board + piece - 1]
                if kind == WHITE:
                    white += 1
                elif kind == BLACK:
                    black += 1
                else:
                    queen += 1
        striker = 1 if outcomes.rows[row + FELL_AT] >= 0.0 else 0
        touched = 1 if outcomes.rows[row + TOUCHED_COIN] > 0.0 else 0
        fell = (((white * 10 + black) * 2 + queen) * 2 + striker) * 2 + touched
        code = CODES * standing_of[board] + fell
        outcomes.codes[s] = code
        if kind_of[code] == UNKNOWN:
            kind_of[code] = ASKED
            unknown[news] = code
            news += 1
    return news


@_entry
def boards_after(count: int, which: Ints, boards: Boards, outcomes: Outcomes, after: Boards) -> None:
    """Write the boards after some strokes."""
    for to in range(count):
        row = OUT_SIZE * which[to]
        board = outcomes.board_of[which[to]]
        coins = 0
        for piece in range(1, boards.pieces[board]):
            if outcomes.rows[row + FELL_AT + piece] >= 0.0:
                continue
            after.coins[2 * (COINS * to + coins)] = outcomes.rows[row + END_X + piece]
            after.coins[2 * (COINS * to + coins) + 1] = outcomes.rows[row + END_Y + piece]
            after.kinds[COINS * to + coins] = boards.kinds[COINS * board + piece - 1]
            coins += 1
        after.pieces[to] = coins + 1


# ---- What a side sees of a board


@_call
def standing_place(x: float, hand: Floats, h: int) -> float:
    """The place nearest to x where a striker may stand if there is no coin."""
    out = abs(x)
    if out > hand[h + CLEAR]:
        out = hand[h + END] if 2.0 * out > hand[h + CLEAR] + hand[h + END] else hand[h + CLEAR]
    return out if x > 0.0 else -out


@_call
def best_line(coin: int, count: int, seen: Seen, hand: Floats, h: int) -> float:
    """The chance of a coin's best line, from the place where it is straight and a few others.

    Lines are compared by the square of tolerance over error, which grows with the chance.
    """
    cx, cy = seen.x[coin], seen.y[coin]
    band, reach, end = hand[h + BAND], hand[h + REACH], hand[h + END]
    nearest = (0 if cx >= 0.0 else 1) + (0 if cy >= 0.0 else 2)
    rise = cy + band
    # The error of the shortest path without a cut: no line has a better chance.
    least = hand[h + ANGLE] * max(0.0, abs(rise) - reach) / reach
    best, top_width, top_spread = 0.0, 0.0, 1.0
    for step in range(4):
        pocket = nearest ^ step
        dx, dy, run = to_pocket(pocket, cx, cy, hand, h)
        if run <= 1e-9:
            continue
        width = tolerance(run, hand, h)
        if width * width <= best * least * least:
            continue
        # The place for a stroke without a cut, if the base lines lie behind the coin.
        straight = cx - rise * dx / dy if rise * dy > 1e-6 else (-1.0 if dx > 0.0 else 1.0)
        free = -1
        for beside in range(4):
            wide = straight if beside == 0 else 0.0
            if beside == 1 or beside == 2:
                wide = min(end, max(-end, straight)) + (0.06 if beside == 1 else -0.06)
            px = standing_place(min(end, max(-end, wide)), hand, h)
            # A striker that does not come from behind the coin cannot send it there.
            behind = dx * (cx - px) + dy * rise
            if behind <= 0.0:
                continue
            # No line from this place is better than one without friction and cut.
            shortest = max(0.0, math.sqrt((cx - px) * (cx - px) + rise * rise) - reach)
            possible = hand[h + ANGLE] * shortest / reach
            if width * width <= best * possible * possible:
                continue
            wx, wy, far, cosine, _ = aimed(cx, cy, dx, dy, px, QUICK_ROUNDS, hand, h)
            if cosine < THINNEST:
                continue
            spread = spread_of(far, cosine, abs(wy), hand, h)
            if width * width <= best * spread * spread:
                continue
            if free < 0:
                mouth = max(0.0, run - hand[h + MOUTH])
                mx, my = cx + mouth * dx, cy + mouth * dy
                free = 1 if way_is_free(cx, cy, mx, my, hand[h + TWO_COINS], coin, count, seen) else 0
            if free == 0:
                break
            if way_is_free(px, -band, px + far * wx, far * wy - band, reach, coin, count, seen):
                if spread <= 0.0:
                    return 1.0
                best, top_width, top_spread = (width / spread) * (width / spread), width, spread
    return chance_of(top_width, top_spread, hand, h)


@_call
def sight(
    s: int, side: int, boards: Boards, outcomes: Outcomes, sides: Sides, seen: Seen
) -> tuple[float, float, float]:
    """The chances of a side after an outcome: its best line, its mean coin, the queen."""
    row = OUT_SIZE * s
    board = outcomes.board_of[s]
    count = 0
    for piece in range(1, boards.pieces[board]):
        if outcomes.rows[row + FELL_AT + piece] >= 0.0:
            continue
        x, y = outcomes.rows[row + END_X + piece], outcomes.rows[row + END_Y + piece]
        for _ in range(sides.turns[side]):
            x, y = y, 0.0 - x
        seen.x[count] = x
        seen.y[count] = y
        seen.kind[count] = boards.kinds[COINS * board + piece - 1]
        count += 1
    top, total, coins, queen = 0.0, 0.0, 0, 0.0
    h = HAND_SIZE * side
    for coin in range(count):
        if seen.kind[coin] == QUEEN:
            queen = best_line(coin, count, seen, sides.hands, h)
        elif seen.kind[coin] == sides.own[side]:
            chance = best_line(coin, count, seen, sides.hands, h)
            coins += 1
            total += chance
            top = max(top, chance)
    return top, total / coins if coins else 0.0, queen


@_entry
def sights(
    count: int, side_of: Ints, boards: Boards, outcomes: Outcomes, sides: Sides, seen: Seen, found: Floats
) -> None:
    """Write what a side sees after each outcome."""
    for s in range(count):
        top, mean, queen = sight(s, side_of[s], boards, outcomes, sides, seen)
        found[SIGHT_SIZE * s + BEST] = top
        found[SIGHT_SIZE * s + MEAN] = mean
        found[SIGHT_SIZE * s + AT_QUEEN] = queen


# ---- The worth of an outcome


@_call
def goes_on(line: float, mean: float, coins: int, hands: Floats, h: int) -> float:
    """The chance of a stroke on a board with such lines and so many own coins."""
    chance = hands[h + CONSTANT] + hands[h + BEST_LINE] * line + hands[h + MEAN_COIN] * mean
    chance += hands[h + SHARE] * coins / COINS_A_SIDE
    return min(max(chance, 0.0), SUREST)


@_call
def later_chance(line: float, mean: float, coins: int, hands: Floats, h: int) -> float:
    """The chance of the strokes after the next: by then the board will have changed, so lines count less."""
    return LATER * goes_on(0.4 + 0.25 * (line + mean), 0.4 + 0.3 * mean, (coins + 1) // 2, hands, h)


@_inline
def cell_of(chance: float) -> tuple[int, float]:
    """The cell of the grid that a chance lies in, and where in it."""
    i = 0
    while i < GRID - 2 and chance >= CHANCES[i + 1]:
        i += 1
    share = (chance - CHANCES[i]) / (CHANCES[i + 1] - CHANCES[i])
    return i, min(max(share, 0.0), 1.0)


@_inline
def race_at(race: Floats, at: int, u: float, v: float) -> float:
    """The worth between four points of the grid."""
    low = (1.0 - v) * race[at] + v * race[at + 1]
    high = (1.0 - v) * race[at + GRID] + v * race[at + GRID + 1]
    return (1.0 - u) * low + u * high


@_call
def worth_of(
    side: int,
    mine: int,
    theirs: int,
    queen: int,
    seen_now: tuple[float, float, float],
    sides: Sides,
    race: Floats,
) -> float:
    """The worth to side 0 if a side plays next, at a coin or at the queen, whichever is better for it."""
    line, mean, her = seen_now
    own, others = (mine, theirs) if side == 0 else (theirs, mine)
    h, other_h = HAND_SIZE * side, HAND_SIZE * (1 - side)
    coming = goes_on(line, mean, own, sides.hands, h)
    at_queen = goes_on(her, mean, own, sides.hands, h)
    run = later_chance(line, mean, own, sides.hands, h)
    # The later chances of the side that does not play next are those of the board as it lies.
    now = SIGHT_SIZE * (1 - side)
    other_run = later_chance(sides.now[now + BEST], sides.now[now + MEAN], others, sides.hands, other_h)
    i, u = cell_of(run if side == 0 else other_run)
    j, v = cell_of(other_run if side == 0 else run)
    cell = GRID * i + j
    cover, covered = (I_COVER, IS_MINE) if side == 0 else (THEY_COVER, IS_THEIRS)
    covering = queen == cover
    if covering:
        coming *= sides.hands[h + COVER]
    here = MY_COINS * mine + THEIR_COINS * theirs + cell
    passed = OFF_STRIKE if side == 0 else 0
    stays = OFF_STRIKE - passed
    missed = race_at(race, here + QUEEN_STATE * (ON_BOARD if covering else queen) + passed, u, v)
    fewer = here - (MY_COINS if side == 0 else THEIR_COINS)
    fallen = race_at(race, fewer + QUEEN_STATE * (covered if covering else queen) + stays, u, v)
    coin = coming * fallen + (1.0 - coming) * missed
    if queen != ON_BOARD or own >= COINS_A_SIDE:
        return coin
    waits = at_queen * race_at(race, here + QUEEN_STATE * cover + stays, u, v) + (1.0 - at_queen) * missed
    return max(coin, waits) if side == 0 else min(coin, waits)


@_entry
def weigh(
    count: int,
    boards: Boards,
    outcomes: Outcomes,
    judged: Judged,
    sides: Sides,
    race: Floats,
    seen: Seen,
    worths: Floats,
) -> None:
    """Write the worth of each outcome to side 0."""
    for s in range(count):
        kind = KIND_SIZE * judged.kind_of[outcomes.codes[s]]
        if judged.kinds[kind + SIDE] == NOBODY:
            worths[s] = judged.kinds[kind + ENDS]
            continue
        side = int(judged.kinds[kind + SIDE])
        mine, theirs = int(judged.kinds[kind + MINE]), int(judged.kinds[kind + THEIRS])
        queen = int(judged.kinds[kind + QUEEN_AT])
        view = sight(s, side, boards, outcomes, sides, seen)
        worths[s] = worth_of(side, mine, theirs, queen, view, sides, race)


@_entry
def weigh_clearing(
    count: int, boards: Boards, outcomes: Outcomes, sides: Sides, seen: Seen, worths: Floats
) -> None:
    """Write the worth in coins of each outcome for a player who clears the board alone.

    The boards have white coins only.
    """
    for s in range(count):
        row = OUT_SIZE * s
        fell, left = 0, 0
        for piece in range(1, boards.pieces[outcomes.board_of[s]]):
            if outcomes.rows[row + FELL_AT + piece] >= 0.0:
                fell += 1
            else:
                left += 1
        rest = BEST_LEFT + MEAN_LEFT
        if left > 0:
            line, mean, _ = sight(s, 0, boards, outcomes, sides, seen)
            rest = BEST_LEFT * line + MEAN_LEFT * mean
        striker = STRIKER_COST if outcomes.rows[row + FELL_AT] >= 0.0 else 0.0
        worths[s] = fell - striker + rest


@_entry
def add_up(count: int, which: Ints, samples: int, worths: Floats, total: Floats) -> None:
    """Add the worths of strokes `which`, so many samples each, to their totals."""
    for stroke in range(count):
        for sample in range(samples):
            total[which[stroke]] += worths[samples * stroke + sample]


# ---- The race


@_entry
def run_race(ends: Floats, patience: float, race: Floats) -> None:
    """Write the worths of all standings of a board, computed backwards from its ends.

    `ends` are the worths of a board that ends by my last coin, then by theirs: a row for each number of
    coins left to the other, with columns for the queen on the board, mine and theirs. A queen on the board is
    two strokes away; with `patience` she is taken for nearer, and can wait.
    """
    for left in range(1, 10):
        for queen in range(3):
            mine, theirs = ends[3 * (left - 1) + queen], ends[27 + 3 * (left - 1) + queen]
            fill(race, THEIR_COINS * left + QUEEN_STATE * queen, mine)
            fill(race, MY_COINS * left + QUEEN_STATE * queen, theirs)
            # A stroke that covers the queen may end the board.
            if queen == IS_MINE:
                fill(race, THEIR_COINS * left + QUEEN_STATE * I_COVER, mine)
            if queen == IS_THEIRS:
                fill(race, MY_COINS * left + QUEEN_STATE * THEY_COVER, theirs)
    for mine in range(1, 10):
        for theirs in range(1, 10):
            here = MY_COINS * mine + THEIR_COINS * theirs
            for i in range(GRID):
                for j in range(GRID):
                    at_cell(here + GRID * i + j, CHANCES[i], CHANCES[j], patience, race)


@_call
def fill(race: Floats, at: int, worth: float) -> None:
    for i in range(QUEEN_STATE):
        race[at + i] = worth


@_inline
def turn_about(gain: float, p: float, loss: float, q: float) -> tuple[float, float]:
    """The worth on strike and off strike, if a miss passes the turn: two equations, two unknowns."""
    both_miss = 1.0 - (1.0 - p) * (1.0 - q)
    on = (p * gain + (1.0 - p) * q * loss) / both_miss
    off = q * loss + (1.0 - q) * on
    return on, off


@_inline
def best_answer(
    gain: float, chance: float, coin: float, q: float, covered: float, at_queen: float
) -> tuple[float, float]:
    """My worth on strike and off strike, if they choose a coin or the queen, as is better for them."""
    coin_on, coin_off = turn_about(gain, chance, coin, q)
    queen_on, queen_off = turn_about(gain, chance, covered, at_queen)
    return min(coin_on, queen_on), min(coin_off, queen_off)


@_inline
def queen_chance(p: float, patience: float) -> float:
    """The chance at the queen and her cover for a side with chance p at a coin."""
    return min(1.0, p * (patience + (1.0 - patience) * p))


@_inline
def at_cell(here: int, p: float, q: float, patience: float, race: Floats) -> None:
    """Write the worths of one number of coins each, at one pair of chances."""
    fewer_mine, fewer_theirs = here - MY_COINS, here - THEIR_COINS + OFF_STRIKE
    for queen in range(IS_MINE, IS_THEIRS + 1):
        at = here + QUEEN_STATE * queen
        on, off = turn_about(
            race[fewer_mine + QUEEN_STATE * queen], p, race[fewer_theirs + QUEEN_STATE * queen], q
        )
        race[at], race[at + OFF_STRIKE] = on, off
    # The queen is on the board: a side pockets a coin, or the queen and a cover.
    coin_mine, coin_theirs = race[fewer_mine], race[fewer_theirs]
    covered_mine = race[fewer_mine + QUEEN_STATE * IS_MINE]
    covered_theirs = race[fewer_theirs + QUEEN_STATE * IS_THEIRS]
    my_queen, their_queen = queen_chance(p, patience), queen_chance(q, patience)
    coin_on, coin_off = best_answer(coin_mine, p, coin_theirs, q, covered_theirs, their_queen)
    queen_on, queen_off = best_answer(covered_mine, my_queen, coin_theirs, q, covered_theirs, their_queen)
    best_on, best_off = max(coin_on, queen_on), max(coin_off, queen_off)
    race[here], race[here + OFF_STRIKE] = best_on, best_off
    # A cover that fails puts the queen back and passes the turn.
    mine, theirs = here + QUEEN_STATE * I_COVER, here + QUEEN_STATE * THEY_COVER
    race[mine], race[mine + OFF_STRIKE] = p * covered_mine + (1.0 - p) * best_off, best_off
    race[theirs], race[theirs + OFF_STRIKE] = best_on, q * covered_theirs + (1.0 - q) * best_on

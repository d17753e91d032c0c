"""Direct strokes in closed form: which coin can go into which pocket from where, and with what chance.

A line is a place on the base lines, a coin and a pocket, with no coin in the way of the striker or the coin.
The coin leaves along the line of centres, turned by the friction of the rims toward the striker's path by
atan k, k = min(grip, tan θ / 3(1 + e)) for a cut of θ (docs/physics.md). The chance of a line is the
probability that a normal error of the hand stays within the tolerance of the pocket.

Compiled like the kernel, and for the same reason in one file. The last bits of a chance do not matter.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from carrom.physics.kernel import make_ready

Floats = Any
Ints = Any

_call = make_ready()
_entry = make_ready(cached=True)


class Ends(NamedTuple):
    """The ends of strokes: a row a stroke, a column a piece; and the board that each began on."""

    x: Floats
    y: Floats
    fell_at: Floats  # below 0: the piece did not fall
    kinds: Ints  # of a board's coins
    pieces: Ints  # number of pieces of a board, with the striker
    board_of: Ints


class Looks(NamedTuple):
    """The side that plays next at each end (below 0: none), and each side's seat, coins and hand."""

    side_of: Ints
    turns: Ints
    own: Ints
    hands: Floats


# Fields of `board`: the table and the hand.
POCKET, MOUTH, BAND, REACH, TWO_COINS = range(5)
IMPACT, GRIP, STICKING, SLOWING = range(5, 9)
ANGLE, PLACE, FLUFFS, FLUFF = range(9, 13)
CLEAR, END = range(13, 15)  # farthest place of a striker between the base circles, and on one
WALL = 15  # farthest place of a striker's centre from the middle
BOARD_SIZE = 16

# Fields of a row of `lines`.
COIN, WHERE, X, DIRECTION, CHANCE, SPEED = range(6)
LINE_SIZE = 6

# Fields of a row of `sights`.
BEST, MEAN, QUEEN = range(3)
SIGHT_SIZE = 3

QUEEN_KIND = 2
THINNEST = 0.18  # cos of the thinnest cut tried
FORGIVEN = 0.92  # of the pocket's radius
ROOT_HALF = math.sqrt(0.5)


@_call
def chance_of(width: float, spread: float, board: Floats) -> float:
    """The probability that an error of this spread stays within ± width."""
    if spread <= 0.0:
        return 1.0
    at = width / spread * ROOT_HALF
    fluffs = board[FLUFFS]
    return float((1.0 - fluffs) * math.erf(at) + fluffs * math.erf(at / board[FLUFF]))


@_call
def to_pocket(pocket: int, x: float, y: float, board: Floats) -> tuple[float, float, float]:
    """The unit vector from (x, y) to a pocket, and how far it is."""
    dx = (board[POCKET] if pocket % 2 == 0 else -board[POCKET]) - x
    dy = (board[POCKET] if pocket < 2 else -board[POCKET]) - y
    run = math.sqrt(dx * dx + dy * dy)
    return dx / run, dy / run, run


@_call
def way_is_free(
    ax: float, ay: float, bx: float, by: float, reach: float, but: int, count: int, xs: Floats, ys: Floats
) -> bool:
    """Whether a disc can go from a to b without touching any coin except one."""
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    least = reach * reach * (1.0 - 1e-9)
    for i in range(count):
        if i == but:
            continue
        px, py = xs[i] - ax, ys[i] - ay
        share = 0.0
        if long > 0.0:
            share = (px * dx + py * dy) / long
            share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        ox, oy = px - share * dx, py - share * dy
        if ox * ox + oy * oy < least:
            return False
    return True


@_call
def aimed(
    cx: float, cy: float, dx: float, dy: float, px: float, rounds: int, board: Floats
) -> tuple[float, float, float, float, float]:
    """How to send a coin along d from place px: the striker's direction (x, y), its path, cos θ, and k.

    The point of contact and the cut depend on each other, so each round corrects both.
    """
    reach = board[REACH]
    py = -board[BAND]
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
        throw = min(board[GRIP], abs(sine) / cosine * board[STICKING])
        turn = throw if sine < 0.0 else -throw
        size = math.sqrt(1.0 + throw * throw)
        nx, ny = (dx - turn * dy) / size, (dy + turn * dx) / size
    if max(abs(px + far * wx), abs(py + far * wy)) > board[WALL]:
        return wx, wy, far, -1.0, throw  # the striker would overlap the frame there
    return wx, wy, far, cosine, throw


@_call
def chance_from(far: float, cosine: float, across: float, run: float, width: float, board: Floats) -> float:
    """The chance of a line. Errors of angle grow by far / (reach cos θ), those of place by `across`."""
    gain = 1.0 / (board[REACH] * cosine)
    angle = board[ANGLE] * far * gain
    place = board[PLACE] * across * gain
    return chance_of(math.atan2(width, run), math.sqrt(angle * angle + place * place), board)


@_entry
def lines(
    count: int, xs: Floats, ys: Floats, wanted: Ints, places: Floats, board: Floats, found: Floats
) -> int:
    """Write all direct lines to the wanted coins, in the seat's coordinates, into `found`; how many."""
    rows = 0
    for coin in range(count):
        if wanted[coin] == 0:
            continue
        cx, cy = xs[coin], ys[coin]
        for pocket in range(4):
            dx, dy, run = to_pocket(pocket, cx, cy, board)
            if run <= 1e-9:
                continue
            mouth = max(0.0, run - board[MOUTH])
            if not way_is_free(
                cx, cy, cx + mouth * dx, cy + mouth * dy, board[TWO_COINS], coin, count, xs, ys
            ):
                continue
            for p in range(len(places)):
                px = places[p]
                wx, wy, far, cosine, throw = aimed(cx, cy, dx, dy, px, 5, board)
                if cosine < THINNEST:
                    continue
                py = -board[BAND]
                if not way_is_free(px, py, px + far * wx, py + far * wy, board[REACH], coin, count, xs, ys):
                    continue
                line = found[rows]
                line[COIN] = coin
                line[WHERE] = pocket
                line[X] = px
                line[DIRECTION] = math.atan2(wy, wx)
                line[CHANCE] = chance_from(far, cosine, abs(wy), run, FORGIVEN * board[MOUTH], board)
                # The least speed with which the striker reaches the coin, and the coin the pocket.
                leaves = math.sqrt(2.0 * board[SLOWING] * mouth)
                meets = leaves / (board[IMPACT] * cosine * math.sqrt(1.0 + throw * throw))
                line[SPEED] = math.sqrt(meets * meets + 2.0 * board[SLOWING] * far)
                rows += 1
    return rows


@_call
def standing_place(x: float, board: Floats) -> float:
    """The place nearest to x where a striker may stand if there is no coin."""
    out = abs(x)
    if out > board[CLEAR]:
        out = board[END] if 2.0 * out > board[CLEAR] + board[END] else board[CLEAR]
    return out if x > 0.0 else -out


@_call
def best_line(coin: int, count: int, xs: Floats, ys: Floats, board: Floats) -> float:
    """The chance of a coin's best line, from the place where it is straight and a few others."""
    best = 0.0
    cx, cy = xs[coin], ys[coin]
    py = -board[BAND]
    nearest = (0 if cx >= 0.0 else 1) + (0 if cy >= 0.0 else 2)
    rise = cy - py
    # The error of the shortest path without a cut: no line has a better chance.
    least = board[ANGLE] * max(0.0, abs(rise) - board[REACH]) / board[REACH]
    for step in range(4):
        pocket = nearest ^ step
        dx, dy, run = to_pocket(pocket, cx, cy, board)
        if run <= 1e-9:
            continue
        if chance_of(math.atan2(FORGIVEN * board[MOUTH], run), least, board) <= best:
            continue
        # The place for a stroke without a cut, if the base lines lie behind the coin.
        straight = cx - rise * dx / dy if rise * dy > 1e-6 else (-1.0 if dx > 0.0 else 1.0)
        free = -1
        for beside in range(4):
            wide = straight if beside == 0 else 0.0
            if beside == 1 or beside == 2:
                wide = min(board[END], max(-board[END], straight)) + (0.06 if beside == 1 else -0.06)
            px = standing_place(min(board[END], max(-board[END], wide)), board)
            wx, wy, far, cosine, _ = aimed(cx, cy, dx, dy, px, 3, board)
            if cosine < THINNEST:
                continue
            chance = chance_from(far, cosine, abs(wy), run, FORGIVEN * board[MOUTH], board)
            if chance <= best:
                continue
            if free < 0:
                mouth = max(0.0, run - board[MOUTH])
                mx, my = cx + mouth * dx, cy + mouth * dy
                free = 1 if way_is_free(cx, cy, mx, my, board[TWO_COINS], coin, count, xs, ys) else 0
            if free == 0:
                break
            if way_is_free(px, py, px + far * wx, py + far * wy, board[REACH], coin, count, xs, ys):
                best = chance
    return best


@_entry
def sights(ends: Ends, looks: Looks, xs: Floats, ys: Floats, which: Ints, seen: Floats) -> None:
    """Write the chances of the side that plays next at each end: its best line, its mean coin, the queen.

    `xs`, `ys` and `which` are scratch space for one board.
    """
    for s in range(len(looks.side_of)):
        side = looks.side_of[s]
        if side < 0:
            continue
        board = ends.board_of[s]
        count = 0
        for piece in range(1, ends.pieces[board]):
            if ends.fell_at[s, piece] >= 0.0:
                continue
            x, y = ends.x[s, piece], ends.y[s, piece]
            for _ in range(looks.turns[side]):
                x, y = y, -x
            xs[count] = x
            ys[count] = y
            which[count] = ends.kinds[board, piece - 1]
            count += 1
        top, total, coins, queen = 0.0, 0.0, 0, 0.0
        for coin in range(count):
            if which[coin] == QUEEN_KIND:
                queen = best_line(coin, count, xs, ys, looks.hands[side])
            elif which[coin] == looks.own[side]:
                chance = best_line(coin, count, xs, ys, looks.hands[side])
                coins += 1
                total += chance
                top = max(top, chance)
        seen[s, BEST] = top
        seen[s, MEAN] = total / coins if coins else 0.0
        seen[s, QUEEN] = queen

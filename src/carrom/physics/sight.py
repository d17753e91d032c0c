"""Direct strokes in closed form: which coin can be sent into which pocket from where, and how easily.

A line is a place on the base lines, a coin and a pocket, with nothing in the way of striker or coin. Where to
aim follows from the impact alone: the coin leaves along the line of centres, turned by the friction of the
rims toward the striker's own way by atan k, k = min(grip, tan θ / 3(1 + e)) for a cut of θ (docs/physics.md).
The chance of a line is that of a normal error of hand staying inside what the pocket forgives.

Compiled like the kernel, and for the same reason in one file; the last bits of a chance do not matter.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numba

from carrom.physics.kernel import NO_CACHE, OPTIONS

Function = TypeVar("Function", bound=Callable[..., Any])
Floats = Any
Ints = Any


def _entry(function: Function) -> Function:
    try:
        return numba.njit(cache=True, **OPTIONS)(function)  # type: ignore[no-any-return]
    except RuntimeError:
        warnings.warn(NO_CACHE, RuntimeWarning, stacklevel=2)
        return numba.njit(**OPTIONS)(function)  # type: ignore[no-any-return]


_inline: Callable[[Function], Function] = numba.njit(inline="never", **OPTIONS)

# Fields of `board`: what must be known of the table and the hand.
POCKET, MOUTH, BAND, REACH, TWO_COINS = range(5)
IMPACT, GRIP, STICKING, SLOWING, GIVES = range(5, 10)
ANGLE, PLACE, FLUFFS, FLUFF = range(10, 14)
BOARD_SIZE = 14

# A line as `lines` writes it.
COIN, WHERE, X, DIRECTION, CUT, CHANCE, SPEED, RUN = range(8)
LINE_SIZE = 8

# What `sights` writes for one side on one board.
BEST, MEAN, QUEEN = range(3)
SIGHT_SIZE = 3

QUEEN_KIND = 2
THINNEST = 0.18  # cos of the thinnest cut tried
FORGIVEN = 0.92  # of the pocket's radius
ROOT_HALF = math.sqrt(0.5)


@_inline
def chance_of(width: float, spread: float, board: Floats) -> float:
    """That an error of this spread stays within ± width."""
    if spread <= 0.0:
        return 1.0
    at = width / spread * ROOT_HALF
    fluffs = board[FLUFFS]
    return float((1.0 - fluffs) * math.erf(at) + fluffs * math.erf(at / board[FLUFF]))


@_inline
def way_is_free(
    ax: float, ay: float, bx: float, by: float, reach: float, but: int, count: int, xs: Floats, ys: Floats
) -> bool:
    """Whether a disc can go from a to b without coming within reach of any coin but one."""
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


@_inline
def aimed(
    cx: float, cy: float, dx: float, dy: float, px: float, board: Floats
) -> tuple[float, float, float, float, float]:
    """From place px, how to send a coin along d: the striker's way (x, y), its length, cos θ, k."""
    reach = board[REACH]
    py = -board[BAND]
    nx, ny = dx, dy
    wx, wy, far, cosine, throw = 0.0, 0.0, 0.0, 0.0, 0.0
    for _ in range(5):
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
    return wx, wy, far, cosine, throw


@_inline
def chance_from(far: float, cosine: float, across: float, run: float, width: float, board: Floats) -> float:
    """Of a line: an error of angle grows by far / (reach cos θ), one of place by its part across the way."""
    gain = 1.0 / (board[REACH] * cosine)
    angle = board[ANGLE] * far * gain
    place = board[PLACE] * across * gain
    return chance_of(math.atan2(width, run), math.sqrt(angle * angle + place * place), board)


@_entry
def lines(
    count: int,
    xs: Floats,
    ys: Floats,
    wanted: Ints,
    places: Floats,
    board: Floats,
    found: Floats,
    most: int,
) -> int:
    """All direct lines, in the seat's own coordinates, to coins with `wanted` set; returns how many."""
    rows = 0
    for coin in range(count):
        if wanted[coin] == 0:
            continue
        cx, cy = xs[coin], ys[coin]
        for pocket in range(4):
            tx = board[POCKET] if pocket % 2 == 0 else -board[POCKET]
            ty = board[POCKET] if pocket < 2 else -board[POCKET]
            dx, dy = tx - cx, ty - cy
            run = math.sqrt(dx * dx + dy * dy)
            if run <= 1e-9:
                continue
            dx, dy = dx / run, dy / run
            mouth = max(0.0, run - board[MOUTH])
            if not way_is_free(
                cx, cy, cx + mouth * dx, cy + mouth * dy, board[TWO_COINS], coin, count, xs, ys
            ):
                continue
            for p in range(len(places)):
                px = places[p]
                wx, wy, far, cosine, throw = aimed(cx, cy, dx, dy, px, board)
                if cosine < THINNEST:
                    continue
                py = -board[BAND]
                if not way_is_free(px, py, px + far * wx, py + far * wy, board[REACH], coin, count, xs, ys):
                    continue
                row = rows * LINE_SIZE
                found[row + COIN] = coin
                found[row + WHERE] = pocket
                found[row + X] = px
                found[row + DIRECTION] = math.atan2(wy, wx)
                found[row + CUT] = cosine
                found[row + CHANCE] = chance_from(far, cosine, abs(wy), run, FORGIVEN * board[MOUTH], board)
                # The coin must run so far, and the striker reach it.
                leaves = math.sqrt(2.0 * board[SLOWING] * mouth)
                meets = leaves / (board[IMPACT] * cosine * math.sqrt(1.0 + throw * throw))
                found[row + SPEED] = math.sqrt(meets * meets + 2.0 * board[SLOWING] * far)
                found[row + RUN] = run
                rows += 1
                if rows == most:
                    return rows
    return rows


@_entry
def sights(
    first: int,
    last: int,
    stride: int,
    end_x: int,
    end_y: int,
    fell_at: int,
    out: Floats,
    kinds: Ints,
    pieces: Ints,
    start_of: Ints,
    turns: Ints,
    own: Ints,
    boards: Floats,
    places: Floats,
    xs: Floats,
    ys: Floats,
    which: Ints,
    best: Floats,
    seen: Floats,
) -> None:
    """For each outcome and each of two sides: the chance of the best line, of the average coin, of the queen.

    Outcome s began on layout start_of[s], whose coins are `kinds`; side t sits `turns[t]` quarter turns round
    and plays the coins of kind own[t], with the hand in boards[t].
    """
    for s in range(first, last):
        layout = start_of[s]
        row = s * stride
        count = 0
        for piece in range(1, pieces[layout]):
            if out[row + fell_at + piece] >= 0.0:
                continue
            xs[count] = out[row + end_x + piece]
            ys[count] = out[row + end_y + piece]
            which[count] = kinds[layout * 19 + piece - 1]
            count += 1
        for t in range(2):
            board = boards[t]
            if t == 0 or turns[t] != turns[t - 1]:
                quarter = turns[t] if t == 0 else (turns[t] - turns[t - 1]) % 4
                for _ in range(quarter):
                    for i in range(count):
                        x = xs[i]
                        xs[i] = ys[i]
                        ys[i] = -x
            for i in range(count):
                best[i] = 0.0
            for coin in range(count):
                if which[coin] != own[t] and which[coin] != QUEEN_KIND:
                    continue
                cx, cy = xs[coin], ys[coin]
                for pocket in range(4):
                    tx = board[POCKET] if pocket % 2 == 0 else -board[POCKET]
                    ty = board[POCKET] if pocket < 2 else -board[POCKET]
                    dx, dy = tx - cx, ty - cy
                    run = math.sqrt(dx * dx + dy * dy)
                    if run <= 1e-9:
                        continue
                    dx, dy = dx / run, dy / run
                    mouth = max(0.0, run - board[MOUTH])
                    if not way_is_free(
                        cx, cy, cx + mouth * dx, cy + mouth * dy, board[TWO_COINS], coin, count, xs, ys
                    ):
                        continue
                    for p in range(len(places)):
                        px = places[p]
                        wx, wy, far, cosine, _ = aimed(cx, cy, dx, dy, px, board)
                        if cosine < THINNEST:
                            continue
                        chance = chance_from(far, cosine, abs(wy), run, FORGIVEN * board[MOUTH], board)
                        if chance <= best[coin]:
                            continue
                        py = -board[BAND]
                        if way_is_free(
                            px, py, px + far * wx, py + far * wy, board[REACH], coin, count, xs, ys
                        ):
                            best[coin] = chance
            at = (s * 2 + t) * SIGHT_SIZE
            top, total, coins, queen = 0.0, 0.0, 0, 0.0
            for i in range(count):
                if which[i] == QUEEN_KIND:
                    queen = best[i]
                elif which[i] == own[t]:
                    coins += 1
                    total += best[i]
                    top = max(top, best[i])
            seen[at + BEST] = top
            seen[at + MEAN] = total / coins if coins else 0.0
            seen[at + QUEEN] = queen

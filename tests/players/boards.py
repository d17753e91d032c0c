"""Builders in plain words for what players are shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from carrom import rulebook
from carrom.equipment import STANDARD, Equipment
from carrom.physics import report, simulate
from carrom.players import View
from carrom.rules import Standing, play
from carrom.rules import match as matches
from carrom.rules.match import Boards, BoardScore
from carrom.rules.standing import Each, ToBreak
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import Point, distance, pockets, turned_to
from carrom.words import BLACK, COINS_A_SIDE, WHITE, Coin, Seat, Side

W, B, Q = Coin.WHITE, Coin.BLACK, Coin.QUEEN


def view(
    layout: Layout | str,
    standing: Standing | str | None = None,
    seat: Seat = Seat.SOUTH,
    book: str = "international-a",
    *,
    seed: int = 7,
    points: tuple[int, int] = (0, 0),
    equipment: Equipment = STANDARD,
    doubles: bool = False,
) -> View:
    """A board in play, written as the south sees it and turned to `seat`, where the one on strike sits.

    Without a standing it is white's turn, whose right to the queen is earned. `points` are those of the
    player's side and of the other in the game.
    """
    coins = Layout.parse(layout, equipment) if isinstance(layout, str) else layout
    if standing is None:
        standing = Standing(WHITE, Each(coins.count(W), coins.count(B)), earned=Each(True, True))
    board = Standing.parse(standing) if isinstance(standing, str) else standing
    first = board.on_strike is WHITE
    ours, theirs = (("Asha", "Chan"), ("Ben", "Dora")) if doubles else (("Asha",), ("Ben",))
    match = matches.begin(rulebook(book), ours, theirs)
    match = matches.toss(match, Side.FIRST if first else Side.SECOND, "break")
    seats = {seat: ours[0], seat.opposite: theirs[0]}
    if doubles:
        seats = dict(zip(round_from(seat), ("Asha", "Ben", "Chan", "Dora"), strict=True))
    match = matches.call_play(matches.seat(match, seats, "Asha" if first else "Ben"))
    scored = Boards.of(
        BoardScore("Asha", Side.FIRST, side, count, None, Each(0, 0))
        for side, count in zip(Side, points, strict=True)
        if count
    )
    mine, others = points if first else points[::-1]
    board = replace(board, points=Each(mine, others))
    match = replace(match, standing=board, on_strike="Asha", boards=scored)
    turned = tuple(Placed(each.coin, *turned_to(seat, each.point)) for each in coins.coins)
    return View(match, Layout(turned, equipment), "Asha", equipment, seed)


def to_break(seat: Seat = Seat.SOUTH, turned: float = 0.0, seed: int = 7) -> View:
    """The rosette, turned so far by the breaker."""
    shown = view(Layout.rosette(turned=turned), Standing.to_break(), seat, seed=seed)
    assert isinstance(shown.standing.phase, ToBreak)
    # Turned at the breaker's own seat, not afterwards: the same to the last bit.
    return replace(shown, layout=Layout.rosette(turned=turned, seat=seat))


def round_from(seat: Seat) -> tuple[Seat, ...]:
    return seat, seat.right, seat.opposite, seat.left


def scattered(
    chance: Random,
    whites: int,
    blacks: int,
    queen: bool = True,
    *,
    clear: float = 0.0,
    equipment: Equipment = STANDARD,
) -> Layout:
    """Coins anywhere on the surface, at least so far apart from one another, the frame and the pockets."""
    radius = equipment.coins.diameter / 2.0
    reach = equipment.board.surface / 2.0 - radius - clear
    hole = equipment.board.pocket_diameter / 2.0 + clear
    coins = [*[W] * whites, *[B] * blacks, *[Q] * queen]
    points: list[Point] = []
    while len(points) < len(coins):
        point = chance.uniform(-reach, reach), chance.uniform(-reach, reach)
        if all(distance(point, other) >= 2.0 * radius + clear for other in points) and all(
            distance(point, pocket) >= hole for pocket in pockets(equipment.board)
        ):
            points.append(point)
    return Layout(tuple(Placed(coin, *at) for coin, at in zip(coins, points, strict=True)), equipment)


def any_board(chance: Random, least: int = 1, *, clear: float = 0.0) -> Layout:
    """So many coins a side at least, and sometimes the queen."""
    whites, blacks = chance.randint(least, COINS_A_SIDE), chance.randint(least, COINS_A_SIDE)
    return scattered(chance, whites, blacks, chance.random() < 0.7, clear=clear)


def standing_of(layout: Layout, on_strike: str = "white", queen: str = "on board") -> Standing:
    """A standing that fits the coins that lie there; both sides have the right to the queen."""
    coins = Each(layout.count(W), layout.count(B))
    text = f"{on_strike} on strike, {coins.white} white, {coins.black} black"
    where = queen if not layout.count(Q) else "on board"
    found = Standing.parse(f"{text}, queen {where}")
    return replace(found, earned=Each(True, True))


def outcome(shown: View, aim: Aim) -> tuple[Layout, Standing, tuple[str, ...]]:
    """What a stroke without error leads to: the coins left, the standing, what fell in order."""
    trace = simulate(shown.layout, aim, shown.equipment, between_lines=shown.book.striker_between_lines)
    facts = report(trace)
    after, _ = play(shown.standing, facts, shown.book)
    return trace.after, after, tuple(facts.order)


def stands_legally(shown: View, aim: Aim) -> bool:
    """On the seat's own lines, clear of every coin, no faster than full force."""
    return (
        aim.seat is shown.seat
        and any(low <= aim.x <= high for low, high in shown.places)
        and 0.0 < aim.speed <= shown.equipment.pace.full_force
    )


__all__ = [
    "BLACK",
    "WHITE",
    "B",
    "Q",
    "W",
    "any_board",
    "outcome",
    "round_from",
    "scattered",
    "standing_of",
    "stands_legally",
    "to_break",
    "view",
]

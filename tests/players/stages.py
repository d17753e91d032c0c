"""Boards of all stages of play, and what players decide there, written to the last bit."""

from __future__ import annotations

from random import Random

from tests.players.boards import any_board, scattered, standing_of, to_break, view

from carrom.players import LEVELS, Player, View, named
from carrom.players.searcher import Searcher
from carrom.rulebooks import RULEBOOKS
from carrom.words import COINS_A_SIDE, Coin, Seat

STRONGEST = list(LEVELS)[-1]


def stage(number: int) -> View:
    """Board `number`: breaks, full boards, ends; all seats, rulebooks and scores, singles and doubles."""
    chance = Random(number)
    seat, book = list(Seat)[number % 4], list(RULEBOOKS)[number % len(RULEBOOKS)]
    if number % 10 == 9:
        return to_break(seat, chance.choice((0.0, chance.uniform(0.0, 1.0))), number)
    few = number % 3 == 0
    most = 3 if few else COINS_A_SIDE
    layout = scattered(chance, chance.randint(1, most), chance.randint(1, most), chance.random() < 0.6)
    if number % 7 == 0:
        layout = any_board(chance)
    queen = chance.choice(("waiting", "covered by white", "covered by black"))
    standing = standing_of(layout, chance.choice(("white", "black")), queen)
    points = chance.choice(((0, 0), (0, 0), (22, 7), (11, 24)))
    doubles = number % 5 == 0
    return view(layout, standing, seat, book, seed=7919 * number, points=points, doubles=doubles)


def searcher(text: str, plain: bool | None = None) -> Searcher:
    """The searcher of that name, compiled or plain."""
    player = named(text).player
    assert isinstance(player, Searcher)
    return Searcher(player.noise, player.plan, plain)


def decisions(player: Player, shown: View, others: bool = True) -> list[str]:
    """A player's strokes on a board and, with `others`, all else that it is asked; every bit shows."""
    found = [repr(player.aim(shown))]
    if isinstance(player, Searcher):
        found.append(repr(player.best(shown, 5)))
    if others:
        found.append(repr(player.clear(shown)))
        found.append(repr(player.turn(shown)))
        theirs = Coin.BLACK if shown.own is Coin.WHITE else Coin.WHITE
        if shown.layout.count(theirs) < COINS_A_SIDE:
            found.append(repr(player.place(shown, theirs)))
    return found

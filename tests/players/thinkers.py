"""Searchers with a budget of their own, and boards for them to play on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.players.boards import any_board, standing_of, view

from carrom.players import LEVELS, Noise, View, named
from carrom.players.searcher import Searcher
from carrom.words import Seat


def thinker(hand: Noise | str = "club", budget: int = 200, level: str = "champion") -> Searcher:
    """A searcher with a hand and a budget of its own, that otherwise plans like a level."""
    made = named(level).player
    assert isinstance(made, Searcher)
    noise = LEVELS[hand] if isinstance(hand, str) else hand
    return Searcher(noise, replace(made.plan, budget=budget))


def boards(count: int, seed: int, *, clear: float = 0.0, book: str = "international-a") -> list[View]:
    """Boards from all stages of play, all seats, either colour on strike, the queen anywhere."""
    chance = Random(seed)
    shown = []
    for number in range(count):
        layout = any_board(chance, clear=clear)
        side = chance.choice(("white", "black"))
        queen = chance.choice(("waiting", "covered by white", "covered by black"))
        standing = standing_of(layout, side, queen)
        shown.append(view(layout, standing, list(Seat)[number % 4], book, seed=number))
    return shown

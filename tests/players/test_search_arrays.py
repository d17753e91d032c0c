"""The search kernel's arrays: free places, sorting, and room for all that is written.

Plain Python notices an index beyond an array, compiled code does not.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.physics.strokes import any_equipment
from tests.players.boards import scattered, standing_of, stands_legally, view
from tests.players.thinkers import boards, thinker

from carrom.equipment import STANDARD, Equipment
from carrom.errors import SimulationError
from carrom.physics.engine import Runtime
from carrom.players import STEADY, Noise, named
from carrom.players.geometric import Geometric
from carrom.players.hand import hand_on
from carrom.players.searcher import Searcher
from carrom.players.volley import Volley
from carrom.stroke import Layout
from carrom.surface import Interval, distance, legal_intervals, turned_to
from carrom.words import Seat

SMALL = replace(STANDARD, striker=replace(STANDARD.striker, diameter=0.028))
"""Its striker is smaller than a base circle: only the family game has places for it, between the lines."""

WIDE = replace(STANDARD, board=replace(STANDARD.board, surface=3.0, base_line_length=2.8))


def free_on(layout: Layout, seat: Seat, table: Equipment, between_lines: bool) -> list[Interval]:
    """The intervals that the kernel leaves free on a board."""
    volley = Volley(table, seat, plain=False)
    base, spans = volley.intervals(legal_intervals(seat, (), table, between_lines))
    boards, hand = volley.boards([layout]), volley.runtime.of_floats(hand_on(STEADY, table))
    free = volley.runtime.floats(len(base))
    spans = volley.kernel.free_places(0, boards, volley.turns, base, spans, hand, volley.seen, free)
    ends = volley.runtime.first(free, 2 * spans)
    return list(zip(ends[::2], ends[1::2], strict=True))


def crowded(chance: Random, seat: Seat, table: Equipment) -> Layout:
    """Coins anywhere, half of them about the base lines of the seat."""
    whole = scattered(
        chance, chance.randint(0, 9), chance.randint(0, 9), chance.random() < 0.5, equipment=table
    )
    coins = list(whole.coins)
    apart = table.coins.diameter
    kept = coins[: len(coins) // 2]
    for each in coins[len(coins) // 2 :]:
        x, y = turned_to(seat, (each.x, chance.uniform(-0.29, -0.21)))
        if all(distance((x, y), other.point) > apart for other in kept):
            kept.append(replace(each, x=x, y=y))
    return Layout(tuple(kept), table)


@pytest.mark.parametrize("between_lines", [False, True], ids=["on-the-lines", "between-them"])
@pytest.mark.parametrize("table", [STANDARD, SMALL, None], ids=["standard", "small", "any"])
@pytest.mark.parametrize("seat", Seat)
def test_free_places_are_the_legal_ones(seat: Seat, table: Equipment | None, between_lines: bool) -> None:
    """With coins about the base lines, and where there is no place at all."""
    chance = Random(5)
    parts = set()
    for _ in range(150):
        here = table or any_equipment(chance)
        layout = crowded(chance, seat, here)

        free = free_on(layout, seat, here, between_lines)

        legal = legal_intervals(seat, layout.points, here, between_lines)
        assert len(free) == len(legal), str(layout)
        assert [end for span in free for end in span] == pytest.approx(
            [end for span in legal for end in span], abs=1e-12
        )
        parts.add(len(legal))
    assert parts == {0} if table is SMALL and not between_lines else len(parts) > 2


def test_places_reach_from_end_to_end_and_no_farther() -> None:
    """To the last bit: a rounding beyond an end is no legal place."""
    chance = Random(6)
    volley = Volley(STANDARD, Seat.SOUTH, plain=True)
    for _ in range(2000):
        low = chance.uniform(-0.3, 0.2)
        span = low, low + chance.choice((0.0, 10.0 ** chance.uniform(-17.0, -1.0), chance.uniform(0.0, 0.3)))

        places, count = volley.places(*volley.intervals([span]), chance.choice((0.01, 0.02, 0.04)))

        assert (places[0], places[count - 1]) == span
        assert places[:count] == sorted(places[:count])


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 8, 13, 100, 1001])
@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_the_greatest_come_first_and_equal_ones_stay_in_order(plain: bool, count: int) -> None:
    chance = Random(count)
    volley = Volley(STANDARD, Seat.SOUTH, plain)
    new = volley.runtime
    for kinds in (1, 3, 10**9):
        values = [float(chance.randrange(kinds)) for _ in range(count)]
        before = chance.sample(range(count), count)
        order = new.of_ints(before)

        volley.kernel.ranked(count, new.of_floats(values), order, new.ints(count))

        assert new.first(order, count) == sorted(before, key=lambda i: -values[i])


@pytest.mark.parametrize("hand", [STEADY, Noise(0.01, 0.05, 0.001)], ids=["steady", "shaky"])
@pytest.mark.parametrize("budget", [4, 5, 7, 12, 20, 40])
def test_a_small_budget_has_room_for_a_line(budget: int, hand: Noise) -> None:
    player = thinker(hand, budget, "grandmaster")
    plain = Searcher(player.noise, player.plan, plain=True)
    for shown in boards(4, seed=21):
        assert plain.best(shown) == player.best(shown)


def test_the_widest_board_has_room_for_all_its_places() -> None:
    layout = Layout.parse("w 0.2,0.2; w -0.9,0.4; b 0.0,1.1; b -0.2,0.1", WIDE)
    shown = view(layout, standing_of(layout, queen="covered by black"), equipment=WIDE)
    assert sum(high - low for low, high in shown.places) > 2.0
    for level in ("beginner", "grandmaster*0.02"):
        player = named(level).player
        assert isinstance(player, Searcher)
        plain = Searcher(player.noise, player.plan, plain=True)

        assert plain.best(shown) == player.best(shown)
        assert stands_legally(shown, plain.aim(shown))
    assert Geometric(plain=True).aim(shown) == Geometric().aim(shown)


@pytest.mark.parametrize("level", ["club", "champion", "grandmaster*0.05"])
def test_a_striker_smaller_than_the_circles_is_played_where_it_may_stand(level: str) -> None:
    player = named(level).player
    assert player is not None
    chance = Random(7)
    for seat in Seat:
        layout = scattered(chance, 4, 4, equipment=SMALL)
        shown = view(layout, standing_of(layout), seat, "family", equipment=SMALL)

        assert stands_legally(shown, player.aim(shown))
        assert stands_legally(shown, Geometric().aim(shown))


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_a_stroke_that_does_not_end_is_named(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the striker's place and velocity, with which it can be played again."""
    play = Runtime.play

    def endless(here: Runtime, coins: Any, pieces: Any, board_of: Any, strikes: Any, *rest: Any) -> None:
        play(here, coins, pieces, board_of, strikes, *rest)
        k = here.kernel
        rest[-1][k.OUT_SIZE + k.STATUS] = k.STALLED

    monkeypatch.setattr(Runtime, "play", endless)
    volley = Volley(STANDARD, Seat.SOUTH, plain)
    new = volley.runtime
    aims = new.of_floats([0.0, 1.0, 2.0, 0.125, 0.0, 3.5])
    boards = volley.boards([Layout()])

    with pytest.raises(SimulationError, match=r"\[0\.125, -0\.25.*, 3\.5, 0\.0\]"):
        volley.play(boards, aims, 2, new.ints(2))

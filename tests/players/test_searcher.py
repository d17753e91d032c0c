"""The searcher: repeatable, within its budget, always legal, and not to be tempted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.physics.strokes import any_equipment
from tests.players.boards import (
    Q,
    W,
    outcome,
    scattered,
    standing_of,
    stands_legally,
    to_break,
    view,
)
from tests.players.thinkers import boards, thinker
from tests.players.volleys import lines

from carrom.equipment import STANDARD
from carrom.physics import simulate
from carrom.physics.engine import Runtime
from carrom.physics.trace import Kind
from carrom.players import LEVELS, STEADY, Chair, Noise, Player, View, named, searcher
from carrom.players.levels import Plan
from carrom.players.searcher import Searcher
from carrom.rulebooks import RULEBOOKS
from carrom.rules.placing import PlacingLaws, free_places, may_place
from carrom.rules.standing import CoveredBy, Waiting
from carrom.stroke import Aim, Layout, Placed
from carrom.table import Table, begin, play_on
from carrom.words import BLACK, WHITE, Coin, Seat

ROOT = Path(__file__).parents[2]


def own_fell(shown: View, fell: tuple[str, ...]) -> bool:
    return str(shown.own) in fell


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_gives_the_same_stroke(level: str) -> None:
    """Asked twice, asked of another player of that name, and asked in between for something else."""
    player, other = named(f"{level}*0.5").player, named(f"{level}*0.5").player
    assert player is not None
    assert other is not None
    for shown in boards(3, seed=1):
        aim = player.aim(shown)
        player.aim(replace(shown, seed=99))
        player.clear(shown)

        assert player.aim(shown) == aim == other.aim(shown)


def test_another_seed_may_give_another_stroke() -> None:
    player = thinker("club", 60)
    found = [len({player.aim(replace(shown, seed=seed)) for seed in range(6)}) for shown in boards(4, seed=5)]

    assert max(found) > 1


def test_the_break_of_the_rosette_is_repeatable_too() -> None:
    player = thinker(STEADY, 60, "grandmaster")
    for seed in (1, 2):
        turned = player.turn(to_break(seed=seed))

        assert turned == player.turn(to_break(seed=seed))
        broken = to_break(turned=turned, seed=seed)
        assert player.aim(broken) == player.aim(broken)
        assert stands_legally(broken, player.aim(broken))


ASKED = """
from tests.players.thinkers import boards, thinker
from carrom.players import STEADY
for player in (thinker("club", 150), thinker(STEADY, 150)):
    for shown in boards(3, seed=2):
        print(player.aim(shown))
"""


def test_a_stroke_depends_neither_on_the_process_nor_on_its_threads() -> None:
    """A process of its own with two threads, and threads of this one, decide as this one does alone."""
    surroundings = os.environ | {"CARROM_THREADS": "2", "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    elsewhere = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout.split("\n")
    asked = [
        (player, shown) for player in (thinker("club", 150), thinker(STEADY, 150)) for shown in boards(3, 2)
    ]

    here = [str(player.aim(shown)) for player, shown in asked]
    with ThreadPoolExecutor(2) as threads:
        in_threads = [str(aim) for aim in threads.map(lambda one: one[0].aim(one[1]), asked)]

    assert [line.strip() for line in elsewhere if line.strip()] == here
    assert in_threads == here


Count = Callable[[Callable[[], object]], int]


@pytest.fixture
def strokes_of(monkeypatch: pytest.MonkeyPatch) -> Count:
    """How many strokes a decision had simulated, counted on their way into the kernel."""
    counted: list[int] = []
    play = Runtime.play

    def counting(
        here: Runtime, coins: Any, pieces: Any, layout_of: Any, strikes: Any, strokes: int, *rest: Any
    ) -> None:
        counted.append(strokes)
        play(here, coins, pieces, layout_of, strikes, strokes, *rest)

    monkeypatch.setattr(Runtime, "play", counting)

    def count(decide: Callable[[], object]) -> int:
        counted.clear()
        decide()
        return sum(counted)

    return count


def allowed(budget: int) -> float:
    """A little more than the budget is no matter; a handful always is."""
    return 1.15 * budget + 8


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_keeps_to_its_budget(level: str, strokes_of: Count) -> None:
    player = named(level).player
    assert isinstance(player, Searcher)
    for shown in boards(8, seed=3):
        spent = strokes_of(lambda: player.aim(shown))  # noqa: B023 - called at once
        cleared = strokes_of(lambda: player.clear(shown))  # noqa: B023

        assert 0 < spent <= allowed(player.plan.budget), str(shown.layout)
        assert 0 < cleared <= allowed(player.plan.budget), str(shown.layout)


@pytest.mark.parametrize("budget", [20, 100, 320, 500, 900, 2500])
@pytest.mark.parametrize("hand", ["beginner", "champion", "grandmaster"])
def test_any_budget_is_kept_by_any_hand(hand: str, budget: int, strokes_of: Count) -> None:
    player = thinker(hand, budget)
    for shown in boards(6, seed=4):
        spent = strokes_of(lambda: player.aim(shown))  # noqa: B023 - called at once

        assert 0 < spent <= allowed(budget), f"{spent} of {budget}: {shown.layout}"


class Clock:
    """Time that passes with the strokes simulated, ten thousand a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("hand", ["club", "grandmaster"])
@pytest.mark.parametrize("seconds", [0.04, 0.1, 0.35])
def test_a_time_to_think_is_filled_and_kept(
    hand: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However fast the machine: not much more, and with time enough not much less than a third."""
    clock = Clock()
    play = Runtime.play

    def slowly(
        here: Runtime, coins: Any, pieces: Any, layout_of: Any, strikes: Any, strokes: int, *rest: Any
    ) -> None:
        clock.now += 1e-4 * strokes
        play(here, coins, pieces, layout_of, strikes, strokes, *rest)

    monkeypatch.setattr(Runtime, "play", slowly)
    monkeypatch.setattr(searcher, "perf_counter", clock)
    player = thinker(hand, 250)
    timed = Searcher(player.noise, replace(player.plan, seconds=seconds))
    for shown in boards(3, seed=17):
        clock.now = 0.0
        aim = timed.aim(shown)

        assert stands_legally(shown, aim)
        assert not timed.repeatable
        assert 0.3 * seconds < clock.now < 1.3 * seconds + 0.01


def test_a_larger_budget_is_spent(strokes_of: Count) -> None:
    """On a board with much to look at, half of it at least."""
    for hand in ("club", "grandmaster"):
        for budget in (100, 1000):
            player = thinker(hand, budget)
            spent = [strokes_of(lambda: player.aim(shown)) for shown in boards(6, seed=4)]  # noqa: B023

            assert sum(spent) > 0.5 * budget * len(spent)


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("level", LEVELS)
def test_an_aim_is_always_legal_even_on_crowded_boards(level: str, book: str) -> None:
    """From the player's own lines, clear of every coin; in the family game just between them too."""
    chance = Random(31)
    player = named(f"{level}*0.3").player
    assert player is not None
    for seat in Seat:
        # Coins on and about the seat's own base lines leave little room.
        layout = crowd_at_the_lines(chance)
        side = chance.choice(("white", "black"))
        shown = view(layout, standing_of(layout, side, "covered by white"), seat, book, seed=3)

        assert stands_legally(shown, player.aim(shown)), str(shown.layout)
        assert stands_legally(shown, player.clear(shown)), str(shown.layout)


def crowd_at_the_lines(chance: Random) -> Layout:
    """Up to nine coins a side, most of them in the lower part of the board, some room left between them."""
    while True:
        whole = scattered(chance, chance.randint(3, 9), chance.randint(3, 9), clear=0.001)
        low = [replace(each, y=-0.34 + 0.2 * (each.y + 0.35)) for each in whole.coins]
        kept: list[Any] = []
        for placed in low:
            try:
                Layout((*kept, placed))
            except Exception:
                continue
            kept.append(placed)
        layout = Layout(tuple(kept))
        if layout.count(W) and layout.count(Coin.BLACK) and view(layout, standing_of(layout)).places:
            return layout


@pytest.mark.parametrize("full_force", [0.3, 1.0, 10.0])
@pytest.mark.parametrize("level", ["club", "champion", "grandmaster"])
def test_nobody_wants_to_strike_harder_than_full_force(level: str, full_force: float) -> None:
    """Whatever a club calls full force on its table."""
    table = replace(STANDARD, pace=replace(STANDARD.pace, full_force=full_force))
    player = named(f"{level}*0.3").player
    assert player is not None
    for shown in boards(4, seed=16):
        there = replace(shown, equipment=table)

        assert stands_legally(there, player.aim(there))
        assert stands_legally(there, player.clear(there))


@pytest.mark.parametrize("number", range(4))
def test_any_table_can_be_played_on(number: int) -> None:
    """Boards, coins and strikers of every size, rims with and without friction."""
    chance = Random(number)
    table = any_equipment(chance)
    layout = scattered(chance, 5, 5, equipment=table)
    shown = view(layout, standing_of(layout), list(Seat)[number], equipment=table)
    for hand in ("club", "grandmaster"):
        player = thinker(hand, 100)
        aim = player.aim(shown)

        assert stands_legally(shown, aim)
        simulate(shown.layout, aim, table)
        placed = player.place(shown, Coin.BLACK)
        assert (
            may_place(shown.layout, Coin.BLACK, placed.x, placed.y, shown.colour, table, shown.partners) == ()
        )


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("hand", ["beginner", "grandmaster"])
def test_a_coin_is_put_back_where_the_laws_allow_it(hand: str, seat: Seat) -> None:
    """Singles and doubles, either colour, with much or little room."""
    chance = Random(8)
    player = thinker(hand)
    for number in range(6):
        layout = scattered(chance, chance.randint(1, 8), chance.randint(1, 8), clear=0.0005)
        for side, coin in (("white", Coin.BLACK), ("black", Coin.WHITE)):
            shown = view(layout, standing_of(layout, side), seat, seed=number, doubles=number % 2 == 1)

            placed = player.place(shown, coin)

            assert placed.coin is coin
            seats = shown.partners
            assert len(seats) == 1 + number % 2
            spot = shown.layout, coin, placed.x, placed.y, shown.colour, shown.equipment, seats
            assert may_place(*spot) == ()


@pytest.mark.parametrize("player", [thinker("club"), Player()], ids=["searcher", "default"])
def test_a_coin_is_put_back_as_the_match_s_own_text_allows(player: Player) -> None:
    """Where coins may touch, it goes into the hole of a rosette, in which edition a has no place."""
    rosette = Layout.rosette()
    hole = next(placed for placed in rosette.coins if placed.coin is Coin.BLACK)
    shown = view(rosette.without(hole))
    lax = replace(shown.book, placing=PlacingLaws(may_touch=True))

    placed = player.place(replace(shown, match=replace(shown.match, book=lax)), Coin.BLACK)

    assert shown.spots_for(Coin.BLACK) == ()
    assert (placed.x, placed.y) == pytest.approx(hole.point, abs=1e-9)


def test_a_coin_is_put_back_where_the_other_side_can_least_use_it() -> None:
    """On the whole, the other side's best line to it is worse than from a spot taken at random."""
    chance = Random(4)
    player = thinker("club")
    chosen, others = [], []
    for number in range(8):
        layout = scattered(chance, 4, 4, clear=0.003)
        shown = view(layout, standing_of(layout), seed=number)
        placed = player.place(shown, Coin.BLACK)
        spots = tuple(free_places(shown.layout, Coin.BLACK, WHITE, shown.equipment, shown.partners))
        chosen.append(their_chance(shown, (placed.x, placed.y)))
        others += [their_chance(shown, spot) for spot in spots[:: max(1, len(spots) // 8)]]

    assert sum(chosen) / len(chosen) < sum(others) / len(others)


def their_chance(shown: View, spot: tuple[float, float]) -> float:
    """Of the other side's best direct line to a black coin put there."""
    layout = shown.layout.with_coin(Placed(Coin.BLACK, *spot))
    places = np.linspace(-0.18, 0.18, 13)
    found = lines(
        layout, shown.seat.opposite, (0.009, 0.001), shown.equipment, coins={Coin.BLACK}, places=places
    )
    return float(found.chance[found.coin == len(layout.coins) - 1].max(initial=0.0))


PAIRS = (("club*0.5", "national*0.5"), ("champion*0.2", "beginner"), ("grandmaster*0.05", "casual@champion"))


@pytest.mark.parametrize("doubles", [False, True], ids=["singles", "doubles"])
@pytest.mark.parametrize("book", RULEBOOKS)
def test_whole_boards_are_played_without_a_failure(book: str, doubles: bool) -> None:
    """Two boards through the table: nothing refused, nothing raised, every question answered."""
    number = list(RULEBOOKS).index(book)
    names = (("Asha", "Chan"), ("Ben", "Dora")) if doubles else (("Asha",), ("Ben",))
    pair = PAIRS[(number + doubles) % len(PAIRS)]
    chairs = {name: named(text) for side, text in zip(names, pair, strict=True) for name in side}
    table = begin(book, *names)

    failures = play_on(table, chairs, seed=number, until=lambda table: table.match.boards_ended >= 2)

    assert failures == ()
    assert table.match.boards_ended == 2


OPEN = {
    "by the pocket": "w 0.29,0.29; w 0.05,0.34; b -0.1,0.3; b -0.2,0.1",
    "straight ahead": "w -0.2,0.2; w 0.1,0.34; b -0.1,0.34; b 0.2,-0.1",
    "near the middle": "w 0.1,0.1; w -0.3,0.3; b 0.0,0.33; b -0.2,-0.1",
}


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("level", LEVELS)
def test_an_obvious_coin_is_taken(level: str, seat: Seat) -> None:
    """Without error the stroke it wants pockets a coin of its own, no striker, and keeps the turn."""
    player = named(level).player
    assert player is not None
    strong = level in ("national", "champion", "grandmaster")
    for layout in OPEN.values() if strong else [OPEN["by the pocket"]]:
        placed = Layout.parse(layout)
        shown = view(placed, standing_of(placed, queen="covered by black"), seat, seed=11)

        _, after, fell = outcome(shown, player.aim(shown))

        assert own_fell(shown, fell), layout
        assert "striker" not in fell
        assert after.over is not None or after.on_strike is WHITE


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST])
@pytest.mark.parametrize("level", LEVELS)
def test_the_queen_comes_before_the_last_coin(level: str, seat: Seat) -> None:
    """The last white lies at a pocket, she lies open too: to take the coin would lose the board."""
    shown = view("w 0.29,0.29; q -0.25,0.25; b 0.0,0.34; b 0.05,0.34; b -0.1,0.1", seat=seat, seed=4)
    player = named(level).player
    assert player is not None

    _, after, fell = outcome(shown, player.aim(shown))

    assert after.over is None
    assert "white" not in fell or "queen" in fell
    if level in ("champion", "grandmaster"):
        assert "queen" in fell


HIDDEN_QUEEN = "w 0.25,0.25; q 0.0,0.34; b 0.04,0.34; b -0.04,0.34; b 0.02,0.305; b -0.02,0.305"
"""No line leads to her, one to the last white."""


@pytest.mark.parametrize("level", LEVELS)
def test_a_last_coin_that_would_lose_is_left_alone_where_no_line_leads_to_the_queen(level: str) -> None:
    """Only the beginner plays at it all the same: it sees no other line."""
    player = named(level).player
    assert isinstance(player, Searcher)
    lost, touched = 0, list[Coin]()
    for seed in range(6):
        shown = view(HIDDEN_QUEEN, seed=seed)
        aim = player.aim(shown)
        _, after, _ = outcome(shown, aim)
        lost += after.over is not None and after.over.winner is BLACK
        met = [each for each in simulate(shown.layout, aim).events if each.kind is Kind.PIECES][:1]
        touched += [shown.layout.coins[max(each.piece, each.other) - 1].coin for each in met]

    assert lost == 0 or level == "beginner"
    assert (set(touched) == {Coin.WHITE}) == (level == "beginner")


def test_random_strokes_seek_the_coins_that_are_wanted() -> None:
    """One own coin among ten: without seeking it, less than a third of the strokes would move it."""
    layout = Layout.parse("w 0.2,-0.05; " + "; ".join(f"b {-0.3 + 0.07 * n},0.3" for n in range(9)))
    shown = view(layout, standing_of(layout, queen="covered by black"), seed=1)
    thought = searcher._Thought(thinker("club", 1000), shown, Plan(1000))
    wanted = thought.wanted(shown.standing)
    count = 400
    aims = thought.volley.aims(count)
    thought.by_chance(0, thought.root, wanted, thought.free, thought.spans, count, aims, 0)
    strokes = [Aim(shown.seat, *aims[3 * n : 3 * n + 3]) for n in range(count)]
    moved = sum(simulate(layout, aim).after.coins[0].point != layout.coins[0].point for aim in strokes)

    assert moved > count // 2


def test_a_waiting_queen_is_covered() -> None:
    shown = view(
        "w 0.28,0.28; w -0.1,0.1; b 0.0,0.3; b -0.3,0.3",
        "white on strike, 2 white, 2 black, queen waiting",
        seed=2,
    )
    for level in LEVELS:
        player = named(level).player
        assert player is not None
        _, after, _ = outcome(shown, player.aim(shown))

        assert isinstance(after.queen, CoveredBy), level
        assert after.queen.colour is WHITE


def test_a_side_without_the_right_leaves_the_queen() -> None:
    """She lies easiest of all, but nothing of its own was pocketed yet."""
    layout = "q 0.29,0.29; w -0.2,0.2; w -0.1,0.1; b 0.1,0.2; " + "; ".join(
        f"w {-0.14 + 0.04 * step},-0.02" for step in range(7)
    )
    shown = view(layout, "white on strike, 9 white, 1 black, queen on board", seed=6)
    assert not shown.standing.earned.white
    for hand in ("club", "grandmaster"):
        _, after, fell = outcome(shown, thinker(hand, 400).aim(shown))

        assert fell[:1] != ("queen",)
        assert not isinstance(after.queen, Waiting) or "white" in fell


@pytest.mark.parametrize("hand", ["national", "champion", "grandmaster"])
def test_the_striker_is_kept_out_of_the_pockets(hand: str) -> None:
    """Where a coin can be had, no wanted stroke loses the striker, nor does it touch nothing."""
    player = thinker(hand, 250)
    lost = 0
    for shown in boards(12, seed=9, clear=0.004):
        _, _, fell = outcome(shown, player.aim(shown))
        lost += "striker" in fell

    assert lost <= 1


def test_the_grandmaster_surely_pockets_an_open_coin() -> None:
    """On boards with an open line to an own coin it always does so and plays on."""
    player = named("grandmaster*0.4").player
    assert player is not None
    geometric = named("geometric").player
    assert geometric is not None
    tried = kept = 0
    for shown in boards(40, seed=13, clear=0.006):
        _, after, fell = outcome(shown, geometric.aim(shown))
        if after.over is not None or after.on_strike is not shown.colour or not own_fell(shown, fell):
            continue  # no line, or a line that is not so open
        tried += 1
        _, after, fell = outcome(shown, player.aim(shown))
        won = after.over is not None and after.over.winner is shown.colour
        kept += won or (after.over is None and after.on_strike is shown.colour)
        if tried == 15:
            break

    assert tried == 15
    assert kept == tried


def test_the_best_strokes_come_best_first_with_chances_to_win() -> None:
    for hand in ("casual", "champion", "grandmaster"):
        for shown in boards(3, seed=14):
            found = thinker(hand, 400).best(shown, 4)

            worths = [worth for _, worth in found]
            assert 1 <= len(found) <= 4
            assert worths == sorted(worths, reverse=True)
            assert all(stands_legally(shown, aim) for aim, _ in found)
            assert all(-0.05 <= worth <= 1.05 for worth in worths), (hand, worths)


def test_a_game_nearly_won_is_worth_more_than_one_nearly_lost() -> None:
    layout = scattered(Random(2), 3, 3, clear=0.01)
    player = thinker("club", 200)
    ahead, level, behind = (
        player.best(view(layout, points=points), 1)[0][1] for points in ((22, 2), (10, 10), (2, 22))
    )

    assert ahead > level > behind


class Watched(Player):
    """A player that keeps what it was asked with."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.asked: list[tuple[View, Aim]] = []

    def aim(self, view: View) -> Aim:
        aim = self.player.aim(view)
        self.asked.append((view, aim))
        return aim


def test_a_planner_cannot_see_the_errors_its_hand_will_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own chance and that of its hand come from streams that share no number.

    The same match with other errors of hand asks the same first questions and gets the same first answers.
    """
    drawn: list[int] = []
    strike = Table.strike

    def watched(self: Table, *given: Any, **more: Any) -> Any:
        drawn.append(more["seed"])
        return strike(self, *given, **more)

    monkeypatch.setattr(Table, "strike", watched)

    def played(noise: Noise) -> Watched:
        player = Watched(thinker("national", 30))
        table = begin("international-a", ("Asha",), ("Ben",))
        chair = Chair(player, noise)
        failures = play_on(
            table, {"Asha": chair, "Ben": chair}, 5, until=lambda table: len(player.asked) >= 12
        )
        assert failures == ()
        return player

    first, other = played(LEVELS["national"]), played(LEVELS["beginner"])

    seeds = {shown.seed for shown, _ in (*first.asked, *other.asked)}
    assert len(seeds) > 10
    assert seeds.isdisjoint(drawn)
    assert len(set(drawn)) > 10
    assert first.asked[0] == other.asked[0]
    for shown, aim in first.asked:
        assert thinker("national", 30).aim(shown) == aim


def test_a_planner_that_knows_its_hand_chooses_otherwise_than_one_that_does_not() -> None:
    """Errors are part of the decision: a shaky hand does not play everything a steady one does."""
    steady, shaky = thinker(STEADY, 200), thinker("beginner", 200)

    assert any(steady.aim(shown) != shaky.aim(shown) for shown in boards(4, seed=15))


def test_a_board_with_one_own_coin_and_nothing_else_is_finished() -> None:
    """The queen is covered: the last white ends it."""
    shown = view(
        "w 0.2,0.2; b -0.3,0.2; b -0.2,0.3",
        "white on strike, 1 white, 2 black, queen covered by white",
        seed=1,
    )
    for level in LEVELS:
        player = named(level).player
        assert player is not None
        _, after, _ = outcome(shown, player.aim(shown))

        assert after.over is not None, level
        assert after.over.winner is WHITE


def test_their_last_coin_is_not_pocketed_for_them() -> None:
    """Black's last lies in front of a pocket, the queen is black's: pocketing it would end the board."""
    shown = view(
        "b 0.3,0.3; w -0.15,0.1; w 0.0,0.34; w 0.1,0.34; w -0.1,0.34",
        "white on strike, 4 white, 1 black, queen covered by black",
        seed=3,
    )
    for hand in ("national", "grandmaster"):
        _, after, fell = outcome(shown, thinker(hand, 400).aim(shown))

        assert "black" not in fell
        assert after.over is None or after.over.winner is not BLACK
    assert shown.layout.count(Q) == 0

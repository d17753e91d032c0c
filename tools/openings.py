"""Search for good breaks, for each pace and several hands, and write them into the book of openings.

    .venv/bin/python tools/openings.py [--strokes N] [--pace club …] [--hand 0.25°,3%,0.5mm …]

A break is a turn of the rosette and a stroke. Every stroke is tried on many rosettes as people set them, with
the errors of the hand, so that what wins is good over many rosettes and not for one. Thousands are tried a
few times, the best again and again, then refined. They are weighed by how often the breaker goes on and by
the coins that fall. (Thirteen breaks at 2.6 to 5 m/s were played out, 500 boards each: in how often the
breaker won, they did not differ by more than chance.)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import atan2, exp, pi
from pathlib import Path
from typing import Any

from carrom.equipment import STANDARD
from carrom.laws import NEW_MATCH
from carrom.pace import PACES
from carrom.physics.trace import ENGINE
from carrom.players.hand import hand_on
from carrom.players.noise import Noise, nearest_place
from carrom.players.openings import HANDS
from carrom.players.view import View
from carrom.players.volley import Boards, Volley
from carrom.players.worth import Worth
from carrom.rng import WORD, Rng
from carrom.rulebooks import rulebook
from carrom.rules import match as matches
from carrom.stroke import Layout
from carrom.surface import band_middle, legal_intervals
from carrom.words import Seat, Side

BOOK = Path(__file__).parents[1] / "src" / "carrom" / "players" / "openings.json"
TURNS = 48
ROSETTES = 64  # of each turn
ROUNDS = 8  # of counting again, each with as many new rosettes
KEPT = 12
COIN = 0.5  # the weight of a coin pocketed, where that of going on is 1
SPEEDS = (2.0, 4.5)  # m/s
AT_ONCE = 4000  # strokes


@dataclass(frozen=True)
class Break:
    """A stroke at the rosette turned in one of the tried ways; what falls and how often the turn is kept."""

    turn: int
    x: float
    angle: float
    speed: float
    coins: float = 0.0  # own coins and the queen pocketed, less those of the other side, on average
    kept: float = 0.0

    @property
    def value(self) -> float:
        return self.kept + COIN * self.coins


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--strokes", type=int, default=12_000)
    words.add_argument("--pace", nargs="*", default=list(PACES))
    words.add_argument("--hand", nargs="*", default=list(HANDS))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--workers", type=int, default=2)
    given = words.parse_args()
    book = json.loads(BOOK.read_text(encoding="utf-8")) if BOOK.exists() else {}
    book["engine"] = ENGINE
    with ProcessPoolExecutor(given.workers) as workers:
        jobs = [(pace, hand) for pace in given.pace for hand in given.hand]
        found = [workers.submit(openings, pace, hand, given.strokes, given.seed) for pace, hand in jobs]
        for (pace, hand), rows in zip(jobs, found, strict=True):
            best = rows.result()
            book.setdefault(pace, {})[hand] = best
            BOOK.write_text(_written(book), encoding="utf-8")
            print(f"{pace} {hand}: {best[0][4]:.2f} coins, turn kept {best[0][5]:.3f}", flush=True)


def _written(book: dict[str, Any]) -> str:
    """One opening a line."""
    paces = []
    for pace in PACES:
        hands = ",\n".join(
            f'  "{hand}": [\n' + ",\n".join(f"   {json.dumps(row)}" for row in book[pace][hand]) + "\n  ]"
            for hand in HANDS
            if hand in book.get(pace, {})
        )
        if hands:
            paces.append(f' "{pace}": {{\n{hands}\n }}')
    return f'{{\n "engine": {book["engine"]},\n' + ",\n".join(paces) + "\n}\n"


def openings(pace: str, hand: str, count: int, seed: int) -> list[list[float]]:
    """The best breaks: turned, x, angle, speed, coins pocketed, how often the turn is kept."""
    return _Openings(pace, Noise.parse(hand), seed).best(count)


class _Openings:
    """The search for one pace and one hand."""

    def __init__(self, pace: str, noise: Noise, seed: int) -> None:
        self.equipment = replace(STANDARD, pace=PACES[pace])
        self.noise, self.rng = noise, Rng(seed)
        self.volley = Volley(self.equipment, Seat.SOUTH)
        self.new, self.kernel = self.volley.runtime, self.volley.kernel
        self.turns = [self.rng.uniform(0.0, 2.0 * pi / 3.0) for _ in range(TURNS)]
        self.boards = self.rosettes()
        exact = Layout.rosette(self.equipment)
        numbers = hand_on(noise, self.equipment)
        self.hand = self.new.of_floats(numbers)
        self.spread = self.new.of_floats([noise.angle, noise.speed, noise.place])
        self.free = legal_intervals(Seat.SOUTH, exact.points, self.equipment)
        self.worth = Worth(_to_break(exact, self.equipment), numbers, numbers, self.volley)
        self.home = self.new.of_ints([self.worth.now] * TURNS * ROSETTES)

    def rosettes(self) -> Boards:
        """New rosettes as people set them: so many of each turn, one turn after the other."""
        return self.volley.boards(
            [
                Layout.rosette(self.equipment, turn, seed=self.rng.below(WORD))
                for turn in self.turns
                for _ in range(ROSETTES)
            ]
        )

    def best(self, count: int) -> list[list[float]]:
        found = self.tried([self.by_chance() for _ in range(count)], 4)
        for keep, samples in ((count // 12, 24), (count // 60, 96)):
            found = self.tried(found[:keep], samples)
        for narrow in (1.0, 0.5, 0.25):
            near = [self.near(each, narrow) for each in found[:20] for _ in range(12)]
            found = self.tried(found[:20] + near, 48)
            found = self.tried(found[:40], 256)
        chosen = sorted(self.counted_again(found), key=lambda each: -each.value)[:KEPT]
        return [[round(number, 6) for number in (self.turns[each.turn], *_numbers(each))] for each in chosen]

    def counted_again(self, found: list[Break]) -> list[Break]:
        """The first break of each turn with what it does on rosettes that the search has not seen.

        The best of many are also the luckiest ones.
        """
        rounds = []
        for _ in range(ROUNDS):
            self.boards = self.rosettes()
            first_of = {each.turn: each for each in reversed(found)}
            again = self.tried(list(first_of.values()), ROSETTES)
            rounds.append(sorted(again, key=lambda each: each.turn))
        return [
            replace(
                same[0],
                coins=sum(each.coins for each in same) / ROUNDS,
                kept=sum(each.kept for each in same) / ROUNDS,
            )
            for same in zip(*rounds, strict=True)
        ]

    def by_chance(self) -> Break:
        """A stroke from anywhere to the middle part of the rosette."""
        rng = self.rng
        x = nearest_place(rng.uniform(-0.235, 0.235), self.free)
        angle = atan2(band_middle(self.equipment.board), rng.uniform(-0.1, 0.1) - x)
        return Break(rng.below(TURNS), x, angle, rng.uniform(*SPEEDS))

    def near(self, one: Break, narrow: float) -> Break:
        rng = self.rng
        x = nearest_place(one.x + 0.004 * narrow * rng.normal(), self.free)
        speed = min(max(one.speed * exp(0.1 * narrow * rng.normal()), SPEEDS[0]), SPEEDS[1])
        return Break(one.turn, x, one.angle + 0.012 * narrow * rng.normal(), speed)

    def tried(self, breaks: list[Break], samples: int) -> list[Break]:
        """The breaks, best first, each tried so often, each time on another rosette with another error."""
        number = 1_000_000 + self.rng.below(WORD // 2)  # far from the numbers drawn one by one
        found = [
            each for part in self._parts(breaks, samples) for each in self._weighed(part, samples, number)
        ]
        return sorted(found, key=lambda each: -each.value)

    def _parts(self, breaks: list[Break], samples: int) -> Iterator[list[Break]]:
        size = max(1, AT_ONCE // samples)
        for first in range(0, len(breaks), size):
            yield breaks[first : first + size]

    def _weighed(self, breaks: list[Break], samples: int, number: int) -> Iterator[Break]:
        k, new, count = self.kernel, self.new, len(breaks) * samples
        aims = new.of_floats([value for each in breaks for value in (each.x, each.angle, each.speed)])
        errors, shook = new.floats(3 * samples), self.volley.aims(count)
        seeds = self.rng.low, self.rng.high, number
        free, spans = self.volley.intervals(self.free)
        everyone = new.of_ints(range(len(breaks)))
        k.shaken(
            len(breaks), everyone, samples, *seeds, self.spread, free, spans, self.hand, errors, aims, shook
        )
        board_of = [each.turn * ROSETTES + sample % ROSETTES for each in breaks for sample in range(samples)]
        outcomes = self.volley.play(self.boards, shook, count, new.of_ints(board_of))
        self.worth.of(self.boards, outcomes, count, self.home)
        follows = [self.worth.kinds[kind] for kind in self.worth.kinds_of(outcomes, count)]
        for number_of, each in enumerate(breaks):
            after = follows[number_of * samples : (number_of + 1) * samples]
            coins = sum(one.theirs - one.mine + (one.queen == k.I_COVER) for one in after) / samples
            yield replace(each, coins=coins, kept=sum(one.goes_on for one in after) / samples)


def _numbers(one: Break) -> tuple[float, ...]:
    return one.x, one.angle, one.speed, one.coins, one.kept


def _to_break(layout: Layout, equipment: Any) -> View:
    match = matches.begin(rulebook(NEW_MATCH), ("South",), ("North",))
    match = matches.toss(match, Side.FIRST, "break")
    match = matches.call_play(matches.seat(match, {Seat.SOUTH: "South", Seat.NORTH: "North"}))
    return View(match, layout, "South", equipment)


if __name__ == "__main__":
    main()

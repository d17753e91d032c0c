"""How fast the players think: python benchmarks/players.py

Run it with .venv's Python on a quiet machine; it takes about a minute and a half. `--quick` plays a board or
two only.

Every level plays whole boards against itself through the table, under the laws, with its own hand; each of
its decisions is timed, and the strokes it had simulated are kept on their way into the kernel. The very same
strokes on the very same boards then run through the kernel as one batch, on one core as a decision does, in
the same process. The ratio says what a decision spends beside simulating: finding strokes, judging and
weighing what came of them. Last, whole matches of fast players on two cores, each audited and replayed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, quantiles
from typing import Any
from unittest.mock import patch

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.ours import CORES  # noqa: E402  # the path above comes first
from tools.matches import jobs, played  # noqa: E402

from carrom.equipment import STANDARD  # noqa: E402
from carrom.physics import warm_up  # noqa: E402
from carrom.physics.engine import Runtime, run_many  # noqa: E402
from carrom.players import LEVELS, Chair, Player, View, named  # noqa: E402
from carrom.stroke import Aim, Placement  # noqa: E402
from carrom.table import Table, begin, play_on  # noqa: E402
from carrom.words import Coin  # noqa: E402

LIMITS = {
    "beginner": 0.020,
    "casual": 0.020,
    "club": 0.020,
    "national": 0.080,
    "champion": 0.150,
    "grandmaster": 0.300,
}
"""Seconds a decision may take on average, on two cores."""

LEAST_RATIOS = {"national": 0.3, "champion": 0.45, "grandmaster": 0.6}
"""Of the kernel's rate. Smaller budgets weigh little beside what a decision needs once."""
KERNEL_STROKES = 30_000  # of those a level had simulated, at most: more say nothing new
REPEATS = 5
LARGER = ("champion*16", "grandmaster*4")
"""With more to think, what a decision needs once weighs less."""

FAST = (("straight", "straight"), ("geometric@0.25°,3%,0.5mm", "geometric@0.25°,3%,0.5mm"))
WORKERS = 2


@dataclass
class Batch:
    """One call into the kernel: the boards, and a row for each stroke."""

    coins: Any
    pieces: Any
    layout_of: Any
    strikes: Any


@dataclass
class Thoughts:
    """What a level's decisions took: seconds of each stroke asked for and each coin placed; the strokes."""

    aims: list[float] = field(default_factory=list)
    searched: list[float] = field(default_factory=list)  # those of them that had anything simulated
    places: list[float] = field(default_factory=list)
    batches: list[Batch] = field(default_factory=list)
    boards: int = 0

    @property
    def strokes(self) -> int:
        return sum(len(batch.layout_of) for batch in self.batches)


class Watched(Player):
    """A player as they are, with a watch and a counter beside them."""

    def __init__(self, player: Player, thoughts: Thoughts) -> None:
        self.player, self.thoughts = player, thoughts
        self.name = player.name

    def aim(self, view: View) -> Aim:
        before = len(self.thoughts.batches)
        began = time.perf_counter()
        aim = self.player.aim(view)
        took = time.perf_counter() - began
        self.thoughts.aims.append(took)
        if len(self.thoughts.batches) > before:
            self.thoughts.searched.append(took)
        return aim

    def place(self, view: View, coin: Coin) -> Placement:
        began = time.perf_counter()
        placement = self.player.place(view, coin)
        self.thoughts.places.append(time.perf_counter() - began)
        return placement

    def turn(self, view: View) -> float:
        return self.player.turn(view)


@contextmanager
def kept(thoughts: Thoughts) -> Iterator[None]:
    """Every batch that goes into the kernel meanwhile is kept; what that costs is a list's append."""

    play = Runtime.play

    def keeping(
        here: Runtime, coins: Any, pieces: Any, layout_of: Any, strikes: Any, count: int, *others: Any
    ) -> None:
        thoughts.batches.append(Batch(coins, pieces, layout_of[:count], strikes[: 4 * count]))
        play(here, coins, pieces, layout_of, strikes, count, *others)

    with patch.object(Runtime, "play", keeping):
        yield


def thoughts_of(level: str, boards: int) -> Thoughts:
    """Whole boards of a level against itself, in matches: at all scores, and as long as they last."""
    thoughts = Thoughts()
    chair = named(level)
    assert chair.player is not None, "a level is a computer player"
    chair.player.aim(_first_view())  # nothing is compiled and no file is read on the clock
    watched = Chair(Watched(chair.player, thoughts), chair.noise, chair.name)
    seed = 0
    with kept(thoughts):
        while thoughts.boards < boards:
            seed += 1
            left = boards - thoughts.boards
            table = begin("international-a", ("Asha",), ("Ben",))
            chairs = {"Asha": watched, "Ben": watched}
            failures = play_on(table, chairs, seed, until=partial(_ended, boards=left))
            assert not failures, failures
            thoughts.boards += table.match.boards_ended
    return thoughts


def _ended(table: Table, boards: int) -> bool:
    return table.match.boards_ended >= boards


def _first_view() -> View:
    table = begin("international-a", ("Asha",), ("Ben",))
    views: list[View] = []

    class Looks(Player):
        def aim(self, view: View) -> Aim:
            views.append(view)
            return Aim(view.seat, 0.0, 1.5, 3.0)

    chairs = dict.fromkeys(("Asha", "Ben"), Chair(Looks()))
    play_on(table, chairs, 1, until=lambda _: len(views) >= 2)
    return views[1]


def kernel_rate(batches: list[Batch]) -> float:
    """Strokes a second of the same strokes as one batch, on one core."""
    chosen, strokes = [], 0
    # Every so manieth call, so that all stages of play are among them.
    step = max(1, sum(len(batch.layout_of) for batch in batches) // KERNEL_STROKES)
    for batch in batches[::step]:
        chosen.append(batch)
        strokes += len(batch.layout_of)
    starts = np.cumsum([0, *(len(batch.pieces) for batch in chosen)])[:-1]
    given = (
        np.concatenate([batch.coins for batch in chosen]),
        np.concatenate([batch.pieces for batch in chosen]),
        np.concatenate([batch.layout_of + start for batch, start in zip(chosen, starts, strict=True)]),
        np.concatenate([batch.strikes for batch in chosen]),
    )
    run_many(*given, STANDARD, 1)
    began = time.perf_counter()
    for _ in range(REPEATS):
        run_many(*given, STANDARD, 1)
    # The mean and not the best: a slow second of the machine counts in the decisions too.
    return REPEATS * strokes / (time.perf_counter() - began)


HEAD = (
    f"{'':14}{'':>7}{'deci-':>8}{'strokes':>9} |{'ms a decision':^28}| {'simulated strokes a second':^30}",
    f"{'level':14}{'boards':>7}{'sions':>8}{'each':>9} |{'mean':>7}{'95 %':>8}{'at most':>11}  |"
    f"{'inside':>9}{'kernel':>9}{'ratio':>8}{'at least':>10}",
)


def print_level(level: str, boards: int) -> None:
    thoughts = thoughts_of(level, boards)
    line = f"{level:14}{thoughts.boards:7}{len(thoughts.aims):8}"
    took = mean(thoughts.aims)
    late = quantiles(thoughts.aims, n=20)[-1]
    limit = LIMITS.get(level)
    each = thoughts.strokes / max(1, len(thoughts.searched))
    line += f"{each:9.0f} |{took * 1e3:7.1f}{late * 1e3:8.1f}"
    line += f"{limit * 1e3:11.0f} {_missed(took > limit)} |" if limit is not None else f"{'':12} |"
    if thoughts.batches:
        inside, kernel = thoughts.strokes / sum(thoughts.searched), kernel_rate(thoughts.batches)
        line += f"{inside:9.0f}{kernel:9.0f}{inside / kernel:8.2f}"
        if (least := LEAST_RATIOS.get(level)) is not None:
            line += f"{least:10.2f} {_missed(inside < least * kernel)}"
    print(line.rstrip(), flush=True)


def _missed(missed: bool) -> str:
    return "MISSED" if missed else " "


def print_matches(count: int) -> None:
    print(
        f"\nWhole matches on {WORKERS} cores, all rulebooks, singles and doubles, each audited and replayed"
    )
    for players in FAST:
        say(f"matches of {players[0]}")
        began = time.perf_counter()
        done = list(played(jobs(count, 1, players), WORKERS))
        passed = time.perf_counter() - began
        wrong = sum(bool(each.wrong) for each in done)
        print(
            f"{players[0]:28}{len(done):5} matches{sum(each.strokes for each in done):8} strokes"
            f"{60.0 * len(done) / passed:8.0f} a minute" + (f"   {wrong} WENT WRONG" if wrong else ""),
            flush=True,
        )


def say(text: str) -> None:
    """Progress, apart from the figures."""
    print(f"{time.perf_counter() - BEGAN:6.0f} s  {text}", file=sys.stderr, flush=True)


BEGAN = time.perf_counter()


def main() -> int:
    words = argparse.ArgumentParser(description="How fast the players think, beside the kernel's own rate.")
    words.add_argument("--quick", action="store_true", help="a board or two only, to see that it works")
    words.add_argument("--boards", type=int, help="boards of each level (default 12)")
    words.add_argument("--matches", type=int, help="matches of each kind of fast players (default 60)")
    chosen = words.parse_args()
    boards = chosen.boards or (2 if chosen.quick else 12)
    warm_up()
    print(f"Decisions of whole boards, a level against itself, one core of {CORES}")
    print(*HEAD, sep="\n")
    for level in (*LEVELS, *LARGER, "geometric@club"):
        played_here = max(1, boards // 4) if level in LARGER else boards
        say(f"{played_here} boards of {level}")
        print_level(level, played_here)
    print_matches(chosen.matches or (4 if chosen.quick else 60))
    return 0


if __name__ == "__main__":
    sys.exit(main())

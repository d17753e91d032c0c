"""Whole matches of fast players over all rulebooks, singles and doubles: each ends, audits clean, replays.

python3 tools/matches.py                      a thousand matches on all cores
python3 tools/matches.py 30 --seed 7          thirty, from another seed
python3 tools/matches.py --players club random
python3 tools/matches.py --rulebook icf       a thousand under one rulebook
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import atan2, hypot, sqrt

from carrom.pace import GRAVITY
from carrom.physics import warm_up
from carrom.players import Chair, Noise, Player, View, named
from carrom.players.random import Random
from carrom.record import Record, audit, decode, encode
from carrom.record.entries import Demanded, Struck, TrialPlayed
from carrom.rulebooks import RULEBOOKS
from carrom.stroke import Aim
from carrom.surface import Point, band_middle, distance, distance_to_segment, pockets, seen_from
from carrom.table import Table, begin, play_on
from carrom.words import Coin

NAMES = {False: (("Asha",), ("Ben",)), True: (("Asha", "Chan"), ("Ben", "Dora"))}


class Straight(Player):
    """The straightest way from the base lines through an own coin into a pocket; otherwise a hard stroke."""

    name = "straight"

    def aim(self, view: View) -> Aim:
        best = max(self._ways(view), default=None)
        if best is not None and view.standing.broken:
            _, x, angle, speed = best
            return Aim(view.seat, x, angle, speed)
        low, high = view.places[len(view.places) // 2]
        x = min(max(0.01, low), high)
        target = min((seen_from(view.seat, coin.point) for coin in view.layout.of(view.own)), key=_far)
        y = _striker_line(view)
        return Aim(view.seat, x, atan2(target[1] - y, target[0] - x), view.equipment.pace.full_force)

    def _ways(self, view: View) -> Iterator[tuple[float, float, float, float]]:
        """How straight, and the place, angle and speed."""
        equipment, seat = view.equipment, view.seat
        coin_size, reach = equipment.coins.diameter, _reach(view)
        coins = [(placed.coin, seen_from(seat, placed.point)) for placed in view.layout.coins]
        wanted = {view.own, Coin.QUEEN} if view.standing.earned.of(view.colour) else {view.own}
        y = _striker_line(view)
        places = [low + (high - low) * step / 6.0 for low, high in view.places for step in range(7)]
        for (coin, at), pocket in product(coins, pockets(equipment.board)):
            others = [point for _, point in coins if point != at]
            run = distance(at, pocket)
            if coin not in wanted or run == 0.0 or not _free(at, pocket, others, coin_size):
                continue
            ahead = (pocket[0] - at[0]) / run, (pocket[1] - at[1]) / run
            ghost = at[0] - reach * ahead[0], at[1] - reach * ahead[1]
            for x in places:
                dx, dy = ghost[0] - x, ghost[1] - y
                way = hypot(dx, dy)
                straight = (dx * ahead[0] + dy * ahead[1]) / way if way else 0.0
                if straight > 0.3 and _free((x, y), ghost, others, reach):
                    pushed = 2.0 * equipment.pace.friction * GRAVITY * (way + run / straight**2 + 0.3)
                    speed = min(1.2 * sqrt(pushed), equipment.pace.full_force)
                    yield straight - way - run, x, atan2(dy, dx), speed


def _free(start: Point, end: Point, others: Iterable[Point], reach: float) -> bool:
    return all(distance_to_segment(other, start, end) >= reach for other in others)


def _reach(view: View) -> float:
    return (view.equipment.striker.diameter + view.equipment.coins.diameter) / 2.0


def _striker_line(view: View) -> float:
    return -band_middle(view.equipment.board)


def _far(point: Point) -> float:
    return hypot(*point)


@dataclass(frozen=True)
class Job:
    """One match."""

    book: str
    doubles: bool
    players: tuple[str, str]
    seed: int
    trials: bool = False
    clock: bool = False


HAND = Noise.parse("0.25°,3%,0.5mm")


@dataclass(frozen=True)
class Played:
    """The result of a match; `wrong` lists every fault that was found."""

    job: Job
    entries: int = 0
    strokes: int = 0
    boards: int = 0
    held: int = 0
    demanded: int = 0
    seconds: float = 0.0
    wrong: tuple[str, ...] = ()


def jobs(
    count: int, seed: int, players: tuple[str, str], books: Iterable[str] = tuple(RULEBOOKS)
) -> list[Job]:
    """All these rulebooks, singles and doubles in turn, each with a seed of its own.

    Every second round of them is with trial boards, every third with the clock.
    """
    kinds = list(product(books, (False, True)))
    rounds = ((number, number // len(kinds)) for number in range(count))
    return [
        Job(*kinds[number % len(kinds)], players, seed + number, trials=turn % 2 == 1, clock=turn % 3 == 2)
        for number, turn in rounds
    ]


def chair(name: str, seed: int) -> Chair:
    """The two players of this tool, or any that carrom knows."""
    if name == "straight":
        return Chair(Straight(), HAND, name)
    if name == "random":
        return Chair(Random(), HAND, name)
    return named(name)


def play(job: Job) -> Played:
    """One match from the toss to its end, and everything that is to be true of it afterwards."""
    began = time.perf_counter()
    first, second = NAMES[job.doubles]
    seated = {name: chair(job.players[0], job.seed) for name in first}
    seated |= {name: chair(job.players[1], job.seed) for name in second}
    record = Record()
    held_by = [(name, each.name) for name, each in seated.items()]
    table = begin(job.book, first, second, keeper=record, held_by=held_by, trials=job.trials, clock=job.clock)
    deadline = table.book.match.stroke_seconds if job.clock else None
    wrong: list[str] = []
    try:
        failures = play_on(
            table,
            seated,
            job.seed,
            deadline=deadline,
            on_refusal=lambda refusal: wrong.append(f"refused: {refusal}"),
        )
        wrong += [*(f"failed: {failure}" for failure in failures), *faults(table, record)]
    except Exception as raised:
        wrong.append(f"{type(raised).__name__} after entry {table.seq}: {raised}")
    return Played(
        job,
        table.seq,
        sum(isinstance(entry.event, Struck) for entry in table.entries),
        table.match.boards_ended,
        sum(foul.kind == "no-room" for foul in table.state.fouls),
        sum(isinstance(entry.event, Demanded) for entry in table.entries),
        time.perf_counter() - began,
        tuple(wrong),
    )


def faults(table: Table, record: Record) -> Iterator[str]:
    """The match is over, would be ruled the same again, survives its text, and replays to the same hashes."""
    if not table.over:
        yield f"not over: {table.asked}"
    for difference in audit(table.entries):
        yield f"audit: entry {difference.entry}: given {difference.given}, now {difference.now}"
    again, before = Record(), ""
    for entry in record.entries:
        read, before = decode(encode(entry, before), entry.seq, before)
        again.enter(read.event, read.at)
    resumed = Table.resume(again)
    if again.states != record.states or resumed.seq != table.seq:
        yield "resumed from its text, the match stands otherwise"
    for entry in resumed.entries:
        if isinstance(entry.event, Struck | TrialPlayed):
            resumed.replay(entry.seq)


def played(todo: list[Job], workers: int) -> Iterator[Played]:
    """Each match as it ends."""
    if workers == 1:
        yield from map(play, todo)
        return
    with multiprocessing.get_context("spawn").Pool(workers, warm_up) as pool:
        yield from pool.imap_unordered(play, todo)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("matches", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", nargs=2, default=("straight", "random"))
    parser.add_argument("--rulebook", choices=RULEBOOKS)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    began, done, wrong = time.perf_counter(), [], 0
    books = [asked.rulebook] if asked.rulebook else RULEBOOKS
    for each in played(jobs(asked.matches, asked.seed, tuple(asked.players), books), asked.workers):
        done.append(each)
        wrong += bool(each.wrong)
        for fault in each.wrong:
            print(f"\r{each.job}: {fault}")
        passed = time.perf_counter() - began
        left = passed / len(done) * (asked.matches - len(done))
        if sys.stderr.isatty() or len(done) % 50 == 0:
            print(
                f"\r{len(done)} of {asked.matches}, {left:.0f} s left ", end="", file=sys.stderr, flush=True
            )
    passed = time.perf_counter() - began
    print(file=sys.stderr)
    print(f"{len(done)} matches, {sum(each.boards for each in done)} boards", end=", ")
    print(
        f"{sum(each.strokes for each in done)} strokes, {sum(each.entries for each in done)} entries",
        end=", ",
    )
    print(f"{sum(each.held for each in done)} coins held, {sum(each.demanded for each in done)} demands")
    print(f"{passed:.0f} s on {asked.workers} cores: {60 * len(done) / passed:.0f} matches a minute")
    sound = "nothing was refused; every one ended, audits clean and replays"
    print(f"{wrong} with something wrong" if wrong else sound)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

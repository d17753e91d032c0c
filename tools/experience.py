"""Fit the experience of a hand (`players/hand.py`): how often strokes keep the turn, by what is seen.

    .venv/bin/python tools/experience.py national --pairs 300

A player plays pairs of boards against itself. Before each stroke after the break it sees a best line, a mean
coin and a share of its nine coins; least squares over all strokes give a row of `SEEN`, with standard errors.
Beside it is what the row in use expects of the same strokes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from carrom.arena.boards import play_pair
from carrom.arena.jobs import BoardPair, derived
from carrom.cli.output import say
from carrom.errors import CarromError
from carrom.laws import NEW_MATCH
from carrom.players import View, named
from carrom.players.hand import experience, hand_on
from carrom.players.volley import Volley
from carrom.players.worth import Worth
from carrom.record import Record, states
from carrom.record.entries import Struck
from carrom.store import read_lines
from carrom.table import Table
from carrom.words import COINS_A_SIDE

FIELDS = ("constant", "best line", "mean coin", "share of the nine coins")
Stroke = tuple[tuple[float, ...], bool]


def strokes_of(job: BoardPair) -> list[Stroke]:
    """What the player saw before each stroke after the break, and whether it kept the turn."""
    return [
        stroke for board in play_pair(job, keep_records=True).boards for stroke in _seen(job.a, board.record)
    ]


def _seen(player: str, text: str) -> Iterator[Stroke]:
    entries = read_lines(text.splitlines()).entries
    record = Record(entries, states(entries))
    table, noise = Table.resume(record), named(player).noise
    for entry in record.entries:
        if not isinstance(entry.event, Struck):
            continue
        before, after = (record.states[entry.seq - back].match for back in (2, 1))
        standing = before.standing
        if standing is None or not standing.broken:
            continue
        view = View(before, table.replay(entry.seq).layout, before.on_strike, table.equipment)
        numbers = hand_on(noise, view.equipment)
        line, mean = Worth(view, numbers, numbers, Volley(view.equipment, view.seat)).seen_now[:2]
        own = standing.coins.of(view.colour) / COINS_A_SIDE
        yield (1.0, line, mean, own), bool(after.boards_ended) or after.on_strike == before.on_strike


def main(words: Sequence[str] | None = None) -> int:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("player")
    reader.add_argument("--pairs", type=int, default=300)
    reader.add_argument("--seed", default="fitting")
    reader.add_argument("--workers", type=int, default=2)
    given = reader.parse_args(words)
    try:
        noise = named(given.player).noise
        jobs = [
            BoardPair(given.player, given.player, NEW_MATCH, seed=derived(given.seed, "experience", number))
            for number in range(given.pairs)
        ]
        with ProcessPoolExecutor(given.workers) as workers:
            played = [stroke for strokes in workers.map(strokes_of, jobs) for stroke in strokes]
    except CarromError as wrong:
        print(f"experience: {wrong}", file=sys.stderr)
        return 2
    seen, kept = np.array([row for row, _ in played]), np.array([float(kept) for _, kept in played])
    row, *_ = np.linalg.lstsq(seen, kept, rcond=None)
    errors = np.sqrt(np.diag(np.linalg.inv(seen.T @ seen)) * (kept - seen @ row).var())
    for field, value, error in zip(FIELDS, row, errors, strict=True):
        say(f"{field}\t{value:.3f} ± {error:.3f}")
    expected = float((seen @ np.array(experience(noise.angle))).mean())
    say(f"{len(played)} strokes: {kept.mean():.3f} kept the turn, the row in use expects {expected:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How fast the laws are: python benchmarks/laws.py (in .venv, on a quiet machine).

Each figure is the best of several runs on varied input, beside its limit.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.census.census import census  # noqa: E402

from carrom.record import Record, fold, rule_on  # noqa: E402  # the path above comes first
from carrom.record.entries import Begun, PlayCalled, Seated, SeatsChanged, Tossed, TossedAgain  # noqa: E402
from carrom.rulebooks import RULEBOOKS  # noqa: E402
from carrom.rules import apply, judge  # noqa: E402
from carrom.rules.match import OVER, TO_PLAY, TO_TOSS_AGAIN  # noqa: E402
from carrom.rules.standing import OnBoard  # noqa: E402
from carrom.stroke import StrokeReport  # noqa: E402
from carrom.words import WHITE, Seat, Side  # noqa: E402


def best(runs: int, measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(runs))


def process_seconds(*words: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return time.perf_counter() - began


def import_milliseconds() -> float:
    """`import carrom` over bare Python."""
    bare = best(15, lambda: process_seconds("-c", "pass"))
    return (best(15, lambda: process_seconds("-c", "import carrom")) - bare) * 1e3


def judge_microseconds() -> float:
    """judge and apply, over strokes of all five rulebooks in random order."""
    chance = random.Random(7)
    sample = []
    for book in RULEBOOKS.values():
        outcomes = list(census(book, whole=False))
        sample += [(book, *outcome) for outcome in chance.sample(outcomes, 4000)]
    chance.shuffle(sample)

    def once() -> float:
        began = time.perf_counter()
        for book, standing, report in sample:
            apply(standing, judge(standing, report, book))
        return (time.perf_counter() - began) / len(sample) * 1e6

    return best(5, once)


def a_long_record(length: int) -> Record:
    """Entries of a doubles match played by chance, with few coins falling, until there are enough."""
    chance = random.Random(11)
    record = Record()
    record.enter(Begun("international-a", ("Asha", "Chan"), ("Ben", "Dora")))
    record.enter(Tossed(Side.FIRST, "break"))
    chairs = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
    record.enter(Seated(tuple(zip(chairs, ("Asha", "Ben", "Chan", "Dora"), strict=True)), "Asha"))
    while len(record.entries) < length and record.state.match.stage != OVER:
        match = record.state.match
        if match.stage == TO_TOSS_AGAIN:
            record.enter(TossedAgain("Ben"))
        elif match.stage == TO_PLAY:
            if match.change_seats:
                record.enter(SeatsChanged())
            record.enter(PlayCalled())
        else:
            board = match.standing
            assert board is not None
            mine = board.coins.of(board.on_strike)
            own = 1 if chance.random() < 0.1 and mine > 1 else 0
            queen = isinstance(board.queen, OnBoard) and chance.random() < 0.02
            white, black = (own, 0) if board.on_strike is WHITE else (0, own)
            report = StrokeReport(white, black, queen, chance.random() < 0.06)
            record.enter(rule_on(record.state, report))
    return record


def fold_milliseconds() -> float:
    """Folding 2 000 entries."""
    entries = a_long_record(2000).entries
    assert len(entries) == 2000, len(entries)

    def once() -> float:
        began = time.perf_counter()
        fold(entries)
        return (time.perf_counter() - began) * 1e3

    return best(5, once)


def thousand_cases_seconds() -> float:
    """1 000 cases in one `carrom rule --json` call, all in."""
    agreed = json.loads((ROOT / "tests" / "laws" / "cases.json").read_text(encoding="utf-8"))
    cases = (agreed * (1000 // len(agreed) + 1))[:1000]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.json"
        path.write_text(json.dumps(cases), encoding="utf-8")
        return best(5, lambda: process_seconds("-m", "carrom", "rule", "--json", str(path)))


FIGURES: tuple[tuple[str, Callable[[], float], float, str], ...] = (
    ("import carrom, over bare Python", import_milliseconds, 150, "ms"),
    ("judge + apply, a stroke", judge_microseconds, 100, "µs"),
    ("fold 2 000 entries", fold_milliseconds, 150, "ms"),
    ("carrom rule, 1 000 cases, all in", thousand_cases_seconds, 1.5, "s"),
)


def main() -> int:
    slow = 0
    for name, measure, limit, unit in FIGURES:
        figure = measure()
        slow += figure > limit
        verdict = "" if figure <= limit else "   TOO SLOW"
        print(f"{name:36} {figure:8.2f} {unit}   limit {limit:g} {unit}{verdict}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())

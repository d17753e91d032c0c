"""The work of an arena, cut into jobs: values with a seed in them, and values as results.

A job says everything that decides its result. So it gives the same result in any process, on any machine,
before or after any other.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from carrom.json_reader import Json, JsonReader

DEADLINE = 60.0
"""Seconds a player has for one answer; only a player that hangs ever meets it."""

SLAM = "slam"
CLEAR = "clear"
TASKS = (SLAM, CLEAR)


@dataclass(frozen=True)
class BoardPair:
    """Two boards from one seed: `a` breaks the first, `b` the second.

    `pace` is a profile by its name, or the whole text of a profile's file.
    """

    a: str
    b: str
    book: str = "international-a"
    doubles: bool = False
    pace: str = "club"
    seed: int = 1
    deadline: float | None = DEADLINE


@dataclass(frozen=True)
class SoloBoard:
    """One board alone: the break and nine whites with the queen in one turn, or all 19 coins in any order."""

    player: str
    task: str = SLAM
    book: str = "international-a"
    pace: str = "club"
    seed: int = 1
    deadline: float | None = DEADLINE


Job = BoardPair | SoloBoard


@dataclass(frozen=True)
class BoardResult:
    """A board as it ended, figures of `a` first. The seconds are for show, and no part of what repeats."""

    winner: Literal["a", "b"] | None  # nobody wins a void board
    points: int
    strokes: tuple[int, int]
    fouls: tuple[int, int]
    failures: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    record: str = field(default="", compare=False, repr=False)

    @property
    def halves(self) -> int:
        """Half boards for `a`."""
        return {"a": 2, "b": 0}.get(self.winner or "", 1)


@dataclass(frozen=True)
class PairResult:
    boards: tuple[BoardResult, BoardResult]

    @property
    def halves(self) -> int:
        """Half boards for `a`, from 0 to 4."""
        return sum(board.halves for board in self.boards)


@dataclass(frozen=True)
class SoloResult:
    """A board alone: whether it was done, in how many strokes, with how many coins pocketed at its end."""

    done: bool
    strokes: int
    pocketed: int
    fouls: int
    failures: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)


Result = PairResult | SoloResult


def run(job: Job, keep_records: bool = False) -> Result:
    """Play a job. `keep_records` puts each board's match record into its result, as text."""
    # Imported here: who only asks for jobs or reads results needs no simulator.
    if isinstance(job, BoardPair):
        from carrom.arena.boards import play_pair

        return play_pair(job, keep_records)
    from carrom.arena.solo import play_solo

    return play_solo(job)


def without_records(result: Result) -> Result:
    """The result alone: a long run cannot hold all its records."""
    if isinstance(result, SoloResult):
        return result
    first, second = (replace(board, record="") for board in result.boards)
    return PairResult((first, second))


def derived(seed: int | str, *words: str | int) -> int:
    """A seed from a seed and what it is for: streams that have nothing to do with one another."""
    text = "\x1f".join((str(seed), *map(str, words)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


def job_in_words(job: Job) -> str:
    """A job in a few words, for a message."""
    match job:
        case BoardPair(a, b, book, _, _, seed):
            return f"{a} against {b}, {book}, seed {seed}"
        case SoloBoard(player, task, book, _, seed):
            return f"{player} alone ({task}), {book}, seed {seed}"


def result_to_json(result: Result) -> dict[str, object]:
    """A result as JSON has it, without the records."""
    if isinstance(result, PairResult):
        return {"boards": [_figures(board) for board in result.boards]}
    return _figures(result)


def _figures(result: BoardResult | SoloResult) -> dict[str, object]:
    figures = asdict(result)
    figures.pop("record", None)
    seconds = figures["seconds"]
    figures["seconds"] = (
        round(seconds, 4) if isinstance(seconds, float) else [round(each, 4) for each in seconds]
    )
    return figures


_READER = JsonReader({})


def result_from_json(given: Json) -> Result:
    """Read what `result_to_json` made; `Unreadable` for anything else."""
    return _READER.built(PairResult, given) if "boards" in given else _READER.built(SoloResult, given)

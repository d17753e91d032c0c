"""The jobs of an arena and their results, as values.

A job contains everything that its result depends on, so any process on any machine gives the same result.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from carrom.json_reader import Json, JsonReader
from carrom.laws import NEW_MATCH
from carrom.words import RosetteSetting

DEADLINE = 60.0
"""Seconds that a player has for one answer; only a player that hangs takes so long."""

SLAM = "slam"
CLEAR = "clear"
TASKS = (SLAM, CLEAR)


@dataclass(frozen=True)
class BoardPair:
    """A job: two boards from one seed. Player `a` breaks the first, player `b` the second.

    Players are named as on the command line. `pace` is the name of a built-in pace, or the text of a profile.
    `deadline` is in seconds for one answer; None means no deadline. Both boards have the same `rosette`.
    """

    a: str
    b: str
    book: str = NEW_MATCH
    doubles: bool = False
    pace: str = "club"
    seed: int = 1
    deadline: float | None = DEADLINE
    rosette: RosetteSetting = "hand"


@dataclass(frozen=True)
class SoloBoard:
    """One board alone: a white slam in one turn, or all 19 coins in any order."""

    player: str
    task: str = SLAM
    book: str = NEW_MATCH
    pace: str = "club"
    seed: int = 1
    deadline: float | None = DEADLINE
    rosette: RosetteSetting = "hand"


Job = BoardPair | SoloBoard


@dataclass(frozen=True)
class BoardResult:
    """The result of a board, with the figures of `a` first. The seconds differ between runs.

    `left` are the loser's coins; 0 where the loser's last coin fell too early. `queen` is who covered it, if
    anybody did.
    """

    winner: Literal["a", "b"] | None  # nobody wins a void board
    points: int
    left: int
    queen: Literal["a", "b"] | None
    strokes: tuple[int, int]
    fouls: tuple[int, int]
    failures: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    record: str = field(default="", compare=False, repr=False)

    @property
    def halves(self) -> int:
        """The half boards of `a`: 0, 1 or 2."""
        return {"a": 2, "b": 0}.get(self.winner or "", 1)


@dataclass(frozen=True)
class PairResult:
    boards: tuple[BoardResult, BoardResult]

    @property
    def halves(self) -> int:
        """The half boards of `a`, from 0 to 4."""
        return sum(board.halves for board in self.boards)


@dataclass(frozen=True)
class SoloResult:
    """The result of a board alone: if it was done, and its figures."""

    done: bool
    strokes: int
    pocketed: int
    fouls: int
    failures: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)


Result = PairResult | SoloResult


def run(job: Job, keep_records: bool = False) -> Result:
    """Play a job. With `keep_records` the result contains the text of each board's match record."""
    # Imported here: making jobs and reading results needs no simulator.
    if isinstance(job, BoardPair):
        from carrom.arena.boards import play_pair

        return play_pair(job, keep_records)
    from carrom.arena.solo import play_solo

    return play_solo(job)


def without_records(result: Result) -> Result:
    """The result without its match records, of which a long run has too many for memory."""
    if isinstance(result, SoloResult):
        return result
    first, second = (replace(board, record="") for board in result.boards)
    return PairResult((first, second))


def derived(seed: int | str, *words: str | int) -> int:
    """A seed for one purpose, independent of those for other purposes."""
    text = "\x1f".join((str(seed), *map(str, words)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


def job_in_words(job: Job) -> str:
    """A description of a job for a message."""
    match job:
        case BoardPair(a, b, book, _, _, seed):
            return f"{a} against {b}, {book}, seed {seed}"
        case SoloBoard(player, task, book, _, seed):
            return f"{player} alone ({task}), {book}, seed {seed}"


def result_to_json(result: Result) -> dict[str, object]:
    """The result as JSON, without match records."""
    figures = asdict(result)
    for board in figures.get("boards", ()):
        del board["record"]
    return figures


_READER = JsonReader({})


def result_from_json(given: Json) -> Result:
    """The result from its JSON. Raises `Unreadable` for anything else."""
    return _READER.built(PairResult, given) if "boards" in given else _READER.built(SoloResult, given)

"""The jobs of a run, and the figures from their results: scores, ratings, strokes and fouls of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from carrom.arena.bradley_terry import Ratings, ratings
from carrom.arena.elo import PairScores
from carrom.arena.jobs import SLAM, BoardPair, BoardResult, PairResult, SoloBoard, SoloResult, derived
from carrom.estimate import Estimate, mean, wilson


def pair_jobs(players: Sequence[str], pairs: int, like: BoardPair) -> list[BoardPair]:
    """Make `pairs` jobs for each two players, in turn, with the other fields and the run's seed from `like`.

    Pair n has the same seed for everybody, whatever the number of pairs: so a run can be made longer.
    """
    return [
        replace(like, a=players[a], b=players[b], seed=derived(like.seed, "pair", number))
        for number in range(pairs)
        for a, b in combinations(range(len(players)), 2)
    ]


def solo_jobs(players: Sequence[str], boards: int, like: SoloBoard) -> list[SoloBoard]:
    """Make `boards` jobs for each player, in turn; board n has the same seed for everybody."""
    return [
        replace(like, player=player, seed=derived(like.seed, "solo", number))
        for number in range(boards)
        for player in players
    ]


def labels(players: Sequence[str]) -> tuple[str, ...]:
    """A name for each player; a name that occurs more than once gets a number.

    >>> labels(["club", "national", "club"])
    ('club 1', 'national', 'club 2')
    """
    return tuple(
        f"{player} {players[: place + 1].count(player)}" if players.count(player) > 1 else player
        for place, player in enumerate(players)
    )


@dataclass(frozen=True)
class Meeting:
    """The numbers of two players, and the half boards of the first in each of their pairs."""

    a: int
    b: int
    halves: tuple[int, ...]

    @property
    def scores(self) -> PairScores:
        return PairScores.of(self.halves)


@dataclass(frozen=True)
class Played:
    """The figures of one player over all boards."""

    name: str
    boards: int
    won: int
    void: int
    points: int
    lost_points: int
    strokes: int
    fouls: int
    seconds: float
    failures: tuple[str, ...]

    def each(self, total: float) -> float:
        """The mean of a total a board."""
        return total / self.boards if self.boards else 0.0

    @property
    def seconds_a_stroke(self) -> float:
        return self.seconds / self.strokes if self.strokes else 0.0


@dataclass(frozen=True)
class Summary:
    """The figures of a run of pairs, with ratings if there are more than two players and all have met."""

    players: tuple[Played, ...]
    meetings: tuple[Meeting, ...]
    ratings: Ratings | None = None


def summed(players: Sequence[str], results: Sequence[PairResult]) -> Summary:
    """The figures of the results of `pair_jobs`, in their order; there may be fewer results than jobs."""
    pairs = list(combinations(range(len(players)), 2))
    boards: list[list[tuple[BoardResult, int]]] = [[] for _ in players]
    meetings = []
    for number, (a, b) in enumerate(pairs):
        met = results[number :: len(pairs)]
        meetings.append(Meeting(a, b, tuple(result.halves for result in met)))
        boards[a] += [(board, 0) for result in met for board in result.boards]
        boards[b] += [(board, 1) for result in met for board in result.boards]
    rated = None
    if len(players) > 2 and all(meeting.halves for meeting in meetings):
        rated = ratings(len(players), {(m.a, m.b): m.scores for m in meetings})
    played = tuple(_played(name, own) for name, own in zip(labels(players), boards, strict=True))
    return Summary(played, tuple(meetings), rated)


def _played(name: str, boards: Sequence[tuple[BoardResult, int]]) -> Played:
    """The figures of a player; each board comes with the player's place in it, 0 or 1."""
    won = [board.points for board, place in boards if board.winner == "ab"[place]]
    lost = [board.points for board, place in boards if board.winner == "ba"[place]]
    return Played(
        name,
        len(boards),
        len(won),
        len(boards) - len(won) - len(lost),
        sum(won),
        sum(lost),
        sum(board.strokes[place] for board, place in boards),
        sum(board.fouls[place] for board, place in boards),
        sum(board.seconds[place] for board, place in boards),
        tuple(text for board, place in boards for text in board.failures[place]),
    )


@dataclass(frozen=True)
class Alone:
    """The figures of one player over all boards alone."""

    name: str
    boards: int
    done: Estimate
    strokes: Estimate
    pocketed: Estimate
    fouls: Estimate
    seconds_a_stroke: float
    failures: tuple[str, ...]


def alone(players: Sequence[str], results: Sequence[SoloResult], task: str = SLAM) -> tuple[Alone, ...]:
    """The figures of the results of `solo_jobs`, in their order; there may be fewer results than jobs.

    The strokes to clear a board count only boards that were cleared.
    """
    found = []
    for number, name in enumerate(labels(players)):
        own = results[number :: len(players)]
        strokes = sum(result.strokes for result in own)
        found.append(
            Alone(
                name,
                len(own),
                wilson(sum(result.done for result in own), len(own)),
                mean([result.strokes for result in own if result.done or task == SLAM]),
                mean([result.pocketed for result in own]),
                mean([result.fouls for result in own]),
                sum(result.seconds for result in own) / strokes if strokes else 0.0,
                tuple(text for result in own for text in result.failures),
            )
        )
    return tuple(found)

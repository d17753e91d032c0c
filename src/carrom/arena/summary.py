"""From results to figures: who scored how much against whom, and how they played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from carrom.arena.bradley_terry import Ratings, ratings
from carrom.arena.elo import PairScores
from carrom.arena.jobs import SLAM, BoardPair, BoardResult, PairResult, SoloBoard, SoloResult, derived
from carrom.estimate import Estimate, mean, wilson


def pair_jobs(players: Sequence[str], pairs: int, like: BoardPair) -> list[BoardPair]:
    """`pairs` pairs for each two players, turn about; `like` gives the rest, its seed that of the run.

    Pair n has the same seed for everybody and whatever the number of pairs, so that a run can be made longer.
    """
    return [
        replace(like, a=players[a], b=players[b], seed=derived(like.seed, "pair", number))
        for number in range(pairs)
        for a, b in pairings(len(players))
    ]


def solo_jobs(players: Sequence[str], boards: int, like: SoloBoard) -> list[SoloBoard]:
    """`boards` boards for each player, turn about, board n with the same seed for everybody."""
    return [
        replace(like, player=player, seed=derived(like.seed, "solo", number))
        for number in range(boards)
        for player in players
    ]


def pairings(players: int) -> list[tuple[int, int]]:
    """Everybody meets everybody."""
    return list(combinations(range(players), 2))


def labels(players: Sequence[str]) -> tuple[str, ...]:
    """A name for each player; a name that occurs twice gets a number.

    >>> labels(["club", "expert", "club"])
    ('club 1', 'expert', 'club 2')
    """
    seen: dict[str, int] = {}
    given = []
    for player in players:
        seen[player] = seen.get(player, 0) + 1
        given.append(f"{player} {seen[player]}" if players.count(player) > 1 else player)
    return tuple(given)


@dataclass(frozen=True)
class Meeting:
    """Two players by their numbers, and how their pairs ended for the first, in order."""

    a: int
    b: int
    halves: tuple[int, ...]

    @property
    def scores(self) -> PairScores:
        return PairScores.of(self.halves)


@dataclass(frozen=True)
class Played:
    """What one player did on all boards together."""

    name: str
    boards: int = 0
    won: int = 0
    void: int = 0
    points: int = 0
    lost_points: int = 0
    strokes: int = 0
    fouls: int = 0
    seconds: float = 0.0
    failures: tuple[str, ...] = ()

    def each(self, total: float) -> float:
        """So much a board."""
        return total / self.boards if self.boards else 0.0

    @property
    def seconds_a_stroke(self) -> float:
        return self.seconds / self.strokes if self.strokes else 0.0


@dataclass(frozen=True)
class Summary:
    """All that a run of pairs says; there are ratings where more than two players have all met."""

    players: tuple[Played, ...]
    meetings: tuple[Meeting, ...]
    ratings: Ratings | None = None


def summed(players: Sequence[str], results: Sequence[PairResult]) -> Summary:
    """Figures from the results of `pair_jobs`, in their order; there may be fewer results than jobs."""
    names, pairs = labels(players), pairings(len(players))
    played = [Played(name) for name in names]
    halves: dict[tuple[int, int], list[int]] = {pair: [] for pair in pairs}
    for number, result in enumerate(results):
        a, b = pairs[number % len(pairs)]
        halves[a, b].append(result.halves)
        for board in result.boards:
            played[a], played[b] = _counted(played[a], board, 0), _counted(played[b], board, 1)
    meetings = tuple(Meeting(a, b, tuple(halves[a, b])) for a, b in pairs)
    rated = None
    if len(players) > 2 and all(meeting.halves for meeting in meetings):
        rated = ratings(len(players), {(m.a, m.b): m.scores for m in meetings})
    return Summary(tuple(played), meetings, rated)


def _counted(played: Played, board: BoardResult, place: int) -> Played:
    """A board more; `place` is 0 for the first of the two players, 1 for the second."""
    won = board.winner == "ab"[place]
    lost = board.winner == "ba"[place]
    return replace(
        played,
        boards=played.boards + 1,
        won=played.won + won,
        void=played.void + (board.winner is None),
        points=played.points + won * board.points,
        lost_points=played.lost_points + lost * board.points,
        strokes=played.strokes + board.strokes[place],
        fouls=played.fouls + board.fouls[place],
        seconds=played.seconds + board.seconds[place],
        failures=(*played.failures, *board.failures[place]),
    )


@dataclass(frozen=True)
class Alone:
    """What one player did on all boards alone."""

    name: str
    boards: int
    done: Estimate
    strokes: Estimate
    pocketed: Estimate
    fouls: Estimate
    seconds_a_stroke: float
    failures: tuple[str, ...]


def alone(players: Sequence[str], results: Sequence[SoloResult], task: str = SLAM) -> tuple[Alone, ...]:
    """Figures from the results of `solo_jobs`, in their order; there may be fewer results than jobs.

    Strokes to clear are those of the boards that were cleared: one given up says nothing about them.
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

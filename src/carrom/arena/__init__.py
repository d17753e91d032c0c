"""The arena: players against one another and alone, so that strength can be measured."""

from carrom.arena.bradley_terry import Ratings, ratings
from carrom.arena.elo import PairScores, elo_of, score_of
from carrom.arena.jobs import (
    BoardPair,
    BoardResult,
    Job,
    PairResult,
    Result,
    SoloBoard,
    SoloResult,
    derived,
    run,
)
from carrom.arena.sprt import Sprt, Verdict
from carrom.estimate import Estimate, mean, wilson

__all__ = [
    "BoardPair",
    "BoardResult",
    "Estimate",
    "Job",
    "PairResult",
    "PairScores",
    "Ratings",
    "Result",
    "SoloBoard",
    "SoloResult",
    "Sprt",
    "Verdict",
    "derived",
    "elo_of",
    "mean",
    "ratings",
    "run",
    "score_of",
    "wilson",
]

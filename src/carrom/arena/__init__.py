"""The arena: computer players play each other, or alone, so that their strength can be measured."""

from carrom.arena.elo import PairScores
from carrom.arena.jobs import BoardPair, PairResult, SoloBoard, SoloResult, run
from carrom.arena.sprt import Sprt
from carrom.estimate import wilson

__all__ = ["BoardPair", "PairResult", "PairScores", "SoloBoard", "SoloResult", "Sprt", "run", "wilson"]

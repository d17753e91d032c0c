"""The judge with standings, clauses and rulings."""

from carrom.rules.apply import apply
from carrom.rules.judge import judge, play
from carrom.rules.rulebook import Rulebook
from carrom.rules.ruling import Finding, Ruling
from carrom.rules.standing import Each, Standing

__all__ = ["Each", "Finding", "Rulebook", "Ruling", "Standing", "apply", "judge", "play"]

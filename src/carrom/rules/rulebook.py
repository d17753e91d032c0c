"""A rulebook as a value: clauses, worths and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carrom.laws import Citation
from carrom.rules.clauses import Clause, End, Reading
from carrom.rules.facts import IncidentFacts, StrokeFacts


@dataclass(frozen=True, slots=True)
class MatchLaws:
    """The laws of games and matches: their length, the seats and the times."""

    game_points: int = 25
    boards: int | None = 8
    games_to_win: int = 1
    round_to_the_right: bool = True
    change_at_points: int = 13
    change_after_boards: int = 4
    stroke_seconds: int = 15
    placing_seconds: int = 15
    change_seconds: int = 120
    protest_minutes: int = 15
    distractions_allowed: int = 3


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that the judge needs from one text of the laws.

    `tries` judge strokes before the break is made, `strokes` all others, `ends` a board whose last
    coin fell; each list runs from special to general. `readings` are named beside the deciding clause's own.
    `notes` are the laws for what may follow any stroke: dues, jumped coins, the limits of 22 and 12 points,
    passes, and how pieces come to rest.
    """

    id: str
    tries: tuple[Clause[StrokeFacts], ...]
    strokes: tuple[Clause[StrokeFacts], ...]
    ends: tuple[End[StrokeFacts], ...]
    incidents: Mapping[str, tuple[Clause[IncidentFacts] | End[IncidentFacts], ...]]
    notes: Mapping[str, tuple[Citation, ...]]
    readings: tuple[Reading[StrokeFacts], ...]
    letters: Mapping[str, str]
    foul_book: str
    queen_worth: int = 3
    twenty_two: int | None = 22
    most_points: int | None = 12
    right_is_in_nets: bool = False
    counts_strokes: bool = False
    jumped_to: str = "centre"
    striker_between_lines: bool = False
    match: MatchLaws = MatchLaws()

    def queen_points(self, points: int) -> int:
        """What the queen is worth to a side that has `points` in the game."""
        return 0 if self.twenty_two is not None and points >= self.twenty_two else self.queen_worth

    def special_points(self, points: int) -> int:
        """The three points of the special ends, one from 22 on."""
        return 1 if self.twenty_two is not None and points >= self.twenty_two else 3

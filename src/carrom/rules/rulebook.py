"""A rulebook as a value: clauses, worths and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from carrom.laws import Citation
from carrom.rules.clauses import Clause, End, Points, Reading
from carrom.rules.facts import IncidentFacts, StrokeFacts
from carrom.rules.placing import STANDARD_PLACING, PlacingLaws
from carrom.rules.respot import STANDARD_RESPOT, RespotLaws
from carrom.rules.standing import Each, Standing
from carrom.words import BLACK, WHITE


@dataclass(frozen=True, slots=True)
class MatchLaws:
    """The laws of games and matches: their length, the seats and the times."""

    game_points: int = 25
    boards: int | None = 8
    games_to_win: int = 1
    round_to_the_right: bool = True
    change_at_points: int = 13
    change_after_boards: int | None = 4
    stroke_seconds: int = 15
    placing_seconds: int = 15
    change_seconds: int = 120
    protest_minutes: int = 15
    distractions_allowed: int = 3
    striker_changes: int | None = 2
    """How often a player may change the striker: once and back, or after any board."""
    rest_minutes: int = 0
    """The rest before the deciding game, if the text names one."""
    break_by_game: bool = False
    """Whether the first break of each game alternates; otherwise the order of breaks runs on."""
    finals_unlimited: bool = False
    """Whether in the finals a game has no limit of boards and the decider changes seats by points alone."""
    protest_replays: Literal["match", "board"] = "match"
    """What is played again once a protest is upheld."""


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
    incident_readings: tuple[Reading[IncidentFacts], ...] = ()
    queen_worth: int = 3
    twenty_two: int | None = 22
    most_points: int | None = 12
    right_is_in_nets: bool = False
    counts_strokes: bool = False
    jumped_to: str = "centre"
    striker_between_lines: bool = False
    held_up_striker_counts: bool = True
    """Whether a striker that a coin holds up over a pocket counts as pocketed."""
    queen_overlooked: Literal["own-stroke", "any-stroke"] = "own-stroke"
    """The stroke from which a queen that nobody covered, and nobody put back, counts as covered."""
    tries_each: int | None = None
    """Tries at the break for each player in turn; None: two for the first, and then one each."""
    allowed_acts: frozenset[str] = frozenset()
    """Breaches of the international laws, as the umpire's list names them, that this text does not forbid."""
    act_laws: Mapping[str, str] = field(default_factory=dict)
    """The paragraphs of such breaches that a shorter text has itself; the others are borrowed."""
    match: MatchLaws = MatchLaws()
    placing: PlacingLaws = STANDARD_PLACING
    respot: RespotLaws = STANDARD_RESPOT

    @property
    def has_extra_points(self) -> bool:
        """Whether a board can end with points that the winner may demand."""
        return any(Points.ON_DEMAND in end.points for end in self.ends)

    def with_rights(self, standing: Standing) -> Standing:
        """The standing with the right to the queen as this text judges it."""
        if not self.right_is_in_nets:
            return standing
        earned = Each(standing.in_nets(WHITE) > 0, standing.in_nets(BLACK) > 0)
        return standing if earned == standing.earned else replace(standing, earned=earned)

    def next_turn_of_tries(self, tries: int) -> int:
        """The tries on this board, counted up to where the next player's begin."""
        return tries if self.tries_each is None else -(-tries // self.tries_each) * self.tries_each

    def queen_points(self, points: int) -> int:
        """What the queen is worth to a side that has `points` in the game."""
        return 0 if self.twenty_two is not None and points >= self.twenty_two else self.queen_worth

    def special_points(self, points: int) -> int:
        """The three points of the special ends, one from 22 on."""
        return 1 if self.twenty_two is not None and points >= self.twenty_two else 3

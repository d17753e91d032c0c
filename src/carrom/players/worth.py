"""What outcomes of strokes are worth to one side: judged under the rulebook in force, weighed as a race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from carrom.physics import sight, volley
from carrom.players.hand import Hand
from carrom.players.race import CHANCES, I_COVER, MINE, ON_BOARD, THEIRS, THEY_COVER, Race, Score, race
from carrom.players.view import View
from carrom.rules import Standing, apply, judge
from carrom.rules.match import Match, played
from carrom.rules.standing import CoveredBy, OnBoard
from carrom.stroke import StrokeReport
from carrom.words import COINS_A_SIDE, Colour

if TYPE_CHECKING:
    from carrom.players.race import Floats, Ints

SIGHT_PLACES = np.array([-0.2191, -0.16, -0.105, -0.05, 0.0, 0.05, 0.105, 0.16, 0.2191])
"""From where lines are looked for when a board is weighed."""

MOST_FALL = 10

LATER = 0.9
"""Of the chance experience gives: what is counted on for strokes farther ahead than the next.

A race of even chances forgets that the last coins are often the worst; counted in full, a foul that puts two
coins back would cost next to nothing.
"""


@dataclass(frozen=True)
class Follows:
    """What a report leads to, as the race has it; `ends` is the worth of an ended board, else None."""

    ends: float | None
    mine: int
    theirs: int
    queen: int
    mine_on_strike: bool
    standing: Standing


class Worth:
    """Weighs outcomes for the player of a view; `mine` and `theirs` are the hands that play."""

    def __init__(self, view: View, mine: Hand, theirs: Hand) -> None:
        self.view = view
        self.me = view.colour
        self.book = view.book
        self.mine, self.theirs = mine, theirs
        self._numbers = np.stack([mine.numbers, theirs.numbers])
        self.seats = (view.seat, view.seat_of(view.match.after(view.player)))
        self.race = race_of(view.match, self.me)
        self._known: dict[tuple[Standing, tuple[int, ...]], Follows] = {}

    def follows(self, standing: Standing, fell: tuple[int, ...]) -> Follows:
        """What the judge makes of a stroke: white, black, queen, striker fallen, coin touched."""
        key = (standing, fell)
        if key not in self._known:
            self._known[key] = self._judged(standing, fell)
        return self._known[key]

    def _judged(self, standing: Standing, fell: tuple[int, ...]) -> Follows:
        white, black, queen, striker, touched = fell
        report = StrokeReport(white, black, bool(queen), bool(striker), touched=bool(touched))
        after = apply(standing, judge(standing, report, self.book))
        if after.over is not None:
            points = after.over.points
            mine = after.over.winner is self.me
            ends = (
                self.race.after_board(points if mine else 0, 0 if mine else points)
                if after.over.winner is not None
                else 0.5
            )
            return Follows(ends, 0, 0, ON_BOARD, mine, after)
        return self._placed(after)

    def _placed(self, after: Standing) -> Follows:
        """A standing in the words of the race."""
        on_strike = after.on_strike is self.me
        if isinstance(after.queen, CoveredBy):
            where = MINE if after.queen.colour is self.me else THEIRS
        elif isinstance(after.queen, OnBoard):
            where = ON_BOARD
        else:
            where = I_COVER if on_strike else THEY_COVER
        mine, theirs = _to_take(after, self.me), _to_take(after, self.me.other)
        return Follows(None, mine, theirs, where, on_strike, after)

    def of(
        self, outcome: volley.Played, standings: Sequence[Standing], standing_of: Ints
    ) -> tuple[Floats, list[Follows]]:
        """The worth of each outcome, and what followed; stroke s was played at standings[standing_of[s]]."""
        fell = outcome.pocketed()
        base = np.array([1, MOST_FALL, MOST_FALL**2, 2 * MOST_FALL**2, 4 * MOST_FALL**2])
        code = fell @ base + 8 * MOST_FALL**2 * standing_of
        _, first, which = np.unique(code, return_index=True, return_inverse=True)
        kinds = [self.follows(standings[standing_of[s]], tuple(fell[s].tolist())) for s in first]
        seen = volley.sights(outcome, self.seats, (self.me, self.me.other), self._numbers, SIGHT_PLACES)
        return self.weighed(kinds, which, seen), [kinds[w] for w in which]

    def of_boards(self, boards: volley.Boards) -> Floats:
        """The worth of boards as they lie, at the view's standing."""
        now = self._placed(self.view.standing)
        seen = volley.sights(
            volley.at_rest(boards), self.seats, (self.me, self.me.other), self._numbers, SIGHT_PLACES
        )
        return self.weighed([now], np.zeros(len(boards), np.int64), seen)

    def weighed(self, kinds: Sequence[Follows], which: Ints, seen: Floats) -> Floats:
        ends = np.array([np.nan if kind.ends is None else kind.ends for kind in kinds])[which]
        mine = np.array([max(1, kind.mine) for kind in kinds])[which]
        theirs = np.array([max(1, kind.theirs) for kind in kinds])[which]
        queen = np.array([kind.queen for kind in kinds])[which]
        strikes = np.array([kind.mine_on_strike for kind in kinds])[which]
        next_mine, run_mine, queen_mine = _chances(seen[:, 0], self.mine, mine)
        next_theirs, run_theirs, queen_theirs = _chances(seen[:, 1], self.theirs, theirs)
        at = _Between(self.race.worths, run_mine, run_theirs)

        # I play next: the coming stroke by what lies there, everything after it by the race.
        covering = queen == I_COVER
        after_cover = np.where(covering, MINE, queen)
        miss = at.at(mine, theirs, np.where(covering, ON_BOARD, queen), 1)
        coin = next_mine * at.at(mine - 1, theirs, after_cover, 0) + (1.0 - next_mine) * miss
        her = queen_mine * at.at(mine, theirs, I_COVER, 0) + (1.0 - queen_mine) * miss
        may = (queen == ON_BOARD) & (mine < COINS_A_SIDE)
        mine_next = np.where(may, np.maximum(coin, her), coin)

        covering = queen == THEY_COVER
        after_cover = np.where(covering, THEIRS, queen)
        miss = at.at(mine, theirs, np.where(covering, ON_BOARD, queen), 0)
        coin = next_theirs * at.at(mine, theirs - 1, after_cover, 1) + (1.0 - next_theirs) * miss
        her = queen_theirs * at.at(mine, theirs, THEY_COVER, 1) + (1.0 - queen_theirs) * miss
        may = (queen == ON_BOARD) & (theirs < COINS_A_SIDE)
        theirs_next = np.where(may, np.minimum(coin, her), coin)
        return np.where(np.isnan(ends), np.where(strikes, mine_next, theirs_next), ends)


def _chances(seen: Floats, hand: Hand, coins: Ints) -> tuple[Floats, Floats, Floats]:
    """Of the next stroke, of the strokes after it, and of one at the queen."""
    best, mean = seen[:, sight.BEST], seen[:, sight.MEAN]
    # Farther ahead the board will have changed: what lies there now counts for less.
    later = LATER * hand.goes_on(0.4 + 0.25 * (best + mean), 0.4 + 0.3 * mean, (coins + 1) // 2)
    return hand.goes_on(best, mean, coins), later, hand.goes_on(seen[:, sight.QUEEN], mean, coins)


class _Between:
    """Worths interpolated between the points of the grid of chances."""

    def __init__(self, worths: Floats, p: Floats, q: Floats) -> None:
        self._worths = worths
        self._i, self._u = _cell(p)
        self._j, self._v = _cell(q)

    def at(self, mine: Ints, theirs: Ints, queen: Ints | int, turn: int) -> Floats:
        w, i, j, u, v = self._worths, self._i, self._j, self._u, self._v
        low = (1.0 - v) * w[mine, theirs, queen, turn, i, j] + v * w[mine, theirs, queen, turn, i, j + 1]
        high = (1.0 - v) * w[mine, theirs, queen, turn, i + 1, j] + v * w[
            mine, theirs, queen, turn, i + 1, j + 1
        ]
        worth: Floats = (1.0 - u) * low + u * high
        return worth


def _cell(chance: Floats) -> tuple[Ints, Floats]:
    at = np.clip(np.searchsorted(CHANCES, chance, side="right") - 1, 0, len(CHANCES) - 2)
    share = (chance - CHANCES[at]) / (CHANCES[at + 1] - CHANCES[at])
    return at, np.clip(share, 0.0, 1.0)


def _to_take(standing: Standing, colour: Colour) -> int:
    """Coins a side has to pocket still: those on the board, held and owed."""
    count = standing.coins.of(colour) + standing.held.of(colour) + standing.due.of(colour)
    return min(COINS_A_SIDE, count)


def race_of(match: Match, me: Colour) -> Race:
    """The race of the running board, as the side with this colour sees it."""
    book, side = match.book, match.side_with(me)
    mine, theirs = match.points(side), match.points(side.other)
    laws = book.match
    left = None if laws.boards is None else max(1, laws.boards - played(match.boards))
    goal = laws.game_points
    return race(
        book.queen_points(mine),
        book.queen_points(theirs),
        book.special_points(max(mine, theirs)),
        Score(mine, theirs, left),
        goal,
    )

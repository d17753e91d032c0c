"""The worth of strokes' outcomes to one side: judged under the rulebook, weighed as a race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from carrom.physics import sight, volley
from carrom.physics.volley import Floats, Ints
from carrom.players.hand import Hand
from carrom.players.race import CHANCES, I_COVER, MINE, ON_BOARD, THEIRS, THEY_COVER, Ends, Race, Score, race
from carrom.players.view import View
from carrom.rulebooks import rulebook
from carrom.rules import Standing, apply, judge
from carrom.rules.match import Match
from carrom.rules.standing import ON_BOARD as QUEEN_ON_BOARD
from carrom.rules.standing import BoardOver, CoveredBy, Each, OnBoard, Queen
from carrom.stroke import StrokeReport
from carrom.words import COINS_A_SIDE, Colour, Seat

MOST_FALL = 10

LATER = 0.9
"""The chance of strokes after the next one is reduced to this share of what experience gives.

Set by trial: at 1.0 a foul that puts two coins back costs next to nothing, and a champion's hand took 9.5
strokes to a slam instead of 7.0 (100 boards each).
"""


@dataclass(frozen=True)
class Follows:
    """The state of the race after a stroke; `ends` is the worth of an ended board, else None."""

    ends: float | None
    mine: int
    theirs: int
    queen: int
    mine_on_strike: bool
    standing: Standing


class Worth:
    """Weighs outcomes for the player of a view; `mine` and `theirs` are the hands of the sides."""

    def __init__(self, view: View, mine: Hand, theirs: Hand) -> None:
        self.view = view
        self.me = view.colour
        self.book = view.book
        self.mine, self.theirs = mine, theirs
        self._numbers = np.stack([mine.numbers, theirs.numbers])
        self.seats = (view.seat, view.seat_of(view.match.after(view.player)))
        self.race = race_of(view.match, self.me)
        self._known: dict[Standing, dict[tuple[int, ...], Follows]] = {}
        now = volley.at_rest(volley.Boards.of([view.layout, view.layout]))
        # The later chances of the side that does not play next are those of the board now.
        self._now = self._sights(now, np.array([0, 1]))

    def _sights(self, outcome: volley.Played, side_of: Ints) -> Floats:
        return volley.sights(outcome, side_of, self.seats, (self.me, self.me.other), self._numbers)

    def follows(self, standing: Standing, fell: tuple[int, ...]) -> Follows:
        """What follows a stroke, given as white, black, queen and striker pocketed, and coin touched."""
        known = self._known.setdefault(standing, {})
        if fell not in known:
            known[fell] = self._judged(standing, fell)
        return known[fell]

    def _judged(self, standing: Standing, fell: tuple[int, ...]) -> Follows:
        white, black, queen, striker, touched = fell
        report = StrokeReport(white, black, bool(queen), bool(striker), touched=bool(touched))
        after = apply(standing, judge(standing, report, self.book))
        if after.over is not None:
            return Follows(self._ended(after.over), 0, 0, ON_BOARD, after.over.winner is self.me, after)
        return self._placed(after)

    def _ended(self, over: BoardOver) -> float:
        """The worth of a board's end; the winner demands as many extra points as serve it best."""
        if over.winner is None:
            return self.race.void
        mine = over.winner is self.me
        counts = range(over.points, over.points + over.extra + 1)
        worths = (self.race.after_board(n if mine else 0, 0 if mine else n) for n in counts)
        return max(worths) if mine else min(worths)

    def _placed(self, after: Standing) -> Follows:
        """The state of the race at a standing."""
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
        """The worth of each outcome, and what follows; stroke s began at `standings[standing_of[s]]`."""
        fell = outcome.pocketed()
        base = np.array([1, MOST_FALL, MOST_FALL**2, 2 * MOST_FALL**2, 4 * MOST_FALL**2])
        code = fell @ base + 8 * MOST_FALL**2 * standing_of
        _, first, which = np.unique(code, return_index=True, return_inverse=True)
        # Standings are looked up once a call: hashing one takes as long as several strokes.
        known = [self._known.setdefault(standing, {}) for standing in standings]
        kinds = []
        for at, facts in zip(standing_of[first].tolist(), map(tuple, fell[first].tolist()), strict=True):
            if facts not in known[at]:
                known[at][facts] = self._judged(standings[at], facts)
            kinds.append(known[at][facts])
        return self._weighed(kinds, which, outcome), [kinds[w] for w in which]

    def of_boards(self, boards: volley.Boards) -> Floats:
        """The worth of boards at the view's standing."""
        now = self._placed(self.view.standing)
        return self._weighed([now], np.zeros(len(boards), np.int64), volley.at_rest(boards))

    def _weighed(self, kinds: Sequence[Follows], which: Ints, outcome: volley.Played) -> Floats:
        """Weigh the next stroke by the chances on the board, and the strokes after it by the race."""
        side_of_kind = [-1 if kind.ends is not None else 0 if kind.mine_on_strike else 1 for kind in kinds]
        side_of = np.array(side_of_kind)[which]
        worths = np.array([0.0 if kind.ends is None else kind.ends for kind in kinds])[which]
        counts = np.array([(max(1, kind.mine), max(1, kind.theirs), kind.queen) for kind in kinds])
        seen = self._sights(outcome, side_of)
        for side, hand, other in ((0, self.mine, self.theirs), (1, self.theirs, self.mine)):
            rows = np.flatnonzero(side_of == side)
            if len(rows):
                mine, theirs, queen = counts[which[rows]].T
                coins, other_coins = (mine, theirs) if side == 0 else (theirs, mine)
                coming, run, at_queen = _chances(seen[rows], hand, coins)
                _, other_run, _ = _chances(self._now[[1 - side]], other, other_coins)
                runs = (run, other_run) if side == 0 else (other_run, run)
                at = _Between(self.race.worths, *runs)
                worths[rows] = _next_stroke(side, mine, theirs, queen, coming, at_queen, at)
        return worths


def _next_stroke(
    side: int, mine: Ints, theirs: Ints, queen: Ints, coming: Floats, at_queen: Floats, at: _Between
) -> Floats:
    """The worth to me if I (side 0) or they (1) play next, at a coin or at the queen, whichever is better."""
    cover, covered = ((I_COVER, MINE), (THEY_COVER, THEIRS))[side]
    covering = queen == cover
    missed = at.at(mine, theirs, np.where(covering, ON_BOARD, queen), 1 - side)
    after = np.where(covering, covered, queen)
    fallen = at.at(mine - 1, theirs, after, 0) if side == 0 else at.at(mine, theirs - 1, after, 1)
    coin = coming * fallen + (1.0 - coming) * missed
    her = at_queen * at.at(mine, theirs, cover, side) + (1.0 - at_queen) * missed
    may = (queen == ON_BOARD) & ((mine, theirs)[side] < COINS_A_SIDE)
    better = np.maximum(coin, her) if side == 0 else np.minimum(coin, her)
    worth: Floats = np.where(may, better, coin)
    return worth


def _chances(seen: Floats, hand: Hand, coins: Ints) -> tuple[Floats, Floats, Floats]:
    """The chances of the next stroke, of the strokes after it, and of one at the queen."""
    best, mean = seen[:, sight.BEST], seen[:, sight.MEAN]
    # Later the board will have changed, so its chances now count for less.
    later = LATER * hand.goes_on(0.4 + 0.25 * (best + mean), 0.4 + 0.3 * mean, (coins + 1) // 2)
    return hand.goes_on(best, mean, coins), later, hand.goes_on(seen[:, sight.QUEEN], mean, coins)


class _Between:
    """Interpolates worths on the grid of chances."""

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
    """The coins that a side still has to pocket: on the board, held and owed."""
    count = standing.coins.of(colour) + standing.held.of(colour) + standing.due.of(colour)
    return min(COINS_A_SIDE, count)


def race_of(match: Match, me: Colour) -> Race:
    """The race of the current board, from the view of the side with this colour."""
    side, laws = match.side_with(me), match.book.match
    mine, theirs = match.points(side), match.points(side.other)
    left = None if laws.boards is None else max(1, laws.boards - match.boards.played)
    points = Each(mine, theirs) if me is Colour.WHITE else Each(theirs, mine)
    return race(_ends(match.book.id, me, points), Score(mine, theirs, left), laws.game_points)


@lru_cache(maxsize=256)
def _ends(book: str, me: Colour, points: Each[int]) -> Ends:
    """The points of a board that ends by a last coin and nothing else."""

    def result(striker: Colour, left: int, queen: Queen) -> tuple[int, int]:
        coins = Each(1, left) if striker is Colour.WHITE else Each(left, 1)
        standing = Standing(striker, coins, queen, earned=Each(True, True), points=points)
        last = StrokeReport(white=1) if striker is Colour.WHITE else StrokeReport(black=1)
        over = apply(standing, judge(standing, last, rulebook(book))).over
        assert over is not None
        return (over.points, 0) if over.winner is me else (0, over.points)

    queens: tuple[Queen, ...] = (QUEEN_ON_BOARD, CoveredBy(me), CoveredBy(me.other))
    rows = [
        [tuple(result(striker, left, queen) for queen in queens) for left in range(1, COINS_A_SIDE + 1)]
        for striker in (me, me.other)
    ]
    return Ends(tuple(rows[0]), tuple(rows[1]))  # type: ignore[arg-type]  # three queens in each


STRIKER_COST = 1.6
"""Clearing: the cost in coins of a pocketed striker, the coin that comes back and a stroke for it."""

BEST_LEFT = 0.8
MEAN_LEFT = 0.5
"""Clearing: the worth in coins of the chances of the best line and of the mean coin."""


def clearing_worth(outcome: volley.Played, seat: Seat, hand: Hand) -> Floats:
    """The worth in coins of each outcome for a player who clears the board alone."""
    fell = outcome.fell
    coins = fell[:, 1:].sum(axis=1)
    # Every coin counts as an own one.
    boards = replace(outcome.boards, kinds=np.where(outcome.boards.kinds >= 0, 0, -1))
    hands, next_side = np.stack([hand.numbers] * 2), np.zeros(len(outcome.rows), np.int64)
    own = (Colour.WHITE, Colour.WHITE)
    seen = volley.sights(replace(outcome, boards=boards), next_side, (seat, seat), own, hands)
    left = boards.pieces[outcome.board_of] - 1 - coins
    rest = BEST_LEFT * seen[:, sight.BEST] + MEAN_LEFT * seen[:, sight.MEAN]
    worth: Floats = coins - STRIKER_COST * fell[:, 0] + np.where(left > 0, rest, BEST_LEFT + MEAN_LEFT)
    return worth

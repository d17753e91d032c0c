"""The worth of strokes' outcomes to one side: judged under the rulebook, weighed as a race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from carrom.players.race import Ends, Race, Score, race
from carrom.players.view import View
from carrom.players.volley import Boards, Floats, Ints, Outcomes, Volley
from carrom.rulebooks import RULEBOOKS, rulebook
from carrom.rules import Rulebook, Standing, apply, judge
from carrom.rules.match import Match
from carrom.rules.standing import ON_BOARD as QUEEN_ON_BOARD
from carrom.rules.standing import BoardOver, CoveredBy, Each, OnBoard, Queen
from carrom.stroke import StrokeReport
from carrom.words import COINS_A_SIDE, Colour


@dataclass(frozen=True, slots=True)
class Follows:
    """The state of the race after a stroke; `ends` is the worth of an ended board, else None.

    `queen` is her state in the race, as `search_kernel` counts them.
    """

    ends: float | None
    mine: int
    theirs: int
    queen: int
    mine_on_strike: bool
    standing: Standing

    @property
    def goes_on(self) -> bool:
        """Whether the turn stays with the side that decides."""
        return self.ends is None and self.mine_on_strike


class Worth:
    """Weighs outcomes for the player of a view; `mine` and `theirs` are the hands of the sides.

    A standing has a number, and so has every kind of outcome that the judge was asked about.
    """

    def __init__(
        self,
        view: View,
        mine: Sequence[float],
        theirs: Sequence[float],
        volley: Volley,
        patience: float = 0.0,
    ) -> None:
        self.view, self.volley = view, volley
        self.me, self.book = view.colour, view.book
        self.kernel, self.new = volley.kernel, volley.runtime
        self.race = race_of(view.match, self.me, self.new.plain, patience)
        self.standings: list[Standing] = []
        self.kinds: list[Follows] = []
        self._after: list[dict[int, Standing]] = []
        self._kind_of = self.new.ints(0)
        self._numbers: list[float] = []
        k, seats = self.kernel, (view.seat, view.seat_of(view.match.after(view.player)))
        self._sides = volley.sides(seats, (self.me, self.me.other), (mine, theirs))
        boards = volley.boards([view.layout, view.layout])
        resting = volley.at_rest(boards, 2)
        k.sights(2, self.new.of_ints([0, 1]), boards, resting, self._sides, volley.seen, self._sides.now)
        self.now = self.number_of(view.standing)

    @property
    def seen_now(self) -> list[float]:
        """What both sides see of the board as it lies: best line, mean coin and queen of each."""
        seen: list[float] = self.new.first(self._sides.now, 2 * self.kernel.SIGHT_SIZE)
        return seen

    def number_of(self, standing: Standing) -> int:
        """A number for a standing in which strokes are played."""
        self.standings.append(standing)
        self._after.append(_known(self.book, standing))
        missing = self.kernel.CODES * len(self.standings) - len(self._kind_of)
        if missing > 0:
            more = max(missing, len(self._kind_of))
            self._kind_of = self.new.longer(self._kind_of, more, self.kernel.UNKNOWN)
        return len(self.standings) - 1

    def of(self, boards: Boards, outcomes: Outcomes, count: int, standing_of: Ints) -> Floats:
        """The worth of each outcome on boards whose standings have these numbers."""
        k, news = self.kernel, self.new.ints(max(1, count))
        found = k.tally(count, boards, standing_of, outcomes, self._kind_of, news)
        for code in self.new.first(news, found):
            self._kind_of[code] = self._new_kind(self._judged(code))
        return self._weighed(boards, outcomes, count)

    def _weighed(self, boards: Boards, outcomes: Outcomes, count: int) -> Floats:
        worths = self.new.floats(max(1, count))
        judged = self.kernel.Judged(self._kind_of, self.new.of_floats(self._numbers))
        seen = self.volley.seen
        self.kernel.weigh(count, boards, outcomes, judged, self._sides, self.race.worths, seen, worths)
        return worths

    def kinds_of(self, outcomes: Outcomes, count: int) -> list[int]:
        """The number of the kind of each outcome that was weighed."""
        return [int(self._kind_of[code]) for code in self.new.first(outcomes.codes, count)]

    def of_boards(self, boards: Boards, count: int) -> list[float]:
        """The worth of boards at the view's standing."""
        resting = self.volley.at_rest(boards, count)
        code = self.kernel.CODES - 1  # no stroke leads to it
        self._kind_of[code] = self._new_kind(self._placed(self.view.standing))
        for row in range(count):
            resting.codes[row] = code
        worths: list[float] = self.new.first(self._weighed(boards, resting, count), count)
        return worths

    def follows(self, standing: Standing, fell: tuple[int, ...]) -> Follows:
        """What follows a stroke, given as white, black, queen and striker pocketed, and coin touched."""
        return self._followed(_ruled(self.book, standing, fell))

    def _new_kind(self, follows: Follows) -> int:
        self.kinds.append(follows)
        side = self.kernel.NOBODY if follows.ends is not None else 0.0 if follows.mine_on_strike else 1.0
        counts = max(1, follows.mine), max(1, follows.theirs), follows.queen
        self._numbers += [side, follows.ends or 0.0, *map(float, counts)]
        return len(self.kinds) - 1

    def _judged(self, code: int) -> Follows:
        """What follows the outcomes of a code."""
        number, fell = divmod(code, self.kernel.CODES)
        known = self._after[number]
        if fell not in known:
            known[fell] = _ruled(self.book, self.standings[number], _facts(fell))
        return self._followed(known[fell])

    def _followed(self, after: Standing) -> Follows:
        if after.over is not None:
            return Follows(self._ended(after.over), 0, 0, 0, after.over.winner is self.me, after)
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
        k, on_strike = self.kernel, after.on_strike is self.me
        if isinstance(after.queen, CoveredBy):
            where = k.IS_MINE if after.queen.colour is self.me else k.IS_THEIRS
        elif isinstance(after.queen, OnBoard):
            where = k.ON_BOARD
        else:
            where = k.I_COVER if on_strike else k.THEY_COVER
        mine, theirs = _to_take(after, self.me), _to_take(after, self.me.other)
        return Follows(None, mine, theirs, where, on_strike, after)


def _facts(fell: int) -> tuple[int, ...]:
    """White, black, queen and striker pocketed, and coin touched: the parts of a code."""
    rest, touched = divmod(fell, 2)
    rest, striker = divmod(rest, 2)
    rest, queen = divmod(rest, 2)
    white, black = divmod(rest, 10)
    return white, black, queen, striker, touched


def _ruled(book: Rulebook, standing: Standing, fell: tuple[int, ...]) -> Standing:
    """The standing after a stroke, as the judge has it."""
    white, black, queen, striker, touched = fell
    report = StrokeReport(white, black, bool(queen), bool(striker), touched=bool(touched))
    return apply(standing, judge(standing, report, book))


def _known(book: Rulebook, standing: Standing) -> dict[int, Standing]:
    """What the judge has said of a standing, by the parts of codes; filled as it is asked."""
    return _known_under(book.id, standing) if book is RULEBOOKS.get(book.id) else {}


@lru_cache(maxsize=512)
def _known_under(book: str, standing: Standing) -> dict[int, Standing]:
    return {}


def _to_take(standing: Standing, colour: Colour) -> int:
    """The coins that a side still has to pocket: on the board, held and owed."""
    count = standing.coins.of(colour) + standing.held.of(colour) + standing.due.of(colour)
    return min(COINS_A_SIDE, count)


def race_of(match: Match, me: Colour, plain: bool, patience: float = 0.0) -> Race:
    """The race of the current board, from the view of the side with this colour."""
    side, laws = match.side_with(me), match.book.match
    mine, theirs = match.points(side), match.points(side.other)
    left = None if laws.boards is None else max(1, laws.boards - match.boards.played)
    points = Each(mine, theirs) if me is Colour.WHITE else Each(theirs, mine)
    ends, score = _ends(match.book.id, me, points), Score(mine, theirs, left)
    return race(ends, score, laws.game_points, plain, patience)


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

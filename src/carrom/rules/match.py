"""A match: who sits where, who breaks, who plays next, and when a game and the match are won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple, Self

from carrom.errors import ImpossibleCase, NotNow
from carrom.i18n import Message, either
from carrom.persistent import PersistentList
from carrom.rules.apply import apply
from carrom.rules.handicap import Handicap, check_handicap
from carrom.rules.incidents import judge_between_boards
from carrom.rules.judge import judge
from carrom.rules.rulebook import Rulebook
from carrom.rules.ruling import BoardEnds, Fell, Held, Ruling, StandsAs
from carrom.rules.standing import NONE, BoardOver, CoveredBy, Each, Standing, Waiting, possible
from carrom.stroke import Incident, StrokeReport
from carrom.words import BLACK, WHITE, Colour, Seat, Side, is_writable

# Giving up a game raises the winner to 25 points; no board gives more.
MOST_POINTS = 25

# The stages of a match.
TO_TOSS = "to-toss"
TO_SEAT = "to-seat"
TO_PLAY = "to-play"
IN_PLAY = "in-play"
TO_DEMAND = "to-demand"
TO_TOSS_AGAIN = "to-toss-again"
OVER = "over"

# The stages in which no board is set up.
BETWEEN_BOARDS = (TO_TOSS, TO_SEAT, TO_DEMAND, TO_TOSS_AGAIN)

# What can be reported before the umpire has said "Play".
BEFORE_PLAY = frozenset(
    {"technical-foul", "early-break", "touched-coins", "abandon", "disqualified", "coin-broken"}
)


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The result of a board that has ended; a void board has no winner.

    `extra` of the points were demanded by the winner.
    """

    breaker: str
    white: Side
    winner: Side | None
    points: int
    queen: Side | None
    coins_left: Each[int]
    of: str = "board"
    began_at: str | None = None
    ended_at: str | None = None
    extra: int = 0

    @property
    def void(self) -> bool:
        return self.winner is None

    def points_of(self, side: Side) -> int:
        return self.points if self.winner is side else 0


class Boards(PersistentList[BoardScore]):
    """The ended boards of a game and their total points; `played` counts those that are not void."""

    __slots__ = ("played", "points")

    points: tuple[int, int]
    played: int

    def __init__(self) -> None:
        super().__init__()
        self.points, self.played = (0, 0), 0

    def appended(self, item: BoardScore) -> Self:
        longer = super().appended(item)
        longer.points = _added(self.points, (item.points_of(Side.FIRST), item.points_of(Side.SECOND)))
        longer.played = self.played + (not item.void)
        return longer

    def numbered(self) -> Iterator[tuple[int, BoardScore]]:
        """The boards with their numbers; a void board is played again under its number (4 p)."""
        number = 1
        for board in self:
            yield number, board
            number += not board.void


class ByHand(NamedTuple):
    """Points that the umpire added or removed by hand after `after` boards of the game."""

    after: int
    first: int
    second: int


class AllByHand(PersistentList[ByHand]):
    """All points by hand in a game, at most one change after each board, and their total."""

    __slots__ = ("points",)

    points: tuple[int, int]

    def __init__(self) -> None:
        super().__init__()
        self.points = (0, 0)

    def appended(self, item: ByHand) -> Self:
        longer = super().appended(item)
        longer.points = _added(self.points, item[1:])
        return longer

    def given(self, after: int, first: int, second: int) -> Self:
        """A copy with one more change, merged with an earlier change after the same board."""
        if self and self[-1].after == after:
            first, second = _added(self[-1][1:], (first, second))
            return self.without_last.appended(ByHand(after, first, second))
        return self.appended(ByHand(after, first, second))


def _added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


NO_LEAD = (0, 0)
NO_BOARDS = Boards()
NONE_BY_HAND = AllByHand()


@dataclass(frozen=True, slots=True)
class GameScore:
    """The result of a game that has ended; `given` are its points by hand, `lead` those it began with."""

    boards: Boards
    winner: Side
    given: AllByHand = NONE_BY_HAND
    lead: tuple[int, int] = NO_LEAD

    @property
    def by_hand(self) -> tuple[int, int]:
        return self.given.points

    def points(self, side: Side) -> int:
        return _points(self, side)


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match after an entry of its record. Players have names; colours belong to one board.

    `lead` are the points that the running game began with, by the `handicap`.
    """

    book: Rulebook
    first: tuple[str, ...]
    second: tuple[str, ...]
    stage: str = TO_TOSS
    replays: int = 0
    breaks_first: Side | None = None
    seats: tuple[tuple[Seat, str], ...] = ()
    order: tuple[str, ...] = ()
    trials: tuple[Side, ...] = ()
    late: tuple[Side, ...] = ()
    games: tuple[GameScore, ...] = ()
    boards: Boards = NO_BOARDS
    given: AllByHand = NONE_BY_HAND
    next_break: int = 0
    may_demand: int = 0
    breaker: str = ""
    on_strike: str = ""
    standing: Standing | None = None
    began_at: str | None = None
    to_place: Each[int] = NONE
    placers: tuple[tuple[Colour, str], ...] = ()
    holders: tuple[tuple[Colour, str], ...] = ()
    change_seats: bool = False
    changed_in_decider: bool = False
    winner: Side | None = None
    handicap: Handicap | None = None
    lead: tuple[int, int] = NO_LEAD

    @property
    def doubles(self) -> bool:
        return len(self.first) == 2

    @property
    def breaks_agreed(self) -> bool:
        """Whether one side breaks every board; then there is no toss for a break."""
        return self.handicap is not None and self.handicap.breaks

    @property
    def later_break(self) -> int:
        """The place in the order of who breaks after the next one; of one side, its partners in turn."""
        return (self.next_break + (2 if self.breaks_agreed else 1)) % len(self.order)

    @property
    def deciding(self) -> bool:
        """Whether the running game decides a match of several games."""
        wins = self.book.match.games_to_win
        return wins > 1 and all(self.games_won(side) == wins - 1 for side in Side)

    @property
    def boards_ended(self) -> int:
        """How many boards of the whole match have ended, including void ones."""
        return sum(len(game.boards) for game in self.games) + len(self.boards)

    @property
    def by_hand(self) -> tuple[int, int]:
        """Points by hand in the running game, for both sides."""
        return self.given.points

    @property
    def winner_of_board(self) -> Side:
        """The side that has won the last board, which was not void."""
        winner = self.boards[-1].winner
        assert winner is not None, "a void board gives no points"
        return winner

    def games_won(self, side: Side) -> int:
        return sum(game.winner is side for game in self.games)

    def points(self, side: Side) -> int:
        """Points in the running game."""
        return _points(self, side)

    def names(self, side: Side) -> tuple[str, ...]:
        return self.first if side is Side.FIRST else self.second

    def side_name(self, side: Side) -> str:
        return " & ".join(self.names(side))

    def side_of(self, player: str) -> Side:
        if player not in (*self.first, *self.second):
            players = ", ".join((*self.first, *self.second))
            raise ImpossibleCase("player", "refused.match.player", player=player, players=players)
        return Side.FIRST if player in self.first else Side.SECOND

    @property
    def stage_message(self) -> Message:
        """What the match waits for, in words for a refusal."""
        return Message(f"stage.{self.stage}")

    @property
    def white(self) -> Side:
        """The side that has the whites on the running board: the breaker's."""
        return self.side_of(self.breaker)

    def colour_of(self, side: Side) -> Colour:
        return WHITE if side is self.white else BLACK

    def side_with(self, colour: Colour) -> Side:
        return self.white if colour is WHITE else self.white.other

    @property
    def seats_after_change(self) -> tuple[tuple[Seat, str], ...]:
        """Singles exchange places, doubles move one seat to the right (3.8)."""
        return tuple((chair.right if self.doubles else chair.opposite, name) for chair, name in self.seats)

    def after(self, player: str) -> str:
        """The player whose turn follows: the one to the right, or to the left in the family game."""
        return self.order[(self.order.index(player) + 1) % len(self.order)]

    def partner(self, player: str) -> str:
        return self.order[(self.order.index(player) + len(self.order) // 2) % len(self.order)]

    def placer(self, colour: Colour) -> str:
        """Who puts a coin of this colour back, as decided by the last ruling before the turn passed."""
        return dict(self.placers).get(colour) or self.places(colour)

    def places(self, colour: Colour) -> str:
        """Who places this colour (3.11 g): the next player, or the player on strike if it is not theirs."""
        mine = self.colour_of(self.side_of(self.on_strike)) is colour
        return self.after(self.on_strike) if mine else self.on_strike

    def holder(self, colour: Colour) -> str | None:
        return dict(self.holders).get(colour)


def _points(scored: GameScore | Match, side: Side) -> int:
    return _of_side(_added(scored.lead, _added(scored.boards.points, scored.given.points)), side)


def _of_side(each: tuple[int, int], side: Side) -> int:
    return each[0 if side is Side.FIRST else 1]


def game_and_board(match: Match) -> tuple[int, int]:
    """The numbers of the running game and board, or of the last ones."""
    if match.stage == OVER and not match.boards and match.games:
        return len(match.games), match.games[-1].boards.played
    lost_on_it = match.stage == OVER and bool(match.boards) and match.boards[-1].of == "match"
    # Points that may be demanded belong to the board that has ended.
    return len(match.games) + 1, match.boards.played + (not lost_on_it and not match.may_demand)


def running_totals(game: GameScore | Match) -> tuple[tuple[int, int], ...]:
    """The score of a game after each of its boards, for both sides.

    Points by hand count from the next board on; those after the last board are in none of these scores.
    """
    changes = [(board.points_of(Side.FIRST), board.points_of(Side.SECOND)) for board in game.boards]
    for after, first, second in game.given:
        if after < len(changes):
            changes[after] = _added(changes[after], (first, second))
    return tuple(accumulate(changes, _added, initial=game.lead))[1:]


def begin(
    book: Rulebook, first: tuple[str, ...], second: tuple[str, ...], handicap: Handicap | None = None
) -> Match:
    """A new match before its toss. Raises `ImpossibleCase` for players who cannot form two sides."""
    everybody = (*first, *second)
    if len(first) != len(second) or len(first) not in (1, 2):
        raise ImpossibleCase("players", "refused.match.how-many")
    if len(set(everybody)) != len(everybody) or not all(name.strip() for name in everybody):
        raise ImpossibleCase("players", "refused.match.own-names")
    if not all(is_writable(name) for name in everybody):
        raise ImpossibleCase("players", "refused.match.name-letters")
    if handicap is None:
        return Match(book, first, second)
    check_handicap(handicap, book)
    lead = (handicap.lead, 0) if handicap.side is Side.FIRST else (0, handicap.lead)
    return Match(book, first, second, handicap=handicap, lead=lead)


def toss(match: Match, winner: Side, choice: str) -> Match:
    """The winner of the toss takes the break or the choice of seats (3.3); the other side the rest."""
    _at(match, TO_TOSS)
    if choice not in ("break", "seats"):
        raise ImpossibleCase("choice", "refused.match.choice", choice=choice)
    breaks = winner if choice == "break" else winner.other
    agreed = match.handicap
    if agreed is not None and agreed.breaks and breaks is not agreed.side:
        raise ImpossibleCase("choice", "refused.match.break-agreed", side=match.side_name(agreed.side))
    return replace(match, stage=TO_SEAT, breaks_first=breaks)


def seat(match: Match, seats: dict[Seat, str], breaker: str | None = None) -> Match:
    """Seat the players and set up the first board; in doubles the breaking side names its first breaker."""
    _at(match, TO_SEAT)
    if sorted(seats.values()) != sorted((*match.first, *match.second)):
        raise ImpossibleCase("seats", "refused.match.chairs")
    for chair, player in seats.items():
        opposite = seats.get(chair.opposite)
        side = match.side_of(player)
        if opposite is None or (match.side_of(opposite) is side) != match.doubles:
            raise ImpossibleCase(
                "seats",
                f"refused.match.{'partners' if match.doubles else 'players'}-face",
                player=player,
                opposite=opposite or Message("refused.match.nobody"),
            )
    assert match.breaks_first is not None
    breakers = match.names(match.breaks_first)
    if breaker is None and match.doubles:
        raise ImpossibleCase("breaker", "refused.match.breaker-unnamed", players=either(breakers))
    first = breaker or breakers[0]
    if first not in breakers:
        raise ImpossibleCase("breaker", "refused.match.breaker", player=first, players=either(breakers))
    order = _order(seats, match.book)
    seated = replace(
        match, stage=TO_PLAY, seats=tuple(seats.items()), order=order, next_break=order.index(first)
    )
    return set_up(seated)


def _order(seats: dict[Seat, str], book: Rulebook) -> tuple[str, ...]:
    """The players in the direction of play, from the south chair on."""
    round_: list[Seat] = [Seat.SOUTH]
    while len(round_) < 4:
        round_.append(round_[-1].right if book.match.round_to_the_right else round_[-1].left)
    return tuple(seats[chair] for chair in round_ if chair in seats)


def set_up(match: Match, breaker: str | None = None) -> Match:
    """Set up the next board. The breaker, who is the next in order unless given, has the whites."""
    breaker = breaker or match.order[match.next_break]
    white = match.side_of(breaker)
    points = Each(match.points(white), match.points(white.other))
    return replace(
        match,
        stage=TO_PLAY,
        breaker=breaker,
        on_strike=breaker,
        standing=Standing.to_break(points),
        began_at=None,
        to_place=NONE,
        placers=(),
        holders=(),
    )


def call_play(match: Match, at: str | None = None) -> Match:
    """The umpire says "Play": the board is open (3.5 e). What an early break cost lies there (ICF 47)."""
    _at(match, TO_PLAY)
    return replace(match, stage=IN_PLAY, began_at=at, to_place=NONE)


def trial(match: Match, side: Side) -> Match:
    """Note a side's trial break before the match (3.4).

    A side that came late has none; the other may then play both.
    """
    if not nothing_played(match):
        raise NotNow("refused.match.trial-over")
    if side in match.late:
        raise NotNow("refused.match.trial-late")
    if not trials_left(match, side):
        raise NotNow("refused.match.trial-once")
    return replace(match, trials=(*match.trials, side))


def trials_left(match: Match, side: Side) -> int:
    """How many trial boards a side may still play: one, or both if the other side came late (3.4)."""
    if side in match.late:
        return 0
    most = 2 if side.other in match.late else 1
    return max(0, most - match.trials.count(side))


def nothing_played(match: Match) -> bool:
    """Whether the first board has not been opened yet."""
    return match.stage in (TO_TOSS, TO_SEAT, TO_PLAY) and not match.boards_ended


def came_late(match: Match, side: Side) -> Match:
    """Note that a side came late: it loses its trial board (3.4)."""
    if not nothing_played(match) or side in match.late:
        raise NotNow("refused.match.late-once")
    if side in match.trials:
        raise NotNow("refused.match.not-late")
    return replace(match, late=(*match.late, side))


def position(match: Match, standing: Standing) -> Match:
    """Practice: replace the standing of the running or next board; the breaker keeps the whites."""
    if match.stage not in (TO_PLAY, IN_PLAY):
        raise NotNow("refused.match.no-position", stage=match.stage_message)
    if standing.over is not None or standing.held != NONE:
        raise ImpossibleCase("standing", "refused.match.position")
    on_strike = match.breaker if standing.on_strike is WHITE else match.after(match.breaker)
    return replace(
        match,
        stage=IN_PLAY,
        standing=possible(standing),
        on_strike=on_strike,
        to_place=NONE,
        placers=(),
        holders=(),
    )


def keep_turn(match: Match) -> Match:
    """Practice alone: the side that had the turn before it passed plays on in it.

    Passes are not counted: a board is void if both sides pass (4 p), and one of them never plays.
    """
    assert match.standing is not None
    on_strike = match.standing.on_strike.other
    standing = replace(match.standing, on_strike=on_strike, passes=0, new_turn=False)
    return replace(match, standing=standing, on_strike=match.after(match.on_strike))


def set_points(match: Match, first: int, second: int) -> Match:
    """Set the points of the running game by hand; the running board goes on.

    Between boards they count as if the last board had led to them. The deciding game's change of seats may
    become due or no longer be due, and a game that is not level after its last board is over (3.7 e, 3.8).
    """
    if match.standing is None and match.stage != TO_TOSS_AGAIN:
        raise NotNow("refused.match.no-game", stage=match.stage_message)
    for name, wanted in (("first", first), ("second", second)):
        if not 0 <= wanted < match.book.match.game_points:
            most = match.book.match.game_points - 1
            raise ImpossibleCase(name, "refused.match.points", points=wanted, most=most)
    more = first - match.points(Side.FIRST), second - match.points(Side.SECOND)
    corrected = replace(match, given=match.given.given(len(match.boards), *more))
    if match.stage != IN_PLAY and match.boards:
        won = game_winner(corrected)
        if won is not None:
            return _game_over(replace(corrected, standing=None, to_place=NONE, holders=()), won)
        corrected = _change_in_decider(corrected)
    if match.standing is None:
        return corrected
    points = Each(corrected.points(match.side_with(WHITE)), corrected.points(match.side_with(BLACK)))
    return replace(corrected, standing=replace(match.standing, points=points))


def give_up(match: Match, side: Side) -> Match:
    """End the match because a side gives it up or is disqualified.

    The laws only have the giving up of a game (4 q).
    """
    if match.stage == OVER:
        raise NotNow("refused.match.over")
    return replace(match, stage=OVER, winner=side.other, standing=None, to_place=NONE, holders=())


def coin_placed(match: Match, colour: Colour | None) -> Match:
    """Count one coin as placed. The queen (no colour) is not counted, because the umpire respots her."""
    if match.standing is None:
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    if colour is None:
        return match
    if not match.to_place.of(colour):
        raise NotNow("refused.match.none-to-place", coin=colour.coin)
    return replace(match, to_place=match.to_place.but(colour, match.to_place.of(colour) - 1))


def rule_on(match: Match, report: StrokeReport | Incident) -> Ruling:
    """Judge a stroke or an incident on the running board. Raises `NotNow` at any other stage.

    Only a disqualification can also be judged between boards, and before the first (4.2).
    """
    if isinstance(report, Incident) and report.kind == "disqualified" and match.stage in BETWEEN_BOARDS:
        return judge_between_boards(report, match.book)
    if match.standing is None or match.stage not in (TO_PLAY, IN_PLAY):
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    if isinstance(report, Incident):
        _refuse_out_of_place(match, report)
        if match.stage == TO_PLAY and report.kind == "technical-foul":
            # Before "Play" nobody is on strike yet, so a breach by either side is a technical foul (4.1.1).
            return judge(replace(match.standing, on_strike=report.side.other), report, match.book)
    elif match.stage == TO_PLAY:
        raise NotNow("refused.match.before-play")
    return judge(match.standing, report, match.book)


def _refuse_out_of_place(match: Match, incident: Incident) -> None:
    if match.stage == TO_PLAY and incident.kind not in BEFORE_PLAY:
        raise NotNow("refused.match.incident-before-play", kind=incident.kind)
    if match.stage == IN_PLAY and incident.kind == "early-break":
        raise NotNow("refused.match.break-in-time")
    if incident.kind == "partners-talked" and not match.doubles:
        raise ImpossibleCase("incident.kind", "refused.match.no-partners")


def follow_ruling(match: Match, ruling: Ruling, at: str | None = None, during_placing: bool = False) -> Match:
    """The match after a ruling: the board, whose turn it is, who holds coins, and what has been won.

    Before a stroke all coins are placed. An incident may happen `during_placing` and adds coins to place.
    """
    if match.standing is None:
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    before, after = match.standing, match.book.with_rights(apply(match.standing, ruling))
    _refuse_impossible(ruling, after)
    back = ruling.put_back
    placers = dict(match.placers) if during_placing else {}
    placers |= {colour: match.places(colour) for colour in Colour if back.of(colour)}
    # A held coin for which there is room now is put down by its holder (3.11 i).
    let_down = [colour for colour in Colour if after.held.of(colour) < before.held.of(colour)]
    placers |= {colour: who for colour, who in match.holders if colour in let_down}
    ended = match.on_strike
    passes = after.on_strike is not before.on_strike
    # One new value for all that follows: a record of thousands of entries is folded through here.
    followed = replace(
        match,
        standing=after,
        on_strike=match.after(ended) if passes else ended,
        to_place=_still_to_place(match.to_place if during_placing else NONE, back, ruling, after),
        placers=tuple(placers.items()),
        holders=_holders(match, after, placers, ended if passes else None) if after.held != NONE else (),
    )
    if isinstance(after.phase, BoardOver):
        queen = _queen_of(before, after, ruling)
        return _board_over(followed, after, after.phase, queen, at)
    return followed


def _queen_of(before: Standing, after: Standing, ruling: Ruling) -> Colour | None:
    """Which colour had the queen when the board ended; she may fall or be covered with the last coins."""
    if isinstance(after.queen, CoveredBy):
        return after.queen.colour
    ends = next((each for each in ruling.consequences if isinstance(each, BoardEnds)), None)
    won = ends is not None and ends.winner is before.on_strike and not after.coins.of(ends.winner)
    fell = any(isinstance(each, Fell) and each.queen for each in ruling.consequences)
    # A queen that falls with the last coin but needs another one as cover is nobody's.
    uncovered = any(finding.why == "last-with-queen" for finding in ruling.findings)
    if won and not uncovered and (fell or isinstance(before.queen, Waiting)):
        return before.on_strike
    return None


def _refuse_impossible(ruling: Ruling, after: Standing) -> None:
    """Raise `ImpossibleCase` if a ruling, which may come from any record, leaves an impossible board."""
    possible(after)
    if after.over is None:
        return
    if any(isinstance(each, StandsAs) for each in ruling.consequences):
        raise ImpossibleCase("standing", "refused.match.goes-on")
    if not 0 <= after.over.points <= MOST_POINTS:
        raise ImpossibleCase(
            "points", "refused.match.board-points", points=after.over.points, most=MOST_POINTS
        )


def _still_to_place(waiting: Each[int], back: Each[int], ruling: Ruling, after: Standing) -> Each[int]:
    """How many coins are to be placed: from before and from this ruling, less those held or left out."""
    if waiting == NONE and back == NONE:
        return NONE
    for colour in Colour:
        held = sum(
            each.count for each in ruling.consequences if isinstance(each, Held) and each.colour is colour
        )
        count = waiting.of(colour) + back.of(colour) - max(0, held)
        waiting = waiting.but(colour, min(max(0, count), after.coins.of(colour)))
    return waiting


def _holders(
    match: Match, after: Standing, placers: dict[Colour, str], ended: str | None
) -> tuple[tuple[Colour, str], ...]:
    """Who holds the coins for which there is no room, until they are put down (3.11 i).

    In doubles a holder whose turn has `ended` hands them to the partner.
    """
    held = []
    for colour in Colour:
        if after.held.of(colour):
            who = match.holder(colour) or placers.get(colour) or match.placer(colour)
            held.append((colour, match.partner(who) if who == ended and match.doubles else who))
    return tuple(held)


def _board_over(
    match: Match, after: Standing, result: BoardOver, covered_by: Colour | None, at: str | None
) -> Match:
    winner = None if result.winner is None else match.side_with(result.winner)
    queen = None if covered_by is None else match.side_with(covered_by)
    score = BoardScore(
        match.breaker, match.white, winner, result.points, queen, after.coins, result.of, match.began_at, at
    )
    ended = replace(match, boards=match.boards.appended(score), standing=None, to_place=NONE)
    if winner is None:
        return set_up(ended, breaker=match.breaker)
    if result.of == "match":
        return replace(ended, stage=OVER, winner=winner)
    # Who has won the game without them needs no extra points.
    if result.extra and ended.points(winner) < match.book.match.game_points:
        return replace(ended, stage=TO_DEMAND, may_demand=result.extra)
    return _after_board(ended)


def demand(match: Match, points: int) -> Match:
    """The winner of the last board demands extra points: all that may be demanded, some, or none."""
    if match.stage != TO_DEMAND:
        raise NotNow("refused.match.no-demand")
    if not 0 <= points <= match.may_demand:
        raise ImpossibleCase("points", "refused.match.demand", points=points, most=match.may_demand)
    last = match.boards[-1]
    score = replace(last, points=last.points + points, extra=points)
    return _after_board(replace(match, boards=match.boards.without_last.appended(score), may_demand=0))


def _after_board(match: Match) -> Match:
    """The next board, the next game or the end of the match, once a board is counted."""
    if not _by_toss(match):
        match = replace(match, next_break=match.later_break)
    won = game_winner(match)
    return _next_board(match) if won is None else _game_over(match, won)


def _by_toss(match: Match) -> bool:
    """Whether the last break was tossed for: only the ninth board's is, beside the order of breaks."""
    limit = match.book.match.boards
    return limit is not None and match.boards.played > limit and not match.breaks_agreed


def game_winner(match: Match) -> Side | None:
    """The side that has won the running game, if any (3.7 e)."""
    laws = match.book.match
    last = match.boards[-1]
    if last.of == "game":
        return last.winner
    for side in Side:
        if match.points(side) >= laws.game_points:
            return side
    if laws.boards is None or match.boards.played < laws.boards:
        return None
    if match.points(Side.FIRST) == match.points(Side.SECOND):
        return None
    return max(Side, key=match.points)


def _next_board(match: Match) -> Match:
    laws = match.book.match
    if laws.boards is not None and match.boards.played >= laws.boards and not match.breaks_agreed:
        return replace(match, stage=TO_TOSS_AGAIN)
    return set_up(_change_in_decider(match))


def _change_in_decider(match: Match) -> Match:
    """Note between two boards whether the deciding game's change of seats is due (3.8)."""
    laws = match.book.match
    after = laws.change_after_boards
    reached = max(match.points(side) for side in Side) >= laws.change_at_points or (
        after is not None and match.boards.played >= after
    )
    due = match.deciding and not match.changed_in_decider and not match.change_seats
    if due and reached:
        return replace(match, change_seats=True, changed_in_decider=True)
    # Points set by hand may cancel the change, as long as nobody has moved.
    if match.changed_in_decider and match.change_seats and not reached:
        return replace(match, change_seats=False, changed_in_decider=False)
    return match


def _game_over(match: Match, winner: Side) -> Match:
    match = replace(match, games=(*match.games, GameScore(match.boards, winner, match.given, match.lead)))
    match = replace(match, boards=NO_BOARDS, given=NONE_BY_HAND)
    if match.games_won(winner) == match.book.match.games_to_win:
        return replace(match, stage=OVER, winner=winner, lead=NO_LEAD)
    if match.book.match.break_by_game:
        first = match.order.index(match.games[0].boards[0].breaker)
        match = replace(match, next_break=first)
        match = match if len(match.games) % 2 == 0 else replace(match, next_break=match.later_break)
    return set_up(replace(match, change_seats=True))


def toss_again(match: Match, breaker: str) -> Match:
    """Set up the ninth board, whose break was tossed for (3.7 e)."""
    _at(match, TO_TOSS_AGAIN)
    return set_up(match, breaker=breaker)


def change_seats(match: Match) -> Match:
    """Change seats between boards (3.8)."""
    if match.stage not in (TO_PLAY, TO_TOSS_AGAIN):
        raise NotNow("refused.match.seats-during-board")
    if not match.change_seats:
        raise NotNow("refused.match.seats-not-due")
    return replace(match, seats=match.seats_after_change, change_seats=False)


def replay(match: Match) -> Match:
    """Begin the whole match again, after a protest was upheld (4.3)."""
    return replace(begin(match.book, match.first, match.second, match.handicap), replays=match.replays + 1)


def _at(match: Match, stage: str) -> None:
    if match.stage != stage:
        raise NotNow("refused.match.not-now", stage=match.stage_message)

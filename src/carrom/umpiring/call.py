"""The last call, what was confirmed since, and what can have happened on this board."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import takewhile
from typing import NamedTuple

from carrom.record import Keeper
from carrom.record.calls import JudgedCall, calls_in_force, entries_in_effect
from carrom.record.entries import CoinPlaced
from carrom.rules import ruling as rules
from carrom.rules.match import Match
from carrom.rules.standing import OnBoard, Waiting
from carrom.stroke import Incident
from carrom.stroke.incident import WAIVING
from carrom.words import Coin, Colour, Side

# Kinds about the act of placing, by whoever places the other side's coins (3.11 g).
PLACING = frozenset({"bad-placing", "touched-while-placing", "wrong-colour-placed"})

# Kinds of the player whose turn it is.
OF_THE_STRIKER = frozenset({"late-stroke", "early-break"})

# Kinds of a side, not of one player.
OF_BOTH_PARTNERS = frozenset({"partners-talked"})


def last_call(record: Keeper) -> JudgedCall | None:
    """The call that can still be overruled or protested against."""
    if not record.states or record.states[-1].last_call is None:
        return None
    return calls_in_force(entries_in_effect(record), record.states)[0][-1]


def calls_on_this_board(record: Keeper) -> Iterator[JudgedCall]:
    """The calls about the board that lies on the table, the latest first."""
    if record.states and record.states[-1].match.standing is not None:
        calls, _ = calls_in_force(entries_in_effect(record), record.states)
        yield from takewhile(lambda call: not call.ended, reversed(calls))


def placed_since(record: Keeper, call: JudgedCall) -> list[Coin]:
    """The coins that the umpire has confirmed as placed since a ruling was given."""
    later = (entry.event for entry in entries_in_effect(record) if entry.seq > call.ruled_by)
    return [event.coin for event in later if isinstance(event, CoinPlaced)]


def queen_to_respot(record: Keeper) -> bool:
    """Whether a call puts the queen back, and nobody has confirmed it or struck since."""
    if not _queen_lies_there(record):
        return False
    for called in calls_on_this_board(record):
        if called.respots_queen:
            return Coin.QUEEN not in placed_since(record, called)
        if called.all_lay_there:
            return False
    return False


def coins_given_up(match: Match, kind: str, by: Colour | None) -> int:
    """The coins still to be placed that stay in the nets if the side `by` waives or forfeits them."""
    return match.to_place.of(by.other) if by is not None and kind in WAIVING else 0


class BoardHistory(NamedTuple):
    """What the standing of this board does not show: the players who can have done something.

    `placing` have had a coin to place since the last stroke, `placed` had one before it, `overlooked` can
    have left the queen uncovered without anybody noticing, `struck_last` made the last stroke. Of what was
    before a board that was set `by_hand` nothing is known, so that it can have been anybody.
    """

    match: Match
    placing: frozenset[str]
    placed: frozenset[str]
    overlooked: frozenset[str]
    struck_last: frozenset[str]
    by_hand: bool

    def culprits(self, kind: str, noticed: bool = True) -> tuple[str, ...]:
        """The players who can have done this now, by what happened on this board; the judge decides more."""
        match = self.match
        everybody = (*match.first, *match.second)
        if match.standing is None:
            return everybody if kind == "disqualified" else ()
        named: Set[str | None]
        if kind in OF_THE_STRIKER:
            named = {match.on_strike}
        elif kind == "abandon":
            # Some laws let the other side give up too: the judge decides.
            named = {match.on_strike, *match.names(match.side_of(match.on_strike).other)}
        elif kind in PLACING:
            named = self.placing if noticed else self.placed
        elif kind in WAIVING:
            due, placing = match.standing.due, match.to_place
            named = {match.placer(colour) for colour in Colour if due.of(colour) or placing.of(colour)}
        elif kind == "no-room":
            named = {match.placer(colour) for colour in Colour if match.to_place.of(colour)}
            named = named or (self.placing if self.by_hand else set())
        elif kind == "room":
            named = {match.holder(colour) for colour in Colour if match.standing.held.of(colour)}
        elif kind == "queen-unnoticed":
            named = self.overlooked
        elif kind == "out-of-turn":
            named = {*everybody} - {match.on_strike}
        elif kind == "fell-later":
            named = self.struck_last
        elif kind == "played-theirs":
            named = {match.on_strike, *self.struck_last} if match.standing.broken else set()
        else:
            return everybody
        return tuple(name for name in everybody if name in named)


def board_history(record: Keeper) -> BoardHistory:
    """The history of the board that lies on the table."""
    match = record.states[-1].match
    placing: set[str] = set()
    placed: set[str] = set()
    struck_last: set[str] = set()
    by_hand = False
    for called in calls_on_this_board(record):
        here = placed if struck_last else placing
        if called.has(rules.StandsAs):
            by_hand = not struck_last
            struck_last = struck_last or {*match.order}
            for unknown in (here, placed):
                unknown.update(match.order)
            break
        then = record.states[called.ruled_by - 1].match
        here.update(then.placer(colour) for colour in Colour if called.ruling.put_back.of(colour))
        if not struck_last and not isinstance(called.report, Incident):
            struck_last = {called.player}
    return BoardHistory(
        match,
        frozenset(placing),
        frozenset(placed),
        overlooked_by(record),
        frozenset(struck_last),
        by_hand,
    )


def overlooked_by(record: Keeper) -> frozenset[str]:
    """Who can have left the queen uncovered without anybody noticing (3.12 d, ICF 96).

    The player failed to cover her, she has not moved since, nobody has confirmed that she was put back, and
    the player's side has made another stroke, or under some laws anybody has.
    """
    struck_since: set[Side] = set()
    for called in calls_on_this_board(record) if _queen_lies_there(record) else ():
        match, board = called.before.match, called.board
        assert board is not None, "these calls are about a board"
        if called.has(rules.StandsAs):
            return frozenset(match.order)
        fell = any(isinstance(each, rules.Fell) and each.queen for each in called.ruling.consequences)
        if fell or called.respots_queen:
            missed = isinstance(board.queen, Waiting) and called.has(rules.QueenBack)
            noticed = Coin.QUEEN in placed_since(record, called)
            any_stroke = match.book.queen_overlooked == "any-stroke"
            late = bool(struck_since) if any_stroke else match.side_of(match.on_strike) in struck_since
            return frozenset({match.on_strike} if missed and late and not noticed else ())
        if not isinstance(called.report, Incident):
            struck_since.add(match.side_of(match.on_strike))
    return frozenset()


def _queen_lies_there(record: Keeper) -> bool:
    board = record.states[-1].match.standing if record.states else None
    return board is not None and isinstance(board.queen, OnBoard)

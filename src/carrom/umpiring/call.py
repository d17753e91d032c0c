"""The calls in force, what was confirmed since, and what can have happened on this board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, takewhile
from typing import NamedTuple

from carrom.record import Entry, Keeper, State
from carrom.record.entries import CoinPlaced, Happened, Overruled, Struck
from carrom.record.fold import in_effect
from carrom.rules import ruling as rules
from carrom.rules.apply import apply
from carrom.rules.match import IN_PLAY, Match
from carrom.rules.standing import Each, OnBoard, Standing, Waiting
from carrom.stroke import Incident, StrokeReport
from carrom.words import Coin, Colour

# Kinds about the act of placing, by whoever places the other side's coins (3.11 g).
PLACING = frozenset({"bad-placing", "touched-while-placing", "wrong-colour-placed"})

# Kinds that take a board on which coins have been touched.
AFTER_THE_BREAK = frozenset({"three-passes", "played-theirs"})


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A stroke or an incident, entry number `entry`, with the ruling in force for it.

    `report` are the facts it was judged by; none if it was overruled by hand. `breach` is the paragraph that
    made a stroke improper. `ruled_by` is the entry of the ruling: `entry` itself, or its overruling.
    """

    entry: int
    at: str | None
    before: State
    ruling: rules.Ruling
    report: StrokeReport | Incident | None
    breach: str
    ruled_by: int

    @property
    def overruled(self) -> bool:
        return self.ruled_by != self.entry

    @property
    def board(self) -> Standing:
        """The board before it."""
        assert self.before.match.standing is not None, "a call is about a board"
        return self.before.match.standing

    @property
    def due(self) -> Each[int]:
        """What both sides owed after it; at the end of a board, what the end cancels (3.7 d)."""
        ends = rules.BoardEnds | rules.BoardVoid
        kept = tuple(each for each in self.ruling.consequences if not isinstance(each, ends))
        return apply(self.board, rules.Ruling((rules.Finding((), "", kept),))).due

    @property
    def ended(self) -> bool:
        """Whether the board ended with it, so that nothing is put back."""
        return self.has(rules.BoardEnds, rules.BoardVoid)

    @property
    def all_lay_there(self) -> bool:
        """Whether everything lay in its place before it: a stroke, a new rosette, a board set by hand."""
        return self.has(rules.SetUpAgain) or not isinstance(self.report, Incident)

    @property
    def respots_queen(self) -> bool:
        """Whether the queen comes back on the board by it."""
        respots = any(isinstance(each, rules.Respotted) and each.queen for each in self.ruling.consequences)
        return self.ruling.queen_back or respots

    def has(self, *kinds: type[rules.Consequence]) -> bool:
        """Whether the ruling has a consequence of one of these kinds."""
        return any(isinstance(each, kinds) for each in self.ruling.consequences)


def calls_in_force(
    entries: Iterable[Entry], states: Sequence[State]
) -> tuple[list[JudgedCall], list[tuple[Entry, JudgedCall]]]:
    """The calls of entries in effect, and each overruling with the call that it replaced."""
    calls: list[JudgedCall] = []
    overruled: list[tuple[Entry, JudgedCall]] = []
    for entry in entries:
        seq, before = entry.seq, states[max(entry.seq - 2, 0)]
        match entry.event:
            case Struck(report, ruling, breach=breach):
                calls.append(JudgedCall(seq, entry.at, before, ruling, report, breach, seq))
            case Happened(incident, ruling):
                calls.append(JudgedCall(seq, entry.at, before, ruling, incident, "", seq))
            case Overruled(number, ruling, facts, breach=breach):
                # Only the last call can be overruled: the corrected one takes its place.
                given = calls.pop()
                assert given.entry == number, f"entry {seq} overrules {number}"
                overruled.append((entry, given))
                improper = isinstance(facts, StrokeReport) and facts.improper
                breach = breach or (given.breach if improper else "")
                calls.append(replace(given, ruling=ruling, report=facts, breach=breach, ruled_by=seq))
    return calls, overruled


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


def entries_in_effect(record: Keeper) -> list[Entry]:
    """The entries that were not taken back, in order."""
    return list(compress(record.entries, in_effect(record.states)))


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


def left_uncovered(record: Keeper) -> Colour | None:
    """The side that last failed to cover the queen, if she has not moved since (3.12 d)."""
    if not _queen_lies_there(record):
        return None
    for called in calls_on_this_board(record):
        fell = any(isinstance(each, rules.Fell) and each.queen for each in called.ruling.consequences)
        if fell or called.respots_queen or called.has(rules.StandsAs):
            back = isinstance(called.board.queen, Waiting) and called.has(rules.QueenBack)
            return called.board.on_strike if back else None
    return None


def _queen_lies_there(record: Keeper) -> bool:
    board = record.states[-1].match.standing if record.states else None
    return board is not None and isinstance(board.queen, OnBoard)


class BoardHistory(NamedTuple):
    """What the standing of this board does not show: coins put back, and who left the queen uncovered."""

    match: Match
    put_back: Each[int]
    uncovered: Colour | None

    def allows(self, kind: str, by: Colour | None) -> bool:
        """Whether an incident of this kind can have happened now."""
        assert self.match.standing is not None
        if kind == "technical-foul" and self.match.stage == IN_PLAY:
            # A breach of the side on strike is offered as a foul; the judge knows whether the turn has begun.
            return by is not self.match.standing.on_strike
        if kind in AFTER_THE_BREAK:
            return self.match.standing.broken
        if by is not None and kind in PLACING:
            return self.put_back.of(by.other) > 0
        if by is not None and kind == "no-room":
            return self.match.to_place.of(by.other) > 0
        return kind != "queen-unnoticed" or by is self.uncovered


def board_history(record: Keeper) -> BoardHistory:
    """The history of the board that lies on the table."""
    back = [call.ruling.put_back for call in calls_on_this_board(record)]
    put_back = Each(sum(each.white for each in back), sum(each.black for each in back))
    return BoardHistory(record.states[-1].match, put_back, left_uncovered(record))

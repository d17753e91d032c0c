"""The calls that stand: the rulings that were given, what was confirmed since, what can happen after them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from carrom.record import Keeper, State
from carrom.record.entries import CoinPlaced, Event, Happened, Overruled, Struck
from carrom.record.fold import in_effect
from carrom.rules import ruling as rules
from carrom.rules.apply import apply
from carrom.rules.match import Match
from carrom.rules.standing import NONE, Each, OnBoard, Standing, Waiting
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
    made a stroke improper. `since` are the events in effect after the ruling, the latest first.
    """

    entry: int
    at: str | None
    before: State
    ruling: rules.Ruling
    report: StrokeReport | Incident | None
    breach: str = ""
    overruled: bool = False
    since: tuple[Event, ...] = ()

    @property
    def board(self) -> Standing:
        """The board before it."""
        assert self.before.match.standing is not None, "a call is about a board"
        return self.before.match.standing

    @property
    def due(self) -> Each[int]:
        """What both sides owed after it; at the end of a board, before it was forgotten (3.7 d)."""
        kept = (
            each
            for each in self.ruling.consequences
            if not isinstance(each, rules.BoardEnds | rules.BoardVoid)
        )
        return apply(self.board, rules.Ruling((rules.Finding((), "", tuple(kept)),))).due

    @property
    def ended(self) -> bool:
        """Whether the board ended with it, so that nothing is put back."""
        return any(isinstance(each, rules.BoardEnds | rules.BoardVoid) for each in self.ruling.consequences)

    @property
    def confirmed(self) -> bool:
        """Whether the umpire has since confirmed a coin as placed, and so everything else."""
        return any(isinstance(event, CoinPlaced) for event in self.since)

    @property
    def all_lay_there(self) -> bool:
        """Whether everything lay in its place before it: a stroke, a new rosette, a board set by hand."""
        again = any(isinstance(each, rules.SetUpAgain) for each in self.ruling.consequences)
        return again or not isinstance(self.report, Incident)

    @property
    def respots_queen(self) -> bool:
        """Whether the queen comes back on the board by it."""
        return self.ruling.queen_back or any(
            isinstance(each, rules.Respotted) and each.queen for each in self.ruling.consequences
        )


def calls(record: Keeper, with_since: bool = True) -> Iterator[JudgedCall]:
    """The calls in force, the latest first; an overruled one has the ruling that replaced it.

    `with_since` false leaves `since` empty, which is faster on a long board.
    """
    entries, states = record.entries, record.states
    since: list[Event] = []
    overruled = len(entries) + 1
    for seq in reversed(standing_entries(record)):
        if seq >= overruled:
            continue
        at, event, before = entries[seq - 1].at, entries[seq - 1].event, states[seq - 2]
        if isinstance(event, Struck):
            yield JudgedCall(seq, at, before, event.ruling, event.report, event.breach, since=tuple(since))
        elif isinstance(event, Happened):
            yield JudgedCall(seq, at, before, event.ruling, event.incident, since=tuple(since))
        elif isinstance(event, Overruled):
            at, before = entries[event.entry - 1].at, states[event.entry - 2]
            yield JudgedCall(
                event.entry, at, before, event.ruling, event.report, event.breach, True, tuple(since)
            )
            # What came between the call and its correction was about a ruling that is no more.
            overruled = event.entry
        if with_since:
            since.append(event)


def last_call(record: Keeper) -> JudgedCall | None:
    """The call that can still be overruled or protested against."""
    if not record.states or record.states[-1].last_call is None:
        return None
    return next(calls(record))


def on_this_board(record: Keeper, with_since: bool = False) -> Iterator[JudgedCall]:
    """The calls about the board that lies on the table, the latest first."""
    if not record.states or record.states[-1].match.standing is None:
        return
    for called in calls(record, with_since):
        if called.ended:
            return
        yield called


def standing_entries(record: Keeper) -> list[int]:
    """The entries in effect, in order."""
    return [seq for seq, stands in enumerate(in_effect(record.states), 1) if stands]


def queen_to_respot(record: Keeper) -> bool:
    """Whether a call puts the queen back, and nobody has confirmed it or struck since."""
    if not _queen_lies_there(record):
        return False
    for called in on_this_board(record, with_since=True):
        if called.respots_queen:
            return not any(isinstance(each, CoinPlaced) and each.coin is Coin.QUEEN for each in called.since)
        if called.all_lay_there:
            return False
    return False


def left_uncovered(record: Keeper) -> Colour | None:
    """The side that last failed to cover the queen, if she has not moved since (3.12 d)."""
    if not _queen_lies_there(record):
        return None
    for called in on_this_board(record):
        moved = called.respots_queen or any(
            isinstance(each, rules.StandsAs) or (isinstance(each, rules.Fell) and each.queen)
            for each in called.ruling.consequences
        )
        if moved:
            waited = isinstance(called.board.queen, Waiting)
            back = any(isinstance(each, rules.QueenBack) for each in called.ruling.consequences)
            return called.board.on_strike if waited and back else None
    return None


def put_back_so_far(record: Keeper) -> Each[int]:
    """How many coins of each colour had or have to be placed on this board."""
    back = NONE
    for called in on_this_board(record):
        more = called.ruling.put_back
        back = Each(back.white + more.white, back.black + more.black)
    return back


def _queen_lies_there(record: Keeper) -> bool:
    board = record.states[-1].match.standing if record.states else None
    return board is not None and isinstance(board.queen, OnBoard)


class BoardHistory(NamedTuple):
    """What has happened on this board: coins put back, and the side that left the queen uncovered.

    The judge does not know it: he sees only how the board stands.
    """

    match: Match
    put_back: Each[int]
    uncovered: Colour | None

    def allows(self, kind: str, by: Colour | None) -> bool:
        """Whether an incident of this kind can have happened now."""
        assert self.match.standing is not None
        if kind in AFTER_THE_BREAK:
            return self.match.standing.broken
        if by is not None and kind in PLACING:
            return self.put_back.of(by.other) > 0
        if by is not None and kind == "no-room":
            return self.match.to_place.of(by.other) > 0
        return kind != "queen-unnoticed" or by is self.uncovered


def board_history(record: Keeper) -> BoardHistory:
    """The history of the board that lies on the table."""
    return BoardHistory(record.states[-1].match, put_back_so_far(record), left_uncovered(record))

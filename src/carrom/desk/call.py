"""The last call: the ruling that was given, and what has been confirmed since."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.record import Keeper
from carrom.record.entries import CoinPlaced, Event, Happened, Overruled, Struck
from carrom.record.fold import in_effect
from carrom.rules.ruling import BoardEnds, BoardVoid, Respotted, Ruling
from carrom.rules.standing import OnBoard
from carrom.words import Coin


@dataclass(frozen=True, slots=True)
class Called:
    """`entry` was judged; `since` are the events in effect after its ruling, the latest first."""

    entry: int
    ruling: Ruling
    overruled: bool
    since: tuple[Event, ...]

    @property
    def ended(self) -> bool:
        """Whether the board ended with it, so that nothing is put back."""
        return any(isinstance(each, BoardEnds | BoardVoid) for each in self.ruling.consequences)

    @property
    def confirmed(self) -> bool:
        """Whether the umpire has seen coins put back since: so everything else was seen to as well."""
        return any(isinstance(event, CoinPlaced) for event in self.since)


def last_call(record: Keeper) -> Called | None:
    """The call that can still be overruled or protested against."""
    if not record.states or record.states[-1].last_call is None:
        return None
    since: list[Event] = []
    for seq in reversed(standing_entries(record)):
        event = record.entries[seq - 1].event
        if isinstance(event, Struck | Happened):
            return Called(seq, event.ruling, False, tuple(since))
        if isinstance(event, Overruled):
            return Called(event.entry, event.ruling, True, tuple(since))
        since.append(event)
    raise AssertionError("a call is an entry that stands")


def standing_entries(record: Keeper) -> list[int]:
    """The entries in effect, in order."""
    return [seq for seq, stands in enumerate(in_effect(record.states), 1) if stands]


def queen_to_respot(record: Keeper) -> bool:
    """Whether the last call puts the queen back and nobody has said that she lies there."""
    called = last_call(record)
    if called is None or called.ended:
        return False
    back = called.ruling.queen_back or any(
        isinstance(each, Respotted) and each.queen for each in called.ruling.consequences
    )
    board = record.states[-1].match.standing
    if not back or board is None or not isinstance(board.queen, OnBoard):
        return False
    return not any(isinstance(event, CoinPlaced) and event.coin is Coin.QUEEN for event in called.since)

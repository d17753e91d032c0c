"""Time to read a call: after a foul or the end of a board no clock runs and no computer player acts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from carrom.live.clock import LONGEST_PLAYBACK
from carrom.record.entries import SeatsChanged
from carrom.record.story import fouled_at
from carrom.table import Table, ToDemand

FOUL_SECONDS = 5.0  # a foul is shown so long, unless it is read before
BOARD_SECONDS = 5.0  # the end of a board likewise, where persons play over several links


@dataclass(frozen=True, slots=True)
class Pause:
    """Play waits since entry `v`, until everybody who is here has read it, at the latest at `until`."""

    v: int
    until: float
    readers: frozenset[str] = frozenset()

    def read_by(self, names: tuple[str, ...]) -> Pause:
        return replace(self, readers=self.readers.union(names))


def pause_after(table: Table, first: int, now: float, playback: float, one_link: bool) -> Pause | None:
    """The pause after the entries from `first` on; None if there is nothing to read, or all is over.

    Where one link plays for every person, the end of a board waits until it is read.
    """
    if table.over:
        return None
    shown_at = now + min(playback, LONGEST_PLAYBACK)
    entered = range(first, table.seq + 1)
    if ends := [seq for seq in entered if _ends_board(table, seq)]:
        return Pause(ends[-1], inf if one_link else shown_at + BOARD_SECONDS)
    if fouls := [seq for seq in entered if fouled_at(table.keeper, seq)]:
        return Pause(fouls[-1], shown_at + FOUL_SECONDS)
    return None


def _ends_board(table: Table, seq: int) -> bool:
    """Whether the page announces an entry: a board has ended, or the seats have changed."""
    changed = isinstance(table.entries[seq - 1].event, SeatsChanged)
    return changed or _boards_counted(table, seq) > _boards_counted(table, seq - 1)


def _boards_counted(table: Table, seq: int) -> int:
    """The boards that have ended; one with points on demand counts when its winner has chosen."""
    ended = table.keeper.states[seq - 1].match.boards_ended
    return ended - isinstance(table.asks_at(seq), ToDemand)

"""What the judge, who sees the board alone, cannot know: whether it can have been, as the board went."""

from __future__ import annotations

from typing import NamedTuple

from carrom.record import Keeper
from carrom.rules.match import Match
from carrom.rules.standing import Each
from carrom.umpiring.call import left_uncovered, put_back_so_far
from carrom.words import Colour

# Kinds about the act of placing, by whoever places the other side's coins (3.11 g).
PLACING = frozenset({"bad-placing", "touched-while-placing", "wrong-colour-placed"})

# Kinds that take a board on which coins have been touched.
AFTER_THE_BREAK = frozenset({"three-passes", "played-theirs"})


class SoFar(NamedTuple):
    """What has been on this board: coins put back, and the side that left the queen uncovered."""

    match: Match
    put_back: Each[int]
    uncovered: Colour | None

    def can_have_been(self, kind: str, by: Colour | None) -> bool:
        """Whether an incident of this kind can have happened now."""
        assert self.match.standing is not None
        if kind in AFTER_THE_BREAK:
            return self.match.standing.broken
        if by is not None and kind in PLACING:
            return self.put_back.of(by.other) > 0
        if by is not None and kind == "no-room":
            return self.match.to_place.of(by.other) > 0
        return kind != "queen-unnoticed" or by is self.uncovered


def so_far(record: Keeper) -> SoFar:
    """The board that lies on the table, as it has gone."""
    return SoFar(record.states[-1].match, put_back_so_far(record), left_uncovered(record))

"""The outcomes of a batch of strokes, read one at a time as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.equipment import Equipment
from carrom.physics.engine import fields
from carrom.physics.trace import layout_after, outcome_hash, report_of
from carrom.stroke import Aim, Layout, StrokeReport
from carrom.surface import Point

if TYPE_CHECKING:
    from carrom.physics.engine import Floats


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What came of each stroke of a batch, by its number. Pieces are numbered as in a trace."""

    layouts: tuple[Layout, ...]
    aims: tuple[Aim, ...]
    equipment: Equipment
    _out: Floats

    def __len__(self) -> int:
        return len(self.aims)

    def before(self, number: int) -> Layout:
        return self.layouts[0 if len(self.layouts) == 1 else number]

    def rest(self, number: int) -> tuple[Point | None, ...]:
        """Where each piece lies in the end; None for one that fell."""
        return rest_of(self._out[number], len(self.before(number).coins) + 1)

    def fell(self, number: int) -> tuple[int, ...]:
        """The pieces that fell, in order."""
        return fell_of(self._out[number], len(self.before(number).coins) + 1)

    def touched(self, number: int) -> bool:
        """Whether the striker met a coin."""
        return bool(self._out[number, fields().TOUCHED_COIN])

    def duration(self, number: int) -> float:
        return float(self._out[number, fields().DURATION])

    def after(self, number: int) -> Layout:
        """The coins that are left."""
        return layout_after(self.before(number), self.rest(number), self.equipment)

    def report(self, number: int) -> StrokeReport:
        """The facts for the judge."""
        return report_of(self.before(number), self.fell(number), self.touched(number), self.after(number))

    def hash(self, number: int) -> str:
        """As `Trace.hash`."""
        at = fields().FELL_AT
        rest = self.rest(number)
        times = {piece: float(self._out[number, at + piece]) for piece in self.fell(number)}
        return outcome_hash(rest, times)


def rest_of(out: Floats, pieces: int) -> tuple[Point | None, ...]:
    k = fields()
    xs = out[k.END_X : k.END_X + pieces].tolist()
    ys = out[k.END_Y : k.END_Y + pieces].tolist()
    fell = out[k.FELL_AT : k.FELL_AT + pieces].tolist()
    return tuple(None if when >= 0.0 else (x, y) for x, y, when in zip(xs, ys, fell, strict=True))


def fell_of(out: Floats, pieces: int) -> tuple[int, ...]:
    k = fields()
    order: Sequence[float] = out[k.FELL_ORDER : k.FELL_ORDER + pieces].tolist()
    return tuple(sorted((piece for piece in range(pieces) if order[piece] >= 0.0), key=lambda p: order[p]))

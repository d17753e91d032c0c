"""Simulate strokes: check the request, run the kernel, return values. No rule of play applies here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.direction import cosine_sine
from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleAim, ImpossibleCase, SimulationError
from carrom.physics.aims import check_aim
from carrom.physics.engine import Strike, fields, run_many, run_one
from carrom.physics.rows import Rows
from carrom.physics.sizes import check_sizes
from carrom.physics.trace import Trace, layout_after, outcome_hash, report_of
from carrom.stroke import Aim, Layout, StrokeReport
from carrom.surface import Interval, Point, legal_intervals, striker_place, turned_to
from carrom.words import Seat

if TYPE_CHECKING:
    from carrom.physics.engine import Floats


def simulate(
    layout: Layout,
    aim: Aim,
    equipment: Equipment = STANDARD,
    *,
    between_lines: bool = False,
    plain: bool = False,
) -> Trace:
    """Simulate one stroke from launch to rest.

    `between_lines` applies the striker's rule of law family 2. `plain` runs the kernel without the compiler.
    Raises `ImpossibleCase` or `ImpossibleAim` for an impossible request, `SimulationError` for a bug.
    """
    check_sizes(equipment)
    layout = layout.on(equipment)
    check_aim(aim, layout, equipment, between_lines)
    out, segments, events = run_one(layout.points, strike_of(aim, equipment), equipment, plain)
    k = fields()
    if out[k.STATUS] != k.DONE:
        raise _unfinished(layout, aim)
    rest = _rest(out, len(layout.coins) + 1)
    return Trace(layout, aim, equipment, rest, float(out[k.DURATION]), Rows(segments), Rows(events))


def simulate_many(
    layouts: Layout | Sequence[Layout],
    aims: Sequence[Aim],
    equipment: Equipment = STANDARD,
    *,
    between_lines: bool = False,
    threads: int | None = None,
) -> Outcomes:
    """Simulate many strokes from one layout, or each from its own layout, by default on all cores.

    Outcomes have no traces. `simulate` returns the trace of a single stroke, with a bit-identical outcome.
    The arguments and errors are those of `simulate`; an error names the aim that caused it.
    """
    import numpy as np

    check_sizes(equipment)
    given = (layouts,) if isinstance(layouts, Layout) else layouts
    starts = tuple(layout.on(equipment) for layout in given)
    if not isinstance(layouts, Layout) and len(starts) != len(aims):
        raise ImpossibleCase("layouts", "refused.physics.layouts", layouts=len(starts), aims=len(aims))
    if threads is not None and threads < 1:
        raise ImpossibleCase("threads", "refused.physics.threads", threads=threads)
    most = fields().MOST
    coins = np.zeros((len(starts), 2 * (most - 1)))
    for row, layout in zip(coins, starts, strict=True):
        row[: 2 * len(layout.coins)] = [value for point in layout.points for value in point]
    pieces = np.array([len(layout.coins) + 1 for layout in starts], np.int64)
    single = isinstance(layouts, Layout)
    layout_of = np.zeros(len(aims), np.int64) if single else np.arange(len(aims))
    free: dict[Seat, tuple[Interval, ...]] = {}
    strikes = np.empty((len(aims), 4))
    for number, aim in enumerate(aims):
        if single and aim.seat not in free:
            free[aim.seat] = legal_intervals(aim.seat, starts[0].points, equipment, between_lines)
        try:
            check_aim(aim, starts[layout_of[number]], equipment, between_lines, free.get(aim.seat))
        except ImpossibleAim as refused:
            raise refused.at(f"aims[{number}]") from None
        strikes[number] = strike_of(aim, equipment)
    out = run_many(coins.ravel(), pieces, layout_of, strikes.ravel(), equipment, threads)
    k = fields()
    unfinished = np.flatnonzero(out[:, k.STATUS] != k.DONE)
    if len(unfinished):
        first = int(unfinished[0])
        raise _unfinished(starts[layout_of[first]], aims[first])
    return Outcomes(starts, tuple(aims), equipment, out)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of a batch of strokes, by the number of a stroke. Pieces are numbered as in a trace."""

    layouts: tuple[Layout, ...]
    aims: tuple[Aim, ...]
    equipment: Equipment
    _out: Floats

    def __len__(self) -> int:
        return len(self.aims)

    def before(self, number: int) -> Layout:
        return self.layouts[0 if len(self.layouts) == 1 else number]

    def rest(self, number: int) -> tuple[Point | None, ...]:
        """The place of each piece at the end; None for one that fell."""
        return _rest(self._out[number], len(self.before(number).coins) + 1)

    def fell(self, number: int) -> tuple[int, ...]:
        """The pieces that fell, in order."""
        at = fields().FELL_ORDER
        order = self._out[number, at : at + len(self.before(number).coins) + 1].tolist()
        fallen = [piece for piece, place in enumerate(order) if place >= 0.0]
        return tuple(sorted(fallen, key=lambda piece: order[piece]))

    def touched(self, number: int) -> bool:
        """Whether the striker touched a coin."""
        return bool(self._out[number, fields().TOUCHED_COIN])

    def duration(self, number: int) -> float:
        return float(self._out[number, fields().DURATION])

    def after(self, number: int) -> Layout:
        """The layout after the stroke."""
        return layout_after(self.before(number), self.rest(number), self.equipment)

    def report(self, number: int) -> StrokeReport:
        """The facts for the judge."""
        return report_of(self.before(number), self.fell(number), self.touched(number), self.after(number))

    def hash(self, number: int) -> str:
        """The hash of the outcome, as `Trace.hash`."""
        at = fields().FELL_AT
        times = {piece: float(self._out[number, at + piece]) for piece in self.fell(number)}
        return outcome_hash(self.rest(number), times)


def _rest(out: Floats, pieces: int) -> tuple[Point | None, ...]:
    k = fields()
    xs = out[k.END_X : k.END_X + pieces].tolist()
    ys = out[k.END_Y : k.END_Y + pieces].tolist()
    fell = out[k.FELL_AT : k.FELL_AT + pieces].tolist()
    return tuple(None if when >= 0.0 else (x, y) for x, y, when in zip(xs, ys, fell, strict=True))


def warm_up() -> None:
    """Load or compile the kernel before the first stroke."""
    simulate(Layout(), Aim(Seat.SOUTH, 0.0, 1.0, 1.0))


def strike_of(aim: Aim, equipment: Equipment) -> Strike:
    """The place and velocity of the striker in the coordinates of the board."""
    cosine, sine = cosine_sine(aim.angle)
    x, y = striker_place(aim.seat, aim.x, equipment)
    vx, vy = turned_to(aim.seat, (aim.speed * cosine, aim.speed * sine))
    return Strike(x, y, vx, vy)


def _unfinished(layout: Layout, aim: Aim) -> SimulationError:
    again = f"carrom simulate '{layout}' '{aim}'"
    return SimulationError("refused.physics.unfinished", layout=str(layout), aim=str(aim), again=again)

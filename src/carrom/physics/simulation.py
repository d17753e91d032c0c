"""Simulate strokes: check the request, run the kernel, return values.

No rule of play is applied here. Only impossible strokes are refused: coins that overlap, a striker off its
place, a speed out of range.
"""

from __future__ import annotations

from collections.abc import Sequence

from carrom.direction import cosine_sine
from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleAim, ImpossibleCase, SimulationError
from carrom.physics.aims import check_aim
from carrom.physics.engine import Rows, Strike, fields, run_many, run_one
from carrom.physics.outcomes import Outcomes, rest_of
from carrom.physics.sizes import check_sizes
from carrom.physics.trace import Trace
from carrom.stroke import Aim, Layout
from carrom.surface import Interval, legal_intervals, striker_place, turned_to
from carrom.words import Seat


def simulate(
    layout: Layout,
    aim: Aim,
    equipment: Equipment = STANDARD,
    *,
    between_lines: bool = False,
    plain: bool = False,
) -> Trace:
    """One stroke from launch to rest.

    `between_lines` lets the striker stand as family 2 has it. `plain` runs the kernel without the compiler.
    Raises `ImpossibleCase` or `ImpossibleAim` for an impossible request, `SimulationError` for a bug here.
    """
    check_sizes(equipment)
    layout = layout.on(equipment)
    check_aim(aim, layout, equipment, between_lines)
    out, segments, events = run_one(layout.points, strike_of(aim, equipment), equipment, plain)
    k = fields()
    if out[k.STATUS] != k.DONE:
        raise _unfinished(layout, aim)
    rest = rest_of(out, len(layout.coins) + 1)
    duration = float(out[k.DURATION])
    return Trace(layout, aim, equipment, rest, duration, Rows(segments), Rows(events))


def simulate_many(
    layouts: Layout | Sequence[Layout],
    aims: Sequence[Aim],
    equipment: Equipment = STANDARD,
    *,
    between_lines: bool = False,
    threads: int | None = None,
) -> Outcomes:
    """Many strokes at once: all from one layout, or aim by aim from a layout each. On all cores by default.

    Outcomes only, no traces: `simulate` gives the trace of any one, with the same bits.
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
        row[: 2 * len(layout.coins)] = [value for placed in layout.coins for value in (placed.x, placed.y)]
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
        strike = strike_of(aim, equipment)
        strikes[number] = strike.x, strike.y, strike.vx, strike.vy
    out = run_many(coins.ravel(), pieces, layout_of, strikes.ravel(), equipment, threads)
    k = fields()
    unfinished = np.flatnonzero(out[:, k.STATUS] != k.DONE)
    if len(unfinished):
        first = int(unfinished[0])
        raise _unfinished(starts[layout_of[first]], aims[first])
    return Outcomes(starts, tuple(aims), equipment, out)


def warm_up() -> None:
    """Load or compile the kernel now, so that the first stroke does not wait for it."""
    simulate(Layout(), Aim(Seat.SOUTH, 0.0, 1.0, 1.0))


def strike_of(aim: Aim, equipment: Equipment) -> Strike:
    """An aim as a place and a velocity on the board's own axes."""
    cosine, sine = cosine_sine(aim.angle)
    x, y = striker_place(aim.seat, aim.x, equipment)
    vx, vy = turned_to(aim.seat, (aim.speed * cosine, aim.speed * sine))
    return Strike(x, y, vx, vy)


def _unfinished(layout: Layout, aim: Aim) -> SimulationError:
    again = f"carrom simulate '{layout}' '{aim}'"
    return SimulationError("refused.physics.unfinished", layout=str(layout), aim=str(aim), again=again)

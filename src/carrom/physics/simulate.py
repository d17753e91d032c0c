"""Strokes on a simulated table: what is asked is checked, then the kernel runs, then values come out.

Nothing here knows a rule of play: whether a stroke is allowed now is for others to say. What is refused is a
stroke that cannot be: coins in one another, a striker off its place, a speed out of range.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from carrom.equipment import STANDARD, Equipment
from carrom.errors import ImpossibleAim, ImpossibleCase, SimulationError
from carrom.pace import FASTEST
from carrom.physics.direction import cosine_sine
from carrom.physics.engine import Strike, kernel, run_many, run_one
from carrom.physics.outcomes import Outcomes, rest_of
from carrom.physics.trace import Trace
from carrom.stroke import Aim, Layout
from carrom.surface import CONTACT, STRIKER_RULES, legal_intervals, may_lie, striker_place, turned_to
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
    `ImpossibleCase` and `ImpossibleAim` refuse what cannot be; `SimulationError` is a bug of ours.
    """
    check_sizes(equipment)
    layout = layout.on(equipment)
    _Places(layout, equipment, between_lines).check(aim)
    out, segments, events = run_one(layout.points, strike_of(aim, equipment), equipment, plain)
    k = kernel(plain)
    if out[k.STATUS] != k.DONE:
        raise _unfinished(layout, aim)
    rest = rest_of(out, len(layout.coins) + 1)
    duration = float(out[k.DURATION])
    return Trace(layout, aim, equipment, rest, duration, segments.tolist(), events.tolist())


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
        raise ImpossibleCase(
            "layouts", f"{len(starts)} layouts for {len(aims)} aims; give one, or one for each"
        )
    if threads is not None and threads < 1:
        raise ImpossibleCase(
            "threads", f"{threads} cannot work; give 1 or more, or leave it out for all cores"
        )
    places = [_Places(layout, equipment, between_lines) for layout in starts]
    most = kernel().MOST
    coins = np.zeros((len(starts), 2 * (most - 1)))
    for row, layout in zip(coins, starts, strict=True):
        row[: 2 * len(layout.coins)] = [value for placed in layout.coins for value in (placed.x, placed.y)]
    pieces = np.array([len(layout.coins) + 1 for layout in starts], np.int64)
    single = isinstance(layouts, Layout)
    layout_of = np.zeros(len(aims), np.int64) if single else np.arange(len(aims))
    strikes = np.empty((len(aims), 4))
    for number, aim in enumerate(aims):
        places[0 if single else number].check(aim)
        strike = strike_of(aim, equipment)
        strikes[number] = strike.x, strike.y, strike.vx, strike.vy
    out = run_many(coins.ravel(), pieces, layout_of, strikes.ravel(), equipment, threads)
    k = kernel()
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


def check_sizes(equipment: Equipment) -> None:
    """Refuse pieces that no board could take: of no mass, or wider than a pocket."""
    for name, diameter, mass in (
        ("coins", equipment.coins.diameter, equipment.coins.mass),
        ("striker", equipment.striker.diameter, equipment.striker.mass),
    ):
        if not (isfinite(mass) and mass > 0.0):
            raise ImpossibleCase(
                f"equipment.{name}", f"a mass of {mass} kg cannot be; 0.001 or more would do"
            )
        if not 0.0 < diameter < equipment.board.pocket_diameter:
            wide = equipment.board.pocket_diameter
            raise ImpossibleCase(f"equipment.{name}", f"{diameter} m wide; pockets take less than {wide} m")


class _Places:
    """Where the striker may stand on one layout; the intervals of a seat are worked out once."""

    def __init__(self, layout: Layout, equipment: Equipment, between_lines: bool) -> None:
        self._layout = layout
        self._equipment = equipment
        self._between_lines = between_lines
        self._seats: dict[Seat, tuple[tuple[float, float], ...]] = {}

    def check(self, aim: Aim) -> None:
        if not aim.speed <= FASTEST:
            raise ImpossibleAim(f"a speed of {aim.speed} m/s; up to {FASTEST:g} m/s can be simulated")
        if aim.seat not in self._seats:
            self._seats[aim.seat] = legal_intervals(
                aim.seat, self._layout.points, self._equipment, self._between_lines
            )
        intervals = self._seats[aim.seat]
        if any(low <= aim.x <= high for low, high in intervals):
            return
        x, y = striker_place(aim.seat, aim.x, self._equipment)
        broken = may_lie(aim.seat, x, y, self._layout.points, self._equipment, self._between_lines)
        if broken:
            raise ImpossibleAim(f"{_in_words(broken)} at x {aim.x}; {_free(intervals)}")


def _in_words(broken: tuple[str, ...]) -> str:
    return " and ".join(STRIKER_RULES[rule] for rule in broken)


def _free(intervals: tuple[tuple[float, float], ...]) -> str:
    if not intervals:
        return "there is no free place on these base lines"
    spans = ", ".join(f"{low:.4f} to {high:.4f}" for low, high in intervals if high - low > CONTACT)
    return f"free on these base lines: x {spans} (metres)"


def _unfinished(layout: Layout, aim: Aim) -> SimulationError:
    return SimulationError(
        f"this stroke did not come to rest, a bug of ours; please report: layout '{layout}', aim '{aim}'",
        str(layout),
        str(aim),
    )

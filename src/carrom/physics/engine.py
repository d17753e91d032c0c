"""The kernel made ready: compiled or plain, with its scratch space, its numbers of a table, its threads.

Arrays begin and end here and in `outcomes`. The compiler is loaded with the first stroke, not by an import.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from math import sqrt
from pathlib import Path
from threading import local
from types import ModuleType
from typing import TYPE_CHECKING, Any, overload

from carrom.equipment import Equipment
from carrom.pace import GRAVITY
from carrom.physics.spin import friction_table
from carrom.surface import Point, pockets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_ROOM = 1024  # rows for events and segments of one trace, at first
_CHUNK = 64  # strokes a thread takes at a time


def kernel(plain: bool = False) -> ModuleType:
    """The kernel's module. `plain` loads its source once more, uncompiled: slow, and the same bits."""
    return _plain_kernel() if plain else _compiled_kernel()


@cache
def _compiled_kernel() -> ModuleType:
    from carrom.physics import kernel as compiled

    _load(compiled)
    return compiled


@cache
def _plain_kernel() -> ModuleType:
    spec = spec_from_file_location("carrom.physics.plain_kernel", Path(__file__).with_name("kernel.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    vars(module)["PLAIN"] = True
    spec.loader.exec_module(module)
    return module


def fields() -> ModuleType:
    """The kernel's names for the places in its arrays; reading them needs no compiler."""
    return kernel(plain=True)


def _load(compiled: ModuleType) -> None:
    """Compile, or fetch from the cache, by a batch of no stroke. A cache that is damaged is left alone."""
    import numpy as np

    floats, whole = np.zeros(1), np.zeros(1, np.int64)
    batch = (floats, whole, whole, floats, floats, floats)
    scratch = (floats, whole, floats, floats, whole)
    try:
        compiled.strokes(0, 0, *batch, *scratch, floats, floats, 0, floats, 0)
    except Exception as damaged:
        if compiled.PLAIN:
            raise
        import numba

        warnings.warn(
            f"the compiled code in the cache cannot be used ({damaged}); it is compiled anew. "
            "Remove the files *.nbi and *.nbc of the kernel to end this",
            RuntimeWarning,
            stacklevel=3,
        )
        vars(compiled)["strokes"] = numba.njit(**compiled.OPTIONS)(compiled.strokes.py_func)


@dataclass(frozen=True)
class Strike:
    """The striker about to leave: where it stands and its velocity, on the board's own axes."""

    x: float
    y: float
    vx: float
    vy: float


class Rows(Sequence[list[float]]):
    """The kernel's rows, made into lists of numbers when they are first read."""

    def __init__(self, array: Floats) -> None:
        self._array: Floats | None = array
        self._lists: list[list[float]] = []

    def _read(self) -> list[list[float]]:
        array = self._array
        if array is not None:
            self._lists = array.tolist()
            self._array = None
        return self._lists

    def __len__(self) -> int:
        return len(self._read())

    @overload
    def __getitem__(self, at: int) -> list[float]: ...

    @overload
    def __getitem__(self, at: slice) -> list[list[float]]: ...

    def __getitem__(self, at: int | slice) -> list[float] | list[list[float]]:
        return self._read()[at]


@lru_cache(maxsize=64)
def table_of(equipment: Equipment) -> Floats:
    """What the kernel must know of a table, as its flat array."""
    import numpy as np

    k = fields()
    board, coins, striker, pace = equipment.board, equipment.coins, equipment.striker, equipment.pace
    table = np.zeros(k.TABLE_SIZE)
    table[k.HALF] = board.surface / 2.0
    table[k.POCKET_FROM_MIDDLE] = pockets(board)[0][0]
    table[k.POCKET_RADIUS] = board.pocket_diameter / 2.0
    table[k.DECELERATION] = pace.friction * GRAVITY
    table[k.SINK_TIME] = sqrt(2.0 * pace.lip / GRAVITY)
    table[k.COIN_COIN] = pace.coin_coin
    table[k.STRIKER_COIN] = pace.striker_coin
    table[k.COIN_FRAME] = pace.coin_frame
    table[k.STRIKER_FRAME] = pace.striker_frame
    table[k.PIECE_GRIP] = pace.piece_grip
    table[k.FRAME_GRIP] = pace.frame_grip
    table[k.COIN_RADIUS] = coins.diameter / 2.0
    table[k.STRIKER_RADIUS] = striker.diameter / 2.0
    table[k.COIN_MASS] = coins.mass
    table[k.STRIKER_MASS] = striker.mass
    table[k.SPINNING] = float(pace.spin)
    return table


@cache
def _grip() -> Floats:
    import numpy as np

    return np.array(friction_table(fields().SPIN_STEPS))


class _Scratch(local):
    """Working space of the kernel, one for each thread."""

    def __init__(self) -> None:
        import numpy as np

        k = fields()
        self.arrays = (
            np.zeros(k.DISC_SIZE),
            np.zeros(k.TAG_SIZE, np.int64),
            np.zeros(k.MOST * k.MOST),
            np.zeros(k.WORK_SIZE),
            np.zeros(k.LIST_SIZE, np.int64),
        )


@cache
def _scratch() -> _Scratch:
    return _Scratch()


def run_one(
    coins: Sequence[Point], strike: Strike, equipment: Equipment, plain: bool = False
) -> tuple[Floats, Floats, Floats]:
    """One stroke with its trace: the kernel's result, a row for each segment, a row for each event."""
    import numpy as np

    k = kernel(plain)
    places = np.zeros(2 * (k.MOST - 1))
    places[: 2 * len(coins)] = [value for point in coins for value in point]
    room = _ROOM
    while True:
        out = np.zeros(k.OUT_SIZE)
        events = np.empty(room * k.EVENT_SIZE)
        segments = np.empty(room * k.SEGMENT_SIZE)
        arguments: tuple[Any, ...] = (
            places,
            np.array([len(coins) + 1]),
            np.zeros(1, np.int64),
            np.array([strike.x, strike.y, strike.vx, strike.vy]),
            table_of(equipment),
            _grip(),
            *_scratch().arrays,
            out,
            events,
            room,
            segments,
            room,
        )
        if plain:
            lists = [value.tolist() if isinstance(value, np.ndarray) else value for value in arguments]
            k.strokes(0, 1, *lists)
            out[:], events[:], segments[:] = lists[11], lists[12], lists[14]
        else:
            k.strokes(0, 1, *arguments)
        if out[k.STATUS] != k.FULL:
            break
        room *= 4
    rows = int(out[k.ROWS])
    pieces = int(out[k.SEGMENTS])
    return (
        out,
        segments[: pieces * k.SEGMENT_SIZE].reshape(pieces, k.SEGMENT_SIZE).copy(),
        events[: rows * k.EVENT_SIZE].reshape(rows, k.EVENT_SIZE).copy(),
    )


def run_many(
    coins: Floats, pieces: Ints, layout_of: Ints, strikes: Floats, equipment: Equipment, threads: int | None
) -> Floats:
    """A batch: row s of the result is stroke s. The bits do not depend on the number of threads."""
    import numpy as np

    k = kernel()
    count = len(layout_of)
    out = np.zeros(count * k.OUT_SIZE)
    nothing = np.zeros(1)
    table, grip = table_of(equipment), _grip()

    def part(first: int) -> None:
        k.strokes(
            first,
            min(first + step, count),
            coins,
            pieces,
            layout_of,
            strikes,
            table,
            grip,
            *_scratch().arrays,
            out,
            nothing,
            0,
            nothing,
            0,
        )

    workers = threads or cores()
    step = max(_CHUNK, -(-count // (8 * workers)))
    starts = range(0, count, step)
    if workers == 1 or len(starts) < 2:
        for first in starts:
            part(first)
    else:
        list(_pool(workers).map(part, starts))
    return out.reshape(count, k.OUT_SIZE)


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="carrom")


if hasattr(os, "register_at_fork"):
    # A child has none of its parent's threads.
    os.register_at_fork(after_in_child=_pool.cache_clear)


def cores() -> int:
    """How many cores this process may use; CARROM_THREADS says so where several processes share them."""
    told = os.environ.get("CARROM_THREADS", "")
    if told.isdecimal() and int(told):
        return int(told)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""Run the kernel, compiled or plain, with scratch space, the numbers of a table, and threads.

The compiler is loaded by the first stroke, not by an import.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from math import sqrt
from pathlib import Path
from threading import local
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

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
_thread = local()


def kernel(plain: bool = False) -> ModuleType:
    """The kernel's module. `plain` loads its source uncompiled: slow, with the same bits."""
    return _plain_kernel() if plain else _compiled_kernel()


@cache
def _compiled_kernel() -> ModuleType:
    from carrom.physics import kernel as compiled

    _load(compiled)
    return compiled


@cache
def _plain_kernel() -> ModuleType:
    return load_plain("carrom.physics.plain_kernel", Path(__file__).with_name("kernel.py"))


def load_plain(name: str, source: Path) -> ModuleType:
    """A module whose source keeps the kernel's rules, loaded a second time, uncompiled."""
    spec = spec_from_file_location(name, source)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    vars(module)["PLAIN"] = True
    spec.loader.exec_module(module)
    return module


def fields() -> ModuleType:
    """The kernel's names of array offsets; they need no compiler."""
    return kernel(plain=True)


def _load(compiled: ModuleType) -> None:
    """Compile the kernel, or load it from the cache, by an empty batch; a damaged cache is not used."""
    import numpy as np

    floats, whole = np.zeros(1), np.zeros(1, np.int64)
    batch = compiled.Batch(floats, whole, whole, floats)
    scratch = compiled.Scratch(floats, whole, floats)
    try:
        compiled.strokes(0, 0, batch, floats, scratch, compiled.Result(floats, floats, floats, 0))
    except Exception as damaged:
        if compiled.PLAIN:
            raise
        import numba

        warnings.warn(
            f"the compiled code in the cache cannot be used ({damaged}); it is compiled again. "
            "Remove the files *.nbi and *.nbc of the kernel to end this",
            RuntimeWarning,
            stacklevel=3,
        )
        vars(compiled)["strokes"] = numba.njit(**compiled.OPTIONS)(compiled.strokes.py_func)


class Strike(NamedTuple):
    """The place and velocity of the striker at launch, in the coordinates of the board."""

    x: float
    y: float
    vx: float
    vy: float


@lru_cache(maxsize=64)
def table_of(equipment: Equipment) -> Floats:
    """The numbers of a table, as the kernel's flat array."""
    import numpy as np

    return np.array(_table_of(equipment))


@lru_cache(maxsize=64)
def _table_of(equipment: Equipment) -> list[float]:
    k = fields()
    board, coins, striker, pace = equipment.board, equipment.coins, equipment.striker, equipment.pace
    table = [0.0] * k.TABLE_SIZE
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
    table[k.SPIN_FORCE :] = friction_table(k.SPIN_STEPS)
    return table


def _scratch(k: ModuleType) -> Any:
    """The kernel's scratch space of this thread."""
    import numpy as np

    if not hasattr(_thread, "scratch"):
        _thread.scratch = np.zeros(k.DISC_SIZE), np.zeros(k.TAG_SIZE, np.int64), np.zeros(k.WORK_SIZE)
    return k.Scratch(*_thread.scratch)


def run_one(
    coins: Sequence[Point], strike: Strike, equipment: Equipment, plain: bool = False
) -> tuple[Floats, Floats, Floats]:
    """Play one stroke with its trace: the kernel's result, a row a segment, a row an event."""
    import numpy as np

    k = kernel(plain)
    places = np.zeros(2 * (k.MOST - 1))
    places[: 2 * len(coins)] = [value for point in coins for value in point]
    batch = k.Batch(places, np.array([len(coins) + 1]), np.zeros(1, np.int64), np.array(strike))
    table, scratch = table_of(equipment), _scratch(k)
    if plain:  # plain Python is faster with lists
        batch, scratch = (type(each)(*map(np.ndarray.tolist, each)) for each in (batch, scratch))
        table = table.tolist()
    room = _ROOM
    while True:
        events, segments = np.empty((room, k.EVENT_SIZE)), np.empty((room, k.SEGMENT_SIZE))
        result = k.Result(np.zeros(k.OUT_SIZE), events.reshape(-1), segments.reshape(-1), room)
        k.strokes(0, 1, batch, table, scratch, result)
        if result.out[k.STATUS] != k.FULL:
            break
        room *= 4
    out = result.out
    return out, segments[: int(out[k.SEGMENTS])].copy(), events[: int(out[k.ROWS])].copy()


class Runtime:
    """Where code under the kernel's rules runs: compiled, over numpy's arrays, or plain, over lists."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.kernel = kernel(plain)
        if not plain:
            import numpy

            self._numpy = numpy

    def floats(self, count: int) -> Any:
        return [0.0] * count if self.plain else self._numpy.zeros(count)

    def ints(self, count: int) -> Any:
        return [0] * count if self.plain else self._numpy.zeros(count, self._numpy.int64)

    def of_floats(self, values: Sequence[float]) -> Any:
        return list(values) if self.plain else self._numpy.array(values, self._numpy.float64)

    def of_ints(self, values: Sequence[int]) -> Any:
        return list(values) if self.plain else self._numpy.array(values, self._numpy.int64)

    def longer(self, array: Any, more: int, value: int) -> Any:
        """The array with more numbers at its end, all the same."""
        if self.plain:
            return array + [value] * more
        return self._numpy.concatenate([array, self._numpy.full(more, value, array.dtype)])

    def joined(self, a: Any, b: Any) -> Any:
        return a + b if self.plain else self._numpy.concatenate([a, b])

    def first(self, array: Any, count: int) -> list[Any]:
        """The first values of an array, as Python's own numbers."""
        values: list[Any] = array[:count] if self.plain else array[:count].tolist()
        return values

    def play(
        self,
        coins: Any,
        pieces: Any,
        layout_of: Any,
        strikes: Any,
        count: int,
        equipment: Equipment,
        out: Any,
    ) -> None:
        """Play `count` strokes of a batch in this thread; stroke s begins at s · OUT_SIZE of `out`."""
        k, nothing = self.kernel, self.floats(1)
        table = _table_of(equipment) if self.plain else table_of(equipment)
        scratch = k.Scratch([0.0] * k.DISC_SIZE, [0] * k.TAG_SIZE, [0.0] * k.WORK_SIZE)
        if not self.plain:
            scratch = _scratch(k)
        batch = k.Batch(coins, pieces, layout_of, strikes)
        k.strokes(0, count, batch, table, scratch, k.Result(out, nothing, nothing, 0))


@cache
def runtime(plain: bool | None = None) -> Runtime:
    """The compiled runtime where there is a compiler, else the plain one, unless told which."""
    if plain is None:
        plain = fields().ALWAYS_PLAIN or find_spec("numba") is None
    return Runtime(plain)


def run_many(
    coins: Floats, pieces: Ints, layout_of: Ints, strikes: Floats, equipment: Equipment, threads: int | None
) -> Floats:
    """Play a batch; row s of the result is stroke s, with the same bits for any number of threads."""
    import numpy as np

    k = kernel()
    count = len(layout_of)
    out = np.zeros(count * k.OUT_SIZE)
    nothing = np.zeros(1)
    batch, result = k.Batch(coins, pieces, layout_of, strikes), k.Result(out, nothing, nothing, 0)
    table = table_of(equipment)

    def part(first: int) -> None:
        scratch = _scratch(k)
        k.strokes(first, min(first + step, count), batch, table, scratch, result)

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
    # A forked child does not have its parent's threads.
    os.register_at_fork(after_in_child=_pool.cache_clear)


def cores() -> int:
    """How many cores this process may use; CARROM_THREADS sets it if several processes share them."""
    given = os.environ.get("CARROM_THREADS", "")
    if given.isdecimal() and int(given):
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

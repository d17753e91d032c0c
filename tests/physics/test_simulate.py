"""What goes in and comes out: refusals, traces, reports, batches, and the compiler behind them."""

from __future__ import annotations

import json
import math
import os
import struct
import subprocess
import sys
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.physics.says import COIN_RADIUS, STRIKER_RADIUS, coins, south

import carrom
from carrom.equipment import STANDARD, CoinSet, Equipment, Striker
from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, TraceError, UnknownProfile
from carrom.pace import CLUB, Pace, pace
from carrom.physics import Kind, Trace, report, simulate, simulate_many, warm_up
from carrom.physics.trace import PACKED
from carrom.stroke import Aim, Layout, Placed
from carrom.words import Coin, Seat

BREAK = Aim(Seat.SOUTH, 0.01, 1.55, 7.0)


def refusal(error: type[CarromError], *stroke: object) -> str:
    with pytest.raises(error) as refused:
        simulate(*stroke)  # type: ignore[arg-type]
    return str(refused.value)


@pytest.mark.parametrize("speed", [10.0000001, 1e300])
def test_a_speed_out_of_range_is_refused(speed: float) -> None:
    assert "up to 10 m/s" in refusal(ImpossibleAim, Layout(), south(speed=speed))


@pytest.mark.parametrize("speed", [math.nan, math.inf, 0.0, -1.0])
def test_a_speed_that_is_none_cannot_even_be_written(speed: float) -> None:
    with pytest.raises(ImpossibleAim, match="a speed above 0"):
        south(speed=speed)


def test_a_striker_off_its_place_is_refused_and_told_where_it_may_stand() -> None:
    said = refusal(ImpossibleAim, Layout(), south(x=0.19))
    assert "base circle" in said
    assert "free on these base lines: x -0." in said


def test_a_striker_off_its_place_is_refused_in_the_numbers_of_the_language() -> None:
    with pytest.raises(ImpossibleAim) as refused:
        simulate(Layout(), south(x=0.19))

    assert "à x 0,19 ; libre" in refused.value.text("fr")
    assert "." not in refused.value.text("fr")


def test_a_striker_on_a_coin_is_refused() -> None:
    x = 0.05
    y = -STANDARD.board.surface / 2.0 + STANDARD.board.base_line_offset + 0.04
    assert "lies on a coin" in refusal(ImpossibleAim, coins((x, y)), south(x=x))


def test_coins_that_overlap_for_this_equipment_are_refused() -> None:
    """A layout of small coins does not fit a table with large ones."""
    small = Equipment(STANDARD.board, CoinSet(diameter=0.0286), STANDARD.striker, "small")
    layout = Layout((Placed(Coin.WHITE, 0.0, 0.0), Placed(Coin.BLACK, 0.029, 0.0)), small)

    assert simulate(layout, south(), small).events
    assert "overlap" in refusal(ImpossibleCase, layout, south(), STANDARD)


@pytest.mark.parametrize(
    ("diameter", "mass"), [(0.0413, 0.0), (0.0413, math.nan), (0.05, 0.015), (0.0, 0.015)]
)
def test_a_striker_that_cannot_be_is_refused(diameter: float, mass: float) -> None:
    odd = Equipment(STANDARD.board, STANDARD.coins, Striker(diameter, mass), "odd")
    assert "equipment.striker" in refusal(ImpossibleCase, Layout(), south(), odd)


def test_an_unknown_profile_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownProfile, match="fresh, club and slow"):
        pace("wet")


@pytest.mark.parametrize("field", ["friction", "coin_coin", "frame_grip", "lip", "full_force"])
@pytest.mark.parametrize("value", [math.nan, -0.1, 11.0])
def test_a_pace_that_cannot_be_cannot_be_written(field: str, value: float) -> None:
    with pytest.raises(UnknownProfile, match=field):
        Pace(**{**vars(CLUB), field: value})


def test_full_force_limits_players_not_the_simulator() -> None:
    assert CLUB.full_force == 6.0
    assert simulate(Layout(), south(speed=10.0)).duration > 0.0


def test_a_batch_names_the_aim_it_refuses() -> None:
    with pytest.raises(ImpossibleAim, match=r"aims\[1\]: the striker touches a base circle"):
        simulate_many(Layout(), [south(), south(x=0.19)])


def test_grams_given_as_kilograms_are_refused() -> None:
    grams = Equipment(STANDARD.board, CoinSet(mass=5.4), STANDARD.striker, "grams")
    assert "kilograms" in refusal(ImpossibleCase, Layout(), south(), grams)


def test_a_batch_says_how_many_layouts_it_needs() -> None:
    with pytest.raises(ImpossibleCase, match="give one, or one for each"):
        simulate_many([Layout(), Layout()], [south()])
    with pytest.raises(ImpossibleCase, match="threads"):
        simulate_many(Layout(), [south()], threads=0)
    assert len(simulate_many(Layout(), [])) == 0


def test_a_trace_reads_back_as_the_same_trace() -> None:
    """Every number, through JSON text."""
    trace = simulate(Layout.rosette(), BREAK)
    again = Trace.from_json(trace.to_json())

    assert again == trace
    assert again.to_json() == trace.to_json()
    assert again.at(0.123456) == trace.at(0.123456)
    assert again.hash == trace.hash


def test_a_packed_trace_reads_back_as_the_same_trace() -> None:
    """As it is packed today, and as it was before 0.14: compressed JSON."""
    for aim in (BREAK, south(angle=0.3), south(speed=0.05)):
        trace = simulate(Layout.rosette(), aim)
        for blob in (trace.packed, zlib.compress(trace.to_json().encode(), 6)):
            again = Trace.unpacked(blob)

            assert again == trace
            assert again.to_json() == trace.to_json()


def test_a_damaged_packed_trace_is_refused() -> None:
    """Cut short anywhere, with any byte changed, or with other numbers than it says."""
    packed = simulate(Layout.rosette(), BREAK).packed
    for end in range(0, len(packed), 97):
        with pytest.raises(TraceError):
            Trace.unpacked(packed[:end])
    for at in range(0, len(packed), 97):
        changed = bytearray(packed)
        changed[at] ^= 0x41
        with pytest.raises(TraceError):
            Trace.unpacked(bytes(changed))
    body = packed[len(PACKED) + 4 :]
    for wrong in (b"", body[:3], body[:-8], body + bytes(8), b"\xff" * 4 + body[4:]):
        with pytest.raises(TraceError):
            Trace.unpacked(PACKED + struct.pack("<I", zlib.crc32(wrong)) + wrong)


@pytest.mark.parametrize(
    "damage",
    [
        lambda plain: plain.pop("rest"),
        lambda plain: plain["rest"].pop(),
        lambda plain: plain["rest"].__setitem__(3, [0.1, 0.1]),
        lambda plain: plain["flights"][0][0].pop(),
        lambda plain: plain["flights"][0].append("x"),
        lambda plain: plain["events"][0].__setitem__(1, "melted"),
        lambda plain: plain["events"][0].__setitem__(2, 99),
        lambda plain: plain["events"][0].__setitem__(4, "fast"),
        lambda plain: plain.__setitem__("trace", 2),
        lambda plain: plain.__setitem__("layout", "w 0,0; w 0,0"),
        lambda plain: plain.__setitem__("aim", 7),
        lambda plain: plain["equipment"]["pace"].pop("friction"),
        lambda plain: plain.__setitem__("duration", True),
        lambda plain: plain.__setitem__("hash", "0"),
        lambda plain: plain.pop("hash"),
        lambda plain: plain.__setitem__("engine", 99),
        lambda plain: plain["rest"].__setitem__(plain["rest"].index(None), [0.1, 0.1]),
        lambda plain: plain["rest"].__setitem__(0, [10**400, 0]),
        lambda plain: plain["flights"][0][0].__setitem__(0, math.nan),
        lambda plain: plain["equipment"]["board"].__setitem__("surface", "wide"),
        lambda plain: plain["equipment"]["board"].__setitem__("surface", 1e30),
        lambda plain: plain["equipment"]["striker"].__setitem__("diameter", 1e9),
        lambda plain: plain["events"][0].__setitem__(3, 99),
        lambda plain: plain["events"][0].__setitem__(0, 9.0),
    ],
)
def test_a_damaged_trace_is_refused(damage: object) -> None:
    plain = json.loads(simulate(Layout.rosette(), BREAK).to_json())
    damage(plain)  # type: ignore[operator]
    with pytest.raises(TraceError, match="trace"):
        Trace.from_json(json.dumps(plain))


def test_what_is_no_trace_at_all_is_refused() -> None:
    for text in ("", "[]", "{}", "{", "[" * 100_000):
        with pytest.raises(TraceError):
            Trace.from_json(text)


def test_positions_follow_the_flights_to_the_rest() -> None:
    """Before the stroke, at every event and after the end; a fallen coin is nowhere."""
    trace = simulate(Layout.rosette(), BREAK)

    assert trace.at(-1.0) == trace.at(0.0) == trace.start
    assert trace.at(trace.duration) == trace.at(1e9) == trace.rest
    for event in trace.contacts:
        if event.kind is Kind.PIECES:
            a, b = trace.at(event.time)[event.piece], trace.at(event.time)[event.other]
            assert a is not None
            assert b is not None
            reach = COIN_RADIUS + (STRIKER_RADIUS if event.piece == 0 else COIN_RADIUS)
            assert math.dist(a, b) == pytest.approx(reach, abs=1e-12)
            assert math.dist(a, (event.x, event.y)) == pytest.approx(reach - COIN_RADIUS, abs=1e-12)
    fall = trace.falls[0]
    assert trace.at(fall.time - 1e-9)[fall.piece] is not None
    assert trace.at(fall.time)[fall.piece] is None


def test_the_last_places_follow_from_the_flights() -> None:
    """The layout after the stroke is where the last segments end."""
    trace = simulate(Layout.rosette(), BREAK)
    for flight, start, rest in zip(trace.flights, trace.start, trace.rest, strict=True):
        if rest is not None:
            end = flight[-1].at(trace.duration) if flight else start
            assert end == pytest.approx(rest, abs=1e-12)


def test_the_report_has_the_facts_for_the_judge() -> None:
    """What fell in its order, whether a coin was touched, the layout it came to rest in."""
    trace = simulate(Layout.rosette(), BREAK)
    facts = report(trace)
    named = [str(trace.pieces[fall.piece] or "striker") for fall in trace.falls]

    assert named, "a break in which something falls"
    assert list(facts.order) == named
    assert sorted(facts.pocketed_names) == sorted(named)
    assert facts.touched
    assert not facts.improper
    assert facts.off_board_names == []
    assert facts.layout == trace.after
    assert len(trace.after.coins) == 19 - sum(name != "striker" for name in named)


def test_a_stroke_that_meets_no_coin_touches_nothing() -> None:
    trace = simulate(coins((0.2, 0.2)), south(angle=math.pi - 0.2, speed=1.0))

    assert not report(trace).touched
    assert report(trace).layout == coins((0.2, 0.2))


def test_a_report_goes_to_the_judge() -> None:
    """The narrow waist: the very report of a simulated stroke is ruled on."""
    facts = report(simulate(coins((0.2, 0.2)), south(angle=math.pi - 0.2, speed=1.0)))
    before = carrom.Standing.parse("white on strike, 9 white, 5 black, queen on board")
    after, _ = carrom.play(before, facts, carrom.INTERNATIONAL_A)

    assert str(after) == "black on strike, 9 white, 5 black, queen on board, 1 pass"


def test_the_family_may_stand_where_others_may_not() -> None:
    """A striker too small to reach both lines: only the family's law lets it stand between them."""
    small = Equipment(STANDARD.board, STANDARD.coins, Striker(0.03, 0.01), "small")

    assert "both base lines" in refusal(ImpossibleAim, Layout(), south(), small)
    assert simulate(Layout(), south(), small, between_lines=True).rest[0] is not None


def in_a_new_process(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, **env}
    )


def test_importing_carrom_and_its_physics_loads_no_compiler() -> None:
    done = in_a_new_process(
        "import sys, carrom, carrom.physics; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_a_long_batch_lets_other_threads_run() -> None:
    """The kernel frees the interpreter's lock: a Python thread counts on while one call runs."""
    warm_up()
    aims = [south(x=0.0001 * (i % 100), speed=8.0) for i in range(6_000)]
    counted, done = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    layout = Layout.rosette()
    other.start()
    before = counted
    simulate_many(layout, aims, threads=1)
    during = counted - before
    done.set()
    other.join()

    assert during > 20


NOWHERE_TO_WRITE = """
import os, sys, warnings
sys.path.insert(0, sys.argv[1])
import numba
import carrom
from carrom.physics import simulate
from carrom.stroke import Aim, Layout
from carrom.words import Seat
numba.njit(lambda x: x + 1)(1)  # what the compiler loads late, it loads while all may still be read
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
os.environ["HOME"] = "/nonexistent"
os.environ.pop("XDG_CACHE_HOME", None)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    simulate(Layout(), Aim(Seat.SOUTH, 0.0, 1.0, 1.0))
    again = simulate(Layout.rosette(), Aim(Seat.SOUTH, 0.01, 1.55, 7.0))
print(len(said), said[0].category.__name__, str(said[0].message))
print(again.hash)
print(carrom.__file__.startswith(sys.argv[1]))
"""


@pytest.mark.long
def test_without_a_writable_cache_the_first_stroke_is_compiled_with_one_warning(tmp_path: Path) -> None:
    """As a user who may write neither beside the package nor at home; root would find a place anyway."""
    package = tmp_path / "readonly"
    source = Path(carrom.__file__).parent
    for file in source.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            copy = package / "carrom" / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
            copy.chmod(0o444)
    folders = [folder for folder in (package, *package.rglob("*")) if folder.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    if os.getuid() == 0:
        for outer in (tmp_path, *tmp_path.parents[:3]):  # pytest's own folders, closed to others
            outer.chmod(outer.stat().st_mode | 0o005)
    env = {key: value for key, value in os.environ.items() if key not in ("NUMBA_CACHE_DIR", "CARROM_PLAIN")}
    done = subprocess.run(
        [sys.executable, "-B", "-c", NOWHERE_TO_WRITE, str(package)],
        capture_output=True,
        text=True,
        check=False,
        env=env,
        cwd="/",
    )
    for folder in folders:
        folder.chmod(0o755)

    assert done.returncode == 0, done.stderr
    warned, hashed, ours = done.stdout.splitlines()
    assert warned.startswith("1 RuntimeWarning no folder for compiled code can be written")
    assert hashed == simulate(Layout.rosette(), BREAK).hash
    assert ours == "True"


@pytest.mark.long
def test_the_compiled_code_is_cached_and_a_damaged_cache_costs_one_warning(tmp_path: Path) -> None:
    """A second process finds what the first one compiled; if that cannot be used, no stroke is lost."""
    code = "from carrom.physics import simulate; from carrom.stroke import Aim, Layout\n"
    code += f"print(simulate(Layout.rosette(), Aim.parse('{BREAK}')).hash)"
    hashed = simulate(Layout.rosette(), BREAK).hash

    assert in_a_new_process(code, NUMBA_CACHE_DIR=str(tmp_path)).stdout.strip() == hashed
    written = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb*")}
    assert in_a_new_process(code, NUMBA_CACHE_DIR=str(tmp_path)).stdout.strip() == hashed
    assert written
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb*")} == written

    for file in tmp_path.rglob("*.nbc"):
        file.write_bytes(b"no code")
    again = in_a_new_process(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert again.stdout.strip() == hashed
    assert again.stderr.count("RuntimeWarning") == 1


FORKED = """
import os
from carrom.physics import simulate_many
from carrom.stroke import Aim, Layout
aims = [Aim.parse(f"south x 0.0, angle {80 + i / 50}°, speed 5.0") for i in range(400)]
before = simulate_many(Layout.rosette(), aims, threads=2)
child = os.fork()
if child == 0:
    again = simulate_many(Layout.rosette(), aims, threads=2)
    os._exit(0 if again.hash(7) == before.hash(7) else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_server_can_go_on_simulating() -> None:
    """A child has none of its parent's threads."""
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.strip() == "0", done.stderr


def test_plain_python_needs_no_compiler() -> None:
    """For a debugger, or where the compiler cannot be had."""
    code = "import sys; from carrom.physics import simulate; from carrom.stroke import Aim, Layout\n"
    code += f"simulate(Layout(), Aim.parse('{BREAK}'), plain=True); print('numba' in sys.modules)"
    assert in_a_new_process(code).stdout.strip() == "False"


def test_several_threads_may_simulate_at_once() -> None:
    """Each has scratch space of its own."""
    aims = [south(x=0.001 * i, speed=6.0) for i in range(-20, 21)]
    layout = Layout.rosette()
    alone = [simulate(layout, aim).hash for aim in aims]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda aim: simulate(layout, aim).hash, aims * 4))

    assert together == alone * 4


@pytest.mark.parametrize(
    "board",
    [
        {"surface": math.nan},
        {"surface": -1.0},
        {"surface": 1e30},
        {"pocket_diameter": math.inf},
        {"base_line_offset": 0.0},
        {"arrow_length": 0.0},
    ],
)
def test_a_board_that_cannot_be_is_refused(board: dict[str, float]) -> None:
    odd = replace(STANDARD, board=replace(STANDARD.board, **board))
    assert "equipment.board" in refusal(ImpossibleCase, Layout(), south(), odd)

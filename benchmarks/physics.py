"""How fast and how exact the simulator is, beside other engines: python benchmarks/physics.py

Run it with .venv's Python on a quiet machine; it takes about four minutes. The first run makes an environment
for the other engines in .benchmark-peers (about 1 GB) and needs a connection. `--quick` plays a few strokes
only, `--no-peers` carrom alone.

Every engine plays the same strokes (strokes.py) of the same problem: discs that slide at even friction,
smooth rims, a piece whose centre passes a pocket's edge is gone. The figures are means over a varied set, the
best of several repeats; peers, being slower, play the first so many of the set. Clocks run from the launch to
the rest of every piece, when arrays or bodies stand ready. How each peer is set up, and why, stands at the
top of its file in peers/.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist
from pathlib import Path
from statistics import mean, median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import ours  # noqa: E402  # the path above comes first
from benchmarks.closed_forms import KnownStroke, known_strokes  # noqa: E402
from benchmarks.peers.environment import PACKAGES, PeerError, ask, install  # noqa: E402
from benchmarks.strokes import BREAK, SAME_PROBLEM, SCATTERED, Stroke, breaks, problem, scattered  # noqa: E402

from carrom.equipment import STANDARD  # noqa: E402
from carrom.surface import Point  # noqa: E402

Places = Sequence[Sequence[Point | None]]

COARSE, FINE = 1.0 / 1000.0, 1.0 / 5000.0  # s
TURN = 1e-6  # rad; far less than a step of 1/1000 s gets wrong
STILL = 1e-6  # m; a coin that no engine moved by more says nothing about any of them
RIGHT = 1e-3  # m
PATIENCE = 300.0  # s; for one peer and one set of strokes


@dataclass(frozen=True)
class Setting:
    """A peer, and one way to set it up."""

    peer: str
    setting: str
    label: str


ASLEEP = Setting("pymunk", "joints asleep", "joints, rest asleep")
AWAKE = Setting("pymunk", "joints", "joints")
CALLED_BACK = Setting("pymunk", "velocity_func", "velocity_func")
BOX2D = Setting("box2d", "", "joints, rest asleep")
POOLTOOL = Setting("pooltool", "", "warm; richer, other physics")
STEPPERS = (ASLEEP, AWAKE, CALLED_BACK, BOX2D)
EXACTEST = (ASLEEP, BOX2D)  # those compared at two steps, and with themselves
OUR_REPEATS = 25  # spread over about as long as a peer takes: this kind of machine has slow seconds


@dataclass(frozen=True)
class Scene:
    """Strokes of one kind, and how many of them each engine plays."""

    name: str
    strokes: list[Stroke]
    timed: int  # at the coarse step
    slowly: int  # by a peer that takes long
    fine: int
    finest: int  # at a tenth of a step, to see how a peer agrees with itself
    repeats: int
    limit: float  # s a stroke, for carrom on one core without spin; with spin, twice that
    times_pymunk: float  # at least, at the coarse step

    @property
    def chaotic(self) -> bool:
        return self.name == BREAK


def scenes(quick: bool) -> tuple[Scene, Scene]:
    # Thousands for carrom: fewer, and the processor knows them by heart after the first repeat.
    eight = Scene(SCATTERED, scattered(200 if quick else 4000), 120, 60, 120, 120, 3, 5e-6, 1300.0)
    opening = Scene(BREAK, breaks(50 if quick else 1000), 60, 12, 20, 8, 3, 150e-6, 105.0)
    if quick:
        eight = replace(eight, timed=4, slowly=2, fine=2, finest=1, repeats=1)
        opening = replace(opening, timed=2, slowly=1, fine=1, finest=1, repeats=1)
    return eight, opening


@dataclass(frozen=True)
class Error:
    """How far pieces came to rest from where they should, over all pieces that moved. Metres.

    A piece that fell in one and not in the other has no distance; its stroke counts as wrong.
    """

    median: float
    mean: float
    right: float  # share of strokes with every piece within a millimetre


def error(found: Places, expected: Places, strokes: Sequence[Stroke]) -> Error | None:
    """Over as many strokes as both have played; None if there is none."""
    if not (found and expected):
        return None
    distances: list[float] = []
    right = 0
    for stroke, places, others in zip(strokes, found, expected, strict=False):
        apart = [
            dist(a, b) if a and b else 0.0 if a is b else 1.0 for a, b in zip(places, others, strict=True)
        ]
        right += max(apart) <= RIGHT
        starts = (None, *stroke.layout.points)  # the striker always moves
        for a, b, start in zip(places, others, starts, strict=True):
            if a and b and (start is None or max(dist(a, start), dist(b, start)) > STILL):
                distances.append(dist(a, b))
    return Error(median(distances), mean(distances), right / min(len(found), len(expected)))


@dataclass(frozen=True)
class Row:
    """One engine in one scene. One that could not play has only a `trouble`."""

    engine: str
    strokes: int = 0
    seconds: float = 0.0
    places: Places = ()
    from_ours: Error | None = None
    from_finer: Error | None = None
    trouble: str = ""


NOTHING = Row("")
LEFT_OUT = "left out"


class Peers:
    """The engines beside ours: those that could be installed, and the others with the reason why not."""

    def __init__(self, wanted: bool) -> None:
        self.missing = {} if wanted else dict.fromkeys(PACKAGES, LEFT_OUT)
        for peer in PACKAGES if wanted else ():
            say(f"{peer}: installing it, unless it is there")
            try:
                install(peer)
            except PeerError as wrong:
                self.missing[peer] = str(wrong)

    def play(self, setting: Setting, step: float, strokes: Sequence[Stroke], repeats: int = 1) -> Row:
        dt = "" if setting is POOLTOOL else f", dt 1/{1.0 / step:.0f}"
        engine = f"{setting.peer}{dt}, {setting.label}"
        if setting.peer in self.missing:
            return Row(engine, trouble=self.missing[setting.peer])
        say(f"{engine}: {len(strokes)} strokes × {repeats}")
        # pooltool compiles each kind of event as it meets it.
        warm_up = strokes[:8] if setting is POOLTOOL else strokes[:1]
        job: dict[str, Any] = {"peer": setting.peer, "setting": setting.setting, "step": step}
        job |= {"problem": problem(), "repeats": repeats}
        job |= {"warm_up": plain(warm_up), "strokes": plain(strokes)}
        try:
            answer = ask(job, PATIENCE)
        except PeerError as wrong:
            return Row(engine, trouble=str(wrong))
        engine = f"{answer['version']}{dt}, {setting.label}"
        trouble = f"{answer['restless']} strokes never came to rest" if answer["restless"] else ""
        return Row(engine, len(strokes), answer["seconds"], answer["places"], trouble=trouble)


def plain(strokes: Sequence[Stroke]) -> list[dict[str, object]]:
    return [stroke.plain() for stroke in strokes]


OUR_SETTINGS = (("spin off", SAME_PROBLEM), ("spin on", STANDARD))


def our_rows(scene: Scene) -> list[Row]:
    count = len(scene.strokes)
    rows = []
    for spin, equipment in OUR_SETTINGS:
        for cores in sorted({1, ours.CORES}):
            engine = f"carrom, {spin}, {cores} core{'s' if cores > 1 else ''}"
            say(f"{engine}: {count} strokes × {OUR_REPEATS}")
            rows.append(Row(engine, count, ours.seconds(scene.strokes, equipment, cores, OUR_REPEATS)))
    return rows


def peer_rows(scene: Scene, peers: Peers) -> dict[Setting, list[Row]]:
    """Each peer at the coarse step, then at the fine one if it is set up to be exact."""
    timed = scene.strokes[: scene.timed]
    expected: Places = () if scene.chaotic else ours.places(timed, SAME_PROBLEM)
    rows: dict[Setting, list[Row]] = {}
    for setting in STEPPERS:
        strokes = timed[: scene.slowly] if setting is CALLED_BACK else timed
        rows[setting] = [peers.play(setting, COARSE, strokes, scene.repeats)]
        steps = [COARSE]
        if setting in EXACTEST and rows[setting][0].places:
            rows[setting].append(peers.play(setting, FINE, timed[: scene.fine]))
            steps.append(FINE)
        for at, (step, row) in enumerate(zip(steps, rows[setting], strict=True)):
            finer = peers.play(setting, step / 10.0, timed[: scene.finest]) if len(steps) > 1 else NOTHING
            rows[setting][at] = replace(
                row,
                from_ours=error(row.places, expected, timed),
                from_finer=error(row.places, finer.places, timed),
            )
    rows[POOLTOOL] = [peers.play(POOLTOOL, COARSE, timed[: scene.slowly], min(2, scene.repeats))]
    return rows


WIDE = 46
HEAD = (
    f"{'':{WIDE}}{'':8}{'µs':>10}{'strokes':>10}{'times':>8}  |{'from carrom, mm':>17}{'within':>8}"
    f"  |{'from dt/10':>11}{'within':>8}",
    f"{'engine':{WIDE}}{'strokes':>8}{'a stroke':>10}{'a second':>10}{'ours':>8}  |{'median':>9}{'mean':>8}"
    f"{'1 mm':>8}  |{'median, mm':>11}{'1 mm':>8}",
)


def print_scene(scene: Scene, rows: Sequence[Row]) -> None:
    print(f"\n{scene.name}")
    print(*HEAD, sep="\n")
    for row in rows:
        print(line(row, rows[0].seconds))
    print(sensitivity(scene))


def line(row: Row, unit: float) -> str:
    if not row.seconds:
        return f"{row.engine:{WIDE}}  {row.trouble}"
    times = row.seconds / unit
    figures = f"{row.strokes:8}{row.seconds * 1e6:10.1f}{1.0 / row.seconds:10.0f}"
    figures += f"{times:8.2f}" if times < 10.0 else f"{times:8.0f}"
    ours_off, finer_off = row.from_ours, row.from_finer
    median_off, mean_off, right = ("—", "—", "—") if ours_off is None else spelt(ours_off)
    figures += f"  |{median_off:>9}{mean_off:>8}{right:>8}"
    median_off, _, right = ("—", "—", "—") if finer_off is None else spelt(finer_off)
    return f"{row.engine:{WIDE}}{figures}  |{median_off:>11}{right:>8}  {row.trouble}".rstrip()


def spelt(off: Error) -> tuple[str, str, str]:
    return f"{off.median * 1e3:.2f}", f"{off.mean * 1e3:.1f}", f"{off.right:.0%}"


def sensitivity(scene: Scene) -> str:
    """How much of a position error is the stroke's own doing, and why none is given for a break."""
    strokes = scene.strokes[: scene.timed]
    turned = [replace(each, aim=replace(each.aim, angle=each.aim.angle + TURN)) for each in strokes]
    off = error(ours.places(turned, SAME_PROBLEM), ours.places(strokes, SAME_PROBLEM), strokes)
    assert off is not None
    why = ": a break is chaotic, so no end is compared with carrom's" if scene.chaotic else ""
    return (
        f"Turning the aim by {TURN:g} rad moves carrom's own ends by {off.median * 1e3:.2g} mm (median), "
        f"{off.mean * 1e3:.2g} mm (mean){why}."
    )


def print_known(peers: Peers) -> None:
    """Every engine against paper, to see that it has been given the same problem."""
    known = known_strokes()
    strokes = [each.stroke for each in known]
    rows = [Row("carrom, spin off", places=ours.places(strokes, SAME_PROBLEM))]
    rows += [peers.play(setting, step, strokes) for setting in STEPPERS for step in (COARSE, FINE)]
    print("\nStrokes whose end is known on paper: the farthest a piece lies from it, mm")
    print(f"{'':{WIDE}}" + "".join(f"{each.name:>15}" for each in known))
    for row in shown(rows):
        figures = "".join(f"{farthest(*pair):>15}" for pair in zip(known, row.places, strict=False))
        print(f"{row.engine:{WIDE}}{figures}  {row.trouble}".rstrip())


def farthest(known: KnownStroke, places: Sequence[Point | None]) -> str:
    if [place is None for place in places] != [place is None for place in known.rest]:
        return "falls wrongly"
    return f"{max(dist(a, b) for a, b in zip(places, known.rest, strict=True) if a and b) * 1e3:.3f}"


def shown(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row.trouble != LEFT_OUT]


def print_targets(scene: Scene, rows: Sequence[Row], peers: dict[Setting, list[Row]]) -> None:
    print(f"\n{scene.name}: carrom beside its targets")
    one_core = {row.engine: row.seconds for row in rows}
    off, on = (one_core[f"carrom, {spin}, 1 core"] for spin, _ in OUR_SETTINGS)
    target("a stroke, spin off, one core", off * 1e6, "µs", most=scene.limit * 1e6)
    target("a stroke, spin on, one core", on * 1e6, "µs", most=scene.limit * 2e6)
    for setting in (ASLEEP, AWAKE, CALLED_BACK):
        if peers[setting][0].seconds:
            times = peers[setting][0].seconds / off
            target(f"faster than pymunk, {setting.label}", times, "times", least=scene.times_pymunk)
    strokes = scene.strokes[: len(scene.strokes) // 4]
    for spin, equipment in OUR_SETTINGS:
        say(f"carrom, {spin}: whole calls")
        whole = ours.whole_call_seconds(strokes, equipment, 3)
        target(f"simulate_many, a layout each, whole call, {spin}", whole * 1e6, "µs")
        shared = ours.one_layout_seconds(scene.strokes, equipment, 3)
        target(f"simulate_many, one layout, whole call, {spin}", shared * 1e6, "µs")
        alone = ours.one_by_one_seconds(strokes, equipment, 3)
        target(f"simulate, with its trace, {spin}", alone * 1e6, "µs")
        beside = alone - ours.seconds(strokes, equipment, 1, OUR_REPEATS)
        target(
            f"… of it beside the kernel, {spin}", beside * 1e6, "µs", most=100.0 if scene.chaotic else None
        )


def print_start() -> None:
    say("carrom: first strokes of new processes")
    cold, warm = ours.start_seconds(5)
    print("\nFrom the start of a process to the end of its first stroke")
    target("with the compiler's cache", warm, "s", most=1.2)
    target("with nothing compiled yet", cold, "s")


def target(
    name: str, figure: float, unit: str, most: float | None = None, least: float | None = None
) -> None:
    aim = ""
    if most is not None:
        aim = f"at most {most:g} {unit}" + ("   MISSED" if figure > most else "")
    elif least is not None:
        aim = f"at least {least:g} {unit}" + ("   MISSED" if figure < least else "")
    print(f"{name:{WIDE + 8}}{figure:10.2f} {unit:6} {aim}".rstrip())


def say(text: str) -> None:
    """Progress, apart from the figures."""
    print(f"{time.perf_counter() - BEGAN:6.0f} s  {text}", file=sys.stderr, flush=True)


BEGAN = time.perf_counter()


def main() -> int:
    words = argparse.ArgumentParser(description="How fast and how exact the simulator is, beside others.")
    words.add_argument("--quick", action="store_true", help="a few strokes only, to see that it works")
    words.add_argument("--no-peers", action="store_true", help="carrom alone")
    chosen = words.parse_args()
    say("making the strokes")
    both = scenes(chosen.quick)
    peers = Peers(not chosen.no_peers)
    print_known(peers)
    for scene in both:
        rows, others = our_rows(scene), peer_rows(scene, peers)
        print_scene(scene, rows + shown(row for group in others.values() for row in group))
        print_targets(scene, rows, others)
    if not chosen.quick:
        print_start()
    return 0


if __name__ == "__main__":
    sys.exit(main())

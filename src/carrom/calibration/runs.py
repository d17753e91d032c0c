"""The runs that a club measured with a tape and a stopwatch, and their file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from carrom.calibration.straight import Stop, Straight, reach
from carrom.calibration.toml import number, parsed, refuse_unknown, yes_or_no
from carrom.equipment import STANDARD, Equipment
from carrom.errors import EquipmentError
from carrom.i18n import Message, t
from carrom.pace import FASTEST
from carrom.surface import band_middle

MOST_RUNS = 50
LEAST_FRICTION = 0.005  # a Pace refuses less
PLACE_ERROR = 0.01  # m: a tape laid by hand
TIME_ERROR = 0.1  # s: a stopwatch, and who holds it

_LEAST_WAY_CM = 1.0  # before the far frame
_SURFACE_CM = (50.0, 100.0)
_STRIKER_CM = (3.0, 5.0)
_PLACE_ERROR_CM = (0.01, 10.0)
_TIME_ERROR_S = (0.001, 2.0)


@dataclass(frozen=True)
class Run:
    """One straight run. Distances are from the player's frame to the near edge of the striker."""

    start: float
    rebounds: int
    stopped: float
    seconds: float | None = None


@dataclass(frozen=True)
class Measurements:
    """What a club measured, in metres and seconds."""

    runs: tuple[Run, ...]
    equipment: Equipment = STANDARD
    place_error: float = PLACE_ERROR
    time_error: float = TIME_ERROR
    same_launch: bool = False  # a device sends the striker with the same speed each time

    @property
    def length(self) -> float:
        """The largest distance of the striker's near edge from the player's frame."""
        return self.equipment.board.surface - self.equipment.striker.diameter

    def straight(self, run: Run) -> Straight:
        return Straight(self.length - run.start, self.length)

    def stop(self, run: Run) -> Stop:
        """The measured stop of a run."""
        if run.rebounds == 0:
            beyond = run.stopped - run.start
        elif run.rebounds % 2:
            beyond = self.length - run.stopped
        else:
            beyond = run.stopped
        return Stop(run.rebounds, max(0.0, beyond))

    def stopped(self, run: Run, stop: Stop) -> float:
        """The distance that a tape would measure for this stop."""
        if stop.rebounds == 0:
            return run.start + stop.beyond
        return self.length - stop.beyond if stop.rebounds % 2 else stop.beyond


def start_on_base_line(equipment: Equipment) -> float:
    """The `start` of a run from the middle between the base lines."""
    half = equipment.board.surface / 2.0
    return half - band_middle(equipment.board) - equipment.striker.diameter / 2.0


def measurements_from_toml(
    text: str, where: str, instead: Mapping[str, object] | None = None
) -> Measurements:
    """The measurements of a file; keys of `instead` replace the file's. Raises `EquipmentError`."""
    try:
        return _measurements({**parsed(text, EquipmentError), **(instead or {})})
    except EquipmentError as wrong:
        raise wrong.at(where) from None


_KEYS = ("surface_cm", "striker_cm", "start_cm", "place_error_cm", "time_error_s", "same_launch", "run")
_RUN_KEYS = ("rebounds", "stopped_cm", "seconds", "start_cm")


def _measurements(given: Mapping[str, object]) -> Measurements:
    refuse_unknown(given, _KEYS, EquipmentError)
    board, striker = STANDARD.board, STANDARD.striker
    if "surface_cm" in given:
        board = replace(board, surface=_cm(given["surface_cm"], "surface_cm", *_SURFACE_CM))
    if "striker_cm" in given:
        striker = replace(striker, diameter=_cm(given["striker_cm"], "striker_cm", *_STRIKER_CM))
    place_error = _cm(given.get("place_error_cm", PLACE_ERROR * 100.0), "place_error_cm", *_PLACE_ERROR_CM)
    time_error = given.get("time_error_s", TIME_ERROR)
    measured = Measurements(
        (),
        replace(STANDARD, board=board, striker=striker),
        place_error,
        number(time_error, "time_error_s", *_TIME_ERROR_S, EquipmentError),
        yes_or_no(given.get("same_launch", False), "same_launch", EquipmentError),
    )
    start = start_on_base_line(measured.equipment)
    if "start_cm" in given:
        start = _cm(given["start_cm"], "start_cm", 0.0, _longest_cm(measured) - _LEAST_WAY_CM)
    listed = given.get("run", [])
    if not isinstance(listed, list) or not all(isinstance(run, Mapping) for run in listed):
        raise EquipmentError("refused.runs.not-a-list")
    if not listed:
        raise EquipmentError("refused.runs.none")
    if len(listed) > MOST_RUNS:
        raise EquipmentError("refused.runs.too-many", n=len(listed), most=MOST_RUNS)
    runs: list[Run] = []
    for place, run in enumerate(listed, start=1):
        try:
            runs.append(_run(measured, run, start))
        except EquipmentError as wrong:
            raise wrong.at(Message("runs.run", {"number": place})) from None
    return replace(measured, runs=tuple(runs))


def _cm(value: object, name: str, low: float, high: float) -> float:
    return number(value, name, low, high, EquipmentError) / 100.0


def _longest_cm(measured: Measurements) -> float:
    return round(measured.length * 100.0, 6)


def _run(measured: Measurements, given: Mapping[str, object], start: float) -> Run:
    refuse_unknown(given, _RUN_KEYS, EquipmentError)
    for key in ("rebounds", "stopped_cm"):
        if key not in given:
            raise EquipmentError("refused.runs.missing", field=key)
    longest = _longest_cm(measured)
    if "start_cm" in given:
        start = _cm(given["start_cm"], "start_cm", 0.0, longest - _LEAST_WAY_CM)
    rebounds = given["rebounds"]
    if isinstance(rebounds, bool) or not isinstance(rebounds, int) or rebounds < 0:
        raise EquipmentError("refused.runs.not-a-count", value=repr(rebounds))
    stopped = given["stopped_cm"]
    # A measured distance may be slightly larger than the board allows.
    slack = measured.place_error * 100.0
    if isinstance(stopped, int | float) and longest < stopped <= longest + slack:
        stopped = longest
    run = Run(start, rebounds, _cm(stopped, "stopped_cm", 0.0, longest))
    if rebounds == 0 and run.stopped <= run.start:
        raise EquipmentError(
            "refused.runs.backward", stopped=f"{run.stopped * 100.0:g}", start=f"{start * 100.0:g}"
        )
    # With a perfect bounce on the most slippery surface; the first way may have almost no length.
    most = 1 + int(reach(FASTEST, LEAST_FRICTION) / measured.length)
    if rebounds > most:
        raise EquipmentError(
            "refused.runs.out-of-reach", speed=FASTEST, rebounds=str(rebounds)[:20], most=most
        )
    if "seconds" in given:
        least, longest = _seconds(measured, run)
        seconds = number(given["seconds"], "seconds", least, longest, EquipmentError)
        run = replace(run, seconds=seconds)
    return run


def _seconds(measured: Measurements, run: Run) -> tuple[float, float]:
    """The least and the longest possible time of a run, in seconds to 2 digits."""
    straight, stop = measured.straight(run), measured.stop(run)
    # The stopwatch may be off by a little more than its error.
    slack = 3.0 * measured.time_error
    least = max(0.01, straight.distance(stop) / FASTEST - slack)
    most = straight.seconds(stop, 1.0, LEAST_FRICTION) + slack
    return round(least, 2), round(most, 2)


_EXAMPLE = (
    (0, 44.0, 0.92),
    (0, 55.0, 1.04),
    (0, 62.5, 1.12),
    (1, 24.5, 1.4),
    (2, 28.0, 1.65),
    (3, 20.0, 2.04),
    (4, 38.5, 2.21),
    (5, 40.5, 2.4),
)


def example_runs(lang: str = "en") -> str:
    """An example of a file of runs, which can be read as it is."""
    start = round(start_on_base_line(STANDARD) * 100.0, 1)
    top = (
        f"surface_cm = {STANDARD.board.surface * 100.0:g}",
        f"striker_cm = {STANDARD.striker.diameter * 100.0:g}",
        f"start_cm = {start:g}",
        f"place_error_cm = {PLACE_ERROR * 100.0:g}",
        f"time_error_s = {TIME_ERROR:g}",
        "same_launch = false",
    )
    runs = (
        f"\n[[run]]\nrebounds = {rebounds}\nstopped_cm = {stopped}\nseconds = {seconds}\n"
        for rebounds, stopped, seconds in _EXAMPLE
    )
    introduction = "".join(f"# {line}\n" for line in t("calibrate.example", lang).splitlines())
    return introduction + "\n" + "\n".join(top) + "\n" + "".join(runs)

"""carrom calibrate: friction and bounce of a club's own board, from a few measured runs."""

from math import floor, log10
from pathlib import Path

import click

from carrom import calibration
from carrom.cli import options
from carrom.cli.check import rebound_json, rebound_sentence, runs_text
from carrom.cli.command import Command, WrongUse, current_language
from carrom.cli.files import read_text, refusals_name, write_whole
from carrom.cli.output import column_titles, decimal, json_fields, phrase, say, say_json, say_phrase, table
from carrom.errors import CarromError
from carrom.pace import PACES

LAW = "international-a 2.1 a"
NOTHING = "–"
BOUNCES = (0.6, 0.7, 0.8, 0.9)  # for which v²/μ is given where the bounce cannot be known


@click.command("calibrate", cls=Command)
@click.argument("file", required=False)
@click.option("--example", is_flag=True)
@click.option("--profile-out", metavar="FILE")
@click.option("--force", is_flag=True)
@click.option("--place-error", type=options.NUMBER, metavar="CM")
@click.option("--time-error", type=options.NUMBER, metavar="SECONDS")
@options.json
def command(
    file: str | None,
    example: bool,
    profile_out: str | None,
    force: bool,
    place_error: float | None,
    time_error: float | None,
    as_json: bool,
) -> None:
    """Examples:

    carrom calibrate --example > runs.toml
    carrom calibrate runs.toml --profile-out ours.toml
    """
    if example:
        return say(calibration.example_runs(current_language()).rstrip("\n"))
    if file is None:
        raise WrongUse("refused.calibrate.no-file")
    if profile_out is not None and not force and Path(profile_out).exists():
        raise CarromError("refused.calibrate.exists", path=profile_out)
    given = {"place_error_cm": place_error, "time_error_s": time_error}
    instead = {key: value for key, value in given.items() if value is not None}
    measured = calibration.measurements_from_toml(read_text(file), file, instead)
    with refusals_name(file):
        found = calibration.fit(measured)
        profile = "" if profile_out is None else _profile(found, Path(profile_out).stem)
    if profile_out is not None:
        write_whole(Path(profile_out), profile.encode())
    if as_json:
        return say_json(_fit_json(found))
    _print(found)
    if profile_out is not None:
        say_phrase("calibrate.written", path=profile_out)
    return None


def _profile(found: calibration.Fit, name: str) -> str:
    """The text of a profile file. It is named after the file, unless a built-in pace has that name."""
    pace = found.pace(f"{name}-measured" if name in PACES else name)
    assert found.friction is not None
    assert found.bounce is not None
    friction, bounce = _with_error(found.friction), _with_error(found.bounce)
    measured = phrase("calibrate.measured", n=len(found.runs), friction=friction, bounce=bounce)
    return f"# {measured}\n# {phrase('calibrate.rest')}\n{calibration.profile_toml(pace)}"


def _notes(found: calibration.Fit) -> str:
    """The key of the note about what the runs cannot tell, or an empty text."""
    if found.friction is not None:
        return ""
    if found.bounce is not None:
        return "calibrate.untimed-device"
    return "calibrate.untimed-place" if found.measured.same_launch else "calibrate.untimed-hand"


def _print(found: calibration.Fit) -> None:
    _print_runs(found)
    for key, estimate in (("friction", found.friction), ("bounce", found.bounce), ("device", found.launch)):
        if estimate is not None:
            say_phrase(f"calibrate.{key}", estimate=_with_error(estimate))
    if found.bounce is not None:
        say(_how_sure(found))
    if found.stretch > 1.0:
        say_phrase("calibrate.apart", times=decimal(found.stretch, 1), run=_furthest_off(found))
    if _notes(found):
        say_phrase(_notes(found))
    if found.rebound is not None:
        say(_rebound_sentence(found))
    best = max(found.runs, key=lambda each: (each.passes, each.runs))
    if best.passes:
        run, runs = found.runs.index(best) + 1, runs_text(best.runs)
        say_phrase("calibrate.itself", run=run, runs=runs, asked=decimal(calibration.RUNS_ASKED, 1), law=LAW)


def _print_runs(found: calibration.Fit) -> None:
    """Print each run and its distance from the fit; without a fitted bounce, launches for several ones."""
    columns = column_titles("calibrate", "run rebounds runs stopped")
    if found.bounce is None:
        columns += [phrase("calibrate.launch-if", bounce=decimal(bounce, 1)) for bounce in BOUNCES]
    else:
        columns += column_titles("calibrate", "off seconds off launch")
    rows = []
    for place, each in enumerate(found.runs, start=1):
        stopped = f"{decimal(each.run.stopped * 100.0, 1)} cm"
        row = [str(place), str(each.run.rebounds), runs_text(each.runs), stopped]
        if found.bounce is None:
            launches = (calibration.launch_for(found.measured, each.run, bounce) for bounce in BOUNCES)
            row += [decimal(launch, 1) for launch in launches]
        else:
            row += _fit_cells(each)
        rows.append(row)
    table(columns, rows)


def _fit_cells(each: calibration.FittedRun) -> list[str]:
    def off(value: float | None, digits: int, unit: str) -> str:
        if value is None:
            return NOTHING
        value = round(value, digits) + 0.0  # + 0.0: no minus before nothing
        return f"{'+' if value > 0.0 else ''}{decimal(value, digits)} {unit}"

    launch = NOTHING
    if each.speed is not None and each.speed_error is not None:
        launch = f"{decimal(each.speed, 2)} ± {decimal(each.speed_error, 2)} m/s"
    return [
        off(None if each.stopped_off is None else each.stopped_off * 100.0, 1, "cm"),
        NOTHING if each.run.seconds is None else f"{decimal(each.run.seconds, 2)} s",
        off(each.seconds_off, 2, "s"),
        launch,
    ]


def _with_error(estimate: calibration.Estimate) -> str:
    digits = _digits(estimate)
    return f"{decimal(estimate.value, digits)} ± {decimal(estimate.error, digits)}"


def _digits(estimate: calibration.Estimate) -> int:
    """The number of decimals that shows two digits of the error."""
    return min(6, max(0, 1 - floor(log10(estimate.error)))) if estimate.error > 0.0 else 6


def _how_sure(found: calibration.Fit) -> str:
    ranges = []
    for key, estimate in (("range-friction", found.friction), ("range-bounce", found.bounce)):
        if estimate is not None:
            digits = _digits(estimate)
            low, high = decimal(estimate.low, digits), decimal(estimate.high, digits)
            ranges.append(phrase(f"calibrate.{key}", low=low, high=high))
    sure = phrase("calibrate.sure", times=found.repeats, ranges=", ".join(ranges))
    return sure if found.even else phrase("calibrate.sure.wider", sure=sure)


def _furthest_off(found: calibration.Fit) -> int:
    """The number of the run that fits the others least."""

    def squares(each: calibration.FittedRun) -> float:
        place = (each.stopped_off or 0.0) / found.measured.place_error
        time = (each.seconds_off or 0.0) / found.measured.time_error
        return place * place + time * time

    return max(range(len(found.runs)), key=lambda place: squares(found.runs[place])) + 1


def _rebound_sentence(found: calibration.Fit) -> str:
    test = found.rebound
    assert test is not None
    assert found.least_speed_error is not None
    least = f"{decimal(test.least_speed, 1)} ± {decimal(found.least_speed_error, 1)}"
    return rebound_sentence(phrase("calibrate.fitted"), test, LAW, least)


def _fit_json(found: calibration.Fit) -> dict[str, object]:
    estimates = {
        "friction": found.friction,
        "bounce": found.bounce,
        "launch_squared_over_friction": found.launch,
    }
    known: dict[str, object] = {
        **{key: None if each is None else vars(each) for key, each in estimates.items()},
        **json_fields(found, "correlation misfit freedom"),
        "errors_times": found.stretch,
        "note": phrase(_notes(found)) if _notes(found) else None,
    }
    runs = []
    for each in found.runs:
        by_bounce = {
            f"{bounce:g}": calibration.launch_for(found.measured, each.run, bounce) for bounce in BOUNCES
        }
        runs.append(
            {
                **json_fields(each.run, "rebounds stopped seconds"),
                **json_fields(each, "runs passes stopped_off seconds_off speed speed_error"),
                "launch_squared_over_friction_if_bounce": by_bounce if found.bounce is None else None,
            }
        )
    test = None
    if found.rebound is not None:
        test = {
            "law": LAW,
            **rebound_json(found.rebound),
            "least_speed_error": found.least_speed_error,
            "says": _rebound_sentence(found),
        }
    return {**known, "rebound": test, "runs": runs}

"""carrom calibrate: friction and bounce of a club's own board, from a few measured runs."""

from __future__ import annotations

from math import floor, log10
from pathlib import Path

import click

from carrom.calibration import (
    RUNS_ASKED,
    Estimate,
    Fit,
    FittedRun,
    example_runs,
    fit,
    launch_for,
    measurements_from_toml,
    profile_toml,
)
from carrom.cli.help import Command
from carrom.cli.output import NUMBER, json_option, lang_option, read_text, say, say_json, table, write_whole
from carrom.cli.rebound import figure, plain, runs_in_words, sentence
from carrom.cli.usage import WrongUse
from carrom.errors import CarromError, EquipmentError
from carrom.i18n import t
from carrom.pace import PACES

LAW = "international-a 2.1 a"
BOUNCES = (0.6, 0.7, 0.8, 0.9)  # for which v²/μ is given where the bounce cannot be known


@click.command("calibrate", cls=Command)
@click.argument("file", required=False)
@click.option("--example", is_flag=True)
@click.option("--profile-out", metavar="FILE")
@click.option("--force", is_flag=True)
@click.option("--place-error", type=NUMBER, metavar="CM")
@click.option("--time-error", type=NUMBER, metavar="SECONDS")
@lang_option
@json_option
def command(
    file: str | None,
    example: bool,
    profile_out: str | None,
    force: bool,
    place_error: float | None,
    time_error: float | None,
    lang: str,
    as_json: bool,
) -> None:
    """Examples:

    carrom calibrate --example > runs.toml
    carrom calibrate runs.toml --profile-out ours.toml
    """
    if example:
        return say(example_runs(lang).rstrip("\n"))
    if file is None:
        raise WrongUse("refused.calibrate.no-file")
    if profile_out is not None and not force and Path(profile_out).exists():
        raise CarromError("refused.calibrate.exists", path=profile_out)
    given = {"place_error_cm": place_error, "time_error_s": time_error}
    instead = {key: value for key, value in given.items() if value is not None}
    measured = measurements_from_toml(read_text(file), file, instead)
    try:
        found = fit(measured)
        profile = None if profile_out is None else _profile(found, _name_of(Path(profile_out)), lang)
    except EquipmentError as wrong:
        raise wrong.at(file) from None
    if profile_out is not None and profile is not None:
        write_whole(Path(profile_out), profile.encode())
    if as_json:
        return say_json(_plain(found, lang))
    _print(found, lang)
    if profile_out is not None:
        say(t("calibrate.written", lang, path=profile_out))
    return None


def _profile(found: Fit, name: str, lang: str) -> str:
    pace = found.pace(name)
    assert found.friction is not None
    assert found.bounce is not None
    measured = t(
        "calibrate.measured",
        lang,
        n=len(found.runs),
        friction=_with_error(found.friction, lang),
        bounce=_with_error(found.bounce, lang),
    )
    return f"# {measured}\n# {t('calibrate.rest', lang)}\n{profile_toml(pace)}"


def _name_of(path: Path) -> str:
    """The profile is called as its file is; the names of our own paces are taken."""
    return f"{path.stem}-measured" if path.stem in PACES else path.stem


def _notes(found: Fit) -> str:
    """The key that says what cannot be known; nothing where all can."""
    if found.friction is not None:
        return ""
    if found.bounce is not None:
        return "calibrate.untimed-device"
    return "calibrate.untimed-place" if found.measured.same_launch else "calibrate.untimed-hand"


def _print(found: Fit, lang: str) -> None:
    if found.bounce is None:
        _print_unknown(found, lang)
    else:
        columns = ("run", "rebounds", "runs", "stopped", "off", "seconds", "off", "launch")
        rows = [_row(place, each, lang) for place, each in enumerate(found.runs, start=1)]
        table([t(f"calibrate.{column}", lang) for column in columns], rows)
    for key, estimate in (("friction", found.friction), ("bounce", found.bounce), ("device", found.launch)):
        if estimate is not None:
            say(t(f"calibrate.{key}", lang, estimate=_with_error(estimate, lang)))
    if found.bounce is not None:
        say(_how_sure(found, lang))
    if found.stretch > 1.0:
        times = figure(found.stretch, 1, lang)
        say(t("calibrate.apart", lang, times=times, run=_furthest_off(found)))
    if _notes(found):
        say(t(_notes(found), lang))
    if found.rebound is not None:
        say(_rebound_sentence(found, lang))
    best = max(found.runs, key=lambda each: (each.passes, each.runs))
    if best.passes:
        run, runs = found.runs.index(best) + 1, runs_in_words(best.runs, lang)
        say(t("calibrate.itself", lang, run=run, runs=runs, asked=figure(RUNS_ASKED, 1, lang), law=LAW))


def _print_unknown(found: Fit, lang: str) -> None:
    head = [t(f"calibrate.{column}", lang) for column in ("run", "rebounds", "runs", "stopped")]
    head += [t("calibrate.launch-if", lang, bounce=figure(bounce, 1, lang)) for bounce in BOUNCES]
    rows = []
    for place, each in enumerate(found.runs, start=1):
        cells = [str(place), str(each.run.rebounds), runs_in_words(each.runs, lang), _cm(each, lang)]
        cells += [figure(launch_for(found.measured, each.run, bounce), 1, lang) for bounce in BOUNCES]
        rows.append(cells)
    table(head, rows)


def _cm(each: FittedRun, lang: str) -> str:
    return f"{figure(each.run.stopped * 100.0, 1, lang)} cm"


def _row(place: int, each: FittedRun, lang: str) -> list[str]:
    def off(value: float | None, digits: int, unit: str) -> str:
        if value is None:
            return "–"
        value = round(value, digits) + 0.0  # + 0.0: no minus before nothing
        sign = "+" if value > 0.0 else ""
        return f"{sign}{figure(value, digits, lang)} {unit}"

    launch = "–"
    if each.speed is not None and each.speed_error is not None:
        launch = f"{figure(each.speed, 2, lang)} ± {figure(each.speed_error, 2, lang)} m/s"
    return [
        str(place),
        str(each.run.rebounds),
        runs_in_words(each.runs, lang),
        _cm(each, lang),
        off(None if each.stopped_off is None else each.stopped_off * 100.0, 1, "cm"),
        "–" if each.run.seconds is None else f"{figure(each.run.seconds, 2, lang)} s",
        off(each.seconds_off, 2, "s"),
        launch,
    ]


def _with_error(estimate: Estimate, lang: str) -> str:
    digits = _digits(estimate)
    return f"{figure(estimate.value, digits, lang)} ± {figure(estimate.error, digits, lang)}"


def _digits(estimate: Estimate) -> int:
    """Two figures of the error; more would only look exact."""
    return min(6, max(0, 1 - floor(log10(estimate.error)))) if estimate.error > 0.0 else 6


def _how_sure(found: Fit, lang: str) -> str:
    ranges = []
    for key, estimate in (("range-friction", found.friction), ("range-bounce", found.bounce)):
        if estimate is not None:
            digits = _digits(estimate)
            low, high = figure(estimate.low, digits, lang), figure(estimate.high, digits, lang)
            ranges.append(t(f"calibrate.{key}", lang, low=low, high=high))
    sure = t("calibrate.sure", lang, times=found.repeats, ranges=", ".join(ranges))
    return sure if found.even else t("calibrate.sure.wider", lang, sure=sure)


def _furthest_off(found: Fit) -> int:
    """The run that contradicts the others most, from 1."""

    def squares(each: FittedRun) -> float:
        place = (each.stopped_off or 0.0) / found.measured.place_error
        time = (each.seconds_off or 0.0) / found.measured.time_error
        return place * place + time * time

    return max(range(len(found.runs)), key=lambda place: squares(found.runs[place])) + 1


def _rebound_sentence(found: Fit, lang: str) -> str:
    test = found.rebound
    assert test is not None
    assert found.least_speed_error is not None
    least = f"{figure(test.least_speed, 1, lang)} ± {figure(found.least_speed_error, 1, lang)}"
    return sentence(t("calibrate.fitted", lang), test, LAW, lang, least)


def _plain(found: Fit, lang: str) -> dict[str, object]:
    def plain_estimate(estimate: Estimate | None) -> dict[str, float] | None:
        return None if estimate is None else vars(estimate).copy()

    known: dict[str, object] = {
        "friction": plain_estimate(found.friction),
        "bounce": plain_estimate(found.bounce),
        "launch_squared_over_friction": plain_estimate(found.launch),
        "correlation": found.correlation,
        "misfit": found.misfit,
        "freedom": found.freedom,
        "errors_times": found.stretch,
        "note": t(_notes(found), lang) if _notes(found) else None,
    }
    runs = []
    for each in found.runs:
        by_bounce = {f"{bounce:g}": launch_for(found.measured, each.run, bounce) for bounce in BOUNCES}
        runs.append(
            {
                "rebounds": each.run.rebounds,
                "runs": each.runs,
                "passes": each.passes,
                "stopped": each.run.stopped,
                "stopped_off": each.stopped_off,
                "seconds": each.run.seconds,
                "seconds_off": each.seconds_off,
                "speed": each.speed,
                "speed_error": each.speed_error,
                "launch_squared_over_friction_if_bounce": by_bounce if found.bounce is None else None,
            }
        )
    test = None
    if found.rebound is not None:
        test = {
            "law": LAW,
            **plain(found.rebound),
            "least_speed_error": found.least_speed_error,
            "says": _rebound_sentence(found, lang),
        }
    return {**known, "rebound": test, "runs": runs}

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
from carrom.cli.rebound import figure, plain, runs_in_words, sentence
from carrom.cli.show import NUMBER, json_option, lang_option, read_text, say, say_json, table, write_whole
from carrom.cli.usage import WrongUse
from carrom.errors import CarromError, EquipmentError
from carrom.pace import PACES

LAW = "international-a 2.1 a"
BOUNCES = (0.6, 0.7, 0.8, 0.9)  # for which v²/μ is given where the bounce cannot be known

WORDS = {
    "en": {
        "run": "run",
        "rebounds": "rebounds",
        "runs": "runs",
        "stopped": "stopped",
        "off": "off by",
        "seconds": "seconds",
        "launch": "launch",
        "launch-if": "v²/μ if bounce {bounce}",
        "friction": "friction on the surface: {estimate}",
        "bounce": "bounce of the striker off the frame: {estimate}",
        "device": "launch of the device, v²/μ: {estimate} m²/s²",
        "sure": "how sure: two times in three the truth is within the ±;"
        " of {times} imagined repeats the middle two thirds gave {ranges}",
        "range-friction": "friction {low} to {high}",
        "range-bounce": "bounce {low} to {high}",
        "wider": "; that is wider than the ±: more runs, and more different ones, would help",
        "apart": "the runs differ by more than the stated errors, which would have to be {times} times"
        " as large: look at run {run} again, and take the ± as {times} times as wide",
        "untimed-hand": "without times, runs sent by hand tell neither friction nor bounce: each has a launch"
        " of its own, and its place is one number. What is known is its v²/μ, in m²/s², for each bounce."
        " Give the seconds of two or more runs.",
        "untimed-place": "without times, runs sent alike from one place are one number over again, and tell"
        " neither friction nor bounce. What is known is v²/μ, in m²/s², for each bounce."
        " Send some from other places (start_cm), or give seconds.",
        "untimed-device": "without times friction cannot be known: only bounce and v²/μ."
        " Give the seconds of some runs.",
        "fitted": "this table",
        "itself": "run {run} itself made {runs} runs across the board, and {asked} are asked ({law})",
        "written": "written to {path}",
        "measured": "Measured with carrom calibrate, {count} runs: friction {friction}, bounce {bounce}.",
        "rest": "The other values are estimates;"
        " a coin is taken to bounce off the frame as the striker does.",
    },
    "fr": {
        "run": "course",
        "rebounds": "rebonds",
        "runs": "traversées",
        "stopped": "arrêt",
        "off": "écart",
        "seconds": "secondes",
        "launch": "départ",
        "launch-if": "v²/μ si rebond {bounce}",
        "friction": "frottement sur la surface : {estimate}",
        "bounce": "rebond du palet sur le cadre : {estimate}",
        "device": "départ de l'appareil, v²/μ : {estimate} m²/s²",
        "sure": "fiabilité : deux fois sur trois, la vraie valeur est dans le ± ;"
        " sur {times} reprises simulées, les deux tiers du milieu donnent {ranges}",
        "range-friction": "un frottement de {low} à {high}",
        "range-bounce": "un rebond de {low} à {high}",
        "wider": " ; c'est plus large que le ± : il faudrait davantage de courses, et de plus variées",
        "apart": "les courses diffèrent plus que les erreurs indiquées, qui devraient être {times} fois plus"
        " grandes : revoyez la course {run}, et comptez un ± {times} fois plus large",
        "untimed-hand": "sans les temps, des courses lancées à la main ne disent ni le frottement ni le"
        " rebond : chacune a son propre départ, et son arrêt n'est qu'un nombre. On ne connaît que son v²/μ,"
        " en m²/s², pour chaque rebond. Donnez les secondes de deux courses ou plus.",
        "untimed-place": "sans les temps, des courses lancées de même et d'un seul endroit sont un seul"
        " nombre, et ne disent ni le frottement ni le rebond. On ne connaît que v²/μ, en m²/s², pour chaque"
        " rebond. Lancez-en d'autres endroits (start_cm), ou donnez les secondes.",
        "untimed-device": "sans les temps, on ne peut connaître le frottement : seulement le rebond et v²/μ."
        " Donnez les secondes de quelques courses.",
        "fitted": "cette table",
        "itself": "la course {run} a fait à elle seule {runs} traversées ; il en faut {asked} ({law})",
        "written": "écrit dans {path}",
        "measured": "Mesuré avec carrom calibrate, {count} courses : frottement {friction}, rebond {bounce}.",
        "rest": "Les autres valeurs sont estimées ;"
        " un jeton est supposé rebondir sur le cadre comme le palet.",
    },
}


@click.command("calibrate")
@click.argument("file", required=False)
@click.option("--example", is_flag=True, help="Print a commented file to fill in.")
@click.option("--profile-out", metavar="FILE", help="Write the measured table as a profile.")
@click.option("--force", is_flag=True, help="Let --profile-out replace a file that is there.")
@click.option(
    "--place-error", type=NUMBER, metavar="CM", help="How well the tape was read, instead of the file's."
)
@click.option(
    "--time-error", type=NUMBER, metavar="SECONDS", help="How well it was timed, instead of the file's."
)
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
    """Measure a board: FILE, in TOML, gives runs of a striker sent straight across it ('-': standard input).

    Says the friction of the surface and the bounce of the frame, how surely, and whether the table passes the
    laws' rebound test. Exit status: 0, or 2 if the runs cannot be read or cannot be.

    \b
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
        say(WORDS[lang]["written"].format(path=profile_out))
    return None


def _profile(found: Fit, name: str, lang: str) -> str:
    pace = found.pace(name)
    assert found.friction is not None
    assert found.bounce is not None
    words = WORDS[lang]
    measured = words["measured"].format(
        count=len(found.runs),
        friction=_with_error(found.friction, lang),
        bounce=_with_error(found.bounce, lang),
    )
    return f"# {measured}\n# {words['rest']}\n{profile_toml(pace)}"


def _name_of(path: Path) -> str:
    """The profile is called as its file is; the names of our own paces are taken."""
    return f"{path.stem}-measured" if path.stem in PACES else path.stem


def _notes(found: Fit) -> str:
    """Which word says what cannot be known; nothing where all can."""
    if found.friction is not None:
        return ""
    if found.bounce is not None:
        return "untimed-device"
    return "untimed-place" if found.measured.same_launch else "untimed-hand"


def _print(found: Fit, lang: str) -> None:
    words = WORDS[lang]
    if found.bounce is None:
        _print_unknown(found, lang)
    else:
        columns = ("run", "rebounds", "runs", "stopped", "off", "seconds", "off", "launch")
        rows = [_row(place, each, lang) for place, each in enumerate(found.runs, start=1)]
        table([words[column] for column in columns], rows)
    for key, estimate in (("friction", found.friction), ("bounce", found.bounce), ("device", found.launch)):
        if estimate is not None:
            say(words[key].format(estimate=_with_error(estimate, lang)))
    if found.bounce is not None:
        say(_how_sure(found, lang))
    if found.stretch > 1.0:
        times = figure(found.stretch, 1, lang)
        say(words["apart"].format(times=times, run=_furthest_off(found)))
    if _notes(found):
        say(words[_notes(found)])
    if found.rebound is not None:
        say(_rebound_sentence(found, lang))
    best = max(found.runs, key=lambda each: (each.passes, each.runs))
    if best.passes:
        said = {"run": found.runs.index(best) + 1, "runs": runs_in_words(best.runs, lang)}
        say(words["itself"].format(**said, asked=figure(RUNS_ASKED, 1, lang), law=LAW))


def _print_unknown(found: Fit, lang: str) -> None:
    words = WORDS[lang]
    head = [words[column] for column in ("run", "rebounds", "runs", "stopped")]
    head += [words["launch-if"].format(bounce=figure(bounce, 1, lang)) for bounce in BOUNCES]
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
    words = WORDS[lang]
    ranges = []
    for key, estimate in (("range-friction", found.friction), ("range-bounce", found.bounce)):
        if estimate is not None:
            digits = _digits(estimate)
            low, high = figure(estimate.low, digits, lang), figure(estimate.high, digits, lang)
            ranges.append(words[key].format(low=low, high=high))
    said = words["sure"].format(times=found.repeats, ranges=", ".join(ranges))
    return said if found.even else said + words["wider"]


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
    return sentence(WORDS[lang]["fitted"], test, LAW, lang, least)


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
        "note": WORDS[lang][_notes(found)] if _notes(found) else None,
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

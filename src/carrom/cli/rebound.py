"""What the commands say of the laws' rebound test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, isfinite

import click

from carrom.calibration import RUNS_ASKED, Rebound, rebound
from carrom.cli.output import say, say_json, table
from carrom.cli.profile import read_profile
from carrom.cli.usage import WrongUse
from carrom.equipment import EQUIPMENT
from carrom.i18n import pointed, t
from carrom.pace import FASTEST, PACES, Pace

COLUMNS = (
    *(f"rebound.column.{name}" for name in ("profile", "friction", "bounce", "speed", "runs", "least-speed")),
    "check.column.verdict",
    "check.column.paragraph",
)


def figure(value: float, digits: int, lang: str) -> str:
    return pointed(f"{value:.{digits}f}", lang)


def runs_in_words(runs: float, lang: str) -> str:
    """Such as 5.3; rounded down where it would else read as enough and is not."""
    tenths = round(runs * 10.0)
    if runs < RUNS_ASKED <= tenths / 10.0:
        tenths -= 1
    return figure(tenths / 10.0, 1, lang)


def least_in_words(speed: float, lang: str) -> str:
    """Rounded up: the speed as printed would do. A dash where none would."""
    return figure(ceil(speed * 100.0 - 1e-9) / 100.0, 2, lang) if speed <= FASTEST else "–"


def speed_in_words(speed: float, lang: str) -> str:
    return pointed(f"{speed:g}", lang)


def sentence(name: str, test: Rebound, law: str, lang: str, least: str = "") -> str:
    """The verdict in one line; `least` says the least speed in other words, such as with its error."""
    asked = "enough" if test.passes else "too-few" if test.least_speed <= FASTEST else "never"
    return t(
        "rebound.join",
        lang,
        head=t("rebound.head", lang, name=name, verdict=_verdict(test, lang), law=law),
        runs=t(
            "rebound.runs",
            lang,
            speed=speed_in_words(test.speed, lang),
            runs=runs_in_words(test.runs, lang),
        ),
        asked=t(
            f"rebound.{asked}",
            lang,
            asked=figure(RUNS_ASKED, 1, lang),
            least=least or least_in_words(test.least_speed, lang),
            fastest=FASTEST,
        ),
    )


def _verdict(test: Rebound, lang: str) -> str:
    return t("rebound.passes" if test.passes else "rebound.fails", lang)


def plain(test: Rebound) -> dict[str, object]:
    """For JSON, which has no infinity: null where no speed would do."""
    possible = isfinite(test.least_speed)
    return {
        "passes": test.passes,
        "speed": test.speed,
        "runs": test.runs,
        "rebounds": test.rebounds,
        "rest": test.rest,
        "least_speed": test.least_speed if possible else None,
        "margin": test.margin if possible else None,
    }


def say_rebound(
    profile: str | None, speed: float | None, board: str, law: str, lang: str, as_json: bool
) -> None:
    """The rebound test of one pace, or of all of ours; leaves with status 1 if one fails it."""
    if speed is not None and not 0.0 < speed <= FASTEST:
        raise WrongUse("refused.simulate.speed", speed=speed, most=FASTEST)
    paces: Sequence[Pace] = [read_profile(profile)] if profile is not None else list(PACES.values())
    tests = [(pace, rebound(replace(EQUIPMENT[board], pace=pace), speed)) for pace in paces]
    passes = all(test.passes for _, test in tests)
    if as_json:
        profiles = [
            {
                "name": pace.name,
                "friction": pace.friction,
                "bounce": pace.striker_frame,
                **plain(test),
                "says": sentence(pace.name, test, law, lang),
            }
            for pace, test in tests
        ]
        say_json(
            {"board": board, "law": law, "runs_asked": RUNS_ASKED, "passes": passes, "profiles": profiles}
        )
    elif profile is not None:
        say("\n".join(sentence(pace.name, test, law, lang) for pace, test in tests))
    else:
        table([t(key, lang) for key in COLUMNS], [_row(pace, test, law, lang) for pace, test in tests])
    if not passes:
        raise click.exceptions.Exit(1)


def _row(pace: Pace, test: Rebound, law: str, lang: str) -> tuple[str, ...]:
    return (
        pace.name,
        speed_in_words(pace.friction, lang),
        speed_in_words(pace.striker_frame, lang),
        f"{speed_in_words(test.speed, lang)} m/s",
        runs_in_words(test.runs, lang),
        f"{least_in_words(test.least_speed, lang)} m/s",
        _verdict(test, lang),
        law,
    )

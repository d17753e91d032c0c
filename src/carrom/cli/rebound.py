"""The laws' rebound test in words, for `carrom check` and `carrom calibrate`."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, isfinite

import click

from carrom.calibration import RUNS_ASKED, Rebound, rebound
from carrom.cli import options
from carrom.cli.command import current_language
from carrom.cli.files import read_profile
from carrom.cli.output import column_titles, decimal, json_fields, phrase, say, say_json, table
from carrom.equipment import EQUIPMENT
from carrom.i18n import pointed
from carrom.pace import FASTEST, PACES


def runs_text(runs: float) -> str:
    """A number of runs such as 5.3, rounded down where rounding up would show a failed test as passed."""
    tenths = round(runs * 10.0)
    if runs < RUNS_ASKED <= tenths / 10.0:
        tenths -= 1
    return decimal(tenths / 10.0, 1)


def _least_speed_text(speed: float) -> str:
    """The least speed, rounded up so that the printed one passes; a dash if no speed passes."""
    return decimal(ceil(speed * 100.0 - 1e-9) / 100.0, 2) if speed <= FASTEST else "–"


def _short(value: float) -> str:
    return pointed(f"{value:g}", current_language())


def _verdict(test: Rebound) -> str:
    return phrase("rebound.passes" if test.passes else "rebound.fails")


def rebound_sentence(name: str, test: Rebound, law: str, least: str = "") -> str:
    """The verdict in one line; `least` replaces the text of the least speed."""
    asked = "enough" if test.passes else "too-few" if test.least_speed <= FASTEST else "never"
    least = least or _least_speed_text(test.least_speed)
    return phrase(
        "rebound.join",
        head=phrase("rebound.head", name=name, verdict=_verdict(test), law=law),
        runs=phrase("rebound.runs", speed=_short(test.speed), runs=runs_text(test.runs)),
        asked=phrase(f"rebound.{asked}", asked=decimal(RUNS_ASKED, 1), least=least, fastest=FASTEST),
    )


def rebound_json(test: Rebound) -> dict[str, object]:
    """The test as JSON, which has no infinity: null if no speed passes."""
    possible = isfinite(test.least_speed)
    return {
        **json_fields(test, "passes speed runs rebounds rest"),
        "least_speed": test.least_speed if possible else None,
        "margin": test.margin if possible else None,
    }


def say_rebound(profile: str | None, speed: float | None, board: str, law: str, as_json: bool) -> None:
    """Say the rebound test of one pace, or of all built-in ones; exits with status 1 if one fails."""
    if speed is not None:
        options.check_speed(speed)
    paces = list(PACES.values()) if profile is None else [read_profile(profile)]
    tests = [(pace, rebound(replace(EQUIPMENT[board], pace=pace), speed)) for pace in paces]
    passes = all(test.passes for _, test in tests)
    if as_json:
        profiles = [
            {
                "name": pace.name,
                "friction": pace.friction,
                "bounce": pace.striker_frame,
                **rebound_json(test),
                "says": rebound_sentence(pace.name, test, law),
            }
            for pace, test in tests
        ]
        say_json(
            {"board": board, "law": law, "runs_asked": RUNS_ASKED, "passes": passes, "profiles": profiles}
        )
    elif profile is not None:
        say("\n".join(rebound_sentence(pace.name, test, law) for pace, test in tests))
    else:
        columns = column_titles("rebound.column", "profile friction bounce speed runs least-speed")
        rows = [
            (
                pace.name,
                _short(pace.friction),
                _short(pace.striker_frame),
                f"{_short(test.speed)} m/s",
                runs_text(test.runs),
                f"{_least_speed_text(test.least_speed)} m/s",
                _verdict(test),
                law,
            )
            for pace, test in tests
        ]
        table(columns + column_titles("check.column", "verdict paragraph"), rows)
    if not passes:
        raise click.exceptions.Exit(1)

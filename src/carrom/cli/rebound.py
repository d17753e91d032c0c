"""What the commands say of the laws' rebound test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, isfinite

import click

from carrom.calibration import RUNS_ASKED, Rebound, rebound
from carrom.cli.profile import read_profile
from carrom.cli.show import say, say_json, table
from carrom.cli.usage import WrongUse
from carrom.equipment import EQUIPMENT
from carrom.i18n import pointed
from carrom.pace import FASTEST, PACES, Pace

COLUMNS = {
    "en": ("profile", "friction", "bounce", "speed", "runs", "least speed", "verdict", "paragraph"),
    "fr": (
        "profil",
        "frottement",
        "rebond",
        "vitesse",
        "traversées",
        "vitesse min.",
        "verdict",
        "paragraphe",
    ),
}
WORDS = {
    "en": {
        "passes": "passes",
        "fails": "fails",
        "head": "{name}: {verdict} the rebound test ({law})",
        "runs": "sent at {speed} m/s, the striker makes {runs} runs across the board",
        "enough": "{asked} are asked, and {least} m/s would do",
        "too-few": "{asked} are asked, and take {least} m/s",
        "never": "{asked} are asked, and no launch up to {fastest} m/s makes them",
        "join": "{head}: {runs}; {asked}",
    },
    "fr": {
        "passes": "réussi",
        "fails": "échoué",
        "head": "{name} : essai de rebond {verdict} ({law})",
        "runs": "lancé à {speed} m/s, le palet fait {runs} traversées du plateau",
        "enough": "il en faut {asked}, et {least} m/s suffiraient",
        "too-few": "il en faut {asked}, ce qui demande {least} m/s",
        "never": "il en faut {asked}, ce qu'aucun tir jusqu'à {fastest} m/s ne donne",
        "join": "{head} : {runs} ; {asked}",
    },
}


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
    words = WORDS[lang]
    verdict = words["passes" if test.passes else "fails"]
    asked = "enough" if test.passes else "too-few" if test.least_speed <= FASTEST else "never"
    return words["join"].format(
        head=words["head"].format(name=name, verdict=verdict, law=law),
        runs=words["runs"].format(
            speed=speed_in_words(test.speed, lang), runs=runs_in_words(test.runs, lang)
        ),
        asked=words[asked].format(
            asked=figure(RUNS_ASKED, 1, lang),
            least=least or least_in_words(test.least_speed, lang),
            fastest=f"{FASTEST:g}",
        ),
    )


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
        table(COLUMNS[lang], [_row(pace, test, law, lang) for pace, test in tests])
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
        WORDS[lang]["passes" if test.passes else "fails"],
        law,
    )

"""carrom solo: boards alone, white slams or strokes to clear."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, cast

import click

from carrom.arena import Estimate, SoloBoard, SoloResult
from carrom.arena.jobs import SLAM, TASKS
from carrom.arena.summary import Alone, alone, solo_jobs
from carrom.cli.help import Command
from carrom.cli.output import figures, fits, say, say_json
from carrom.cli.runs import Asked, asked, carry_out, check_players, numbered, run_options, say_failures, stop
from carrom.i18n import pointed, t

NOTHING = "–"


@click.command("solo", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="LEVEL [LEVEL…]")
@click.option("--boards", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--task", type=click.Choice(TASKS), default=SLAM, show_default=True)
@run_options
def command(players: tuple[str, ...], boards: int, task: str, **options: Any) -> None:
    """Examples:

    carrom solo grandmaster expert --boards 1000 --out slams.jsonl
    carrom solo geometric@2°,12%,2mm beginner --task clear
    """
    given = asked(options)
    files = check_players(players, given.lang)
    like = SoloBoard("", task, given.book, given.pace, given.seed_number, given.deadline)
    header = given.header("solo", task=task, players=list(players), files=files)
    run = carry_out(given, header, solo_jobs(players, boards, like), "boards")
    summary = alone(players, cast(list[SoloResult], run.results), task)
    if run.stopped:
        if run.results and not given.as_json:
            _tell(summary, task, given)
        stop(run)
    if given.as_json:
        say_json(_plain(summary, header))
    else:
        _tell(summary, task, given)
    for player in summary:
        say_failures(player.name, player.failures, given.lang)


def _tell(summary: tuple[Alone, ...], task: str, given: Asked) -> None:
    lang = given.lang
    boards = max(player.boards for player in summary)
    say(
        t(
            f"solo.title.{task}",
            lang,
            n=boards,
            book=given.book,
            pace=given.pace_name,
            seed=str(given.seed),
        )
    )
    names = [player.name for player in summary]
    if not fits(*_table(summary, names, task, lang)):
        names = numbered(names)
    figures(*_table(summary, names, task, lang))


def _table(
    summary: tuple[Alone, ...], names: Sequence[str], task: str, lang: str
) -> tuple[list[str], list[list[str]]]:
    slam = task == SLAM
    columns = [
        t("arena.column.player", lang),
        t("solo.column.boards", lang),
        t(f"solo.column.{task}", lang),
        t("solo.column.in-turn" if slam else "solo.column.to-clear", lang),
        *([t("solo.column.pocketed", lang)] if slam else []),
        t("solo.column.fouls", lang),
        t("arena.column.time", lang),
    ]
    rows = []
    for name, player in zip(names, summary, strict=True):
        row = [str(player.boards), _share(player.done, lang)]
        row += [_number(player.strokes.value, 1, lang) if slam else _with_interval(player.strokes, 2, lang)]
        row += [_number(player.pocketed.value, 2, lang)] if slam else []
        row += [_number(player.fouls.value, 2, lang), _number(1000.0 * player.seconds_a_stroke, 1, lang)]
        rows.append([name, *row])
    return columns, rows


def _share(share: Estimate, lang: str) -> str:
    between = _interval(100.0 * share.low, 100.0 * share.high, 1, lang)
    return f"{_number(100.0 * share.value, 1, lang)} % {between}"


def _with_interval(figure: Estimate, digits: int, lang: str) -> str:
    """A mean and its interval; of one board alone, which has none, the figure."""
    value = _number(figure.value, digits, lang)
    return f"{value} {_interval(figure.low, figure.high, digits, lang)}" if isfinite(figure.low) else value


def _interval(low: float, high: float, digits: int, lang: str) -> str:
    return t("solo.interval", lang, low=_number(low, digits, lang), high=_number(high, digits, lang))


def _number(value: float, digits: int, lang: str) -> str:
    return pointed(f"{value:.{digits}f}", lang) if isfinite(value) else NOTHING


def _plain(summary: tuple[Alone, ...], header: dict[str, object]) -> dict[str, object]:
    players = [
        {
            "name": player.name,
            "boards": player.boards,
            "done": player.done.plain(),
            "strokes": player.strokes.plain(),
            "pocketed": player.pocketed.plain(),
            "fouls": player.fouls.plain(),
            "seconds_a_stroke": player.seconds_a_stroke,
            "failures": list(player.failures),
        }
        for player in summary
    ]
    return {"run": header, "players": players}

"""carrom solo: boards alone, white slams or strokes to clear."""

from collections.abc import Sequence
from functools import partial
from math import isfinite
from typing import Any, cast

import click

from carrom.arena import SoloBoard, SoloResult
from carrom.arena.jobs import SLAM, TASKS
from carrom.arena.summary import Alone, alone, solo_jobs
from carrom.cli.command import Command
from carrom.cli.output import Figures, column_titles, decimal, json_fields, phrase, say
from carrom.cli.runs import carry_out, check_players, read_run_options, report_run, run_options, say_figures
from carrom.estimate import Estimate

NOTHING = "–"


@click.command("solo", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="LEVEL [LEVEL…]")
@click.option("--boards", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--task", type=click.Choice(TASKS), default=SLAM, show_default=True)
@run_options
def command(players: tuple[str, ...], boards: int, task: str, **options: Any) -> None:
    """Examples:

    carrom solo grandmaster national --boards 1000 --out slams.jsonl
    carrom solo geometric@2°,12%,2mm beginner --task clear
    """
    given = read_run_options(**options)
    files = check_players(players)
    like = SoloBoard("", task, given.book, given.pace, given.seed_number, given.deadline, given.rosette)
    header = given.header("solo", task=task, players=list(players), files=files)
    run = carry_out(given, header, solo_jobs(players, boards, like), "boards")
    summary = alone(players, cast(list[SoloResult], run.results), task)

    def tell() -> None:
        say(given.title(f"solo.title.{task}", max(player.boards for player in summary)))
        say_figures([player.name for player in summary], partial(_table, summary, task))

    failures = [(player.name, player.failures) for player in summary]
    report_run(run, given.as_json, tell, lambda: _summary_json(summary, header), failures)


def _table(summary: tuple[Alone, ...], task: str, names: Sequence[str]) -> Figures:
    slam = task == SLAM
    columns = [
        phrase("arena.column.player"),
        *column_titles("solo.column", f"boards {task} {'in-turn pocketed' if slam else 'to-clear'} fouls"),
        phrase("arena.column.time"),
    ]
    rows = []
    for name, player in zip(names, summary, strict=True):
        row = [name, str(player.boards), _share(player.done)]
        if slam:
            row += [_number(player.strokes.value, 1), _number(player.pocketed.value, 2)]
        else:
            row += [_with_interval(player.strokes, 2)]
        rows.append([*row, _number(player.fouls.value, 2), _number(1000.0 * player.seconds_a_stroke, 1)])
    return columns, rows


def _share(share: Estimate) -> str:
    return f"{_number(100.0 * share.value, 1)} % {_interval(100.0 * share.low, 100.0 * share.high, 1)}"


def _with_interval(figure: Estimate, digits: int) -> str:
    """A mean and its interval; a single board has no interval."""
    value = _number(figure.value, digits)
    return f"{value} {_interval(figure.low, figure.high, digits)}" if isfinite(figure.low) else value


def _interval(low: float, high: float, digits: int) -> str:
    return phrase("solo.interval", low=_number(low, digits), high=_number(high, digits))


def _number(value: float, digits: int) -> str:
    return decimal(value, digits) if isfinite(value) else NOTHING


def _summary_json(summary: tuple[Alone, ...], header: dict[str, object]) -> dict[str, object]:
    players = [
        {
            **json_fields(player, "name boards"),
            **{
                key: value.plain()
                for key, value in json_fields(player, "done strokes pocketed fouls").items()
            },
            **json_fields(player, "seconds_a_stroke failures"),
        }
        for player in summary
    ]
    return {"run": header, "players": players}

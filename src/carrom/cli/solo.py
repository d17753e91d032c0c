"""carrom solo: boards alone, white slams or strokes to clear."""

from __future__ import annotations

from typing import Any, cast

import click

from carrom.arena import Estimate, SoloBoard, SoloResult
from carrom.arena.jobs import SLAM, TASKS
from carrom.arena.summary import Alone, alone, solo_jobs
from carrom.cli.runs import Asked, asked, carry_out, check_players, run_options, say_failures, stop
from carrom.cli.show import say, say_json, table
from carrom.i18n import pointed, t


@click.command("solo")
@click.argument("players", nargs=-1, required=True, metavar="LEVEL [LEVEL…]")
@click.option("--boards", type=click.IntRange(1), default=1000, show_default=True, help="For each player.")
@click.option(
    "--task",
    type=click.Choice(TASKS),
    default=SLAM,
    show_default=True,
    help="Nine whites and the queen in one turn, or all 19 coins in as few strokes as can be.",
)
@run_options
def command(players: tuple[str, ...], boards: int, task: str, **options: Any) -> None:
    """Play boards alone: how often is it a white slam, how many strokes clear the board?

    slam: under the full laws the player breaks and plays until the turn passes. clear: every coin counts, the
    player strikes until all 19 are pocketed; a pocketed striker brings one back to the centre.

    \b
    carrom solo grandmaster expert --boards 1000 --out slams.jsonl
    carrom solo geometric@2°,12%,2mm beginner --task clear
    """
    given = asked(options)
    files = check_players(players)
    like = SoloBoard("", task, given.book, given.pace, given.seed, given.deadline)
    header = given.header("solo", task=task, players=list(players), files=files)
    run = carry_out(given, header, solo_jobs(players, boards, like), "boards")
    summary = alone(players, cast(list[SoloResult], run.results))
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
    for player in summary:
        time = f"{1000.0 * player.seconds_a_stroke:.1f}"
        strokes = f"{player.strokes.value:.1f}" if slam else _with_interval(player.strokes, 2)
        row = [player.name, str(player.boards), _share(player.done), strokes]
        row += [f"{player.pocketed.value:.2f}"] if slam else []
        row += [f"{player.fouls.value:.2f}", time]
        rows.append([row[0], *(pointed(cell, lang) for cell in row[1:])])
    table(columns, rows)


def _share(share: Estimate) -> str:
    return f"{100.0 * share.value:.1f} % [{100.0 * share.low:.1f}, {100.0 * share.high:.1f}]"


def _with_interval(figure: Estimate, digits: int) -> str:
    return f"{figure.value:.{digits}f} [{figure.low:.{digits}f}, {figure.high:.{digits}f}]"


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

"""carrom arena: players compete in pairs of boards, and their strength is estimated."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import click

from carrom.arena import BoardPair, PairResult, PairScores, Sprt
from carrom.arena.jobs import Result
from carrom.arena.ledger import keep_header
from carrom.arena.plot import elo_text, outcome_text, summary_svg
from carrom.arena.summary import Summary, pair_jobs, summed
from carrom.cli import options, runs
from carrom.cli.command import Command, WrongUse, current_language
from carrom.cli.files import check_folder_of, write_whole
from carrom.cli.output import Figures, column_titles, decimal, json_fields, phrase, say, say_phrase
from carrom.errors import CarromError

MOST_PLAYERS = 16
BEST_FIRST = (4, 3, 2, 1, 0)  # outcomes of a pair, in half boards


@click.command("arena", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="A B [C…]")
@click.option("--pairs", type=click.IntRange(1), default=400, show_default=True)
@click.option("--doubles", is_flag=True)
@click.option("--sprt", nargs=2, type=options.NUMBER, metavar="ELO0 ELO1")
@click.option("--records", type=options.FILE, metavar="FOLDER")
@click.option("--plot", type=options.FILE, metavar="FILE.svg")
@runs.run_options
def command(
    players: tuple[str, ...],
    pairs: int,
    doubles: bool,
    sprt: tuple[float, float] | None,
    records: Path | None,
    plot: Path | None,
    **run_options: Any,
) -> None:
    """Examples:

    carrom arena club national --pairs 400 --out run.jsonl --plot run.svg
    carrom arena mine.py:Mine@club club --sprt 0 20
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise WrongUse("refused.arena.players", most=MOST_PLAYERS)
    if sprt is not None and len(players) != 2:
        raise WrongUse("refused.arena.sprt-of-two")
    test = None if sprt is None else Sprt(*sprt)
    _check_plot(plot)
    given = runs.read_run_options(**run_options)
    files = runs.check_players(players)
    shared = given.pace, given.seed_number, given.deadline, given.rosette
    like = BoardPair("", "", given.book, doubles, *shared)
    header = given.header("arena", players=list(players), doubles=doubles, files=files)
    if records is not None:
        keep_header(records, header)

    def has_records(number: int) -> bool:
        return records is None or all(path.exists() for path in _record_paths(records, number))

    def keep_records(number: int, result: Result) -> None:
        if records is not None:
            assert isinstance(result, PairResult)
            for path, board in zip(_record_paths(records, number), result.boards, strict=True):
                write_whole(path, board.record.encode())

    run = runs.carry_out(
        given,
        header,
        pair_jobs(players, pairs, like),
        "pairs",
        keep_records=records is not None,
        done_already=has_records,
        finished=keep_records,
        enough=_stop_at_verdict(test),
    )
    summary = summed(players, cast(list[PairResult], run.results))
    scores = summary.meetings[0].scores  # all of them, where there is a test

    def tell() -> None:
        say(" · ".join(_headings(summary, given, doubles)))
        names = [player.name for player in summary.players]
        runs.say_figures(names, partial(_meetings, summary), partial(_players, summary))
        if summary.ratings is not None and summary.ratings.steadied:
            say_phrase("arena.steadied")
        if test is not None:
            _say_sprt(test, scores)

    failures = [(player.name, player.failures) for player in summary.players]

    def as_json() -> dict[str, object]:
        tested = None if test is None else _sprt_json(test, scores)
        return {"run": header, **_summary_json(summary), "sprt": tested}

    runs.report_run(run, given.as_json, tell, as_json, failures)
    if plot is not None:
        drawn = summary_svg(summary, *_headings(summary, given, doubles), current_language())
        write_whole(plot, drawn.encode())
        if not given.as_json:
            say_phrase("arena.plot.written", path=str(plot))


def _check_plot(plot: Path | None) -> None:
    """Refuse a plot file that could not be written after the run."""
    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise CarromError("refused.arena.plot", path=str(plot))
        check_folder_of(plot)
        if plot.is_dir():
            raise CarromError("refused.file.folder", path=str(plot))


def _stop_at_verdict(test: Sprt | None) -> Callable[[Result], bool]:
    """Return a function that gets the results in order and tells whether the test has a verdict."""
    counts = [0] * len(BEST_FIRST)

    def enough(result: Result) -> bool:
        assert isinstance(result, PairResult)
        counts[result.halves] += 1
        return test is not None and test.verdict(PairScores(tuple(counts))) is not None

    return enough


def _sprt_json(test: Sprt, scores: PairScores) -> dict[str, object]:
    verdict = test.verdict(scores)
    return {
        **json_fields(test, "elo0 elo1"),
        "verdict": None if verdict is None else verdict.value,
        "pairs": scores.pairs,
        "ratio": test.ratio(scores),
        "bounds": [test.lower, test.upper],
    }


def _say_sprt(test: Sprt, scores: PairScores) -> None:
    verdict = test.verdict(scores)
    say_phrase(
        f"arena.sprt.{'open' if verdict is None else verdict.value}",
        elo0=f"{test.elo0:g}",
        elo1=f"{test.elo1:g}",
        n=scores.pairs,
        ratio=decimal(test.ratio(scores), 2),
        lower=decimal(test.lower, 2),
        upper=decimal(test.upper, 2),
    )


def _record_paths(folder: Path, number: int) -> tuple[Path, Path]:
    """The files of the two records of a pair, such as 00017-1.jsonl and 00017-2.jsonl."""
    return folder / f"{number:05}-1.jsonl", folder / f"{number:05}-2.jsonl"


def _headings(summary: Summary, given: runs.RunOptions, doubles: bool) -> tuple[str, str]:
    names = [player.name for player in summary.players]
    if len(names) == 2:
        title = phrase("arena.against", a=names[0], b=names[1])
    else:
        title = phrase("arena.of-all", n=len(names))
    under = given.title("arena.title", max(len(meeting.halves) for meeting in summary.meetings))
    return title, f"{under}, {phrase('arena.doubles')}" if doubles else under


def _meetings(summary: Summary, names: Sequence[str]) -> Figures:
    columns = column_titles("arena.column", "meeting pairs elo score")
    rows = [
        [
            f"{names[meeting.a]} – {names[meeting.b]}",
            str(meeting.scores.pairs),
            elo_text(meeting.scores.elo),
            f"{decimal(100.0 * meeting.scores.score, 1)} %",
            *(str(meeting.scores.counts[outcome]) for outcome in BEST_FIRST),
        ]
        for meeting in summary.meetings
    ]
    return columns + [outcome_text(outcome) for outcome in BEST_FIRST], rows


def _players(summary: Summary, names: Sequence[str]) -> Figures:
    rated = summary.ratings
    columns = f"player {'' if rated is None else 'rating'} boards won void points strokes fouls time"
    rows = []
    for place, player in enumerate(summary.players):
        row = [
            names[place],
            *([] if rated is None else [elo_text(rated.elo[place])]),
            *map(str, (player.boards, player.won, player.void)),
            decimal(player.each(player.points), 2),
            decimal(player.each(player.strokes), 1),
            decimal(player.each(player.fouls), 2),
            decimal(1000.0 * player.seconds_a_stroke, 1),
        ]
        rows.append(row)
    if rated is not None:
        best_first = sorted(range(len(rows)), key=lambda place: -rated.elo[place].value)
        rows = [rows[place] for place in best_first]
    return column_titles("arena.column", columns), rows


def _summary_json(summary: Summary) -> dict[str, object]:
    rated, counted = summary.ratings, "boards won void points strokes fouls seconds_a_stroke failures"
    players = [
        {
            "name": player.name,
            "rating": None if rated is None else rated.elo[place].plain(),
            **json_fields(player, counted),
        }
        for place, player in enumerate(summary.players)
    ]
    meetings = [
        {
            "a": summary.players[meeting.a].name,
            "b": summary.players[meeting.b].name,
            "pairs": meeting.scores.pairs,
            "outcomes": dict(zip(map(outcome_text, range(5)), meeting.scores.counts, strict=True)),
            "score": meeting.scores.score,
            "elo": meeting.scores.elo.plain(),
        }
        for meeting in summary.meetings
    ]
    return {"meetings": meetings, "players": players}

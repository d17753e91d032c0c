"""carrom arena: players against one another, in pairs of boards, and how strong that shows them to be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import click

from carrom.arena import BoardPair, PairResult, PairScores, Result, Sprt, Verdict
from carrom.arena.ledger import keep_header
from carrom.arena.plot import elo_text, outcome_text, summary_svg
from carrom.arena.summary import Meeting, Summary, pair_jobs, summed
from carrom.cli.help import Command
from carrom.cli.output import NUMBER, figures, fits, on_terminal, say, say_json, write_whole
from carrom.cli.runs import Asked, asked, carry_out, check_players, numbered, run_options, say_failures, stop
from carrom.cli.usage import WrongUse
from carrom.errors import CarromError
from carrom.i18n import pointed, t

MOST_PLAYERS = 16
BEST_FIRST = (4, 3, 2, 1, 0)  # outcomes of a pair, in half boards


@click.command("arena", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="A B [C…]")
@click.option("--pairs", type=click.IntRange(1), default=400, show_default=True)
@click.option("--doubles", is_flag=True)
@click.option("--sprt", nargs=2, type=NUMBER, metavar="ELO0 ELO1")
@click.option("--records", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.svg")
@run_options
def command(
    players: tuple[str, ...],
    pairs: int,
    doubles: bool,
    sprt: tuple[float, float] | None,
    records: Path | None,
    plot: Path | None,
    **options: Any,
) -> None:
    """Examples:

    carrom arena club expert --pairs 400 --out run.jsonl --plot run.svg
    carrom arena mine.py:Mine@club club --sprt 0 20
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise WrongUse("refused.arena.players", most=MOST_PLAYERS)
    if sprt is not None and len(players) != 2:
        raise WrongUse("refused.arena.sprt-of-two")
    test = None if sprt is None else Sprt(*sprt)
    _check_plot(plot)
    given = asked(options)
    files = check_players(players, given.lang)
    like = BoardPair("", "", given.book, doubles, given.pace, seed=given.seed_number, deadline=given.deadline)
    header = given.header("arena", players=list(players), doubles=doubles, files=files)
    watch = _Watch(test)
    if records is not None:
        keep_header(records, header)
    keeper = _Records(records)
    run = carry_out(
        given,
        header,
        pair_jobs(players, pairs, like),
        "pairs",
        keep_records=records is not None,
        done_already=keeper.has,
        finished=keeper.keep,
        enough=watch.enough,
    )
    results = cast(list[PairResult], run.results)
    summary = summed(players, results)
    if run.stopped:
        if results and not given.as_json:
            _tell(summary, given, doubles, watch)
        stop(run)
    if given.as_json:
        say_json(_plain(summary, header, watch))
    else:
        _tell(summary, given, doubles, watch)
    for player in summary.players:
        say_failures(player.name, player.failures, given.lang)
    if plot is not None:
        write_whole(plot, summary_svg(summary, *_headings(summary, given, doubles), given.lang).encode())
        if not given.as_json:
            say(t("arena.plot.written", given.lang, path=str(plot)))


def _check_plot(plot: Path | None) -> None:
    """What would fail at the end is refused at the beginning."""
    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise CarromError("refused.arena.plot", path=str(plot))
        if not plot.parent.is_dir():
            raise CarromError("refused.file.no-folder", path=str(plot.parent))
        if plot.is_dir():
            raise CarromError("refused.file.folder", path=str(plot))


class _Watch:
    """A sequential test that looks on, pair by pair in their order."""

    def __init__(self, test: Sprt | None) -> None:
        self.test = test
        self.scores = PairScores()

    def enough(self, result: Result) -> bool:
        if self.test is None:
            return False
        assert isinstance(result, PairResult)
        counts = list(self.scores.counts)
        counts[result.halves] += 1
        self.scores = PairScores(tuple(counts))
        return self.verdict is not None

    @property
    def verdict(self) -> Verdict | None:
        return None if self.test is None else self.test.verdict(self.scores)

    def plain(self) -> dict[str, object] | None:
        if self.test is None:
            return None
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "verdict": None if self.verdict is None else self.verdict.value,
            "pairs": self.scores.pairs,
            "ratio": self.test.ratio(self.scores),
            "bounds": [self.test.lower, self.test.upper],
        }

    def told(self, lang: str) -> str | None:
        if self.test is None:
            return None
        verdict = self.verdict
        return t(
            f"arena.sprt.{'open' if verdict is None else verdict.value}",
            lang,
            elo0=f"{self.test.elo0:g}",
            elo1=f"{self.test.elo1:g}",
            n=self.scores.pairs,
            ratio=pointed(f"{self.test.ratio(self.scores):.2f}", lang),
            lower=pointed(f"{self.test.lower:.2f}", lang),
            upper=pointed(f"{self.test.upper:.2f}", lang),
        )


class _Records:
    """Match records in a folder, two for each pair, with its number: 00017-1.jsonl and 00017-2.jsonl."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def has(self, number: int) -> bool:
        """Whether nothing is missing of a pair that was played before."""
        return self._folder is None or all(path.exists() for path in self._paths(self._folder, number))

    def keep(self, number: int, result: Result) -> None:
        if self._folder is None:
            return
        assert isinstance(result, PairResult)
        for path, board in zip(self._paths(self._folder, number), result.boards, strict=True):
            write_whole(path, board.record.encode())

    def _paths(self, folder: Path, number: int) -> tuple[Path, Path]:
        return folder / f"{number:05}-1.jsonl", folder / f"{number:05}-2.jsonl"


def _headings(summary: Summary, given: Asked, doubles: bool) -> tuple[str, str]:
    names = [player.name for player in summary.players]
    if len(names) == 2:
        title = t("arena.against", given.lang, a=names[0], b=names[1])
    else:
        title = t("arena.of-all", given.lang, n=len(names))
    pairs = max(len(meeting.halves) for meeting in summary.meetings)
    under = t("arena.title", given.lang, n=pairs, book=given.book, pace=given.pace_name, seed=str(given.seed))
    return title, f"{under}, {t('arena.doubles', given.lang)}" if doubles else under


def _tell(summary: Summary, given: Asked, doubles: bool, watch: _Watch) -> None:
    lang = given.lang
    say(" · ".join(_headings(summary, given, doubles)))
    names = [player.name for player in summary.players]
    if not (fits(*_meetings(summary, names, lang)) and fits(*_players(summary, names, lang))):
        names = numbered(names)
    figures(*_meetings(summary, names, lang))
    if not on_terminal():
        say()
    figures(*_players(summary, names, lang))
    if summary.ratings is not None and summary.ratings.steadied:
        say(t("arena.steadied", lang))
    told = watch.told(lang)
    if told is not None:
        say(told)


Figures = tuple[list[str], list[list[str]]]


def _meetings(summary: Summary, names: Sequence[str], lang: str) -> Figures:
    columns = [t(f"arena.column.{name}", lang) for name in ("meeting", "pairs", "elo", "score")]
    columns += [outcome_text(outcome) for outcome in BEST_FIRST]
    return columns, [_meeting_row(meeting, names, lang) for meeting in summary.meetings]


def _meeting_row(meeting: Meeting, names: Sequence[str], lang: str) -> list[str]:
    scores = meeting.scores
    return [
        f"{names[meeting.a]} – {names[meeting.b]}",
        str(scores.pairs),
        elo_text(scores.elo),
        pointed(f"{100.0 * scores.score:.1f} %", lang),
        *(str(scores.counts[outcome]) for outcome in BEST_FIRST),
    ]


def _players(summary: Summary, names: Sequence[str], lang: str) -> Figures:
    columns = ["player", "boards", "won", "void", "points", "strokes", "fouls", "time"]
    rated = summary.ratings
    if rated is not None:
        columns.insert(1, "rating")
    rows = []
    for place, player in enumerate(summary.players):
        each = (
            f"{player.each(player.points):.2f}",
            f"{player.each(player.strokes):.1f}",
            f"{player.each(player.fouls):.2f}",
            f"{1000.0 * player.seconds_a_stroke:.1f}",
        )
        row = [names[place], str(player.boards), str(player.won), str(player.void)]
        row += [pointed(figure, lang) for figure in each]
        if rated is not None:
            row.insert(1, elo_text(rated.elo[place]))
        rows.append(row)
    if rated is not None:
        best_first = sorted(range(len(rows)), key=lambda place: -rated.elo[place].value)
        rows = [rows[place] for place in best_first]
    return [t(f"arena.column.{name}", lang) for name in columns], rows


def _plain(summary: Summary, header: dict[str, object], watch: _Watch) -> dict[str, object]:
    rated = summary.ratings
    players = [
        {
            "name": player.name,
            "rating": None if rated is None else rated.elo[place].plain(),
            "boards": player.boards,
            "won": player.won,
            "void": player.void,
            "points": player.points,
            "strokes": player.strokes,
            "fouls": player.fouls,
            "seconds_a_stroke": player.seconds_a_stroke,
            "failures": list(player.failures),
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
    return {"run": header, "meetings": meetings, "players": players, "sprt": watch.plain()}

"""What arena and solo share: the options of a run, playing its jobs, stopping it and going on with it."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from carrom import __version__
from carrom.arena.cluster import LOCAL, on_ray
from carrom.arena.fingerprint import of_a_file, of_the_code
from carrom.arena.jobs import DEADLINE, Job, Result, derived
from carrom.arena.ledger import Ledger
from carrom.arena.workers import Crew, in_order, processes
from carrom.calibration import profile_from_toml, profile_toml
from carrom.cli import options
from carrom.cli.command import WrongUse
from carrom.cli.files import read_profile
from carrom.cli.output import Figures, figures, fits, on_terminal, phrase, progress, say, say_json, warn
from carrom.errors import CarromError
from carrom.laws import NEW_MATCH
from carrom.pace import PACES
from carrom.physics.engine import cores
from carrom.physics.trace import ENGINE
from carrom.players import named
from carrom.rulebooks import rulebook
from carrom.table.plain_values import printable
from carrom.words import RosetteSetting

MOST_WORKERS = 512

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class RunOptions:
    """The options of both commands. `pace` is the name of a built-in pace, or the text of a profile."""

    seed: int | str
    book: str
    pace: str
    deadline: float | None
    rosette: RosetteSetting
    workers: int | None
    ray: str | None
    out: Path | None
    as_json: bool

    @property
    def seed_number(self) -> int:
        """The seed as a number; a text is hashed."""
        return self.seed if isinstance(self.seed, int) else derived(self.seed, "run")

    def title(self, key: str, n: int) -> str:
        """What was played: how much, by which rulebook, at which pace, from which seed."""
        pace = self.pace if self.pace in PACES else profile_from_toml(self.pace, "the profile").name
        return phrase(key, n=n, book=self.book, pace=pace, seed=str(self.seed))

    def header(self, command: str, **more: object) -> dict[str, object]:
        """Everything that the results of a run depend on; the number of jobs and workers is not among it."""
        return {
            "carrom": command,
            "version": __version__,
            "engine": ENGINE,
            "code": of_the_code(),
            **more,
            "seed": self.seed,
            "rulebook": self.book,
            "pace": self.pace,
            "deadline": self.deadline,
            "rosette": self.rosette,
        }

    def crew(self, jobs: int, keep_records: bool = False) -> Crew:
        if self.ray is not None:
            own = self.workers or (cores() if self.ray == LOCAL else None)
            return on_ray(self.ray, own, keep_records)
        return processes(min(self.workers or cores(), max(1, jobs)), keep_records)


def run_options(command: Command) -> Command:
    """Give a command the options of a run; it gets them by name, for `read_run_options`."""
    shared = (
        click.option("--seed", default="1", show_default=True, metavar="ANYTHING"),
        click.option("--rulebook", "book", default=NEW_MATCH, show_default=True, metavar="ID"),
        click.option("--pace", "--profile", "pace", default="club", show_default=True),
        click.option("--workers", type=click.IntRange(1, MOST_WORKERS)),
        click.option("--ray", metavar="ADDRESS"),
        click.option("--out", type=options.FILE, metavar="FILE.jsonl"),
        click.option(
            "--deadline", type=options.NUMBER, default=DEADLINE, show_default=True, metavar="SECONDS"
        ),
        options.rosette,
        options.json,
    )
    for option in reversed(shared):
        command = option(command)
    return command


def read_run_options(seed: str, book: str, pace: str, deadline: float, **others: Any) -> RunOptions:
    """Read and check the options before anything is played."""
    if pace not in PACES:
        pace = profile_toml(read_profile(pace))
    if deadline < 0.0:
        raise WrongUse("refused.arena.deadline", deadline=deadline)
    return RunOptions(_seed(seed), rulebook(book).id, pace, deadline or None, **others)


def _seed(text: str) -> int | str:
    """A whole number as an int, so that 1 and 01 are the same run; any other text as it is."""
    if not text or not text.isprintable():
        raise WrongUse("refused.arena.seed")
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,4000}", text) else text


def check_players(players: Sequence[str]) -> dict[str, str]:
    """Refuse unknown players. Returns the fingerprints of the files that players come from."""
    files = {}
    for player in dict.fromkeys(players):
        try:
            chair = named(player)
            if chair.player is not None and not chair.player.repeatable:
                warn(phrase("arena.not-repeatable", player=player))
        except CarromError:
            raise
        except (Exception, SystemExit) as wrong:  # a file of one's own may raise anything
            error, said = type(wrong).__name__, printable(wrong, quoted=False)
            raise CarromError("refused.player.not-made", text=player, error=error, said=said) from None
        path, from_a_file, _ = player.partition(".py:")
        if from_a_file:
            files[player] = of_a_file(Path(f"{path}.py"))
    return files


@dataclass(frozen=True)
class Run:
    """Results in the order of their jobs. `stopped` tells how to resume a run that Ctrl-C ended."""

    results: list[Result]
    stopped: str = ""


def carry_out(
    given: RunOptions,
    header: dict[str, object],
    jobs: Sequence[Job],
    what: str,
    *,
    keep_records: bool = False,
    done_already: Callable[[int], bool] = lambda number: True,
    finished: Callable[[int, Result], None] = lambda number, result: None,
    enough: Callable[[Result], bool] = lambda result: False,
) -> Run:
    """Play the jobs that are not done yet; after Ctrl-C, return the results so far."""
    ledger = None if given.out is None else Ledger(given.out, header)
    path = "" if ledger is None else str(ledger.path)
    done = ledger.done if ledger else {}
    known = {n: each for n, each in done.items() if n < len(jobs) and done_already(n)}
    if known and not given.as_json:
        warn(phrase("arena.going-on", path=path, done=len(known), total=len(jobs)))
    count = len(known)
    results: list[Result] = []
    try:
        crew = given.crew(len(jobs) - count, keep_records)
        with progress(phrase(f"arena.playing.{what}"), count, len(jobs)) as step:

            def keep(number: int, result: Result) -> None:
                nonlocal count
                finished(number, result)
                if ledger is not None:
                    ledger.add(number, result)
                count += 1
                step()

            results.extend(in_order(jobs, crew, known, finished=keep, enough=enough))
    except KeyboardInterrupt:
        key = "lost" if ledger is None else "kept"
        return Run(results, phrase(f"arena.stopped.{key}", done=count, total=len(jobs), path=path))
    finally:
        if ledger is not None:
            ledger.close()
    return Run(results)


def report_run(
    run: Run,
    as_json: bool,
    tell: Callable[[], None],
    summary: Callable[[], object],
    failures: Iterable[tuple[str, Sequence[str]]],
) -> None:
    """Show the results of a run as text or JSON. A stopped run exits with the status of Ctrl-C.

    Each player that failed is named, with its first failure in full.
    """
    if run.stopped:
        if run.results and not as_json:
            tell()
        warn(run.stopped)
        sys.exit(130)
    if as_json:
        say_json(summary())
    else:
        tell()
    for name, failed in failures:
        if failed:
            warn(phrase("arena.failed", player=name, n=len(failed), first=failed[0]))


def say_figures(names: Sequence[str], *tables: Callable[[Sequence[str]], Figures]) -> None:
    """Show tables about players, with numbers instead of names if the names are too long."""
    if not all(fits(*make(names)) for make in tables):
        for number, name in enumerate(names, 1):
            say(f"  {number}  {name}")
        names = [str(number) for number in range(1, len(names) + 1)]
    for place, make in enumerate(tables):
        if place and not on_terminal():
            say()
        figures(*make(names))

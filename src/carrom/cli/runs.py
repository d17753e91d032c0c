"""What arena and solo share: how a run is asked for, carried out, watched, stopped and gone on with."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from carrom import __version__
from carrom.arena.cluster import LOCAL, on_ray
from carrom.arena.fingerprint import of_a_file, of_the_code
from carrom.arena.jobs import DEADLINE, Job, Result, derived
from carrom.arena.ledger import Ledger
from carrom.arena.workers import Crew, in_order, processes
from carrom.calibration import profile_from_toml, profile_toml
from carrom.cli.output import NUMBER, json_option, lang_option, say
from carrom.cli.profile import read_profile
from carrom.cli.progress import progress
from carrom.cli.usage import WrongUse
from carrom.errors import CarromError
from carrom.i18n import t
from carrom.pace import PACES
from carrom.physics.engine import cores
from carrom.physics.trace import ENGINE
from carrom.players import named
from carrom.rulebooks import rulebook
from carrom.table.requests import shown

MOST_WORKERS = 512

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Asked:
    """The options both commands have."""

    seed: int | str
    book: str
    pace: str
    deadline: float | None
    workers: int | None
    ray: str | None
    out: Path | None
    lang: str
    as_json: bool

    @property
    def seed_number(self) -> int:
        """The seed as jobs take it; a text is hashed."""
        return self.seed if isinstance(self.seed, int) else derived(self.seed, "run")

    @property
    def pace_name(self) -> str:
        return self.pace if self.pace in PACES else _pace_named(self.pace)

    def header(self, command: str, **more: object) -> dict[str, object]:
        """All that decides the results of a run; how many jobs, by whom and where, does not."""
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
        }

    def crew(self, jobs: int, keep_records: bool = False) -> Crew:
        if self.ray is not None:
            own = self.workers or (cores() if self.ray == LOCAL else None)
            return on_ray(self.ray, own, keep_records)
        return processes(min(self.workers or cores(), max(1, jobs)), keep_records)


def _pace_named(text: str) -> str:
    return profile_from_toml(text, "the profile").name


_OPTIONS = (
    click.option("--seed", default="1", show_default=True, metavar="ANYTHING"),
    click.option("--rulebook", "book", default="international-a", show_default=True, metavar="ID"),
    click.option("--pace", "--profile", "pace", default="club", show_default=True),
    click.option("--workers", type=click.IntRange(1, MOST_WORKERS)),
    click.option("--ray", metavar="ADDRESS"),
    click.option("--out", type=click.Path(path_type=Path), metavar="FILE.jsonl"),
    click.option("--deadline", type=NUMBER, default=DEADLINE, show_default=True, metavar="SECONDS"),
    lang_option,
    json_option,
)


def run_options(command: Command) -> Command:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def asked(options: dict[str, Any]) -> Asked:
    """The options, checked before anything is played."""
    pace = str(options["pace"])
    if pace not in PACES:
        pace = profile_toml(read_profile(pace))
    deadline = float(options["deadline"])
    if deadline < 0.0:
        raise WrongUse("refused.arena.deadline", deadline=deadline)
    return Asked(
        seed=_seed(options["seed"]),
        book=rulebook(options["book"]).id,
        pace=pace,
        deadline=deadline or None,
        workers=options["workers"],
        ray=options["ray"],
        out=options["out"],
        lang=options["lang"],
        as_json=options["as_json"],
    )


def _seed(text: str) -> int | str:
    """A whole number as such, so that 1 and 01 are one run; anything else as it is written."""
    if not text or not text.isprintable():
        raise WrongUse("refused.arena.seed")
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,4000}", text) else text


def check_players(players: Sequence[str], lang: str = "en") -> dict[str, str]:
    """Every name must be that of a player; the fingerprints of the files some come from."""
    files = {}
    for player in dict.fromkeys(players):
        try:
            chair = named(player)
            if chair.player is not None and not chair.player.repeatable:
                click.echo(t("arena.not-repeatable", lang, player=player), err=True)
        except CarromError:
            raise
        except (Exception, SystemExit) as wrong:  # a file of one's own may raise anything
            said = shown(wrong, quoted=False)
            raise CarromError(
                "refused.player.not-made", text=player, error=type(wrong).__name__, said=said
            ) from None
        path, from_a_file, _ = player.partition(".py:")
        if from_a_file:
            files[player] = of_a_file(Path(f"{path}.py"))
    return files


@dataclass(frozen=True)
class Run:
    """Results in the order of their jobs; `stopped` says how to go on with a run that somebody stopped."""

    results: list[Result]
    stopped: str = ""


def carry_out(
    asked: Asked,
    header: dict[str, object],
    jobs: Sequence[Job],
    what: str,
    *,
    keep_records: bool = False,
    done_already: Callable[[int], bool] = lambda number: True,
    finished: Callable[[int, Result], None] = lambda number, result: None,
    enough: Callable[[Result], bool] = lambda result: False,
) -> Run:
    """Play the jobs that are not done yet; Ctrl-C ends it with what there is."""
    ledger = None if asked.out is None else Ledger(asked.out, header)
    known = {
        n: each for n, each in (ledger.done if ledger else {}).items() if n < len(jobs) and done_already(n)
    }
    if ledger is not None and known and not asked.as_json:
        click.echo(
            t("arena.going-on", asked.lang, path=str(ledger.path), done=len(known), total=len(jobs)), err=True
        )
    count = len(known)
    results: list[Result] = []
    try:
        crew = asked.crew(len(jobs) - count, keep_records)
        with progress(t(f"arena.playing.{what}", asked.lang), count, len(jobs), asked.lang) as step:

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
        path = "" if ledger is None else str(ledger.path)
        return Run(results, t(f"arena.stopped.{key}", asked.lang, done=count, total=len(jobs), path=path))
    finally:
        if ledger is not None:
            ledger.close()
    return Run(results)


def numbered(names: Sequence[str]) -> list[str]:
    """Say each name with its number; the numbers stand for them where whole names find no room."""
    for number, name in enumerate(names, 1):
        say(f"  {number}  {name}")
    return [str(number) for number in range(1, len(names) + 1)]


def stop(run: Run) -> NoReturn:
    """The end of a run that was stopped, as a shell knows it."""
    click.echo(run.stopped, err=True)
    sys.exit(130)


def say_failures(name: str, failures: Sequence[str], lang: str) -> None:
    """A player that failed is named, with the first failure in full."""
    if failures:
        click.echo(t("arena.failed", lang, player=name, n=len(failures), first=failures[0]), err=True)

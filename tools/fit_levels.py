"""Measure levels against people, and fit their hands.

    .venv/bin/python tools/fit_levels.py fit national national*2 --angles 0.8 1 1.2 --spread 1.15
    .venv/bin/python tools/fit_levels.py field national*2@0.41°,4.1%,0.8mm --seed final --json field.json
    .venv/bin/python tools/fit_levels.py slams champion
    .venv/bin/python tools/fit_levels.py neighbours
    .venv/bin/python tools/fit_levels.py random beginner
    .venv/bin/python tools/fit_levels.py plot field.json

The people (tools/people.py) are a mixed field, best and last of sixteen. So a field is made around one level:
hands a little steadier and less steady than its own, each against each. A hand or a budget is tried by name,
without editing the source: `national@0.5°,5%,1mm` has another hand, `national*2` twice the budget.

`fit` always plays with the seed "fitting", and the other commands do unless --seed is given. The figures that
count come from one run with the seed "final", after everything is chosen. That run chooses nothing.

With --keep FOLDER every finished job is on disk, and the same command goes on after an interruption.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import combinations, pairwise
from math import ceil, inf, isfinite, radians, sqrt
from pathlib import Path
from typing import Any, cast

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.people import Check, Tally, misfit, percent, rows
from tools.people_plot import people_svg

from carrom.arena import BoardPair, PairResult, PairScores, SoloBoard, SoloResult
from carrom.arena.fingerprint import short
from carrom.arena.jobs import DEADLINE, Job, Result, derived
from carrom.arena.summary import alone, solo_jobs
from carrom.cli.output import figures, say, warn
from carrom.cli.runs import RunOptions, carry_out, check_players
from carrom.errors import CarromError
from carrom.laws import NEW_MATCH
from carrom.players import LEVELS, Noise, named

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "people.svg"

FITTING = "fitting"
APART = 150.0
"""Elo between neighbours, by the lower end of the interval."""
COLUMNS = ("", "people", "asked", "measured (95 %)", "")


@dataclass(frozen=True)
class Run:
    """How jobs are played: the seed of all, the number of processes, the folder for the finished ones."""

    seed: str
    workers: int
    keep: Path | None

    @property
    def options(self) -> RunOptions:
        return RunOptions(
            seed=self.seed,
            book=NEW_MATCH,
            pace="club",
            deadline=DEADLINE,
            rosette="hand",
            workers=self.workers,
            ray=None,
            out=None,
            as_json=False,
        )

    @property
    def pair(self) -> BoardPair:
        """What all pairs have in common."""
        return BoardPair("", "", self.options.book, seed=self.options.seed_number)

    def header(self, command: str, players: Sequence[str]) -> dict[str, object]:
        return self.options.header(command, players=list(players), files=check_players(players))

    def play(self, header: dict[str, object], jobs: Sequence[Job], what: str) -> list[Result]:
        """The results of the jobs; ends the program if Ctrl-C stopped them."""
        options = self.options
        if self.keep is not None:
            self.keep.mkdir(parents=True, exist_ok=True)
            name = short(sha256(json.dumps(header).encode()).hexdigest())
            options = replace(options, out=self.keep / f"{header['carrom']}-{name}.jsonl")
        run = carry_out(options, header, jobs, what)
        if run.stopped:
            warn(run.stopped)
            sys.exit(130)
        return run.results


def with_hand(player: str, factor: float) -> str:
    """The player with all errors of its hand multiplied.

    >>> with_hand("national*2@1°,12%,2mm", 2.0), with_hand("club@0.5°", 0.5)
    ('national*2@2°,24%,4mm', 'club@0.25°,0%,0mm')
    """
    hand = hand_of(player)
    scaled = Noise(hand.angle * factor, hand.speed * factor, hand.place * factor)
    return f"{player.partition('@')[0]}@{scaled}"


def hand_of(player: str) -> Noise:
    """The errors of a player's hand. Raises `ValueError` if its angle has no error."""
    hand = named(player).noise
    if not hand.angle:
        raise ValueError(f"{player} has no error of angle; give it a hand, as in {player}@0.25°,3%,0.5mm")
    return hand


def field_of(player: str, hands: int, spread: float) -> list[str]:
    """Players with errors between 1/spread and spread times those of this one, evenly in their logarithm.

    >>> field_of("club@1°,12%,2mm", 3, 2.0)
    ['club@0.5°,6%,1mm', 'club@1°,12%,2mm', 'club@2°,24%,4mm']
    """
    return [with_hand(player, spread ** (2.0 * place / (hands - 1) - 1.0)) for place in range(hands)]


def field_jobs(players: Sequence[str], boards: int, like: BoardPair) -> list[BoardPair]:
    """At least so many boards, each against each equally often.

    Every pair has a seed of its own: with one for a whole round, as `pair_jobs` has it, boards of different
    players would be alike, and the field's intervals too narrow.
    """
    meetings = list(combinations(players, 2))
    pairs = len(meetings) * ceil(boards / (2 * len(meetings)))
    return [
        replace(like, a=a, b=b, seed=derived(like.seed, "field", number))
        for number in range(pairs)
        for a, b in [meetings[number % len(meetings)]]
    ]


def neighbour_jobs(players: Sequence[str], pairs: int, like: BoardPair) -> list[BoardPair]:
    """So many pairs for each player and the one before it, which is the weaker, in turn."""
    return [
        replace(like, a=stronger, b=weaker, seed=derived(like.seed, "neighbours", number))
        for number in range(pairs)
        for weaker, stronger in pairwise(players)
    ]


def play_field(run: Run, player: str, given: argparse.Namespace) -> tuple[dict[str, object], Tally]:
    players = field_of(player, given.hands, given.spread)
    header = run.header("field", players)
    results = run.play(header, field_jobs(players, given.boards, run.pair), "pairs")
    return header, Tally.of(cast(list[PairResult], results))


def field(run: Run, given: argparse.Namespace) -> object:
    header, tally = play_field(run, given.player, given)
    name = f"{given.player}, {given.hands} hands within a factor of {given.spread:g}"
    say(f"{name}, seed {run.seed}")
    say(f"{tally.boards} boards, {tally.void} void, {tally.left[0]} lost by a last coin")
    report(tally.checks())
    say(f"misfit {misfit(tally):.2f}")
    return {
        "name": name,
        "run": header,
        "tally": asdict(tally),
        "misfit": misfit(tally),
        **as_json(tally.checks()),
    }


def slams(run: Run, given: argparse.Namespace) -> object:
    header = run.header("slams", given.players)
    like = SoloBoard("", book=run.options.book, seed=run.options.seed_number)
    results = run.play(header, solo_jobs(given.players, given.boards, like), "boards")
    checks = []
    for player in alone(given.players, cast(list[SoloResult], results)):
        share = percent(round(player.done.value * player.boards), player.boards)
        checks.append(Check(f"{player.name}: white slams, %", given.low, given.high, share, share.value))
    report(checks)
    return {"run": header, "boards": given.boards, **as_json(checks)}


def neighbours(run: Run, given: argparse.Namespace) -> object:
    header = run.header("neighbours", given.players)
    jobs = neighbour_jobs(given.players, given.pairs, run.pair)
    results = cast(list[PairResult], run.play(header, jobs, "pairs"))
    meetings = list(pairwise(given.players))
    checks = []
    for place, (weaker, stronger) in enumerate(meetings):
        elo = PairScores.of(result.halves for result in results[place :: len(meetings)]).elo
        checks.append(Check(f"{stronger} over {weaker}, Elo", APART, inf, elo, elo.low))
    report(checks)
    return {"run": header, "pairs": given.pairs, **as_json(checks)}


def against_random(run: Run, given: argparse.Namespace) -> object:
    players = ["random", given.player]
    header = run.header("random", players)
    results = run.play(header, neighbour_jobs(players, given.pairs, run.pair), "pairs")
    winners = [board.winner for result in cast(list[PairResult], results) for board in result.boards]
    won = percent(winners.count("a"), len(winners) - winners.count(None))
    checks = [Check(f"{given.player} beats random, % of boards", given.low, given.high, won, won.value)]
    report(checks)
    return {"run": header, "pairs": given.pairs, **as_json(checks)}


def fit(run: Run, given: argparse.Namespace) -> object:
    """Try all angles for each player, then those between the best and its neighbours."""
    trials = []
    for player in given.players:
        tried: dict[float, float] = {}
        angles = sorted(given.angles)
        for rest in range(given.rounds, -1, -1):
            for angle in angles:
                hand = with_hand(player, radians(angle) / hand_of(player).angle)
                _, tally = play_field(run, hand, given)
                tried[angle] = misfit(tally)
                trials.append({"player": hand, "misfit": tried[angle], "tally": asdict(tally)})
                three = [f"{check.measured.value:.4g}" for check in tally.checks()[:3]]
                outside = [check.name for check in tally.checks() if not check.inside]
                say(f"{hand}\tmisfit {tried[angle]:.3f}\t{' '.join(three)}")
                say(f"    outside: {'; '.join(outside) or 'nothing'}")
            if rest:
                angles = between(tried)
        if min(tried, key=lambda angle: tried[angle]) in (min(tried), max(tried)):
            say(f"{player}: the best angle is at an end of those tried; try further ones")
    trials.sort(key=lambda trial: cast(float, trial["misfit"]))
    say(f"best: {trials[0]['player']}, misfit {trials[0]['misfit']:.3f}")
    return {"seed": run.seed, "spread": given.spread, "hands": given.hands, "trials": trials}


def between(tried: dict[float, float]) -> list[float]:
    """The angles half way, in logarithm, between that of the least misfit and its neighbours.

    >>> between({1.0: 5.0, 4.0: 1.0, 16.0: 2.0})
    [2.0, 8.0]
    """
    best = min(tried, key=lambda angle: tried[angle])
    return [sqrt(low * high) for low, high in pairwise(sorted(tried)) if best in (low, high)]


def plot(given: argparse.Namespace) -> None:
    measured = json.loads(given.field.read_text(encoding="utf-8"))
    given.out.write_text(picture(measured) + "\n", encoding="utf-8")


def picture(measured: dict[str, Any]) -> str:
    """The picture of what `field --json` wrote."""
    tally = measured["tally"]
    return people_svg(Tally(**{**tally, "left": tuple(tally["left"])}), measured["name"])


def report(checks: Sequence[Check]) -> None:
    figures(COLUMNS, rows(checks))


def as_json(checks: Sequence[Check]) -> dict[str, object]:
    return {
        "checks": [
            {
                "name": check.name,
                "people": check.people,
                "low": check.low,
                "high": check.high if isfinite(check.high) else None,
                "measured": check.measured.plain(),
                "inside": check.inside,
            }
            for check in checks
        ]
    }


def reader() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = words.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, does: Any, help: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        added.set_defaults(does=does)
        added.add_argument("--workers", type=int, default=2, help="processes, 2 unless given")
        added.add_argument("--keep", type=Path, metavar="FOLDER", help="keeps finished jobs, to go on later")
        added.add_argument("--json", type=Path, metavar="FILE", help="writes the figures")
        return added

    def seeded(added: argparse.ArgumentParser) -> None:
        added.add_argument("--seed", default=FITTING, help='"fitting" unless given; "final" for the last run')

    def mixed(added: argparse.ArgumentParser, boards: int) -> None:
        added.add_argument("--hands", type=_many, default=8, help="in the field, 8 unless given")
        added.add_argument("--spread", type=_ratio, default=1.15, help="a factor, 1.15 unless given")
        added.add_argument("--boards", type=_some, default=boards, help=f"of all, {boards} unless given")

    added = command("field", field, "A mixed field around one player, beside the people.")
    added.add_argument("player")
    seeded(added)
    mixed(added, 5000)

    added = command("fit", fit, "Tries hands by their angle, with speed and place in proportion.")
    added.add_argument("players", nargs="+")
    added.add_argument("--angles", nargs="+", type=float, required=True, metavar="DEGREES")
    added.add_argument("--rounds", type=int, default=1, help="more trials beside the best, 1 unless given")
    added.set_defaults(seed=FITTING)
    mixed(added, 2000)

    added = command("slams", slams, "White slams from the break, alone.")
    added.add_argument("players", nargs="*", default=["champion"])
    seeded(added)
    added.add_argument("--boards", type=_some, default=1000)
    added.add_argument("--low", type=float, default=5.0, help="per cent; 5 unless given")
    added.add_argument("--high", type=float, default=12.0, help="per cent; 12 unless given")

    added = command("neighbours", neighbours, "Elo of each player over the one before it, weakest first.")
    added.add_argument("players", nargs="*", default=list(LEVELS))
    seeded(added)
    added.add_argument("--pairs", type=_some, default=400)

    added = command("random", against_random, "The share of boards that a player wins against random.")
    added.add_argument("player", nargs="?", default="beginner")
    seeded(added)
    added.add_argument("--pairs", type=_some, default=400)
    added.add_argument("--low", type=float, default=55.0, help="per cent; 55 unless given")
    added.add_argument("--high", type=float, default=75.0, help="per cent; 75 unless given")

    added = commands.add_parser("plot", help="Draws what field --json wrote, for docs/strength.md.")
    added.set_defaults(does=None)
    added.add_argument("field", type=Path)
    added.add_argument("--out", type=Path, default=PICTURE)
    return words


def _some(text: str) -> int:
    if int(text) < 1:
        raise ValueError
    return int(text)


def _many(text: str) -> int:
    if int(text) < 2:
        raise ValueError
    return int(text)


def _ratio(text: str) -> float:
    if not 1.0 < float(text) < inf:
        raise ValueError
    return float(text)


def main(words: Sequence[str] | None = None) -> int:
    given = reader().parse_args(words)
    try:
        if given.does is None:
            plot(given)
            return 0
        found = given.does(Run(given.seed, given.workers, given.keep), given)
        if given.json is not None:
            given.json.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except (CarromError, OSError, ValueError) as wrong:
        print(f"fit_levels: {wrong}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
